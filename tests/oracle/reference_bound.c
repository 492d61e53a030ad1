#include "tests/oracle/reference_bound.h"

#include <math.h>
#include <stdlib.h>

static const double u = 0x1p-53, smallest = 0x1p-1074;

static double gamma_of(int64_t n) { return (double)n * u / (1 - (double)n * u); }

/* 1.001 of the bound, and the rounding of the exact value. */
static double with_rounding(double bound, double exact) {
  return bound > 0 ? 1.001 * bound + u * fabs(exact) + smallest : 0;
}

typedef struct {
  int64_t keys, d_k;
  const double *scores, *magnitudes, *weights;
  bool has_sink;
  double sink;
} row;

static double maximum(row r) {
  double m = r.has_sink ? r.sink : -HUGE_VAL;
  for (int64_t j = 0; j < r.keys; j++) m = fmax(m, r.scores[j]);
  return m;
}

/* D_j, 0 for a hidden key */
static double exp_error(row r, int64_t j, double m) {
  if (!isfinite(r.scores[j])) return 0;
  const double es = gamma_of(r.d_k + 16) * r.magnitudes[j] + 2 * u * fabs(r.scores[j]);
  return expm1(es + 2 * u * fabs(r.scores[j] - m) + 4 * u);
}

/* R */
static double sum_error(row r, double m) {
  double error = gamma_of(r.keys + 1) + (double)(r.keys + 1) * smallest, sum = 0;
  for (int64_t j = 0; j < r.keys; j++) {
    error += r.weights[j] * exp_error(r, j, m);
    sum += r.weights[j];
  }
  if (r.has_sink) error += fmax(0, 1 - sum + 1e-12) * expm1(2 * u * fabs(r.sink - m) + 4 * u);
  return error;
}

static double *doubles(int64_t n) {
  double *x = calloc((size_t)n + 1, sizeof *x);
  if (x == NULL) abort();
  return x;
}

static void bound_out(const attest_problem *p, const attention_answer *a, attention_answer *bound, int64_t b, int64_t h,
                      int64_t i) {
  const int64_t keys = p->k.size[ATTEST_POSITION], d_v = p->v.size[ATTEST_COLUMN],
                at = (b * p->q.size[ATTEST_HEAD] + h) * p->q.size[ATTEST_POSITION] + i;
  const int64_t g = h / (p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD]);
  for (int64_t c = 0; c < d_v; c++) {
    double error = 0;
    for (int64_t j = 0; j < keys; j++) {
      if (!isfinite(a->scores[at * keys + j])) continue;
      const double v = fabs(oracle_element(&p->v, b, g, j, c)), w = a->weights[at * keys + j],
                   e = bound->weights[at * keys + j];
      error += e * v + gamma_of(keys + 2) * (w + e) * v + smallest;
    }
    bound->out[at * d_v + c] = with_rounding(error, a->out[at * d_v + c]);
  }
}

static void bound_row(const attest_problem *p, const attention_answer *a, attention_answer *bound, int64_t b, int64_t h,
                      int64_t i) {
  const int64_t keys = p->k.size[ATTEST_POSITION],
                at = (b * p->q.size[ATTEST_HEAD] + h) * p->q.size[ATTEST_POSITION] + i;
  const row r = {.keys = keys,
                 .d_k = p->k.size[ATTEST_COLUMN],
                 .scores = a->scores + at * keys,
                 .magnitudes = a->magnitudes + at * keys,
                 .weights = a->weights + at * keys,
                 .has_sink = p->sink != NULL,
                 .sink = p->sink != NULL ? p->sink[h] : 0};
  const double m = maximum(r), R = sum_error(r, m);
  for (int64_t j = 0; j < keys; j++) {
    const double w = r.weights[j], error = w * ((1 + exp_error(r, j, m)) * (1 + 2 * u) / (1 - R) - 1) + 2 * smallest;
    bound->weights[at * keys + j] = isfinite(r.scores[j]) ? with_rounding(error, w) : 0;
  }
  bound->lse[at] =
      isfinite(m) ? with_rounding(-log1p(-R) + 8 * u * fabs(a->lse[at] - m) + 2 * u * fabs(a->lse[at]), a->lse[at]) : 0;
  bound_out(p, a, bound, b, h, i);
}

attention_answer reference_bound(const attest_problem *p, const attention_answer *a) {
  const int64_t rows = p->q.size[ATTEST_BATCH] * p->q.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION];
  attention_answer bound = {.out = doubles(rows * p->v.size[ATTEST_COLUMN]),
                            .lse = doubles(rows),
                            .weights = doubles(rows * p->k.size[ATTEST_POSITION])};
  for (int64_t b = 0; b < p->q.size[ATTEST_BATCH]; b++)
    for (int64_t h = 0; h < p->q.size[ATTEST_HEAD]; h++)
      for (int64_t i = 0; i < p->q.size[ATTEST_POSITION]; i++) bound_row(p, a, &bound, b, h, i);
  return bound;
}
