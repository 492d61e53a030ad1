#include "check/zoo/facts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/zoo/reading.h"

#define SEEN 1e-6       /* a weight above this is seen */
#define SHOULD_SEE 1e-4 /* an exact weight above this is missed where nothing is read */
#define SMALL 0.03      /* relative error of a weight that rounding may cause */
#define RIGHT 2e-5      /* relative error of a weight that is taken for right */

/* A pair of query and key, and how many there are. */
typedef struct {
  int64_t count, h, i, j;
} pairs;

typedef struct {
  int64_t rows, nan_rows;
  pairs hidden, lost;
  double low, high; /* sums of the rows with a wrong sum */
  double error;     /* largest relative error of a weight above SHOULD_SEE */
} facts;

static void add_pair(pairs *p, int64_t h, int64_t i, int64_t j) {
  if (p->count++ == 0) p->h = h, p->i = i, p->j = j;
}

static void look_at_row(const problem_f64 *w, int64_t h, int64_t i, const double *read, const reading_row *row,
                        facts *f) {
  double sum = 0, right = 0;
  bool nan = false;
  for (int64_t j = 0; j < w->keys; j++) {
    nan = nan || isnan(read[j]);
    sum += read[j];
    right += row->weight[j];
  }
  f->rows++;
  f->nan_rows += nan;
  if (nan) return;
  if (fabs(sum - right) > SHOULD_SEE) f->low = fmin(f->low, sum), f->high = fmax(f->high, sum);
  for (int64_t j = 0; j < w->keys; j++) {
    if (!row->visible[j] && read[j] > SEEN) add_pair(&f->hidden, h, i, j);
    else if (row->weight[j] > SHOULD_SEE && !(read[j] > SEEN)) add_pair(&f->lost, h, i, j);
    else if (row->weight[j] > SHOULD_SEE) f->error = fmax(f->error, fabs(read[j] / row->weight[j] - 1));
  }
}

static void print_facts(const facts *f, char text[FACTS_TEXT_MAX]) {
  size_t used = 0;
  const size_t size = FACTS_TEXT_MAX;
  if (f->nan_rows > 0)
    used +=
        (size_t)snprintf(text + used, size - used, "%" PRId64 " of %" PRId64 " rows are NaN; ", f->nan_rows, f->rows);
  if (f->hidden.count > 0)
    used += (size_t)snprintf(text + used, size - used,
                             "hidden keys get weight: query %" PRId64 " of head %" PRId64 " sees key %" PRId64
                             " (%" PRId64 " pairs); ",
                             f->hidden.i, f->hidden.h, f->hidden.j, f->hidden.count);
  if (f->lost.count > 0)
    used += (size_t)snprintf(text + used, size - used,
                             "visible keys get none: query %" PRId64 " of head %" PRId64 " does not see key %" PRId64
                             " (%" PRId64 " pairs); ",
                             f->lost.i, f->lost.h, f->lost.j, f->lost.count);
  if (f->low <= f->high)
    used += (size_t)snprintf(text + used, size - used, "weights of a row sum to %.4g .. %.4g; ", f->low, f->high);
  if (used == 0 && f->error > RIGHT)
    used += (size_t)snprintf(text + used, size - used, "weights are wrong by up to %.2g of themselves; ", f->error);
  if (used == 0)
    used += (size_t)snprintf(text, size, "the weights are right: what is made of them is not, or lse is not; ");
  text[used - 2] = '\0';
}

bool facts_print(const problem_f64 *w, const double *weights, char text[FACTS_TEXT_MAX]) {
  const size_t keys = (size_t)w->keys;
  double *memory = calloc(2 * keys + 1, sizeof *memory);
  unsigned char *visible = calloc(keys + 1, 1);
  facts f = {.low = HUGE_VAL, .high = -HUGE_VAL};
  text[0] = '\0';
  if (memory != NULL && visible != NULL) {
    reading_row row = {memory, memory + keys, visible, 0, 0};
    for (int64_t n = 0; n < w->batch * w->q_heads * w->q_len; n++) {
      const int64_t b = n / w->q_len / w->q_heads, h = n / w->q_len % w->q_heads, i = n % w->q_len;
      reading_exact_row(w, b, h, i, &row);
      look_at_row(w, h, i, weights + n * w->keys, &row, &f);
    }
    print_facts(&f, text);
  }
  free(memory);
  free(visible);
  return text[0] != '\0' && f.nan_rows + f.hidden.count + f.lost.count == 0 && f.error <= SMALL;
}
