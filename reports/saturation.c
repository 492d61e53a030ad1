/* w = softmax(c q.k_j), for c = 1, 1/sqrt(d_k) and 1/d_k. Its derivative is J = diag(w) - w w^T, and
     |J|_F^2 = sum w_j^2 - 2 sum w_j^3 + (sum w_j^2)^2,
   0 where one weight is 1: then no gradient passes softmax. With values v_j of one entry and out = sum w_j v_j,
     d out / d q = c sum w_j (v_j - out) k_j. */
#include "reports/saturation.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/cases/random.h"
#include "check/judge/reference.h"
#include "reports/findings.h"
#include "reports/one_head.h"
#include "reports/peakedness.h"
#include "reports/scores.h"
#include "reports/study.h"

enum { FIGURES = SATURATION_SCALES * SATURATION_MEASURES };

static const char *const names[SATURATION_SCALES] = {"unscaled", "1/sqrt(d_k)", "1/d_k"};

const char *saturation_scale_name(saturation_scale scale) { return names[scale]; }

static double factor(saturation_scale scale, int64_t d_k) {
  return scale == SCALE_NONE ? 1 : scale == SCALE_ROOT ? 1 / sqrt((double)d_k) : 1 / (double)d_k;
}

static double gradient_norm(const double *w, const double *v, double out, const double *k, int64_t d_k, double scale) {
  double square = 0;
  for (int64_t c = 0; c < d_k; c++) {
    double sum = 0;
    for (int64_t j = 0; j < SATURATION_KEYS; j++) sum += w[j] * (v[j] - out) * k[j * d_k + c];
    square += sum * sum;
  }
  return scale * sqrt(square);
}

static double largest_of(const double *w, int64_t n) {
  double largest = 0;
  for (int64_t j = 0; j < n; j++) largest = statistics_larger(largest, w[j]);
  return largest;
}

/* Query number n, its keys and their values, drawn once for all scales. */
static bool measure_sample(uint64_t seed, uint64_t n, int64_t d_k, double *vectors, size_t samples, double *measured) {
  enum { KEYS = SATURATION_KEYS };
  double *const q = vectors, *const k = vectors + d_k, v[KEYS], w[KEYS], out;
  scores_fill(SCORES_NORMAL, seed, 3 * n, q, d_k);
  scores_fill(SCORES_NORMAL, seed, 3 * n + 1, k, KEYS * d_k);
  scores_fill(SCORES_NORMAL, seed, 3 * n + 2, v, KEYS);
  attest_problem p = one_head_problem(q, k, v, 1, KEYS, d_k, 1);
  for (int scale = 0; scale < SATURATION_SCALES; scale++) {
    p.scale = factor((saturation_scale)scale, d_k);
    if (reference_compute(&p, &out, NULL, w) != ATTEST_OK) return false;
    const double here[SATURATION_MEASURES] = {[MEASURE_ENTROPY] = peakedness_entropy(w, KEYS),
                                              [MEASURE_LARGEST] = largest_of(w, KEYS),
                                              [MEASURE_JACOBIAN] = peakedness_jacobian(w, KEYS),
                                              [MEASURE_GRADIENT] = gradient_norm(w, v, out, k, d_k, p.scale)};
    for (int m = 0; m < SATURATION_MEASURES; m++)
      measured[(size_t)(scale * SATURATION_MEASURES + m) * samples + n] = here[m];
  }
  return true;
}

bool saturation_measured(uint64_t seed, int64_t d_k, size_t samples,
                         interval found[SATURATION_SCALES][SATURATION_MEASURES]) {
  const size_t vectors = (size_t)(SATURATION_KEYS + 1) * (size_t)d_k;
  const uint64_t own = random_bits_at(seed, (uint64_t)d_k);
  double *const memory = malloc((vectors + FIGURES * samples) * sizeof *memory);
  bool good = memory != NULL;
  for (size_t n = 0; good && n < samples; n++) good = measure_sample(own, n, d_k, memory, samples, memory + vectors);
  for (size_t n = 0; good && n < FIGURES; n++) {
    const size_t scale = n / SATURATION_MEASURES, m = n % SATURATION_MEASURES;
    const double *const all = memory + vectors + n * samples;
    found[scale][m] = m == MEASURE_GRADIENT ? statistics_median(all, samples, STUDY_CONFIDENCE)
                                            : statistics_mean(all, samples, STUDY_CONFIDENCE);
  }
  free(memory);
  return good;
}

/* ---- the study */

enum { SCALE, D_K, FIRST, WIDTH = FIRST + 3 * SATURATION_MEASURES };
enum { SIZES = 11 };

static const study_column columns[WIDTH] = {
    {"scale", "", false},   {"d_k", "", false},      {"entropy", "nats", false},
    {"low", "nats", false}, {"high", "nats", false}, {"largest weight", "", false},
    {"low", "", false},     {"high", "", false},     {"norm of the Jacobian", "", false},
    {"low", "", false},     {"high", "", false},     {"median norm of the gradient at q", "", false},
    {"low", "", false},     {"high", "", false}};

#define PLOT(file, about, measure, log)                                                                                \
  {                                                                                                                    \
    .name = (file), .title = (about), .x = D_K, .y = FIRST + 3 * (measure), .low = FIRST + 3 * (measure) + 1,          \
    .high = FIRST + 3 * (measure) + 2, .line = NO_COLUMN, .series = SCALE, .log_x = true, .log_y = (log),              \
    .among = NO_COLUMN, .find = findings_ends                                                                          \
  }

static const study_plot plots[] = {
    PLOT("saturation-entropy", "Entropy of the weights of 64 keys", MEASURE_ENTROPY, false),
    PLOT("saturation-largest", "Largest weight of 64 keys", MEASURE_LARGEST, false),
    PLOT("saturation-jacobian", "Norm of the derivative of softmax", MEASURE_JACOBIAN, false),
    PLOT("saturation-gradient", "Median norm of the gradient that reaches q", MEASURE_GRADIENT, true),
};

static const char *const said[SATURATION_SCALES] = {"as they are", "over sqrt(d_k)", "over d_k"};

/* The largest d_k at which a measure of scores as they are is above that of scaled scores; 0 if there is none. */
static int64_t larger_up_to(const interval (*found)[SATURATION_SCALES][SATURATION_MEASURES], int measure) {
  for (int n = SIZES; n-- > 0;)
    if (found[n][0][measure].value > found[n][1][measure].value) return (int64_t)1 << n;
  return 0;
}

static void say(study *s, const interval (*found)[SATURATION_SCALES][SATURATION_MEASURES], int64_t d_k) {
  char between[160];
  (void)snprintf(between, sizeof between,
                 ". In between they are larger than with scaled scores: the norm of the Jacobian up to d_k = %" PRId64
                 ", the gradient up to %" PRId64,
                 larger_up_to(found, MEASURE_JACOBIAN), larger_up_to(found, MEASURE_GRADIENT));
  for (int scale = 0; scale < SATURATION_SCALES; scale++) {
    const interval *const first = found[0][scale], *const last = found[SIZES - 1][scale];
    study_say(
        s,
        "Scores %s: as d_k goes from 1 to %" PRId64 ", the entropy goes from %.3g to %.3g nats (of %.3g at most), "
        "the largest weight from %.3g to %.3g, the norm of the Jacobian from %.3g to %.3g, and the median norm of "
        "the gradient at q from %.3g to %.3g%s.",
        said[scale], d_k, first[MEASURE_ENTROPY].value, last[MEASURE_ENTROPY].value, log(SATURATION_KEYS),
        first[MEASURE_LARGEST].value, last[MEASURE_LARGEST].value, first[MEASURE_JACOBIAN].value,
        last[MEASURE_JACOBIAN].value, first[MEASURE_GRADIENT].value, last[MEASURE_GRADIENT].value,
        scale == 0 ? between : "");
  }
}

check_status saturation_study(study *s, check_error *error) {
  interval found[SIZES][SATURATION_SCALES][SATURATION_MEASURES];
  study_table *const t = study_begin(s, "saturation", columns, WIDTH, plots, sizeof plots / sizeof plots[0]);
  for (int n = 0; n < SIZES; n++) {
    study_show(s, (size_t)n, SIZES, "");
    if (!saturation_measured(s->settings.seed, (int64_t)1 << n, (size_t)s->settings.samples, found[n]))
      return check_fail(error, CHECK_FAILURE, "not enough memory for %" PRId64 " samples", s->settings.samples);
  }
  for (int scale = 0; scale < SATURATION_SCALES; scale++)
    for (int n = 0; n < SIZES; n++) {
      study_text(s, t, names[scale]);
      study_number(s, t, (double)((int64_t)1 << n));
      for (int m = 0; m < SATURATION_MEASURES; m++) {
        study_number(s, t, found[n][scale][m].value);
        study_number(s, t, found[n][scale][m].low);
        study_number(s, t, found[n][scale][m].high);
      }
    }
  say(s, found, (int64_t)1 << (SIZES - 1));
  return CHECK_OK;
}
