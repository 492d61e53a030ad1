/* The rules by which others judge an attention output against one that was computed more exactly. out alone: no rule
   looks at lse. */
#ifndef ATTEST_CHECK_ZOO_RULES_H
#define ATTEST_CHECK_ZOO_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "attest.h"

/* What a rule compares: count elements each. */
typedef struct rule_sides {
  const double *found, *expected;
  const double *plain; /* of a plain implementation in the inputs' type, for the rule that compares errors */
  size_t count;
  attest_dtype dtype;
} rule_sides;

typedef struct rule {
  const char *name;
  const char *says; /* the rule as a formula; y is expected, x found */
  const char *from; /* the project or paper that uses it */
  bool (*accepts)(const rule_sides *s);
} rule;

const rule *rule_list(size_t *count);

#endif
