/* What opt/vector.h and opt/vector64.h say of their functions, in every instruction set that this machine has, against
   libm's binary64 and its long double. */
#include <float.h>
#include <math.h>

#include "opt/cpu.h"
#include "opt/element.h"
#include "tests/unit/random.h"
#include "tests/unit/support.h"

typedef void function(const float *t, float *to, size_t n);
typedef void function64(const double *x, double *to, size_t n);

#if defined __x86_64__
extern const unsigned vector_needs_base, vector_needs_avx2, vector_needs_avx512;
function vector_exp2_base, vector_exp2_avx2, vector_exp2_avx512, vector_tanh_base, vector_tanh_avx2, vector_tanh_avx512;
function64 vector_exp64_base, vector_exp64_avx2, vector_exp64_avx512;
static const struct {
  const char *name;
  const unsigned *needs;
  function *power, *tangent;
  function64 *exponential;
} sets[] = {{"base", &vector_needs_base, vector_exp2_base, vector_tanh_base, vector_exp64_base},
            {"avx2", &vector_needs_avx2, vector_exp2_avx2, vector_tanh_avx2, vector_exp64_avx2},
            {"avx512", &vector_needs_avx512, vector_exp2_avx512, vector_tanh_avx512, vector_exp64_avx512}};
#else
extern const unsigned vector_needs_neon;
function vector_exp2_neon, vector_tanh_neon;
function64 vector_exp64_neon;
static const struct {
  const char *name;
  const unsigned *needs;
  function *power, *tangent;
  function64 *exponential;
} sets[] = {{"neon", &vector_needs_neon, vector_exp2_neon, vector_tanh_neon, vector_exp64_neon}};
#endif

enum { SETS = sizeof sets / sizeof sets[0], MANY = 4096, STEP = 101 };

static bool runs_here(size_t set) { return (*sets[set].needs & ~cpu_features()) == 0; }

/* |found - right| / right in units of u = 2^-24: what check/bound.h grants exponentials and tanh is 4 (2 ulp, where an
   ulp is largest). */
static double relative(float found, double right) {
  if (right == 0) return found == 0 ? 0 : HUGE_VAL;
  return fabs(((double)found - right) / right) * 0x1p24;
}

/* The larger one; NaN if one of them is. */
static double larger(double a, double b) { return isnan(a) || b <= a ? a : b; }

/* The largest error over one binary32 number of STEP, from 0 to +-largest. */
static double worst(function *f, double (*right)(double), float largest) {
  float t[MANY], found[MANY];
  double most = 0;
  size_t used = 0;
  const uint32_t end = to_bits(largest);
  for (uint32_t bits = 0; bits <= end; bits += STEP) {
    t[used++] = from_bits(bits);
    t[used++] = -from_bits(bits);
    if (used < MANY && bits + STEP <= end) continue;
    for (; used < MANY; used++) t[used] = 0;
    f(t, found, MANY);
    for (size_t n = 0; n < MANY; n++) most = larger(most, relative(found[n], right((double)t[n])));
    used = 0;
  }
  return most;
}

static double power_of_2(double x) { return exp2(x); }
static double tangent_of(double x) { return tanh(x); }

/* Would notice: a coefficient with a wrong digit, a polynomial used beyond its range, a power of 2 off by one. */
static void powers_of_2_are_within_4u(void **state) {
  (void)state;
  for (size_t set = 0; set < SETS; set++) {
    if (!runs_here(set)) continue;
    const double found = worst(sets[set].power, power_of_2, 126);
    print_message("%s: 2^t to %.3f u\n", sets[set].name, found);
    assert_true(found <= 4);
  }
}

/* Would notice: a weight of a hidden key that is not exactly 0, a NaN that gets lost. */
static void powers_end_where_they_should(void **state) {
  static const float t[16] = {-INFINITY, -FLT_MAX, -127.5F, -1000, -150,  -149.5F, 0,   1,
                              -1,        126,      NAN,     -NAN,  -0.0F, 64,      -64, -126};
  (void)state;
  for (size_t set = 0; set < SETS; set++) {
    float found[16];
    if (!runs_here(set)) continue;
    sets[set].power(t, found, 16);
    for (int n = 0; n < 6; n++) assert_true(fabsf(found[n]) < FLT_MIN);
    assert_true(found[0] == 0 && found[1] == 0 && found[3] == 0);
    assert_true(isnan(found[10]) && isnan(found[11]));
    for (int n = 6; n < 16; n++) assert_true(isnan(t[n]) || relative(found[n], exp2((double)t[n])) <= 4);
  }
}

/* Would notice: the two formulas of vtanh meeting at the wrong place, a small argument that loses its relative
   accuracy. */
static void tangents_are_within_4u(void **state) {
  (void)state;
  for (size_t set = 0; set < SETS; set++) {
    if (!runs_here(set)) continue;
    const double found = worst(sets[set].tangent, tangent_of, 40);
    print_message("%s: tanh to %.3f u\n", sets[set].name, found);
    assert_true(found <= 4);
  }
}

/* |found - e^x| in units of 2^-53 e^x, and of half the least subnormal where that is more. */
static double relative64(double found, double x) {
  const long double right = expl((long double)x);
  return (double)(fabsl((long double)found - right) / fmaxl(right * 0x1p-53L, 0x1p-1075L));
}

/* Would notice what the one for floats would, a log(2) whose second part is off, and a subnormal weight that is lost:
   of a value near the largest number it is no small part. */
static void exponentials_are_within_4u(void **state) {
  static double x[MANY], found[MANY];
  random_stream stream = {1};
  (void)state;
  for (size_t set = 0; set < SETS; set++) {
    double most = 0;
    if (!runs_here(set)) continue;
    for (int round = 0; round < 1000; round++) {
      for (int n = 0; n < MANY; n++) x[n] = -ldexp(fabs(random_value(&stream)), round % 2 == 0 ? 10 : n % 64 - 53);
      sets[set].exponential(x, found, MANY);
      for (int n = 0; n < MANY; n++) most = larger(most, relative64(found[n], x[n]));
    }
    print_message("%s: e^x to %.3f u\n", sets[set].name, most);
    assert_true(most <= 4);
  }
}

static void exponentials_end_where_they_should(void **state) {
  static const double x[8] = {-INFINITY, -DBL_MAX, -754, -746, 0, -0.0, NAN, -NAN};
  (void)state;
  for (size_t set = 0; set < SETS; set++) {
    double found[8];
    if (!runs_here(set)) continue;
    sets[set].exponential(x, found, 8);
    for (int n = 0; n < 4; n++) assert_same(found[n], 0);
    assert_same(found[4], 1);
    assert_same(found[5], 1);
    assert_true(isnan(found[6]) && isnan(found[7]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(powers_of_2_are_within_4u), cmocka_unit_test(powers_end_where_they_should),
      cmocka_unit_test(tangents_are_within_4u), cmocka_unit_test(exponentials_are_within_4u),
      cmocka_unit_test(exponentials_end_where_they_should)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
