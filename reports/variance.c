/* The variance of q.k against d_k (reports/scores.h says what it should be), and that of q.k / sqrt(d_k), which is the
   first over d_k. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "reports/findings.h"
#include "reports/scores.h"
#include "reports/study.h"

enum { ENTRIES, D_K, VARIANCE, LOW, HIGH, EXACT, SCALED, SCALED_LOW, SCALED_HIGH, SCALED_EXACT, WIDTH };
enum { SIZES = 11 }; /* 1, 2, 4, .. 1024 */

static const study_column columns[WIDTH] = {
    {"entries", "", false},  {"d_k", "", false},      {"Var(q.k)", "", false},     {"low", "", false},
    {"high", "", false},     {"exact", "", false},    {"Var(q.k)/d_k", "", false}, {"low/d_k", "", false},
    {"high/d_k", "", false}, {"exact/d_k", "", false}};

static void find_growth(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  findings_growth(t, plot, text);
  findings_held(t, plot, text);
}

static void find_ends(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  findings_ends(t, plot, text);
  findings_held(t, plot, text);
}

static const study_plot plots[] = {
    {.name = "variance-unscaled",
     .title = "Variance of q.k: d_k for independent entries of variance 1",
     .x = D_K,
     .y = VARIANCE,
     .low = LOW,
     .high = HIGH,
     .line = EXACT,
     .series = ENTRIES,
     .log_x = true,
     .log_y = true,
     .among = NO_COLUMN,
     .find = find_growth},
    {.name = "variance-scaled",
     .title = "Variance of q.k / sqrt(d_k): 1 for independent entries of variance 1",
     .x = D_K,
     .y = SCALED,
     .low = SCALED_LOW,
     .high = SCALED_HIGH,
     .line = SCALED_EXACT,
     .series = ENTRIES,
     .log_x = true,
     .log_y = true,
     .among = NO_COLUMN,
     .find = find_ends},
};

static void add_row(study *s, study_table *t, scores_kind kind, int64_t d_k, interval found) {
  const double d = (double)d_k, exact = scores_exact_variance(kind, d_k);
  study_text(s, t, scores_name(kind));
  study_number(s, t, d);
  study_number(s, t, found.value);
  study_number(s, t, found.low);
  study_number(s, t, found.high);
  study_number(s, t, exact);
  study_number(s, t, found.value / d);
  study_number(s, t, found.low / d);
  study_number(s, t, found.high / d);
  study_number(s, t, exact / d);
}

/* What one kind of entries shows: how the variance grows, and where the scaled one is. */
static void say(study *s, scores_kind kind, const double *d, const interval *found) {
  double y[SIZES], least = HUGE_VAL, most = 0;
  int held = 0;
  for (int n = 0; n < SIZES; n++) {
    const double exact = scores_exact_variance(kind, (int64_t)d[n]);
    y[n] = found[n].value;
    least = fmin(least, y[n] / d[n]);
    most = statistics_larger(most, y[n] / d[n]);
    held += exact >= found[n].low && exact <= found[n].high;
  }
  const interval b = statistics_exponent(d, y, SIZES, STUDY_CONFIDENCE);
  study_say(s,
            "%s: Var(q.k) grows as d_k^%.3f [%.3f, %.3f]; scaled by 1/sqrt(d_k) it is %.3g to %.3g; the exact value "
            "lies in %d of %d intervals.",
            scores_name(kind), b.value, b.low, b.high, least, most, held, SIZES);
}

check_status variance_study(study *s, check_error *error) {
  study_table *const t = study_begin(s, "variance", columns, WIDTH, plots, sizeof plots / sizeof plots[0]);
  for (int kind = 0; kind < SCORES_KINDS; kind++) {
    double d[SIZES];
    interval found[SIZES];
    for (int n = 0; n < SIZES; n++) {
      const int64_t d_k = (int64_t)1 << n;
      study_show(s, (size_t)kind * SIZES + (size_t)n, (size_t)SCORES_KINDS * SIZES, scores_name((scores_kind)kind));
      d[n] = (double)d_k;
      found[n] =
          scores_variance((scores_kind)kind, s->settings.seed, d_k, (size_t)s->settings.samples, STUDY_CONFIDENCE);
      if (isnan(found[n].value))
        return check_fail(error, CHECK_FAILURE, "not enough memory for %" PRId64 " samples", s->settings.samples);
      add_row(s, t, (scores_kind)kind, d_k, found[n]);
    }
    say(s, (scores_kind)kind, d, found);
  }
  return CHECK_OK;
}
