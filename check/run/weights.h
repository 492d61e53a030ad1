/* Reading the weights of a candidate: with a one-hot v, out shows the weights of d_v keys at a time. */
#ifndef ATTEST_CHECK_WEIGHTS_H
#define ATTEST_CHECK_WEIGHTS_H

#include "check/run/asking.h"
#include "check/zoo/facts.h"
#include "check/zoo/reading.h"

#define WEIGHTS_WORK 4e6 /* most multiplications of a case whose weights are read */
#define WEIGHTS_SHEETS 24

/* What weights showed. */
typedef struct weights_shown {
  reading read;               /* numbers: of each measure, the first that was found */
  char facts[FACTS_TEXT_MAX]; /* of the first case; "" if nothing could be read */
  bool errors_are_small;      /* in the first case */
  sheet sheets[WEIGHTS_SHEETS];
  char cases[WEIGHTS_SHEETS][RECIPE_TEXT_MAX];
  size_t count;
} weights_shown;

/* Reads the weights of a case, in as many questions as its keys need, and adds what they show. Large cases, and those
   without keys, are left out. */
check_status weights_read(const asking *a, const recipe *r, weights_shown *shown, check_error *error);

/* Frees the sheets. */
void weights_free(weights_shown *shown);

#endif
