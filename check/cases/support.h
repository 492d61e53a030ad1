/* What one candidate can do with inputs of one type, in the terms of a suite: levels of factors, pairs of levels that it refuses together, and
   sizes out of a pool in which every edge of a tile stands. Every case of a suite is made to fit it. */
#ifndef ATTEST_CHECK_SUPPORT_H
#define ATTEST_CHECK_SUPPORT_H

#include "attest_check.h"
#include "check/cases/factor.h"

typedef enum support_state {
  SUPPORT_YES,
  SUPPORT_NOT_SUPPORTED, /* it says so of itself */
  SUPPORT_REFUSED,       /* asked, it answered ATTEST_UNSUPPORTED */
  SUPPORT_NOT_IN_FILES   /* strides and places do not survive in case directories */
} support_state;

#define SUPPORT_POOL 96 /* sizes of a kind, at most */

/* The sizes that a suite is made of: lengths are q_len and keys, columns d_k and d_v, heads q_heads and kv_heads. */
typedef enum support_pool { POOL_LENGTHS, POOL_COLUMNS, POOL_HEADS, POOLS } support_pool;

typedef struct support {
  bool takes;                                  /* the type */
  recipe base;                                 /* a small plain case that the candidate answers */
  unsigned char level[FACTORS][FACTOR_LEVELS]; /* support_state */
  bool pool[POOLS][SUPPORT_POOL];
  uint16_t clash[FACTORS][FACTOR_LEVELS][FACTORS]; /* bit l: refused together with level l of that factor */
} support;

/* Everything that the reference does. */
support support_everything(attest_dtype dtype);

/* Takes away what a candidate says it does not do. */
void support_declare(support *s, const attest_supports *said);

/* Member n of a pool in a recipe; false after the last. */
bool support_pool_member(support_pool pool, size_t n, recipe *r);

/* Takes away the levels of heads, lengths and columns whose pool has no size left; state says why. Nobody is asked for
   more than 4096 keys: such lengths stay if q_len and keys are multiples of the common divisors of the smaller ones. */
void support_settle(support *s, support_state state);

/* Takes away strides and places, which case directories cannot hold. */
void support_leave_strides(support *s);

/* Notes that two levels are refused together. */
void support_forbid(support *s, factor f, int level, factor g, int other);

/* Whether two levels go together. */
bool support_goes_with(const support *s, factor f, int level, factor g, int other);

/* Whether a recipe is made of levels that it does, and of no two that it refuses together. */
bool support_allows(const support *s, const recipe *r);

/* Sizes of a level of FACTOR_BATCH to FACTOR_COLUMNS, drawn from those it takes, small rather than large. false if it takes none. */
bool support_draw(const support *s, factor f, int level, uint64_t seed, recipe *r);

/* Gives a window that is not causal, and whose diagonal the candidate does not take, one that it does. */
void support_align(const support *s, uint64_t seed, recipe *r);

/* Replaces the sizes of a recipe that it does not take by the nearest of the same levels that it does; false if the recipe needs what it does not do. */
bool support_fit(const support *s, recipe *r);

/* Whether it takes all lengths, or all columns, of the pool: then it is tried on others too. */
bool support_takes_all(const support *s, support_pool pool);

#endif
