/* Widening is exact, for all 65,536 patterns of each 16-bit format, for binary32, and over any strides. The expected
   values do not come from decoding: the non-negative numbers of a binary format are in the order of their patterns, so
   counting up gives them all. */
#include <float.h>
#include <math.h>

#include "ref/elementary.h"
#include "ref/element.h"
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
  const attest_tensor t = {.data = x, .dtype = ATTEST_F32, .size = {1, 1, 1, 13}, .stride = {0, 0, 0, 1}};
  double wide[13];
  for (int n = 0; n < 13; n++) wide[n] = ref_element(t, 0, 0, 0, n);
  assert_all_same(wide, expected, 12);
  assert_true(isnan(wide[12]));
}

/* Element (b,h,i,c) is at b*stride[0] + h*stride[1] + i*stride[2] + c*stride[3], whatever the strides. */
static void strides(void **state) {
  (void)state;
  static const int64_t layout[][5] = {{48, 12, 3, 1, 0}, {1, 2, 4, 8, 0}, {-48, 12, -3, -1, 53}, {0, 0, 0, 1, 0},
                                      {1, 0, 0, 0, 3},   {0, 0, 0, 0, 7}, {12, 0, -1, 2, 1}};
  double wide[128];
  float single[128];
  uint16_t half[128], brain[128];
  unsigned char flag[128];
  for (int n = 0; n < 128; n++) {
    wide[n] = n;
    single[n] = (float)n;
    half[n] = (uint16_t)(0x3c00 + n);  /* 1 + n/1024 */
    brain[n] = (uint16_t)(0x3f80 + n); /* 1 + n/128, up to 2 */
    flag[n] = (unsigned char)(n % 3 == 0 ? 0 : n);
  }
  for (size_t l = 0; l < sizeof layout / sizeof *layout; l++) {
    const int64_t *const s = layout[l], origin = layout[l][4];
    attest_tensor t = {.size = {2, 2, 2, 3}, .stride = {s[0], s[1], s[2], s[3]}};
    for (int64_t b = 0; b < 2; b++)
      for (int64_t h = 0; h < 2; h++)
        for (int64_t i = 0; i < 2; i++)
          for (int64_t c = 0; c < 3; c++) {
            const int64_t at = origin + b * s[0] + h * s[1] + i * s[2] + c * s[3];
            t.data = wide + origin, t.dtype = ATTEST_F64;
            assert_same(ref_element(t, b, h, i, c), (double)at);
            t.data = single + origin, t.dtype = ATTEST_F32;
            assert_same(ref_element(t, b, h, i, c), (double)at);
            t.data = half + origin, t.dtype = ATTEST_F16;
            assert_same(ref_element(t, b, h, i, c), 1 + (double)at / 1024);
            t.data = brain + origin, t.dtype = ATTEST_BF16;
            assert_same(ref_element(t, b, h, i, c), 1 + (double)at / 128);
            t.data = flag + origin, t.dtype = ATTEST_BOOL;
            assert_int_equal(ref_flag(t, b, h, i, c), at % 3 != 0);
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
