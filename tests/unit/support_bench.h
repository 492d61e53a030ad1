/* Shapes for tests of the benchmarks. */
#ifndef ATTEST_TESTS_SUPPORT_BENCH_H
#define ATTEST_TESTS_SUPPORT_BENCH_H

#include "bench/shape.h"
#include "tests/unit/support.h"

/* The shape of a recipe's text; asserts success. Free with shape_free. */
static inline bench_shape shape_of(const char *text) {
  bench_shape shape;
  recipe r;
  check_error error;
  assert_int_equal(recipe_parse(text, &r, &error), CHECK_OK);
  assert_int_equal(shape_make(&r, &shape, &error), CHECK_OK);
  return shape;
}

#endif
