/* x is the output found, y the output expected:
     torch.testing.assert_close  |x - y| <= a + r |y| of every element, r and a by type (PyTorch, torch.testing, table)
     allclose, KernelBench       |x - y| <= 0.01 + 0.01 |y| of every element
     FlashInfer-Bench            |x - y| <= 0.01 or |x - y| <= 0.01 |y| of every element
     SOL-ExecBench [Lin2026]     |x - y| <= 0.01 + 0.01 |y| of 99% of the elements
     Triton tutorial             |x - y| <= 0.01 of every element
     FlashAttention              max |x - y| <= 2 max |p - y|, p: a plain implementation in the type of the inputs
     cosine                      <x, y> / (|x| |y|) > 0.99
     calc_diff (DeepGEMM)        1 - 2 <x, y> / (<x, x> + <y, y>) < 0.001
   An element that is NaN, or an infinity, as expected agrees: more than some of them grant. Other NaN agree with
   nothing. */
#include "check/zoo/rules.h"

#include <math.h>

static bool is_same(double found, double expected) { return found == expected || (isnan(found) && isnan(expected)); }

static double error_of(double found, double expected) {
  return is_same(found, expected) ? 0 : fabs(found - expected); /* equal infinities */
}

static double difference(const rule_sides *s, size_t n) { return error_of(s->found[n], s->expected[n]); }

static double tolerance(const rule_sides *s, size_t n, double absolute, double relative) {
  return absolute + (isfinite(s->expected[n]) ? relative * fabs(s->expected[n]) : 0);
}

/* The number of elements within absolute + relative |y|. */
static size_t count_close(const rule_sides *s, double absolute, double relative) {
  size_t close = 0;
  for (size_t n = 0; n < s->count; n++) close += difference(s, n) <= tolerance(s, n, absolute, relative);
  return close;
}

static bool assert_close(const rule_sides *s) {
  static const struct {
    double relative, absolute;
  } of[] = {[ATTEST_F64] = {1e-7, 1e-7},
            [ATTEST_F32] = {1.3e-6, 1e-5},
            [ATTEST_F16] = {1e-3, 1e-5},
            [ATTEST_BF16] = {1.6e-2, 1e-5}};
  return count_close(s, of[s->dtype].absolute, of[s->dtype].relative) == s->count;
}

static bool allclose(const rule_sides *s) { return count_close(s, 1e-2, 1e-2) == s->count; }

static bool either_close(const rule_sides *s) {
  size_t close = 0;
  for (size_t n = 0; n < s->count; n++)
    close += difference(s, n) <= 1e-2 || difference(s, n) <= tolerance(s, n, 0, 1e-2);
  return close == s->count;
}

static bool nearly_all_close(const rule_sides *s) {
  return (double)count_close(s, 1e-2, 1e-2) >= 0.99 * (double)s->count;
}

static bool absolute_close(const rule_sides *s) { return count_close(s, 1e-2, 0) == s->count; }

/* NAN if one of the errors is. */
static double largest_error(const double *found, const double *expected, size_t count) {
  double largest = 0;
  for (size_t n = 0; n < count; n++) {
    const double error = error_of(found[n], expected[n]);
    if (!(error <= largest)) largest = error;
    if (isnan(error)) break;
  }
  return largest;
}

static bool twice_plain(const rule_sides *s) {
  return largest_error(s->found, s->expected, s->count) <= 2 * largest_error(s->plain, s->expected, s->count);
}

/* <x, y>, <x, x> and <y, y>, but for elements that are not finite, as expected. */
typedef struct products {
  double xy, xx, yy;
} products;

static products multiply(const rule_sides *s) {
  products sum = {0, 0, 0};
  for (size_t n = 0; n < s->count; n++) {
    if (!isfinite(s->expected[n]) && is_same(s->found[n], s->expected[n])) continue;
    sum.xy += s->found[n] * s->expected[n];
    sum.xx += s->found[n] * s->found[n];
    sum.yy += s->expected[n] * s->expected[n];
  }
  return sum;
}

static bool cosine(const rule_sides *s) {
  const products sum = multiply(s);
  return (sum.xx == 0 && sum.yy == 0) || sum.xy / sqrt(sum.xx * sum.yy) > 0.99;
}

static bool calc_diff(const rule_sides *s) {
  const products sum = multiply(s);
  return (sum.xx == 0 && sum.yy == 0) || 1 - 2 * sum.xy / (sum.xx + sum.yy) < 1e-3;
}

static const rule rules[] = {
    {"FlashInfer-Bench", "|x - y| <= 0.01 or 0.01 |y|", "flashinfer-ai/flashinfer-bench", either_close},
    {"SOL-ExecBench", "|x - y| <= 0.01 + 0.01 |y| of 99%", "arXiv 2603.19173", nearly_all_close},
    {"KernelBench", "allclose: |x - y| <= 0.01 + 0.01 |y|", "ScalingIntelligence/KernelBench", allclose},
    {"FlashAttention", "max |x - y| <= 2 max |plain - y|", "Dao-AILab/flash-attention, tests", twice_plain},
    {"cosine", "<x, y> / (|x| |y|) > 0.99", "common", cosine},
    {"calc_diff", "1 - 2 <x, y> / (<x, x> + <y, y>) < 0.001", "deepseek-ai/DeepGEMM", calc_diff},
    {"Triton tutorial", "|x - y| <= 0.01", "triton-lang/triton, tutorial 06", absolute_close},
    {"torch.testing", "assert_close, defaults of the type", "PyTorch", assert_close},
};

const rule *rule_list(size_t *count) {
  *count = sizeof rules / sizeof rules[0];
  return rules;
}
