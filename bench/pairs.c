#include "bench/pairs.h"

#include <stdlib.h>

#include "check/cases/tensor.h"
#include "ref/visible.h"

int64_t pairs_visible(const attest_problem *p) {
  const bool same_heads = p->mask.data == NULL && p->bias.data == NULL;
  const int64_t heads = p->q.size[ATTEST_HEAD], counted = same_heads && heads > 0 ? 1 : heads;
  const int64_t keys = p->k.size[ATTEST_POSITION];
  unsigned char *const visible = malloc((size_t)keys + 1);
  int64_t pairs = 0;
  for (int64_t b = 0; visible != NULL && b < p->q.size[ATTEST_BATCH]; b++)
    for (int64_t h = 0; h < counted; h++)
      for (int64_t i = 0; i < p->q.size[ATTEST_POSITION]; i++) {
        ref_visible_row(*p, b, h, i, visible);
        for (int64_t j = 0; j < keys; j++) pairs += visible[j];
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
