/* A slice of a problem: everything that reads one kv head of one batch, so that each key and value is read once for all
   the query heads that share it.

   With group = q_heads / kv_heads, row r of the slice is query r / group of query head kv_head * group + r % group: the
   heads of a group lie side by side. Query i stands at key position i + offset and sees key j when
     i + offset - left <= j <= i + offset + right,  j < keys,  and the mask and the bias let it
   (causal is right = 0). So the keys that a row sees lie in a range that moves on with the row, and the rows that see a
   key in one that moves on with the key. */
#ifndef ATTEST_OPT_SLICE_H
#define ATTEST_OPT_SLICE_H

#include "attest.h"

typedef struct slice {
  const attest_problem *problem;
  const attest_answer *answer;
  int64_t batch, kv_head, group;
  int64_t queries, rows, keys; /* rows = group x queries */
  int64_t offset, left, right;
} slice;

/* The slices of a problem: batch x kv_heads. */
int64_t slice_count(const attest_problem *p);

/* Slice n of them: batch n / kv_heads, kv head n % kv_heads. */
slice slice_of(const attest_problem *p, const attest_answer *a, int64_t n);

/* The scale of the problem, its default filled in. */
double slice_scale(const attest_problem *p);

/* Whether a problem is computed in binary64: it has an f64 tensor, or its scale, softcap or a sink is beyond binary32.
   */
bool slice_in_f64(const attest_problem *p);

static inline int64_t slice_clamp(int64_t x, int64_t most) { return x < 0 ? 0 : x > most ? most : x; }

/* The keys that row r can see: from slice_first_key to slice_end_key - 1. */
static inline int64_t slice_first_key(const slice *s, int64_t r) {
  return slice_clamp(r / s->group + s->offset - s->left, s->keys);
}
static inline int64_t slice_end_key(const slice *s, int64_t r) {
  return slice_clamp(r / s->group + s->offset + s->right + 1, s->keys);
}

/* The rows that can see key j: from slice_first_row to slice_end_row - 1. */
static inline int64_t slice_first_row(const slice *s, int64_t j) {
  return slice_clamp(j - s->offset - s->right, s->queries) * s->group;
}
static inline int64_t slice_end_row(const slice *s, int64_t j) {
  return slice_clamp(j - s->offset + s->left + 1, s->queries) * s->group;
}

/* Some row of row .. end - 1 does not see some key of key .. end_key - 1 because of where it stands. */
static inline bool slice_hides(const slice *s, int64_t row, int64_t end, int64_t key, int64_t end_key) {
  return slice_first_row(s, end_key - 1) > row || slice_end_row(s, key) < end;
}

/* Whether row r sees some key: reads its mask and bias. */
bool slice_sees(const slice *s, int64_t r);

/* Bytes from the beginning of a tensor with these strides to row r of the slice. */
static inline int64_t slice_row_offset(const slice *s, const int64_t *stride, attest_dtype dtype, int64_t r) {
  const int64_t head = s->kv_head * s->group + r % s->group;
  return (s->batch * stride[ATTEST_BATCH] + head * stride[ATTEST_HEAD] + r / s->group * stride[ATTEST_POSITION]) *
         (int64_t)attest_dtype_size(dtype);
}

/* Row r of q, mask or bias; row r of out, lse or weights; key j of k or v. */
static inline const char *slice_row(const slice *s, const attest_tensor *t, int64_t r) {
  return (const char *)t->data + slice_row_offset(s, t->stride, t->dtype, r);
}
static inline char *slice_output_row(const slice *s, const attest_output *t, int64_t r) {
  return (char *)t->data + slice_row_offset(s, t->stride, t->dtype, r);
}
static inline const char *slice_key(const slice *s, const attest_tensor *t, int64_t j) {
  return (const char *)t->data +
         (s->batch * t->stride[ATTEST_BATCH] + s->kv_head * t->stride[ATTEST_HEAD] + j * t->stride[ATTEST_POSITION]) *
             (int64_t)attest_dtype_size(t->dtype);
}

#endif
