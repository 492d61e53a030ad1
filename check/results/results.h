/* The results of attest check as a JSON file, written and read (README.md describes the file). */
#ifndef ATTEST_CHECK_RESULTS_H
#define ATTEST_CHECK_RESULTS_H

#include <jansson.h>

#include "check/run/session.h"

/* A case and its verdict; number is its place in the run, dealt the case that the suite has there. */
typedef struct results_case {
  int64_t number;
  recipe dealt, made; /* not the same if the candidate refused what was dealt */
  verdict verdict;
} results_case;

/* What the user states, as words; NULL: not stated. */
typedef struct results_stated {
  const char *accumulate, *scores, *probabilities; /* types */
  const char *accept, *refuse, *require;           /* names with commas between them */
} results_stated;

/* The settings of a run: two files belong to the same run if these are equal. suite_name is NULL if no suite is tried,
   minutes if no time was given. */
json_t *results_run(const char *target, const char *suite_name, const char *minutes, const session_settings *settings,
                    const results_stated *stated);

/* {"number": 1, "of": 4, "suite": "the digest of the whole suite, in base 16"}. */
json_t *results_shard(const shard *part, uint64_t digest);

/* The members of a verdict: its kind; text or element if it did not pass; the conventions that it follows, and those
   that show and are not followed. */
json_t *results_verdict(const verdict *v);

json_t *results_case_document(const results_case *c);

/* The counts of each type. */
json_t *results_types(const session_result *result);

/* The number of judged cases at each level of each option. */
json_t *results_judged(const coverage *judged);

/* For each option, the number of judged cases at a level that is the same there as another. */
json_t *results_alike(const coverage *judged);

/* What was never judged: option, level, why. The option is "require" for a property that was required, and
   "lse" if none is given. */
json_t *results_never_judged(const session_result *result);

/* Prints the same as "lse (not given); sink (not supported)", with lse; "" if there is nothing. */
void results_print_never(const session_result *result, char *text, size_t size);

/* For each type that the candidate takes, the levels that it does not support. */
json_t *results_supports(const session_result *result);

/* For each type that the candidate takes, the arithmetic by which it is judged. */
json_t *results_arithmetic(const session_result *result);

/* For each type that the candidate takes, how many lengths, head sizes and numbers of heads it takes: [taken, of]. */
json_t *results_sizes(const session_result *result);

/* The known bugs that give all of the compared answers. */
json_t *results_diagnosis(const diagnosis *seen);

/* What the candidate computed instead: when, where, causes with their evidence, kin; the same of the second kind of
   failing cases, unless it is NULL or not made; and all of it as lines of text. */
json_t *results_xray(const xray *found, const xray *second);

/* Read what the functions above write; file is its name in errors. Each fails with CHECK_BAD_INPUT and names the member
   and the expected value. The strings of a verdict's element and of a finding belong to the document, which must
   outlive them. */
check_status results_read_shard(const char *file, const json_t *document, shard *part, uint64_t *digest,
                                check_error *error);
check_status results_read_verdict(const char *file, const json_t *value, verdict *v, check_error *error);
check_status results_read_case(const char *file, const json_t *value, results_case *c, check_error *error);
check_status results_read_probe(const char *file, const json_t *value, attest_dtype *dtype, const probe **of,
                                probe_finding *found, check_error *error);
check_status results_read_bias_test(const char *file, const json_t *value, attest_dtype *dtype,
                                    bias_test_finding *found, check_error *error);

/* Adds the counts of probes and bias tests of each type. Cases are counted one by one (session_count). */
check_status results_add_types(const char *file, const json_t *types, session_result *result, check_error *error);

/* Removes the bugs that do not give all of these answers from seen. */
check_status results_add_diagnosis(const char *file, const json_t *value, diagnosis *seen, check_error *error);

/* Copies what a document says of the candidate into the result: the unsupported levels, the numbers of sizes, and the
   arithmetic. */
check_status results_read_candidate(const char *file, const json_t *document, session_result *result,
                                    check_error *error);

#endif
