/* Covering arrays, checked against a list of all possible rows. */
#include "check/cases/covering.h"
#include "tests/unit/support.h"

enum { COUNT = 7, ROWS_MAX = 1 << 13 };

static const int levels[COUNT] = {2, 3, 4, 3, 5, 2, 3};
static const bool in_triple[COUNT] = {true, false, true, true, false, true, true};

/* Excludes two levels. */
static bool goes(const void *context, int f, int level) {
  (void)context;
  return !(f == 2 && level == 3) && !(f == 4 && level == 0);
}

typedef struct {
  int f, level, g, other;
} clash;

/* Pairs of levels that exclude each other. Together some leave a factor without any level, so a row has to be
   completed with care. */
static const clash clashes[] = {{0, 1, 1, 2}, {0, 0, 5, 0}, {3, 0, 5, 1}, {6, 1, 4, 1},
                                {6, 1, 4, 2}, {6, 1, 4, 3}, {2, 0, 3, 0}, {2, 0, 3, 1}};

static bool together(const void *context, int f, int level, int g, int other) {
  const int count = context != NULL ? *(const int *)context : 0;
  for (int n = 0; n < count; n++) {
    const clash c = clashes[n];
    if ((c.f == f && c.level == level && c.g == g && c.other == other) ||
        (c.f == g && c.level == other && c.g == f && c.other == level))
      return false;
  }
  return true;
}

/* The terms with the first *clashing of these pairs. */
static covering_terms terms_with(const int *clashing, uint64_t seed) {
  return (covering_terms){COUNT, levels, in_triple, seed, clashing, goes, together};
}

static covering_rows rows_of(const covering_terms *terms) {
  covering_rows rows;
  check_error error;
  if (covering_make(terms, &rows, &error) != CHECK_OK) fail_msg("%s", error.text);
  return rows;
}

/* ---- all possible rows */

static unsigned char possible[ROWS_MAX][COUNT];
static int possible_count;

static bool is_possible(const covering_terms *t, const unsigned char *row) {
  for (int f = 0; f < COUNT; f++) {
    if (!t->goes(t->context, f, row[f])) return false;
    for (int g = 0; g < f; g++)
      if (!t->together(t->context, f, row[f], g, row[g])) return false;
  }
  return true;
}

static void list_possible(const covering_terms *t) {
  unsigned char row[COUNT] = {0};
  int f = 0;
  possible_count = 0;
  while (f < COUNT) {
    if (is_possible(t, row)) {
      assert_true(possible_count < ROWS_MAX);
      (void)memcpy(possible[possible_count++], row, COUNT);
    }
    for (f = 0; f < COUNT && ++row[f] == levels[f]; f++) row[f] = 0;
  }
}

/* ---- coverage */

static bool is_covered(const covering_rows *rows, const unsigned char *like, int f, int g, int h) {
  for (int n = 0; n < rows->count; n++)
    if (rows->row[n][f] == like[f] && rows->row[n][g] == like[g] && rows->row[n][h] == like[h]) return true;
  return false;
}

/* The array has every pair and every triple of marked factors that some possible row has, and no impossible row. */
static void assert_covers(const covering_terms *t, const covering_rows *rows) {
  list_possible(t);
  assert_true(possible_count > 100);
  for (int n = 0; n < possible_count; n++)
    for (int f = 0; f < COUNT; f++)
      for (int g = 0; g < f; g++)
        for (int h = 0; h <= g; h++) {
          if (h < g && !(in_triple[f] && in_triple[g] && in_triple[h])) continue;
          if (!is_covered(rows, possible[n], f, g, h))
            fail_msg("seed %d: no row has %d=%d %d=%d %d=%d", (int)t->seed, f, possible[n][f], g, possible[n][g], h,
                     possible[n][h]);
        }
  for (int n = 0; n < rows->count; n++) assert_true(is_possible(t, rows->row[n]));
}

static void tuples_are_covered(void **state) {
  static const int none = 0;
  const covering_terms terms = terms_with(&none, 11);
  covering_rows rows = rows_of(&terms);
  (void)state;
  assert_covers(&terms, &rows);
  assert_true(rows.count >= 3 * 3 * 3 && rows.count < 80); /* of 1,728 */
  covering_free(&rows);
}

static void forbidden_ones_are_not(void **state) {
  (void)state;
  for (int count = 1; count <= (int)(sizeof clashes / sizeof clashes[0]); count++)
    for (uint64_t seed = 1; seed <= 25; seed++) {
      const covering_terms terms = terms_with(&count, seed);
      covering_rows rows = rows_of(&terms);
      assert_covers(&terms, &rows);
      covering_free(&rows);
    }
}

static void seeds_count(void **state) {
  static const int some = 3;
  const covering_terms one = terms_with(&some, 5), other = terms_with(&some, 6);
  covering_rows a = rows_of(&one), b = rows_of(&one), c = rows_of(&other);
  (void)state;
  assert_int_equal(a.count, b.count);
  bool differ = a.count != c.count;
  for (int n = 0; n < a.count; n++) {
    assert_memory_equal(a.row[n], b.row[n], COUNT);
    differ = differ || memcmp(a.row[n], c.row[n], COUNT) != 0;
  }
  assert_true(differ);
  covering_free(&a);
  covering_free(&b);
  covering_free(&c);
}

static bool any_level(const void *context, int f, int level) {
  (void)context;
  (void)f;
  (void)level;
  return true;
}

/* An array without room is refused, and covering_free accepts the empty result. */
static void too_many(void **state) {
  static const int many[COVERING_FACTORS + 1] = {2, 2, COVERING_LEVELS + 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  static const bool marked[COVERING_FACTORS + 1] = {true, true, true, true};
  static unsigned char something[1][COVERING_FACTORS];
  const covering_terms refused[] = {{3, many, marked, 1, NULL, any_level, together},
                                    {COVERING_FACTORS + 1, many, marked, 1, NULL, any_level, together}};
  (void)state;
  for (int n = 0; n < 2; n++) {
    covering_rows rows = {1, something};
    check_error error;
    assert_int_equal(covering_make(&refused[n], &rows, &error), CHECK_FAILURE);
    assert_ptr_not_equal(rows.row, something);
    covering_free(&rows);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tuples_are_covered),
      cmocka_unit_test(forbidden_ones_are_not),
      cmocka_unit_test(seeds_count),
      cmocka_unit_test(too_many),
  };
  return cmocka_run_group_tests_name("test_covering", tests, NULL, NULL);
}
