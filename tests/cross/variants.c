/* usage: variants [NAME]: a variant of the machine this is built for, judged by attest_check; without NAME, the names
   of all. Built for another machine, and run by an emulator. */
#include <attest_check.h>

#include <stdio.h>
#include <stdlib.h>

static const char *name;

static attest_status candidate(const attest_problem *problem, const attest_answer *answer) {
  size_t bytes = 0;
  attest_status status = attest_attention_workspace(problem, answer, name, 1, &bytes);
  void *workspace = malloc(bytes + 1);
  if (status == ATTEST_OK) status = attest_attention(problem, answer, name, 1, workspace, bytes);
  free(workspace);
  return status;
}

/* Long cases take minutes under an emulator, and run nothing that shorter ones do not. */
static attest_status describe(attest_dtype dtype, attest_description *d) {
  d->supports.q_len_most = 96;
  d->supports.keys_most = 192;
  (void)dtype;
  return ATTEST_OK;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    for (size_t n = 0; attest_variant_name(n) != NULL; n++) puts(attest_variant_name(n));
    return 0;
  }
  name = argv[1];
  attest_report report = {0};
  const attest_status status = attest_check(candidate, describe, NULL, &report);
  const bool good = status == ATTEST_OK && report.pass && report.cases > 0;
  printf("%s: %s, %lld cases, worst budget %.3g at %s\n", name,
         status != ATTEST_OK ? attest_strerror(status)
         : good              ? "pass"
                             : "fail",
         (long long)report.cases, report.worst_budget, report.worst_case);
  if (!good) printf("%s\n", report.text);
  printf("%d passed, %d failed\n", good, !good);
  return !good;
}
