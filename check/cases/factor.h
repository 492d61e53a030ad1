/* Factors: the options and sizes that a suite varies, and the levels of each. Every recipe is at one level of every
   factor, however it was made, so judged cases can be counted by option and level. */
#ifndef ATTEST_CHECK_FACTOR_H
#define ATTEST_CHECK_FACTOR_H

#include "check/cases/recipe.h"

typedef enum factor {
  FACTOR_BATCH,
  FACTOR_HEADS,
  FACTOR_LENGTHS,
  FACTOR_COLUMNS,
  FACTOR_LAYOUT,
  FACTOR_PLACE,
  FACTOR_CAUSAL,
  FACTOR_WINDOW,
  FACTOR_WINDOW_FROM,
  FACTOR_MASK,
  FACTOR_BIAS,
  FACTOR_KV_LEN,
  FACTOR_SINK,
  FACTOR_SCALE,
  FACTOR_SOFTCAP,
  FACTOR_FILL,
  FACTOR_HIDDEN,
  FACTORS
} factor;

#define FACTOR_LEVELS 16 /* most levels of one factor */

typedef enum factor_batch { BATCH_ONE, BATCH_SEVERAL } factor_batch;
typedef enum factor_heads { HEADS_ONE, HEADS_SEVERAL, HEADS_GROUPED, HEADS_ONE_KV } factor_heads;
typedef enum factor_lengths {
  LENGTHS_EQUAL,
  LENGTHS_ONE_QUERY,
  LENGTHS_FEWER_QUERIES,
  LENGTHS_MORE_QUERIES,
  LENGTHS_NONE,   /* no query, or no key */
  LENGTHS_LONG,   /* more than 4096 keys */
  LENGTHS_LONGEST /* more than 65536 keys */
} factor_lengths;
typedef enum factor_columns { COLUMNS_EQUAL, COLUMNS_D_V_OTHER } factor_columns;
typedef enum factor_causal { CAUSAL_NONE, CAUSAL_TOP_LEFT, CAUSAL_BOTTOM_RIGHT, CAUSAL_OFFSET } factor_causal;
typedef enum factor_scale { SCALE_DEFAULT, SCALE_SMALLER, SCALE_LARGER, SCALE_NEGATIVE } factor_scale;

/* The diagonal of a window that is not causal; a causal window uses the diagonal of causal. Numbered as alignments are.
   */
typedef enum factor_window_from {
  WINDOW_FROM_NONE,
  WINDOW_FROM_TOP_LEFT,
  WINDOW_FROM_BOTTOM_RIGHT,
  WINDOW_FROM_OFFSET
} factor_window_from;

/* "heads", "causal", .. */
const char *factor_name(factor f);

/* The number of levels of a factor, and their names: "grouped", "top-left", .. Level 0 is the plain one. */
int factor_levels(factor f);
const char *factor_level_name(factor f, int level);

/* The level of a recipe; -1 for one that no suite has (the fill of a probe). */
int factor_level(factor f, const recipe *r);

/* Sets an option of a recipe to a level. Sizes (batch to columns) are set by the suite, from the sizes that the
   candidate takes. seed selects among the values of one level. A window without a diagonal gets one; the diagonal of
   windows changes only a window that is not causal. */
void factor_set(recipe *r, factor f, int level, uint64_t seed);

#endif
