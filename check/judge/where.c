#include "check/judge/where.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/cases/case.h"
#include "check/cases/tensor.h"
#include "check/judge/verdict.h"
#include "ref/visible.h"

/* ---- sets of numbers */

/* The numbers of a set: how many, the first and the last; and whether they are every step-th from the first on. */
typedef struct {
  int64_t count, first, last;
} span;

static span span_of(const bool *in, int64_t n) {
  span s = {0, -1, -1};
  for (int64_t i = 0; i < n; i++) {
    if (!in[i]) continue;
    if (s.count++ == 0) s.first = i;
    s.last = i;
  }
  return s;
}

/* The step by which the set goes from its first number up to the end of all n; 0 if it does not. */
static int64_t step_of(const bool *in, int64_t n, const span *s) {
  int64_t step = 1;
  while (s->first + step < n && !in[s->first + step]) step++;
  if (s->count < 3 || s->first >= step) return 0;
  for (int64_t i = 0; i < n; i++)
    if (in[i] != (i % step == s->first)) return 0;
  return step;
}

/* The largest usual size of a tile that begins at a number; 0: none. */
static int64_t tile_of(int64_t first) {
  for (int64_t tile = 128; first > 0 && tile >= 16; tile /= 2)
    if (first % tile == 0) return tile;
  return 0;
}

size_t where_print_set(const bool *in, int64_t n, const char *one, const char *many, char *text, size_t size) {
  const span s = span_of(in, n);
  if (n <= 1 || s.count == n || s.count == 0) return 0;
  const int64_t step = step_of(in, n, &s);
  if (s.count == 1) return (size_t)snprintf(text, size, ", %s %" PRId64 " of %" PRId64, one, s.first, n);
  if (s.count == s.last - s.first + 1) {
    const size_t used =
        (size_t)snprintf(text, size, ", %s %" PRId64 " .. %" PRId64 " of %" PRId64, many, s.first, s.last, n);
    const int64_t tile = tile_of(s.first);
    if (tile == 0 || used >= size) return used;
    return used + (size_t)snprintf(text + used, size - used, " (from a tile of %" PRId64 " on)", tile);
  }
  if (step > 1)
    return (size_t)snprintf(text, size, ", every %s n with n mod %" PRId64 " = %" PRId64, one, step, s.first);
  return (size_t)snprintf(text, size, ", %" PRId64 " of %" PRId64 " %s, from %" PRId64 " to %" PRId64, s.count, n, many,
                          s.first, s.last);
}

/* ---- the elements beyond their bounds */

static const char *const axis_one[] = {"batch", "head", "query", "column"};
static const char *const axis_many[] = {"batches", "heads", "queries", "columns"};

typedef struct {
  int64_t wrong, of;
  bool *in[ATTEST_AXES]; /* which numbers of each axis have a wrong element */
} errors;

static bool mark_errors(const attest_output *t, const double *value, const double *bound, errors *found) {
  int64_t at[ATTEST_AXES], n = 0;
  *found = (errors){.wrong = 0};
  for (int d = 0; d < ATTEST_AXES; d++) {
    found->in[d] = calloc((size_t)t->size[d] + 1, sizeof(bool));
    if (found->in[d] == NULL) return false;
  }
  for (bool more = tensor_first(t->size, at); more; more = tensor_next(t->size, at), n++) {
    if (expected_budget(value[n], bound[n], output_element(t, at)) <= 1) continue;
    found->wrong++;
    for (int d = 0; d < ATTEST_AXES; d++) found->in[d][at[d]] = true;
  }
  found->of = n;
  return true;
}

static size_t print_errors(const attest_output *t, const char *name, const errors *found, char *text, size_t size) {
  size_t used =
      (size_t)snprintf(text, size, "%" PRId64 " of %" PRId64 " elements of %s", found->wrong, found->of, name);
  for (int d = 0; d < ATTEST_AXES && used < size; d++)
    used += where_print_set(found->in[d], t->size[d], axis_one[d], axis_many[d], text + used, size - used);
  return used < size ? used : size - 1;
}

/* ---- NaN */

static bool is_finite_row(const double *row, int64_t columns) {
  for (int64_t c = 0; c < columns; c++)
    if (!isfinite(row[c])) return false;
  return true;
}

/* Returns the number of the first row whose out has an unexpected NaN. Returns -1 if there is none, or if that element
   was not written: it holds the checker's own NaN. */
static int64_t first_nan_row(const expected *e, const attest_output *out) {
  int64_t at[ATTEST_AXES], n = 0;
  for (bool more = tensor_first(out->size, at); more; more = tensor_next(out->size, at), n++)
    if (isnan(output_element(out, at)) && !isnan(e->out[n]))
      return verdict_is_unwritten(out, at) ? -1 : n / out->size[ATTEST_COLUMN];
  return -1;
}

/* Whether a key has NaN or infinity, in k and in v. */
static bool is_finite_key(const problem_f64 *w, int64_t matrix, int64_t j, bool *k, bool *v) {
  *k = is_finite_row(problem_f64_row(w->k, matrix, w->keys, w->d_k, j), w->d_k);
  *v = is_finite_row(problem_f64_row(w->v, matrix, w->keys, w->d_v, j), w->d_v);
  return *k && *v;
}

/* From which key NaN came to a row: the first one with NaN or infinity, of those that it sees if there is one. */
static void print_nan_of_row(const problem_f64 *w, int64_t row, unsigned char *visible, char *text, size_t size) {
  const int64_t b = row / w->q_len / w->q_heads, h = row / w->q_len % w->q_heads, i = row % w->q_len;
  const int64_t matrix = problem_f64_kv(w, b, h);
  int64_t found = -1;
  bool k = true, v = true;
  const size_t used =
      (size_t)snprintf(text, size, "; NaN first in batch %" PRId64 ", head %" PRId64 ", query %" PRId64 ": ", b, h, i);
  if (used >= size) return;
  ref_visible_row(*w->problem, b, h, i, visible);
  for (int64_t j = 0; j < w->keys; j++)
    if (!is_finite_key(w, matrix, j, &k, &v) && (found < 0 || visible[j] > visible[found])) found = j;
  if (found < 0) {
    (void)snprintf(text + used, size - used,
                   "no key of its head has NaN or infinity: the row itself makes the NaN, or reads it from elsewhere");
    return;
  }
  (void)is_finite_key(w, matrix, found, &k, &v);
  (void)snprintf(text + used, size - used, "key %" PRId64 ", which it %s, has NaN or infinity in %s", found,
                 visible[found] ? "sees" : "does not see",
                 k   ? "v"
                 : v ? "k"
                     : "k and v");
}

static void print_nan(const expected *e, const attest_answer *answer, char *text, size_t size) {
  const int64_t row = answer->out.data != NULL && e->out != NULL ? first_nan_row(e, &answer->out) : -1;
  unsigned char *visible = row >= 0 ? calloc((size_t)e->problem.keys + 1, 1) : NULL;
  if (visible != NULL) print_nan_of_row(&e->problem, row, visible, text, size);
  free(visible);
}

void where_print(const expected *e, const attest_answer *answer, char text[WHERE_TEXT_MAX]) {
  const attest_output *outputs[] = {&answer->out, &answer->lse, &answer->weights};
  const double *value[] = {e->out, e->lse, e->weights}, *bound[] = {e->out_bound, e->lse_bound, e->weights_bound};
  size_t used = 0;
  text[0] = '\0';
  for (int n = 0; n < 3; n++) {
    const char *const name = case_tensor_name((case_tensor)(CASE_OUT + n));
    errors found;
    if (outputs[n]->data == NULL || value[n] == NULL) continue;
    if (used > 0) used += (size_t)snprintf(text + used, WHERE_TEXT_MAX - used, "; ");
    if (mark_errors(outputs[n], value[n], bound[n], &found) && found.wrong > 0)
      used += print_errors(outputs[n], name, &found, text + used, WHERE_TEXT_MAX - used);
    else used += (size_t)snprintf(text + used, WHERE_TEXT_MAX - used, "%s right", name);
    for (int d = 0; d < ATTEST_AXES; d++) free(found.in[d]);
    if (used + 2 >= WHERE_TEXT_MAX) return;
  }
  print_nan(e, answer, text + used, WHERE_TEXT_MAX - used);
}
