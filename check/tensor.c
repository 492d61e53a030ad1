#include "check/tensor.h"

#include <stdlib.h>

#include "ref/elementary.h"

double tensor_element(const attest_tensor *tensor, const int64_t at[4]) {
  int64_t offset = 0;
  for (int d = 0; d < 4; d++) offset += at[d] * tensor->stride[d];
  switch (tensor->dtype) {
  case ATTEST_F64:
    return ((const double *)tensor->data)[offset];
  case ATTEST_F32:
    return (double)((const float *)tensor->data)[offset];
  case ATTEST_F16:
    return ref_f16_value(((const uint16_t *)tensor->data)[offset]);
  case ATTEST_BF16:
    return ref_bf16_value(((const uint16_t *)tensor->data)[offset]);
  case ATTEST_BOOL:
    break;
  }
  abort(); /* the caller broke the contract */
}

double *tensor_widen(const attest_tensor *tensor) {
  const int64_t *size = tensor->size;
  const size_t count = (size_t)(size[0] * size[1] * size[2] * size[3]);
  double *wide = calloc(count > 0 ? count : 1, sizeof *wide);
  if (wide == NULL) return NULL;
  double *next = wide;
  int64_t at[4];
  for (at[0] = 0; at[0] < size[0]; at[0]++)
    for (at[1] = 0; at[1] < size[1]; at[1]++)
      for (at[2] = 0; at[2] < size[2]; at[2]++)
        for (at[3] = 0; at[3] < size[3]; at[3]++) *next++ = tensor_element(tensor, at);
  return wide;
}
