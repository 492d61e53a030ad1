/* The zoo: the right implementations pass, and every mutant of them is found. */
#include "check/run/session.h"
#include "check/zoo/hunt.h"
#include "tests/unit/support.h"

static arena memory;
static suite cases; /* f32, small cases first, which takes a tenth of the time */

static int set_up(void **state) {
  check_error error;
  (void)state;
  const support can = support_everything(ATTEST_F32);
  if (arena_make(&memory, (size_t)1 << 30, &error) != CHECK_OK) return -1;
  if (suite_make(&can, SUITE_IS_QUICK, SUITE_QUICK, 1, &cases, &error) != CHECK_OK) return -1;
  suite_sort(&cases);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  suite_free(&cases);
  arena_free(&memory);
  return 0;
}

static const char *const right[] = {"correct-materialised", "correct-tiled", "correct-split"};

static verdict judged(const zoo_mutant *m, const recipe *r) {
  verdict v;
  check_error error;
  assert_non_null(m);
  assert_int_equal(zoo_judge(m, r, &memory, &v, &error), CHECK_OK);
  return v;
}

/* Multiplications of a case: what takes long is left to 'attest check'. */
static bool is_small(const recipe *r) {
  return (double)(r->batch * r->q_heads * r->q_len) * (double)r->keys * (double)(r->d_k + r->d_v) < 1e5;
}

/* In every type; of the small cases every fifth, since 'attest check' tries all. */
static void right_ones_pass(void **state) {
  (void)state;
  for (size_t n = 0; n < 3; n++)
    for (size_t at = n; at < cases.count; at += 5)
      for (int type = ATTEST_F64; is_small(&cases.cases[at]) && type <= ATTEST_BF16; type++) {
        recipe r = cases.cases[at];
        r.dtype = type;
        assert_int_equal(judged(zoo_find(right[n]), &r).kind, VERDICT_PASS);
      }
}

/* A suite that lost the reason for some of its cases fails here; so does a mutant that is none. What kills one is its
   own fault, not that of the implementation it is made from. */
static void mutants_are_killed(void **state) {
  size_t count;
  const zoo_mutant *all = zoo_list(&count);
  (void)state;
  assert_true(count >= 80);
  for (size_t n = 0; n < count; n++) {
    zoo_finding found;
    check_error error;
    assert_int_equal(zoo_hunt(&all[n], &cases, &memory, &found, &error), CHECK_OK);
    if (!found.killed) fail_msg("%s survived", all[n].name);
    assert_true(found.verdict.budget > 1);
    assert_int_equal(judged(zoo_find(right[all[n].form]), &found.at).kind, VERDICT_PASS);
  }
}

/* One that is right survives, and what is said of it is its worst case. */
static void right_ones_survive(void **state) {
  zoo_finding found;
  check_error error;
  const suite some = {cases.cases, 20};
  (void)state;
  assert_int_equal(zoo_hunt(zoo_find("correct-tiled"), &some, &memory, &found, &error), CHECK_OK);
  assert_false(found.killed);
  assert_int_equal(found.cases, 20);
  assert_true(found.verdict.budget > 0 && found.verdict.budget <= 1);
  assert_same(judged(zoo_find("correct-tiled"), &found.at).budget, found.verdict.budget);
  for (size_t n = 0; n < 20; n++)
    assert_true(judged(zoo_find("correct-tiled"), &some.cases[n]).budget <= found.verdict.budget);
}

/* The diagnosis names the mutant, and few others. */
static void mutants_are_diagnosed(void **state) {
  static const char *const names[] = {"causal-top-left", "scale-lost", "kv-head-tiled"};
  (void)state;
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    zoo_finding found;
    check_error error;
    assert_int_equal(zoo_hunt(zoo_find(names[n]), &cases, &memory, &found, &error), CHECK_OK);
    assert_int_equal(zoo_diagnose(zoo_find(names[n]), &cases, &memory, &found, &error), CHECK_OK);
    assert_true(found.diagnosed && found.alike >= 1 && found.alike < 10);
  }
}

/* Names are found, and one is one mutant's; every family of reports that a forward pass can have is there. */
static void table_is_whole(void **state) {
  size_t count;
  const zoo_mutant *all = zoo_list(&count);
  int of_letter[256] = {0};
  (void)state;
  for (size_t n = 0; n < count; n++) {
    const zoo_mutant *m = &all[n];
    assert_ptr_equal(zoo_find(m->name), m);
    assert_true(strlen(m->name) <= 24 && m->family != NULL && strlen(m->where) > 0 && strlen(m->what) > 0 &&
                strlen(m->shows) > 0);
    assert_true(m->form == ZOO_MATERIALISED || m->form == ZOO_TILED || m->form == ZOO_SPLIT);
    of_letter[(unsigned char)m->id[0]]++;
  }
  for (int letter = 'A'; letter <= 'K'; letter++) assert_true(of_letter[letter] > 0);
  assert_null(zoo_find("no-such-name"));
  size_t again;
  assert_ptr_equal(zoo_list(&again), all);
  assert_int_equal(again, count);
}

/* As a candidate, in a process of its own, it gives the same answer; hosted in a profile, it refuses what that does not
   do. */
static void is_a_candidate(void **state) {
  candidate c;
  check_error error;
  recipe r;
  (void)state;
  assert_int_equal(candidate_find("zoo:no-such-name", &c, &error), CHECK_BAD_INPUT);
  assert_int_equal(candidate_find("zoo:causal-top-left@no-such-profile", &c, &error), CHECK_BAD_INPUT);
  assert_int_equal(candidate_find("zoo:causal-top-left", &c, &error), CHECK_OK);
  c.conventions.refused = CONVENTION_ALL; /* the zoo is judged by the definition alone */
  const char *text = "q_len=3 keys=7 d_k=8 d_v=8 causal=yes alignment=bottom-right";
  assert_int_equal(recipe_parse(text, &r, &error), CHECK_OK);
  const session_settings settings = {.recipe = text, .type = {[ATTEST_F32] = true}};
  const session_events none = {.context = NULL};
  session_result result;
  assert_int_equal(session_run(&c, &settings, &none, &result, &error), CHECK_OK);
  assert_true(result.failed && result.total.failed == 1);
  assert_same(result.total.budget, judged(zoo_find("causal-top-left"), &r).budget);
  assert_int_equal(candidate_find("zoo:causal-top-left@plain", &c, &error), CHECK_OK);
  assert_int_equal(session_run(&c, &settings, &none, &result, &error), CHECK_BAD_INPUT); /* no case could be judged */
  assert_true(zoo_gives_weights(zoo_find("correct-materialised")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_ones_pass),    cmocka_unit_test(mutants_are_killed),
      cmocka_unit_test(right_ones_survive), cmocka_unit_test(mutants_are_diagnosed),
      cmocka_unit_test(table_is_whole),     cmocka_unit_test(is_a_candidate),
  };
  return cmocka_run_group_tests_name("test_zoo", tests, set_up, tear_down);
}
