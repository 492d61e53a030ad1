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
  double u, eta, u_p, eta_p, normal_p, u_o, eta_o, u_lse, eta_lse, u_w, eta_w;
  double stored, scores_lost; /* W and D, of stored scores */
  double base;                /* 4 with exp2 and online maxima, else 0 */
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
                      *out = format_of(types.out), *lse = format_of(types.lse), *weights = format_of(types.weights);
  const int64_t any_order = w->keys + 8,
                rescales = a->rescales < 0         ? w->keys / 16 + 1
                           : a->rescales < w->keys ? a->rescales
                                                   : w->keys,
                apart = 3 + rescales; /* roundings besides additions that two sums do not share, see bound.h */
  const double height = (double)(a->height > 0 && a->height < any_order - apart ? a->height + apart : any_order);
  const bool narrower = lse->unit_roundoff > sums->unit_roundoff;
  const double W = pow(1 + format_of(a->scores)->unit_roundoff, a->score_roundings) - 1;
  return (rounding){.u = sums->unit_roundoff,
                    .eta = sums->largest_lost,
                    .stored = W,
                    .scores_lost = a->score_roundings * format_of(a->scores)->largest_lost * (1 + W),
                    .u_p = stored->unit_roundoff,
                    .eta_p = fmax(stored->largest_lost, sums->largest_lost),
                    .normal_p = fmax(stored->smallest_normal, sums->smallest_normal),
                    .u_o = out->unit_roundoff,
                    .eta_o = out->largest_lost,
                    .u_lse = narrower ? lse->unit_roundoff : 0,
                    .eta_lse = narrower ? lse->largest_lost : 0,
                    .u_w = weights->unit_roundoff,
                    .eta_w = weights->largest_lost,
                    .base = 4,
                    .height = height,
                    .dot = bound_gamma((double)w->d_k + 4, sums->unit_roundoff),
                    .sum = bound_gamma(height, sums->unit_roundoff),
                    .grown = grown(w),
                    .rescales = (double)rescales};
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
  double *next = malloc((11 * keys + 8 * columns) * sizeof *next + keys * (sizeof *space->seen + 1));
  *space = (bound_space){.memory = next};
  if (next == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the bound of a row");
  double **const of_keys[] = {&space->score, &space->magnitude, &space->linear,  &space->capped,
                              &space->small, &space->off,       &space->low_p,   &space->high_p,
                              &space->shift, &space->error[0],  &space->error[1]};
  double **const of_columns[] = {&space->spread[0], &space->spread[1], &space->mass[0], &space->mass[1],
                                 &space->lost[0],   &space->lost[1],   &space->low,     &space->high};
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
  at->small[j] = (1 + fabs(w->scale)) * entries + absolute + fabs(w->scale) * (double)w->d_k;
}

/* The row's exact quantities, as exact as binary64 gives them. */
typedef struct {
  const problem_f64 *w;
  const double *v; /* keys x d_v */
  const double *out;
  const bound_space *at;
  int64_t terms, keys; /* how many it sees: keys, and a sink; keys */
  double m, lse;
  double S_low, S_high; /* S at its least and at its most */
} row;

/* One implementation's part in the bounds of a row. */
typedef struct {
  const row *r;
  const rounding *n;
  double *error, *spread, *mass, *lost; /* as in bound_space */
  double T, rest;                       /* rest = S - T */
  double log_S;                         /* the bound of the error of log S' */
  double F, G;                          /* as in bound.h */
  bool sharp;                           /* the weights are known */
  bool two_passes;                      /* also those of a second pass; else G is 0 here */
  double least;                         /* c_j is 0 for terms that are p_j - E_j >= least, else 1 */
} part;

/* The larger of two numbers, and NaN if one is NaN. */
static double worse(double x, double y) { return x >= y ? x : y >= x ? y : NAN; }

/* The bound of the error of cap tanh(x / cap), if x has an error of at most d. tanh is steepest near 0, so the slope is
   taken at the point of x - d .. x + d that is nearest to 0. */
static double capped_error(const row *r, const rounding *n, int64_t j, double d) {
  const double cap = r->w->problem->softcap, x = fabs(r->at->linear[j]),
               off = (d + 3 * n->u * x + n->eta * cap * (2 + x)) * (1 + n->stored) + n->stored * x + n->scores_lost,
               t = x > off ? tanh((x - off) / cap) : 0;
  return off * (1 - t * t) + 5 * n->u * fabs(r->at->capped[j]);
}

/* The bound of |s'_j - s_j|. */
static double score_error(const row *r, const rounding *n, int64_t j) {
  const double d = n->dot * r->at->magnitude[j] + n->eta * r->at->small[j], s = fabs(r->at->score[j]);
  const double es = (r->w->problem->softcap > 0 && j < r->w->keys ? capped_error(r, n, j, d) : d) + n->u * s;
  return es + n->stored * (1 + n->u) * (fmax(fabs(r->at->capped[j]), s) + es) + n->scores_lost;
}

/* Sets off[j] to the bound of |s'_j - s_j|. Returns A, that of |m' - m|. */
static double score_errors(const row *r, const rounding *n) {
  double A = 0;
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    r->at->off[j] = score_error(r, n, j);
    A = worse(A, r->at->off[j] - (r->m - r->at->score[j]));
  }
  return A;
}

/* Sets off[j] to e_j. Returns the largest e_j - (m - s_j). */
static double exponent_errors(const row *r, const rounding *n) {
  const double A = score_errors(r, n);
  double first = 0;
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    const double s = r->at->score[j], es = r->at->off[j];
    r->at->off[j] = es + n->u * (fabs(s - r->m) + (r->lse - r->m) + es + A) +
                    n->base * (n->u * fabs(s) + n->u * fabs(r->m)) + n->u * (4 + 5 * n->rescales);
    first = worse(first, r->at->off[j] - (r->m - s));
  }
  return first;
}

/* p_j (exp(e) - 1) + eta F at its most, also where exp(e) is beyond every number and p_j below. */
static double term_error(const row *r, const rounding *n, int64_t j, double e, double F) {
  const double p = r->at->high_p[j];
  return (e < 1 ? p * expm1(e) : exp(r->at->score[j] - r->m + r->at->shift[j] + e) - p) + n->eta * F;
}

/* P: the error of lse besides that of its terms, before it is stored. */
static double places_of(const row *r, const rounding *n) {
  return 4 * n->u * (fabs(r->m) + (r->lse - r->m)) + n->u * fabs(r->lse);
}

/* G */
static double second_pass(const row *r, const rounding *n) {
  return expm1(places_of(r, n) + n->u * (8 + 5 * n->rescales + 2 * log((double)r->terms)));
}

/* Above this share of S, T is computed in the second form too. */
#define SHARE_OF_S 0x1p-6

/* The second form: E_j with a common factor such that the term of the largest score, of key top, is exact. */
static void weigh_again(part *its, int64_t top) {
  const row *r = its->r;
  const double e_top = r->at->off[top], F = its->F * exp(e_top);
  double T = 0;
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    if (j != top) T += term_error(r, its->n, j, r->at->off[j] + e_top, F);
  }
  if (!(T < its->T)) return;
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    its->error[j] = j == top ? 0 : term_error(r, its->n, j, r->at->off[j] + e_top, F);
  }
  its->T = T;
  its->F = F;
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
              .F = exp(exponent_errors(r, n)),
              .G = second_pass(r, n)};
  double most = 0;
  int64_t top = r->at->seen[0];
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    its.error[j] = term_error(r, n, j, r->at->off[j], its.F);
    its.T += its.error[j];
    most = worse(most, r->at->off[j]);
    if (r->at->score[j] > r->at->score[top]) top = j;
  }
  its.log_S = isnan(most) ? HUGE_VAL : fmin(log1p(its.T / r->S_low), most);
  if (!(its.T <= SHARE_OF_S * r->S_low)) weigh_again(&its, top);
  its.rest = r->S_low - its.T;
  its.sharp = its.T < r->S_low && g < 1;
  its.two_passes = its.G < 1;
  if (!its.two_passes) its.G = 0;
  its.least = g < 1 ? n->normal_p * (1 + its.G) * (r->S_high + its.T) / (1 - g) : HUGE_VAL;
  return its;
}

/* p_j + E_j */
static double most_of(const part *its, int64_t j) { return its->r->at->high_p[j] + its->error[j]; }

/* c_j */
static double loses(const part *its, int64_t j) { return its->r->at->low_p[j] - its->error[j] >= its->least ? 0 : 1; }

/* as fmin and fmax of numbers, which a vector has */
static double least(double x, double y) { return x < y ? x : y; }
static double largest(double x, double y) { return x > y ? x : y; }

static void begin_columns(const part parts[2]) {
  const row *r = parts[0].r;
  const bool has_sink = r->terms > r->keys;
  for (int64_t c = 0; c < r->w->d_v; c++) {
    for (int n = 0; n < 2; n++) parts[n].spread[c] = has_sink ? parts[n].error[r->w->keys] * fabs(r->out[c]) : 0;
    parts[0].mass[c] = parts[1].mass[c] = 0;
    r->at->low[c] = has_sink ? 0 : HUGE_VAL;
    r->at->high[c] = has_sink ? 0 : -HUGE_VAL;
  }
}

/* The range of the visible values of each column, and the sums of E_j |v_j - o| and (p_j + E_j) |v_j|. Of a sink, for
   which v is 0, only the first is not 0. Two keys at a time, for storing the sums takes longest; an odd last
   one is taken twice, the second time with weights of 0. (Where that is not 0, v is no number, and out neither.) */
WIDE static void sum_columns(const part parts[2]) {
  const row *r = parts[0].r;
  const double *const out = r->out;
  double *restrict const spread_0 = parts[0].spread, *restrict const spread_1 = parts[1].spread,
                         *restrict const mass_0 = parts[0].mass, *restrict const mass_1 = parts[1].mass,
                         *restrict const low = r->at->low, *restrict const high = r->at->high;
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
      low[c] = least(low[c], least(x, y));
      high[c] = largest(high[c], largest(x, y));
    }
  }
}

/* The sums of c_j |v_j|. */
static void lose_columns(const part *its) {
  const row *r = its->r;
  const int64_t columns = r->w->d_v;
  for (int64_t c = 0; c < columns; c++) its->lost[c] = 0;
  for (int64_t t = 0; t < r->keys; t++) {
    const int64_t j = r->at->seen[t];
    if (loses(its, j) == 0) continue;
    for (int64_t c = 0; c < columns; c++) its->lost[c] += fabs(r->v[j * columns + c]);
  }
}

/* What products, sums and their rescales may lose below the smallest normal number. */
static double flushed_of(const part *its) { return (2 * (double)its->r->terms + its->n->rescales + 8) * its->n->eta; }

/* The bound of any mean: the range of visible values, plus the roundings of the sums, and G where it is below 1. */
static double mean_bound(const part *its, int64_t c) {
  const rounding *n = its->n;
  const double low = its->r->at->low[c], high = its->r->at->high[c], o = its->r->out[c];
  const double lost = n->sum < 1 ? (2 * n->sum + n->u_p * (1 + n->sum)) / (1 - n->sum) : HUGE_VAL;
  const double away =
      fmax(high - o, o - low) + lost * fmax(fabs(low), fabs(high)) + n->eta_p * its->lost[c] + flushed_of(its);
  const double G = its->sharp ? its->G : 0;
  return (away * (1 + G) + G * fabs(o)) * (1 + n->u_o) + n->u_o * fabs(o) + n->eta_o;
}

/* The bound of column c, where o is off by at most `off`. */
static double out_bound(const part *its, double off, int64_t c) {
  const rounding *n = its->n;
  const double g = n->sum, o = fabs(its->r->out[c]) + off, rest = its->rest;
  const double B1 = (its->spread[c] + its->T * off) / rest, M = its->mass[c] / rest, L = n->eta_p * its->lost[c];
  const double B2 =
      (((1 + g) * (1 + n->u_p) - 1) * M + (1 + g) * L + flushed_of(its) * fmax(its->F / rest, 1) + g * (o + B1)) /
      (1 - g);
  return (1 + n->u_o) * ((1 + its->G) * (B1 + B2) + its->G * o) + n->u_o * o + n->eta_o;
}

/* Adds the bounds of an implementation's out to those in bound: of the reference first, for o is off by them. */
static void add_out(const part *its, double *bound) {
  lose_columns(its);
  for (int64_t c = 0; c < its->r->w->d_v; c++) {
    const double mean = mean_bound(its, c);
    bound[c] += its->n->grown * (its->sharp ? fmin(out_bound(its, bound[c], c), mean) : mean);
  }
}

/* Adds the bounds of an implementation's weights; R as in bound.h. */
static void add_weights(const part *its, double *bound) {
  const rounding *n = its->n;
  const row *r = its->r;
  const double lost = its->T / r->S_low + n->sum + n->u_p, R = lost < 1 ? lost / (1 - lost) : HUGE_VAL;
  for (int64_t t = 0; t < r->keys; t++) {
    const int64_t j = r->at->seen[t];
    const double w = fmin(r->at->high_p[j] / r->S_low, 1),
                 B = w * R + its->error[j] / its->rest * (1 + R) + n->eta_p * loses(its, j),
                 off = its->sharp && its->two_passes ? fmin(B, 1) * (1 + its->G) + its->G * w : 1;
    bound[j] += n->grown * ((1 + n->u_w) * off + n->u_w * w + n->eta_w);
  }
}

static double lse_bound(const part *its) {
  const rounding *n = its->n;
  const double lost = n->sum + (double)its->r->terms * n->eta;
  if (lost >= 1) return HUGE_VAL;
  return n->grown * (its->log_S - log1p(-lost) + places_of(its->r, n) + n->u_lse * fabs(its->r->lse) + n->eta_lse);
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
    at->capped[w->keys] = p->sink[h];
    at->small[w->keys] = 0;
    r->m = fmax(r->m, p->sink[h]);
  }
  return isfinite(r->m);
}

/* Computes p and S from the scores, at their least and at their most. */
static void sum_row(row *r, const rounding *reference) {
  const double A = score_errors(r, reference);
  const double g = bound_gamma((double)r->terms + 8, reference->u);
  double S = 0;
  for (int64_t t = 0; t < r->terms; t++) {
    const int64_t j = r->at->seen[t];
    const double d = r->at->score[j] - r->m, shift = r->at->off[j] + A + 8 * reference->u, p = exp(d);
    r->at->shift[j] = shift;
    r->at->low_p[j] = p * exp(-shift);
    r->at->high_p[j] = shift < 1 ? p * exp(shift) : exp(d + shift);
    S += p;
    r->S_low += r->at->low_p[j];
    r->S_high += r->at->high_p[j];
  }
  r->lse = r->m + log(S < 1 ? 1 : S); /* it is at least 1 */
  r->S_low *= 1 - g;
  r->S_high *= 1 + g;
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
