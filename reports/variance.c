/* The variance of q.k against d_k (reports/scores.h says what it should be), and that of q.k / sqrt(d_k), which is the
   first over d_k [Vaswani2017, section 3.2.1]. Then the scores themselves: which share of them falls where. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/findings.h"
#include "reports/scores.h"
#include "reports/series.h"
#include "reports/study.h"

enum { ENTRIES, CONDITION, D_K, VARIANCE, LOW, HIGH, EXACT, RATIO, RATIO_LOW, RATIO_HIGH, RATIO_EXACT, WIDTH };
enum { SIZES = 11 }; /* 1, 2, 4, .. 1024 */

/* Whether entries are as the claim wants them: independent, with variance 1. */
#define MET "met"
#define BROKEN "broken"

static const study_column columns[WIDTH] = {
    {"entries", "", false}, {"condition", "", false}, {"d_k", "", false},      {"Var(q.k)", "", false},
    {"low", "", false},     {"high", "", false},      {"exact", "", false},    {"Var(q.k)/d_k", "", false},
    {"low/d_k", "", false}, {"high/d_k", "", false},  {"exact/d_k", "", false}};

static bool meets_condition(scores_kind kind) { return kind != SCORES_CORRELATED && kind != SCORES_TUTORIAL; }

/* How far the ratios are from the exact ones at most, and in how many intervals the exact one lies. */
static void find_ratio(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  double furthest = 0;
  for (size_t row = 0; row < study_rows(t); row++)
    if (series_draws(t, plot, row))
      furthest = statistics_larger(furthest, fabs(series_number(t, row, RATIO) - series_number(t, row, RATIO_EXACT)));
  findings_add(text, "The measured Var(q.k)/d_k is never further from its exact value than %.2g.", furthest);
  findings_held(t, plot, text);
}

static void find_broken(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  findings_ends(t, plot, text);
  findings_held(t, plot, text);
}

static const study_plot plots[] = {
    {.name = "variance-ratio",
     .title = "Variance of q.k over d_k, independent entries",
     .x = D_K,
     .y = RATIO,
     .low = RATIO_LOW,
     .high = RATIO_HIGH,
     .line = RATIO_EXACT,
     .series = ENTRIES,
     .log_x = true,
     .y_low = 0.9,
     .y_high = 1.1,
     .apart = true,
     .among = CONDITION,
     .only = MET,
     .find = find_ratio},
    {.name = "variance-broken",
     .title = "The same where entries depend on each other, or are small",
     .x = D_K,
     .y = RATIO,
     .low = RATIO_LOW,
     .high = RATIO_HIGH,
     .line = RATIO_EXACT,
     .series = ENTRIES,
     .log_x = true,
     .log_y = true,
     .among = CONDITION,
     .only = BROKEN,
     .find = find_broken},
};

static void add_row(study *s, study_table *t, scores_kind kind, int64_t d_k, interval found) {
  const double d = (double)d_k, exact = scores_exact_variance(kind, d_k);
  study_text(s, t, scores_name(kind));
  study_text(s, t, meets_condition(kind) ? MET : BROKEN);
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

/* How the variance of one kind of entries grows, and between which ratios to d_k it stays. */
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
            "Entries %s: a power of d_k fitted to Var(q.k) has the exponent %.3f [%.3f, %.3f]. Var(q.k)/d_k lies "
            "between %.3g and %.3g. %d of %d "
            "intervals hold the exact value.",
            scores_name(kind), b.value, b.low, b.high, least, most, held, SIZES);
}

static check_status of_variances(study *s, check_error *error) {
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

/* ---- the scores of normal entries, as a histogram */

enum { SCORES, SCORE, SHARE, HISTOGRAM_WIDTH };
enum { BINS = 49, FURTHEST = 24, WIDEST = 64 }; /* bins of width 1 around -24, -23, .. 24; the largest d_k */

static const study_column histogram_columns[HISTOGRAM_WIDTH] = {
    {"scores", "", false}, {"score", "", false}, {"share of scores", "%", false}};

static const struct {
  const char *name;
  int64_t d_k;
  bool scaled;
} histograms[] = {
    {"d_k = 4", 4, false}, {"d_k = 16", 16, false}, {"d_k = 64", WIDEST, false}, {"scaled", WIDEST, true}};

enum { HISTOGRAMS = sizeof histograms / sizeof histograms[0] };

/* The standard deviation of what each series draws. */
static void find_widths(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  findings_add(text, "The standard deviation of the scores is");
  for (size_t from = 0; from < study_rows(t); from++) {
    double squares = 0, shares = 0;
    if (!series_begins(t, plot, from)) continue;
    for (size_t row = from; row < study_rows(t); row++) {
      if (!series_has(t, plot, from, row)) continue;
      const double score = series_number(t, row, SCORE), share = series_number(t, row, SHARE);
      squares += share * score * score;
      shares += share;
    }
    findings_add(text, "%s %.2g (%s)", from > 0 ? "," : "", sqrt(squares / shares), series_text(t, from, SCORES));
  }
  findings_add(text, ", from the bins.");
}

static const study_plot histogram_plots[] = {{.name = "variance-histogram",
                                              .title = "q.k of normal entries, and q.k / sqrt(64)",
                                              .x = SCORE,
                                              .y = SHARE,
                                              .low = NO_COLUMN,
                                              .high = NO_COLUMN,
                                              .line = NO_COLUMN,
                                              .series = SCORES,
                                              .outline = true,
                                              .among = NO_COLUMN,
                                              .find = find_widths}};

static check_status of_scores(study *s, check_error *error) {
  study_table *const t = study_begin(s, "histogram", histogram_columns, HISTOGRAM_WIDTH, histogram_plots, 1);
  const size_t samples = (size_t)s->settings.samples;
  double *const memory = malloc((samples + (size_t)2 * WIDEST) * sizeof *memory);
  if (memory == NULL)
    return check_fail(error, CHECK_FAILURE, "not enough memory for %" PRId64 " samples", s->settings.samples);
  t->hidden = true;
  for (int n = 0; n < HISTOGRAMS; n++) {
    size_t in_bin[BINS] = {0};
    scores_products(SCORES_NORMAL, s->settings.seed, histograms[n].d_k, memory, samples, memory + samples);
    for (size_t m = 0; m < samples; m++) {
      const double score = histograms[n].scaled ? memory[m] / sqrt((double)histograms[n].d_k) : memory[m];
      const double bin = round(score) + FURTHEST;
      if (bin >= 0 && bin < BINS) in_bin[(size_t)bin]++;
    }
    for (int bin = 0; bin < BINS; bin++) {
      study_text(s, t, histograms[n].name);
      study_number(s, t, bin - FURTHEST);
      study_number(s, t, 100 * (double)in_bin[bin] / (double)samples);
    }
  }
  free(memory);
  return CHECK_OK;
}

check_status variance_study(study *s, check_error *error) {
  const check_status status = of_variances(s, error);
  return status == CHECK_OK ? of_scores(s, error) : status;
}
