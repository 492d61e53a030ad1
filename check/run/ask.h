/* What a candidate can do: what it says of itself, and for what it does not say, small cases. Three rounds, each of all types: a plain case of some size that it
   answers; each size, option and level beside that; pairs of options. Whatever it does but return ATTEST_UNSUPPORTED counts as support: if it is wrong,
   the suite will show it. */
#ifndef ATTEST_CHECK_ASK_H
#define ATTEST_CHECK_ASK_H

#include "check/cases/format.h"
#include "check/cases/support.h"
#include "check/run/candidate.h"

typedef struct ability {
  candidate_description description;
  support can; /* can.takes: whether it takes the type at all */
} ability;

/* Asks for every type that is wanted. CHECK_BAD_INPUT as candidate_describe and candidate_answer. */
check_status ask_candidate(candidate *c, const bool wanted[FORMATS], ability found[FORMATS], check_error *error);

#endif
