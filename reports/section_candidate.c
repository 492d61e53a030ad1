/* Somebody's implementation: the verdict in one line, what it looks like, and of the first failures the smallest case
   and where the errors lie. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bench/sweep.h"
#include "check/results/failing_case.h"
#include "check/results/html.h"
#include "check/zoo/zoo.h"
#include "reports/page.h"
#include "reports/speed.h"

#define SHOWN 5 /* failures */

static void say_verdict(const page *p, const json_t *result) {
  const char *key, *where = "";
  const json_t *type;
  long passed = 0, failed = 0, skipped = 0;
  double worst = -1;
  char number[HTML_NUMBER_MAX];
  json_object_foreach(json_object_get(result, "types"), key, type) {
    passed += (long)json_integer_value(json_object_get(type, "passed"));
    failed += (long)json_integer_value(json_object_get(type, "failed"));
    skipped += (long)json_integer_value(json_object_get(type, "skipped"));
    const double budget = page_value(json_object_get(type, "worst_budget"));
    if (budget <= worst || isnan(worst)) continue; /* not a number counts as the worst */
    worst = budget;
    where = json_string_value(json_object_get(type, "worst_case"));
  }
  const bool pass = json_is_true(json_object_get(result, "pass"));
  (void)fprintf(
      p->to,
      "<p><b class=\"%s\">%s</b>: cases that pass: %ld, that fail: %ld, skipped: %ld; the largest error is %s of "
      "its bound, at <code>",
      pass ? "good" : "fail", pass ? "pass" : "FAIL", passed, failed, skipped,
      isinf(worst) ? "more than any multiple" : html_number(worst, number));
  html_text(p->to, where);
  (void)fputs("</code>.</p>\n", p->to);
}

static bool is_same(const json_t *gap, const json_t *before, const char *key) {
  return before != NULL &&
         strcmp(json_string_value(json_object_get(gap, key)), json_string_value(json_object_get(before, key))) == 0;
}

static void put_reason(const page *p, const json_t *gap) {
  (void)fputs(" (", p->to);
  html_text(p->to, json_string_value(json_object_get(gap, "why")));
  (void)fputs(")", p->to);
}

/* What no case judged: "mask random, rows (refused); bias random (refused)". */
static void say_never_judged(const page *p, const json_t *gaps) {
  size_t n;
  const json_t *gap, *before = NULL;
  json_array_foreach(gaps, n, gap) {
    const bool continues = is_same(gap, before, "option") && is_same(gap, before, "why");
    if (!continues && before != NULL) put_reason(p, before);
    (void)fputs(before == NULL ? "<p>Never judged: " : continues ? ", " : "; ", p->to);
    if (!continues) {
      html_text(p->to, json_string_value(json_object_get(gap, "option")));
      (void)fputs(" ", p->to);
    }
    html_text(p->to, json_string_value(json_object_get(gap, "level")));
    before = gap;
  }
  if (before == NULL) return;
  put_reason(p, before);
  (void)fputs(".</p>\n", p->to);
}

static const zoo_mutant *find(const char *name) {
  size_t count;
  const zoo_mutant *const members = zoo_list(&count);
  for (size_t n = 0; n < count; n++)
    if (strcmp(members[n].name, name) == 0) return &members[n];
  return NULL;
}

/* What the failing cases have in common, where the errors lie, and what was computed instead, line by line as the
   checker says it: "when: ...". A line that begins with a blank belongs to the one before. */
static void say_xray(const page *p, const json_t *lines) {
  const json_t *line;
  size_t n;
  if (json_array_size(lines) == 0) return;
  (void)fputs("<h3>Cause</h3>\n<ul>", p->to);
  json_array_foreach(lines, n, line) {
    const char *const text = json_string_value(line);
    if (n > 0) (void)fputs(text[0] == ' ' ? "<br/>" : "</li>\n<li>", p->to);
    else (void)fputs("<li>", p->to);
    html_text(p->to, text + strspn(text, " "));
  }
  (void)fputs("</li></ul>\n", p->to);
}

static void say_diagnosis(const page *p, const json_t *diagnosis) {
  const json_t *const explained = json_object_get(diagnosis, "explained"), *name;
  size_t n;
  if (json_integer_value(json_object_get(diagnosis, "answers")) == 0) return;
  if (json_array_size(explained) == 0) html_element(p->to, "p", "No known defect gives these answers.");
  json_array_foreach(explained, n, name) {
    const zoo_mutant *const known = find(json_string_value(name));
    if (known == NULL) continue;
    (void)fprintf(p->to, "<p>%s <b>%s</b>: ",
                  known->convention ? "Follows the convention"
                  : n == 0          ? "Looks like"
                                    : "or",
                  known->name);
    html_text(p->to, known->what);
    (void)fputs(" (", p->to);
    html_text(p->to, known->where);
    (void)fputs(").</p>\n", p->to);
  }
}

static void put_failures(const page *p, const json_t *failures) {
  const size_t count = json_array_size(failures);
  if (count == 0) return;
  (void)fprintf(p->to,
                "<p>Failing cases: %zu, the first of them here, all in <a href=\"results.json\">results.json</a>. ",
                count);
  failure_put_legend(p->to);
  for (size_t n = 0; n < count && n < SHOWN; n++) failure_put(p->to, json_array_get(failures, n));
}

/* What it promises beyond its bounds, where that fails or differs. */
static void put_probes(const page *p, const json_t *probes) {
  size_t n;
  const json_t *one;
  if (json_array_size(probes) == 0) return;
  (void)fprintf(p->to, "<details><summary>Properties that fail or differ: %zu</summary>\n", json_array_size(probes));
  json_array_foreach(probes, n, one) {
    (void)fprintf(p->to, "<p>%s, %s: ", json_is_true(json_object_get(one, "fails")) ? "FAIL" : "differs",
                  json_string_value(json_object_get(one, "type")));
    html_text(p->to, json_string_value(json_object_get(one, "property")));
    (void)fputs(": ", p->to);
    html_text(p->to, json_string_value(json_object_get(one, "found")));
    (void)fputs("</p>\n", p->to);
  }
  (void)fputs("</details>\n", p->to);
}

/* The bias tests that raised an alarm: errors within their bounds that lean to one side, or a case that failed. */
static void put_alarms(const page *p, const json_t *tests) {
  size_t n;
  const json_t *one;
  if (json_array_size(tests) == 0) return;
  (void)fprintf(p->to,
                "<h3>Bias tests</h3>\n<p>Rounding errors lean to no side. Tests that raised an alarm: %zu.</p>\n",
                json_array_size(tests));
  html_table_begin(p->to, "type|test|looks for|#coefficient|#standard errors|failure");
  json_array_foreach(tests, n, one) {
    const char *const failure = json_string_value(json_object_get(one, "failure"));
    const bool failed = failure != NULL && failure[0] != '\0';
    html_row_begin(p->to);
    html_cell(p->to, json_string_value(json_object_get(one, "type")));
    html_cell(p->to, json_string_value(json_object_get(one, "test")));
    html_cell(p->to, json_string_value(json_object_get(one, "meaning")));
    html_cell_number(p->to, failed ? (double)NAN : page_value(json_object_get(one, "coefficient")));
    html_cell_number(p->to, failed ? (double)NAN : page_value(json_object_get(one, "z")));
    html_cell(p->to, failed ? failure : "");
    html_row_end(p->to);
  }
  html_table_end(p->to);
}

/* Its speed beside ours, where its answers are right. */
static void put_speeds(const page *p) {
  const json_t *const bench = page_result(p, "bench");
  speed its, ours;
  double least = INFINITY, most = 0;
  size_t problems = 0;
  char low[HTML_NUMBER_MAX], high[HTML_NUMBER_MAX];
  for (size_t n = 0; speed_at(bench, n, &its); n++) {
    if (strcmp(its.variant, "candidate") != 0 || !speed_on(bench, its.problem, SWEEP_SELECTED, &ours)) continue;
    least = fmin(least, its.seconds / ours.seconds);
    most = fmax(most, its.seconds / ours.seconds);
    problems++;
  }
  (void)fputs("<h3>Speed</h3>\n", p->to);
  if (problems == 0) html_element(p->to, "p", "It was not timed: no problem has a right answer and time left.");
  else
    (void)fprintf(p->to,
                  "<p>It takes %s to %s times as long as the variant that attest selects, on %zu problems where its "
                  "answer is right, one "
                  "thread: <a href=\"#peers\">each of them</a>.</p>\n",
                  html_number(least, low), html_number(most, high), problems);
}

check_status candidate_section(const page *p, check_error *error) {
  const json_t *const result = page_result(p, "candidate");
  (void)error;
  if (result == NULL) return CHECK_OK;
  (void)fputs("<section id=\"candidate\"><h2>", p->to);
  html_text(p->to, json_string_value(json_object_get(result, "target")));
  (void)fputs("</h2>\n", p->to);
  say_verdict(p, result);
  say_never_judged(p, json_object_get(result, "never_judged"));
  const json_t *const xray = json_object_get(result, "xray");
  if (json_is_object(xray)) say_xray(p, json_object_get(xray, "lines"));
  else say_diagnosis(p, json_object_get(result, "diagnosis"));
  put_failures(p, json_object_get(result, "failures"));
  put_probes(p, json_object_get(result, "probes"));
  put_alarms(p, json_object_get(result, "bias_tests"));
  put_speeds(p);
  page_command(p, page_part(p, "candidate"));
  (void)fputs("</section>\n", p->to);
  return CHECK_OK;
}
