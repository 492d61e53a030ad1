/* Sliding windows. */
#include "check/zoo/families.h"

/* A window with other sides, around another place than the diagonal. */
static bool inside(const zoo_row *r, int64_t j, int64_t left, int64_t right, int64_t at) {
  if (!r->w->problem->windowed) return true;
  return (left < 0 || j >= at - left) && (right < 0 || j <= at + right);
}

static int64_t left_of(const zoo_row *r) { return r->w->problem->window_left; }
static int64_t right_of(const zoo_row *r) { return r->w->problem->window_right; }
static int64_t place(const zoo_row *r) { return r->i + r->offset; }

static bool one_more(const zoo_row *r, int64_t j) {
  return inside(r, j, left_of(r) < 0 ? -1 : left_of(r) + 1, right_of(r), place(r));
}

static bool one_less(const zoo_row *r, int64_t j) {
  return inside(r, j, left_of(r) > 0 ? left_of(r) - 1 : left_of(r), right_of(r), place(r));
}

/* A side less one: 0 becomes -1, which means no limit. */
static bool less_one(const zoo_row *r, int64_t j) {
  return inside(r, j, left_of(r) == 0 ? -1 : left_of(r), right_of(r), place(r));
}

static bool not_in_decode(const zoo_row *r, int64_t j) { return r->w->q_len == 1 || zoo_right.window(r, j); }

static bool around_query(const zoo_row *r, int64_t j) {
  return inside(r, j, left_of(r), right_of(r), r->w->problem->causal ? r->i : place(r));
}

static bool both_sides(const zoo_row *r, int64_t j) { return inside(r, j, left_of(r), left_of(r), place(r)); }

static bool whole_tiles(const zoo_row *r, int64_t j) {
  return inside(r, j / ZOO_TILE * ZOO_TILE + ZOO_TILE - 1, left_of(r), -1, place(r)) &&
         inside(r, j, -1, right_of(r), place(r));
}

static const zoo_mutant mutants[] = {
    {.name = "window-one-more",
     .id = "C1",
     .where = "huggingface/transformers#39408",
     .what = "the size of the window is passed where the number of keys before the query's own is expected",
     .shows = "windows: one key too many on the left",
     .form = ZOO_TILED,
     .steps = {.window = one_more}},
    {.name = "window-one-less",
     .id = "C2",
     .where = "huggingface/transformers#29623 (reported)",
     .what = "a window of w keys before the query's own is treated as one of w keys including it",
     .shows = "windows: one key too few on the left",
     .form = ZOO_MATERIALISED,
     .steps = {.window = one_less}},
    {.name = "window-zero-global",
     .id = "C5",
     .where = "thu-nics/DiTFastAttn#7",
     .what = "a window that becomes negative on the way is treated as no window",
     .shows = "a window of 0 keys on the left sees all of them",
     .form = ZOO_TILED,
     .steps = {.window = less_one}},
    {.name = "window-lost-in-decode",
     .id = "C6",
     .where = "karpathy/nanochat#456 (reported)",
     .what = "with one query the window is not applied",
     .shows = "windows, q_len = 1",
     .form = ZOO_MATERIALISED,
     .steps = {.window = not_in_decode}},
    {.name = "window-around-query",
     .id = "C7",
     .where = "ROCm/flash-attention#158",
     .what = "causal and windowed: the window is around key i for query i, without the offset",
     .shows = "causal windows with lengths that differ",
     .form = ZOO_TILED,
     .steps = {.window = around_query}},
    {.name = "window-both-sides",
     .id = "C8",
     .where = "ModelTC/LightLLM#1312",
     .what = "the left side of the window is also passed as the right side",
     .shows = "windows with different sides",
     .form = ZOO_TILED,
     .steps = {.window = both_sides}},
    {.name = "window-in-tiles",
     .id = "M",
     .where = "sgl-project/sglang#31501",
     .what = "the window selects the visited tiles, and hides no key within them",
     .shows = "windows: up to 63 keys too many on the left",
     .form = ZOO_TILED,
     .steps = {.window = whole_tiles}},
};

const zoo_family zoo_window = {"window", mutants, sizeof mutants / sizeof mutants[0]};
