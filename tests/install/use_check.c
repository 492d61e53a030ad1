/* A user of the installed checker, as C and as C++: options that are refused and, unless there is an argument, a
   candidate that is right and one that returns zeros, which take seconds. */
#include <attest_check.h>

#include <stdlib.h>
#include <string.h>

static attest_status zeros(const attest_problem *problem, const attest_answer *answer) {
  if (problem->q.dtype != ATTEST_F32 || answer->out.size[ATTEST_BATCH] * answer->out.size[ATTEST_HEAD] != 1)
    return ATTEST_UNSUPPORTED;
  memset(answer->out.data, 0,
         sizeof(float) * (size_t)(answer->out.size[ATTEST_POSITION] * answer->out.size[ATTEST_COLUMN]));
  return ATTEST_OK;
}

/* The reference itself, which writes contiguous answers only. */
static attest_status right(const attest_problem *problem, const attest_answer *answer) {
  size_t bytes = 0;
  attest_status status = attest_reference_workspace(problem, answer, &bytes);
  if (status == ATTEST_BAD_SHAPE) return ATTEST_UNSUPPORTED;
  void *workspace = malloc(bytes + 1);
  if (status == ATTEST_OK) status = attest_reference(problem, answer, workspace, bytes);
  free(workspace);
  return status;
}

static attest_status only_f64(attest_dtype dtype, attest_description *description) {
  description->gives_weights = true;
  return dtype == ATTEST_F64 ? ATTEST_OK : ATTEST_UNSUPPORTED;
}

static attest_status only_out(attest_dtype dtype, attest_description *description) {
  description->gives_lse = false;
  return dtype == ATTEST_F32 ? ATTEST_OK : ATTEST_UNSUPPORTED;
}

static int judges(void) {
  attest_report report;
  if (attest_check(right, only_f64, NULL, &report) != ATTEST_OK || !report.pass || report.cases < 100 ||
      report.failed != 0)
    return 1;
  if (attest_check(zeros, only_out, NULL, &report) != ATTEST_OK || report.pass || report.failed == 0) return 2;
  return strstr(report.text, "beyond: dtype=f32") == NULL || report.worst_budget < 1e3 ? 3 : 0;
}

static int refuses(void) {
  attest_report report;
  attest_check_options options;
  memset(&options, 0, sizeof options);
  options.recipe = "dtype=f64 keys=nothing";
  if (attest_check(right, NULL, &options, &report) != ATTEST_BAD_OPTION ||
      strstr(report.text, "keys: expected an integer") == NULL)
    return 4;
  options.recipe = NULL;
  options.seconds = -1;
  if (attest_check(right, NULL, &options, &report) != ATTEST_BAD_OPTION) return 5;
  return attest_check(NULL, NULL, NULL, &report) == ATTEST_BAD_POINTER ? 0 : 6;
}

int main(int argc, char **argv) {
  const int judged = argc > 1 ? 0 : judges();
  (void)argv;
  return judged != 0 ? judged : refuses();
}
