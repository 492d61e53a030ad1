/* Suites: the cases for a candidate, made for what it supports (support.h), the same for the same seed:
   - every size it takes, with every fill in turn; every option alone, several times; rows that see no key, and other
     corners of conventions
   - more keys than 4096 with each option; more than 32,768 and 65,536 with some
   - a covering array, without the longest lengths: every pair of levels of all factors, every triple of causal,
     lengths, kv_len, heads, layout, scale and fill
   - random combinations, up to the requested number of cases. */
#ifndef ATTEST_CHECK_SUITE_H
#define ATTEST_CHECK_SUITE_H

#include <stddef.h>

#include "check/cases/support.h"

#define SUITE_QUICK 500
#define SUITE_FULL 3000

typedef enum suite_kind {
  SUITE_IS_QUICK,
  SUITE_IS_FULL,       /* and the large cases */
  SUITE_IS_CONVENTIONS /* only cases in which conventions show */
} suite_kind;

typedef struct suite {
  recipe *cases;
  size_t count;
} suite;

/* The kind that a caller of the public interface asks for; false: there is none. */
bool suite_kind_of(attest_suite asked, suite_kind *kind);

/* The least number of cases of a kind. */
static inline int64_t suite_least(suite_kind kind) { return kind == SUITE_IS_FULL ? SUITE_FULL : SUITE_QUICK; }

/* Makes the suite of a candidate: at least `least` cases, all of which it takes. Free with suite_free, also after a
   failure. */
check_status suite_make(const support *s, suite_kind kind, int64_t least, uint64_t seed, suite *made,
                        check_error *error);
/* Sorts the cases by their work, the least first. */
void suite_sort(suite *made);

void suite_free(suite *made);

/* The digest of a case and its place in a suite. That of a suite is the sum, modulo 2^64, of those of its cases: the
   shares of a run can be added in any order. It tells suites apart that differ by mistake, not by intent. */
uint64_t suite_digest(int64_t number, const recipe *r);

/* Makes random case n for a candidate. */
recipe suite_random(const support *s, uint64_t seed, int64_t n);

#endif
