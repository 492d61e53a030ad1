#include "check/zoo/reading.h"

#include <math.h>
#include <stdlib.h>

#define SEEN 1e-6   /* a weight above this is seen; rounding leaves less */
#define AGREE 0.9   /* share of the rows that agree on a number */
#define SPREAD 1e-3 /* relative spread of a number among rows that agree */

/* ---- what single rows say */

/* The numbers that rows gave for each measure. */
typedef struct {
  double *number[MEASURES];
  size_t count[MEASURES];
} votes;

static void vote(votes *v, cause_measure m, double number) {
  if (isfinite(number)) v->number[m][v->count[m]++] = number;
}

static int64_t last_above(const double *weight, int64_t keys, double least) {
  int64_t j = keys - 1;
  while (j >= 0 && !(weight[j] > least)) j--;
  return j;
}

static int64_t first_above(const double *weight, int64_t keys, double least) {
  int64_t j = 0;
  while (j < keys && !(weight[j] > least)) j++;
  return j;
}

/* The first and last key that the row sees against those that it should see. */
static void vote_on_ends(const sheet *s, int64_t row, votes *v) {
  const double *read = s->read + row * s->keys;
  const int64_t length = sheet_length(s, row), end = sheet_diagonal(s, row);
  const int64_t last = last_above(read, s->keys, SEEN), first = first_above(read, s->keys, SEEN);
  if (last < 0) return;
  if (s->causal && end >= 0 && end < length && end + 1 < s->keys) vote(v, MEASURE_DIAGONAL, (double)(last - end));
  if (s->has_length && (!s->causal || end >= length) && length < s->keys)
    vote(v, MEASURE_LENGTH, (double)(last - length + 1));
  if (s->windowed && s->left != ATTEST_UNLIMITED && end - s->left > 0)
    vote(v, MEASURE_LEFT, (double)(end - s->left - first));
  if (last_above(s->weight + row * s->keys, s->keys, SEEN) > last) vote(v, MEASURE_KEYS, (double)(last + 1));
}

/* The factor on the scores: the slope of the logarithm of the weights against the scores. */
static void vote_on_factor(const sheet *s, int64_t row, votes *v) {
  const double *read = s->read + row * s->keys, *score = s->score + row * s->keys;
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (int64_t j = 0; j < s->keys; j++) {
    if (!s->visible[row * s->keys + j] || !(read[j] > 1e-5)) continue;
    const double log_read = log(read[j]);
    n += 1, x += score[j], y += log_read, xx += score[j] * score[j], xy += score[j] * log_read;
  }
  const double spread = n * xx - x * x;
  if (n >= 2 && spread > 0.01 * n * n) vote(v, MEASURE_FACTOR, (n * xy - x * y) / spread);
}

/* The denominator: all weights of the row are off by one factor. */
static void vote_on_total(const sheet *s, int64_t row, votes *v) {
  const double *read = s->read + row * s->keys, *weight = s->weight + row * s->keys;
  double low = HUGE_VAL, high = 0, sum_read = 0, sum = 0;
  for (int64_t j = 0; j < s->keys; j++) {
    if (!(weight[j] > 1e-4)) continue;
    low = fmin(low, read[j] / weight[j]);
    high = fmax(high, read[j] / weight[j]);
    sum_read += read[j];
    sum += weight[j];
  }
  if (!(high > 0) || !(high - low <= SPREAD * high)) return;
  const double ratio = sum_read / sum, missing = s->total[row] * (1 / ratio - 1);
  vote(v, MEASURE_OUTPUT, ratio);
  vote(v, MEASURE_TERMS, missing);
  vote(v, MEASURE_PHANTOMS, missing * exp(s->max[row]));
}

/* Small weights that are 0. */
static void vote_on_cut(const sheet *s, int64_t row, votes *v) {
  double kept = 0, lost = HUGE_VAL;
  for (int64_t n = row * s->keys; n < (row + 1) * s->keys; n++) {
    const double below = s->max[row] - s->score[n];
    if (!s->visible[n] || below > 60) continue;
    if (s->read[n] > 0) kept = fmax(kept, below);
    else lost = fmin(lost, below);
  }
  if (lost < HUGE_VAL && lost > 1 && kept < lost)
    vote(v, MEASURE_CUT, ceil(kept) < lost ? ceil(kept) : (kept + lost) / 2);
}

static void vote_on_lse(const sheet *s, int64_t row, votes *v) {
  const double right = sheet_right_lse(s, row), lse = s->lse[row];
  if (!isfinite(right) || !isfinite(lse) || fabs(right) < 1e-3) return;
  vote(v, MEASURE_LSE_PLUS, lse - right);
  vote(v, MEASURE_LSE_TIMES, lse / right);
}

/* ---- what the rows agree on */

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void count(votes *v, reading *found) {
  for (int m = 0; m < MEASURES; m++) {
    size_t near = 0;
    if (v->count[m] == 0) continue;
    qsort(v->number[m], v->count[m], sizeof(double), compare_numbers);
    const double median = v->number[m][v->count[m] / 2];
    for (size_t n = 0; n < v->count[m]; n++)
      near += fabs(v->number[m][n] - median) <= SPREAD * fmax(fabs(median), 1e-2);
    found->number[m] = median;
    found->found[m] = (double)near >= AGREE * (double)v->count[m];
  }
}

/* Keys from the largest of the last keys on are never seen, if any row should see more. */
static void count_keys(votes *v, reading *found) {
  const size_t n = v->count[MEASURE_KEYS];
  found->found[MEASURE_KEYS] = n > 0;
  if (n > 0) found->number[MEASURE_KEYS] = v->number[MEASURE_KEYS][n - 1];
}

bool reading_make(const sheet *s, reading *found) {
  const size_t rows = (size_t)s->rows;
  double *memory = calloc(MEASURES * rows + 1, sizeof *memory);
  votes v = {.count = {0}};
  *found = (reading){.found = {false}};
  if (memory == NULL) return false;
  for (int m = 0; m < MEASURES; m++) v.number[m] = memory + (size_t)m * rows;
  for (int64_t row = 0; row < s->rows; row++) {
    vote_on_ends(s, row, &v);
    vote_on_factor(s, row, &v);
    vote_on_total(s, row, &v);
    vote_on_cut(s, row, &v);
    vote_on_lse(s, row, &v);
  }
  count(&v, found);
  count_keys(&v, found);
  free(memory);
  return true;
}
