/* Causes: the scores, s = cap(scale * q . k) + bias. */
#include "check/judge/convention.h"
#include "check/zoo/cause.h"

static double softcap(const zoo_row *r) { return r->w->problem->softcap; }
static double product(const zoo_row *r, int64_t j) { return zoo_round(r, r->step.dot(r, j) * r->step.scale(r, j)); }
static double bias(const zoo_row *r, int64_t j) { return r->w->bias != NULL ? r->step.bias(r, j) : 0; }
static double capped(const zoo_row *r, int64_t j) { return r->step.cap(r, product(r, j)); }

/* ---- scale */

static double root(double n) { return 1 / sqrt(n); }
static double default_scale(const zoo_row *r, int64_t j) { return (void)j, root((double)r->w->d_k); }
static double unscaled(const zoo_row *r, int64_t j) { return (void)r, (void)j, 1; }
static double of_d_v(const zoo_row *r, int64_t j) {
  return (void)j, r->w->problem->scale == 0 ? root((double)r->w->d_v) : r->w->scale;
}
static double of_keys(const zoo_row *r, int64_t j) {
  return (void)j, r->w->problem->scale == 0 ? root((double)r->w->keys) : r->w->scale;
}
static double of_whole_root(const zoo_row *r, int64_t j) {
  return r->w->problem->scale == 0 ? 1 / floor(sqrt((double)r->w->d_k)) : zoo_right.scale(r, j);
}
static double without_root(const zoo_row *r, int64_t j) {
  return (void)j, r->w->problem->scale == 0 ? 1 / (double)r->w->d_k : r->w->scale;
}
static double of_padded(const zoo_row *r, int64_t j) {
  const int64_t n = (int64_t)r->number, padded = (r->w->d_k + n - 1) / n * n;
  return (void)j, r->w->problem->scale == 0 ? root((double)padded) : r->w->scale;
}
static double of_model(const zoo_row *r, int64_t j) {
  return (void)j, r->w->problem->scale == 0 ? root((double)(r->w->d_k * r->w->q_heads)) : r->w->scale;
}
static double reciprocal(const zoo_row *r, int64_t j) { return (void)j, 1 / r->w->scale; }
static double squared(const zoo_row *r, int64_t j) { return (void)j, r->w->scale * r->w->scale; }
static double square_root(const zoo_row *r, int64_t j) { return (void)j, sqrt(fabs(r->w->scale)); }
static double magnitude(const zoo_row *r, int64_t j) { return (void)j, fabs(r->w->scale); }
static double negated(const zoo_row *r, int64_t j) { return (void)j, -r->w->scale; }
static double of_power_of_2(const zoo_row *r, int64_t j) {
  int64_t columns = (int64_t)r->number;
  while (columns < r->w->d_k) columns *= 2;
  return (void)j, r->w->problem->scale != 0 ? r->w->scale : root((double)columns);
}
static double times_default(const zoo_row *r, int64_t j) { return (void)j, r->w->scale * root((double)r->w->d_k); }
static double negative_is_default(const zoo_row *r, int64_t j) {
  return (void)j, r->w->scale < 0 ? root((double)r->w->d_k) : r->w->scale;
}
static double times_number(const zoo_row *r, int64_t j) { return (void)j, r->w->scale * r->number; }
static double constant(const zoo_row *r, int64_t j) { return (void)j, r->number; }
static double all_in_base_2(const zoo_row *r, int64_t j) { return (capped(r, j) + bias(r, j)) / LOG2_E; }
static double all_times_log2e(const zoo_row *r, int64_t j) { return (capped(r, j) + bias(r, j)) * LOG2_E; }

/* ---- softcap */

static double uncapped(const zoo_row *r, double x) { return (void)r, x; }
static double not_multiplied(const zoo_row *r, double x) { return softcap(r) > 0 ? tanh(x / softcap(r)) : x; }
static double not_divided(const zoo_row *r, double x) { return softcap(r) > 0 ? softcap(r) * tanh(x) : x; }
static double clipped(const zoo_row *r, double x) {
  return softcap(r) > 0 ? fmax(-softcap(r), fmin(softcap(r), x)) : x;
}
static double cap_after_bias(const zoo_row *r, int64_t j) { return r->step.cap(r, product(r, j) + bias(r, j)); }
static double cap_before_scale(const zoo_row *r, int64_t j) {
  return r->step.cap(r, r->step.dot(r, j)) * r->step.scale(r, j) + bias(r, j);
}

/* ---- bias */

static double no_bias(const zoo_row *r, int64_t j) { return zoo_right.bias(r, j) == -HUGE_VAL ? -HUGE_VAL : 0; }
static double bias_times(const zoo_row *r, int64_t j) { return zoo_right.bias(r, j) * r->number; }
static double bias_subtracted(const zoo_row *r, int64_t j) {
  const double x = zoo_right.bias(r, j);
  return x == -HUGE_VAL ? x : -x;
}
static double scale_after_bias(const zoo_row *r, int64_t j) {
  return r->step.cap(r, (r->step.dot(r, j) + bias(r, j)) * r->step.scale(r, j));
}
static double bias_scaled(const zoo_row *r, int64_t j) { return capped(r, j) + bias(r, j) * r->step.scale(r, j); }
static double bias_multiplies(const zoo_row *r, int64_t j) {
  return r->w->bias != NULL ? capped(r, j) * bias(r, j) : capped(r, j);
}
static double bias_in_base_2(const zoo_row *r, int64_t j) { return capped(r, j) + bias(r, j) / LOG2_E; }
static double score_in_base_2(const zoo_row *r, int64_t j) { return capped(r, j) * LOG2_E + bias(r, j); }
static double bias_at(const zoo_row *r, int64_t b, int64_t h, int64_t i, int64_t j) {
  return r->w->bias[((b * r->w->q_heads + h) * r->w->q_len + i) * r->w->keys + j];
}
/* Element j of row i, if rows are this far apart. */
static double bias_at_stride(const zoo_row *r, int64_t stride, int64_t j) {
  const int64_t at = r->i * stride + j;
  return at < r->w->q_len * r->w->keys ? bias_at(r, r->b, r->h, at / r->w->keys, at % r->w->keys) : 0;
}
static double bias_rounded_down(const zoo_row *r, int64_t j) {
  const int64_t n = (int64_t)r->number;
  return bias_at_stride(r, r->w->keys / n * n, j);
}
static double bias_rounded_up(const zoo_row *r, int64_t j) {
  const int64_t n = (int64_t)r->number;
  return bias_at_stride(r, (r->w->keys + n - 1) / n * n, j);
}
static double bias_of_head_0(const zoo_row *r, int64_t j) { return bias_at(r, r->b, 0, r->i, j); }
static double bias_of_batch_0(const zoo_row *r, int64_t j) { return bias_at(r, 0, r->h, r->i, j); }
static double bias_of_first(const zoo_row *r, int64_t j) { return bias_at(r, 0, 0, r->i, j); }
static double bias_of_row_0(const zoo_row *r, int64_t j) { return bias_at(r, r->b, r->h, 0, j); }
static double bias_of_kv_head(const zoo_row *r, int64_t j) { return bias_at(r, r->b, zoo_right.kv_head(r), r->i, j); }
static double bias_of_next_row(const zoo_row *r, int64_t j) {
  return bias_at(r, r->b, r->h, zoo_within(r->i + 1, r->w->q_len), j);
}
static double bias_of_next_key(const zoo_row *r, int64_t j) {
  return bias_at(r, r->b, r->h, r->i, zoo_within(j + 1, r->w->keys));
}
static double bias_of_key_before(const zoo_row *r, int64_t j) {
  return bias_at(r, r->b, r->h, r->i, zoo_within(j - 1, r->w->keys));
}
static double bias_of_next_head(const zoo_row *r, int64_t j) {
  return bias_at(r, r->b, zoo_within(r->h + 1, r->w->q_heads), r->i, j);
}
/* Row j, column i where there are such. */
static double bias_exchanged(const zoo_row *r, int64_t j) {
  const bool both = j < r->w->q_len && r->i < r->w->keys;
  return bias_at(r, r->b, r->h, both ? j : r->i, both ? r->i : j);
}
static double bias_transposed(const zoo_row *r, int64_t j) {
  const int64_t n = r->w->q_len * r->w->keys;
  return r->w->bias[(r->b * r->w->q_heads + r->h) * n + zoo_within(j * r->w->q_len + r->i, n)];
}
static double bias_of_key_mod(const zoo_row *r, int64_t j) { return zoo_right.bias(r, j % (int64_t)r->number); }
static double bias_of_tile(const zoo_row *r, int64_t j) {
  return bias_at(r, r->b, r->h, r->i / (int64_t)r->number * (int64_t)r->number, j);
}
static double bias_beside_mask(const zoo_row *r, int64_t j) {
  return r->w->mask != NULL ? no_bias(r, j) : zoo_right.bias(r, j);
}
static double bias_beside_causal(const zoo_row *r, int64_t j) {
  return r->w->problem->causal ? no_bias(r, j) : zoo_right.bias(r, j);
}

/* ---- dot product */

static double dot_range(const zoo_row *r, int64_t j, int64_t first, int64_t end) {
  double sum = 0;
  for (int64_t c = first; c < end && c < r->w->d_k; c++) sum += r->q[c] * r->k[j * r->w->d_k + c];
  return sum;
}
static double whole_parts(const zoo_row *r, int64_t j) {
  return dot_range(r, j, 0, r->w->d_k / (int64_t)r->number * (int64_t)r->number);
}
static double first_columns(const zoo_row *r, int64_t j) { return dot_range(r, j, 0, (int64_t)r->number); }
static double not_last_column(const zoo_row *r, int64_t j) { return dot_range(r, j, 0, r->w->d_k - 1); }
static double not_first_column(const zoo_row *r, int64_t j) { return dot_range(r, j, 1, r->w->d_k); }
static double last_column_twice(const zoo_row *r, int64_t j) {
  return dot_range(r, j, 0, r->w->d_k) + dot_range(r, j, r->w->d_k - 1, r->w->d_k);
}
static double first_column_twice(const zoo_row *r, int64_t j) {
  return dot_range(r, j, 0, r->w->d_k) + dot_range(r, j, 0, 1);
}
static double first_half(const zoo_row *r, int64_t j) { return dot_range(r, j, 0, r->w->d_k / 2); }
static double columns_of_v(const zoo_row *r, int64_t j) { return dot_range(r, j, 0, r->w->d_v); }
static double reversed_columns(const zoo_row *r, int64_t j) {
  double sum = 0;
  for (int64_t c = 0; c < r->w->d_k; c++) sum += r->q[c] * r->k[j * r->w->d_k + r->w->d_k - 1 - c];
  return sum;
}

static const cause causes[] = {
    {"scale-default", "the given scale is ignored: 1/sqrt(d_k) is used", .steps = {.scale = default_scale}},
    {"scale-none", "the scores are not scaled: the scale is 1", .steps = {.scale = unscaled}},
    {"scale-of-d_v", "the default scale is 1/sqrt(d_v), not 1/sqrt(d_k)", .steps = {.scale = of_d_v}},
    {"scale-of-keys", "the default scale is 1/sqrt(keys), not 1/sqrt(d_k)", .steps = {.scale = of_keys}},
    {"scale-of-whole-root", "the default scale is 1 over the root of d_k rounded down to an integer",
     .steps = {.scale = of_whole_root}},
    {"scale-without-root", "the default scale is 1/d_k, without the root", .steps = {.scale = without_root}},
    {"scale-of-padded",
     "the default scale uses d_k rounded up to a multiple of {}",
     {4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.scale = of_padded}},
    {"scale-of-power-of-2",
     "the default scale uses d_k rounded up to a power of 2, at least {}",
     {16, 8, 32, 64, 1},
     .steps = {.scale = of_power_of_2}},
    {"scale-of-model", "the default scale is 1/sqrt(q_heads d_k): of all heads, not of one",
     .steps = {.scale = of_model}},
    {"scale-reciprocal", "the scores are divided by the scale", .steps = {.scale = reciprocal}},
    {"scale-twice", "the scale is applied twice", .steps = {.scale = squared}},
    {"scale-root", "the root of the scale is used", .steps = {.scale = square_root}},
    {"scale-magnitude", "the sign of the scale is lost", .steps = {.scale = magnitude}},
    {"scale-negative-default", "a negative scale is replaced by 1/sqrt(d_k)", .steps = {.scale = negative_is_default}},
    {"scale-negated", "the scores have the wrong sign", .steps = {.scale = negated}},
    {"scale-times-default", "the given scale is multiplied by 1/sqrt(d_k)", .steps = {.scale = times_default}},
    {"scores-in-base-2", "exp2 is used instead of exp: the factor log2(e) is missing",
     .steps = {.score = all_in_base_2}},
    {"scores-times-log2e", "the scores are multiplied by log2(e), but exp is used",
     .steps = {.score = all_times_log2e}},
    {"scale-times", "the scores are multiplied by {} in addition to the scale", .measure = MEASURE_FACTOR,
     .steps = {.scale = times_number}},
    {"scale-constant",
     "the scale is {}, whatever scale was requested",
     {0.125, 0.25, 0.0883883476483184, 0.5},
     .steps = {.scale = constant}},
    {"softcap-ignored", "softcap is ignored", .steps = {.cap = uncapped}},
    {"softcap-not-multiplied", "softcap: tanh(s / softcap) is not multiplied by softcap",
     .steps = {.cap = not_multiplied}},
    {"softcap-not-divided", "softcap: the score is not divided by softcap before tanh", .steps = {.cap = not_divided}},
    {"softcap-clips", "softcap clips the scores: no tanh", .steps = {.cap = clipped}},
    {"softcap-after-bias", "softcap is applied after the bias, not before it", .steps = {.score = cap_after_bias}},
    {"softcap-before-scale", "softcap is applied before the scale, not after it", .steps = {.score = cap_before_scale}},
    {"bias-ignored", "the bias is ignored", .steps = {.bias = no_bias}},
    {"bias-subtracted", "the bias is subtracted", .steps = {.bias = bias_subtracted}},
    {"bias-scaled", "the bias is multiplied by the scale", .steps = {.score = bias_scaled}},
    {"bias-before-scale", "the bias is added before the scale and the softcap, not after them",
     .steps = {.score = scale_after_bias}},
    {"bias-multiplies", "the scores are multiplied by the bias", .steps = {.score = bias_multiplies}},
    {"bias-in-base-2", "the bias is added to scores in base 2 without log2(e)", .steps = {.score = bias_in_base_2}},
    {"bias-to-base-2", "the scores, not the bias, are multiplied by log2(e), but exp is used",
     .steps = {.score = score_in_base_2}},
    {"bias-times", "the bias is multiplied by {}", {2, 0.5, 1.4426950408889634, 0.125}, .steps = {.bias = bias_times}},
    {"bias-rows-rounded-down",
     "the rows of the bias are read keys / {} times {} elements apart, rounded down",
     {8, 4, 16, 32, 64, 2, 128, 48, 96},
     .steps = {.bias = bias_rounded_down}},
    {"bias-rows-rounded-up",
     "the rows of the bias are read keys / {} times {} elements apart, rounded up",
     {8, 4, 16, 32, 64, 2, 128, 48, 96},
     .steps = {.bias = bias_rounded_up}},
    {"bias-of-head-0", "the bias of head 0 is used for every head", .steps = {.bias = bias_of_head_0}},
    {"bias-of-batch-0", "the bias of batch 0 is used for every batch", .steps = {.bias = bias_of_batch_0}},
    {"bias-of-first", "the bias of batch 0, head 0 is used for every batch and head", .steps = {.bias = bias_of_first}},
    {"bias-of-row-0", "the bias of query 0 is used for every query", .steps = {.bias = bias_of_row_0}},
    {"bias-of-kv-head", "the bias is read at the kv head, not at the query head", .steps = {.bias = bias_of_kv_head}},
    {"bias-of-next-row", "the bias of the next query is used", .steps = {.bias = bias_of_next_row}},
    {"bias-of-next-key", "the bias is read one key too far", .steps = {.bias = bias_of_next_key}},
    {"bias-of-key-before", "the bias is read one key too early", .steps = {.bias = bias_of_key_before}},
    {"bias-of-next-head", "the bias of the next head is used", .steps = {.bias = bias_of_next_head}},
    {"bias-transposed", "queries and keys of the bias are swapped", .steps = {.bias = bias_transposed}},
    {"bias-exchanged", "the bias of query j and key i is used for query i and key j, where there is one",
     .steps = {.bias = bias_exchanged}},
    {"bias-key-mod",
     "key j reads the bias of key j mod {}",
     {16, 32, 64, 128, 8, 4, 48, 96},
     .steps = {.bias = bias_of_key_mod}},
    {"bias-of-tile",
     "all queries of a tile of {} use the bias of its first query",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.bias = bias_of_tile}},
    {"bias-lost-with-mask", "the bias is ignored where there is a mask", .steps = {.bias = bias_beside_mask}},
    {"bias-lost-with-causal", "the bias is ignored where the problem is causal", .steps = {.bias = bias_beside_causal}},
    {"dot-last-column", "the last column of q and k is not in the scores", .steps = {.dot = not_last_column}},
    {"dot-first-column", "the first column of q and k is not in the scores", .steps = {.dot = not_first_column}},
    {"dot-tail",
     "columns of q and k after the last {} are not in the scores",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.dot = whole_parts}},
    {"dot-first",
     "only the first {} columns of q and k are in the scores",
     {8, 16, 32, 64, 128, 256, 4, 192, 96, 48},
     .steps = {.dot = first_columns}},
    {"dot-half", "only the first half of the columns of q and k is in the scores", .steps = {.dot = first_half}},
    {"dot-of-d_v", "only as many columns of q and k as v has are in the scores", .steps = {.dot = columns_of_v}},
    {"dot-last-twice", "the last column of q and k counts twice in the scores", .steps = {.dot = last_column_twice}},
    {"dot-first-twice", "the first column of q and k counts twice in the scores", .steps = {.dot = first_column_twice}},
    {"dot-reversed", "the columns of k are read from the last to the first", .steps = {.dot = reversed_columns}},
};

const cause_family cause_scores = {"scores", causes, sizeof causes / sizeof causes[0]};
