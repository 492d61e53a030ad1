/* attest report: the findings of check, bench and study, in one folder. */
#include "reports/report.h"

#include <stdio.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/target.h"

static const char help[] = "usage: attest report [-o DIR] [options]\n"
                           "\n"
                           "Judges the reference and every fast variant of this machine, times the variants, runs\n"
                           "the studies, and writes one folder: index.html, which needs no other file and no\n"
                           "network; the plots as SVG; their tables as CSV; results.json with all results. If\n"
                           "build/vectors exists, judges the cases in it, which other libraries computed. If\n"
                           "proofs/results exists, shows the proofs. An earlier report in DIR stays unchanged until\n"
                           "the new one is complete.\n"
                           "\n"
                           "options:\n"
                           "  -o, --output DIR  the folder (default report): new, empty, or an earlier report,\n"
                           "                    which is replaced\n"
                           "  --candidate CANDIDATE\n"
                           "                    a candidate to judge, as for attest check: its verdict comes\n"
                           "                    first, with the error map, the smallest failing case and the\n"
                           "                    diagnosis\n"
                           "  --peers FILE      also time peers, as for attest bench, and compare each with\n"
                           "                    attest's selected variant; the peers of bench/peers take two\n"
                           "                    minutes more, with --full half an hour\n"
                           "  --quick           about 7 minutes on two processors (the default): fewer samples,\n"
                           "                    and each variant judged in one type\n"
                           "  --full            about 15 minutes on two processors: every sample, every type, the\n"
                           "                    full suite of cases\n"
                           "  --smoke           the smallest run that uses every part\n"
                           "  --help            this text\n"
                           "\n"
                           "Names the parts that found something wrong. The last line is 'N passed, M failed'. It\n"
                           "counts the parts, and each case in build/vectors. Exit status 1 if M is not 0.\n"
                           "\n"
                           "examples:\n"
                           "  attest report\n"
                           "  attest report --full -o results\n"
                           "  attest report --candidate ./libmine.so -o mine\n"
                           "  attest report --peers bench/peers/peers.json\n";

typedef struct {
  const char *operand, *output, *candidate, *peers, *quick, *full, *smoke;
} options_given;

static void print_fault(const char *part) {
  progress_clear();
  (void)printf("FAIL %s\n", part);
}

static check_status read_settings(const options_given *given, report_settings *settings, check_error *error) {
  const int asked = (given->quick != NULL) + (given->full != NULL) + (given->smoke != NULL);
  if (asked > 1)
    return check_fail(error, CHECK_BAD_INPUT, "expected only one of --quick, --full and --smoke, found %d of them",
                      asked);
  settings->directory = given->output;
  settings->candidate = given->candidate;
  settings->peers = given->peers;
  settings->size = given->full != NULL ? REPORT_FULL : given->smoke != NULL ? REPORT_SMOKE : REPORT_QUICK;
  settings->progress = progress_show;
  settings->fault = print_fault;
  return CHECK_OK;
}

static check_status print_summary(const report_settings *settings, const report_outcome *found) {
  (void)printf("%s/index.html\n", settings->directory);
  (void)printf("%ld passed, %ld failed\n", found->passed, found->failed);
  return found->failed > 0 ? CHECK_MISMATCH : CHECK_OK;
}

check_status report_command(int argc, char **argv, check_error *error) {
  options_given given = {.output = "report"};
  const value_option operand = {"[]", 0, &given.operand, NULL};
  const value_option options[] = {{"output", 'o', &given.output, NULL},
                                  {"candidate", 0, &given.candidate, target_name},
                                  {"peers", 0, &given.peers, NULL},
                                  {"quick", ARGUMENTS_FLAG, &given.quick, NULL},
                                  {"full", ARGUMENTS_FLAG, &given.full, NULL},
                                  {"smoke", ARGUMENTS_FLAG, &given.smoke, NULL}};
  char program[4096];
  report_settings settings = {.program = program};
  report_outcome found;
  check_status status = arguments_read(argc, argv, help, options, sizeof options / sizeof options[0], &operand, error);
  if (status != CHECK_OK || given.operand == NULL) return status;
  if (given.operand[0] != '\0')
    return check_fail(error, CHECK_BAD_INPUT, "expected only options, found %s", given.operand);
  status = read_settings(&given, &settings, error);
  if (status == CHECK_OK) status = program_find(program, sizeof program, error);
  if (status == CHECK_OK) status = report_make(&settings, &found, error);
  progress_clear();
  return status == CHECK_OK ? print_summary(&settings, &found) : status;
}
