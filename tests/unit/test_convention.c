/* Conventions: a candidate that follows an accepted one passes, and the report names it. */
#include <math.h>

#include "check/cases/tensor.h"
#include "check/zoo/zoo.h"
#include "tests/unit/support_check.h"

/* A session in f32 on the suite of conventions, or on one case. */
static session_result session_on(candidate of, const char *text) {
  session_settings settings = quick_session(ATTEST_F32);
  settings.suite = SUITE_IS_CONVENTIONS;
  settings.recipe = text;
  return session_of(of, &settings);
}

/* A session in f32 on the quick suite. */
static session_result whole_session_on(candidate of) {
  const session_settings settings = quick_session(ATTEST_F32);
  return session_of(of, &settings);
}

static candidate of_zoo(const char *name) {
  char target[80];
  (void)snprintf(target, sizeof target, "zoo:%s", name);
  candidate of = candidate_named(target);
  of.name = name;
  return of;
}

static candidate of_function(attest_candidate_function *compute) {
  return candidate_of_function("test", compute, NULL);
}

static convention_set followed_in(const session_result *result) {
  convention_set set = 0;
  for (int n = 0; n < CONVENTIONS; n++)
    if (result->conventions.of[n].followed > 0) set |= CONVENTION_BIT(n);
  return set;
}

/* A convention that is taken for another, or for a fault; one that a member of the zoo follows and nobody looks for.
   Stated ones are accepted here. (NaN weights beside NaN are what every softmax of a whole row gives, so that several
   members have them.) */
static void each_is_found(void **state) {
  size_t count;
  const zoo_mutant *all = zoo_list(&count);
  (void)state;
  for (size_t n = 0; n < count; n++) {
    if (!all[n].convention) continue;
    convention_set its = 0;
    for (int c = 0; c < CONVENTIONS; c++)
      if (strcmp(convention_of((convention_id)c)->mutant, all[n].name) == 0) its |= CONVENTION_BIT(c);
    candidate of = of_zoo(all[n].name);
    of.conventions.accepted = its;
    const session_result result = session_on(of, NULL);
    its &= ~CONVENTION_BIT(CONVENTION_NAN_WEIGHTS) & ~CONVENTION_BIT(CONVENTION_BIAS_NAN) &
           ~CONVENTION_BIT(CONVENTION_BIAS_MEAN);
    const convention_set beside = CONVENTION_BIT(CONVENTION_NAN_WEIGHTS) | CONVENTION_BIT(CONVENTION_BIAS_NAN) |
                                  CONVENTION_BIT(CONVENTION_BIAS_MEAN);
    if (result.failed) fail_msg("%s fails", all[n].name);
    assert_true(its != 0);
    assert_int_equal(followed_in(&result) & ~beside, its);
    assert_int_equal(result.total.failed, 0);
    assert_true(result.total.conventional > 0);
  }
}

/* A stated convention that is not accepted fails, and is named. */
static void stated_ones_fail(void **state) {
  (void)state;
  for (int n = 0; n < CONVENTION_OF_ROWS; n++) {
    const candidate of = of_zoo(convention_of((convention_id)n)->mutant);
    const session_result result = session_on(of, NULL);
    if (!result.failed) fail_msg("%s passes", of.name);
    assert_true(result.conventions.of[n].not_asked > 0);
    assert_int_equal(result.conventions.of[n].followed, 0);
  }
}

/* An accepted convention may be followed or not, whichever others are. */
static void all_may_be_accepted(void **state) {
  (void)state;
  for (int n = 0; n < CONVENTION_OF_ROWS; n++) {
    candidate of = of_zoo(convention_of((convention_id)n)->mutant);
    of.conventions.accepted = CONVENTION_ALL;
    const session_result result = session_on(of, NULL);
    if (result.failed) fail_msg("%s fails", of.name);
    assert_int_equal(followed_in(&result) & CONVENTION_STATED, CONVENTION_BIT(n));
  }
}

/* Members of the zoo as functions with short cases. */

static attest_status decodes_top_left(const attest_problem *p, const attest_answer *a) {
  return zoo_answer(p, zoo_find("decode-top-left"), a);
}

static attest_status describe_short(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->supports.head_sizes[0] = 16;
  d->supports.q_len_most = d->supports.keys_most = 33;
  return ATTEST_OK;
}

static attest_status loses_mask(const attest_problem *p, const attest_answer *a) {
  return zoo_answer(p, zoo_find("mask-lost-with-causal"), a);
}

/* An accepted convention explains every case of the quick suite, also where its bounds are wide. */
static void whole_suite(void **state) {
  const convention_set lost = CONVENTION_BIT(CONVENTION_MASK_LOST);
  candidate of = candidate_of_function("mask-lost-with-causal", loses_mask, describe_short);
  (void)state;
  of.conventions.accepted = lost;
  const session_result result = whole_session_on(of);
  assert_int_equal(result.total.failed, 0);
  assert_false(result.failed);
  assert_true((followed_in(&result) & CONVENTION_STATED) == lost &&
              result.conventions.of[CONVENTION_MASK_LOST].followed > 50);
  assert_int_equal(result.conventions.of[CONVENTION_MASK_LOST].broken, 0);
}

/* What is right follows none: not by accident either, where a case shows nothing. */
static void right_ones_follow_none(void **state) {
  (void)state;
  for (int n = 0; n < 3; n++) {
    candidate of = of_zoo((const char *const[]){"correct-materialised", "correct-tiled", "correct-split"}[n]);
    session_result result = session_on(of, NULL);
    assert_false(result.failed);
    assert_int_equal(followed_in(&result), 0);
    assert_int_equal(result.total.conventional, 0);
    assert_true(result.total.passed > 20 && result.conventions.of[CONVENTION_EMPTY_NAN].broken > 0);
    of.conventions.accepted = CONVENTION_ALL;
    result = session_on(of, NULL);
    assert_false(result.failed);
    assert_int_equal(followed_in(&result), 0);
    for (int c = 0; c < CONVENTION_OF_ROWS; c++) assert_true(result.conventions.of[c].broken > 0);
  }
}

/* Faults near a convention: a diagonal at the first key in decoding only, another factor of lse, another head. */
static void faults_are_no_conventions(void **state) {
  candidate of = candidate_of_function("decode-top-left", decodes_top_left, describe_short);
  (void)state;
  of.conventions.accepted = CONVENTION_ALL;
  assert_true(whole_session_on(of).failed);
  for (int n = 0; n < 2; n++) {
    of = of_zoo((const char *const[]){"lse-times-log-2", "kv-head-by-count"}[n]);
    of.conventions.accepted = CONVENTION_ALL;
    if (!session_on(of, NULL).failed) fail_msg("%s passes", of.name);
  }
}

/* ---- declared and refused */

#define CORNER "dtype=f32 q_len=3 keys=9 d_k=8 d_v=8 causal=yes alignment=bottom-right seed=3"

static session_result in_corner(const char *name, convention_policy policy) {
  candidate of = of_zoo(name);
  of.conventions = policy;
  return session_on(of, CORNER);
}

static void policies(void **state) {
  const convention_set top_left = CONVENTION_BIT(CONVENTION_TOP_LEFT), other = CONVENTION_BIT(CONVENTION_EMPTY_NAN);
  (void)state;
  session_result r = in_corner("causal-top-left", (convention_policy){0, 0});
  assert_true(r.failed && r.total.failed == 1 && r.conventions.of[CONVENTION_TOP_LEFT].not_asked == 1);
  r = in_corner("causal-top-left", (convention_policy){.accepted = other});
  assert_true(r.failed && r.total.failed == 1);
  r = in_corner("causal-top-left", (convention_policy){.accepted = top_left});
  assert_false(r.failed);
  assert_int_equal(r.total.conventional, 1);
  assert_int_equal(r.conventions.of[CONVENTION_TOP_LEFT].followed, 1);
  r = in_corner("causal-top-left", (convention_policy){.accepted = top_left, .refused = top_left});
  assert_true(r.failed);
  r = in_corner("correct-tiled", (convention_policy){.accepted = top_left});
  assert_false(r.failed);
  assert_int_equal(r.conventions.of[CONVENTION_TOP_LEFT].broken, 1);
  r = in_corner("correct-tiled", (convention_policy){.refused = CONVENTION_ALL});
  assert_false(r.failed);
  const candidate nan = of_zoo("empty-row-nan");
  const char *empty = "dtype=f32 q_len=5 keys=3 d_k=8 d_v=8 causal=yes alignment=bottom-right seed=3";
  r = session_on(nan, empty);
  assert_true(!r.failed && followed_in(&r) == other);
  candidate strict = nan;
  strict.conventions.refused = other;
  r = session_on(strict, empty);
  assert_true(r.failed && followed_in(&r) == 0);
}

/* ---- candidates of our own */

/* Top left where there are fewer than 10 keys. */
static attest_status at_times(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT && p->k.size[2] < 10) other.alignment = ATTEST_ALIGN_TOP_LEFT;
  return reference_answer(&other, a);
}

/* Top left in the first head only: in the same case it is followed and not. */
static attest_status first_head(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  attest_answer part = *a;
  attest_status status = reference_answer(p, a);
  other.alignment = ATTEST_ALIGN_TOP_LEFT;
  other.q.size[1] = other.k.size[1] = other.v.size[1] = part.out.size[1] = part.lse.size[1] = part.weights.size[1] = 1;
  return status == ATTEST_OK ? reference_answer(&other, &part) : status;
}

/* Rows that see nothing are not written: that is no NaN of an answer. */
static attest_status leaves_empty(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  for (int64_t i = 0; i < p->q.size[2] - p->k.size[2]; i++)
    (void)memset((float *)a->out.data + i * a->out.stride[2], ARENA_PATTERN, (size_t)a->out.size[3] * sizeof(float));
  return status;
}

/* NaN in every element of rows that see nothing but one, where it is 1. */
static attest_status nan_but_one(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  for (int64_t c = 0; c < a->out.size[3]; c++)
    output_store(&a->out, (const int64_t[]){0, 0, 0, c}, c == 3 ? 1 : (double)NAN);
  return status;
}

/* Top left, and lse in base 2. */
static attest_status two_at_once(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  other.alignment = ATTEST_ALIGN_TOP_LEFT;
  const attest_status status = reference_answer(&other, a);
  for (int64_t i = 0; i < a->lse.size[2]; i++) {
    const int64_t at[4] = {0, 0, i, 0};
    output_store(&a->lse, at, output_element(&a->lse, at) * 1.4426950408889634);
  }
  return status;
}

/* An answer that follows two stated conventions passes if both are accepted, and only then. */
static void two_stated_ones(void **state) {
  const convention_set two[] = {CONVENTION_BIT(CONVENTION_TOP_LEFT), CONVENTION_BIT(CONVENTION_LSE_BASE_2)};
  candidate of = of_function(two_at_once);
  (void)state;
  assert_int_equal(session_on(of, CORNER).total.failed, 1);
  of.conventions.accepted = two[0] | two[1];
  session_result r = session_on(of, CORNER);
  assert_int_equal(r.total.conventional, 1);
  assert_int_equal(followed_in(&r), two[0] | two[1]);
  for (int n = 0; n < 2; n++) {
    of.conventions.accepted = two[n];
    r = session_on(of, CORNER);
    assert_int_equal(r.total.failed, 1);
    /* the one that is missing */
    assert_int_equal(r.conventions.of[n == 0 ? CONVENTION_LSE_BASE_2 : CONVENTION_TOP_LEFT].not_asked, 1);
  }
}

/* Twice what is right. */
static attest_status doubled(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  int64_t at[4];
  for (bool more = tensor_first(a->out.size, at); more; more = tensor_next(a->out.size, at))
    output_store(&a->out, at, 2 * output_element(&a->out, at));
  return status;
}

static attest_status describe_no_lse(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->gives_lse = false;
  return ATTEST_OK;
}

/* Without the mask keys of 1e30 are seen, and no bound of out is left but that of a mean of such numbers: a fault taken
   for the convention because it is within that. (lse would tell them apart.) */
static void wide_bounds_prove_nothing(void **state) {
  static const char wide[] =
      "dtype=f32 keys=9 d_k=8 d_v=8 causal=yes alignment=bottom-right mask=random hidden=huge seed=3";
  (void)state;
  const session_result r = session_on(candidate_of_function("test", doubled, describe_no_lse), wide);
  assert_int_equal(r.total.failed, 1);
  assert_int_equal(r.conventions.of[CONVENTION_MASK_LOST].not_asked, 0);
}

static attest_status describe_top_left(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->conventions = "causal-top-left";
  return ATTEST_OK;
}

static attest_status describe_unknown(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->conventions = "causal-left";
  return ATTEST_OK;
}

static void consistency(void **state) {
  (void)state;
  candidate sometimes = of_function(at_times);
  sometimes.conventions.accepted = CONVENTION_BIT(CONVENTION_TOP_LEFT);
  session_result r = session_on(sometimes, NULL);
  assert_true(r.failed && r.total.failed == 0);
  assert_true(tally_is_fault(&r.conventions.of[CONVENTION_TOP_LEFT], CONVENTION_TOP_LEFT));
  candidate one_head = of_function(first_head);
  one_head.conventions.accepted = CONVENTION_ALL;
  r = session_on(one_head,
                 "dtype=f32 q_heads=2 kv_heads=2 q_len=3 keys=9 d_k=8 d_v=8 causal=yes alignment=bottom-right seed=3");
  assert_int_equal(r.total.failed, 1);
  const char *empty = "dtype=f32 q_len=5 keys=3 d_k=8 d_v=8 causal=yes alignment=bottom-right seed=3";
  assert_int_equal(session_on(of_function(leaves_empty), empty).total.failed, 1);
  assert_int_equal(session_on(of_function(nan_but_one), empty).total.failed, 1);
}

/* NaN in every row of the last batch entry: with this seed, the empty one. */
static attest_status last_is_nan(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  int64_t at[4] = {a->out.size[0] - 1, 0, 0, 0};
  for (at[2] = 0; at[2] < a->out.size[2]; at[2]++)
    for (at[3] = 0; at[3] < a->out.size[3]; at[3]++) {
      output_store(&a->out, at, (double)NAN);
      if (at[3] == 0) output_store(&a->lse, at, (double)NAN);
    }
  return status;
}

/* NaN in a row that sees nothing, beside keys that are NaN, has two explanations; the verdict claims neither. */
static void either_of_two(void **state) {
  const recipe r = recipe_of("batch=2 q_len=2 keys=4 d_k=4 d_v=4 kv_len=empty hidden=nan-k seed=1");
  trial t;
  (void)state;
  trial_begin_function(&t, last_is_nan);
  verdict v = trial_verdict(&t, &r);
  assert_int_equal(v.kind, VERDICT_CONVENTION);
  assert_int_equal(v.followed, 0);
  assert_string_equal(v.text, "one of: empty-row-nan, hidden-key-nan");
  t.of.conventions.refused = CONVENTION_BIT(CONVENTION_HIDDEN_KEY);
  v = trial_verdict(&t, &r);
  assert_int_equal(v.followed, CONVENTION_BIT(CONVENTION_EMPTY_NAN));
  assert_string_equal(v.text, "empty-row-nan");
  t.of.conventions.refused = CONVENTION_ALL;
  assert_int_equal(trial_verdict(&t, &r).kind, VERDICT_NOT_FINITE);
  trial_end(&t);
}

/* A convention followed in some cases only is a fault unless it is optional; failing cases are counted apart. */
static void tallies(void **state) {
  const convention_set top_left = CONVENTION_BIT(CONVENTION_TOP_LEFT), may = CONVENTION_BIT(CONVENTION_HIDDEN_VALUE);
  const verdict followed = {.kind = VERDICT_CONVENTION, .followed = top_left | may},
                broken = {.broken = top_left | may};
  const verdict not_asked = {.kind = VERDICT_NOT_ASKED, .followed = top_left};
  tally t = {.of = {{.followed = 0}}};
  (void)state;
  tally_verdict(&t, "one", &not_asked);
  tally_verdict(&t, "two", &broken);
  assert_int_equal(tally_faults(&t), 0);
  assert_false(tally_explains(&t.of[CONVENTION_TOP_LEFT])); /* one case may follow it by chance */
  tally_verdict(&t, "again", &not_asked);
  assert_true(tally_explains(&t.of[CONVENTION_TOP_LEFT]));
  tally_verdict(&t, "three", &followed);
  tally_verdict(&t, "four", &followed);
  assert_int_equal(tally_faults(&t), 1);
  assert_true(tally_is_fault(&t.of[CONVENTION_TOP_LEFT], CONVENTION_TOP_LEFT));
  assert_int_equal(t.of[CONVENTION_TOP_LEFT].not_asked, 2);
  assert_int_equal(t.of[CONVENTION_TOP_LEFT].followed, 2);
  assert_int_equal(t.of[CONVENTION_HIDDEN_VALUE].broken, 1);
  assert_string_equal(t.of[CONVENTION_TOP_LEFT].first, "three");
  assert_string_equal(t.of[CONVENTION_TOP_LEFT].first_broken, "two");
}

/* What a candidate says of itself counts as accepted, unless it is refused. */
static void described(void **state) {
  (void)state;
  candidate of = candidate_of_function("test", at_times, describe_top_left);
  session_result r = session_on(of, CORNER);
  assert_true(!r.failed && r.total.conventional == 1);
  of.conventions.refused = CONVENTION_ALL;
  assert_true(session_on(of, CORNER).failed);
  const session_settings settings = quick_session(ATTEST_F32);
  const session_events none = {.context = NULL};
  session_result result;
  check_error error;
  of = candidate_of_function("test", reference_answer, describe_unknown);
  assert_int_equal(session_run(&of, &settings, &none, &result, &error), CHECK_BAD_INPUT);
  assert_non_null(strstr(error.text, "test: 'causal-left' is not a convention"));
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
  assert_non_null(strstr(error.text, "--accept: 'lse-base' is not a convention"));
  assert_int_equal(convention_read_policy("lse-base-2", "all", &policy, &error), CHECK_OK);
  assert_int_equal(policy.refused, CONVENTION_ALL & ~CONVENTION_BIT(CONVENTION_LSE_BASE_2));
  for (int n = 0; n < CONVENTIONS; n++) assert_non_null(zoo_find(convention_of((convention_id)n)->mutant));
}

/* The report of attest_check says the same. */
static void report_of_library(void **state) {
  const attest_check_options refuse = {.recipe = CORNER, .refuse = "all"}, plain = {.recipe = CORNER},
                             bad = {.accept = "nothing"};
  attest_report report;
  (void)state;
  const attest_check_options accept = {.recipe = CORNER, .accept = "causal-top-left"};
  assert_int_equal(attest_check(at_times, NULL, &plain, &report), ATTEST_OK);
  assert_true(!report.pass && report.failed == 1);
  assert_non_null(strstr(report.text, "follows causal-top-left where bottom-right was requested"));
  assert_int_equal(attest_check(at_times, NULL, &accept, &report), ATTEST_OK);
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
      cmocka_unit_test(stated_ones_fail),
      cmocka_unit_test(all_may_be_accepted),
      cmocka_unit_test(whole_suite),
      cmocka_unit_test(right_ones_follow_none),
      cmocka_unit_test(faults_are_no_conventions),
      cmocka_unit_test(policies),
      cmocka_unit_test(consistency),
      cmocka_unit_test(two_stated_ones),
      cmocka_unit_test(wide_bounds_prove_nothing),
      cmocka_unit_test(either_of_two),
      cmocka_unit_test(tallies),
      cmocka_unit_test(described),
      cmocka_unit_test(names),
      cmocka_unit_test(report_of_library),
  };
  return cmocka_run_group_tests_name("test_convention", tests, NULL, NULL);
}
