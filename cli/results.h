/* The results of attest check as they stand in a JSON file, written and read again (cli/README.md describes the file). */
#ifndef ATTEST_CLI_RESULTS_H
#define ATTEST_CLI_RESULTS_H

#include <jansson.h>

#include "check/run/session.h"
#include "cli/arithmetic.h"
#include "cli/conventions.h"

/* A case of a run and its verdict; number is its place in the run. */
typedef struct results_case {
  int64_t number;
  recipe made;
  verdict verdict;
} results_case;

/* What was asked for: two files belong to one run if this is the same in both. suite_name is NULL where it does not say which cases are tried, minutes where
   it does. */
json_t *results_run(const char *target, const char *suite_name, const char *minutes, const session_settings *settings,
                    const arithmetic_options *assumed, const convention_options *conventions);

/* {"number": 1, "of": 4}. */
json_t *results_shard(const shard *part);

/* A verdict's members: its kind; text or element where it did not pass; the conventions that it follows, or does not where they show. */
json_t *results_verdict(const verdict *v);

json_t *results_case_document(const results_case *c);

/* The tallies of each type. */
json_t *results_types(const session_result *result);

/* How many cases were judged at each level of each option. */
json_t *results_judged(const coverage *judged);

/* The levels that nothing was judged at: option, level, why. */
json_t *results_never_judged(const session_result *result);

/* For each type that the candidate takes, the levels that it does not. */
json_t *results_supports(const session_result *result);

/* Which known defects give all of the answers that were looked at. */
json_t *results_diagnosis(const diagnosis *seen);

/* Reads what the functions above wrote; file names it in errors. CHECK_BAD_INPUT names the member and what was expected. The strings of a verdict's
   element and of a finding lie in the document, which must outlive them. */
check_status results_read_shard(const char *file, const json_t *document, shard *part, check_error *error);
check_status results_read_verdict(const char *file, const json_t *value, verdict *v, check_error *error);
check_status results_read_case(const char *file, const json_t *value, results_case *c, check_error *error);
check_status results_read_probe(const char *file, const json_t *value, attest_dtype *dtype, const probe **of, probe_finding *found,
                                check_error *error);
check_status results_read_bias_test(const char *file, const json_t *value, attest_dtype *dtype, bias_test_finding *found,
                                    check_error *error);

/* Adds what the types count of probes and bias tests; cases are counted one by one (session_count). */
check_status results_add_types(const char *file, const json_t *types, session_result *result, check_error *error);

/* Takes the defects that do not give all of these answers out of seen. */
check_status results_add_diagnosis(const char *file, const json_t *value, diagnosis *seen, check_error *error);

/* Takes what the candidate does not do over into the result. */
check_status results_read_supports(const char *file, const json_t *value, session_result *result, check_error *error);

#endif
