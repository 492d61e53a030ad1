/* Recipes: what a line of text stands for, and that it stands for the same on every machine and in every layout. */
#include <math.h>

#include "check/cases/build.h"
#include "check/cases/fill.h"
#include "check/cases/suite.h"
#include "check/cases/tensor.h"
#include "tests/unit/support.h"

static recipe parsed(const char *text) {
  recipe r;
  check_error error;
  assert_int_equal(recipe_parse(text, &r, &error), CHECK_OK);
  return r;
}

static void assert_refused(const char *text, const char *expected) {
  recipe r;
  check_error error;
  assert_int_equal(recipe_parse(text, &r, &error), CHECK_BAD_INPUT);
  assert_string_equal(error.text, expected);
}

static suite made(uint64_t seed) {
  suite s;
  check_error error;
  assert_int_equal(suite_make(seed, &s, &error), CHECK_OK);
  return s;
}

/* Would catch a member that is not printed, not read, or read as another. */
static void text_says_all(void **state) {
  (void)state;
  suite s = made(3);
  for (int64_t n = 0; n < 1000; n++) {
    const recipe r = suite_recipe(&s, (attest_dtype)(n % 4), n);
    char text[RECIPE_TEXT_MAX];
    recipe_print(&r, text);
    const recipe again = parsed(text);
    assert_memory_equal(&r, &again, sizeof r);
  }
  suite_free(&s);
}

static void bad_texts(void **state) {
  (void)state;
  assert_refused("dtype=f33", "case: dtype: expected f64, f32, f16, bf16, found f33");
  assert_refused("keys", "case: expected KEY=VALUE, found keys");
  assert_refused("keyz=1", "case: unknown key keyz");
  assert_refused("keys=", "case: keys: expected an integer from 0 to 16777216, found ");
  assert_refused("keys=1x", "case: keys: expected an integer from 0 to 16777216, found 1x");
  assert_refused("keys=99999999999999999999", "case: keys: expected an integer from 0 to 16777216, found 99999999999999999999");
  assert_refused("scale=nan", "case: scale: expected a finite number, found nan");
  assert_refused("q_heads=3 kv_heads=2", "case: q_heads: expected a multiple of kv_heads 2, found 3");
  assert_refused("causal=yes", "case: alignment: expected top-left, bottom-right or offset with causal or windowed, found none");
  assert_refused("softcap=-1", "case: softcap: expected 0 or more, found -1");
  assert_refused("q_len=16777216 keys=16777216", "case: expected at most 2^40 elements in a tensor");
}

/* The numbers of one seed, computed by another program (Python), so that a change of the generator, or a machine that computes it differently, is seen. */
static void numbers_are_fixed(void **state) {
  (void)state;
  const recipe r = parsed("q_len=2 keys=3 d_k=2 d_v=2 seed=7");
  assert_same(fill_q(&r, 0, 1, 1), -0.312744140625);
  assert_same(fill_k(&r, 0, 2, 0), -0.3164520263671875);
  assert_same(fill_v(&r, 0, 0, 1), -0.5612640380859375);
}

/* Mean 0 and variance 1, within five standard deviations of what 100,000 such numbers show. */
static void normal_numbers(void **state) {
  (void)state;
  const recipe r = parsed("q_len=1000 d_k=100 seed=1");
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
  recipe r = parsed("dtype=bf16 batch=2 q_heads=4 kv_heads=2 q_len=5 keys=7 d_k=3 d_v=6 bias=random seed=9");
  build(&plain, &r);
  for (int n = 0; n < 3; n++) {
    char text[100];
    (void)snprintf(text, sizeof text, "layout=%s", layouts[n]);
    r.layout = parsed(text).layout;
    build(&other, &r);
    assert_equal_tensors(&plain.problem.q, &other.problem.q);
    assert_equal_tensors(&plain.problem.k, &other.problem.k);
    assert_equal_tensors(&plain.problem.v, &other.problem.v);
    assert_equal_tensors(&plain.problem.bias, &other.problem.bias);
  }
  arena_free(&plain.memory);
  arena_free(&other.memory);
}

static bool is_nan(const attest_tensor *t, int64_t j, int64_t c) { return isnan(tensor_element(t, (const int64_t[]){0, 0, j, c})); }

/* Keys that no query sees hold what was asked for; those that one sees hold the fill. */
static void hidden_keys(void **state) {
  (void)state;
  built b = room(1 << 24);
  const recipe r = parsed("q_heads=2 q_len=3 keys=9 d_k=2 d_v=2 causal=yes alignment=top-left hidden=nan seed=2");
  build(&b, &r);
  for (int64_t j = 0; j < 9; j++) {
    assert_int_equal(is_nan(&b.problem.k, j, 1), j >= 3);
    assert_int_equal(is_nan(&b.problem.v, j, 0), j >= 3);
  }
  for (int of_v = 0; of_v < 2; of_v++) {
    const recipe one = parsed(of_v ? "q_len=3 keys=9 causal=yes alignment=top-left hidden=nan-v"
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
  const recipe r = parsed("keys=100000 d_k=64 d_v=64");
  assert_int_equal(try_build(&b, &r, &error), CHECK_BAD_INPUT);
  assert_string_equal(error.text, "case: k does not fit in 65536 bytes of memory");
  arena_free(&b.memory);
}

/* Every pair of values of any two factors occurs. */
static void pairs_are_covered(void **state) {
  (void)state;
  static const int levels[] = {2, 3, 5, 4, 7};
  pairwise_rows rows;
  check_error error;
  assert_int_equal(pairwise_make(levels, 5, 11, &rows, &error), CHECK_OK);
  assert_true(rows.count >= 35 && rows.count < 100);
  for (int f = 0; f < 5; f++)
    for (int g = f + 1; g < 5; g++)
      for (int a = 0; a < levels[f]; a++)
        for (int b = 0; b < levels[g]; b++) {
          int found = 0;
          for (int n = 0; n < rows.count; n++) found += rows.row[n][f] == a && rows.row[n][g] == b;
          assert_true(found > 0);
        }
  pairwise_free(&rows);
}

/* Every case of the suites is one that the reference accepts; those that stand as text can be read. */
static void suites_are_good(void **state) {
  (void)state;
  suite s = made(5);
  built b = room((size_t)1 << 30);
  assert_true(suite_systematic(&s) < 300);
  for (int64_t n = 0; n < 400; n++) {
    const recipe r = suite_recipe(&s, (attest_dtype)(n % 4), n);
    build(&b, &r);
  }
  for (int64_t n = 0; n < suite_corners(); n++) {
    const recipe r = suite_corner_recipe((attest_dtype)(n % 4), n);
    build(&b, &r);
  }
  for (int64_t n = 0; n < suite_large(); n++) {
    const recipe r = suite_large_recipe((attest_dtype)(n % 4), n);
    build(&b, &r);
  }
  suite_free(&s);
  arena_free(&b.memory);
}

/* What the large cases are there for: a limit that no other case passes. */
static void large_cases_are_large(void **state) {
  (void)state;
  int64_t keys = 0, heads = 0, of_all = 0, columns = 0, moving = 0, batches = 0;
  for (int64_t n = 0; n < suite_large(); n++) {
    const recipe r = suite_large_recipe(ATTEST_F32, n);
    keys += r.keys > 1 << 16;
    heads += r.q_heads >= 40;
    of_all += r.batch * r.q_heads >= 1 << 16;
    columns += r.d_k >= 256;
    batches += r.batch >= 400 && r.fill == FILL_NAN;
    moving += r.keys >= 384 && r.fill == FILL_RISING && r.q_len > 1;
  }
  assert_true(keys > 0 && heads > 0 && of_all > 0 && columns > 0 && moving > 0 && batches > 0);
}

/* The same seed, the same cases; another one, other numbers in all of them. */
static void seeds_count(void **state) {
  (void)state;
  suite a = made(5), b = made(5), c = made(6);
  for (int64_t n = 0; n < 300; n++) {
    const recipe of_a = suite_recipe(&a, ATTEST_F32, n), of_b = suite_recipe(&b, ATTEST_F32, n), of_c = suite_recipe(&c, ATTEST_F32, n);
    assert_memory_equal(&of_a, &of_b, sizeof of_a);
    assert_int_not_equal(of_a.seed, of_c.seed);
  }
  suite_free(&a);
  suite_free(&b);
  suite_free(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_says_all),         cmocka_unit_test(bad_texts),         cmocka_unit_test(numbers_are_fixed),
      cmocka_unit_test(normal_numbers),        cmocka_unit_test(layouts_agree),     cmocka_unit_test(hidden_keys),
      cmocka_unit_test(does_not_fit),          cmocka_unit_test(pairs_are_covered), cmocka_unit_test(suites_are_good),
      cmocka_unit_test(large_cases_are_large), cmocka_unit_test(seeds_count),
  };
  return cmocka_run_group_tests_name("test_recipe", tests, NULL, NULL);
}
