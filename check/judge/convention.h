/* Conventions: corners in which implementations differ on purpose. An answer beyond the bounds of the definition
   (attest.h) follows a convention if all its elements are within the bounds of the convention's answer. Two kinds:
   - stated: the case says what it wants (alignment, head map, mask, scale, base of lse). Another answer fails, and the
     failure names the convention, unless the user accepts that convention.
   - of rows: corners where good implementations differ (rows that see no key, NaN under a mask). These pass with a
     note, unless the user refuses them. */
#ifndef ATTEST_CHECK_CONVENTION_H
#define ATTEST_CHECK_CONVENTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/cases/error.h"

typedef enum convention_id {
  /* stated: the candidate solves another problem, or gives lse in another unit */
  CONVENTION_TOP_LEFT,
  CONVENTION_KV_TILED,
  CONVENTION_MASK_LOST,
  CONVENTION_DEFAULT_SCALE,
  CONVENTION_LSE_BASE_2,
  /* of rows that see no key */
  CONVENTION_EMPTY_NAN,
  CONVENTION_BIAS_NAN,
  CONVENTION_EMPTY_MEAN,
  CONVENTION_BIAS_MEAN,
  /* of rows with NaN, infinities or scores out of range at hidden keys */
  CONVENTION_HIDDEN_KEY,
  CONVENTION_HIDDEN_VALUE,
  CONVENTION_NAN_WEIGHTS, /* of rows with NaN at visible keys */
  CONVENTIONS
} convention_id;

#define LOG2_E 1.4426950408889634 /* log2(x) = LOG2_E log(x) */

#define CONVENTION_OF_ROWS CONVENTION_EMPTY_NAN /* the first convention of rows */

typedef struct convention {
  const char *name;
  const char *meaning; /* the answer by this convention */
  const char *instead; /* the answer wanted: of the case, or of the definition */
  const char *mutant;  /* the mutant that follows it */
  bool may;            /* an answer may follow it in some places only: both are consistent */
} convention;

/* Bit n: convention n. */
typedef uint32_t convention_set;

#define CONVENTION_BIT(id) ((convention_set)1 << (id))
#define CONVENTION_ALL (CONVENTION_BIT(CONVENTIONS) - 1)
#define CONVENTION_STATED (CONVENTION_BIT(CONVENTION_OF_ROWS) - 1)

/* What the user accepts and refuses. All zero: conventions of rows pass with a note, stated ones fail. */
typedef struct convention_policy {
  convention_set accepted; /* by the user, or declared by the candidate: such an answer passes */
  convention_set refused;  /* such an answer fails */
} convention_policy;

const convention *convention_of(convention_id id);

/* Reads names with commas between them, or "all". Fails with CHECK_BAD_INPUT for an unknown name; option is the name of
   the option in the message. */
check_status convention_read(const char *option, const char *names, convention_set *set, check_error *error);

/* Reads the policy that accepts and refuses these names; NULL: none. A name in both is accepted. Fails as
   convention_read does. */
check_status convention_read_policy(const char *accept, const char *refuse, convention_policy *policy,
                                    check_error *error);

/* Prints "causal-top-left, lse-base-2"; cut off at size - 1 characters. */
void convention_print(convention_set set, char *text, size_t size);

/* The number of conventions in a set. */
int convention_count(convention_set set);

#endif
