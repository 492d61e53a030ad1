/* attest verify: the outputs stored in cases against the reference. */
#include <inttypes.h>
#include <stdio.h>

#include "check/case.h"
#include "check/index.h"
#include "check/judge.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/document.h"
#include "cli/progress.h"

static const char help[] = "usage: attest verify DIR [--json FILE]\n"
                           "\n"
                           "Compares the outputs stored in each case (out.npy, lse.npy, weights.npy; y.npy of a layer) with the\n"
                           "reference, and prints one line a case: the largest absolute error of each output, and where it is:\n"
                           "[batch, head, query, column or key], for y [batch, row, column]. NaN never passes. Cases without\n"
                           "outputs are skipped; it is an error if all are. DIR is as for 'attest list'.\n"
                           "\n"
                           "The tolerance is the case's own, or that of its type:\n"
                           "float64 1e-12, float32 2e-6, float16 5e-4, bfloat16 4e-3.\n"
                           "\n"
                           "options:\n"
                           "  --json FILE  write the results as JSON\n"
                           "  --help       this text\n"
                           "\n"
                           "The last line is 'N passed, M failed' (', K skipped'); exit status 1 if any failed.\n"
                           "\n"
                           "examples:\n"
                           "  attest verify cases\n"
                           "  attest verify cases/one --json result.json\n";

typedef struct {
  size_t passed, failed, skipped;
  json_t *cases;
} totals;

static const char *output_name(int n) { return case_tensor_name((case_tensor)(CASE_OUT + n)); }

static void print_difference(const judge_difference *difference, int n, int ndim) {
  (void)printf(" %s %.3g at [", output_name(n), difference->error);
  for (int d = 0; d < ndim; d++) (void)printf("%s%" PRId64, d > 0 ? "," : "", difference->at[d]);
  (void)printf("]");
  if (!difference->pass) (void)printf(" (reference %.17g, stored %.17g)", difference->reference, difference->stored);
  (void)printf(";");
}

static void print_verdict(const char *name, const attention_case *c, const judge_verdict *verdict) {
  (void)printf("%s %s:", verdict->pass ? "pass" : "FAIL", name);
  for (int n = 0; n < JUDGE_OUTPUTS; n++)
    if (verdict->output[n].judged) print_difference(&verdict->output[n], n, c->array[CASE_OUT + n].ndim);
  (void)printf(" tolerance %g\n", verdict->tolerance);
}

static json_t *difference_document(const judge_difference *difference, int ndim) {
  json_t *document = json_object(), *at = json_array();
  for (int d = 0; d < ndim; d++) document_append(at, json_integer(difference->at[d]));
  document_set(document, "pass", json_boolean(difference->pass));
  document_set(document, "error", document_number(difference->error));
  document_set(document, "at", at);
  document_set(document, "reference", document_number(difference->reference));
  document_set(document, "stored", document_number(difference->stored));
  return document;
}

static json_t *verdict_document(const char *name, const attention_case *c, const judge_verdict *verdict) {
  json_t *document = json_object(), *outputs = json_object();
  for (int n = 0; n < JUDGE_OUTPUTS; n++)
    if (verdict->output[n].judged)
      document_set(outputs, output_name(n), difference_document(&verdict->output[n], c->array[CASE_OUT + n].ndim));
  document_set(document, "name", json_string(name));
  document_set(document, "result", json_string(!verdict->judged ? "skip" : verdict->pass ? "pass" : "fail"));
  document_set(document, "tolerance", json_real(verdict->tolerance));
  document_set(document, "outputs", outputs);
  return document;
}

static void record(const char *name, const attention_case *c, const judge_verdict *verdict, totals *total) {
  progress_clear();
  if (!verdict->judged) (void)printf("skip %s: no outputs (out.npy, lse.npy, weights.npy or y.npy)\n", name);
  else print_verdict(name, c, verdict);
  if (!verdict->judged) total->skipped++;
  else if (verdict->pass) total->passed++;
  else total->failed++;
  document_append(total->cases, verdict_document(name, c, verdict));
}

static check_status verify_case(const struct case_entry *entry, totals *total, check_error *error) {
  attention_case c;
  judge_verdict verdict;
  check_status status = case_open(entry->path, &c, error);
  if (status == CHECK_OK) status = case_load(&c, error);
  if (status == CHECK_OK) status = judge_case(&c, &verdict, error);
  if (status == CHECK_OK) record(entry->name, &c, &verdict, total);
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
  if (status == CHECK_OK && total->passed + total->failed == 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: nothing to verify, expected a case with outputs", directory);
  return status;
}

static check_status write_results(const totals *total, const char *file, check_error *error) {
  json_t *document = json_object();
  document_set(document, "passed", json_integer((json_int_t)total->passed));
  document_set(document, "failed", json_integer((json_int_t)total->failed));
  document_set(document, "skipped", json_integer((json_int_t)total->skipped));
  document_set(document, "cases", json_incref(total->cases));
  const check_status status = document_write(document, file, error);
  json_decref(document);
  return status;
}

check_status verify_command(int argc, char **argv, check_error *error) {
  const char *directory, *file = NULL;
  const value_option options[] = {{"json", 0, &file}};
  check_status status = arguments_read(argc, argv, help, options, 1, "directory", &directory, error);
  if (status != CHECK_OK || directory == NULL) return status;
  totals total = {.cases = json_array()};
  status = verify(directory, &total, error);
  if (status == CHECK_OK && file != NULL) status = write_results(&total, file, error);
  json_decref(total.cases);
  if (status != CHECK_OK) return status;
  (void)printf("%zu passed, %zu failed", total.passed, total.failed);
  if (total.skipped > 0) (void)printf(", %zu skipped", total.skipped);
  (void)putchar('\n');
  return total.failed > 0 ? CHECK_MISMATCH : CHECK_OK;
}
