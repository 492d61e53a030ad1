/* From the outcome of a question to its verdict. */
#ifndef ATTEST_CHECK_JUDGING_H
#define ATTEST_CHECK_JUDGING_H

#include "check/judge/verdict.h"
#include "check/run/candidate.h"

/* How the answers of a candidate are judged, for one type. */
typedef struct judging_terms {
  attest_arithmetic arithmetic;
  convention_policy policy;
} judging_terms;

/* The terms for a candidate with this description. */
judging_terms judging_terms_of(const candidate *c, const candidate_description *d);

/* Gives the verdict on the outcome of one question. */
check_status judging_verdict(const judging_terms *terms, const answered *a, verdict *v, check_error *error);

/* "beyond: TEXT in CASE": how an answer failed, and in which case. */
void judging_print_failure(const answered *a, const verdict *v, char *text, size_t size);

#endif
