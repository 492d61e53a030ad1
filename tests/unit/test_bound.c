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
} bounds;

static real g(real n, real u) { return n * u / (1 - n * u); }

static bounds formula(const format *f, int n, int d, int dv, const double *q, const double *k, const double *v,
                      real scale, const real *extra) {
  real s[8], a[8], p[8], E[8], S = 0, T = 0, m = -HUGE_VALL, worst = 0;
  for (int j = 0; j < n; j++) {
    s[j] = a[j] = 0;
    for (int c = 0; c < d; c++) {
      s[j] += scale * q[c] * k[j * d + c];
      a[j] += fabsl(scale * q[c] * k[j * d + c]);
    }
    m = fmaxl(m, s[j]);
    worst = fmaxl(worst, g(d + 4, 0x1p-53L) * a[j] + 0x1p-53L * fabsl(s[j]));
  }
  const real delta = expm1l(2 * worst + 8 * 0x1p-53L);
  for (int j = 0; j < n; j++) {
    real es = g(d + 4, f->u) * a[j] + f->u * fabsl(s[j]);
    es += f->r_s * f->u_s * (1 + f->u_s) * (fabsl(s[j]) + es);
    const real e = es + f->u * (fabsl(s[j] - m) + 2 * es) * (1 + f->u_s) + f->base * f->u * (fabsl(s[j]) + fabsl(m));
    p[j] = expl(s[j] - m);
    E[j] = p[j] * (1 + delta) * expm1l(e + 4 * f->u * (1 + f->r)) + f->eta;
    S += p[j];
    T += E[j];
  }
  const real gh = g(f->h, f->u), rest = S * (1 - delta) * (1 - g(f->h, 0x1p-53L)) - T, lost = T / (rest + T) + gh;
  const real R = (lost + f->u_p) / (1 - lost - f->u_p);
  const real l = logl(fmaxl(S, 1)); /* S >= 1 */
  bounds b = {.lse = -log1pl(-lost) + 4 * f->u * (fabsl(m) + l) + f->u_l * fabsl(m + l)};
  real c_[8];
  for (int j = 0; j < n; j++) {
    const bool subnormal = ((1 - delta) * p[j] - E[j]) * (1 - gh) / (S * (1 + delta) + T) < f->normal_p;
    c_[j] = subnormal ? 1 : fminl(1, 1 / rest);
    b.weights[j] =
        (1 + f->u_o) * fminl(1, p[j] / S * R + E[j] / rest * (1 + R) + f->eta_p * c_[j]) + f->u_o * p[j] / S + f->eta_o;
  }
  for (int c = 0; c < dv; c++) {
    real o = 0, B1 = 0, M = 0, L = 0, low = HUGE_VALL, high = -HUGE_VALL;
    for (int j = 0; j < n; j++) o += p[j] / S * v[j * dv + c];
    for (int j = 0; j < n; j++) {
      const real x = v[j * dv + c];
      B1 += E[j] * (fabsl(x - o) + extra[c]) / rest;
      M += ((1 + delta) * p[j] + E[j]) * fabsl(x) / rest;
      L += f->eta_p * c_[j] * fabsl(x);
      low = fminl(low, x);
      high = fmaxl(high, x);
    }
    const real O = fabsl(o) + extra[c], largest = fmaxl(fabsl(low), fabsl(high));
    const real B2 =
        (((1 + gh) * (1 + f->u_p) - 1) * M + (1 + gh) * L + f->h * f->eta / rest + gh * (O + B1)) / (1 - gh);
    const real mean = (fmaxl(high - o, o - low) + (3 * gh + 2 * f->u_p) * largest + L + f->h * f->eta) * (1 + f->u_o) +
                      f->u_o * fabsl(o) + f->eta_o;
    b.out[c] = fminl((1 + f->u_o) * (B1 + B2) + f->u_o * O + f->eta_o, mean);
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
  const int rescales = n / 16 + 1;
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
                  n + 8,
                  rescales,
                  a.score_roundings};
}

static void assert_close(double actual, real expected) { assert_near(actual / (double)expected, 1, 1e-8); }

static void is_the_formula(attest_dtype dtype, attest_arithmetic arithmetic, int64_t seed) {
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
  const bounds own = formula(&reference, N, D, DV, w.q, w.k, w.v, w.scale, nothing);
  const bounds its = formula(&mine, N, D, DV, w.q, w.k, w.v, w.scale, own.out);
  for (int c = 0; c < DV; c++) assert_close(bound.out[c], own.out[c] + its.out[c]);
  for (int j = 0; j < N; j++) assert_close(bound.weights[j], own.weights[j] + its.weights[j]);
  assert_close(bound.lse, own.lse + its.lse);
  bound_space_free(&space);
  problem_f64_free(&w);
  arena_free(&memory);
}

/* Would catch any constant of the bound that is not what it should be, a bound doubled or halved among them. */
static void the_formula(void **state) {
  (void)state;
  for (int64_t seed = 1; seed <= 20; seed++) {
    for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++)
      is_the_formula((attest_dtype)dtype, bound_default((attest_dtype)dtype), seed);
    const attest_arithmetic eager = {.accumulate = ATTEST_F32,
                                     .scores = ATTEST_BF16,
                                     .score_roundings = 2,
                                     .probabilities = ATTEST_BF16,
                                     .rescales = -1};
    is_the_formula(ATTEST_BF16, eager, seed);
  }
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
                                     cmocka_unit_test(means), cmocka_unit_test(orders_of_storing)};
  return cmocka_run_group_tests_name("test_bound", tests, NULL, NULL);
}
