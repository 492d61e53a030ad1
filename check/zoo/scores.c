/* With the log-sum-exp L, a weight p of query i and key j gives the score that was used, log(p) + L. */
#include "check/zoo/scores.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "check/judge/where.h"
#include "check/zoo/words.h"

#define NEAR 1e-3      /* of a score, or relative of a weight, that is taken for right */
#define LEAST 4        /* rows */
#define LEAST_MOVED 16 /* weights of keys that are read elsewhere */
#define MOST 256       /* keys */

static double used(const sheet *s, int64_t n) { return log(s->read[n]) + s->lse[n / s->keys]; }

static bool is_seen(const sheet *s, int64_t n) { return s->visible[n] && isfinite(used(s, n)); }

/* ---- a number added to the scores of some keys */

/* The number that is added to the score of a key in every row, of two at least; NaN if there is no one number. */
static double added_to(const sheet *s, int64_t j) {
  double first = NAN;
  int64_t rows = 0;
  for (int64_t row = 0; row < s->rows; row++) {
    const int64_t n = row * s->keys + j;
    if (!is_seen(s, n)) continue;
    const double added = used(s, n) - s->score[n];
    if (rows++ == 0) first = added;
    if (fabs(added - first) > NEAR) return NAN;
  }
  return rows > 1 || fabs(first) <= NEAR ? first : NAN;
}

static bool is_lse_right(const sheet *s) {
  bool right = true;
  for (int64_t row = 0; row < s->rows; row++) right = right && fabs(s->lse[row] - sheet_right_lse(s, row)) <= NEAR;
  return right;
}

void scores_print_added(const sheet *s, char text[DETAIL_TEXT_MAX]) {
  bool in[MOST];
  int64_t count = 0;
  double number = 0;
  text[0] = '\0';
  if (s->has_softcap || s->keys > MOST) return;
  for (int64_t j = 0; j < s->keys; j++) {
    const double added = added_to(s, j);
    if (isnan(added)) return;
    in[j] = fabs(added) > NEAR;
    if (in[j] && count > 0 && fabs(added - number) > NEAR) return;
    if (in[j]) number = added, count++;
  }
  if (count == 0 || count == s->keys || s->rows < LEAST) return;
  const size_t at =
      is_lse_right(s) ? (size_t)snprintf(text, DETAIL_TEXT_MAX,
                                         "lse is right, but weights of some keys are %.4g times as large", exp(number))
                      : (size_t)snprintf(text, DETAIL_TEXT_MAX, "%.4g is added to the scores of some keys", number);
  (void)where_print_set(in, s->keys, "key", "keys", text + at, DETAIL_TEXT_MAX - at);
}

/* ---- keys that change places */

/* Whether enough rows give the key a weight to speak of, and another than to the other key. */
static bool is_informative(const sheet *s, int64_t j, int64_t other) {
  int64_t rows = 0;
  for (int64_t row = 0; row < s->rows; row++) {
    const double mine = s->weight[row * s->keys + j], its = s->weight[row * s->keys + other];
    rows += mine > NEAR && fabs(mine - its) > 0.1 * mine;
  }
  return rows >= LEAST;
}

/* Whether key j has the weight of key other in every row. */
static bool is_weight_of(const sheet *s, int64_t j, int64_t other) {
  for (int64_t row = 0; row < s->rows; row++) {
    const double mine = s->read[row * s->keys + j], its = s->weight[row * s->keys + other];
    if (!(fabs(mine - its) <= NEAR * its)) return false;
  }
  return true;
}

/* Whether the weight of key j is missing at its place in every row, and is added to that of key other. */
static bool is_added_to(const sheet *s, int64_t j, int64_t other) {
  for (int64_t row = 0; row < s->rows && other != j; row++) {
    const double *mine = s->read + row * s->keys, *right = s->weight + row * s->keys;
    if (!(fabs(mine[other] - right[other] - right[j]) <= NEAR * right[j]) || mine[j] != 0) return false;
  }
  return other != j && is_informative(s, j, other);
}

typedef bool moves(const sheet *s, int64_t j, int64_t other);

/* The first key for which the test holds with key j; -1: none. */
static int64_t partner(const sheet *s, moves *test, int64_t j, bool back) {
  for (int64_t other = 0; other < s->keys; other++)
    if (back ? test(s, other, j) : test(s, j, other)) return other;
  return -1;
}

/* Finds the first key that is moved to or from another, if all keys are moved or right. */
static bool find_moved(const sheet *s, moves *test, int64_t *moved, int64_t *to) {
  *moved = -1;
  for (int64_t j = 0; j < s->keys; j++) {
    if (is_weight_of(s, j, j)) continue;
    const int64_t other = partner(s, test, j, false);
    if (other < 0 && partner(s, test, j, true) < 0) return false;
    if (other >= 0 && *moved < 0 && is_informative(s, j, other)) *moved = j, *to = other;
  }
  return *moved >= 0;
}

/* Whether every row sees every key that counts: where it does not, keys without weight look alike. */
static bool all_visible(const sheet *s) {
  bool all = true;
  for (int64_t n = 0; n < s->rows * s->keys; n++)
    all = all && (s->visible[n] || n % s->keys >= sheet_length(s, n / s->keys));
  return all;
}

/* The row of v that may be read for key j of length keys that count; n: a number. */
typedef int64_t row_of_key(int64_t j, int64_t length, int64_t n);

static int64_t row_mod(int64_t j, int64_t length, int64_t n) { return (void)length, j % n; }
static int64_t row_at_most(int64_t j, int64_t length, int64_t n) { return (void)length, j < n ? j : n - 1; }
static int64_t first_row_of_tile(int64_t j, int64_t length, int64_t n) { return (void)length, j / n * n; }
static int64_t row_of_tile_before(int64_t j, int64_t length, int64_t n) {
  return length > n && j < length && j >= length / n * n ? j - n : j;
}

/* Whether another row of v is read for every key, and enough weights show it. */
static bool is_read_by(const sheet *s, row_of_key *of_key, int64_t n, double *sum) {
  int64_t shown = 0;
  for (int64_t row = 0; row < s->rows; row++) {
    const double *mine = s->read + row * s->keys, *right = s->weight + row * s->keys;
    for (int64_t j = 0; j < s->keys; j++) sum[j] = 0;
    for (int64_t j = 0; j < s->keys; j++) {
      const int64_t other = of_key(j, sheet_length(s, row), n);
      sum[other] += right[j];
      shown += other != j && right[j] > 10 * NEAR;
    }
    for (int64_t j = 0; j < s->keys; j++)
      if (!(fabs(mine[j] - sum[j]) <= fmax(NEAR, 4 * s->rounding[row]) * fmax(sum[j], NEAR))) return false;
  }
  return shown >= LEAST_MOVED;
}

void scores_print_rows(const sheet *s, char text[DETAIL_TEXT_MAX]) {
  static const struct {
    row_of_key *of_key;
    const char *says;
  } maps[] = {{row_mod, "key j of {k} reads row j mod {} of v"},
              {row_at_most, "only the first {} rows of v are read: all later keys of {k} read the last of them"},
              {first_row_of_tile, "every key of {k} reads the first row of v of its tile of {}"},
              {row_of_tile_before, "keys of the last, partial tile of {} read the rows of v of the previous tile"}};
  char first[30], keys[30];
  double sum[MOST];
  text[0] = '\0';
  if (s->keys > MOST) return;
  for (size_t m = 0; m < sizeof maps / sizeof maps[0]; m++)
    for (int64_t n = 2; n < s->keys; n++)
      if (is_read_by(s, maps[m].of_key, n, sum)) {
        (void)snprintf(first, sizeof first, "%" PRId64, n);
        (void)snprintf(keys, sizeof keys, "%" PRId64, s->keys);
        (void)words_print(maps[m].says, first, keys, text, DETAIL_TEXT_MAX);
        return;
      }
}

void scores_print_moved(const sheet *s, char text[DETAIL_TEXT_MAX]) {
  int64_t j, other;
  text[0] = '\0';
  if (s->keys > MOST || !all_visible(s)) return;
  if (find_moved(s, is_weight_of, &j, &other))
    (void)snprintf(text, DETAIL_TEXT_MAX,
                   "rows of k or v, or columns of out, are swapped: key %" PRId64 " has the weight of key %" PRId64, j,
                   other);
  else if (find_moved(s, is_added_to, &j, &other))
    (void)snprintf(text, DETAIL_TEXT_MAX, "v of key %" PRId64 " is read instead of v of key %" PRId64, other, j);
}
