#include "check/judge/row_convention.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/format.h"
#include "check/cases/tensor.h"
#include "ref/visible.h"

/* The row being judged. */
typedef struct {
  const expected *e;
  const attest_answer *answer;
  const attest_arithmetic *arithmetic;
  convention_set allowed;
  int64_t b, h, i, length; /* length: number of keys that count */
  unsigned char *visible;  /* keys */
  unsigned char *flagged;  /* keys: hidden, not only by a bias */
  unsigned char *share;    /* keys: share the weight of a mean */
  bool sees, flags, low;   /* sees a key; a key is flagged; all visible biases are lowest */
} row;

static bool is_allowed(const row *r, convention_id id) { return (r->allowed & CONVENTION_BIT(id)) != 0; }

/* ---- properties of a row */

static int64_t row_number(const row *r) { return (r->b * r->e->problem.q_heads + r->h) * r->e->problem.q_len + r->i; }

static const double *bias_of(const row *r) {
  const problem_f64 *w = &r->e->problem;
  return w->bias != NULL ? w->bias + row_number(r) * w->keys : NULL;
}

static const double *key_of(const row *r, int64_t j) {
  const problem_f64 *w = &r->e->problem;
  return problem_f64_row(w->k, problem_f64_kv(w, r->b, r->h), w->keys, w->d_k, j);
}

static const double *value_of(const row *r, int64_t j) {
  const problem_f64 *w = &r->e->problem;
  return problem_f64_row(w->v, problem_f64_kv(w, r->b, r->h), w->keys, w->d_v, j);
}

/* Half the smallest number of q's type: a score below it consists only of bias. */
static double lowest(const row *r) { return -format_of(r->e->problem.problem->q.dtype)->largest / 2; }

static void look_at_row(row *r) {
  const problem_f64 *w = &r->e->problem;
  const double *bias = bias_of(r);
  attest_problem unbiased = *w->problem;
  unbiased.bias.data = NULL;
  ref_visible_row(*w->problem, r->b, r->h, r->i, r->visible);
  ref_visible_row(unbiased, r->b, r->h, r->i, r->flagged);
  r->length = problem_f64_kv_len(w->problem, r->b);
  r->sees = r->flags = false;
  r->low = bias != NULL;
  for (int64_t j = 0; j < w->keys; j++) {
    r->flagged[j] = !r->flagged[j];
    r->sees = r->sees || r->visible[j];
    r->flags = r->flags || r->flagged[j];
    r->low = r->low && (!r->visible[j] || bias[j] <= lowest(r));
  }
}

/* ---- NaN that reaches the output */

/* Whether V is not finite at a visible (or a hidden) key of the column. */
static bool has_nan(const row *r, int64_t c, bool visible) {
  for (int64_t j = 0; j < r->e->problem.keys; j++)
    if ((r->visible[j] != 0) == visible && !isfinite(value_of(r, j)[c])) return true;
  return false;
}

static bool value_spoils(const row *r, int64_t c) { return has_nan(r, c, false); }

static double largest_score(const attest_arithmetic *a) {
  const bool half = a->accumulate == ATTEST_F16 || (a->score_roundings > 0 && a->scores == ATTEST_F16);
  return format_of(half ? ATTEST_F16 : a->accumulate)->largest;
}

static bool key_spoils(const row *r) {
  const problem_f64 *w = &r->e->problem;
  const double *q = problem_f64_row(w->q, r->b * w->q_heads + r->h, w->q_len, w->d_k, r->i);
  for (int64_t j = 0; j < w->keys; j++) {
    double magnitude = 0;
    for (int64_t c = 0; !r->visible[j] && c < w->d_k; c++) magnitude += fabs(q[c] * key_of(r, j)[c]);
    if (!(magnitude * fmax(1, fabs(w->scale)) <= largest_score(r->arithmetic))) return true;
  }
  return false;
}

/* ---- elements */

static double found_out(const row *r, int64_t c) {
  return output_element(&r->answer->out, (const int64_t[]){r->b, r->h, r->i, c});
}
static double found_lse(const row *r) {
  return output_element(&r->answer->lse, (const int64_t[]){r->b, r->h, r->i, 0});
}
static double found_weight(const row *r, int64_t j) {
  return output_element(&r->answer->weights, (const int64_t[]){r->b, r->h, r->i, j});
}

static int64_t columns_of(const row *r) { return r->answer->out.data != NULL ? r->e->problem.d_v : 0; }
static int64_t weights_of(const row *r) { return r->answer->weights.data != NULL ? r->e->problem.keys : 0; }

/* NaN is the worst. */
static double worse(double a, double b) { return a <= b ? b : isnan(b) ? HUGE_VAL : a; }

static double lse_budget(const row *r) {
  const int64_t n = row_number(r);
  return r->answer->lse.data != NULL ? expected_budget(r->e->lse[n], r->e->lse_bound[n], found_lse(r)) : 0;
}

static double weight_of(const row *r, int64_t j) { return r->e->weights[row_number(r) * r->e->problem.keys + j]; }

/* Whether NaN at a visible key makes the weights NaN. */
static bool weights_are_nan(const row *r) {
  for (int64_t j = 0; j < weights_of(r); j++)
    if (isnan(weight_of(r, j))) return true;
  return false;
}

/* The worst budget used of lse and weights, except weights of hidden keys that are NaN with all others. */
static double rest_budget(const row *r, convention_set *followed) {
  const int64_t first = row_number(r) * r->e->problem.keys;
  const bool nan = is_allowed(r, CONVENTION_NAN_WEIGHTS) && weights_are_nan(r);
  double budget = lse_budget(r);
  for (int64_t j = 0; j < weights_of(r); j++) {
    const double found = found_weight(r, j);
    if (nan && isnan(found) && !r->visible[j]) *followed |= CONVENTION_BIT(CONVENTION_NAN_WEIGHTS);
    else budget = worse(budget, expected_budget(weight_of(r, j), r->e->weights_bound[first + j], found));
  }
  return budget;
}

static double out_budget(const row *r, int64_t c) {
  const int64_t n = row_number(r) * r->e->problem.d_v + c;
  return expected_budget(r->e->out[n], r->e->out_bound[n], found_out(r, c));
}

static bool is_all_nan(const row *r) {
  for (int64_t c = 0; c < columns_of(r); c++)
    if (!isnan(found_out(r, c))) return false;
  for (int64_t j = 0; j < weights_of(r); j++)
    if (!isnan(found_weight(r, j))) return false;
  return true;
}

/* ---- explanations of a row: each function returns whether it explains the row, and adds the conventions followed */

/* By the definition, except single elements: those of out with a hidden value that is not finite in their column, and
   those of weights. */
static bool by_definition(const row *r, convention_set *followed, double *budget) {
  convention_set some = 0;
  *budget = rest_budget(r, &some);
  for (int64_t c = 0; c < columns_of(r); c++) {
    const double of = out_budget(r, c);
    const bool excused =
        !(of <= 1) && isnan(found_out(r, c)) && is_allowed(r, CONVENTION_HIDDEN_VALUE) && value_spoils(r, c);
    if (excused) some |= CONVENTION_BIT(CONVENTION_HIDDEN_VALUE);
    else *budget = worse(*budget, of);
  }
  if (*budget <= 1) *followed |= some;
  return *budget <= 1;
}

/* NaN in lse and out. Zeros may have stayed zeros: in weights, and in out where no key is visible. */
static bool by_hidden_key(const row *r) {
  const int64_t first = row_number(r) * r->e->problem.keys;
  if (r->answer->lse.data != NULL && !isnan(found_lse(r))) return false;
  for (int64_t c = 0; c < columns_of(r); c++)
    if (!isnan(found_out(r, c)) && (r->sees || !(out_budget(r, c) <= 1))) return false;
  for (int64_t j = 0; j < weights_of(r); j++)
    if (!isnan(found_weight(r, j)) &&
        !(expected_budget(weight_of(r, j), r->e->weights_bound[first + j], found_weight(r, j)) <= 1))
      return false;
  return key_spoils(r);
}

/* NaN in every element; lse is NaN too, or right. */
static bool by_nan(const row *r) {
  return is_all_nan(r) && (r->answer->lse.data == NULL || isnan(found_lse(r)) || lse_budget(r) <= 1);
}

/* An lse of at most half the smallest number of binary16 means that no score was visible. */
static bool lse_of_nothing(const row *r) {
  return r->answer->lse.data == NULL || found_lse(r) <= -format_of(ATTEST_F16)->largest / 2;
}

static double relative_error(const row *r, int64_t n, attest_dtype output) {
  const attest_arithmetic *a = r->arithmetic;
  return 2 * ((double)(n + 8) * format_of(a->accumulate)->unit_roundoff + format_of(a->probabilities)->unit_roundoff +
              format_of(output)->unit_roundoff);
}

/* Whether the row is the mean of n keys of equal weight. */
static bool is_mean(const row *r, int64_t n, convention_set *followed) {
  const double relative = relative_error(r, n, r->answer->out.dtype), count = (double)n;
  for (int64_t c = 0; c < columns_of(r); c++) {
    double sum = 0, magnitude = 0;
    for (int64_t j = 0; j < r->e->problem.keys; j++) {
      sum += r->share[j] ? value_of(r, j)[c] / count : 0;
      magnitude += r->share[j] ? fabs(value_of(r, j)[c]) / count : 0;
    }
    const double found = found_out(r, c);
    if (expected_budget(sum, relative * magnitude + format_of(r->answer->out.dtype)->largest_lost, found) <= 1)
      continue;
    if (isnan(found) && has_nan(r, c, true)) continue;
    if (!isnan(found) || !is_allowed(r, CONVENTION_HIDDEN_VALUE) || !value_spoils(r, c)) return false;
    *followed |= CONVENTION_BIT(CONVENTION_HIDDEN_VALUE);
  }
  const double bound =
      relative_error(r, n, r->answer->weights.dtype) / count + format_of(r->answer->weights.dtype)->largest_lost;
  for (int64_t j = 0; j < weights_of(r); j++)
    if (!(expected_budget(r->share[j] ? 1 / count : 0, r->share[j] ? bound : 0, found_weight(r, j)) <= 1)) return false;
  return true;
}

/* Whether key j shares the weight, in set 0 .. 5 of row_convention.h. */
static bool shares(const row *r, int64_t j, int way) {
  const double *bias = bias_of(r);
  const bool below = way < 3 || j < r->length;
  if (way % 3 == 0) return below;
  return below && r->flagged[j] && (way % 3 == 1 || bias == NULL || bias[j] != -HUGE_VAL);
}

static bool by_mean(const row *r, convention_set *followed) {
  if (!lse_of_nothing(r)) return false;
  for (int way = 0; way < 6; way++) {
    convention_set more = 0;
    int64_t n = 0;
    for (int64_t j = 0; j < r->e->problem.keys; j++) {
      r->share[j] = shares(r, j, way);
      n += r->share[j];
    }
    if (n == 0 || !is_mean(r, n, &more)) continue;
    *followed |= more;
    return true;
  }
  return false;
}

/* ---- the row */

/* The conventions that a row may follow. Of several explanations, only their common conventions are certain. */
typedef struct {
  int ways;
  convention_set all, common; /* union and intersection of the sets that explain the row */
} explanations;

static void explain(explanations *x, convention_set set) {
  x->common = x->ways++ > 0 ? x->common & set : set;
  x->all |= set;
}

/* Judges a row that sees no key, or only the lowest scores. right: it is right by the definition. */
static void judge_empty(const row *r, bool right, explanations *x, row_findings *found) {
  const convention_id nan = r->flags ? CONVENTION_EMPTY_NAN : CONVENTION_BIAS_NAN;
  const convention_id mean = r->flags ? CONVENTION_EMPTY_MEAN : CONVENTION_BIAS_MEAN;
  convention_set more = 0;
  const bool is_nan = !r->sees && by_nan(r), averages = by_mean(r, &more);
  if (!r->sees && !is_nan) found->broken |= CONVENTION_BIT(nan);
  if (!r->sees && !averages) found->broken |= CONVENTION_BIT(mean);
  if (right) return;
  if (is_nan && is_allowed(r, nan)) explain(x, CONVENTION_BIT(nan));
  if (averages && is_allowed(r, mean)) explain(x, CONVENTION_BIT(mean) | more);
}

static void judge_row(row *r, row_findings *found) {
  const problem_f64 *w = &r->e->problem;
  explanations x = {.ways = 0};
  convention_set followed = 0;
  double budget;
  look_at_row(r);
  if (by_definition(r, &followed, &budget)) {
    explain(&x, followed);
    found->budget = worse(found->budget, budget);
  }
  const bool right = x.ways > 0 && followed == 0;
  if (!right && is_allowed(r, CONVENTION_HIDDEN_KEY) && by_hidden_key(r))
    explain(&x, CONVENTION_BIT(CONVENTION_HIDDEN_KEY));
  if ((!r->sees || (r->low && x.ways == 0)) && w->keys > 0 && w->problem->sink == NULL)
    judge_empty(r, right, &x, found);
  found->explained = found->explained && x.ways > 0;
  found->followed |= x.common;
  found->either |= x.all & ~x.common;
}

check_status row_conventions(const expected *e, const attest_answer *answer, const attest_arithmetic *arithmetic,
                             convention_set allowed, row_findings *found, check_error *error) {
  const problem_f64 *w = &e->problem;
  unsigned char *flags = malloc(3 * (size_t)w->keys + 1);
  *found = (row_findings){.explained = true};
  if (flags == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the keys of a row");
  row r = {.e = e, .answer = answer, .arithmetic = arithmetic, .allowed = allowed};
  r.visible = flags;
  r.flagged = flags + w->keys;
  r.share = r.flagged + w->keys;
  for (r.b = 0; r.b < w->batch && w->q_len > 0; r.b++)
    for (r.h = 0; r.h < w->q_heads; r.h++)
      for (r.i = 0; r.i < w->q_len; r.i++) judge_row(&r, found);
  free(flags);
  return CHECK_OK;
}
