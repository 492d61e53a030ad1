#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/store.h"

#include <jansson.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/cases/build.h"
#include "check/cases/case.h"
#include "check/cases/format.h"
#include "check/cases/new_file.h"
#include "check/cases/options.h"
#include "check/cases/shapes.h"
#include "check/cases/tensor.h"

/* A tensor in its stored form: dimensions 1 and 2 swapped for BSHD; if shared, a dimension of stride 0 has size 1. */
static npy_array array_of(const attest_tensor *t, bool bshd, bool shared) {
  npy_array array = {
      .dtype = shapes_stored_type(t->dtype), .ndim = 4, .data = tensor_writable(t).data /* npy_write only reads it */};
  for (int d = 0; d < ATTEST_AXES; d++) {
    const int axis = bshd && (d == 1 || d == 2) ? 3 - d : d;
    array.size[axis] = shared && t->stride[d] == 0 && t->size[d] > 0 ? 1 : t->size[d];
    array.stride[axis] = t->stride[d];
  }
  return array;
}

void store_arrays(const attest_problem *p, bool bshd, npy_array arrays[CASE_KV_LEN + 1]) {
  arrays[CASE_Q] = array_of(&p->q, bshd, false);
  arrays[CASE_K] = array_of(&p->k, bshd, false);
  arrays[CASE_V] = array_of(&p->v, bshd, false);
  arrays[CASE_MASK] = array_of(&p->mask, false, true);
  arrays[CASE_BIAS] = array_of(&p->bias, false, true);
  arrays[CASE_SINK] = (npy_array){NPY_F64, 1, {p->q.size[ATTEST_HEAD]}, {1}, (void *)p->sink};
  arrays[CASE_KV_LEN] = (npy_array){NPY_I64, 1, {p->q.size[ATTEST_BATCH]}, {1}, (void *)p->kv_len};
}

static json_t *describe_array(const npy_array *array) {
  json_t *shape = json_array();
  int failed = shape == NULL;
  for (int d = 0; d < array->ndim; d++) failed |= json_array_append_new(shape, json_integer(array->size[d]));
  return failed == 0 ? json_pack("{s:s, s:o}", "dtype", case_dtype_name(array->dtype), "shape", shape) : NULL;
}

static json_t *describe(const recipe *r, const attest_problem *p, const npy_array *arrays, bool bshd) {
  char text[RECIPE_TEXT_MAX];
  recipe_print(r, text);
  json_t *tensors = json_object();
  int failed = tensors == NULL;
  for (int tensor = 0; tensor <= CASE_KV_LEN; tensor++)
    if (arrays[tensor].data != NULL)
      failed |= json_object_set_new(tensors, case_tensor_name((case_tensor)tensor), describe_array(&arrays[tensor]));
  json_t *options = failed == 0 ? options_document(p) : NULL;
  return json_pack("{s:s, s:I, s:s, s:o, s:o}", "recipe", text, "seed", (json_int_t)r->seed, "layout",
                   bshd ? "BSHD" : "BHSD", "options", options, "tensors", tensors);
}

static void print_name(case_tensor tensor, char name[16]) {
  (void)snprintf(name, 16, "%s.npy", case_tensor_name(tensor));
}

static check_status write_array(const char *directory, case_tensor tensor, const npy_array *array, check_error *error) {
  char name[16], path[CASE_PATH_MAX];
  FILE *stream;
  print_name(tensor, name);
  const check_status status = new_file_open(directory, name, "wbx", path, &stream, error);
  if (status != CHECK_OK) return status;
  npy_write_stream(stream, array);
  return new_file_close(stream, path, error);
}

check_status store_case(const char *directory, const recipe *r, arena *memory, check_error *error) {
  attest_problem problem;
  attest_answer answer;
  npy_array arrays[CASE_KV_LEN + 1];
  const bool bshd = r->layout == LAYOUT_BSHD;
  check_status status = build_case(r, (build_wanted){false, false}, memory, &problem, &answer, error);
  if (status != CHECK_OK) return status;
  if (mkdir(directory, 0777) != 0) return new_file_failed(directory, error);
  store_arrays(&problem, bshd, arrays);
  for (int tensor = 0; status == CHECK_OK && tensor <= CASE_KV_LEN; tensor++)
    if (arrays[tensor].data != NULL) status = write_array(directory, (case_tensor)tensor, &arrays[tensor], error);
  return status == CHECK_OK
             ? new_file_document(directory, "case.json", describe(r, &problem, arrays, bshd), JSON_INDENT(1), error)
             : status;
}

void store_remove_operands(const char *directory) {
  char name[16], path[CASE_PATH_MAX];
  check_error ignored;
  for (case_tensor tensor = CASE_Q; tensor <= CASE_V; tensor++) {
    print_name(tensor, name);
    if (case_join(path, directory, name, &ignored) == CHECK_OK) (void)unlink(path);
  }
}

check_status store_operands(const char *directory, const attest_problem *problem, check_error *error) {
  npy_array arrays[CASE_KV_LEN + 1];
  check_status status = CHECK_OK;
  store_remove_operands(directory);
  store_arrays(problem, false, arrays);
  for (case_tensor tensor = CASE_Q; status == CHECK_OK && tensor <= CASE_V; tensor++)
    status = write_array(directory, tensor, &arrays[tensor], error);
  return status;
}

void store_name(const recipe *cases, size_t n, char name[STORE_NAME_MAX]) {
  (void)snprintf(name, STORE_NAME_MAX, "%s-%05zu", format_names[cases[n].dtype], n);
}

check_status store_cases(const char *directory, const recipe *cases, size_t count, const shard *part, arena *memory,
                         store_progress *progress, check_error *error) {
  json_t *names = json_array();
  check_status status = names != NULL ? CHECK_OK : new_file_no_memory(directory, error);
  for (size_t n = 0; status == CHECK_OK && n < count; n++) {
    char name[STORE_NAME_MAX], path[CASE_PATH_MAX];
    if (!shard_has(part, (int64_t)n)) continue;
    store_name(cases, n, name);
    if (progress != NULL) progress(n, count, name);
    status = case_join(path, directory, name, error);
    if (status == CHECK_OK) status = store_case(path, &cases[n], memory, error);
    if (status == CHECK_OK && json_array_append_new(names, json_string(name)) != 0)
      status = new_file_no_memory(directory, error);
  }
  if (status == CHECK_OK)
    return new_file_document(directory, "index.json", json_pack("{s:o}", "cases", names), JSON_INDENT(1), error);
  json_decref(names);
  return status;
}
