#include "check/zoo/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/visible.h"

double sheet_score(const sheet *s, int64_t row, int64_t j, const double *q, const double *k) {
  double score = 0;
  for (int64_t c = 0; c < s->d_k; c++) score += q[c] * k[c];
  score *= s->scale;
  if (s->has_softcap) score = s->softcap * tanh(score / s->softcap);
  return s->has_bias ? score + s->bias[sheet_pair(s, row, j)] : score;
}

/* Of the score in binary32 (or in binary64, if that is the type), and of the weight in the type. */
static double rounding_of(const sheet *s, int64_t row) {
  static const double of_weight[] = {
      [ATTEST_F64] = 0x1p-53, [ATTEST_F32] = 0x1p-24, [ATTEST_F16] = 0x1p-11, [ATTEST_BF16] = 0x1p-8};
  const double of_score = s->dtype == ATTEST_F64 ? 0x1p-53 : 0x1p-24;
  double largest = 1;
  for (int64_t n = sheet_pair(s, row, 0); n < sheet_pair(s, row + 1, 0); n++)
    if (s->visible[n] && isfinite(s->score[n])) largest = fmax(largest, fabs(s->score[n]));
  return 8 * of_score * largest + 2 * of_weight[s->dtype];
}

static void make_row(const problem_f64 *w, sheet *s, int64_t row) {
  const int64_t b = sheet_batch(s, row), h = sheet_head(s, row), at = row * s->keys;
  const double lowest = w->problem->sink != NULL ? w->problem->sink[h] : -HUGE_VAL;
  double *score = s->score + at, *weight = s->weight + at, max = lowest, total = 0;
  const unsigned char *visible = s->visible + at;
  ref_visible_row(*w->problem, b, h, sheet_query(s, row), s->visible + at);
  s->first[row] = s->last[row] = -1;
  for (int64_t j = 0; j < s->keys; j++) {
    score[j] = sheet_score(s, row, j, sheet_q(s, row), sheet_k(s, row) + j * s->d_k);
    if (visible[j]) max = fmax(max, score[j]), s->last[row] = j;
    if (visible[j] && s->first[row] < 0) s->first[row] = j;
    s->so_far[at + j] = max;
  }
  if (s->has_sink) total = exp(lowest - max);
  for (int64_t j = 0; j < s->keys; j++) total += weight[j] = visible[j] ? exp(score[j] - max) : 0;
  for (int64_t j = 0; j < s->keys && total > 0; j++) weight[j] /= total;
  s->sink[row] = lowest;
  s->max[row] = max;
  s->total[row] = total;
  s->rounding[row] = rounding_of(s, row);
}

static bool allocate(sheet *s) {
  const size_t rows = (size_t)s->rows, pairs = rows * (size_t)s->keys, batch = (size_t)s->batch;
  const size_t columns = (size_t)s->d_k, q = rows * columns, k = batch * (size_t)(s->kv_heads * s->keys) * columns;
  double *numbers = s->memory[0] = calloc(5 * pairs + 5 * rows + q + k + 1, sizeof *numbers);
  int64_t *places = s->memory[1] = calloc(2 * batch + 2 * rows + 1, sizeof *places);
  unsigned char *flags = s->memory[2] = calloc(2 * pairs + 1, 1);
  if (numbers == NULL || places == NULL || flags == NULL) return false;
  double **const by_pair[] = {&s->read, &s->score, &s->weight, &s->so_far, &s->bias};
  double **const by_row[] = {&s->lse, &s->max, &s->total, &s->sink, &s->rounding};
  for (int n = 0; n < 5; n++) *by_pair[n] = numbers + (size_t)n * pairs;
  for (int n = 0; n < 5; n++) *by_row[n] = numbers + 5 * pairs + (size_t)n * rows;
  s->q = numbers + 5 * pairs + 5 * rows;
  s->k = s->q + q;
  s->length = places;
  s->offset = places + batch;
  s->first = places + 2 * batch;
  s->last = s->first + rows;
  s->visible = flags;
  s->unmasked = flags + pairs;
  return true;
}

bool sheet_make(const problem_f64 *w, const double *weights, const double *lse, sheet *s) {
  const attest_problem *of = w->problem;
  *s = (sheet){.batch = w->batch,
               .q_heads = w->q_heads,
               .kv_heads = w->kv_heads,
               .q_len = w->q_len,
               .keys = w->keys,
               .d_k = w->d_k,
               .d_v = w->d_v,
               .rows = w->batch * w->q_heads * w->q_len,
               .dtype = of->q.dtype,
               .scale = w->scale,
               .softcap = of->softcap,
               .causal = of->causal,
               .windowed = of->windowed,
               .has_length = of->kv_len != NULL,
               .has_mask = w->mask != NULL,
               .has_bias = w->bias != NULL,
               .has_sink = of->sink != NULL,
               .has_softcap = of->softcap > 0,
               .has_lse = lse != NULL,
               .left = of->windowed ? of->window_left : ATTEST_UNLIMITED,
               .right = of->windowed ? of->window_right : ATTEST_UNLIMITED};
  if (!allocate(s)) return false;
  const size_t pairs = (size_t)s->rows * (size_t)s->keys;
  (void)memcpy(s->read, weights, pairs * sizeof *weights);
  (void)memcpy(s->q, w->q, (size_t)(s->rows * s->d_k) * sizeof *s->q);
  (void)memcpy(s->k, w->k, (size_t)(s->batch * s->kv_heads * s->keys * s->d_k) * sizeof *s->k);
  for (int64_t row = 0; row < s->rows; row++) s->lse[row] = lse != NULL ? lse[row] : NAN;
  for (size_t n = 0; n < pairs; n++) s->bias[n] = w->bias != NULL ? w->bias[n] : 0;
  for (size_t n = 0; n < pairs; n++) s->unmasked[n] = w->mask == NULL || w->mask[n] != 0;
  for (int64_t b = 0; b < s->batch; b++) {
    s->length[b] = problem_f64_kv_len(of, b);
    s->offset[b] = problem_f64_offset(of, s->length[b]);
  }
  for (int64_t row = 0; row < s->rows; row++) make_row(w, s, row);
  return true;
}

void sheet_free(sheet *s) {
  for (int n = 0; n < 3; n++) free(s->memory[n]);
  *s = (sheet){.keys = 0};
}

double sheet_right_lse(const sheet *s, int64_t row) {
  return s->total[row] > 0 ? s->max[row] + log(s->total[row]) : -HUGE_VAL;
}

bool sheet_expects_nan(const sheet *s, int64_t row) {
  bool nan = isnan(s->total[row]);
  for (int64_t n = sheet_pair(s, row, 0); n < sheet_pair(s, row + 1, 0); n++) nan = nan || isnan(s->weight[n]);
  return nan;
}
