/* Numbers read from the weights of a candidate. With the identity for v, out is the matrix of weights: compared with
   exact scores and weights it shows by how much the diagonal is moved, which factor is on the scores, how much of the
   denominator is missing. A number counts only if nearly all rows agree on it. */
#ifndef ATTEST_CHECK_READING_H
#define ATTEST_CHECK_READING_H

#include "check/zoo/cause.h"
#include "check/zoo/sheet.h"

typedef struct reading {
  bool found[MEASURES];
  double number[MEASURES];
} reading;

/* Reads the numbers from what a candidate computed. False if there is no memory. */
bool reading_make(const sheet *s, reading *found);

#endif
