/* Verdicts on candidates whose fault is known. */
#include <math.h>
#include <unistd.h>

#include "check/judge/bound.h"
#include "check/cases/tensor.h"
#include "tests/unit/support_check.h"

/* The verdict on a function, in a case. */
static verdict judged_with(attest_candidate_function *compute, const char *text, double seconds,
                           attest_arithmetic arithmetic) {
  const recipe r = recipe_of(text);
  trial t;
  trial_begin_function(&t, compute);
  t.of.seconds = seconds;
  t.weights = true;
  t.arithmetic = &arithmetic;
  const verdict v = trial_verdict(&t, &r);
  trial_end(&t);
  return v;
}

#define CASE "dtype=f32 q_heads=2 q_len=5 keys=9 d_k=4 d_v=4 layout=padded place=last seed=3"

static verdict judged(attest_candidate_function *compute) {
  return judged_with(compute, CASE, 5, bound_default(ATTEST_F32));
}

static void element_is(const verdict *v, const char *output, int64_t b, int64_t h, int64_t i, int64_t c) {
  assert_string_equal(v->element.output, output);
  assert_memory_equal(v->element.at, ((const int64_t[]){b, h, i, c}), sizeof v->element.at);
}

static void right(void **state) {
  (void)state;
  const verdict v = judged(reference_answer);
  assert_int_equal(v.kind, VERDICT_PASS);
  assert_true(v.budget > 0 && v.budget <= 1);
}

static attest_status reads_beyond(const attest_problem *p, const attest_answer *a) {
  volatile const float *k = p->k.data;
  /* two heads of 9 rows 7 apart, the second after 68: the last element is k[127] */
  return k[128] > 1 ? ATTEST_OK : reference_answer(p, a);
}

static attest_status writes_input(const attest_problem *p, const attest_answer *a) {
  ((float *)p->v.data)[1] = 2;
  return reference_answer(p, a);
}

static void crashes(void **state) {
  (void)state;
  verdict v = judged(reads_beyond);
  assert_int_equal(v.kind, VERDICT_CRASHED);
  v = judged(writes_input);
  assert_int_equal(v.kind, VERDICT_CRASHED);
  assert_non_null(strstr(v.text, "a write to v, which is an input"));
}

static attest_status hangs(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  (void)sleep(1000);
  return ATTEST_OK;
}

static attest_status exits(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  _exit(3);
}

static attest_status refuses(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  return ATTEST_BAD_OPTION;
}

static void no_answer(void **state) {
  (void)state;
  assert_int_equal(judged_with(hangs, CASE, 0.2, bound_default(ATTEST_F32)).kind, VERDICT_HUNG);
  assert_int_equal(judged(exits).kind, VERDICT_EXITED);
  assert_int_equal(judged(refuses).kind, VERDICT_REFUSED);
  assert_int_equal(judged(answer_unsupported).kind, VERDICT_SKIPPED);
}

/* A process that was lost is replaced. */
static attest_status lost_then_right(const attest_problem *p, const attest_answer *a) {
  if (p->q.size[2] == 5) _exit(1);
  return reference_answer(p, a);
}

static void starts_again(void **state) {
  (void)state;
  recipe cases[4];
  verdict found[4];
  trial t;
  trial_begin_function(&t, lost_then_right);
  for (int n = 0; n < 4; n++) cases[n] = recipe_of(n % 2 == 0 ? "q_len=5 keys=3" : "q_len=6 keys=3");
  trial_verdicts(&t, cases, 4, found);
  for (int n = 0; n < 4; n++) assert_int_equal(found[n].kind, n % 2 == 0 ? VERDICT_EXITED : VERDICT_PASS);
  trial_end(&t);
}

static attest_status writes_gap(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  ((float *)a->out.data)[5] = 0; /* rows of 4 are 7 apart */
  return status;
}

static attest_status writes_before(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  ((float *)a->out.data)[-1] = 0;
  return status;
}

static attest_status leaves_one(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  (void)memset((float *)a->lse.data + 7, ARENA_PATTERN, sizeof(float));
  return status;
}

static void memory_faults(void **state) {
  (void)state;
  assert_int_equal(judged(writes_gap).kind, VERDICT_OUTSIDE);
  assert_int_equal(judged(writes_before).kind, VERDICT_OUTSIDE);
  const verdict v = judged(leaves_one);
  assert_int_equal(v.kind, VERDICT_UNWRITTEN);
  element_is(&v, "lse", 0, 1, 2, 0);
}

static void set(const attest_output *t, int64_t h, int64_t i, int64_t c, double x) {
  output_store(t, (const int64_t[]){0, h, i, c}, x);
}

static double get(const attest_output *t, int64_t h, int64_t i, int64_t c) {
  return output_element(t, (const int64_t[]){0, h, i, c});
}

static attest_status one_nan(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  set(&a->out, 1, 4, 3, (double)NAN);
  return status;
}

static attest_status one_infinite(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  set(&a->lse, 0, 1, 0, HUGE_VAL);
  return status;
}

static attest_status all_zero(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  for (int64_t h = 0; h < 2; h++)
    for (int64_t i = 0; i < 5; i++)
      for (int64_t c = 0; c < 4; c++) set(&a->out, h, i, c, 0);
  return status;
}

/* Wrong in one element by 100 units in the last place, far less than any hand-picked tolerance. */
static attest_status slightly_off(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  set(&a->out, 0, 2, 1, get(&a->out, 0, 2, 1) * (1 + 100 * 0x1p-23));
  return status;
}

static attest_status one_weight(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  set(&a->weights, 1, 3, 8, get(&a->weights, 1, 3, 8) + 1e-3);
  return status;
}

static void wrong_values(void **state) {
  (void)state;
  verdict v = judged(one_nan);
  assert_int_equal(v.kind, VERDICT_NOT_FINITE);
  element_is(&v, "out", 0, 1, 4, 3);
  v = judged(one_infinite);
  assert_int_equal(v.kind, VERDICT_NOT_FINITE);
  element_is(&v, "lse", 0, 0, 1, 0);
  assert_int_equal(judged(all_zero).kind, VERDICT_BEYOND);
  v = judged(one_weight);
  assert_int_equal(v.kind, VERDICT_BEYOND);
  element_is(&v, "weights", 0, 1, 3, 8);
  const attest_arithmetic exact = {.accumulate = ATTEST_F64, .scores = ATTEST_F64, .probabilities = ATTEST_F64};
  v = judged_with(slightly_off, CASE, 5, exact);
  assert_int_equal(v.kind, VERDICT_BEYOND);
  element_is(&v, "out", 0, 0, 2, 1);
  assert_true(v.budget > 90 && v.budget < 210);
}

/* Where the answer is exactly 0 or -infinity, nothing else passes. */
static attest_status fills_empty_rows(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  for (int64_t i = 0; i < a->out.size[2]; i++)
    if (isinf(get(&a->lse, 0, i, 0))) set(&a->out, 0, i, 0, 1e-30);
  return status;
}

static void empty_rows_are_exact(void **state) {
  (void)state;
  const char *text = "q_len=4 keys=2 d_k=2 d_v=2 causal=yes alignment=bottom-right seed=1";
  const verdict v = judged_with(fills_empty_rows, text, 5, bound_default(ATTEST_F32));
  assert_int_equal(v.kind, VERDICT_BEYOND);
  assert_true(isinf(v.budget));
}

/* One key: out is v. Rounded to a type that ends at 65504, what may be 65520 may be infinity. Would notice: a right
   answer failed at the end of its type, and any infinity taken for a large number. */
static void infinity_at_the_end_of_a_type(void **state) {
  static const struct {
    uint16_t v, out;
    bool right;
  } of[] = {{0x7bff, 0x7bff, true}, {0x7bff, 0x7c00, true},  {0x7bff, 0xfc00, false},
            {0xfbff, 0xfc00, true}, {0x7b00, 0x7c00, false}, {0x7bff, 0x7e00, false}};
  const int64_t one[ATTEST_AXES] = {1, 1, 1, 1};
  (void)state;
  for (size_t n = 0; n < sizeof of / sizeof of[0]; n++) {
    uint16_t zero = 0, v = of[n].v, out = of[n].out;
    attest_tensor t = {.data = &zero, .dtype = ATTEST_F16};
    (void)memcpy(t.size, one, sizeof one);
    (void)memcpy(t.stride, one, sizeof one);
    attest_problem p = {.q = t, .k = t, .v = t};
    attest_answer a = {.out = {.data = &out, .dtype = ATTEST_F16}};
    (void)memcpy(a.out.size, one, sizeof one);
    (void)memcpy(a.out.stride, one, sizeof one);
    p.v.data = &v;
    const attest_arithmetic arithmetic = bound_default(ATTEST_F16);
    check_error error;
    expected e;
    verdict found;
    assert_int_equal(expected_make(&p, &a, &arithmetic, &e, &error), CHECK_OK);
    verdict_of_expected(&e, &a, false, &found);
    assert_int_equal(found.kind == VERDICT_PASS, of[n].right);
    expected_free(&e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right),        cmocka_unit_test(infinity_at_the_end_of_a_type),
      cmocka_unit_test(crashes),      cmocka_unit_test(no_answer),
      cmocka_unit_test(starts_again), cmocka_unit_test(memory_faults),
      cmocka_unit_test(wrong_values), cmocka_unit_test(empty_rows_are_exact),
  };
  return cmocka_run_group_tests_name("test_verdict", tests, NULL, NULL);
}
