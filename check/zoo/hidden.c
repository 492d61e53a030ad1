/* With the log-sum-exp L of a row, a hidden key with weight p has the score log(p) + L. */
#include "check/zoo/hidden.h"

#include <math.h>
#include <stdio.h>

#define LEAST 8          /* affected sights */
#define ROUNDING 0x1p-21 /* of a score in binary32 */

/* What a score may be made of, its words, and those where a number is added. */
typedef struct {
  double (*of)(const sight *s);
  const char *says, *before, *after;
} form;

static double own(const sight *s) { return s->of->score[sheet_pair(s->of, s->row, s->key)]; }
static double nothing(const sight *s) { return (void)s, 0; }
static double least(const sight *s) { return s->of->has_softcap ? -s->of->softcap : NAN; }
static double least_biased(const sight *s) { return least(s) + s->of->bias[sheet_pair(s->of, s->row, s->key)]; }
static double of_bias(const sight *s) { return s->of->bias[sheet_pair(s->of, s->row, s->key)]; }
static double largest(const sight *s) { return s->of->max[s->row]; }

static const form forms[] = {
    {own, "as visible ones do", "with ", " added to their scores"},
    {nothing, "with the score 0", "with the score ", ""},
    {least, "with the score -softcap", NULL, NULL},
    {least_biased, "with the score -softcap + bias", NULL, NULL},
    {of_bias, "with the bias as their score", NULL, NULL},
    {largest, "with the largest visible score of the row", NULL, NULL},
};

/* Whether all scores are the form and a number; 0 if only the form will do. */
static bool fits(const evidence *e, const form *f, double *added) {
  size_t count = 0;
  double largest_error = 0;
  *added = 0;
  for (size_t n = 0; n < e->count; n++) {
    const sight *s = &e->list[n];
    if (!s->affected) continue;
    const double more = e->error[n] - f->of(s);
    if (count++ == 0) *added = more;
    const double tolerance = law_tolerance(s) + ROUNDING * fabs(more);
    if (!(fabs(more - *added) <= tolerance)) return false;
    largest_error = fmax(largest_error, tolerance);
  }
  if (fabs(*added) <= largest_error) *added = 0;
  return count >= LEAST && (*added == 0 || f->before != NULL);
}

bool hidden_print(const evidence *e, char text[HIDDEN_TEXT_MAX]) {
  double added;
  for (const form *f = forms; f < forms + sizeof forms / sizeof forms[0]; f++) {
    if (!fits(e, f, &added)) continue;
    if (added == 0) (void)snprintf(text, HIDDEN_TEXT_MAX, "%s", f->says);
    else (void)snprintf(text, HIDDEN_TEXT_MAX, "%s%.6g%s", f->before, added, f->after);
    return true;
  }
  text[0] = '\0';
  return false;
}
