/* Which columns and which keys are in the scores: read from the weights of a candidate, for the case that no cause
   explains them. Each function prints "" if the weights say nothing of the kind, or if there is no memory. */
#ifndef ATTEST_CHECK_SCORES_H
#define ATTEST_CHECK_SCORES_H

#include "check/zoo/sheet.h"

/* "0.5 is added to the scores of some keys: key 0", or, where lse is right, "weights of some keys are 1.6 times as
   large". */
void scores_print_added(const sheet *s, char text[DETAIL_TEXT_MAX]);

/* "for key j of 48, row j mod 32 of v is read". */
void scores_print_rows(const sheet *s, char text[DETAIL_TEXT_MAX]);

/* "rows of k or v, or columns of out, are swapped: key 0 has the weight of key 8". Only where every row
   sees every key that counts. */
void scores_print_moved(const sheet *s, char text[DETAIL_TEXT_MAX]);

/* "some columns of q and k count 0 times in the scores: column 32", or
   "column 4 of q is read instead of column 6". Without softcap. */
void scores_print_columns(const sheet *s, char text[DETAIL_TEXT_MAX]);

#endif
