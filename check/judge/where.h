/* Where the errors of an answer lie: the batches, heads, queries and columns with an element beyond its bound. */
#ifndef ATTEST_CHECK_WHERE_H
#define ATTEST_CHECK_WHERE_H

#include "check/judge/expected.h"

#define WHERE_TEXT_MAX 500

/* Prints how many elements of each output are beyond their bounds, and where:
     "60 of 1280 elements of out: the last query, heads 2 .. 3 of 4; lse right";
   and from which key NaN came, if out has NaN where it should not. */
void where_print(const expected *e, const attest_answer *answer, char text[WHERE_TEXT_MAX]);

/* Prints which of n numbers are in a set, as " query 3 of 8", " queries 4 .. 7 of 8", " every second query"; nothing if
   all are, or if n is 1. Returns the length. */
size_t where_print_set(const bool *in, int64_t n, const char *one, const char *many, char *text, size_t size);

#endif
