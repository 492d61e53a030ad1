/* Recipes: what a line of text stands for, and that it stands for the same on every machine and in every layout. */
#include <math.h>

#include "check/cases/build.h"
#include "check/cases/fill.h"
#include "check/cases/tensor.h"
#include "tests/unit/support_check.h"

static void assert_refused(const char *text, const char *message) {
  recipe r;
  check_error error;
  assert_int_equal(recipe_parse(text, &r, &error), CHECK_BAD_INPUT);
  assert_string_equal(error.text, message);
}

static void assert_read_back(const recipe *r) {
  char text[RECIPE_TEXT_MAX];
  recipe_print(r, text);
  const recipe again = recipe_of(text);
  assert_memory_equal(r, &again, sizeof again);
}

/* Printing and reading keeps every member. Probes have values that no suite has. */
static void text_says_all(void **state) {
  (void)state;
  for (int type = ATTEST_F64; type <= ATTEST_BF16; type++) {
    const support all = support_everything((attest_dtype)type);
    suite s = suite_of(&all, SUITE_IS_FULL, 1000, 3);
    for (size_t n = 0; n < s.count; n++) assert_read_back(&s.cases[n]);
    suite_free(&s);
    size_t count;
    const probe *probes = probe_list(&count);
    for (size_t n = 0; n < count; n++) {
      recipe cases[2];
      for (size_t part = probe_cases(&probes[n], &all, 0, cases); part > 0; part--) assert_read_back(&cases[part - 1]);
    }
  }
}

static void bad_texts(void **state) {
  (void)state;
  assert_refused("dtype=f33", "case: dtype: expected f64, f32, f16, bf16, found f33");
  assert_refused("keys", "case: expected KEY=VALUE, found keys");
  assert_refused("keyz=1", "case: unknown key keyz, did you mean keys?");
  assert_refused("rotary=1", "case: unknown key rotary");
  assert_refused("keys=3 seed=1 keys=3", "case: keys: expected once, found again");
  assert_refused("keys=", "case: keys: expected an integer from 0 to 16777216, found ");
  assert_refused("keys=1x", "case: keys: expected an integer from 0 to 16777216, found 1x");
  assert_refused("keys=99999999999999999999",
                 "case: keys: expected an integer from 0 to 16777216, found 99999999999999999999");
  assert_refused("scale=nan", "case: scale: expected a finite number, found nan");
  assert_refused("q_heads=3 kv_heads=2", "case: q_heads: expected a multiple of kv_heads 2, found 3");
  assert_refused("causal=yes",
                 "case: alignment: expected top-left, bottom-right or offset with causal or windowed, found none");
  assert_refused("softcap=-1", "case: softcap: expected 0 or more, found -1");
  assert_refused("q_len=16777216 keys=16777216", "case: expected at most 2^40 elements in a tensor");
}

/* The numbers of one seed, computed by another program (Python), so that a change of the generator, or a machine that
   computes it differently, is seen. */
static void numbers_are_fixed(void **state) {
  (void)state;
  const recipe r = recipe_of("q_len=2 keys=3 d_k=2 d_v=2 seed=7");
  assert_same(fill_q(&r, 0, 1, 1), -0.312744140625);
  assert_same(fill_k(&r, 0, 2, 0), -0.3164520263671875);
  assert_same(fill_v(&r, 0, 0, 1), -0.5612640380859375);
}

/* Mean 0 and variance 1, within five standard deviations of what 100,000 such numbers show. */
static void normal_numbers(void **state) {
  (void)state;
  const recipe r = recipe_of("q_len=1000 d_k=100 seed=1");
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < 1000; i++)
    for (int64_t c = 0; c < 100; c++) {
      const double x = fill_q(&r, 0, i, c);
      sum += x;
      squares += x * x;
    }
  assert_near(sum / 1e5, 0, 5 / sqrt(1e5));
  assert_near(squares / 1e5, 1, 5 * sqrt(2 / 1e5));
}

/* ---- cases in memory */

/* The case that was built last. */
typedef struct {
  arena memory;
  attest_problem problem;
} built;

static built room(size_t bytes) {
  built b = {.problem = {.causal = false}};
  check_error error;
  assert_int_equal(arena_make(&b.memory, bytes, &error), CHECK_OK);
  return b;
}

static check_status try_build(built *b, const recipe *r, check_error *error) {
  attest_answer answer;
  return build_case(r, (build_wanted){true, true}, &b->memory, &b->problem, &answer, error);
}

static void build(built *b, const recipe *r) {
  check_error error;
  assert_int_equal(try_build(b, r, &error), CHECK_OK);
  assert_int_equal(attest_problem_check(&b->problem), ATTEST_OK);
}

static void assert_equal_tensors(const attest_tensor *a, const attest_tensor *b) {
  int64_t at[4];
  for (bool more = tensor_first(a->size, at); more; more = tensor_next(a->size, at))
    assert_same(tensor_element(a, at), tensor_element(b, at));
}

/* A layout moves elements, it changes none. */
static void layouts_agree(void **state) {
  (void)state;
  static const char *const layouts[] = {"bshd", "transposed", "padded"};
  built plain = room(1 << 24), other = room(1 << 24);
  recipe r = recipe_of("dtype=bf16 batch=2 q_heads=4 kv_heads=2 q_len=5 keys=7 d_k=3 d_v=6 bias=random seed=9");
  build(&plain, &r);
  for (int n = 0; n < 3; n++) {
    char text[100];
    (void)snprintf(text, sizeof text, "layout=%s", layouts[n]);
    r.layout = recipe_of(text).layout;
    build(&other, &r);
    assert_equal_tensors(&plain.problem.q, &other.problem.q);
    assert_equal_tensors(&plain.problem.k, &other.problem.k);
    assert_equal_tensors(&plain.problem.v, &other.problem.v);
    assert_equal_tensors(&plain.problem.bias, &other.problem.bias);
  }
  arena_free(&plain.memory);
  arena_free(&other.memory);
}

static bool is_nan(const attest_tensor *t, int64_t j, int64_t c) {
  return isnan(tensor_element(t, (const int64_t[]){0, 0, j, c}));
}

/* Keys that no query sees hold what was asked for; those that one sees hold the fill. */
static void hidden_keys(void **state) {
  (void)state;
  built b = room(1 << 24);
  const recipe r = recipe_of("q_heads=2 q_len=3 keys=9 d_k=2 d_v=2 causal=yes alignment=top-left hidden=nan seed=2");
  build(&b, &r);
  for (int64_t j = 0; j < 9; j++) {
    assert_int_equal(is_nan(&b.problem.k, j, 1), j >= 3);
    assert_int_equal(is_nan(&b.problem.v, j, 0), j >= 3);
  }
  for (int of_v = 0; of_v < 2; of_v++) {
    const recipe one = recipe_of(of_v ? "q_len=3 keys=9 causal=yes alignment=top-left hidden=nan-v"
                                      : "q_len=3 keys=9 causal=yes alignment=top-left hidden=nan-k");
    build(&b, &one);
    assert_int_equal(is_nan(&b.problem.k, 8, 0), !of_v);
    assert_int_equal(is_nan(&b.problem.v, 8, 0), of_v);
  }
  arena_free(&b.memory);
}

static void does_not_fit(void **state) {
  (void)state;
  check_error error;
  built b = room(1 << 16);
  const recipe r = recipe_of("keys=100000 d_k=64 d_v=64");
  assert_int_equal(try_build(&b, &r, &error), CHECK_BAD_INPUT);
  assert_string_equal(error.text, "case: k does not fit in 65536 bytes of memory");
  arena_free(&b.memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_says_all),  cmocka_unit_test(bad_texts),     cmocka_unit_test(numbers_are_fixed),
      cmocka_unit_test(normal_numbers), cmocka_unit_test(layouts_agree), cmocka_unit_test(hidden_keys),
      cmocka_unit_test(does_not_fit),
  };
  return cmocka_run_group_tests_name("test_recipe", tests, NULL, NULL);
}
