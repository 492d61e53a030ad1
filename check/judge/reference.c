#include "check/judge/reference.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "check/judge/threads.h"

/* A problem in slices, each a problem of its own: all query heads that share one kv head of one batch. */
typedef struct {
  const attest_problem *problem;
  double *out, *lse, *weights;
  atomic_int status; /* of a part that failed, else ATTEST_OK */
} slices;

/* An array as a contiguous tensor. The stride of a single batch does not matter; it is 0, because the product may
   overflow. */
static attest_output contiguous(const attest_problem *p, double *data, int64_t columns) {
  const int64_t heads = p->q.size[ATTEST_HEAD], rows = p->q.size[ATTEST_POSITION], head = rows * columns;
  return (attest_output){.data = data,
                         .dtype = ATTEST_F64,
                         .size = {p->q.size[ATTEST_BATCH], heads, rows, columns},
                         .stride = {p->q.size[ATTEST_BATCH] > 1 ? heads * head : 0, head, columns, 1}};
}

/* Heads first .. first + count - 1 of one batch of a tensor, if there is one. */
static attest_tensor heads_of(const attest_tensor *t, int64_t batch, int64_t first, int64_t count) {
  attest_tensor heads = *t;
  const int64_t step = batch * t->stride[ATTEST_BATCH] + first * t->stride[ATTEST_HEAD];
  if (t->data != NULL) heads.data = (const char *)t->data + step * (int64_t)attest_dtype_size(t->dtype);
  heads.size[ATTEST_BATCH] = 1;
  heads.size[ATTEST_HEAD] = count;
  return heads;
}

static attest_problem slice_of(const attest_problem *p, int64_t batch, int64_t kv_head, int64_t group) {
  attest_problem s = *p;
  s.q = heads_of(&p->q, batch, kv_head * group, group);
  s.k = heads_of(&p->k, batch, kv_head, 1);
  s.v = heads_of(&p->v, batch, kv_head, 1);
  if (p->mask.data != NULL) s.mask = heads_of(&p->mask, batch, kv_head * group, group);
  if (p->bias.data != NULL) s.bias = heads_of(&p->bias, batch, kv_head * group, group);
  if (p->kv_len != NULL) s.kv_len = p->kv_len + batch;
  if (p->sink != NULL) s.sink = p->sink + kv_head * group;
  return s;
}

static double *from(double *array, int64_t row, int64_t columns) {
  return array != NULL ? array + row * columns : NULL;
}

static attest_status compute(const attest_problem *p, double *out, double *lse, double *weights) {
  const attest_answer answer = {.out = contiguous(p, out, p->v.size[ATTEST_COLUMN]),
                                .lse = contiguous(p, lse, 1),
                                .weights = contiguous(p, weights, p->k.size[ATTEST_POSITION])};
  size_t bytes;
  attest_status status = attest_reference_workspace(p, &answer, &bytes);
  if (status != ATTEST_OK) return status;
  void *workspace = malloc(bytes > 0 ? bytes : 1);
  if (workspace == NULL) return ATTEST_FAILED;
  status = attest_reference(p, &answer, workspace, bytes);
  free(workspace);
  return status;
}

static double products_of(const attest_problem *p) {
  return (double)p->q.size[ATTEST_BATCH] * (double)p->q.size[ATTEST_HEAD] * (double)p->q.size[ATTEST_POSITION] *
         (double)p->k.size[ATTEST_POSITION] * (double)(p->k.size[ATTEST_COLUMN] + p->v.size[ATTEST_COLUMN]);
}

static bool compute_slice(void *work, int64_t n) {
  slices *all = work;
  const attest_problem *p = all->problem;
  const int64_t kv_heads = p->k.size[ATTEST_HEAD], group = p->q.size[ATTEST_HEAD] / kv_heads;
  const int64_t row = n * group * p->q.size[ATTEST_POSITION];
  const attest_problem slice = slice_of(p, n / kv_heads, n % kv_heads, group);
  const attest_status status = compute(&slice, from(all->out, row, p->v.size[ATTEST_COLUMN]), from(all->lse, row, 1),
                                       from(all->weights, row, p->k.size[ATTEST_POSITION]));
  if (status != ATTEST_OK) atomic_store(&all->status, (int)status);
  return status == ATTEST_OK;
}

attest_status reference_compute(const attest_problem *p, double *out, double *lse, double *weights) {
  const attest_status status = attest_problem_check(p);
  if (status != ATTEST_OK) return status;
  if (products_of(p) < THREADS_WORTH) return compute(p, out, lse, weights);
  slices all = {p, out, lse, weights, ATTEST_OK};
  if (!threads_share(p->k.size[ATTEST_BATCH] * p->k.size[ATTEST_HEAD], compute_slice, &all))
    return (attest_status)atomic_load(&all.status);
  return ATTEST_OK;
}
