/* The bound: that it is the formula of bound.h, that the reference keeps it against the MPFR oracle, that arithmetic in
   float keeps it. */
#include <math.h>

#include "check/judge/bound.h"
#include "check/cases/build.h"
#include "check/cases/suite.h"
#include "check/cases/tensor.h"
#include "tests/oracle/attention_oracle.h"
#include "tests/unit/support.h"
#include "tests/unit/support_problem.h"

/* ---- the formula again, for one query without mask, bias and sink, in long double and with the sums written out */

typedef long double real;

typedef struct {
  real u, eta, u_s, u_p, eta_p, normal_p, u_o, eta_o, u_l, base, h, r;
  int r_s;
} format;

typedef struct {
  real out[8], weights[8], lse;
  bool second; /* by the second form */
} bounds;

static real g(real n, real u) { return n * u / (1 - n * u); }

/* Scores, with or without a softcap, and the errors of their exponentials. */
typedef struct {
  real s[8], a[8], x[8], small[8], e[8], m;
} scored;

static real score_error(const format *f, const scored *z, int j, int d, real cap) {
  const real s = fabsl(z->s[j]), off = g(d + 4, f->u) * z->a[j] + f->eta * z->small[j];
  real es = off;
  if (cap > 0) {
    const real x = fabsl(z->x[j]), arc = off + 3 * f->u * x, t = x > arc ? tanhl((x - arc) / cap) : 0;
    es = arc * (1 - t * t) + 5 * f->u * fabsl(cap * tanhl(z->x[j] / cap));
  }
  es += f->u * s;
  return es + f->r_s * f->u_s * (1 + f->u_s) * (s + es);
}

static scored score(const format *f, int n, int d, const double *q, const double *k, real scale, real cap) {
  scored z = {.m = -HUGE_VALL};
  for (int j = 0; j < n; j++) {
    z.small[j] = fabsl(scale) * d;
    for (int c = 0; c < d; c++) {
      z.x[j] += scale * q[c] * k[j * d + c];
      z.a[j] += fabsl(scale * q[c] * k[j * d + c]);
      z.small[j] += (1 + fabsl(scale)) * (fabsl((real)k[j * d + c]) + fabsl((real)q[c]));
    }
    z.s[j] = cap > 0 ? cap * tanhl(z.x[j] / cap) : z.x[j];
    z.m = fmaxl(z.m, z.s[j]);
  }
  for (int j = 0; j < n; j++) {
    const real es = score_error(f, &z, j, d, cap);
    z.e[j] = es + f->u * (fabsl(z.s[j] - z.m) + 2 * es) * (1 + f->u_s) + f->base * f->u * (fabsl(z.s[j]) + fabsl(z.m)) +
             f->u * (4 + 5 * f->r);
  }
  return z;
}

static bounds formula(const format *f, int n, int d, int dv, const double *q, const double *k, const double *v,
                      real scale, real cap, const real *extra) {
  const format exact = {.u = 0x1p-53L, .eta = 0x1p-1022L};
  const scored z = score(f, n, d, q, k, scale, cap);
  real p[8], E[8], S = 0, T = 0, T_2 = 0, worst = 0, most = 0, first = 0, F = 1;
  int M = 0;
  for (int j = 0; j < n; j++) {
    worst = fmaxl(worst, score_error(&exact, &z, j, d, cap));
    M = z.s[j] > z.s[M] ? j : M;
    most = fmaxl(most, z.e[j]);
    first = fmaxl(first, z.e[j] - (z.m - z.s[j]));
  }
  const real delta = expm1l(2 * worst + 8 * 0x1p-53L), grown = expl(z.e[M] + first);
  for (int j = 0; j < n; j++) {
    p[j] = expl(z.s[j] - z.m);
    E[j] = p[j] * (1 + delta) * expm1l(z.e[j]) + f->eta;
    S += p[j];
    T += E[j];
    T_2 += j == M ? 0 : p[j] * (1 + delta) * expm1l(z.e[j] + z.e[M]) + f->eta * grown;
  }
  const real gh = g(f->h, f->u), least_S = S * (1 - delta) * (1 - g(f->h, 0x1p-53L));
  const real lost_1 = T / least_S + gh, small = n * f->eta * expl(most) / least_S;
  const real l = logl(fmaxl(S, 1)); /* S >= 1 */
  bounds b = {.lse = fminl(lost_1 < 1 ? -log1pl(-lost_1) : HUGE_VALL, most - log1pl(-small) - log1pl(-gh)) +
                     4 * f->u * (fabsl(z.m) + l) + f->u_l * fabsl(z.m + l)};
  if (T > 0x1p-6L * least_S && T_2 < T) {
    T = T_2;
    F = grown;
    for (int j = 0; j < n; j++) E[j] = j == M ? 0 : p[j] * (1 + delta) * expm1l(z.e[j] + z.e[M]) + f->eta * grown;
  }
  const real rest = least_S - T, lost = T / least_S + gh, R = (lost + f->u_p) / (1 - lost - f->u_p);
  b.second = F > 1;
  real c_[8];
  for (int j = 0; j < n; j++) {
    const bool subnormal = ((1 - delta) * p[j] - E[j]) * (1 - gh) / (S * (1 + delta) + T) < f->normal_p;
    c_[j] = subnormal || F > 1 ? 1 : fminl(1, 1 / rest);
    const real off =
        rest > 0 ? p[j] / S * (lost + f->u_p < 1 ? R : HUGE_VALL) + E[j] / rest * (1 + R) + f->eta_p * c_[j] : 1;
    b.weights[j] = (1 + f->u_o) * fminl(1, off) + f->u_o * p[j] / S + f->eta_o;
  }
  for (int c = 0; c < dv; c++) {
    real o = 0, B1 = 0, M_ = 0, L = 0, low = HUGE_VALL, high = -HUGE_VALL;
    for (int j = 0; j < n; j++) o += p[j] / S * v[j * dv + c];
    for (int j = 0; j < n; j++) {
      const real x = v[j * dv + c];
      B1 += E[j] * (fabsl(x - o) + extra[c]) / rest;
      M_ += ((1 + delta) * p[j] + E[j]) * fabsl(x) / rest;
      L += f->eta_p * c_[j] * fabsl(x);
      low = fminl(low, x);
      high = fmaxl(high, x);
    }
    const real O = fabsl(o) + extra[c], largest = fmaxl(fabsl(low), fabsl(high));
    const real B2 =
        (((1 + gh) * (1 + f->u_p) - 1) * M_ + (1 + gh) * L + f->h * f->eta * F / rest + gh * (O + B1)) / (1 - gh);
    const real mean =
        (fmaxl(high - o, o - low) + (2 * gh + f->u_p * (1 + gh)) / (1 - gh) * largest + L + f->h * f->eta) *
            (1 + f->u_o) +
        f->u_o * fabsl(o) + f->eta_o;
    b.out[c] = rest > 0 ? fminl((1 + f->u_o) * (B1 + B2) + f->u_o * O + f->eta_o, mean) : mean;
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
  return (format){roundoff(a.accumulate),
                  least(a.accumulate),
                  roundoff(a.scores),
                  roundoff(a.probabilities),
                  least(a.probabilities),
                  normal(a.probabilities),
                  roundoff(out),
                  least(out),
                  roundoff(lse),
                  4,
                  a.height > 0 ? a.height : n + 8,
                  rescales,
                  a.score_roundings};
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
  assert_int_equal(recipe_parse("keys=5 d_k=3 d_v=7", &r, &error), CHECK_OK);
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
  const format reference = {0x1p-53L,   0x1p-1022L, 0x1p-53L, 0x1p-53L, 0x1p-1022L, 0x1p-1022L, 0x1p-53L,
                            0x1p-1022L, 0x1p-53L,   0,        N + 8,    0,          0};
  const format mine = format_of(arithmetic, dtype, N);
  const real nothing[8] = {0};
  const bounds own = formula(&reference, N, D, DV, w.q, w.k, w.v, w.scale, cap, nothing);
  const bounds its = formula(&mine, N, D, DV, w.q, w.k, w.v, w.scale, cap, own.out);
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
  int second = 0;
  (void)state;
  for (int64_t seed = 1; seed <= 20; seed++)
    for (int n = 0; n < 9; n++) {
      const double scale = scales[n % 3], cap = caps[n / 3];
      for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++)
        second += is_the_formula((attest_dtype)dtype, bound_default((attest_dtype)dtype), seed, scale, cap);
      second += is_the_formula(ATTEST_BF16, eager, seed, scale, cap);
      second += is_the_formula(ATTEST_F32, told, seed, scale, cap);
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
   is. Would notice: a bound that calls such a row unknown, so that any mean of its values passes. */
static void a_certain_key(void **state) {
  (void)state;
  const double q[1] = {1000}, k[3] = {1000, 0, 0}, v[3] = {0, 1, -1}, out[1] = {0};
  attest_problem p = {.q = tensor_f64((double *)q, 1, 1, 1, 1),
                      .k = tensor_f64((double *)k, 1, 1, 3, 1),
                      .v = tensor_f64((double *)v, 1, 1, 3, 1),
                      .scale = 1};
  double b_out[1] = {0}, b_weights[3] = {0};
  bound_row bound = {.out = b_out, .weights = b_weights};
  const attest_arithmetic plain = bound_default(ATTEST_F32);
  bound_only_row(&p, &plain, ATTEST_F32, ATTEST_F32, out, &bound);
  assert_true(!bound.mean_only && b_out[0] < 1e-6 && b_weights[0] < 1e-5 && b_weights[1] < 1e-6);
  assert_true(bound.lse > 0.06 && bound.lse < 5); /* 2^-24 of 10^6, some times */
  p.softcap = 50;                                 /* saturated: the weights of the others are e^-50 */
  bound_only_row(&p, &plain, ATTEST_F32, ATTEST_F32, out, &bound);
  assert_true(!bound.mean_only && b_out[0] < 1e-6 && bound.lse < 1e-3);
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_formula), cmocka_unit_test(reference_keeps_it),
                                     cmocka_unit_test(means), cmocka_unit_test(a_certain_key),
                                     cmocka_unit_test(orders_of_storing)};
  return cmocka_run_group_tests_name("test_bound", tests, NULL, NULL);
}
