#include "tests/unit/support_layers.h"

#include "tests/unit/support.h"

double *random_array(random_stream *r, int64_t n) {
  double *x = canaries(n);
  random_fill(r, x, n);
  return x;
}

void random_layer(random_stream *r, attest_multi_head *a, bool biases) {
  a->w_q = random_array(r, a->q_heads * a->d_k * a->d_model);
  a->w_k = random_array(r, a->kv_heads * a->d_k * a->d_context);
  a->w_v = random_array(r, a->kv_heads * a->d_v * a->d_context);
  a->w_o = random_array(r, a->d_model * a->q_heads * a->d_v);
  a->b_q = biases ? random_array(r, a->q_heads * a->d_k) : NULL;
  a->b_k = biases ? random_array(r, a->kv_heads * a->d_k) : NULL;
  a->b_v = biases ? random_array(r, a->kv_heads * a->d_v) : NULL;
  a->b_o = biases ? random_array(r, a->d_model) : NULL;
}

static void free_array(const double *x) { free((void *)x); }

void random_layer_free(attest_multi_head *a) {
  const double *const arrays[] = {a->w_q, a->w_k, a->w_v, a->w_o, a->b_q, a->b_k, a->b_v, a->b_o};
  for (int n = 0; n < 8; n++) free_array(arrays[n]);
}

void random_block(random_stream *r, attest_block *b, bool biases) {
  const int64_t d = b->attention.d_model;
  random_layer(r, &b->attention, biases);
  b->gain_1 = random_array(r, d);
  b->offset_1 = random_array(r, d);
  b->gain_2 = random_array(r, d);
  b->offset_2 = random_array(r, d);
  b->w_1 = random_array(r, b->d_hidden * d);
  b->w_2 = random_array(r, d * b->d_hidden);
  b->b_1 = biases ? random_array(r, b->d_hidden) : NULL;
  b->b_2 = biases ? random_array(r, d) : NULL;
}

void random_block_free(attest_block *b) {
  const double *const arrays[] = {b->gain_1, b->offset_1, b->gain_2, b->offset_2, b->w_1, b->w_2, b->b_1, b->b_2};
  random_layer_free(&b->attention);
  for (int n = 0; n < 8; n++) free_array(arrays[n]);
}

estimate *exact_estimates(const double *x, int64_t n) {
  estimate *e = malloc(((size_t)n + 1) * sizeof *e);
  if (e == NULL) abort();
  for (int64_t j = 0; j < n; j++) e[j] = (estimate){x[j], 0};
  return e;
}

/* Errors of a worst case multiply up through a stack; a bug of interest shows in the second digit. */
static const double informative = 1e-6;

void assert_estimated(const double *y, const estimate *exact, int64_t n) {
  for (int64_t j = 0; j < n; j++) {
    assert_near(y[j], (double)exact[j].value, 1.001 * exact[j].error);
    assert_true(exact[j].error <= informative);
  }
}

void multi_head(const attest_multi_head *layer, const double *x, int64_t q_len, const double *context, int64_t kv_len,
                bool causal, double *y) {
  size_t bytes = 0;
  assert_int_equal(attest_multi_head_workspace(layer, q_len, kv_len, &bytes), ATTEST_OK);
  void *workspace = guarded(bytes);
  assert_int_equal(attest_multi_head_forward(layer, x, q_len, context, kv_len, causal, y, workspace, bytes), ATTEST_OK);
  guarded_free(workspace, bytes);
}

void stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal) {
  size_t bytes = 0;
  assert_int_equal(attest_stack_workspace(blocks, count, rows, &bytes), ATTEST_OK);
  void *workspace = guarded(bytes);
  assert_int_equal(attest_stack_forward(blocks, count, x, rows, causal, workspace, bytes), ATTEST_OK);
  guarded_free(workspace, bytes);
}
