/* When a candidate fails: the options and sizes without which it never fails, from all judged cases of a run. */
#ifndef ATTEST_CHECK_WHEN_H
#define ATTEST_CHECK_WHEN_H

#include <stddef.h>

#include "check/cases/recipe.h"

#define WHEN_TEXT_MAX 400

/* A judged case. */
typedef struct judged_case {
  recipe made;
  bool failed;
  bool answered; /* its answer can be looked at: it did not crash, hang, .. */
  bool aside;    /* of a probe or a bias test */
} judged_case;

/* Prints the smallest set of conditions found that every failing case meets, with the counts behind it:
     "only with causal bottom-right, and from 65 keys on: 41 of 43 such cases fail, none of the 457 others".
   If no condition tells failing cases from passing ones: "41 of 500 cases fail, with nothing in common". "" if no case
   failed, or none passed. */
void when_print(const judged_case *cases, size_t count, char text[WHEN_TEXT_MAX]);

#endif
