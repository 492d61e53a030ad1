#include "bench/compare.h"

#include <math.h>
#include <stdlib.h>

#include "bench/rank.h"

const char *compare_name(compare_verdict verdict) {
  static const char *const names[COMPARE_VERDICTS] = {"same",  "faster", "slower", "unclear",
                                                      "wrong", "failed", "gone",   "new"};
  return names[verdict];
}

static double ratio_of(const run *first, const run *second) { return run_median(second) / run_median(first); }

/* Adds what stands beside each other, and sees how far apart the machines were. */
static void pair(const runs *first, const runs *second, changes *made) {
  for (size_t n = 0; n < first->count; n++) {
    const run *const a = &first->at[n], *const b = runs_find(second, a->name);
    const bool limit = runs_is_limit(a->name);
    if (!limit) made->at[made->count++] = (change){.name = a->name, .first = a, .second = b};
    if (!limit || b == NULL || a->count == 0 || b->count == 0) continue;
    made->least = fmin(made->least, run_quantile(b, 0.25) / run_quantile(a, 0.75));
    made->most = fmax(made->most, run_quantile(b, 0.75) / run_quantile(a, 0.25));
  }
  for (size_t n = 0; n < second->count; n++)
    if (!runs_is_limit(second->at[n].name) && runs_find(first, second->at[n].name) == NULL)
      made->at[made->count++] = (change){.name = second->at[n].name, .second = &second->at[n]};
  made->least *= made->least; /* a kernel feels a neighbour up to twice as much as the loops do */
  made->most *= made->most;
}

/* p of the test of the second's repetitions against those of the first, each `times` as long. */
static double p_against(const change *c, double times) {
  double *const a = malloc(c->first->count * sizeof *a);
  if (a == NULL) return NAN;
  for (size_t n = 0; n < c->first->count; n++) a[n] = times * c->first->seconds[n];
  const double p = rank_test(a, c->first->count, c->second->seconds, c->second->count);
  free(a);
  return p;
}

static compare_verdict missing(const change *c) {
  return c->first == NULL                                    ? COMPARE_NEW
         : c->second == NULL                                 ? COMPARE_GONE
         : c->first->error != NULL || c->first->count == 0   ? COMPARE_FAILED
         : c->second->error != NULL || c->second->count == 0 ? COMPARE_WRONG
                                                             : COMPARE_UNCLEAR;
}

/* All but the correction. The limit is a factor, 1 or more. false: no memory. */
static bool test(change *c, double least, double most, double limit) {
  c->ratio = c->p = NAN;
  c->verdict = missing(c);
  if (c->verdict != COMPARE_UNCLEAR) return true;
  c->ratio = ratio_of(c->first, c->second);
  const double edge = c->ratio > most * limit ? most * limit : c->ratio < least / limit ? least / limit : 0;
  const double low = most / limit, high = least * limit;
  const double p_low = p_against(c, low), p_high = p_against(c, high);
  if (c->ratio > low && c->ratio < high && fmax(p_low, p_high) < COMPARE_SAME_P) c->verdict = COMPARE_SAME;
  c->p = edge > 0 ? p_against(c, edge) : 1;
  return !isnan(p_low) && !isnan(p_high) && !isnan(c->p);
}

typedef struct ranked {
  change *of;
} ranked;

static int by_p(const void *a, const void *b) {
  const double x = ((const ranked *)a)->of->p, y = ((const ranked *)b)->of->p;
  return isnan(x) || isnan(y) ? (isnan(x) ? 1 : 0) - (isnan(y) ? 1 : 0) : (x > y) - (x < y);
}

/* [Holm1979]: of k tests the least p counts k times, the next k - 1 times, and none less than one before. */
static void correct(const ranked *sorted, size_t compared) {
  double before = 0;
  for (size_t n = 0; n < compared; n++) {
    change *const c = sorted[n].of;
    c->p = before = fmax(before, fmin(1, (double)(compared - n) * c->p));
    if (c->p < COMPARE_ALPHA) c->verdict = c->ratio > 1 ? COMPARE_SLOWER : COMPARE_FASTER;
  }
}

check_status compare_runs(const runs *first, const runs *second, double limit, changes *made, check_error *error) {
  *made = (changes){.least = 1, .most = 1};
  made->at = calloc(first->count + second->count + 1, sizeof *made->at);
  ranked *const sorted = calloc(first->count + second->count + 1, sizeof *sorted);
  bool whole = made->at != NULL && sorted != NULL;
  if (whole) pair(first, second, made);
  for (size_t n = 0; n < made->count && whole; n++) {
    sorted[n].of = &made->at[n];
    whole = test(&made->at[n], made->least, made->most, 1 + limit);
    if (!isnan(made->at[n].ratio)) made->compared++;
  }
  if (whole) {
    qsort(sorted, made->count, sizeof *sorted, by_p);
    correct(sorted, made->compared);
  }
  free(sorted);
  return whole ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the changes");
}

void compare_free(changes *made) {
  free(made->at);
  *made = (changes){.count = 0};
}

size_t compare_needs(size_t compared) {
  size_t n = 1;
  while ((double)compared * rank_test_least(n, n) >= COMPARE_ALPHA) n++;
  return n;
}

bool compare_can_show(const change *c, size_t compared) {
  return (double)compared * rank_test_least(c->first->count, c->second->count) < COMPARE_ALPHA;
}
