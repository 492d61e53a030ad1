#include "check/zoo/facts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define SEEN 1e-6       /* a weight above this is seen */
#define SHOULD_SEE 1e-4 /* an exact weight above this is missed where nothing is read */
#define SMALL 0.03      /* relative error of a weight that rounding may cause */
#define RIGHT 2e-5      /* relative error of a weight that is taken for right */

/* A pair of query and key, and how many there are. */
typedef struct {
  int64_t count, h, i, j;
} pairs;

typedef struct {
  int64_t rows, nan_rows, number_rows; /* all; NaN, or numbers, where they should not be */
  pairs hidden, lost;
  double low, high; /* sums of the rows with a wrong sum */
  double error;     /* largest relative error of a weight above SHOULD_SEE */
} facts;

static void add_pair(pairs *p, int64_t h, int64_t i, int64_t j) {
  if (p->count++ == 0) p->h = h, p->i = i, p->j = j;
}

static void look_at_row(const sheet *s, int64_t row, facts *f) {
  const int64_t h = sheet_head(s, row), i = sheet_query(s, row);
  const double *read = s->read + row * s->keys, *weight = s->weight + row * s->keys;
  double sum = 0, right = 0;
  const bool expects_nan = sheet_expects_nan(s, row);
  bool nan = false;
  for (int64_t j = 0; j < s->keys; j++) {
    nan = nan || isnan(read[j]);
    sum += read[j];
    right += weight[j];
  }
  f->rows++;
  f->nan_rows += nan && !expects_nan;
  f->number_rows += expects_nan && !nan;
  if (nan || expects_nan) return;
  if (fabs(sum - right) > SHOULD_SEE) f->low = fmin(f->low, sum), f->high = fmax(f->high, sum);
  for (int64_t j = 0; j < s->keys; j++) {
    if (!s->visible[row * s->keys + j] && read[j] > SEEN) add_pair(&f->hidden, h, i, j);
    else if (weight[j] > SHOULD_SEE && !(read[j] > SEEN)) add_pair(&f->lost, h, i, j);
    else if (weight[j] > SHOULD_SEE) f->error = fmax(f->error, fabs(read[j] / weight[j] - 1));
  }
}

static void print_facts(const facts *f, char text[FACTS_TEXT_MAX]) {
  size_t used = 0;
  const size_t size = FACTS_TEXT_MAX;
  if (f->nan_rows > 0)
    used +=
        (size_t)snprintf(text + used, size - used, "%" PRId64 " of %" PRId64 " rows are NaN; ", f->nan_rows, f->rows);
  if (f->number_rows > 0)
    used +=
        (size_t)snprintf(text + used, size - used, "%" PRId64 " of %" PRId64 " rows should be NaN and are numbers; ",
                         f->number_rows, f->rows);
  if (f->hidden.count > 0)
    used += (size_t)snprintf(text + used, size - used,
                             "hidden keys get weight: query %" PRId64 " of head %" PRId64 " sees key %" PRId64
                             " (%" PRId64 " pairs); ",
                             f->hidden.i, f->hidden.h, f->hidden.j, f->hidden.count);
  if (f->lost.count > 0)
    used += (size_t)snprintf(text + used, size - used,
                             "visible keys get no weight: query %" PRId64 " of head %" PRId64
                             " does not see key %" PRId64 " (%" PRId64 " pairs); ",
                             f->lost.i, f->lost.h, f->lost.j, f->lost.count);
  if (f->low <= f->high)
    used += (size_t)snprintf(text + used, size - used, "weights of a row sum to %.4g .. %.4g; ", f->low, f->high);
  if (used == 0 && f->error > RIGHT)
    used += (size_t)snprintf(text + used, size - used, "weights are wrong by up to %.2g of themselves; ", f->error);
  if (used == 0)
    used += (size_t)snprintf(text, size, "the weights are right, but the output computed from them, or lse, is not; ");
  text[used - 2] = '\0';
}

bool facts_print(const sheet *s, char text[FACTS_TEXT_MAX]) {
  facts f = {.low = HUGE_VAL, .high = -HUGE_VAL};
  for (int64_t row = 0; row < s->rows; row++) look_at_row(s, row, &f);
  print_facts(&f, text);
  return f.nan_rows + f.number_rows + f.hidden.count + f.lost.count == 0 && f.error <= SMALL;
}
