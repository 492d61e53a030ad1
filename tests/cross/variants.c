/* usage: variants PART: the variants of the machine this is built for whose names contain PART, judged by attest_check. Built for another machine, and run
   by an emulator. */
#include <attest_check.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name;

static attest_status candidate(const attest_problem *problem, const attest_answer *answer) {
  size_t bytes = 0;
  attest_status status = attest_attention_workspace(problem, answer, name, 1, &bytes);
  void *workspace = malloc(bytes + 1);
  if (status == ATTEST_OK) status = attest_attention(problem, answer, name, 1, workspace, bytes);
  free(workspace);
  return status;
}

int main(int argc, char **argv) {
  int passed = 0, failed = 0;
  for (size_t n = 0; (name = attest_variant_name(n)) != NULL; n++) {
    if (argc > 1 && strstr(name, argv[1]) == NULL) continue;
    attest_report report = {0};
    const attest_status status = attest_check(candidate, NULL, NULL, &report);
    const bool good = status == ATTEST_OK && report.pass && report.cases > 0;
    printf("%s: %s, %lld cases, worst budget %.3g at %s\n", name,
           status != ATTEST_OK ? attest_strerror(status)
           : good              ? "pass"
                               : "fail",
           (long long)report.cases, report.worst_budget, report.worst_case);
    if (!good) printf("%s\n", report.text);
    if (good) passed++;
    if (!good) failed++;
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0 || passed == 0;
}
