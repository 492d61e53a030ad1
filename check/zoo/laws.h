/* Laws: what the errors of weights, or of lse, are proportional to, in words. A key that counts twice has the error
   log 2, a sum that is not rescaled the rise of the maximum, a score with a factor t the error (t - 1) times the
   score. */
#ifndef ATTEST_CHECK_LAWS_H
#define ATTEST_CHECK_LAWS_H

#include "check/zoo/conditions.h"

#define LAWS_TEXT_MAX 300

/* Sights, and the error of each: of the logarithm of its weight, or of lse. */
typedef struct evidence {
  sight *list;
  double *error;
  double *slack; /* of each error of a row, beside the tolerance; NULL: none */
  size_t count;
} evidence;

/* Errors that rounding cannot make: in pairs and in rows. */
double law_tolerance(const sight *s);

/* Of rows alone: prints a number that their lse shows, of terms that the denominator has too many or of the
   exponential. For a wrong denominator, an error is that of lse, as if it were made of the same denominator. */
bool law_print_number(evidence *e, char text[LAWS_TEXT_MAX]);

/* Prints the law that the errors of all affected sights follow:
     "the bias counts 2 times", "lse is the largest of those of 4 ranges of keys", or, with a factor for each group,
     "scores are 0.35 times as large in the second of 4 ranges of keys".
   Then leaves out the sights in which it would not show. False, and "", if there is none, or if there is no memory. */
bool law_print(evidence *e, char text[LAWS_TEXT_MAX]);

#endif
