/* From what became of a question to its verdict. */
#ifndef ATTEST_CHECK_JUDGING_H
#define ATTEST_CHECK_JUDGING_H

#include "check/judge/verdict.h"
#include "check/run/candidate.h"

/* By what the answers of a candidate are judged, for one type. */
typedef struct judging_terms {
  attest_arithmetic arithmetic;
  convention_policy policy;
} judging_terms;

/* The terms of a candidate that describes itself so. */
judging_terms judging_terms_of(const candidate *c, const candidate_description *d);

/* The verdict on what became of a question. */
check_status judging_verdict(const judging_terms *terms, const answered *a, verdict *v, check_error *error);

/* "beyond: TEXT in CASE": how an answer failed, and in which case. */
void judging_print_failure(const answered *a, const verdict *v, char *text, size_t size);

#endif
