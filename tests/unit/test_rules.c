/* The rules of other judges on numbers that are just within, and just beyond; and their scores on a few cases. */
#include <math.h>
#include <string.h>

#include "check/zoo/judges.h"
#include "tests/unit/support_check.h"

static const rule *rule_named(const char *name) {
  size_t count;
  const rule *const all = rule_list(&count);
  for (size_t n = 0; n < count; n++)
    if (strcmp(all[n].name, name) == 0) return &all[n];
  fail_msg("%s is no rule", name);
  return NULL;
}

static bool accepts(const char *name, attest_dtype dtype, double found, double right, double plain) {
  const rule_sides s = {&found, &right, &plain, 1, dtype};
  return rule_named(name)->accepts(&s);
}

static void elements(void **state) {
  (void)state;
  assert_true(accepts("torch.testing", ATTEST_BF16, 101.5, 100, 100));
  assert_false(accepts("torch.testing", ATTEST_BF16, 101.7, 100, 100));
  assert_true(accepts("torch.testing", ATTEST_F32, 100.0001, 100, 100));
  assert_false(accepts("torch.testing", ATTEST_F32, 100.0002, 100, 100));
  assert_true(accepts("KernelBench", ATTEST_F32, 1.019, 1, 1));
  assert_false(accepts("KernelBench", ATTEST_F32, 1.021, 1, 1));
  assert_true(accepts("FlashInfer-Bench", ATTEST_F32, 0.009, 0, 0));
  assert_true(accepts("FlashInfer-Bench", ATTEST_F32, 100.9, 100, 100));
  assert_false(accepts("FlashInfer-Bench", ATTEST_F32, 1.015, 1, 1));
  assert_true(accepts("Triton tutorial", ATTEST_F32, 1.0099, 1, 1));
  assert_false(accepts("Triton tutorial", ATTEST_F32, 100.5, 100, 100));
  assert_true(accepts("FlashAttention", ATTEST_BF16, 1.02, 1, 0.99));
  assert_false(accepts("FlashAttention", ATTEST_BF16, 1.021, 1, 0.99));
}

/* NaN and infinities agree with themselves, and with nothing else. */
static void special(void **state) {
  (void)state;
  size_t count;
  const rule *const all = rule_list(&count);
  for (size_t n = 0; n < count; n++) {
    assert_false(accepts(all[n].name, ATTEST_F32, (double)NAN, 1, 1));
    assert_false(accepts(all[n].name, ATTEST_F32, 1, (double)NAN, (double)NAN));
    assert_false(accepts(all[n].name, ATTEST_F32, 1, HUGE_VAL, HUGE_VAL));
    assert_true(accepts(all[n].name, ATTEST_F32, (double)NAN, (double)NAN, (double)NAN));
    assert_true(accepts(all[n].name, ATTEST_F32, HUGE_VAL, HUGE_VAL, HUGE_VAL));
    assert_false(accepts(all[n].name, ATTEST_F32, 1, -1, -1));
  }
}

static void whole(void **state) {
  (void)state;
  enum { COUNT = 200 };
  double right[COUNT], found[COUNT];
  for (int n = 0; n < COUNT; n++) right[n] = found[n] = n % 2 == 0 ? 1 : -1;
  const rule_sides s = {found, right, right, COUNT, ATTEST_F32};
  found[0] = found[1] = 5; /* one in a hundred */
  assert_true(rule_named("SOL-ExecBench")->accepts(&s));
  assert_false(rule_named("KernelBench")->accepts(&s));
  found[2] = 5;
  assert_false(rule_named("SOL-ExecBench")->accepts(&s));
  for (int n = 0; n < COUNT; n++) found[n] = 2 * right[n];
  assert_true(rule_named("cosine")->accepts(&s)); /* a factor is not seen */
  assert_false(rule_named("calc_diff")->accepts(&s));
}

static void scores(void **state) {
  (void)state;
  recipe of[] = {recipe_of("dtype=bf16 q_len=17 keys=33 d_k=16 d_v=16 causal=yes alignment=bottom-right"),
                 recipe_of("dtype=bf16 q_len=5 keys=70 d_k=16 d_v=16 fill=nan causal=yes alignment=top-left"),
                 recipe_of("dtype=bf16 q_heads=4 kv_heads=2 q_len=5 keys=9 d_k=16 d_v=16")};
  const suite cases = {of, sizeof of / sizeof of[0]};
  arena memory;
  judge_scores s;
  check_error error;
  assert_int_equal(arena_make(&memory, (size_t)1 << 24, &error), CHECK_OK);
  assert_int_equal(judges_score(&cases, &memory, NULL, &s, &error), CHECK_OK);
  const judge_score *const ours = &s.of[s.count - 1];
  assert_string_equal(ours->name, "attest");
  assert_int_equal(ours->rejected, 0);
  for (size_t n = 0; n < s.count; n++) {
    assert_true(s.of[n].missed >= ours->missed && s.of[n].missed < s.of[n].of_mutants + 1);
    assert_true(s.of[n].of_right >= 9 && s.of[n].of_right == ours->of_right);
  }
  assert_true(ours->missed < ours->of_mutants - 10);
  arena_free(&memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(elements), cmocka_unit_test(special), cmocka_unit_test(whole),
                                     cmocka_unit_test(scores)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
