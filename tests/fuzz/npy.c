/* The reader of .npy files. What it reads, written and read again, is the same. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/npy.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memory.h"

static int64_t count(const npy_array *a) {
  int64_t n = 1;
  for (int d = 0; d < a->ndim; d++) n *= a->size[d];
  return n;
}

/* The element with number n in C order. */
static const char *element(const npy_array *a, int64_t n) {
  int64_t offset = 0;
  for (int d = a->ndim - 1; d >= 0; d--) {
    offset += n % a->size[d] * a->stride[d];
    n /= a->size[d];
  }
  return (const char *)a->data + offset * (int64_t)npy_item_size(a->dtype);
}

static void expect_same(const npy_array *a, const npy_array *b) {
  if (a->dtype != b->dtype || a->ndim != b->ndim) abort();
  for (int d = 0; d < a->ndim; d++)
    if (a->size[d] != b->size[d]) abort();
  for (int64_t n = 0; n < count(a); n++)
    if (memcmp(element(a, n), element(b, n), npy_item_size(a->dtype)) != 0) abort();
}

static void write_again(const npy_array *a) {
  char *bytes;
  size_t size;
  npy_array again;
  check_error error;
  FILE *stream = open_memstream(&bytes, &size);
  if (stream == NULL) abort();
  npy_write_stream(stream, a);
  if (fclose(stream) != 0) abort();
  const memory_file file = memory_file_make();
  memory_file_set(&file, bytes, size);
  if (npy_read(file.path, HUGE_VAL, &again, &error) != CHECK_OK) abort();
  expect_same(a, &again);
  memory_file_free(&file);
  free(again.data);
  free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static memory_file file;
  npy_array array;
  check_error error;
  if (file.path[0] == '\0') file = memory_file_make();
  memory_file_set(&file, data, size);
  const check_status status = npy_read(file.path, HUGE_VAL, &array, &error);
  if (status != CHECK_OK) {
    fuzz_expect_line(status, &error);
    return 0;
  }
  write_again(&array);
  free(array.data);
  return 0;
}
