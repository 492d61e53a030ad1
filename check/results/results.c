#include "check/results/results.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attest.h"
#include "check/cases/document.h"
#include "check/cases/format.h"
#include "check/cases/json.h"
#include "check/results/followed.h"

/* ---- writing */

static json_t *text_or_null(const char *text) { return text != NULL ? document_text(text) : json_null(); }

json_t *results_run(const char *target, const char *suite_name, const char *minutes, const session_settings *settings,
                    const results_stated *stated) {
  json_t *run = json_object(), *types = json_array();
  for (int n = 0; n < FORMATS; n++)
    if (settings->type[n]) document_append(types, json_string(format_names[n]));
  document_set(run, "attest", json_string(attest_version()));
  document_set(run, "target", document_text(target));
  document_set(run, "suite", settings->recipe == NULL && minutes == NULL ? json_string(suite_name) : json_null());
  document_set(run, "minutes", settings->recipe == NULL ? text_or_null(minutes) : json_null());
  document_set(run, "case", text_or_null(settings->recipe));
  document_set(run, "types", types);
  document_set(run, "seed", json_integer((json_int_t)settings->seed));
  document_set(run, "accumulate", text_or_null(stated->accumulate));
  document_set(run, "scores", text_or_null(stated->scores));
  document_set(run, "probabilities", text_or_null(stated->probabilities));
  document_set(run, "accept", text_or_null(stated->accept));
  document_set(run, "refuse", text_or_null(stated->refuse));
  document_set(run, "require", text_or_null(stated->require));
  return run;
}

json_t *results_shard(const shard *part, uint64_t digest) {
  json_t *document = json_object();
  char text[20];
  (void)snprintf(text, sizeof text, "%016" PRIx64, digest);
  document_set(document, "number", json_integer(part->of > 1 ? part->number : 1));
  document_set(document, "of", json_integer(part->of > 1 ? part->of : 1));
  document_set(document, "suite", json_string(text));
  return document;
}

static void describe_element(json_t *document, const verdict_element *e) {
  json_t *at = json_array();
  for (int d = 0; d < 4; d++) document_append(at, json_integer(e->at[d]));
  document_set(document, "output", json_string(e->output));
  document_set(document, "at", at);
  document_set(document, "expected", document_number(e->expected));
  document_set(document, "found", document_number(e->found));
  document_set(document, "bound", document_number(e->bound));
}

json_t *results_verdict(const verdict *v) {
  json_t *document = json_object();
  document_set(document, "verdict", json_string(verdict_name(v->kind)));
  if (v->kind != VERDICT_PASS) document_set(document, "text", document_text(v->text));
  if (v->kind != VERDICT_PASS && v->text[0] == '\0' && v->element.output != NULL)
    describe_element(document, &v->element);
  if (v->kind != VERDICT_SKIPPED) document_set(document, "budget", document_number(v->budget));
  if (v->beyond > 0) {
    document_set(document, "elements", json_integer(v->elements));
    document_set(document, "beyond", json_integer(v->beyond));
  }
  if (v->mean_rows > 0) document_set(document, "mean_rows", json_integer(v->mean_rows));
  followed_describe(document, v);
  return document;
}

json_t *results_case_document(const results_case *c) {
  char text[RECIPE_TEXT_MAX];
  json_t *document = json_object(), *its = results_verdict(&c->verdict);
  recipe_print(&c->made, text);
  document_set(document, "number", json_integer(c->number));
  document_set(document, "case", json_string(text));
  if (!recipe_equal(&c->dealt, &c->made)) {
    recipe_print(&c->dealt, text);
    document_set(document, "instead_of", json_string(text));
  }
  document_add(document, its);
  json_decref(its);
  return document;
}

json_t *results_arithmetic(const session_result *result) {
  json_t *all = json_object();
  for (int n = 0; n < FORMATS; n++) {
    const attest_arithmetic *by = &result->arithmetic[n];
    if (result->can[n].takes || session_judged(&result->type[n]) > 0)
      document_set(all, format_names[n],
                   json_pack("{s:s, s:s, s:i, s:s, s:I, s:I}", "accumulate", format_names[by->accumulate], "scores",
                             format_names[by->scores], "score_roundings", by->score_roundings, "probabilities",
                             format_names[by->probabilities], "height", (json_int_t)by->height, "rescales",
                             (json_int_t)by->rescales));
  }
  return all;
}

json_t *results_types(const session_result *result) {
  json_t *types = json_object();
  for (int n = 0; n < FORMATS; n++) {
    const session_tally *t = &result->type[n];
    json_t *type = json_object();
    document_set(type, "passed", json_integer(t->passed));
    document_set(type, "by_convention", json_integer(t->conventional));
    document_set(type, "failed", json_integer(t->failed));
    document_set(type, "skipped", json_integer(t->skipped));
    document_set(type, "probes", json_integer(t->probes));
    document_set(type, "probes_held", json_integer(t->probes_held));
    document_set(type, "bias_tests", json_integer(t->bias_tests));
    document_set(type, "alarms", json_integer(t->alarms));
    document_set(type, "unasked", json_integer(t->unasked));
    if (session_is_vague(t)) document_set(type, "too_vague", json_sprintf(SESSION_VAGUE, t->vague, session_judged(t)));
    document_set(type, "worst_budget", document_number(t->budget));
    document_set(type, "worst_case", json_string(t->worst));
    document_set(types, format_names[n], type);
  }
  return types;
}

json_t *results_judged(const coverage *judged) {
  json_t *all = json_object();
  for (int f = 0; f < FACTORS; f++) {
    json_t *one = json_object();
    for (int level = 0; level < factor_levels((factor)f); level++)
      document_set(one, factor_level_name((factor)f, level), json_integer(judged->judged[f][level]));
    document_set(all, factor_name((factor)f), one);
  }
  return all;
}

json_t *results_alike(const coverage *judged) {
  json_t *all = json_object();
  for (int f = 0; f < FACTORS; f++)
    document_set(all, factor_name((factor)f), json_integer((json_int_t)coverage_alike(judged, (factor)f)));
  return all;
}

#define UNTRIED "required; its cases are not supported"

json_t *results_never_judged(const session_result *result) {
  json_t *all = json_array();
  for (int f = 0; f < FACTORS; f++)
    for (int level = 0; level < factor_levels((factor)f); level++) {
      const coverage_gap gap = coverage_gap_of(&result->judged, result->can, FORMATS, (factor)f, level);
      if (gap == GAP_NONE) continue;
      document_append(all, json_pack("{s:s, s:s, s:s}", "option", factor_name((factor)f), "level",
                                     factor_level_name((factor)f, level), "why", coverage_gap_name(gap)));
    }
  if (result->without_lse)
    document_append(all, json_pack("{s:s, s:s, s:s}", "option", "lse", "level", "all", "why", "not given"));
  for (int p = 0; p < PROMISES; p++)
    if ((result->untried & PROMISE_BIT(p)) != 0)
      document_append(all, json_pack("{s:s, s:s, s:s}", "option", "require", "level", probe_promise_name((size_t)p),
                                     "why", UNTRIED));
  return all;
}

void results_print_never(const session_result *result, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "%s", result->without_lse ? "lse (not given)" : "");
  for (int p = 0; p < PROMISES; p++)
    if ((result->untried & PROMISE_BIT(p)) != 0 && used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%s (%s)", used > 0 ? "; " : "",
                               probe_promise_name((size_t)p), UNTRIED);
  if (used + 2 >= size) return;
  const size_t before = used > 0 ? used + 2 : 0;
  coverage_print_gaps(&result->judged, result->can, FORMATS, text + before, size - before);
  if (before > 0 && text[before] != '\0') (void)memcpy(text + used, "; ", 2);
}

json_t *results_supports(const session_result *result) {
  json_t *all = json_object();
  for (int type = 0; type < FORMATS; type++) {
    const support *s = &result->can[type];
    json_t *without = json_array();
    for (int f = 0; s->takes && f < FACTORS; f++)
      for (int level = 0; level < factor_levels((factor)f); level++)
        if (s->level[f][level] != SUPPORT_YES)
          document_append(without, json_pack("{s:s, s:s, s:s}", "option", factor_name((factor)f), "level",
                                             factor_level_name((factor)f, level), "why",
                                             coverage_gap_name(coverage_gap_of_state(s->level[f][level]))));
    if (s->takes) document_set(all, format_names[type], without);
    else json_decref(without);
  }
  return all;
}

json_t *results_sizes(const session_result *result) {
  json_t *all = json_object();
  for (int type = 0; type < FORMATS; type++) {
    const support *s = &result->can[type];
    json_t *one = json_object();
    for (int pool = 0; pool < POOLS; pool++)
      document_set(one, support_pool_name((support_pool)pool),
                   json_pack("[i,i]", s->sizes[pool].taken, s->sizes[pool].of));
    if (s->takes) document_set(all, format_names[type], one);
    else json_decref(one);
  }
  return all;
}

json_t *results_diagnosis(const diagnosis *seen) {
  json_t *document = json_object(), *explained = json_array();
  size_t count;
  const zoo_mutant *members = zoo_list(&count);
  for (size_t n = 0; seen->answers > 0 && n < count && n < DIAGNOSIS_MAX; n++)
    if (!seen->refuted[n]) document_append(explained, json_string(members[n].name));
  document_set(document, "answers", json_integer(seen->answers));
  document_set(document, "explained", explained);
  return document;
}

static json_t *describe_cause(const xray_cause *c) {
  return json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "name", c->name, "text", c->text, "others",
                   c->others, "confidence", xray_confidence(c), "cases", (json_int_t)c->cases, "of_cases",
                   (json_int_t)c->of_cases, "rows", (json_int_t)c->rows, "of_rows", (json_int_t)c->of_rows,
                   "contradicted", (json_int_t)c->contradicted, "right", (json_int_t)c->right);
}

static void append_lines(json_t *to, const xray *found) {
  char text[XRAY_LINE_MAX];
  for (int n = 0; xray_line(found, n, text); n++) document_append(to, document_text(text));
}

static json_t *describe_xray(const xray *found) {
  json_t *document = json_object(), *causes = json_array(), *kin = json_array(), *lines = json_array();
  for (int n = 0; n < found->causes; n++) document_append(causes, describe_cause(&found->cause[n]));
  for (int n = 0; n < found->kins; n++) document_append(kin, json_string(found->kin[n]->name));
  append_lines(lines, found);
  document_set(document, "kind", json_string(found->kind));
  document_set(document, "failing", json_integer((json_int_t)found->failing));
  document_set(document, "when", json_string(found->when));
  document_set(document, "where", json_string(found->where));
  document_set(document, "where_case", json_string(found->where_case));
  document_set(document, "facts", json_string(found->facts));
  document_set(document, "facts_case", json_string(found->facts_case));
  document_set(document, "causes", causes);
  document_set(document, "kin", kin);
  document_set(document, "would_pass_with", json_string(found->looser));
  document_set(document, "lines", lines);
  return document;
}

json_t *results_xray(const xray *found, const xray *second) {
  const bool two = second != NULL && second->made;
  json_t *document = describe_xray(found);
  if (two) append_lines(json_object_get(document, "lines"), second);
  document_set(document, "second", two ? describe_xray(second) : json_null());
  return document;
}

/* ---- reading */

static check_status read_integer(const char *file, const json_t *object, const char *key, int64_t low, int64_t high,
                                 int64_t *number, check_error *error) {
  char range[80];
  const json_t *value = json_object_get(object, key);
  *number = json_integer_value(value);
  if (json_is_integer(value) && *number >= low && *number <= high) return CHECK_OK;
  (void)snprintf(range, sizeof range, "an integer from %lld to %lld", (long long)low, (long long)high);
  return json_unexpected(file, key, range, value, error);
}

/* Reads a number written by document_number. */
static check_status read_number(const char *file, const json_t *object, const char *key, double *number,
                                check_error *error) {
  const json_t *value = json_object_get(object, key);
  const char *name = json_is_string(value) ? json_string_value(value) : "";
  *number = json_number_value(value);
  if (strcmp(name, "nan") == 0) *number = (double)NAN;
  else if (strcmp(name, "inf") == 0) *number = HUGE_VAL;
  else if (strcmp(name, "-inf") == 0) *number = -HUGE_VAL;
  else if (!json_is_number(value))
    return json_unexpected(file, key, "a number, \"nan\", \"inf\" or \"-inf\"", value, error);
  return CHECK_OK;
}

static check_status read_text(const char *file, const json_t *object, const char *key, const char **text,
                              check_error *error) {
  const json_t *value = json_object_get(object, key);
  *text = json_string_value(value);
  return *text != NULL ? CHECK_OK : json_unexpected(file, key, "a string", value, error);
}

static check_status read_type(const char *file, const json_t *object, const char *key, attest_dtype *dtype,
                              check_error *error) {
  const char *name;
  const check_status status = read_text(file, object, key, &name, error);
  if (status != CHECK_OK || format_named(name, dtype)) return status;
  return json_unexpected(file, key, "f64, f32, f16 or bf16", json_object_get(object, key), error);
}

check_status results_read_shard(const char *file, const json_t *document, shard *part, uint64_t *digest,
                                check_error *error) {
  const json_t *value = json_object_get(document, "shard");
  const char *text;
  char *end;
  if (!json_is_object(value))
    return json_unexpected(file, "shard", "an object of number, of and suite, as attest check writes it", value, error);
  check_status status = read_integer(file, value, "of", 1, SHARD_MAX, &part->of, error);
  if (status == CHECK_OK) status = read_integer(file, value, "number", 1, part->of, &part->number, error);
  if (status == CHECK_OK) status = read_text(file, value, "suite", &text, error);
  if (status != CHECK_OK) return status;
  *digest = strtoull(text, &end, 16);
  return strlen(text) == 16 && *end == '\0'
             ? CHECK_OK
             : json_unexpected(file, "shard.suite", "16 digits of base 16", json_object_get(value, "suite"), error);
}

/* A count that may be absent: 0. */
static check_status read_count(const char *file, const json_t *object, const char *key, int64_t *count,
                               check_error *error) {
  *count = 0;
  return json_object_get(object, key) == NULL ? CHECK_OK : read_integer(file, object, key, 0, INT32_MAX, count, error);
}

static check_status read_output(const char *file, const json_t *value, const char **output, check_error *error) {
  static const char *const names[] = {"out", "lse", "weights"};
  const char *text;
  const check_status status = read_text(file, value, "output", &text, error);
  *output = text != NULL ? text : "";
  for (size_t n = 0; status == CHECK_OK && n < sizeof names / sizeof names[0]; n++)
    if (strcmp(*output, names[n]) == 0) return CHECK_OK;
  if (status != CHECK_OK) return status;
  return json_unexpected(file, "output", "out, lse or weights", json_object_get(value, "output"), error);
}

/* Whether this is [batch, head, position, column]. */
static bool is_place(const json_t *at) {
  size_t found = 0;
  for (size_t d = 0; d < json_array_size(at); d++) {
    const json_t *const index = json_array_get(at, d);
    found += json_is_integer(index) && json_integer_value(index) >= 0;
  }
  return json_array_size(at) == 4 && found == 4;
}

static check_status read_element(const char *file, const json_t *value, verdict_element *e, check_error *error) {
  const json_t *at = json_object_get(value, "at");
  check_status status = read_output(file, value, &e->output, error);
  if (status == CHECK_OK && !is_place(at))
    status = json_unexpected(file, "at", "a list of 4 integers, none below 0", at, error);
  for (size_t d = 0; status == CHECK_OK && d < 4; d++) e->at[d] = json_integer_value(json_array_get(at, d));
  if (status == CHECK_OK) status = read_number(file, value, "expected", &e->expected, error);
  if (status == CHECK_OK) status = read_number(file, value, "found", &e->found, error);
  return status == CHECK_OK ? read_number(file, value, "bound", &e->bound, error) : status;
}

static check_status read_kind(const char *file, const json_t *value, verdict_kind *kind, check_error *error) {
  const char *name;
  const check_status status = read_text(file, value, "verdict", &name, error);
  for (int n = VERDICT_PASS; status == CHECK_OK && n <= VERDICT_BEYOND; n++) {
    if (strcmp(name, verdict_name((verdict_kind)n)) != 0) continue;
    *kind = (verdict_kind)n;
    return CHECK_OK;
  }
  return status == CHECK_OK
             ? json_unexpected(file, "verdict", "a verdict of attest check", json_object_get(value, "verdict"), error)
             : status;
}

static bool has(const json_t *names, const char *name) {
  for (size_t n = 0; n < json_array_size(names); n++) {
    const char *one = json_string_value(json_array_get(names, n));
    if (one != NULL && strcmp(one, name) == 0) return true;
  }
  return false;
}

static check_status read_conventions(const char *file, const json_t *value, const char *key, convention_set *set,
                                     check_error *error) {
  const json_t *names = json_object_get(value, key);
  *set = 0;
  for (int n = 0; n < CONVENTIONS; n++)
    if (has(names, convention_of((convention_id)n)->name)) *set |= CONVENTION_BIT(n);
  if (names == NULL || (json_is_array(names) && (size_t)convention_count(*set) == json_array_size(names)))
    return CHECK_OK;
  return json_unexpected(file, key, "a list of conventions, each once ('attest zoo --conventions' lists their names)",
                         names, error);
}

check_status results_read_verdict(const char *file, const json_t *value, verdict *v, check_error *error) {
  const char *text = "";
  *v = (verdict){.kind = VERDICT_PASS};
  check_status status = read_kind(file, value, &v->kind, error);
  if (status == CHECK_OK && v->kind != VERDICT_SKIPPED) status = read_number(file, value, "budget", &v->budget, error);
  if (status == CHECK_OK && v->kind == VERDICT_PASS && !(v->budget >= 0 && v->budget <= 1))
    status = json_unexpected(file, "budget", "a number from 0 to 1, because the case passed",
                             json_object_get(value, "budget"), error);
  if (status == CHECK_OK && v->kind != VERDICT_PASS) status = read_text(file, value, "text", &text, error);
  if (status != CHECK_OK) return status;
  (void)snprintf(v->text, sizeof v->text, "%s", text);
  status = read_count(file, value, "elements", &v->elements, error);
  if (status == CHECK_OK) status = read_count(file, value, "beyond", &v->beyond, error);
  if (status == CHECK_OK && v->kind == VERDICT_PASS && v->beyond > 0)
    status = json_unexpected(file, "beyond", "none, because the case passed", json_object_get(value, "beyond"), error);
  if (status == CHECK_OK) status = read_count(file, value, "mean_rows", &v->mean_rows, error);
  if (status == CHECK_OK) status = read_conventions(file, value, "followed", &v->followed, error);
  if (status == CHECK_OK) status = read_conventions(file, value, "broken", &v->broken, error);
  if (status != CHECK_OK) return status;
  return json_object_get(value, "output") != NULL ? read_element(file, value, &v->element, error) : CHECK_OK;
}

static check_status read_recipe(const char *file, const json_t *value, const char *key, recipe *r, check_error *error) {
  const char *text;
  check_error reason;
  const check_status status = read_text(file, value, key, &text, error);
  if (status != CHECK_OK || recipe_parse(text, r, &reason) == CHECK_OK) return status;
  return check_fail(error, CHECK_BAD_INPUT, "%.400s: %.500s", file, reason.text);
}

check_status results_read_case(const char *file, const json_t *value, results_case *c, check_error *error) {
  check_status status = read_integer(file, value, "number", 0, INT64_MAX, &c->number, error);
  if (status == CHECK_OK) status = read_recipe(file, value, "case", &c->made, error);
  c->dealt = c->made;
  if (status == CHECK_OK && json_object_get(value, "instead_of") != NULL)
    status = read_recipe(file, value, "instead_of", &c->dealt, error);
  return status == CHECK_OK ? results_read_verdict(file, value, &c->verdict, error) : status;
}

check_status results_read_probe(const char *file, const json_t *value, attest_dtype *dtype, const probe **of,
                                probe_finding *found, check_error *error) {
  const char *name, *text, *says;
  size_t count;
  const probe *all = probe_list(&count);
  check_status status = read_type(file, value, "type", dtype, error);
  if (status == CHECK_OK) status = read_text(file, value, "probe", &name, error);
  if (status == CHECK_OK) status = read_text(file, value, "property", &says, error);
  if (status == CHECK_OK) status = read_text(file, value, "found", &text, error);
  if (status != CHECK_OK) return status;
  if (!json_is_boolean(json_object_get(value, "fails")))
    return json_unexpected(file, "fails", "true or false", json_object_get(value, "fails"), error);
  found->result = json_is_true(json_object_get(value, "fails")) ? PROBE_FAILS : PROBE_DIFFERS;
  (void)snprintf(found->text, sizeof found->text, "%s", text);
  for (*of = all; *of < all + count; (*of)++)
    if (strcmp((*of)->name, name) == 0) {
      found->answer_fails = strcmp(says, probe_says(*of, &(probe_finding){.answer_fails = true})) == 0;
      return CHECK_OK;
    }
  return json_unexpected(file, "probe", "a probe of attest check", json_object_get(value, "probe"), error);
}

check_status results_read_bias_test(const char *file, const json_t *value, attest_dtype *dtype,
                                    bias_test_finding *found, check_error *error) {
  const char *failure;
  *found = (bias_test_finding){.judged = true, .alarm = true};
  check_status status = read_type(file, value, "type", dtype, error);
  if (status == CHECK_OK) status = read_text(file, value, "test", &found->name, error);
  if (status == CHECK_OK) status = read_text(file, value, "meaning", &found->meaning, error);
  if (status == CHECK_OK) status = read_text(file, value, "failure", &failure, error);
  if (status == CHECK_OK) (void)snprintf(found->failure, sizeof found->failure, "%s", failure);
  if (status == CHECK_OK) status = read_number(file, value, "coefficient", &found->c, error);
  return status == CHECK_OK ? read_number(file, value, "z", &found->z, error) : status;
}

check_status results_add_types(const char *file, const json_t *types, session_result *result, check_error *error) {
  static const char *const keys[] = {"probes", "probes_held", "bias_tests", "alarms", "unasked"};
  check_status status = CHECK_OK;
  for (int type = 0; type < FORMATS; type++) {
    const json_t *counts = json_object_get(types, format_names[type]);
    session_tally *t = &result->type[type];
    int64_t *const sums[] = {&t->probes, &t->probes_held, &t->bias_tests, &t->alarms, &t->unasked};
    for (int n = 0; status == CHECK_OK && n < 5; n++) {
      int64_t count;
      status = read_integer(file, counts, keys[n], 0, INT32_MAX, &count, error);
      if (status == CHECK_OK) *sums[n] += count;
    }
  }
  return status;
}

check_status results_add_diagnosis(const char *file, const json_t *value, diagnosis *seen, check_error *error) {
  int64_t answers;
  size_t count;
  const zoo_mutant *members = zoo_list(&count);
  const json_t *explained = json_object_get(value, "explained");
  const int64_t most = INT_MAX - seen->answers; /* the sum of all shares is an int */
  const check_status status = read_integer(file, value, "answers", 0, most, &answers, error);
  if (status != CHECK_OK || answers == 0) return status;
  if (!json_is_array(explained)) return json_unexpected(file, "explained", "a list of names", explained, error);
  seen->answers += (int)answers;
  for (size_t n = 0; n < count && n < DIAGNOSIS_MAX; n++)
    seen->refuted[n] = seen->refuted[n] || !has(explained, members[n].name);
  return CHECK_OK;
}

/* Finds a factor and its level by their names; false if there is none. */
static bool find_level(const char *option, const char *name, int *f, int *level) {
  for (*f = 0; *f < FACTORS; (*f)++)
    for (*level = 0; *level < factor_levels((factor)*f); (*level)++)
      if (strcmp(factor_name((factor)*f), option) == 0 && strcmp(factor_level_name((factor)*f, *level), name) == 0)
        return true;
  return false;
}

/* Finds a state by why its levels are not judged; SUPPORT_YES if there is none. */
static int find_state(const char *why) {
  for (int state = SUPPORT_YES + 1; state <= SUPPORT_NOT_IN_FILES; state++)
    if (strcmp(coverage_gap_name(coverage_gap_of_state(state)), why) == 0) return state;
  return SUPPORT_YES;
}

static check_status read_support(const char *file, const json_t *without, support *s, check_error *error) {
  check_status status = CHECK_OK;
  s->takes = true;
  if (!json_is_array(without))
    return json_unexpected(file, "supports", "a list for each type that the candidate supports", without, error);
  for (size_t n = 0; status == CHECK_OK && n < json_array_size(without); n++) {
    const json_t *one = json_array_get(without, n);
    const char *option = NULL, *name = NULL;
    int f = 0, level = 0;
    const char *why = NULL;
    status = read_text(file, one, "option", &option, error);
    if (status == CHECK_OK) status = read_text(file, one, "level", &name, error);
    if (status == CHECK_OK) status = read_text(file, one, "why", &why, error);
    const int state = status == CHECK_OK ? find_state(why) : SUPPORT_YES;
    if (status == CHECK_OK && (state == SUPPORT_YES || !find_level(option, name, &f, &level)))
      status = json_unexpected(file, "supports", "options and levels of attest check, and why", one, error);
    if (status == CHECK_OK) s->level[f][level] = (unsigned char)state;
  }
  return status;
}

static check_status read_sizes(const char *file, const json_t *one, support *s, check_error *error) {
  for (int pool = 0; pool < POOLS; pool++) {
    const json_t *pair = json_object_get(one, support_pool_name((support_pool)pool));
    const json_int_t taken = json_integer_value(json_array_get(pair, 0)),
                     of = json_integer_value(json_array_get(pair, 1));
    if (json_array_size(pair) != 2 || taken < 0 || of < taken || of > SUPPORT_POOL)
      return json_unexpected(file, "sizes", "[taken, of] for every kind of size", one, error);
    s->sizes[pool] = (support_sizes){(int)taken, (int)of};
  }
  return CHECK_OK;
}

static check_status read_arithmetic(const char *file, const json_t *value, attest_arithmetic *by, check_error *error) {
  int64_t roundings = 0;
  check_status status = read_type(file, value, "accumulate", &by->accumulate, error);
  if (status == CHECK_OK) status = read_type(file, value, "scores", &by->scores, error);
  if (status == CHECK_OK) status = read_type(file, value, "probabilities", &by->probabilities, error);
  if (status == CHECK_OK) status = read_integer(file, value, "score_roundings", 0, 3, &roundings, error);
  if (status == CHECK_OK) status = read_integer(file, value, "height", 0, ATTEST_MAX_SIZE, &by->height, error);
  if (status == CHECK_OK) status = read_integer(file, value, "rescales", -1, ATTEST_MAX_SIZE, &by->rescales, error);
  by->score_roundings = (int)roundings;
  return status;
}

/* Of what was never judged, what does not follow from the counts. */
static void read_never(const json_t *all, session_result *result) {
  for (size_t n = 0; n < json_array_size(all); n++) {
    const char *const option = document_text_of(json_array_get(all, n), "option"), *const level = document_text_of(
                                                                                       json_array_get(all, n), "level");
    result->without_lse = result->without_lse || strcmp(option, "lse") == 0;
    for (int p = 0; p < PROMISES && strcmp(option, "require") == 0; p++)
      if (strcmp(level, probe_promise_name((size_t)p)) == 0) result->untried |= PROMISE_BIT(p);
  }
}

check_status results_read_candidate(const char *file, const json_t *document, session_result *result,
                                    check_error *error) {
  const json_t *supports = json_object_get(document, "supports"), *sizes = json_object_get(document, "sizes"),
               *arithmetic = json_object_get(document, "arithmetic");
  check_status status = CHECK_OK;
  for (int type = 0; status == CHECK_OK && type < FORMATS; type++) {
    const json_t *without = json_object_get(supports, format_names[type]);
    if (without == NULL) continue;
    result->can[type].base.dtype = type;
    status = read_support(file, without, &result->can[type], error);
    if (status == CHECK_OK)
      status = read_sizes(file, json_object_get(sizes, format_names[type]), &result->can[type], error);
    if (status == CHECK_OK)
      status = read_arithmetic(file, json_object_get(arithmetic, format_names[type]), &result->arithmetic[type], error);
  }
  read_never(json_object_get(document, "never_judged"), result);
  return status;
}
