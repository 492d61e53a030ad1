/* Recipes: what a line of text stands for, and that it stands for the same on every machine and in every layout. */
#include <math.h>

#include "check/build.h"
#include "check/fill.h"
#include "check/suite.h"
#include "check/tensor.h"
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

static void assert_equal_tensors(const attest_tensor *a, const attest_tensor *b) {
  int64_t at[4];
  for (at[0] = 0; at[0] < a->size[0]; at[0]++)
    for (at[1] = 0; at[1] < a->size[1]; at[1]++)
      for (at[2] = 0; at[2] < a->size[2]; at[2]++)
        for (at[3] = 0; at[3] < a->size[3]; at[3]++) assert_same(tensor_element(a, at), tensor_element(b, at));
}

/* A layout moves elements, it changes none. */
static void layouts_agree(void **state) {
  (void)state;
  static const char *const layouts[] = {"bshd", "transposed", "padded"};
  const build_wanted out_only = {false, false};
  arena plain, other;
  check_error error;
  attest_problem p, p2;
  attest_answer a;
  assert_int_equal(arena_make(&plain, 1 << 24, &error), CHECK_OK);
  assert_int_equal(arena_make(&other, 1 << 24, &error), CHECK_OK);
  recipe r = parsed("dtype=bf16 batch=2 q_heads=4 kv_heads=2 q_len=5 keys=7 d_k=3 d_v=6 bias=random seed=9");
  assert_int_equal(build_case(&r, out_only, &plain, &p, &a, &error), CHECK_OK);
  for (int n = 0; n < 3; n++) {
    char text[100];
    (void)snprintf(text, sizeof text, "layout=%s", layouts[n]);
    r.layout = parsed(text).layout;
    assert_int_equal(build_case(&r, out_only, &other, &p2, &a, &error), CHECK_OK);
    assert_int_equal(attest_problem_check(&p2), ATTEST_OK);
    assert_equal_tensors(&p.q, &p2.q);
    assert_equal_tensors(&p.k, &p2.k);
    assert_equal_tensors(&p.v, &p2.v);
    assert_equal_tensors(&p.bias, &p2.bias);
  }
  arena_free(&plain);
  arena_free(&other);
}

/* Keys that no query sees hold what was asked for; those that one sees hold the fill. */
static void hidden_keys(void **state) {
  (void)state;
  const build_wanted out_only = {false, false};
  arena memory;
  check_error error;
  attest_problem p;
  attest_answer a;
  assert_int_equal(arena_make(&memory, 1 << 24, &error), CHECK_OK);
  const recipe r = parsed("q_heads=2 q_len=3 keys=9 d_k=2 d_v=2 causal=yes alignment=top-left hidden=nan seed=2");
  assert_int_equal(build_case(&r, out_only, &memory, &p, &a, &error), CHECK_OK);
  for (int64_t j = 0; j < 9; j++) {
    assert_int_equal(isnan(tensor_element(&p.k, (const int64_t[]){0, 0, j, 1})) != 0, j >= 3);
    assert_int_equal(isnan(tensor_element(&p.v, (const int64_t[]){0, 0, j, 0})) != 0, j >= 3);
  }
  for (int of_v = 0; of_v < 2; of_v++) {
    const recipe one = parsed(of_v ? "q_len=3 keys=9 causal=yes alignment=top-left hidden=nan-v"
                                   : "q_len=3 keys=9 causal=yes alignment=top-left hidden=nan-k");
    assert_int_equal(build_case(&one, out_only, &memory, &p, &a, &error), CHECK_OK);
    assert_int_equal(isnan(tensor_element(&p.k, (const int64_t[]){0, 0, 8, 0})) != 0, !of_v);
    assert_int_equal(isnan(tensor_element(&p.v, (const int64_t[]){0, 0, 8, 0})) != 0, of_v);
  }
  arena_free(&memory);
}

static void does_not_fit(void **state) {
  (void)state;
  const build_wanted out_only = {false, false};
  arena memory;
  check_error error;
  attest_problem p;
  attest_answer a;
  assert_int_equal(arena_make(&memory, 1 << 16, &error), CHECK_OK);
  const recipe r = parsed("keys=100000 d_k=64 d_v=64");
  assert_int_equal(build_case(&r, out_only, &memory, &p, &a, &error), CHECK_BAD_INPUT);
  assert_string_equal(error.text, "case: k does not fit in 65536 bytes of memory");
  arena_free(&memory);
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

/* Every case of the suites is one that the reference accepts. */
static void suites_are_good(void **state) {
  (void)state;
  const build_wanted all = {true, true};
  suite s = made(5);
  arena memory;
  check_error error;
  attest_problem p;
  attest_answer a;
  assert_int_equal(arena_make(&memory, (size_t)1 << 30, &error), CHECK_OK);
  assert_true(suite_systematic(&s) < 300);
  for (int64_t n = 0; n < 400; n++) {
    const recipe r = suite_recipe(&s, (attest_dtype)(n % 4), n);
    assert_int_equal(build_case(&r, all, &memory, &p, &a, &error), CHECK_OK);
    assert_int_equal(attest_problem_check(&p), ATTEST_OK);
  }
  suite_free(&s);
  arena_free(&memory);
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
      cmocka_unit_test(text_says_all),  cmocka_unit_test(bad_texts),         cmocka_unit_test(numbers_are_fixed),
      cmocka_unit_test(normal_numbers), cmocka_unit_test(layouts_agree),     cmocka_unit_test(hidden_keys),
      cmocka_unit_test(does_not_fit),   cmocka_unit_test(pairs_are_covered), cmocka_unit_test(suites_are_good),
      cmocka_unit_test(seeds_count),
  };
  return cmocka_run_group_tests_name("test_recipe", tests, NULL, NULL);
}
