/* attest check: judges an implementation on generated cases. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/session.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/document.h"
#include "cli/progress.h"

static const char help[] = "usage: attest check TARGET [options]\n"
                           "\n"
                           "Judges an implementation of attention on generated cases: every element of every answer against its own\n"
                           "bound, derived from the arithmetic that the implementation declares. TARGET is a built-in implementation\n"
                           "(reference, zoo:NAME), or a shared library that exports attest_candidate (attest.h). It runs in a\n"
                           "process of its own: a crash, a hang, a read or write out of bounds, an output not written are verdicts.\n"
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

typedef struct {
  const char *target, *suite, *minutes, *text, *dtype, *seed, *timeout, *json;
} options_given;

/* What the events need. */
typedef struct {
  const char *target;
  json_t *failures, *probes, *directions;
} telling;

/* ---- what is told as it happens */

static void tell_progress(void *context, int64_t done, int64_t total, attest_dtype dtype) {
  (void)context;
  progress_show((size_t)done, (size_t)total, session_type_name(dtype));
}

static void print_verdict(const verdict *v) {
  const verdict_element *e = &v->element;
  if (v->kind < VERDICT_UNWRITTEN) (void)printf("     %s\n", v->text);
  else
    (void)printf("     %s at [%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "]: expected %.9g, found %.9g, bound %.3g, budget used %.3g\n",
                 e->output, e->at[0], e->at[1], e->at[2], e->at[3], e->expected, e->found, e->bound, v->budget);
}

static void tell_failure(void *context, const session_failure *f) {
  const telling *t = context;
  char text[RECIPE_TEXT_MAX];
  progress_clear();
  recipe_print(f->first, text);
  (void)printf("FAIL %s: %s\n", verdict_name(f->verdict->kind), text);
  print_verdict(f->verdict);
  recipe_print(f->small, text);
  (void)printf("     smallest: attest check %s --case '%s'\n", t->target, text);
  print_verdict(f->small_verdict);
  if (f->picture[0] != '\0') (void)printf("%s\n", f->picture);
}

static void tell_probe(void *context, attest_dtype dtype, const probe *p, const probe_finding *found) {
  const telling *t = context;
  json_t *document = json_object();
  progress_clear();
  (void)printf("%s %s %s: %s\n     %s\n", p->convention ? "differs" : "FAIL", session_type_name(dtype), p->name, p->property, found->text);
  document_set(document, "type", json_string(session_type_name(dtype)));
  document_set(document, "probe", json_string(p->name));
  document_set(document, "property", json_string(p->property));
  document_set(document, "convention", json_boolean(p->convention));
  document_set(document, "found", json_string(found->text));
  document_append(t->probes, document);
}

static void tell_direction(void *context, attest_dtype dtype, const direction_finding *found) {
  const telling *t = context;
  json_t *document = json_object();
  progress_clear();
  (void)printf("FAIL %s %s, statistical: %s %.2g, z = %.1f (alarm beyond %g: one in 5e8 correct implementations)\n",
               session_type_name(dtype), found->name, found->meaning, found->c, found->z, DIRECTION_ALARM);
  document_set(document, "type", json_string(session_type_name(dtype)));
  document_set(document, "test", json_string(found->name));
  document_set(document, "coefficient", document_number(found->c));
  document_set(document, "z", document_number(found->z));
  document_append(t->directions, document);
}

static void add_failure(void *context, const recipe *r, const verdict *v) {
  const telling *t = context;
  char text[RECIPE_TEXT_MAX];
  json_t *failure = json_object();
  recipe_print(r, text);
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
  document_append(t->failures, failure);
}

/* ---- what is told at the end */

/* Which known defects or conventions give all of the failing answers that were looked at. */
static void print_diagnosis(const diagnosis *d) {
  const zoo_mutant *matches[6];
  const size_t count = diagnosis_matches(d, matches, sizeof matches / sizeof matches[0]);
  for (size_t n = 0; n < count; n++)
    (void)printf("%s %s: %s (%s)\n",
                 matches[n]->convention ? "follows the convention"
                 : n == 0               ? "looks like"
                                        : "or",
                 matches[n]->name, matches[n]->what, matches[n]->where);
  if (count == 0 && d->answers > 0) (void)printf("no known defect gives these answers\n");
}

static void print_type(attest_dtype dtype, const session_tally *t) {
  if (t->passed + t->failed + t->skipped == 0) return;
  (void)printf("%-4s %" PRId64 " passed, %" PRId64 " failed, %" PRId64 " skipped, worst budget %.3g", session_type_name(dtype), t->passed,
               t->failed, t->skipped, t->budget);
  if (t->probes > 0) (void)printf("; %" PRId64 " of %" PRId64 " probes hold", t->probes_held, t->probes);
  if (t->directions > 0) (void)printf("; %" PRId64 " of %" PRId64 " directional tests raise an alarm", t->alarms, t->directions);
  if (t->mean_rows > 0) (void)printf("; %" PRId64 " rows known only to be means of visible values", t->mean_rows);
  (void)putchar('\n');
}

static check_status write_results(const session_result *result, const telling *told, const char *file, check_error *error) {
  json_t *document = json_object(), *types = json_object();
  for (int n = 0; n < SESSION_TYPES; n++) {
    const session_tally *t = &result->type[n];
    json_t *type = json_object();
    document_set(type, "passed", json_integer(t->passed));
    document_set(type, "failed", json_integer(t->failed));
    document_set(type, "skipped", json_integer(t->skipped));
    document_set(type, "probes", json_integer(t->probes));
    document_set(type, "probes_held", json_integer(t->probes_held));
    document_set(type, "worst_budget", document_number(t->budget));
    document_set(type, "worst_case", json_string(t->worst));
    document_set(types, session_type_name((attest_dtype)n), type);
  }
  document_set(document, "target", json_string(told->target));
  document_set(document, "pass", json_boolean(!result->failed));
  document_set(document, "types", types);
  document_set(document, "failures", json_incref(told->failures));
  document_set(document, "probes", json_incref(told->probes));
  document_set(document, "directions", json_incref(told->directions));
  const check_status status = document_write(document, file, error);
  json_decref(document);
  return status;
}

static check_status conclude(const session_result *result, const telling *told, const options_given *given, check_error *error) {
  const session_tally *total = &result->total;
  print_diagnosis(&result->seen);
  for (int n = 0; given->text == NULL && n < SESSION_TYPES; n++) print_type((attest_dtype)n, &result->type[n]);
  if (given->json != NULL) {
    const check_status status = write_results(result, told, given->json, error);
    if (status != CHECK_OK) return status;
  }
  (void)printf("%s: %" PRId64 " cases, worst budget %.3g at %s\n", result->failed ? "fail" : "pass", total->passed + total->failed,
               total->budget, total->worst);
  return result->failed ? CHECK_MISMATCH : CHECK_OK;
}

/* ---- the command line */

static check_status read_number(const char *option, const char *text, double low, double high, double *number, check_error *error) {
  char *end;
  if (text == NULL) return CHECK_OK;
  *number = strtod(text, &end);
  if (*text != '\0' && *end == '\0' && *number >= low && *number <= high) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected a number from %g to %g, found %s", option, low, high, text);
}

static check_status read_types(const char *name, session_settings *settings, check_error *error) {
  bool any = false;
  for (int n = 0; n < SESSION_TYPES; n++) {
    settings->type[n] = name == NULL || strcmp(name, session_type_name((attest_dtype)n)) == 0;
    any = any || settings->type[n];
  }
  return any ? CHECK_OK : check_fail(error, CHECK_BAD_INPUT, "--dtype: expected f64, f32, f16 or bf16, found %s", name);
}

static check_status read_settings(const options_given *given, session_settings *settings, check_error *error) {
  double seed = 1;
  const bool full = strcmp(given->suite, "full") == 0;
  if (!full && strcmp(given->suite, "quick") != 0)
    return check_fail(error, CHECK_BAD_INPUT, "--suite: expected quick or full, found %s", given->suite);
  *settings = (session_settings){.cases = full ? SESSION_FULL : SESSION_QUICK, .large = full, .recipe = given->text, .seconds = 10};
  check_status status = read_types(given->dtype, settings, error);
  if (status == CHECK_OK) status = read_number("minutes", given->minutes, 0.001, 1e6, &settings->minutes, error);
  if (status == CHECK_OK) status = read_number("timeout", given->timeout, 0.01, 1e5, &settings->seconds, error);
  if (status == CHECK_OK) status = read_number("seed", given->seed, 0, 1e15, &seed, error);
  settings->seed = (uint64_t)seed;
  return status;
}

check_status check_command(int argc, char **argv, check_error *error) {
  options_given given = {.suite = "quick"};
  const value_option options[] = {{"suite", 0, &given.suite}, {"minutes", 0, &given.minutes}, {"case", 0, &given.text},
                                  {"dtype", 0, &given.dtype}, {"seed", 0, &given.seed},       {"timeout", 0, &given.timeout},
                                  {"json", 0, &given.json}};
  session_settings settings;
  candidate of;
  check_status status = arguments_read(argc, argv, help, options, sizeof options / sizeof options[0], "target", &given.target, error);
  if (status != CHECK_OK || given.target == NULL) return status;
  status = read_settings(&given, &settings, error);
  if (status == CHECK_OK) status = candidate_find(given.target, &of, error);
  if (status != CHECK_OK) return status;
  telling told = {given.target, json_array(), json_array(), json_array()};
  const session_events events = {&told, tell_progress, add_failure, tell_failure, tell_probe, tell_direction};
  session_result result;
  status = session_run(&of, &settings, &events, &result, error);
  progress_clear();
  if (status == CHECK_OK) status = conclude(&result, &told, &given, error);
  json_decref(told.failures);
  json_decref(told.probes);
  json_decref(told.directions);
  return status;
}
