/* Sessions: whole runs of functions and of commands. */
#define _GNU_SOURCE /* NOLINT: MAP_ANONYMOUS, reserved for this */
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check/cases/fill.h"
#include "check/cases/index.h"
#include "check/cases/case.h"
#include "check/cases/shapes.h"
#include "check/cases/tensor.h"
#include "check/run/command.h"
#include "tests/unit/support_check.h"

#define MULTIPLE(n, of) ((n) % (of) == 0)
#define NONE ""

/* ---- a session and its events */

typedef struct {
  int64_t judged, failed;
  int reported;
  verdict_kind kind;              /* of the first failure reported */
  char first[RECIPE_TEXT_MAX];    /* its shrunk case */
  char probes[1000], bias[1000];  /* "NAME: TEXT; " of each event */
  bool (*takes)(const recipe *r); /* if not NULL, holds for every judged case */
} heard;

static void hear_judged(void *context, int64_t number, const recipe *dealt, const recipe *r, const verdict *v) {
  (void)dealt;
  heard *h = context;
  (void)number;
  h->judged += v->kind != VERDICT_SKIPPED;
  assert_true(v->kind == VERDICT_SKIPPED || h->takes == NULL || h->takes(r));
}

static void hear_failed(void *context, const recipe *r, const verdict *v) {
  heard *h = context;
  (void)r;
  assert_true(verdict_fails(v->kind));
  h->failed++;
}

static void hear_failure_report(void *context, const reported_failure *f) {
  heard *h = context;
  if (h->reported++ > 0) return;
  h->kind = f->small_verdict->kind;
  recipe_print(f->small, h->first);
}

static void hear_probe(void *context, attest_dtype dtype, const probe *p, const probe_finding *found) {
  heard *h = context;
  (void)dtype;
  const size_t used = strlen(h->probes);
  (void)snprintf(h->probes + used, sizeof h->probes - used, "%s: %s; ", p->name, found->text);
}

static void hear_bias(void *context, attest_dtype dtype, const bias_test_finding *found) {
  heard *h = context;
  (void)dtype;
  const size_t used = strlen(h->bias);
  (void)snprintf(h->bias + used, sizeof h->bias - used, "%s: %s; ", found->name, found->failure);
}

static check_status try_session(candidate of, const session_settings *settings, heard *h, session_result *result,
                                check_error *error) {
  const session_events events = {.context = h,
                                 .judged = hear_judged,
                                 .failed = hear_failed,
                                 .reported = hear_failure_report,
                                 .probe = hear_probe,
                                 .bias = hear_bias};
  return session_run(&of, settings, &events, result, error);
}

static session_result session_heard(candidate of, attest_dtype dtype, heard *h) {
  const session_settings settings = quick_session(dtype);
  session_result result;
  check_error error;
  if (try_session(of, &settings, h, &result, &error) != CHECK_OK) fail_msg("%s", error.text);
  assert_int_equal(h->failed, result.total.failed);
  assert_int_equal(h->judged, result.total.passed + result.total.failed + result.total.conventional);
  return result;
}

/* ---- small candidates: a session takes about a second */

static attest_status small(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->supports.head_sizes[0] = 16;
  d->supports.head_sizes[1] = 8;
  d->supports.q_len_most = d->supports.keys_most = 33;
  return ATTEST_OK;
}

static bool is_small(const recipe *r) {
  return (r->d_k == 16 || r->d_k == 8) && (r->d_v == 16 || r->d_v == 8) && r->q_len <= 33 && r->keys <= 33;
}

static candidate small_one(attest_candidate_function *compute) { return candidate_of_function("test", compute, small); }

static void right(void **state) {
  session_settings settings = quick_session(ATTEST_F64);
  session_result r;
  check_error error;
  heard h = {.takes = is_small};
  (void)state;
  settings.type[ATTEST_BF16] = true;
  assert_int_equal(try_session(small_one(reference_answer), &settings, &h, &r, &error), CHECK_OK);
  assert_false(r.failed);
  const session_tally *f64 = &r.type[ATTEST_F64], *bf16 = &r.type[ATTEST_BF16];
  assert_true(f64->passed >= SUITE_QUICK && bf16->passed >= SUITE_QUICK && r.type[ATTEST_F32].passed == 0);
  /* the reference rounds weights of 1/6 before it sums */
  assert_true(f64->probes >= 10 && f64->probes_held >= f64->probes - 1);
  assert_true(bf16->probes >= 10 && bf16->probes_held == bf16->probes);
  assert_true(f64->bias_tests == 0 && bf16->bias_tests == BIAS_TESTS);
  assert_true(f64->worst[0] != '\0' && bf16->worst[0] != '\0' && bf16->budget > 0.01 && bf16->budget <= 1);
  assert_true(r.total.skipped == 0 && r.total.conventional == 0 && r.total.alarms == 0 && !r.without_lse);
  assert_int_equal(r.total.passed, f64->passed + bf16->passed);
  assert_int_equal(r.total.probes, f64->probes + bf16->probes);
  assert_int_equal(r.total.probes_held, f64->probes_held + bf16->probes_held);
  assert_int_equal(r.total.bias_tests, BIAS_TESTS);
  assert_same(r.total.budget, bf16->budget);
  assert_int_equal(h.judged, r.total.passed);
  assert_true(h.reported == 0 && h.bias[0] == '\0');
}

/* ---- what a candidate says of its arithmetic is what its bounds are made of */

static attest_status rounds_weights(attest_dtype dtype, attest_description *d) {
  d->arithmetic.probabilities = ATTEST_BF16;
  return dtype == ATTEST_F32 ? small(dtype, d) : ATTEST_UNSUPPORTED;
}

/* Half of what a weight loses in bfloat16. */
static attest_status off_by_little(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  int64_t at[4];
  for (bool more = tensor_first(a->out.size, at); more; more = tensor_next(a->out.size, at))
    output_store(&a->out, at, output_element(&a->out, at) * (1 + 0x1p-10));
  return status;
}

static void declared_arithmetic(void **state) {
  const session_settings settings = quick_session(ATTEST_F32);
  (void)state;
  assert_false(session_of(candidate_of_function("test", off_by_little, rounds_weights), &settings).failed);
  assert_true(session_of(small_one(off_by_little), &settings).failed);
}

/* Sums of so few bits that an answer may be any mean of the values. */
static attest_status sums_in_two_digits(attest_dtype dtype, attest_description *d) {
  d->arithmetic.accumulate = ATTEST_BF16;
  return dtype == ATTEST_F32 ? ATTEST_OK : ATTEST_UNSUPPORTED;
}

/* A right kernel passes every case by it, but so would nearly any other: the run fails. */
static void arithmetic_that_says_too_little(void **state) {
  const attest_check_options f32 = {.without = {[ATTEST_F64] = true, [ATTEST_F16] = true, [ATTEST_BF16] = true},
                                    .recipe = "dtype=f32 q_len=2 keys=600 d_k=8 d_v=8"};
  attest_report report;
  (void)state;
  assert_int_equal(attest_check(reference_answer, sums_in_two_digits, &f32, &report), ATTEST_OK);
  assert_true(!report.pass && report.cases == 1 && report.failed == 0);
  assert_non_null(strstr(report.text, "FAIL most rows can be judged only as means of visible values, in 1 of 1 cases"));
  assert_int_equal(attest_check(reference_answer, NULL, &f32, &report), ATTEST_OK);
  assert_true(report.pass);
}

/* ---- restricted kernels get the promised number of cases, none of them refused */

static attest_status tiles_of_16(const attest_problem *p, const attest_answer *a) {
  const bool takes = p->q.size[3] == 32 && p->v.size[3] == 32 && MULTIPLE(p->q.size[2], 16) &&
                     MULTIPLE(p->k.size[2], 16) && p->k.size[2] <= 64 && p->bias.data == NULL;
  return takes ? reference_answer(p, a) : ATTEST_UNSUPPORTED;
}

static bool is_tiles_of_16(const recipe *r) {
  return r->d_k == 32 && r->d_v == 32 && MULTIPLE(r->q_len, 16) && MULTIPLE(r->keys, 16) && r->keys <= 64 &&
         r->bias == BIAS_NONE;
}

static void restricted(void **state) {
  heard h = {.takes = is_tiles_of_16};
  const session_result r = session_heard(candidate_of_function("test", tiles_of_16, NULL), ATTEST_F32, &h);
  (void)state;
  assert_false(r.failed);
  assert_true(r.total.passed >= SUITE_QUICK && r.total.skipped == 0 && r.total.probes > 5);
  char text[1000];
  coverage_print_gaps(&r.judged, r.can, FORMATS, text, sizeof text);
  assert_string_equal(
      text, "lengths one query, columns, bias (refused); lengths over 4096 keys, lengths over 65536 keys (not tried); "
            "83 of 102 lengths, 44 of 45 head sizes (not taken)");
}

/* Counts refusals, in memory shared with the worker. */
static int *refusals;

/* Refuses three options at once, and answers every two of them. */
static attest_status not_three(const attest_problem *p, const attest_answer *a) {
  if (!(p->mask.data != NULL && p->sink != NULL && p->softcap > 0)) return reference_answer(p, a);
  ++*refusals;
  return ATTEST_UNSUPPORTED;
}

static bool is_not_three(const recipe *r) { return !(r->mask != MASK_NONE && r->sink != SINK_NONE && r->softcap > 0); }

static void refused_cases_are_replaced(void **state) {
  heard h = {.takes = is_not_three}, all = {.takes = NULL};
  (void)state;
  refusals = mmap(NULL, sizeof *refusals, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(refusals != MAP_FAILED);
  const session_result r = session_heard(small_one(not_three), ATTEST_F32, &h);
  assert_true(*refusals > 3);
  assert_false(r.failed);
  assert_true(r.total.passed >= SUITE_QUICK);
  assert_int_equal(r.total.skipped, 0);
  const session_result plain = session_heard(small_one(reference_answer), ATTEST_F32, &all);
  assert_int_equal(r.total.passed, plain.total.passed); /* one replacement for each */
  (void)munmap(refusals, sizeof *refusals);
}

/* ---- faults in a single case of a probe or a bias test */

static recipe where;

static bool is_there(const attest_problem *p) {
  static const int64_t second[4] = {0, 0, 1, 0};
  const bool sizes = p->q.size[1] == where.q_heads && p->q.size[2] == where.q_len && p->k.size[2] == where.keys &&
                     p->q.size[3] == where.d_k;
  if (!sizes || p->causal != (where.causal != 0) || p->q.dtype != (attest_dtype)where.dtype) return false;
  const double found = tensor_element(&p->q, second), looked_for = tensor_rounded(p->q.dtype, fill_q(&where, 0, 1, 0));
  return found >= looked_for && found <= looked_for;
}

static attest_status crashes_there(const attest_problem *p, const attest_answer *a) {
  if (is_there(p)) (void)raise(SIGSEGV);
  return reference_answer(p, a);
}

static attest_status refuses_there(const attest_problem *p, const attest_answer *a) {
  return is_there(p) ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}

static attest_status nan_there(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (is_there(p)) output_store(&a->out, (const int64_t[]){0, 0, 0, 0}, (double)NAN);
  return status;
}

static attest_status nudges_there(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (is_there(p)) ((uint32_t *)a->out.data)[0]++;
  return status;
}

/* The support of small candidates, as a session finds it. */
static support small_support(attest_dtype dtype) {
  support s = support_everything(dtype);
  attest_description says = {.name = NULL};
  (void)small(dtype, &says);
  support_declare(&s, &says.supports);
  support_settle(&s, SUPPORT_REFUSED);
  return s;
}

static void bias_tests_fail(void **state) {
  const support s = small_support(ATTEST_BF16);
  recipe cases[BIAS_TEST_CASES];
  (void)state;
  assert_true(bias_test_cases(0, &s, 1, cases) > 1);
  where = cases[1];
  heard crashed = {.reported = 0}, refused = {.reported = 0};
  session_result r = session_heard(small_one(crashes_there), ATTEST_BF16, &crashed);
  assert_true(r.failed && r.total.failed == 0 && r.type[ATTEST_BF16].alarms == 1);
  assert_non_null(strstr(crashed.bias, "scale: crashed: Segmentation fault in dtype=bf16"));
  r = session_heard(small_one(refuses_there), ATTEST_BF16, &refused); /* skips this test only */
  assert_true(!r.failed && r.type[ATTEST_BF16].bias_tests == BIAS_TESTS - 1);
  assert_string_equal(refused.bias, NONE);
}

static void probes_fail(void **state) {
  const support s = small_support(ATTEST_F32);
  recipe cases[2];
  (void)state;
  assert_int_equal(probe_cases(probe_named("other-queries"), &s, 0, cases), 2);
  where = cases[0]; /* of other-queries */
  heard crashed = {.reported = 0}, wrong = {.reported = 0}, nudged = {.reported = 0};
  session_result r = session_heard(small_one(crashes_there), ATTEST_F32, &crashed);
  assert_true(r.failed && r.total.failed == 0);
  assert_int_equal(r.type[ATTEST_F32].probes, r.type[ATTEST_F32].probes_held + 1);
  assert_non_null(strstr(crashed.probes, "other-queries: crashed: Segmentation fault in dtype=f32"));
  r = session_heard(small_one(nan_there), ATTEST_F32, &wrong);
  assert_true(r.failed && r.total.failed == 0);
  assert_non_null(strstr(wrong.probes, "other-queries: NaN or infinity in dtype=f32"));
  where = cases[1];
  /* reported, but no failure: it is within the bounds */
  r = session_heard(small_one(nudges_there), ATTEST_F32, &nudged);
  assert_false(r.failed);
  assert_int_equal(r.type[ATTEST_F32].probes, r.type[ATTEST_F32].probes_held + 1);
  assert_non_null(strstr(nudged.probes, "other-queries: out[0,0,0,0] is "));
}

/* Gives 0 in a row of the sums of small integers, which only probes have. */
static attest_status loses_integers(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (p->k.size[2] < 2 || p->q.size[2] < 2) return status;
  const double first = tensor_element(&p->v, (const int64_t[]){0, 0, 0, 0}),
               second = tensor_element(&p->v, (const int64_t[]){0, 0, 1, 0});
  const bool probed = fabs(first - 1) <= 0 && fabs(second - 8) <= 0;
  for (int64_t c = 0; probed && c < a->out.size[3]; c++) output_store(&a->out, (const int64_t[]){0, 0, 1, c}, 0);
  return status;
}

/* Failing probes are asked for their cause, too, where every case of the suite passes. */
static void probes_have_causes(void **state) {
  session_settings settings = quick_session(ATTEST_F32);
  session_result r;
  check_error error;
  heard h = {.reported = 0};
  (void)state;
  settings.xray = XRAY_SECONDS;
  assert_int_equal(try_session(small_one(loses_integers), &settings, &h, &r, &error), CHECK_OK);
  assert_non_null(strstr(h.probes, "key-order: beyond in dtype=f32"));
  assert_int_equal(r.total.failed, 0);
  assert_true(r.failed && r.found.made && r.found.where[0] != '\0');
  assert_non_null(strstr(r.found.where_case, "fill=two-scores"));
}

/* Every third call is wrong; every call with more than 5 keys is wrong, and each differs; lse is not written. */
static void add_to_first(const attest_answer *a, int more) {
  if (a->out.size[0] * a->out.size[1] * a->out.size[2] > 0) ((float *)a->out.data)[0] += (float)more;
}
static attest_status wrong_at_times(const attest_problem *p, const attest_answer *a) {
  static int calls = 0;
  const attest_status status = reference_answer(p, a);
  if (++calls % 3 == 0) add_to_first(a, 1);
  return status;
}
static attest_status wrong_by_chance(const attest_problem *p, const attest_answer *a) {
  static int calls = 0;
  const attest_status status = reference_answer(p, a);
  if (p->k.size[2] > 5) add_to_first(a, ++calls);
  return status;
}
static attest_status loses_lse(const attest_problem *p, const attest_answer *a) {
  attest_answer rest = *a;
  if (p->k.size[2] > 5) rest.lse.data = NULL;
  return reference_answer(p, &rest);
}

/* Where answers differ from call to call, or are not written, no cause is sought in their numbers. */
static void chance_is_told(void **state) {
  static const struct {
    attest_candidate_function *compute;
    bool differs, has_when;
  } cases[] = {{wrong_at_times, true, false}, {wrong_by_chance, true, false}, {loses_lse, false, true}};
  (void)state;
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    session_settings settings = quick_session(ATTEST_F32);
    session_result r;
    check_error error;
    heard h = {.reported = 0};
    char text[XRAY_LINE_MAX], what[XRAY_LINE_MAX] = "";
    settings.xray = XRAY_SECONDS;
    assert_int_equal(try_session(small_one(cases[n].compute), &settings, &h, &r, &error), CHECK_OK);
    assert_true(r.failed && r.found.made && r.found.causes == 0 && r.found.looser[0] == '\0');
    for (int line = 0; xray_line(&r.found, line, text); line++)
      if (strncmp(text, "what: ", 6) == 0) (void)memcpy(what, text, sizeof what);
    assert_non_null(strstr(what, cases[n].differs ? "answers differ from call to call: " : "are not written: "));
    assert_int_equal(r.found.when[0] != '\0', cases[n].has_when);
  }
}

/* ---- failures */

/* Ignores the sink if there are more than 5 keys; crashes with a narrow softcap. */
static attest_status wrong_with_sink(const attest_problem *p, const attest_answer *a) {
  attest_problem without = *p;
  if (p->k.size[2] > 5) without.sink = NULL;
  if (p->softcap > 0 && p->softcap < 10) (void)raise(SIGFPE);
  return reference_answer(&without, a);
}

static void failures_are_reported_small(void **state) {
  heard h = {.reported = 0};
  const session_result r = session_heard(small_one(wrong_with_sink), ATTEST_F32, &h);
  (void)state;
  assert_true(r.failed && r.total.failed > 50 && r.total.passed > 100);
  assert_true(h.reported >= 2 && h.reported <= 5);
  assert_true(isinf(r.total.budget) && r.total.worst[0] != '\0');
  assert_true(h.kind == VERDICT_CRASHED || h.kind == VERDICT_BEYOND);
  const recipe first = recipe_of(h.first);
  assert_true(first.q_heads == 1 && first.batch == 1 && first.keys <= 6 && first.mask == MASK_NONE &&
              first.bias == BIAS_NONE);
  const zoo_mutant *matches[3];
  const size_t count = diagnosis_matches(&r.seen, matches, 3);
  for (size_t n = 0; n < count; n++) assert_non_null(strstr(matches[n]->name, "sink"));
}

static attest_status no_lse(const attest_problem *p, const attest_answer *a) {
  attest_answer rest = *a;
  rest.lse.data = NULL;
  return p->q.size[2] > 33 || p->k.size[2] > 33 ? ATTEST_UNSUPPORTED : reference_answer(p, &rest);
}

static void without_lse(void **state) {
  heard h = {.reported = 0}, said = {.reported = 0};
  (void)state;
  session_result r = session_heard(candidate_of_function("test", no_lse, NULL), ATTEST_F32, &h);
  assert_true(!r.failed && r.without_lse);
  r = session_heard(small_one(no_lse), ATTEST_F32, &said); /* a description promises lse by default */
  assert_true(r.failed && !r.without_lse && r.total.failed > SUITE_QUICK / 2);
  assert_int_equal(said.kind, VERDICT_UNWRITTEN);
}

/* One case is judged as the same case of a suite is. */
static void without_lse_alone(void **state) {
  session_settings settings = quick_session(ATTEST_F32);
  heard h = {.reported = 0};
  session_result r;
  check_error error;
  (void)state;
  settings.recipe = "dtype=f32 q_len=3 keys=5 d_k=16 d_v=16";
  assert_int_equal(try_session(candidate_of_function("test", no_lse, NULL), &settings, &h, &r, &error), CHECK_OK);
  assert_true(!r.failed && r.total.passed == 1);
}

/* Calls that do not return cost the time limit each: after a few the candidate is asked nothing more. */
static attest_status hangs_at_two_batches(const attest_problem *p, const attest_answer *a) {
  while (p->q.size[0] > 1) (void)usleep(1000);
  return reference_answer(p, a);
}

static void hanging_is_given_up(void **state) {
  candidate of = small_one(hangs_at_two_batches);
  heard h = {.reported = 0};
  (void)state;
  of.seconds = 0.2;
  const session_result r = session_heard(of, ATTEST_F32, &h);
  assert_true(r.failed && r.total.failed == CANDIDATE_MOST_HANGS && r.total.unasked > SUITE_QUICK / 2);
  assert_int_equal(h.kind, VERDICT_HUNG);
}

/* Each call is in time, but all together are not: ten minutes, and a tenth of the limit for each. Would notice a
   candidate that is waited for without end, and one given up only because there are many cases. */
static void dawdling_is_given_up(void **state) {
  candidate of = small_one(reference_answer);
  (void)state;
  of.seconds = 10;
  of.spent = 599;
  assert_false(candidate_is_given_up(&of));
  of.spent = 610;
  assert_true(candidate_is_given_up(&of));
  of.asked = 20;
  assert_false(candidate_is_given_up(&of));
  of.spent = 9 * 100;
  of.asked = 100;
  assert_true(candidate_is_given_up(&of));
  of.spent = 0.9 * 100000;
  of.asked = 100000;
  assert_false(candidate_is_given_up(&of));
}

/* Nothing is wrong, but something was not asked: no pass. */
static void unasked_is_no_pass(void **state) {
  session_result r = {.failed = false};
  (void)state;
  r.type[ATTEST_F32].passed = 5;
  session_add_up(&r);
  assert_false(r.failed);
  r.type[ATTEST_F32].unasked = 1;
  session_add_up(&r);
  assert_true(r.failed);
}

static void nothing_to_judge(void **state) {
  session_settings settings = quick_session(ATTEST_F16);
  session_result result;
  check_error error;
  heard h = {.reported = 0};
  (void)state;
  assert_int_equal(try_session(small_one(answer_unsupported), &settings, &h, &result, &error), CHECK_BAD_INPUT);
  assert_non_null(strstr(error.text, "test: no case could be judged: "));
  settings.recipe = "dtype=f16 keys=several";
  assert_int_equal(try_session(small_one(reference_answer), &settings, &h, &result, &error), CHECK_BAD_INPUT);
  assert_non_null(strstr(error.text, "keys: expected an integer"));
}

/* ---- coverage */

/* Every case counts for every option: at a level, or among those whose level does not show. */
static void coverage_adds_up(void **state) {
  static const char *const texts[] = {"q_len=3 keys=3 causal=yes alignment=bottom-right",
                                      "q_len=3 keys=5 causal=yes alignment=bottom-right", "q_len=3 keys=3 layout=bshd",
                                      "keys=5", "q_len=3 keys=3 windowed=yes left=1 alignment=bottom-right"};
  coverage c = {.judged = {{0}}};
  (void)state;
  for (int n = 0; n < 5; n++) {
    const recipe r = recipe_of(texts[n]);
    coverage_count(&c, &r);
  }
  for (int f = 0; f < FACTORS; f++) {
    int64_t cases = coverage_alike(&c, (factor)f);
    for (int level = 0; level < factor_levels((factor)f); level++) cases += c.judged[f][level];
    if (cases != 5) fail_msg("%s: %d cases of 5", factor_name((factor)f), (int)cases);
  }
  assert_int_equal(coverage_alike(&c, FACTOR_CAUSAL), 1);
  assert_int_equal(coverage_alike(&c, FACTOR_WINDOW_FROM), 1);
  assert_int_equal(coverage_alike(&c, FACTOR_LAYOUT), 1);
}

static void coverage_is_counted(void **state) {
  heard h = {.reported = 0}, again = {.reported = 0};
  const session_result r = session_heard(small_one(reference_answer), ATTEST_F32, &h);
  const session_result same = session_heard(small_one(reference_answer), ATTEST_F32, &again);
  (void)state;
  for (int f = 0; f < FACTORS; f++) {
    int64_t sum = 0;
    for (int level = 0; level < factor_levels((factor)f); level++) {
      const bool can = r.can[ATTEST_F32].level[f][level] == SUPPORT_YES;
      assert_int_equal(r.judged.judged[f][level] > 0, can);
      assert_int_equal(coverage_gap_of(&r.judged, r.can, FORMATS, (factor)f, level),
                       can ? GAP_NONE : GAP_NOT_SUPPORTED);
      sum += r.judged.judged[f][level];
    }
    /* NaN and infinity are no levels; and some levels do not count where they are the same as others */
    const bool fewer = f == FACTOR_HIDDEN || f == FACTOR_CAUSAL || f == FACTOR_WINDOW_FROM || f == FACTOR_LAYOUT;
    assert_true(fewer ? sum <= h.judged && sum > 0 : sum == h.judged);
  }
  assert_memory_equal(&r.judged, &same.judged, sizeof r.judged);
  assert_same(r.total.budget, same.total.budget);
  assert_string_equal(r.total.worst, same.total.worst);
}

/* Everything judged but levels first to last of one factor. */
static coverage judged_but(factor f, int first, int last) {
  coverage c = {.judged = {{0}}};
  for (int g = 0; g < FACTORS; g++)
    for (int level = 0; level < FACTOR_LEVELS; level++)
      c.judged[g][level] = g == (int)f && level >= first && level <= last ? 0 : 3;
  return c;
}

static void assert_gaps(const coverage *c, const support *s, size_t count, const char *text) {
  char found[1000];
  coverage_print_gaps(c, s, count, found, sizeof found);
  assert_string_equal(found, text);
}

/* A level that changes nothing in a case does not count, and is named if no other case has it. */
static void levels_that_show_count(void **state) {
  static const struct {
    const char *text;
    factor f;
    int level;
    bool shows;
  } cases[] = {
      {"q_len=9 keys=9 causal=yes alignment=bottom-right", FACTOR_CAUSAL, CAUSAL_BOTTOM_RIGHT, false},
      {"q_len=5 keys=9 causal=yes alignment=bottom-right", FACTOR_CAUSAL, CAUSAL_BOTTOM_RIGHT, true},
      {"q_len=9 keys=9 kv_len=ragged causal=yes alignment=bottom-right", FACTOR_CAUSAL, CAUSAL_BOTTOM_RIGHT, true},
      {"q_len=9 keys=9 causal=yes alignment=top-left", FACTOR_CAUSAL, CAUSAL_TOP_LEFT, true},
      {"q_len=5 keys=9 causal=yes alignment=offset", FACTOR_CAUSAL, CAUSAL_OFFSET, false},
      {"q_len=5 keys=9 causal=yes alignment=offset offset=2", FACTOR_CAUSAL, CAUSAL_OFFSET, true},
      {"q_len=5 keys=9 layout=bshd", FACTOR_LAYOUT, LAYOUT_BSHD, false},
      {"q_heads=2 q_len=5 keys=9 layout=bshd", FACTOR_LAYOUT, LAYOUT_BSHD, true},
      {"q_len=5 keys=9 layout=shared", FACTOR_LAYOUT, LAYOUT_SHARED, false},
      {"batch=2 q_len=5 keys=9 layout=shared", FACTOR_LAYOUT, LAYOUT_SHARED, true},
  };
  const support s = support_everything(ATTEST_F32);
  (void)state;
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    coverage c = {.judged = {{0}}};
    const recipe r = recipe_of(cases[n].text);
    coverage_count(&c, &r);
    assert_int_equal(c.judged[cases[n].f][cases[n].level], cases[n].shows);
    assert_int_equal(coverage_gap_of(&c, &s, 1, cases[n].f, cases[n].level), cases[n].shows ? GAP_NONE : GAP_ALIKE);
  }
}

static void gaps_are_named(void **state) {
  support s[2] = {support_everything(ATTEST_F32), support_everything(ATTEST_F16)};
  coverage c = judged_but(FACTORS, 0, 0);
  char cut[12];
  (void)state;
  assert_gaps(&c, s, 1, "");
  c = judged_but(FACTOR_SOFTCAP, 1, 2);
  assert_gaps(&c, s, 1, "softcap (not tried)");
  s[0].level[FACTOR_SOFTCAP][1] = s[0].level[FACTOR_SOFTCAP][2] = SUPPORT_NOT_SUPPORTED;
  assert_gaps(&c, s, 1, "softcap (not supported)");
  assert_gaps(&c, s, 2, "softcap (not tried)"); /* the other type supports it */
  s[1].takes = false;
  assert_gaps(&c, s, 2, "softcap (not supported)");
  c.judged[FACTOR_SINK][1] = c.judged[FACTOR_SINK][2] = c.judged[FACTOR_LAYOUT][LAYOUT_BSHD] =
      c.judged[FACTOR_HEADS][HEADS_ONE] = 0;
  s[0].level[FACTOR_SINK][1] = s[0].level[FACTOR_SINK][2] = SUPPORT_NOT_SUPPORTED;
  s[0].level[FACTOR_LAYOUT][LAYOUT_BSHD] = SUPPORT_REFUSED;
  assert_gaps(&c, s, 1, "sink, softcap (not supported); layout bshd (refused); heads one (not tried)");
  s[0].level[FACTOR_SINK][2] = SUPPORT_REFUSED; /* levels with different reasons are named one by one */
  assert_gaps(&c, s, 1,
              "sink normal, softcap (not supported); layout bshd, sink large (refused); heads one (not tried)");
  s[1].takes = true;
  c = judged_but(FACTORS, 0, 0);
  assert_gaps(&c, &s[1], 1, "");
  s[1].level[FACTOR_SOFTCAP][1] = s[1].level[FACTOR_SOFTCAP][2] = SUPPORT_REFUSED;
  s[0] = support_everything(ATTEST_F32);
  assert_gaps(&c, s, 2, "f16: softcap (refused)"); /* the other type was judged with it */
  s[1].sizes[POOL_COLUMNS] = (support_sizes){1, 42};
  assert_gaps(&c, s, 2, "f16: softcap (refused), 41 of 42 head sizes (not taken)");
  s[0] = s[1];
  s[0].base.dtype = ATTEST_F32;
  assert_gaps(&c, s, 2, "softcap (refused), 41 of 42 head sizes (not taken)");
  c = judged_but(FACTOR_PLACE, 1, 1);
  s[0] = support_everything(ATTEST_F32);
  s[0].level[FACTOR_PLACE][PLACE_LAST] = SUPPORT_NOT_IN_FILES;
  assert_gaps(&c, s, 1, "place (not in files)");
  coverage_print_gaps(&c, s, 1, cut, sizeof cut);
  assert_string_equal(cut, "place (not ");
}

/* ---- attest_check */

static attest_status top_left(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT) other.alignment = ATTEST_ALIGN_TOP_LEFT;
  return reference_answer(&other, a);
}

static attest_status small_without_softcap(attest_dtype dtype, attest_description *d) {
  d->supports.softcap = d->supports.sink = ATTEST_NO;
  return dtype == ATTEST_F32 ? small(dtype, d) : ATTEST_UNSUPPORTED;
}

static void stated_conventions(void **state) {
  static const char line[] = "(return ATTEST_UNSUPPORTED, or accept causal-top-left)\n";
  const attest_check_options plain = {.seed = 1}, accept = {.accept = "causal-top-left", .seed = 1};
  attest_report report;
  (void)state;
  assert_int_equal(attest_check(top_left, small_without_softcap, &plain, &report), ATTEST_OK);
  assert_true(!report.pass && report.failed > 30 && report.by_convention < 10);
  assert_non_null(strstr(report.text, line));
  assert_null(strstr(report.conventions, "causal-top-left"));
  assert_int_equal(attest_check(top_left, small_without_softcap, &accept, &report), ATTEST_OK);
  if (!report.pass) fail_msg("%s", report.text);
  assert_true(report.failed == 0 && report.by_convention > 10);
  assert_string_equal(report.conventions, "causal-top-left");
  assert_null(strstr(report.text, "FAIL"));
}

/* A locale whose numbers have a comma, of the system's or made for this; whether there is one. */
static bool set_comma(void) {
  char command[200], folder[] = "/tmp/attest-locale.XXXXXX";
  if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL && mkdtemp(folder) != NULL) {
    (void)snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
    const bool made = system(command) == 0 && setenv("LOCPATH", folder, 1) == 0; /* NOLINT: the test's own command */
    (void)(made && setlocale(LC_ALL, "de_DE.UTF-8") != NULL);
    (void)unsetenv("LOCPATH");
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    (void)(system(command) == 0); /* NOLINT */
  }
  return strcmp(localeconv()->decimal_point, ",") == 0;
}

/* Would notice: recipes written with a comma, which the same program then cannot read. */
static void numbers_have_points(void **state) {
  const attest_check_options one = {.recipe = "q_len=2 keys=3 scale=0.5"}, all = {.seed = 1};
  attest_report report;
  (void)state;
  if (!set_comma()) skip();
  assert_int_equal(attest_check(reference_answer, NULL, &one, &report), ATTEST_OK);
  assert_true(report.pass);
  assert_non_null(strstr(report.worst_case, "scale=0.5"));
  assert_int_equal(attest_check(reference_answer, small_without_softcap, &all, &report), ATTEST_OK);
  assert_true(report.pass);
  assert_string_equal(localeconv()->decimal_point, ","); /* the caller's is as it was */
  (void)setlocale(LC_ALL, "C");
}

static void report_of_restricted(void **state) {
  const attest_check_options plain = {.seed = 1};
  attest_report report;
  (void)state;
  assert_int_equal(attest_check(reference_answer, small_without_softcap, &plain, &report), ATTEST_OK);
  if (!report.pass) fail_msg("%s", report.text);
  if (strstr(report.never_judged, "sink, softcap (not supported)") == NULL) fail_msg("%s", report.never_judged);
}

static attest_status refuses_all(const attest_problem *p, const attest_answer *a) {
  (void)p, (void)a;
  return ATTEST_UNSUPPORTED;
}

/* What is no case is the caller's fault; what is one and is refused, the candidate's. */
static attest_status traps(attest_dtype dtype, attest_description *d) {
  (void)dtype, (void)d;
  abort();
}

static void statuses_of_attest_check(void **state) {
  const attest_check_options none = {.recipe = "dtype=f32 keys=several"}, one = {.recipe = "dtype=f32 keys=7"};
  const attest_check_options f64 = {.without = {[ATTEST_F32] = true, [ATTEST_F16] = true, [ATTEST_BF16] = true}};
  attest_report report;
  (void)state;
  assert_int_equal(attest_check(reference_answer, NULL, &none, &report), ATTEST_BAD_OPTION);
  assert_non_null(strstr(report.text, "keys"));
  assert_int_equal(attest_check(refuses_all, NULL, &one, &report), ATTEST_UNSUPPORTED);
  assert_false(report.pass);
  assert_int_equal(attest_check(refuses_all, NULL, &f64, &report), ATTEST_UNSUPPORTED);
  assert_false(report.pass);
  assert_int_equal(attest_check(reference_answer, traps, &f64, &report), ATTEST_UNSUPPORTED);
  assert_false(report.pass);
  assert_int_equal(attest_check(reference_answer, NULL, &one, &report), ATTEST_OK);
  assert_true(report.pass && report.cases == 1);
}

/* The last bit of the first element differs in the batches of one probe. */
static attest_status knows_the_batches(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  if (p->q.size[0] == 8) ((uint32_t *)a->out.data)[0]++;
  return status;
}

/* What differs within its bounds passes; not where it is required. */
static void requirements(void **state) {
  const attest_check_options plain = {.seed = 1}, required = {.seed = 1, .require = "batch-invariant"},
                             others = {.seed = 1, .require = "bitwise-repeat,prefix-invariant"},
                             unknown = {.seed = 1, .require = "bitwise"};
  attest_report report;
  (void)state;
  assert_int_equal(attest_check(knows_the_batches, small_without_softcap, &plain, &report), ATTEST_OK);
  assert_true(report.pass && report.probes_held == report.probes - 1);
  assert_non_null(strstr(report.text, "not bitwise f32 batch-alone: "));
  assert_int_equal(attest_check(knows_the_batches, small_without_softcap, &others, &report), ATTEST_OK);
  assert_true(report.pass);
  assert_int_equal(attest_check(knows_the_batches, small_without_softcap, &required, &report), ATTEST_OK);
  assert_true(!report.pass && report.failed == 0);
  assert_non_null(strstr(report.text, "FAIL f32 batch-alone: "));
  assert_non_null(strstr(report.text, "batch-invariant is required"));
  assert_int_equal(attest_check(knows_the_batches, small_without_softcap, &unknown, &report), ATTEST_BAD_OPTION);
  assert_non_null(strstr(report.text, "'bitwise' is not a property, did you mean bitwise-repeat?"));
}

/* ---- shares, time */

/* The shares of a run add up to the whole. */
static void shares_add_up(void **state) {
  session_settings settings = quick_session(ATTEST_F16);
  session_result whole, part;
  check_error error;
  heard h = {.reported = 0}, of_parts = {.reported = 0};
  int64_t probes = 0, bias_tests = 0;
  (void)state;
  settings.part = (shard){1, 1};
  assert_int_equal(try_session(small_one(reference_answer), &settings, &h, &whole, &error), CHECK_OK);
  for (int64_t n = 1; n <= 2; n++) {
    settings.part = (shard){n, 2};
    assert_int_equal(try_session(small_one(reference_answer), &settings, &of_parts, &part, &error), CHECK_OK);
    probes += part.type[ATTEST_F16].probes;
    bias_tests += part.type[ATTEST_F16].bias_tests;
    assert_true(part.total.passed > whole.total.passed / 3);
  }
  assert_int_equal(of_parts.judged, h.judged);
  assert_int_equal(probes, whole.type[ATTEST_F16].probes);
  assert_int_equal(bias_tests, BIAS_TESTS);
}

static void minutes_are_kept(void **state) {
  session_settings settings = quick_session(ATTEST_F32);
  session_result result;
  check_error error;
  heard h = {.takes = is_small};
  (void)state;
  settings.minutes = 0.3 / 60;
  assert_int_equal(try_session(small_one(reference_answer), &settings, &h, &result, &error), CHECK_OK);
  assert_true(h.judged > 20 && result.total.probes == 0 && !result.failed);
}

/* ---- commands: this program, run with --answer HOW DIRECTORY */

static char self[4096];

static candidate command_that(const char *how) {
  static char line[5000];
  (void)snprintf(line, sizeof line, "%s --answer %s", self, how);
  return candidate_of_command("test", line);
}

static void leave_text(const char *directory, const char *name, const char *text) {
  char path[CASE_PATH_MAX];
  check_error error;
  if (case_join(path, directory, name, &error) != CHECK_OK) exit(2);
  FILE *stream = fopen(path, "w");
  if (stream == NULL || fputs(text, stream) < 0 || fclose(stream) != 0) exit(2);
}

static void leave_output(const attention_case *c, const char *name, const attest_output *o) {
  char path[CASE_PATH_MAX];
  check_error error;
  /* lse has no columns */
  npy_array array = {.dtype = shapes_stored_type(o->dtype), .ndim = name[0] == 'o' ? 4 : 3, .data = o->data};
  for (int d = 0; d < array.ndim; d++) {
    const int axis = c->bshd && (d == 1 || d == 2) && name[0] == 'o' ? 3 - d : d;
    array.size[axis] = o->size[d];
    array.stride[axis] = o->stride[d];
  }
  if (case_join(path, c->path, name, &error) != CHECK_OK) exit(2);
  FILE *stream = fopen(path, "wb");
  if (stream == NULL) exit(2);
  npy_write_stream(stream, &array); /* npy_write waits for the disk */
  if (fclose(stream) != 0) exit(2);
}

static attest_output output_of(attest_dtype dtype, const attest_problem *p, int64_t columns) {
  const int64_t *q = p->q.size;
  attest_output o = {.data = calloc((size_t)(q[0] * q[1] * q[2] * columns) + 1, 8),
                     .dtype = dtype,
                     .size = {q[0], q[1], q[2], columns}};
  const int64_t stride[4] = {q[1] * q[2] * columns, q[2] * columns, columns, 1};
  (void)memcpy(o.stride, stride, sizeof stride);
  if (o.data == NULL) exit(2);
  return o;
}

static void answer_case(const char *how, attention_case *c) {
  const attest_problem *p = &c->problem;
  const bool scaled = fabs(p->scale - 0.5) < 1e-6; /* marks the case in which a command misbehaves */
  if (strcmp(how, "crash") == 0 && scaled) abort();
  if (strcmp(how, "silent") == 0 && scaled) return;
  if (strcmp(how, "garbage") == 0 && scaled) {
    leave_text(c->path, "out.npy", "no array");
    return;
  }
  if (p->q.size[2] > 33 || p->k.size[2] > 33 || p->q.size[3] > 16 || p->v.size[3] > 16 || p->bias.data != NULL) {
    leave_text(c->path, "skip.txt", "too large, or a bias\nand another line");
    return;
  }
  const attest_dtype lse = p->q.dtype == ATTEST_F64 ? ATTEST_F64 : ATTEST_F32;
  const attest_answer a = {.out = output_of(p->q.dtype, p, p->v.size[3]), .lse = output_of(lse, p, 1)};
  if (reference_answer(p, &a) != ATTEST_OK) exit(2);
  if (strcmp(how, "wrong") == 0 && p->sink != NULL) output_store(&a.out, (const int64_t[]){0, 0, 0, 0}, 77);
  leave_output(c, "out.npy", &a.out);
  if (strcmp(how, "without-lse") != 0) leave_output(c, "lse.npy", &a.lse);
  free(a.out.data);
  free(a.lse.data);
}

static int answer_directory(const char *how, const char *directory) {
  const struct rlimit no_core = {0, 0};
  case_index index;
  check_error error;
  (void)setrlimit(RLIMIT_CORE, &no_core);
  if (strcmp(how, "fail") == 0 || index_read(directory, &index, &error) != CHECK_OK) return 3;
  for (size_t n = 0; n < index.count; n++) {
    attention_case c;
    if (case_open(index.entries[n].path, &c, &error) != CHECK_OK || case_load(&c, &error) != CHECK_OK) return 2;
    answer_case(how, &c);
    case_free(&c);
  }
  index_free(&index);
  return 0;
}

/* The verdicts of a command on six cases: it misbehaves in the third and refuses the fifth. */
static void six_verdicts(const char *how, verdict found[6]) {
  recipe cases[6];
  trial t;
  trial_begin(&t, command_that(how));
  for (int n = 0; n < 6; n++) cases[n] = recipe_of("q_len=5 keys=7 d_k=8 d_v=8 seed=4");
  cases[2].scale = 0.5;
  cases[4].bias = BIAS_RANDOM;
  trial_verdicts(&t, cases, 6, found);
  trial_end(&t);
}

static void assert_six(const char *how, verdict_kind third, const char *text) {
  verdict found[6];
  six_verdicts(how, found);
  for (int n = 0; n < 6; n++) assert_int_equal(found[n].kind, n == 2 ? third : n == 4 ? VERDICT_SKIPPED : VERDICT_PASS);
  if (text != NULL) assert_string_equal(found[2].text, text);
  assert_string_equal(found[4].text, "too large, or a bias");
}

/* A fault is blamed on its own case, and the cases after it are judged. */
static void one_case_is_blamed(void **state) {
  (void)state;
  assert_six("right", VERDICT_PASS, NULL);
  assert_six("crash", VERDICT_CRASHED, "Aborted");
  assert_six("silent", VERDICT_UNWRITTEN, "no out.npy was written");
  assert_six("garbage", VERDICT_MALFORMED, NULL);
}

static void assert_bad_command(candidate of, const char *text) {
  static const question asked[2] = {
      {.made =
           {.dtype = ATTEST_F32, .batch = 1, .q_heads = 1, .kv_heads = 1, .q_len = 1, .keys = 1, .d_k = 1, .d_v = 1}},
      {.made = {
           .dtype = ATTEST_F32, .batch = 1, .q_heads = 1, .kv_heads = 1, .q_len = 2, .keys = 2, .d_k = 1, .d_v = 1}}};
  const session_settings settings = quick_session(ATTEST_F32);
  session_result result;
  check_error error;
  heard h = {.reported = 0};
  trial t;
  trial_begin(&t, of);
  /* the listener is not called */
  assert_int_equal(candidate_answer(&t.of, asked, 2, NULL, NULL, &error), CHECK_BAD_INPUT);
  assert_string_equal(error.text, text);
  trial_end(&t);
  assert_int_equal(try_session(of, &settings, &h, &result, &error), CHECK_BAD_INPUT);
  assert_null(strchr(error.text, '\n'));
  assert_non_null(strstr(error.text, "--command: "));
}

/* One case by itself can be blamed on nothing else; a shell that cannot start the command is no verdict. */
static void one_case_alone_is_blamed(void **state) {
  trial t;
  recipe r = recipe_of("q_len=5 keys=7 d_k=8 d_v=8 scale=0.5 seed=4");
  (void)state;
  trial_begin(&t, command_that("crash"));
  const verdict found = trial_verdict(&t, &r);
  trial_end(&t);
  assert_int_equal(found.kind, VERDICT_CRASHED);
  assert_string_equal(found.text, "Aborted");
}

static void commands_that_cannot_run(void **state) {
  (void)state;
  assert_bad_command(command_that("fail"),
                     "--command: the command failed before it answered any of the cases (2): exit status 3");
  assert_bad_command(candidate_of_command("test", "/no/such/program"),
                     "--command: the shell cannot run this command: /no/such/program");
}

/* A restricted command gets the promised number of cases; files cannot hold strides. */
static void session_of_command(void **state) {
  heard h = {.takes = NULL};
  const session_result r = session_heard(command_that("right"), ATTEST_F32, &h);
  char text[1000];
  (void)state;
  assert_false(r.failed);
  assert_true(r.total.passed >= SUITE_QUICK && r.total.skipped == 0 && r.total.probes > 5);
  coverage_print_gaps(&r.judged, r.can, FORMATS, text, sizeof text);
  assert_string_equal(
      text, "layout transposed, layout padded, layout shared, layout mixed, place, mask bytes (not in files); bias "
            "(refused); "
            "lengths over 4096 keys, lengths over 65536 keys (not tried); 54 of 102 lengths, 36 of 45 head sizes (not "
            "taken)");
}

static void wrong_command(void **state) {
  heard h = {.takes = NULL};
  const session_result r = session_heard(command_that("wrong"), ATTEST_F32, &h);
  (void)state;
  assert_true(r.failed && r.total.failed > 20 && r.total.passed > 100);
  assert_int_equal(h.kind, VERDICT_BEYOND);
  const recipe small_case = recipe_of(h.first);
  assert_true(small_case.sink != SINK_NONE && small_case.keys == 1 && small_case.q_len == 1 && small_case.d_v == 1 &&
              !small_case.causal);
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "--answer") == 0) return answer_directory(argv[2], argv[3]);
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return 1;
  /* commands exchange thousands of small files */
  if (access("/dev/shm", W_OK) == 0) (void)setenv("TMPDIR", "/dev/shm", 0);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right),
      cmocka_unit_test(declared_arithmetic),
      cmocka_unit_test(arithmetic_that_says_too_little),
      cmocka_unit_test(restricted),
      cmocka_unit_test(refused_cases_are_replaced),
      cmocka_unit_test(bias_tests_fail),
      cmocka_unit_test(probes_fail),
      cmocka_unit_test(probes_have_causes),
      cmocka_unit_test(chance_is_told),
      cmocka_unit_test(failures_are_reported_small),
      cmocka_unit_test(without_lse),
      cmocka_unit_test(without_lse_alone),
      cmocka_unit_test(hanging_is_given_up),
      cmocka_unit_test(dawdling_is_given_up),
      cmocka_unit_test(unasked_is_no_pass),
      cmocka_unit_test(nothing_to_judge),
      cmocka_unit_test(coverage_adds_up),
      cmocka_unit_test(coverage_is_counted),
      cmocka_unit_test(gaps_are_named),
      cmocka_unit_test(levels_that_show_count),
      cmocka_unit_test(stated_conventions),
      cmocka_unit_test(report_of_restricted),
      cmocka_unit_test(numbers_have_points),
      cmocka_unit_test(statuses_of_attest_check),
      cmocka_unit_test(requirements),
      cmocka_unit_test(shares_add_up),
      cmocka_unit_test(minutes_are_kept),
      cmocka_unit_test(one_case_is_blamed),
      cmocka_unit_test(one_case_alone_is_blamed),
      cmocka_unit_test(commands_that_cannot_run),
      cmocka_unit_test(session_of_command),
      cmocka_unit_test(wrong_command),
  };
  return cmocka_run_group_tests_name("test_session", tests, NULL, NULL);
}
