/* Causes: maxima, denominators, sinks, rescaling, the log-sum-exp, the output. */
#include "check/judge/convention.h"
#include "check/zoo/cause.h"

static bool sees_none(const zoo_row *r) { return zoo_sees_none(r, 0, r->w->keys); }
static double zero(const zoo_row *r, double x) { return (void)r, (void)x, 0; }
static double same(const zoo_row *r, double x) { return (void)r, x; }

/* ---- maxima */

static double from_lowest(const zoo_row *r, double x) { return (void)x, r->number; }
static double of_the_tile(const zoo_row *r, double m) {
  double tile = -HUGE_VAL;
  (void)m;
  for (int64_t j = r->from; j < r->to; j++) tile = fmax(tile, r->score[j]);
  return tile;
}
static double of_first_tile(const zoo_row *r, double m) {
  double first = -HUGE_VAL;
  (void)m;
  for (int64_t j = 0; j < r->tile && j < r->w->keys; j++) first = fmax(first, r->score[j]);
  return first;
}
/* Of keys first .. end - 1; that of the row, if none of them is visible. */
static double of_keys(const zoo_row *r, double m, int64_t first, int64_t end) {
  double top = -HUGE_VAL;
  for (int64_t j = first; j < end; j++)
    if (r->see[j]) top = fmax(top, r->score[j]);
  return top > -HUGE_VAL ? top : m;
}
static double without_rest(const zoo_row *r, double m) {
  const int64_t n = (int64_t)r->number;
  return of_keys(r, m, r->from, r->to / n * n);
}
static double without_last_key(const zoo_row *r, double m) { return of_keys(r, m, r->from, r->to - 1); }
static double without_key_0(const zoo_row *r, double m) { return of_keys(r, m, 1, r->to); }
static double of_first_key(const zoo_row *r, double m) { return (void)m, r->score[0]; }
static double smallest(const zoo_row *r, double m) {
  double least = HUGE_VAL;
  for (int64_t j = r->from; j < r->to; j++)
    if (r->see[j]) least = fmin(least, r->score[j]);
  return least < HUGE_VAL ? least : m;
}

/* ---- denominators */

/* Keys with score 0, except in a row that sees no key: it is skipped. */
static double zeros(const zoo_row *r, int64_t n, double m) {
  return m == -HUGE_VAL ? 0 : zoo_phantoms(r, (double)n, 0, m);
}
static double n_of_0(const zoo_row *r, double m) { return m == -HUGE_VAL ? 0 : zoo_phantoms(r, r->number, 0, m); }
static double n_of_1(const zoo_row *r, double m) { return m == -HUGE_VAL ? 0 : r->number; }
static double padding_of_0(const zoo_row *r, double m) {
  const int64_t n = (int64_t)r->number;
  return zeros(r, (n - r->w->keys % n) % n, m);
}
static double padding_of_length(const zoo_row *r, double m) {
  const int64_t n = (int64_t)r->number;
  return zeros(r, (n - r->length % n) % n, m);
}
static double without_key(const zoo_row *r, int64_t j, double m) {
  return j >= 0 && j < r->w->keys && r->see[j] ? -zoo_right.weight(r, (double)j, m) : 0;
}
static double without_first(const zoo_row *r, double m) { return without_key(r, 0, m); }
static double without_last(const zoo_row *r, double m) { return without_key(r, r->length - 1, m); }
static double undivided(const zoo_row *r, double x, double l) { return (void)r, (void)l, x; }
static double by_keys(const zoo_row *r, double x, double l) { return (void)l, x / (double)r->w->keys; }
static double by_number(const zoo_row *r, double x, double l) { return l == 0 ? 0 : x / (l + r->number); }
static double by_nan_is_0(const zoo_row *r, double x, double l) { return isnan(l) ? 0 : zoo_right.share(r, x, l); }
static double by_at_least(const zoo_row *r, double x, double l) { return l == 0 ? 0 : x / fmax(l, r->number); }
static double by_root(const zoo_row *r, double x, double l) { return (void)r, l == 0 ? 0 : x / sqrt(l); }
static double squared(const zoo_row *r, double x, double l) { return (void)r, l == 0 ? 0 : x / (l * l); }
static double flushed(const zoo_row *r, double j, double m) {
  const double p = zoo_right.weight(r, j, m);
  return p < exp(-r->number) ? 0 : p;
}
static double cut_score(const zoo_row *r, double j, double m) {
  return r->see[(int64_t)j] ? zoo_exp(r, fmax(r->score[(int64_t)j] - m, -r->number)) : 0;
}
/* An online softmax drops keys by the largest score so far. */
static double flushed_so_far(const zoo_row *r, double j, double m) {
  double largest = -HUGE_VAL;
  for (int64_t before = 0; before <= (int64_t)j; before++)
    if (r->see[before]) largest = fmax(largest, r->score[before]);
  return r->score[(int64_t)j] < largest - r->number ? 0 : zoo_right.weight(r, j, m);
}
static double flushed_in_tiles(const zoo_row *r, double j, double m) {
  return r->score[(int64_t)j] < m - r->number ? 0 : zoo_right.weight(r, j, m);
}
/* The last key of the length counts for the padding after it too. */
static double last_repeated(const zoo_row *r, double j, double m) {
  const int64_t n = (int64_t)r->number, padding = (n - r->length % n) % n;
  const double p = zoo_right.weight(r, j, m);
  return (int64_t)j == r->length - 1 ? p * (double)(1 + padding) : p;
}
static double linear(const zoo_row *r, double j, double m) {
  return r->see[(int64_t)j] ? fmax(1 + r->score[(int64_t)j] - m, 0) : 0;
}

/* ---- rescaling between tiles */

static double one(const zoo_row *r, double before, double after) { return (void)r, (void)before, (void)after, 1; }
static double one_after_first(const zoo_row *r, double before, double after) {
  return before == -HUGE_VAL ? zoo_right.rescale(r, before, after) : 1;
}
static double inverse(const zoo_row *r, double before, double after) {
  return before == -HUGE_VAL ? 0 : zoo_exp(r, after - before);
}
static double in_base_2(const zoo_row *r, double before, double after) { return zoo_exp(r, (before - after) / LOG2_E); }
static double times_log2e(const zoo_row *r, double before, double after) {
  return zoo_exp(r, (before - after) * LOG2_E);
}
static double not_in_last(const zoo_row *r, double before, double after) {
  return r->to == r->w->keys && before != -HUGE_VAL ? 1 : zoo_right.rescale(r, before, after);
}
static double not_at_tile(const zoo_row *r, double before, double after, int64_t tile) {
  return r->from == tile * r->tile && before != -HUGE_VAL ? 1 : zoo_right.rescale(r, before, after);
}
static double not_in_second(const zoo_row *r, double before, double after) { return not_at_tile(r, before, after, 1); }
static double not_in_third(const zoo_row *r, double before, double after) { return not_at_tile(r, before, after, 2); }
static double right_rescale(const zoo_row *r, double before, double after) {
  return zoo_right.rescale(r, before, after);
}
static double merged_in_base_2(const zoo_row *r, double range, double largest) {
  return range == -HUGE_VAL ? 0 : zoo_exp(r, (range - largest) / LOG2_E);
}
static double merged_with_empty(const zoo_row *r, double range, double largest) {
  return (void)r, (void)range, (void)largest, 1;
}
static double merged_by_denominator(const zoo_row *r, double range, double largest) {
  return (void)largest, isfinite(range) ? r->part[r->range].l : 0;
}
static double merged_evenly(const zoo_row *r, double range, double largest) {
  return (void)r, (void)largest, range == -HUGE_VAL ? 0 : 1;
}

/* NaN if any of these ranges, each of some keys, has no visible key. */
static double nan_by(const zoo_row *r, double x, int64_t ranges, int64_t keys) {
  bool empty = false;
  for (int64_t n = 0; n < ranges && !empty; n++) {
    const int64_t end = (n + 1) * keys < r->w->keys ? (n + 1) * keys : r->w->keys;
    empty = zoo_sees_none(r, n * keys, end);
  }
  return empty ? (double)NAN : x;
}
static double nan_by_ranges(const zoo_row *r, double x) {
  const int64_t ranges = (int64_t)r->number;
  return nan_by(r, x, ranges, (r->w->keys + ranges - 1) / ranges);
}
static double nan_by_keys(const zoo_row *r, double x) {
  const int64_t keys = (int64_t)r->number;
  return nan_by(r, x, (r->w->keys + keys - 1) / keys, keys);
}
static double unless_small(const zoo_row *r, double before, double after) {
  return before != -HUGE_VAL && after - before < r->number ? 1 : zoo_right.rescale(r, before, after);
}

/* ---- sinks */

static double sink_at(const zoo_row *r, int64_t h) { return r->w->problem->sink[h]; }
static double sink_0(const zoo_row *r, int64_t j) { return (void)j, sink_at(r, 0); }
static double sink_of_next(const zoo_row *r, int64_t j) {
  return (void)j, sink_at(r, zoo_within(r->h + 1, r->w->q_heads));
}
static double sink_of_kv_head(const zoo_row *r, int64_t j) { return (void)j, sink_at(r, r->h / zoo_group(r)); }
static double sink_of_mod(const zoo_row *r, int64_t j) { return (void)j, sink_at(r, r->h % r->w->kv_heads); }
static double sink_scaled(const zoo_row *r, int64_t j) { return (void)j, sink_at(r, r->h) * r->w->scale; }
static double sink_in_base_2(const zoo_row *r, int64_t j) { return (void)j, sink_at(r, r->h) / LOG2_E; }
static double sink_times_log2e(const zoo_row *r, int64_t j) { return (void)j, sink_at(r, r->h) * LOG2_E; }
static double sink_negated(const zoo_row *r, int64_t j) { return (void)j, -sink_at(r, r->h); }
static double n_times(const zoo_row *r, double m) { return r->number * zoo_exp(r, r->step.sink(r, 0) - m); }
static double group_times(const zoo_row *r, double m) {
  return (double)zoo_group(r) * zoo_exp(r, r->step.sink(r, 0) - m);
}
static double tiles_times(const zoo_row *r, double m) {
  const int64_t n = (int64_t)r->number;
  const int64_t tiles = (r->w->keys + n - 1) / n;
  return (double)tiles * zoo_exp(r, r->step.sink(r, 0) - m);
}
static double not_shifted(const zoo_row *r, double m) {
  return sees_none(r) ? zoo_right.sink_weight(r, m) : zoo_exp(r, r->step.sink(r, 0));
}
static double plain_sink(const zoo_row *r, double m) { return (void)m, r->step.sink(r, 0); }
static double exp_0(const zoo_row *r, double m) { return zoo_exp(r, -m); }
static double keep(const zoo_row *r, double m) { return m == -HUGE_VAL ? zoo_right.sink_top(r, m) : m; }
static double sink_unless_empty(const zoo_row *r, double m) { return sees_none(r) ? 0 : zoo_right.sink_weight(r, m); }

/* ---- lse */

static double right_lse(const zoo_row *r, double m, double l) { return zoo_right.lse(r, m, l); }
static double lse_2(const zoo_row *r, double m, double l) { return right_lse(r, m, l) * LOG2_E; }
static double lse_times_log_2(const zoo_row *r, double m, double l) { return right_lse(r, m, l) / LOG2_E; }
static double lse_without_max(const zoo_row *r, double m, double l) {
  return (void)r, (void)m, l == 0 ? -HUGE_VAL : log(l);
}
static double lse_max(const zoo_row *r, double m, double l) { return (void)r, (void)l, m; }
static double lse_minus_max(const zoo_row *r, double m, double l) { return (void)r, l == 0 ? -HUGE_VAL : log(l) - m; }
static double lse_max_minus_log(const zoo_row *r, double m, double l) {
  return (void)r, l == 0 ? -HUGE_VAL : m - log(l);
}
static double lse_not_logged(const zoo_row *r, double m, double l) { return (void)r, l == 0 ? -HUGE_VAL : m + l; }
static double lse_log2_sum(const zoo_row *r, double m, double l) {
  return (void)r, l == 0 ? -HUGE_VAL : m + LOG2_E * log(l);
}
static double lse_log2_max(const zoo_row *r, double m, double l) {
  return (void)r, l == 0 ? -HUGE_VAL : m * LOG2_E + log(l);
}
static double lse_ln2_max(const zoo_row *r, double m, double l) {
  return (void)r, l == 0 ? -HUGE_VAL : m / LOG2_E + log(l);
}
static double lse_sum(const zoo_row *r, double m, double l) { return (void)m, (void)r, l; }
static double lse_log10(const zoo_row *r, double m, double l) { return right_lse(r, m, l) / log(10); }
static double lse_negative(const zoo_row *r, double m, double l) { return -right_lse(r, m, l); }
static double lse_exp(const zoo_row *r, double m, double l) { return zoo_round(r, exp(right_lse(r, m, l))); }
static double lse_unscaled_max(const zoo_row *r, double m, double l) {
  return l == 0 ? -HUGE_VAL : m / r->w->scale + log(l);
}
static double lse_scaled_max(const zoo_row *r, double m, double l) {
  return l == 0 ? -HUGE_VAL : m * r->w->scale + log(l);
}
static double lse_scaled(const zoo_row *r, double m, double l) { return right_lse(r, m, l) * r->w->scale; }
static double lse_unscaled(const zoo_row *r, double m, double l) { return right_lse(r, m, l) / r->w->scale; }
static double lse_plus(const zoo_row *r, double m, double l) { return right_lse(r, m, l) + r->number; }
static double lse_times(const zoo_row *r, double m, double l) { return right_lse(r, m, l) * r->number; }
static double lse_mean(const zoo_row *r, double m, double l) { return right_lse(r, m, l) - log((double)r->w->keys); }
static double lse_without_sink(const zoo_row *r, double m, double l) {
  const double rest = r->w->problem->sink != NULL ? l - zoo_right.sink_weight(r, m) : l;
  return rest <= 0 ? -HUGE_VAL : m + log(rest);
}
static double lse_in_half(const zoo_row *r, double m, double l) { return zoo_round_to(ATTEST_F16, right_lse(r, m, l)); }
static double lse_in_bf16(const zoo_row *r, double m, double l) {
  return zoo_round_to(ATTEST_BF16, right_lse(r, m, l));
}
static int64_t rows_first(const zoo_row *r) { return r->i * r->w->q_heads + r->h; }
static int64_t heads_first(const zoo_row *r) {
  const int64_t n = r->h * r->w->q_len + r->i;
  return n % r->w->q_heads * r->w->q_len + n / r->w->q_heads;
}
static double lse_empty_0(const zoo_row *r, double m, double l) { return l == 0 ? 0 : right_lse(r, m, l); }
static double lse_empty_nan(const zoo_row *r, double m, double l) { return l == 0 ? (double)NAN : right_lse(r, m, l); }
static double lse_empty_plus(const zoo_row *r, double m, double l) { return l == 0 ? HUGE_VAL : right_lse(r, m, l); }
static double lse_empty_number(const zoo_row *r, double m, double l) { return l == 0 ? r->number : right_lse(r, m, l); }

/* ---- outputs */

static double empty_nan(const zoo_row *r, double x) { return sees_none(r) ? (double)NAN : x; }
static double divided_nan(const zoo_row *r, double x, double l) { return (void)r, x / l; }
static double divided(const zoo_row *r, double x, double l) { return sees_none(r) ? 0 : x / l; }
static double all_alike(const zoo_row *r, double j, double m) {
  return sees_none(r) ? (void)m, (void)j, 1 : zoo_right.weight(r, j, m);
}
static double all_alike_in_length(const zoo_row *r, double j, double m) {
  return sees_none(r) ? (void)m, (double)(j < (double)r->length) : zoo_right.weight(r, j, m);
}
static bool first_if_none(const zoo_row *r, int64_t j) {
  bool none = j == 0 && zoo_right.unbiased(r, j);
  for (int64_t other = 0; none && other < r->w->keys; other++) none = !zoo_right.visible(r, other);
  return none || zoo_right.visible(r, j);
}
static bool reads_if_empty(const zoo_row *r, int64_t j) { return r->see[j] || sees_none(r); }
static double first_if_empty(const zoo_row *r, double j, double m) {
  return sees_none(r) ? (void)m, (double)(j < 0.5) : zoo_right.weight(r, j, m);
}
static double own_if_empty(const zoo_row *r, int64_t j) {
  return sees_none(r) ? r->step.cap(r, r->step.dot(r, j) * r->step.scale(r, j)) : -HUGE_VAL;
}
static double times(const zoo_row *r, double x) { return x * r->number; }
static double absolute(const zoo_row *r, double x) { return (void)r, fabs(x); }
static double swallow(const zoo_row *r, double x) { return (void)r, isnan(x) ? 0 : x; }
static double not_nan(const zoo_row *r, double m, double s) { return (void)r, isnan(s) || s <= m ? m : s; }
static double nan_is_0(const zoo_row *r, double j, double m) {
  const double p = zoo_right.weight(r, j, m);
  return isnan(p) ? 0 : p;
}
static bool stores_below(const zoo_row *r, int64_t c) { return c < (int64_t)r->number; }
static bool stores_whole(const zoo_row *r, int64_t c) {
  return c < r->w->d_v / (int64_t)r->number * (int64_t)r->number;
}
static bool stores_all_but_last(const zoo_row *r, int64_t c) { return c < r->w->d_v - 1; }
static bool stores_rows_whole(const zoo_row *r, int64_t c) {
  return (void)c, r->i < r->w->q_len / (int64_t)r->number * (int64_t)r->number;
}
static bool stores_rows_but_last(const zoo_row *r, int64_t c) { return (void)c, r->i < r->w->q_len - 1; }
static bool never(const zoo_row *r, int64_t c) { return (void)r, (void)c, false; }
static bool in_whole_rows(const zoo_row *r) { return r->i < r->w->q_len / (int64_t)r->number * (int64_t)r->number; }
static double zero_after_whole(const zoo_row *r, double x) { return in_whole_rows(r) ? x : 0; }
static double lse_0_after_whole(const zoo_row *r, double m, double l) {
  return in_whole_rows(r) ? right_lse(r, m, l) : 0;
}
static bool stores_if_seen(const zoo_row *r, int64_t c) { return (void)c, !sees_none(r); }
static bool stores_batch_0(const zoo_row *r, int64_t c) { return (void)c, r->b == 0; }
static bool stores_head_0(const zoo_row *r, int64_t c) { return (void)c, r->h == 0; }
static bool stores_row_0(const zoo_row *r, int64_t c) { return (void)c, r->i == 0; }
static bool stores_rows_below(const zoo_row *r, int64_t c) { return (void)c, r->i < (int64_t)r->number; }
static double weigh_visible(const zoo_row *r, double j, double m) { return zoo_right.weight(r, j, m); }

static const cause causes[] = {
    {"sink-ignored", "the sink is ignored", .steps = {.sink_top = same, .sink_weight = zero}},
    {"sink-n-times", "the sink counts {} times", {2, 3, 4, 8, 0.5}, .steps = {.sink_weight = n_times}},
    {"sink-group-times", "the sink counts once for every head of a group", .steps = {.sink_weight = group_times}},
    {"sink-tile-times",
     "the sink counts once for every tile of {} keys",
     {8, 16, 32, 64, 128, 48, 96},
     .steps = {.sink_weight = tiles_times}},
    {"sink-of-head-0", "the sink of head 0 is used for every head", .steps = {.sink = sink_0}},
    {"sink-of-next", "the sink of the next head is used", .steps = {.sink = sink_of_next}},
    {"sink-of-kv-head", "the sink is read at the kv head, not at the query head", .steps = {.sink = sink_of_kv_head}},
    {"sink-of-head-mod", "the sink is read at head h mod kv_heads", .steps = {.sink = sink_of_mod}},
    {"sink-scaled", "the sink is multiplied by the scale", .steps = {.sink = sink_scaled}},
    {"sink-in-base-2", "the sink is in base 2 without log2(e)", .steps = {.sink = sink_in_base_2}},
    {"sink-times-log2e", "the sink is multiplied by log2(e)", .steps = {.sink = sink_times_log2e}},
    {"sink-negated", "the sink has the wrong sign", .steps = {.sink = sink_negated}},
    {"sink-not-shifted", "the maximum is not subtracted from the sink",
     .steps = {.sink_weight = not_shifted, .sink_top = keep}},
    {"sink-not-exponential", "the sink itself, not its exponential, is added to the denominator",
     .steps = {.sink_weight = plain_sink}},
    {"sink-0", "the sink is 0 whatever was given", .steps = {.sink_weight = exp_0}},
    {"sink-not-if-empty", "the sink is ignored in rows that see no key", .steps = {.sink_weight = sink_unless_empty}},
    {"sink-not-in-max", "the sink is not in the maximum: its exponential overflows", .overflows = true,
     .steps = {.sink_top = keep}},
    {"max-from-0", "the maximum begins at 0: where all scores are below, they are not shifted and weights underflow",
     .overflows = true, .form = ZOO_TILED, .steps = {.lowest = zero}},
    {"max-from-0-divided",
     "the maximum begins at 0: where all scores are far below, all weights underflow, and 0/0 is NaN",
     .overflows = true, .form = ZOO_TILED, .steps = {.lowest = zero, .share = divided}},
    {"max-from",
     "the maximum begins at {}: lower scores are not shifted, and their weights underflow",
     {-1e4, -1e5, -5e4, -1000, -100, -65504, -1},
     .overflows = true,
     .form = ZOO_TILED,
     .steps = {.lowest = from_lowest}},
    {"max-none", "no maximum is subtracted: exp overflows or underflows", .overflows = true,
     .steps = {.lowest = zero, .top = zero, .sink_top = zero}},
    {"max-none-divided", "no maximum is subtracted: exp overflows, or all weights underflow and 0/0 is NaN",
     .overflows = true, .form = ZOO_TILED, .steps = {.lowest = zero, .top = zero, .sink_top = zero, .share = divided}},
    {"max-smallest", "the smallest score is subtracted, not the largest: exp overflows", .overflows = true,
     .steps = {.top = smallest}},
    {"max-of-first-key", "the score of key 0 is subtracted, not the maximum: exp overflows or underflows",
     .overflows = true, .steps = {.top = of_first_key}},
    {"max-without-rest",
     "the maximum leaves out the last keys, mod {}: their exp overflows",
     {4, 8, 16, 2, 32, 64},
     .overflows = true,
     .steps = {.top = without_rest}},
    {"max-without-last-key", "the maximum leaves out the last key: its exp overflows", .overflows = true,
     .steps = {.top = without_last_key}},
    {"max-without-key-0", "the maximum leaves out key 0: its exp overflows", .overflows = true,
     .steps = {.top = without_key_0}},
    {"max-of-first-tile",
     "the maximum of the first tile of {} keys is subtracted: later scores overflow",
     {4, 8, 16, 32, 64, 128, 48, 96},
     .is_tile = true,
     .overflows = true,
     .form = ZOO_TILED,
     .steps = {.top = of_first_tile}},
    {"max-of-tile",
     "each tile of {} keys forgets the maximum of those before: exp overflows",
     {4, 8, 16, 32, 64, 128, 48, 96},
     .is_tile = true,
     .overflows = true,
     .form = ZOO_TILED,
     .steps = {.top = of_the_tile}},
    {"rescale-missing",
     "sums of a tile of {} keys are not rescaled when the maximum moves",
     {1, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale = one_after_first}},
    {"rescale-total-missing",
     "the denominator is not rescaled when the maximum moves (tiles of {} keys); the output is",
     {1, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale_total = one_after_first}},
    {"rescale-output-missing",
     "the output is not rescaled when the maximum moves (tiles of {} keys); the denominator is",
     {1, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale = one, .rescale_total = right_rescale}},
    {"rescale-inverse",
     "sums of a tile of {} keys are rescaled by exp(new - old), not exp(old - new)",
     {1, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale = inverse}},
    {"rescale-not-in-last",
     "sums are not rescaled for the last tile of {} keys",
     {4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale = not_in_last}},
    {"rescale-not-in-second",
     "sums are not rescaled for the second tile of {} keys",
     {4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale = not_in_second}},
    {"rescale-not-in-third",
     "sums are not rescaled for the third tile of {} keys",
     {4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale = not_in_third}},
    {"rescale-in-base-2",
     "sums of a tile of {} keys are rescaled in base 2 without log2(e)",
     {1, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale = in_base_2}},
    {"rescale-times-log2e",
     "sums of a tile of {} keys are rescaled by the log2(e)-th power",
     {1, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.rescale = times_log2e}},
    {"rescale-not-if-small-8",
     "sums of a tile of 8 keys are not rescaled where the maximum rises by less than {}, though the new maximum is "
     "used",
     {0.5, 1, 2, 4, 8, 0.1, 10},
     .tile = 8,
     .form = ZOO_TILED,
     .steps = {.rescale = unless_small}},
    {"rescale-not-if-small-16",
     "sums of a tile of 16 keys are not rescaled where the maximum rises by less than {}, though the new maximum is "
     "used",
     {0.5, 1, 2, 4, 8, 0.1, 10},
     .tile = 16,
     .form = ZOO_TILED,
     .steps = {.rescale = unless_small}},
    {"rescale-not-if-small-32",
     "sums of a tile of 32 keys are not rescaled where the maximum rises by less than {}, though the new maximum is "
     "used",
     {0.5, 1, 2, 4, 8, 0.1, 10},
     .tile = 32,
     .form = ZOO_TILED,
     .steps = {.rescale = unless_small}},
    {"rescale-not-if-small-64",
     "sums of a tile of 64 keys are not rescaled where the maximum rises by less than {}, though the new maximum is "
     "used",
     {0.5, 1, 2, 4, 8, 0.1, 10},
     .tile = 64,
     .form = ZOO_TILED,
     .steps = {.rescale = unless_small}},
    {"rescale-not-if-small-128",
     "sums of a tile of 128 keys are not rescaled where the maximum rises by less than {}, though the new maximum is "
     "used",
     {0.5, 1, 2, 4, 8, 0.1, 10},
     .tile = 128,
     .form = ZOO_TILED,
     .steps = {.rescale = unless_small}},
    {"merge-in-base-2",
     "{} ranges of the keys are merged by weights in base 2 without log2(e)",
     {2, 3, 4, 8, 16, 32},
     .is_splits = true,
     .form = ZOO_SPLIT,
     .steps = {.merge_weight = merged_in_base_2}},
    {"merge-by-denominator",
     "{} ranges of the keys are merged by their denominators, without their maxima",
     {4, 2, 8, 3, 16, 32},
     .is_splits = true,
     .form = ZOO_SPLIT,
     .steps = {.merge_weight = merged_by_denominator}},
    {"merge-evenly",
     "{} ranges of the keys are merged with equal weights",
     {2, 3, 4, 8, 16, 32},
     .is_splits = true,
     .form = ZOO_SPLIT,
     .steps = {.merge_weight = merged_evenly}},
    {"merge-evenly-with-empty",
     "{} ranges of the keys are merged with equal weights, empty ranges too",
     {2, 3, 4, 8, 16, 32},
     .is_splits = true,
     .form = ZOO_SPLIT,
     .steps = {.merge_weight = merged_with_empty}},
    {"padding-counted",
     "keys are padded to a multiple of {}, and the padding counts in the denominator with score 0",
     {2, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .steps = {.tail = padding_of_0}},
    {"padding-of-length-counted",
     "kv_len is padded to a multiple of {}, and the padding counts in the denominator with score 0",
     {2, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .steps = {.tail = padding_of_length}},
    {"phantoms",
     "{} keys too many count in the denominator, with score 0",
     {1, 2, -1},
     MEASURE_PHANTOMS,
     .steps = {.tail = n_of_0}},
    {"denominator-plus",
     "{} is added to the denominator",
     {1e-6, 1e-5, 1e-8, 1e-3, 1e-2, 0.1, 1e-4},
     MEASURE_TERMS,
     .steps = {.share = by_number}},
    {"denominator-plus-in-sum",
     "{} is added to the sum of exponentials",
     {1},
     MEASURE_TERMS,
     .steps = {.tail = n_of_1}},
    {"denominator-without-first", "key 0 is not in the denominator", .steps = {.tail = without_first}},
    {"denominator-without-last", "the last key is not in the denominator", .steps = {.tail = without_last}},
    {"denominator-nan-is-0", "the output is 0 where the denominator is NaN", .form = ZOO_TILED,
     .steps = {.share = by_nan_is_0}},
    {"denominator-at-least", "the denominator is at least {}", {1, 2, 1e-3, 4, 8}, .steps = {.share = by_at_least}},
    {"denominator-missing", "the sums are not divided by the denominator", .form = ZOO_TILED,
     .steps = {.share = undivided}},
    {"denominator-keys", "the sums are divided by the number of keys, not by the denominator", .form = ZOO_TILED,
     .steps = {.share = by_keys}},
    {"denominator-root", "the sums are divided by the root of the denominator", .form = ZOO_TILED,
     .steps = {.share = by_root}},
    {"denominator-squared", "the sums are divided twice by the denominator", .form = ZOO_TILED,
     .steps = {.share = squared}},
    {"exp-flushed",
     "weights below exp(-{}) of the largest are 0",
     {10, 16, 20, 5, 8, 12, 15, 25, 30},
     MEASURE_CUT,
     .steps = {.weight = flushed}},
    {"exp-flushed-so-far",
     "keys whose score is more than {} below the largest so far have weight 0",
     {8, 10, 5, 12, 15, 16, 20, 25, 30},
     MEASURE_CUT,
     .steps = {.weight = flushed_so_far}},
    {"exp-flushed-in-tiles-of-16",
     "keys whose score is more than {} below the largest so far (tiles of 16 keys) have weight 0",
     {8, 10, 5, 12, 15, 16, 20, 25, 30},
     MEASURE_CUT,
     .tile = 16,
     .form = ZOO_TILED,
     .steps = {.weight = flushed_in_tiles}},
    {"exp-flushed-in-tiles-of-32",
     "keys whose score is more than {} below the largest so far (tiles of 32 keys) have weight 0",
     {8, 10, 5, 12, 15, 16, 20, 25, 30},
     MEASURE_CUT,
     .tile = 32,
     .form = ZOO_TILED,
     .steps = {.weight = flushed_in_tiles}},
    {"exp-flushed-in-tiles-of-64",
     "keys whose score is more than {} below the largest so far (tiles of 64 keys) have weight 0",
     {8, 10, 5, 12, 15, 16, 20, 25, 30},
     MEASURE_CUT,
     .tile = 64,
     .form = ZOO_TILED,
     .steps = {.weight = flushed_in_tiles}},
    {"exp-flushed-in-tiles-of-128",
     "keys whose score is more than {} below the largest so far (tiles of 128 keys) have weight 0",
     {8, 10, 5, 12, 15, 16, 20, 25, 30},
     MEASURE_CUT,
     .tile = 128,
     .form = ZOO_TILED,
     .steps = {.weight = flushed_in_tiles}},
    {"last-key-repeated",
     "the last tile of {} keys is filled up with its last key, which counts several times",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.weight = last_repeated}},
    {"exp-clamped",
     "score - maximum is clamped to at least -{}",
     {10, 16, 20, 5, 8, 12, 15, 25, 30, 50},
     .steps = {.weight = cut_score}},
    {"exp-linear", "exp(x) is replaced by 1 + x", .steps = {.weight = linear}},
    {"hidden-in-maximum-nan",
     "the maximum is taken over hidden keys too: weights of visible keys underflow, and NaN of hidden keys spreads",
     .overflows = true, .steps = {.hidden = zoo_own_score, .weight = weigh_visible}},
    {"empty-nan", "rows that see no key return NaN", .steps = {.correction = empty_nan, .lse = lse_empty_nan}},
    {"empty-out-nan", "rows that see no key return NaN; their lse is right", .steps = {.correction = empty_nan}},
    {"empty-divided", "rows that see no key are divided by 0: NaN", .form = ZOO_TILED, .steps = {.share = divided_nan}},
    {"empty-mean", "rows that see no key return the mean of all values",
     .steps = {.hidden = own_if_empty, .weight = all_alike, .reads = reads_if_empty}},
    {"empty-mean-of-length", "rows that see no key return the mean of the values within kv_len",
     .steps = {.hidden = own_if_empty, .weight = all_alike_in_length, .reads = reads_if_empty}},
    {"empty-first", "rows that see no key return the first value",
     .steps = {.hidden = own_if_empty, .weight = first_if_empty, .reads = reads_if_empty}},
    {"empty-sees-first", "rows that see no key see the first one", .steps = {.visible = first_if_none}},
    {"empty-sees-all", "rows that see no key see all keys",
     .steps = {.hidden = own_if_empty, .weight = zoo_weigh_all, .reads = reads_if_empty}},
    {"split-empty-nan",
     "a range without a visible key, of {} ranges of keys, makes the row NaN",
     {2, 3, 4, 8, 16, 32},
     .steps = {.correction = nan_by_ranges}},
    {"split-and-row-empty-nan",
     "a range without a visible key, of {} ranges of keys, makes the row NaN, and lse too where all are empty",
     {2, 3, 4, 8, 16, 32},
     .steps = {.correction = nan_by_ranges, .lse = lse_empty_nan}},
    {"split-of-keys-empty-nan",
     "a range of {} keys without a visible key makes the row NaN",
     {16, 32, 64, 128, 256, 512},
     .steps = {.correction = nan_by_keys}},
    {"nan-swallowed", "NaN in the output is replaced by 0", .steps = {.correction = swallow}},
    {"nan-not-in-maximum", "NaN is dropped by the maximum and its weight is 0",
     .steps = {.higher = not_nan, .weight = nan_is_0}},
    {"lse-base-2", "lse is in base 2: it is multiplied by log2(e)", .steps = {.lse = lse_2}},
    {"lse-times-log-2", "lse is multiplied by log(2)", .steps = {.lse = lse_times_log_2}},
    {"lse-without-max", "lse is log(sum): the maximum is not added", .steps = {.lse = lse_without_max}},
    {"lse-minus-max", "lse is log(sum) - maximum", .steps = {.lse = lse_minus_max}},
    {"lse-max-minus-log", "lse is maximum - log(sum)", .steps = {.lse = lse_max_minus_log}},
    {"lse-max", "lse is the maximum alone", .steps = {.lse = lse_max}},
    {"lse-sum-not-logged", "lse is maximum + sum: the logarithm is missing", .steps = {.lse = lse_not_logged}},
    {"lse-sum", "lse is the sum of exponentials", .steps = {.lse = lse_sum}},
    {"lse-exp", "lse is exp(lse): the logarithm is missing", .steps = {.lse = lse_exp}},
    {"lse-log2-of-sum", "lse is maximum + log2(sum): bases are mixed", .steps = {.lse = lse_log2_sum}},
    {"lse-log2-of-max", "lse is the maximum in base 2 + log(sum): bases are mixed", .steps = {.lse = lse_log2_max}},
    {"lse-ln2-of-max", "lse is log(2) times the maximum + log(sum): bases are mixed", .steps = {.lse = lse_ln2_max}},
    {"lse-base-10", "lse is in base 10", .steps = {.lse = lse_log10}},
    {"lse-negative", "lse has the wrong sign", .steps = {.lse = lse_negative}},
    {"lse-unscaled-max", "the maximum in lse is not scaled", .steps = {.lse = lse_unscaled_max}},
    {"lse-scaled-max", "the maximum in lse is scaled twice", .steps = {.lse = lse_scaled_max}},
    {"lse-scaled", "lse is multiplied by the scale", .steps = {.lse = lse_scaled}},
    {"lse-unscaled", "lse is divided by the scale", .steps = {.lse = lse_unscaled}},
    {"lse-without-sink", "the sink is not in lse", .steps = {.lse = lse_without_sink}},
    {"lse-mean", "log(keys) is subtracted from lse", .steps = {.lse = lse_mean}},
    {"lse-transposed", "heads and queries of lse are swapped", .steps = {.lse_row = rows_first}},
    {"lse-in-f16", "lse is rounded to f16", .steps = {.lse = lse_in_half}},
    {"lse-in-bf16", "lse is rounded to bf16", .steps = {.lse = lse_in_bf16}},
    {"lse-plus", "lse is too large by {}", .measure = MEASURE_LSE_PLUS, .steps = {.lse = lse_plus}},
    {"lse-times", "lse is multiplied by {}", .measure = MEASURE_LSE_TIMES, .steps = {.lse = lse_times}},
    {"lse-empty-0", "lse of rows that see no key is 0, not -infinity", .steps = {.lse = lse_empty_0}},
    {"lse-empty-nan", "lse of rows that see no key is NaN, not -infinity", .steps = {.lse = lse_empty_nan}},
    {"lse-empty-plus", "lse of rows that see no key is +infinity, not -infinity", .steps = {.lse = lse_empty_plus}},
    {"lse-empty-number",
     "lse of rows that see no key is {}, not -infinity",
     {-3.4028234663852886e38, -1e30, -1e4, -1e9, -1e38, -1e20, -65504, -1e10, -1e6, -1e5, -1e3},
     .steps = {.lse = lse_empty_number}},
    {"out-times",
     "the output is multiplied by {}",
     {0.5, 2, 1.4426950408889634, 0.6931471805599453},
     MEASURE_OUTPUT,
     .steps = {.correction = times}},
    {"out-zero", "the output is 0", .steps = {.correction = zero}},
    {"out-absolute", "the output has lost its sign", .steps = {.correction = absolute}},
    {"out-unwritten", "out is not written", .steps = {.stores = never}},
    {"out-columns-below",
     "only the first {} columns of out are written",
     {4, 8, 16, 32, 64, 128, 256, 48, 96},
     .steps = {.stores = stores_below}},
    {"out-columns-whole",
     "columns of out after the last whole {} are not written",
     {2, 4, 8, 16, 32, 64},
     .steps = {.stores = stores_whole}},
    {"out-last-column", "the last column of out is not written", .steps = {.stores = stores_all_but_last}},
    {"out-rows-whole",
     "queries after the last whole tile of {} are not written",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.stores = stores_rows_whole}},
    {"rows-whole",
     "queries after the last whole tile of {} are not computed: neither out nor lse is written",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.stores = stores_rows_whole, .stores_lse = stores_rows_whole}},
    {"rows-whole-zero",
     "queries after the last whole tile of {} are not computed: out and lse are 0",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.correction = zero_after_whole, .lse = lse_0_after_whole}},
    {"rows-whole-out-zero",
     "out is 0 for queries after the last whole tile of {}",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.correction = zero_after_whole}},
    {"rows-empty", "rows that see no key are not written",
     .steps = {.stores = stores_if_seen, .stores_lse = stores_if_seen}},
    {"out-rows-empty", "out of rows that see no key is not written; their lse is right",
     .steps = {.stores = stores_if_seen}},
    {"rows-of-batch-0", "only batch 0 is written", .steps = {.stores = stores_batch_0, .stores_lse = stores_batch_0}},
    {"rows-of-head-0", "only head 0 is written", .steps = {.stores = stores_head_0, .stores_lse = stores_head_0}},
    {"rows-of-query-0", "only query 0 is written", .steps = {.stores = stores_row_0, .stores_lse = stores_row_0}},
    {"rows-below",
     "only the first {} queries are written",
     {2, 4, 8, 16, 32, 64, 128, 256, 1024},
     .steps = {.stores = stores_rows_below, .stores_lse = stores_rows_below}},
    {"rows-none", "neither out nor lse is written", .steps = {.stores = never, .stores_lse = never}},
    {"lse-unwritten", "lse is not written", .steps = {.stores_lse = never}},
    {"out-transposed", "heads and queries of out are swapped, as if memory had another order",
     .steps = {.out_row = rows_first}},
    {"out-transposed-back", "queries and heads of out are swapped, as if memory had another order",
     .steps = {.out_row = heads_first}},
    {"out-last-row", "the last query is not written", .steps = {.stores = stores_rows_but_last}},
};

const cause_family cause_sums = {"sums", causes, sizeof causes / sizeof causes[0]};
