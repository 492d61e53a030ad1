#include "check/zoo/effects.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/zoo/denominator.h"
#include "check/zoo/hidden.h"
#include "check/zoo/sights.h"

#define LEAST_ALL 12   /* affected sights, where all are: that is no contrast */
#define BY_CHANCE 0.02 /* of wrong weights: right ones among them */

typedef struct {
  sights of;
  effects_told how;
  char told[EFFECTS_TEXT_MAX];       /* effects that have their condition, or follow a law; */
  char everywhere[EFFECTS_TEXT_MAX]; /* that are seen everywhere; */
  char rest[EFFECTS_TEXT_MAX];       /* and others */
} study;

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

/* Says where an effect is seen. what: "visible keys get no weight". A law says enough without a condition. */
static void say_where(study *t, const char *what, const char *unit, bool is_law, double slack) {
  char where[CONDITIONS_TEXT_MAX];
  condition_found beside = {0, false};
  const bool found = conditions_print(t->of.seen.list, t->of.seen.count, slack, &beside, where);
  const size_t others = t->of.seen.count - t->of.affected;
  const bool everywhere = found && where[0] == '\0';
  t->how.has_condition = t->how.has_condition || (found && !everywhere);
  t->how.is_ambiguous = t->how.is_ambiguous || beside.is_ambiguous;
  char *text = is_law || (found && !everywhere)            ? t->told
               : everywhere && t->of.affected >= LEAST_ALL ? t->everywhere
                                                           : t->rest;
  if (found && !everywhere)
    say(text, "%s %s (%zu %s, and %zu of %zu others)", what, where, t->of.affected, unit, beside.exceptions, others);
  else if (found) say(text, "%s (all of %zu %s)", what, t->of.affected, unit);
  else say(text, "%s (%zu of %zu %s)", what, t->of.affected, t->of.affected + others, unit);
}

/* Effects on which keys are seen. */
static void say_visible(study *t) {
  static const struct {
    sight_kind kind;
    const char *says;
  } hidden[] = {{SIGHT_MASKED, "keys that the mask hides get weight"},
                {SIGHT_LATE, "keys after kv_len get weight"},
                {SIGHT_AFTER_DIAGONAL, "keys after the diagonal get weight"},
                {SIGHT_OUTSIDE_WINDOW, "keys outside the window get weight"},
                {SIGHT_BIASED, "keys with the bias -infinity get weight"},
                {SIGHT_HIDDEN, "keys that are hidden for two reasons get weight"}};
  char score[HIDDEN_TEXT_MAX], what[2 * HIDDEN_TEXT_MAX];
  if (sights_collect(&t->of, SIGHT_LOST)) say_where(t, "visible keys get no weight", "pairs", false, 0);
  for (size_t n = 0; n < sizeof hidden / sizeof hidden[0]; n++) {
    const bool said = t->told[0] != '\0' || t->rest[0] != '\0';
    if ((hidden[n].kind == SIGHT_HIDDEN && said) || !sights_collect(&t->of, hidden[n].kind)) continue;
    const bool found = hidden_print(&t->of.seen, score);
    (void)snprintf(what, sizeof what, found ? "%s %s" : "%s", hidden[n].says, score);
    say_where(t, what, "pairs", found, 0);
  }
}

/* Effects on the numbers of weights, or of lse. */
static void say_numbers(study *t) {
  char what[LAWS_TEXT_MAX], denominator[DENOMINATOR_TEXT_MAX];
  if (denominator_print(t->of.sheets, t->of.sheet_count, denominator)) {
    say(t->told, "%s", denominator);
    return;
  }
  const bool pairs = sights_collect(&t->of, SIGHT_WEIGHT);
  const bool follows = t->rest[0] != '\0'; /* then lse is wrong as well */
  if (!pairs && (follows || !sights_collect(&t->of, SIGHT_LSE))) return;
  const bool found = law_print(&t->of.seen, what);
  const bool contrast =
      4 * (t->of.seen.count - t->of.affected) >= t->of.affected; /* "wrong nearly everywhere" says nothing */
  if (!found) (void)snprintf(what, sizeof what, pairs ? "weights are wrong" : "lse is wrong");
  if (found || contrast) say_where(t, what, pairs ? "pairs" : "rows", found, found ? 0 : BY_CHANCE);
  else say(t->rest, "%s (%zu of %zu)", what, t->of.affected, t->of.seen.count);
}

/* Says which rows are NaN; which keys are seen, if that has a condition; else what the numbers show. */
bool effects_print(const sheet *sheets, size_t count, effects_told *told, char text[EFFECTS_TEXT_MAX]) {
  study t = {.how.has_condition = false};
  if (sights_make(sheets, count, &t.of)) {
    say_visible(&t);
    if (t.told[0] == '\0') say_numbers(&t);
    if (sights_collect(&t.of, SIGHT_NAN)) say_where(&t, "rows are NaN", "rows", false, 0);
    if (sights_collect(&t.of, SIGHT_NUMBER)) say_where(&t, "rows that should be NaN are not", "rows", false, 0);
  }
  sights_free(&t.of);
  const char *best = t.told[0] != '\0' ? t.told : t.everywhere[0] != '\0' ? t.everywhere : t.rest;
  (void)memcpy(text, best, EFFECTS_TEXT_MAX);
  *told = t.how;
  return best != t.rest;
}
