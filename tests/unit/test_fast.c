/* The fast variants, every one that this machine runs: their answers, their memory, what they refuse. */
#define _POSIX_C_SOURCE 200809L /* setenv */ /* NOLINT: reserved for this */
#include <limits.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/judge/bound.h"
#include "check/judge/variant.h"
#include "check/cases/suite.h"
#include "check/cases/tensor.h"
#include "check/judge/verdict.h"
#include "opt/element.h"
#include "opt/vector.h"
#include "tests/unit/support_fast.h"

/* ---- answers */

/* How many random problems of each type, unless FAST_CASES in the environment says otherwise. */
static int64_t cases_of_each_type(void) {
  const char *const said = getenv("FAST_CASES");
  return said != NULL ? strtoll(said, NULL, 10) : 150;
}

/* Judges the answer of a variant to the case against what is expected of it. */
static void assert_within_bounds(const char *name, const fast_case *c, const expected *e, const recipe *r) {
  char text[RECIPE_TEXT_MAX];
  verdict v;
  const attest_answer answer = fast_given(name, c);
  if (answer.out.data == NULL) return;
  fast_attend(name, c, &answer, 1, (size_t)r->seed % 64);
  verdict_of_expected(e, &answer, true, &v);
  if (v.kind == VERDICT_PASS) return;
  recipe_print(r, text);
  print_error("%s: %s: %s at [%lld,%lld,%lld,%lld] is %g, expected %g: %s\n", name, verdict_name(v.kind),
              v.element.output, (long long)v.element.at[0], (long long)v.element.at[1], (long long)v.element.at[2],
              (long long)v.element.at[3], v.element.found, v.element.expected, text);
  fail();
}

/* Judges the answer of every variant. */
static void assert_all_within_bounds(const recipe *r) {
  check_error error;
  fast_case c = fast_case_make(r);
  expected e[2]; /* for those that keep weights in what they compute in, and those that round them */
  for (int rounds = 0; rounds < 2; rounds++) {
    attest_arithmetic arithmetic = bound_default((attest_dtype)r->dtype);
    if (rounds == 0) arithmetic.probabilities = arithmetic.accumulate;
    assert_int_equal(expected_make(&c.problem, &c.answer, &arithmetic, &e[rounds], &error), CHECK_OK);
  }
  for (size_t v = 0; attest_variant_name(v) != NULL; v++) {
    const char *const name = attest_variant_name(v);
    assert_within_bounds(name, &c, &e[strstr(name, "bf16") != NULL], r);
  }
  expected_free(&e[0]);
  expected_free(&e[1]);
  fast_case_free(&c);
}

/* Random problems with every option and layout, in every type; at keys that nobody sees stand NaN or infinities. Would
   notice: a wrong rule, edge of a tile, stride or address; poison that gets out; an element not written; precision
   lost. */
static void answers_are_within_their_bounds(void **state) {
  const int64_t count = cases_of_each_type();
  (void)state;
  for (int type = ATTEST_F64; type <= ATTEST_BF16; type++) {
    const support all = support_everything((attest_dtype)type);
    for (int64_t n = 0; n < count; n++) {
      recipe r = suite_random(&all, 20, n);
      if (n % 3 != 0) r.hidden = n % 3 == 1 ? HIDDEN_NAN : HIDDEN_INFINITY;
      if (n % 16 == 5) r.keys *= 9, r.q_len *= 3; /* several tiles of every variant */
      assert_all_within_bounds(&r);
    }
  }
}

/* Large scores over several tiles, one key a value: the reference score of a row rises while weights of the same block
   wait for their values. Would notice: stored weights rounded to bfloat16 once more when they are brought to it, 1.1 to
   1.3 times the bound here. */
static void weights_are_rounded_once(void **state) {
  static const char *const more[] = {"seed=34", "bias=slopes seed=2", "bias=random seed=34", "softcap=20 seed=25"};
  (void)state;
  for (size_t n = 0; n < sizeof more / sizeof more[0]; n++) {
    char text[RECIPE_TEXT_MAX];
    recipe r;
    check_error error;
    (void)snprintf(text, sizeof text, "dtype=bf16 q_heads=4 q_len=30 keys=130 d_k=46 d_v=25 scale=1 fill=one-hot %s",
                   more[n]);
    assert_int_equal(recipe_parse(text, &r, &error), CHECK_OK);
    assert_all_within_bounds(&r);
  }
}

/* ---- elements */

enum { ROWS = 512, COLS = 128, PATTERNS = 1 << 16 };

static float widened(attest_dtype dtype, uint32_t bits) {
  return dtype == ATTEST_F16 ? widen_f16((uint16_t)bits) : from_bits(bits << 16);
}

/* v that holds values, of its type, and a problem of 16-bit queries in which query i sees key i alone: its answer is
   v_i. */
static attest_problem only_own_key(attest_dtype dtype, attest_dtype v_dtype, void *v, uint16_t *zeros) {
  const attest_tensor q = {zeros, dtype, {1, 1, ROWS, 1}, {ROWS, ROWS, 1, 1}};
  attest_problem p = {.q = q, .k = q, .windowed = true, .alignment = ATTEST_ALIGN_TOP_LEFT};
  p.v = (attest_tensor){v, v_dtype, {1, 1, ROWS, COLS}, {PATTERNS, PATTERNS, COLS, 1}};
  return p;
}

/* All at once, or a few queries at a time by variants that take no more; false if it takes no such types. */
static bool attend_own_key(const char *name, const attest_problem *p, uint16_t *out) {
  enum { FEW = 16 };
  attest_answer a = {.out = {out, p->q.dtype, {1, 1, ROWS, COLS}, {PATTERNS, PATTERNS, COLS, 1}}};
  attest_problem few = *p;
  attest_status status = variant_answer(name, p, &a);
  if (status != ATTEST_UNSUPPORTED) {
    assert_int_equal(status, ATTEST_OK);
    return true;
  }
  few.q.size[2] = a.out.size[2] = FEW;
  few.alignment = ATTEST_ALIGN_OFFSET;
  for (few.offset = 0; few.offset < ROWS; few.offset += FEW) {
    a.out.data = out + few.offset * COLS;
    status = variant_answer(name, &few, &a);
    if (status == ATTEST_UNSUPPORTED) return false;
    assert_int_equal(status, ATTEST_OK);
  }
  return true;
}

static void patterns_pass_through(const char *name, attest_dtype dtype) {
  static uint16_t v[PATTERNS], out[PATTERNS], zeros[ROWS];
  for (uint32_t n = 0; n < PATTERNS; n++) v[n] = (uint16_t)n;
  const attest_problem p = only_own_key(dtype, dtype, v, zeros);
  if (!attend_own_key(name, &p, out)) return;
  for (uint32_t n = 0; n < PATTERNS; n++) {
    const float right = widened(dtype, n), found = widened(dtype, out[n]);
    /* the products of pairs take subnormal numbers for 0 */
    const bool flushed = strstr(name, "bf16") != NULL && fabsf(right) < 0x1p-126f;
    if (isnan(right) ? isnan(found) : found == (flushed ? 0 : right)) continue;
    print_error("%s: v %04x became %04x\n", name, (unsigned)n, (unsigned)out[n]);
    fail();
  }
}

/* Every pattern of a 16-bit type is the one value that a row sees, beside NaN and infinities that it does not: out is
   that value (0 for -0: a sum), and NaN stays NaN. Would notice: a pattern widened or rounded wrongly, subnormal
   numbers lost, a hidden value that gets through. */
static void every_pattern_passes_through(void **state) {
  (void)state;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    patterns_pass_through(attest_variant_name(n), ATTEST_F16);
    patterns_pass_through(attest_variant_name(n), ATTEST_BF16);
  }
}

/* The number halfway from the finite number with this pattern, not negative, to the next; the step after the last ends
   in infinity, where the next number would be if there were one. */
static float halfway(attest_dtype dtype, uint32_t pattern) {
  const double low = (double)widened(dtype, pattern), high = (double)widened(dtype, pattern + 1);
  const double last = (double)widened(dtype, pattern - (pattern > 0));
  return (float)((low + (isinf(high) ? low + (low - last) : high)) / 2);
}

static uint32_t infinity_of(attest_dtype dtype) { return dtype == ATTEST_F16 ? 0x7c00 : 0x7f80; }

static uint16_t narrowed(attest_dtype dtype, float x) { return dtype == ATTEST_F16 ? narrow_f16(x) : narrow_bf16(x); }

static uint16_t narrowed_in_vector(attest_dtype dtype, float x) {
  uint16_t to[W];
  if (dtype == ATTEST_F16) vnarrow_f16(to, vset1(x));
  else vnarrow_bf16(to, vset1(x));
  for (int l = 1; l < W; l++) assert_int_equal(to[l], to[0]);
  return to[0];
}

/* Exactly halfway between neighbours the even one; next to that, the nearer. Would notice: truncation, halves that go
   up, a carry that misses infinity, subnormal numbers rounded at the wrong place. */
static void narrowing_is_to_nearest_even(void **state) {
  uint16_t (*const each[])(attest_dtype, float) = {narrowed, narrowed_in_vector};
  (void)state;
  for (int f = 0; f < 2; f++)
    for (attest_dtype dtype = ATTEST_F16; dtype <= ATTEST_BF16; dtype++)
      for (uint32_t n = 0; n < infinity_of(dtype); n++) {
        const float half = halfway(dtype, n);
        assert_int_equal(each[f](dtype, half), n + n % 2);
        assert_int_equal(each[f](dtype, nextafterf(half, 0)), n);
        assert_int_equal(each[f](dtype, nextafterf(half, INFINITY)), n + 1);
        assert_int_equal(each[f](dtype, -half), (n + n % 2) | 0x8000);
      }
}

/* Numbers of v a little to either side of halfway (2^-17 of it, far more than what a weight near 1 may be off) become
   the nearer one. */
static void near_ties_become_the_nearer(const char *name, attest_dtype dtype) {
  static float v[PATTERNS];
  static uint16_t out[PATTERNS], zeros[ROWS];
  const float side[] = {1 - 0x1p-17f, 1 + 0x1p-17f};
  for (int s = 0; s < 2; s++) {
    for (uint32_t n = 0; n < PATTERNS; n++)
      v[n] = (n & 0x7fff) < infinity_of(dtype) ? halfway(dtype, n & 0x7fff) * side[s] : 0;
    for (uint32_t n = PATTERNS / 2; n < PATTERNS; n++) v[n] = -v[n];
    const attest_problem p = only_own_key(dtype, ATTEST_F32, v, zeros);
    if (!attend_own_key(name, &p, out)) return;
    for (uint32_t n = 0; n < PATTERNS; n++) {
      const uint32_t pattern = n & 0x7fff, right = pattern < infinity_of(dtype) ? n + (uint32_t)s : 0;
      /* where 2^-17 of it is no step */
      const bool subnormal = fabsf(v[n]) < (dtype == ATTEST_F16 ? 0x1p-24f : 0x1p-116f);
      if (subnormal || widened(dtype, out[n]) == widened(dtype, right)) continue;
      print_error("%s: %a became %04x, expected %04x\n", name, (double)v[n], (unsigned)out[n], (unsigned)right);
      fail();
    }
  }
}

/* The conversion that each variant uses, in its instruction set. Would notice what narrowing_is_to_nearest_even would.
   */
static void outputs_are_rounded_to_nearest(void **state) {
  (void)state;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    attest_description described;
    if (variant_describe(attest_variant_name(n), ATTEST_F16, &described) != ATTEST_OK) continue;
    near_ties_become_the_nearer(attest_variant_name(n), ATTEST_F16);
    near_ties_become_the_nearer(attest_variant_name(n), ATTEST_BF16);
  }
}

/* The same answer, bit for bit, whatever byte but 0 stands for true in a mask: 1, 2, .. 255, in turn. Would notice: a
   mask read by one bit of its bytes, or bytes whose bits run into those beside them. */
static void any_byte_but_0_is_true(void **state) {
  static const char *const masked[] = {
      "dtype=f32 q_heads=4 kv_heads=2 q_len=3 keys=300 d_k=24 d_v=20 mask=random seed=1",
      "dtype=f32 q_len=70 keys=130 d_k=24 d_v=20 mask=random seed=2"};
  (void)state;
  for (size_t m = 0; m < sizeof masked / sizeof masked[0]; m++)
    for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
      fast_case c = fast_case_of(masked[m]);
      const attest_answer answer = fast_given(attest_variant_name(n), &c);
      size_t bytes;
      if (answer.out.data != NULL) {
        fast_attend(attest_variant_name(n), &c, &answer, 1, 0);
        unsigned char *const first = fast_copy(&c, &bytes), *const flags = tensor_writable(&c.problem.mask).data;
        const attest_tensor *const t = &c.problem.mask;
        for (int64_t i = 0; i < t->size[0] * t->stride[0]; i++)
          flags[i] = (unsigned char)(flags[i] != 0 ? 1 + i % 255 : 0);
        fast_attend(attest_variant_name(n), &c, &answer, 1, 0);
        unsigned char *const found = fast_copy(&c, &bytes);
        assert_memory_equal(first, found, bytes);
        free(first);
        free(found);
      }
      fast_case_free(&c);
    }
}

/* ---- memory */

static const char *const small[] = {
    "dtype=f32 q_heads=4 kv_heads=2 q_len=70 keys=130 d_k=33 d_v=17 mask=random bias=random seed=1",
    "dtype=f64 q_len=20 keys=70 d_k=5 d_v=9 causal=yes alignment=top-left seed=2",
    "dtype=bf16 layout=transposed q_len=9 keys=300 d_k=8 d_v=3 sink=normal seed=3"};
enum { SMALL = sizeof small / sizeof small[0] };

static void refuses_short_workspace(const char *name, const fast_case *c) {
  const attest_answer answer = fast_given(name, c);
  size_t needed, bytes;
  if (answer.out.data == NULL) return;
  assert_int_equal(attest_attention_workspace(&c->problem, &answer, name, 2, &needed), ATTEST_OK);
  unsigned char *const workspace = malloc(needed), *const before = malloc(needed);
  assert_non_null(workspace);
  assert_non_null(before);
  memset(workspace, 0x5a, needed);
  memset(before, 0x5a, needed);
  fast_clear(c);
  unsigned char *const cleared = fast_copy(c, &bytes);
  assert_int_equal(attest_attention(&c->problem, &answer, name, 2, workspace, needed - 1), ATTEST_BAD_WORKSPACE);
  assert_int_equal(attest_attention(&c->problem, &answer, name, 2, workspace, 0), ATTEST_BAD_WORKSPACE);
  assert_int_equal(attest_attention(&c->problem, &answer, name, 2, NULL, needed), ATTEST_BAD_POINTER);
  unsigned char *const after = fast_copy(c, &bytes);
  assert_memory_equal(cleared, after, bytes);
  assert_memory_equal(workspace, before, needed);
  free(workspace);
  free(before);
  free(cleared);
  free(after);
}

/* A byte less than is asked for is refused, with nothing written. Would notice: a workspace that is not counted, a
   check after the work. */
static void short_workspace_is_refused(void **state) {
  (void)state;
  for (int s = 0; s < SMALL; s++) {
    fast_case c = fast_case_of(small[s]);
    for (size_t n = 0; attest_variant_name(n) != NULL; n++) refuses_short_workspace(attest_variant_name(n), &c);
    fast_case_free(&c);
  }
}

/* At any address, and with what was left there before, the same answer, and nothing written beside it (fast_attend).
   Would notice: too few bytes asked for, an alignment taken for granted, numbers of the workspace read before they are
   written. */
static void workspace_may_lie_anywhere(void **state) {
  static const size_t remainders[] = {1, 4, 33, 63};
  (void)state;
  for (int s = 0; s < SMALL; s++) {
    fast_case c = fast_case_of(small[s]);
    for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
      const char *const name = attest_variant_name(n);
      const attest_answer answer = fast_given(name, &c);
      size_t bytes;
      if (answer.out.data == NULL) continue;
      fast_attend(name, &c, &answer, 3, 0);
      unsigned char *const first = fast_copy(&c, &bytes);
      for (size_t at = 0; at < sizeof remainders / sizeof remainders[0]; at++) {
        fast_attend(name, &c, &answer, 3, remainders[at]);
        unsigned char *const found = fast_copy(&c, &bytes);
        assert_memory_equal(first, found, bytes);
        free(found);
      }
      free(first);
    }
    fast_case_free(&c);
  }
}

/* ---- what is refused */

/* All functions say so, and nothing is written. */
static void assert_refused(const char *name, const fast_case *c, const attest_problem *p, const attest_answer *a,
                           int threads, attest_status status) {
  static unsigned char workspace[1 << 20];
  size_t bytes = 77, outputs;
  const char *selected = "unchanged";
  if (name == NULL && threads >= 0) assert_int_equal(attest_variant_selected(p, a, &selected), status);
  assert_string_equal(selected, "unchanged");
  fast_clear(c);
  unsigned char *const before = fast_copy(c, &outputs);
  assert_int_equal(attest_attention_workspace(p, a, name, threads, &bytes), status);
  assert_int_equal(bytes, 77);
  assert_int_equal(attest_attention(p, a, name, threads, workspace, sizeof workspace), status);
  unsigned char *const after = fast_copy(c, &outputs);
  assert_memory_equal(before, after, outputs);
  free(before);
  free(after);
}

/* Would notice: a name that is not looked up, an argument that is not checked, or after something was done. */
static void bad_arguments_are_refused(void **state) {
  (void)state;
  fast_case c = fast_case_of("dtype=f32 q_len=3 keys=5 d_k=4 d_v=6 seed=1");
  size_t bytes;
  attest_problem bad = c.problem;
  bad.softcap = -1;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++)
    assert_refused(attest_variant_name(n), &c, &bad, &c.answer, 1, ATTEST_BAD_OPTION);
  assert_refused("none-such", &c, &c.problem, &c.answer, 1, ATTEST_BAD_OPTION);
  assert_refused("", &c, &c.problem, &c.answer, 1, ATTEST_BAD_OPTION);
  assert_refused(NULL, &c, &c.problem, &c.answer, -1, ATTEST_BAD_OPTION);
  assert_refused(NULL, &c, NULL, &c.answer, 1, ATTEST_BAD_POINTER);
  assert_refused(NULL, &c, &c.problem, NULL, 1, ATTEST_BAD_POINTER);
  assert_int_equal(attest_attention_workspace(&c.problem, &c.answer, NULL, 1, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_variant_selected(&c.problem, &c.answer, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_attention_workspace(&c.problem, &c.answer, NULL, 1, &bytes), ATTEST_OK);
  fast_case_free(&c);
}

/* Each tensor of the answer: its type, each of its sizes, its reach. Would notice: a check of one that is made of
   another, or of none. */
static void bad_answers_are_refused(void **state) {
  (void)state;
  fast_case c = fast_case_of("dtype=f32 batch=2 q_heads=2 q_len=3 keys=5 d_k=4 d_v=6 seed=1");
  attest_answer a = c.answer;
  attest_output *const tensors[] = {&a.out, &a.lse, &a.weights};
  for (int t = 0; t < 3; t++) {
    attest_output *const changed = tensors[t];
    const attest_output right = *changed;
    for (attest_dtype dtype = ATTEST_F64; dtype <= ATTEST_BOOL; dtype++) {
      changed->dtype = dtype;
      if (dtype != ATTEST_F32) assert_refused(NULL, &c, &c.problem, &a, 1, ATTEST_BAD_DTYPE);
    }
    *changed = right;
    for (int d = 0; d < 4; d++) {
      changed->size[d]++;
      assert_refused(NULL, &c, &c.problem, &a, 1, ATTEST_BAD_SHAPE);
      *changed = right;
      if (right.size[d] < 2) continue;
      changed->stride[d] = -ATTEST_MAX_ELEMENTS - 1;
      assert_refused(NULL, &c, &c.problem, &a, 1, ATTEST_TOO_LARGE);
      *changed = right;
    }
  }
  a.out.data = NULL;
  assert_refused(NULL, &c, &c.problem, &a, 1, ATTEST_BAD_POINTER);
  fast_case_free(&c);
}

/* Of each variant by name, in each type: it computes the problem with and without weights, or says that it does not;
   and without a name some variant does all. Would notice: a type taken that is then computed in another, or a problem
   that nobody does. */
static void what_is_not_done_is_said(void **state) {
  static const char *const types[] = {"f64", "f32", "f16", "bf16"};
  (void)state;
  for (int t = 0; t < 4; t++) {
    char text[RECIPE_TEXT_MAX];
    (void)snprintf(text, sizeof text, "dtype=%s q_len=3 keys=5 d_k=4 d_v=6 bias=random seed=1", types[t]);
    fast_case c = fast_case_of(text);
    fast_attend(NULL, &c, &c.answer, 1, 0);
    for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
      const char *const name = attest_variant_name(n);
      const bool does = strstr(name, "64") != NULL     ? t == 0
                        : strstr(name, "bf16") != NULL ? t == 3
                                                       : t != 0,
                 whole = strncmp(name, "blocked", 7) == 0 || strcmp(name, "blas") == 0 || strcmp(name, "blas64") == 0;
      attest_answer a = c.answer;
      if (!does || !whole) assert_refused(name, &c, &c.problem, &a, 1, ATTEST_UNSUPPORTED);
      else fast_attend(name, &c, &a, 1, 0);
      a.weights.data = NULL;
      if (!does) assert_refused(name, &c, &c.problem, &a, 1, ATTEST_UNSUPPORTED);
      else fast_attend(name, &c, &a, 1, 0);
    }
    fast_case_free(&c);
  }
}

/* No queries, no keys, no batches: computed by every variant that takes the type and so few queries, and what there is
   of an answer is that of rows that see nothing. Would notice: a division by the number of pieces, rows or keys, or a
   row that is left as it was. */
static void empty_problems_are_done(void **state) {
  static const int64_t sizes[][3] = {{1, 0, 2}, {1, 2, 0}, {0, 2, 2}}; /* batch, queries, keys */
  static float numbers[4] = {1, 1, 1, 1};
  (void)state;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++)
    for (int s = 0; s < 3; s++) {
      float out[2] = {7, 7}, lse[2] = {7, 7};
      const attest_tensor q = {numbers, ATTEST_F32, {sizes[s][0], 1, sizes[s][1], 1}, {2, 2, 1, 1}};
      attest_problem p = {.q = q, .k = q, .v = q};
      attest_answer a = {.out = tensor_writable(&q), .lse = tensor_writable(&q)};
      p.k.size[2] = p.v.size[2] = sizes[s][2];
      a.out.data = out, a.lse.data = lse;
      const attest_status status = variant_answer(attest_variant_name(n), &p, &a);
      if (status == ATTEST_UNSUPPORTED) continue;
      assert_int_equal(status, ATTEST_OK);
      for (int i = 0; i < 2; i++) {
        assert_true(out[i] == (s == 1 ? 0 : 7));
        assert_true(lse[i] == (s == 1 ? -INFINITY : 7));
      }
    }
}

/* A problem too large for any memory: the bytes would overflow, or are reported, but nothing is touched. Would notice:
   a product that wraps around. */
static void huge_problems_are_counted(void **state) {
  const int64_t most = ATTEST_MAX_SIZE;
  double number = 0;
  (void)state;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++)
    for (attest_dtype dtype = ATTEST_F64; dtype <= ATTEST_F32; dtype++) {
      const attest_tensor wide = {&number, dtype, {1, 1, most, most}, {0, 0, 0, 0}};
      const attest_problem p = {.q = wide, .k = wide, .v = wide};
      const attest_answer a = {.out = tensor_writable(&wide)};
      size_t bytes = 0;
      const attest_status status = attest_attention_workspace(&p, &a, attest_variant_name(n), INT_MAX, &bytes);
      assert_true(status == ATTEST_TOO_LARGE || status == ATTEST_UNSUPPORTED ||
                  (status == ATTEST_OK && bytes > (size_t)most));
    }
}

/* ---- names */

static bool listed(const char *name) { return variant_find(name) != NULL; }

/* ATTEST_CPU takes away what is above it, and only that; each name is there once. Would notice: a limit that is not
   kept, so that a path is never tried; a limit that hides a variant for every machine. */
static void cpu_can_be_restricted(void **state) {
  (void)state;
  const bool avx2 = listed("avx2"), avx512 = listed("avx512"), pairs = listed("avx512bf16");
  assert_int_equal(setenv("ATTEST_CPU", "avx512bf16", 1), 0);
  assert_false(listed("amxbf16"));
  assert_int_equal(listed("avx512bf16"), pairs);
  assert_int_equal(setenv("ATTEST_CPU", "avx512", 1), 0);
  assert_false(listed("avx512bf16"));
  assert_int_equal(listed("avx512"), avx512);
  assert_int_equal(setenv("ATTEST_CPU", "avx2", 1), 0);
  assert_false(listed("avx512"));
  assert_int_equal(listed("avx2"), avx2);
  assert_int_equal(setenv("ATTEST_CPU", "base", 1), 0);
  assert_false(listed("avx512"));
  assert_false(listed("avx2"));
  assert_true(listed("blocked") && listed("blocked64"));
#if defined __x86_64__
  assert_string_equal(attest_variant_name(0), "decode-base");
#endif
  fast_case c = fast_case_of("dtype=f32 q_len=3 keys=5 d_k=4 d_v=6 seed=1");
  assert_refused("avx2", &c, &c.problem, &c.answer, 1, ATTEST_BAD_OPTION);
  assert_refused("avx512", &c, &c.problem, &c.answer, 1, ATTEST_BAD_OPTION);
  fast_case_free(&c);
  assert_int_equal(unsetenv("ATTEST_CPU"), 0);
  assert_int_equal(listed("avx2"), avx2);
  for (size_t n = 0; attest_variant_name(n) != NULL; n++)
    assert_ptr_equal(variant_find(attest_variant_name(n)), attest_variant_name(n));
}

/* ---- which one is selected if none is named */

/* What two variants hardly have in common: the workspace and the bits of the answer. */
typedef struct trace {
  size_t workspace, bytes;
  unsigned char *answer;
} trace;

static trace trace_of(const char *name, const fast_case *c, const attest_answer *answer) {
  trace t;
  assert_int_equal(attest_attention_workspace(&c->problem, answer, name, 1, &t.workspace), ATTEST_OK);
  fast_attend(name, c, answer, 1, 0);
  t.answer = fast_copy(c, &t.bytes);
  return t;
}

static bool same_trace(const trace *a, const trace *b) {
  return a->workspace == b->workspace && a->bytes == b->bytes && memcmp(a->answer, b->answer, a->bytes) == 0;
}

static void assert_selected(const char *best, const char *text, bool weights) {
  fast_case c = fast_case_of(text);
  attest_answer answer = c.answer;
  if (!weights) answer.weights.data = NULL;
  trace chosen = trace_of(NULL, &c, &answer);
  const char *selected = NULL;
  assert_int_equal(attest_variant_selected(&c.problem, &answer, &selected), ATTEST_OK);
  assert_string_equal(selected, best);
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    size_t bytes;
    const char *const name = attest_variant_name(n);
    if (attest_attention_workspace(&c.problem, &answer, name, 1, &bytes) == ATTEST_UNSUPPORTED) continue;
    trace its = trace_of(name, &c, &answer);
    if (same_trace(&chosen, &its) != (strcmp(name, best) == 0)) print_error("%s: not %s; %s?\n", text, best, name);
    assert_int_equal(same_trace(&chosen, &its), strcmp(name, best) == 0);
    free(its.answer);
  }
  free(chosen.answer);
  fast_case_free(&c);
}

/* Few queries go to the kernel that reads each key once, the others to the tiled one of the largest instruction set;
   what these do not do, to the plain one. Would notice: an order of variants that hides a faster one, or another limit
   of "few". */
static void the_fastest_is_selected(void **state) {
  (void)state;
#if defined __x86_64__
  static const char *const sets[] = {"base", "avx2", "avx512"};
#else
  static const char *const sets[] = {"neon"};
#endif
  for (size_t n = 0; n < sizeof sets / sizeof sets[0]; n++) {
    char decode[32];
    (void)snprintf(decode, sizeof decode, "decode-%s", sets[n]);
    if (!listed(sets[n])) continue;
#if defined __x86_64__
    assert_int_equal(setenv("ATTEST_CPU", sets[n], 1), 0);
#endif
    assert_selected(decode, "dtype=f32 q_len=1 keys=600 d_k=24 d_v=20 seed=1", false);
    assert_selected(decode, "dtype=f16 q_heads=8 kv_heads=1 q_len=2 keys=40 d_k=24 d_v=20 seed=2", false);
    assert_selected(sets[n], "dtype=f32 q_heads=9 kv_heads=1 q_len=2 keys=40 d_k=24 d_v=20 seed=3", false);
    assert_selected(sets[n], "dtype=bf16 q_len=17 keys=40 d_k=24 d_v=20 seed=4", false);
    assert_selected("blocked", "dtype=f32 q_len=17 keys=40 d_k=24 d_v=20 seed=5", true);
    assert_selected("blocked64", "dtype=f64 q_len=17 keys=40 d_k=24 d_v=20 seed=6", false);
    assert_int_equal(unsetenv("ATTEST_CPU"), 0);
  }
  if (listed("amxbf16")) assert_selected("amxbf16", "dtype=bf16 q_len=17 keys=40 d_k=24 d_v=20 seed=7", false);
}

/* ---- numbers beyond binary32 */

/* Two queries, two keys, one column, in binary32. */
static attest_problem small_problem(float *q, float *k, float *v) {
  const attest_tensor t = {q, ATTEST_F32, {1, 1, 2, 1}, {2, 2, 1, 1}};
  attest_problem p = {.q = t, .k = t, .v = t};
  p.k.data = k;
  p.v.data = v;
  return p;
}

static void answer_both(const attest_problem *p, float fast[2], double exact[2]) {
  static char workspace[1 << 16];
  size_t bytes;
  const attest_output out = {.data = fast, .dtype = ATTEST_F32, .size = {1, 1, 2, 1}, .stride = {2, 2, 1, 1}};
  attest_output wide = out;
  wide.data = exact;
  wide.dtype = ATTEST_F64;
  const attest_answer a = {.out = out}, e = {.out = wide};
  assert_int_equal(attest_attention_workspace(p, &a, NULL, 1, &bytes), ATTEST_OK);
  assert_in_range(bytes, 0, sizeof workspace);
  assert_int_equal(attest_attention(p, &a, NULL, 1, workspace, bytes), ATTEST_OK);
  assert_int_equal(attest_reference_workspace(p, &e, &bytes), ATTEST_OK);
  assert_in_range(bytes, 0, sizeof workspace);
  assert_int_equal(attest_reference(p, &e, workspace, bytes), ATTEST_OK);
}

/* A scale, softcap or sink that is no float, or none with all its digits. Would notice: infinity minus infinity, 0 /
   0. */
static void numbers_beyond_floats_are_computed(void **state) {
  (void)state;
  static const struct {
    double scale, softcap, sink;
  } tried[] = {{1e39, 0, 0},  {-1e300, 0, 0}, {1e-320, 0, 0},  {1, 1e39, 0},   {1, 1e300, 0},
               {1, 1e-40, 0}, {1, 1e-300, 0}, {1e39, 1e39, 0}, {1e300, 1, 0},  {1e-300, 1e-300, 0},
               {1, 0, 1e39},  {1, 0, -1e300}, {2e38, 0, 0},    {1, 0, 3.4e38}, {1e20, 1e-20, 0}};
  float q[] = {1, -0.5F}, k[] = {0.25F, 2}, v[] = {1, 3}, fast[2];
  double exact[2];
  for (size_t n = 0; n < sizeof tried / sizeof tried[0]; n++) {
    attest_problem p = small_problem(q, k, v);
    p.scale = tried[n].scale;
    p.softcap = tried[n].softcap;
    if (tried[n].sink != 0) p.sink = &tried[n].sink;
    answer_both(&p, fast, exact);
    for (int i = 0; i < 2; i++) assert_near((double)fast[i], exact[i], 1e-5);
  }
}

/* Of a dimension of one row the stride is never used. Would notice, under UBSan: its product with the size of a row. */
static void stride_of_one_row_may_be_anything(void **state) {
  (void)state;
  float q[] = {1, -0.5F}, k[] = {0.25F}, v[] = {3}, fast[2];
  double exact[2];
  attest_problem p = small_problem(q, k, v);
  p.k.size[ATTEST_POSITION] = p.v.size[ATTEST_POSITION] = 1;
  p.k.stride[ATTEST_POSITION] = INT64_MAX;
  p.v.stride[ATTEST_POSITION] = INT64_MIN;
  answer_both(&p, fast, exact);
  assert_same((double)fast[0], 3);
  assert_same((double)fast[1], 3);
}

/* ---- threads that do not start */

#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = true }; /* it reserves more addresses than there are */
#else
enum { SANITIZED = false };
#endif

static size_t pages_in_use(void) {
  unsigned long pages = 0;
  FILE *const from = fopen("/proc/self/statm", "r");
  assert_non_null(from);
  assert_int_equal(fscanf(from, "%lu", &pages), 1); /* NOLINT */
  (void)fclose(from);
  return pages;
}

/* In a process that has room for the stacks of few threads. Would notice: libgomp's way, which ends the process. */
static void missing_threads_are_done_without(void **state) {
  (void)state;
  int status = 0;
  if (SANITIZED) skip();
  fast_case c = fast_case_of("q_heads=64 kv_heads=64 q_len=8 keys=8 d_k=4 d_v=4 seed=1");
  (void)fflush(NULL);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    const rlim_t room = pages_in_use() * (size_t)sysconf(_SC_PAGESIZE) + ((size_t)40 << 20);
    (void)setrlimit(RLIMIT_AS, &(struct rlimit){room, room});
    fast_attend("blocked", &c, &c.answer, 60, 0);
    _exit(7);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  fast_case_free(&c);
}

/* Where every score that a row sees is -infinity, its softmax is no number, in the reference too; a row that sees nothing
   is 0. Would notice: one taken for the other. */
static void infinite_scores_are_no_empty_rows(void **state) {
  fast_case c = fast_case_of("dtype=f32 q_len=2 keys=3 d_k=4 d_v=4 fill=constant mask=rows causal=yes "
                             "alignment=top-left seed=1");
  float *const k = (float *)c.problem.k.data;
  bool *const mask = (bool *)c.problem.mask.data;
  (void)state;
  for (int64_t j = 0; j < 3; j++) k[j * c.problem.k.stride[ATTEST_POSITION]] = -INFINITY;
  for (int64_t j = 0; j < 3; j++) {
    mask[j * c.problem.mask.stride[ATTEST_COLUMN]] = false;
    mask[c.problem.mask.stride[ATTEST_POSITION] + j * c.problem.mask.stride[ATTEST_COLUMN]] = true;
  }
  for (size_t v = 0; attest_variant_name(v) != NULL; v++) {
    const attest_answer answer = fast_given(attest_variant_name(v), &c);
    if (answer.out.data == NULL) continue;
    fast_attend(attest_variant_name(v), &c, &answer, 1, 0);
    const float *const out = answer.out.data, *const lse = answer.lse.data;
    assert_true(out[0] == 0 && lse[0] == -INFINITY);
    assert_true(isnan(out[answer.out.stride[ATTEST_POSITION]]) && isnan(lse[answer.lse.stride[ATTEST_POSITION]]));
  }
  fast_case_free(&c);
}

/* Weights are rounded to the inputs' type by the variants of bfloat16 products alone. */
static void arithmetics(void **state) {
  attest_arithmetic a;
  (void)state;
  assert_int_equal(attest_variant_arithmetic(NULL, ATTEST_F32, &a), ATTEST_BAD_POINTER);
  assert_int_equal(attest_variant_arithmetic(attest_variant_name(0), ATTEST_F32, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_variant_arithmetic("none", ATTEST_F32, &a), ATTEST_BAD_OPTION);
  for (size_t v = 0; attest_variant_name(v) != NULL; v++)
    for (int type = ATTEST_F64; type <= ATTEST_BF16; type++) {
      const char *const name = attest_variant_name(v);
      const attest_dtype computes = type == ATTEST_F64 ? ATTEST_F64 : ATTEST_F32;
      assert_int_equal(attest_variant_arithmetic(name, (attest_dtype)type, &a), ATTEST_OK);
      assert_true(a.accumulate == computes && a.scores == computes && a.score_roundings == 0 && a.height == 0);
      assert_int_equal(a.probabilities, strstr(name, "bf16") != NULL ? (attest_dtype)type : computes);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_beyond_floats_are_computed),
                                     cmocka_unit_test(stride_of_one_row_may_be_anything),
                                     cmocka_unit_test(missing_threads_are_done_without),
                                     cmocka_unit_test(arithmetics),
                                     cmocka_unit_test(infinite_scores_are_no_empty_rows),

                                     cmocka_unit_test(answers_are_within_their_bounds),
                                     cmocka_unit_test(weights_are_rounded_once),
                                     cmocka_unit_test(every_pattern_passes_through),
                                     cmocka_unit_test(narrowing_is_to_nearest_even),
                                     cmocka_unit_test(outputs_are_rounded_to_nearest),
                                     cmocka_unit_test(any_byte_but_0_is_true),
                                     cmocka_unit_test(short_workspace_is_refused),
                                     cmocka_unit_test(workspace_may_lie_anywhere),
                                     cmocka_unit_test(bad_arguments_are_refused),
                                     cmocka_unit_test(bad_answers_are_refused),
                                     cmocka_unit_test(what_is_not_done_is_said),
                                     cmocka_unit_test(empty_problems_are_done),
                                     cmocka_unit_test(huge_problems_are_counted),
                                     cmocka_unit_test(cpu_can_be_restricted),
                                     cmocka_unit_test(the_fastest_is_selected)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
