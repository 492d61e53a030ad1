/* The score of query i and key j is scale * sum_c q_ic k_jc, and the logarithm of its weight is that score less a
   number of the row. So within a row, less its mean, the rest r = log(weight) - score is 0 if the scores are right. If
   column c counts a_c times, r = scale * sum_c (a_c - 1) q_ic k_jc, and the a_c are a least-squares solution. If
   column m of q is read for column c, r = scale * sum (q_im - q_ic) k_jc: the terms q_im k_jc are found one by one,
   the one most like the rest first, and fitted again together (orthogonal matching pursuit [Pati1993]). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/where.h"
#include "check/zoo/scores.h"

#define NEAR 1e-3        /* of a score that is taken for right, beside rounding */
#define NEAR_TIMES 1e-2  /* of a factor that is taken for 1 */
#define LEAST 4          /* points for each column */
#define SEEN 1e-4        /* weights that tell something */
#define MOST_COLUMNS 256 /* of q and k, for the search of columns that count otherwise */
#define MOST_READ 64     /* of q and k, for the search of columns that are read elsewhere */
#define MOST_TERMS 16    /* that such a search may find */
#define MOST_POINTS 512

typedef struct {
  const sheet *s;
  int64_t count;
  int64_t *at;  /* pairs, row after row */
  double *rest; /* of each, less the mean of its row */
  double *term; /* memory for one term of each */
  double near;
} points;

static void centre(const points *p, double *x) {
  for (int64_t first = 0, end; first < p->count; first = end) {
    double sum = 0;
    for (end = first; end < p->count && p->at[end] / p->s->keys == p->at[first] / p->s->keys; end++) sum += x[end];
    for (int64_t n = first; n < end; n++) x[n] -= sum / (double)(end - first);
  }
}

static bool points_make(const sheet *s, points *p) {
  *p = (points){.s = s};
  p->at = calloc(MOST_POINTS, sizeof *p->at);
  p->rest = calloc((size_t)2 * MOST_POINTS, sizeof *p->rest);
  if (p->at == NULL || p->rest == NULL) return false;
  p->term = p->rest + MOST_POINTS;
  for (int64_t n = 0; n < s->rows * s->keys && p->count < MOST_POINTS; n++) {
    if (!s->visible[n] || !(s->read[n] > SEEN)) continue;
    p->at[p->count] = n;
    p->rest[p->count++] = log(s->read[n]) - s->score[n];
    p->near = fmax(p->near, fmax(NEAR, 4 * s->rounding[n / s->keys]));
  }
  centre(p, p->rest);
  return true;
}

static void points_free(points *p) {
  free(p->at);
  free(p->rest);
}

static double largest(const double *x, int64_t count) {
  double most = 0;
  for (int64_t n = 0; n < count; n++) most = fmax(most, fabs(x[n]));
  return most;
}

/* scale q_ic k_jm of a point. */
static double product(const points *p, int64_t n, int64_t c, int64_t m) {
  const sheet *s = p->s;
  const int64_t row = p->at[n] / s->keys, j = p->at[n] % s->keys;
  return s->scale * sheet_q(s, row)[c] * sheet_k(s, row)[j * s->d_k + m];
}

/* ---- least squares */

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

/* The values of scale q_im k_jc in all points, less the means of their rows. */
static void make_values(const points *p, int64_t m, int64_t c, double *to) {
  for (int64_t n = 0; n < p->count; n++) to[n] = product(p, n, m, c);
  centre(p, to);
}

/* Fits the rest by so many terms together, by least squares. values: terms x points; a: memory, terms x terms, of
   zeros; times: terms, of zeros. left: what the fit leaves of the rest. False if terms depend on each other. */
static bool fit(const points *p, const double *values, int64_t terms, double *a, double *times, double *left) {
  for (int64_t i = 0; i < terms; i++)
    for (int64_t n = 0; n < p->count; n++) {
      times[i] += values[i * p->count + n] * p->rest[n];
      for (int64_t j = 0; j < terms; j++) a[i * terms + j] += values[i * p->count + n] * values[j * p->count + n];
    }
  if (!solve(a, times, terms)) return false;
  for (int64_t n = 0; n < p->count; n++) {
    left[n] = p->rest[n];
    for (int64_t i = 0; i < terms; i++) left[n] -= times[i] * values[i * p->count + n];
  }
  return true;
}

/* ---- columns that count more or less than once */

/* Names the columns that do not count once, if some do, and if the others all count alike. */
static void name_counts(const double *more, int64_t columns, char text[DETAIL_TEXT_MAX]) {
  bool in[MOST_COLUMNS];
  int64_t count = 0;
  double number = 0;
  for (int64_t c = 0; c < columns; c++) {
    in[c] = fabs(more[c]) > NEAR_TIMES;
    if (in[c] && count > 0 && fabs(more[c] - number) > NEAR_TIMES) return;
    if (in[c]) number = more[c], count++;
  }
  if (count == 0 || count == columns) return;
  const size_t at = (size_t)snprintf(text, DETAIL_TEXT_MAX, "some columns of q and k count %.2g times in the scores",
                                     fabs(number + 1) < NEAR_TIMES ? 0 : number + 1);
  (void)where_print_set(in, columns, "column", "columns", text + at, DETAIL_TEXT_MAX - at);
}

static void print_counts(const points *p, char text[DETAIL_TEXT_MAX]) {
  const size_t columns = (size_t)p->s->d_k, count = (size_t)p->count;
  double *values = calloc(columns * count + 1, sizeof *values), *a = calloc(columns * columns + 1, sizeof *a),
         *more = calloc(columns + 1, sizeof *more), *left = calloc(count + 1, sizeof *left);
  if (values != NULL && a != NULL && more != NULL && left != NULL) {
    for (size_t c = 0; c < columns; c++) make_values(p, (int64_t)c, (int64_t)c, values + c * count);
    if (fit(p, values, p->s->d_k, a, more, left) && largest(left, p->count) <= p->near)
      name_counts(more, p->s->d_k, text);
  }
  free(values);
  free(a);
  free(more);
  free(left);
}

/* ---- columns that are read elsewhere */

/* A term of the rest: so many times scale q_im k_jc. */
typedef struct {
  int64_t m, c;
  double times;
} term;

/* Terms that explain the rest together. */
typedef struct {
  term list[MOST_TERMS];
  int64_t count;
  double *values; /* MOST_TERMS x points */
} terms;

/* Adds the term that is most like the rest, by the cosine between them. */
static void add_best(const points *p, const double *rest, terms *t) {
  const int64_t columns = p->s->d_k;
  double most = 0;
  term *best = &t->list[t->count];
  for (int64_t n = 0; n < columns * columns; n++) {
    double with_rest = 0, squares = 0;
    make_values(p, n / columns, n % columns, p->term);
    for (int64_t i = 0; i < p->count; i++) with_rest += rest[i] * p->term[i], squares += p->term[i] * p->term[i];
    if (!(squares > 0) || !(with_rest * with_rest > most * squares)) continue;
    most = with_rest * with_rest / squares;
    *best = (term){n / columns, n % columns, 0};
  }
  make_values(p, best->m, best->c, t->values + t->count++ * p->count);
}

/* Gives all terms their best numbers together, and the rest that they leave. False if they depend on each other. */
static bool fit_terms(const points *p, double *rest, terms *t) {
  double a[MOST_TERMS * MOST_TERMS] = {0}, times[MOST_TERMS] = {0};
  if (!fit(p, t->values, t->count, a, times, rest)) return false;
  for (int64_t i = 0; i < t->count; i++) t->list[i].times = times[i];
  return true;
}

/* The term that is missing once for the term i that is there once: of column c with itself, where another column of q,
   or of k, is read for c. NULL: there is none. */
static const term *missing_for(const terms *t, int64_t i, bool of_k) {
  const term *there = &t->list[i];
  const int64_t c = of_k ? there->m : there->c;
  if (fabs(there->times - 1) > NEAR_TIMES) return NULL;
  for (int64_t n = 0; n < t->count; n++)
    if (t->list[n].m == c && t->list[n].c == c && fabs(t->list[n].times + 1) <= NEAR_TIMES) return &t->list[n];
  return NULL;
}

/* Says which column is read for the first one, if every term is one that is there or missing for that. */
static bool name_misread(const terms *t, bool of_k, char text[DETAIL_TEXT_MAX]) {
  int64_t pairs = 0, nothing = 0, first = -1, read = -1;
  for (int64_t i = 0; i < t->count; i++) {
    nothing += fabs(t->list[i].times) <= NEAR_TIMES;
    const term *missing = missing_for(t, i, of_k);
    if (missing == NULL) continue;
    pairs++;
    if (first < 0 || missing->c < first) first = missing->c, read = of_k ? t->list[i].c : t->list[i].m;
  }
  if (pairs == 0 || 2 * pairs + nothing != t->count) return false;
  const int used = snprintf(text, DETAIL_TEXT_MAX, "column %" PRId64 " of %s is read instead of column %" PRId64, read,
                            of_k ? "k" : "q", first);
  if (pairs > 1)
    (void)snprintf(text + used, DETAIL_TEXT_MAX - (size_t)used, " (%" PRId64 " columns are read elsewhere)", pairs);
  return true;
}

static void print_misread(const points *p, char text[DETAIL_TEXT_MAX]) {
  const size_t count = (size_t)p->count;
  double *rest = calloc(count + 1, sizeof *rest);
  terms t = {.values = calloc(MOST_TERMS * count + 1, sizeof *t.values)};
  bool fits = rest != NULL && t.values != NULL;
  for (size_t n = 0; fits && n < count; n++) rest[n] = p->rest[n];
  while (fits && largest(rest, p->count) > p->near) {
    fits = t.count < MOST_TERMS;
    if (fits) add_best(p, rest, &t);
    fits = fits && fit_terms(p, rest, &t);
  }
  if (fits && !name_misread(&t, false, text)) (void)name_misread(&t, true, text);
  free(t.values);
  free(rest);
}

void scores_print_columns(const sheet *s, char text[DETAIL_TEXT_MAX]) {
  points p = {.s = s};
  text[0] = '\0';
  if (s->has_softcap || s->d_k > MOST_COLUMNS) return;
  if (points_make(s, &p) && p.count >= LEAST * s->d_k && largest(p.rest, p.count) > p.near) {
    print_counts(&p, text);
    if (text[0] == '\0' && s->d_k <= MOST_READ) print_misread(&p, text);
  }
  points_free(&p);
}
