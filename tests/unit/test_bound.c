/* The bound: that it is the formula of bound.h, that the reference keeps it against the MPFR oracle, that arithmetic in
   float keeps it. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "check/judge/bound.h"
#include "check/cases/build.h"
#include "check/cases/suite.h"
#include "check/cases/tensor.h"
#include "tests/oracle/attention_oracle.h"
#include "tests/unit/support.h"
#include "tests/unit/support_problem.h"

/* ---- the formula again, for one query without mask and sink, in long double and with the sums written out */

typedef long double real;

typedef struct {
  real u, eta, u_s, eta_s, u_p, eta_p, normal_p, u_o, eta_o, u_l, eta_l, base, h, r;
  int r_s;
} format;

typedef struct {
  real out[8], weights[8], lse;
  bool second; /* by the second form */
} bounds;

static real g(real n, real u) { return n * u / (1 - n * u); }

/* Scores, with or without a softcap, and their bias. */
typedef struct {
  int n;
  real s[8], a[8], x[8], z[8], small[8], m, cap;
} scored;

static scored score(int n, int d, const double *q, const double *k, const double *bias, real scale, real cap) {
  scored w = {.n = n, .m = -HUGE_VALL, .cap = cap};
  for (int j = 0; j < n; j++) {
    w.small[j] = fabsl(scale) * d;
    for (int c = 0; c < d; c++) {
      w.x[j] += scale * q[c] * k[j * d + c];
      w.a[j] += fabsl(scale * q[c] * k[j * d + c]);
      w.small[j] +=
          (1 + fabsl(scale)) * (fabsl((real)k[j * d + c]) + fabsl((real)q[c])) + fabsl((real)q[c] * k[j * d + c]);
    }
    w.z[j] = cap > 0 ? cap * tanhl(w.x[j] / cap) : w.x[j];
    w.s[j] = w.z[j] + (bias != NULL ? bias[j] : 0);
    w.m = fmaxl(w.m, w.s[j]);
  }
  return w;
}

static real score_error(const format *f, const scored *w, int j, int d) {
  const real s = fabsl(w->s[j]), x = fabsl(w->x[j]), z = fabsl(w->z[j]), W = powl(1 + f->u_s, f->r_s) - 1,
             D = f->r_s * f->eta_s * (1 + W);
  real off = g(d + 4, f->u) * w->a[j] + f->eta * w->small[j];
  if (w->cap > 0) {
    const real arc = (off + 3 * f->u * x + f->eta * w->cap * (2 + x)) * (1 + W) + W * x + D;
    off = arc * (1 - powl(tanhl(fmaxl(0, x - arc) / w->cap), 2)) + 5 * f->u * z;
  }
  off += f->u * s;
  return off + W * (1 + f->u) * (fmaxl(z, s) + off) + D;
}

/* Sets es; returns A. */
static real score_errors(const format *f, const scored *w, int d, real *es) {
  real A = -HUGE_VALL;
  for (int j = 0; j < w->n; j++) {
    es[j] = score_error(f, w, j, d);
    A = fmaxl(A, es[j] - (w->m - w->s[j]));
  }
  return A;
}

/* The errors of a row's p_j. */
typedef struct {
  real E[8], low[8], high[8]; /* E_j; p_j at its least and at its most */
  real lse, S, least_S, most_S, T, F, by_sum, by_most;
  bool second; /* by the second form */
} terms;

static terms weigh(const format *f, const scored *w, int d) {
  const format exact = {.u = 0x1p-53L, .eta = 0x1p-1022L};
  terms t = {.F = 1};
  real es[8], e[8] = {0}, second[8], T_2 = 0, first = -HUGE_VALL;
  int x = 0;
  const real own = score_errors(&exact, w, d, es);
  for (int j = 0; j < w->n; j++) {
    const real shift = es[j] + own + 8 * 0x1p-53L;
    t.S += expl(w->s[j] - w->m);
    t.least_S += t.low[j] = expl(w->s[j] - w->m - shift);
    t.most_S += t.high[j] = expl(w->s[j] - w->m + shift);
    x = w->s[j] > w->s[x] ? j : x;
  }
  t.lse = w->m + logl(fmaxl(t.S, 1));
  t.least_S *= 1 - g(w->n + 8, 0x1p-53L);
  t.most_S *= 1 + g(w->n + 8, 0x1p-53L);
  const real A = score_errors(f, w, d, es);
  for (int j = 0; j < w->n; j++) {
    e[j] = es[j] + f->u * (w->m - w->s[j] + t.lse - w->m + es[j] + A) +
           f->base * f->u * (fabsl(w->s[j]) + fabsl(w->m)) + f->u * (4 + 5 * f->r);
    first = fmaxl(first, e[j] - (w->m - w->s[j]));
    t.by_most = fmaxl(t.by_most, e[j]);
  }
  t.F = expl(first);
  for (int j = 0; j < w->n; j++) {
    t.T += t.E[j] = t.high[j] * expm1l(e[j]) + f->eta * t.F;
    T_2 += second[j] = j == x ? 0 : t.high[j] * expm1l(e[j] + e[x]) + f->eta * t.F * expl(e[x]);
  }
  t.by_sum = log1pl(t.T / t.least_S);
  if (t.T <= 0x1p-6L * t.least_S || T_2 >= t.T) return t;
  memcpy(t.E, second, sizeof second);
  t.T = T_2;
  t.F *= expl(e[x]);
  t.second = true;
  return t;
}

static bounds formula(const format *f, int n, int d, int dv, const double *q, const double *k, const double *v,
                      const double *bias, real scale, real cap, const real *extra) {
  const scored z = score(n, d, q, k, bias, scale, cap);
  const terms t = weigh(f, &z, d);
  const real lse = fabsl(t.lse), P = 4 * f->u * (fabsl(z.m) + t.lse - z.m) + f->u * lse,
             all_G = expm1l(P + f->u * (8 + 5 * f->r + 2 * logl(n))), G = all_G < 1 ? all_G : 0;
  const real gh = g(f->h, f->u), rest = t.least_S - t.T, lost = t.T / t.least_S + gh + f->u_p,
             R = lost < 1 ? lost / (1 - lost) : HUGE_VALL, flushed = (2 * n + f->r + 8) * f->eta;
  const bool known = rest > 0 && gh < 1;
  bounds b = {.lse = fminl(t.by_sum, t.by_most) - log1pl(-gh - n * f->eta) + P + f->u_l * lse + f->eta_l,
              .second = t.second};
  real c_[8];
  for (int j = 0; j < n; j++) {
    c_[j] = (t.low[j] - t.E[j]) * (1 - gh) / (t.most_S + t.T) < f->normal_p * (1 + G);
    const real w = fminl(1, t.high[j] / t.least_S), B = w * R + t.E[j] / rest * (1 + R) + f->eta_p * c_[j];
    b.weights[j] = (1 + f->u_o) * (known && all_G < 1 ? fminl(1, B) * (1 + G) + G * w : 1) + f->u_o * w + f->eta_o;
  }
  for (int c = 0; c < dv; c++) {
    real o = 0, B1 = 0, M = 0, L = 0, low = HUGE_VALL, high = -HUGE_VALL;
    for (int j = 0; j < n; j++) o += expl(z.s[j] - z.m) / t.S * v[j * dv + c];
    for (int j = 0; j < n; j++) {
      const real value = v[j * dv + c];
      B1 += t.E[j] * (fabsl(value - o) + extra[c]) / rest;
      M += (t.high[j] + t.E[j]) * fabsl(value) / rest;
      L += f->eta_p * c_[j] * fabsl(value);
      low = fminl(low, value);
      high = fmaxl(high, value);
    }
    const real O = fabsl(o) + extra[c], size = fmaxl(fabsl(low), fabsl(high));
    const real B2 =
        (((1 + gh) * (1 + f->u_p) - 1) * M + (1 + gh) * L + flushed * fmaxl(1, t.F / rest) + gh * (O + B1)) / (1 - gh);
    const real away = fmaxl(high - o, o - low) + (2 * gh + f->u_p * (1 + gh)) / (1 - gh) * size + L + flushed;
    const real mean = (known ? away * (1 + G) + G * fabsl(o) : away) * (1 + f->u_o) + f->u_o * fabsl(o) + f->eta_o;
    const real known_out = (1 + f->u_o) * (B1 + B2 + G * (B1 + B2 + O)) + f->u_o * O + f->eta_o;
    b.out[c] = known ? fminl(known_out, mean) : mean;
  }
  return b;
}

static real roundoff(attest_dtype t) {
  return t == ATTEST_F64 ? 0x1p-53L : t == ATTEST_F32 ? 0x1p-24L : t == ATTEST_F16 ? 0x1p-11L : 0x1p-8L;
}
static real normal(attest_dtype t) { return t == ATTEST_F64 ? 0x1p-1022L : t == ATTEST_F16 ? 0x1p-14L : 0x1p-126L; }
static real least(attest_dtype t) { return t == ATTEST_F64 ? 0x1p-1022L : t == ATTEST_F16 ? 0x1p-25L : 0x1p-126L; }

static format format_of(attest_arithmetic a, attest_dtype out, int n) {
  const attest_dtype lse = out == ATTEST_F64 ? ATTEST_F64 : ATTEST_F32;
  const int rescales = a.rescales < 0 ? n / 16 + 1 : (int)a.rescales;
  const bool narrow = roundoff(lse) > roundoff(a.accumulate);
  return (format){.u = roundoff(a.accumulate),
                  .eta = least(a.accumulate),
                  .u_s = roundoff(a.scores),
                  .eta_s = least(a.scores),
                  .u_p = roundoff(a.probabilities),
                  .eta_p = fmaxl(least(a.probabilities), least(a.accumulate)),
                  .normal_p = fmaxl(normal(a.probabilities), normal(a.accumulate)),
                  .u_o = roundoff(out),
                  .eta_o = least(out),
                  .u_l = narrow ? roundoff(lse) : 0,
                  .eta_l = narrow ? least(lse) : 0,
                  .base = 4,
                  .h = a.height > 0 && a.height + 3 + rescales < n + 8 ? a.height + 3 + rescales : n + 8,
                  .r = rescales,
                  .r_s = a.score_roundings};
}

/* Infinite bounds are equal. */
static void assert_close(double actual, real expected) {
  if (actual != (double)expected) assert_near(actual / (double)expected, 1, 1e-8);
}

static bool is_the_formula(attest_dtype dtype, attest_arithmetic arithmetic, int64_t seed, double scale, double cap) {
  enum { N = 5, D = 3, DV = 7 };
  recipe r;
  arena memory;
  check_error error;
  attest_problem p;
  attest_answer answer;
  problem_f64 w;
  bound_space space;
  double out[DV], lse, work[64], b_out[DV], b_weights[N];
  bound_row bound = {.out = b_out, .weights = b_weights};
  const char *const described[] = {"keys=5 d_k=3 d_v=7", "keys=5 d_k=3 d_v=7 bias=random"};
  assert_int_equal(recipe_parse(described[seed % 2], &r, &error), CHECK_OK);
  r.dtype = dtype;
  r.seed = seed;
  r.scale = scale;
  r.softcap = cap;
  assert_int_equal(arena_make(&memory, 1 << 24, &error), CHECK_OK);
  assert_int_equal(build_case(&r, (build_wanted){true, true}, &memory, &p, &answer, &error), CHECK_OK);
  const attest_answer exact = answer_f64(&p, out, &lse, NULL);
  assert_int_equal(attest_reference(&p, &exact, work, sizeof work), ATTEST_OK);
  assert_int_equal(problem_f64_make(&p, &w, &error), CHECK_OK);
  assert_int_equal(bound_space_make(&w, &space, &error), CHECK_OK);
  const bound_types types = {answer.out.dtype, answer.lse.dtype, answer.weights.dtype};
  bound_of_row(&w, &arithmetic, types, 0, 0, 0, out, &space, &bound);
  format reference = format_of((attest_arithmetic){0}, ATTEST_F64, N);
  reference.base = 0;
  const format mine = format_of(arithmetic, dtype, N);
  const real nothing[8] = {0};
  const bounds own = formula(&reference, N, D, DV, w.q, w.k, w.v, w.bias, w.scale, cap, nothing);
  const bounds its = formula(&mine, N, D, DV, w.q, w.k, w.v, w.bias, w.scale, cap, own.out);
  for (int c = 0; c < DV; c++) assert_close(bound.out[c], own.out[c] + its.out[c]);
  for (int j = 0; j < N; j++) assert_close(bound.weights[j], own.weights[j] + its.weights[j]);
  assert_close(bound.lse, own.lse + its.lse);
  bound_space_free(&space);
  problem_f64_free(&w);
  arena_free(&memory);
  return its.second;
}

/* Would catch any constant of the bound that is not what it should be, a bound doubled or halved among them. */
static void the_formula(void **state) {
  static const double scales[] = {0.5, 30, 3000}, caps[] = {0, 2, 40};
  const attest_arithmetic eager = {.accumulate = ATTEST_F32,
                                   .scores = ATTEST_BF16,
                                   .score_roundings = 2,
                                   .probabilities = ATTEST_BF16,
                                   .rescales = -1};
  const attest_arithmetic told = {.accumulate = ATTEST_F32, .probabilities = ATTEST_F32, .height = 7, .rescales = 2};
  /* types that few would choose: probabilities wider than sums, scores and lse narrower */
  const attest_arithmetic wide = {.accumulate = ATTEST_F16, .probabilities = ATTEST_F32, .rescales = 1};
  const attest_arithmetic narrow = {
      .accumulate = ATTEST_F64, .scores = ATTEST_F16, .score_roundings = 3, .probabilities = ATTEST_F32, .height = 1};
  int second = 0;
  (void)state;
  for (int64_t seed = 1; seed <= 20; seed++)
    for (int n = 0; n < 9; n++) {
      const double scale = scales[n % 3], cap = caps[n / 3];
      for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++)
        second += is_the_formula((attest_dtype)dtype, bound_default((attest_dtype)dtype), seed, scale, cap);
      second += is_the_formula(ATTEST_BF16, eager, seed, scale, cap);
      second += is_the_formula(ATTEST_F32, told, seed, scale, cap);
      second += is_the_formula(ATTEST_F16, wide, seed, scale, cap);
      second += is_the_formula(ATTEST_F16, narrow, seed, scale, cap);
    }
  assert_true(second > 20); /* both forms occur */
}

/* ---- against the oracle */

static void worse(double *worst, double error, double bound) {
  if (error <= 0) return;
  if (!(error / bound <= *worst)) *worst = error / bound; /* NaN too */
  assert_true(!isnan(*worst));
}

static double worst_of_problem(const attest_problem *p) {
  attention_answer exact = attention_oracle(p);
  const int64_t rows = lse_elements(p), dv = p->v.size[3], keys = p->k.size[2];
  double *out = canaries(out_elements(p) + 1), *lse = canaries(rows + 1), *b_out = canaries(dv),
         *b_weights = canaries(keys + 1), worst = 0;
  problem_f64 w;
  bound_space space;
  check_error error;
  attend(p, out, lse, NULL);
  assert_int_equal(problem_f64_make(p, &w, &error), CHECK_OK);
  assert_int_equal(bound_space_make(&w, &space, &error), CHECK_OK);
  const attest_arithmetic plain = {.accumulate = ATTEST_F64, .scores = ATTEST_F64, .probabilities = ATTEST_F64};
  const bound_types f64 = {ATTEST_F64, ATTEST_F64, ATTEST_F64};
  for (int64_t row = 0; row < rows; row++) {
    bound_row bound = {.out = b_out, .weights = b_weights};
    const int64_t i = row % w.q_len, h = row / w.q_len % w.q_heads, b = row / w.q_len / w.q_heads;
    bound_of_row(&w, &plain, f64, b, h, i, out + row * dv, &space, &bound);
    for (int64_t c = 0; c < dv; c++) worse(&worst, fabs(out[row * dv + c] - exact.out[row * dv + c]), bound.out[c]);
    if (isfinite(exact.lse[row])) worse(&worst, fabs(lse[row] - exact.lse[row]), bound.lse);
  }
  bound_space_free(&space);
  problem_f64_free(&w);
  attention_answer_free(&exact);
  free(out);
  free(lse);
  free(b_out);
  free(b_weights);
  return worst;
}

/* The reference stays within what is granted to a binary64 implementation, of which half is its own. */
static void reference_keeps_it(void **state) {
  (void)state;
  double worst = 0;
  for (uint64_t seed = 1; seed <= 1500; seed++) {
    random_problem r = random_problem_make(seed);
    const double found = worst_of_problem(&r.problem);
    if (!(found <= 0.5)) random_problem_print(&r);
    assert_true(found <= 0.5);
    worst = fmax(worst, found);
    random_problem_free(&r);
  }
  assert_true(worst > 1e-3); /* or it would not be a bound of anything */
}

/* The bounds of the one row of a problem. */
static void bound_only_row(const attest_problem *p, const attest_arithmetic *arithmetic, attest_dtype output,
                           attest_dtype lse, const double *out, bound_row *bound) {
  problem_f64 w;
  bound_space space;
  check_error error;
  assert_int_equal(problem_f64_make(p, &w, &error), CHECK_OK);
  assert_int_equal(bound_space_make(&w, &space, &error), CHECK_OK);
  bound_of_row(&w, arithmetic, (bound_types){output, lse, output}, 0, 0, 0, out, &space, bound);
  bound_space_free(&space);
  problem_f64_free(&w);
}

/* A row of which the scores are lost in bfloat16: no more than a mean of its values is certain, and that is what the
   bound says. */
static void means(void **state) {
  (void)state;
  const double q[1] = {1000}, k[2] = {1000, 999}, v[2] = {3, 5};
  const attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                            .k = tensor_f64((double *)k, 1, 1, 2, 1),
                            .v = tensor_f64((double *)v, 1, 1, 2, 1)};
  const attest_arithmetic eager = {
      .accumulate = ATTEST_F32, .scores = ATTEST_BF16, .score_roundings = 1, .probabilities = ATTEST_BF16};
  const double out[1] = {3};
  double b_out[1] = {0}, b_weights[2] = {0};
  bound_row bound = {.out = b_out, .weights = b_weights};
  bound_only_row(&p, &eager, ATTEST_BF16, ATTEST_F32, out, &bound);
  assert_true(bound.mean_only);
  assert_true(b_out[0] >= 2 && b_out[0] < 2.1);
}

/* One key has nearly all weight. Its own score error is common to all weights, and says nothing of them; that of lse it
   is. Would notice: a bound that calls such a row unknown, so that any mean of its values passes; one that has no room
   for weights taken as exp(s - lse), which a stored lse of 10^5 makes 2^-8 too large. */
static void a_certain_key(void **state) {
  (void)state;
  const double q[1] = {1000}, k[3] = {100, 0, 0}, v[3] = {0, 1, -1}, out[1] = {0};
  attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                      .k = tensor_f64((double *)k, 1, 1, 3, 1),
                      .v = tensor_f64((double *)v, 1, 1, 3, 1),
                      .scale = 1};
  double b_out[1] = {0}, b_weights[3] = {0};
  bound_row bound = {.out = b_out, .weights = b_weights};
  const attest_arithmetic plain = bound_default(ATTEST_F32);
  bound_only_row(&p, &plain, ATTEST_F32, ATTEST_F32, out, &bound);
  assert_true(!bound.mean_only && b_out[0] < 1e-6 && b_weights[0] < 0.05 && b_weights[1] < 1e-6);
  assert_true(b_weights[0] > 0x1p-8 && bound.lse > 0x1p-8 && bound.lse < 0.5);
  const double farther[3] = {2400, 0, 0}; /* a stored lse is off by more than log 2 */
  p.k = tensor_f64((double *)farther, 1, 1, 3, 1);
  bound_only_row(&p, &plain, ATTEST_F32, ATTEST_F32, out, &bound);
  assert_true(!bound.mean_only && b_out[0] < 1e-6 && b_weights[0] >= 1);
  p.softcap = 50; /* saturated: the weights of the others are e^-50 */
  bound_only_row(&p, &plain, ATTEST_F32, ATTEST_F32, out, &bound);
  assert_true(!bound.mean_only && b_out[0] < 1e-6 && bound.lse < 1e-3);
}

/* A key hidden by the lowest number as its bias has no part in the row, however inexact its score. Would notice: a
   bound in which it makes the row unknown. */
static void a_lowest_bias(void **state) {
  (void)state;
  const double q[1] = {1}, k[3] = {0.5, 0.25, 0}, v[3] = {1, 2, 3}, out[1] = {1.4378234991142019};
  const float bias[3] = {0, 0, -FLT_MAX};
  const attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                            .k = tensor_f64((double *)k, 1, 1, 3, 1),
                            .v = tensor_f64((double *)v, 1, 1, 3, 1),
                            .bias = {(float *)bias, ATTEST_F32, {1, 1, 1, 3}, {3, 3, 3, 1}},
                            .scale = 1};
  double b_out[1] = {0}, b_weights[3] = {0};
  bound_row bound = {.out = b_out, .weights = b_weights};
  const attest_arithmetic plain = bound_default(ATTEST_F32);
  bound_only_row(&p, &plain, ATTEST_F32, ATTEST_F32, out, &bound);
  assert_true(!bound.mean_only && b_out[0] < 1e-5 && b_weights[2] < 1e-30 && bound.lse > 0 && bound.lse < 1e-5);
}

/* Scores are stored in bfloat16 before a bias cancels them: 64 times 2^-8 is their error, though they are small. Would
   notice: a bound that rounds what the bias leaves only. */
static void a_bias_that_cancels(void **state) {
  (void)state;
  const double q[1] = {1}, k[2] = {64.31737518310547, 0}, v[2] = {1, -1}, bias[2] = {-64, 0};
  const double exact = tanh(0.31737518310547 / 2), stored = tanh(0.5 / 2); /* bfloat16: 64.5 */
  const attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                            .k = tensor_f64((double *)k, 1, 1, 2, 1),
                            .v = tensor_f64((double *)v, 1, 1, 2, 1),
                            .bias = tensor_f64((double *)bias, 1, 1, 1, 2),
                            .scale = 1};
  double b_out[1] = {0}, b_weights[2] = {0};
  bound_row bound = {.out = b_out, .weights = b_weights};
  const attest_arithmetic eager = {
      .accumulate = ATTEST_F32, .scores = ATTEST_BF16, .score_roundings = 2, .probabilities = ATTEST_F32};
  bound_only_row(&p, &eager, ATTEST_F32, ATTEST_F32, &exact, &bound);
  assert_true(!bound.mean_only && stored - exact < b_out[0] && stored - exact < 2 * b_weights[0]);
  assert_true(bound.lse > 0.11);
}

/* All values are so small that their products with probabilities are flushed to 0. Would notice: a bound with fewer
   places than products. */
static void all_is_flushed(void **state) {
  (void)state;
  enum { N = 1024 };
  double q[1] = {1}, k[N] = {0}, v[N], b_out[1] = {0};
  for (int j = 0; j < N; j++) {
    k[j] = j > 0 ? -3 : 0;
    v[j] = 19 * 0x1p-126;
  }
  const attest_problem p = {
      .q = tensor_f64(q, 1, 1, 1, 1), .k = tensor_f64(k, 1, 1, N, 1), .v = tensor_f64(v, 1, 1, N, 1), .scale = 1};
  bound_row bound = {.out = b_out};
  attest_arithmetic tree = bound_default(ATTEST_F32);
  tree.height = 10;
  bound_only_row(&p, &tree, ATTEST_F32, ATTEST_F32, v, &bound);
  assert_true(b_out[0] > 18.6 * 0x1p-126); /* out' is 19 * 2^-126 / S, S = 1 + 1023 e^-3 */
  for (int j = 0; j < N; j++) {
    k[j] = 0;
    v[j] = (N - 1) * 0x1p-126; /* each weight times it is below 2^-126 */
  }
  bound_only_row(&p, &tree, ATTEST_F32, ATTEST_F32, v, &bound);
  assert_true(b_out[0] > v[0]);
}

/* Weights as exp(s - lse), of an lse stored in float, do not have the sum 1. Would notice: a bound that takes an answer
   to be a mean of the values, which are alike here. */
static void weights_of_a_stored_lse(void **state) {
  (void)state;
  static const double tops[] = {0, 1.7, 100.3, 1000.7, 30001.3, 100000.1};
  const attest_arithmetic plain = bound_default(ATTEST_F32);
  for (size_t n = 0; n < sizeof tops / sizeof tops[0]; n++) {
    const float s[2] = {(float)tops[n], (float)tops[n] - 2}, lse = s[0] + log1pf(expf(s[1] - s[0])), v = 1.37F;
    const float w[2] = {expf(s[0] - lse), expf(s[1] - lse)}, out = w[0] * v + w[1] * v;
    const double q[1] = {1}, k[2] = {s[0], s[1]}, values[2] = {v, v};
    const attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                              .k = tensor_f64((double *)k, 1, 1, 2, 1),
                              .v = tensor_f64((double *)values, 1, 1, 2, 1),
                              .scale = 1};
    double b_out[1] = {0}, b_weights[2] = {0};
    bound_row bound = {.out = b_out, .weights = b_weights};
    bound_only_row(&p, &plain, ATTEST_F32, ATTEST_F32, values, &bound);
    assert_true(fabs(out - values[0]) <= b_out[0]);
    assert_true(fabs(w[0] - 1 / (1 + exp((double)s[1] - s[0]))) <= b_weights[0]);
  }
}

/* Scores and biases of any size. Would notice: a bound that is negative or NaN, which any error passes. */
static void never_negative(void **state) {
  (void)state;
  for (int n = 0; n < 308; n++) {
    const double size = pow(10, n), q[1] = {1}, k[2] = {size, 0}, v[2] = {1, 2}, bias[2] = {0, -size};
    const attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                              .k = tensor_f64((double *)k, 1, 1, 2, 1),
                              .v = tensor_f64((double *)v, 1, 1, 2, 1),
                              .bias = tensor_f64((double *)bias, 1, 1, 1, 2),
                              .scale = 1};
    const double out[1] = {n > 0 ? 1 : 1 + 1 / (1 + exp(2))};
    for (int dtype = ATTEST_F64; dtype <= (n < 40 ? ATTEST_BF16 : ATTEST_F64); dtype++) {
      const attest_arithmetic plain = bound_default((attest_dtype)dtype);
      double b_out[1] = {0}, b_weights[2] = {0};
      bound_row bound = {.out = b_out, .weights = b_weights};
      bound_only_row(&p, &plain, (attest_dtype)dtype, ATTEST_F32, out, &bound);
      assert_true(b_out[0] > 0 && b_weights[0] > 0 && b_weights[1] >= 0 && bound.lse > 0);
    }
  }
}

/* Scores that binary64 does not hold. Would notice: a bound of lse that is NaN, which no answer passes. */
static void scores_beyond_all_numbers(void **state) {
  (void)state;
  const double q[1] = {1e200}, k[3] = {-1e200, 0, 1e-200}, v[3] = {1, 2, 3}, out[1] = {2.7310585786300049};
  attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                      .k = tensor_f64((double *)k, 1, 1, 3, 1),
                      .v = tensor_f64((double *)v, 1, 1, 3, 1),
                      .scale = 1};
  double b_out[1] = {0}, b_weights[3] = {0};
  bound_row bound = {.out = b_out, .weights = b_weights};
  for (int cap = 0; cap <= 30; cap += 30) {
    p.softcap = cap;
    for (int dtype = ATTEST_F64; dtype <= ATTEST_F32; dtype++) {
      const attest_arithmetic plain = bound_default((attest_dtype)dtype);
      bound_only_row(&p, &plain, ATTEST_F64, ATTEST_F64, out, &bound);
      assert_true(bound.mean_only && b_out[0] > 1 && b_weights[0] >= 1 && bound.lse == HUGE_VAL);
    }
  }
}

/* ---- the standard model: each operation is off by u, exp and log by 4u, all in the worst direction */

enum { MANY = 4096 };
static const double u = 0x1p-24;

/* The bound of one column of a row with scores s and values v, in float with a declared order of sums. */
static double bound_of_told(int n, const double *s, const double *v, double out, int height, int rescales) {
  const double q[1] = {1};
  const attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                            .k = tensor_f64((double *)s, 1, 1, n, 1),
                            .v = tensor_f64((double *)v, 1, 1, n, 1),
                            .scale = 1};
  attest_arithmetic told = bound_default(ATTEST_F32);
  told.height = height;
  told.rescales = rescales;
  double b_out[1] = {0};
  bound_row bound = {.out = b_out};
  bound_only_row(&p, &told, ATTEST_F32, ATTEST_F32, &out, &bound);
  return b_out[0];
}

/* Both sums of a row are rescaled, and their products rounded, MANY / 8 times. Would notice: a bound that has room for
   the additions alone. */
static void rescales_round_apart(void **state) {
  (void)state;
  enum { FIRST = MANY / 8 * 7, RESCALES = MANY / 8 };
  double s[MANY] = {0}, v[MANY], l = FIRST, o = FIRST;
  for (int j = 0; j < MANY; j++) v[j] = 1;
  for (int j = 0; j < RESCALES; j++) {
    s[FIRST + j] = (j + 1) * 0x1p-60; /* a new maximum */
    l = (l * (1 - u) + 1) * (1 - u);
    o = (o * (1 + u) + 1) * (1 + u);
  }
  assert_true(o / l - 1 < bound_of_told(MANY, s, v, 1, 12 + RESCALES, RESCALES));
}

/* A second pass takes the weights as exp(s - lse). Would notice: a bound in which both passes share their roundings, or
   in which s - lse has no rounding of its own for each key. */
static void passes_round_apart(void **state) {
  (void)state;
  enum { HEIGHT = 12 };
  double s[MANY] = {0}, v[MANY], l = 1, o = 0;
  for (int j = 1; j < MANY; j++) {
    s[j] = -8;
    l += exp(s[j] * (1 + u)) * (1 - 4 * u);
  }
  const double lse = log(l * pow(1 - u, HEIGHT)) * (1 - 4 * u);
  for (int j = 0; j < MANY; j++) {
    v[j] = 1;
    o += exp((s[j] - lse) * (1 - u)) * (1 + 4 * u) * pow(1 + u, HEIGHT + 1);
  }
  assert_true(o - 1 < bound_of_told(MANY, s, v, 1, HEIGHT, 0));
  for (int j = 0; j < MANY; j++) {
    s[j] = 0;
    v[j] = j % 2 ? -1 : 1; /* out is 0 */
  }
  const double off = u * (log(MANY) + 4 + 1 + HEIGHT);
  assert_true(off < bound_of_told(MANY, s, v, 0, HEIGHT, 0));
}

/* binary16, below 1 */
static double stored_f16(double x) {
  int e;
  frexp(x, &e);
  const double unit = ldexp(1, e < -13 ? -24 : e - 11);
  return rint(x / unit) * unit;
}

/* Thirty keys of score 0 and value 0, one of score -x and value 1024: its probability is stored in binary16 before or
   after it is divided by the sum. Would catch a bound that knows of one order only: the one loses half a subnormal unit
   divided by the sum, the other undivided. */
static void orders_of_storing(void **state) {
  (void)state;
  enum { N = 31 };
  const attest_arithmetic stores = {.accumulate = ATTEST_F64, .scores = ATTEST_F64, .probabilities = ATTEST_F16};
  double k[N] = {0}, v[N] = {0}, worst = 0;
  v[N - 1] = 1024;
  for (int step = 320; step < 1088; step++) {
    const double x = ldexp(step, -6);
    const double q[1] = {1}, p = exp(-x), S = N - 1 + p, out[1] = {p / S * v[N - 1]};
    k[N - 1] = -x;
    const attest_problem problem = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                                    .k = tensor_f64(k, 1, 1, N, 1),
                                    .v = tensor_f64(v, 1, 1, N, 1),
                                    .scale = 1};
    double b_out[1] = {0}, b_weights[N] = {0};
    bound_row bound = {.out = b_out, .weights = b_weights};
    bound_only_row(&problem, &stores, ATTEST_F64, ATTEST_F64, out, &bound);
    assert_true(fabs(stored_f16(p) / S * v[N - 1] - out[0]) <= b_out[0]);
    assert_true(fabs(stored_f16(p / S) * v[N - 1] - out[0]) <= b_out[0]);
    assert_true(fabs(stored_f16(p / S) - p / S) <= b_weights[N - 1]);
    worst = fmax(worst, fabs(stored_f16(p / S) * v[N - 1] - out[0]) / b_out[0]);
  }
  assert_true(worst > 0.9); /* or it grants more than is lost */
}

/* Scores below the normal numbers of binary16 are stored in it: they lose half a subnormal unit. Would notice: a bound
   of relative errors alone. */
static void stored_scores_underflow(void **state) {
  (void)state;
  const double q[1] = {1}, k[2] = {3.4e-7, -3.28e-7}, v[2] = {1, -1}, s = k[0] - k[1], exact = tanh(s / 2),
               stored = stored_f16(k[0]) - stored_f16(k[1]);
  const attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                            .k = tensor_f64((double *)k, 1, 1, 2, 1),
                            .v = tensor_f64((double *)v, 1, 1, 2, 1),
                            .scale = 1};
  const attest_arithmetic stores = {
      .accumulate = ATTEST_F64, .scores = ATTEST_F16, .score_roundings = 1, .probabilities = ATTEST_F64};
  double b_out[1] = {0}, b_weights[2] = {0};
  bound_row bound = {.out = b_out, .weights = b_weights};
  bound_only_row(&p, &stores, ATTEST_F64, ATTEST_F64, &exact, &bound);
  assert_true(fabs(tanh(stored / 2) - exact) < b_out[0] && fabs(tanh(stored / 2) - exact) < 2 * b_weights[0]);
  assert_true(fabs(stored_f16(k[0]) + log1p(exp(-stored)) - k[0] - log1p(exp(-s))) < bound.lse);
}

/* As in orders_of_storing, but all is computed in binary16, and called float where it is stored. Would notice: a bound
   that believes it. */
static void stored_in_a_wider_type(void **state) {
  (void)state;
  enum { N = 31 };
  const attest_arithmetic wide = {.accumulate = ATTEST_F16, .probabilities = ATTEST_F32, .height = 5};
  const double x = 13.90625, q[1] = {1}, p = exp(-x), S = N - 1 + p, out[1] = {p / S * 1024},
               w = stored_f16(stored_f16(p) / (N - 1));
  double k[N] = {0}, v[N] = {0}, b_out[1] = {0}, b_weights[N] = {0};
  k[N - 1] = -x;
  v[N - 1] = 1024;
  const attest_problem problem = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                                  .k = tensor_f64(k, 1, 1, N, 1),
                                  .v = tensor_f64(v, 1, 1, N, 1),
                                  .scale = 1};
  bound_row bound = {.out = b_out, .weights = b_weights};
  bound_only_row(&problem, &wide, ATTEST_F32, ATTEST_F32, out, &bound);
  assert_true(fabs(w * 1024 - out[0]) < b_out[0] && fabs(w - p / S) < b_weights[N - 1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_formula),
                                     cmocka_unit_test(reference_keeps_it),
                                     cmocka_unit_test(means),
                                     cmocka_unit_test(a_certain_key),
                                     cmocka_unit_test(a_lowest_bias),
                                     cmocka_unit_test(a_bias_that_cancels),
                                     cmocka_unit_test(all_is_flushed),
                                     cmocka_unit_test(never_negative),
                                     cmocka_unit_test(weights_of_a_stored_lse),
                                     cmocka_unit_test(scores_beyond_all_numbers),
                                     cmocka_unit_test(rescales_round_apart),
                                     cmocka_unit_test(passes_round_apart),
                                     cmocka_unit_test(orders_of_storing),
                                     cmocka_unit_test(stored_scores_underflow),
                                     cmocka_unit_test(stored_in_a_wider_type)};
  return cmocka_run_group_tests_name("test_bound", tests, NULL, NULL);
}
