/* With the log-sum-exp L of a row, a weight p of a key with score s gives the error of its logarithm, log(p) + L - s. */
#include "check/zoo/effects.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/zoo/laws.h"

#define SIGHTS 60000     /* at most */
#define LEAST 4          /* affected sights */
#define INFORMATIVE 1e-4 /* weights from which something can be told */
#define SEEN 1e-6
#define BY_CHANCE 0.02 /* of wrong weights: right ones among them */

/* What can be told of a sight. */
typedef enum { TOLD_NOTHING, TOLD_RIGHT, TOLD_AFFECTED } told;

typedef struct {
  const sheet *sheets;
  size_t sheet_count, affected;
  evidence seen;
  char *text;
  size_t used;
  bool is_whole; /* every effect has its condition, or follows a law */
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

static void say(study *t, const char *format, ...) {
  va_list arguments;
  if (t->used + 1 >= EFFECTS_TEXT_MAX) return;
  va_start(arguments, format);
  t->used += (size_t)vsnprintf(t->text + t->used, EFFECTS_TEXT_MAX - t->used, format, arguments);
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
static double error_of(const sight *at, double base) {
  const sheet *s = at->of;
  const int64_t n = sheet_pair(s, at->row, at->key);
  if (!s->visible[n] || !(fmax(s->read[n], s->weight[n]) > INFORMATIVE)) return NAN;
  return log(s->read[n]) + base - s->score[n];
}

/* The lse that goes with the weights of a row: the right one where they are right, else that of the candidate. */
static double base_of(const sheet *s, int64_t row) {
  const double right = sheet_right_lse(s, row);
  bool is_right = true;
  for (int64_t j = 0; j < s->keys && is_right; j++) {
    const sight at = {s, row, j, false};
    const double error = error_of(&at, right);
    is_right = isnan(error) || fabs(error) <= law_tolerance(&at);
  }
  return is_right || !s->has_lse ? right : s->lse[row];
}

static void collect_pairs(study *t, judgement *judge) {
  t->seen.count = t->affected = 0;
  for (const sheet *s = t->sheets; s < t->sheets + t->sheet_count; s++)
    for (int64_t row = 0; row < s->rows; row++) {
      if (is_nan_row(s, row) || should_be_nan(s, row)) continue;
      const double base = base_of(s, row);
      for (int64_t j = 0; j < s->keys; j++) add(t, (sight){s, row, j, false}, judge, base);
    }
}

static void collect_rows(study *t, judgement *judge) {
  t->seen.count = t->affected = 0;
  for (const sheet *s = t->sheets; s < t->sheets + t->sheet_count; s++)
    for (int64_t row = 0; row < s->rows; row++) add(t, (sight){s, row, -1, false}, judge, 0);
}

/* Says where an effect is seen. what: "visible keys get no weight". A law says enough without a condition. */
static void say_where(study *t, const char *what, const char *unit, bool is_law, double slack) {
  char where[CONDITIONS_TEXT_MAX];
  const bool found = conditions_print(t->seen.list, t->seen.count, slack, where);
  const size_t others = t->seen.count - t->affected;
  if (t->used > 0) say(t, "; ");
  t->is_whole = t->is_whole && (found || is_law);
  if (found && where[0] != '\0')
    say(t, "%s %s (%zu %s, %s of %zu others)", what, where, t->affected, unit, slack > 0 ? "hardly one" : "none",
        others);
  else if (found) say(t, "%s (all of %zu %s)", what, t->affected, unit);
  else say(t, "%s (%zu of %zu %s)", what, t->affected, t->affected + others, unit);
}

/* ---- what is judged */

static told judge_lost(const sight *at, double base, double *error) {
  const sheet *s = at->of;
  const int64_t n = sheet_pair(s, at->row, at->key);
  (void)error;
  if (!s->visible[n] || !(s->weight[n] > INFORMATIVE) || !(exp(s->score[n] - base) > INFORMATIVE)) return TOLD_NOTHING;
  return s->read[n] > 0 ? TOLD_RIGHT : TOLD_AFFECTED;
}

static told judge_hidden(const sight *at, double base, double *error) {
  const sheet *s = at->of;
  const int64_t n = sheet_pair(s, at->row, at->key);
  (void)error;
  if (s->visible[n]) return TOLD_NOTHING;
  if (fabs(s->read[n]) > SEEN) return TOLD_AFFECTED;
  return exp(s->score[n] - base) > INFORMATIVE ? TOLD_RIGHT : TOLD_NOTHING;
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
  *error = error_of(at, base);
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

/* What hides the hidden keys that get weight, if it is one thing. */
static const char *hidden_keys(const study *t) {
  bool masked = true, late = true, after = true, outside = true;
  for (const sight *s = t->seen.list; s < t->seen.list + t->seen.count; s++) {
    const sheet *of = s->of;
    if (!s->affected) continue;
    masked = masked && !of->unmasked[sheet_pair(of, s->row, s->key)];
    late = late && s->key >= sheet_length(of, s->row);
    after = after && of->causal && s->key > sheet_diagonal(of, s->row);
    outside = outside && of->windowed;
  }
  return masked    ? "keys that the mask hides get weight"
         : late    ? "keys after kv_len get weight"
         : after   ? "keys after the diagonal get weight"
         : outside ? "keys outside the window, or hidden otherwise, get weight"
                   : "hidden keys get weight";
}

/* Effects on which keys are seen, and rows of NaN. */
static void say_visible(study *t) {
  if (effect(t, collect_rows, judge_nan)) say_where(t, "rows are NaN", "rows", false, 0);
  if (effect(t, collect_pairs, judge_lost)) say_where(t, "visible keys get no weight", "pairs", false, 0);
  if (effect(t, collect_pairs, judge_hidden)) say_where(t, hidden_keys(t), "pairs", false, 0);
}

/* Effects on the numbers of weights, or of lse. */
static void say_numbers(study *t) {
  char what[LAWS_TEXT_MAX];
  const bool pairs = effect(t, collect_pairs, judge_factor);
  if (!pairs && !effect(t, collect_rows, judge_lse)) return;
  const bool found = law_print(&t->seen, what);
  const bool contrast = 4 * (t->seen.count - t->affected) >= t->affected;
  if (!found) (void)snprintf(what, sizeof what, pairs ? "weights are wrong" : "lse is wrong");
  say_where(t, what, pairs ? "pairs" : "rows", found, found ? 0 : BY_CHANCE);
  t->is_whole = t->is_whole && (found || contrast); /* "wrong nearly everywhere" says nothing */
}

/* Says which keys are seen, if that has a condition. Otherwise it says what the numbers show, if they follow a law or have a
   condition. Otherwise it says what is left of both. */
bool effects_print(const sheet *sheets, size_t count, char text[EFFECTS_TEXT_MAX]) {
  char other[EFFECTS_TEXT_MAX] = "";
  study t = {.sheets = sheets, .sheet_count = count, .text = text, .is_whole = true};
  t.seen.list = calloc(SIGHTS, sizeof *t.seen.list);
  t.seen.error = calloc(SIGHTS, sizeof *t.seen.error);
  text[0] = '\0';
  if (t.seen.list != NULL && t.seen.error != NULL) {
    say_visible(&t);
    study numbers = {.sheets = sheets, .sheet_count = count, .seen = t.seen, .text = other, .is_whole = true};
    if (t.used == 0 || !t.is_whole) say_numbers(&numbers);
    if (numbers.used > 0 && (t.used == 0 || numbers.is_whole)) {
      (void)memcpy(text, other, sizeof other);
      t.is_whole = numbers.is_whole;
    }
  }
  free(t.seen.list);
  free(t.seen.error);
  return text[0] != '\0' && t.is_whole;
}
