/* Conventions: corners in which implementations differ on purpose, each in its own way. An answer beyond the bounds of the definition (attest.h) follows a
   convention if all its elements are within the bounds of the answer that the convention gives. Two kinds:
   - stated: the case says what is asked (alignment, head map, mask, scale, base of lse). Doing something else fails, with the convention named,
     unless the convention was accepted.
   - of rows: corners where good implementations differ (rows that see nothing, NaN under a mask). These pass and are named, unless refused. */
#ifndef ATTEST_CHECK_CONVENTION_H
#define ATTEST_CHECK_CONVENTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/cases/error.h"

typedef enum convention_id {
  /* stated: another problem is solved, or lse is in another unit */
  CONVENTION_TOP_LEFT,
  CONVENTION_KV_TILED,
  CONVENTION_MASK_LOST,
  CONVENTION_DEFAULT_SCALE,
  CONVENTION_LSE_BASE_2,
  /* of single rows: those that see nothing */
  CONVENTION_EMPTY_NAN,
  CONVENTION_BIAS_NAN,
  CONVENTION_EMPTY_MEAN,
  CONVENTION_BIAS_MEAN,
  /* and those that have NaN or infinities, or scores out of range, at keys that they do not see */
  CONVENTION_HIDDEN_KEY,
  CONVENTION_HIDDEN_VALUE,
  CONVENTION_NAN_WEIGHTS, /* and those that have NaN at keys that they see */
  CONVENTIONS
} convention_id;

#define LOG2_E 1.4426950408889634 /* log2(x) = LOG2_E log(x) */

#define CONVENTION_OF_ROWS CONVENTION_EMPTY_NAN /* the first of rows */

typedef struct convention {
  const char *name;
  const char *meaning; /* what those who follow it answer */
  const char *instead; /* of what: what was asked, or what the definition has */
  const char *mutant;  /* the implementation of the zoo that follows it */
  bool may;            /* where it shows an answer may follow it or not, by what the implementation skips: both are consistent */
} convention;

/* Bit n: convention n. */
typedef uint32_t convention_set;

#define CONVENTION_BIT(id) ((convention_set)1 << (id))
#define CONVENTION_ALL (CONVENTION_BIT(CONVENTIONS) - 1)
#define CONVENTION_STATED (CONVENTION_BIT(CONVENTION_OF_ROWS) - 1)

/* What is made of conventions. All zero: those of rows are found and named, stated ones fail. */
typedef struct convention_policy {
  convention_set accepted; /* by the user, or declared by the candidate: an answer may follow these */
  convention_set refused;  /* an answer that follows one of these is wrong */
} convention_policy;

const convention *convention_of(convention_id id);

/* The set of names with commas between them, or "all". CHECK_BAD_INPUT for a name that is none; option says where the names stand. */
check_status convention_read(const char *option, const char *names, convention_set *set, check_error *error);

/* The policy that accepts and refuses these names; NULL: none. What is in both is accepted. Fails as convention_read. */
check_status convention_read_policy(const char *accept, const char *refuse, convention_policy *policy, check_error *error);

/* "causal-top-left, lse-base-2"; cut off at size - 1 characters. */
void convention_print(convention_set set, char *text, size_t size);

/* How many conventions a set has. */
int convention_count(convention_set set);

#endif
