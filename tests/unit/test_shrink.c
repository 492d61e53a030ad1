/* Shrinking: the smallest case that fails is found, and it fails; judged together or one by one, it is the same. */
#include <math.h>

#include "check/judge/bound.h"
#include "check/judge/error_map.h"
#include "check/cases/build.h"
#include "check/run/shrink.h"
#include "check/cases/tensor.h"
#include "tests/unit/support_check.h"

/* Wrong with more than 10 keys under a causal mask, in the last row of the last head. */
static attest_status wrong_when_causal(const attest_problem *p, const attest_answer *a) {
  const attest_status status = reference_answer(p, a);
  const int64_t last[4] = {a->out.size[0] - 1, a->out.size[1] - 1, a->out.size[2] - 1, 0};
  if (p->causal && p->k.size[2] > 10) output_store(&a->out, last, 7);
  return status;
}

/* As kernels for self-attention are: equal lengths only. Wrong with more than 10 keys. */
static attest_status wrong_square(const attest_problem *p, const attest_answer *a) {
  if (p->q.size[2] != p->k.size[2]) return ATTEST_UNSUPPORTED;
  const attest_status status = reference_answer(p, a);
  if (p->k.size[2] > 10) output_store(&a->out, (const int64_t[]){0, 0, 0, 0}, 7);
  return status;
}

/* Wrong where three query heads share a kv head. */
static attest_status wrong_group(const attest_problem *p, const attest_answer *a) {
  return p->q.size[1] / p->k.size[1] == 3 ? ATTEST_BAD_HEADS : reference_answer(p, a);
}

typedef struct {
  trial trial;
  int runs;
} judging;

static check_status judge(void *context, const recipe *cases, size_t count, verdict *found, check_error *error) {
  judging *j = context;
  (void)error;
  j->runs++;
  trial_verdicts(&j->trial, cases, count, found);
  return CHECK_OK;
}

/* Shrinks a case, judging others together or not; the number of times that some were judged. */
static int shrunk(attest_candidate_function *compute, const char *text, bool together, recipe *r, verdict *v) {
  judging j = {.runs = 0};
  check_error error;
  trial_begin_function(&j.trial, compute);
  *r = recipe_of(text);
  *v = trial_verdict(&j.trial, r);
  assert_true(verdict_fails(v->kind));
  const shrink_judge by = {&j, judge, together};
  assert_int_equal(shrink_case(&by, r, v, &error), CHECK_OK);
  trial_end(&j.trial);
  return j.runs;
}

static void smallest(void **state) {
  (void)state;
  verdict v;
  char text[RECIPE_TEXT_MAX];
  const char *large = "batch=2 q_heads=6 kv_heads=2 q_len=31 keys=70 d_k=33 d_v=16 layout=padded place=last causal=yes "
                      "alignment=bottom-right windowed=yes "
                      "left=17 mask=rows bias=slopes sink=normal scale=0.5 softcap=30 fill=rising hidden=huge seed=5";
  int runs[2];
  for (int together = 0; together < 2; together++) {
    recipe r;
    runs[together] = shrunk(wrong_when_causal, large, together != 0, &r, &v);
    recipe_print(&r, text);
    assert_string_equal(text, "dtype=f32 keys=11 causal=yes alignment=top-left seed=5");
    assert_int_equal(v.kind, VERDICT_BEYOND);
    assert_same(v.element.found, 7);
    (void)shrunk(wrong_group, large, together != 0, &r, &v);
    recipe_print(&r, text);
    assert_string_equal(text, "dtype=f32 q_heads=3 seed=5");
    assert_int_equal(v.kind, VERDICT_REFUSED);
  }
  assert_true(runs[1] < 15 && 2 * runs[1] < runs[0]);
}

/* The diagonal at the first key. */
static attest_status top_left(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT) other.alignment = ATTEST_ALIGN_TOP_LEFT;
  return reference_answer(&other, a);
}

/* A shrunk case fails in the same way: it still follows the convention. */
/* Lengths go down together where they have to be equal. */
static void equal_lengths(void **state) {
  recipe r;
  verdict v;
  (void)state;
  (void)shrunk(wrong_square, "batch=2 q_len=70 keys=70 d_k=8 d_v=8 seed=5", false, &r, &v);
  assert_true(r.batch == 1 && r.q_len == 11 && r.keys == 11 && r.d_k == 1);
}

static void keeps_the_kind(void **state) {
  (void)state;
  recipe r;
  verdict v;
  (void)shrunk(top_left,
               "q_heads=2 q_len=9 keys=20 d_k=8 d_v=8 causal=yes alignment=bottom-right bias=random scale=0.3 seed=4",
               false, &r, &v);
  assert_int_equal(v.kind, VERDICT_NOT_ASKED);
  assert_int_equal(v.followed, CONVENTION_BIT(CONVENTION_TOP_LEFT));
  assert_int_equal(r.alignment, ATTEST_ALIGN_BOTTOM_RIGHT);
  assert_true(r.q_heads == 1 && r.bias == BIAS_NONE && r.keys <= 3 && r.d_v == 1);
}

/* Each mark stands where the element is, and says how far off it is. */
static void picture(void **state) {
  (void)state;
  const recipe r = recipe_of("q_heads=2 q_len=3 keys=4 d_k=2 d_v=5 layout=bshd");
  arena memory;
  check_error error;
  attest_problem p;
  attest_answer a;
  expected e;
  error_map grid;
  char text[ERROR_MAP_TEXT_MAX];
  assert_int_equal(arena_make(&memory, (size_t)1 << 28, &error), CHECK_OK);
  assert_int_equal(build_case(&r, (build_wanted){false, false}, &memory, &p, &a, &error), CHECK_OK);
  assert_int_equal(reference_answer(&p, &a), ATTEST_OK);
  const attest_arithmetic arithmetic = bound_default(ATTEST_F32);
  assert_int_equal(expected_make(&p, &a, &arithmetic, &e, &error), CHECK_OK);
  const int64_t rows[] = {0, 1, 2, 2}, columns[] = {4, 0, 1, 2};
  const double off[] = {5, 500, 50000, 0};
  for (int n = 0; n < 4; n++) {
    const int64_t at = (3 + rows[n]) * 5 + columns[n];
    output_store(&a.out, (const int64_t[]){0, 1, rows[n], columns[n]},
                 n == 3 ? HUGE_VAL : e.out[at] + off[n] * e.out_bound[at]);
  }
  error_map_of_head(&e, &a, 0, 1, &grid);
  error_map_print(&grid, " ", text);
  assert_string_equal(strchr(text, '\n'), "\n ....+\n *....\n .#!..");
  error_map_of_head(&e, &a, 0, 0, &grid);
  error_map_print(&grid, "", text);
  assert_string_equal(strchr(text, '\n'), "\n.....\n.....\n.....");
  e.out_bound[0] = 0; /* a finite error where none is allowed is finite */
  output_store(&a.out, (const int64_t[]){0, 0, 0, 0}, e.out[0] + 1);
  error_map_of_head(&e, &a, 0, 0, &grid);
  assert_int_equal(error_map_mark(grid.budget[0]), '#');
  expected_free(&e);
  arena_free(&memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(smallest), cmocka_unit_test(equal_lengths),
                                     cmocka_unit_test(keeps_the_kind), cmocka_unit_test(picture)};
  return cmocka_run_group_tests_name("test_shrink", tests, NULL, NULL);
}
