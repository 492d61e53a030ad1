#include "check/results/check_output.h"

#include <inttypes.h>
#include <string.h>

#include "check/cases/document.h"
#include "check/cases/format.h"
#include "check/cases/json.h"
#include "check/cases/output.h"
#include "check/cases/plural.h"
#include "check/results/findings.h"
#include "check/results/followed.h"
#include "check/results/junit.h"
#include "check/results/page.h"

#define TOLD 10 /* failures reported in full */

#define PLAIN "\033[0m"
#define GOOD "\033[32m"
#define BAD "\033[31m"
#define NOTE "\033[33m"

/* ---- events */

/* Lines follow: what stands where they go, such as a bar of progress, is removed. */
static void begin_lines(const check_output *t) {
  if (t->clear != NULL) t->clear();
}

static const char *paint(const check_output *t, const char *escape) { return t->coloured ? escape : ""; }

/* Prints what repeats a case. */
static void print_repeat(const check_output *t, const recipe *r) {
  char text[RECIPE_TEXT_MAX];
  recipe_print(r, text);
  (void)fprintf(t->to, "%s%s%s\n", t->words.repeat, text, t->words.repeat_end);
}

/* Whether it was asked again, and passed. */
static bool passes_again(const reported_failure *f) {
  return f->small != NULL && !verdict_fails(f->small_verdict->kind);
}

/* The failure of a case. Others may have been appended since: a candidate answers many cases before one is reported. */
static json_t *failure_of(const check_output *t, const recipe *made) {
  char text[RECIPE_TEXT_MAX];
  recipe_print(made, text);
  for (size_t n = json_array_size(t->failures); n > 0; n--) {
    json_t *failure = json_array_get(t->failures, n - 1);
    if (strcmp(document_text_of(failure, "case"), text) == 0) return failure;
  }
  return NULL;
}

/* Adds the details to its failure. */
static void keep_failure(const check_output *t, const reported_failure *f) {
  json_t *failure = failure_of(t, f->first);
  char text[RECIPE_TEXT_MAX];
  if (failure == NULL) return;
  if (f->grid != NULL) document_set(failure, "grid", page_grid(f->grid));
  if (f->small == NULL || passes_again(f)) return;
  recipe_print(f->small, text);
  document_set(failure, "smallest", json_string(text));
}

/* Prints the command that repeats the failure. */
static void print_smallest(const check_output *t, const reported_failure *f) {
  const bool smaller = f->small != NULL && !recipe_equal(f->small, f->first);
  (void)fprintf(t->to, "     %s",
                f->small == NULL  ? ""
                : !f->is_complete ? (smaller ? "smaller: " : "not shrunk: ")
                : smaller         ? "smallest: "
                                  : "no smaller one: ");
  print_repeat(t, f->small != NULL ? f->small : f->first);
  if (smaller) findings_verdict(t->to, f->small_verdict);
}

static void report_failure(void *context, const reported_failure *f) {
  check_output *t = context;
  char text[RECIPE_TEXT_MAX];
  t->told++;
  begin_lines(t);
  recipe_print(f->first, text);
  (void)fprintf(t->to, "%sFAIL%s %s: %s\n", paint(t, BAD), paint(t, PLAIN), verdict_name(f->verdict->kind), text);
  findings_verdict(t->to, f->verdict);
  if (f->grid != NULL) findings_error_map(t->to, f->grid);
  if (passes_again(f))
    (void)fprintf(t->to, "     it passes when it runs again: the answer depends on other calls, or on chance\n");
  else print_smallest(t, f);
  keep_failure(t, f);
}

static void report_probe(void *context, attest_dtype dtype, const probe *p, const probe_finding *found) {
  const check_output *t = context;
  const bool fails = found->result == PROBE_FAILS;
  json_t *document = json_object();
  begin_lines(t);
  (void)fprintf(t->to, "%s%s%s %s %s: %s%s\n     %s\n", paint(t, fails ? BAD : NOTE), fails ? "FAIL" : "not bitwise",
                paint(t, PLAIN), format_names[dtype], p->name, found->answer_fails ? "" : "expected that ",
                probe_says(p, found), found->text);
  document_set(document, "type", json_string(format_names[dtype]));
  document_set(document, "probe", json_string(p->name));
  document_set(document, "property", json_string(probe_says(p, found)));
  document_set(document, "fails", json_boolean(fails));
  document_set(document, "found", document_text(found->text));
  document_append(t->probes, document);
}

static void report_bias_test(void *context, attest_dtype dtype, const bias_test_finding *found) {
  const check_output *t = context;
  json_t *document = json_object();
  begin_lines(t);
  (void)fprintf(t->to, "%sFAIL%s %s bias test %s: ", paint(t, BAD), paint(t, PLAIN), format_names[dtype], found->name);
  if (found->failure[0] != '\0') (void)fprintf(t->to, "%s\n", found->failure);
  else
    (void)fprintf(t->to, "%s %.2g, z = %.1f (alarm beyond %g: one in 5e8 correct implementations)\n", found->meaning,
                  found->c, found->z, BIAS_TEST_ALARM);
  document_set(document, "type", json_string(format_names[dtype]));
  document_set(document, "test", json_string(found->name));
  document_set(document, "meaning", json_string(found->meaning));
  document_set(document, "failure", document_text(found->failure));
  document_set(document, "coefficient", document_number(found->c));
  document_set(document, "z", document_number(found->z));
  document_append(t->bias_tests, document);
}

static void add_verdict(const check_output *t, const char *text, const verdict *v) {
  json_t *failure = json_object(), *its = results_verdict(v);
  document_set(failure, "case", document_text(text));
  document_add(failure, its);
  json_decref(its);
  document_append(t->failures, failure);
}

static void count_reason(const check_output *t, const verdict *v) {
  json_t *text = document_text(v->text);
  const char *reason = json_string_value(text);
  document_set(t->reasons, reason, json_integer(json_integer_value(json_object_get(t->reasons, reason)) + 1));
  json_decref(text);
}

static void add_case(const check_output *t, const results_case *c) {
  const verdict_kind kind = c->verdict.kind;
  if (kind == VERDICT_SKIPPED) count_reason(t, &c->verdict);
  if (t->brief && !verdict_fails(kind) && kind != VERDICT_SKIPPED) return;
  document_append(t->cases, results_case_document(c));
}

static void hear_case(void *context, int64_t number, const recipe *dealt, const recipe *r, const verdict *v) {
  add_case(context, &(results_case){number, *dealt, *r, *v});
}

static void add_failure(void *context, const recipe *r, const verdict *v) {
  char text[RECIPE_TEXT_MAX];
  recipe_print(r, text);
  add_verdict(context, text, v);
}

session_events check_output_events(check_output *t) {
  return (session_events){t, NULL, NULL, hear_case, add_failure, report_failure, report_probe, report_bias_test};
}

void check_output_case(check_output *t, const results_case *c) {
  add_case(t, c);
  if (!verdict_fails(c->verdict.kind)) return;
  add_failure(t, &c->made, &c->verdict);
  if (t->told < TOLD) report_failure(t, &(reported_failure){.first = &c->made, .verdict = &c->verdict});
}

/* ---- closing lines */

/* Says how many failing cases were not reported in full. */
static void print_more(const check_output *t) {
  const size_t more = json_array_size(t->failures) - t->told;
  if (more > 0)
    (void)fprintf(t->to, "... and %zu more case%s fail%s%s\n", more, plural_s((int64_t)more), more == 1 ? "s" : "",
                  t->files.json != NULL ? "" : t->words.all);
}

/* Prints the known defects or conventions that give all of the compared failing answers. */
static void print_diagnosis(const check_output *t, const diagnosis *d) {
  const zoo_mutant *matches[6];
  const size_t count = diagnosis_matches(d, matches, sizeof matches / sizeof matches[0]);
  for (size_t n = 0; n < count; n++)
    (void)fprintf(t->to, "%s %s: %s (%s)\n",
                  matches[n]->convention ? "follows the convention"
                  : n == 0               ? "looks like"
                                         : "or",
                  matches[n]->name, matches[n]->what, matches[n]->where);
  if (count == 0 && d->answers > 0) (void)fprintf(t->to, "no known defect gives these answers\n");
}

static void print_lines(const check_output *t, const json_t *lines) {
  size_t n;
  const json_t *line;
  json_array_foreach(lines, n, line) {
    (void)fprintf(t->to, "%s\n", json_string_value(line));
  }
}

/* Says what a candidate that was given up was not asked. */
static void print_unasked(const check_output *t, int64_t unasked) {
  if (unasked > 0)
    (void)fprintf(t->to,
                  "%sFAIL%s gave up: calls crashed, did not return in time, or took too long in total (%s): %" PRId64
                  " case%s not run\n",
                  paint(t, BAD), paint(t, PLAIN), t->words.timeout, unasked, plural_s(unasked));
}

/* Says how many probes hold, and how many of a whole run need what the candidate does not support. */
static void print_probes(const check_output *t, const session_tally *its, bool whole) {
  size_t all;
  (void)probe_list(&all);
  if (its->probes > 0)
    (void)fprintf(t->to, "; %" PRId64 " of %" PRId64 " probe%s", its->probes_held, its->probes,
                  its->probes == 1 ? " holds" : "s hold");
  if (whole && its->probes < (int64_t)all && its->unasked == 0)
    (void)fprintf(t->to, "%s%" PRId64 " need%s options that it does not support",
                  its->probes > 0 ? ", " : "; of the probes, ", (int64_t)all - its->probes,
                  (int64_t)all - its->probes == 1 ? "s" : "");
}

/* Says where the arithmetic says too little: that fails the run. */
static void print_vague(const check_output *t, const session_tally *its) {
  if (session_is_vague(its))
    (void)fprintf(t->to, "%sFAIL%s " SESSION_VAGUE "\n", paint(t, BAD), paint(t, PLAIN), its->vague,
                  session_judged(its));
}

/* Prints the arithmetic by which a type is judged. */
static void print_arithmetic(const check_output *t, const attest_arithmetic *by) {
  (void)fprintf(t->to, "     judged for sums in %s, ", format_names[by->accumulate]);
  if (by->height > 0) (void)fprintf(t->to, "a term in at most %" PRId64 " additions", by->height);
  else (void)fprintf(t->to, "in any order");
  if (by->score_roundings > 0) (void)fprintf(t->to, "; scores in %s", format_names[by->scores]);
  (void)fprintf(t->to, "; probabilities in %s; ", format_names[by->probabilities]);
  if (by->rescales == 0) (void)fprintf(t->to, "no rescaling\n");
  else if (by->rescales > 0)
    (void)fprintf(t->to, "at most %" PRId64 " rescaling%s\n", by->rescales, plural_s(by->rescales));
  else (void)fprintf(t->to, "at most one rescaling in 16 keys\n");
}

static void print_type(const check_output *t, attest_dtype dtype, const session_tally *its, const attest_arithmetic *by,
                       bool whole) {
  if (its->passed + its->conventional + its->failed + its->skipped == 0) return;
  (void)fprintf(t->to, "%-4s %" PRId64 " passed, %" PRId64 " failed, %" PRId64 " skipped, worst budget %.3g",
                format_names[dtype], its->passed, its->failed, its->skipped, its->budget);
  if (its->conventional > 0) (void)fprintf(t->to, "; %" PRId64 " by a convention", its->conventional);
  print_probes(t, its, whole);
  if (its->bias_tests > 0)
    (void)fprintf(t->to, "; %" PRId64 " of %" PRId64 " bias tests raise an alarm", its->alarms, its->bias_tests);
  if (its->mean_rows > 0)
    (void)fprintf(t->to, "; %" PRId64 " row%s judged only as means of visible values", its->mean_rows,
                  plural_s(its->mean_rows));
  (void)fputc('\n', t->to);
  print_arithmetic(t, by);
}

json_t *check_output_document(const check_output *output, const session_result *result) {
  json_t *document = json_object();
  document_set(document, "target", document_text(output->target));
  document_set(document, "pass", json_boolean(!result->failed));
  if (output->run != NULL) document_set(document, "run", json_incref(output->run));
  if (output->missing == NULL) document_set(document, "shard", results_shard(&output->part, result->suite));
  else document_set(document, "missing", json_incref(output->missing));
  document_set(document, "types", results_types(result));
  document_set(document, "judged", results_judged(&result->judged));
  document_set(document, "alike", results_alike(&result->judged));
  document_set(document, "never_judged", results_never_judged(result));
  document_set(document, "supports", results_supports(result));
  document_set(document, "sizes", results_sizes(result));
  document_set(document, "arithmetic", results_arithmetic(result));
  document_set(document, "skipped", json_incref(output->reasons));
  document_set(document, "conventions", followed_document(&result->conventions));
  document_set(document, "cases", json_incref(output->cases));
  document_set(document, "failures", json_incref(output->failures));
  document_set(document, "probes", json_incref(output->probes));
  document_set(document, "bias_tests", json_incref(output->bias_tests));
  document_set(document, "diagnosis", results_diagnosis(&result->seen));
  document_set(document, "xray",
               result->found.made     ? results_xray(&result->found, &result->second)
               : output->xray != NULL ? json_incref(output->xray)
                                      : json_null());
  return document;
}

static check_status write_junit(const check_output *t, const json_t *document, check_error *error) {
  output_file file;
  check_status status = output_open(&file, t->files.junit, error);
  if (status != CHECK_OK) return status;
  status = junit_put(file.stream, document, error);
  const check_status closed = output_close(&file, error);
  return status != CHECK_OK ? status : closed;
}

static check_status write_page(const check_output *t, const json_t *document, const session_result *result,
                               check_error *error) {
  output_file file;
  const check_status status = output_open(&file, t->files.html, error);
  if (status != CHECK_OK) return status;
  page_put(file.stream, document, result);
  return output_close(&file, error);
}

static check_status write_sarif(const check_output *t, const json_t *document, check_error *error) {
  json_t *const sarif = sarif_document(document, &t->place);
  const check_status status = json_write(sarif, t->files.sarif, error);
  json_decref(sarif);
  return status;
}

static check_status write_results(const session_result *result, const check_output *t, check_error *error) {
  if (!document_is_whole()) return check_fail(error, CHECK_FAILURE, "not enough memory for the results");
  const check_files *const to = &t->files;
  if (to->json == NULL && to->junit == NULL && to->html == NULL && to->sarif == NULL) return CHECK_OK;
  json_t *document = check_output_document(t, result);
  check_status status = to->json != NULL ? json_write(document, to->json, error) : CHECK_OK;
  if (status == CHECK_OK && !document_is_whole())
    status = check_fail(error, CHECK_FAILURE, "not enough memory for the results");
  if (status == CHECK_OK && to->junit != NULL) status = write_junit(t, document, error);
  if (status == CHECK_OK && to->html != NULL) status = write_page(t, document, result, error);
  if (status == CHECK_OK && to->sarif != NULL) status = write_sarif(t, document, error);
  json_decref(document);
  return status;
}

static void print_reasons(const check_output *t) {
  const char *reason;
  const json_t *count;
  json_object_foreach(t->reasons, reason, count)
    (void)fprintf(t->to, "skipped %lld: %s\n", (long long)json_integer_value(count), reason);
}

/* Ends the line of an option with the cases that show none of its levels. */
static void print_alike(const check_output *t, int64_t cases, bool others) {
  if (cases > 0) (void)fprintf(t->to, "%s %" PRId64 " whose value does not show", others ? ", and" : "", cases);
  (void)fputc('\n', t->to);
}

/* Prints the judged cases, one line for each option, and the levels never judged. */
static void print_coverage(const check_output *t, const session_result *result) {
  char gaps[2000];
  (void)fprintf(t->to, "judged cases, by the values of each option\n");
  for (int f = 0; f < FACTORS; f++) {
    const char *between = "";
    (void)fprintf(t->to, "  %-8s", factor_name((factor)f));
    for (int level = 0; level < factor_levels((factor)f); level++) {
      if (result->judged.judged[f][level] == 0) continue;
      (void)fprintf(t->to, "%s %s %" PRId64, between, factor_level_name((factor)f, level),
                    result->judged.judged[f][level]);
      between = ",";
    }
    print_alike(t, coverage_alike(&result->judged, (factor)f), between[0] != '\0');
  }
  results_print_never(result, gaps, sizeof gaps);
  if (gaps[0] != '\0') (void)fprintf(t->to, "never judged: %s\n", gaps);
}

static void print_xray(const check_output *t, const session_result *result) {
  if (result->found.made) findings_xray(t->to, &result->found);
  else if (t->xray != NULL) print_lines(t, json_object_get(t->xray, "lines"));
  else print_diagnosis(t, &result->seen);
  if (result->second.made) findings_xray(t->to, &result->second);
}

check_status check_output_end(const check_output *t, const session_result *result, bool types, check_error *error) {
  const session_tally *total = &result->total;
  const bool whole = t->part.of <= 1 && t->missing == NULL && !t->brief;
  begin_lines(t);
  print_more(t);
  print_xray(t, result);
  print_reasons(t);
  print_unasked(t, total->unasked);
  for (int n = 0; n < FORMATS; n++) {
    if (types) print_type(t, (attest_dtype)n, &result->type[n], &result->arithmetic[n], whole);
    print_vague(t, &result->type[n]);
  }
  if (types) print_coverage(t, result);
  check_status status = write_results(result, t, error);
  if (status != CHECK_OK) return status;
  followed_tell(t->to, &result->conventions, t->words.accept);
  const int64_t judged = session_judged(total);
  if (t->missing != NULL)
    (void)fprintf(t->to, "FAIL: %zu share%s missing\n", json_array_size(t->missing),
                  json_array_size(t->missing) == 1 ? " is" : "s are");
  (void)fprintf(t->to, "%s%s%s: %" PRId64 " case%s, worst budget %.3g at %s%s\n", paint(t, result->failed ? BAD : GOOD),
                result->failed ? "fail" : "pass", paint(t, PLAIN), judged, plural_s(judged), total->budget,
                total->worst[0] != '\0' ? total->worst : "no case",
                result->failed && total->failed == 0 && t->missing == NULL
                    ? "; no case fails, but the lines marked FAIL above do"
                    : "");
  return result->failed ? CHECK_MISMATCH : CHECK_OK;
}

check_output check_output_begin(const char *target, FILE *to, const check_words *words) {
  return (check_output){.target = target,
                        .to = to,
                        .words = *words,
                        .cases = json_array(),
                        .failures = json_array(),
                        .probes = json_array(),
                        .bias_tests = json_array(),
                        .reasons = json_object()};
}

void check_output_free(check_output *t) {
  json_decref(t->run);
  json_decref(t->missing);
  json_decref(t->xray);
  json_decref(t->cases);
  json_decref(t->failures);
  json_decref(t->probes);
  json_decref(t->bias_tests);
  json_decref(t->reasons);
}
