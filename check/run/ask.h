/* Finds out what a candidate supports: its own description first, then small cases for everything left unsaid. Four
   rounds, each over all types: a plain case of some size that the candidate answers; every size, option and level added
   to that case; what it refused there, beside one query, several batches, ..; pairs of options. Any result other than
   ATTEST_UNSUPPORTED counts as support: if it is wrong, the suite will show it. */
#ifndef ATTEST_CHECK_ASK_H
#define ATTEST_CHECK_ASK_H

#include "check/cases/format.h"
#include "check/cases/support.h"
#include "check/run/candidate.h"

typedef struct ability {
  candidate_description description;
  support can; /* can.takes: whether it takes the type at all */
} ability;

/* Asks for every wanted type. Fails with CHECK_BAD_INPUT as candidate_describe and candidate_answer do. */
check_status ask_candidate(candidate *c, const bool wanted[FORMATS], ability found[FORMATS], check_error *error);

/* Describes the candidate for one type, for a run of one case. Whether a worker that does not describe itself gives lse
   is found out by a base. Fails as ask_candidate. */
check_status ask_description(candidate *c, attest_dtype dtype, candidate_description *d, check_error *error);

#endif
