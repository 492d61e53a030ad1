/* Causes: number formats. A cause here rounds what the definition does not round, or rounds it otherwise. */
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
static double scaled_before(const zoo_row *r, int64_t j) { return (void)r, (void)j, 1; }

static double score_in_f16(const zoo_row *r, int64_t j) { return f16(zoo_right.score(r, j)); }
static double score_in_bf16(const zoo_row *r, int64_t j) { return bf16(zoo_right.score(r, j)); }
static double score_in_tf32(const zoo_row *r, int64_t j) { return tf32(zoo_right.score(r, j)); }
static double score_cut_bf16(const zoo_row *r, int64_t j) { return cut_bf16(zoo_right.score(r, j)); }
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
static attest_dtype of_f16(const zoo_row *r) { return (void)r, ATTEST_F16; }
static attest_dtype of_bf16(const zoo_row *r) { return (void)r, ATTEST_BF16; }
static double share_in_bf16(const zoo_row *r, double x, double l) { return bf16(zoo_right.share(r, x, l)); }
static double share_in_f16(const zoo_row *r, double x, double l) { return f16(zoo_right.share(r, x, l)); }
static double share_cut_bf16(const zoo_row *r, double x, double l) { return cut_bf16(zoo_right.share(r, x, l)); }
static double by_f16(const zoo_row *r, double x, double l) { return zoo_right.share(r, x, f16(l)); }
static double by_bf16(const zoo_row *r, double x, double l) { return zoo_right.share(r, x, bf16(l)); }
static double by_tf32(const zoo_row *r, double x, double l) { return zoo_right.share(r, x, tf32(l)); }

static double out_in_f16(const zoo_row *r, double x) { return (void)r, f16(x); }
static double out_in_bf16(const zoo_row *r, double x) { return (void)r, bf16(x); }
static double out_in_tf32(const zoo_row *r, double x) { return (void)r, tf32(x); }
static double out_cut(const zoo_row *r, double x) {
  return to_bits(x, r->type == ATTEST_F16 ? F16_BITS : r->type == ATTEST_BF16 ? BF16_BITS : 24, true);
}
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
    {"scores-in-f16", "the scores are rounded to f16", .steps = {.score = score_in_f16}},
    {"scores-in-bf16", "the scores are rounded to bf16", .steps = {.score = score_in_bf16}},
    {"scores-in-tf32", "the scores are rounded to tf32", .steps = {.score = score_in_tf32}},
    {"scores-truncated-to-bf16", "the scores are truncated to bf16", .steps = {.score = score_cut_bf16}},
    {"dots-in-f16", "q . k is rounded to f16 before it is scaled", .steps = {.dot = dot_in_f16}},
    {"dots-in-bf16", "q . k is rounded to bf16 before it is scaled", .steps = {.dot = dot_in_bf16}},
    {"shifts-in-bf16", "score - maximum is rounded to bf16", .steps = {.weight = shift_in_bf16}},
    {"shifts-in-f16", "score - maximum is rounded to f16", .steps = {.weight = shift_in_f16}},
    {"weights-in-bf16", "the weights are rounded to bf16 before they multiply values", .steps = {.weights = of_bf16}},
    {"weights-in-f16", "the weights are rounded to f16 before they multiply values", .steps = {.weights = of_f16}},
    {"exponentials-in-bf16", "the exponentials are rounded to bf16, in the denominator too",
     .steps = {.weight = weight_in_bf16}},
    {"exponentials-in-f16", "the exponentials are rounded to f16, in the denominator too",
     .steps = {.weight = weight_in_f16}},
    {"exponentials-in-tf32", "the exponentials are rounded to tf32, in the denominator too",
     .steps = {.weight = weight_in_tf32}},
    {"exponentials-stored-in-bf16",
     "the exponentials are rounded to bf16 where they multiply values, not in the denominator", .form = ZOO_TILED,
     .steps = {.weights = of_bf16}},
    {"exponentials-stored-in-f16",
     "the exponentials are rounded to f16 where they multiply values, not in the denominator", .form = ZOO_TILED,
     .steps = {.weights = of_f16}},
    {"exponentials-truncated", "the exponentials are truncated to bf16", .steps = {.weight = weight_cut_bf16}},
    {"weights-truncated", "the weights are truncated to bf16 before they multiply values",
     .steps = {.share = share_cut_bf16}},
    {"shares-in-bf16", "the weights are rounded to bf16", .steps = {.share = share_in_bf16}},
    {"shares-in-f16", "the weights are rounded to f16", .steps = {.share = share_in_f16}},
    {"denominator-in-f16", "the denominator is rounded to f16", .form = ZOO_TILED, .steps = {.share = by_f16}},
    {"denominator-in-bf16", "the denominator is rounded to bf16", .form = ZOO_TILED, .steps = {.share = by_bf16}},
    {"denominator-in-tf32", "the denominator is rounded to tf32", .form = ZOO_TILED, .steps = {.share = by_tf32}},
    {"sums-in-f16", "the sums over keys are kept in f16", .steps = {.sums = of_f16}},
    {"sums-in-bf16", "the sums over keys are kept in bf16", .steps = {.sums = of_bf16}},
    {"dot-sums-in-f16", "the sums of q . k are kept in f16", .steps = {.dots = of_f16}},
    {"dot-sums-in-bf16", "the sums of q . k are kept in bf16", .steps = {.dots = of_bf16}},
};

const cause_family cause_formats = {"formats", causes, sizeof causes / sizeof causes[0]};
