/* Elements of tensors: conversion to and from the 16-bit formats, on every pattern and on both sides of every tie. */
#include <math.h>

#include "check/cases/format.h"
#include "check/cases/tensor.h"
#include "ref/elementary.h"
#include "tests/unit/support.h"

static uint16_t stored(attest_dtype dtype, double x) {
  uint16_t bits = 0;
  const attest_output t = {.data = &bits, .dtype = dtype, .size = {1, 1, 1, 1}};
  output_store(&t, (const int64_t[]){0, 0, 0, 0}, x);
  return bits;
}

static double value(attest_dtype dtype, uint16_t bits) {
  return dtype == ATTEST_F16 ? ref_f16_value(bits) : ref_bf16_value(bits);
}

/* Each number becomes itself; the tie between it and the next becomes the even one; a little to either side of the tie,
   the nearer one. */
static void nearest_even(void **state) {
  (void)state;
  for (int dtype = ATTEST_F16; dtype <= ATTEST_BF16; dtype++) {
    const attest_dtype t = (attest_dtype)dtype;
    const uint16_t largest = t == ATTEST_F16 ? 0x7bff : 0x7f7f;
    for (unsigned n = 0; n < 0x10000; n++) {
      const uint16_t bits = (uint16_t)n;
      if ((bits & 0x7fff) > largest) continue;
      assert_int_equal(stored(t, value(t, bits)), bits);
      if ((bits & 0x7fff) == largest) continue;
      const uint16_t next = (uint16_t)(bits + 1);
      const double tie = (value(t, bits) + value(t, next)) / 2;
      assert_int_equal(stored(t, tie), bits % 2 == 0 ? bits : next);
      assert_int_equal(stored(t, nextafter(tie, value(t, bits))), bits);
      assert_int_equal(stored(t, nextafter(tie, value(t, next))), next);
    }
  }
}

static void beyond_the_range(void **state) {
  (void)state;
  assert_int_equal(stored(ATTEST_F16, 65519.999), 0x7bff);
  assert_int_equal(stored(ATTEST_F16, 65520), 0x7c00);
  assert_int_equal(stored(ATTEST_F16, -1e300), 0xfc00);
  assert_int_equal(stored(ATTEST_BF16, HUGE_VAL), 0x7f80);
  assert_int_equal(stored(ATTEST_BF16, 3.4e38), 0x7f80);
  assert_true(isnan(ref_f16_value(stored(ATTEST_F16, (double)NAN))));
  assert_true(isnan(ref_bf16_value(stored(ATTEST_BF16, (double)NAN))));
}

/* The table of formats against IEEE 754's formulas [IEEE2019, section 3.6] and the conversions. A type that does not
   exist has a row too. */
static void facts(void **state) {
  (void)state;
  for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++) {
    const attest_dtype t = (attest_dtype)dtype;
    const number_format *f = format_of(t);
    const double u = ldexp(1, -f->significand_bits);
    assert_true(f->unit_roundoff == u && tensor_rounded(t, 1 + 2 * u) == 1 + 2 * u && tensor_rounded(t, 1 + u) == 1);
    assert_true(f->largest == ldexp(2 - 2 * u, 1 - f->smallest_exponent) &&
                tensor_rounded(t, f->largest) == f->largest);
    assert_true(f->smallest_normal == ldexp(1, f->smallest_exponent) &&
                tensor_rounded(t, f->smallest_normal) == f->smallest_normal);
    assert_true(f->largest_lost == (t == ATTEST_F16 ? f->smallest_normal * u : f->smallest_normal));
  }
  assert_ptr_equal(format_of(ATTEST_BOOL), format_of(ATTEST_BF16));
  assert_ptr_equal(format_of((attest_dtype)77), format_of(ATTEST_BF16));
}

/* A place left out, visited twice or out of order; one where a size is 0. */
static void every_place(void **state) {
  static const int64_t size[4] = {2, 1, 3, 4};
  int64_t at[4], n = 0;
  (void)state;
  for (bool more = tensor_first(size, at); more; more = tensor_next(size, at), n++)
    assert_int_equal(((at[0] * size[1] + at[1]) * size[2] + at[2]) * size[3] + at[3], n);
  assert_int_equal(n, 24);
  for (int d = 0; d < 4; d++) {
    int64_t none[4] = {2, 2, 2, 2};
    none[d] = 0;
    assert_false(tensor_first(none, at));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nearest_even), cmocka_unit_test(beyond_the_range),
                                     cmocka_unit_test(facts), cmocka_unit_test(every_place)};
  return cmocka_run_group_tests_name("test_tensor", tests, NULL, NULL);
}
