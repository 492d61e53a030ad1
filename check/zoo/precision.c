/* Too narrow formats, and lost lengths of batches. */
#include "check/zoo/families.h"

static int64_t no_lengths(const zoo_row *r) { return r->w->keys; }

static int64_t first_length(const zoo_row *r) { return problem_f64_kv_len(r->w->problem, 0); }

static bool not_with_causal(const zoo_row *r, int64_t j) { return r->w->problem->causal || zoo_right.unmasked(r, j); }

static bool first_key_of_none(const zoo_row *r, int64_t j) {
  return r->w->q_len == 1 && r->length == 0 ? j == 0 : zoo_right.visible(r, j);
}

static double score_in_half(const zoo_row *r, int64_t j) { return zoo_round_to(ATTEST_F16, zoo_right.score(r, j)); }

/* Subtracts 65504 in half: only a score of 65504 or more compensates. */
static double less_65504_in_half(const zoo_row *r, int64_t j) {
  return zoo_round_to(ATTEST_F16, zoo_right.score(r, j) - 65504);
}

static double nan_where_one_is_seen(const zoo_row *r, double j, double m) {
  return zoo_sees_none(r, 0, r->w->keys) ? zoo_right.weight(r, j, m) : zoo_weigh_unguarded(r, j, m);
}

/* Truncates x to 14 bits: a multiple of a power of 2. */
static double cut(double x) {
  int exponent;
  (void)frexp(x, &exponent);
  return isfinite(x) ? ldexp(trunc(ldexp(x, 14 - exponent)), exponent - 14) : x;
}

static double dot_of_14_bits(const zoo_row *r, int64_t j) {
  const double *k = r->k + j * r->w->d_k;
  double sum = 0;
  for (int64_t c = 0; c < r->w->d_k; c++) sum = cut(sum + r->q[c] * k[c]);
  return sum;
}

static double nan_of_later_batches(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_group(r) > 1 && r->b > 0 ? (double)NAN : zoo_right.k(r, j, c);
}

static const zoo_mutant mutants[] = {
    {.name = "length-of-first-batch",
     .id = "K1",
     .where = "Tencent-Hunyuan/HunyuanVideo#310 (reported)",
     .what = "one path ignores the lengths of the batches: here, all have the length of the first",
     .shows = "lengths that differ from batch to batch",
     .form = ZOO_MATERIALISED,
     .steps = {.length = first_length}},
    {.name = "lengths-dropped",
     .id = "K2",
     .where = "NVIDIA-NeMo/RL#2105 (reported)",
     .what = "the lengths are lost at an interface",
     .shows = "lengths below the number of keys",
     .form = ZOO_TILED,
     .steps = {.length = no_lengths}},
    {.name = "mask-lost-with-causal",
     .id = "K3",
     .where = "axolotl-ai-cloud/axolotl#3796",
     .what = "the mask that separates documents is not used where attention is causal",
     .shows = "causal with a mask",
     .convention = true,
     .form = ZOO_MATERIALISED,
     .steps = {.unmasked = not_with_causal}},
    {.name = "empty-sequence-read",
     .id = "K5",
     .where = "Dao-AILab/flash-attention#1537 (reported)",
     .what = "one query of an empty sequence sees its first key",
     .shows = "q_len = 1, a length of 0",
     .form = ZOO_TILED,
     .steps = {.visible = first_key_of_none}},
    {.name = "sums-in-f16",
     .id = "K6",
     .where = "ggml-org/llama.cpp#13975",
     .what = "values are summed in binary16",
     .shows = "every row; past 32,000 keys it overflows",
     .form = ZOO_TILED,
     .steps = {.sums = zoo_half}},
    {.name = "scores-in-f16",
     .id = "K7",
     .where = "ggml-org/llama.cpp#28124 (reported)",
     .what = "the requested precision is not used: scores are stored in binary16",
     .shows = "scores that need more than 11 bits",
     .form = ZOO_TILED,
     .steps = {.score = score_in_half}},
    {.name = "scores-in-f16-nan",
     .id = "M",
     .where = "huggingface/transformers#17437",
     .what = "scores are stored in binary16, and the softmax of a row of -infinity is not guarded",
     .shows = "NaN in rows that see only scores below -65504, or no key",
     .form = ZOO_MATERIALISED,
     .steps = {.score = score_in_half, .weight = zoo_weigh_unguarded, .reads = zoo_read_weighted}},
    {.name = "mask-added-in-f16",
     .id = "M",
     .where = "huggingface/transformers#17306",
     .what = "scores are stored in binary16; its smallest number is added to the scores of hidden keys instead of "
             "replacing them",
     .shows = "hidden keys with scores near 65504 have a weight; NaN in rows with all scores below -65504",
     .form = ZOO_MATERIALISED,
     .steps = {.score = score_in_half,
               .hidden = less_65504_in_half,
               .weight = nan_where_one_is_seen,
               .reads = zoo_read_weighted}},
    {.name = "dot-of-14-bits",
     .id = "K8",
     .where = "Dao-AILab/flash-attention#2250 (reported)",
     .what = "the matrix unit adds with 14 bits, cutting off the rest",
     .shows = "scores that need more than 14 bits",
     .form = ZOO_TILED,
     .steps = {.dot = dot_of_14_bits}},
    {.name = "later-batches-nan",
     .id = "K9",
     .where = "microsoft/onnxruntime#20521",
     .what = "grouped heads without a shared buffer: keys of later batches are not there yet",
     .shows = "NaN in every batch but the first, with grouped heads",
     .form = ZOO_MATERIALISED,
     .steps = {.k = nan_of_later_batches}},
};

const zoo_family zoo_precision = {"precision", mutants, sizeof mutants / sizeof mutants[0]};
