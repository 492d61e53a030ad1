/* Widening is exact, for all 65,536 patterns of each 16-bit format, for binary32, and over any strides. The expected
   values do not come from decoding: the non-negative numbers of a binary format are in the order of their patterns, so
   counting up gives them all. */
#include <float.h>
#include <math.h>

#include "ref/elementary.h"
#include "ref/widen.h"
#include "tests/unit/support.h"

enum { PATTERNS = 65536, SIGN = 32768 };

/* value[n] for the patterns 0 .. 32767 of a format whose neighbours are smallest apart up to the pattern 2 * step, then
   twice as far apart from each multiple of step to the next; infinity at its pattern, NaN beyond. */
static void count_up(double *value, double smallest, int step, int infinity) {
  double spacing = smallest;
  value[0] = 0;
  for (int n = 1; n < infinity; n++) {
    value[n] = value[n - 1] + spacing;
    if (n % step == 0 && n >= 2 * step) spacing *= 2;
  }
  value[infinity] = HUGE_VAL;
  for (int n = infinity + 1; n < SIGN; n++) value[n] = (double)NAN;
}

static void assert_format(const double *value, double (*decode)(uint16_t)) {
  for (int n = 0; n < PATTERNS; n++) {
    const double expected = n < SIGN ? value[n] : -value[n - SIGN], actual = decode((uint16_t)n);
    if (isnan(expected)) assert_true(isnan(actual));
    else assert_same(actual, expected);
  }
}

static double value[SIGN];

static void f16(void **state) {
  (void)state;
  count_up(value, 0x1p-24, 1024, 31 << 10);
  assert_same(value[(15 << 10)], 1); /* the counting itself, at numbers that everybody knows */
  assert_same(value[(31 << 10) - 1], 65504);
  assert_format(value, ref_f16_value);
}

static void bf16(void **state) {
  (void)state;
  count_up(value, 0x1p-133, 128, 255 << 7);
  assert_same(value[127 << 7], 1);
  assert_same(value[(255 << 7) - 1], 0x1.fep127);
  assert_format(value, ref_bf16_value);
}

/* bf16 is also the binary32 number whose upper half it is. */
static void bf16_is_the_upper_half(void **state) {
  (void)state;
  for (uint32_t n = 0; n < PATTERNS; n++) {
    const uint32_t bits = n << 16;
    float whole;
    memcpy(&whole, &bits, sizeof whole);
    if (isnan(whole)) assert_true(isnan(ref_bf16_value((uint16_t)n)));
    else assert_same(ref_bf16_value((uint16_t)n), (double)whole);
  }
}

static void f32(void **state) {
  (void)state;
  const float x[] = {0,    -0.0f,     1,          -1.5f, FLT_MAX, -FLT_MAX, FLT_MIN, FLT_TRUE_MIN, -FLT_TRUE_MIN,
                     0.1f, HUGE_VALF, -HUGE_VALF, NAN};
  const double expected[] = {0,        -0.0,     1,         -1.5,          0x1.fffffep127, -0x1.fffffep127,
                             0x1p-126, 0x1p-149, -0x1p-149, 0x1.99999ap-4, HUGE_VAL,       -HUGE_VAL};
  double wide[13];
  ref_widen_f32(x, 13, 1, wide, 1, 13);
  assert_all_same(wide, expected, 12);
  assert_true(isnan(wide[12]));
}

/* Element (i,j) of src is at i*row + j*col; dst is contiguous and gets rows*cols elements, no more. */
static void strides(void **state) {
  (void)state;
  static const int64_t layout[][3] = {{3, 1, 0},  {1, 2, 0}, {7, 3, 0}, {-3, -1, 5},
                                      {-1, 2, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}};
  float single[16];
  uint16_t half[16], brain[16];
  for (int n = 0; n < 16; n++) {
    single[n] = (float)n;
    half[n] = (uint16_t)(0x3c00 + n);  /* 1 + n/1024 */
    brain[n] = (uint16_t)(0x3f80 + n); /* 1 + n/128 */
  }
  for (size_t l = 0; l < sizeof layout / sizeof *layout; l++) {
    const int64_t row = layout[l][0], col = layout[l][1], origin = layout[l][2];
    double *wide[3] = {canaries(7), canaries(7), canaries(7)};
    ref_widen_f32(single + origin, row, col, wide[0], 2, 3);
    ref_widen_f16(half + origin, row, col, wide[1], 2, 3);
    ref_widen_bf16(brain + origin, row, col, wide[2], 2, 3);
    for (int64_t i = 0; i < 2; i++)
      for (int64_t j = 0; j < 3; j++) {
        const double n = (double)(origin + i * row + j * col);
        assert_same(wide[0][i * 3 + j], n);
        assert_same(wide[1][i * 3 + j], 1 + n / 1024);
        assert_same(wide[2][i * 3 + j], 1 + n / 128);
      }
    for (int t = 0; t < 3; t++) {
      assert_true(are_canaries(wide[t] + 6, 1));
      free(wide[t]);
    }
  }
}

/* Every element type through the public entry: with one key, out is its value. */
static void through_the_reference(void **state) {
  (void)state;
  double f64_value = -0.3, zero = 0, out;
  float f32_value = -0.3f;
  uint16_t f16_value = 0xb4cd, bf16_value = 0xbe9a; /* the roundings of -0.3 */
  void *const data[] = {&f64_value, &f32_value, &f16_value, &bf16_value};
  const double expected[] = {-0.3, (double)-0.3f, -1229 * 0x1p-12, -154 * 0x1p-9};
  for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++) {
    attest_problem p = {
        .q = tensor_f64(&zero, 1, 1, 1, 1), .k = tensor_f64(&zero, 1, 1, 1, 1), .v = tensor_f64(NULL, 1, 1, 1, 1)};
    p.v.data = data[dtype];
    p.v.dtype = (attest_dtype)dtype;
    attend(&p, &out, NULL, NULL);
    assert_same(out, expected[dtype]);
  }
}

static void dtype_sizes(void **state) {
  (void)state;
  assert_int_equal(attest_dtype_size(ATTEST_F64), 8);
  assert_int_equal(attest_dtype_size(ATTEST_F32), 4);
  assert_int_equal(attest_dtype_size(ATTEST_F16), 2);
  assert_int_equal(attest_dtype_size(ATTEST_BF16), 2);
  assert_int_equal(attest_dtype_size(ATTEST_BOOL), 1);
  assert_int_equal(attest_dtype_size((attest_dtype)5), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(f16),         cmocka_unit_test(bf16),    cmocka_unit_test(bf16_is_the_upper_half),
      cmocka_unit_test(f32),         cmocka_unit_test(strides), cmocka_unit_test(through_the_reference),
      cmocka_unit_test(dtype_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
