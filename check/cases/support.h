/* What one candidate supports with inputs of one type, in the terms of a suite: levels of factors, pairs of levels that
   it refuses together, and sizes from a pool that covers every edge of a tile. Every case of a suite fits it. */
#ifndef ATTEST_CHECK_SUPPORT_H
#define ATTEST_CHECK_SUPPORT_H

#include "attest_check.h"
#include "check/cases/factor.h"

typedef enum support_state {
  SUPPORT_YES,
  SUPPORT_NOT_SUPPORTED, /* declared by the candidate */
  SUPPORT_REFUSED,       /* found: it answered ATTEST_UNSUPPORTED */
  SUPPORT_NOT_IN_FILES   /* case directories hold no strides, no places and no bytes but 0 and 1 */
} support_state;

#define SUPPORT_POOL 128 /* most members of a pool */

/* The pools of sizes: lengths are q_len and keys, columns d_k and d_v, heads q_heads and kv_heads. */
typedef enum support_pool { POOL_LENGTHS, POOL_COLUMNS, POOL_HEADS, POOLS } support_pool;

/* "lengths", "head sizes", "numbers of heads". */
const char *support_pool_name(support_pool pool);

/* How many sizes of a pool a candidate takes, of how many. */
typedef struct support_sizes {
  int taken, of;
} support_sizes;

typedef struct support {
  bool takes;                                  /* whether it takes the type */
  recipe base;                                 /* a small plain case that the candidate answers */
  unsigned char level[FACTORS][FACTOR_LEVELS]; /* support_state */
  bool pool[POOLS][SUPPORT_POOL];
  support_sizes sizes[POOLS];                      /* set by support_settle */
  uint16_t clash[FACTORS][FACTOR_LEVELS][FACTORS]; /* bit l: refused together with level l of the other factor */
} support;

/* Support for everything that the reference does. */
support support_everything(attest_dtype dtype);

/* Removes everything that a candidate declares it does not support. */
void support_declare(support *s, const attest_supports *said);

/* Sets the sizes of a recipe to member n of a pool; false after the last. */
bool support_pool_member(support_pool pool, size_t n, recipe *r);

/* Removes the levels of heads, lengths and columns without any size left in their pool; state says why. Candidates are
   not asked for more than 4096 keys: such lengths stay if q_len and keys are multiples of the common divisors of the
   smaller ones. */
void support_settle(support *s, support_state state);

/* Removes strides, places and the bytes of masks, which case directories do not hold. */
void support_leave_memory(support *s);

/* Notes that two levels are refused together. */
void support_forbid(support *s, factor f, int level, factor g, int other);

/* Whether two levels go together. */
bool support_goes_with(const support *s, factor f, int level, factor g, int other);

/* Whether a recipe has only supported levels, and no two that are refused together. */
bool support_allows(const support *s, const recipe *r);

/* Sets one level of a recipe. Sizes (FACTOR_BATCH to FACTOR_COLUMNS) are drawn from those that the candidate takes at
   this level, small rather than large; returns false, and leaves the recipe unchanged, if it takes none. */
bool support_set(const support *s, factor f, int level, uint64_t seed, recipe *r);

/* If a window is not causal and the candidate does not take its diagonal, replaces the diagonal by one that it takes.
   */
void support_align(const support *s, uint64_t seed, recipe *r);

/* Replaces sizes of a recipe that the candidate does not take by the nearest supported ones of the same levels. Returns
   false if the recipe needs something unsupported. */
bool support_fit(const support *s, recipe *r);

/* Whether it takes all lengths, or all columns, of the pool; if so, sizes outside the pool are tried too. */
bool support_takes_all(const support *s, support_pool pool);

#endif
