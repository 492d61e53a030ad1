/* x (batch, T, d_model) -> q, k, v = x W^T (batch, T, d_model) -> seen as (batch, T, h, d_k) -> the order (batch, h, T,
   d_k) -> weights (batch, h, T, T)
   -> outputs (batch, h, T, d_k) -> side by side (batch, T, d_model) -> times W_O^T (batch, T, d_model). */
#include "reports/layer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/cases/random.h"
#include "check/judge/reference.h"
#include "ref/linear.h"
#include "reports/one_head.h"
#include "reports/statistics.h"

void layer_fill(uint64_t seed, uint64_t place, double deviation, double *to, int64_t n) {
  for (int64_t i = 0; i < n; i++) to[i] = deviation * random_normal_at(seed, place + (uint64_t)i);
}

double layer_difference(const double *a, const double *b, int64_t n) {
  double most = 0;
  for (int64_t i = 0; i < n; i++) most = statistics_larger(most, fabs(a[i] - b[i]));
  return most;
}

bool layer_same_bits(const double *a, const double *b, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    if (!(a[i] == b[i] && !signbit(a[i]) == !signbit(b[i]))) return false;
  return true;
}

bool layer_forward(const attest_multi_head *of, const double *x, int64_t q_len, const double *context, int64_t kv_len,
                   bool causal, double *y) {
  size_t bytes;
  if (attest_multi_head_workspace(of, q_len, kv_len, &bytes) != ATTEST_OK) return false;
  void *const workspace = malloc(bytes > 0 ? bytes : 1);
  const bool good = workspace != NULL &&
                    attest_multi_head_forward(of, x, q_len, context, kv_len, causal, y, workspace, bytes) == ATTEST_OK;
  free(workspace);
  return good;
}

void layer_print_shape(const layer_step *step, char text[96]) {
  int used = 0;
  for (int d = 0; d < step->dimensions; d++)
    used += snprintf(text + used, 96 - (size_t)used, "%s%" PRId64, d > 0 ? ", " : "(", step->size[d]);
  (void)snprintf(text + used, 96 - (size_t)used, ")");
}

/* Memory and numbers of everything: n numbers a weight matrix, m a matrix of rows, w weights. */
static bool fill(layer *l, uint64_t seed) {
  const int64_t d = l->of.d_model, n = d * d, m = l->batch * l->rows * d,
                w = l->batch * l->of.q_heads * l->rows * l->rows;
  double *const memory = l->memory = malloc((size_t)(4 * n + 8 * m + w) * sizeof *memory);
  if (memory == NULL) return false;
  layer_fill(seed, 0, 1 / sqrt((double)d), memory, 4 * n);
  l->of.w_q = memory;
  l->of.w_k = memory + n;
  l->of.w_v = memory + 2 * n;
  l->of.w_o = memory + 3 * n;
  double **const rows[] = {&l->x, &l->y, &l->q, &l->k, &l->v, &l->heads, &l->joined, &l->by_hand};
  for (int a = 0; a < 8; a++) *rows[a] = memory + 4 * n + a * m;
  l->weights = memory + 4 * n + 8 * m;
  layer_fill(seed, (uint64_t)(4 * n), 1, l->x, m);
  return true;
}

static void step(layer *l, const char *name, int dimensions, int64_t a, int64_t b, int64_t c, int64_t d) {
  l->step[l->steps++] = (layer_step){name, dimensions, {a, b, c, d}};
}

static void step_of(layer *l, const char *name, const attest_tensor *t) {
  step(l, name, 4, t->size[ATTEST_BATCH], t->size[ATTEST_HEAD], t->size[ATTEST_POSITION], t->size[ATTEST_COLUMN]);
}

/* Columns of a batch of rows as heads, without moving a number: strides alone. */
static attest_tensor split(const layer *l, const double *rows) {
  const int64_t d = l->of.d_model, d_k = l->of.d_k;
  attest_tensor t = one_head_tensor(rows, l->batch, l->of.q_heads, l->rows, d_k);
  t.stride[ATTEST_BATCH] = l->rows * d;
  t.stride[ATTEST_HEAD] = d_k;
  t.stride[ATTEST_POSITION] = d;
  return t;
}

static void join(const layer *l) {
  const int64_t h = l->of.q_heads, d_k = l->of.d_k;
  for (int64_t b = 0; b < l->batch; b++)
    for (int64_t i = 0; i < l->rows; i++)
      for (int64_t c = 0; c < l->of.d_model; c++)
        l->joined[(b * l->rows + i) * l->of.d_model + c] = l->heads[((b * h + c / d_k) * l->rows + i) * d_k + c % d_k];
}

static bool compute_by_hand(layer *l, bool causal, double scale) {
  const int64_t d = l->of.d_model, rows = l->batch * l->rows;
  step(l, "x", 3, l->batch, l->rows, d, 0);
  ref_linear(l->x, l->of.w_q, NULL, l->q, rows, d, d);
  ref_linear(l->x, l->of.w_k, NULL, l->k, rows, d, d);
  ref_linear(l->x, l->of.w_v, NULL, l->v, rows, d, d);
  step(l, "q, k, v", 3, l->batch, l->rows, d, 0);
  attest_problem p = {.q = split(l, l->q), .k = split(l, l->k), .v = split(l, l->v), .scale = scale};
  p.causal = causal;
  p.alignment = ATTEST_ALIGN_TOP_LEFT;
  step(l, "split into heads", 4, p.q.size[ATTEST_BATCH], p.q.size[ATTEST_POSITION], p.q.size[ATTEST_HEAD],
       p.q.size[ATTEST_COLUMN]);
  step_of(l, "heads first", &p.q);
  step(l, LAYER_SCORES, 4, p.q.size[ATTEST_BATCH], p.q.size[ATTEST_HEAD], p.q.size[ATTEST_POSITION],
       p.k.size[ATTEST_POSITION]);
  if (reference_compute(&p, l->heads, NULL, l->weights) != ATTEST_OK) return false;
  step(l, "output of the heads", 4, p.q.size[ATTEST_BATCH], p.q.size[ATTEST_HEAD], p.q.size[ATTEST_POSITION],
       p.v.size[ATTEST_COLUMN]);
  join(l);
  step(l, "side by side", 3, l->batch, l->rows, l->of.q_heads * l->of.d_v, 0);
  ref_linear(l->joined, l->of.w_o, NULL, l->by_hand, rows, d, d);
  step(l, "out", 3, l->batch, l->rows, d, 0);
  return true;
}

bool layer_make(layer *l, uint64_t seed, int64_t batch, int64_t rows, int64_t d_model, int64_t heads, bool causal,
                double scale) {
  *l = (layer){.of = {.d_model = d_model,
                      .d_context = d_model,
                      .q_heads = heads,
                      .kv_heads = heads,
                      .d_k = d_model / heads,
                      .d_v = d_model / heads},
               .batch = batch,
               .rows = rows};
  bool good = fill(l, seed) && compute_by_hand(l, causal, scale);
  for (int64_t b = 0; good && b < batch; b++) {
    const double *const x = l->x + b * rows * d_model;
    good = layer_forward(&l->of, x, rows, x, rows, causal, l->y + b * rows * d_model);
  }
  return good;
}

void layer_free(layer *l) { free(l->memory); }
