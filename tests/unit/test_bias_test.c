/* Bias tests: no alarm for a correct candidate; the right alarm and coefficient for faults that rounding hides. */
#include <math.h>
#include <unistd.h>

#include "check/cases/tensor.h"
#include "tests/unit/support_check.h"

enum { SCALE, LEAK, TRUNCATION, FULL = 8 };

typedef struct {
  const trial *of;
  int test;
  bias_test_sight sight;
} watching;

static check_status watch(void *context, const answered *a, check_error *error) {
  watching *w = context;
  verdict v;
  const check_status status = trial_judge(w->of, a, &v, error);
  return status == CHECK_OK ? bias_test_see(w->test, a, &v, &w->sight, error) : status;
}

/* The finding of one test on a candidate that supports s. */
static bias_test_finding finding_of(trial *t, int test, const support *s, uint64_t seed) {
  watching w = {.of = t, .test = test};
  recipe cases[BIAS_TEST_CASES];
  question asked[BIAS_TEST_CASES];
  check_error error;
  const size_t count = bias_test_cases(test, s, seed, cases);
  for (size_t n = 0; n < count; n++) asked[n] = (question){cases[n], true, false};
  if (candidate_answer(&t->of, asked, count, watch, &w, &error) != CHECK_OK) fail_msg("%s", error.text);
  const bias_test_finding found = bias_test_conclude(test, &w.sight);
  bias_test_free(&w.sight);
  return found;
}

static void run(attest_candidate_function *compute, attest_dtype dtype, uint64_t seed,
                bias_test_finding found[BIAS_TESTS]) {
  const support all = support_everything(dtype);
  trial t;
  trial_begin_function(&t, compute);
  for (int n = 0; n < BIAS_TESTS; n++) found[n] = finding_of(&t, n, &all, seed);
  trial_end(&t);
}

/* Over 24 tests of noise the largest |z| is about 2.5; 5 has a chance of one in 100,000. */
static void no_false_alarm(void **state) {
  (void)state;
  bias_test_finding found[BIAS_TESTS];
  double worst = 0;
  for (uint64_t seed = 1; seed <= 4; seed++)
    for (int dtype = ATTEST_F16; dtype <= ATTEST_BF16; dtype++) {
      run(reference_answer, (attest_dtype)dtype, seed, found);
      for (int n = 0; n < BIAS_TESTS; n++) {
        assert_true(found[n].judged && !found[n].alarm && found[n].failure[0] == '\0');
        worst = fmax(worst, fabs(found[n].z));
      }
    }
  assert_true(worst > 0.5 && worst < 5);
}

/* Scales out only: in lse, which is binary32, the bound would catch it. */
static attest_status scaled(const attest_problem *p, const attest_answer *a) {
  attest_problem off = *p;
  attest_answer rest = *a;
  const attest_status status = reference_answer(p, a);
  off.scale = 1.002 / sqrt((double)p->q.size[3]);
  rest.lse.data = NULL;
  return status == ATTEST_OK ? reference_answer(&off, &rest) : status;
}

/* The mean over the keys that row i does not see, column c. */
static double hidden_mean(const attest_tensor *v, int64_t h, int64_t i, int64_t c) {
  double sum = 0;
  for (int64_t j = i + 1; j < v->size[2]; j++) sum += tensor_element(v, (const int64_t[]){0, h, j, c});
  return sum / (double)(v->size[2] - i - 1);
}

/* The reference's answer, rounded to float only; the caller's to free. */
static float *nearly_exact(const attest_problem *p, const attest_answer *a) {
  attest_answer wide = *a;
  float *out = malloc((size_t)tensor_count(a->out.size) * sizeof *out);
  wide.out.dtype = ATTEST_F32;
  wide.out.data = out;
  assert_int_equal(reference_answer(p, &wide), ATTEST_OK);
  return out;
}

/* Moves a thousandth of each row to its hidden keys; spares the first rows, where the bound would catch it. */
static attest_status leaking(const attest_problem *p, const attest_answer *a) {
  float *out = nearly_exact(p, a), *next = out;
  int64_t at[4] = {0};
  for (at[1] = 0; at[1] < a->out.size[1]; at[1]++)
    for (at[2] = 0; at[2] < a->out.size[2]; at[2]++)
      for (at[3] = 0; at[3] < a->out.size[3]; at[3]++) {
        const double x = *next++;
        output_store(&a->out, at,
                     p->causal && at[2] >= FULL ? 0.999 * x + 0.001 * hidden_mean(&p->v, at[1], at[2], at[3]) : x);
      }
  free(out);
  return ATTEST_OK;
}

/* The last bits of the result cut off instead of rounded: half an ulp toward zero on average. */
static attest_status truncating(const attest_problem *p, const attest_answer *a) {
  float *out = nearly_exact(p, a);
  for (int64_t e = 0; e < tensor_count(a->out.size); e++) {
    uint32_t bits;
    (void)memcpy(&bits, &out[e], sizeof bits);
    ((uint16_t *)a->out.data)[e] = (uint16_t)(bits >> 16);
  }
  free(out);
  return ATTEST_OK;
}

static void alarms(void **state) {
  (void)state;
  bias_test_finding found[BIAS_TESTS];
  run(scaled, ATTEST_BF16, 1, found);
  assert_true(found[SCALE].alarm);
  assert_near(found[SCALE].c, 0.002, 0.0001);
  assert_false(found[TRUNCATION].alarm);
  run(leaking, ATTEST_BF16, 1, found);
  assert_true(found[LEAK].alarm);
  assert_true(found[LEAK].c > 0.0004 && found[LEAK].c < 0.001);
  run(truncating, ATTEST_BF16, 1, found);
  assert_true(found[TRUNCATION].alarm);
  assert_near(found[TRUNCATION].c, -0x1p-9 * 1.4, 0x1p-10); /* half an ulp, 2^-8, of numbers in [0.5,1) */
}

static attest_status not_a_number(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  output_store(&a->out, (const int64_t[]){0, 0, 0, 0}, (double)NAN);
  return status;
}

static attest_status crashes(const attest_problem *p, const attest_answer *a) {
  if (p->causal) _exit(1);
  return reference_answer(p, a);
}

/* A missing or wrong answer is a failure of the test, not an alarm; an unsupported case is neither. */
static void no_number(void **state) {
  bias_test_finding found[BIAS_TESTS];
  (void)state;
  run(not_a_number, ATTEST_F16, 1, found);
  for (int n = 0; n < BIAS_TESTS; n++) {
    assert_true(!found[n].judged && !found[n].alarm);
    assert_non_null(strstr(found[n].failure, "NaN or infinity in dtype=f16 q_heads=2"));
  }
  run(crashes, ATTEST_BF16, 1, found);
  assert_true(found[SCALE].judged && found[TRUNCATION].judged && found[SCALE].failure[0] == '\0');
  assert_true(!found[LEAK].judged && !found[LEAK].alarm);
  assert_non_null(strstr(found[LEAK].failure, "exited: the candidate ended its process in dtype=bf16 q_heads=2"));
  run(answer_unsupported, ATTEST_F16, 1, found);
  for (int n = 0; n < BIAS_TESTS; n++) assert_true(!found[n].judged && !found[n].alarm && found[n].failure[0] == '\0');
}

/* ---- cases */

static int64_t rows_in(const recipe *cases, size_t count) {
  int64_t rows = 0;
  for (size_t n = 0; n < count; n++) rows += cases[n].batch * cases[n].q_heads * cases[n].q_len;
  return rows;
}

/* Cases fit the support, have enough rows together, and have different seeds. */
static void cases_are_fitted(void **state) {
  static const attest_supports says[] = {
      {.mask = ATTEST_NO},
      {.head_sizes = {128}, .q_len_multiple = 128, .keys_multiple = 128, .top_left = ATTEST_NO},
      {.top_left = ATTEST_NO, .bottom_right = ATTEST_NO, .kv_len = ATTEST_NO},
      {.q_len_most = 48, .keys_most = 64, .heads = ATTEST_NO},
  };
  recipe cases[BIAS_TEST_CASES];
  trial t;
  (void)state;
  trial_begin_function(&t, reference_answer);
  for (size_t s = 0; s < sizeof says / sizeof says[0]; s++) {
    support able = support_everything(ATTEST_BF16);
    support_declare(&able, &says[s]);
    support_settle(&able, SUPPORT_REFUSED);
    for (int n = 0; n < BIAS_TESTS; n++) {
      const size_t count = bias_test_cases(n, &able, 7, cases);
      if (s == 3) { /* too small for BIAS_TEST_ROWS */
        assert_true(count == 0 || rows_in(cases, count) <= (int64_t)48 * BIAS_TEST_CASES);
        continue;
      }
      assert_true(count > 0 && rows_in(cases, count) >= BIAS_TEST_ROWS);
      for (size_t c = 0; c < count; c++) {
        recipe same = cases[c];
        assert_true(support_fit(&able, &same));
        assert_memory_equal(&same, &cases[c], sizeof same);
        for (size_t other = 0; other < c; other++) assert_int_not_equal(cases[c].seed, cases[other].seed);
      }
      const bias_test_finding found = finding_of(&t, n, &able, 7);
      assert_true(found.judged && !found.alarm);
    }
  }
  trial_end(&t);
  const support wide = support_everything(ATTEST_F32);
  for (int n = 0; n < BIAS_TESTS; n++) assert_int_equal(bias_test_cases(n, &wide, 1, cases), 0);
  support plain = support_everything(ATTEST_F16);
  support_declare(
      &plain,
      &(attest_supports){.top_left = ATTEST_NO, .bottom_right = ATTEST_NO, .mask = ATTEST_NO, .kv_len = ATTEST_NO});
  assert_int_equal(bias_test_cases(LEAK, &plain, 1, cases), 0); /* no case hides a key */
  assert_true(bias_test_cases(SCALE, &plain, 1, cases) > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_false_alarm), cmocka_unit_test(alarms),
                                     cmocka_unit_test(no_number), cmocka_unit_test(cases_are_fitted)};
  return cmocka_run_group_tests_name("test_bias_test", tests, NULL, NULL);
}
