/* Which columns and which keys are in the scores: read from the weights of a candidate, for the case that no cause explains
   them. */
#ifndef ATTEST_CHECK_SCORES_H
#define ATTEST_CHECK_SCORES_H

#include "check/zoo/sheet.h"

#define SCORES_TEXT_MAX 200

/* Prints what the weights and lse that were read of a problem without softcap say:
     "column 32 of q and k counts 0 times in the scores (4096 scores)", or
     "the score of key 0 is too large by 0.5, others are right", or
     "rows of k or v, or columns of out, change places: key 0 has the weight of key 8".
   "" if they say nothing of the kind, or if there is no memory. */
void scores_print(const problem_f64 *w, const sheet *s, char text[SCORES_TEXT_MAX]);

#endif
