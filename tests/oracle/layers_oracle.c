#include "tests/oracle/layers_oracle.h"

#include <math.h>
#include <stdlib.h>

static const double u = 0x1p-53;

static double gamma_of(int64_t n) { return (double)n * u / (1 - (double)n * u); }

/* |x| at most */
static double most(estimate x) { return (double)fabsl(x.value) + x.error; }

static void *array(int64_t n, size_t size) {
  void *x = calloc((size_t)n + 1, size);
  if (x == NULL) abort();
  return x;
}

static estimate *estimates(int64_t n) { return array(n, sizeof(estimate)); }

/* sum a_c w_c + b, a double each; 4 more roundings than needed cover those of long double */
static estimate affine(const estimate *a, const double *w, int64_t n, double b) {
  estimate s = {b, 0};
  double size = fabs(b), passed_on = 0;
  for (int64_t c = 0; c < n; c++) {
    s.value += a[c].value * (long double)w[c];
    size += most(a[c]) * fabs(w[c]);
    passed_on += a[c].error * fabs(w[c]);
  }
  s.error = passed_on + gamma_of(n + 5) * size;
  return s;
}

/* scale * sum a_c b_c with scale = 1/sqrt(n) */
static estimate scaled_dot(const estimate *a, const estimate *b, int64_t n) {
  estimate s = {0, 0};
  double size = 0;
  for (int64_t c = 0; c < n; c++) {
    s.value += a[c].value * b[c].value;
    s.error += most(a[c]) * b[c].error + most(b[c]) * a[c].error;
    size += most(a[c]) * most(b[c]);
  }
  const long double scale = 1 / sqrtl((long double)n);
  s.value *= scale;
  s.error = (double)scale * (s.error + gamma_of(n + 10) * size);
  return s;
}

/* Row r of x W^T + b restricted to features first .. first+n-1. */
static void project(const estimate *x, int64_t r, int64_t in, const double *w, const double *b, int64_t first,
                    int64_t n, estimate *y) {
  for (int64_t f = 0; f < n; f++) y[f] = affine(x + r * in, w + (first + f) * in, in, b != NULL ? b[first + f] : 0);
}

/* Scores become weights: w_j = exp(s_j) / sum; see reference_bound.h for D and R. */
static void softmax(estimate *s, int64_t n) {
  long double total = 0, highest = s[0].value;
  for (int64_t j = 0; j < n; j++) {
    total += expl(s[j].value);
    highest = fmaxl(highest, s[j].value);
  }
  double R = gamma_of(n + 2), *D = array(n, sizeof *D);
  for (int64_t j = 0; j < n; j++) {
    D[j] = expm1(s[j].error + 2 * u * (double)(highest - s[j].value) + 5 * u);
    s[j].value = expl(s[j].value) / total;
    R += (double)s[j].value * D[j];
  }
  for (int64_t j = 0; j < n; j++) s[j].error = (double)s[j].value * ((1 + D[j]) * (1 + 3 * u) / (1 - R) - 1);
  free(D);
}

/* Query row i of one head: z, d_v entries. */
static void attend(const attest_multi_head *a, int64_t h, const estimate *x, int64_t i, const estimate *context,
                   int64_t keys, estimate *z) {
  const int64_t g = h * a->kv_heads / a->q_heads;
  estimate *q = estimates(a->d_k), *k = estimates(a->d_k), *v = estimates(a->d_v), *w = estimates(keys);
  double *size = array(a->d_v, sizeof *size);
  project(x, i, a->d_model, a->w_q, a->b_q, h * a->d_k, a->d_k, q);
  for (int64_t j = 0; j < keys; j++) {
    project(context, j, a->d_context, a->w_k, a->b_k, g * a->d_k, a->d_k, k);
    w[j] = scaled_dot(q, k, a->d_k);
  }
  if (keys > 0) softmax(w, keys);
  for (int64_t j = 0; j < keys; j++) {
    project(context, j, a->d_context, a->w_v, a->b_v, g * a->d_v, a->d_v, v);
    for (int64_t c = 0; c < a->d_v; c++) {
      z[c].value += w[j].value * v[c].value;
      z[c].error += w[j].error * most(v[c]) + most(w[j]) * v[c].error;
      size[c] += most(w[j]) * most(v[c]);
    }
  }
  for (int64_t c = 0; c < a->d_v; c++) z[c].error += gamma_of(keys + 4) * size[c];
  free(q);
  free(k);
  free(v);
  free(w);
  free(size);
}

void oracle_multi_head(const attest_multi_head *a, const estimate *x, int64_t q_len, const estimate *context,
                       int64_t kv_len, bool causal, estimate *y) {
  for (int64_t i = 0; i < q_len; i++) {
    estimate *z = estimates(a->q_heads * a->d_v);
    for (int64_t h = 0; h < a->q_heads; h++)
      attend(a, h, x, i, context, causal && i + 1 < kv_len ? i + 1 : kv_len, z + h * a->d_v);
    project(z, 0, a->q_heads * a->d_v, a->w_o, a->b_o, 0, a->d_model, y + i * a->d_model);
    free(z);
  }
}

static void layer_norm_row(const estimate *x, const double *gain, const double *offset, double epsilon, int64_t n,
                           estimate *y) {
  long double sum = 0, squares = 0;
  double passed_on = 0, size = 0, variance_error = 0, variance_size = 0;
  for (int64_t c = 0; c < n; c++) {
    sum += x[c].value;
    squares += x[c].value * x[c].value;
    passed_on += x[c].error;
    size += most(x[c]);
  }
  const long double mean = sum / (long double)n, variance = squares / (long double)n - mean * mean;
  const double mean_error = (passed_on + gamma_of(n + 2) * size) / (double)n;
  for (int64_t c = 0; c < n; c++) {
    const double centred = (double)fabsl(x[c].value - mean), e = (x[c].error + mean_error) * (1 + u) + u * centred;
    variance_error += 2 * centred * e + e * e;
    variance_size += (centred + e) * (centred + e);
  }
  const double total = (double)variance + epsilon;
  const double error = (variance_error + gamma_of(n + 4) * variance_size) / (double)n + u * total +
                       0x1p-60 * (double)(squares / (long double)n);
  const double deviation = sqrt(total), deviation_error = error / (2 * sqrt(total - error)) + 4 * u * deviation;
  for (int64_t c = 0; c < n; c++) {
    const long double z = (x[c].value - mean) / sqrtl(variance + (long double)epsilon);
    const double centred_error = (x[c].error + mean_error) * (1 + u) + u * (double)fabsl(x[c].value - mean);
    const double e =
        (centred_error + (double)fabsl(z) * deviation_error) / (deviation - deviation_error) + 2 * u * (double)fabsl(z);
    y[c].value = z * (long double)gain[c] + (long double)offset[c];
    y[c].error = fabs(gain[c]) * e + gamma_of(4) * (fabs(gain[c]) * ((double)fabsl(z) + e) + fabs(offset[c]));
  }
}

void oracle_layer_norm(const estimate *x, const double *gain, const double *offset, double epsilon, int64_t rows,
                       int64_t cols, estimate *y) {
  for (int64_t i = 0; i < rows; i++) layer_norm_row(x + i * cols, gain, offset, epsilon, cols, y + i * cols);
}

static void add(estimate *x, const estimate *change, int64_t n) {
  for (int64_t c = 0; c < n; c++) {
    x[c].value += change[c].value;
    x[c].error += change[c].error;
    x[c].error += 2 * u * most(x[c]);
  }
}

static void feed_forward(const attest_block *b, const estimate *x, int64_t rows, estimate *y) {
  const int64_t d = b->attention.d_model;
  for (int64_t i = 0; i < rows; i++) {
    estimate *hidden = estimates(b->d_hidden);
    project(x, i, d, b->w_1, b->b_1, 0, b->d_hidden, hidden);
    for (int64_t c = 0; c < b->d_hidden; c++) hidden[c].value = fmaxl(0, hidden[c].value);
    project(hidden, 0, b->d_hidden, b->w_2, b->b_2, 0, d, y + i * d);
    free(hidden);
  }
}

void oracle_block(const attest_block *b, estimate *x, int64_t rows, bool causal) {
  const int64_t d = b->attention.d_model;
  estimate *normed = estimates(rows * d), *change = estimates(rows * d);
  oracle_layer_norm(x, b->gain_1, b->offset_1, b->epsilon, rows, d, normed);
  oracle_multi_head(&b->attention, normed, rows, normed, rows, causal, change);
  add(x, change, rows * d);
  oracle_layer_norm(x, b->gain_2, b->offset_2, b->epsilon, rows, d, normed);
  feed_forward(b, normed, rows, change);
  add(x, change, rows * d);
  free(normed);
  free(change);
}
