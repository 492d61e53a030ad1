#include "check/cases/problem_f64.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/tensor.h"

static unsigned char *widen_flags(const attest_tensor *mask) {
  const int64_t *size = mask->size, *stride = mask->stride;
  const size_t count = (size_t)(size[ATTEST_BATCH] * size[ATTEST_HEAD] * size[ATTEST_POSITION] * size[ATTEST_COLUMN]);
  unsigned char *flags = malloc(count > 0 ? count : 1), *next = flags;
  if (flags == NULL) return NULL;
  for (int64_t b = 0; b < size[ATTEST_BATCH]; b++)
    for (int64_t h = 0; h < size[ATTEST_HEAD]; h++)
      for (int64_t i = 0; i < size[ATTEST_POSITION]; i++)
        for (int64_t j = 0; j < size[ATTEST_COLUMN]; j++)
          *next++ = ((const unsigned char *)mask->data)[b * stride[ATTEST_BATCH] + h * stride[ATTEST_HEAD] +
                                                        i * stride[ATTEST_POSITION] + j * stride[ATTEST_COLUMN]] != 0;
  return flags;
}

check_status problem_f64_make(const attest_problem *p, problem_f64 *wide, check_error *error) {
  *wide = (problem_f64){.problem = p,
                        .batch = p->q.size[ATTEST_BATCH],
                        .q_heads = p->q.size[ATTEST_HEAD],
                        .kv_heads = p->k.size[ATTEST_HEAD],
                        .q_len = p->q.size[ATTEST_POSITION],
                        .keys = p->k.size[ATTEST_POSITION],
                        .d_k = p->q.size[ATTEST_COLUMN],
                        .d_v = p->v.size[ATTEST_COLUMN],
                        .q = tensor_widen(&p->q),
                        .k = tensor_widen(&p->k),
                        .v = tensor_widen(&p->v),
                        .bias = p->bias.data != NULL ? tensor_widen(&p->bias) : NULL,
                        .mask = p->mask.data != NULL ? widen_flags(&p->mask) : NULL,
                        .scale = p->scale != 0 ? p->scale : problem_f64_default_scale(p->q.size[ATTEST_COLUMN])};
  const bool whole = wide->q != NULL && wide->k != NULL && wide->v != NULL &&
                     (p->bias.data == NULL || wide->bias != NULL) && (p->mask.data == NULL || wide->mask != NULL);
  return whole ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the case in float64");
}

void problem_f64_free(problem_f64 *wide) {
  free(wide->q);
  free(wide->k);
  free(wide->v);
  free(wide->bias);
  free(wide->mask);
  *wide = (problem_f64){0};
}

double problem_f64_default_scale(int64_t d_k) { return 1 / sqrt((double)d_k); }

int64_t problem_f64_kv_len(const attest_problem *p, int64_t b) {
  return p->kv_len != NULL ? p->kv_len[b] : p->k.size[ATTEST_POSITION];
}

int64_t problem_f64_offset(const attest_problem *p, int64_t kv_len) {
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT) return kv_len - p->q.size[ATTEST_POSITION];
  return p->alignment == ATTEST_ALIGN_OFFSET ? p->offset : 0;
}
