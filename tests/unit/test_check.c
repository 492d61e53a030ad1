/* What attest_problem_check, attest_reference_workspace and attest_reference refuse, with which status, and that a
   refusal writes nothing. */
#include <math.h>

#include "tests/unit/support.h"

enum { BATCH = 2, Q_HEADS = 4, KV_HEADS = 2, Q_LEN = 3, KEYS = 5, D_K = 2, D_V = 3 };
enum { OUT = BATCH * Q_HEADS * Q_LEN * D_V, LSE = BATCH * Q_HEADS * Q_LEN, WEIGHTS = LSE * KEYS, WORKSPACE = 4096 };

static double q[BATCH * Q_HEADS * Q_LEN * D_K], k[BATCH * KV_HEADS * KEYS * D_K], v[BATCH * KV_HEADS * KEYS * D_V],
    bias[WEIGHTS];
static unsigned char mask[WEIGHTS];
static int64_t kv_len[BATCH + 1]; /* both one longer than is to be read */
static double sink[Q_HEADS + 1];
static uint16_t halves[64];

/* A problem with every option in use. */
static attest_problem valid(void) {
  memset(mask, 1, sizeof mask);
  kv_len[0] = KEYS;
  kv_len[1] = 0;
  kv_len[BATCH] = -1;
  memset(sink, 0, sizeof sink);
  sink[Q_HEADS] = NAN;
  return (attest_problem){.q = tensor_f64(q, BATCH, Q_HEADS, Q_LEN, D_K),
                          .k = tensor_f64(k, BATCH, KV_HEADS, KEYS, D_K),
                          .v = tensor_f64(v, BATCH, KV_HEADS, KEYS, D_V),
                          .mask = tensor_mask(mask, BATCH, Q_HEADS, Q_LEN, KEYS),
                          .bias = tensor_f64(bias, BATCH, Q_HEADS, Q_LEN, KEYS),
                          .kv_len = kv_len,
                          .sink = sink,
                          .softcap = 2,
                          .causal = true,
                          .windowed = true,
                          .alignment = ATTEST_ALIGN_BOTTOM_RIGHT};
}

typedef struct {
  double *out, *lse, *weights, *workspace;
} outputs;

static outputs fresh_outputs(void) {
  return (outputs){canaries(OUT), canaries(LSE), canaries(WEIGHTS), canaries(WORKSPACE)};
}

static void assert_untouched_and_free(outputs o) {
  assert_true(are_canaries(o.out, OUT));
  assert_true(are_canaries(o.lse, LSE));
  assert_true(are_canaries(o.weights, WEIGHTS));
  assert_true(are_canaries(o.workspace, WORKSPACE));
  free(o.out);
  free(o.lse);
  free(o.weights);
  free(o.workspace);
}

static void assert_status(const char *what, const char *where, attest_status actual, attest_status expected) {
  if (actual == expected) return;
  print_error("%s: %s says \"%s\", expected \"%s\"\n", what, where, attest_strerror(actual), attest_strerror(expected));
  fail();
}

/* All three functions refuse the problem, with the same status. */
static void assert_not_computed(const attest_problem *p, attest_status expected, const char *what) {
  const outputs o = fresh_outputs();
  const attest_answer a = p != NULL ? answer_f64(p, o.out, o.lse, o.weights) : (attest_answer){.out = {.data = o.out}};
  size_t bytes = 12345;
  assert_status(what, "attest_reference_workspace", attest_reference_workspace(p, &a, &bytes), expected);
  assert_int_equal(bytes, 12345);
  assert_status(what, "attest_reference", attest_reference(p, &a, o.workspace, WORKSPACE * sizeof(double)), expected);
  assert_untouched_and_free(o);
}

static void assert_refused(const attest_problem *p, attest_status expected, const char *what) {
  assert_status(what, "attest_problem_check", attest_problem_check(p), expected);
  assert_not_computed(p, expected, what);
}

#define REFUSES(status, change)                                                                                        \
  do {                                                                                                                 \
    attest_problem p = valid();                                                                                        \
    change;                                                                                                            \
    assert_refused(&p, status, #change);                                                                               \
  } while (0)

#define ACCEPTS(change)                                                                                                \
  do {                                                                                                                 \
    attest_problem p = valid();                                                                                        \
    change;                                                                                                            \
    assert_status(#change, "attest_problem_check", attest_problem_check(&p), ATTEST_OK);                               \
  } while (0)

static void valid_is_valid(void **state) {
  (void)state;
  ACCEPTS((void)0);
  ACCEPTS(p.mask.data = NULL);
  ACCEPTS(p.bias.data = NULL);
  ACCEPTS(p.kv_len = NULL);
  ACCEPTS(p.sink = NULL);
}

static void null(void **state) {
  (void)state;
  assert_refused(NULL, ATTEST_BAD_POINTER, "no problem");
  REFUSES(ATTEST_BAD_POINTER, p.q.data = NULL);
  REFUSES(ATTEST_BAD_POINTER, p.k.data = NULL);
  REFUSES(ATTEST_BAD_POINTER, p.v.data = NULL);
  double x = 0;
  const attest_tensor one = tensor_f64(&x, 1, 1, 1, 1), none = tensor_f64(NULL, 1, 1, 1, 1);
  assert_refused(&(attest_problem){.q = none, .k = one, .v = one}, ATTEST_BAD_POINTER, "q of one element");
  assert_refused(&(attest_problem){.q = one, .k = none, .v = one}, ATTEST_BAD_POINTER, "k of one element");
  assert_refused(&(attest_problem){.q = one, .k = one, .v = none}, ATTEST_BAD_POINTER, "v of one element");
}

/* A tensor without elements needs no memory, in whichever dimension it is empty. */
static void null_of_nothing(void **state) {
  (void)state;
  ACCEPTS((p.q.data = NULL, p.q.size[2] = p.mask.size[2] = p.bias.size[2] = 0));
  ACCEPTS((p.k.data = p.v.data = NULL, p.k.size[2] = p.v.size[2] = p.mask.size[3] = p.bias.size[3] = 0, kv_len[0] = 0));
  /* wrong, but not for want of memory */
  REFUSES(ATTEST_BAD_HEADS, (p.q.data = NULL, p.q.size[1] = p.mask.size[1] = p.bias.size[1] = 0));
  REFUSES(ATTEST_BAD_SHAPE, (p.v.data = NULL, p.v.size[3] = 0));
  ACCEPTS((p.q.data = p.k.data = p.v.data = NULL,
           p.q.size[0] = p.k.size[0] = p.v.size[0] = p.mask.size[0] = p.bias.size[0] = 0));
}

static void dtype(void **state) {
  (void)state;
  for (int n = ATTEST_F64; n <= ATTEST_BF16; n++) {
    ACCEPTS(p.q.dtype = (attest_dtype)n);
    ACCEPTS(p.k.dtype = (attest_dtype)n);
    ACCEPTS(p.v.dtype = (attest_dtype)n);
    ACCEPTS(p.bias.dtype = (attest_dtype)n);
    REFUSES(ATTEST_BAD_DTYPE, p.mask.dtype = (attest_dtype)n);
  }
  for (int n = ATTEST_BOOL; n <= ATTEST_BOOL + 1; n++) {
    REFUSES(ATTEST_BAD_DTYPE, p.q.dtype = (attest_dtype)n);
    REFUSES(ATTEST_BAD_DTYPE, p.k.dtype = (attest_dtype)n);
    REFUSES(ATTEST_BAD_DTYPE, p.v.dtype = (attest_dtype)n);
    REFUSES(ATTEST_BAD_DTYPE, p.bias.dtype = (attest_dtype)n);
  }
  REFUSES(ATTEST_BAD_DTYPE, p.mask.dtype = (attest_dtype)(ATTEST_BOOL + 1));
  ACCEPTS((p.mask.data = NULL, p.mask.dtype = ATTEST_F64)); /* of an absent tensor only data is read */
  ACCEPTS((p.bias.data = NULL, p.bias.dtype = ATTEST_BOOL, p.bias.size[0] = -1));
}

static void sizes_out_of_range(void **state) {
  (void)state;
  for (int d = 0; d < 4; d++) {
    REFUSES(ATTEST_BAD_SHAPE, p.q.size[d] = -1);
    REFUSES(ATTEST_BAD_SHAPE, p.k.size[d] = -1);
    REFUSES(ATTEST_BAD_SHAPE, p.v.size[d] = -1);
    REFUSES(ATTEST_BAD_SHAPE, p.mask.size[d] = -1);
    REFUSES(ATTEST_BAD_SHAPE, p.bias.size[d] = -1);
    REFUSES(ATTEST_BAD_SHAPE, p.q.size[d] = ATTEST_MAX_SIZE + 1);
    REFUSES(ATTEST_BAD_SHAPE, p.v.size[d] = INT64_MAX);
    REFUSES(ATTEST_BAD_SHAPE, p.bias.size[d] = INT64_MIN);
  }
  REFUSES(ATTEST_BAD_SHAPE, (p.q.size[3] = 0, p.k.size[3] = 0)); /* d_k > 0 */
  REFUSES(ATTEST_BAD_SHAPE, p.v.size[3] = 0);                    /* d_v > 0 */
}

static void sizes_that_disagree(void **state) {
  (void)state;
  REFUSES(ATTEST_BAD_SHAPE, p.k.size[0] = 1);
  REFUSES(ATTEST_BAD_SHAPE, p.v.size[0] = 1);
  REFUSES(ATTEST_BAD_SHAPE, p.v.size[1] = 1);
  REFUSES(ATTEST_BAD_SHAPE, p.v.size[2] = KEYS - 1);
  REFUSES(ATTEST_BAD_SHAPE, p.k.size[3] = D_K + 1);
  for (int d = 0; d < 4; d++) {
    REFUSES(ATTEST_BAD_SHAPE, p.mask.size[d] -= 1);
    REFUSES(ATTEST_BAD_SHAPE, p.bias.size[d] += 1);
  }
  /* of query heads, not kv heads; broadcasting is a stride of 0 */
  REFUSES(ATTEST_BAD_SHAPE, p.mask.size[1] = KV_HEADS);
  REFUSES(ATTEST_BAD_SHAPE, p.bias.size[0] = 1);
  REFUSES(ATTEST_BAD_SHAPE, kv_len[1] = KEYS + 1);
  REFUSES(ATTEST_BAD_SHAPE, kv_len[0] = -1);
  ACCEPTS(kv_len[1] = KEYS);
}

static void set_kv_heads(attest_problem *p, int64_t heads) { p->k.size[1] = p->v.size[1] = heads; }

static void set_q_heads(attest_problem *p, int64_t heads) { p->q.size[1] = p->mask.size[1] = p->bias.size[1] = heads; }

static void heads(void **state) {
  (void)state;
  REFUSES(ATTEST_BAD_HEADS, set_kv_heads(&p, 3));
  REFUSES(ATTEST_BAD_HEADS, set_kv_heads(&p, 8));
  REFUSES(ATTEST_BAD_HEADS, set_kv_heads(&p, 0));
  REFUSES(ATTEST_BAD_HEADS, set_q_heads(&p, 0));
  REFUSES(ATTEST_BAD_HEADS, (set_q_heads(&p, 0), set_kv_heads(&p, 0)));
  ACCEPTS(set_kv_heads(&p, 1));
  ACCEPTS(set_kv_heads(&p, 4));
}

static void set_lengths(attest_problem *p, int64_t q_len, int64_t keys) {
  p->q.size[2] = q_len;
  p->k.size[2] = p->v.size[2] = keys;
  p->mask.data = p->bias.data = NULL;
}

/* Products of sizes: q's own, k's own, and those of scores and out, which no input has. Strides are 0, so that nothing
   else is large. */
static void too_many_elements(void **state) {
  (void)state;
  const int64_t most = ATTEST_MAX_SIZE;
  REFUSES(ATTEST_TOO_LARGE, (memset(p.q.stride, 0, sizeof p.q.stride), p.q.size[2] = p.q.size[3] = most));
  REFUSES(ATTEST_TOO_LARGE, (memset(p.k.stride, 0, sizeof p.k.stride), p.k.size[2] = p.k.size[3] = most));
  REFUSES(ATTEST_TOO_LARGE, (memset(p.v.stride, 0, sizeof p.v.stride), p.v.size[2] = p.v.size[3] = most));
  REFUSES(ATTEST_TOO_LARGE, (memset(p.mask.stride, 0, sizeof p.mask.stride), p.mask.size[2] = p.mask.size[3] = most));
  REFUSES(ATTEST_TOO_LARGE, (memset(p.bias.stride, 0, sizeof p.bias.stride), p.bias.size[2] = p.bias.size[3] = most));
  REFUSES(ATTEST_TOO_LARGE, set_lengths(&p, most, most));                       /* scores: 2 * 4 * 2^60 */
  REFUSES(ATTEST_TOO_LARGE, (set_lengths(&p, most, KEYS), p.v.size[3] = most)); /* out, with few enough scores */
  ACCEPTS(set_lengths(&p, most, most / 8));                                     /* 2^60 scores */
  REFUSES(ATTEST_TOO_LARGE, set_lengths(&p, most, most / 8 + 1));
}

/* stride * (size - 1) is at most ATTEST_MAX_ELEMENTS either way; a dimension of one element has no reach. */
static void strides(void **state) {
  (void)state;
  const int64_t most = ATTEST_MAX_ELEMENTS;
  ACCEPTS(p.k.stride[2] = most / (KEYS - 1));
  ACCEPTS(p.k.stride[2] = -most / (KEYS - 1));
  REFUSES(ATTEST_TOO_LARGE, p.k.stride[2] = most / (KEYS - 1) + 1);
  REFUSES(ATTEST_TOO_LARGE, p.k.stride[2] = -most / (KEYS - 1) - 1);
  for (int d = 0; d < 4; d++) {
    REFUSES(ATTEST_TOO_LARGE, p.q.stride[d] = INT64_MAX);
    REFUSES(ATTEST_TOO_LARGE, p.v.stride[d] = INT64_MIN);
    REFUSES(ATTEST_TOO_LARGE, p.mask.stride[d] = INT64_MAX);
    REFUSES(ATTEST_TOO_LARGE, p.bias.stride[d] = INT64_MIN);
  }
  ACCEPTS((set_kv_heads(&p, 1), p.k.stride[1] = INT64_MAX, p.v.stride[1] = INT64_MIN));
}

static void scale_and_softcap(void **state) {
  (void)state;
  REFUSES(ATTEST_BAD_OPTION, p.scale = NAN);
  REFUSES(ATTEST_BAD_OPTION, p.scale = HUGE_VAL);
  REFUSES(ATTEST_BAD_OPTION, p.scale = -HUGE_VAL);
  REFUSES(ATTEST_BAD_OPTION, p.softcap = NAN);
  REFUSES(ATTEST_BAD_OPTION, p.softcap = HUGE_VAL);
  REFUSES(ATTEST_BAD_OPTION, p.softcap = -1);
  ACCEPTS(p.scale = -1e308);
  ACCEPTS(p.softcap = -0.0);
}

static void windows(void **state) {
  (void)state;
  REFUSES(ATTEST_BAD_OPTION, p.window_left = -2);
  REFUSES(ATTEST_BAD_OPTION, p.window_right = -2);
  REFUSES(ATTEST_BAD_OPTION, p.window_left = ATTEST_MAX_SIZE + 1);
  REFUSES(ATTEST_BAD_OPTION, p.window_right = INT64_MAX);
  ACCEPTS((p.window_left = ATTEST_UNLIMITED, p.window_right = ATTEST_MAX_SIZE));
  ACCEPTS((p.window_left = ATTEST_MAX_SIZE, p.window_right = ATTEST_UNLIMITED));
  ACCEPTS((p.windowed = false, p.window_left = -2, p.window_right = INT64_MAX)); /* read only if windowed */
}

static void alignments(void **state) {
  (void)state;
  REFUSES(ATTEST_BAD_OPTION, p.alignment = ATTEST_ALIGN_NONE);
  REFUSES(ATTEST_BAD_OPTION, (p.alignment = ATTEST_ALIGN_NONE, p.causal = false));
  REFUSES(ATTEST_BAD_OPTION, (p.alignment = ATTEST_ALIGN_NONE, p.windowed = false));
  ACCEPTS((p.alignment = ATTEST_ALIGN_NONE, p.causal = p.windowed = false));
  ACCEPTS(p.alignment = ATTEST_ALIGN_TOP_LEFT);
  REFUSES(ATTEST_BAD_OPTION, p.alignment = (attest_alignment)(ATTEST_ALIGN_OFFSET + 1));
  REFUSES(ATTEST_BAD_OPTION, (p.alignment = ATTEST_ALIGN_OFFSET, p.offset = ATTEST_MAX_SIZE + 1));
  REFUSES(ATTEST_BAD_OPTION, (p.alignment = ATTEST_ALIGN_OFFSET, p.offset = -ATTEST_MAX_SIZE - 1));
  ACCEPTS((p.alignment = ATTEST_ALIGN_OFFSET, p.offset = ATTEST_MAX_SIZE));
  ACCEPTS((p.alignment = ATTEST_ALIGN_OFFSET, p.offset = -ATTEST_MAX_SIZE));
  ACCEPTS(p.offset = INT64_MIN); /* read only with ATTEST_ALIGN_OFFSET */
}

static void sinks(void **state) {
  (void)state;
  REFUSES(ATTEST_BAD_OPTION, sink[0] = NAN);
  REFUSES(ATTEST_BAD_OPTION, sink[Q_HEADS - 1] = HUGE_VAL);
  REFUSES(ATTEST_BAD_OPTION, sink[1] = -HUGE_VAL);
}

/* ---- the answer and the workspace */

/* Both functions refuse the answer, with the same status, and nothing is written. */
static void assert_answer_refused(const attest_problem *p, const attest_answer *a, attest_status expected,
                                  const char *what) {
  double *const workspace = canaries(WORKSPACE);
  size_t bytes = 12345;
  assert_status(what, "attest_reference_workspace", attest_reference_workspace(p, a, &bytes), expected);
  assert_int_equal(bytes, 12345);
  assert_status(what, "attest_reference", attest_reference(p, a, workspace, WORKSPACE * sizeof(double)), expected);
  assert_true(are_canaries(workspace, WORKSPACE));
  free(workspace);
}

/* Each tensor of the answer: its type, each of its sizes, each of its strides. Would notice: a check of one that is
   made of another, or of none. */
static void bad_answers(void **state) {
  (void)state;
  const attest_problem p = valid();
  const outputs o = fresh_outputs();
  attest_answer a = answer_f64(&p, o.out, o.lse, o.weights);
  attest_output *const tensors[] = {&a.out, &a.lse, &a.weights};
  for (int t = 0; t < 3; t++) {
    attest_output *const changed = tensors[t];
    const attest_output right = *changed;
    for (int dtype = ATTEST_F64; dtype <= ATTEST_BOOL + 1; dtype++) {
      changed->dtype = (attest_dtype)dtype;
      if (dtype != ATTEST_F64) assert_answer_refused(&p, &a, ATTEST_BAD_DTYPE, "another type");
    }
    *changed = right;
    for (int d = 0; d < ATTEST_AXES; d++) {
      changed->size[d]++;
      assert_answer_refused(&p, &a, ATTEST_BAD_SHAPE, "another size");
      *changed = right;
      changed->stride[d]++;
      if (right.size[d] > 1) assert_answer_refused(&p, &a, ATTEST_BAD_SHAPE, "another stride");
      *changed = right;
    }
  }
  assert_untouched_and_free(o);
}

/* What is absent is not read, and the stride of an axis with one entry does not matter, nor any stride where there is
   no element. */
static void unread_members(void **state) {
  (void)state;
  attest_problem p = valid();
  double workspace[WORKSPACE];
  outputs o = fresh_outputs();
  attest_answer a = answer_f64(&p, o.out, NULL, NULL);
  a.lse.dtype = ATTEST_BOOL;
  a.weights.size[ATTEST_HEAD] = -1;
  assert_int_equal(attest_reference(&p, &a, workspace, sizeof workspace), ATTEST_OK);
  a = answer_f64(&p, o.out, o.lse, NULL);
  a.lse.stride[ATTEST_COLUMN] = INT64_MIN;
  assert_int_equal(attest_reference(&p, &a, workspace, sizeof workspace), ATTEST_OK);
  set_lengths(&p, Q_LEN, 0);
  p.kv_len = NULL;
  a = answer_f64(&p, o.out, o.lse, o.weights);
  for (int d = 0; d < ATTEST_AXES; d++) a.weights.stride[d] = -7;
  assert_int_equal(attest_reference(&p, &a, workspace, sizeof workspace), ATTEST_OK);
  assert_true(are_canaries(o.weights, WEIGHTS));
  free(o.out);
  free(o.lse);
  free(o.weights);
  free(o.workspace);
}

/* The pointers of the call itself. out may be NULL where it has no element. */
static void null_outputs(void **state) {
  (void)state;
  attest_problem p = valid();
  const outputs o = fresh_outputs();
  const attest_answer a = answer_f64(&p, o.out, o.lse, o.weights), none = answer_f64(&p, NULL, o.lse, o.weights);
  const size_t all = WORKSPACE * sizeof(double);
  assert_int_equal(attest_reference_workspace(&p, &a, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_reference(&p, &a, NULL, all), ATTEST_BAD_POINTER);
  assert_answer_refused(&p, NULL, ATTEST_BAD_POINTER, "no answer");
  assert_answer_refused(&p, &none, ATTEST_BAD_POINTER, "no memory for out");
  set_lengths(&p, 0, KEYS);
  const attest_answer empty = answer_f64(&p, NULL, o.lse, o.weights);
  assert_int_equal(attest_reference(&p, &empty, o.workspace, all), ATTEST_OK);
  assert_untouched_and_free(o);
}

/* One byte too few is refused and writes nothing. */
static void workspace_too_small(void **state) {
  (void)state;
  const attest_problem p = valid();
  const outputs o = fresh_outputs();
  const attest_answer a = answer_f64(&p, o.out, o.lse, o.weights);
  size_t bytes = 0;
  assert_int_equal(attest_reference_workspace(&p, &a, &bytes), ATTEST_OK);
  assert_int_equal(attest_reference(&p, &a, o.workspace, bytes - 1), ATTEST_BAD_WORKSPACE);
  assert_int_equal(attest_reference(&p, &a, o.workspace, 0), ATTEST_BAD_WORKSPACE);
  assert_untouched_and_free(o);
}

/* The workspace is a row of weights and a row of visibility, whatever the types of the tensors. attend() gives the
   reference exactly the bytes that it asks for, and sees that no byte after them is written. */
static void workspace_is_exact(void **state) {
  (void)state;
  for (int narrow = 0; narrow < 16; narrow++) {
    attest_problem p = valid();
    attest_tensor *const tensors[] = {&p.q, &p.k, &p.v, &p.bias};
    for (int t = 0; t < 4; t++) {
      if ((narrow >> t & 1) == 0) continue;
      tensors[t]->dtype = ATTEST_F16;
      tensors[t]->data = halves;
      memset(tensors[t]->stride, 0, sizeof tensors[t]->stride);
    }
    const outputs o = fresh_outputs();
    const attest_answer a = answer_f64(&p, o.out, o.lse, o.weights);
    size_t bytes = 0;
    assert_int_equal(attest_reference_workspace(&p, &a, &bytes), ATTEST_OK);
    assert_int_equal(bytes, sizeof(double) * KEYS + KEYS);
    attend(&p, o.out, o.lse, o.weights);
    assert_false(are_canaries(o.out, 1));
    assert_true(are_canaries(o.workspace, WORKSPACE));
    free(o.out);
    free(o.lse);
    free(o.weights);
    free(o.workspace);
  }
}

/* Exactly the elements of the outputs are written. */
static void writes_what_it_should(void **state) {
  (void)state;
  const attest_problem p = valid();
  double *out = canaries(OUT + 1), *lse = canaries(LSE + 1), *weights = canaries(WEIGHTS + 1);
  attend(&p, out, lse, weights);
  for (int n = 0; n < OUT; n++) assert_false(are_canaries(out + n, 1));
  for (int n = 0; n < LSE; n++) assert_false(are_canaries(lse + n, 1));
  for (int n = 0; n < WEIGHTS; n++) assert_false(are_canaries(weights + n, 1));
  assert_true(are_canaries(out + OUT, 1) && are_canaries(lse + LSE, 1) && are_canaries(weights + WEIGHTS, 1));
  free(out);
  free(lse);
  free(weights);
}

/* Tensors of 2^60 elements take no more workspace than their 2^30 keys: nothing of them is copied. */
static void workspace_of_huge_tensors(void **state) {
  (void)state;
  uint16_t half = 0;
  double out = 0;
  const int64_t keys = ATTEST_MAX_SIZE;
  const attest_tensor huge = {.data = &half, .dtype = ATTEST_F16, .size = {1, 1, keys, keys}};
  const attest_problem p = {.q = {.data = &half, .dtype = ATTEST_F16, .size = {1, 1, 1, keys}}, .k = huge, .v = huge};
  const attest_answer a = answer_f64(&p, &out, NULL, NULL);
  size_t bytes = 0;
  assert_int_equal(attest_problem_check(&p), ATTEST_OK);
  assert_int_equal(attest_reference_workspace(&p, &a, &bytes), ATTEST_OK);
  assert_true(bytes == (size_t)keys * (sizeof(double) + 1));
}

/* Each status has a text of its own; what is no status has one too. */
static void texts(void **state) {
  (void)state;
  for (int a = ATTEST_OK; a <= ATTEST_FAILED + 1; a++) {
    const char *text = attest_strerror((attest_status)a);
    assert_non_null(text);
    assert_true(strlen(text) > 0 && strchr(text, '\n') == NULL);
    for (int b = ATTEST_OK; b < a; b++) assert_string_not_equal(text, attest_strerror((attest_status)b));
  }
}

static void version(void **state) {
  (void)state;
  char expected[32];
  (void)snprintf(expected, sizeof expected, "%d.%d.%d", ATTEST_VERSION_MAJOR, ATTEST_VERSION_MINOR,
                 ATTEST_VERSION_PATCH);
  assert_string_equal(attest_version(), expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(valid_is_valid),
      cmocka_unit_test(null),
      cmocka_unit_test(null_of_nothing),
      cmocka_unit_test(dtype),
      cmocka_unit_test(sizes_out_of_range),
      cmocka_unit_test(sizes_that_disagree),
      cmocka_unit_test(heads),
      cmocka_unit_test(too_many_elements),
      cmocka_unit_test(strides),
      cmocka_unit_test(scale_and_softcap),
      cmocka_unit_test(windows),
      cmocka_unit_test(alignments),
      cmocka_unit_test(sinks),
      cmocka_unit_test(null_outputs),
      cmocka_unit_test(bad_answers),
      cmocka_unit_test(unread_members),
      cmocka_unit_test(workspace_too_small),
      cmocka_unit_test(workspace_is_exact),
      cmocka_unit_test(writes_what_it_should),
      cmocka_unit_test(workspace_of_huge_tensors),
      cmocka_unit_test(texts),
      cmocka_unit_test(version),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
