#include "check/cases/build.h"

#include <stdlib.h>

#include "check/cases/fill.h"
#include "check/cases/format.h"
#include "check/cases/problem_f64.h"
#include "check/cases/tensor.h"
#include "ref/visible.h"

/* The tensors that have a layout of their own. */
typedef enum { Q, K, V, OTHERS, OUT, LSE, WEIGHTS } tensor_kind;

/* The layout of one tensor of a case. The outputs of lse and weights have gaps only in a mixed case. */
static recipe_layout layout_of(const recipe *r, tensor_kind kind) {
  static const recipe_layout mixed[] = {
      [Q] = LAYOUT_BHSD,   [K] = LAYOUT_BSHD,     [V] = LAYOUT_PADDED,      [OTHERS] = LAYOUT_PADDED,
      [OUT] = LAYOUT_BSHD, [LSE] = LAYOUT_PADDED, [WEIGHTS] = LAYOUT_PADDED};
  if (r->layout == LAYOUT_MIXED) return mixed[kind];
  return kind >= LSE || (kind == OUT && r->layout == LAYOUT_SHARED) ? LAYOUT_BHSD : (recipe_layout)r->layout;
}

/* Sets the strides of a tensor for its sizes and a layout. */
static void lay_out(attest_tensor *t, recipe_layout layout) {
  const int64_t heads = t->size[ATTEST_HEAD], rows = t->size[ATTEST_POSITION], columns = t->size[ATTEST_COLUMN];
  const int64_t row = layout == LAYOUT_PADDED ? columns + 3 : columns,
                head = rows * row + (layout == LAYOUT_PADDED ? 5 : 0);
  const int64_t batch = heads * head + (layout == LAYOUT_PADDED ? 7 : 0);
  const int64_t stride[4] = {batch, layout == LAYOUT_BSHD ? columns : head,
                             layout == LAYOUT_BSHD         ? heads * columns
                             : layout == LAYOUT_TRANSPOSED ? 1
                                                           : row,
                             layout == LAYOUT_TRANSPOSED ? rows : 1};
  for (int d = 0; d < 4; d++) t->stride[d] = stride[d];
}

/* The number of elements from the first to the last, gaps included; 0 if there are none. */
static int64_t reach_of(const attest_tensor *t) {
  int64_t reach = 1;
  for (int d = 0; d < 4; d++) {
    if (t->size[d] == 0) return 0;
    reach += (t->size[d] - 1) * t->stride[d];
  }
  return reach;
}

static check_status place_tensor(const recipe *r, arena *a, const char *name, bool written, attest_tensor *t,
                                 check_error *error) {
  t->data = arena_place(a, name, (size_t)reach_of(t) * attest_dtype_size(t->dtype), r->place == PLACE_LAST, written);
  return t->data != NULL
             ? CHECK_OK
             : check_fail(error, CHECK_BAD_INPUT, "case: %s does not fit in %zu bytes of memory", name, a->size);
}

static attest_tensor sized(int64_t dtype, int64_t batch, int64_t heads, int64_t rows, int64_t columns) {
  return (attest_tensor){.dtype = (attest_dtype)dtype, .size = {batch, heads, rows, columns}};
}

typedef double value_of(const recipe *r, int64_t b, int64_t h, int64_t i, int64_t c);

static double q_value(const recipe *r, int64_t b, int64_t h, int64_t i, int64_t c) {
  return fill_q(r, b * r->q_heads + h, i, c);
}
static double k_value(const recipe *r, int64_t b, int64_t h, int64_t j, int64_t c) {
  return fill_k(r, b * r->kv_heads + h, j, c);
}
static double v_value(const recipe *r, int64_t b, int64_t h, int64_t j, int64_t c) {
  return fill_v(r, b * r->kv_heads + h, j, c);
}
static double mask_value(const recipe *r, int64_t b, int64_t h, int64_t i, int64_t j) {
  return fill_mask(r, b, h, i, j);
}

/* Sets every distinct element of a tensor. */
static void fill_tensor(const recipe *r, const attest_tensor *t, value_of *value) {
  int64_t size[4], at[4];
  for (int d = 0; d < 4; d++) size[d] = t->stride[d] == 0 && t->size[d] > 0 ? 1 : t->size[d];
  for (bool more = tensor_first(size, at); more; more = tensor_next(size, at))
    tensor_store(t, at, value(r, at[0], at[1], at[2], at[3]));
}

/* The dimensions with stride 0: bit d for dimension d. */
enum {
  NONE_SHARED = 0,
  BATCH_SHARED = 1,
  HEADS_SHARED = 2,
  PADDING_SHARED = 2 | 4,
  ROWS_SHARED = 1 | 2 | 4,
  KEYS_SHARED = 8
};

static int shared_of_mask(recipe_mask mask) {
  static const int shared[MASKS] = {[MASK_SHARED] = ROWS_SHARED,
                                    [MASK_QUERIES] = KEYS_SHARED,
                                    [MASK_HEADS] = HEADS_SHARED,
                                    [MASK_PADDING] = PADDING_SHARED};
  return shared[mask];
}

static int shared_of_bias(recipe_bias bias) {
  static const int shared[BIASES] = {[BIAS_SHARED] = ROWS_SHARED, [BIAS_HEADS] = HEADS_SHARED};
  return shared[bias];
}

static check_status make_tensor(const recipe *r, arena *a, const char *name, tensor_kind kind, attest_tensor *t,
                                int shared, value_of *value, check_error *error) {
  lay_out(t, layout_of(r, kind));
  for (int d = 0; d < 4; d++)
    if ((shared & 1 << d) != 0) t->stride[d] = 0;
  const check_status status = place_tensor(r, a, name, false, t, error);
  if (status == CHECK_OK) fill_tensor(r, t, value);
  return status;
}

/* Every number but 0 is true: replaces the bytes of a mask that are 1. */
static void vary_bytes(const recipe *r, const attest_tensor *mask) {
  unsigned char *byte = tensor_writable(mask).data;
  const int64_t count = reach_of(mask);
  for (int64_t n = 0; n < count; n++)
    if (byte[n] == 1) byte[n] = fill_true_byte(r, n);
}

static check_status make_inputs(const recipe *r, arena *a, attest_problem *p, check_error *error) {
  const int batch = r->layout == LAYOUT_SHARED ? BATCH_SHARED : NONE_SHARED;
  const int mask = shared_of_mask((recipe_mask)r->mask), bias = shared_of_bias((recipe_bias)r->bias);
  check_status status = make_tensor(r, a, "q", Q, &p->q, NONE_SHARED, q_value, error);
  if (status == CHECK_OK) status = make_tensor(r, a, "k", K, &p->k, batch, k_value, error);
  if (status == CHECK_OK) status = make_tensor(r, a, "v", V, &p->v, batch, v_value, error);
  if (status == CHECK_OK && r->mask != MASK_NONE)
    status = make_tensor(r, a, "mask", OTHERS, &p->mask, mask, mask_value, error);
  if (status == CHECK_OK && r->mask == MASK_BYTES) vary_bytes(r, &p->mask);
  if (status == CHECK_OK && r->bias != BIAS_NONE)
    status = make_tensor(r, a, "bias", OTHERS, &p->bias, bias, fill_bias, error);
  return status;
}

static check_status make_vectors(const recipe *r, arena *a, attest_problem *p, check_error *error) {
  int64_t *kv_len =
      r->kv_len != KV_LEN_FULL ? arena_place(a, "kv_len", (size_t)r->batch * sizeof *kv_len, false, false) : NULL;
  double *sink = r->sink != SINK_NONE ? arena_place(a, "sink", (size_t)r->q_heads * sizeof *sink, false, false) : NULL;
  if ((r->kv_len != KV_LEN_FULL && kv_len == NULL) || (r->sink != SINK_NONE && sink == NULL))
    return check_fail(error, CHECK_BAD_INPUT, "case: kv_len and sink do not fit in %zu bytes of memory", a->size);
  for (int64_t b = 0; kv_len != NULL && b < r->batch; b++) kv_len[b] = fill_kv_len(r, b);
  for (int64_t h = 0; sink != NULL && h < r->q_heads; h++) sink[h] = fill_sink(r, h);
  p->kv_len = kv_len;
  p->sink = sink;
  return CHECK_OK;
}

/* Marks the keys that any query sees, of any head that shares kv head g of batch b. */
static void see_keys(const problem_f64 *w, int64_t b, int64_t g, unsigned char *row, unsigned char *seen) {
  const int64_t group = w->q_heads / w->kv_heads;
  for (int64_t j = 0; j < w->keys; j++) seen[j] = 0;
  for (int64_t h = g * group; h < (g + 1) * group; h++)
    for (int64_t i = 0; i < w->q_len; i++) {
      ref_visible_row(*w->problem, b, h, i, row);
      for (int64_t j = 0; j < w->keys; j++) seen[j] |= row[j];
    }
}

typedef double hidden_value(const recipe *r, int64_t c);

static void store_row(const attest_tensor *t, int64_t b, int64_t g, int64_t j, const recipe *r, hidden_value *value) {
  for (int64_t c = 0; c < t->size[ATTEST_COLUMN]; c++) tensor_store(t, (const int64_t[]){b, g, j, c}, value(r, c));
}

/* Whether k, and whether v, is overwritten at unseen keys. */
static bool hides_k(const recipe *r) { return r->hidden != HIDDEN_NAN_V && r->hidden != HIDDEN_INFINITY_V; }
static bool hides_v(const recipe *r) { return r->hidden != HIDDEN_NAN_K && r->hidden != HIDDEN_INFINITY_K; }

/* Overwrites k, v or both at keys that no query sees. flags: room for two rows of keys. */
static void hide_unseen(const recipe *r, const attest_problem *p, const problem_f64 *w, unsigned char *flags) {
  unsigned char *seen = flags + w->keys;
  for (int64_t b = 0; b < w->batch; b++)
    for (int64_t g = 0; g < w->kv_heads; g++) {
      see_keys(w, b, g, flags, seen);
      for (int64_t j = 0; j < w->keys; j++) {
        if (seen[j]) continue;
        if (hides_k(r)) store_row(&p->k, b, g, j, r, fill_hidden_k);
        if (hides_v(r)) store_row(&p->v, b, g, j, r, fill_hidden_v);
      }
    }
}

/* Batches that share k and v see different keys: then nothing is overwritten. */
static check_status hide_keys(const recipe *r, const attest_problem *p, check_error *error) {
  if (r->hidden == HIDDEN_FILL || r->layout == LAYOUT_SHARED) return CHECK_OK;
  problem_f64 w;
  unsigned char *flags = calloc(2, (size_t)r->keys + 1);
  if (flags == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for a row of keys");
  const check_status status = problem_f64_make(p, &w, error);
  if (status == CHECK_OK) hide_unseen(r, p, &w, flags);
  problem_f64_free(&w);
  free(flags);
  return status;
}

static check_status make_answer(const recipe *r, build_wanted wanted, arena *a, attest_answer *answer,
                                check_error *error) {
  const attest_dtype lse = format_of((attest_dtype)r->dtype)->accumulate;
  attest_tensor out = sized(r->dtype, r->batch, r->q_heads, r->q_len, r->d_v),
                sums = sized(lse, r->batch, r->q_heads, r->q_len, 1),
                weights = sized(r->dtype, r->batch, r->q_heads, r->q_len, r->keys);
  lay_out(&out, layout_of(r, OUT));
  lay_out(&sums, layout_of(r, LSE));
  lay_out(&weights, layout_of(r, WEIGHTS));
  check_status status = place_tensor(r, a, "out", true, &out, error);
  if (status == CHECK_OK && wanted.lse) status = place_tensor(r, a, "lse", true, &sums, error);
  if (status == CHECK_OK && wanted.weights) status = place_tensor(r, a, "weights", true, &weights, error);
  *answer = (attest_answer){tensor_writable(&out), tensor_writable(&sums), tensor_writable(&weights)};
  return status;
}

static attest_dtype bias_type(const recipe *r) {
  if (r->bias != BIAS_OTHER) return (attest_dtype)r->dtype;
  return r->dtype == ATTEST_F32 ? ATTEST_BF16 : ATTEST_F32;
}

check_status build_case(const recipe *r, build_wanted wanted, arena *a, attest_problem *problem, attest_answer *answer,
                        check_error *error) {
  arena_clear(a);
  *problem = (attest_problem){.q = sized(r->dtype, r->batch, r->q_heads, r->q_len, r->d_k),
                              .k = sized(r->dtype, r->batch, r->kv_heads, r->keys, r->d_k),
                              .v = sized(r->dtype, r->batch, r->kv_heads, r->keys, r->d_v),
                              .mask = sized(ATTEST_BOOL, r->batch, r->q_heads, r->q_len, r->keys),
                              .bias = sized(bias_type(r), r->batch, r->q_heads, r->q_len, r->keys),
                              .scale = r->scale,
                              .softcap = r->softcap,
                              .causal = r->causal != 0,
                              .windowed = r->windowed != 0,
                              .window_left = r->left,
                              .window_right = r->right,
                              .alignment = (attest_alignment)r->alignment,
                              .offset = r->offset};
  check_status status = make_vectors(r, a, problem, error);
  if (status == CHECK_OK) status = make_inputs(r, a, problem, error);
  if (status == CHECK_OK) status = hide_keys(r, problem, error);
  if (status == CHECK_OK) status = make_answer(r, wanted, a, answer, error);
  return status;
}
