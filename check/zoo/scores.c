/* With the log-sum-exp L, a weight p of query i and key j gives the score that was used, log(p) + L. If columns of q and k
   count a_c times, it is scale * sum_c a_c q_ic k_jc: the a_c are its least-squares solution. */
#include "check/zoo/scores.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/judge/where.h"
#include "check/zoo/words.h"

#define NEAR 1e-3      /* of a score, or relative of a weight, that is taken for right */
#define LEAST 4        /* scores for each column */
#define LEAST_MOVED 16 /* weights of keys that are read elsewhere */
#define MOST 256       /* columns, keys */

static double used(const sheet *s, int64_t n) { return log(s->read[n]) + s->lse[n / s->keys]; }

static bool is_seen(const sheet *s, int64_t n) { return s->visible[n] && isfinite(used(s, n)); }

/* ---- a number added to the scores of some keys */

/* The number that is added to the score of a key in every row; NaN if there is no one number. */
static double added_to(const sheet *s, int64_t j) {
  double first = NAN;
  for (int64_t row = 0; row < s->rows; row++) {
    const int64_t n = row * s->keys + j;
    if (!is_seen(s, n)) continue;
    const double added = used(s, n) - s->score[n];
    if (isnan(first)) first = added;
    if (fabs(added - first) > NEAR) return NAN;
  }
  return first;
}

static bool is_lse_right(const sheet *s) {
  bool right = true;
  for (int64_t row = 0; row < s->rows; row++) right = right && fabs(s->lse[row] - sheet_right_lse(s, row)) <= NEAR;
  return right;
}

static bool print_added(const sheet *s, char text[SCORES_TEXT_MAX]) {
  bool in[MOST];
  int64_t count = 0;
  double number = 0;
  for (int64_t j = 0; j < s->keys; j++) {
    const double added = added_to(s, j);
    if (isnan(added)) return false;
    in[j] = fabs(added) > NEAR;
    if (in[j] && count > 0 && fabs(added - number) > NEAR) return false;
    if (in[j]) number = added, count++;
  }
  if (count == 0 || count == s->keys || s->rows < LEAST) return false;
  const size_t at =
      is_lse_right(s) ? (size_t)snprintf(text, SCORES_TEXT_MAX,
                                         "lse is right, but weights of some keys are %.4g times as large", exp(number))
                      : (size_t)snprintf(text, SCORES_TEXT_MAX, "%.4g is added to the scores of some keys", number);
  (void)where_print_set(in, s->keys, "key", "keys", text + at, SCORES_TEXT_MAX - at);
  return true;
}

/* ---- columns */

/* Solves a x = b for symmetric positive a, which is overwritten, as b is by x. False if a is not positive. */
static bool solve(double *a, double *b, int64_t n) {
  for (int64_t k = 0; k < n; k++) {
    if (!(a[k * n + k] > 1e-9)) return false;
    for (int64_t i = k + 1; i < n; i++) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (int64_t j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (int64_t k = n - 1; k >= 0; k--) {
    for (int64_t j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return true;
}

/* The products scale q_ic k_jc of a score, for every column c. */
static void products_of(const problem_f64 *w, int64_t n, double *products) {
  const int64_t row = n / w->keys, j = n % w->keys, b = row / w->q_len / w->q_heads, h = row / w->q_len % w->q_heads;
  const double *k = problem_f64_row(w->k, problem_f64_kv(w, b, h), w->keys, w->d_k, j), *q = w->q + row * w->d_k;
  for (int64_t c = 0; c < w->d_k; c++) products[c] = w->scale * q[c] * k[c];
}

/* How often each column counts. a: d_k x d_k numbers. False if the scores are no such sum. */
static bool count_columns(const problem_f64 *w, const sheet *s, double *a, double *times, double *products) {
  const int64_t columns = s->d_k, all = s->rows * s->keys;
  int64_t count = 0;
  double rest = 0;
  for (int64_t n = 0; n < all; n++) {
    if (!is_seen(s, n)) continue;
    products_of(w, n, products);
    for (int64_t c = 0; c < columns; c++) {
      times[c] += products[c] * used(s, n);
      for (int64_t d = 0; d < columns; d++) a[c * columns + d] += products[c] * products[d];
    }
    count++;
  }
  if (count < LEAST * columns || !solve(a, times, columns)) return false;
  for (int64_t n = 0; n < all; n++) {
    if (!is_seen(s, n)) continue;
    double sum = 0;
    products_of(w, n, products);
    for (int64_t c = 0; c < columns; c++) sum += times[c] * products[c];
    rest = fmax(rest, fabs(used(s, n) - sum));
  }
  return rest <= NEAR;
}

/* Names the columns that do not count once, if most do, and if the others all count alike. */
static bool name_columns(const double *times, int64_t columns, char text[SCORES_TEXT_MAX]) {
  bool in[MOST];
  int64_t count = 0;
  double number = 1;
  for (int64_t c = 0; c < columns; c++) {
    in[c] = fabs(times[c] - 1) > 10 * NEAR;
    if (in[c] && count > 0 && fabs(times[c] - number) > 10 * NEAR) return false;
    if (in[c]) number = times[c], count++;
  }
  if (count == 0 || 2 * count > columns) return false;
  const size_t at = (size_t)snprintf(text, SCORES_TEXT_MAX, "some columns of q and k count %.2g times in the scores",
                                     fabs(number) < 10 * NEAR ? 0 : number);
  (void)where_print_set(in, columns, "column", "columns", text + at, SCORES_TEXT_MAX - at);
  return true;
}

static bool print_columns(const problem_f64 *w, const sheet *s, char text[SCORES_TEXT_MAX]) {
  const size_t columns = (size_t)s->d_k;
  double *memory = calloc(columns * (columns + 2) + 1, sizeof *memory);
  const bool found = memory != NULL &&
                     count_columns(w, s, memory, memory + columns * columns, memory + columns * (columns + 1)) &&
                     name_columns(memory + columns * columns, s->d_k, text);
  free(memory);
  return found;
}

/* ---- keys that change places */

/* Whether enough rows give the key a weight to speak of. */
static bool is_informative(const sheet *s, int64_t j) {
  int64_t rows = 0;
  for (int64_t row = 0; row < s->rows; row++) rows += s->weight[row * s->keys + j] > NEAR;
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
  return other != j && is_informative(s, j);
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
    if (other >= 0 && *moved < 0 && is_informative(s, j)) *moved = j, *to = other;
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

/* The row of v that may be read for key j; n: a number. */
static int64_t row_mod(int64_t j, int64_t n) { return j % n; }
static int64_t row_at_most(int64_t j, int64_t n) { return j < n ? j : n - 1; }
static int64_t first_row_of_tile(int64_t j, int64_t n) { return j / n * n; }

/* Whether row of_key(j, n) of v is read for every key j, and enough weights show it. */
static bool is_read_by(const sheet *s, int64_t (*of_key)(int64_t j, int64_t n), int64_t n, double *sum) {
  int64_t shown = 0;
  for (int64_t row = 0; row < s->rows; row++) {
    const double *mine = s->read + row * s->keys, *right = s->weight + row * s->keys;
    for (int64_t j = 0; j < s->keys; j++) sum[j] = 0;
    for (int64_t j = 0; j < s->keys; j++) {
      sum[of_key(j, n)] += right[j];
      shown += of_key(j, n) != j && right[j] > 10 * NEAR;
    }
    for (int64_t j = 0; j < s->keys; j++)
      if (!(fabs(mine[j] - sum[j]) <= NEAR * fmax(sum[j], NEAR))) return false;
  }
  return shown >= LEAST_MOVED;
}

static bool print_rows_of_v(const sheet *s, char text[SCORES_TEXT_MAX]) {
  static const struct {
    int64_t (*of_key)(int64_t j, int64_t n);
    const char *says;
  } maps[] = {{row_mod, "for key j of {k}, row j mod {} of v is read"},
              {row_at_most, "only the first {} rows of v are read: the last of them stands for all later keys of {k}"},
              {first_row_of_tile, "every key of {k} reads the first row of v of its tile of {}"}};
  char first[30], keys[30];
  double sum[MOST];
  for (size_t m = 0; m < sizeof maps / sizeof maps[0]; m++)
    for (int64_t n = 2; n < s->keys; n++)
      if (is_read_by(s, maps[m].of_key, n, sum)) {
        (void)snprintf(first, sizeof first, "%" PRId64, n);
        (void)snprintf(keys, sizeof keys, "%" PRId64, s->keys);
        return words_print(maps[m].says, first, keys, text, SCORES_TEXT_MAX) > 0;
      }
  return false;
}

static bool print_moved(const sheet *s, char text[SCORES_TEXT_MAX]) {
  int64_t j, other;
  if (find_moved(s, is_weight_of, &j, &other))
    return snprintf(text, SCORES_TEXT_MAX,
                    "rows of k or v, or columns of out, change places: key %" PRId64 " has the weight of key %" PRId64,
                    j, other) > 0;
  if (find_moved(s, is_added_to, &j, &other))
    return snprintf(text, SCORES_TEXT_MAX, "v of key %" PRId64 " is read where v of key %" PRId64 " should be", other,
                    j) > 0;
  return false;
}

void scores_print(const problem_f64 *w, const sheet *s, char text[SCORES_TEXT_MAX]) {
  text[0] = '\0';
  if (s->has_softcap || s->d_k > MOST || s->keys > MOST) return;
  if (!print_added(s, text) && !(all_visible(s) && (print_rows_of_v(s, text) || print_moved(s, text))))
    (void)print_columns(w, s, text);
}
