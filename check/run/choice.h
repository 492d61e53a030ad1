/* Which cases of a run are asked again for a diagnosis. */
#ifndef ATTEST_CHECK_CHOICE_H
#define ATTEST_CHECK_CHOICE_H

#include "check/cases/error.h"
#include "check/judge/when.h"
#include "check/zoo/suspects.h"

#define CHOICE_FAILING SUSPECTS_CASES /* room for failing cases: chosen ones, and variants of them */
#define CHOICE_PASSING 40
#define CHOICE_ASKED 20 /* the most failing cases that are chosen, and the most passing ones */

typedef struct choice {
  recipe failing[CHOICE_FAILING], passing[CHOICE_PASSING]; /* failing ones from small to large */
  size_t failures, passes;
} choice;

/* Chooses failing cases: half of them the smallest ones, the others so that they have all levels of options, sizes and
   numbers that failing cases have, as far as there is room; and passing ones, first those that are most like them by
   when, half of these by the options that they share with the smallest failing one. Half the room stays free for
   variants. */
check_status choice_make(const when *w, const judged_case *cases, size_t count, choice *made, check_error *error);

/* Adds a case if there is room. */
void choice_add(choice *to, const recipe *r, bool failed);

#endif
