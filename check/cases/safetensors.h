/* Writes .safetensors files: 8 bytes with the length of a JSON header, the header, the elements of all tensors. The
   format is little endian, as every machine that attest is built for. */
#ifndef ATTEST_CHECK_SAFETENSORS_H
#define ATTEST_CHECK_SAFETENSORS_H

#include <stddef.h>
#include <stdio.h>

#include "check/cases/npy.h"

typedef struct safetensors_tensor {
  const char *name;
  npy_array array; /* u2 is bfloat16 */
} safetensors_tensor;

/* Writes tensors to a stream, contiguous, with a string in the metadata. Each one begins at a multiple of the size of
   its elements, since readers view the file in place. Stops at the first failure, which the stream remembers. Returns
   false if memory runs out. */
bool safetensors_write(FILE *stream, const safetensors_tensor *tensors, size_t count, const char *key,
                       const char *value);

#endif
