/* The reference in slices, by several threads, against one call of it: the same bits. Would notice a slice that reads
   the keys, mask, bias, sink or length of another head or batch, or writes to another's place. */
#include <stdlib.h>
#include <string.h>

#include "check/cases/build.h"
#include "check/cases/tensor.h"
#include "check/judge/reference.h"
#include "tests/unit/support.h"
#include "tests/unit/support_problem.h"

static double *numbers(int64_t count) {
  double *made = calloc((size_t)count, sizeof *made);
  assert_non_null(made);
  return made;
}

static void assert_same_bits(double *a, double *b, int64_t count) {
  assert_memory_equal(a, b, (size_t)count * sizeof *a);
  free(a);
  free(b);
}

static void slices(void **state) {
  (void)state;
  const int64_t rows = (int64_t)2 * 6 * 64, keys = 128, d = 64;
  recipe r;
  arena memory;
  check_error error;
  attest_problem p;
  attest_answer ignored;
  size_t bytes;
  assert_int_equal(recipe_parse("dtype=f32 batch=2 q_heads=6 kv_heads=3 q_len=64 keys=128 d_k=64 d_v=64 layout=mixed "
                                "causal=yes alignment=bottom-right mask=random bias=heads kv_len=ragged sink=normal",
                                &r, &error),
                   CHECK_OK);
  assert_int_equal(arena_make(&memory, 1 << 26, &error), CHECK_OK);
  assert_int_equal(build_case(&r, (build_wanted){true, true}, &memory, &p, &ignored, &error), CHECK_OK);
  double *out[] = {numbers(rows * d), numbers(rows * d)}, *lse[] = {numbers(rows), numbers(rows)},
         *weights[] = {numbers(rows * keys), numbers(rows * keys)};
  assert_int_equal(reference_compute(&p, out[0], lse[0], weights[0]), ATTEST_OK);
  const attest_answer whole = answer_f64(&p, out[1], lse[1], weights[1]);
  assert_int_equal(attest_reference_workspace(&p, &whole, &bytes), ATTEST_OK);
  void *workspace = malloc(bytes);
  assert_int_equal(attest_reference(&p, &whole, workspace, bytes), ATTEST_OK);
  free(workspace);
  assert_same_bits(out[0], out[1], rows * d);
  assert_same_bits(lse[0], lse[1], rows);
  assert_same_bits(weights[0], weights[1], rows * keys);
  arena_free(&memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slices)};
  return cmocka_run_group_tests_name("test_reference", tests, NULL, NULL);
}
