#include "check/cases/covering.h"

#include <stdlib.h>
#include <string.h>

#include "check/cases/random.h"

#define TRIES 6
#define MOST_TRIES 400 /* a first choice may leave no level for later factors */
#define MAX_ROWS 4096
#define NOT_YET 255

typedef unsigned char test_row[COVERING_FACTORS];
typedef bool pair_table[COVERING_FACTORS][COVERING_LEVELS][COVERING_FACTORS][COVERING_LEVELS];
typedef bool triple_table[COVERING_LEVELS][COVERING_LEVELS][COVERING_LEVELS];

/* A search. Tables hold the covered tuples of factors f < g < h. */
typedef struct {
  const covering_terms *terms;
  pair_table *pair;
  triple_table *triple; /* table number (f, g, h) */
  uint64_t place;       /* position in the random numbers */
} search;

static size_t number(int f, int g, int h) {
  return ((size_t)f * COVERING_FACTORS + (size_t)g) * COVERING_FACTORS + (size_t)h;
}

static int64_t below(search *s, int64_t n) { return random_below(s->terms->seed, s->place++, n); }

static bool is_triple(const search *s, int f, int g, int h) {
  return s->terms->in_triple[f] && s->terms->in_triple[g] && s->terms->in_triple[h];
}

static bool *pair_at(const search *s, const test_row row, int f, int g) {
  return f < g ? &(*s->pair)[f][row[f]][g][row[g]] : &(*s->pair)[g][row[g]][f][row[f]];
}

static bool *triple_at(const search *s, const test_row row, int f, int g, int h) {
  const int low = f < g ? (f < h ? f : h) : (g < h ? g : h), high = f > g ? (f > h ? f : h) : (g > h ? g : h),
            middle = f + g + h - low - high;
  return &s->triple[number(low, middle, high)][row[low]][row[middle]][row[high]];
}

/* Whether the level of factor f goes with all levels set in the row. */
static bool fits(const search *s, const test_row row, int f) {
  const covering_terms *t = s->terms;
  if (!t->goes(t->context, f, row[f])) return false;
  for (int g = 0; g < t->factors; g++)
    if (g != f && row[g] != NOT_YET && !t->together(t->context, f, row[f], g, row[g])) return false;
  return true;
}

/* The number of missing tuples that factor f completes with the levels already set. */
static int gain(const search *s, const test_row row, int f) {
  int fresh = 0;
  for (int g = 0; g < s->terms->factors; g++) {
    if (g == f || row[g] == NOT_YET) continue;
    fresh += !*pair_at(s, row, f, g);
    for (int h = 0; h < g; h++)
      if (h != f && row[h] != NOT_YET && is_triple(s, f, g, h)) fresh += !*triple_at(s, row, f, g, h);
  }
  return fresh;
}

/* Sets factor f to the best level that fits; ties are broken at random. */
static bool take_level(search *s, test_row row, int f) {
  int best = -1, ties = 0, level = NOT_YET;
  for (int n = 0; n < s->terms->levels[f]; n++) {
    row[f] = (unsigned char)n;
    if (!fits(s, row, f)) continue;
    const int fresh = gain(s, row, f);
    if (fresh < best || (fresh == best && below(s, ++ties) != 0)) continue;
    if (fresh > best) ties = 1;
    best = fresh;
    level = n;
  }
  row[f] = (unsigned char)level;
  return level != NOT_YET;
}

/* Fills the rest of the row, factors in random order; false if some factor has no level that fits. */
static bool fill_row(search *s, test_row row) {
  int order[COVERING_FACTORS], count = 0;
  for (int f = 0; f < s->terms->factors; f++)
    if (row[f] == NOT_YET) order[count++] = f;
  for (int n = 0; n < count; n++) {
    const int other = n + (int)below(s, count - n), f = order[other];
    order[other] = order[n];
    if (!take_level(s, row, f)) return false;
  }
  return true;
}

/* Counts the missing tuples of a row, and marks them as covered if mark is true. */
static int count_row(const search *s, const test_row row, bool mark) {
  int fresh = 0;
  for (int f = 0; f < s->terms->factors; f++)
    for (int g = 0; g < f; g++) {
      fresh += !*pair_at(s, row, f, g);
      if (mark) *pair_at(s, row, f, g) = true;
      for (int h = 0; h < g; h++) {
        if (!is_triple(s, f, g, h)) continue;
        fresh += !*triple_at(s, row, f, g, h);
        if (mark) *triple_at(s, row, f, g, h) = true;
      }
    }
  return fresh;
}

/* Finds the best of several rows that extend `start`; false if there is none. */
static bool best_row(search *s, const test_row start, test_row best) {
  int most = 0;
  for (int n = 0; n < TRIES || (most == 0 && n < MOST_TRIES); n++) {
    test_row row;
    (void)memcpy(row, start, sizeof row);
    if (!fill_row(s, row)) continue;
    const int fresh = count_row(s, row, false);
    if (fresh <= most) continue;
    most = fresh;
    (void)memcpy(best, row, sizeof row);
  }
  return most > 0;
}

/* Adds a row with the levels set in start, unless *done says that this tuple is covered. */
static void cover(search *s, const test_row start, bool *done, covering_rows *rows) {
  if (*done || rows->count == MAX_ROWS) return;
  if (best_row(s, start, rows->row[rows->count])) (void)count_row(s, rows->row[rows->count++], true);
  *done = true;
}

/* Whether the levels set in a row go together. */
static bool is_possible(const search *s, const test_row row) {
  for (int f = 0; f < s->terms->factors; f++)
    if (row[f] != NOT_YET && !fits(s, row, f)) return false;
  return true;
}

static void cover_triple(search *s, int f, int g, int h, covering_rows *rows) {
  const int *levels = s->terms->levels;
  test_row row;
  (void)memset(row, NOT_YET, sizeof row);
  for (int n = 0; n < levels[f] * levels[g] * levels[h]; n++) {
    row[f] = (unsigned char)(n % levels[f]);
    row[g] = (unsigned char)(n / levels[f] % levels[g]);
    row[h] = (unsigned char)(n / levels[f] / levels[g]);
    if (is_possible(s, row)) cover(s, row, triple_at(s, row, f, g, h), rows);
  }
}

static void cover_pair(search *s, int f, int g, covering_rows *rows) {
  const int *levels = s->terms->levels;
  test_row row;
  (void)memset(row, NOT_YET, sizeof row);
  for (int n = 0; n < levels[f] * levels[g]; n++) {
    row[f] = (unsigned char)(n % levels[f]);
    row[g] = (unsigned char)(n / levels[f]);
    if (is_possible(s, row)) cover(s, row, pair_at(s, row, f, g), rows);
  }
}

check_status covering_make(const covering_terms *terms, covering_rows *rows, check_error *error) {
  search s = {.terms = terms};
  *rows = (covering_rows){.count = 0};
  for (int f = 0; f < terms->factors; f++)
    if (terms->factors > COVERING_FACTORS || terms->levels[f] > COVERING_LEVELS)
      return check_fail(error, CHECK_FAILURE,
                        "expected fewer options, or fewer values of an option: a covering array has no room for these");
  *rows = (covering_rows){.row = malloc(MAX_ROWS * sizeof *rows->row)};
  s.pair = calloc(1, sizeof *s.pair);
  s.triple = calloc(number(COVERING_FACTORS, 0, 0), sizeof *s.triple);
  const bool whole = rows->row != NULL && s.pair != NULL && s.triple != NULL;
  for (int h = 0; whole && h < terms->factors; h++)
    for (int g = 0; g < h; g++)
      for (int f = 0; f < g; f++)
        if (is_triple(&s, f, g, h)) cover_triple(&s, f, g, h, rows);
  for (int g = 0; whole && g < terms->factors; g++)
    for (int f = 0; f < g; f++) cover_pair(&s, f, g, rows);
  free(s.pair);
  free(s.triple);
  if (!whole) return check_fail(error, CHECK_FAILURE, "not enough memory for the combinations of options");
  if (rows->count < MAX_ROWS) return CHECK_OK;
  return check_fail(error, CHECK_FAILURE,
                    "the combinations of options need more than %d cases, the most that there is room for", MAX_ROWS);
}

void covering_free(covering_rows *rows) { free(rows->row); }
