#include "check/results/junit.h"

#include <string.h>

#include "check/cases/document.h"
#include "check/cases/format.h"
#include "check/results/html.h"
#include "check/results/results.h"

static void print_attribute(FILE *stream, const char *name, const char *value) {
  (void)fprintf(stream, " %s=\"", name);
  html_text(stream, value);
  (void)fputc('"', stream);
}

/* Writes one testcase. what: NULL if it passed; else "skipped" or "failure"; or "system-out", which has no message, for
   a passed one with details. */
static void print_test(FILE *stream, const char *type, const char *name, const char *what, const char *message,
                       const char *text) {
  (void)fputs("    <testcase", stream);
  print_attribute(stream, "classname", type);
  print_attribute(stream, "name", name);
  if (what == NULL) {
    (void)fputs("/>\n", stream);
    return;
  }
  (void)fprintf(stream, ">\n      <%s", what);
  if (message != NULL) print_attribute(stream, "message", message);
  (void)fputc('>', stream);
  html_text(stream, text);
  (void)fprintf(stream, "</%s>\n    </testcase>\n", what);
}

typedef struct {
  int64_t tests, failures, skipped;
} counts;

static void begin_suite(FILE *stream, const char *name, const counts *n) {
  (void)fputs("  <testsuite", stream);
  print_attribute(stream, "name", name);
  (void)fprintf(stream, " tests=\"%lld\" failures=\"%lld\" errors=\"0\" skipped=\"%lld\">\n", (long long)n->tests,
                (long long)n->failures, (long long)n->skipped);
}

static void end_suite(FILE *stream) { (void)fputs("  </testsuite>\n", stream); }

static const char *outcome_of(const verdict *v) {
  return v->kind == VERDICT_PASS      ? NULL
         : v->kind == VERDICT_SKIPPED ? "skipped"
         : verdict_fails(v->kind)     ? "failure"
                                      : "system-out";
}

static void print_case(FILE *stream, const char *type, const results_case *c) {
  char name[RECIPE_TEXT_MAX], text[VERDICT_TEXT_MAX];
  recipe_print(&c->made, name);
  verdict_print(&c->verdict, text);
  const bool follows = c->verdict.kind == VERDICT_CONVENTION;
  print_test(stream, type, name, outcome_of(&c->verdict), follows ? NULL : verdict_name(c->verdict.kind), text);
}

/* Counts the cases of one type in n; prints them if n is NULL. */
static check_status each_case(const json_t *cases, attest_dtype dtype, const char *type, counts *n, FILE *stream,
                              check_error *error) {
  for (size_t i = 0; i < json_array_size(cases); i++) {
    results_case c;
    const check_status status = results_read_case("cases", json_array_get(cases, i), &c, error);
    if (status != CHECK_OK) return status;
    if (c.made.dtype != (int64_t)dtype) continue;
    if (n == NULL) print_case(stream, type, &c);
    else {
      n->tests++;
      n->skipped += c.verdict.kind == VERDICT_SKIPPED;
      n->failures += verdict_fails(c.verdict.kind);
    }
  }
  return CHECK_OK;
}

static check_status print_type(FILE *stream, const json_t *cases, attest_dtype dtype, check_error *error) {
  const char *type = format_names[dtype];
  counts n = {.tests = 0};
  check_status status = each_case(cases, dtype, type, &n, NULL, error);
  if (status != CHECK_OK || n.tests == 0) return status;
  begin_suite(stream, type, &n);
  status = each_case(cases, dtype, type, NULL, stream, error);
  end_suite(stream);
  return status;
}

/* Counts the other tests in n; prints them if n is NULL. */
typedef struct {
  FILE *stream;
  counts *n;
} rest;

static void add(const rest *to, const char *name, const char *what, const char *message, const char *text) {
  if (to->n == NULL) {
    print_test(to->stream, "whole", name, what, message, text);
    return;
  }
  to->n->tests++;
  to->n->skipped += strcmp(what, "skipped") == 0;
  to->n->failures += strcmp(what, "failure") == 0;
}

/* Probes that do not hold: each a failure, or not bitwise. */
static void each_probe(const rest *to, const json_t *probes) {
  for (size_t i = 0; i < json_array_size(probes); i++) {
    const json_t *one = json_array_get(probes, i);
    const bool fails = json_is_true(json_object_get(one, "fails"));
    char name[80];
    (void)snprintf(name, sizeof name, "%s %s", document_text_of(one, "type"), document_text_of(one, "probe"));
    add(to, name, fails ? "failure" : "system-out", fails ? document_text_of(one, "property") : NULL,
        document_text_of(one, "found"));
  }
}

/* Bias tests that raise an alarm or fail. */
static void each_bias_test(const rest *to, const json_t *bias_tests) {
  for (size_t i = 0; i < json_array_size(bias_tests); i++) {
    const json_t *one = json_array_get(bias_tests, i);
    char name[80];
    (void)snprintf(name, sizeof name, "%s bias test %s", document_text_of(one, "type"), document_text_of(one, "test"));
    add(to, name, "failure", document_text_of(one, "meaning"), document_text_of(one, "failure"));
  }
}

/* Types judged by an arithmetic that says too little, and those in which the candidate was given up. */
static void each_failing_type(const rest *to, const json_t *types) {
  const char *name;
  json_t *type;
  json_object_foreach((json_t *)types, name, type) {
    char test[40];
    (void)snprintf(test, sizeof test, "%s arithmetic", name);
    if (json_object_get(type, "too_vague") != NULL)
      add(to, test, "failure", "says too little", document_text_of(type, "too_vague"));
    (void)snprintf(test, sizeof test, "%s unasked", name);
    if (json_integer_value(json_object_get(type, "unasked")) > 0)
      add(to, test, "failure", "given up", "calls crashed, did not return in time, or took too long in total");
  }
}

/* Conventions that are not followed throughout: they fail the run even if no case fails. */
static void each_convention(const rest *to, const json_t *conventions) {
  for (size_t i = 0; i < json_array_size(conventions); i++) {
    const json_t *one = json_array_get(conventions, i);
    char text[2 * RECIPE_TEXT_MAX + 40];
    if (!json_is_false(json_object_get(one, "consistent"))) continue;
    (void)snprintf(text, sizeof text, "first: %s, not in: %s", document_text_of(one, "first"),
                   document_text_of(one, "first_broken"));
    add(to, document_text_of(one, "convention"), "failure", "not followed throughout", text);
  }
}

/* What the candidate computed instead, as lines. */
static void add_xray(const rest *to, const json_t *found) {
  char text[8000] = "";
  size_t n, used = 0;
  const json_t *line;
  json_array_foreach(json_object_get(found, "lines"), n, line)
    if (used < sizeof text) used += (size_t)snprintf(text + used, sizeof text - used, "%s\n", json_string_value(line));
  if (used > 0) add(to, "what was computed instead", "system-out", NULL, text);
}

static void each_rest(const rest *to, const json_t *results) {
  add_xray(to, json_object_get(results, "xray"));
  const json_t *missing = json_object_get(results, "missing"), *never = json_object_get(results, "never_judged");
  each_probe(to, json_object_get(results, "probes"));
  each_bias_test(to, json_object_get(results, "bias_tests"));
  each_failing_type(to, json_object_get(results, "types"));
  each_convention(to, json_object_get(results, "conventions"));
  for (size_t i = 0; i < json_array_size(never); i++) {
    const json_t *one = json_array_get(never, i);
    char name[80];
    (void)snprintf(name, sizeof name, "%s %s", document_text_of(one, "option"), document_text_of(one, "level"));
    add(to, name, "skipped", "never judged", document_text_of(one, "why"));
  }
  for (size_t i = 0; i < json_array_size(missing); i++) {
    char name[40];
    (void)snprintf(name, sizeof name, "shard %lld", (long long)json_integer_value(json_array_get(missing, i)));
    add(to, name, "failure", "missing", "");
  }
}

/* Everything that is no case: probes, bias tests, arithmetic, conventions, levels never judged, missing shares. */
static void print_rest(FILE *stream, const json_t *results) {
  counts n = {.tests = 0};
  each_rest(&(rest){stream, &n}, results);
  if (n.tests == 0) return;
  begin_suite(stream, "whole", &n);
  each_rest(&(rest){stream, NULL}, results);
  end_suite(stream);
}

check_status junit_put(FILE *to, const json_t *results, check_error *error) {
  const json_t *cases = json_object_get(results, "cases");
  check_status status = CHECK_OK;
  (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", to);
  print_attribute(to, "name", document_text_of(results, "target"));
  (void)fputs(">\n", to);
  for (int type = 0; status == CHECK_OK && type < FORMATS; type++)
    status = print_type(to, cases, (attest_dtype)type, error);
  print_rest(to, results);
  (void)fputs("</testsuites>\n", to);
  return status;
}
