/* Probes: a right candidate passes them all; of wrong ones, each fails the probe that is there for it. */
#include <math.h>

#include "check/run/probe.h"
#include "check/cases/tensor.h"
#include "tests/unit/support.h"

static attest_status correct(const attest_problem *p, const attest_answer *a) {
  candidate reference;
  check_error error;
  assert_int_equal(candidate_find("reference", &reference, &error), CHECK_OK);
  return reference.compute(p, a);
}

#define NAMES_MAX 500

/* The names of the probes that fail, each followed by a space. */
static void failing(attest_candidate_function *compute, attest_dtype dtype, char names[NAMES_MAX]) {
  const candidate c = {.name = "test", .compute = compute};
  arena memory;
  check_error error;
  size_t count;
  worker w = {.of = &c, .memory = &memory, .seconds = 5};
  const probe *probes = probe_list(&count);
  size_t used = 0;
  *names = '\0';
  assert_int_equal(arena_make(&memory, (size_t)1 << 28, &error), CHECK_OK);
  for (size_t n = 0; n < count; n++) {
    probe_finding found;
    assert_int_equal(probe_run(&w, &memory, &probes[n], dtype, &found, &error), CHECK_OK);
    if (found.result != PROBE_FAILS) continue;
    used += (size_t)snprintf(names + used, NAMES_MAX - used, "%s ", probes[n].name);
  }
  worker_stop(&w);
  arena_free(&memory);
}

static void assert_fails(attest_candidate_function *compute, const char *expected) {
  char names[NAMES_MAX];
  for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++) {
    failing(compute, (attest_dtype)dtype, names);
    assert_string_equal(names, expected);
  }
}

static void right(void **state) {
  (void)state;
  assert_fails(correct, "");
}

static double value(const attest_problem *p, int64_t j) { return tensor_element(&p->v, (const int64_t[]){0, 0, j, 0}); }

static void add(const attest_answer *a, double x) {
  const int64_t first[4] = {0, 0, 0, 0};
  output_store(&a->out, first, output_element(&a->out, first) + x);
}

/* The last value leaks into the first row. */
static attest_status leaks(const attest_problem *p, const attest_answer *a) {
  const attest_status status = correct(p, a);
  if (p->causal) add(a, value(p, p->k.size[2] - 1));
  return status;
}

/* 0 times it: without influence, unless it is not finite. */
static attest_status multiplies_by_zero(const attest_problem *p, const attest_answer *a) {
  const attest_status status = correct(p, a);
  add(a, 0 * value(p, p->k.size[2] - 1));
  return status;
}

static attest_status counts_one_more(const attest_problem *p, const attest_answer *a) {
  const attest_status status = correct(p, a);
  const double keys = (double)p->k.size[2];
  int64_t at[4] = {0, 0, 0, 0};
  for (; at[2] < a->out.size[2]; at[2]++)
    for (at[3] = 0; at[3] < a->out.size[3]; at[3]++) output_store(&a->out, at, output_element(&a->out, at) * keys / (keys + 1));
  return status;
}

static attest_status reads_other_queries(const attest_problem *p, const attest_answer *a) {
  const attest_status status = correct(p, a);
  if (p->q.size[2] == 37) add(a, tensor_element(&p->q, (const int64_t[]){0, 0, 1, 0}));
  return status;
}

static attest_status counts_calls(const attest_problem *p, const attest_answer *a) {
  static int calls;
  const attest_status status = correct(p, a);
  if (p->q.size[2] == 65) add(a, ++calls);
  return status;
}

/* 2^-9 on the last key of the second row, which its mask hides (seed 5). */
static attest_status weighs_hidden(const attest_problem *p, const attest_answer *a) {
  const attest_status status = correct(p, a);
  if (p->mask.data == NULL) return status;
  for (int64_t j = 0; j < p->k.size[2]; j++)
    if (output_element(&a->out, (const int64_t[]){0, 0, 1, j}) == 0) output_store(&a->out, (const int64_t[]){0, 0, 1, j}, 0x1p-9);
  return status;
}

static bool first_is(const attest_tensor *t, double low, double high) {
  const double x = tensor_element(t, (const int64_t[]){0, 0, 0, 0});
  return x >= low && x <= high;
}

/* The first key has twice its weight. */
static attest_status first_key_twice(const attest_problem *p, const attest_answer *a) {
  const attest_status status = correct(p, a);
  if (p->k.size[2] == 80 && first_is(&p->k, -1, 10)) add(a, value(p, 0) / 16);
  return status;
}

static attest_status knows_the_level(const attest_problem *p, const attest_answer *a) {
  const attest_status status = correct(p, a);
  if (p->k.size[2] == 80 && first_is(&p->k, 1, 10)) add(a, 1);
  return status;
}

static attest_status knows_the_length(const attest_problem *p, const attest_answer *a) {
  const attest_status status = correct(p, a);
  if (p->causal) add(a, (double)p->k.size[2]);
  return status;
}

static void wrong(void **state) {
  (void)state;
  assert_fails(first_key_twice, "key-order ");
  assert_fails(knows_the_level, "score-shift ");
  assert_fails(knows_the_length, "causal-prefix ");
  assert_fails(leaks, "hidden-numbers causal-prefix hidden-nan-v hidden-infinity-v ");
  assert_fails(multiplies_by_zero, "hidden-nan-v hidden-infinity-v ");
  assert_fails(counts_one_more, "equal-scores constant-values causal-prefix ");
  assert_fails(reads_other_queries, "other-queries ");
  assert_fails(counts_calls, "repeated ");
  assert_fails(weighs_hidden, "hidden-weights ");
}

static attest_status unsupported(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  return ATTEST_UNSUPPORTED;
}

static attest_status refuses(const attest_problem *p, const attest_answer *a) {
  (void)a;
  return p->causal ? ATTEST_BAD_OPTION : correct(p, a);
}

static void without_answer(void **state) {
  (void)state;
  assert_fails(unsupported, "");
  assert_fails(refuses, "hidden-numbers causal-prefix hidden-nan-k hidden-nan-v hidden-infinity-k hidden-infinity-v ");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(right), cmocka_unit_test(wrong), cmocka_unit_test(without_answer)};
  return cmocka_run_group_tests_name("test_probe", tests, NULL, NULL);
}
