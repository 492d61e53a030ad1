/* A large negative number in the place of a mask. */
#ifndef ATTEST_REPORTS_SENTINEL_H
#define ATTEST_REPORTS_SENTINEL_H

#include <stdbool.h>

/* The weight of a key that is to be hidden, whose score is 0 with the sentinel added, beside one key of this score: in
   binary32 by the fast variant that is preferred, or in binary64 by the reference. NAN: no memory. */
double sentinel_leak(bool binary32, double score, double sentinel);

/* The highest score of the key that is seen at which the other still has weight; -infinity if there is none above twice
   the sentinel, which is negative, below 1000. NAN: no memory. */
double sentinel_highest(bool binary32, double sentinel);

#endif
