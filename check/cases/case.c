/* Reads case.json. */
#include "check/cases/case.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/cases/json.h"
#include "check/cases/options.h"
#include "check/cases/shapes.h"

case_tensor case_main_tensor(const attention_case *c) { return c->has_attention ? CASE_Q : CASE_X; }

check_status case_join(char path[CASE_PATH_MAX], const char *directory, const char *name, check_error *error) {
  const size_t length = strlen(directory);
  const char *slash = length > 0 && directory[length - 1] == '/' ? "" : "/";
  const int written = snprintf(path, CASE_PATH_MAX, "%s%s%s", directory, slash, name);
  if (written >= 0 && written < CASE_PATH_MAX) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%.200s...: path too long, expected at most %d bytes", directory,
                    CASE_PATH_MAX - 1);
}

/* Reads the members of case.json that describe the origin of the case. */
static check_status read_description(const char *path, const json_t *root, check_error *error) {
  static const char *const texts[] = {"recipe", "source", "license", "note"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    const json_t *text = json_object_get(root, texts[i]);
    if (text != NULL && !json_is_string(text)) return json_unexpected(path, texts[i], "a string", text, error);
  }
  const json_t *seed = json_object_get(root, "seed");
  if (seed != NULL && !json_is_integer(seed)) return json_unexpected(path, "seed", "an integer", seed, error);
  return CHECK_OK;
}

static check_status read_layout(const char *path, const json_t *root, attention_case *c, check_error *error) {
  const json_t *layout = json_object_get(root, "layout");
  const char *name = json_is_string(layout) ? json_string_value(layout) : "";
  c->bshd = strcmp(name, "BSHD") == 0;
  if (!c->bshd && strcmp(name, "BHSD") != 0)
    return json_unexpected(path, "layout", "\"BHSD\" or \"BSHD\"", layout, error);
  return CHECK_OK;
}

static check_status read_tolerance(const char *path, const json_t *root, attention_case *c, check_error *error) {
  const json_t *tolerance = json_object_get(root, "tolerance");
  c->tolerance = tolerance != NULL ? json_number_value(tolerance) : (double)NAN;
  if (tolerance != NULL && (!json_is_number(tolerance) || !isfinite(c->tolerance) || c->tolerance < 0.0))
    return json_unexpected(path, "tolerance", "a finite number, 0 or more", tolerance, error);
  return CHECK_OK;
}

static check_status read_dtype(const char *path, const char *where, const json_t *value, npy_array *array,
                               check_error *error) {
  for (int dtype = 0; json_is_string(value) && dtype < NPY_DTYPES; dtype++)
    if (strcmp(json_string_value(value), case_dtype_name((npy_dtype)dtype)) == 0) {
      array->dtype = (npy_dtype)dtype;
      return CHECK_OK;
    }
  return json_unexpected(path, where,
                         "dtype \"float64\", \"float32\", \"float16\", \"bfloat16\", \"bool\", \"int64\" or \"int32\"",
                         value, error);
}

static check_status read_shape(const char *path, const char *where, const json_t *value, npy_array *array,
                               check_error *error) {
  const char *expected = "shape to be a list of at most 4 integers of 0 .. 2^30";
  if (!json_is_array(value) || json_array_size(value) > NPY_MAX_DIMENSIONS)
    return json_unexpected(path, where, expected, value, error);
  array->ndim = (int)json_array_size(value);
  for (int d = 0; d < array->ndim; d++) {
    const json_t *size = json_array_get(value, (size_t)d);
    array->size[d] = json_integer_value(size);
    if (!json_is_integer(size) || array->size[d] < 0 || array->size[d] > ATTEST_MAX_SIZE)
      return json_unexpected(path, where, expected, value, error);
  }
  int64_t bytes;
  if (npy_bytes(array->dtype, array->ndim, array->size, &bytes)) return CHECK_OK;
  return json_unexpected(path, where, "a shape whose product fits in 64 bits", value, error);
}

static check_status read_tensor(const char *path, case_tensor tensor, const json_t *value, attention_case *c,
                                check_error *error) {
  char where[32];
  (void)snprintf(where, sizeof where, "tensors.%s", case_tensor_name(tensor));
  npy_array *array = &c->array[tensor];
  if (!json_is_object(value) || json_object_size(value) != 2)
    return json_unexpected(path, where, "an object of dtype and shape", value, error);
  check_status status = read_dtype(path, where, json_object_get(value, "dtype"), array, error);
  if (status == CHECK_OK) status = read_shape(path, where, json_object_get(value, "shape"), array, error);
  if (status != CHECK_OK) return status;
  c->present[tensor] = true;
  char context[CASE_PATH_MAX + 2 * sizeof where];
  (void)snprintf(context, sizeof context, "%s: %s", path, where);
  return shapes_agree(c, tensor, context, error);
}

static case_tensor find_tensor(const char *name) {
  int tensor = 0;
  while (tensor < CASE_TENSORS && strcmp(name, case_tensor_name((case_tensor)tensor)) != 0) tensor++;
  return (case_tensor)tensor;
}

/* Reads the tensors in the order of case_tensor, not of the file: the first tensor with a size sets it. For clear
   errors that should be q. */
static check_status read_tensors(const char *path, const json_t *tensors, attention_case *c, check_error *error) {
  if (!json_is_object(tensors)) return json_unexpected(path, "tensors", "an object", tensors, error);
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)tensors, name, value) {
    if (find_tensor(name) == CASE_TENSORS)
      return check_fail(error, CHECK_BAD_INPUT, "%s: tensors.%.60s: unknown tensor", path, name);
  }
  for (int tensor = 0; tensor < CASE_TENSORS; tensor++) {
    value = json_object_get(tensors, case_tensor_name((case_tensor)tensor));
    const check_status status = value != NULL ? read_tensor(path, (case_tensor)tensor, value, c, error) : CHECK_OK;
    if (status != CHECK_OK) return status;
  }
  return CHECK_OK;
}

static bool any_present(const attention_case *c, case_tensor first, case_tensor last) {
  for (int tensor = (int)first; tensor <= (int)last; tensor++)
    if (c->present[tensor]) return true;
  return false;
}

static check_status need(const char *path, const attention_case *c, const case_tensor *tensors, int count,
                         const char *expected, check_error *error) {
  for (int i = 0; i < count; i++) {
    char where[32];
    (void)snprintf(where, sizeof where, "tensors.%s", case_tensor_name(tensors[i]));
    if (!c->present[tensors[i]]) return json_unexpected(path, where, expected, NULL, error);
  }
  return CHECK_OK;
}

/* Checks that a case has all of q, k, v, or all of x, w_q, w_k, w_v, w_o, or both; every other tensor belongs to one of
   the two. */
static check_status check_groups(const char *path, attention_case *c, check_error *error) {
  static const case_tensor attention[] = {CASE_Q, CASE_K, CASE_V},
                           layer[] = {CASE_X, CASE_W_Q, CASE_W_K, CASE_W_V, CASE_W_O};
  c->has_layer = any_present(c, CASE_X, CASE_B_O) || c->present[CASE_Y];
  c->has_attention = any_present(c, CASE_Q, CASE_SINK) || any_present(c, CASE_OUT, CASE_WEIGHTS) || !c->has_layer;
  const check_status status = c->has_attention ? need(path, c, attention, 3, "q, k and v", error) : CHECK_OK;
  return status == CHECK_OK && c->has_layer ? need(path, c, layer, 5, "x, w_q, w_k, w_v and w_o of a layer", error)
                                            : status;
}

static check_status positive(const char *path, const attention_case *c, case_size size, check_error *error) {
  if (c->size[size] > 0) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: %s is %" PRId64 ", expected it to be positive", path,
                    shapes_size_name(size), c->size[size]);
}

static check_status check_heads(const char *path, const attention_case *c, check_error *error) {
  if (c->size_from[CASE_Q_HEADS] == NULL || c->size_from[CASE_KV_HEADS] == NULL)
    return json_unexpected(path, "options", "q_heads and kv_heads for a layer without q, k and v", NULL, error);
  check_status status = positive(path, c, CASE_Q_HEADS, error);
  if (status == CHECK_OK) status = positive(path, c, CASE_KV_HEADS, error);
  if (status != CHECK_OK || c->size[CASE_Q_HEADS] % c->size[CASE_KV_HEADS] == 0) return status;
  return check_fail(error, CHECK_BAD_INPUT, "%s: q_heads is %" PRId64 ", expected a multiple of kv_heads, %" PRId64,
                    path, c->size[CASE_Q_HEADS], c->size[CASE_KV_HEADS]);
}

/* features = heads * width. The layer gives the features; q, k and v give heads and width. Without q, k and v the
   options give the heads. */
static check_status check_features(const char *path, attention_case *c, case_size features, case_size heads,
                                   case_size width, check_error *error) {
  if (c->size[features] % c->size[heads] != 0)
    return check_fail(error, CHECK_BAD_INPUT,
                      "%s: %s has %" PRId64 " features (%s), expected a multiple of %" PRId64 " heads", path,
                      c->size_from[features], c->size[features], shapes_size_name(features), c->size[heads]);
  if (c->size_from[width] == NULL) {
    c->size[width] = c->size[features] / c->size[heads];
    c->size_from[width] = c->size_from[features];
  }
  if (c->size[features] / c->size[heads] == c->size[width]) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: %s has %" PRId64 " features, expected %s = %" PRId64 " * %" PRId64,
                    path, c->size_from[features], c->size[features], shapes_size_name(features), c->size[heads],
                    c->size[width]);
}

/* Checks that options and q, k and v use nothing that a layer cannot do: it is plain self-attention. */
static check_status check_layer(const char *path, attention_case *c, check_error *error) {
  const attest_problem *problem = &c->problem;
  if (problem->scale != 0.0 || problem->softcap > 0.0 || problem->windowed || any_present(c, CASE_MASK, CASE_SINK))
    return check_fail(error, CHECK_BAD_INPUT, "%s: a layer has no scale, softcap, window, mask, bias or sink", path);
  if (problem->causal && problem->alignment != ATTEST_ALIGN_TOP_LEFT)
    return check_fail(error, CHECK_BAD_INPUT, "%s: options.alignment: a causal layer is top-left", path);
  if (c->has_attention && c->size[CASE_KEYS] != c->size[CASE_Q_LEN])
    return check_fail(error, CHECK_BAD_INPUT,
                      "%s: k has %" PRId64 " keys, expected %" PRId64 ", the rows of x, in self-attention", path,
                      c->size[CASE_KEYS], c->size[CASE_Q_LEN]);
  c->size[CASE_KEYS] = c->size[CASE_Q_LEN];
  check_status status = positive(path, c, CASE_D_MODEL, error);
  if (status == CHECK_OK) status = check_features(path, c, CASE_Q_FEATURES, CASE_Q_HEADS, CASE_D_K, error);
  if (status == CHECK_OK) status = check_features(path, c, CASE_K_FEATURES, CASE_KV_HEADS, CASE_D_K, error);
  if (status == CHECK_OK) status = check_features(path, c, CASE_V_FEATURES, CASE_KV_HEADS, CASE_D_V, error);
  if (status == CHECK_OK) status = check_features(path, c, CASE_O_FEATURES, CASE_Q_HEADS, CASE_D_V, error);
  if (status != CHECK_OK) return status;
  c->layer = (attest_multi_head){.d_model = c->size[CASE_D_MODEL],
                                 .d_context = c->size[CASE_D_MODEL],
                                 .q_heads = c->size[CASE_Q_HEADS],
                                 .kv_heads = c->size[CASE_KV_HEADS],
                                 .d_k = c->size[CASE_D_K],
                                 .d_v = c->size[CASE_D_V]};
  return CHECK_OK;
}

static check_status read_root(const char *path, const json_t *root, attention_case *c, check_error *error) {
  const json_t *options = json_object_get(root, "options");
  check_status status = read_description(path, root, error);
  if (status == CHECK_OK) status = read_layout(path, root, c, error);
  if (status == CHECK_OK) status = read_tolerance(path, root, c, error);
  if (status == CHECK_OK && options != NULL) status = options_read(path, options, c, error);
  if (status == CHECK_OK) status = read_tensors(path, json_object_get(root, "tensors"), c, error);
  if (status == CHECK_OK) status = check_groups(path, c, error);
  if (status == CHECK_OK) status = check_heads(path, c, error);
  if (status == CHECK_OK && c->has_layer) status = check_layer(path, c, error);
  if (status == CHECK_OK) status = positive(path, c, CASE_D_K, error);
  if (status == CHECK_OK) status = positive(path, c, CASE_D_V, error);
  return status;
}

check_status case_open(const char *directory, attention_case *c, check_error *error) {
  char path[CASE_PATH_MAX];
  *c = (attention_case){.has_attention = false};
  check_status status = case_join(path, directory, "case.json", error);
  if (status != CHECK_OK) return status;
  memcpy(c->path, directory, strlen(directory) + 1); /* fits: it is shorter than path, which fits */
  json_t *root;
  status = json_read_object(path, &root, error);
  if (status != CHECK_OK) return status;
  status = read_root(path, root, c, error);
  json_decref(root);
  return status;
}
