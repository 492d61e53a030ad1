/* Counts that wrap around. The originals wrap at 2^31 or 2^32 elements; these mutants wrap at 2^16, so cases of some
   megabytes show it. */
#include "check/zoo/families.h"

static int64_t wrap(int64_t n) { return n & 0xffff; }

static double wrapped_k(const zoo_row *r, int64_t j, int64_t c) { return zoo_right.k(r, wrap(j), c); }

static double wrapped_v(const zoo_row *r, int64_t j, int64_t c) {
  const int64_t at = wrap(j * r->w->d_v + c);
  return zoo_right.v(r, at / r->w->d_v, at % r->w->d_v);
}

/* The index of a mask flag or a bias in its batch. */
static int64_t wrapped_place(const zoo_row *r, int64_t j) {
  const int64_t matrix = r->w->q_heads * r->w->q_len * r->w->keys;
  return r->b * matrix + wrap((r->h * r->w->q_len + r->i) * r->w->keys + j);
}

static double wrapped_bias(const zoo_row *r, int64_t j) { return r->w->bias[wrapped_place(r, j)]; }
static double wrapped_mask(const zoo_row *r, int64_t j) { return r->w->mask[wrapped_place(r, j)]; }

static const zoo_mutant mutants[] = {
    {.name = "key-rows-wrap",
     .id = "J1",
     .where = "Dao-AILab/flash-attention#1500",
     .what = "the row of k is counted in too few bits",
     .shows = "from key 65,536 on",
     .form = ZOO_TILED,
     .steps = {.k = wrapped_k}},
    {.name = "value-offsets-wrap",
     .id = "J2",
     .where = "Dao-AILab/flash-attention#2611",
     .what = "row * stride of v is counted in too few bits",
     .shows = "from element 65,536 of a head on",
     .form = ZOO_TILED,
     .steps = {.v = wrapped_v}},
    {.name = "bias-offsets-wrap",
     .id = "J5",
     .where = "facebookresearch/xformers#788",
     .what = "offsets into the bias are counted in too few bits",
     .shows = "from element 65,536 of a batch on",
     .form = ZOO_TILED,
     .steps = {.bias = wrapped_bias}},
    {.name = "mask-offsets-wrap",
     .id = "M",
     .where = "ml-explore/mlx#2894",
     .what = "offsets into the mask are counted in too few bits",
     .shows = "from element 65,536 of a batch on",
     .form = ZOO_TILED,
     .steps = {.mask = wrapped_mask}},
};

const zoo_family zoo_integers = {"integers", mutants, sizeof mutants / sizeof mutants[0]};
