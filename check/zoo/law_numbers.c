/* Numbers that the lse of rows shows: terms that the denominator has too many, the term of the sink, the exponential.
   */
#include <math.h>
#include <stdio.h>

#include "check/zoo/law.h"

/* How many terms exp(0), or exp(maximum), the denominator has too many. */
static double terms_of_0(const sight *s, double lse) { return exp(lse) - exp(sheet_right_lse(s->of, s->row)); }
static double terms_of_max(const sight *s, double lse) { return exp(lse - s->of->max[s->row]) - s->of->total[s->row]; }

/* The term of the sink in the denominator; how often it is in the denominator; t, if its term is exp(t (sink -
   maximum)). */
static double sink_below(const sight *s) { return s->of->sink[s->row] - s->of->max[s->row]; }
static double sink_term(const sight *s, double lse) { return terms_of_max(s, lse) + exp(sink_below(s)); }
static double sink_times(const sight *s, double lse) {
  return s->of->has_sink ? sink_term(s, lse) / exp(sink_below(s)) : NAN;
}
static double sink_power(const sight *s, double lse) {
  const bool shows = s->of->has_sink && sink_below(s) < -1e-3 && sink_term(s, lse) > 1e-6 * s->of->total[s->row];
  return shows ? log(sink_term(s, lse)) / sink_below(s) : NAN;
}

/* The factor on score - maximum. */
static double lse_at(const sight *s, double t) { return law_lse_of(s, 0, s->of->keys, t); }
static double temperature(const sight *s, double wanted) {
  double low = 0.25, high = 4;
  if (s->of->has_sink || !(wanted < lse_at(s, low)) || !(wanted > lse_at(s, high))) return NAN;
  for (int n = 0; n < 60; n++) {
    const double t = (low + high) / 2;
    *(lse_at(s, t) > wanted ? &low : &high) = t;
  }
  return low;
}

/* The numbers, and the lse of a row with such a number. */
typedef struct {
  double (*of)(const sight *s, double lse);
  double (*lse)(const sight *s, double number);
  bool whole;
  const char *says;
} number;

static double with_terms_of_0(const sight *s, double n) { return log(exp(sheet_right_lse(s->of, s->row)) + n); }
static double with_terms_of_max(const sight *s, double n) { return s->of->max[s->row] + log(s->of->total[s->row] + n); }

static double with_sink_term(const sight *s, double term) {
  return s->of->max[s->row] + log(s->of->total[s->row] - exp(sink_below(s)) + term);
}
static double with_sink_times(const sight *s, double n) { return with_sink_term(s, n * exp(sink_below(s))); }
static double with_sink_power(const sight *s, double t) { return with_sink_term(s, exp(t * sink_below(s))); }

static const number numbers[] = {
    {sink_times, with_sink_times, true, "number of times the sink is in the denominator: "},
    {sink_power, with_sink_power, false, "the term of the sink is exp(t (sink - maximum)) with t = "},
    {terms_of_0, with_terms_of_0, true, "number of extra terms exp(0) in the denominator: "},
    {terms_of_max, with_terms_of_max, true, "number of extra terms exp(maximum) in the denominator: "},
    {temperature, lse_at, false, "the exponential is exp(t (score - maximum)) with t = "},
};

/* Whether all affected rows show whole numbers; rows in which the next number gives nearly the same are left out. */
static bool show_whole(const evidence *e, const number *of, double *low, double *high) {
  size_t shown = 0;
  for (size_t n = 0; n < e->count; n++) {
    const sight *at = &e->list[n];
    const double lse = sheet_right_lse(at->of, at->row) + e->error[n],
                 tolerance = law_tolerance(at) + (e->slack != NULL ? e->slack[n] : 0);
    if (!at->affected) continue;
    const double its = rint(of->of(at, lse));
    if (!(fabs(of->lse(at, its) - lse) <= tolerance) || its == 0) return false;
    if (!(fabs(of->lse(at, its + 1) - lse) >= 2 * tolerance)) continue;
    *low = fmin(*low, its), *high = fmax(*high, its);
    shown++;
  }
  return shown >= LAW_LEAST;
}

/* Whether all affected rows show the same number. */
static bool show_same(const evidence *e, const number *of, double *low, double *high) {
  size_t shown = 0;
  for (size_t n = 0; n < e->count; n++) {
    const sight *at = &e->list[n];
    if (!at->affected) continue;
    const double x = of->of(at, sheet_right_lse(at->of, at->row) + e->error[n]);
    if (!isfinite(x)) return false;
    *low = fmin(*low, x), *high = fmax(*high, x);
    shown++;
  }
  return shown >= LAW_LEAST && *high - *low <= 3e-4;
}

/* A number that rows show, and what it changes. */
typedef struct {
  const number *of;
  double n;
} shown_number;

static double change_by_number(const sight *s, const void *of) {
  const shown_number *f = of;
  return f->of->lse(s, f->n) - sheet_right_lse(s->of, s->row);
}

bool law_print_number(evidence *e, char text[LAWS_TEXT_MAX]) {
  for (size_t m = 0; m < sizeof numbers / sizeof numbers[0]; m++) {
    const number *of = &numbers[m];
    double low = HUGE_VAL, high = -HUGE_VAL;
    if (!(of->whole ? show_whole : show_same)(e, of, &low, &high)) continue;
    evidence_forget_small(e, change_by_number, &(shown_number){of, fabs(low) < fabs(high) ? low : high});
    if (of->whole && low < high) (void)snprintf(text, LAWS_TEXT_MAX, "%s%.0f .. %.0f", of->says, low, high);
    else (void)snprintf(text, LAWS_TEXT_MAX, "%s%.5g", of->says, (low + high) / 2);
    return true;
  }
  text[0] = '\0';
  return false;
}
