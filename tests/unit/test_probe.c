/* Probes: a correct candidate has every property. Each faulty one lacks a single property, within the bounds or beyond.
   */
#include <math.h>
#include <unistd.h>

#include "check/cases/tensor.h"
#include "check/zoo/zoo.h"
#include "tests/unit/support_check.h"

#define NAMES_MAX 500

/* ---- running single probes */

typedef struct {
  const trial *of;
  const probe *p;
  probe_sight sight;
  size_t parts;   /* for backwards */
  bool backwards; /* the last case is asked first */
} watching;

static check_status watch(void *context, const answered *a, check_error *error) {
  watching *w = context;
  verdict v;
  const check_status status = trial_judge(w->of, a, &v, error);
  const size_t part = w->backwards ? w->parts - 1 - a->number : a->number;
  return status == CHECK_OK ? probe_see(w->p, part, a, &v, &w->sight, error) : status;
}

/* The two cases of a probe may be answered in any order. If only one was answered, the probe is not whole.
   Would notice: a second answer that is compared with a first one that is not there. */
static void parts_come_in_any_order(void **state) {
  const support all = support_everything(ATTEST_F32);
  size_t count;
  const probe *probes = probe_list(&count);
  trial t;
  check_error error;
  (void)state;
  trial_begin_function(&t, reference_answer);
  for (size_t n = 0; n < count; n++)
    for (size_t heard = 1; heard <= 2; heard++) {
      recipe cases[2];
      question asked[2];
      watching w = {.of = &t, .p = &probes[n], .parts = probe_cases(&probes[n], &all, 0, cases), .backwards = true};
      for (size_t part = 0; part < w.parts; part++) asked[part] = (question){cases[w.parts - 1 - part], true, false};
      const size_t those = heard < w.parts ? heard : w.parts;
      if (candidate_answer(&t.of, asked, those, watch, &w, &error) != CHECK_OK) fail_msg("%s", error.text);
      assert_int_equal(w.sight.found.result, PROBE_HOLDS);
      assert_int_equal(probe_is_whole(&probes[n], &w.sight), those == w.parts);
      probe_free(&w.sight);
    }
  trial_end(&t);
}

/* The finding of one probe; PROBE_SKIPPED if s has no cases for it. */
static probe_finding finding_required(trial *t, const probe *p, const support *s, promise_set required) {
  watching w = {.of = t, .p = p};
  recipe cases[2];
  question asked[2];
  check_error error;
  const size_t count = probe_cases(p, s, required, cases);
  for (size_t n = 0; n < count; n++) asked[n] = (question){cases[n], true, false};
  if (candidate_answer(&t->of, asked, count, watch, &w, &error) != CHECK_OK) fail_msg("%s", error.text);
  assert_int_equal(w.sight.asked, count > 0);
  if (count == 0) w.sight.found.result = PROBE_SKIPPED;
  probe_free(&w.sight);
  return w.sight.found;
}

static probe_finding finding_of(trial *t, const probe *p, const support *s) { return finding_required(t, p, s, 0); }

/* The names of the probes with a result, each followed by a space. */
static void names_of(trial *t, attest_dtype dtype, probe_result result, char names[NAMES_MAX]) {
  const support all = support_everything(dtype);
  size_t count, used = 0;
  const probe *probes = probe_list(&count);
  *names = '\0';
  for (size_t n = 0; n < count; n++) {
    const probe_finding found = finding_of(t, &probes[n], &all);
    assert_int_equal(found.text[0] != '\0', found.result == PROBE_DIFFERS || found.result == PROBE_FAILS);
    if (found.result == result) used += (size_t)snprintf(names + used, NAMES_MAX - used, "%s ", probes[n].name);
  }
}

/* In one type these probes differ, those fail, and all others hold or are skipped. */
static void assert_in(attest_dtype dtype, candidate of, const char *differ, const char *fails) {
  char names[NAMES_MAX];
  trial t;
  trial_begin(&t, of);
  names_of(&t, dtype, PROBE_DIFFERS, names);
  assert_string_equal(names, differ);
  names_of(&t, dtype, PROBE_FAILS, names);
  assert_string_equal(names, fails);
  trial_end(&t);
}

/* The same in a wide type and in a narrow one. */
static void assert_seen(candidate of, const char *differ, const char *fails) {
  assert_in(ATTEST_F32, of, differ, fails);
  assert_in(ATTEST_BF16, of, differ, fails);
}

static void assert_of(attest_candidate_function *compute, const char *differ, const char *fails) {
  assert_seen(candidate_of_function("test", compute, NULL), differ, fails);
}

static void right(void **state) {
  (void)state;
  for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++)
    assert_in((attest_dtype)dtype, candidate_of_function("test", reference_answer, NULL), "", "");
}

/* ---- cases */

static size_t cases_of(const char *name, const support *s, recipe cases[2]) {
  return probe_cases(probe_named(name), s, 0, cases);
}

static support with(const attest_supports *says) {
  support s = support_everything(ATTEST_BF16);
  support_declare(&s, says);
  support_settle(&s, SUPPORT_REFUSED);
  return s;
}

/* Probes use cases that the candidate takes, where the reference has the property too, or do not exist. */
static void cases_are_fitted(void **state) {
  const support large = with(&(attest_supports){.head_sizes = {64}, .q_len_multiple = 64, .keys_multiple = 64});
  const support decode = with(&(attest_supports){.q_len_most = 1, .q_len_least = 1}),
                square = with(&(attest_supports){.cross = ATTEST_NO});
  const support plain = with(&(attest_supports){.top_left = ATTEST_NO, .mask = ATTEST_NO, .heads = ATTEST_NO});
  recipe cases[2];
  size_t count;
  trial t;
  (void)state;
  const support ungrouped = with(&(attest_supports){.grouped_heads = ATTEST_NO});
  assert_int_equal(cases_of("repeated", &ungrouped, cases), 2);
  assert_true(cases[0].q_heads == 4 && cases[0].kv_heads == 4 && cases[1].kv_heads == 4);
  assert_int_equal(cases_of("batch-alone", &plain, cases), 2);
  assert_true(cases[0].q_heads == 1 && cases[0].kv_heads == 1 && cases[0].batch > cases[1].batch);
  assert_int_equal(cases_of("causal-prefix", &large, cases), 2);
  assert_true(cases[0].dtype == ATTEST_BF16 && cases[0].d_k == 64 && cases[1].d_k == 64 && cases[1].q_len % 64 == 0);
  assert_true(cases[1].q_len < cases[0].q_len && cases[0].seed == cases[1].seed);
  assert_int_equal(cases_of("score-shift", &large, cases), 2);
  assert_true(cases[0].q_len % 64 == 0 && cases[0].q_len == cases[1].q_len && cases[1].change == CHANGE_SCORES_SHIFTED);
  assert_int_equal(cases_of("causal-prefix", &decode, cases), 0); /* needs several rows */
  assert_int_equal(cases_of("other-queries", &decode, cases), 0);
  assert_int_equal(cases_of("key-order", &decode, cases), 0);
  assert_int_equal(cases_of("hidden-numbers", &square, cases), 0);
  assert_int_equal(cases_of("causal-prefix", &square, cases), 2);
  assert_int_equal(cases_of("hidden-nan-k", &plain, cases), 2); /* of one head, by an offset */
  assert_int_equal(cases_of("hidden-weights", &plain, cases), 0);
  assert_int_equal(cases_of("equal-scores", &plain, cases), 1);
  trial_begin_function(&t, reference_answer);
  const probe *probes = probe_list(&count);
  const support *const narrow[] = {&large, &decode, &square, &plain};
  for (size_t s = 0; s < 4; s++) {
    size_t held = 0;
    for (size_t n = 0; n < count; n++) {
      const probe_finding found = finding_of(&t, &probes[n], narrow[s]);
      if (found.result == PROBE_DIFFERS || found.result == PROBE_FAILS) fail_msg("%s: %s", probes[n].name, found.text);
      held += found.result == PROBE_HOLDS;
    }
    assert_true(held > 0);
  }
  trial_end(&t);
}

/* ---- faults of one unit in the last place, and large ones */

/* The next number away from 0. */
static void nudge(const attest_output *t, const int64_t at[4]) {
  int64_t offset = 0;
  for (int d = 0; d < 4; d++) offset += at[d] * t->stride[d];
  if (t->dtype == ATTEST_F64) ((uint64_t *)t->data)[offset]++;
  else if (t->dtype == ATTEST_F32) ((uint32_t *)t->data)[offset]++;
  else ((uint16_t *)t->data)[offset]++;
}

static const int64_t first[4] = {0, 0, 0, 0};

static void nudge_first(const attest_answer *a) { nudge(&a->out, first); }

static void add(const attest_answer *a, double x) { output_store(&a->out, first, output_element(&a->out, first) + x); }

static double number(const attest_tensor *t, int64_t row, int64_t column) {
  return tensor_element(t, (const int64_t[]){0, 0, row, column});
}

static bool sizes_are(const attest_problem *p, int64_t q_len, int64_t keys) {
  return p->q.size[2] == q_len && p->k.size[2] == keys;
}

enum { EQUAL_KEYS = 128, TWO_SCORES_KEYS = 80 }; /* of probes with equal scores, and with two scores */

/* Changes the last element where all elements are equal. */
static attest_status last_is_other(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 3, EQUAL_KEYS) && number(&p->k, 0, 1) > 0) nudge(&a->out, (const int64_t[]){0, 0, 2, 15});
  return status;
}

/* Gives the smallest possible weight to every hidden key of the third row. */
static attest_status weighs_hidden(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  for (int64_t j = 0; p->mask.data != NULL && j < a->out.size[3]; j++)
    if (output_element(&a->out, (const int64_t[]){0, 0, 2, j}) <= 0) nudge(&a->out, (const int64_t[]){0, 0, 2, j});
  return status;
}

static attest_status knows_the_order(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 3, TWO_SCORES_KEYS) && number(&p->v, 0, 0) > 1) nudge_first(a);
  return status;
}

static attest_status knows_the_level(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 3, TWO_SCORES_KEYS) && number(&p->k, 0, 0) > 10) nudge_first(a);
  return status;
}

static attest_status knows_the_length(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (p->causal && sizes_are(p, 64, 64)) nudge_first(a);
  return status;
}

static attest_status reads_other_queries(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 65, 65) && number(&p->q, 1, 0) <= -2.5) nudge_first(a);
  return status;
}

static attest_status counts_calls(const attest_problem *p, const attest_answer *a) {
  static int calls;
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 65, 129) && ++calls % 2 == 0) nudge_first(a);
  return status;
}

static attest_status sees_hidden_numbers(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 33, 129) && number(&p->v, 128, 0) <= -100) nudge_first(a);
  return status;
}

static attest_status sees_hidden_nan(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 33, 129) && isnan(number(&p->k, 128, 0))) nudge_first(a);
  return status;
}

static attest_status knows_the_batches(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (p->q.size[0] == 8) nudge_first(a);
  return status;
}

/* A difference within the bounds is reported by its own probe only, and is no failure. */
static void small_differences(void **state) {
  (void)state;
  assert_of(last_is_other, "equal-scores constant-values ", "");
  for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++) {
    const bool within = dtype != ATTEST_F16; /* whose smallest number is twice the bound */
    assert_in((attest_dtype)dtype, candidate_of_function("test", weighs_hidden, NULL), within ? "hidden-weights " : "",
              within ? "" : "hidden-weights ");
  }
  assert_of(knows_the_order, "key-order ", "");
  assert_of(knows_the_level, "score-shift ", "");
  assert_of(knows_the_batches, "batch-alone ", "");
  assert_of(knows_the_length, "causal-prefix ", "");
  assert_of(reads_other_queries, "other-queries ", "");
  assert_of(counts_calls, "repeated ", "");
  assert_of(sees_hidden_numbers, "hidden-numbers ", "");
  assert_of(sees_hidden_nan, "hidden-nan-k ", "");
}

/* Required, the same difference fails, and its text says what was required; other promises change nothing. */
static void required_ones_fail(void **state) {
  const support all = support_everything(ATTEST_F32);
  const probe *const p = probe_named("batch-alone");
  promise_set batch, others, none;
  check_error error;
  trial t;
  (void)state;
  assert_int_equal(probe_read_promises("--require", "batch-invariant", &batch, &error), CHECK_OK);
  assert_int_equal(
      probe_read_promises("--require", "bitwise-repeat,permutation-invariant,prefix-invariant", &others, &error),
      CHECK_OK);
  assert_int_equal(probe_read_promises("--require", "batch-invariant,", &none, &error), CHECK_BAD_INPUT);
  trial_begin_function(&t, knows_the_batches);
  probe_finding found = finding_of(&t, p, &all);
  trial_end(&t);
  probe_require(p, others, &found);
  assert_int_equal(found.result, PROBE_DIFFERS);
  probe_require(p, batch, &found);
  assert_int_equal(found.result, PROBE_FAILS);
  assert_int_equal(strncmp(found.text, "batch-invariant is required: out[0,0,0,0] is ", 45), 0);
  found = (probe_finding){.result = PROBE_HOLDS};
  probe_require(p, batch, &found);
  assert_int_equal(found.result, PROBE_HOLDS);
}

static attest_status sums_in_order(const attest_problem *p, const attest_answer *a) {
  return zoo_answer(p, zoo_find("correct-tiled"), a);
}

/* The usual case of the probe has exact sums; where the order of keys must not matter, another one is asked. */
static void order_of_keys_shows_where_required(void **state) {
  const support all = support_everything(ATTEST_F32);
  const probe *const p = probe_named("key-order");
  trial t;
  (void)state;
  trial_begin_function(&t, sums_in_order);
  assert_int_equal(finding_of(&t, p, &all).result, PROBE_HOLDS);
  assert_int_equal(finding_required(&t, p, &all, 1U << PROMISE_BATCH).result, PROBE_HOLDS);
  assert_int_equal(finding_required(&t, p, &all, 1U << PROMISE_PERMUTATION).result, PROBE_DIFFERS);
  trial_end(&t);
}

/* Changes a row whose own query changes. */
static attest_status odd_rows_are_other(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 65, 65) && number(&p->q, 1, 0) <= -2.5) nudge(&a->out, (const int64_t[]){0, 0, 1, 3});
  return status;
}

static void rows_that_do_not_count(void **state) {
  (void)state;
  assert_of(odd_rows_are_other, "", "");
}

static attest_status leaks(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (p->causal && sizes_are(p, 33, 129) && number(&p->v, 128, 0) <= -100) add(a, 0.5);
  return status;
}

static attest_status second_call_is_wrong(const attest_problem *p, const attest_answer *a) {
  static int calls;
  const attest_status status = reference_answer(p, a);
  if (sizes_are(p, 65, 129) && ++calls % 2 == 0) add(a, 3);
  return status;
}

/* The weights do not sum to 1. */
static attest_status counts_too_many(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  const bool three = sizes_are(p, 3, EQUAL_KEYS) || sizes_are(p, 3, TWO_SCORES_KEYS);
  int64_t at[4];
  for (bool more = tensor_first(a->out.size, at); more && three; more = tensor_next(a->out.size, at))
    output_store(&a->out, at, output_element(&a->out, at) * 100 / 128);
  return status;
}

static attest_status weighs_hidden_much(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  for (int64_t j = 0; p->mask.data != NULL && j < a->out.size[3]; j++)
    if (output_element(&a->out, (const int64_t[]){0, 0, 2, j}) <= 0)
      output_store(&a->out, (const int64_t[]){0, 0, 2, j}, 0x1p-9);
  return status;
}

static void large_differences(void **state) {
  (void)state;
  assert_of(leaks, "", "hidden-numbers ");
  assert_of(second_call_is_wrong, "", "repeated ");
  assert_of(counts_too_many, "", "equal-scores constant-values key-order score-shift ");
  assert_of(weighs_hidden_much, "", "hidden-weights ");
}

/* ---- conventions */

/* Adds 0 times the last value, which has no influence while it is finite. */
static attest_status multiplies_by_zero(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  add(a, 0 * number(&p->v, p->k.size[2] - 1, 0));
  return status;
}

/* NaN that leaks by a convention is a difference, and a failure where that convention is refused. */
static void conventions_are_no_faults(void **state) {
  candidate of = candidate_of_function("test", multiplies_by_zero, NULL);
  (void)state;
  assert_seen(of, "hidden-nan-v hidden-infinity-v ", "");
  const support all = support_everything(ATTEST_F32);
  trial t;
  trial_begin(&t, of);
  const probe_finding found = finding_of(&t, probe_named("hidden-nan-v"), &all);
  trial_end(&t);
  assert_int_equal(strncmp(found.text, "out[0,0,0,0] is ", 16), 0);
  of.conventions.refused = CONVENTION_BIT(CONVENTION_HIDDEN_VALUE);
  assert_seen(of, "", "hidden-nan-v hidden-infinity-v ");
}

/* ---- no answer */

static attest_status refuses(const attest_problem *p, const attest_answer *a) {
  return p->causal ? ATTEST_BAD_OPTION : reference_answer(p, a);
}

static attest_status crashes(const attest_problem *p, const attest_answer *a) {
  if (p->mask.data != NULL) abort();
  return reference_answer(p, a);
}

#define HIDDEN "hidden-nan-k hidden-nan-v hidden-infinity-k hidden-infinity-v "

static void without_answer(void **state) {
  (void)state;
  assert_of(answer_unsupported, "", "");
  assert_of(refuses, "", "hidden-numbers causal-prefix " HIDDEN);
  assert_of(crashes, "", "hidden-weights ");
}

/* Fails on the first case and answers the second by a convention. */
static attest_status only_nan_is_answered(const attest_problem *p, const attest_answer *a) {
  if (!sizes_are(p, 33, 129)) return reference_answer(p, a);
  return isfinite(number(&p->v, 128, 0)) ? ATTEST_FAILED : multiplies_by_zero(p, a);
}

/* Is wrong on the first case and refuses the second. */
static attest_status only_numbers_are_wrong(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (!sizes_are(p, 33, 129)) return status;
  if (!isfinite(number(&p->k, 128, 0)) || !isfinite(number(&p->v, 128, 0)) || number(&p->v, 128, 0) <= -100)
    return ATTEST_UNSUPPORTED;
  add(a, 3);
  return status;
}

/* Refuses the first case; on the second it fails, or follows a convention. */
static attest_status only_the_second(const attest_problem *p, const attest_answer *a) {
  if (!sizes_are(p, 33, 129)) return reference_answer(p, a);
  if (isnan(number(&p->k, 128, 0)) && isfinite(number(&p->v, 128, 0))) return ATTEST_FAILED;
  return isfinite(number(&p->v, 128, 0)) ? ATTEST_UNSUPPORTED : multiplies_by_zero(p, a);
}

/* A failure on either case fails the probe, whatever becomes of the other. */
static void failures_stay(void **state) {
  (void)state;
  assert_of(only_nan_is_answered, "", "hidden-numbers " HIDDEN);
  assert_of(only_numbers_are_wrong, "", "hidden-numbers " HIDDEN);
  assert_of(only_the_second, "", "hidden-nan-k ");
}

/* The text of a failure names the fault and the case. */
static void text_of_failure(void **state) {
  const support all = support_everything(ATTEST_F32);
  trial t;
  (void)state;
  trial_begin_function(&t, crashes);
  const probe_finding found = finding_of(&t, probe_named("hidden-weights"), &all);
  trial_end(&t);
  assert_int_equal(found.result, PROBE_FAILS);
  assert_string_equal(found.text,
                      "crashed: Aborted in dtype=f32 q_len=64 keys=64 d_k=16 d_v=64 mask=rows fill=one-hot seed=5");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right),
      cmocka_unit_test(cases_are_fitted),
      cmocka_unit_test(parts_come_in_any_order),
      cmocka_unit_test(small_differences),
      cmocka_unit_test(required_ones_fail),
      cmocka_unit_test(order_of_keys_shows_where_required),
      cmocka_unit_test(rows_that_do_not_count),
      cmocka_unit_test(large_differences),
      cmocka_unit_test(conventions_are_no_faults),
      cmocka_unit_test(without_answer),
      cmocka_unit_test(failures_stay),
      cmocka_unit_test(text_of_failure),
  };
  return cmocka_run_group_tests_name("test_probe", tests, NULL, NULL);
}
