#include "check/cases/pairwise.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/random.h"

#define TRIES 60
#define MAX_ROWS 4096

/* Pairs that occurred: of factor f at value a with factor g > f at value b. */
typedef bool pair_table[PAIRWISE_FACTORS][PAIRWISE_LEVELS][PAIRWISE_FACTORS][PAIRWISE_LEVELS];

typedef unsigned char test_row[PAIRWISE_FACTORS];

static int new_pairs(const pair_table *seen, const test_row row, int factors) {
  int fresh = 0;
  for (int f = 0; f < factors; f++)
    for (int g = f + 1; g < factors; g++) fresh += !(*seen)[f][row[f]][g][row[g]];
  return fresh;
}

static int mark(pair_table *seen, const test_row row, int factors) {
  const int fresh = new_pairs((const pair_table *)seen, row, factors);
  for (int f = 0; f < factors; f++)
    for (int g = f + 1; g < factors; g++) (*seen)[f][row[f]][g][row[g]] = true;
  return fresh;
}

/* A random row that holds the first pair not yet seen, so that every row makes progress. */
static void try_row(const pair_table *seen, const int *levels, int factors, uint64_t seed, uint64_t number, test_row row) {
  for (int f = 0; f < factors; f++) row[f] = (unsigned char)random_below(seed, number * PAIRWISE_FACTORS + (uint64_t)f, levels[f]);
  for (int f = 0; f < factors; f++)
    for (int a = 0; a < levels[f]; a++)
      for (int g = f + 1; g < factors; g++)
        for (int b = 0; b < levels[g]; b++) {
          if ((*seen)[f][a][g][b]) continue;
          row[f] = (unsigned char)a;
          row[g] = (unsigned char)b;
          return;
        }
}

check_status pairwise_make(const int *levels, int factors, uint64_t seed, pairwise_rows *rows, check_error *error) {
  *rows = (pairwise_rows){.factors = factors};
  for (int f = 0; f < factors; f++)
    if (factors > PAIRWISE_FACTORS || levels[f] > PAIRWISE_LEVELS)
      return check_fail(error, CHECK_FAILURE, "more options, or values of one, than pairs are made of");
  pair_table *seen = calloc(1, sizeof *seen);
  rows->row = malloc(MAX_ROWS * sizeof *rows->row);
  int left = 0;
  for (int f = 0; f < factors; f++)
    for (int g = f + 1; g < factors; g++) left += levels[f] * levels[g];
  const bool whole = seen != NULL && rows->row != NULL;
  for (uint64_t number = 0; whole && left > 0 && rows->count < MAX_ROWS; rows->count++) {
    test_row row;
    int best = 0;
    for (int n = 0; n < TRIES; n++) {
      try_row((const pair_table *)seen, levels, factors, seed, number++, row);
      const int fresh = new_pairs((const pair_table *)seen, row, factors);
      if (fresh > best) (void)memcpy(rows->row[rows->count], row, sizeof row);
      best = fresh > best ? fresh : best;
    }
    left -= mark(seen, rows->row[rows->count], factors);
  }
  free(seen);
  return whole ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the pairs of options");
}

void pairwise_free(pairwise_rows *rows) { free(rows->row); }
