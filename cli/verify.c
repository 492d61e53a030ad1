/* attest verify: compares the outputs stored in cases with the reference. */
#include <inttypes.h>
#include <stdio.h>

#include "check/cases/case.h"
#include "check/cases/document.h"
#include "check/cases/index.h"
#include "check/cases/json.h"
#include "check/cases/output.h"
#include "check/cases/shapes.h"
#include "check/judge/bound.h"
#include "check/judge/judge.h"
#include "check/results/findings.h"
#include "check/results/followed.h"
#include "check/results/page.h"
#include "check/results/results.h"
#include "cli/arguments.h"
#include "cli/arithmetic.h"
#include "cli/commands.h"
#include "cli/conventions.h"
#include "cli/progress.h"
#include "cli/verify_files.h"

static const char help[] =
    "usage: attest verify DIR [options]\n"
    "       attest verify --q q.npy --k k.npy --v v.npy --out out.npy [options]\n"
    "\n"
    "Judges the outputs stored in each case (out.npy, lse.npy, weights.npy; y.npy of a\n"
    "layer), and prints one line for each case. Cases without outputs are skipped, with the\n"
    "reason in skip.txt if there is one; it is an error if all are skipped. DIR is as for\n"
    "'attest list'.\n"
    "\n"
    "If a case states a tolerance, the largest absolute error of each output is compared\n"
    "with it, and printed with its place: [batch, head, query, column or key], for y\n"
    "[batch, row, column]. NaN never passes.\n"
    "\n"
    "If a case states no tolerance, each element of out, lse and weights has its own bound,\n"
    "derived from the assumed arithmetic and the stored type of the output. The line shows\n"
    "the budget used: the largest error as a share of its bound. NaN passes only where the\n"
    "reference has NaN. The tolerance of y then depends on the type of x: float64 1e-12,\n"
    "float32 2e-6, float16 5e-4, bfloat16 4e-3. If an answer follows a convention, its line\n"
    "names the convention, as in 'attest check' ('attest zoo --conventions' lists them). A\n"
    "convention that is followed in some but not all of the cases where it shows counts as\n"
    "one failure.\n"
    "\n"
    "Loose files are judged by bounds too. For a failing answer, attest prints an error map\n"
    "and the causes that compute the same wrong rows.\n"
    "\n"
    "options:\n"
    "  --json FILE  write the results as JSON\n"
    "  --help       this text\n"
    "These options describe loose files (bfloat16 as u2, or as ml_dtypes saves it):\n" VERIFY_FILES_HELP
    "These options override the assumed arithmetic (float64 in f64; other types of q in f32,\n"
    "with probabilities in the type itself):\n" ARITHMETIC_HELP "These options judge conventions:\n" CONVENTIONS_HELP
    "\n"
    "The last line is 'N passed, M failed' (', C by a convention', ', K skipped' may\n"
    "follow). Exit status 1 if any failed.\n"
    "\n"
    "examples:\n"
    "  attest verify cases\n"
    "  attest verify cases/one --json result.json\n"
    "  attest verify cases --accumulate f16\n"
    "  attest verify --q q.npy --k k.npy --v v.npy --out out.npy --causal bottom-right\n"
    "  attest verify cases --refuse all\n";

typedef struct {
  size_t passed, failed, conventional, skipped;
  json_t *cases;
  arithmetic_options given;
  convention_options conventions;
  tally followed;
} totals;

static const char *output_name(int n) { return case_tensor_name((case_tensor)(CASE_OUT + n)); }

static void print_place(const int64_t *at, int ndim) {
  for (int d = 0; d < ndim; d++) (void)printf("%s%" PRId64, d > 0 ? "," : "[", at[d]);
  (void)putchar(']');
}

static void print_difference(const judge_difference *difference, int ndim) {
  (void)printf(" %.3g at ", difference->error);
  print_place(difference->at, ndim);
  if (!difference->pass) (void)printf(" (reference %.17g, stored %.17g)", difference->reference, difference->stored);
}

static void print_bound(const verdict *v, int ndim) {
  const verdict_element *e = &v->element;
  (void)printf(" %.3g", v->budget);
  if (e->output == NULL) return; /* every element is exact */
  (void)printf(" at ");
  print_place(e->at, ndim);
  if (v->kind != VERDICT_PASS)
    (void)printf(" (reference %.9g, stored %.9g, bound %.3g; %" PRId64 " of %" PRId64 " elements beyond)", e->expected,
                 e->found, e->bound, v->beyond, v->elements);
}

static void print_verdict(const char *name, const attention_case *c, const judge_verdict *result) {
  bool bounded = false, differences = false;
  for (int n = 0; n < JUDGE_OUTPUTS; n++) {
    bounded = bounded || result->bounded[n];
    differences = differences || result->output[n].judged;
  }
  const char *separator = bounded ? " budget used:" : "";
  (void)printf("%s %s:", result->pass ? "pass" : "FAIL", name);
  if (result->whole.text[0] != '\0') (void)printf(" %s;", result->whole.text);
  for (int n = 0; n < JUDGE_OUTPUTS; n++) {
    if (!result->bounded[n] && !result->output[n].judged) continue;
    const int ndim = c->array[CASE_OUT + n].ndim;
    (void)printf("%s %s", separator, output_name(n));
    if (result->bounded[n]) print_bound(&result->bound[n], ndim);
    else print_difference(&result->output[n], ndim);
    separator = ";";
  }
  if (differences) (void)printf("; tolerance %g", result->tolerance);
  (void)putchar('\n');
}

static json_t *place_document(const int64_t *place, int ndim) {
  json_t *at = json_array();
  for (int d = 0; d < ndim; d++) document_append(at, json_integer(place[d]));
  return at;
}

static json_t *difference_document(const judge_difference *difference, int ndim) {
  json_t *document = json_object();
  document_set(document, "pass", json_boolean(difference->pass));
  document_set(document, "error", document_number(difference->error));
  document_set(document, "at", place_document(difference->at, ndim));
  document_set(document, "reference", document_number(difference->reference));
  document_set(document, "stored", document_number(difference->stored));
  return document;
}

/* The worst element; none if the budget used is 0. */
static json_t *bound_document(const verdict *v, int ndim) {
  const verdict_element *e = &v->element;
  json_t *document = json_object();
  document_set(document, "pass", json_boolean(v->kind == VERDICT_PASS));
  document_set(document, "budget", document_number(v->budget));
  document_set(document, "elements", json_integer(v->elements));
  document_set(document, "beyond", json_integer(v->beyond));
  if (e->output == NULL) return document;
  document_set(document, "at", place_document(e->at, ndim));
  document_set(document, "reference", document_number(e->expected));
  document_set(document, "stored", document_number(e->found));
  document_set(document, "bound", document_number(e->bound));
  return document;
}

/* Whether a case passes by conventions. */
static bool is_conventional(const judge_verdict *result) {
  return result->pass && result->whole.kind == VERDICT_CONVENTION;
}

static const char *result_name(const judge_verdict *result) {
  return !result->judged ? "skip" : !result->pass ? "fail" : is_conventional(result) ? "convention" : "pass";
}

static json_t *result_document(const char *name, const attention_case *c, const judge_verdict *result) {
  json_t *document = json_object(), *outputs = json_object();
  bool bounded = false;
  for (int n = 0; n < JUDGE_OUTPUTS; n++) {
    const int ndim = c->array[CASE_OUT + n].ndim;
    if (result->bounded[n]) document_set(outputs, output_name(n), bound_document(&result->bound[n], ndim));
    else if (result->output[n].judged)
      document_set(outputs, output_name(n), difference_document(&result->output[n], ndim));
    bounded = bounded || result->bounded[n];
  }
  document_set(document, "name", document_text(name));
  document_set(document, "result", json_string(result_name(result)));
  followed_describe(document, &result->whole);
  if (!bounded || result->output[JUDGE_OUTPUTS - 1].judged)
    document_set(document, "tolerance", json_real(result->tolerance));
  document_set(document, "outputs", outputs);
  return document;
}

static void print_skip(const char *name, const attention_case *c) {
  char reason[200];
  if (case_skip_reason(c->path, reason, sizeof reason)) (void)printf("skip %s: %s\n", name, reason);
  else (void)printf("skip %s: no outputs (out.npy, lse.npy, weights.npy or y.npy)\n", name);
}

static void record(const char *name, const attention_case *c, const judge_verdict *result, totals *total) {
  progress_clear();
  if (!result->judged) print_skip(name, c);
  else if (is_conventional(result)) (void)printf("convention %s: %s\n", name, result->whole.text);
  else print_verdict(name, c, result);
  if (!result->judged) total->skipped++;
  else if (!result->pass) total->failed++;
  else if (is_conventional(result)) total->conventional++;
  else total->passed++;
  tally_verdict(&total->followed, name, &result->whole);
  document_append(total->cases, result_document(name, c, result));
}

/* The arithmetic assumed of the program that computed the outputs. */
static attest_arithmetic assume(const attention_case *c, const arithmetic_options *given) {
  attest_arithmetic arithmetic = bound_default(c->tensor[case_main_tensor(c)].dtype);
  arithmetic_override(&given->said, &arithmetic);
  return arithmetic;
}

static check_status verify_case(const struct case_entry *entry, totals *total, check_error *error) {
  attention_case c;
  judge_verdict result;
  check_status status = case_open(entry->path, &c, error);
  if (status == CHECK_OK) status = case_load(&c, error);
  const attest_arithmetic arithmetic =
      status == CHECK_OK ? assume(&c, &total->given) : (attest_arithmetic){.height = 0};
  if (status == CHECK_OK) status = judge_bounded(&c, &arithmetic, &total->conventions.policy, &result, error);
  if (status == CHECK_OK) record(entry->name, &c, &result, total);
  case_free(&c);
  return status;
}

static check_status verify(const char *directory, totals *total, check_error *error) {
  case_index index;
  check_status status = index_read(directory, &index, error);
  for (size_t i = 0; status == CHECK_OK && i < index.count; i++) {
    progress_show(i, index.count, index.entries[i].name);
    status = verify_case(&index.entries[i], total, error);
  }
  progress_clear();
  index_free(&index);
  total->failed += (size_t)tally_faults(&total->followed);
  if (status == CHECK_OK && total->passed + total->conventional + total->failed == 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: nothing to verify; expected at least one case with outputs",
                      directory);
  return status;
}

/* Prints the error map and the causes of a failing answer, and adds them to its document. */
static check_status explain(const attention_case *c, const attest_arithmetic *arithmetic, const verdict *v,
                            json_t *document, check_error *error) {
  const attest_answer answer = case_answer(c);
  expected e;
  error_map map;
  xray found;
  check_status status = expected_make(&c->problem, &answer, arithmetic, &e, error);
  if (status == CHECK_OK && answer.out.data != NULL) {
    error_map_of_head(&e, &answer, v->element.at[0], v->element.at[1], &map);
    findings_error_map(stdout, &map);
    document_set(document, "grid", page_grid(&map));
  }
  if (status == CHECK_OK) status = xray_of_answer(&e, &answer, arithmetic, XRAY_SECONDS, &found, error);
  if (status == CHECK_OK) {
    findings_xray(stdout, &found);
    document_set(document, "xray", results_xray(&found, NULL));
  }
  expected_free(&e);
  return status;
}

static check_status judge_files(const verify_files_options *given, const totals *total, attention_case *c,
                                attest_arithmetic *arithmetic, judge_verdict *result, check_error *error) {
  check_status status = verify_files_load(given, c, error);
  if (status != CHECK_OK) return status;
  *arithmetic = assume(c, &total->given);
  return judge_bounded(c, arithmetic, &total->conventions.policy, result, error);
}

/* Whether the files can be read, and pass, in the layout that was not asked for. */
static void try_other_layout(const verify_files_options *given, const totals *total, bool *read, bool *pass) {
  verify_files_options other = *given;
  attention_case c;
  attest_arithmetic arithmetic;
  judge_verdict result = {.pass = false};
  check_error ignored;
  other.layout = verify_files_other_layout(given);
  *read = *pass = false;
  if (other.layout == NULL) return;
  *read = judge_files(&other, total, &c, &arithmetic, &result, &ignored) == CHECK_OK;
  *pass = *read && result.pass;
  case_free(&c);
}

/* Judges loose files as one case. */
static check_status verify_files(const verify_files_options *given, totals *total, check_error *error) {
  attention_case c;
  attest_arithmetic arithmetic;
  judge_verdict result = {.pass = false};
  bool read = false, pass = false;
  check_status status = judge_files(given, total, &c, &arithmetic, &result, error);
  if (status == CHECK_OK) record(given->file[CASE_OUT] != NULL ? given->file[CASE_OUT] : "answer", &c, &result, total);
  if (status == CHECK_OK && !result.pass)
    status = explain(&c, &arithmetic, &result.whole, json_array_get(total->cases, 0), error);
  case_free(&c);
  if (status == CHECK_BAD_INPUT || (status == CHECK_OK && !result.pass)) try_other_layout(given, total, &read, &pass);
  if (pass && status == CHECK_OK) (void)printf("would pass with --layout %s\n", verify_files_other_layout(given));
  if (!read || status == CHECK_OK) return status;
  const check_error first = *error;
  return check_fail(error, status, "%.900s (the files fit --layout %s)", first.text, verify_files_other_layout(given));
}

static check_status write_results(const totals *total, const char *file, check_error *error) {
  json_t *document = json_object();
  document_set(document, "passed", json_integer((json_int_t)total->passed));
  document_set(document, "failed", json_integer((json_int_t)total->failed));
  document_set(document, "by_convention", json_integer((json_int_t)total->conventional));
  document_set(document, "skipped", json_integer((json_int_t)total->skipped));
  document_set(document, "cases", json_incref(total->cases));
  document_set(document, "conventions", followed_document(&total->followed));
  const check_status status = json_write(document, file, error);
  json_decref(document);
  return status;
}

check_status verify_command(int argc, char **argv, check_error *error) {
  const char *directory, *file = NULL;
  totals total = {.passed = 0};
  verify_files_options files = {.layout = NULL};
  const value_option operand = {"directory", 0, &directory, NULL};
  const value_option options[] = {{"json", 0, &file, NULL},
                                  ARITHMETIC_VALUES(total.given),
                                  CONVENTIONS_VALUES(total.conventions),
                                  VERIFY_FILES_VALUES(files)};
  const value_option q = {"q", 0, &files.file[CASE_Q], NULL};
  check_status status =
      arguments_read_either(argc, argv, help, options, sizeof options / sizeof options[0], &operand, &q, error);
  if (status != CHECK_OK || directory == NULL) return status;
  status = arithmetic_read(&total.given, error);
  if (status == CHECK_OK) status = conventions_read(&total.conventions, error);
  if (status != CHECK_OK) return status;
  status = output_expect_all(&file, 1, files.file, CASE_TENSORS, error);
  if (status != CHECK_OK) return status;
  total.cases = json_array();
  status = files.file[CASE_Q] != NULL ? verify_files(&files, &total, error) : verify(directory, &total, error);
  if (status == CHECK_OK && file != NULL) status = write_results(&total, file, error);
  json_decref(total.cases);
  if (status != CHECK_OK) return status;
  followed_tell(stdout, &total.followed, "--accept ");
  (void)printf("%zu passed, %zu failed", total.passed, total.failed);
  if (total.conventional > 0) (void)printf(", %zu by a convention", total.conventional);
  if (total.skipped > 0) (void)printf(", %zu skipped", total.skipped);
  (void)putchar('\n');
  return total.failed > 0 ? CHECK_MISMATCH : CHECK_OK;
}
