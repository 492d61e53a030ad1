#include "check/judge/error_map.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "check/cases/tensor.h"

char error_map_mark(double budget) {
  if (isinf(budget)) return '!';
  if (budget <= 1) return '.';
  if (budget <= 10) return '+';
  if (budget <= 1000) return '*';
  return '#';
}

/* A finite error beyond a bound of 0 has an infinite budget used; here infinity is reserved for elements that are not
   finite. */
static double shown(double value, double bound, double found) {
  const double budget = expected_budget(value, bound, found);
  return isfinite(value) && isfinite(found) ? fmin(budget, DBL_MAX) : budget;
}

/* The worst budget used in cell (r,c) of a map of rows x columns cells. */
static double worst_of_cell(const expected *e, const attest_output *out, int64_t b, int64_t h, int64_t r, int64_t c,
                            int64_t rows, int64_t columns) {
  const problem_f64 *w = &e->problem;
  double worst = 0;
  for (int64_t i = r * w->q_len / rows; i < (r + 1) * w->q_len / rows; i++)
    for (int64_t k = c * w->d_v / columns; k < (c + 1) * w->d_v / columns; k++) {
      const int64_t n = ((b * w->q_heads + h) * w->q_len + i) * w->d_v + k;
      const double found = output_element(out, (const int64_t[]){b, h, i, k});
      worst = fmax(worst, shown(e->out[n], e->out_bound[n], found));
    }
  return worst;
}

void error_map_of_head(const expected *e, const attest_answer *answer, int64_t b, int64_t h, error_map *grid) {
  const problem_f64 *w = &e->problem;
  *grid = (error_map){.batch = b, .head = h, .queries = w->q_len, .width = w->d_v};
  grid->rows = w->q_len < ERROR_MAP_ROWS ? w->q_len : ERROR_MAP_ROWS;
  grid->columns = w->d_v < ERROR_MAP_COLUMNS ? w->d_v : ERROR_MAP_COLUMNS;
  for (int64_t r = 0; r < grid->rows; r++)
    for (int64_t c = 0; c < grid->columns; c++)
      grid->budget[r * grid->columns + c] = worst_of_cell(e, &answer->out, b, h, r, c, grid->rows, grid->columns);
}

void error_map_print(const error_map *grid, const char *indent, char text[ERROR_MAP_TEXT_MAX]) {
  size_t used = (size_t)snprintf(
      text, ERROR_MAP_TEXT_MAX,
      "%serrors of out in batch %" PRId64 ", head %" PRId64 ": %" PRId64 " queries down, %" PRId64
      " columns across; . within the bound, + up to 10 times, * up to 1000 times, # more, ! not finite",
      indent, grid->batch, grid->head, grid->queries, grid->width);
  for (int64_t r = 0; r < grid->rows; r++) {
    used += (size_t)snprintf(text + used, ERROR_MAP_TEXT_MAX - used, "\n%s", indent);
    for (int64_t c = 0; c < grid->columns && used + 1 < ERROR_MAP_TEXT_MAX; c++)
      text[used++] = error_map_mark(grid->budget[r * grid->columns + c]);
    text[used] = '\0';
  }
}
