/* Elements of an attest_tensor as binary64. */
#ifndef ATTEST_CHECK_TENSOR_H
#define ATTEST_CHECK_TENSOR_H

#include "attest.h"

/* Goes through all places of a tensor with these sizes, in the order of its dimensions:
     for (bool more = tensor_first(size, at); more; more = tensor_next(size, at)) ...
   false where there is no place, and after the last. */
static inline bool tensor_first(const int64_t size[ATTEST_AXES], int64_t at[ATTEST_AXES]) {
  for (int d = 0; d < ATTEST_AXES; d++) at[d] = 0;
  return size[ATTEST_BATCH] > 0 && size[ATTEST_HEAD] > 0 && size[ATTEST_POSITION] > 0 && size[ATTEST_COLUMN] > 0;
}

static inline bool tensor_next(const int64_t size[ATTEST_AXES], int64_t at[ATTEST_AXES]) {
  for (int d = 3; d >= 0; d--) {
    if (++at[d] < size[d]) return true;
    at[d] = 0;
  }
  return false;
}

/* Element (at[0], at[1], at[2], at[3]), widened exactly. The tensor is F64, F32, F16 or BF16. */
double tensor_element(const attest_tensor *tensor, const int64_t at[ATTEST_AXES]);

/* Stores x, rounded to nearest, ties to even; beyond the range, infinity. The tensor is F64, F32, F16, BF16, or BOOL (x != 0). */
void tensor_store(const attest_tensor *tensor, const int64_t at[ATTEST_AXES], double x);

/* x as tensor_store would store it in an element of a type, read back. */
double tensor_rounded(attest_dtype type, double x);

/* How many elements it has; the product of its sizes is at most ATTEST_MAX_ELEMENTS. */
int64_t tensor_count(const attest_tensor *tensor);

/* All elements, contiguous, in the order of the tensor's dimensions, from it and to it. */
void tensor_load_all(const attest_tensor *tensor, double *to);
void tensor_store_all(const attest_tensor *tensor, const double *from);

/* tensor_load_all into memory of its own, the caller's to free; NULL if memory runs out. */
double *tensor_widen(const attest_tensor *tensor);

#endif
