/* Conventions: who follows one is told which, and passes by it; who does not, does not. */
#include <math.h>

#include "check/judge/bound.h"
#include "check/run/session.h"
#include "check/cases/tensor.h"
#include "check/zoo/zoo.h"
#include "tests/unit/support.h"

#define QUICK 300

/* A session on f32 cases, or on one. */
static session_result session_of(const candidate *of, const char *text) {
  const session_settings settings = {
      .cases = QUICK, .type = {[ATTEST_F32] = true, [ATTEST_BF16] = text != NULL}, .seed = 1, .seconds = 10, .recipe = text};
  const session_events none = {.context = NULL};
  session_result result;
  check_error error;
  assert_int_equal(session_run(of, &settings, &none, &result, &error), CHECK_OK);
  return result;
}

static candidate of_zoo(const char *name) { return (candidate){.name = name, .mutant = zoo_find(name)}; }

static convention_set followed_in(const session_result *result) {
  convention_set set = 0;
  for (int n = 0; n < CONVENTIONS; n++)
    if (result->conventions.of[n].followed > 0) set |= CONVENTION_BIT(n);
  return set;
}

/* A convention that is taken for another, or for a fault; one that a member of the zoo follows and nobody looks for. (NaN weights beside NaN are what
   every softmax of a whole row gives, so that several members have them.) */
static void each_is_found(void **state) {
  size_t count;
  const zoo_mutant *all = zoo_list(&count);
  (void)state;
  for (size_t n = 0; n < count; n++) {
    if (!all[n].convention) continue;
    convention_set its = 0;
    for (int c = 0; c < CONVENTIONS; c++)
      if (strcmp(convention_of((convention_id)c)->mutant, all[n].name) == 0) its |= CONVENTION_BIT(c);
    const candidate of = of_zoo(all[n].name);
    const session_result result = session_of(&of, NULL);
    its &= ~CONVENTION_BIT(CONVENTION_NAN_WEIGHTS) & ~CONVENTION_BIT(CONVENTION_BIAS_NAN) & ~CONVENTION_BIT(CONVENTION_BIAS_MEAN);
    const convention_set beside =
        CONVENTION_BIT(CONVENTION_NAN_WEIGHTS) | CONVENTION_BIT(CONVENTION_BIAS_NAN) | CONVENTION_BIT(CONVENTION_BIAS_MEAN);
    if (result.failed) fail_msg("%s fails", all[n].name);
    assert_true(its != 0);
    assert_int_equal(followed_in(&result) & ~beside, its);
    assert_int_equal(result.total.failed, 0);
    assert_true(result.total.conventional > 0);
  }
}

/* What is right follows none: not by accident either, where a case shows nothing. */
static void right_ones_follow_none(void **state) {
  (void)state;
  for (int n = 0; n < 3; n++) {
    const candidate of = of_zoo((const char *const[]){"correct-materialised", "correct-tiled", "correct-split"}[n]);
    const session_result result = session_of(&of, NULL);
    assert_false(result.failed);
    assert_int_equal(followed_in(&result), 0);
    assert_int_equal(result.total.passed, QUICK);
    assert_true(result.conventions.of[CONVENTION_TOP_LEFT].broken > 0 && result.conventions.of[CONVENTION_EMPTY_NAN].broken > 0);
  }
}

/* Faults near a convention: a diagonal at the first key in decoding only, another factor of lse, another head. */
static void faults_are_no_conventions(void **state) {
  static const char *const names[] = {"decode-top-left", "lse-times-log-2", "kv-head-by-count"};
  (void)state;
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    const candidate of = of_zoo(names[n]);
    assert_non_null(of.mutant);
    const session_result result = session_of(&of, NULL);
    if (!result.failed) fail_msg("%s passes", names[n]);
  }
}

/* ---- declared and refused */

#define CORNER "dtype=f32 q_len=3 keys=9 d_k=8 d_v=8 causal=yes alignment=bottom-right seed=3"

static session_result in_corner(const char *name, convention_policy policy) {
  candidate of = of_zoo(name);
  of.conventions = policy;
  return session_of(&of, CORNER);
}

static void policies(void **state) {
  const convention_set top_left = CONVENTION_BIT(CONVENTION_TOP_LEFT), other = CONVENTION_BIT(CONVENTION_EMPTY_NAN);
  (void)state;
  session_result r = in_corner("causal-top-left", (convention_policy){0, 0});
  assert_false(r.failed);
  assert_int_equal(r.total.conventional, 1);
  r = in_corner("causal-top-left", (convention_policy){.refused = top_left});
  assert_true(r.failed && r.total.failed == 1 && followed_in(&r) == 0);
  r = in_corner("causal-top-left", (convention_policy){.refused = other});
  assert_false(r.failed);
  r = in_corner("causal-top-left", (convention_policy){.declared = top_left});
  assert_false(r.failed);
  assert_int_equal(r.conventions.of[CONVENTION_TOP_LEFT].followed, 1);
  r = in_corner("correct-tiled", (convention_policy){.declared = top_left});
  assert_true(r.failed && r.total.failed == 1);
  r = in_corner("correct-tiled", (convention_policy){.declared = other}); /* does not show here */
  assert_false(r.failed);
  r = in_corner("correct-tiled", (convention_policy){.refused = CONVENTION_ALL});
  assert_false(r.failed);
}

/* ---- candidates of our own */

static attest_status reference_with(const attest_problem *p, const attest_answer *a) {
  candidate c;
  check_error error;
  return candidate_find("reference", &c, &error) == CHECK_OK ? c.compute(p, a) : ATTEST_FAILED;
}

/* Top left where there are fewer than 40 keys. */
static attest_status at_times(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT && p->k.size[2] < 40) other.alignment = ATTEST_ALIGN_TOP_LEFT;
  return reference_with(&other, a);
}

/* Top left in the first head only: in the same case it is followed and not. */
static attest_status first_head(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  attest_answer part = *a;
  attest_status status = reference_with(p, a);
  other.alignment = ATTEST_ALIGN_TOP_LEFT;
  other.q.size[1] = other.k.size[1] = other.v.size[1] = part.out.size[1] = part.lse.size[1] = part.weights.size[1] = 1;
  return status == ATTEST_OK ? reference_with(&other, &part) : status;
}

/* Rows that see nothing are not written: that is no NaN of an answer. */
static attest_status leaves_empty(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_with(p, a);
  for (int64_t i = 0; i < p->q.size[2] - p->k.size[2]; i++)
    (void)memset((float *)a->out.data + i * a->out.stride[2], ARENA_PATTERN, (size_t)a->out.size[3] * sizeof(float));
  return status;
}

/* NaN in every element of rows that see nothing but one, where it is 1. */
static attest_status nan_but_one(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_with(p, a);
  for (int64_t c = 0; c < a->out.size[3]; c++) output_store(&a->out, (const int64_t[]){0, 0, 0, c}, c == 3 ? 1 : (double)NAN);
  return status;
}

/* Top left, and lse in base 2. */
static attest_status two_at_once(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  other.alignment = ATTEST_ALIGN_TOP_LEFT;
  const attest_status status = reference_with(&other, a);
  for (int64_t i = 0; i < a->lse.size[2]; i++) {
    const int64_t at[4] = {0, 0, i, 0};
    output_store(&a->lse, at, output_element(&a->lse, at) * 1.4426950408889634);
  }
  return status;
}

/* An answer that follows a refused convention fails, whatever else it follows that is not refused. */
static void refused_among_two(void **state) {
  const convention_set two[] = {CONVENTION_BIT(CONVENTION_TOP_LEFT), CONVENTION_BIT(CONVENTION_LSE_BASE_2)};
  candidate of = {.name = "test", .compute = two_at_once};
  (void)state;
  session_result r = session_of(&of, CORNER);
  assert_int_equal(r.total.conventional, 1);
  assert_int_equal(followed_in(&r), two[0] | two[1]);
  for (int n = 0; n < 2; n++) {
    of.conventions.refused = two[n];
    r = session_of(&of, CORNER);
    assert_int_equal(r.total.failed, 1);
    assert_int_equal(followed_in(&r), 0);
  }
}

static void count_told(void *context, const session_failure *failure) {
  (void)failure;
  ++*(int *)context;
}

/* Twice what is right. */
static attest_status doubled(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_with(p, a);
  int64_t at[4];
  for (bool more = tensor_first(a->out.size, at); more; more = tensor_next(a->out.size, at))
    output_store(&a->out, at, 2 * output_element(&a->out, at));
  return status;
}

/* Without the mask keys of 1e30 are seen, and no bound is left but that of a mean of such numbers: a fault taken for a convention because it is within that. What other
   cases follow explains such a case, and declared it is judged by what is declared. */
static void wide_bounds_prove_nothing(void **state) {
  static const char wide[] = "dtype=f32 q_len=3 keys=9 d_k=8 d_v=8 causal=yes alignment=bottom-right mask=random hidden=huge seed=3";
  const convention_set lost = CONVENTION_BIT(CONVENTION_MASK_LOST);
  candidate wrong = {.name = "test", .compute = doubled}, follows = of_zoo("mask-lost-with-causal");
  (void)state;
  session_result r = session_of(&wrong, wide);
  assert_true(r.failed);
  assert_int_equal(r.conventions.of[CONVENTION_MASK_LOST].unproven + r.total.failed, 1);
  const session_settings settings = {.recipe = wide, .seconds = 10};
  int told = 0;
  const session_events events = {.context = &told, .told = count_told};
  check_error error;
  assert_int_equal(session_run(&wrong, &settings, &events, &r, &error), CHECK_OK);
  assert_int_equal(told, 1);
  r = session_of(&follows, wide);
  assert_true(r.failed);
  assert_int_equal(r.conventions.of[CONVENTION_MASK_LOST].unproven, 1);
  follows.conventions.declared = lost;
  assert_false(session_of(&follows, wide).failed);
  wrong.conventions.refused = lost;
  assert_int_equal(session_of(&wrong, wide).total.failed, 1);
}

/* A doubt that another case settles, one that none does, and the order in which they come. */
static void doubts_are_settled(void **state) {
  const convention_set a = CONVENTION_BIT(CONVENTION_TOP_LEFT), b = CONVENTION_BIT(CONVENTION_KV_TILED);
  const verdict unproven = {.unproven = a}, either = {.either = a | b}, followed = {.followed = a}, other = {.followed = b};
  tally t = {.doubts = 0};
  (void)state;
  tally_verdict(&t, "one", &unproven);
  tally_verdict(&t, "two", &other);
  tally_settle(&t);
  assert_int_equal(t.of[CONVENTION_TOP_LEFT].unproven, 1);
  assert_string_equal(t.of[CONVENTION_TOP_LEFT].first_unproven, "one");
  assert_int_equal(tally_faults(&t), 1);
  const verdict *const settling[] = {&followed, &either};
  for (int n = 0; n < 2; n++) {
    t = (tally){.doubts = 0};
    tally_verdict(&t, "one", &unproven);
    tally_verdict(&t, "two", settling[n]);
    tally_settle(&t);
    assert_int_equal(t.of[CONVENTION_TOP_LEFT].followed, 1);
    assert_int_equal(tally_faults(&t), 0);
  }
}

static attest_status describe_top_left(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->conventions = "causal-top-left";
  return ATTEST_OK;
}

static void consistency(void **state) {
  const candidate sometimes = {.name = "test", .compute = at_times}, one_head = {.name = "test", .compute = first_head};
  const candidate unwritten = {.name = "test", .compute = leaves_empty}, but_one = {.name = "test", .compute = nan_but_one};
  (void)state;
  session_result r = session_of(&sometimes, NULL);
  assert_true(r.failed && r.total.failed == 0);
  assert_true(tally_is_fault(&r.conventions.of[CONVENTION_TOP_LEFT], CONVENTION_TOP_LEFT));
  r = session_of(&one_head, "dtype=f32 q_heads=2 kv_heads=2 q_len=3 keys=9 d_k=8 d_v=8 causal=yes alignment=bottom-right seed=3");
  assert_int_equal(r.total.failed, 1);
  const char *empty = "dtype=f32 q_len=5 keys=3 d_k=8 d_v=8 causal=yes alignment=bottom-right seed=3";
  assert_int_equal(session_of(&unwritten, empty).total.failed, 1);
  assert_int_equal(session_of(&but_one, empty).total.failed, 1);
}

/* What a candidate says of itself counts as declared, unless it is refused. */
static void described(void **state) {
  const candidate right = {.name = "test", .compute = reference_with, .describe = describe_top_left};
  (void)state;
  assert_true(session_of(&right, CORNER).failed);
  candidate of = right;
  of.conventions.refused = CONVENTION_ALL;
  assert_false(session_of(&of, CORNER).failed);
}

static void names(void **state) {
  convention_set set;
  convention_policy policy;
  check_error error;
  (void)state;
  assert_int_equal(convention_read("--accept", "lse-base-2,causal-top-left", &set, &error), CHECK_OK);
  assert_int_equal(set, CONVENTION_BIT(CONVENTION_LSE_BASE_2) | CONVENTION_BIT(CONVENTION_TOP_LEFT));
  assert_int_equal(convention_read("--accept", "all", &set, &error), CHECK_OK);
  assert_int_equal(set, CONVENTION_ALL);
  assert_int_equal(convention_read("--accept", "lse-base-2,", &set, &error), CHECK_BAD_INPUT);
  assert_int_equal(convention_read("--accept", "lse-base", &set, &error), CHECK_BAD_INPUT);
  assert_non_null(strstr(error.text, "--accept: 'lse-base' is no convention"));
  assert_int_equal(convention_read_policy("lse-base-2", "all", &policy, &error), CHECK_OK);
  assert_int_equal(policy.refused, CONVENTION_ALL & ~CONVENTION_BIT(CONVENTION_LSE_BASE_2));
  for (int n = 0; n < CONVENTIONS; n++) assert_non_null(zoo_find(convention_of((convention_id)n)->mutant));
}

/* The report of attest_check says the same. */
static void report_of_library(void **state) {
  const attest_check_options refuse = {.recipe = CORNER, .refuse = "all"}, plain = {.recipe = CORNER}, bad = {.accept = "nothing"};
  attest_report report;
  (void)state;
  assert_int_equal(attest_check(at_times, NULL, &plain, &report), ATTEST_OK);
  assert_true(report.pass && report.by_convention == 1 && report.cases == 1);
  assert_string_equal(report.conventions, "causal-top-left");
  assert_int_equal(attest_check(at_times, NULL, &refuse, &report), ATTEST_OK);
  assert_true(!report.pass && report.failed == 1);
  assert_string_equal(report.conventions, "");
  assert_int_equal(attest_check(at_times, NULL, &bad, &report), ATTEST_BAD_OPTION);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_is_found),
      cmocka_unit_test(right_ones_follow_none),
      cmocka_unit_test(faults_are_no_conventions),
      cmocka_unit_test(policies),
      cmocka_unit_test(consistency),
      cmocka_unit_test(refused_among_two),
      cmocka_unit_test(wide_bounds_prove_nothing),
      cmocka_unit_test(doubts_are_settled),
      cmocka_unit_test(described),
      cmocka_unit_test(names),
      cmocka_unit_test(report_of_library),
  };
  return cmocka_run_group_tests_name("test_convention", tests, NULL, NULL);
}
