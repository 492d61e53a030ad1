/* Directional tests: no alarm for a right candidate, the right one, with the right coefficient, for what rounding hides. */
#include <math.h>

#include "check/run/bias_test.h"
#include "check/cases/tensor.h"
#include "tests/unit/support.h"

enum { SCALE, LEAK, TRUNCATION };

static attest_status reference(const attest_problem *p, const attest_answer *a) {
  candidate c;
  check_error error;
  assert_int_equal(candidate_find("reference", &c, &error), CHECK_OK);
  return c.compute(p, a);
}

static void run(attest_candidate_function *compute, attest_dtype dtype, int64_t seed, bias_test_finding found[BIAS_TESTS]) {
  const candidate c = {.name = "test", .compute = compute};
  arena memory;
  check_error error;
  worker w = {.of = &c, .memory = &memory, .seconds = 60};
  assert_int_equal(arena_make(&memory, (size_t)1 << 28, &error), CHECK_OK);
  for (int n = 0; n < BIAS_TESTS; n++) assert_int_equal(bias_test_run(&w, &memory, dtype, seed, n, &found[n], &error), CHECK_OK);
  worker_stop(&w);
  arena_free(&memory);
}

/* Over 24 tests of noise the largest |z| is about 2.5; 5 has a chance of one in 100,000. */
static void no_false_alarm(void **state) {
  (void)state;
  bias_test_finding found[BIAS_TESTS];
  double worst = 0;
  for (int64_t seed = 1; seed <= 4; seed++)
    for (int dtype = ATTEST_F16; dtype <= ATTEST_BF16; dtype++) {
      run(reference, (attest_dtype)dtype, seed, found);
      for (int n = 0; n < BIAS_TESTS; n++) {
        assert_true(found[n].judged && !found[n].alarm);
        worst = fmax(worst, fabs(found[n].z));
      }
    }
  assert_true(worst > 0.5 && worst < 5);
}

static attest_status scaled(const attest_problem *p, const attest_answer *a) {
  attest_problem off = *p;
  off.scale = 1.002 / sqrt((double)p->q.size[3]);
  return reference(&off, a);
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
  assert_int_equal(reference(p, &wide), ATTEST_OK);
  return out;
}

/* One part in 500 of every row goes to the keys that it does not see. */
static attest_status leaking(const attest_problem *p, const attest_answer *a) {
  float *out = nearly_exact(p, a), *next = out;
  int64_t at[4] = {0};
  for (at[1] = 0; at[1] < a->out.size[1]; at[1]++)
    for (at[2] = 0; at[2] < a->out.size[2]; at[2]++)
      for (at[3] = 0; at[3] < a->out.size[3]; at[3]++) {
        const double x = *next++;
        output_store(&a->out, at, p->causal ? 0.998 * x + 0.002 * hidden_mean(&p->v, at[1], at[2], at[3]) : x);
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
  assert_near(found[LEAK].c, 0.002, 0.0002);
  run(truncating, ATTEST_BF16, 1, found);
  assert_true(found[TRUNCATION].alarm);
  assert_near(found[TRUNCATION].c, -0x1p-9 * 1.4, 0x1p-10); /* half an ulp, 2^-8, of numbers in [0.5,1) */
}

static attest_status not_a_number(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference(p, a);
  output_store(&a->out, (const int64_t[]){0, 0, 0, 0}, (double)NAN);
  return status;
}

static attest_status unsupported(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  return ATTEST_UNSUPPORTED;
}

static void no_number(void **state) {
  (void)state;
  bias_test_finding found[BIAS_TESTS];
  run(not_a_number, ATTEST_F16, 1, found);
  for (int n = 0; n < BIAS_TESTS; n++) assert_true(found[n].alarm);
  run(unsupported, ATTEST_F16, 1, found);
  for (int n = 0; n < BIAS_TESTS; n++) assert_true(!found[n].judged && !found[n].alarm);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_false_alarm), cmocka_unit_test(alarms), cmocka_unit_test(no_number)};
  return cmocka_run_group_tests_name("test_direction", tests, NULL, NULL);
}
