/* attest check: judges an implementation on generated cases. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check/suite.h"
#include "check/verdict.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/document.h"
#include "cli/progress.h"

static const char help[] = "usage: attest check TARGET [options]\n"
                           "\n"
                           "Judges an implementation of attention on generated cases: every element of every answer against its own\n"
                           "bound, derived from the arithmetic that the implementation declares. TARGET is a built-in implementation\n"
                           "(reference), or a shared library that exports attest_candidate (attest.h). It runs in a process of its own:\n"
                           "a crash, a hang, a read or write out of bounds, an output not written are verdicts.\n"
                           "\n"
                           "options:\n"
                           "  --suite NAME    quick (the default): 300 cases of each type; full: 3000, and large ones\n"
                           "  --minutes N     instead: random cases, for so long\n"
                           "  --case RECIPE   instead: one case, as a line of this command names it\n"
                           "  --dtype TYPE    f64, f32, f16 or bf16 only\n"
                           "  --seed N        another sequence of cases (default 1)\n"
                           "  --timeout S     seconds that one case may take (default 10)\n"
                           "  --json FILE     write the results as JSON\n"
                           "  --help          this text\n"
                           "\n"
                           "A failure is printed with the command that repeats it. The last line is\n"
                           "'pass|fail: N cases, worst budget B at CASE': the largest error as a share of its bound.\n"
                           "Exit status 1 if a case failed.\n"
                           "\n"
                           "examples:\n"
                           "  attest check reference\n"
                           "  attest check ./libmine.so --dtype bf16 --suite full\n"
                           "  attest check ./libmine.so --case 'dtype=f32 q_len=17 keys=33 d_k=64 d_v=64 seed=7'\n";

#define QUICK 300
#define FULL 3000
#define SHOWN 10 /* failures printed */

typedef struct {
  const char *target, *suite, *minutes, *text, *dtype, *seed, *timeout, *json;
} settings;

/* What came out, for one type. */
typedef struct {
  int64_t passed, failed, skipped, mean_rows;
  double budget;
  char worst[RECIPE_TEXT_MAX];
} tally;

typedef struct {
  candidate of;
  arena memory;
  worker run;
  suite cases;
  attest_description description;
  tally of_type[4];
  double until; /* monotonic seconds; 0: no end */
  json_t *failures;
} session;

static const char *const type_names[] = {"f64", "f32", "f16", "bf16"};

static double now(void) {
  struct timespec t;
  (void)timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_failure(const session *s, const char *text, const verdict *v) {
  progress_clear();
  (void)printf("FAIL %s: %s", verdict_name(v->kind), text);
  const verdict_element *e = &v->element;
  if (v->kind >= VERDICT_UNWRITTEN)
    (void)printf("\n     %s at [%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "]: expected %.9g, found %.9g, bound %.3g, budget used %.3g",
                 e->output, e->at[0], e->at[1], e->at[2], e->at[3], e->expected, e->found, e->bound, v->budget);
  else (void)printf("\n     %s", v->text);
  (void)printf("\n     attest check %s --case '%s'\n", s->of.name, text);
}

static void add_failure(session *s, const char *text, const verdict *v) {
  json_t *failure = json_object();
  document_set(failure, "case", json_string(text));
  document_set(failure, "verdict", json_string(verdict_name(v->kind)));
  document_set(failure, "text", json_string(v->text));
  if (v->kind >= VERDICT_UNWRITTEN) {
    json_t *at = json_array();
    for (int d = 0; d < 4; d++) document_append(at, json_integer(v->element.at[d]));
    document_set(failure, "output", json_string(v->element.output));
    document_set(failure, "at", at);
    document_set(failure, "expected", document_number(v->element.expected));
    document_set(failure, "found", document_number(v->element.found));
    document_set(failure, "bound", document_number(v->element.bound));
    document_set(failure, "budget", document_number(v->budget));
  }
  document_append(s->failures, failure);
}

static void record(session *s, const recipe *r, const verdict *v) {
  tally *t = &s->of_type[r->dtype];
  char text[RECIPE_TEXT_MAX];
  recipe_print(r, text);
  t->mean_rows += v->mean_rows;
  if (v->kind == VERDICT_SKIPPED) t->skipped++;
  else if (v->kind == VERDICT_PASS) t->passed++;
  else t->failed++;
  if (v->kind == VERDICT_SKIPPED) return;
  if (v->budget >= t->budget || t->worst[0] == '\0') {
    t->budget = v->budget;
    (void)memcpy(t->worst, text, sizeof text);
  }
  if (v->kind == VERDICT_PASS) return;
  add_failure(s, text, v);
  if (json_array_size(s->failures) <= SHOWN) print_failure(s, text, v);
}

static check_status try_case(session *s, const recipe *r, check_error *error) {
  verdict v;
  const check_status status = verdict_of_case(&s->run, &s->memory, r, &s->description, &v, error);
  if (status == CHECK_OK) record(s, r, &v);
  return status;
}

static bool out_of_time(const session *s) { return s->until > 0 && now() >= s->until; }

static check_status try_type(session *s, attest_dtype dtype, int64_t first, int64_t count, bool large, check_error *error) {
  bool takes;
  check_status status = worker_describe(&s->run, dtype, &s->description, &takes, error);
  if (status != CHECK_OK || !takes) return status;
  for (int64_t n = first; status == CHECK_OK && n < first + count && !out_of_time(s); n++) {
    const recipe r = suite_recipe(&s->cases, dtype, n);
    if (n % 16 == 0) progress_show((size_t)(n - first), (size_t)count, type_names[dtype]);
    status = try_case(s, &r, error);
  }
  for (int64_t n = 0; large && status == CHECK_OK && n < suite_large(); n++) {
    const recipe r = suite_large_recipe(dtype, n);
    progress_show((size_t)n, (size_t)suite_large(), "large cases");
    status = try_case(s, &r, error);
  }
  progress_clear();
  return status;
}

/* The number of a type; 4 for none of them. */
static attest_dtype type_of(const char *name) {
  int n = 0;
  while (n < 4 && strcmp(type_names[n], name) != 0) n++;
  return (attest_dtype)n;
}

static check_status try_types(session *s, const settings *given, int64_t first, int64_t count, bool large, check_error *error) {
  check_status status = CHECK_OK;
  for (int n = 0; status == CHECK_OK && n < 4; n++)
    if (given->dtype == NULL || type_of(given->dtype) == (attest_dtype)n) status = try_type(s, (attest_dtype)n, first, count, large, error);
  return status;
}

static check_status read_number(const char *option, const char *text, double low, double high, double *number, check_error *error) {
  char *end;
  if (text == NULL) return CHECK_OK;
  *number = strtod(text, &end);
  if (*text != '\0' && *end == '\0' && *number >= low && *number <= high) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected a number from %g to %g, found %s", option, low, high, text);
}

static check_status try_one(session *s, const char *text, check_error *error) {
  recipe r;
  bool takes;
  check_status status = recipe_parse(text, &r, error);
  if (status == CHECK_OK) status = worker_describe(&s->run, (attest_dtype)r.dtype, &s->description, &takes, error);
  if (status == CHECK_OK && !takes) return check_fail(error, CHECK_BAD_INPUT, "%s: does not take %s", s->of.name, type_names[r.dtype]);
  return status == CHECK_OK ? try_case(s, &r, error) : status;
}

static check_status try_all(session *s, const settings *given, check_error *error) {
  double minutes = 0;
  const bool full = strcmp(given->suite, "full") == 0;
  check_status status = read_number("minutes", given->minutes, 0.001, 1e6, &minutes, error);
  if (status != CHECK_OK) return status;
  if (given->text != NULL) return try_one(s, given->text, error);
  if (minutes <= 0) return try_types(s, given, 0, full ? FULL : QUICK, full, error);
  s->until = now() + 60 * minutes;
  for (int64_t first = suite_systematic(&s->cases); status == CHECK_OK && !out_of_time(s); first += QUICK)
    status = try_types(s, given, first, QUICK, false, error);
  return status;
}

static tally total_of(const session *s) {
  tally total = {.budget = 0};
  for (int n = 0; n < 4; n++) {
    const tally *t = &s->of_type[n];
    total.passed += t->passed;
    total.failed += t->failed;
    total.skipped += t->skipped;
    if (t->passed + t->failed == 0 || (total.worst[0] != '\0' && t->budget <= total.budget)) continue;
    total.budget = t->budget;
    (void)memcpy(total.worst, t->worst, sizeof t->worst);
  }
  return total;
}

static void print_types(const session *s) {
  for (int n = 0; n < 4; n++) {
    const tally *t = &s->of_type[n];
    if (t->passed + t->failed + t->skipped == 0) continue;
    (void)printf("%-4s %" PRId64 " passed, %" PRId64 " failed, %" PRId64 " skipped, worst budget %.3g", type_names[n], t->passed, t->failed,
                 t->skipped, t->budget);
    if (t->mean_rows > 0) (void)printf("; %" PRId64 " rows known only to be means of visible values", t->mean_rows);
    (void)putchar('\n');
  }
}

static check_status write_results(const session *s, const char *file, check_error *error) {
  json_t *document = json_object(), *types = json_object();
  for (int n = 0; n < 4; n++) {
    const tally *t = &s->of_type[n];
    json_t *type = json_object();
    document_set(type, "passed", json_integer(t->passed));
    document_set(type, "failed", json_integer(t->failed));
    document_set(type, "skipped", json_integer(t->skipped));
    document_set(type, "worst_budget", document_number(t->budget));
    document_set(type, "worst_case", json_string(t->worst));
    document_set(types, type_names[n], type);
  }
  document_set(document, "target", json_string(s->of.name));
  document_set(document, "types", types);
  document_set(document, "failures", json_incref(s->failures));
  const check_status status = document_write(document, file, error);
  json_decref(document);
  return status;
}

static check_status finish(const session *s, const settings *given, check_error *error) {
  const tally total = total_of(s);
  const size_t hidden = json_array_size(s->failures) > SHOWN ? json_array_size(s->failures) - SHOWN : 0;
  if (hidden > 0) (void)printf("... and %zu more failures%s\n", hidden, given->json == NULL ? "; --json FILE writes all of them" : "");
  if (given->text == NULL) print_types(s);
  if (given->json != NULL) {
    const check_status status = write_results(s, given->json, error);
    if (status != CHECK_OK) return status;
  }
  if (total.passed + total.failed == 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: no case could be judged, %" PRId64 " are not supported", s->of.name, total.skipped);
  (void)printf("%s: %" PRId64 " cases, worst budget %.3g at %s\n", total.failed > 0 ? "fail" : "pass", total.passed + total.failed,
               total.budget, total.worst);
  return total.failed > 0 ? CHECK_MISMATCH : CHECK_OK;
}

static check_status run_session(session *s, const settings *given, double seed, double timeout, check_error *error) {
  s->run = (worker){.of = &s->of, .memory = &s->memory, .seconds = timeout};
  check_status status = arena_make(&s->memory, (size_t)1 << 32, error);
  if (status == CHECK_OK) status = suite_make((uint64_t)seed, &s->cases, error);
  if (status == CHECK_OK) status = try_all(s, given, error);
  worker_stop(&s->run);
  if (status == CHECK_OK) status = finish(s, given, error);
  suite_free(&s->cases);
  arena_free(&s->memory);
  return status;
}

check_status check_command(int argc, char **argv, check_error *error) {
  settings given = {.suite = "quick"};
  const value_option options[] = {{"suite", 0, &given.suite}, {"minutes", 0, &given.minutes}, {"case", 0, &given.text},
                                  {"dtype", 0, &given.dtype}, {"seed", 0, &given.seed},       {"timeout", 0, &given.timeout},
                                  {"json", 0, &given.json}};
  double seed = 1, timeout = 10;
  session s = {.until = 0};
  check_status status = arguments_read(argc, argv, help, options, sizeof options / sizeof options[0], "target", &given.target, error);
  if (status != CHECK_OK || given.target == NULL) return status;
  if (strcmp(given.suite, "quick") != 0 && strcmp(given.suite, "full") != 0)
    return check_fail(error, CHECK_BAD_INPUT, "--suite: expected quick or full, found %s", given.suite);
  if (given.dtype != NULL && type_of(given.dtype) == (attest_dtype)4)
    return check_fail(error, CHECK_BAD_INPUT, "--dtype: expected f64, f32, f16 or bf16, found %s", given.dtype);
  status = read_number("seed", given.seed, 0, 1e15, &seed, error);
  if (status == CHECK_OK) status = read_number("timeout", given.timeout, 0.01, 1e5, &timeout, error);
  if (status == CHECK_OK) status = candidate_find(given.target, &s.of, error);
  if (status != CHECK_OK) return status;
  s.failures = json_array();
  status = run_session(&s, &given, seed, timeout, error);
  json_decref(s.failures);
  return status;
}
