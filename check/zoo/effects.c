/* With the log-sum-exp L of a row, a weight p of a key with score s gives the error of its logarithm, log(p) + L - s. */
#include "check/zoo/effects.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/zoo/denominator.h"
#include "check/zoo/hidden.h"
#include "check/zoo/laws.h"

#define SIGHTS 400000      /* collected at most; */
#define MOST_OF_KIND 30000 /* affected and right ones that are kept */
#define LEAST 4            /* affected sights; */
#define LEAST_ALL 12       /* where all are affected, which is no contrast */
#define INFORMATIVE 1e-4   /* weights from which something can be told */
#define SEEN 1e-6
#define BY_CHANCE 0.02 /* of wrong weights: right ones among them */

/* What can be told of a sight. */
typedef enum { TOLD_NOTHING, TOLD_RIGHT, TOLD_AFFECTED } told;

typedef struct {
  const sheet *sheets;
  size_t sheet_count, affected;
  evidence seen;
  double *of_row; /* memory for an error of each key */
  bool has_condition;
  char told[EFFECTS_TEXT_MAX];       /* effects that have their condition, or follow a law; */
  char everywhere[EFFECTS_TEXT_MAX]; /* that are seen everywhere; */
  char rest[EFFECTS_TEXT_MAX];       /* and others */
} study;

static bool has_nan(const double *x, int64_t count) {
  bool nan = false;
  for (int64_t n = 0; n < count; n++) nan = nan || isnan(x[n]);
  return nan;
}

static bool is_nan_row(const sheet *s, int64_t row) {
  return has_nan(s->read + row * s->keys, s->keys) || (s->has_lse && isnan(s->lse[row]));
}

static bool should_be_nan(const sheet *s, int64_t row) {
  return has_nan(s->weight + row * s->keys, s->keys) || isnan(s->total[row]);
}

/* Whether scores of a row are so large that binary32 may make NaN of them. */
static bool is_extreme(const sheet *s, int64_t row) {
  bool extreme = false;
  for (int64_t n = row * s->keys; n < (row + 1) * s->keys; n++)
    extreme = extreme || (s->visible[n] && !(fabs(s->score[n]) < FLT_MAX));
  return extreme;
}

/* Adds an effect to a text. */
static void say(char text[EFFECTS_TEXT_MAX], const char *format, ...) {
  va_list arguments;
  const size_t used = strlen(text), more = used > 0 ? 2 : 0;
  if (used + more + 1 >= EFFECTS_TEXT_MAX) return;
  if (more > 0) (void)memcpy(text + used, "; ", more + 1);
  va_start(arguments, format);
  (void)vsnprintf(text + used + more, EFFECTS_TEXT_MAX - used - more, format, arguments);
  va_end(arguments);
}

/* ---- collecting sights */

/* base: the lse by which weights are judged. */
typedef told judgement(const sight *at, double base, double *error);

static void add(study *t, sight at, judgement *judge, double base) {
  double error = 0;
  const told what = judge(&at, base, &error);
  if (what == TOLD_NOTHING || t->seen.count == SIGHTS) return;
  at.affected = what == TOLD_AFFECTED;
  t->affected += at.affected;
  t->seen.error[t->seen.count] = error;
  t->seen.list[t->seen.count++] = at;
}

/* The error of the logarithm of a weight; NaN if the weight says nothing. */
static double error_of(const sheet *s, int64_t row, int64_t key, double base) {
  const int64_t n = sheet_pair(s, row, key);
  if (!s->visible[n] || !(fmax(s->read[n], s->weight[n]) > INFORMATIVE)) return NAN;
  return log(s->read[n]) + base - s->score[n];
}

/* The key of a row with the median error; -1: no key has one. Most keys of a row are right, unless all are wrong. error:
   memory for one of each key. */
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
  return fabs(s->lse[row] - sheet_right_lse(s, row)) <= law_tolerance(&at);
}

/* The lse that goes with the weights of a row: the right one, where they fit it; else that of the candidate; if it gave none,
   or the right one beside wrong weights, that by which the median key is right. */
static double base_of(const study *t, const sheet *s, int64_t row, int64_t *beside) {
  const double right = sheet_right_lse(s, row);
  *beside = -1;
  if (fits_lse(s, row, right)) return right;
  if (s->has_lse && !is_lse_right(s, row)) return s->lse[row];
  *beside = median_key(s, row, right, t->of_row);
  return *beside < 0 ? right : right - error_of(s, row, *beside, right);
}

/* Leaves at most so many affected sights, and as many others, at even distances. */
static void thin_out(study *t) {
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

static void collect_pairs(study *t, judgement *judge) {
  t->seen.count = t->affected = 0;
  for (const sheet *s = t->sheets; s < t->sheets + t->sheet_count; s++)
    for (int64_t row = 0; row < s->rows; row++) {
      int64_t beside;
      if (is_nan_row(s, row) || should_be_nan(s, row)) continue;
      const double base = base_of(t, s, row, &beside);
      for (int64_t j = 0; j < s->keys; j++) add(t, (sight){s, row, j, beside, false}, judge, base);
    }
  thin_out(t);
}

static void collect_rows(study *t, judgement *judge) {
  t->seen.count = t->affected = 0;
  for (const sheet *s = t->sheets; s < t->sheets + t->sheet_count; s++)
    for (int64_t row = 0; row < s->rows; row++) add(t, (sight){s, row, -1, -1, false}, judge, 0);
}

/* Says where an effect is seen. what: "visible keys get no weight". A law says enough without a condition. */
static void say_where(study *t, const char *what, const char *unit, bool is_law, double slack) {
  char where[CONDITIONS_TEXT_MAX];
  size_t exceptions = 0;
  const bool found = conditions_print(t->seen.list, t->seen.count, slack, &exceptions, where);
  const size_t others = t->seen.count - t->affected;
  const bool everywhere = found && where[0] == '\0';
  t->has_condition = t->has_condition || (found && !everywhere);
  char *text = is_law || (found && !everywhere)         ? t->told
               : everywhere && t->affected >= LEAST_ALL ? t->everywhere
                                                        : t->rest;
  if (found && !everywhere)
    say(text, "%s %s (%zu %s, and %zu of %zu others)", what, where, t->affected, unit, exceptions, others);
  else if (found) say(text, "%s (all of %zu %s)", what, t->affected, unit);
  else say(text, "%s (%zu of %zu %s)", what, t->affected, t->affected + others, unit);
}

/* ---- what is judged */

static told judge_lost(const sight *at, double base, double *error) {
  const sheet *s = at->of;
  const int64_t n = sheet_pair(s, at->row, at->key);
  (void)error;
  if (!s->visible[n] || !(s->weight[n] > INFORMATIVE) || !(exp(s->score[n] - base) > INFORMATIVE)) return TOLD_NOTHING;
  return s->read[n] > 0 ? TOLD_RIGHT : TOLD_AFFECTED;
}

/* Whether a hidden key gets weight. The error is the score that it seems to have. */
static told judge_hidden(const sight *at, double base, double *error) {
  const sheet *s = at->of;
  const int64_t n = sheet_pair(s, at->row, at->key);
  *error = log(s->read[n]) + base;
  if (s->visible[n]) return TOLD_NOTHING;
  if (fabs(s->read[n]) > SEEN) return TOLD_AFFECTED;
  return exp(s->score[n] - base) > INFORMATIVE ? TOLD_RIGHT : TOLD_NOTHING;
}

/* What hides a key. */
enum { BY_MASK = 1, BY_LENGTH = 2, BY_DIAGONAL = 4, BY_WINDOW = 8, BY_BIAS = 16 };

static unsigned hidden_by(const sheet *s, int64_t row, int64_t key) {
  const int64_t n = sheet_pair(s, row, key), at = sheet_diagonal(s, row);
  const bool left = s->windowed && s->left != ATTEST_UNLIMITED && key < at - s->left;
  const bool right = s->windowed && s->right != ATTEST_UNLIMITED && key > at + s->right;
  return (s->unmasked[n] ? 0U : BY_MASK) | (key < sheet_length(s, row) ? 0U : BY_LENGTH) |
         (s->causal && key > at ? BY_DIAGONAL : 0U) | (left || right ? BY_WINDOW : 0U) |
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
  if (should_be_nan(at->of, at->row) || is_extreme(at->of, at->row)) return TOLD_NOTHING;
  return is_nan_row(at->of, at->row) ? TOLD_AFFECTED : TOLD_RIGHT;
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

/* ---- what is said */

static bool effect(study *t, void (*collect)(study *, judgement *), judgement *judge) {
  collect(t, judge);
  return t->affected >= LEAST;
}

/* Effects on which keys are seen. */
static void say_visible(study *t) {
  static judgement *const judges[] = {judge_masked, judge_late, judge_after, judge_outside, judge_biased, judge_hidden};
  static const char *const says[] = {
      "keys that the mask hides get weight",     "keys after kv_len get weight",
      "keys after the diagonal get weight",      "keys outside the window get weight",
      "keys with the bias -infinity get weight", "keys that are hidden for two reasons get weight"};
  char score[HIDDEN_TEXT_MAX], what[2 * HIDDEN_TEXT_MAX];
  if (effect(t, collect_pairs, judge_lost)) say_where(t, "visible keys get no weight", "pairs", false, 0);
  for (int n = 0; n < 6; n++) {
    if (!effect(t, collect_pairs, judges[n]) || (n == 5 && (t->told[0] != '\0' || t->rest[0] != '\0'))) continue;
    const bool found = hidden_print(&t->seen, score);
    (void)snprintf(what, sizeof what, found ? "%s %s" : "%s", says[n], score);
    say_where(t, what, "pairs", found, 0);
  }
}

/* Effects on the numbers of weights, or of lse. */
static void say_numbers(study *t) {
  char what[LAWS_TEXT_MAX], denominator[DENOMINATOR_TEXT_MAX];
  if (denominator_print(t->sheets, t->sheet_count, denominator)) {
    say(t->told, "%s", denominator);
    return;
  }
  const bool pairs = effect(t, collect_pairs, judge_factor);
  const bool follows = t->rest[0] != '\0'; /* then lse is wrong as well */
  if (!pairs && (follows || !effect(t, collect_rows, judge_lse))) return;
  const bool found = law_print(&t->seen, what);
  const bool contrast = 4 * (t->seen.count - t->affected) >= t->affected; /* "wrong nearly everywhere" says nothing */
  if (!found) (void)snprintf(what, sizeof what, pairs ? "weights are wrong" : "lse is wrong");
  if (found || contrast) say_where(t, what, pairs ? "pairs" : "rows", found, found ? 0 : BY_CHANCE);
  else say(t->rest, "%s (%zu of %zu)", what, t->affected, t->seen.count);
}

/* Says which rows are NaN; which keys are seen, if that has a condition; else what the numbers show. */
bool effects_print(const sheet *sheets, size_t count, bool *has_condition, char text[EFFECTS_TEXT_MAX]) {
  study t = {.sheets = sheets, .sheet_count = count};
  t.seen.list = calloc(SIGHTS, sizeof *t.seen.list);
  t.seen.error = calloc(SIGHTS, sizeof *t.seen.error);
  size_t keys = 1;
  for (size_t n = 0; n < count; n++) keys = (size_t)sheets[n].keys > keys ? (size_t)sheets[n].keys : keys;
  t.of_row = calloc(keys, sizeof *t.of_row);
  if (t.seen.list != NULL && t.seen.error != NULL && t.of_row != NULL) {
    say_visible(&t);
    if (t.told[0] == '\0') say_numbers(&t);
    if (effect(&t, collect_rows, judge_nan)) say_where(&t, "rows are NaN", "rows", false, 0);
  }
  free(t.seen.list);
  free(t.seen.error);
  free(t.of_row);
  const char *best = t.told[0] != '\0' ? t.told : t.everywhere[0] != '\0' ? t.everywhere : t.rest;
  (void)memcpy(text, best, EFFECTS_TEXT_MAX);
  *has_condition = t.has_condition;
  return best != t.rest;
}
