/* Laws of ranges of keys that are merged; how many ranges there are may depend on the case. */
#include "check/zoo/law.h"

#include <math.h>
#include <stdio.h>

#include "check/judge/convention.h"

#define TRIED (sizeof ranges / sizeof ranges[0])

/* So many ranges, or, below 0, ranges of so many keys. */
static const int64_t ranges[] = {2, 4, 3, 8, 5, 6, 7, 16, 12, -16, -32, -64, -128, -256, -8, -48, -96};

/* The range of a key: keys first .. end - 1. */
typedef struct {
  int64_t first, end;
} range;

static range range_of(const sight *s, int64_t n) {
  const int64_t length = law_length(s), size = n > 0 ? sheet_range(length, n) : -n, first = s->key / size * size;
  return (range){first, first + size < length ? first + size : length};
}

/* The largest score of a range in a row, below that of the row; 0 if none is visible. */
static double range_below(const sight *s, int64_t row, int64_t n) {
  const range its = range_of(s, n);
  return law_max_below(s->of, row, its.first, its.end, 1);
}

/* Minus the logarithm of the sum of a range, against its own maximum. */
static double minus_sum(const sight *s, int64_t n) {
  const range its = range_of(s, n);
  const double sum = law_lse_of(s, its.first, its.end, 1);
  return isfinite(sum) ? s->of->max[s->row] + range_below(s, s->row, n) - sum : 0;
}
static double range_max(const sight *s, int64_t n) { return range_below(s, s->row, n); }
static double range_max_of_head_before(const sight *s, int64_t n) {
  const bool first = sheet_head(s->of, s->row) == 0;
  return first ? 0 : range_below(s, s->row - s->of->q_len, n) - range_below(s, s->row, n);
}
static double range_max_of_even_head(const sight *s, int64_t n) {
  return sheet_head(s->of, s->row) % 2 == 0 ? 0 : range_max_of_head_before(s, n);
}
static double range_max_of_head_after(const sight *s, int64_t n) {
  const bool last = sheet_head(s->of, s->row) == s->of->q_heads - 1;
  return last ? 0 : range_below(s, s->row + s->of->q_len, n) - range_below(s, s->row, n);
}

static const law of_ranges[] = {
    {minus_sum, {1}, NULL, "ranges of keys are merged by their maxima, without their sums"},
    {range_max, {1}, law_plus_1, "ranges of keys are merged by exp of {k} times their maximum - the largest"},
    {range_max_of_head_before, {1}, NULL, "ranges of keys are merged by the maxima of the previous head"},
    {range_max_of_even_head, {1}, NULL, "ranges of keys of odd heads are merged by the maxima of the previous head"},
    {range_max_of_head_after, {1}, NULL, "ranges of keys are merged by the maxima of the next head"},
};

/* The sights of one batch of a sheet. */
typedef struct {
  size_t first, count, affected;
} batch;

static int64_t batch_of(const sight *s) { return sheet_batch(s->of, s->row); }

static batch next_batch(const evidence *e, size_t first) {
  batch found = {.first = first};
  const sight *at = &e->list[first];
  for (; first < e->count && e->list[first].of == at->of && batch_of(&e->list[first]) == batch_of(at); first++) {
    found.affected += e->list[first].affected;
    found.count++;
  }
  return found;
}

/* Whether all errors of a batch, with n ranges, are this factor times the variable; of right sights too. */
static bool fits_batch(const evidence *e, batch b, const law *l, int64_t n, double factor) {
  for (size_t i = b.first; i < b.first + b.count; i++) {
    const sight *s = &e->list[i];
    if (!(fabs(e->error[i] - factor * law_value(l, s, n)) <= 2 * law_tolerance(s) + LAW_SAME * fabs(e->error[i])))
      return false;
  }
  return true;
}

/* The factor of the largest error of a batch. */
static double factor_in(const evidence *e, batch b, const law *l, int64_t n) {
  size_t largest = b.first;
  for (size_t i = b.first; i < b.first + b.count; i++)
    if (fabs(e->error[i]) > fabs(e->error[largest])) largest = i;
  return e->error[largest] / law_value(l, &e->list[largest], n);
}

/* Whether every batch fits with some number of ranges. */
static bool fits_ranges(const evidence *e, const law *l, double factor) {
  int batches = 0;
  if (!isfinite(factor) || fabs(factor) < LAW_WHOLE) return false;
  for (size_t first = 0; first < e->count;) {
    const batch b = next_batch(e, first);
    bool fits = b.affected == 0;
    for (size_t n = 0; n < TRIED && !fits; n++) fits = fits_batch(e, b, l, ranges[n], factor);
    if (!fits) return false;
    batches += b.affected >= LAW_LEAST;
    first += b.count;
  }
  return batches >= 2;
}

bool law_print_ranges(const evidence *e, char text[LAWS_TEXT_MAX]) {
  batch first = {.count = 0};
  for (size_t at = 0; at < e->count && first.affected < LAW_LEAST; at += first.count) first = next_batch(e, at);
  for (const law *l = of_ranges; l < of_ranges + sizeof of_ranges / sizeof of_ranges[0]; l++)
    for (size_t n = 0; n < TRIED && first.affected >= LAW_LEAST; n++) {
      const double factor = l->shown != NULL ? factor_in(e, first, l, ranges[n]) : 1;
      if (!fits_ranges(e, l, factor)) continue;
      const double shown = l->shown != NULL ? l->shown(factor) : 1;
      const size_t used = law_print_words(l->says, 0, shown, text, LAWS_TEXT_MAX);
      if (fabs(shown - 1 / LOG2_E) < LAW_WHOLE)
        (void)snprintf(text + used, LAWS_TEXT_MAX - used, ": exp2 instead of exp");
      return true;
    }
  return false;
}
