/* The commands of attest, one file each. */
#ifndef ATTEST_CLI_COMMANDS_H
#define ATTEST_CLI_COMMANDS_H

#include "check/cases/error.h"

/* Each command gets its own name as argv[0]. The status is the exit status; for CHECK_BAD_INPUT and CHECK_FAILURE,
   error is the line to print. */
check_status bench_command(int argc, char **argv, check_error *error);
check_status check_command(int argc, char **argv, check_error *error);
check_status generate_command(int argc, char **argv, check_error *error);
check_status list_command(int argc, char **argv, check_error *error);
check_status merge_command(int argc, char **argv, check_error *error);
check_status report_command(int argc, char **argv, check_error *error);
check_status run_command(int argc, char **argv, check_error *error);
check_status study_command(int argc, char **argv, check_error *error);
check_status verify_command(int argc, char **argv, check_error *error);
check_status worker_command(int argc, char **argv, check_error *error);
check_status confined_command(int argc, char **argv, check_error *error);
check_status zoo_command(int argc, char **argv, check_error *error);

#endif
