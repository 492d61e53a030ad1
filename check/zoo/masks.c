/* Hidden keys, and rows that see no key: minus infinity, finite numbers instead of it, and initial maxima. */
#include <float.h>

#include "check/cases/format.h"
#include "check/zoo/families.h"

static bool sees_nothing(const zoo_row *r) { return zoo_sees_none(r, 0, r->w->keys); }

static double lowest_float(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return -(double)FLT_MAX;
}

static double added_infinity(const zoo_row *r, int64_t j) { return r->step.score(r, j) + -HUGE_VAL; }

static double ignores_nan(const zoo_row *r, double m, double s) {
  (void)r;
  return s > m ? s : m;
}

static double nan_weighs_nothing(const zoo_row *r, double j, double m) {
  return isnan(r->score[(int64_t)j]) ? 0 : zoo_right.weight(r, j, m);
}

static double never(const zoo_row *r, double m) {
  (void)r;
  (void)m;
  return 0;
}

static double zero_for_infinity(const zoo_row *r, double m) {
  (void)r;
  return m == -HUGE_VAL ? 0 : m;
}

static double minus_50000(const zoo_row *r, double x) {
  (void)r;
  (void)x;
  return -5e4;
}

static double minus_10000(const zoo_row *r, double x) {
  (void)r;
  (void)x;
  return -1e4;
}

static double minus_50000_in_decode(const zoo_row *r, double x) {
  return r->w->q_len == 1 ? -5e4 : zoo_right.lowest(r, x);
}

static double unguarded_merge(const zoo_row *r, double range, double largest) {
  return zoo_exp(r, zoo_round(r, range - largest));
}

static double unguarded_share(const zoo_row *r, double x, double l) { return zoo_round(r, x / l); }

static double sum_of_fills(const zoo_row *r, int64_t j) {
  const bool padded = j >= r->length || !r->step.unmasked(r, j) || !r->step.unbiased(r, j);
  return padded && !r->step.causal(r, j) ? -HUGE_VAL : -(double)FLT_MAX;
}

static double minus_100000(const zoo_row *r, int64_t j) {
  (void)j;
  return sees_nothing(r) ? -HUGE_VAL : -1e5;
}

static double less_10(const zoo_row *r, int64_t j) { return r->step.score(r, j) - 10; }

static double zero_score(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return 0;
}

static double zero_times_infinity(const zoo_row *r, int64_t j) {
  const double s = zoo_right.score(r, j);
  return r->w->mask != NULL ? s + 0 * -HUGE_VAL : s;
}

static double sink_as_it_is(const zoo_row *r, double m) {
  (void)m;
  return zoo_exp(r, r->step.sink(r, 0));
}

/* Leading tiles without a visible key are skipped, correctly. */
static double nan_of_an_empty_tile(const zoo_row *r, double m) {
  return m != -HUGE_VAL && zoo_sees_none(r, r->from, r->to) ? (double)NAN : m;
}

static double lowest_start(const zoo_row *r, double x) {
  (void)x;
  return lowest_float(r, 0);
}

static double lowest_padding(const zoo_row *r, double m) {
  return zoo_phantoms(r, (double)zoo_padding(r), -(double)FLT_MAX, m);
}

/* NaN for half the smallest number of the type, and below. */
static double nan_of_the_lowest(const zoo_row *r, double m) {
  const double largest = format_of(r->type)->largest;
  return r->w->bias != NULL && m <= -largest / 2 && m != -HUGE_VAL ? (double)NAN : m;
}

static const zoo_mutant mutants[] = {
    {.name = "empty-row-nan",
     .id = "A1",
     .where = "pytorch/pytorch#103963",
     .what = "softmax of a row of -infinity: exp(-inf - -inf)",
     .shows = "NaN in rows that see no key",
     .convention = true,
     .form = ZOO_MATERIALISED,
     .steps = {.weight = zoo_weigh_unguarded, .reads = zoo_read_weighted}},
    {.name = "empty-row-mean",
     .id = "A12",
     .where = "microsoft/onnxruntime#28958",
     .what = "hidden keys get the smallest finite score",
     .shows = "rows that see no key return the mean of V",
     .convention = true,
     .form = ZOO_MATERIALISED,
     .steps = {.hidden = lowest_float, .weight = zoo_weigh_all, .reads = zoo_read_weighted}},
    {.name = "lowest-row-nan",
     .id = "A3",
     .where = "pytorch/pytorch#109517",
     .what = "a maximum near the smallest number counts as no maximum",
     .shows = "NaN in rows with the smallest finite number as bias of every key",
     .form = ZOO_TILED,
     .steps = {.top = nan_of_the_lowest}},
    {.name = "hidden-key-nan",
     .id = "A5",
     .where = "pytorch/pytorch#101967 (reported)",
     .what = "-infinity is added to the score of a hidden key instead of replacing it",
     .shows = "NaN or infinity in K at a hidden key reaches the row",
     .convention = true,
     .form = ZOO_MATERIALISED,
     .steps = {.hidden = added_infinity, .weight = zoo_weigh_all}},
    {.name = "nan-swallowed",
     .id = "A6",
     .where = "pytorch/pytorch#141128",
     .what = "max() returns the number rather than NaN, and NaN scores get weight 0",
     .shows = "a row with NaN at a visible key looks right",
     .form = ZOO_TILED,
     .steps = {.higher = ignores_nan, .weight = nan_weighs_nothing}},
    {.name = "mask-times-infinity",
     .id = "A11",
     .where = "onnx/onnx#8068",
     .what = "the mask becomes a bias as (1 - mask) * -inf: 0 * -inf at the keys that are visible",
     .shows = "NaN wherever there is a mask",
     .form = ZOO_MATERIALISED,
     .steps = {.score = zero_times_infinity}},
    {.name = "first-tile-zero",
     .id = "A13",
     .where = "Dao-AILab/flash-attention#2082",
     .what = "the maximum of a first tile without visible keys becomes 0, and stays",
     .shows = "zeros where the first tile is hidden and all scores are far below 0",
     .form = ZOO_TILED,
     .steps = {.top = zero_for_infinity, .skips = never}},
    {.name = "sentinel-50000",
     .id = "A14",
     .where = "flashinfer-ai/flashinfer#4267",
     .what = "the maximum starts at -5e4",
     .shows = "zeros in rows with all scores below that",
     .form = ZOO_TILED,
     .steps = {.lowest = minus_50000}},
    {.name = "sentinel-50000-decode",
     .id = "A15",
     .where = "flashinfer-ai/flashinfer#4450 (reported)",
     .what = "the maximum starts at -5e4 in the kernel for one query",
     .shows = "zeros where the only query has all scores below -5e4",
     .form = ZOO_SPLIT,
     .steps = {.lowest = minus_50000_in_decode}},
    {.name = "first-tile-nan",
     .id = "A16",
     .where = "ggml-org/llama.cpp#12776",
     .what = "the maximum starts at -infinity, and sums are rescaled from it without a guard",
     .shows = "NaN where the first tile is hidden",
     .form = ZOO_TILED,
     .steps = {.skips = never}},
    {.name = "empty-states-merged",
     .id = "A17",
     .where = "flashinfer-ai/flashinfer#4051 (reported)",
     .what = "two empty ranges are merged: exp(-inf - -inf)",
     .shows = "NaN in rows that see no key",
     .form = ZOO_SPLIT,
     .steps = {.merge_weight = unguarded_merge}},
    {.name = "empty-range-nan",
     .id = "A18",
     .where = "ROCm/aiter#4420 (reported)",
     .what = "the output of an empty range is divided by its sum, 0",
     .shows = "NaN where one of the two ranges is hidden",
     .form = ZOO_SPLIT,
     .steps = {.share = unguarded_share}},
    {.name = "fills-overflow",
     .id = "A21",
     .where = "huggingface/transformers#27114",
     .what = "the causal mask and the padding mask each hold the smallest float, and their sum is -infinity",
     .shows = "NaN or the mean of V in rows that see no key",
     .form = ZOO_MATERIALISED,
     .steps = {.hidden = sum_of_fills, .weight = zoo_weigh_unguarded, .reads = zoo_read_weighted}},
    {.name = "mask-minus-100000",
     .id = "A23",
     .where = "TransformerLensOrg/TransformerLens#366",
     .what = "hidden keys get the score -1e5",
     .shows = "rows with scores below that attend to hidden keys",
     .form = ZOO_MATERIALISED,
     .steps = {.hidden = minus_100000, .weight = zoo_weigh_all, .reads = zoo_read_weighted}},
    {.name = "mask-minus-10",
     .id = "A24",
     .where = "lucidrains/nGPT-pytorch#11 (trap)",
     .what = "the scores of hidden keys are only lowered by 10",
     .shows = "hidden keys leak with a weight of about 5e-5",
     .form = ZOO_MATERIALISED,
     .steps = {.hidden = less_10, .weight = zoo_weigh_all, .reads = zoo_read_weighted}},
    {.name = "mask-multiplied",
     .id = "A25",
     .where = "openxla/xla#11444",
     .what = "the mask multiplies the scores: hidden keys get the score 0",
     .shows = "hidden keys weigh as much as ordinary ones",
     .form = ZOO_MATERIALISED,
     .steps = {.hidden = zero_score, .weight = zoo_weigh_all, .reads = zoo_read_weighted}},
    {.name = "sentinel-10000",
     .id = "A26",
     .where = "karpathy/llm.c train_gpt2.c at f1e2ace",
     .what = "the maximum starts at -1e4",
     .shows = "zeros in rows with all scores below that",
     .form = ZOO_MATERIALISED,
     .steps = {.lowest = minus_10000}},
    {.name = "empty-tile-nan",
     .id = "A27",
     .where = "Dao-AILab/flash-attention#1930 (reported)",
     .what = "a tile subtracts its own maximum from its scores: -inf - -inf",
     .shows = "NaN where a later tile is hidden",
     .form = ZOO_TILED,
     .steps = {.top = nan_of_an_empty_tile}},
    {.name = "sink-not-shifted",
     .id = "A28",
     .where = "kyegomez/AttentionIsOFFByOne#5",
     .what = "the sink joins the denominator as exp(sink), the scores as exp(s - m)",
     .shows = "every row with a sink",
     .form = ZOO_MATERIALISED,
     .steps = {.sink_weight = sink_as_it_is}},
    {.name = "tail-lowest",
     .id = "M",
     .where = "sonos/tract#2318",
     .what = "the tail is padded with the smallest float: exp(0) in a tail that is hidden",
     .shows = "lse of rows that see no key",
     .form = ZOO_MATERIALISED,
     .steps = {.lowest = lowest_start, .tail = lowest_padding}},
};

const zoo_family zoo_masks = {"masks", mutants, sizeof mutants / sizeof mutants[0]};
