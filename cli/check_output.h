/* The output of attest check: lines and files. */
#ifndef ATTEST_CLI_CHECK_OUTPUT_H
#define ATTEST_CLI_CHECK_OUTPUT_H

#include <jansson.h>

#include "check/run/session.h"
#include "cli/arithmetic.h"
#include "cli/conventions.h"
#include "cli/results.h"

typedef struct check_output {
  const char *target; /* as named in the command line that repeats a case */
  const arithmetic_options *assumed;
  const convention_options *conventions;
  const char *json, *junit, *html; /* files to write at the end; NULL: none */
  json_t *run;                     /* settings of the run (cli/results.h), or NULL */
  shard part;
  json_t *missing; /* NULL, or the missing shares of the run */
  bool brief;      /* only count the cases that pass or follow a convention: there may be millions */
  json_t *cases, *failures, *probes, *bias_tests;
  size_t told;     /* failures reported in full */
  json_t *reasons; /* the reasons for skipped cases, and their counts */
} check_output;

/* Starts the output. Keeps pointers to the arguments; the caller sets all other members. Free with check_output_free.
   */
check_output check_output_begin(const char *target, const arithmetic_options *assumed,
                                const convention_options *conventions);

void check_output_free(check_output *t);

/* The events: they print, and collect the content of --json. */
session_events check_output_events(check_output *t);

/* Reports a case that was judged elsewhere. The first few failures are reported in full. */
void check_output_case(check_output *t, const results_case *c);

/* Prints the closing lines (how many more cases fail; of each type, if types; judged and never judged; the last line)
   and writes the files. CHECK_MISMATCH if the result is a failure. */
check_status check_output_end(const check_output *t, const session_result *result, bool types, check_error *error);

#endif
