/* With the log-sum-exp L, a weight p of a key with score s and of a row with maximum m gives
     e = log(p) + L - s,
   the error of the logarithm of the exponential. If exp is approximated, e is a function of s - m; if tanh is, of s. (Of
   keys after that of the maximum: whatever the tiles are, their exponentials are never rescaled.) A function shows when the points are sorted by their abscissa: neighbours have nearly the same e. The measure is the ratio
   of von Neumann (1941): mean squared difference of neighbours over variance, 2 for noise, 0 for a smooth function. */
#include "check/zoo/function.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/zoo/reading.h"

#define LEAST 48     /* points */
#define DEEPEST 20.0 /* below the maximum, in units of the score */
#define ERROR 2e-5   /* least spread of e: less may be rounding */
#define SMOOTH 0.05  /* ratio of von Neumann */
#define LINEAR 0.9   /* squared correlation: a factor on the scores, which is another cause */

typedef struct {
  double score, below, error; /* below: score - maximum */
} point;

static int by_score(const void *a, const void *b) {
  const double x = ((const point *)a)->score, y = ((const point *)b)->score;
  return (x > y) - (x < y);
}

static int by_below(const void *a, const void *b) {
  const double x = ((const point *)a)->below, y = ((const point *)b)->below;
  return (x > y) - (x < y);
}

static int64_t after_maximum(const reading_row *row, int64_t keys) {
  int64_t j = 0;
  while (j < keys && !(row->visible[j] && row->score[j] >= row->max)) j++;
  return j < keys ? j + 1 : 0;
}

static size_t collect(const problem_f64 *w, const double *weights, const double *lse, reading_row *row, point *to) {
  size_t count = 0;
  for (int64_t n = 0; n < w->batch * w->q_heads * w->q_len; n++) {
    const double *read = weights + n * w->keys;
    reading_exact_row(w, n / w->q_len / w->q_heads, n / w->q_len % w->q_heads, n % w->q_len, row);
    for (int64_t j = after_maximum(row, w->keys); j < w->keys; j++) {
      const point p = {row->score[j], row->score[j] - row->max, log(read[j]) + lse[n] - row->score[j]};
      if (row->visible[j] && p.below > -DEEPEST && isfinite(p.error)) to[count++] = p;
    }
  }
  return count;
}

/* The ratio of von Neumann of the sorted points; infinite if a straight line fits them. */
static double roughness(const point *p, size_t count, double (*abscissa)(const point *)) {
  const double n = (double)count;
  double x = 0, y = 0, xx = 0, xy = 0, yy = 0, steps = 0;
  for (size_t i = 0; i < count; i++) {
    const double at = abscissa(&p[i]), e = p[i].error;
    x += at, y += e, xx += at * at, xy += at * e, yy += e * e;
    if (i > 0) steps += (e - p[i - 1].error) * (e - p[i - 1].error);
  }
  const double of_x = xx - x * x / n, of_y = yy - y * y / n, of_both = xy - x * y / n;
  if (!(of_y > 0) || of_both * of_both >= LINEAR * of_x * of_y) return HUGE_VAL;
  return steps / of_y;
}

static double score_of(const point *p) { return p->score; }
static double below_of(const point *p) { return p->below; }

static void judge(point *p, size_t count, bool capped, char text[FUNCTION_TEXT_MAX]) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (size_t i = 0; i < count; i++) low = fmin(low, p[i].error), high = fmax(high, p[i].error);
  if (count < LEAST || high - low < ERROR) return;
  qsort(p, count, sizeof *p, by_below);
  const double as_exp = roughness(p, count, below_of);
  qsort(p, count, sizeof *p, by_score);
  const double as_score = roughness(p, count, score_of);
  if (fmin(as_exp, as_score) > SMOOTH) return;
  const char *what = as_exp <= as_score ? "exp is another function: the weights follow score - maximum smoothly"
                     : capped           ? "the softcap is another function: the scores follow the right ones smoothly"
                                        : "the scores follow the right ones smoothly";
  (void)snprintf(text, FUNCTION_TEXT_MAX, "%s, with errors of %.2g .. %.2g (%zu weights)", what, low, high, count);
}

void function_print(const problem_f64 *w, const double *weights, const double *lse, char text[FUNCTION_TEXT_MAX]) {
  const size_t keys = (size_t)w->keys, all = (size_t)(w->batch * w->q_heads * w->q_len) * keys;
  double *memory = calloc(2 * keys + 1, sizeof *memory);
  unsigned char *visible = calloc(keys + 1, 1);
  point *points = calloc(all + 1, sizeof *points);
  text[0] = '\0';
  if (memory != NULL && visible != NULL && points != NULL) {
    reading_row row = {memory, memory + keys, visible, 0, 0};
    judge(points, collect(w, weights, lse, &row, points), w->problem->softcap > 0, text);
  }
  free(memory);
  free(visible);
  free(points);
}
