/* Rescaling, merging, log-sum-exp, sinks. */
#include "check/judge/convention.h"
#include "check/zoo/families.h"

static double inverse(const zoo_row *r, double before, double after) {
  return before == -HUGE_VAL ? 0 : zoo_exp(r, after - before);
}

static double one(const zoo_row *r, double before, double after) {
  (void)r;
  (void)before;
  (void)after;
  return 1;
}

/* The factor of the last tile, before the new maximum has arrived. */
static double too_early(const zoo_row *r, double before, double after) {
  return r->to == r->w->keys && before != -HUGE_VAL ? 1 : zoo_right.rescale(r, before, after);
}

static double times_log_2(const zoo_row *r, double m, double l) {
  return zoo_round(r, zoo_right.lse(r, m, l) * (1 / LOG2_E));
}
static double in_base_2(const zoo_row *r, double m, double l) { return zoo_round(r, zoo_right.lse(r, m, l) * LOG2_E); }

static double merged_in_base_2(const zoo_row *r, double range, double largest) {
  return range == -HUGE_VAL ? 0 : zoo_exp(r, (range - largest) * LOG2_E);
}

static int64_t rows_first(const zoo_row *r) {
  return zoo_group(r) > 1 ? r->i * r->w->q_heads + r->h : zoo_right.lse_row(r);
}

static bool any_length_in_second(const zoo_row *r, int64_t j) {
  const bool second = j >= (r->w->keys + 1) / 2;
  return second
             ? zoo_right.causal(r, j) && zoo_right.window(r, j) && zoo_right.unmasked(r, j) && zoo_right.unbiased(r, j)
             : zoo_right.visible(r, j);
}

static double without_sink(const zoo_row *r, double m) { return m == -HUGE_VAL ? zoo_right.sink_top(r, m) : m; }

static double unchanged(const zoo_row *r, double m) {
  (void)r;
  return m;
}

static double nothing(const zoo_row *r, double m) {
  (void)r;
  (void)m;
  return 0;
}

static double nan_out(const zoo_row *r, double x) { return zoo_sees_none(r, 0, r->w->keys) ? (double)NAN : x; }

static const zoo_mutant mutants[] = {
    {.name = "rescale-inverse",
     .id = "H1",
     .where = "Dao-AILab/flash-attention#991 (trap)",
     .what = "sums are rescaled by exp(new - old), as in a formula of the paper",
     .shows = "several tiles with a maximum that moves",
     .form = ZOO_TILED,
     .steps = {.rescale = inverse}},
    {.name = "lse-times-log-2",
     .id = "H2",
     .where = "pytorch/pytorch#181645 (reported)",
     .what = "lse is multiplied by log 2",
     .shows = "lse",
     .form = ZOO_TILED,
     .steps = {.lse = times_log_2}},
    {.name = "lse-base-2",
     .id = "H3",
     .where = "lightseekorg/tokenspeed#571",
     .what = "lse is the logarithm in base 2",
     .shows = "lse",
     .convention = true,
     .form = ZOO_TILED,
     .steps = {.lse = in_base_2}},
    {.name = "merge-base-2",
     .id = "H4",
     .where = "sgl-project/sglang#35045 (reported)",
     .what = "ranges are merged by weights in the other base",
     .shows = "split ranges",
     .form = ZOO_SPLIT,
     .steps = {.merge_weight = merged_in_base_2}},
    {.name = "lse-transposed",
     .id = "H6",
     .where = "vllm-project/flash-attention#87",
     .what = "heads and queries of lse are swapped where heads are grouped",
     .shows = "lse of grouped heads",
     .form = ZOO_SPLIT,
     .steps = {.lse_row = rows_first}},
    {.name = "split-all-keys",
     .id = "H8",
     .where = "Dao-AILab/flash-attention#1455 (reported)",
     .what = "the second range ends at the last key of the tensor, not at the length",
     .shows = "lengths below the number of keys",
     .form = ZOO_SPLIT,
     .steps = {.visible = any_length_in_second}},
    {.name = "sink-not-in-maximum",
     .id = "H9",
     .where = "fla-org/flash-linear-attention#831, PaddleFleet#1439",
     .what = "the maximum is that of the scores alone: exp(sink - m) overflows",
     .shows = "sinks 88 above all scores",
     .form = ZOO_MATERIALISED,
     .steps = {.sink_top = without_sink}},
    {.name = "total-not-rescaled",
     .id = "H10",
     .where = "PaddleJitLab/CUDATutorial#69 (reported)",
     .what = "the denominator is not rescaled when the maximum moves",
     .shows = "several tiles with a maximum that moves",
     .form = ZOO_TILED,
     .steps = {.rescale_total = one}},
    {.name = "rescale-race",
     .id = "I6",
     .where = "ggml-org/llama.cpp#13438",
     .what = "a barrier is missing: sums are rescaled before the maximum of the last tile has arrived",
     .shows = "several tiles with a maximum that moves in the last",
     .form = ZOO_TILED,
     .steps = {.rescale = too_early}},
    {.name = "sink-dropped",
     .id = "M",
     .where = "kekzl/imp#1303",
     .what = "the sink is left out (and no test noticed)",
     .shows = "sinks",
     .form = ZOO_TILED,
     .steps = {.sink_top = unchanged, .sink_weight = nothing}},
    {.name = "empty-row-out-nan",
     .id = "M",
     .where = "MinghuasLab/flash-attention-npu#168 (reported)",
     .what = "the output is NaN where lse is right",
     .shows = "rows that see no key",
     .form = ZOO_TILED,
     .steps = {.correction = nan_out}},
};

const zoo_family zoo_online = {"online", mutants, sizeof mutants / sizeof mutants[0]};
