/* With the log-sum-exp L of a row, a weight p of a key with score s gives the error of its logarithm, log(p) + L - s.
   */
#include "check/zoo/sights.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define MOST 400000        /* collected at most; */
#define MOST_OF_KIND 30000 /* affected and right ones that are kept */
#define LEAST 4            /* affected sights */
#define INFORMATIVE 1e-4   /* weights from which something can be told */
#define SEEN 1e-6
#define DOMINANT 0.999

/* What can be told of a sight. */
typedef enum { TOLD_NOTHING, TOLD_RIGHT, TOLD_AFFECTED } told;

/* base: the lse by which weights are judged. */
typedef told judgement(const sight *at, double base, double *error);

static bool is_nan_row(const sheet *s, int64_t row) {
  bool nan = s->has_lse && isnan(s->lse[row]);
  for (int64_t n = sheet_pair(s, row, 0); n < sheet_pair(s, row + 1, 0); n++) nan = nan || isnan(s->read[n]);
  return nan;
}

/* Whether scores of a row are so large that binary32 may make NaN of them. */
static bool is_extreme(const sheet *s, int64_t row) {
  bool extreme = false;
  for (int64_t n = row * s->keys; n < (row + 1) * s->keys; n++)
    extreme = extreme || (s->visible[n] && !(fabs(s->score[n]) < FLT_MAX));
  return extreme;
}

/* The error of the logarithm of a weight; NaN if the weight says nothing. */
static double error_of(const sheet *s, int64_t row, int64_t key, double base) {
  const int64_t n = sheet_pair(s, row, key);
  if (!s->visible[n] || !(fmax(s->read[n], s->weight[n]) > INFORMATIVE)) return NAN;
  return log(s->read[n]) + base - s->score[n];
}

/* The key of a row with the median error; -1: no key has one. Most keys of a row are right, unless all are wrong.
   error: memory for one of each key. */
static int64_t median_key(const sheet *s, int64_t row, double base, double *error) {
  int64_t found = -1, least = INT64_MAX;
  for (int64_t j = 0; j < s->keys; j++) error[j] = error_of(s, row, j, base);
  for (int64_t j = 0; j < s->keys; j++) {
    int64_t off = 0; /* keys below less keys above */
    if (!isfinite(error[j])) continue;
    for (int64_t k = 0; k < s->keys; k++) off += (error[k] < error[j]) - (error[k] > error[j]);
    if (llabs(off) < least) least = llabs(off), found = j;
  }
  return found;
}

/* Whether the visible weights of a row, if any tells something, are those of this lse. */
static bool fits_lse(const sheet *s, int64_t row, double lse) {
  const sight at = {.of = s, .row = row, .beside = -1};
  bool fits = true, telling = false;
  for (int64_t j = 0; j < s->keys && fits; j++) {
    const double error = error_of(s, row, j, lse);
    telling = telling || !isnan(error);
    fits = isnan(error) || fabs(error) <= law_tolerance(&at);
  }
  return fits && telling;
}

static bool is_lse_right(const sheet *s, int64_t row) {
  const sight at = {.of = s, .row = row, .key = -1, .beside = -1};
  const double right = sheet_right_lse(s, row);
  return isfinite(right) ? fabs(s->lse[row] - right) <= law_tolerance(&at) : s->lse[row] == right;
}

/* Whether one key gets all the weight of a row: then its weight says nothing of its score. */
static bool is_dominated(const sheet *s, int64_t row) {
  double largest = 0;
  for (int64_t n = sheet_pair(s, row, 0); n < sheet_pair(s, row + 1, 0); n++) largest = fmax(largest, s->weight[n]);
  return largest > DOMINANT;
}

/* The lse that goes with the weights of a row: the right one, where they fit it; else that of the candidate; if it gave
   none, or the right one beside wrong weights, that by which the median key is right. NaN in rows that have, or should
   have, NaN, or that tell nothing. error: memory for one of each key. */
static double base_of(const sheet *s, int64_t row, double *error, int64_t *beside) {
  const double right = sheet_right_lse(s, row);
  *beside = -1;
  if (is_nan_row(s, row) || sheet_expects_nan(s, row)) return NAN;
  if (fits_lse(s, row, right)) return is_dominated(s, row) && !(s->has_lse && is_lse_right(s, row)) ? NAN : right;
  if (s->has_lse && !is_lse_right(s, row)) return s->lse[row];
  *beside = median_key(s, row, right, error);
  return *beside < 0 ? right : right - error_of(s, row, *beside, right);
}

/* ---- what is judged */

static told judge_lost(const sight *at, double base, double *error) {
  const sheet *s = at->of;
  const int64_t n = sheet_pair(s, at->row, at->key);
  (void)error;
  if (!s->visible[n] || !(s->weight[n] > INFORMATIVE) || !(exp(s->score[n] - base) > INFORMATIVE)) return TOLD_NOTHING;
  return s->read[n] > 0 ? TOLD_RIGHT : TOLD_AFFECTED;
}

/* Whether lse of a row that sees keys is right: then no hidden key was in the sum, and one with weight is v misread. */
static bool has_right_sum(const sheet *s, int64_t row) {
  return s->has_lse && isfinite(sheet_right_lse(s, row)) && is_lse_right(s, row);
}

/* Whether a hidden key gets weight. The error is the score that it seems to have. */
static told judge_hidden(const sight *at, double base, double *error) {
  const sheet *s = at->of;
  const int64_t n = sheet_pair(s, at->row, at->key);
  *error = log(s->read[n]) + base;
  if (s->visible[n]) return TOLD_NOTHING;
  if (fabs(s->read[n]) > SEEN) return has_right_sum(s, at->row) ? TOLD_NOTHING : TOLD_AFFECTED;
  return exp(s->score[n] - base) > INFORMATIVE ? TOLD_RIGHT : TOLD_NOTHING;
}

/* What hides a key. */
enum { BY_MASK = 1, BY_LENGTH = 2, BY_DIAGONAL = 4, BY_WINDOW = 8, BY_BIAS = 16 };

static unsigned hidden_by(const sheet *s, int64_t row, int64_t key) {
  const int64_t n = sheet_pair(s, row, key), at = sheet_diagonal(s, row);
  const bool outside = sheet_is_left_of_window(s, row, key) || sheet_is_right_of_window(s, row, key);
  return (s->unmasked[n] ? 0U : BY_MASK) | (key < sheet_length(s, row) ? 0U : BY_LENGTH) |
         (s->causal && key > at ? BY_DIAGONAL : 0U) | (outside ? BY_WINDOW : 0U) |
         (s->bias[n] == -HUGE_VAL ? BY_BIAS : 0U);
}

/* The same, of keys that one thing alone hides: nothing else may have hidden them. */
static told judge_hidden_by(unsigned what, const sight *at, double base, double *error) {
  return hidden_by(at->of, at->row, at->key) == what ? judge_hidden(at, base, error) : TOLD_NOTHING;
}
static told judge_masked(const sight *at, double base, double *error) {
  return judge_hidden_by(BY_MASK, at, base, error);
}
static told judge_late(const sight *at, double base, double *error) {
  return judge_hidden_by(BY_LENGTH, at, base, error);
}
static told judge_after(const sight *at, double base, double *error) {
  return judge_hidden_by(BY_DIAGONAL, at, base, error);
}
static told judge_outside(const sight *at, double base, double *error) {
  return judge_hidden_by(BY_WINDOW, at, base, error);
}
static told judge_biased(const sight *at, double base, double *error) {
  return judge_hidden_by(BY_BIAS, at, base, error);
}

static told judge_nan(const sight *at, double base, double *error) {
  (void)base, (void)error;
  if (sheet_expects_nan(at->of, at->row) || is_extreme(at->of, at->row)) return TOLD_NOTHING;
  return is_nan_row(at->of, at->row) ? TOLD_AFFECTED : TOLD_RIGHT;
}

static told judge_number(const sight *at, double base, double *error) {
  (void)base, (void)error;
  if (!sheet_expects_nan(at->of, at->row)) return TOLD_NOTHING;
  return is_nan_row(at->of, at->row) ? TOLD_RIGHT : TOLD_AFFECTED;
}

/* An error above the tolerance, but below twice the tolerance, is taken neither for right nor for wrong. */
static told judge_error(double error, double most) {
  if (!isfinite(error) || (fabs(error) > most && fabs(error) < 2 * most)) return TOLD_NOTHING;
  return fabs(error) <= most ? TOLD_RIGHT : TOLD_AFFECTED;
}

static told judge_factor(const sight *at, double base, double *error) {
  *error = error_of(at->of, at->row, at->key, base);
  return judge_error(*error, law_tolerance(at));
}

static told judge_lse(const sight *at, double base, double *error) {
  const double right = sheet_right_lse(at->of, at->row), lse = at->of->lse[at->row];
  (void)base;
  *error = lse == right ? 0 : lse - right;
  if (isnan(lse) || isnan(right)) return TOLD_NOTHING;
  return isfinite(*error) ? judge_error(*error, law_tolerance(at)) : TOLD_AFFECTED;
}

static judgement *const judges[] = {
    [SIGHT_LOST] = judge_lost,
    [SIGHT_MASKED] = judge_masked,
    [SIGHT_LATE] = judge_late,
    [SIGHT_AFTER_DIAGONAL] = judge_after,
    [SIGHT_OUTSIDE_WINDOW] = judge_outside,
    [SIGHT_BIASED] = judge_biased,
    [SIGHT_HIDDEN] = judge_hidden,
    [SIGHT_WEIGHT] = judge_factor,
    [SIGHT_NAN] = judge_nan,
    [SIGHT_NUMBER] = judge_number,
    [SIGHT_LSE] = judge_lse,
};

/* ---- collecting */

static void add(sights *t, sight at, judgement *judge, double base) {
  double error = 0;
  const told what = judge(&at, base, &error);
  if (what == TOLD_NOTHING || t->seen.count == MOST) return;
  at.affected = what == TOLD_AFFECTED;
  t->affected += at.affected;
  t->seen.error[t->seen.count] = error;
  t->seen.list[t->seen.count++] = at;
}

/* Leaves at most so many affected sights, and as many others, at even distances. */
static void thin_out(sights *t) {
  const size_t of[2] = {t->seen.count - t->affected, t->affected};
  size_t seen[2] = {0, 0}, kept = 0;
  t->affected = 0;
  for (size_t n = 0; n < t->seen.count; n++) {
    const bool affected = t->seen.list[n].affected;
    const size_t most = MOST_OF_KIND, all = of[affected], at = seen[affected]++;
    if (all > most && at * most / all == (at + 1) * most / all) continue;
    t->affected += affected;
    t->seen.error[kept] = t->seen.error[n];
    t->seen.list[kept++] = t->seen.list[n];
  }
  t->seen.count = kept;
}

static void collect_pairs(sights *t, judgement *judge) {
  size_t n = 0; /* of the row, among those of all sheets */
  t->seen.count = t->affected = 0;
  for (const sheet *s = t->sheets; s < t->sheets + t->sheet_count; s++)
    for (int64_t row = 0; row < s->rows; row++, n++)
      for (int64_t j = 0; j < s->keys && !isnan(t->base[n]); j++)
        add(t, (sight){s, row, j, t->beside[n], false}, judge, t->base[n]);
  thin_out(t);
}

static void collect_rows(sights *t, judgement *judge) {
  t->seen.count = t->affected = 0;
  for (const sheet *s = t->sheets; s < t->sheets + t->sheet_count; s++)
    for (int64_t row = 0; row < s->rows; row++) add(t, (sight){s, row, -1, -1, false}, judge, 0);
}

static void find_bases(sights *t, double *error) {
  size_t n = 0;
  for (const sheet *s = t->sheets; s < t->sheets + t->sheet_count; s++)
    for (int64_t row = 0; row < s->rows; row++, n++) t->base[n] = base_of(s, row, error, &t->beside[n]);
}

bool sights_make(const sheet *sheets, size_t count, sights *s) {
  size_t keys = 1, rows = 1;
  for (size_t n = 0; n < count; n++) {
    keys = (size_t)sheets[n].keys > keys ? (size_t)sheets[n].keys : keys;
    rows += (size_t)sheets[n].rows;
  }
  *s = (sights){.sheets = sheets, .sheet_count = count};
  s->seen.list = calloc(MOST, sizeof *s->seen.list);
  s->seen.error = calloc(MOST, sizeof *s->seen.error);
  s->base = calloc(rows, sizeof *s->base);
  s->beside = calloc(rows, sizeof *s->beside);
  double *error = calloc(keys, sizeof *error);
  const bool made =
      s->seen.list != NULL && s->seen.error != NULL && s->base != NULL && s->beside != NULL && error != NULL;
  if (made) find_bases(s, error);
  free(error);
  return made;
}

void sights_free(sights *s) {
  free(s->seen.list);
  free(s->seen.error);
  free(s->base);
  free(s->beside);
}

bool sights_collect(sights *s, sight_kind kind) {
  if (kind < SIGHT_NAN) collect_pairs(s, judges[kind]);
  else collect_rows(s, judges[kind]);
  return s->affected >= LEAST;
}
