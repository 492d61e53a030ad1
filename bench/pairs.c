#include "bench/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "check/cases/tensor.h"
#include "ref/visible.h"

bool pairs_see(const attest_problem *p, pairs_seen *of) {
  const bool same_heads = p->mask.data == NULL && p->bias.data == NULL;
  const int64_t heads = p->q.size[ATTEST_HEAD], kv_heads = p->k.size[ATTEST_HEAD], keys = p->k.size[ATTEST_POSITION];
  const int64_t group = same_heads || kv_heads == 0 ? 1 : heads / kv_heads;
  const int64_t counted = same_heads && heads > 0 ? 1 : heads;
  unsigned char *const visible = calloc(2 * (size_t)keys + 1, 1);
  pairs_seen found = {0, 0};
  if (visible == NULL) return false;
  unsigned char *const seen = visible + keys;
  for (int64_t b = 0; b < p->q.size[ATTEST_BATCH]; b++)
    for (int64_t h = 0; h < counted; h++) {
      for (int64_t i = 0; i < p->q.size[ATTEST_POSITION]; i++) {
        ref_visible_row(*p, b, h, i, visible);
        for (int64_t j = 0; j < keys; j++) found.visible += visible[j];
        for (int64_t j = 0; j < keys; j++) seen[j] |= visible[j];
      }
      if (h % group != group - 1) continue; /* another head reads the same keys */
      for (int64_t j = 0; j < keys; j++) found.rows += seen[j];
      memset(seen, 0, (size_t)keys);
    }
  free(visible);
  *of = same_heads ? (pairs_seen){found.visible * heads, found.rows * kv_heads} : found;
  return true;
}

double pairs_flops(const attest_problem *p, const pairs_seen *of) {
  return 2.0 * (double)of->visible * (double)(p->q.size[ATTEST_COLUMN] + p->v.size[ATTEST_COLUMN]);
}

static double bytes_of(const attest_tensor *t) {
  if (t->data == NULL) return 0;
  double count = (double)attest_dtype_size(t->dtype);
  for (int d = 0; d < ATTEST_AXES; d++) count *= t->stride[d] == 0 && t->size[d] > 0 ? 1 : (double)t->size[d];
  return count;
}

/* Of k or v: the rows that are seen. */
static double bytes_seen(const attest_tensor *t, int64_t rows) {
  const double seen = (double)attest_dtype_size(t->dtype) * (double)rows * (double)t->size[ATTEST_COLUMN];
  return seen < bytes_of(t) ? seen : bytes_of(t);
}

double pairs_bytes(const attest_problem *p, const attest_answer *a, const pairs_seen *of) {
  const attest_tensor out = output_view(&a->out), lse = output_view(&a->lse), weights = output_view(&a->weights);
  return bytes_of(&p->q) + bytes_seen(&p->k, of->rows) + bytes_seen(&p->v, of->rows) + bytes_of(&p->mask) +
         bytes_of(&p->bias) + bytes_of(&out) + bytes_of(&lse) + bytes_of(&weights);
}
