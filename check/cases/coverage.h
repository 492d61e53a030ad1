/* What was judged, by option and level, and what never was. */
#ifndef ATTEST_CHECK_COVERAGE_H
#define ATTEST_CHECK_COVERAGE_H

#include <stddef.h>

#include "check/cases/support.h"

/* Judged cases at each level. */
typedef struct coverage {
  int64_t judged[FACTORS][FACTOR_LEVELS];
} coverage;

/* Why a level was never judged. */
typedef enum coverage_gap {
  GAP_NONE,          /* it was */
  GAP_NOT_SUPPORTED, /* the candidate says it does not do it */
  GAP_NOT_IN_FILES,  /* strides and places do not survive in case directories */
  GAP_REFUSED,       /* it returned ATTEST_UNSUPPORTED, by itself or with all it was combined with */
  GAP_NOT_TRIED      /* no case of this run had it */
} coverage_gap;

void coverage_count(coverage *c, const recipe *r);

/* The levels that nothing was judged at. Of several types s the best state counts; count 0: nothing is known. */
coverage_gap coverage_gap_of(const coverage *c, const support *s, size_t count, factor f, int level);

/* "not supported", "not in files", "refused", "not tried". */
const char *coverage_gap_name(coverage_gap gap);

/* "softcap, sink (not supported); layout bshd (refused)": whole options where no level but the plain one was judged; "" if everything was. */
void coverage_print_gaps(const coverage *c, const support *s, size_t count, char *text, size_t size);

#endif
