#include "bench/pairs.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/problem_f64.h"
#include "check/cases/tensor.h"

/* Counts the keys for query i: those in `visible` that mask and bias leave visible too. */
static int64_t count_row(const attest_problem *p, int64_t b, int64_t h, int64_t i, const unsigned char *visible) {
  int64_t count = 0;
  for (int64_t j = 0; j < p->k.size[ATTEST_POSITION]; j++) {
    const int64_t at[] = {b, h, i, j};
    const attest_tensor *m = &p->mask;
    if (!visible[j]) continue;
    if (m->data != NULL && ((const char *)m->data)[b * m->stride[ATTEST_BATCH] + h * m->stride[ATTEST_HEAD] +
                                                   i * m->stride[ATTEST_POSITION] + j * m->stride[ATTEST_COLUMN]] == 0)
      continue;
    if (p->bias.data != NULL && tensor_element(&p->bias, at) == -HUGE_VAL) continue;
    count++;
  }
  return count;
}

int64_t pairs_visible(const attest_problem *p) {
  const bool same_heads = p->mask.data == NULL && p->bias.data == NULL;
  const int64_t heads = p->q.size[ATTEST_HEAD], counted = same_heads && heads > 0 ? 1 : heads;
  const problem_f64 places = {
      .problem = p, .q_heads = heads, .q_len = p->q.size[ATTEST_POSITION], .keys = p->k.size[ATTEST_POSITION]};
  unsigned char *const visible = malloc((size_t)places.keys + 1);
  int64_t pairs = 0;
  for (int64_t b = 0; visible != NULL && b < p->q.size[ATTEST_BATCH]; b++)
    for (int64_t h = 0; h < counted; h++)
      for (int64_t i = 0; i < places.q_len; i++) {
        problem_f64_visible(&places, b, h, i, visible);
        pairs += count_row(p, b, h, i, visible);
      }
  free(visible);
  return same_heads ? pairs * heads : pairs;
}

double pairs_flops(const attest_problem *p, int64_t pairs) {
  return 2.0 * (double)pairs * (double)(p->q.size[ATTEST_COLUMN] + p->v.size[ATTEST_COLUMN]);
}

static double bytes_of(const attest_tensor *t) {
  if (t->data == NULL) return 0;
  double count = (double)attest_dtype_size(t->dtype);
  for (int d = 0; d < ATTEST_AXES; d++) count *= t->stride[d] == 0 && t->size[d] > 0 ? 1 : (double)t->size[d];
  return count;
}

double pairs_bytes(const attest_problem *p, const attest_answer *a) {
  const attest_tensor out = output_view(&a->out), lse = output_view(&a->lse), weights = output_view(&a->weights);
  return bytes_of(&p->q) + bytes_of(&p->k) + bytes_of(&p->v) + bytes_of(&p->mask) + bytes_of(&p->bias) +
         bytes_of(&out) + bytes_of(&lse) + bytes_of(&weights);
}
