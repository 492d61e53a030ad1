/* Loads the arrays of a case in the form that the reference takes. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/cases/case.h"
#include "check/cases/printable.h"
#include "check/cases/shapes.h"
#include "check/cases/tensor.h"

static check_status compare_description(const char *path, const npy_array *found, const npy_array *described,
                                        check_error *error) {
  if (found->dtype != described->dtype)
    return check_fail(error, CHECK_BAD_INPUT, "%s: dtype %s, expected %s from case.json", path,
                      case_dtype_name(found->dtype), case_dtype_name(described->dtype));
  if (found->ndim != described->ndim)
    return check_fail(error, CHECK_BAD_INPUT, "%s: %d dimensions, expected %d from case.json", path, found->ndim,
                      described->ndim);
  for (int d = 0; d < found->ndim; d++)
    if (found->size[d] != described->size[d])
      return check_fail(error, CHECK_BAD_INPUT, "%s: axis %d is %" PRId64 ", expected %" PRId64 " from case.json", path,
                        d, found->size[d], described->size[d]);
  return CHECK_OK;
}

/* Checks that a tensor not listed in case.json is an output of the inputs that are. */
static check_status check_unlisted(attention_case *c, case_tensor tensor, const char *path, check_error *error) {
  const bool output = tensor == CASE_Y ? c->has_layer : tensor >= CASE_OUT && c->has_attention;
  if (!output)
    return check_fail(error, CHECK_BAD_INPUT, "%s: not listed in case.json; list it there or remove the file", path);
  return shapes_agree(c, tensor, path, error);
}

/* The file of a tensor in the directory. */
static check_status file_of(const attention_case *c, case_tensor tensor, char path[CASE_PATH_MAX], check_error *error) {
  char name[16];
  (void)snprintf(name, sizeof name, "%s.npy", case_tensor_name(tensor));
  return case_join(path, c->path, name, error);
}

/* The elements of a listed tensor; of an output that is not listed, the most that any has. */
static double elements_of(const attention_case *c, case_tensor tensor) {
  double count = 1;
  if (c->present[tensor]) {
    for (int d = 0; d < c->array[tensor].ndim; d++) count *= (double)c->array[tensor].size[d];
    return count;
  }
  const case_size of[] = {CASE_BATCH, CASE_Q_HEADS, CASE_Q_LEN};
  const double columns = fmax((double)c->size[CASE_KEYS], (double)c->size[CASE_D_V]);
  for (size_t n = 0; n < sizeof of / sizeof of[0]; n++) count *= fmax((double)c->size[of[n]], 1);
  return count * fmax(columns, (double)c->size[CASE_D_MODEL]);
}

static check_status load_tensor(attention_case *c, case_tensor tensor, check_error *error) {
  char path[CASE_PATH_MAX];
  check_status status = file_of(c, tensor, path, error);
  if (status != CHECK_OK) return status;
  const bool listed = c->present[tensor];
  if (!listed && access(path, F_OK) != 0 && errno == ENOENT) return CHECK_OK;
  npy_array array;
  status = npy_read(path, elements_of(c, tensor), &array, error);
  if (status != CHECK_OK) return status;
  if (listed) status = compare_description(path, &array, &c->array[tensor], error);
  c->array[tensor] = array;
  c->present[tensor] = true;
  if (status == CHECK_OK && !listed) status = check_unlisted(c, tensor, path, error);
  if (status == CHECK_OK && tensor != CASE_KV_LEN) c->tensor[tensor] = shapes_view(c, tensor);
  return status;
}

/* Loads kv_len as int64_t; each entry must be 0 .. keys. */
static check_status load_kv_len(attention_case *c, check_error *error) {
  if (!c->present[CASE_KV_LEN]) return CHECK_OK;
  const npy_array *array = &c->array[CASE_KV_LEN];
  const int64_t batch = c->size[CASE_BATCH];
  c->kv_len = calloc(batch > 0 ? (size_t)batch : 1, sizeof *c->kv_len);
  if (c->kv_len == NULL) return check_fail(error, CHECK_FAILURE, "%s: not enough memory", c->path);
  for (int64_t b = 0; b < batch; b++) {
    c->kv_len[b] = array->dtype == NPY_I64 ? ((const int64_t *)array->data)[b] : ((const int32_t *)array->data)[b];
    if (c->kv_len[b] < 0 || c->kv_len[b] > c->size[CASE_KEYS])
      return check_fail(error, CHECK_BAD_INPUT, "%s: kv_len: entry %" PRId64 " is %" PRId64 ", expected 0 .. %" PRId64,
                        c->path, b, c->kv_len[b], c->size[CASE_KEYS]);
  }
  return CHECK_OK;
}

static check_status check_sink(const attention_case *c, check_error *error) {
  for (int64_t h = 0; c->wide[CASE_SINK] != NULL && h < c->size[CASE_Q_HEADS]; h++)
    if (!isfinite(c->wide[CASE_SINK][h]))
      return check_fail(error, CHECK_BAD_INPUT, "%s: sink: entry %" PRId64 " is %g, expected a finite number", c->path,
                        h, c->wide[CASE_SINK][h]);
  return CHECK_OK;
}

/* Makes binary64 copies of the tensors that the reference takes as arrays of double. */
static check_status widen(attention_case *c, check_error *error) {
  for (int tensor = CASE_SINK; tensor <= CASE_B_O; tensor++) {
    if (!c->present[tensor] || tensor == CASE_KV_LEN) continue;
    c->wide[tensor] = tensor_widen(&c->tensor[tensor]);
    if (c->wide[tensor] == NULL) return check_fail(error, CHECK_FAILURE, "%s: not enough memory", c->path);
  }
  return CHECK_OK;
}

static void set_problem(attention_case *c) {
  c->problem.q = c->tensor[CASE_Q];
  c->problem.k = c->tensor[CASE_K];
  c->problem.v = c->tensor[CASE_V];
  c->problem.mask = c->tensor[CASE_MASK];
  c->problem.bias = c->tensor[CASE_BIAS];
  c->problem.kv_len = c->kv_len;
  c->problem.sink = c->wide[CASE_SINK];
}

static void set_layer(attention_case *c) {
  c->layer.w_q = c->wide[CASE_W_Q];
  c->layer.b_q = c->wide[CASE_B_Q];
  c->layer.w_k = c->wide[CASE_W_K];
  c->layer.b_k = c->wide[CASE_B_K];
  c->layer.w_v = c->wide[CASE_W_V];
  c->layer.b_v = c->wide[CASE_B_V];
  c->layer.w_o = c->wide[CASE_W_O];
  c->layer.b_o = c->wide[CASE_B_O];
}

/* Completes a case whose arrays are read. */
static check_status complete(attention_case *c, check_error *error) {
  check_status status = load_kv_len(c, error);
  if (status == CHECK_OK) status = widen(c, error);
  if (status == CHECK_OK) status = check_sink(c, error);
  if (status != CHECK_OK) return status;
  if (c->has_layer) set_layer(c);
  if (!c->has_attention) return CHECK_OK;
  set_problem(c);
  const attest_status valid = attest_problem_check(&c->problem);
  return valid == ATTEST_OK ? CHECK_OK : check_fail(error, CHECK_BAD_INPUT, "%s: %s", c->path, attest_strerror(valid));
}

check_status case_load(attention_case *c, check_error *error) {
  check_status status = CHECK_OK;
  for (int tensor = 0; status == CHECK_OK && tensor < CASE_TENSORS; tensor++)
    status = load_tensor(c, (case_tensor)tensor, error);
  return status == CHECK_OK ? complete(c, error) : status;
}

/* Inserts axes of size 1: batch, or batch and heads, the latter before the position or after it. */
static void add_axes(npy_array *array, int ndim, bool heads_second) {
  const int missing = ndim - array->ndim;
  if (missing <= 0 || missing > 2) return;
  const bool between = missing == 2 && !heads_second;
  for (int d = ndim - 1; d >= 0; d--) {
    const int from = between ? (d == 3 ? 1 : d == 1 ? 0 : -1) : d - missing;
    array->size[d] = from >= 0 ? array->size[from] : 1;
    array->stride[d] = from >= 0 ? array->stride[from] : 0;
  }
  array->ndim = ndim;
}

static check_status load_file(attention_case *c, case_tensor tensor, const char *path, check_error *error) {
  npy_array array;
  check_status status = npy_read(path, HUGE_VAL, &array, error);
  if (status != CHECK_OK) return status;
  const bool laid_out = tensor <= CASE_V || tensor == CASE_OUT;
  if (laid_out || tensor == CASE_LSE || tensor == CASE_WEIGHTS)
    add_axes(&array, tensor == CASE_LSE ? 3 : 4, !(laid_out && c->bshd));
  c->array[tensor] = array;
  c->present[tensor] = true;
  status = shapes_agree(c, tensor, path, error);
  if (status == CHECK_OK && tensor != CASE_KV_LEN) c->tensor[tensor] = shapes_view(c, tensor);
  return status;
}

check_status case_load_files(const char *const files[CASE_TENSORS], bool bshd, const attest_problem *options,
                             attention_case *c, check_error *error) {
  check_status status = CHECK_OK;
  *c = (attention_case){.has_attention = true, .bshd = bshd, .tolerance = (double)NAN, .problem = *options};
  (void)snprintf(c->path, sizeof c->path, "the files"); /* their errors are of several together */
  for (int tensor = 0; status == CHECK_OK && tensor < CASE_TENSORS; tensor++)
    if (files[tensor] != NULL) status = load_file(c, (case_tensor)tensor, files[tensor], error);
  return status == CHECK_OK ? complete(c, error) : status;
}

check_status case_load_outputs(attention_case *c, check_error *error) {
  check_status status = CHECK_OK;
  for (int tensor = CASE_OUT; status == CHECK_OK && tensor <= CASE_WEIGHTS; tensor++)
    status = load_tensor(c, (case_tensor)tensor, error);
  return status;
}

attest_answer case_answer(const attention_case *c) {
  return (attest_answer){.out = tensor_writable(&c->tensor[CASE_OUT]),
                         .lse = tensor_writable(&c->tensor[CASE_LSE]),
                         .weights = tensor_writable(&c->tensor[CASE_WEIGHTS])};
}

void case_free(attention_case *c) {
  for (int tensor = 0; tensor < CASE_TENSORS; tensor++) {
    free(c->array[tensor].data);
    free(c->wide[tensor]);
    c->array[tensor].data = NULL;
    c->wide[tensor] = NULL;
    c->tensor[tensor].data = NULL;
  }
  free(c->kv_len);
  c->kv_len = NULL;
}

bool case_skip_reason(const char *directory, char *text, size_t size) {
  char path[CASE_PATH_MAX];
  check_error ignored;
  struct stat status;
  if (case_join(path, directory, "skip.txt", &ignored) != CHECK_OK) return false;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); /* a pipe or a terminal must not block */
  if (file < 0) return false;
  const bool regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const ssize_t length = regular ? read(file, text, size - 1) : 0;
  (void)close(file);
  text[length > 0 ? length : 0] = '\0';
  if (!regular) (void)snprintf(text, size, "skip.txt: not a regular file");
  text[strcspn(text, "\r\n")] = '\0';
  printable(text);
  if (text[0] == '\0') (void)snprintf(text, size, "no reason given");
  return true;
}
