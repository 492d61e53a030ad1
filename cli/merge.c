/* attest merge: joins the results of the shares of one run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/document.h"
#include "check/cases/format.h"
#include "check/cases/json.h"
#include "check/cases/output.h"
#include "check/results/check_output.h"
#include "check/results/results.h"
#include "cli/arguments.h"
#include "cli/colour.h"
#include "cli/commands.h"
#include "cli/repeat.h"

static const char help[] =
    "usage: attest merge FILE ... [options]\n"
    "\n"
    "Joins the JSON files that the shares of one 'attest check --shard I/N --json FILE'\n"
    "wrote, in any order. Prints the lines of the whole run, with its verdict. Refuses files\n"
    "of different runs, and two files of one share. If a share is missing, names it and\n"
    "gives the verdict 'fail'.\n"
    "\n"
    "options:\n"
    "  --json FILE   write the results of the whole run as JSON\n"
    "  --junit FILE  write the results as JUnit XML\n"
    "  --html FILE   write a page: every failing case, and the error maps of the shares\n"
    "  --sarif FILE  write the failures as SARIF 2.1.0, which code hosts show beside the code\n"
    "  --source FILE the candidate's source: --sarif places the failures in its first line\n"
    "  --help        this text\n"
    "\n"
    "Exit status 1 if a case failed, or a share is missing.\n"
    "\n"
    "examples:\n"
    "  mpirun -n 4 sh -c 'attest check ./libmine.so --suite full --shard auto --json part-%I.json || :'\n"
    "  attest merge part-*.json\n"
    "  attest merge part-*.json --json whole.json\n";

/* A file of one share. */
typedef struct {
  const char *name;
  json_t *document;
  shard part;
  uint64_t suite; /* the digest of the whole suite */
} share;

/* A case, and the name of the file that holds it. */
typedef struct {
  const char *file;
  results_case its;
} placed_case;

typedef struct {
  share *shares; /* sorted by number once all are read */
  size_t count;
  placed_case *cases; /* in the order of the run */
  size_t cases_count;
} merging;

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the results");
}

/* ---- files of the same run */

static check_status expect_array(const share *s, const char *key, check_error *error) {
  const json_t *value = json_object_get(s->document, key);
  return json_is_array(value) ? CHECK_OK : json_unexpected(s->name, key, "a list", value, error);
}

static check_status read_share(const char *name, share *s, check_error *error) {
  static const char *const lists[] = {"cases", "probes", "bias_tests"};
  s->name = name;
  check_status status = json_read_object(name, &s->document, error);
  if (status == CHECK_OK && !json_make_printable(s->document))
    status = check_fail(error, CHECK_FAILURE, "%s: not enough memory", name);
  if (status == CHECK_OK) status = results_read_shard(name, s->document, &s->part, &s->suite, error);
  for (size_t n = 0; status == CHECK_OK && n < sizeof lists / sizeof lists[0]; n++)
    status = expect_array(s, lists[n], error);
  if (status != CHECK_OK) return status;
  const json_t *run = json_object_get(s->document, "run"), *pass = json_object_get(s->document, "pass"),
               *version = json_object_get(run, "attest");
  if (!json_is_string(version) || strcmp(json_string_value(version), attest_version()) != 0) {
    char should[80];
    (void)snprintf(should, sizeof should, "%s, the version of this program", attest_version());
    return json_unexpected(name, "run.attest", should, version, error);
  }
  if (!json_equal(json_object_get(s->document, "target"), json_object_get(run, "target")))
    return json_unexpected(name, "target", "that of run", json_object_get(s->document, "target"), error);
  if (!json_is_string(json_object_get(run, "suite")))
    return json_unexpected(name, "run.suite", "the name of a suite", json_object_get(run, "suite"), error);
  return json_is_boolean(pass) ? CHECK_OK : json_unexpected(name, "pass", "true or false", pass, error);
}

/* A candidate that describes itself in another way to one share gets another suite there, or other bounds. */
static check_status describes_itself_alike(const share *s, const share *first, check_error *error) {
  static const char *const key = "arithmetic";
  const bool same_arithmetic = json_equal(json_object_get(s->document, key), json_object_get(first->document, key));
  if (same_arithmetic && s->suite == first->suite) return CHECK_OK;
  return check_fail(
      error, CHECK_BAD_INPUT,
      "%s: %s: expected the same as in %s, found another: the candidate described itself differently in the two runs",
      s->name, same_arithmetic ? "shard.suite" : key, first->name);
}

/* Names the first member of run that differs. */
static check_status belongs(const share *s, const share *first, check_error *error) {
  json_t *run = json_object_get(first->document, "run"), *its = json_object_get(s->document, "run");
  const char *key;
  json_t *value;
  json_object_foreach(run, key, value) {
    char where[80], should[300];
    if (json_equal(value, json_object_get(its, key))) continue;
    char *text = document_dump(value, JSON_COMPACT | JSON_ENCODE_ANY);
    (void)snprintf(where, sizeof where, "run.%s", key);
    (void)snprintf(should, sizeof should, "%.100s as in %.150s", text != NULL ? text : "the same", first->name);
    free(text);
    return json_unexpected(s->name, where, should, json_object_get(its, key), error);
  }
  if (s->part.of == first->part.of) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: shard.of: expected %" PRId64 " as in %s, found %" PRId64, s->name,
                    first->part.of, first->name, s->part.of);
}

static int by_number_of_share(const void *a, const void *b) {
  const share *x = a, *y = b;
  return (x->part.number > y->part.number) - (x->part.number < y->part.number);
}

static check_status read_shares(char **names, merging *m, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < m->count; n++) {
    status = read_share(names[n], &m->shares[n], error);
    if (status == CHECK_OK) status = belongs(&m->shares[n], &m->shares[0], error);
    if (status == CHECK_OK) status = describes_itself_alike(&m->shares[n], &m->shares[0], error);
  }
  if (status != CHECK_OK) return status;
  qsort(m->shares, m->count, sizeof *m->shares, by_number_of_share);
  for (size_t n = 1; n < m->count; n++)
    if (m->shares[n].part.number == m->shares[n - 1].part.number)
      return check_fail(error, CHECK_BAD_INPUT,
                        "%s: shard.number: expected a share other than that of %s, found %" PRId64 " too",
                        m->shares[n].name, m->shares[n - 1].name, m->shares[n].part.number);
  return CHECK_OK;
}

/* ---- their cases, in the order of the run */

static check_status read_cases(const share *s, merging *m, check_error *error) {
  const json_t *cases = json_object_get(s->document, "cases");
  for (size_t n = 0; n < json_array_size(cases); n++) {
    placed_case *c = &m->cases[m->cases_count];
    char where[440];
    (void)snprintf(where, sizeof where, "%.400s: cases[%zu]", s->name, n);
    c->file = s->name;
    const check_status status = results_read_case(where, json_array_get(cases, n), &c->its, error);
    if (status != CHECK_OK) return status;
    if (!shard_has(&s->part, c->its.number))
      return check_fail(error, CHECK_BAD_INPUT,
                        "%s: number: expected a case of share %" PRId64 " of %" PRId64 ", found %" PRId64, where,
                        s->part.number, s->part.of, c->its.number);
    m->cases_count++;
  }
  return CHECK_OK;
}

static int by_number(const void *a, const void *b) {
  const placed_case *x = a, *y = b;
  return (x->its.number > y->its.number) - (x->its.number < y->its.number);
}

static check_status order_cases(merging *m, check_error *error) {
  size_t count = 1;
  check_status status = CHECK_OK;
  for (size_t n = 0; n < m->count; n++) count += json_array_size(json_object_get(m->shares[n].document, "cases"));
  m->cases = calloc(count, sizeof *m->cases);
  if (m->cases == NULL) return no_memory(error);
  for (size_t n = 0; status == CHECK_OK && n < m->count; n++) status = read_cases(&m->shares[n], m, error);
  if (status != CHECK_OK) return status;
  qsort(m->cases, m->cases_count, sizeof *m->cases, by_number);
  for (size_t n = 1; n < m->cases_count; n++)
    if (m->cases[n].its.number == m->cases[n - 1].its.number)
      return check_fail(error, CHECK_BAD_INPUT, "%s: cases: expected each number once, found %" PRId64 " twice",
                        m->cases[n].file, m->cases[n].its.number);
  return CHECK_OK;
}

/* ---- counts that say the same */

/* Counts the members of a list that are of a type. */
static int64_t count_of_type(const json_t *list, const char *type) {
  int64_t count = 0;
  for (size_t n = 0; n < json_array_size(list); n++) {
    const char *const its = json_string_value(json_object_get(json_array_get(list, n), "type"));
    count += its != NULL && strcmp(its, type) == 0;
  }
  return count;
}

/* What a share counts of a type. */
static const json_t *counts_of(const share *s, int type) {
  return json_object_get(json_object_get(s->document, "types"), format_names[type]);
}

static check_status expect_count(const share *s, int type, const char *key, int64_t found, check_error *error) {
  char where[80], should[80];
  const json_t *const said = json_object_get(counts_of(s, type), key);
  if (json_is_integer(said) && json_integer_value(said) == found) return CHECK_OK;
  (void)snprintf(where, sizeof where, "types.%s.%s", format_names[type], key);
  (void)snprintf(should, sizeof should, "%" PRId64 ", as its lists say", found);
  return json_unexpected(s->name, where, should, said, error);
}

/* A share is believed only if its counts are those of its lists: of cases, of probes that do not hold, of alarms. */
static check_status expect_counts(const share *s, const session_tally *its, int type, check_error *error) {
  const int64_t differing = count_of_type(json_object_get(s->document, "probes"), format_names[type]);
  const json_int_t told = json_integer_value(json_object_get(counts_of(s, type), "probes"));
  const int64_t probes = told > 0 && told <= INT32_MAX ? told : 0; /* what is no count is refused where it is read */
  const struct {
    const char *key;
    int64_t found;
  } counts[] = {{"passed", its->passed},
                {"failed", its->failed},
                {"by_convention", its->conventional},
                {"skipped", its->skipped},
                {"probes_held", probes - differing},
                {"alarms", count_of_type(json_object_get(s->document, "bias_tests"), format_names[type])}};
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < sizeof counts / sizeof counts[0]; n++)
    status = expect_count(s, type, counts[n].key, counts[n].found, error);
  return status;
}

static check_status expect_all_counts(const merging *m, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; n < m->count; n++) {
    session_result its = {.failed = false};
    for (size_t c = 0; c < m->cases_count; c++)
      if (m->cases[c].file == m->shares[n].name) session_count(&its, &m->cases[c].its.made, &m->cases[c].its.verdict);
    for (int type = 0; status == CHECK_OK && type < FORMATS; type++)
      status = expect_counts(&m->shares[n], &its.type[type], type, error);
  }
  return status;
}

/* The cases of all shares are those of the suite, unless a candidate was given up before it was asked all of them, and
   failed. */
static check_status expect_suite(const merging *m, check_error *error) {
  uint64_t found = 0;
  int64_t unasked = 0;
  for (size_t n = 0; n < m->count; n++)
    for (int type = 0; type < FORMATS; type++)
      unasked += json_integer_value(json_object_get(counts_of(&m->shares[n], type), "unasked")) > 0;
  for (size_t n = 0; n < m->cases_count; n++) found += suite_digest(m->cases[n].its.number, &m->cases[n].its.dealt);
  if (found == m->shares[0].suite || (int64_t)m->count < m->shares[0].part.of || unasked > 0) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT,
                    "%s: shard.suite: expected the digest of all cases, %016" PRIx64 ", found %016" PRIx64
                    ": a case is missing, or has another place or another recipe than in the run",
                    m->shares[0].name, found, m->shares[0].suite);
}

/* ---- repeating the output of the run */

/* Prints a probe that does not hold in a share. */
static check_status report_probe(const share *s, attest_dtype dtype, const probe *wanted, check_output *t,
                                 session_result *result, check_error *error) {
  const json_t *probes = json_object_get(s->document, "probes");
  const session_events events = check_output_events(t);
  for (size_t n = 0; n < json_array_size(probes); n++) {
    attest_dtype its;
    const probe *of;
    probe_finding found;
    const check_status status = results_read_probe(s->name, json_array_get(probes, n), &its, &of, &found, error);
    if (status != CHECK_OK) return status;
    if (its != dtype || of != wanted) continue;
    result->failed = result->failed || found.result == PROBE_FAILS;
    events.probe(t, dtype, of, &found);
  }
  return CHECK_OK;
}

/* Prints the probes in the order of one run, whichever shares have them. */
static check_status report_probes(const merging *m, attest_dtype dtype, check_output *t, session_result *result,
                                  check_error *error) {
  size_t count;
  const probe *probes = probe_list(&count);
  check_status status = CHECK_OK;
  for (size_t p = 0; p < count; p++)
    for (size_t n = 0; status == CHECK_OK && n < m->count; n++)
      status = report_probe(&m->shares[n], dtype, &probes[p], t, result, error);
  return status;
}

static check_status report_bias_tests(const share *s, attest_dtype dtype, check_output *t, check_error *error) {
  const json_t *bias_tests = json_object_get(s->document, "bias_tests");
  const session_events events = check_output_events(t);
  for (size_t n = 0; n < json_array_size(bias_tests); n++) {
    attest_dtype its;
    bias_test_finding found;
    const check_status status = results_read_bias_test(s->name, json_array_get(bias_tests, n), &its, &found, error);
    if (status != CHECK_OK) return status;
    if (its == dtype) events.bias(t, dtype, &found);
  }
  return CHECK_OK;
}

/* Adds the parts of a share that are no cases: counts, the diagnosis, the unsupported levels. Does not read whether the
   share passed: a convention that it follows throughout may be broken in another share. */
static check_status add_share(const share *s, session_result *result, check_error *error) {
  const json_t *alarms = json_object_get(s->document, "bias_tests");
  check_status status = results_add_types(s->name, json_object_get(s->document, "types"), result, error);
  if (status == CHECK_OK)
    status = results_add_diagnosis(s->name, json_object_get(s->document, "diagnosis"), &result->seen, error);
  result->failed = result->failed || json_array_size(alarms) > 0;
  return status == CHECK_OK ? results_read_candidate(s->name, s->document, result, error) : status;
}

static void count_cases(const merging *m, attest_dtype dtype, session_result *result) {
  for (size_t n = 0; n < m->cases_count; n++) {
    const results_case *c = &m->cases[n].its;
    if (c->made.dtype == (int64_t)dtype) session_count(result, &c->made, &c->verdict);
  }
}

/* Copies the details of a failing case that a share reported in full. */
static void adopt_failures(const share *s, const check_output *t) {
  static const char *const keys[] = {"smallest", "grid"};
  const json_t *its = json_object_get(s->document, "failures");
  for (size_t n = 0; n < json_array_size(its); n++) {
    const json_t *from = json_array_get(its, n);
    if (json_object_get(from, "smallest") == NULL && json_object_get(from, "grid") == NULL) continue;
    for (size_t m = 0; m < json_array_size(t->failures); m++) {
      json_t *to = json_array_get(t->failures, m);
      if (!json_equal(json_object_get(from, "case"), json_object_get(to, "case"))) continue;
      for (int k = 0; k < 2; k++)
        if (json_object_get(from, keys[k]) != NULL)
          document_set(to, keys[k], json_incref(json_object_get(from, keys[k])));
    }
  }
}

/* Whether what a share says of the cause can be passed on: lines of text. */
static check_status expect_xray(const share *s, const json_t *found, check_error *error) {
  size_t n;
  const json_t *line, *const lines = json_object_get(found, "lines");
  if (found == NULL || json_is_null(found)) return CHECK_OK;
  if (!json_is_array(lines)) return json_unexpected(s->name, "xray.lines", "an array of strings", lines, error);
  json_array_foreach(lines, n, line)
    if (!json_is_string(line)) return json_unexpected(s->name, "xray.lines", "strings", line, error);
  return CHECK_OK;
}

/* The share that asked again about the most failing cases says what was computed instead. */
static check_status adopt_xray(const merging *m, check_output *t, check_error *error) {
  const share *most = NULL;
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < m->count; n++) {
    const json_t *const found = json_object_get(m->shares[n].document, "xray");
    status = expect_xray(&m->shares[n], found, error);
    if (status != CHECK_OK || !json_is_object(found)) continue;
    if (most == NULL || json_array_size(json_object_get(m->shares[n].document, "failures")) >
                            json_array_size(json_object_get(most->document, "failures")))
      most = &m->shares[n];
  }
  if (status == CHECK_OK && most != NULL) t->xray = json_incref(json_object_get(most->document, "xray"));
  return status;
}

static check_status report_all(const merging *m, check_output *t, session_result *result, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < m->count; n++) status = add_share(&m->shares[n], result, error);
  for (size_t n = 0; status == CHECK_OK && n < m->cases_count; n++) {
    const results_case *c = &m->cases[n].its;
    check_output_case(t, c);
  }
  for (size_t n = 0; n < m->count; n++) adopt_failures(&m->shares[n], t);
  for (int type = 0; type < FORMATS; type++) {
    count_cases(m, (attest_dtype)type, result);
    if (status == CHECK_OK) status = report_probes(m, (attest_dtype)type, t, result, error);
    for (size_t n = 0; status == CHECK_OK && n < m->count; n++)
      status = report_bias_tests(&m->shares[n], (attest_dtype)type, t, error);
  }
  return status;
}

/* Names the missing shares. A run without them has not passed. */
static void report_missing(const merging *m, check_output *t, session_result *result) {
  size_t next = 0;
  const int64_t of = m->shares[0].part.of;
  if ((int64_t)m->count == of) return;
  t->missing = json_array();
  result->failed = true;
  (void)printf("these of %" PRId64 " shares are missing:", of);
  for (int64_t number = 1; number <= of; number++) {
    if (next < m->count && m->shares[next].part.number == number) {
      next++;
      continue;
    }
    (void)printf(" %" PRId64, number);
    document_append(t->missing, json_integer(number));
  }
  (void)putchar('\n');
}

/* Whether a share fails because the arithmetic says too little about most of its cases. Of all cases these may be few.
   */
static bool is_too_vague(const share *s) {
  bool vague = false;
  for (int type = 0; type < FORMATS; type++) vague = vague || json_object_get(counts_of(s, type), "too_vague") != NULL;
  return vague;
}

/* What makes a share fail makes the run fail: one that failed in a run that passes is not what its lists say. */
static check_status expect_passed(const merging *m, check_error *error) {
  for (size_t n = 0; n < m->count; n++) {
    const json_t *const pass = json_object_get(m->shares[n].document, "pass");
    if (!json_is_true(pass) && !is_too_vague(&m->shares[n]))
      return json_unexpected(m->shares[n].name, "pass", "true, as its lists say", pass, error);
  }
  return CHECK_OK;
}

static check_status conclude(const merging *m, const check_files *files, const char *source, check_error *error) {
  json_t *run = json_object_get(m->shares[0].document, "run");
  const results_stated stated = {.accumulate = json_string_value(json_object_get(run, "accumulate")),
                                 .scores = json_string_value(json_object_get(run, "scores")),
                                 .probabilities = json_string_value(json_object_get(run, "probabilities")),
                                 .accept = json_string_value(json_object_get(run, "accept")),
                                 .refuse = json_string_value(json_object_get(run, "refuse"))};
  const char *target = json_string_value(json_object_get(run, "target"));
  session_result result = {.failed = false, .suite = m->shares[0].suite};
  if (target == NULL)
    return json_unexpected(m->shares[0].name, "run.target", "a string", json_object_get(run, "target"), error);
  repeat_words words;
  check_status status = repeat_make(target, &stated, &words, error);
  if (status != CHECK_OK) return status;
  check_output output = check_output_begin(target, stdout, &words.words);
  output.coloured = colour_wanted();
  output.files = *files;
  output.place.file = source;
  output.run = json_incref(run);
  status = report_all(m, &output, &result, error);
  session_add_up(&result);
  if (status == CHECK_OK) status = adopt_xray(m, &output, error);
  if (status == CHECK_OK) report_missing(m, &output, &result);
  if (status == CHECK_OK && !result.failed && result.total.passed + result.total.conventional == 0)
    status = check_fail(error, CHECK_BAD_INPUT, "%s: no case could be judged, %" PRId64 " are not supported", target,
                        result.total.skipped);
  if (status == CHECK_OK && !result.failed) status = expect_passed(m, error);
  if (status == CHECK_OK) status = check_output_end(&output, &result, true, error);
  check_output_free(&output);
  repeat_free(&words);
  return status;
}

check_status merge_command(int argc, char **argv, check_error *error) {
  check_files to = {.json = NULL};
  const char *source = NULL;
  char **files;
  const value_option options[] = {{"json", 0, &to.json, NULL},
                                  {"junit", 0, &to.junit, NULL},
                                  {"html", 0, &to.html, NULL},
                                  {"sarif", 0, &to.sarif, NULL},
                                  {"source", 0, &source, NULL}};
  merging m = {.count = 0};
  check_status status = arguments_read_many(argc, argv, help, options, sizeof options / sizeof options[0], "file",
                                            &files, &m.count, error);
  if (status != CHECK_OK || m.count == 0) return status;
  const char *const written_to[] = {to.json, to.junit, to.html, to.sarif};
  m.shares = calloc(m.count, sizeof *m.shares);
  if (m.shares == NULL) return no_memory(error);
  status = output_expect_all(written_to, 4, (const char *const *)files, m.count, error);
  if (status == CHECK_OK) status = arguments_file("source", source, error);
  if (status == CHECK_OK) status = output_expect_all(written_to, 4, &source, 1, error);
  if (status == CHECK_OK) status = read_shares(files, &m, error);
  if (status == CHECK_OK) status = order_cases(&m, error);
  if (status == CHECK_OK) status = expect_all_counts(&m, error);
  if (status == CHECK_OK) status = expect_suite(&m, error);
  if (status == CHECK_OK) status = conclude(&m, &to, source, error);
  for (size_t n = 0; n < m.count; n++) json_decref(m.shares[n].document);
  free(m.shares);
  free(m.cases);
  return status;
}
