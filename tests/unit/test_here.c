#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; nanosleep */
/* attest_check_here, attest_judge and attest_bound: what hosts in other languages are built on. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "attest_check.h"
#include "check/cases/tensor.h"
#include "check/judge/reference.h"
#include "tests/unit/support.h"

/* ---- a candidate that computes with the reference, in f64 and without softcap, and what it does wrong */

typedef struct host {
  int calls, stops_after;
  int64_t told;
  const char *refuses; /* the reason, of everything with a sink; NULL: it takes them */
  double factor;       /* of out */
  bool writes_inputs, leaves_nan;
  struct timespec sleeps; /* in each call */
  pid_t process;
} host;

static attest_status compute(void *context, const char *recipe, const attest_problem *p, const attest_answer *a,
                             char reason[ATTEST_REASON_MAX]) {
  host *const h = context;
  h->calls++;
  assert_true(h->process == getpid());
  assert_non_null(strstr(recipe, "dtype=f64"));
  assert_string_equal(reason, "");
  if (h->sleeps.tv_nsec > 0) (void)nanosleep(&h->sleeps, NULL);
  if (h->refuses != NULL && p->sink != NULL) {
    (void)snprintf(reason, ATTEST_REASON_MAX, "%s", h->refuses);
    return ATTEST_FAILED;
  }
  if (h->writes_inputs) tensor_store(&p->v, (int64_t[ATTEST_AXES]){0}, 1000);
  const size_t outs = (size_t)tensor_count(a->out.size), rows = (size_t)tensor_count(a->lse.size);
  double *const out = calloc(outs + 1, sizeof *out), *lse = calloc(rows + 1, sizeof *lse);
  const attest_status status = reference_compute(p, out, lse, NULL);
  for (size_t n = 0; n < outs; n++) out[n] *= h->factor;
  if (h->leaves_nan && outs > 0) out[0] = NAN;
  output_store_all(&a->out, out);
  output_store_all(&a->lse, lse);
  free(out);
  free(lse);
  return status;
}

static attest_status describe(void *context, attest_dtype dtype, attest_description *d) {
  (void)context;
  d->name = "mine";
  d->supports = (attest_supports){.softcap = ATTEST_NO, .head_sizes = {8, 16}, .keys_most = 64, .q_len_most = 64};
  return dtype == ATTEST_F64 ? ATTEST_OK : ATTEST_UNSUPPORTED;
}

static void progress(void *context, int64_t done, int64_t total, attest_dtype dtype) {
  (void)total;
  (void)dtype;
  ((host *)context)->told = done;
}

static bool stopped(void *context) {
  const host *const h = context;
  return h->stops_after > 0 && h->calls >= h->stops_after;
}

static attest_callbacks callbacks_of(host *h) {
  h->process = getpid();
  if (h->factor == 0) h->factor = 1;
  return (attest_callbacks){.context = h,
                            .name = "mine",
                            .file = "kernels/mine.py",
                            .line = 12,
                            .words = {"mine(case='", "')", "accept=", "timeout="},
                            .compute = compute,
                            .describe = describe,
                            .progress = progress,
                            .stopped = stopped};
}

static json_t *parsed(const char *text) {
  json_error_t why;
  json_t *const document = json_loads(text, 0, &why);
  if (document == NULL) fail_msg("%s", why.text);
  return document;
}

static size_t count_of(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at++) count++;
  return count;
}

/* Would notice: a candidate that is called in another process, a form that lacks cases or cannot be parsed, progress
   that nobody hears of. */
static void right_ones_pass(void **state) {
  host h = {.calls = 0};
  const attest_callbacks of = callbacks_of(&h);
  attest_findings found;
  (void)state;
  assert_int_equal(attest_check_here(&of, NULL, &found), ATTEST_OK);
  if (!found.pass) fail_msg("%s", found.text);
  assert_true(h.told > 500 && h.calls > 500);
  assert_non_null(strstr(found.text, "\npass: "));
  assert_non_null(strstr(found.text, "never judged: "));
  json_t *const document = parsed(found.json), *const sarif = parsed(found.sarif);
  const size_t cases = json_array_size(json_object_get(document, "cases"));
  assert_true(cases >= 500 && json_is_true(json_object_get(document, "pass")));
  assert_true(count_of(found.junit, "<testcase classname=\"f64\"") == cases && count_of(found.junit, "<failure") == 0);
  assert_int_equal(json_array_size(json_object_get(json_array_get(json_object_get(sarif, "runs"), 0), "results")), 0);
  assert_non_null(strstr(found.html, "<h1>attest check mine</h1>"));
  json_decref(document);
  json_decref(sarif);
  attest_findings_free(&found);
  assert_null(found.text);
  attest_findings_free(NULL);
}

/* Would notice: a failure that a form does not tell, or that nobody can repeat or find. */
static void wrong_ones_are_told_in_every_form(void **state) {
  host h = {.factor = 1.001};
  const attest_callbacks of = callbacks_of(&h);
  attest_findings found;
  (void)state;
  assert_int_equal(attest_check_here(&of, NULL, &found), ATTEST_OK);
  assert_false(found.pass);
  assert_non_null(strstr(found.text, "smallest: mine(case='dtype=f64"));
  assert_non_null(strstr(found.text, "FAIL beyond: "));
  assert_non_null(strstr(found.text, "where: "));
  json_t *const sarif = parsed(found.sarif);
  json_t *const results = json_object_get(json_array_get(json_object_get(sarif, "runs"), 0), "results"),
                *const first = json_array_get(results, 0);
  assert_true(json_array_size(results) > 400);
  assert_string_equal(json_string_value(json_object_get(first, "ruleId")), "beyond");
  assert_string_equal(json_string_value(json_object_get(first, "level")), "error");
  assert_non_null(strstr(found.sarif, "\"uri\": \"kernels/mine.py\""));
  assert_non_null(strstr(found.sarif, "\"startLine\": 12"));
  assert_true(count_of(found.junit, "<failure") > 400);
  assert_non_null(strstr(found.html, "<b>FAIL</b>"));
  json_decref(sarif);
  attest_findings_free(&found);
}

/* Would notice: an error that is counted as a skipped case; a reason that is not printed. */
static void reasons_are_told(void **state) {
  host h = {.refuses = "ValueError: no sinks\x1b[2J"};
  const attest_callbacks of = callbacks_of(&h);
  attest_findings found;
  (void)state;
  assert_int_equal(attest_check_here(&of, NULL, &found), ATTEST_OK);
  assert_false(found.pass);
  assert_non_null(strstr(found.text, "ValueError: no sinks?[2J"));
  attest_findings_free(&found);
}

/* Would notice: a run that goes on after the caller said stop, or that passes then. */
static void a_run_can_be_stopped(void **state) {
  host h = {.stops_after = 40};
  const attest_callbacks of = callbacks_of(&h);
  attest_findings found;
  (void)state;
  assert_int_equal(attest_check_here(&of, NULL, &found), ATTEST_FAILED);
  assert_true(!found.pass && h.calls == 40 && found.json == NULL);
  assert_string_equal(found.text, "stopped by the caller\n");
  attest_findings_free(&found);
}

/* Would notice: a slow candidate that is never given up; changed inputs that pass; NaN that passes. */
static void bad_ways_fail_here_too(void **state) {
  host slow = {.sleeps = {.tv_nsec = 30000000}}, changes = {.writes_inputs = true}, nan = {.leaves_nan = true};
  const attest_check_options options = {.seconds = 0.02}, one = {.recipe = "dtype=f64 q_len=3 keys=5 d_k=8 d_v=8"};
  attest_callbacks of = callbacks_of(&slow);
  attest_findings found;
  (void)state;
  assert_int_equal(attest_check_here(&of, &options, &found), ATTEST_OK);
  assert_true(!found.pass && slow.calls < 40);
  assert_non_null(strstr(found.text, "FAIL hung: "));
  attest_findings_free(&found);
  of = callbacks_of(&changes);
  assert_int_equal(attest_check_here(&of, &one, &found), ATTEST_OK);
  assert_false(found.pass);
  assert_non_null(strstr(found.text, "it changed its inputs"));
  attest_findings_free(&found);
  of = callbacks_of(&nan);
  assert_int_equal(attest_check_here(&of, &one, &found), ATTEST_OK);
  assert_false(found.pass);
  attest_findings_free(&found);
}

static void statuses_of_check_here(void **state) {
  host h = {.calls = 0};
  attest_callbacks of = callbacks_of(&h);
  const attest_check_options bad_suite = {.suite = (attest_suite)7}, bad_recipe = {.recipe = "keys=-1"};
  attest_findings found;
  (void)state;
  assert_int_equal(attest_check_here(&of, NULL, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_check_here(NULL, NULL, &found), ATTEST_BAD_POINTER);
  assert_int_equal(attest_check_here(&of, &bad_suite, &found), ATTEST_BAD_OPTION);
  assert_non_null(strstr(found.text, "suite"));
  attest_findings_free(&found);
  assert_int_equal(attest_check_here(&of, &bad_recipe, &found), ATTEST_BAD_OPTION);
  assert_non_null(strstr(found.text, "keys"));
  attest_findings_free(&found);
  of.compute = NULL;
  assert_int_equal(attest_check_here(&of, NULL, &found), ATTEST_BAD_POINTER);
  assert_int_equal(h.calls, 0);
}

/* ---- one answer */

enum { ROWS = 4, KEYS = 6, COLUMNS = 8 };

typedef struct one {
  float q[ROWS * COLUMNS], k[KEYS * COLUMNS], v[KEYS * COLUMNS], out[ROWS * COLUMNS], lse[ROWS];
  attest_problem problem;
  attest_answer answer;
} one;

static attest_tensor tensor_of(const float *data, int64_t rows) {
  return (attest_tensor){data, ATTEST_F32, {1, 1, rows, COLUMNS}, {rows * COLUMNS, rows * COLUMNS, COLUMNS, 1}};
}

static attest_output output_of(void *data, attest_dtype dtype, int64_t rows, int64_t columns) {
  return (attest_output){data, dtype, {1, 1, rows, columns}, {rows * columns, rows * columns, columns, 1}};
}

/* A causal problem, and the answer of the selected variant. */
static void make_one(one *c) {
  static max_align_t workspace[1 << 16];
  for (int n = 0; n < ROWS * COLUMNS; n++) c->q[n] = (float)sin(n);
  for (int n = 0; n < KEYS * COLUMNS; n++) c->k[n] = (float)cos(n), c->v[n] = (float)sin(3 * n + 1);
  c->problem = (attest_problem){.q = tensor_of(c->q, ROWS),
                                .k = tensor_of(c->k, KEYS),
                                .v = tensor_of(c->v, KEYS),
                                .causal = true,
                                .alignment = ATTEST_ALIGN_BOTTOM_RIGHT};
  c->answer = (attest_answer){.out = output_of(c->out, ATTEST_F32, ROWS, COLUMNS),
                              .lse = output_of(c->lse, ATTEST_F32, ROWS, 1)};
  assert_int_equal(attest_attention(&c->problem, &c->answer, NULL, 1, workspace, sizeof workspace), ATTEST_OK);
}

static bool judged(const one *c, const attest_judge_options *options, const char *said) {
  attest_findings found;
  assert_int_equal(attest_judge(&c->problem, &c->answer, options, &found), ATTEST_OK);
  if (strstr(found.text, said) == NULL) fail_msg("%s: expected %s", found.text, said);
  json_t *const document = parsed(found.json);
  const bool pass = found.pass;
  assert_int_equal(json_is_true(json_object_get(document, "pass")), pass);
  json_decref(document);
  attest_findings_free(&found);
  return pass;
}

/* Would notice: an answer that is judged by another problem or by other bounds than in a run. */
static void one_answer_is_judged(void **state) {
  const attest_judge_options search = {.seconds = 5}, accepts = {.accept = "causal-top-left"};
  one c;
  (void)state;
  make_one(&c);
  assert_true(judged(&c, NULL, "pass\n"));
  c.out[5] += 1e-3F;
  assert_false(judged(&c, NULL, "out at [0,0,0,5]"));
  c.out[5] = NAN;
  assert_false(judged(&c, NULL, "NaN or infinity"));
  make_one(&c);
  c.problem.alignment = ATTEST_ALIGN_TOP_LEFT;
  assert_false(judged(&c, &search, "where: "));
  make_one(&c);
  attest_problem top_left = c.problem;
  top_left.alignment = ATTEST_ALIGN_TOP_LEFT;
  static max_align_t workspace[1 << 16];
  assert_int_equal(attest_attention(&top_left, &c.answer, NULL, 1, workspace, sizeof workspace), ATTEST_OK);
  assert_false(judged(&c, NULL, "not as asked"));
  assert_true(judged(&c, &accepts, "convention"));
}

static void statuses_of_judge(void **state) {
  attest_findings found;
  one c;
  (void)state;
  make_one(&c);
  const attest_arithmetic bad = {.height = -1};
  const attest_judge_options unknown = {.accept = "nothing"}, negative = {.seconds = -1}, range = {.arithmetic = &bad};
  assert_int_equal(attest_judge(&c.problem, &c.answer, NULL, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_judge(NULL, &c.answer, NULL, &found), ATTEST_BAD_POINTER);
  assert_int_equal(attest_judge(&c.problem, NULL, NULL, &found), ATTEST_BAD_POINTER);
  assert_int_equal(attest_judge(&c.problem, &c.answer, &unknown, &found), ATTEST_BAD_OPTION);
  assert_non_null(strstr(found.text, "'nothing' is not a convention"));
  attest_findings_free(&found);
  assert_int_equal(attest_judge(&c.problem, &c.answer, &negative, &found), ATTEST_BAD_OPTION);
  assert_int_equal(attest_judge(&c.problem, &c.answer, &range, &found), ATTEST_BAD_OPTION);
  c.answer.lse.size[ATTEST_POSITION]--;
  assert_int_equal(attest_judge(&c.problem, &c.answer, NULL, &found), ATTEST_BAD_SHAPE);
  make_one(&c);
  c.answer.out.dtype = ATTEST_BOOL;
  assert_int_equal(attest_judge(&c.problem, &c.answer, NULL, &found), ATTEST_BAD_DTYPE);
  make_one(&c);
  c.problem.alignment = ATTEST_ALIGN_NONE;
  assert_int_equal(attest_judge(&c.problem, &c.answer, NULL, &found), ATTEST_BAD_OPTION);
}

/* Would notice: a name that accept does not take, or a list that does not end. */
static void conventions_are_listed(void **state) {
  one c;
  size_t n = 0;
  (void)state;
  make_one(&c);
  const char *meaning = NULL;
  for (const char *name; (name = attest_convention(n, &meaning)) != NULL; n++) {
    assert_true(judged(&c, &(attest_judge_options){.accept = name}, "pass\n"));
    assert_string_not_equal(meaning, "");
    assert_ptr_equal(attest_convention(n, NULL), name);
  }
  assert_int_equal(n, 12);
}

/* ---- bounds */

/* Would notice: bounds of another type or arithmetic than asked; an error at the bound that fails, or above it that
   passes. */
static void bounds_are_those_of_the_verdict(void **state) {
  double exact[ROWS * COLUMNS], exact_lse[ROWS], bound[ROWS * COLUMNS], wide[ROWS * COLUMNS], lse[ROWS];
  double workspace[4096];
  one c;
  (void)state;
  make_one(&c);
  const attest_answer values = {.out = output_of(exact, ATTEST_F64, ROWS, COLUMNS),
                                .lse = output_of(exact_lse, ATTEST_F64, ROWS, 1)},
                      bounds = {.out = output_of(bound, ATTEST_F64, ROWS, COLUMNS),
                                .lse = output_of(lse, ATTEST_F64, ROWS, 1)},
                      wider = {.out = output_of(wide, ATTEST_F64, ROWS, COLUMNS)};
  assert_int_equal(attest_reference(&c.problem, &values, workspace, sizeof workspace), ATTEST_OK);
  assert_int_equal(attest_bound(&c.problem, NULL, ATTEST_F32, ATTEST_F32, &bounds), ATTEST_OK);
  const attest_arithmetic half = {ATTEST_F32, ATTEST_F32, 0, ATTEST_BF16, 0, -1};
  assert_int_equal(attest_bound(&c.problem, &half, ATTEST_BF16, ATTEST_F32, &wider), ATTEST_OK);
  for (int n = 0; n < ROWS * COLUMNS; n++) {
    assert_true(bound[n] > 0 && bound[n] < 1e-4 && wide[n] > 100 * bound[n]);
    const float right = c.out[n];
    c.out[n] = nextafterf((float)(exact[n] + bound[n]), (float)exact[n]);
    c.out[n] = nextafterf(c.out[n], (float)exact[n]);
    assert_true(judged(&c, NULL, "pass\n"));
    c.out[n] = nextafterf((float)(exact[n] + bound[n]), 10);
    c.out[n] = nextafterf(c.out[n], 10);
    assert_false(judged(&c, NULL, "beyond"));
    c.out[n] = right;
  }
  for (int n = 0; n < ROWS; n++) assert_true(fabs((double)c.lse[n] - exact_lse[n]) <= lse[n] && lse[n] < 1e-4);
}

static void statuses_of_bound(void **state) {
  double bound[ROWS * COLUMNS];
  one c;
  (void)state;
  make_one(&c);
  attest_answer bounds = {.out = output_of(bound, ATTEST_F64, ROWS, COLUMNS)};
  const attest_arithmetic bad = {.score_roundings = 4};
  assert_int_equal(attest_bound(NULL, NULL, ATTEST_F32, ATTEST_F32, &bounds), ATTEST_BAD_POINTER);
  assert_int_equal(attest_bound(&c.problem, NULL, ATTEST_F32, ATTEST_F32, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_bound(&c.problem, &bad, ATTEST_F32, ATTEST_F32, &bounds), ATTEST_BAD_OPTION);
  assert_int_equal(attest_bound(&c.problem, NULL, ATTEST_BOOL, ATTEST_F32, &bounds), ATTEST_BAD_DTYPE);
  bounds.out.dtype = ATTEST_F32;
  assert_int_equal(attest_bound(&c.problem, NULL, ATTEST_F32, ATTEST_F32, &bounds), ATTEST_BAD_DTYPE);
}

/* ---- cases */

static size_t lines_of(const char *text) { return count_of(text, "\n"); }

/* Would notice: a suite that ignores what is supported or the seed, and a case other than that of a run. */
static void cases_are_those_of_a_run(void **state) {
  const attest_supports small = {.mask = ATTEST_NO, .head_sizes = {8, 16}, .keys_most = 64, .q_len_most = 64};
  char *first = NULL, *other = NULL, reason[ATTEST_REASON_MAX];
  attest_case *made = NULL;
  (void)state;
  assert_int_equal(attest_cases_of_suite(&small, ATTEST_F16, ATTEST_QUICK, 1, &first), ATTEST_OK);
  assert_int_equal(attest_cases_of_suite(&small, ATTEST_F16, ATTEST_QUICK, 2, &other), ATTEST_OK);
  assert_true(lines_of(first) >= 500 && strcmp(first, other) != 0);
  assert_true(strstr(first, " mask=") == NULL && strstr(first, " bias=") != NULL);
  assert_true(count_of(first, "dtype=f16") == lines_of(first));
  for (char *line = strtok(first, "\n"); line != NULL; line = strtok(NULL, "\n")) { /* NOLINT(concurrency-mt-unsafe) */
    assert_int_equal(attest_case_make(line, &made, reason), ATTEST_OK);
    const attest_problem *const p = attest_case_problem(made);
    assert_int_equal(attest_problem_check(p), ATTEST_OK);
    assert_true(p->q.dtype == ATTEST_F16 && p->k.size[ATTEST_POSITION] <= 64 && p->mask.data == NULL);
    attest_case_free(made);
  }
  attest_cases_free(first);
  attest_cases_free(other);
}

static void statuses_of_cases(void **state) {
  const attest_supports bad = {.head_size_multiple = -1}, nothing = {.head_size_multiple = 999, .head_sizes = {8}};
  char *recipes, reason[ATTEST_REASON_MAX];
  attest_case *made;
  (void)state;
  assert_int_equal(attest_cases_of_suite(NULL, ATTEST_F32, ATTEST_QUICK, 1, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_cases_of_suite(NULL, ATTEST_BOOL, ATTEST_QUICK, 1, &recipes), ATTEST_BAD_DTYPE);
  assert_int_equal(attest_cases_of_suite(NULL, ATTEST_F32, (attest_suite)9, 1, &recipes), ATTEST_BAD_OPTION);
  assert_int_equal(attest_cases_of_suite(&bad, ATTEST_F32, ATTEST_QUICK, 1, &recipes), ATTEST_BAD_OPTION);
  assert_int_equal(attest_cases_of_suite(&nothing, ATTEST_F32, ATTEST_QUICK, 1, &recipes), ATTEST_UNSUPPORTED);
  assert_null(recipes);
  assert_int_equal(attest_case_make("keys=-1", &made, reason), ATTEST_BAD_OPTION);
  assert_non_null(strstr(reason, "keys"));
  assert_null(made);
  assert_int_equal(attest_case_make(NULL, &made, NULL), ATTEST_BAD_POINTER);
  attest_case_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cases_are_those_of_a_run), cmocka_unit_test(statuses_of_cases),
      cmocka_unit_test(right_ones_pass),          cmocka_unit_test(wrong_ones_are_told_in_every_form),
      cmocka_unit_test(reasons_are_told),         cmocka_unit_test(a_run_can_be_stopped),
      cmocka_unit_test(bad_ways_fail_here_too),   cmocka_unit_test(statuses_of_check_here),
      cmocka_unit_test(one_answer_is_judged),     cmocka_unit_test(statuses_of_judge),
      cmocka_unit_test(conventions_are_listed),   cmocka_unit_test(bounds_are_those_of_the_verdict),
      cmocka_unit_test(statuses_of_bound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
