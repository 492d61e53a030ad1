#include "check/results/sarif.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attest.h"
#include "check/cases/document.h"
#include "check/results/results.h"

typedef struct {
  const char *target;
  const sarif_place *place;
  json_t *results, *rules;
} writing;

static json_t *message(json_t *text) {
  json_t *object = json_object();
  document_set(object, "text", text);
  return object;
}

/* A path as a reference of a URI [RFC3986]: a space or a letter beyond ASCII becomes %XX. What is one already stays. */
static json_t *uri_of(const char *path) {
  static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%";
  char *const uri = malloc(3 * strlen(path) + 1), *to = uri;
  if (uri == NULL) return NULL;
  for (const char *c = path; *c != '\0'; c++)
    if (strchr(kept, *c) != NULL) *to++ = *c;
    else to += snprintf(to, 4, "%%%02X", (unsigned)(unsigned char)*c);
  *to = '\0';
  json_t *const text = json_string(uri);
  free(uri);
  return text;
}

/* Where a result lies: in the file of the candidate, or in what has its name. */
static json_t *location(const writing *w) {
  json_t *object = json_object();
  if (w->place->file == NULL) {
    json_t *named = json_object(), *all = json_array();
    document_set(named, "name", document_text(w->target));
    document_append(all, named);
    document_set(object, "logicalLocations", all);
    return object;
  }
  json_t *physical = json_object(), *artifact = json_object(), *region = json_object();
  document_set(artifact, "uri", uri_of(w->place->file));
  document_set(region, "startLine", json_integer(w->place->line > 0 ? w->place->line : 1));
  document_set(physical, "artifactLocation", artifact);
  document_set(physical, "region", region);
  document_set(object, "physicalLocation", physical);
  return object;
}

static void add_rule(const writing *w, const char *rule) {
  size_t n;
  const json_t *known;
  json_array_foreach(w->rules, n, known)
    if (strcmp(document_text_of(known, "id"), rule) == 0) return;
  json_t *object = json_object();
  document_set(object, "id", json_string(rule));
  document_append(w->rules, object);
}

/* Adds a result, and takes ownership of its text; of: what fails, the same in every run. */
static void add(const writing *w, const char *rule, const char *level, const char *of, json_t *text) {
  json_t *result = json_object(), *places = json_array(), *prints = json_object();
  add_rule(w, rule);
  document_append(places, location(w));
  document_set(prints, "attest/v1", document_text(of));
  document_set(result, "ruleId", json_string(rule));
  document_set(result, "level", json_string(level));
  document_set(result, "message", message(text));
  document_set(result, "locations", places);
  document_set(result, "partialFingerprints", prints);
  document_append(w->results, result);
}

/* "not as asked" becomes not-as-asked. */
static void rule_of(const char *name, char rule[64]) {
  (void)snprintf(rule, 64, "%s", name);
  for (char *c = rule; *c != '\0'; c++)
    if (*c == ' ') *c = '-';
}

static void add_cases(const writing *w, const json_t *failures) {
  size_t n;
  const json_t *one;
  json_array_foreach(failures, n, one) {
    char rule[64], details[VERDICT_TEXT_MAX] = "";
    const char *const smallest = document_text_of(one, "smallest"), *const made = document_text_of(one, "case");
    verdict v;
    check_error ignored;
    rule_of(document_text_of(one, "verdict"), rule);
    if (results_read_verdict("failures", one, &v, &ignored) == CHECK_OK) verdict_print(&v, details);
    add(w, rule, "error", made,
        json_sprintf("%s: %s: %s%s%s", made, document_text_of(one, "verdict"), details,
                     smallest[0] != '\0' ? "; smallest case: " : "", smallest));
  }
}

static void add_probes(const writing *w, const json_t *probes) {
  size_t n;
  const json_t *one;
  json_array_foreach(probes, n, one) {
    const char *const type = document_text_of(one, "type"), *const name = document_text_of(one, "probe");
    add(w, "probe", json_is_true(json_object_get(one, "fails")) ? "error" : "note", name,
        json_sprintf("%s %s: %s", type, name, document_text_of(one, "found")));
  }
}

static void add_bias_tests(const writing *w, const json_t *tests) {
  size_t n;
  const json_t *one;
  json_array_foreach(tests, n, one) {
    const char *const failure = document_text_of(one, "failure"), *const name = document_text_of(one, "test");
    add(w, "bias-test", "error", name,
        json_sprintf("%s bias test %s: %s", document_text_of(one, "type"), name,
                     failure[0] != '\0' ? failure : document_text_of(one, "meaning")));
  }
}

static void add_types(const writing *w, const json_t *types) {
  const char *name;
  json_t *type;
  json_object_foreach((json_t *)types, name, type) {
    const json_int_t unasked = json_integer_value(json_object_get(type, "unasked"));
    if (json_object_get(type, "too_vague") != NULL)
      add(w, "arithmetic", "error", name, json_sprintf("%s: %s", name, document_text_of(type, "too_vague")));
    if (unasked > 0)
      add(w, "given-up", "error", name,
          json_sprintf(
              "%s: given up, %lld cases not run: calls crashed, did not return in time, or took too long in total",
              name, (long long)unasked));
  }
}

static void add_conventions(const writing *w, const json_t *conventions) {
  size_t n;
  const json_t *one;
  json_array_foreach(conventions, n, one) {
    const char *const name = document_text_of(one, "convention");
    if (json_is_false(json_object_get(one, "consistent")))
      add(w, "convention", "error", name,
          json_sprintf("%s: not followed throughout: in %s, not in %s", name, document_text_of(one, "first"),
                       document_text_of(one, "first_broken")));
  }
}

/* Shares of the run that no file was given of: without them it has not passed. */
static void add_missing(const writing *w, const json_t *missing) {
  size_t n;
  const json_t *number;
  json_array_foreach(missing, n, number) {
    char name[40];
    (void)snprintf(name, sizeof name, "share %lld", (long long)json_integer_value(number));
    add(w, "missing-share", "error", name, json_sprintf("%s is missing", name));
  }
}

/* What the candidate computed instead, as one note. */
static void add_xray(const writing *w, const json_t *found) {
  size_t n;
  const json_t *line;
  json_t *text = NULL;
  json_array_foreach(json_object_get(found, "lines"), n, line) {
    json_t *const longer = json_sprintf("%s%s%s", text != NULL ? json_string_value(text) : "", text != NULL ? "\n" : "",
                                        json_string_value(line));
    json_decref(text);
    text = longer;
  }
  if (text != NULL) add(w, "computed-instead", "note", "computed instead", text);
}

static json_t *tool(json_t *rules) {
  json_t *driver = json_object(), *object = json_object();
  document_set(driver, "name", json_string("attest"));
  document_set(driver, "version", json_string(attest_version()));
  document_set(driver, "rules", rules);
  document_set(object, "driver", driver);
  return object;
}

json_t *sarif_document(const json_t *results, const sarif_place *place) {
  const writing w = {document_text_of(results, "target"), place, json_array(), json_array()};
  json_t *document = json_object(), *runs = json_array(), *run = json_object();
  add_cases(&w, json_object_get(results, "failures"));
  add_xray(&w, json_object_get(results, "xray"));
  add_probes(&w, json_object_get(results, "probes"));
  add_bias_tests(&w, json_object_get(results, "bias_tests"));
  add_types(&w, json_object_get(results, "types"));
  add_conventions(&w, json_object_get(results, "conventions"));
  add_missing(&w, json_object_get(results, "missing"));
  document_set(run, "tool", tool(w.rules));
  document_set(run, "results", w.results);
  document_append(runs, run);
  document_set(document, "$schema", json_string("https://json.schemastore.org/sarif-2.1.0.json"));
  document_set(document, "version", json_string("2.1.0"));
  document_set(document, "runs", runs);
  return document;
}
