/* Effects: what is done to weights, and where, from all sheets of a candidate together, for the case that no cause
   explains its answers: keys that are not seen, hidden keys that are, weights with a factor, rows of NaN, wrong lse. */
#ifndef ATTEST_CHECK_EFFECTS_H
#define ATTEST_CHECK_EFFECTS_H

#include <stddef.h>

#include "check/zoo/sheet.h"

#define EFFECTS_TEXT_MAX 1200

/* What is said of effects: one has its condition; others hold in the same places, and the cases do not tell them
   apart. */
typedef struct effects_told {
  bool has_condition, is_ambiguous;
} effects_told;

/* Prints the effects with their conditions (conditions.h) and counts:
     "visible keys get no weight where the mask hides the first key of its tile of 32 (113 pairs, and 0 of 840 others)"
   "" if there are none that can be told. True if each effect that is printed has its condition, is seen everywhere, or
   follows a law (laws.h). */
bool effects_print(const sheet *sheets, size_t count, effects_told *told, char text[EFFECTS_TEXT_MAX]);

#endif
