#include "bench/plan.h"

#include <math.h>

double plan_seconds(double call, int repetitions, double min_time) {
  return (double)repetitions * fmax(call, 1.4 * min_time) + call + 0.4 * min_time;
}

static double all_seconds(const double *call, size_t count, int repetitions, double min_time, const bool *out) {
  double sum = 0;
  for (size_t n = 0; n < count; n++) sum += out[n] ? 0 : plan_seconds(call[n], repetitions, min_time);
  return sum;
}

static void leave_out_longest(const double *call, size_t count, bool *out) {
  size_t longest = count;
  for (size_t n = 0; n < count; n++)
    if (!out[n] && (longest == count || call[n] > call[longest])) longest = n;
  if (longest < count) out[longest] = true;
}

double plan_min_time(const double *call, size_t count, int repetitions, double budget, bool *out) {
  for (size_t n = 0; n < count; n++) out[n] = false;
  for (size_t n = 0; n < count && all_seconds(call, count, repetitions, PLAN_SHORTEST, out) > budget; n++)
    leave_out_longest(call, count, out);
  double fits = PLAN_SHORTEST, beyond = PLAN_LONGEST;
  if (all_seconds(call, count, repetitions, beyond, out) <= budget) return beyond;
  while (beyond - fits > PLAN_SHORTEST / 16) {
    const double middle = (fits + beyond) / 2;
    if (all_seconds(call, count, repetitions, middle, out) <= budget) fits = middle;
    else beyond = middle;
  }
  return fits;
}
