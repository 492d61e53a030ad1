/* With the log-sum-exp L, a weight p of query i and key j gives the score that was used, log(p) + L. If columns of q and k
   count a_c times, it is scale * sum_c a_c q_ic k_jc: the a_c are its least-squares solution. */
#include "check/zoo/scores.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/judge/where.h"
#include "check/zoo/reading.h"

#define NEAR 1e-3 /* of a score, or relative of a weight, that is taken for right */
#define LEAST 4   /* scores for each column */
#define MOST 256  /* columns, keys */

/* The scores of all rows: right ones, and those that were used. */
typedef struct {
  const problem_f64 *w;
  const double *weights, *lse;
  int64_t rows;
  double *right, *right_weight; /* rows x keys */
  unsigned char *visible;       /* rows x keys */
} table;

static double used(const table *t, int64_t n) { return log(t->weights[n]) + t->lse[n / t->w->keys]; }

static bool is_seen(const table *t, int64_t n) { return t->visible[n] && isfinite(used(t, n)); }

static bool make_table(const problem_f64 *w, const double *weights, const double *lse, table *t) {
  const int64_t rows = w->batch * w->q_heads * w->q_len, keys = w->keys;
  const size_t count = (size_t)(rows * keys) + 1;
  *t = (table){w, weights, lse, rows, calloc(count, sizeof(double)), calloc(count, sizeof(double)), calloc(count, 1)};
  if (t->right == NULL || t->right_weight == NULL || t->visible == NULL) return false;
  for (int64_t n = 0; n < rows; n++) {
    reading_row row = {t->right + n * keys, t->right_weight + n * keys, t->visible + n * keys, 0, 0};
    reading_exact_row(w, n / w->q_len / w->q_heads, n / w->q_len % w->q_heads, n % w->q_len, &row);
  }
  return true;
}

static void free_table(table *t) {
  free(t->right);
  free(t->right_weight);
  free(t->visible);
}

/* ---- a number added to the scores of some keys */

/* The number that is added to the score of a key in every row; NaN if there is no one number. */
static double added_to(const table *t, int64_t j) {
  double first = NAN;
  for (int64_t row = 0; row < t->rows; row++) {
    const int64_t n = row * t->w->keys + j;
    if (!is_seen(t, n)) continue;
    const double added = used(t, n) - t->right[n];
    if (isnan(first)) first = added;
    if (fabs(added - first) > NEAR) return NAN;
  }
  return first;
}

static bool print_added(const table *t, char text[SCORES_TEXT_MAX]) {
  bool in[MOST];
  int64_t count = 0;
  double number = 0;
  for (int64_t j = 0; j < t->w->keys; j++) {
    const double added = added_to(t, j);
    if (isnan(added)) return false;
    in[j] = fabs(added) > NEAR;
    if (in[j] && count > 0 && fabs(added - number) > NEAR) return false;
    if (in[j]) number = added, count++;
  }
  if (count == 0 || count == t->w->keys || t->rows < LEAST) return false;
  const size_t at = (size_t)snprintf(text, SCORES_TEXT_MAX, "%.4g is added to the scores of some keys", number);
  (void)where_print_set(in, t->w->keys, "key", "keys", text + at, SCORES_TEXT_MAX - at);
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
static void products_of(const table *t, int64_t n, double *products) {
  const problem_f64 *w = t->w;
  const int64_t row = n / w->keys, j = n % w->keys, b = row / w->q_len / w->q_heads, h = row / w->q_len % w->q_heads;
  const double *k = problem_f64_row(w->k, problem_f64_kv(w, b, h), w->keys, w->d_k, j), *q = w->q + row * w->d_k;
  for (int64_t c = 0; c < w->d_k; c++) products[c] = w->scale * q[c] * k[c];
}

/* How often each column counts. a: d_k x d_k numbers. False if the scores are no such sum. */
static bool count_columns(const table *t, double *a, double *times, double *products) {
  const int64_t columns = t->w->d_k, all = t->rows * t->w->keys;
  int64_t count = 0;
  double rest = 0;
  for (int64_t n = 0; n < all; n++) {
    if (!is_seen(t, n)) continue;
    products_of(t, n, products);
    for (int64_t c = 0; c < columns; c++) {
      times[c] += products[c] * used(t, n);
      for (int64_t d = 0; d < columns; d++) a[c * columns + d] += products[c] * products[d];
    }
    count++;
  }
  if (count < LEAST * columns || !solve(a, times, columns)) return false;
  for (int64_t n = 0; n < all; n++) {
    if (!is_seen(t, n)) continue;
    double sum = 0;
    products_of(t, n, products);
    for (int64_t c = 0; c < columns; c++) sum += times[c] * products[c];
    rest = fmax(rest, fabs(used(t, n) - sum));
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

static bool print_columns(const table *t, char text[SCORES_TEXT_MAX]) {
  const size_t columns = (size_t)t->w->d_k;
  double *memory = calloc(columns * (columns + 2) + 1, sizeof *memory);
  const bool found = memory != NULL &&
                     count_columns(t, memory, memory + columns * columns, memory + columns * (columns + 1)) &&
                     name_columns(memory + columns * columns, t->w->d_k, text);
  free(memory);
  return found;
}

/* ---- keys that change places */

/* Whether enough rows give the key a weight to speak of. */
static bool is_informative(const table *t, int64_t j) {
  int64_t rows = 0;
  for (int64_t row = 0; row < t->rows; row++) rows += t->right_weight[row * t->w->keys + j] > NEAR;
  return rows >= LEAST;
}

/* Whether key j has the weight of key other in every row. */
static bool is_weight_of(const table *t, int64_t j, int64_t other) {
  for (int64_t row = 0; row < t->rows; row++) {
    const double mine = t->weights[row * t->w->keys + j], its = t->right_weight[row * t->w->keys + other];
    if (!(fabs(mine - its) <= NEAR * its)) return false;
  }
  return true;
}

/* Whether the weight of key j is missing at its place in every row, and is added to that of key other. */
static bool is_added_to(const table *t, int64_t j, int64_t other) {
  for (int64_t row = 0; row < t->rows && other != j; row++) {
    const double *mine = t->weights + row * t->w->keys, *right = t->right_weight + row * t->w->keys;
    if (!(fabs(mine[other] - right[other] - right[j]) <= NEAR * right[j]) || mine[j] != 0) return false;
  }
  return other != j && is_informative(t, j);
}

typedef bool moves(const table *t, int64_t j, int64_t other);

/* The first key for which the test holds with key j; -1: none. */
static int64_t partner(const table *t, moves *test, int64_t j, bool back) {
  for (int64_t other = 0; other < t->w->keys; other++)
    if (back ? test(t, other, j) : test(t, j, other)) return other;
  return -1;
}

/* Finds the first key that is moved to or from another, if all keys are moved or right. */
static bool find_moved(const table *t, moves *test, int64_t *moved, int64_t *to) {
  *moved = -1;
  for (int64_t j = 0; j < t->w->keys; j++) {
    if (is_weight_of(t, j, j)) continue;
    const int64_t other = partner(t, test, j, false);
    if (other < 0 && partner(t, test, j, true) < 0) return false;
    if (other >= 0 && *moved < 0 && is_informative(t, j)) *moved = j, *to = other;
  }
  return *moved >= 0;
}

static bool print_moved(const table *t, char text[SCORES_TEXT_MAX]) {
  int64_t j, other;
  if (find_moved(t, is_weight_of, &j, &other))
    return snprintf(text, SCORES_TEXT_MAX,
                    "rows of k or v, or columns of out, change places: key %" PRId64 " has the weight of key %" PRId64,
                    j, other) > 0;
  if (find_moved(t, is_added_to, &j, &other))
    return snprintf(text, SCORES_TEXT_MAX, "v of key %" PRId64 " is read where v of key %" PRId64 " should be", other,
                    j) > 0;
  return false;
}

void scores_print(const problem_f64 *w, const double *weights, const double *lse, char text[SCORES_TEXT_MAX]) {
  table t = {.w = w};
  text[0] = '\0';
  if (w->problem->softcap > 0 || w->d_k > MOST || w->keys > MOST) return;
  if (make_table(w, weights, lse, &t) && !print_added(&t, text) && !print_moved(&t, text))
    (void)print_columns(&t, text);
  free_table(&t);
}
