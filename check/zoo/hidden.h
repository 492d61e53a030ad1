/* Hidden keys that get weight: the score that they seem to have. */
#ifndef ATTEST_CHECK_HIDDEN_H
#define ATTEST_CHECK_HIDDEN_H

#include "check/zoo/laws.h"

#define HIDDEN_TEXT_MAX 100

/* Prints the score that all affected sights have, by what their errors are:
     "as visible ones do", "with -10000 added to their scores", "with the score 0", "with the score -softcap"
   The error of a sight is the score that its weight shows. False, and "", if they have no one score. */
bool hidden_print(const evidence *e, char text[HIDDEN_TEXT_MAX]);

#endif
