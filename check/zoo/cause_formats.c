/* Causes: number formats. A cause here rounds what the definition does not round, or rounds it otherwise. */
#include "check/cases/e4m3.h"
#include "check/judge/convention.h"
#include "check/zoo/cause.h"

/* Rounds x to a number of bits: half to even, or toward 0. */
static double to_bits(double x, int bits, bool truncate) {
  int exponent;
  if (!isfinite(x) || x == 0) return x;
  const double mantissa = ldexp(frexp(x, &exponent), bits);
  return ldexp(truncate ? trunc(mantissa) : rint(mantissa), exponent - bits);
}

#define BF16_BITS 8
#define TF32_BITS 11
#define F16_BITS 11

static double f16(double x) { return zoo_round_to(ATTEST_F16, x); }
static double bf16(double x) { return zoo_round_to(ATTEST_BF16, x); }
static double tf32(double x) { return to_bits(x, TF32_BITS, false); }
static double cut_tf32(double x) { return to_bits(x, TF32_BITS, true); }
static double cut_bf16(double x) { return to_bits(x, BF16_BITS, true); }
static double cut_to_type(const zoo_row *r, double x) {
  return to_bits(x, r->type == ATTEST_F16 ? F16_BITS : r->type == ATTEST_BF16 ? BF16_BITS : 24, true);
}

static double q_in_bf16(const zoo_row *r, int64_t j, int64_t c) { return bf16(zoo_right.q(r, j, c)); }
static double k_in_bf16(const zoo_row *r, int64_t j, int64_t c) { return bf16(zoo_right.k(r, j, c)); }
static double v_in_bf16(const zoo_row *r, int64_t j, int64_t c) { return bf16(zoo_right.v(r, j, c)); }
static double q_in_f16(const zoo_row *r, int64_t j, int64_t c) { return f16(zoo_right.q(r, j, c)); }
static double k_in_f16(const zoo_row *r, int64_t j, int64_t c) { return f16(zoo_right.k(r, j, c)); }
static double v_in_f16(const zoo_row *r, int64_t j, int64_t c) { return f16(zoo_right.v(r, j, c)); }
static double q_in_tf32(const zoo_row *r, int64_t j, int64_t c) { return tf32(zoo_right.q(r, j, c)); }
static double k_in_tf32(const zoo_row *r, int64_t j, int64_t c) { return tf32(zoo_right.k(r, j, c)); }
static double v_in_tf32(const zoo_row *r, int64_t j, int64_t c) { return tf32(zoo_right.v(r, j, c)); }
static double q_cut_tf32(const zoo_row *r, int64_t j, int64_t c) { return cut_tf32(zoo_right.q(r, j, c)); }
static double k_cut_tf32(const zoo_row *r, int64_t j, int64_t c) { return cut_tf32(zoo_right.k(r, j, c)); }
static double v_cut_tf32(const zoo_row *r, int64_t j, int64_t c) { return cut_tf32(zoo_right.v(r, j, c)); }
static double q_cut_bf16(const zoo_row *r, int64_t j, int64_t c) { return cut_bf16(zoo_right.q(r, j, c)); }
static double k_cut_bf16(const zoo_row *r, int64_t j, int64_t c) { return cut_bf16(zoo_right.k(r, j, c)); }
static double v_cut_bf16(const zoo_row *r, int64_t j, int64_t c) { return cut_bf16(zoo_right.v(r, j, c)); }
static double q_scaled_in_type(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_round_to(r->type, zoo_right.q(r, j, c) * r->w->scale);
}
static double q_scaled_in_bf16(const zoo_row *r, int64_t j, int64_t c) {
  return bf16(zoo_right.q(r, j, c) * r->w->scale);
}
static double q_scaled_in_f16(const zoo_row *r, int64_t j, int64_t c) {
  return f16(zoo_right.q(r, j, c) * r->w->scale);
}
static double scale_of_2(const zoo_row *r) { return r->w->scale * LOG2_E; }
static double q_of_2_in_type(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_round_to(r->type, zoo_right.q(r, j, c) * scale_of_2(r)) / LOG2_E;
}
static double q_of_2_in_bf16(const zoo_row *r, int64_t j, int64_t c) {
  return bf16(zoo_right.q(r, j, c) * scale_of_2(r)) / LOG2_E;
}
static double q_of_2_in_f16(const zoo_row *r, int64_t j, int64_t c) {
  return f16(zoo_right.q(r, j, c) * scale_of_2(r)) / LOG2_E;
}
static double scaled_before(const zoo_row *r, int64_t j) { return (void)r, (void)j, 1; }

static double score_in_f16(const zoo_row *r, int64_t j) { return f16(zoo_right.score(r, j)); }
static double score_in_bf16(const zoo_row *r, int64_t j) { return bf16(zoo_right.score(r, j)); }
static double score_in_tf32(const zoo_row *r, int64_t j) { return tf32(zoo_right.score(r, j)); }
static double score_cut_bf16(const zoo_row *r, int64_t j) { return cut_bf16(zoo_right.score(r, j)); }
static double scaled_in_bf16(const zoo_row *r, double x) { return bf16(zoo_right.cap(r, x)); }
static double scaled_in_f16(const zoo_row *r, double x) { return f16(zoo_right.cap(r, x)); }
static double dot_in_f16(const zoo_row *r, int64_t j) { return f16(zoo_right.dot(r, j)); }
static double dot_in_bf16(const zoo_row *r, int64_t j) { return bf16(zoo_right.dot(r, j)); }

static double weight_in_f16(const zoo_row *r, double j, double m) { return f16(zoo_right.weight(r, j, m)); }
static double weight_in_bf16(const zoo_row *r, double j, double m) { return bf16(zoo_right.weight(r, j, m)); }
static double weight_in_tf32(const zoo_row *r, double j, double m) { return tf32(zoo_right.weight(r, j, m)); }
static double weight_cut_bf16(const zoo_row *r, double j, double m) { return cut_bf16(zoo_right.weight(r, j, m)); }
static double shift_in_bf16(const zoo_row *r, double j, double m) {
  return r->see[(int64_t)j] ? exp(bf16(r->score[(int64_t)j] - m)) : 0;
}
static double shift_in_f16(const zoo_row *r, double j, double m) {
  return r->see[(int64_t)j] ? exp(f16(r->score[(int64_t)j] - m)) : 0;
}
static double shift_in_f32(const zoo_row *r, double j, double m) {
  return r->see[(int64_t)j] ? (double)expf((float)(r->score[(int64_t)j] - m)) : 0;
}
static double weight_in_f32(const zoo_row *r, double j, double m) {
  return zoo_round_to(ATTEST_F32, zoo_right.weight(r, j, m));
}
static attest_dtype of_f16(const zoo_row *r) { return (void)r, ATTEST_F16; }
static attest_dtype of_bf16(const zoo_row *r) { return (void)r, ATTEST_BF16; }
static double share_in_bf16(const zoo_row *r, double x, double l) { return bf16(zoo_right.share(r, x, l)); }
static double share_in_f16(const zoo_row *r, double x, double l) { return f16(zoo_right.share(r, x, l)); }
static double share_cut_bf16(const zoo_row *r, double x, double l) { return cut_bf16(zoo_right.share(r, x, l)); }
static double share_cut(const zoo_row *r, double x, double l) { return cut_to_type(r, zoo_right.share(r, x, l)); }
static double weight_cut(const zoo_row *r, double j, double m) { return cut_to_type(r, zoo_right.weight(r, j, m)); }
static double by_f16(const zoo_row *r, double x, double l) { return zoo_right.share(r, x, f16(l)); }
static double by_bf16(const zoo_row *r, double x, double l) { return zoo_right.share(r, x, bf16(l)); }
static double by_tf32(const zoo_row *r, double x, double l) { return zoo_right.share(r, x, tf32(l)); }

static double by_cut(const zoo_row *r, double x, double l) {
  return l == 0 ? 0 : x * to_bits(1 / l, (int)r->number, true);
}
static double by_bits(const zoo_row *r, double x, double l) {
  return l == 0 ? 0 : x * to_bits(1 / l, (int)r->number, false);
}
static double kept_in_bf16(const zoo_row *r, double x) { return (void)r, bf16(x); }
static double kept_in_f16(const zoo_row *r, double x) { return (void)r, f16(x); }
static bool sees_more(const zoo_row *r) { return !zoo_sees_none(r, r->to, r->last); }
static double between_in_bf16(const zoo_row *r, double x) { return sees_more(r) ? bf16(x) : x; }
static double between_in_f16(const zoo_row *r, double x) { return sees_more(r) ? f16(x) : x; }
static double bias_in_bf16(const zoo_row *r, int64_t j) { return bf16(zoo_right.bias(r, j)); }
static double bias_in_f16(const zoo_row *r, int64_t j) { return f16(zoo_right.bias(r, j)); }
static double sink_in_bf16(const zoo_row *r, int64_t j) { return bf16(zoo_right.sink(r, j)); }
static double sink_in_f16(const zoo_row *r, int64_t j) { return f16(zoo_right.sink(r, j)); }

/* ---- 8 bits */

static double q_in_e4m3(const zoo_row *r, int64_t j, int64_t c) { return e4m3_rounded(zoo_right.q(r, j, c)); }
static double k_in_e4m3(const zoo_row *r, int64_t j, int64_t c) { return e4m3_rounded(zoo_right.k(r, j, c)); }
static double v_in_e4m3(const zoo_row *r, int64_t j, int64_t c) { return e4m3_rounded(zoo_right.v(r, j, c)); }
static double weight_in_e4m3(const zoo_row *r, double j, double m) { return e4m3_rounded(zoo_right.weight(r, j, m)); }
/* x as an integer of 8 bits, with one scale for a row of numbers. */
static double int8(const zoo_row *r, zoo_load *load, int64_t j, int64_t columns, double x) {
  double largest = 0;
  for (int64_t c = 0; c < columns; c++) largest = fmax(largest, fabs(load(r, j, c)));
  return largest > 0 && isfinite(largest) ? rint(x / largest * 127) * (largest / 127) : x;
}
static double q_in_int8(const zoo_row *r, int64_t j, int64_t c) {
  return int8(r, zoo_right.q, j, r->w->d_k, zoo_right.q(r, j, c));
}
static double k_in_int8(const zoo_row *r, int64_t j, int64_t c) {
  return int8(r, zoo_right.k, j, r->w->d_k, zoo_right.k(r, j, c));
}
static double v_in_int8(const zoo_row *r, int64_t j, int64_t c) {
  return int8(r, zoo_right.v, j, r->w->d_v, zoo_right.v(r, j, c));
}

static double out_in_f16(const zoo_row *r, double x) { return (void)r, f16(x); }
static double out_in_bf16(const zoo_row *r, double x) { return (void)r, bf16(x); }
static double out_in_tf32(const zoo_row *r, double x) { return (void)r, tf32(x); }
static double out_cut(const zoo_row *r, double x) { return cut_to_type(r, x); }
static double out_cut_bf16(const zoo_row *r, double x) { return (void)r, cut_bf16(x); }

static const cause causes[] = {
    {"out-truncated", "the output is truncated to its type, not rounded", .steps = {.correction = out_cut}},
    {"out-in-bf16", "the output is rounded to bf16", .steps = {.correction = out_in_bf16}},
    {"out-truncated-to-bf16", "the output is truncated to bf16", .steps = {.correction = out_cut_bf16}},
    {"out-in-f16", "the output is rounded to f16", .steps = {.correction = out_in_f16}},
    {"out-in-tf32", "the output is rounded to tf32", .steps = {.correction = out_in_tf32}},
    {"inputs-in-bf16", "q, k and v are rounded to bf16", .steps = {.q = q_in_bf16, .k = k_in_bf16, .v = v_in_bf16}},
    {"inputs-in-f16", "q, k and v are rounded to f16", .steps = {.q = q_in_f16, .k = k_in_f16, .v = v_in_f16}},
    {"inputs-in-tf32", "q, k and v are rounded to tf32", .steps = {.q = q_in_tf32, .k = k_in_tf32, .v = v_in_tf32}},
    {"inputs-truncated-to-tf32", "q, k and v are truncated to tf32",
     .steps = {.q = q_cut_tf32, .k = k_cut_tf32, .v = v_cut_tf32}},
    {"inputs-truncated-to-bf16", "q, k and v are truncated to bf16",
     .steps = {.q = q_cut_bf16, .k = k_cut_bf16, .v = v_cut_bf16}},
    {"qk-in-bf16", "q and k are rounded to bf16", .steps = {.q = q_in_bf16, .k = k_in_bf16}},
    {"qk-in-f16", "q and k are rounded to f16", .steps = {.q = q_in_f16, .k = k_in_f16}},
    {"qk-in-tf32", "q and k are rounded to tf32", .steps = {.q = q_in_tf32, .k = k_in_tf32}},
    {"qk-truncated-to-tf32", "q and k are truncated to tf32", .steps = {.q = q_cut_tf32, .k = k_cut_tf32}},
    {"qk-truncated-to-bf16", "q and k are truncated to bf16", .steps = {.q = q_cut_bf16, .k = k_cut_bf16}},
    {"q-in-bf16", "q is rounded to bf16", .steps = {.q = q_in_bf16}},
    {"q-in-f16", "q is rounded to f16", .steps = {.q = q_in_f16}},
    {"k-in-bf16", "k is rounded to bf16", .steps = {.k = k_in_bf16}},
    {"k-in-f16", "k is rounded to f16", .steps = {.k = k_in_f16}},
    {"v-in-bf16", "v is rounded to bf16", .steps = {.v = v_in_bf16}},
    {"v-in-f16", "v is rounded to f16", .steps = {.v = v_in_f16}},
    {"v-in-tf32", "v is rounded to tf32", .steps = {.v = v_in_tf32}},
    {"v-truncated-to-tf32", "v is truncated to tf32", .steps = {.v = v_cut_tf32}},
    {"v-truncated-to-bf16", "v is truncated to bf16", .steps = {.v = v_cut_bf16}},
    {"q-scaled-in-type", "q is multiplied by the scale and rounded to its type before the product with k",
     .steps = {.q = q_scaled_in_type, .scale = scaled_before}},
    {"q-scaled-in-bf16", "q is multiplied by the scale and rounded to bf16 before the product with k",
     .steps = {.q = q_scaled_in_bf16, .scale = scaled_before}},
    {"q-scaled-in-f16", "q is multiplied by the scale and rounded to f16 before the product with k",
     .steps = {.q = q_scaled_in_f16, .scale = scaled_before}},
    {"q-scaled-of-2-in-type", "q is multiplied by scale * log2(e) and rounded to its type before the product with k",
     .steps = {.q = q_of_2_in_type, .scale = scaled_before}},
    {"q-scaled-of-2-in-bf16", "q is multiplied by scale * log2(e) and rounded to bf16 before the product with k",
     .steps = {.q = q_of_2_in_bf16, .scale = scaled_before}},
    {"q-scaled-of-2-in-f16", "q is multiplied by scale * log2(e) and rounded to f16 before the product with k",
     .steps = {.q = q_of_2_in_f16, .scale = scaled_before}},
    {"scores-in-f16", "the scores are rounded to f16", .steps = {.score = score_in_f16}},
    {"scores-in-bf16", "the scores are rounded to bf16", .steps = {.score = score_in_bf16}},
    {"scores-in-tf32", "the scores are rounded to tf32", .steps = {.score = score_in_tf32}},
    {"scores-truncated-to-bf16", "the scores are truncated to bf16", .steps = {.score = score_cut_bf16}},
    {"scaled-in-bf16", "the scaled scores are rounded to bf16 before the bias is added",
     .steps = {.cap = scaled_in_bf16}},
    {"scaled-in-f16", "the scaled scores are rounded to f16 before the bias is added", .steps = {.cap = scaled_in_f16}},
    {"dots-in-f16", "q . k is rounded to f16 before it is scaled", .steps = {.dot = dot_in_f16}},
    {"dots-in-bf16", "q . k is rounded to bf16 before it is scaled", .steps = {.dot = dot_in_bf16}},
    {"shifts-in-bf16", "score - maximum is rounded to bf16", .steps = {.weight = shift_in_bf16}},
    {"shifts-in-f16", "score - maximum is rounded to f16", .steps = {.weight = shift_in_f16}},
    {"exponentials-by-f32", "the exponentials are computed in f32, from score - maximum in f32",
     .steps = {.weight = shift_in_f32}},
    {"exponentials-in-f32", "the exponentials are rounded to f32, in the denominator too",
     .steps = {.weight = weight_in_f32}},
    {"weights-in-bf16", "the weights are rounded to bf16 before they multiply values", .steps = {.weights = of_bf16}},
    {"weights-in-f16", "the weights are rounded to f16 before they multiply values", .steps = {.weights = of_f16}},
    {"exponentials-in-bf16", "the exponentials are rounded to bf16, in the denominator too",
     .steps = {.weight = weight_in_bf16}},
    {"exponentials-in-f16", "the exponentials are rounded to f16, in the denominator too",
     .steps = {.weight = weight_in_f16}},
    {"exponentials-in-tf32", "the exponentials are rounded to tf32, in the denominator too",
     .steps = {.weight = weight_in_tf32}},
    {"exponentials-stored-in-bf16",
     "the exponentials are rounded to bf16 where they multiply values, not in the denominator (tiles of {} keys)",
     {64, 32, 128, 16, 8, 256},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.weights = of_bf16}},
    {"exponentials-stored-in-f16",
     "the exponentials are rounded to f16 where they multiply values, not in the denominator (tiles of {} keys)",
     {64, 32, 128, 16, 8, 256},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.weights = of_f16}},
    {"exponentials-truncated", "the exponentials are truncated to bf16", .steps = {.weight = weight_cut_bf16}},
    {"weights-truncated", "the weights are truncated to bf16 before they multiply values",
     .steps = {.share = share_cut_bf16}},
    {"weights-truncated-to-type", "the weights are truncated to the type of q before they multiply values",
     .steps = {.share = share_cut}},
    {"exponentials-truncated-to-type", "the exponentials are truncated to the type of q",
     .steps = {.weight = weight_cut}},
    {"shares-in-bf16", "the weights are rounded to bf16", .steps = {.share = share_in_bf16}},
    {"shares-in-f16", "the weights are rounded to f16", .steps = {.share = share_in_f16}},
    {"denominator-in-f16", "the denominator is rounded to f16", .form = ZOO_TILED, .steps = {.share = by_f16}},
    {"denominator-in-bf16", "the denominator is rounded to bf16", .form = ZOO_TILED, .steps = {.share = by_bf16}},
    {"denominator-in-tf32", "the denominator is rounded to tf32", .form = ZOO_TILED, .steps = {.share = by_tf32}},
    {"reciprocal-cut",
     "1 / denominator is cut to {} bits",
     {11, 12, 8, 10, 9, 13, 14, 15, 16},
     .form = ZOO_TILED,
     .steps = {.share = by_cut}},
    {"reciprocal-bits",
     "1 / denominator is rounded to {} bits",
     {11, 12, 8, 10, 9, 13, 14, 15, 16},
     .form = ZOO_TILED,
     .steps = {.share = by_bits}},
    {"sums-in-f16", "the sums over keys are kept in f16", .steps = {.sums = of_f16}},
    {"sums-of-exponentials-in-f16",
     "the sums over keys are kept in f16, and divided at the end (tiles of {} keys)",
     {64, 32, 16, 128, 8, 256},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.sums = of_f16}},
    {"exponentials-counted-in-f16",
     "the exponentials are rounded to f16 in the denominator, not where they multiply values (tiles of {} keys)",
     {64, 32, 128, 16},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.counted = of_f16}},
    {"exponentials-counted-in-bf16",
     "the exponentials are rounded to bf16 in the denominator, not where they multiply values (tiles of {} keys)",
     {64, 32, 128, 16},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.counted = of_bf16}},
    {"denominator-sum-in-f16",
     "the denominator is summed in f16 (tiles of {} keys)",
     {64, 32, 16, 128, 8, 256, 1},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.totals = of_f16}},
    {"denominator-sum-in-bf16",
     "the denominator is summed in bf16 (tiles of {} keys)",
     {64, 32, 16, 128, 8, 256, 1},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.totals = of_bf16}},
    {"denominator-kept-in-bf16",
     "the denominator is rounded to bf16 after each tile of {} keys",
     {64, 32, 16, 128, 8, 256, 1},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.kept_total = kept_in_bf16}},
    {"denominator-kept-in-f16",
     "the denominator is rounded to f16 after each tile of {} keys",
     {64, 32, 16, 128, 8, 256, 1},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.kept_total = kept_in_f16}},
    {"all-kept-in-bf16",
     "the denominator and the sums over keys are rounded to bf16 after each tile of {} keys",
     {64, 32, 16, 128, 8, 256, 1},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.kept = kept_in_bf16, .kept_total = kept_in_bf16}},
    {"all-kept-in-f16",
     "the denominator and the sums over keys are rounded to f16 after each tile of {} keys",
     {64, 32, 16, 128, 8, 256, 1},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.kept = kept_in_f16, .kept_total = kept_in_f16}},
    {"all-sums-in-f16",
     "the denominator and the sums over keys are kept in f16 (tiles of {} keys)",
     {64, 32, 16, 128, 8, 256},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.totals = of_f16, .sums = of_f16}},
    {"all-sums-in-bf16",
     "the denominator and the sums over keys are kept in bf16 (tiles of {} keys)",
     {64, 32, 16, 128, 8, 256},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.totals = of_bf16, .sums = of_bf16}},
    {"sums-in-bf16", "the sums over keys are kept in bf16", .steps = {.sums = of_bf16}},
    {"sums-of-exponentials-in-bf16",
     "the sums over keys are kept in bf16, and divided at the end (tiles of {} keys)",
     {64, 32, 16, 128, 8, 256},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.sums = of_bf16}},
    {"sums-kept-in-bf16",
     "the sums over keys are rounded to bf16 after each tile of {} keys",
     {64, 32, 16, 128, 8, 256, 1},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.kept = kept_in_bf16}},
    {"sums-kept-in-f16",
     "the sums over keys are rounded to f16 after each tile of {} keys",
     {64, 32, 16, 128, 8, 256, 1},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.kept = kept_in_f16}},
    {"sums-between-tiles-in-bf16",
     "the sums over keys are rounded to bf16 between tiles of {} keys",
     {64, 32, 16, 128, 8, 256},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.kept = between_in_bf16}},
    {"sums-between-tiles-in-f16",
     "the sums over keys are rounded to f16 between tiles of {} keys",
     {64, 32, 16, 128, 8, 256},
     .is_tile = true,
     .form = ZOO_TILED,
     .steps = {.kept = between_in_f16}},
    {"bias-in-bf16", "the bias is rounded to bf16", .steps = {.bias = bias_in_bf16}},
    {"bias-in-f16", "the bias is rounded to f16", .steps = {.bias = bias_in_f16}},
    {"sink-in-bf16", "the sink is rounded to bf16", .steps = {.sink = sink_in_bf16}},
    {"sink-in-f16", "the sink is rounded to f16", .steps = {.sink = sink_in_f16}},
    {"qkv-in-e4m3", "q, k and v are rounded to 8 bits (e4m3)",
     .steps = {.q = q_in_e4m3, .k = k_in_e4m3, .v = v_in_e4m3}},
    {"qk-in-e4m3", "q and k are rounded to 8 bits (e4m3)", .steps = {.q = q_in_e4m3, .k = k_in_e4m3}},
    {"kv-in-e4m3", "k and v are rounded to 8 bits (e4m3)", .steps = {.k = k_in_e4m3, .v = v_in_e4m3}},
    {"k-in-e4m3", "k is rounded to 8 bits (e4m3)", .steps = {.k = k_in_e4m3}},
    {"v-in-e4m3", "v is rounded to 8 bits (e4m3)", .steps = {.v = v_in_e4m3}},
    {"exponentials-in-e4m3", "the exponentials are rounded to 8 bits (e4m3)", .steps = {.weight = weight_in_e4m3}},
    {"qk-in-int8", "q and k are rounded to integers of 8 bits, with one scale for each row",
     .steps = {.q = q_in_int8, .k = k_in_int8}},
    {"kv-in-int8", "k and v are rounded to integers of 8 bits, with one scale for each key",
     .steps = {.k = k_in_int8, .v = v_in_int8}},
    {"k-in-int8", "k is rounded to integers of 8 bits, with one scale for each key", .steps = {.k = k_in_int8}},
    {"v-in-int8", "v is rounded to integers of 8 bits, with one scale for each key", .steps = {.v = v_in_int8}},
    {"q-in-int8", "q is rounded to integers of 8 bits, with one scale for each query", .steps = {.q = q_in_int8}},
    {"dot-sums-in-f16", "the sums of q . k are kept in f16", .steps = {.dots = of_f16}},
    {"dot-sums-in-bf16", "the sums of q . k are kept in bf16", .steps = {.dots = of_bf16}},
};

const cause_family cause_formats = {"formats", causes, sizeof causes / sizeof causes[0]};
