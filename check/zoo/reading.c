#include "check/zoo/reading.h"

#include <math.h>
#include <stdlib.h>

#define SEEN 1e-6   /* a weight above this is seen; rounding leaves less */
#define AGREE 0.9   /* share of the rows that agree on a number */
#define SPREAD 1e-3 /* relative spread of a number among rows that agree */

/* ---- exact rows */

static double exact_score(const problem_f64 *w, int64_t b, int64_t h, int64_t i, int64_t j) {
  const int64_t row = (b * w->q_heads + h) * w->q_len + i;
  const double *q = w->q + row * w->d_k, *k = w->k + (problem_f64_kv(w, b, h) * w->keys + j) * w->d_k;
  const double cap = w->problem->softcap;
  double s = 0;
  for (int64_t c = 0; c < w->d_k; c++) s += q[c] * k[c];
  s *= w->scale;
  if (cap > 0) s = cap * tanh(s / cap);
  return w->bias != NULL ? s + w->bias[row * w->keys + j] : s;
}

void reading_exact_row(const problem_f64 *w, int64_t b, int64_t h, int64_t i, reading_row *row) {
  const double *sink = w->problem->sink;
  row->max = sink != NULL ? sink[h] : -HUGE_VAL;
  problem_f64_visible(w, b, h, i, row->visible);
  for (int64_t j = 0; j < w->keys; j++) {
    row->score[j] = exact_score(w, b, h, i, j);
    if (row->visible[j]) row->max = fmax(row->max, row->score[j]);
  }
  row->total = sink != NULL ? exp(sink[h] - row->max) : 0;
  for (int64_t j = 0; j < w->keys; j++) {
    row->weight[j] = row->visible[j] ? exp(row->score[j] - row->max) : 0;
    row->total += row->weight[j];
  }
  for (int64_t j = 0; j < w->keys && row->total > 0; j++) row->weight[j] /= row->total;
}

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
static void vote_on_ends(const problem_f64 *w, int64_t b, int64_t i, const double *read, const reading_row *row,
                         votes *v) {
  const int64_t length = problem_f64_kv_len(w->problem, b), end = i + problem_f64_offset(w->problem, length);
  const int64_t last = last_above(read, w->keys, SEEN), first = first_above(read, w->keys, SEEN);
  if (last < 0) return;
  if (w->problem->causal && end >= 0 && end < length && end + 1 < w->keys)
    vote(v, MEASURE_DIAGONAL, (double)(last - end));
  if (w->problem->kv_len != NULL && (!w->problem->causal || end >= length) && length < w->keys)
    vote(v, MEASURE_LENGTH, (double)(last - length + 1));
  if (w->problem->windowed && w->problem->window_left != ATTEST_UNLIMITED && end - w->problem->window_left > 0)
    vote(v, MEASURE_LEFT, (double)(end - w->problem->window_left - first));
  if (last_above(row->weight, w->keys, SEEN) > last) vote(v, MEASURE_KEYS, (double)(last + 1));
}

/* The factor on the scores: the slope of the logarithm of the weights against the scores. */
static void vote_on_factor(const problem_f64 *w, const double *read, const reading_row *row, votes *v) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (int64_t j = 0; j < w->keys; j++) {
    if (!row->visible[j] || !(read[j] > 1e-5)) continue;
    const double log_read = log(read[j]);
    n += 1, x += row->score[j], y += log_read, xx += row->score[j] * row->score[j], xy += row->score[j] * log_read;
  }
  const double spread = n * xx - x * x;
  if (n >= 2 && spread > 0.01 * n * n) vote(v, MEASURE_FACTOR, (n * xy - x * y) / spread);
}

/* The denominator: all weights of the row are off by one factor. */
static void vote_on_total(const problem_f64 *w, const double *read, const reading_row *row, votes *v) {
  double low = HUGE_VAL, high = 0, sum_read = 0, sum = 0;
  for (int64_t j = 0; j < w->keys; j++) {
    if (!(row->weight[j] > 1e-4)) continue;
    low = fmin(low, read[j] / row->weight[j]);
    high = fmax(high, read[j] / row->weight[j]);
    sum_read += read[j];
    sum += row->weight[j];
  }
  if (!(high > 0) || !(high - low <= SPREAD * high)) return;
  const double ratio = sum_read / sum, missing = row->total * (1 / ratio - 1);
  vote(v, MEASURE_OUTPUT, ratio);
  vote(v, MEASURE_TERMS, missing);
  vote(v, MEASURE_PHANTOMS, missing * exp(row->max));
}

/* Small weights that are 0. */
static void vote_on_cut(const problem_f64 *w, const double *read, const reading_row *row, votes *v) {
  double kept = 0, lost = HUGE_VAL;
  for (int64_t j = 0; j < w->keys; j++) {
    const double below = row->max - row->score[j];
    if (!row->visible[j] || below > 60) continue;
    if (read[j] > 0) kept = fmax(kept, below);
    else lost = fmin(lost, below);
  }
  if (lost < HUGE_VAL && lost > 1 && kept < lost)
    vote(v, MEASURE_CUT, ceil(kept) < lost ? ceil(kept) : (kept + lost) / 2);
}

static void vote_on_lse(double lse, const reading_row *row, votes *v) {
  const double right = row->max + log(row->total);
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

bool reading_make(const problem_f64 *w, const double *weights, const double *lse, reading *found) {
  const size_t rows = (size_t)(w->batch * w->q_heads * w->q_len), keys = (size_t)w->keys;
  double *memory = calloc(MEASURES * (rows + 1) + 2 * keys + 1, sizeof *memory);
  unsigned char *visible = calloc(keys + 1, 1);
  votes v = {.count = {0}};
  *found = (reading){.found = {false}};
  const bool whole = memory != NULL && visible != NULL;
  reading_row row = {memory, memory + keys, visible, 0, 0};
  for (int m = 0; whole && m < MEASURES; m++) v.number[m] = memory + 2 * keys + (size_t)m * rows;
  for (int64_t n = 0; whole && n < (int64_t)rows; n++) {
    const int64_t b = n / w->q_len / w->q_heads, h = n / w->q_len % w->q_heads, i = n % w->q_len;
    const double *read = weights + n * w->keys;
    reading_exact_row(w, b, h, i, &row);
    vote_on_ends(w, b, i, read, &row, &v);
    vote_on_factor(w, read, &row, &v);
    vote_on_total(w, read, &row, &v);
    vote_on_cut(w, read, &row, &v);
    if (lse != NULL) vote_on_lse(lse[n], &row, &v);
  }
  if (whole) count(&v, found);
  if (whole) count_keys(&v, found);
  free(memory);
  free(visible);
  return whole;
}
