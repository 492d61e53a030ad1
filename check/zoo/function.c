/* A weight p of a key with score s, beside the weight p_m of the key with the maximum m, gives
     e = log(p / p_m) - (s - m),
   the error of the logarithm of the exponential: if exp is approximated, it is a function of s - m. (Of keys after that
   of the maximum: whatever the tiles are, their exponentials are never rescaled.) With the log-sum-exp L,
     e = log(p) + L - s
   is a function of s if tanh is approximated. A function shows when the points are sorted by their abscissa:
   neighbours have nearly the same e. The measure is the ratio of von Neumann (1941): mean squared difference of
   neighbours over variance, 2 for noise, 0 for a smooth function. */
#include "check/zoo/function.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST 48     /* points */
#define DEEPEST 20.0 /* below the maximum, in units of the score */
#define ERROR 2e-5   /* least spread of e: less may be rounding; */
#define ROUNDING 16  /* and least spread in units of rounding */
#define NORMAL 1e-4  /* weights below may not be resolved by a type of 16 bits */
#define SMOOTH 0.2   /* ratio of von Neumann */
#define LINEAR 0.9   /* squared correlation: a factor on the scores, which is another cause */

typedef struct {
  double score, below;  /* score - maximum */
  double error, as_exp; /* of the score, of the exponential */
  double rounding;      /* of both */
} point;

static int by_score(const void *a, const void *b) {
  const double x = ((const point *)a)->score, y = ((const point *)b)->score;
  return (x > y) - (x < y);
}

static int by_below(const void *a, const void *b) {
  const double x = ((const point *)a)->below, y = ((const point *)b)->below;
  return (x > y) - (x < y);
}

/* The key of the maximum; keys: there is none. */
static int64_t maximum(const sheet *s, int64_t row) {
  const int64_t first = row * s->keys;
  int64_t j = 0;
  while (j < s->keys && !(s->visible[first + j] && s->score[first + j] >= s->max[row])) j++;
  return j;
}

static size_t collect(const sheet *s, point *to) {
  const double least = s->dtype == ATTEST_F16 || s->dtype == ATTEST_BF16 ? NORMAL : 0;
  size_t count = 0;
  for (int64_t row = 0; row < s->rows; row++) {
    const int64_t top = row * s->keys + maximum(s, row), end = (row + 1) * s->keys;
    for (int64_t n = top + 1; n < end; n++) {
      const double score = s->score[n], below = score - s->max[row];
      const point p = {score, below, log(s->read[n]) + s->lse[row] - score, log(s->read[n] / s->read[top]) - below,
                       s->rounding[row]};
      if (s->visible[n] && below > -DEEPEST && s->read[n] > least && isfinite(p.as_exp)) to[count++] = p;
    }
  }
  return count;
}

/* The ratio of von Neumann of the sorted points; infinite if a straight line fits them. */
static double roughness(const point *p, size_t count, double (*abscissa)(const point *),
                        double (*error)(const point *)) {
  const double n = (double)count;
  double x = 0, y = 0, xx = 0, xy = 0, yy = 0, steps = 0;
  for (size_t i = 0; i < count; i++) {
    const double at = abscissa(&p[i]), e = error(&p[i]);
    x += at, y += e, xx += at * at, xy += at * e, yy += e * e;
    if (i > 0) steps += (e - error(&p[i - 1])) * (e - error(&p[i - 1]));
  }
  const double of_x = xx - x * x / n, of_y = yy - y * y / n, of_both = xy - x * y / n;
  if (!(of_y > 0) || of_both * of_both >= LINEAR * of_x * of_y) return HUGE_VAL;
  return steps / of_y;
}

static double score_of(const point *p) { return p->score; }
static double below_of(const point *p) { return p->below; }
static double error_of(const point *p) { return p->error; }
static double error_as_exp(const point *p) { return p->as_exp; }

/* A bias within the softcap looks like another softcap: with a bias, only exp is judged. */
static void judge(point *p, size_t count, const sheet *s, char text[DETAIL_TEXT_MAX]) {
  double low = HUGE_VAL, high = -HUGE_VAL, rounding = 0;
  if (count < LEAST) return;
  qsort(p, count, sizeof *p, by_below);
  const double as_exp = roughness(p, count, below_of, error_as_exp);
  qsort(p, count, sizeof *p, by_score);
  const double as_score = roughness(p, count, score_of, error_of);
  const bool is_exp = as_exp <= as_score;
  for (size_t i = 0; i < count; i++) {
    const double e = is_exp ? p[i].as_exp : p[i].error;
    low = fmin(low, e), high = fmax(high, e), rounding = fmax(rounding, p[i].rounding);
  }
  if (!is_exp && s->has_softcap && s->has_bias) return;
  if (!(fmin(as_exp, as_score) <= SMOOTH) || high - low < fmax(ERROR, ROUNDING * rounding)) return;
  const char *what = is_exp           ? "exp is another function: the weights follow score - maximum smoothly"
                     : s->has_softcap ? "the softcap is another function: the scores follow the right ones smoothly"
                                      : "the scores follow the right ones smoothly";
  (void)snprintf(text, DETAIL_TEXT_MAX, "%s, with errors of %.2g .. %.2g (%zu weights)", what, low, high, count);
}

void function_print(const sheet *s, char text[DETAIL_TEXT_MAX]) {
  point *points = calloc((size_t)(s->rows * s->keys) + 1, sizeof *points);
  text[0] = '\0';
  if (points != NULL) judge(points, collect(s, points), s, text);
  free(points);
}
