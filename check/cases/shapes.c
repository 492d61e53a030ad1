#include "check/cases/shapes.h"

#include <inttypes.h>
#include <stdio.h>

#include "check/cases/format.h"

#define BIT(dtype) (1u << (dtype))

enum {
  FLOATS = BIT(NPY_F64) | BIT(NPY_F32) | BIT(NPY_F16) | BIT(NPY_U16),
  BOOLEANS = BIT(NPY_BOOL),
  INTEGERS = BIT(NPY_I64) | BIT(NPY_I32)
};

/* FIXED: as listed. LAYOUT: dimensions 1 and 2 swapped in a BSHD case. BROADCAST: right-aligned, 1 to 4 dimensions,
   each 1 or as listed. */
typedef enum { FIXED, LAYOUT, BROADCAST } arrangement;

static const struct {
  const char *name;
  unsigned dtypes;
  arrangement arrangement;
  int ndim;
  case_size size[4];
} shapes[CASE_TENSORS] = {
    [CASE_Q] = {"q", FLOATS, LAYOUT, 4, {CASE_BATCH, CASE_Q_HEADS, CASE_Q_LEN, CASE_D_K}},
    [CASE_K] = {"k", FLOATS, LAYOUT, 4, {CASE_BATCH, CASE_KV_HEADS, CASE_KEYS, CASE_D_K}},
    [CASE_V] = {"v", FLOATS, LAYOUT, 4, {CASE_BATCH, CASE_KV_HEADS, CASE_KEYS, CASE_D_V}},
    [CASE_MASK] = {"mask", BOOLEANS, BROADCAST, 4, {CASE_BATCH, CASE_Q_HEADS, CASE_Q_LEN, CASE_KEYS}},
    [CASE_BIAS] = {"bias", FLOATS, BROADCAST, 4, {CASE_BATCH, CASE_Q_HEADS, CASE_Q_LEN, CASE_KEYS}},
    [CASE_SINK] = {"sink", FLOATS, FIXED, 1, {CASE_Q_HEADS}},
    [CASE_KV_LEN] = {"kv_len", INTEGERS, FIXED, 1, {CASE_BATCH}},
    [CASE_X] = {"x", FLOATS, FIXED, 3, {CASE_BATCH, CASE_Q_LEN, CASE_D_MODEL}},
    [CASE_W_Q] = {"w_q", FLOATS, FIXED, 2, {CASE_Q_FEATURES, CASE_D_MODEL}},
    [CASE_B_Q] = {"b_q", FLOATS, FIXED, 1, {CASE_Q_FEATURES}},
    [CASE_W_K] = {"w_k", FLOATS, FIXED, 2, {CASE_K_FEATURES, CASE_D_MODEL}},
    [CASE_B_K] = {"b_k", FLOATS, FIXED, 1, {CASE_K_FEATURES}},
    [CASE_W_V] = {"w_v", FLOATS, FIXED, 2, {CASE_V_FEATURES, CASE_D_MODEL}},
    [CASE_B_V] = {"b_v", FLOATS, FIXED, 1, {CASE_V_FEATURES}},
    [CASE_W_O] = {"w_o", FLOATS, FIXED, 2, {CASE_D_MODEL, CASE_O_FEATURES}},
    [CASE_B_O] = {"b_o", FLOATS, FIXED, 1, {CASE_D_MODEL}},
    [CASE_OUT] = {"out", FLOATS, LAYOUT, 4, {CASE_BATCH, CASE_Q_HEADS, CASE_Q_LEN, CASE_D_V}},
    [CASE_LSE] = {"lse", FLOATS, FIXED, 3, {CASE_BATCH, CASE_Q_HEADS, CASE_Q_LEN}},
    [CASE_WEIGHTS] = {"weights", FLOATS, FIXED, 4, {CASE_BATCH, CASE_Q_HEADS, CASE_Q_LEN, CASE_KEYS}},
    [CASE_Y] = {"y", FLOATS, FIXED, 3, {CASE_BATCH, CASE_Q_LEN, CASE_D_MODEL}},
};

static const struct {
  attest_dtype dtype; /* type of the view; unused for integers */
  const char *name;   /* name, for types that are no number format */
} dtypes[NPY_DTYPES] = {
    [NPY_F64] = {.dtype = ATTEST_F64},  [NPY_F32] = {.dtype = ATTEST_F32},  [NPY_F16] = {.dtype = ATTEST_F16},
    [NPY_U16] = {.dtype = ATTEST_BF16}, [NPY_BOOL] = {ATTEST_BOOL, "bool"}, [NPY_I64] = {ATTEST_BOOL, "int64"},
    [NPY_I32] = {ATTEST_BOOL, "int32"},
};

static const char *const size_names[CASE_SIZES] = {
    [CASE_BATCH] = "batch",
    [CASE_Q_HEADS] = "q_heads",
    [CASE_KV_HEADS] = "kv_heads",
    [CASE_Q_LEN] = "q_len",
    [CASE_KEYS] = "keys",
    [CASE_D_K] = "d_k",
    [CASE_D_V] = "d_v",
    [CASE_D_MODEL] = "d_model",
    [CASE_Q_FEATURES] = "q_heads * d_k",
    [CASE_K_FEATURES] = "kv_heads * d_k",
    [CASE_V_FEATURES] = "kv_heads * d_v",
    [CASE_O_FEATURES] = "q_heads * d_v",
};

const char *case_tensor_name(case_tensor tensor) { return shapes[tensor].name; }

const char *case_dtype_name(npy_dtype dtype) {
  return dtypes[dtype].name != NULL ? dtypes[dtype].name : format_of(dtypes[dtype].dtype)->array_name;
}

npy_dtype shapes_stored_type(attest_dtype dtype) {
  int stored = NPY_F64;
  while (dtypes[stored].dtype != dtype) stored++;
  return (npy_dtype)stored;
}

const char *shapes_size_name(case_size size) { return size_names[size]; }

/* The stored axis for dimension d of the tensor; negative if it has none. */
static int stored_axis(const attention_case *c, case_tensor tensor, int d) {
  if (shapes[tensor].arrangement == BROADCAST) return d - (4 - c->array[tensor].ndim);
  if (shapes[tensor].arrangement == LAYOUT && c->bshd && (d == 1 || d == 2)) return 3 - d;
  return d < shapes[tensor].ndim ? d : -1;
}

static check_status expected_type(unsigned allowed, npy_dtype found, const char *where, check_error *error) {
  char names[96] = "";
  int length = 0;
  for (int dtype = 0; dtype < NPY_DTYPES; dtype++)
    if (allowed & BIT(dtype))
      length += snprintf(names + length, sizeof names - (size_t)length, "%s%s", length > 0 ? " or " : "",
                         case_dtype_name((npy_dtype)dtype));
  return check_fail(error, CHECK_BAD_INPUT, "%s: dtype %s, expected %s", where, case_dtype_name(found), names);
}

check_status shapes_agree(attention_case *c, case_tensor tensor, const char *where, check_error *error) {
  const npy_array *array = &c->array[tensor];
  const bool broadcast = shapes[tensor].arrangement == BROADCAST;
  if (!(shapes[tensor].dtypes & BIT(array->dtype)))
    return expected_type(shapes[tensor].dtypes, array->dtype, where, error);
  if (broadcast ? array->ndim == 0 : array->ndim != shapes[tensor].ndim)
    return check_fail(error, CHECK_BAD_INPUT, "%s: %d dimension%s, expected %s%d", where, array->ndim,
                      array->ndim == 1 ? "" : "s", broadcast ? "1 to " : "", shapes[tensor].ndim);
  for (int d = 0; d < shapes[tensor].ndim; d++) {
    const int axis = stored_axis(c, tensor, d);
    if (axis < 0 || (broadcast && array->size[axis] == 1)) continue;
    const case_size size = shapes[tensor].size[d];
    if (c->size_from[size] == NULL) {
      c->size_from[size] = shapes[tensor].name;
      c->size[size] = array->size[axis];
    }
    if (array->size[axis] != c->size[size])
      return check_fail(error, CHECK_BAD_INPUT, "%s: axis %d (%s) is %" PRId64 ", expected %" PRId64 " as in %s", where,
                        axis, size_names[size], array->size[axis], c->size[size], c->size_from[size]);
  }
  return CHECK_OK;
}

void case_tensor_size(const attention_case *c, case_tensor tensor, int64_t size[ATTEST_AXES]) {
  for (int d = 0; d < ATTEST_AXES; d++) size[d] = d < shapes[tensor].ndim ? c->size[shapes[tensor].size[d]] : 1;
}

attest_tensor shapes_view(const attention_case *c, case_tensor tensor) {
  const npy_array *array = &c->array[tensor];
  attest_tensor view = {.data = array->data, .dtype = dtypes[array->dtype].dtype};
  case_tensor_size(c, tensor, view.size);
  for (int d = 0; d < ATTEST_AXES; d++) {
    const int axis = stored_axis(c, tensor, d);
    view.stride[d] = axis < 0 || array->size[axis] == 1 ? 0 : array->stride[axis];
  }
  return view;
}

npy_array shapes_stored(const attention_case *c, case_tensor tensor) {
  npy_array array = {.dtype = NPY_F64, .ndim = shapes[tensor].ndim};
  int64_t stride = 1;
  for (int d = array.ndim - 1; d >= 0; d--) {
    const int axis = stored_axis(c, tensor, d);
    array.size[axis] = c->size[shapes[tensor].size[d]];
    array.stride[axis] = stride;
    stride *= array.size[axis];
  }
  return array;
}
