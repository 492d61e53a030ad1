/* q.k = sum over c of q_c k_c. Of independent q and k with mean 0, covariances A and B: E[q.k] = 0, Var(q.k) =
   E[(q.k)^2] = sum over c, e of A_ce B_ce. Independent entries of variance 1: A = B = I, Var = d_k. Correlation r
   between all entries: d_k + d_k (d_k - 1) r^2. x W with W random: entries of variance f = SCORES_FEATURES
   SCORES_SHRINK^2, not independent but uncorrelated: d_k f^2. */
#include "reports/scores.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/random.h"

static const char *const names[SCORES_KINDS] = {"normal", "uniform", "rademacher", "correlated", "weights*0.1"};

const char *scores_name(scores_kind kind) { return names[kind]; }

double scores_exact_variance(scores_kind kind, int64_t d_k) {
  const double d = (double)d_k, f = SCORES_FEATURES * SCORES_SHRINK * SCORES_SHRINK;
  if (kind == SCORES_CORRELATED) return d + d * (d - 1) / 4;
  return kind == SCORES_TUTORIAL ? d * f * f : d;
}

/* One entry. Vector n begins at place n 2^36: vectors are shorter, and three words a number do not come round to 2^64
   before n = 2^26. */
static double draw(scores_kind kind, uint64_t seed, uint64_t place) {
  if (kind == SCORES_UNIFORM) return sqrt(3) * random_uniform_at(seed, place);
  if (kind == SCORES_RADEMACHER) return random_bits_at(seed, place) >> 63 != 0 ? 1 : -1;
  return random_normal_at(seed, place);
}

/* x W: the weights are drawn anew for each vector. */
static void fill_tutorial(uint64_t seed, uint64_t place, double *v, int64_t d) {
  double x[SCORES_FEATURES];
  for (int m = 0; m < SCORES_FEATURES; m++) x[m] = random_normal_at(seed, place++);
  for (int64_t c = 0; c < d; c++) {
    v[c] = 0;
    for (int m = 0; m < SCORES_FEATURES; m++) v[c] += x[m] * SCORES_SHRINK * random_normal_at(seed, place++);
  }
}

void scores_fill(scores_kind kind, uint64_t seed, uint64_t n, double *v, int64_t d) {
  const uint64_t place = n << 36;
  if (kind == SCORES_TUTORIAL) {
    fill_tutorial(seed, place, v, d);
    return;
  }
  const double shared = kind == SCORES_CORRELATED ? random_normal_at(seed, place + (uint64_t)d) : 0;
  for (int64_t c = 0; c < d; c++) {
    v[c] = draw(kind, seed, place + (uint64_t)c);
    if (kind == SCORES_CORRELATED) v[c] = (v[c] + shared) / sqrt(2);
  }
}

void scores_products(scores_kind kind, uint64_t seed, int64_t d_k, double *products, size_t samples, double *vectors) {
  double *const q = vectors, *const k = vectors + d_k;
  for (size_t n = 0; n < samples; n++) {
    scores_fill(kind, seed, 2 * n, q, d_k);
    scores_fill(kind, seed, 2 * n + 1, k, d_k);
    products[n] = 0;
    for (int64_t c = 0; c < d_k; c++) products[n] += q[c] * k[c];
  }
}

interval scores_variance(scores_kind kind, uint64_t seed, int64_t d_k, size_t samples, double confidence) {
  double *const memory = malloc((samples + 2 * (size_t)d_k) * sizeof *memory);
  if (memory == NULL) return (interval){NAN, NAN, NAN};
  scores_products(kind, random_bits_at(seed, (uint64_t)kind << 32 | (uint64_t)d_k), d_k, memory, samples,
                  memory + samples);
  for (size_t n = 0; n < samples; n++) memory[n] *= memory[n];
  const interval found = statistics_positive_mean(memory, samples, confidence);
  free(memory);
  return found;
}
