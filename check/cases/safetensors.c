#include "check/cases/safetensors.h"

#include <stdlib.h>
#include <string.h>

#include "check/cases/document.h"

static const char *const names[NPY_DTYPES] = {
    [NPY_F64] = "F64",   [NPY_F32] = "F32", [NPY_F16] = "F16", [NPY_U16] = "BF16",
    [NPY_BOOL] = "BOOL", [NPY_I64] = "I64", [NPY_I32] = "I32",
};

/* The next tensor after *at in the order of the file, the widest elements first; NULL after the last. */
static const safetensors_tensor *next(const safetensors_tensor *tensors, size_t count, size_t *width, size_t *at) {
  for (; *width > 0; *width /= 2, *at = 0)
    while (*at < count)
      if (npy_item_size(tensors[(*at)++].array.dtype) == *width) return &tensors[*at - 1];
  return NULL;
}

static json_t *describe(const npy_array *array, int64_t *offset) {
  json_t *shape = json_array(), *offsets = json_array();
  int64_t bytes = 0;
  (void)npy_bytes(array->dtype, array->ndim, array->size, &bytes);
  for (int d = 0; d < array->ndim; d++) document_append(shape, json_integer(array->size[d]));
  document_append(offsets, json_integer(*offset));
  *offset += bytes;
  document_append(offsets, json_integer(*offset));
  return json_pack("{s:s, s:o, s:o}", "dtype", names[array->dtype], "shape", shape, "data_offsets", offsets);
}

/* NULL: no memory. */
static char *header_of(const safetensors_tensor *tensors, size_t count, const char *key, const char *value) {
  json_t *header = json_object();
  int64_t offset = 0;
  size_t width = 8, at = 0;
  document_set(header, "__metadata__", json_pack("{s:s}", key, value));
  for (const safetensors_tensor *t = next(tensors, count, &width, &at); t != NULL;
       t = next(tensors, count, &width, &at))
    document_set(header, t->name, describe(&t->array, &offset));
  char *text = document_is_whole() ? document_dump(header, JSON_COMPACT) : NULL;
  json_decref(header);
  return text;
}

bool safetensors_write(FILE *stream, const safetensors_tensor *tensors, size_t count, const char *key,
                       const char *value) {
  char *header = header_of(tensors, count, key, value);
  if (header == NULL) return false;
  const size_t used = strlen(header), padding = (8 - used % 8) % 8; /* the elements begin at a multiple of 8 */
  unsigned char length[8];
  for (int n = 0; n < 8; n++) length[n] = (unsigned char)((uint64_t)(used + padding) >> (8 * n));
  (void)fwrite(length, sizeof length, 1, stream);
  (void)fprintf(stream, "%s%*s", header, (int)padding, "");
  free(header);
  size_t width = 8, at = 0;
  for (const safetensors_tensor *t = next(tensors, count, &width, &at); t != NULL;
       t = next(tensors, count, &width, &at))
    npy_write_elements(stream, &t->array);
  return true;
}
