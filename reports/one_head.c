#include "reports/one_head.h"

#include <math.h>
#include <stdlib.h>

#include "check/judge/reference.h"

attest_tensor one_head_tensor(const double *data, int64_t batch, int64_t heads, int64_t rows, int64_t columns) {
  return (attest_tensor){
      data, ATTEST_F64, {batch, heads, rows, columns}, {heads * rows * columns, rows * columns, columns, 1}};
}

attest_problem one_head_problem(const double *q, const double *k, const double *v, int64_t q_len, int64_t keys,
                                int64_t d_k, int64_t d_v) {
  return (attest_problem){.q = one_head_tensor(q, 1, 1, q_len, d_k),
                          .k = one_head_tensor(k, 1, 1, keys, d_k),
                          .v = one_head_tensor(v, 1, 1, keys, d_v)};
}

bool one_head_softmax(const double *scores, double *weights, int64_t n) {
  const double one = 1, *const keys = scores;
  double ignored;
  unsigned char *const seen = malloc((size_t)n);
  bool good = seen != NULL;
  if (good) {
    attest_problem p = one_head_problem(&one, keys, keys, 1, n, 1, 1);
    for (int64_t j = 0; j < n; j++) seen[j] = scores[j] > -HUGE_VAL;
    p.mask = (attest_tensor){seen, ATTEST_BOOL, {1, 1, 1, n}, {n, n, n, 1}};
    p.scale = 1;
    good = reference_compute(&p, &ignored, NULL, weights) == ATTEST_OK;
  }
  free(seen);
  return good;
}
