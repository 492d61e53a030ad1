#include "check/judge/bound.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/format.h"
#include "ref/visible.h"

/* gcc compiles these loops, which take most of the time, for two instruction sets; the machine's is taken. Not with the
   thread sanitizer: what chooses runs before that is ready. */
#if defined __x86_64__ && defined __GLIBC__ && !defined __clang__ && !defined __SANITIZE_THREAD__
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* The roundings of one implementation, as quantities of the formulas in bound.h. */
typedef struct {
  double u, eta, u_s, u_p, eta_p, normal_p, u_o, eta_o, u_lse, u_w, eta_w;
  int score_roundings;
  double base; /* 4 with exp2 and online maxima, else 0 */
  double height, rescales;
  double dot, sum; /* gamma_{d_k+4}, gamma_h */
  double grown;    /* covers the rounding of the bound itself */
} rounding;

attest_arithmetic bound_default(attest_dtype dtype) {
  const attest_dtype accumulate = format_of(dtype)->accumulate;
  return (attest_arithmetic){.accumulate = accumulate, .scores = accumulate, .probabilities = dtype, .rescales = -1};
}

static double grown(const problem_f64 *w) { return 1 + fmax(0x1p-30, 0x1p-50 * (double)(w->keys + w->d_k)); }

static rounding rounding_of(const problem_f64 *w, const attest_arithmetic *a, bound_types types) {
  const number_format *sums = format_of(a->accumulate), *stored = format_of(a->probabilities),
                      *out = format_of(types.out), *weights = format_of(types.weights);
  const int64_t any_order = w->keys + 8; /* no term of a sum goes through more additions */
  const double height = (double)(a->height > 0 && a->height < any_order ? a->height : any_order);
  return (rounding){.u = sums->unit_roundoff,
                    .eta = sums->largest_lost,
                    .u_s = format_of(a->scores)->unit_roundoff,
                    .score_roundings = a->score_roundings,
                    .u_p = stored->unit_roundoff,
                    .eta_p = stored->largest_lost,
                    .normal_p = stored->smallest_normal,
                    .u_o = out->unit_roundoff,
                    .eta_o = out->largest_lost,
                    .u_lse = format_of(types.lse)->unit_roundoff,
                    .u_w = weights->unit_roundoff,
                    .eta_w = weights->largest_lost,
                    .base = 4,
                    .height = height,
                    .dot = bound_gamma((double)w->d_k + 4, sums->unit_roundoff),
                    .sum = bound_gamma(height, sums->unit_roundoff),
                    .grown = grown(w),
                    .rescales = (double)(a->rescales < 0         ? w->keys / 16 + 1
                                         : a->rescales < w->keys ? a->rescales
                                                                 : w->keys)};
}

static rounding rounding_of_reference(const problem_f64 *w) {
  const attest_arithmetic plain = {.height = w->keys + 8};
  rounding r = rounding_of(w, &plain, (bound_types){ATTEST_F64, ATTEST_F64, ATTEST_F64});
  r.base = 0;
  return r;
}

double bound_gamma(double h, double u) { return h * u < 1 ? h * u / (1 - h * u) : HUGE_VAL; }

check_status bound_space_make(const problem_f64 *w, bound_space *space, check_error *error) {
  const size_t keys = (size_t)w->keys + 1, columns = (size_t)w->d_v;
  double *next = malloc((8 * keys + 9 * columns) * sizeof *next + keys * (sizeof *space->seen + 1));
  *space = (bound_space){.memory = next};
  if (next == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the bound of a row");
  double **const of_keys[] = {&space->score,  &space->magnitude, &space->p,        &space->linear,
                              &space->capped, &space->small,     &space->error[0], &space->error[1]};
  double **const of_columns[] = {&space->spread[0], &space->spread[1], &space->mass[0],
                                 &space->mass[1],   &space->lost[0],   &space->lost[1],
                                 &space->size,      &space->low,       &space->high};
  for (size_t n = 0; n < sizeof of_keys / sizeof of_keys[0]; n++, next += keys) *of_keys[n] = next;
  for (size_t n = 0; n < sizeof of_columns / sizeof of_columns[0]; n++, next += columns) *of_columns[n] = next;
  space->seen = (void *)next;
  space->visible = (unsigned char *)(space->seen + keys);
  return CHECK_OK;
}

void bound_space_free(bound_space *space) { free(space->memory); }

/* s_j, a_j and what they are made of, of key j. */
WIDE static void score_key(const problem_f64 *w, const double *q, const double *k, double bias, const bound_space *at,
                           int64_t j) {
  double dot = 0, absolute = 0, entries = 0;
#pragma omp simd reduction(+ : dot, absolute, entries)
  for (int64_t c = 0; c < w->d_k; c++) {
    const double product = q[c] * k[c];
    dot += product;
    absolute += fabs(product);
    entries += fabs(k[c]) + fabs(q[c]);
  }
  const double cap = w->problem->softcap, x = w->scale * dot;
  at->linear[j] = x;
  at->capped[j] = cap > 0 ? cap * tanh(x / cap) : x;
  at->score[j] = at->capped[j] + bias;
  at->magnitude[j] = fabs(w->scale) * absolute;
  at->small[j] = (1 + fabs(w->scale)) * entries + fabs(w->scale) * (double)w->d_k;
}

/* The row's exact quantities, as exact as binary64 gives them. */
typedef struct {
  const problem_f64 *w;
  const double *v; /* keys x d_v */
  const double *out;
  const bound_space *at;
  int64_t terms, keys; /* how many it sees: keys, and a sink; keys */
  double m, S, lse;
  double delta; /* relative error of a p_j computed here */
} row;

/* One implementation's part in the bounds of a row. */
typedef struct {
  const row *r;
  const rounding *n;
  double *error, *spread, *mass, *lost; /* as in bound_space */
  double S, T, rest;                    /* S at its least; rest = S - T */
  double T_lse, most;                   /* T of the first form; the largest e_j, and the factors of exp */
  double scale;                         /* F, or 1 in the first form */
  bool sharp;
  double least, divided; /* c_j is `divided` for terms that are p_j - E_j >= least, else 1 */
} part;

/* The bound of the error of cap tanh(x / cap), whose argument is off by d: as steep as tanh is nearest to 0. */
static double capped_error(const row *r, const rounding *n, int64_t j, double d) {
  const double cap = r->w->problem->softcap, x = fabs(r->at->linear[j]), off = d + 3 * n->u * x,
               t = x > off ? tanh((x - off) / cap) : 0;
  return off * (1 - t * t) + 5 * n->u * fabs(r->at->capped[j]);
}

/* The bound of |s'_j - s_j|. */
static double score_error(const row *r, const rounding *n, int64_t j) {
  const double d = n->dot * r->at->magnitude[j] + n->eta * r->at->small[j], s = fabs(r->at->score[j]);
  const double es = (r->w->problem->softcap > 0 && j < r->w->keys ? capped_error(r, n, j, d) : d) + n->u * s;
  return es + n->score_roundings * n->u_s * (1 + n->u_s) * (s + es);
}

/* e_j, and the factors of exp and of rescales. */
static double exponent_error(const row *r, const rounding *n, int64_t j) {
  const double s = r->at->score[j], es = score_error(r, n, j);
  return es + n->u * (fabs(s - r->m) + 2 * es) * (1 + n->u_s) + n->base * n->u * (fabs(s) + fabs(r->m)) +
         n->u * (4 + 5 * n->rescales);
}

/* p_j (exp(e) - 1), also where exp(e) is beyond every number and p_j below. */
static double growth(const row *r, int64_t j, double e) {
  return e < 1 ? r->at->p[j] * expm1(e) : exp(r->at->score[j] - r->m + e) - r->at->p[j];
}

/* E_j, where p'_j is off by e in the exponent and terms have a common factor of at most F. */
static double term_error(const row *r, const rounding *n, int64_t j, double e, double F) {
  return (1 + r->delta) * growth(r, j, e) + n->eta * F;
}

/* Above this share of S, T is computed in the second form too. */
#define SHARE_OF_S 0x1p-6

/* The second form: E_j with a common factor such that the term of the largest score, of key top, is exact. */
static void weigh_again(part *its, int64_t top) {
  const row *r = its->r;
  const rounding *n = its->n;
  const double e_top = exponent_error(r, n, top);
  double first = 0, T = 0;
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    first = fmax(first, exponent_error(r, n, j) - (r->m - r->at->score[j]));
  }
  const double F = exp(e_top + first);
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    if (j != top) T += term_error(r, n, j, exponent_error(r, n, j) + e_top, F);
  }
  if (!(T < its->T)) return;
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    its->error[j] = j == top ? 0 : term_error(r, n, j, exponent_error(r, n, j) + e_top, F);
  }
  its->T = T;
  its->scale = F;
}

/* Computes E_j for every term, and what follows from their sum. */
static part weigh(const row *r, const rounding *n, int which) {
  const double g = n->sum;
  part its = {.r = r,
              .n = n,
              .error = r->at->error[which],
              .spread = r->at->spread[which],
              .mass = r->at->mass[which],
              .lost = r->at->lost[which],
              .S = r->S * (1 - r->delta) * (1 - bound_gamma(n->height, format_of(ATTEST_F64)->unit_roundoff))};
  int64_t top = r->at->seen[0];
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    const double e = exponent_error(r, n, j);
    its.error[j] = term_error(r, n, j, e, 1);
    its.T += its.error[j];
    its.most = fmax(its.most, e);
    if (r->at->score[j] > r->at->score[top]) top = j;
  }
  its.T_lse = its.T;
  its.scale = 1;
  if (!(its.T <= SHARE_OF_S * its.S)) weigh_again(&its, top);
  its.rest = its.S - its.T;
  its.sharp = its.T < its.S && g < 1;
  its.least = g < 1 ? n->normal_p * ((1 + r->delta) * r->S + its.T) / (1 - g) : HUGE_VAL;
  its.divided = its.rest > 1 && its.scale == 1 ? 1 / its.rest : 1;
  return its;
}

/* p_j + E_j */
static double most_of(const part *its, int64_t j) { return (1 + its->r->delta) * its->r->at->p[j] + its->error[j]; }

/* c_j */
static double share_of(const part *its, int64_t j) {
  return (1 - its->r->delta) * its->r->at->p[j] - its->error[j] >= its->least ? its->divided : 1;
}

/* as fmin and fmax of numbers, which a vector has */
static double least(double x, double y) { return x < y ? x : y; }
static double largest(double x, double y) { return x > y ? x : y; }

static void begin_columns(const part parts[2]) {
  const row *r = parts[0].r;
  const bool has_sink = r->terms > r->keys;
  for (int64_t c = 0; c < r->w->d_v; c++) {
    for (int n = 0; n < 2; n++) parts[n].spread[c] = has_sink ? parts[n].error[r->w->keys] * fabs(r->out[c]) : 0;
    parts[0].mass[c] = parts[1].mass[c] = r->at->size[c] = 0;
    r->at->low[c] = has_sink ? 0 : HUGE_VAL;
    r->at->high[c] = has_sink ? 0 : -HUGE_VAL;
  }
}

/* The range of the visible values of each column, and the sums of E_j |v_j - o|, (p_j + E_j) |v_j| and |v_j|. Of a
   sink, for which v is 0, only the first is not 0. Two keys at a time, for storing the sums takes longest; an odd last
   one is taken twice, the second time with weights of 0. (Where that is not 0, v is no number, and out neither.) */
WIDE static void sum_columns(const part parts[2]) {
  const row *r = parts[0].r;
  const double *const out = r->out;
  double *restrict const spread_0 = parts[0].spread, *restrict const spread_1 = parts[1].spread,
                         *restrict const mass_0 = parts[0].mass, *restrict const mass_1 = parts[1].mass,
                         *restrict const size = r->at->size, *restrict const low = r->at->low,
                         *restrict const high = r->at->high;
  begin_columns(parts);
  for (int64_t t = 0; t < r->keys; t += 2) {
    const double two = t + 1 < r->keys ? 1 : 0;
    const int64_t i = r->at->seen[t], j = r->at->seen[t + (int64_t)two];
    const double Ei_0 = parts[0].error[i], Ej_0 = two * parts[0].error[j], Ei_1 = parts[1].error[i],
                 Ej_1 = two * parts[1].error[j], Pi_0 = most_of(&parts[0], i), Pj_0 = two * most_of(&parts[0], j),
                 Pi_1 = most_of(&parts[1], i), Pj_1 = two * most_of(&parts[1], j);
    const double *const vi = r->v + i * r->w->d_v, *const vj = r->v + j * r->w->d_v;
#pragma omp simd
    for (int64_t c = 0; c < r->w->d_v; c++) {
      const double x = vi[c], y = vj[c], x_away = fabs(x - out[c]), y_away = fabs(y - out[c]);
      const double x_size = fabs(x), y_size = fabs(y);
      spread_0[c] += Ei_0 * x_away + Ej_0 * y_away;
      spread_1[c] += Ei_1 * x_away + Ej_1 * y_away;
      mass_0[c] += Pi_0 * x_size + Pj_0 * y_size;
      mass_1[c] += Pi_1 * x_size + Pj_1 * y_size;
      size[c] += x_size + two * y_size;
      low[c] = least(low[c], least(x, y));
      high[c] = largest(high[c], largest(x, y));
    }
  }
}

/* The sums of c_j |v_j|: those of |v_j|, and for the few terms that are not divided what is missing. */
static void lose_columns(const part *its) {
  const row *r = its->r;
  const int64_t columns = r->w->d_v;
  for (int64_t c = 0; c < columns; c++) its->lost[c] = its->divided * r->at->size[c];
  for (int64_t t = 0; t < r->keys; t++) {
    const int64_t j = r->at->seen[t];
    const double missing = share_of(its, j) - its->divided;
    for (int64_t c = 0; missing > 0 && c < columns; c++) its->lost[c] += missing * fabs(r->v[j * columns + c]);
  }
}

/* The bound of any mean: the range of visible values, plus the roundings of the sums. */
static double mean_bound(const part *its, int64_t c) {
  const rounding *n = its->n;
  const double low = its->r->at->low[c], high = its->r->at->high[c], o = its->r->out[c];
  const double lost = n->sum < 1 ? (2 * n->sum + n->u_p * (1 + n->sum)) / (1 - n->sum) : HUGE_VAL;
  const double away =
      fmax(high - o, o - low) + lost * fmax(fabs(low), fabs(high)) + n->eta_p * its->lost[c] + n->height * n->eta;
  return away * (1 + n->u_o) + n->u_o * fabs(o) + n->eta_o;
}

/* The bound of column c, where o is off by at most `off`. */
static double out_bound(const part *its, double off, int64_t c) {
  const rounding *n = its->n;
  const double g = n->sum, o = fabs(its->r->out[c]) + off, rest = its->rest;
  const double B1 = (its->spread[c] + its->T * off) / rest, M = its->mass[c] / rest, L = n->eta_p * its->lost[c];
  const double B2 =
      (((1 + g) * (1 + n->u_p) - 1) * M + (1 + g) * L + n->height * n->eta * its->scale / rest + g * (o + B1)) /
      (1 - g);
  return (1 + n->u_o) * (B1 + B2) + n->u_o * o + n->eta_o;
}

/* Adds the bounds of an implementation's out to those in bound: of the reference first, for o is off by them. */
static void add_out(const part *its, double *bound) {
  lose_columns(its);
  for (int64_t c = 0; c < its->r->w->d_v; c++) {
    const double mean = mean_bound(its, c);
    bound[c] += its->n->grown * (its->sharp ? fmin(out_bound(its, bound[c], c), mean) : mean);
  }
}

/* T / S + gamma_h */
static double lost_of(const part *its) { return its->T / its->S + its->n->sum; }

/* Adds the bounds of an implementation's weights; R as in bound.h. */
static void add_weights(const part *its, double *bound) {
  const rounding *n = its->n;
  const row *r = its->r;
  const double lost = lost_of(its) + n->u_p, R = lost < 1 ? lost / (1 - lost) : HUGE_VAL;
  for (int64_t t = 0; t < r->keys; t++) {
    const int64_t j = r->at->seen[t];
    const double w = r->at->p[j] / r->S,
                 off = its->sharp ? w * R + its->error[j] / its->rest * (1 + R) + n->eta_p * share_of(its, j) : 1;
    bound[j] += n->grown * ((1 + n->u_w) * fmin(off, 1) + n->u_w * w + n->eta_w);
  }
}

/* The error of log sum p', by T and by the largest e_j. */
static double log_bound(const part *its) {
  const rounding *n = its->n;
  const double lost = its->T_lse / its->S + n->sum, small = (double)its->r->terms * n->eta * exp(its->most) / its->S;
  const double by_sum = lost < 1 ? -log1p(-lost) : HUGE_VAL;
  return n->sum < 1 && small < 1 ? fmin(by_sum, its->most - log1p(-small) - log1p(-n->sum)) : by_sum;
}

static double lse_bound(const part *its) {
  const row *r = its->r;
  const double places = 4 * its->n->u * (fabs(r->m) + fabs(r->lse - r->m)) + its->n->u_lse * fabs(r->lse);
  return its->n->grown * (log_bound(its) + places);
}

/* Computes the scores of the visible keys; false if there is neither a key nor a sink. */
static bool read_row(const problem_f64 *w, int64_t b, int64_t h, int64_t i, const bound_space *at, row *r) {
  const attest_problem *p = w->problem;
  const int64_t matrix = b * w->q_heads + h;
  const double *q = problem_f64_row(w->q, matrix, w->q_len, w->d_k, i);
  const double *bias = w->bias != NULL ? problem_f64_row(w->bias, matrix, w->q_len, w->keys, i) : NULL;
  ref_visible_row(*p, b, h, i, at->visible);
  for (int64_t j = 0; j < w->keys; j++)
    if (at->visible[j]) at->seen[r->keys++] = j;
  r->terms = r->keys;
  r->m = -HUGE_VAL;
  for (int64_t t = 0; t < r->keys; t++) {
    const int64_t j = at->seen[t];
    score_key(w, q, problem_f64_row(w->k, problem_f64_kv(w, b, h), w->keys, w->d_k, j), bias != NULL ? bias[j] : 0, at,
              j);
    r->m = fmax(r->m, at->score[j]);
  }
  if (p->sink != NULL) {
    at->seen[r->terms++] = w->keys;
    at->score[w->keys] = p->sink[h];
    at->magnitude[w->keys] = fabs(p->sink[h]);
    at->linear[w->keys] = at->capped[w->keys] = p->sink[h];
    at->small[w->keys] = 0;
    r->m = fmax(r->m, p->sink[h]);
  }
  return isfinite(r->m);
}

/* Computes p and S from the scores, with their error. */
static void sum_row(row *r, const rounding *reference) {
  double worst = 0;
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    worst = fmax(worst, score_error(r, reference, j));
    r->at->p[j] = exp(r->at->score[j] - r->m);
    r->S += r->at->p[j];
  }
  r->delta = expm1(2 * worst + 8 * reference->u);
  r->lse = r->m + log(r->S);
}

void bound_of_row(const problem_f64 *w, const attest_arithmetic *arithmetic, bound_types types, int64_t b, int64_t h,
                  int64_t i, const double *out, bound_space *space, bound_row *bound) {
  row r = {.w = w, .v = w->v + problem_f64_kv(w, b, h) * w->keys * w->d_v, .out = out, .at = space};
  const rounding roundings[] = {rounding_of_reference(w), rounding_of(w, arithmetic, types)};
  for (int64_t c = 0; c < w->d_v; c++) bound->out[c] = 0;
  for (int64_t j = 0; bound->weights != NULL && j < w->keys; j++) bound->weights[j] = 0;
  bound->lse = 0;
  bound->mean_only = false;
  if (!read_row(w, b, h, i, space, &r)) return;
  sum_row(&r, &roundings[0]);
  const part parts[] = {weigh(&r, &roundings[0], 0), weigh(&r, &roundings[1], 1)};
  sum_columns(parts);
  for (int n = 0; n < 2; n++) {
    add_out(&parts[n], bound->out);
    if (bound->weights != NULL) add_weights(&parts[n], bound->weights);
    bound->lse += lse_bound(&parts[n]);
    bound->mean_only = bound->mean_only || !parts[n].sharp;
  }
}
