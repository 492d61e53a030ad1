#include "check/judge/bound.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/format.h"

/* The roundings of one implementation, as quantities of the formulas in bound.h. */
typedef struct {
  double u, eta, u_s, u_p, eta_p, normal_p, u_o, eta_o, u_lse;
  int score_roundings;
  double base; /* 4 with exp2 and online maxima, else 0 */
  double height, rescales;
} rounding;

attest_arithmetic bound_default(attest_dtype dtype) {
  const attest_dtype accumulate = format_of(dtype)->accumulate;
  return (attest_arithmetic){.accumulate = accumulate, .scores = accumulate, .probabilities = dtype, .rescales = -1};
}

static rounding rounding_of(const problem_f64 *w, const attest_arithmetic *a, attest_dtype output, attest_dtype lse) {
  const number_format *sums = format_of(a->accumulate), *stored = format_of(a->probabilities), *out = format_of(output);
  const int64_t any_order = w->keys + 8; /* no term of a sum goes through more additions */
  return (rounding){.u = sums->unit_roundoff,
                    .eta = sums->largest_lost,
                    .u_s = format_of(a->scores)->unit_roundoff,
                    .score_roundings = a->score_roundings,
                    .u_p = stored->unit_roundoff,
                    .eta_p = stored->largest_lost,
                    .normal_p = stored->smallest_normal,
                    .u_o = out->unit_roundoff,
                    .eta_o = out->largest_lost,
                    .u_lse = format_of(lse)->unit_roundoff,
                    .base = 4,
                    .height = (double)(a->height > 0 && a->height < any_order ? a->height : any_order),
                    .rescales = (double)(a->rescales < 0         ? w->keys / 16 + 1
                                         : a->rescales < w->keys ? a->rescales
                                                                 : w->keys)};
}

static rounding rounding_of_reference(const problem_f64 *w) {
  const attest_arithmetic plain = {.height = w->keys + 8};
  rounding r = rounding_of(w, &plain, ATTEST_F64, ATTEST_F64);
  r.base = 0;
  return r;
}

double bound_gamma(double h, double u) { return h * u < 1 ? h * u / (1 - h * u) : HUGE_VAL; }

check_status bound_space_make(const problem_f64 *w, bound_space *space, check_error *error) {
  const size_t keys = (size_t)w->keys + 1, columns = (size_t)w->d_v;
  double *memory = malloc((4 * keys + 6 * columns) * sizeof *memory + keys);
  *space = (bound_space){.memory = memory};
  if (memory == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the bound of a row");
  space->score = memory;
  space->magnitude = space->score + keys;
  space->p = space->magnitude + keys;
  space->error = space->p + keys;
  space->spread = space->error + keys;
  space->mass = space->spread + columns;
  space->lost = space->mass + columns;
  space->reference = space->lost + columns;
  space->low = space->reference + columns;
  space->high = space->low + columns;
  space->visible = (unsigned char *)(space->high + columns);
  return CHECK_OK;
}

void bound_space_free(bound_space *space) { free(space->memory); }

/* s_j and a_j */
static void score_key(const problem_f64 *w, const double *q, const double *k, double bias, double *score,
                      double *magnitude) {
  double dot = 0, absolute = 0;
  for (int64_t c = 0; c < w->d_k; c++) {
    dot += q[c] * k[c];
    absolute += fabs(q[c] * k[c]);
  }
  const double cap = w->problem->softcap, x = w->scale * dot;
  *score = (cap > 0 ? cap * tanh(x / cap) : x) + bias;
  *magnitude = fabs(w->scale) * absolute;
}

/* The row's exact quantities, as exact as binary64 gives them. */
typedef struct {
  const problem_f64 *w;
  const double *v; /* keys x d_v */
  const double *out;
  const bound_space *at;
  int64_t terms; /* keys, and one for a sink */
  double m, S, lse;
  double delta; /* relative error of a p_j computed here */
} row;

static bool is_seen(const row *r, int64_t j) { return j == r->w->keys || r->at->visible[j]; }

/* The bound of |s'_j - s_j|. */
static double score_error(const row *r, const rounding *n, int64_t j) {
  const double a = r->at->magnitude[j], s = fabs(r->at->score[j]);
  const double es =
      bound_gamma((double)r->w->d_k + 4, n->u) * a + (r->w->problem->softcap > 0 ? 8 * n->u * a : 0) + n->u * s;
  return es + n->score_roundings * n->u_s * (1 + n->u_s) * (s + es);
}

/* Computes E_j for every term; returns T. */
static double weigh_errors(const row *r, const rounding *n) {
  double T = 0;
  for (int64_t j = 0; j < r->terms; j++) {
    if (!is_seen(r, j)) continue;
    const double s = r->at->score[j], es = score_error(r, n, j);
    const double e = es + n->u * (fabs(s - r->m) + 2 * es) * (1 + n->u_s) + n->base * n->u * (fabs(s) + fabs(r->m));
    r->at->error[j] = (1 + r->delta) * r->at->p[j] * expm1(e + 4 * n->u * (1 + n->rescales)) + n->eta;
    T += r->at->error[j];
  }
  return T;
}

/* c_j of a row: `divided` for terms that are p_j - E_j >= least */
typedef struct {
  double least, divided;
} share;

static share share_of(const row *r, const rounding *n, double T, double rest) {
  const double g = bound_gamma(n->height, n->u);
  return (share){g < 1 ? n->normal_p * ((1 + r->delta) * r->S + T) / (1 - g) : HUGE_VAL, rest > 1 ? 1 / rest : 1};
}

static double share_at(const row *r, const share *c, int64_t j) {
  return (1 - r->delta) * r->at->p[j] - r->at->error[j] >= c->least ? c->divided : 1;
}

/* Sums over the visible keys, for each column: E_j |v_j - o|, (p_j + E_j) |v_j|, c_j |v_j|; o is off by at most
   reference[c]. */
static void sum_columns(const row *r, const share *each) {
  const bound_space *at = r->at;
  const int64_t columns = r->w->d_v;
  for (int64_t c = 0; c < columns; c++) at->spread[c] = at->mass[c] = at->lost[c] = 0;
  for (int64_t j = 0; j < r->terms; j++) {
    if (!is_seen(r, j)) continue;
    const double E = at->error[j], P = (1 + r->delta) * at->p[j] + E, part = share_at(r, each, j);
    const double *v = j < r->w->keys ? r->v + j * columns : NULL;
    for (int64_t c = 0; c < columns; c++) {
      const double x = v != NULL ? v[c] : 0;
      at->spread[c] += E * (fabs(x - r->out[c]) + at->reference[c]);
      at->mass[c] += P * fabs(x);
      at->lost[c] += part * fabs(x);
    }
  }
}

/* The smallest and the largest visible value of each column. */
static void range_columns(const row *r) {
  const int64_t columns = r->w->d_v;
  for (int64_t c = 0; c < columns; c++) {
    r->at->low[c] = HUGE_VAL;
    r->at->high[c] = -HUGE_VAL;
  }
  for (int64_t j = 0; j < r->terms; j++) {
    if (!is_seen(r, j)) continue;
    const double *v = j < r->w->keys ? r->v + j * columns : NULL;
    for (int64_t c = 0; c < columns; c++) {
      const double x = v != NULL ? v[c] : 0;
      r->at->low[c] = x < r->at->low[c] ? x : r->at->low[c];
      r->at->high[c] = x > r->at->high[c] ? x : r->at->high[c];
    }
  }
}

/* The bound of any mean: the range of visible values, plus the roundings of the sums. */
static double mean_bound(const row *r, const rounding *n, int64_t c) {
  const double low = r->at->low[c], high = r->at->high[c], o = r->out[c], largest = fmax(fabs(low), fabs(high));
  const double away = fmax(high - o, o - low) + (3 * bound_gamma(n->height, n->u) + 2 * n->u_p) * largest +
                      n->eta_p * r->at->lost[c] + n->height * n->eta;
  return away * (1 + n->u_o) + n->u_o * fabs(o) + n->eta_o;
}

static double out_bound(const row *r, const rounding *n, double rest, int64_t c) {
  const double g = bound_gamma(n->height, n->u), o = fabs(r->out[c]) + r->at->reference[c];
  const double B1 = r->at->spread[c] / rest, M = r->at->mass[c] / rest, L = n->eta_p * r->at->lost[c];
  const double B2 =
      (((1 + g) * (1 + n->u_p) - 1) * M + (1 + g) * L + n->height * n->eta / rest + g * (o + B1)) / (1 - g);
  return (1 + n->u_o) * (B1 + B2) + n->u_o * o + n->eta_o;
}

/* Adds the bounds of one implementation to those in bound. */
static void add_bounds(const row *r, const rounding *n, bound_row *bound) {
  const double g = bound_gamma(n->height, n->u), T = weigh_errors(r, n),
               S = r->S * (1 - r->delta) * (1 - bound_gamma(n->height, format_of(ATTEST_F64)->unit_roundoff));
  const bool sharp = T < S && g < 1;
  const double rest = S - T, lost = T / S + g, up = 1 + 0x1p-30;
  const share each = share_of(r, n, T, rest);
  sum_columns(r, &each);
  for (int64_t c = 0; c < r->w->d_v; c++) {
    const double mean = mean_bound(r, n, c);
    bound->out[c] += up * (sharp ? fmin(out_bound(r, n, rest, c), mean) : mean);
  }
  const double R = lost + n->u_p < 1 ? (lost + n->u_p) / (1 - lost - n->u_p) : HUGE_VAL;
  for (int64_t j = 0; j < r->w->keys; j++) {
    if (!r->at->visible[j]) continue;
    const double w = r->at->p[j] / r->S,
                 off = sharp ? w * R + r->at->error[j] / rest * (1 + R) + n->eta_p * share_at(r, &each, j) : 1;
    bound->weights[j] += up * ((1 + n->u_o) * fmin(off, 1) + n->u_o * w + n->eta_o);
  }
  const double places = 4 * n->u * (fabs(r->m) + fabs(r->lse - r->m)) + n->u_lse * fabs(r->lse);
  bound->lse += lost < 1 ? up * (-log1p(-lost) + places) : HUGE_VAL;
  bound->mean_only = bound->mean_only || !sharp;
}

/* Computes scores, p and S of the visible keys; false if there is neither a key nor a sink. */
static bool read_row(const problem_f64 *w, int64_t b, int64_t h, int64_t i, const bound_space *at, row *r) {
  const attest_problem *p = w->problem;
  const int64_t matrix = b * w->q_heads + h;
  const double *q = problem_f64_row(w->q, matrix, w->q_len, w->d_k, i);
  const double *bias = w->bias != NULL ? problem_f64_row(w->bias, matrix, w->q_len, w->keys, i) : NULL;
  problem_f64_visible(w, b, h, i, at->visible);
  r->terms = w->keys + (p->sink != NULL ? 1 : 0);
  r->m = -HUGE_VAL;
  if (p->sink != NULL) {
    at->score[w->keys] = p->sink[h];
    at->magnitude[w->keys] = fabs(p->sink[h]);
  }
  for (int64_t j = 0; j < r->terms; j++) {
    if (!is_seen(r, j)) continue;
    if (j < w->keys)
      score_key(w, q, problem_f64_row(w->k, problem_f64_kv(w, b, h), w->keys, w->d_k, j), bias != NULL ? bias[j] : 0,
                &at->score[j], &at->magnitude[j]);
    r->m = fmax(r->m, at->score[j]);
  }
  return isfinite(r->m);
}

void bound_of_row(const problem_f64 *w, const attest_arithmetic *arithmetic, attest_dtype output, attest_dtype lse,
                  int64_t b, int64_t h, int64_t i, const double *out, bound_space *space, bound_row *bound) {
  for (int64_t c = 0; c < w->d_v; c++) bound->out[c] = space->reference[c] = 0;
  for (int64_t j = 0; j < w->keys; j++) bound->weights[j] = 0;
  bound->lse = 0;
  bound->mean_only = false;
  row r = {.w = w, .v = w->v + problem_f64_kv(w, b, h) * w->keys * w->d_v, .out = out, .at = space};
  if (!read_row(w, b, h, i, space, &r)) return;
  const rounding reference = rounding_of_reference(w), candidate = rounding_of(w, arithmetic, output, lse);
  double worst = 0;
  for (int64_t j = 0; j < r.terms; j++) {
    if (!is_seen(&r, j)) continue;
    worst = fmax(worst, score_error(&r, &reference, j));
    space->p[j] = exp(space->score[j] - r.m);
    r.S += space->p[j];
  }
  r.delta = expm1(2 * worst + 8 * reference.u);
  r.lse = r.m + log(r.S);
  range_columns(&r);
  add_bounds(&r, &reference, bound);
  for (int64_t c = 0; c < w->d_v; c++) space->reference[c] = bound->out[c];
  add_bounds(&r, &candidate, bound);
}
