/* check/npy and check/output: .npy files against bytes built by hand. */
#define _DEFAULT_SOURCE /* mkdtemp */ /* NOLINT: reserved for this */

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/cases/npy.h"
#include "check/cases/output.h"
#include "tests/unit/support.h"

static char directory[] = "/tmp/attest-test-npy-XXXXXX", path[sizeof directory + 16];

static int make_directory(void **state) {
  (void)state;
  if (mkdtemp(directory) == NULL) return -1;
  (void)snprintf(path, sizeof path, "%s/a.npy", directory);
  return 0;
}

static int remove_directory(void **state) {
  (void)state;
  (void)unlink(path);
  return rmdir(directory); /* fails if a test left something behind */
}

static int files(void) {
  DIR *stream = opendir(directory);
  assert_non_null(stream);
  int count = 0;
  for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream))
    count += entry->d_name[0] != '.';
  (void)closedir(stream);
  return count;
}

/* A file under construction. */
typedef struct {
  unsigned char bytes[4096];
  size_t length;
} content;

static void add(content *c, const void *bytes, size_t length) {
  assert_true(c->length + length <= sizeof c->bytes);
  memcpy(c->bytes + c->length, bytes, length);
  c->length += length;
}

static content header(int version, const char *text) {
  const size_t length = strlen(text);
  const unsigned char prefix[12] = {0x93,
                                    'N',
                                    'U',
                                    'M',
                                    'P',
                                    'Y',
                                    (unsigned char)version,
                                    0,
                                    (unsigned char)(length % 256),
                                    (unsigned char)(length / 256)};
  content c = {.length = 0};
  add(&c, prefix, version == 1 ? 10 : 12);
  add(&c, text, length);
  return c;
}

static void save(const content *c) {
  (void)unlink(path); /* not truncated: some file systems then wait for the disk */
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(c->bytes, 1, c->length, file), c->length);
  assert_int_equal(fclose(file), 0);
}

static npy_array read_saved(const content *c) {
  save(c);
  npy_array array;
  check_error error;
  if (npy_read(path, HUGE_VAL, &array, &error) != CHECK_OK) fail_msg("%s", error.text);
  return array;
}

/* Refused with a line that names the file and holds says, and the array stays as it was. */
static void assert_refused(const content *c, const char *says) {
  save(c);
  npy_array array, before;
  memset(&before, 0x5a, sizeof before);
  array = before;
  check_error error = {""};
  assert_int_equal(npy_read(path, HUGE_VAL, &array, &error), CHECK_BAD_INPUT);
  assert_memory_equal(&array, &before, sizeof array);
  assert_ptr_equal(strstr(error.text, path), error.text);
  if (strstr(error.text, says) == NULL) fail_msg("'%s' does not say '%s'", error.text, says);
  assert_null(strchr(error.text, '\n'));
}

/* The bits of element i of an array in memory. */
static uint64_t bits(const void *data, size_t item, int64_t i) {
  const char *at = (const char *)data + i * (int64_t)item;
  uint8_t b1;
  uint16_t b2;
  uint32_t b4;
  uint64_t b8;
  switch (item) {
  case 1:
    memcpy(&b1, at, 1);
    return b1;
  case 2:
    memcpy(&b2, at, 2);
    return b2;
  case 4:
    memcpy(&b4, at, 4);
    return b4;
  default:
    memcpy(&b8, at, 8);
    return b8;
  }
}

static const struct {
  npy_dtype dtype;
  const char *code;
  size_t item;
} dtypes[] = {{NPY_F64, "f8", 8},  {NPY_F32, "f4", 4}, {NPY_F16, "f2", 2}, {NPY_U16, "u2", 2},
              {NPY_BOOL, "b1", 1}, {NPY_I64, "i8", 8}, {NPY_I32, "i4", 4}};

/* Element (i,j) of the 2 x 3 arrays below: every byte is another one, except in booleans. */
static uint64_t pattern(size_t item, int64_t i, int64_t j) {
  const uint64_t n = (uint64_t)(i * 3 + j);
  return item == 1 ? n % 2 : (UINT64_C(0x0123456789abcdef) + n * UINT64_C(0x1011121314151617)) >> (64 - 8 * item);
}

static void add_number(content *c, uint64_t number, size_t item, bool big_endian) {
  for (size_t n = 0; n < item; n++) {
    const unsigned char byte = (unsigned char)(number >> 8 * (big_endian ? item - 1 - n : n));
    add(c, &byte, 1);
  }
}

static void read_matrix(size_t d, bool big_endian, bool fortran_order, int version) {
  const size_t item = dtypes[d].item;
  char text[128];
  (void)snprintf(text, sizeof text, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (2, 3), }\n",
                 item == 1    ? '|'
                 : big_endian ? '>'
                              : '<',
                 dtypes[d].code, fortran_order ? "True" : "False");
  content c = header(version, text);
  for (int64_t n = 0; n < 6; n++)
    add_number(&c, fortran_order ? pattern(item, n % 2, n / 2) : pattern(item, n / 3, n % 3), item, big_endian);
  const npy_array array = read_saved(&c);
  assert_int_equal(array.dtype, dtypes[d].dtype);
  assert_int_equal(array.ndim, 2);
  assert_int_equal(array.size[0], 2);
  assert_int_equal(array.size[1], 3);
  assert_int_equal(array.stride[0], fortran_order ? 1 : 3);
  assert_int_equal(array.stride[1], fortran_order ? 2 : 1);
  for (int64_t i = 0; i < 2; i++)
    for (int64_t j = 0; j < 3; j++)
      assert_int_equal(bits(array.data, item, i * array.stride[0] + j * array.stride[1]), pattern(item, i, j));
  free(array.data);
}

static void every_type_byte_order_and_index_order(void **state) {
  (void)state;
  for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++) {
    assert_int_equal(npy_item_size(dtypes[d].dtype), dtypes[d].item);
    for (int variant = 0; variant < 12; variant++) {
      if (variant % 2 == 1 && dtypes[d].item == 1) continue;
      read_matrix(d, variant % 2 == 1, variant / 2 % 2 == 1, 1 + variant / 4);
    }
  }
}

static void values_are_the_numbers_written(void **state) {
  (void)state;
  static const unsigned char minus_one_half[8] = {0xbf, 0xe0}, one_third[4] = {0xab, 0xaa, 0xaa, 0x3e},
                             minus_two[4] = {0xff, 0xff, 0xff, 0xfe};
  content c = header(1, "{'descr': '>f8', 'fortran_order': False, 'shape': (), }\n");
  add(&c, minus_one_half, 8);
  npy_array array = read_saved(&c);
  assert_int_equal(array.ndim, 0);
  assert_same(*(double *)array.data, -0.5);
  free(array.data);
  c = header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n");
  add(&c, one_third, 4);
  array = read_saved(&c);
  assert_true(*(float *)array.data == 1.0f / 3.0f);
  free(array.data);
  c = header(1, "{'descr': '>i4', 'fortran_order': False, 'shape': (1,), }\n");
  add(&c, minus_two, 4);
  array = read_saved(&c);
  assert_int_equal(*(int32_t *)array.data, -2);
  free(array.data);
}

static void ranks_and_empty_arrays(void **state) {
  (void)state;
  content c = header(1, "{'descr': '|b1', 'fortran_order': True, 'shape': (2, 1, 3, 2), }\n");
  for (int n = 0; n < 12; n++) add_number(&c, (uint64_t)(n % 5 == 0), 1, false);
  npy_array array = read_saved(&c);
  static const int64_t fortran[4] = {1, 2, 2, 6};
  assert_int_equal(array.ndim, 4);
  assert_memory_equal(array.stride, fortran, sizeof fortran);
  free(array.data);
  c = header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 0, 2), }\n");
  array = read_saved(&c);
  assert_int_equal(array.size[1], 0);
  assert_non_null(array.data);
  free(array.data);
}

static void what_is_not_exactly_right_is_refused(void **state) {
  (void)state;
  static const char *const texts[] = {
      "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1), }\n",
      "at most 4 dimensions",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }\n",
      "0 or more",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (1), }\n",
      "a comma",
      "{'descr': '<f8', 'fortran_order': false, 'shape': (1,), }\n",
      "True or False",
      "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }\n",
      "a dtype",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }",
      "one newline",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n\n",
      "one newline",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }\n",
      "8 bytes of data, expected 16",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }\n",
      "8 bytes of data, expected 0",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000000,), }\n",
      "8 bytes of data, expected 8000000000000000",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }\n",
      "overflows",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }\n",
      "64 bits",
  };
  for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n += 2)
    for (int version = 1; version <= 3; version++) {
      content c = header(version, texts[n]);
      add(&c, "\0\0\0\0\0\0\0", 8);
      assert_refused(&c, texts[n + 1]);
    }
}

/* Every proper beginning of a good file, and the file with one more byte. */
static void every_other_length_is_refused(void **state) {
  (void)state;
  content c = header(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }\n");
  add(&c, "\1\0\1", 4);
  assert_refused(&c, "4 bytes of data, expected 3");
  for (c.length -= 2; c.length > 0; c.length--) assert_refused(&c, "");
  assert_refused(&c, "not a .npy file");
}

/* Of all changes of one byte of a header, three leave it right. */
static void no_damaged_header_is_trusted(void **state) {
  (void)state;
  content good = header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n");
  const size_t start = good.length;
  for (int n = 0; n < 24; n++) add(&good, "\1", 1);
  int64_t accepted = 0;
  save(&good);
  const int file = open(path, O_WRONLY);
  assert_true(file >= 0);
  for (size_t at = 0; at < start; at++) {
    for (unsigned byte = 0; byte < 256; byte++) {
      const unsigned char damaged = (unsigned char)byte;
      assert_int_equal(pwrite(file, &damaged, 1, (off_t)at), 1);
      npy_array array;
      check_error error;
      if (npy_read(path, HUGE_VAL, &array, &error) != CHECK_OK) continue;
      assert_int_equal(npy_item_size(array.dtype) * (size_t)(array.size[0] * array.size[1]), 24);
      accepted++;
      free(array.data);
    }
    assert_int_equal(pwrite(file, good.bytes + at, 1, (off_t)at), 1);
  }
  (void)close(file);
  /* each byte as it was; and '>' for '<', i4 for f4, and a space for the comma before the closing brace */
  assert_int_equal(accepted, start + 3);
}

static void booleans_are_0_or_1(void **state) {
  (void)state;
  content c = header(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }\n");
  add(&c, "\1\0\2", 3);
  assert_refused(&c, "byte 2 of the data is 2");
}

static void what_is_no_file_is_refused(void **state) {
  (void)state;
  npy_array array;
  check_error error;
  assert_int_equal(npy_read(directory, HUGE_VAL, &array, &error), CHECK_BAD_INPUT);
  assert_non_null(strstr(error.text, "not a regular file"));
  (void)unlink(path);
  assert_int_equal(npy_read(path, HUGE_VAL, &array, &error), CHECK_BAD_INPUT);
  assert_non_null(strstr(error.text, "No such file"));
  assert_int_equal(mkfifo(path, 0600), 0);
  assert_int_equal(npy_read(path, HUGE_VAL, &array, &error), CHECK_BAD_INPUT); /* and does not wait for a writer */
  (void)unlink(path);
}

static void sizes_whose_product_overflows(void **state) {
  (void)state;
  int64_t bytes = -1;
  assert_true(npy_bytes(NPY_F64, 3, (const int64_t[]){2, 3, 4}, &bytes));
  assert_int_equal(bytes, 192);
  assert_true(npy_bytes(NPY_F64, 0, (const int64_t[]){0}, &bytes));
  assert_int_equal(bytes, 8);
  assert_true(npy_bytes(NPY_BOOL, 2, (const int64_t[]){INT64_MAX, 1}, &bytes));
  assert_true(bytes == INT64_MAX);
  assert_true(npy_bytes(NPY_F64, 2, (const int64_t[]){0, INT64_MAX / 8}, &bytes));
  assert_int_equal(bytes, 0);
  assert_false(npy_bytes(NPY_F16, 1, (const int64_t[]){INT64_MAX}, &bytes));
  assert_false(npy_bytes(NPY_F64, 2, (const int64_t[]){INT64_C(1) << 30, INT64_C(1) << 30}, &bytes));
  assert_false(npy_bytes(NPY_BOOL, 3, (const int64_t[]){0, INT64_MAX, 2}, &bytes));
  assert_false(npy_bytes(NPY_BOOL, 1, (const int64_t[]){-1}, &bytes));
}

static void write_array(const npy_array *array) {
  check_error error;
  if (npy_write(path, array, &error) != CHECK_OK) fail_msg("%s", error.text);
}

/* Byte for byte what numpy.save writes: 128 bytes before the data. */
static void written_as_numpy_does(void **state) {
  (void)state;
  double data[3] = {1, 2, 3};
  write_array(&(npy_array){NPY_F64, 1, {3}, {1}, data});
  content c = header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }                                     "
                        "                       \n");
  assert_int_equal(c.length, 128);
  for (int n = 0; n < 3; n++) add_number(&c, bits(data, 8, n), 8, false);
  content found = {.length = 0};
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  found.length = fread(found.bytes, 1, sizeof found.bytes, file);
  (void)fclose(file);
  assert_int_equal(found.length, c.length);
  assert_memory_equal(found.bytes, c.bytes, c.length);
}

/* 2^59 rows without columns: nothing to write, and no loop over the rows. */
static void written_without_elements(void **state) {
  (void)state;
  double none = 0;
  npy_array found;
  check_error error;
  write_array(&(npy_array){NPY_F64, 2, {INT64_C(1) << 59, 0}, {0, 1}, &none});
  assert_int_equal(npy_read(path, HUGE_VAL, &found, &error), CHECK_OK);
  assert_true(found.ndim == 2 && found.size[0] == INT64_C(1) << 59 && found.size[1] == 0);
  free(found.data);
}

/* Any strides, any type, any rank: what is written reads back as the same elements. */
static void written_arrays_read_back(void **state) {
  (void)state;
  unsigned char data[48 * 8];
  for (size_t n = 0; n < sizeof data; n++) data[n] = (unsigned char)(n % 2);
  for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++)
    for (int ndim = 0; ndim <= 4; ndim++) {
      const npy_array array = {dtypes[d].dtype, ndim, {2, 3, 4, 2}, {3, 1, 12, 6}, data};
      write_array(&array);
      npy_array back;
      check_error error;
      assert_int_equal(npy_read(path, HUGE_VAL, &back, &error), CHECK_OK);
      assert_int_equal(back.dtype, array.dtype);
      assert_int_equal(back.ndim, ndim);
      int64_t at[4], most[4] = {1, 1, 1, 1};
      memcpy(most, array.size, (size_t)ndim * sizeof most[0]);
      assert_memory_equal(back.size, array.size, (size_t)ndim * sizeof most[0]);
      for (at[0] = 0; at[0] < most[0]; at[0]++)
        for (at[1] = 0; at[1] < most[1]; at[1]++)
          for (at[2] = 0; at[2] < most[2]; at[2]++)
            for (at[3] = 0; at[3] < most[3]; at[3]++) {
              int64_t from = 0, to = 0;
              for (int n = 0; n < ndim; n++) {
                from += at[n] * array.stride[n];
                to += at[n] * back.stride[n];
              }
              assert_int_equal(bits(back.data, dtypes[d].item, to), bits(data, dtypes[d].item, from));
            }
      free(back.data);
    }
  assert_int_equal(files(), 1);
}

static void a_failed_write_leaves_nothing(void **state) {
  (void)state;
  (void)unlink(path);
  double data[1] = {1};
  const npy_array array = {NPY_F64, 1, {1}, {1}, data};
  check_error error;
  char below[sizeof path + 16];
  (void)snprintf(below, sizeof below, "%s/none/a.npy", directory);
  assert_int_equal(npy_write(below, &array, &error), CHECK_BAD_INPUT);
  assert_int_equal(npy_write(directory, &array, &error), CHECK_BAD_INPUT);
  assert_int_equal(files(), 0);
  if (access("/dev/full", W_OK) != 0) return;
  assert_int_equal(symlink("/dev/full", path), 0);
  assert_int_equal(npy_write(path, &array, &error), CHECK_FAILURE);
  assert_non_null(strstr(error.text, "No space left"));
  assert_int_equal(files(), 1);
}

static void an_interrupted_output_is_discarded(void **state) {
  (void)state;
  (void)unlink(path);
  output_file output;
  check_error error;
  output_discard(); /* nothing is open */
  assert_int_equal(output_open(&output, path, &error), CHECK_OK);
  assert_true(fputs("half", output.stream) >= 0);
  assert_int_equal(files(), 1);
  assert_int_not_equal(access(path, F_OK), 0); /* not under its name yet */
  output_discard();
  assert_int_equal(files(), 0);
  assert_int_equal(output_close(&output, &error), CHECK_FAILURE); /* there is nothing to rename any more */
  assert_int_equal(files(), 0);
  output_discard();
}

static void a_copy_is_whole_or_absent(void **state) {
  (void)state;
  (void)unlink(path);
  check_error error;
  char text[20000], read[sizeof text + 1];
  memset(text, 'a', sizeof text);
  FILE *const from = tmpfile(), *const unreadable = fopen("/dev/null", "w");
  assert_non_null(from);
  assert_non_null(unreadable);
  assert_int_equal(fwrite(text, 1, sizeof text, from), sizeof text);
  assert_int_equal(output_copy(from, path, &error), CHECK_OK); /* from its beginning, wherever it stood */
  assert_int_equal(output_copy(unreadable, path, &error), CHECK_FAILURE);
  assert_non_null(strstr(error.text, path));
  assert_int_equal(files(), 1); /* what was there before */
  FILE *const copied = fopen(path, "r");
  assert_non_null(copied);
  assert_int_equal(fread(read, 1, sizeof read, copied), sizeof text);
  assert_memory_equal(read, text, sizeof text);
  (void)fclose(copied);
  (void)fclose(from);
  (void)fclose(unreadable);
}

static void errors_are_one_line(void **state) {
  (void)state;
  check_error error;
  assert_int_equal(check_fail(&error, CHECK_FAILURE, "a%sb\x1b%d", "\n", 7), CHECK_FAILURE);
  assert_string_equal(error.text, "a?b?7");
  char longer[3000];
  memset(longer, 'x', sizeof longer - 1);
  longer[sizeof longer - 1] = '\0';
  (void)check_fail(&error, CHECK_FAILURE, "%s", longer);
  assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_type_byte_order_and_index_order),
      cmocka_unit_test(values_are_the_numbers_written),
      cmocka_unit_test(ranks_and_empty_arrays),
      cmocka_unit_test(what_is_not_exactly_right_is_refused),
      cmocka_unit_test(every_other_length_is_refused),
      cmocka_unit_test(no_damaged_header_is_trusted),
      cmocka_unit_test(booleans_are_0_or_1),
      cmocka_unit_test(what_is_no_file_is_refused),
      cmocka_unit_test(sizes_whose_product_overflows),
      cmocka_unit_test(written_as_numpy_does),
      cmocka_unit_test(written_without_elements),
      cmocka_unit_test(written_arrays_read_back),
      cmocka_unit_test(a_failed_write_leaves_nothing),
      cmocka_unit_test(an_interrupted_output_is_discarded),
      cmocka_unit_test(a_copy_is_whole_or_absent),
      cmocka_unit_test(errors_are_one_line),
  };
  return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
