/* NumPy's array files (.npy [Kern2007]; numpy.lib.format of the NumPy reference): a strict reader, and a writer of
   complete files. */
#ifndef ATTEST_CHECK_NPY_H
#define ATTEST_CHECK_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "check/cases/error.h"

#define NPY_MAX_DIMENSIONS 4

/* f8, f4, f2, u2, b1, i8, i4. NumPy has no bfloat16: it is stored as u2, and only the context tells the two apart.
   Files of ml_dtypes' bfloat16 (V2) are read as u2. */
typedef enum npy_dtype { NPY_F64 = 0, NPY_F32, NPY_F16, NPY_U16, NPY_BOOL, NPY_I64, NPY_I32, NPY_DTYPES } npy_dtype;

/* An array in memory: element (i0, i1, ..) is element i0*stride[0] + i1*stride[1] + .. of data, in the machine's byte
   order. */
typedef struct npy_array {
  npy_dtype dtype;
  int ndim; /* 0 .. NPY_MAX_DIMENSIONS */
  int64_t size[NPY_MAX_DIMENSIONS];
  int64_t stride[NPY_MAX_DIMENSIONS]; /* in elements */
  void *data;                         /* allocated with malloc; not NULL even if there are no elements */
} npy_array;

/* Bytes in one element: 8, 4, 2, 2, 1, 8, 4. */
size_t npy_item_size(npy_dtype dtype);

/* Whether the product of the sizes that are not 0, times the bytes of an element, fits in int64_t and size_t. If so,
   *bytes is the size of the array: 0 if a size is 0. */
bool npy_bytes(npy_dtype dtype, int ndim, const int64_t size[], int64_t *bytes);

/* Reads the file at path: format version 1, 2 or 3, C or Fortran order, little or big endian. It must be a regular file
   and end exactly where its header says; this is checked before memory is allocated. It may have
   at most NPY_SLACK more elements than `most`. That only keeps huge files out of memory; the caller compares the sizes.
   Bytes of b1 must be 0 or 1. The caller frees array->data. Fails with CHECK_BAD_INPUT, or CHECK_FAILURE if memory runs
   out; array is then unchanged. */
check_status npy_read(const char *path, double most, npy_array *array, check_error *error);
#define NPY_SLACK 0x1p20

/* Writes an array to path, as version 1.0 in C order, whatever its strides. The file is complete or absent (output.h).
   */
check_status npy_write(const char *path, const npy_array *array, check_error *error);

/* Writes the same bytes to a stream. Stops at the first failure, which the stream remembers. */
void npy_write_stream(FILE *stream, const npy_array *array);

/* Writes only the elements, in C order and the machine's byte order. */
void npy_write_elements(FILE *stream, const npy_array *array);

#endif
