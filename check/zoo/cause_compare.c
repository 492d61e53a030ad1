/* One row of an answer (out, lse and weights of a query) against the definition and against a hypothesis. */
#include <math.h>
#include <string.h>

#include "check/cases/arena.h"
#include "check/cases/format.h"
#include "check/judge/verdict.h"
#include "check/zoo/cause.h"

#define ROW_WORK 200000 /* multiplications of the wrong rows of an answer that are compared, and of the correct ones */
#define CLOSE 0.02  /* an explained element is this much nearer to the hypothesis than its row is to the definition */
#define ROUNDING 16 /* in units of the largest element, where the definition is not finite and has no bound */
#define NEARER 0.25 /* and so is the whole row, where bounds are wide: its farthest element */
#define NEARER_MEAN 0.35 /* or its root mean square: rounding to a narrow output may fall either way */
#define DOUBT 4.0        /* a correct row contradicts a hypothesis that is this many bounds away */

/* One output of a row, under comparison. */
typedef struct {
  const attest_output *mine, *its;
  const double *value, *bound; /* of the first element of the row */
  double unit;                 /* relative rounding of a stored element */
  int64_t first;               /* column that is compared */
  bool partial;                /* NaN of the hypothesis is not known */
  cause_outputs of;
} strip;

/* What is found in a strip. */
typedef struct {
  bool wrong;        /* some element is beyond its bound */
  int64_t first;     /* the first of these */
  double from_truth; /* largest error; infinite if an element is not finite where it should be, or the reverse */
  double largest;    /* magnitude of the largest finite element */
} strip_error;

static double distance(double x, double y) {
  if (isnan(x) || isnan(y)) return isnan(x) && isnan(y) ? 0 : HUGE_VAL;
  if (isinf(x) || isinf(y)) return x == y ? 0 : HUGE_VAL;
  return fabs(x - y);
}

/* The bound of an element; 0 if the expected element is NaN. */
static double bound_at(const strip *s, int64_t c) { return isnan(s->bound[c]) ? 0 : s->bound[c]; }

/* Whether two numbers are this near. NaN is near NaN, infinity is near itself alone. */
static bool near(double x, double y, double tolerance) {
  const double d = distance(x, y);
  return d == 0 || (isfinite(d) && d <= tolerance);
}

/* Whether nothing can be said of an element: the hypothesis does not know it, or the NaN may come from memory without
   an element, by a weight of 0. */
static bool is_unknown(const strip *s, double mine, double its) { return s->partial && (isnan(mine) || isnan(its)); }

static bool is_wrong(const strip *s, int64_t c, double mine) {
  return !(expected_budget(s->value[c], s->bound[c], mine) <= 1);
}

static strip_error error_of(const strip *s, int64_t at[ATTEST_AXES]) {
  strip_error found = {.wrong = false};
  for (int64_t c = s->first; c < s->mine->size[ATTEST_COLUMN]; c++) {
    at[ATTEST_COLUMN] = c;
    const double x = output_element(s->mine, at);
    const bool wrong = is_wrong(s, c, x);
    if (wrong && !found.wrong) found.first = c;
    found.wrong = found.wrong || wrong;
    if (isfinite(x)) found.largest = fmax(found.largest, fabs(x));
    found.from_truth = fmax(found.from_truth, distance(x, s->value[c]));
  }
  return found;
}

static bool explains(const strip *s, strip_error error, int64_t at[ATTEST_AXES]) {
  double farthest = 0, squares = 0, from_truth = 0;
  const double share = isfinite(error.from_truth) ? CLOSE * error.from_truth : ROUNDING * s->unit * error.largest;
  for (int64_t c = s->first; c < s->mine->size[ATTEST_COLUMN]; c++) {
    at[ATTEST_COLUMN] = c;
    const double x = output_element(s->mine, at), y = output_element(s->its, at);
    if (is_unknown(s, x, y)) continue;
    if (!near(x, y, 2 * bound_at(s, c) + s->unit * fabs(x) + share)) return false;
    if (verdict_is_unwritten(s->mine, at) != verdict_is_unwritten(s->its, at)) return false;
    farthest = fmax(farthest, distance(x, y));
    squares += (x - y) * (x - y);
    from_truth += (x - s->value[c]) * (x - s->value[c]);
  }
  return !error.wrong || isinf(error.from_truth) || farthest <= NEARER * error.from_truth ||
         squares <= NEARER_MEAN * NEARER_MEAN * from_truth;
}

static bool contradicts(const strip *s, int64_t at[ATTEST_AXES]) {
  for (int64_t c = s->first; c < s->mine->size[ATTEST_COLUMN]; c++) {
    at[ATTEST_COLUMN] = c;
    const double x = output_element(s->mine, at), y = output_element(s->its, at);
    if (!is_unknown(s, x, y) && !near(x, y, DOUBT * (bound_at(s, c) + s->unit * fabs(x)))) return true;
  }
  return false;
}

static size_t strips_of_row(const expected *e, const attest_answer *mine, const cause_space *space, bool weights,
                            int64_t row, strip strips[3]) {
  const problem_f64 *w = &e->problem;
  const attest_answer *its = &space->answer;
  const double out = format_of(mine->out.dtype)->unit_roundoff, of_32 = format_of(ATTEST_F32)->unit_roundoff;
  size_t count = 0;
  if (mine->out.data != NULL && (space->compared & CAUSE_OUT) != 0)
    strips[count++] = (strip){&mine->out, &its->out,           e->out + row * w->d_v, e->out_bound + row * w->d_v,
                              8 * out,    space->first_column, space->partial,        CAUSE_OUT};
  if (mine->lse.data != NULL && (space->compared & CAUSE_LSE) != 0)
    strips[count++] =
        (strip){&mine->lse, &its->lse, e->lse + row, e->lse_bound + row, 8 * of_32, 0, space->partial, CAUSE_LSE};
  if (mine->weights.data != NULL && weights && (space->compared & CAUSE_WEIGHTS) != 0)
    strips[count++] =
        (strip){&mine->weights, &its->weights, e->weights + row * w->keys, e->weights_bound + row * w->keys, 8 * out, 0,
                space->partial, CAUSE_WEIGHTS};
  return count;
}

/* What is known of a row. A hypothesis is computed in binary64, then in the arithmetic of the candidate's type, if it
   needs that; a row is explained, or not contradicted, if it is so in either. It is unknown if the hypothesis says
   nothing of its wrong elements or, in a right row, of any. */
enum { ROW_COMPARED = 1, ROW_WRONG = 2, ROW_EXPLAINED = 4, ROW_UNCONTRADICTED = 8, ROW_UNKNOWN = 16 };

bool cause_row_is_wrong(const cause_space *space, int64_t row) { return (space->row[row] & ROW_WRONG) != 0; }

bool cause_row_is_explained(const cause_space *space, int64_t row) {
  return cause_row_is_wrong(space, row) && (space->row[row] & ROW_EXPLAINED) != 0;
}

void cause_forget_right_rows(cause_space *space, int64_t rows) {
  for (int64_t row = 0; row < rows; row++)
    if (!cause_row_is_wrong(space, row)) space->row[row] = 0;
}

static void place_of_row(const problem_f64 *w, int64_t row, int64_t at[ATTEST_AXES]) {
  at[ATTEST_BATCH] = row / w->q_len / w->q_heads;
  at[ATTEST_HEAD] = row / w->q_len % w->q_heads;
  at[ATTEST_POSITION] = row % w->q_len;
}

/* Whether the hypothesis says something of a strip: of one of its wrong elements, if the row is wrong. */
static bool is_told(const strip *s, bool wrong_row, int64_t at[ATTEST_AXES]) {
  for (int64_t c = s->first; c < s->its->size[ATTEST_COLUMN]; c++) {
    at[ATTEST_COLUMN] = c;
    const double x = output_element(s->mine, at);
    if ((!wrong_row || is_wrong(s, c, x)) && !is_unknown(s, x, output_element(s->its, at))) return true;
  }
  return false;
}

/* Adds what a hypothesis says of a row. */
static void compare_row(const strip *strips, size_t count, bool partial, int64_t at[ATTEST_AXES], unsigned char *row) {
  const bool wrong = (*row & ROW_WRONG) != 0;
  bool explained = wrong, contradicted = false, told = false;
  for (size_t n = 0; n < count; n++) {
    const strip_error error = error_of(&strips[n], at);
    explained = explained && explains(&strips[n], error, at);
    contradicted = contradicted || (!wrong && contradicts(&strips[n], at));
    told = told || is_told(&strips[n], wrong, at);
  }
  *row |= (unsigned char)((explained && told ? ROW_EXPLAINED : 0) | (contradicted ? 0 : ROW_UNCONTRADICTED) |
                          (told || !partial ? 0 : ROW_UNKNOWN));
}

static void forget(const attest_answer *a) {
  const attest_output *of[] = {&a->out, &a->lse, &a->weights};
  for (int n = 0; n < 3; n++)
    if (of[n]->data != NULL)
      (void)memset(of[n]->data, ARENA_PATTERN, (size_t)tensor_count(of[n]->size) * attest_dtype_size(of[n]->dtype));
}

/* ---- the rows to compare */

/* Leaves the flag ROW_COMPARED in at most `most` of the rows with these flags, at even distances. */
static void thin_out(unsigned char *row, int64_t rows, unsigned char flags, int64_t most) {
  int64_t count = 0, seen = 0;
  for (int64_t n = 0; n < rows; n++) count += row[n] == flags;
  for (int64_t n = 0; n < rows; n++) {
    if (row[n] != flags) continue;
    if (count > most && seen * most / count == (seen + 1) * most / count) row[n] &= (unsigned char)~ROW_COMPARED;
    seen++;
  }
}

int64_t cause_choose_rows(const expected *e, const attest_answer *mine, cause_space *space) {
  const problem_f64 *w = &e->problem;
  const int64_t rows = w->batch * w->q_heads * w->q_len, work = w->keys * (w->d_k + w->d_v) + 1;
  const int64_t most = ROW_WORK / work < 2 ? 2 : ROW_WORK / work;
  strip strips[3];
  int64_t wrong_rows = 0;
  space->wrong = 0;
  space->first_wrong = INT64_MAX;
  for (int64_t n = 0; n < rows; n++) {
    int64_t at[ATTEST_AXES];
    bool wrong = false;
    place_of_row(w, n, at);
    const size_t count = strips_of_row(e, mine, space, true, n, strips);
    for (size_t m = 0; m < count; m++) {
      const strip_error error = error_of(&strips[m], at);
      if (!error.wrong) continue;
      wrong = true;
      space->wrong |= strips[m].of;
      if (strips[m].of == CAUSE_OUT && error.first < space->first_wrong) space->first_wrong = error.first;
    }
    space->row[n] = (unsigned char)(ROW_COMPARED | (wrong ? ROW_WRONG : 0));
    wrong_rows += wrong;
  }
  thin_out(space->row, rows, ROW_COMPARED | ROW_WRONG, most);
  thin_out(space->row, rows, ROW_COMPARED, most);
  for (int64_t n = 0; n < rows; n++)
    if ((space->row[n] & ROW_COMPARED) == 0) space->row[n] = 0;
  return wrong_rows;
}

/* Computes the hypothesis, and adds to the flags of each row. */
static bool compare_all(const zoo_mutant *m, const expected *e, const attest_answer *mine, cause_space *space) {
  const problem_f64 *w = &e->problem;
  strip strips[3];
  forget(&space->answer);
  if (zoo_compute(w, m, space->row, &space->answer) != ATTEST_OK) return false;
  for (int64_t n = 0; n < w->batch * w->q_heads * w->q_len; n++) {
    int64_t at[ATTEST_AXES];
    if (space->row[n] == 0) continue;
    place_of_row(w, n, at);
    const size_t count = strips_of_row(e, mine, space, zoo_gives_weights(m), n, strips);
    compare_row(strips, count, space->partial, at, &space->row[n]);
  }
  return true;
}

static cause_counts count_rows(const cause_space *space, int64_t rows) {
  cause_counts counts = {.wrong = 0};
  for (int64_t n = 0; n < rows; n++) {
    const bool wrong = (space->row[n] & ROW_WRONG) != 0;
    if (space->row[n] == 0 || (space->row[n] & ROW_UNKNOWN) != 0) continue;
    counts.wrong += wrong;
    counts.right += !wrong;
    counts.explained += wrong && (space->row[n] & ROW_EXPLAINED) != 0;
    counts.contradicted += !wrong && (space->row[n] & ROW_UNCONTRADICTED) == 0;
  }
  return counts;
}

bool cause_compare(const hypothesis *h, const expected *e, const attest_answer *mine, cause_space *space,
                   cause_counts *counts) {
  const problem_f64 *w = &e->problem;
  const int64_t rows = w->batch * w->q_heads * w->q_len;
  zoo_mutant other = h->mutant;
  other.exact = false;
  space->partial = h->of != NULL && h->of->reads_beyond;
  for (int64_t n = 0; n < rows; n++) space->row[n] &= ROW_COMPARED | ROW_WRONG;
  bool whole = compare_all(&h->mutant, e, mine, space);
  *counts = count_rows(space, rows);
  if (whole && h->mutant.exact && (counts->explained < counts->wrong || counts->contradicted > 0)) {
    whole = compare_all(&other, e, mine, space);
    *counts = count_rows(space, rows);
  }
  return whole;
}
