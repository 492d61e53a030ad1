/* The timed combinations: variant x shape x type x mask. */
#ifndef ATTEST_BENCH_SWEEP_H
#define ATTEST_BENCH_SWEEP_H

#include "check/cases/recipe.h"
#include "check/judge/variant.h"

/* The columns of the table, in their order in a name. */
typedef enum sweep_column {
  SWEEP_VARIANT,
  SWEEP_DTYPE,
  SWEEP_MASK,
  SWEEP_BATCH,
  SWEEP_HEADS,
  SWEEP_KV_HEADS, /* "": heads */
  SWEEP_D_K,
  SWEEP_D_V,   /* "": d_k */
  SWEEP_Q_LEN, /* "": keys */
  SWEEP_KEYS,
  SWEEP_THREADS,
  SWEEP_COLUMNS
} sweep_column;

/* The variant that attest_attention selects. */
#define SWEEP_SELECTED VARIANT_SELECTED
#define SWEEP_PEERS "peers" /* in the column of variants: every peer */

/* "variant", "dtype", "mask", "batch", ...: also the options of attest bench. */
const char *sweep_column_name(sweep_column column);

/* Name of mask n; NULL after the last. */
const char *sweep_mask_name(size_t n);

/* A row of the table: the product of its columns, each a list of values separated by commas. The axis is a column of
   numbers, along which the growth of the time is seen. Rows of one name make up one sweep. mask: full, causal (the last
   query sees the last key), mask (random, one key in three hidden), bias (random), mask+bias, window (256 keys back) or
   ragged (each batch has its own number of keys). */
typedef struct sweep_row {
  const char *name, *says;
  sweep_column axis;
  const char *value[SWEEP_COLUMNS]; /* "" for variants: all that this machine can run, and all peers */
} sweep_row;

/* Row n of the table of bench/sweep.c; NULL after the last. */
const sweep_row *sweep_table(size_t n);

/* One benchmark. */
typedef struct sweep_case {
  char family[200]; /* SWEEP/VARIANT/DTYPE/MASK/heads:2/d_k:64 and everything else that is not the default */
  char axis[16];    /* the benchmark is called FAMILY/AXIS:VALUE */
  int64_t value;
  char variant[32];
  int threads;
  recipe shape;
} sweep_case;

typedef struct sweep_cases {
  sweep_case *at;
  size_t count;
} sweep_cases;

/* Adds the cases of a row, one family after the other. given[c], if not NULL, replaces column c. Unless threads are
   given, thread counts beyond most_threads are left out. peers: further variants, NULL after the last; or NULL. Fails
   with CHECK_BAD_INPUT for an unexpected value. Free the cases with free(cases->at), also after a failure. */
check_status sweep_add(const sweep_row *row, const char *const given[SWEEP_COLUMNS], const char *const *peers,
                       int most_threads, sweep_cases *cases, check_error *error);

#endif
