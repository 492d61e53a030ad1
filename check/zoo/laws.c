#include "check/zoo/laws.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attest.h"
#include "check/zoo/words.h"

#define LEAST 4          /* affected sights */
#define NUMBERS 6        /* of a variable */
#define SAME 0.002       /* relative difference of an error from its law, beside rounding */
#define MOST_OF 0.25     /* of an error, that rounding may be: of a weight, */
#define MOST_OF_LSE 0.05 /* of lse */
#define WHOLE 0.01       /* of a factor from 1 */
#define GROUPS 8         /* most groups with a factor of their own */
#define NAMED 3          /* groups that are named */

static double of_pair(const sheet *s) { return s->dtype == ATTEST_F16 || s->dtype == ATTEST_BF16 ? 0.03 : 1e-3; }

double law_tolerance(const sight *s) {
  return s->key < 0 ? 1e-4 * fmax(1, fabs(sheet_right_lse(s->of, s->row))) : of_pair(s->of);
}

/* ---- variables of a pair; n: keys in a tile */

static int64_t length_of(const sight *s) { return sheet_length(s->of, s->row); }
static int64_t pair_of(const sight *s) { return sheet_pair(s->of, s->row, s->key); }

static double one(const sight *s, int64_t n) { return (void)s, (void)n, 1; }
static double rise(const sight *s, int64_t n) {
  const int64_t end = (s->key / n + 1) * n;
  return end < s->of->keys ? s->of->max[s->row] - s->of->so_far[s->row * s->of->keys + end - 1] : 0;
}
static double rise_in_last(const sight *s, int64_t n) {
  const int64_t first = (length_of(s) - 1) / n * n;
  return first > 0 && s->key < first ? s->of->max[s->row] - s->of->so_far[s->row * s->of->keys + first - 1] : 0;
}
static double score(const sight *s, int64_t n) { return (void)n, s->of->score[pair_of(s)]; }
static double below(const sight *s, int64_t n) { return (void)n, s->of->score[pair_of(s)] - s->of->max[s->row]; }
static double bias(const sight *s, int64_t n) { return (void)n, s->of->bias[pair_of(s)]; }
static double distance(const sight *s, int64_t n) { return (void)n, (double)(s->key - sheet_diagonal(s->of, s->row)); }
static double max(const sight *s, int64_t n) { return (void)n, s->of->max[s->row]; }

/* ---- variables of lse; n: ranges, or keys in a tile */

/* The lse of keys first .. end - 1 where the exponential is exp(t (score - maximum)). */
static double lse_of(const sight *s, int64_t first, int64_t end, double t) {
  const sheet *of = s->of;
  double sum = 0;
  for (int64_t n = sheet_pair(of, s->row, first); n < sheet_pair(of, s->row, end); n++)
    if (of->visible[n]) sum += exp(t * (of->score[n] - of->max[s->row]));
  return sum > 0 ? of->max[s->row] + log(sum) : -HUGE_VAL;
}

/* The lse of one range of this size, or the largest (which: -1), against that of the row. */
static double of_range(const sight *s, int64_t size, int64_t which) {
  const int64_t keys = length_of(s), ranges = size > 0 ? (keys + size - 1) / size : 0;
  double found = -HUGE_VAL;
  for (int64_t n = which < 0 ? 0 : which; n < (which < 0 ? ranges : which + 1); n++)
    found = fmax(found, lse_of(s, n * size, (n + 1) * size < keys ? (n + 1) * size : keys, 1));
  return found - sheet_right_lse(s->of, s->row);
}
static int64_t last_range(const sight *s, int64_t size) {
  return size > 0 && length_of(s) > 0 ? (length_of(s) - 1) / size : 0;
}
static double largest_range(const sight *s, int64_t n) { return of_range(s, sheet_range(length_of(s), n), -1); }
static double first_range(const sight *s, int64_t n) { return of_range(s, sheet_range(length_of(s), n), 0); }
static double final_range(const sight *s, int64_t n) {
  const int64_t size = sheet_range(length_of(s), n);
  return of_range(s, size, last_range(s, size));
}
static double largest_tensor_range(const sight *s, int64_t n) { return of_range(s, sheet_range(s->of->keys, n), -1); }
static double largest_tile(const sight *s, int64_t n) { return of_range(s, n, -1); }
static double first_tile(const sight *s, int64_t n) { return of_range(s, n, 0); }
static double last_tile(const sight *s, int64_t n) { return of_range(s, n, last_range(s, n)); }
static double minus_max(const sight *s, int64_t n) { return (void)n, -s->of->max[s->row]; }
static double lse(const sight *s, int64_t n) { return (void)n, sheet_right_lse(s->of, s->row); }

/* ---- laws */

/* "{}" stands for the number of the variable, "{k}" for a number made of the factor. */
typedef struct {
  double (*of)(const sight *s, int64_t n);
  int64_t numbers[NUMBERS];
  double (*shown)(double factor); /* NULL: the factor is 1 */
  const char *says;
} law;

static double plus_1(double x) { return x + 1; }
static double minus_1(double x) { return x - 1; }
static double as_it_is(double x) { return x; }

#define TILES                                                                                                          \
  { 32, 64, 128, 16, 8, 4 }
#define RANGES                                                                                                         \
  { 2, 4, 3, 8, 16 }

static const law of_pairs[] = {
    {one, {1}, exp, "weights are {k} times as large"},
    {bias, {1}, plus_1, "the bias counts {k} times"},
    {rise, TILES, NULL, "sums of earlier tiles of {} keys are not rescaled when the maximum rises"},
    {rise_in_last, TILES, NULL, "sums are not rescaled when the last tile of {} keys raises the maximum"},
    {rise, TILES, minus_1, "sums of earlier tiles of {} keys are rescaled by exp of {k} times the rise of the maximum"},
    {score, {1}, plus_1, "scores are {k} times as large"},
    {below, {1}, plus_1, "weights are exp of {k} times score - maximum"},
    {distance, {1}, as_it_is, "{k} times the distance from the diagonal is added to scores"},
    {max, {1}, as_it_is, "{k} times the maximum is added to scores"},
};
static const law of_rows[] = {
    {one, {1}, as_it_is, "{k} is added to lse"},
    {minus_max, {1}, NULL, "lse is without the maximum"},
    {lse, {1}, plus_1, "lse is {k} times as large"},
    {largest_range, RANGES, NULL, "lse is the largest of those of {} ranges of keys"},
    {largest_tensor_range, RANGES, NULL, "lse is the largest of those of {} ranges of the tensor"},
    {largest_tile, TILES, NULL, "lse is the largest of those of tiles of {} keys"},
    {final_range, RANGES, NULL, "lse is that of the last of {} ranges of keys"},
    {first_range, RANGES, NULL, "lse is that of the first of {} ranges of keys"},
    {last_tile, TILES, NULL, "lse is that of the last tile of {} keys"},
    {first_tile, TILES, NULL, "lse is that of the first tile of {} keys"},
};

/* ---- groups of pairs */

static int64_t range_at(const sight *s, int64_t n) {
  return length_of(s) > 0 ? s->key / sheet_range(length_of(s), n) : 0;
}
static int64_t tensor_range_at(const sight *s, int64_t n) { return s->key / sheet_range(s->of->keys, n); }
static int64_t tile_at(const sight *s, int64_t n) { return s->key / n; }
static int64_t head_at(const sight *s, int64_t n) { return (void)n, sheet_head(s->of, s->row); }
static int64_t batch_at(const sight *s, int64_t n) { return (void)n, sheet_batch(s->of, s->row); }
static int64_t query_mod(const sight *s, int64_t n) { return sheet_query(s->of, s->row) % n; }
static int64_t key_mod(const sight *s, int64_t n) { return s->key % n; }

/* "{}" stands for the number, "{k}" for that of a group. */
typedef struct {
  int64_t (*of)(const sight *s, int64_t n);
  int64_t numbers[NUMBERS];
  const char *says;
} grouping;

static const grouping groupings[] = {
    {range_at, RANGES, " in range {k} of {} of the keys"},
    {tensor_range_at, RANGES, " in range {k} of {} of the tensor"},
    {tile_at, TILES, " in tile {k} of {} keys"},
    {head_at, {1}, " in head {k}"},
    {batch_at, {1}, " in batch {k}"},
    {query_mod, {2, 4, 8}, " in queries that are {k} mod {}"},
    {key_mod, {2, 4, 8}, " for keys that are {k} mod {}"},
};

/* ---- fitting */

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool is_in(const grouping *g, int64_t n, int64_t number, const sight *s) {
  return s->affected && (g == NULL || g->of(s, n) == number);
}

/* Whether the errors of all affected sights of a group are one number times a variable, the median of their ratios.
   ratios: memory. A group with hardly a sight has the factor 0. */
static bool fits(const evidence *e, const law *l, int64_t n, const grouping *g, int64_t of_group, int64_t number,
                 double *ratios, double *factor) {
  size_t count = 0;
  *factor = 0;
  for (size_t i = 0; i < e->count; i++) {
    const sight *s = &e->list[i];
    if (!is_in(g, of_group, number, s)) continue;
    const double x = l->of(s, n);
    if (!(fabs(x) > law_tolerance(s) / 4)) return false;
    ratios[count++] = e->error[i] / x;
  }
  if (count < LEAST) return g != NULL && count == 0;
  qsort(ratios, count, sizeof *ratios, compare_numbers);
  *factor = ratios[count / 2];
  for (size_t i = 0; i < e->count; i++) {
    const sight *s = &e->list[i];
    const double error = fabs(e->error[i]), share = s->key < 0 ? MOST_OF_LSE : MOST_OF;
    const double most = fmin(law_tolerance(s), share * error) + SAME * error;
    if (is_in(g, of_group, number, s) && !(fabs(e->error[i] - *factor * l->of(s, n)) <= most)) return false;
  }
  return true;
}

/* Leaves out the right sights in which the change would be too small to be told from nothing. */
static void forget_small(evidence *e, double (*change)(const sight *s, const void *of), const void *of) {
  size_t kept = 0;
  for (size_t i = 0; i < e->count; i++) {
    if (!e->list[i].affected && !(fabs(change(&e->list[i], of)) >= 2 * law_tolerance(&e->list[i]))) continue;
    e->error[kept] = e->error[i];
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
  return f->factor * f->of->of(s, f->n);
}

static size_t print_words(const char *says, int64_t n, double k, char *text, size_t size) {
  char number[30], factor[40];
  (void)snprintf(number, sizeof number, "%" PRId64, n);
  (void)snprintf(factor, sizeof factor, "%.6g", k);
  return words_print(says, number, factor, text, size);
}

static bool find_law(evidence *e, const law *laws, size_t count, double *ratios, char text[LAWS_TEXT_MAX]) {
  double factor;
  for (const law *l = laws; l < laws + count; l++)
    for (int i = 0; i < NUMBERS && l->numbers[i] != 0; i++) {
      if (!fits(e, l, l->numbers[i], NULL, 0, 0, ratios, &factor)) continue;
      if (l->shown == NULL && fabs(factor - 1) > WHOLE) continue;
      forget_small(e, change_by_law, &(fitted){l, l->numbers[i], factor});
      (void)print_words(l->says, l->numbers[i], l->shown != NULL ? l->shown(factor) : 1, text, LAWS_TEXT_MAX);
      return true;
    }
  return false;
}

/* Whether a law fits in every group, each with its factor. */
static bool fits_groups(const evidence *e, const law *l, const grouping *g, int64_t n, double *ratios,
                        double factor[GROUPS]) {
  int found = 0;
  for (size_t i = 0; i < e->count; i++)
    if (g->of(&e->list[i], n) >= GROUPS) return false;
  for (int64_t number = 0; number < GROUPS; number++) {
    if (!fits(e, l, 1, g, n, number, ratios, &factor[number])) return false;
    found += fabs(factor[number]) > 0;
  }
  return found > 1;
}

static void print_groups(const law *l, const grouping *g, int64_t n, const double factor[GROUPS],
                         char text[LAWS_TEXT_MAX]) {
  size_t used = 0;
  int named = 0;
  for (int64_t number = 0; number < GROUPS && named < NAMED; number++) {
    if (!(fabs(factor[number]) > 0)) continue;
    if (named++ > 0) used += words_print(", ", "", "", text + used, LAWS_TEXT_MAX - used);
    used += print_words(l->says, 1, l->shown(factor[number]), text + used, LAWS_TEXT_MAX - used);
    used += print_words(g->says, n, (double)number, text + used, LAWS_TEXT_MAX - used);
  }
}

static bool find_groups(const evidence *e, const law *laws, size_t count, double *ratios, char text[LAWS_TEXT_MAX]) {
  double factor[GROUPS];
  for (const law *l = laws; l < laws + count; l++)
    for (size_t m = 0; l->shown != NULL && l->numbers[0] == 1 && m < sizeof groupings / sizeof groupings[0]; m++)
      for (int i = 0; i < NUMBERS && groupings[m].numbers[i] != 0; i++) {
        if (!fits_groups(e, l, &groupings[m], groupings[m].numbers[i], ratios, factor)) continue;
        print_groups(l, &groupings[m], groupings[m].numbers[i], factor, text);
        return true;
      }
  return false;
}

/* ---- numbers that the lse of each row shows */

/* How many terms exp(0), or exp(maximum), the denominator has too many. */
static double terms_of_0(const sight *s) { return exp(s->of->lse[s->row]) - exp(sheet_right_lse(s->of, s->row)); }
static double terms_of_max(const sight *s) {
  return exp(s->of->lse[s->row] - s->of->max[s->row]) - s->of->total[s->row];
}

/* The term of the sink in the denominator; how often it is in the denominator; t, if its term is exp(t (sink - maximum)). */
static double sink_below(const sight *s) { return s->of->sink[s->row] - s->of->max[s->row]; }
static double sink_term(const sight *s) { return terms_of_max(s) + exp(sink_below(s)); }
static double sink_times(const sight *s) { return s->of->has_sink ? sink_term(s) / exp(sink_below(s)) : NAN; }
static double sink_power(const sight *s) {
  const bool shows = s->of->has_sink && sink_below(s) < -1e-3 && sink_term(s) > 1e-6 * s->of->total[s->row];
  return shows ? log(sink_term(s)) / sink_below(s) : NAN;
}

/* The factor on score - maximum. */
static double lse_at(const sight *s, double t) { return lse_of(s, 0, s->of->keys, t); }
static double temperature(const sight *s) {
  const double wanted = s->of->lse[s->row];
  double low = 0.25, high = 4;
  if (s->of->has_sink || wanted > lse_at(s, low) || wanted < lse_at(s, high)) return NAN;
  for (int n = 0; n < 60; n++) {
    const double t = (low + high) / 2;
    *(lse_at(s, t) > wanted ? &low : &high) = t;
  }
  return low;
}

/* Whether all affected rows show the same number, or whole numbers. */
static bool show_number(const evidence *e, double (*of)(const sight *s), bool whole, double *low, double *high) {
  *low = HUGE_VAL, *high = -HUGE_VAL;
  for (size_t n = 0; n < e->count; n++) {
    if (!e->list[n].affected) continue;
    const double x = of(&e->list[n]);
    if (!isfinite(x) || (whole && (fabs(x - rint(x)) > 0.03 || !(fabs(x) > 0.5)))) return false;
    *low = fmin(*low, x), *high = fmax(*high, x);
  }
  return whole || *high - *low <= 3e-4;
}

/* The numbers, and the lse of a row with such a number. */
typedef struct {
  double (*of)(const sight *s);
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
    {sink_times, with_sink_times, true, "times that the sink is in the denominator: "},
    {sink_power, with_sink_power, false, "the term of the sink is exp(t (sink - maximum)) with t = "},
    {terms_of_0, with_terms_of_0, true, "terms exp(0) that the denominator has too many: "},
    {terms_of_max, with_terms_of_max, true, "terms exp(maximum) that the denominator has too many: "},
    {temperature, lse_at, false, "the exponential is exp(t (score - maximum)) with t = "},
};

/* A number that rows show, and what it changes. */
typedef struct {
  const number *of;
  double n;
} shown_number;

static double change_by_number(const sight *s, const void *of) {
  const shown_number *f = of;
  return f->of->lse(s, f->n) - sheet_right_lse(s->of, s->row);
}

static bool find_number(evidence *e, char text[LAWS_TEXT_MAX]) {
  double low, high;
  for (size_t m = 0; m < sizeof numbers / sizeof numbers[0]; m++) {
    if (!show_number(e, numbers[m].of, numbers[m].whole, &low, &high)) continue;
    forget_small(e, change_by_number, &(shown_number){&numbers[m], fabs(low) < fabs(high) ? low : high});
    if (numbers[m].whole && rint(low) < rint(high))
      (void)snprintf(text, LAWS_TEXT_MAX, "%s%.0f .. %.0f", numbers[m].says, low, high);
    else
      (void)snprintf(text, LAWS_TEXT_MAX, "%s%.5g", numbers[m].says, numbers[m].whole ? rint(low) : (low + high) / 2);
    return true;
  }
  return false;
}

/* ---- one sheet alone */

/* The sheet with most affected sights. */
static const sheet *most_affected(const evidence *e) {
  const sheet *best = NULL;
  size_t most = 0, count = 0;
  for (size_t i = 0; i < e->count; i++) {
    if (i > 0 && e->list[i].of != e->list[i - 1].of) count = 0;
    count += e->list[i].affected;
    if (count > most) most = count, best = e->list[i].of;
  }
  return best;
}

static bool find_in_one_sheet(evidence *e, const law *laws, size_t count, double *ratios, char text[LAWS_TEXT_MAX]) {
  const sheet *of = most_affected(e);
  evidence one = {e->list, e->error, 0};
  size_t first = 0;
  while (first < e->count && e->list[first].of != of) first++;
  one.list += first, one.error += first;
  while (first + one.count < e->count && one.list[one.count].of == of) one.count++;
  if (of == NULL || !find_groups(&one, laws, count, ratios, text)) return false;
  (void)words_print(", in one case", "", "", text + strlen(text), LAWS_TEXT_MAX - strlen(text));
  return true;
}

bool law_print(evidence *e, char text[LAWS_TEXT_MAX]) {
  const bool rows = e->count > 0 && e->list[0].key < 0;
  const law *laws = rows ? of_rows : of_pairs;
  const size_t count = rows ? sizeof of_rows / sizeof of_rows[0] : sizeof of_pairs / sizeof of_pairs[0];
  double *ratios = calloc(e->count + 1, sizeof *ratios);
  text[0] = '\0';
  const bool found = ratios != NULL && (find_law(e, laws, count, ratios, text) || (rows && find_number(e, text)) ||
                                        (!rows && find_groups(e, laws, count, ratios, text)) ||
                                        (!rows && find_in_one_sheet(e, laws, count, ratios, text)));
  free(ratios);
  return found;
}
