#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/zoo/law.h"
#include "check/zoo/words.h"

#define LEAST_OF_GROUP 8 /* affected sights of a group */
#define MANY 64          /* in one sheet alone */
#define VARIES 1.2       /* largest over smallest value of a variable */
#define MOST_OF 0.25     /* of an error, that rounding may be: of a weight, */
#define MOST_OF_LSE 0.05 /* of lse */

static double of_pair(const sheet *s, int64_t row) {
  return fmax(s->dtype == ATTEST_F16 || s->dtype == ATTEST_BF16 ? 0.03 : 1e-3, 4 * s->rounding[row]);
}

double law_tolerance(const sight *s) {
  return s->key < 0 ? 1e-4 * fmax(1, fabs(sheet_right_lse(s->of, s->row))) : of_pair(s->of, s->row);
}

double law_plus_1(double factor) { return factor + 1; }
double law_minus_1(double factor) { return factor - 1; }
double law_as_it_is(double factor) { return factor; }
double law_one(const sight *s, int64_t n) { return (void)s, (void)n, 1; }

/* ---- fitting */

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double law_value(const law *l, const sight *s, int64_t n) {
  const sight other = {s->of, s->row, s->beside, -1, false};
  return l->of(s, n) - (s->beside < 0 ? 0 : l->of(&other, n));
}

static bool is_in(const law_group *g, const sight *s) {
  return s->affected && (g == NULL || g->of(s, g->n) == g->number);
}

/* Whether so many sights show a law: in two sheets, or many in one; and with a variable that is not one number, which
   any law would fit. */
static bool is_shown(const evidence *e, const law *l, int64_t n, const law_group *g) {
  const sheet *first = NULL;
  double low = HUGE_VAL, high = 0;
  size_t count = 0;
  bool several = false;
  for (size_t i = 0; i < e->count; i++) {
    const sight *s = &e->list[i];
    if (!is_in(g, s)) continue;
    if (first == NULL) first = s->of;
    several = several || s->of != first;
    const double x = fabs(law_value(l, s, n));
    low = fmin(low, x), high = fmax(high, x);
    count++;
  }
  return (several || count >= MANY) && (l->of == law_one || high > VARIES * low);
}

bool law_fits(const evidence *e, const law *l, int64_t n, const law_group *g, double *ratios, double *factor) {
  size_t count = 0;
  *factor = 0;
  for (size_t i = 0; i < e->count; i++) {
    const sight *s = &e->list[i];
    if (!is_in(g, s)) continue;
    const double x = law_value(l, s, n);
    if (!(fabs(x) > law_tolerance(s) / 4)) return false;
    ratios[count++] = e->error[i] / x;
  }
  if (count == 0) return g != NULL;
  if (count < (g != NULL ? LEAST_OF_GROUP : LAW_LEAST) || !is_shown(e, l, n, g)) return false;
  qsort(ratios, count, sizeof *ratios, compare_numbers);
  *factor = ratios[count / 2];
  for (size_t i = 0; i < e->count; i++) {
    const sight *s = &e->list[i];
    const double error = fabs(e->error[i]), share = s->key < 0 ? MOST_OF_LSE : MOST_OF;
    const double most = fmin(law_tolerance(s), share * error) + LAW_SAME * error;
    if (is_in(g, s) && !(fabs(e->error[i] - *factor * law_value(l, s, n)) <= most)) return false;
  }
  return true;
}

void evidence_forget_small(evidence *e, double (*change)(const sight *s, const void *of), const void *of) {
  size_t kept = 0;
  for (size_t i = 0; i < e->count; i++) {
    if (!e->list[i].affected && !(fabs(change(&e->list[i], of)) >= 2 * law_tolerance(&e->list[i]))) continue;
    e->error[kept] = e->error[i];
    if (e->slack != NULL) e->slack[kept] = e->slack[i];
    e->list[kept++] = e->list[i];
  }
  e->count = kept;
}

/* A law with its number and factor, and what it changes. */
typedef struct {
  const law *of;
  int64_t n;
  double factor;
} fitted;

static double change_by_law(const sight *s, const void *of) {
  const fitted *f = of;
  return f->factor * law_value(f->of, s, f->n);
}

size_t law_print_words(const char *says, int64_t n, double k, char *text, size_t size) {
  char number[30], factor[40];
  (void)snprintf(number, sizeof number, "%" PRId64, n);
  (void)snprintf(factor, sizeof factor, "%.6g", k);
  return words_print(says, number, factor, text, size);
}

/* Whether the first affected sights refute a law without a factor: most laws are refuted here. */
static bool is_refuted(const evidence *e, const law *l, int64_t n) {
  int seen = 0;
  for (size_t i = 0; i < e->count && seen < LAW_LEAST; i++) {
    const sight *s = &e->list[i];
    if (!s->affected) continue;
    if (!(fabs(e->error[i] - law_value(l, s, n)) <= 2 * law_tolerance(s) + LAW_WHOLE * fabs(e->error[i]))) return true;
    seen++;
  }
  return false;
}

static bool find_law(evidence *e, const law *laws, size_t count, double *ratios, char text[LAWS_TEXT_MAX]) {
  double factor;
  for (const law *l = laws; l < laws + count; l++)
    for (int i = 0; i < LAW_NUMBERS && l->numbers[i] != 0; i++) {
      if (l->shown == NULL && is_refuted(e, l, l->numbers[i])) continue;
      if (!law_fits(e, l, l->numbers[i], NULL, ratios, &factor)) continue;
      if (l->shown == NULL && fabs(factor - 1) > LAW_WHOLE) continue;
      evidence_forget_small(e, change_by_law, &(fitted){l, l->numbers[i], factor});
      (void)law_print_words(l->says, l->numbers[i], l->shown != NULL ? l->shown(factor) : 1, text, LAWS_TEXT_MAX);
      return true;
    }
  return false;
}

bool law_print(evidence *e, char text[LAWS_TEXT_MAX]) {
  double *ratios = calloc(e->count + 1, sizeof *ratios);
  bool found = false;
  text[0] = '\0';
  if (ratios != NULL && e->count > 0 && e->list[0].key < 0)
    found = find_law(e, laws_of_rows, laws_of_rows_count, ratios, text) || law_print_number(e, text) ||
            law_print_stale(e, text);
  else if (ratios != NULL)
    found = find_law(e, laws_of_pairs, laws_of_pairs_count, ratios, text) || law_print_ranges(e, text) ||
            law_print_groups(e, ratios, text);
  free(ratios);
  return found;
}
