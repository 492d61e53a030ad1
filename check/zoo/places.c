#include "check/zoo/places.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/cases/clock.h"
#include "check/cases/tensor.h"

#define LEAST_ROWS 4
#define FACTOR 16.0       /* in bounds: an error below may be rounding */
#define BY_CHANCE 0x1p-10 /* chance that a wrong place explains a row, at which the row still counts */

/* The numbers that a side of a window may be taken for: those that can show, and no limit. */
static int64_t sides_of(const problem_f64 *w) { return w->problem->windowed ? w->keys + w->q_len + 2 : 0; }

/* ---- what is replaced: number n of a row, a kv head, .. for every row of the answer */

static int64_t number(const zoo_row *r) { return (int64_t)r->number; }
static double q_of_row(const zoo_row *r, int64_t j, int64_t c) { return (void)j, r->w->q[number(r) * r->w->d_k + c]; }
static double k_of_matrix(const zoo_row *r, int64_t j, int64_t c) {
  return problem_f64_row(r->w->k, number(r), r->w->keys, r->w->d_k, j)[c];
}
static double v_of_matrix(const zoo_row *r, int64_t j, int64_t c) {
  return problem_f64_row(r->w->v, number(r), r->w->keys, r->w->d_v, j)[c];
}
static int64_t right_offset(const zoo_row *r) {
  return problem_f64_offset(r->w->problem, problem_f64_kv_len(r->w->problem, r->b));
}
static int64_t offset_of(const zoo_row *r) { return number(r) - r->w->q_len; }
/* A side of the window; the last number stands for no limit. */
static bool with_side(const zoo_row *r, int64_t j, bool left) {
  const problem_f64 *w = r->w;
  const int64_t at = r->i + r->offset, side = number(r), right = w->problem->window_right;
  const int64_t other = left ? right : w->problem->window_left;
  const int64_t before = left ? side : other, after = left ? other : side;
  const bool no_left = left ? side == sides_of(w) - 1 : other == ATTEST_UNLIMITED;
  const bool no_right = left ? other == ATTEST_UNLIMITED : side == sides_of(w) - 1;
  return (no_left || j >= at - before) && (no_right || j <= at + after);
}
static bool left_of_number(const zoo_row *r, int64_t j) { return with_side(r, j, true); }
static bool right_of_number(const zoo_row *r, int64_t j) { return with_side(r, j, false); }
static double bias_of_row(const zoo_row *r, int64_t j) { return r->w->bias[number(r) * r->w->keys + j]; }
static double mask_of_row(const zoo_row *r, int64_t j) { return r->w->mask[number(r) * r->w->keys + j]; }
static double sink_of_head(const zoo_row *r, int64_t j) { return (void)j, r->w->problem->sink[number(r)]; }

/* ---- how many there are, and how one is named */

static int64_t rows_of(const problem_f64 *w) { return w->batch * w->q_heads * w->q_len; }
static int64_t matrices_of(const problem_f64 *w) { return w->batch * w->kv_heads; }
static int64_t lengths_of(const problem_f64 *w) { return w->problem->kv_len != NULL ? w->keys + 1 : 0; }
static int64_t offsets_of(const problem_f64 *w) {
  return w->problem->causal || w->problem->windowed ? w->keys + w->q_len : 0;
}
static int64_t biases_of(const problem_f64 *w) { return w->bias != NULL ? rows_of(w) : 0; }
static int64_t masks_of(const problem_f64 *w) { return w->mask != NULL ? rows_of(w) : 0; }
static int64_t both_of(const problem_f64 *w) { return w->mask != NULL || w->bias != NULL ? rows_of(w) : 0; }
static int64_t one(const problem_f64 *w) { return (void)w, 1; }
static int64_t sinks_of(const problem_f64 *w) { return w->problem->sink != NULL ? w->q_heads : 0; }

static void name_row(const problem_f64 *w, int64_t n, char text[100]) {
  (void)snprintf(text, 100, "that of batch %" PRId64 ", head %" PRId64 ", query %" PRId64, n / w->q_len / w->q_heads,
                 n / w->q_len % w->q_heads, n % w->q_len);
}
static void name_matrix(const problem_f64 *w, int64_t n, char text[100]) {
  (void)snprintf(text, 100, "batch %" PRId64 ", kv head %" PRId64, n / w->kv_heads, n % w->kv_heads);
}
static void name_length(const problem_f64 *w, int64_t n, char text[100]) {
  (void)w;
  (void)snprintf(text, 100, "as if it were %" PRId64, n);
}
static void name_offset(const problem_f64 *w, int64_t n, char text[100]) {
  (void)snprintf(text, 100, "as if it were %" PRId64, n - w->q_len);
}
static void name_side(const problem_f64 *w, int64_t n, char text[100]) {
  if (n == sides_of(w) - 1) (void)snprintf(text, 100, "as if it had no limit");
  else (void)snprintf(text, 100, "as if it were %" PRId64, n);
}
static void name_head(const problem_f64 *w, int64_t n, char text[100]) {
  (void)w;
  (void)snprintf(text, 100, "head %" PRId64, n);
}

/* The kinds, in the order in which they are preferred. Without steps: the answer is compared with that expected. */
static const struct {
  const char *name, *says;
  int64_t (*count)(const problem_f64 *w);
  void (*name_of)(const problem_f64 *w, int64_t n, char text[100]);
  zoo_steps steps;
} kinds[PLACES] = {
    {"place-of-kv",
     "k and v of another place are read",
     matrices_of,
     name_matrix,
     {.k = k_of_matrix, .v = v_of_matrix}},
    {"place-of-q", "q of another row is read", rows_of, name_row, {.q = q_of_row}},
    {"place-of-k", "k of another place is read, v is right", matrices_of, name_matrix, {.k = k_of_matrix}},
    {"place-of-v", "v of another place is read, k is right", matrices_of, name_matrix, {.v = v_of_matrix}},
    {"place-of-diagonal", "the offset of the diagonal is wrong", offsets_of, name_offset, {.offset = offset_of}},
    {"place-of-length", "kv_len is read as another number", lengths_of, name_length, {.length = number}},
    {"place-of-keys",
     "kv_len is read as another number, except for the diagonal",
     lengths_of,
     name_length,
     {.length = number, .offset = right_offset}},
    {"place-of-left", "the left side of the window is wrong", sides_of, name_side, {.window = left_of_number}},
    {"place-of-right", "the right side of the window is wrong", sides_of, name_side, {.window = right_of_number}},
    {"place-of-bias", "the bias of another row is read", biases_of, name_row, {.bias = bias_of_row}},
    {"place-of-mask", "the mask of another row is read", masks_of, name_row, {.mask = mask_of_row}},
    {"place-of-mask-and-bias",
     "the mask and the bias of another row are read",
     both_of,
     name_row,
     {.mask = mask_of_row, .bias = bias_of_row}},
    {"place-of-sink", "the sink of another head is read", sinks_of, name_head, {.sink = sink_of_head}},
    [PLACE_LSE] = {"place-of-lse", "lse is that of another row, out is right", rows_of, name_row, {.q = NULL}},
    [PLACE_OUT] = {"place-of-out", "out is that of another row, lse is right", rows_of, name_row, {.q = NULL}},
    [PLACE_REPEAT] = {"repeated-row", "the answer is that of another row", rows_of, name_row, {.q = NULL}},
    [PLACE_FACTOR] = {"factor-of-row", "each row of out has a factor of its own, lse is right", one, NULL, {.q = NULL}},
};

const char *place_name(int kind) { return kinds[kind].name; }

void place_print(const places *p, int kind, char text[CAUSE_TEXT_MAX]) {
  size_t used = (size_t)snprintf(text, CAUSE_TEXT_MAX, "%s: %s", kinds[kind].says, p->of[kind].example);
  for (int other = kind + 1; other < PLACES && used < CAUSE_TEXT_MAX; other++)
    if (!p->of[other].refuted && p->of[other].rows == p->of[kind].rows)
      used += (size_t)snprintf(text + used, CAUSE_TEXT_MAX - used, "; or %s", kinds[other].says);
}

/* ---- what is compared with the expected rows, not computed */

static bool is_near(double x, double y, double bound) {
  return x == y || fabs(x - y) <= bound || (isnan(x) && isnan(y));
}

static void place_of(const problem_f64 *w, int64_t row, int64_t at[ATTEST_AXES]) {
  at[ATTEST_BATCH] = row / w->q_len / w->q_heads;
  at[ATTEST_HEAD] = row / w->q_len % w->q_heads;
  at[ATTEST_POSITION] = row % w->q_len;
  at[ATTEST_COLUMN] = 0;
}

/* lse of the row, if there is one, is that expected of row n. */
static bool is_lse_of(const expected *e, const attest_answer *mine, int64_t row, int64_t n) {
  int64_t at[ATTEST_AXES];
  place_of(&e->problem, row, at);
  return mine->lse.data == NULL || is_near(output_element(&mine->lse, at), e->lse[n], e->lse_bound[n]);
}

/* out of the row is that expected of row n. */
static bool is_out_of(const expected *e, const attest_answer *mine, int64_t row, int64_t n) {
  int64_t at[ATTEST_AXES];
  place_of(&e->problem, row, at);
  for (; at[ATTEST_COLUMN] < e->problem.d_v; at[ATTEST_COLUMN]++) {
    const int64_t c = n * e->problem.d_v + at[ATTEST_COLUMN];
    if (!(expected_budget(e->out[c], e->out_bound[c], output_element(&mine->out, at)) <= 1)) return false;
  }
  return true;
}

/* out, and lse, of two rows of an answer are equal. */
static bool repeats(const expected *e, const attest_answer *mine, int64_t row, int64_t n) {
  int64_t at[ATTEST_AXES], other[ATTEST_AXES];
  place_of(&e->problem, row, at);
  place_of(&e->problem, n, other);
  if (mine->lse.data != NULL && !is_near(output_element(&mine->lse, at), output_element(&mine->lse, other), 0))
    return false;
  for (int64_t c = 0; c < e->problem.d_v; c++) {
    at[ATTEST_COLUMN] = other[ATTEST_COLUMN] = c;
    if (!is_near(output_element(&mine->out, at), output_element(&mine->out, other), 0)) return false;
  }
  return n != row && !isnan(output_element(&mine->out, at));
}

/* The factor of a row of out against the expected one; NaN if there is no one factor, if rounding may make it, or if
   lse is wrong. */
static double factor_of(const expected *e, const attest_answer *mine, int64_t row) {
  const int64_t columns = e->problem.d_v;
  int64_t at[ATTEST_AXES], largest = row * columns;
  place_of(&e->problem, row, at);
  for (int64_t c = row * columns; c < (row + 1) * columns; c++)
    if (fabs(e->out[c]) > fabs(e->out[largest])) largest = c;
  at[ATTEST_COLUMN] = largest - row * columns;
  const double factor = output_element(&mine->out, at) / e->out[largest];
  if (!(fabs(factor) > 0) || !is_lse_of(e, mine, row, row)) return NAN;
  if (!(fabs((factor - 1) * e->out[largest]) > FACTOR * e->out_bound[largest])) return NAN;
  for (at[ATTEST_COLUMN] = 0; at[ATTEST_COLUMN] < columns; at[ATTEST_COLUMN]++) {
    const int64_t c = row * columns + at[ATTEST_COLUMN];
    if (!is_near(output_element(&mine->out, at), factor * e->out[c], 4 * fabs(factor) * e->out_bound[c])) return NAN;
  }
  return factor;
}

/* ---- one answer */

/* Whether number n of a kind explains a wrong row, after cause_compare. */
static bool explains(place_kind kind, const expected *e, const attest_answer *mine, const cause_space *space,
                     int64_t row, int64_t n) {
  if (kind == PLACE_LSE) return mine->lse.data != NULL && is_lse_of(e, mine, row, n) && is_out_of(e, mine, row, row);
  if (kind == PLACE_OUT) return n != row && is_out_of(e, mine, row, n) && is_lse_of(e, mine, row, row);
  if (kind == PLACE_REPEAT) return repeats(e, mine, row, n);
  if (kind == PLACE_FACTOR) return isfinite(factor_of(e, mine, row));
  return cause_row_is_explained(space, row);
}

/* Which number explains each wrong row; -1: none. */
static bool find_places(place_kind kind, const expected *e, const attest_answer *mine, cause_space *space, double until,
                        int64_t *place) {
  const int64_t rows = rows_of(&e->problem), count = kinds[kind].count(&e->problem);
  cause_counts counts;
  for (int64_t n = 0; n < count; n++) {
    const hypothesis h = {NULL,
                          {.name = kinds[kind].name, .exact = true, .number = (double)n, .steps = kinds[kind].steps}};
    if (clock_seconds() > until) return false;
    if (kind < PLACE_LSE && !cause_compare(&h, e, mine, space, &counts)) return false;
    for (int64_t row = 0; row < rows; row++)
      if (place[row] < 0 && cause_row_is_wrong(space, row) && explains(kind, e, mine, space, row, n)) place[row] = n;
  }
  return true;
}

/* The share of the numbers that a column of out takes in all rows that lies within the bound of one number. */
static double share_of_column(const expected *e, int64_t row, int64_t c) {
  const int64_t d_v = e->problem.d_v;
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int64_t n = 0; n < rows_of(&e->problem); n++) {
    low = fmin(low, e->out[n * d_v + c]), high = fmax(high, e->out[n * d_v + c]);
  }
  const double share = 2 * e->out_bound[row * d_v + c] / (high - low);
  return share < 1 ? share : 1;
}

/* Whether one of so many wrong places may explain a row by chance. */
static bool fits_by_chance(const expected *e, const attest_answer *mine, int64_t row, int64_t count) {
  double chance = (double)count;
  for (int64_t c = 0; c < e->problem.d_v; c++) chance *= share_of_column(e, row, c);
  if (mine->lse.data != NULL) chance *= fmin(1, 8 * fmax(e->lse_bound[row], 0x1p-24));
  return chance > BY_CHANCE;
}

/* Whether a row sees no key, by its answer. */
static bool sees_nothing(const expected *e, const attest_answer *mine, int64_t row) {
  int64_t at[ATTEST_AXES];
  place_of(&e->problem, row, at);
  return mine->lse.data != NULL ? !isfinite(output_element(&mine->lse, at))
                                : !(fabs(output_element(&mine->out, at)) > 0);
}

/* Whether all columns of out have one value: rows that are filled alike repeat no answer. */
static bool is_filled(const expected *e, const attest_answer *mine, int64_t row) {
  int64_t at[ATTEST_AXES];
  place_of(&e->problem, row, at);
  const double first = output_element(&mine->out, at);
  for (; at[ATTEST_COLUMN] < e->problem.d_v; at[ATTEST_COLUMN]++)
    if (output_element(&mine->out, at) < first || output_element(&mine->out, at) > first) return false;
  return true;
}

/* Whether a row says nothing of places: a row that sees no key, by its answer, fits any place without keys; one column
   any factor; few columns, in a type of few digits, many places; and rows that are filled alike are equal. */
static bool says_nothing(place_kind kind, const expected *e, const attest_answer *mine, int64_t row) {
  if (kind == PLACE_FACTOR) return e->problem.d_v < 2;
  if (kind == PLACE_REPEAT && is_filled(e, mine, row)) return true;
  if (kind != PLACE_LSE && fits_by_chance(e, mine, row, kinds[kind].count(&e->problem))) return true;
  if (kind == PLACE_OUT || kind == PLACE_REPEAT) return e->problem.d_v < 2 || sees_nothing(e, mine, row);
  return sees_nothing(e, mine, row);
}

static void print_example(place_evidence *of, place_kind kind, const expected *e, const attest_answer *mine,
                          int64_t row, int64_t n) {
  int64_t at[ATTEST_AXES];
  char name[100];
  place_of(&e->problem, row, at);
  if (kind == PLACE_FACTOR) (void)snprintf(name, sizeof name, "%.6g", factor_of(e, mine, row));
  else kinds[kind].name_of(&e->problem, n, name);
  (void)snprintf(of->example, sizeof of->example, "for batch %" PRId64 ", head %" PRId64 ", query %" PRId64 ", %s",
                 at[ATTEST_BATCH], at[ATTEST_HEAD], at[ATTEST_POSITION], name);
}

static void keep(place_evidence *of, place_kind kind, const expected *e, const attest_answer *mine,
                 const cause_space *space, const int64_t *place) {
  int64_t explained = 0;
  for (int64_t row = 0; row < rows_of(&e->problem) && !of->refuted; row++) {
    if (!cause_row_is_wrong(space, row)) continue;
    of->refuted = place[row] < 0;
    if (of->refuted || says_nothing(kind, e, mine, row)) continue;
    if (of->example[0] == '\0') print_example(of, kind, e, mine, row, place[row]);
    explained++;
  }
  of->cases += explained > 0;
  of->rows += explained;
}

bool places_try(places *p, const expected *e, const attest_answer *mine, cause_space *space, double until) {
  const problem_f64 *w = &e->problem;
  const int64_t rows = rows_of(w);
  int64_t *place = calloc((size_t)rows + 1, sizeof *place), wrong = 0;
  bool whole = place != NULL;
  for (int64_t row = 0; row < rows; row++) wrong += cause_row_is_wrong(space, row);
  p->rows += wrong;
  cause_forget_right_rows(space, rows);
  for (place_kind kind = 0; whole && kind < PLACES; kind++) {
    const double work = (double)wrong * (double)kinds[kind].count(w) * (double)w->keys * (double)(w->d_k + w->d_v);
    p->of[kind].refuted = p->of[kind].refuted || work > PLACES_WORK;
    if (p->of[kind].refuted) continue;
    for (int64_t row = 0; row < rows; row++) place[row] = -1;
    whole = find_places(kind, e, mine, space, until, place);
    if (whole) keep(&p->of[kind], kind, e, mine, space, place);
  }
  free(place);
  return whole;
}

int places_best(const places *p, int64_t least) {
  int best = -1;
  for (int kind = 0; kind < PLACES; kind++) {
    const place_evidence *one = &p->of[kind];
    if (one->refuted || one->cases < least || one->rows < LEAST_ROWS) continue;
    if (best < 0 || one->rows > p->of[best].rows) best = kind;
  }
  return best;
}
