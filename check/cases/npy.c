/* A .npy file is
     "\x93NUMPY", major, minor     8 bytes
     length of the header          2 bytes (version 1) or 4 (versions 2 and 3), little endian
     header                        a Python dict {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, spaces,
                                   newline
     data                          the elements in C order (last index fastest) or Fortran order (first index fastest)
                                   */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/npy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/cases/input.h"
#include "check/cases/output.h"

/* NumPy itself refuses longer headers; four dimensions need fewer than 200 characters. */
#define MAX_HEADER 10000

static const struct {
  char code[3];
  size_t size;
} dtypes[NPY_DTYPES] = {
    [NPY_F64] = {"f8", 8},  [NPY_F32] = {"f4", 4}, [NPY_F16] = {"f2", 2}, [NPY_U16] = {"u2", 2},
    [NPY_BOOL] = {"b1", 1}, [NPY_I64] = {"i8", 8}, [NPY_I32] = {"i4", 4},
};

size_t npy_item_size(npy_dtype dtype) { return dtypes[dtype].size; }

static bool little_endian_host(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

bool npy_bytes(npy_dtype dtype, int ndim, const int64_t size[], int64_t *bytes) {
  int64_t product = (int64_t)npy_item_size(dtype);
  bool empty = false;
  for (int d = 0; d < ndim; d++) {
    if (size[d] < 0) return false;
    if (size[d] == 0) empty = true;
    else if (product > INT64_MAX / size[d]) return false;
    else product *= size[d];
  }
  if ((uint64_t)product > SIZE_MAX) return false;
  *bytes = empty ? 0 : product;
  return true;
}

/* The position in the header's text. */
typedef struct {
  const char *at, *end;
} cursor;

typedef struct {
  npy_dtype dtype;
  bool big_endian, fortran_order;
  int ndim;
  int64_t size[NPY_MAX_DIMENSIONS];
} npy_header;

static void skip_spaces(cursor *c) {
  while (c->at < c->end && *c->at == ' ') c->at++;
}

static bool take(cursor *c, const char *text) {
  const size_t length = strlen(text);
  skip_spaces(c);
  if ((size_t)(c->end - c->at) < length || memcmp(c->at, text, length) != 0) return false;
  c->at += length;
  return true;
}

/* Takes 'text' or "text". */
static bool take_quoted(cursor *c, const char *text) {
  const cursor start = *c;
  if (take(c, "'") && take(c, text) && take(c, "'")) return true;
  *c = start;
  if (take(c, "\"") && take(c, text) && take(c, "\"")) return true;
  *c = start;
  return false;
}

/* Reads descr. Returns NULL, or what was expected. */
static const char *take_descr(cursor *c, npy_header *header) {
  for (int dtype = 0; dtype < NPY_DTYPES; dtype++) {
    char little[4] = "<", big[4] = ">";
    if (dtype == NPY_BOOL) little[0] = '|';
    memcpy(little + 1, dtypes[dtype].code, 3);
    memcpy(big + 1, dtypes[dtype].code, 3);
    header->big_endian = dtype != NPY_BOOL && take_quoted(c, big);
    if (!header->big_endian && !take_quoted(c, little)) continue;
    header->dtype = (npy_dtype)dtype;
    return NULL;
  }
  /* ml_dtypes' bfloat16, as NumPy saves it */
  header->big_endian = false;
  header->dtype = NPY_U16;
  if (take_quoted(c, "<V2") || take_quoted(c, "|V2")) return NULL;
  return "a dtype of '<f8' '<f4' '<f2' '<u2' '|b1' '<i8' '<i4', or one of them with '>'";
}

static const char *take_order(cursor *c, npy_header *header) {
  header->fortran_order = take(c, "True");
  return header->fortran_order || take(c, "False") ? NULL : "True or False";
}

static const char *take_size(cursor *c, int64_t *size) {
  skip_spaces(c);
  const char *first = c->at;
  int64_t value = 0;
  for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
    const int64_t digit = *c->at - '0';
    if (value > (INT64_MAX - digit) / 10) return "a size that fits in 64 bits";
    value = value * 10 + digit;
  }
  if (c->at == first || (*first == '0' && c->at - first > 1)) return "a size of 0 or more, as decimal digits";
  *size = value;
  return NULL;
}

/* Reads a Python tuple: (), (3,), (3, 4) or (3, 4,). */
static const char *take_shape(cursor *c, npy_header *header) {
  if (!take(c, "(")) return "a tuple of sizes";
  header->ndim = 0;
  while (!take(c, ")")) {
    if (header->ndim == NPY_MAX_DIMENSIONS) return "at most 4 dimensions";
    const char *expected = take_size(c, &header->size[header->ndim]);
    if (expected != NULL) return expected;
    header->ndim++;
    if (take(c, ",")) continue;
    return header->ndim > 1 && take(c, ")") ? NULL : "a comma, or the end of the tuple";
  }
  return NULL;
}

static const char *take_header(cursor *c, npy_header *header) {
  static const struct {
    const char *key;
    const char *(*read)(cursor *, npy_header *);
  } members[] = {{"descr", take_descr}, {"fortran_order", take_order}, {"shape", take_shape}};
  bool seen[3] = {false, false, false};
  if (!take(c, "{")) return "a dict";
  for (int count = 0; count < 3; count++) {
    int m = 0;
    while (m < 3 && (seen[m] || !take_quoted(c, members[m].key))) m++;
    if (m == 3) return "each of the keys 'descr', 'fortran_order' and 'shape' once";
    seen[m] = true;
    if (!take(c, ":")) return "a colon";
    const char *expected = members[m].read(c, header);
    if (expected != NULL) return expected;
    if (!take(c, ",") && count < 2) return "a comma";
  }
  if (!take(c, "}")) return "the end of the dict after three keys";
  return take(c, "\n") && c->at == c->end ? NULL : "spaces and one newline after the dict";
}

/* Reads exactly size bytes. Returns 0, errno, or -1 at the end of the file. */
static int read_exactly(int file, void *buffer, size_t size) {
  unsigned char *at = buffer;
  while (size > 0) {
    const ssize_t got = read(file, at, size);
    if (got == 0) return -1;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    at += got;
    size -= (size_t)got;
  }
  return 0;
}

static check_status read_failed(const char *path, int reason, check_error *error) {
  if (reason < 0) return check_fail(error, CHECK_BAD_INPUT, "%s: ends within its .npy header", path);
  return check_fail_file(error, path, "read", reason);
}

/* Reads and checks everything before the data; *start is the position of the data. */
static check_status read_header(int file, const char *path, npy_header *header, int64_t *start, check_error *error) {
  unsigned char prefix[12];
  int reason = read_exactly(file, prefix, 10);
  if (reason > 0) return read_failed(path, reason, error);
  if (reason < 0 || memcmp(prefix, "\x93NUMPY", 6) != 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: not a .npy file: expected it to begin with \\x93NUMPY and a version",
                      path);
  if (prefix[6] < 1 || prefix[6] > 3 || prefix[7] != 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: .npy version %d.%d, expected 1.0, 2.0 or 3.0", path, prefix[6],
                      prefix[7]);
  uint32_t length = (uint32_t)prefix[8] | (uint32_t)prefix[9] << 8;
  *start = 10;
  if (prefix[6] > 1) {
    reason = read_exactly(file, prefix + 10, 2);
    if (reason != 0) return read_failed(path, reason, error);
    length |= (uint32_t)prefix[10] << 16 | (uint32_t)prefix[11] << 24;
    *start = 12;
  }
  if (length > MAX_HEADER)
    return check_fail(error, CHECK_BAD_INPUT, "%s: .npy header of %" PRIu32 " bytes, expected at most %d", path, length,
                      MAX_HEADER);
  char text[MAX_HEADER];
  reason = read_exactly(file, text, length);
  if (reason != 0) return read_failed(path, reason, error);
  cursor c = {text, text + length};
  const char *expected = take_header(&c, header);
  if (expected != NULL)
    return check_fail(error, CHECK_BAD_INPUT, "%s: .npy header, byte %td: expected %s", path, c.at - text, expected);
  *start += length;
  return CHECK_OK;
}

static void swap_bytes(unsigned char *data, int64_t bytes, size_t item) {
  for (unsigned char *element = data; element < data + bytes; element += item)
    for (size_t i = 0; i < item / 2; i++) {
      const unsigned char byte = element[i];
      element[i] = element[item - 1 - i];
      element[item - 1 - i] = byte;
    }
}

/* Sets the strides. A size of 0 counts as 1: there are no elements to reach, and no overflow (npy_bytes). */
static void set_strides(npy_array *array, bool fortran_order) {
  int64_t stride = 1;
  for (int n = 0; n < array->ndim; n++) {
    const int d = fortran_order ? n : array->ndim - 1 - n;
    array->stride[d] = stride;
    if (array->size[d] > 0) stride *= array->size[d];
  }
}

static check_status check_booleans(const char *path, const unsigned char *data, int64_t bytes, check_error *error) {
  for (int64_t i = 0; i < bytes; i++)
    if (data[i] > 1)
      return check_fail(error, CHECK_BAD_INPUT, "%s: byte %" PRId64 " of the data is %d, expected 0 or 1 in b1", path,
                        i, data[i]);
  return CHECK_OK;
}

static check_status read_open(int file, int64_t size, const char *path, double most, npy_array *array,
                              check_error *error) {
  npy_header header = {.ndim = 0};
  int64_t start = 0, bytes = 0;
  const check_status parsed = read_header(file, path, &header, &start, error);
  if (parsed != CHECK_OK) return parsed;
  if (!npy_bytes(header.dtype, header.ndim, header.size, &bytes))
    return check_fail(error, CHECK_BAD_INPUT, "%s: the sizes in its .npy header have a product that overflows", path);
  if (size - start != bytes)
    return check_fail(error, CHECK_BAD_INPUT,
                      "%s: %" PRId64 " bytes of data, expected %" PRId64 " from its .npy header", path, size - start,
                      bytes);
  if ((double)bytes / (double)npy_item_size(header.dtype) > most + NPY_SLACK)
    return check_fail(error, CHECK_BAD_INPUT, "%s: %" PRId64 " bytes of data, far more than the case can have", path,
                      bytes);
  unsigned char *data = malloc(bytes > 0 ? (size_t)bytes : 1);
  if (data == NULL) return check_fail(error, CHECK_FAILURE, "%s: not enough memory for %" PRId64 " bytes", path, bytes);
  const int reason = read_exactly(file, data, (size_t)bytes);
  const check_status read = reason != 0                ? read_failed(path, reason, error)
                            : header.dtype == NPY_BOOL ? check_booleans(path, data, bytes, error)
                                                       : CHECK_OK;
  if (read != CHECK_OK) {
    free(data);
    return read;
  }
  if (header.big_endian == little_endian_host()) swap_bytes(data, bytes, npy_item_size(header.dtype));
  *array = (npy_array){.dtype = header.dtype, .ndim = header.ndim, .data = data};
  memcpy(array->size, header.size, (size_t)header.ndim * sizeof header.size[0]);
  set_strides(array, header.fortran_order);
  return CHECK_OK;
}

check_status npy_read(const char *path, double most, npy_array *array, check_error *error) {
  int file;
  int64_t size;
  check_status status = input_open(path, &file, &size, error);
  if (status != CHECK_OK) return status;
  status = read_open(file, size, path, most, array, error);
  (void)close(file);
  return status;
}

/* Prints the header of version 1.0, padded so that the data starts at a multiple of 64. Returns the number of bytes. */
static size_t format_header(const npy_array *array, char text[256]) {
  const char *order = array->dtype == NPY_BOOL ? "|" : little_endian_host() ? "<" : ">";
  int n = 10 + snprintf(text + 10, 246, "{'descr': '%s%s', 'fortran_order': False, 'shape': (", order,
                        dtypes[array->dtype].code);
  for (int d = 0; d < array->ndim; d++)
    n += snprintf(text + n, (size_t)(256 - n), "%s%" PRId64, d > 0 ? ", " : "", array->size[d]);
  n += snprintf(text + n, (size_t)(256 - n), array->ndim == 1 ? ",), }" : "), }");
  const size_t used = (size_t)n;
  const size_t total = (used + 1 + 63) / 64 * 64;
  memset(text + used, ' ', total - used - 1);
  text[total - 1] = '\n';
  const unsigned char prefix[10] = {
      0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)((total - 10) % 256), (unsigned char)((total - 10) / 256)};
  memcpy(text, prefix, sizeof prefix);
  return total;
}

void npy_write_elements(FILE *stream, const npy_array *array) {
  int64_t bytes; /* skips the loops if there are no elements: 2^60 rows may be empty */
  if (!npy_bytes(array->dtype, array->ndim, array->size, &bytes) || bytes == 0) return;
  int64_t size[NPY_MAX_DIMENSIONS] = {1, 1, 1, 1}, stride[NPY_MAX_DIMENSIONS] = {0, 0, 0, 0};
  memcpy(size, array->size, (size_t)array->ndim * sizeof size[0]);
  memcpy(stride, array->stride, (size_t)array->ndim * sizeof stride[0]);
  const size_t item = npy_item_size(array->dtype);
  const char *data = array->data;
  for (int64_t a = 0; a < size[0]; a++)
    for (int64_t b = 0; b < size[1]; b++)
      for (int64_t c = 0; c < size[2]; c++) {
        const char *const row = data + (a * stride[0] + b * stride[1] + c * stride[2]) * (int64_t)item;
        const size_t at_once = stride[3] == 1 ? (size_t)size[3] : 1;
        for (int64_t d = 0; d < size[3]; d += (int64_t)at_once)
          if (fwrite(row + d * stride[3] * (int64_t)item, item, at_once, stream) != at_once) return;
      }
}

void npy_write_stream(FILE *stream, const npy_array *array) {
  char header[256];
  const size_t length = format_header(array, header);
  if (fwrite(header, length, 1, stream) == 1) npy_write_elements(stream, array);
}

check_status npy_write(const char *path, const npy_array *array, check_error *error) {
  output_file output;
  const check_status status = output_open(&output, path, error);
  if (status != CHECK_OK) return status;
  npy_write_stream(output.stream, array);
  return output_close(&output, error);
}
