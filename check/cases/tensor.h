/* Reads and writes elements of tensors, inputs and outputs, as binary64. */
#ifndef ATTEST_CHECK_TENSOR_H
#define ATTEST_CHECK_TENSOR_H

#include "attest.h"

/* Iterates over all places of a tensor with these sizes, in the order of its dimensions:
     for (bool more = tensor_first(size, at); more; more = tensor_next(size, at)) ...
   Both return false at the end, tensor_first if there is no place at all. */
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

/* An output as a readable tensor. */
static inline attest_tensor output_view(const attest_output *o) {
  attest_tensor t = {.data = o->data, .dtype = o->dtype};
  for (int d = 0; d < ATTEST_AXES; d++) t.size[d] = o->size[d], t.stride[d] = o->stride[d];
  return t;
}

/* A tensor as a writable output, for its owner: code that makes a case in its own memory meets the problem's tensors as
   const. */
attest_output tensor_writable(const attest_tensor *tensor);

/* Makes a contiguous output of a problem, [batch, query head, query, columns], on lines of 64 bytes; the caller frees
   its data, NULL if there is no memory. */
attest_output output_make(const attest_problem *problem, attest_dtype dtype, int64_t columns);

/* The element at these places, widened exactly. The tensor is F64, F32, F16 or BF16. */
double tensor_element(const attest_tensor *tensor, const int64_t at[ATTEST_AXES]);
double output_element(const attest_output *output, const int64_t at[ATTEST_AXES]);

/* Finds the places of the element at this distance from the first; false where none lies: in padding, past the last.
   The places are then those of some element near it. Of an axis of stride 0 or size 1 the place is 0. */
bool tensor_find(const attest_tensor *tensor, int64_t distance, int64_t at[ATTEST_AXES]);

/* Stores x, rounded to nearest, ties to even; beyond the range, infinity. The output is F64, F32, F16, BF16, or BOOL (x
   != 0). */
void output_store(const attest_output *output, const int64_t at[ATTEST_AXES], double x);

/* Stores x as output_store does, into an input, for its owner (tensor_writable). */
void tensor_store(const attest_tensor *tensor, const int64_t at[ATTEST_AXES], double x);

/* x after output_store and output_element in a type. */
double tensor_rounded(attest_dtype type, double x);

/* The number of elements of a tensor with these sizes; their product must be at most ATTEST_MAX_ELEMENTS. */
int64_t tensor_count(const int64_t size[ATTEST_AXES]);

/* Copies all elements of an output, in the order of its axes, from it to a contiguous array or back. */
void output_load_all(const attest_output *output, double *to);
void output_store_all(const attest_output *output, const double *from);

/* All elements, in the same order, in new memory for the caller to free; NULL if memory runs out. */
double *tensor_widen(const attest_tensor *tensor);
double *output_widen(const attest_output *output);

#endif
