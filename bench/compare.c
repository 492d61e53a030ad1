#include "bench/compare.h"

#include <math.h>

#include "bench/rank.h"

const char *compare_name(compare_verdict verdict) {
  static const char *const names[COMPARE_VERDICTS] = {"same",  "faster", "slower", "unclear",
                                                      "wrong", "failed", "gone",   "new"};
  return names[verdict];
}

compare_verdict compare_runs(const run *first, const run *second, double limit, double *ratio, double *p) {
  *ratio = *p = (double)NAN;
  if (first == NULL) return COMPARE_NEW;
  if (second == NULL) return COMPARE_GONE;
  if (first->count == 0) return COMPARE_FAILED;
  if (second->count == 0) return COMPARE_WRONG;
  *ratio = run_median(second) / run_median(first);
  *p = rank_test(first->seconds, first->count, second->seconds, second->count);
  if (*ratio <= 1 + limit && *ratio >= 1 / (1 + limit)) return COMPARE_SAME;
  if (!(rank_test_least(first->count, second->count) < COMPARE_P)) return COMPARE_UNCLEAR;
  if (!(*p < COMPARE_P)) return COMPARE_SAME;
  return *ratio > 1 ? COMPARE_SLOWER : COMPARE_FASTER;
}
