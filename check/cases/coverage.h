/* Coverage: how many cases were judged at each level of each option, and which levels never were. */
#ifndef ATTEST_CHECK_COVERAGE_H
#define ATTEST_CHECK_COVERAGE_H

#include <stddef.h>

#include "check/cases/support.h"

/* Judged cases at each level. A level counts where it can show: a case bottom-right with as many queries as keys is the
   same problem top-left. */
typedef struct coverage {
  int64_t judged[FACTORS][FACTOR_LEVELS];
  int64_t alike[FACTORS][FACTOR_LEVELS]; /* judged cases that have the level where it is the same as another one */
} coverage;

/* Why a level was never judged. */
typedef enum coverage_gap {
  GAP_NONE,          /* it was judged */
  GAP_NOT_SUPPORTED, /* the candidate declares that it does not support it */
  GAP_NOT_IN_FILES,  /* strides and places do not survive in case directories */
  GAP_REFUSED,       /* it returned ATTEST_UNSUPPORTED for the level alone, or for every combination with it */
  GAP_ALIKE,         /* it was judged only where it is the same as another level */
  GAP_NOT_TRIED      /* no case of this run had it */
} coverage_gap;

void coverage_count(coverage *c, const recipe *r);

/* The judged cases that count at no level of an option, since theirs is the same there as another one. */
int64_t coverage_alike(const coverage *c, factor f);

/* Why a level of a support_state is not judged; SUPPORT_YES: GAP_NONE. */
coverage_gap coverage_gap_of_state(int state);

/* Why a level was never judged. With several types s, the best state counts; count 0: nothing is known. */
coverage_gap coverage_gap_of(const coverage *c, const support *s, size_t count, factor f, int level);

/* "not supported", "not in files", "refused", "only where it is the same as another", "not tried". */
const char *coverage_gap_name(coverage_gap gap);

/* Prints "softcap, sink (not supported); layout bshd (refused); f16: bias (refused), 30 of 42 head sizes (not taken)":
   whole options where only the plain level was judged; then by type what it leaves out and another type does not;
   "" if everything was judged. */
void coverage_print_gaps(const coverage *c, const support *s, size_t count, char *text, size_t size);

#endif
