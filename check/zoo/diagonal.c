/* Causal masks: the place of the diagonal with more keys than queries, or fewer. */
#include "check/zoo/families.h"

static bool is_causal(const zoo_row *r) { return r->w->problem->causal; }

static int64_t top_left(const zoo_row *r) {
  return r->w->problem->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? 0 : zoo_right.offset(r);
}

static int64_t top_left_in_decode(const zoo_row *r) { return r->w->q_len == 1 ? top_left(r) : zoo_right.offset(r); }

static int64_t without_given(const zoo_row *r) {
  return r->w->problem->alignment == ATTEST_ALIGN_OFFSET ? 0 : zoo_right.offset(r);
}

static int64_t reversed(const zoo_row *r) {
  return r->w->problem->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? -zoo_right.offset(r) : zoo_right.offset(r);
}

static double nan_before_the_first(const zoo_row *r, double x) {
  return is_causal(r) && r->i + r->offset < 0 ? (double)NAN : x;
}

static int64_t up_to_query(const zoo_row *r) {
  const int64_t end = is_causal(r) && r->i + 1 < r->length ? r->i + 1 : r->length;
  return end < r->w->keys ? end : r->w->keys;
}

static int64_t whole_blocks(const zoo_row *r) {
  const int64_t length = zoo_right.length(r), up = (length + 31) / 32 * 32;
  if (r->w->q_len > 1 || !is_causal(r)) return length;
  return up < r->w->keys ? up : r->w->keys;
}

/* The last rows, fewer than 32, treated as 32. */
static bool block_of_queries(const zoo_row *r, int64_t j) {
  const int64_t tail = r->w->q_len / 32 * 32;
  return !is_causal(r) || j <= (r->i >= tail ? tail + 31 : r->i) + r->offset;
}

static bool only_with_mask(const zoo_row *r, int64_t j) {
  return (r->w->mask == NULL && r->w->bias == NULL) || zoo_right.causal(r, j);
}

static bool not_with_lse(const zoo_row *r, int64_t j) { return r->answer->lse.data != NULL || zoo_right.causal(r, j); }

static bool not_with_lengths(const zoo_row *r, int64_t j) {
  return r->w->problem->kv_len != NULL || zoo_right.causal(r, j);
}

/* A side of -1 (no limit) taken as a number: a window from key i + 1 to key i - 1. */
static bool empty_window(const zoo_row *r, int64_t j) {
  return is_causal(r) && !r->w->problem->windowed ? false : zoo_right.window(r, j);
}

static bool always(const zoo_row *r, int64_t j) { return j <= r->i + r->offset; }

static bool strictly(const zoo_row *r, int64_t j) { return !is_causal(r) || j < r->i + r->offset; }

static bool half_rate(const zoo_row *r, int64_t j) {
  const int64_t block = 16, at = r->w->q_heads > 1 ? r->i / block / 2 * block + r->i % block : r->i;
  return !is_causal(r) || j <= at + r->offset;
}

static bool inverted(const zoo_row *r, int64_t j) { return !is_causal(r) || j > r->i + r->offset; }

static const zoo_mutant mutants[] = {
    {.name = "causal-top-left",
     .id = "B1",
     .where = "Dao-AILab/flash-attention#282",
     .what = "the diagonal always starts at the first key",
     .shows = "causal, aligned bottom-right, more keys than queries: late keys are not seen",
     .convention = true,
     .form = ZOO_TILED,
     .steps = {.offset = top_left}},
    {.name = "decode-top-left",
     .id = "B7",
     .where = "microsoft/onnxruntime#29050",
     .what = "the diagonal starts at the first key where there is one query",
     .shows = "causal decode sees the first key only",
     .form = ZOO_MATERIALISED,
     .steps = {.offset = top_left_in_decode}},
    {.name = "offset-ignored",
     .id = "B5",
     .where = "pytorch/executorch#21749",
     .what = "a chunk of queries is treated as the first chunk: its offset is not used",
     .shows = "causal with an offset",
     .form = ZOO_MATERIALISED,
     .steps = {.offset = without_given}},
    {.name = "offset-reversed",
     .id = "B10",
     .where = "intel/sycl-tla#314",
     .what = "the diagonal is moved by q_len - kv_len, not kv_len - q_len",
     .shows = "causal, aligned bottom-right, lengths that differ",
     .form = ZOO_TILED,
     .steps = {.offset = reversed}},
    {.name = "prefix-ignored",
     .id = "B12",
     .where = "gittensor-ai-lab/sparkinfer#3 (reported)",
     .what = "the loop over keys ends at min(kv_len, i + 1): keys before the queries don't count",
     .shows = "causal, aligned bottom-right, more keys than queries",
     .form = ZOO_TILED,
     .steps = {.last = up_to_query}},
    {.name = "decode-block-32",
     .id = "B13",
     .where = "tenstorrent/tt-metal#41215 (reported)",
     .what = "with one query the keys are counted in blocks of 32",
     .shows = "causal decode with lengths sees keys after the length",
     .form = ZOO_TILED,
     .steps = {.length = whole_blocks}},
    {.name = "future-block-nan",
     .id = "B14",
     .where = "sgl-project/sglang#22434",
     .what = "the last column of a block in the future is negative, so memory before the row is written",
     .shows = "NaN in causal rows before the first key",
     .form = ZOO_TILED,
     .steps = {.correction = nan_before_the_first}},
    {.name = "tail-row-past-diagonal",
     .id = "B15",
     .where = "pytorch/pytorch#192138",
     .what = "the keys of a block of queries are clamped by the size of the block instead of by its rows",
     .shows = "causal, the last rows if q_len is no multiple of 32",
     .form = ZOO_TILED,
     .steps = {.causal = block_of_queries}},
    {.name = "causal-needs-mask",
     .id = "B16",
     .where = "facebookresearch/xformers#103",
     .what = "the causal mask is applied only where there is another mask",
     .shows = "causal without mask or bias",
     .form = ZOO_MATERIALISED,
     .steps = {.causal = only_with_mask}},
    {.name = "causal-lost-with-lse",
     .id = "B17",
     .where = "keras-team/keras#23038",
     .what = "the path that also returns scores ignores the causal mask",
     .shows = "causal, lse requested",
     .form = ZOO_MATERIALISED,
     .steps = {.causal = not_with_lse}},
    {.name = "causal-lost-with-lengths",
     .id = "B18",
     .where = "facebookresearch/xformers#1185",
     .what = "a copy of a mask of lengths and causal is a mask of lengths only",
     .shows = "causal with lengths",
     .form = ZOO_TILED,
     .steps = {.causal = not_with_lengths}},
    {.name = "causal-zeros",
     .id = "B19",
     .where = "NVIDIA/TransformerEngine#3528",
     .what = "a window of -1, which means none, is used as a number",
     .shows = "zeros and lse -infinity in every causal problem without a window",
     .form = ZOO_TILED,
     .steps = {.window = empty_window}},
    {.name = "always-causal",
     .id = "B20",
     .where = "ArcInstitute/state#227",
     .what = "attention is causal even if that was not requested",
     .shows = "every problem that is not causal",
     .form = ZOO_MATERIALISED,
     .steps = {.causal = always}},
    {.name = "diagonal-hidden",
     .id = "B21",
     .where = "PaddlePaddle/flash-attention#48",
     .what = "the key on the diagonal is not seen",
     .shows = "causal",
     .form = ZOO_TILED,
     .steps = {.causal = strictly}},
    {.name = "diagonal-half-rate",
     .id = "M",
     .where = "Xilinx/mlir-air#1428",
     .what = "the counter of query blocks advances every second time if there are several heads",
     .shows = "causal, from the second block of 16 queries on",
     .form = ZOO_TILED,
     .steps = {.causal = half_rate}},
    {.name = "causal-inverted",
     .id = "D2",
     .where = "rasbt/LLMs-from-scratch#1061",
     .what = "the mask is inverted: each query sees the keys after it",
     .shows = "causal",
     .form = ZOO_MATERIALISED,
     .steps = {.causal = inverted}},
};

const zoo_family zoo_diagonal = {"diagonal", mutants, sizeof mutants / sizeof mutants[0]};
