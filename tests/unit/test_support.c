/* The support of a candidate, and the suites made for it. */
#include <math.h>

#include "check/cases/build.h"
#include "check/judge/other_problem.h"
#include "tests/unit/support_check.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool is_multiple(int64_t n, int64_t of) { return n % of == 0; }

/* ---- levels */

static recipe random_of_all(const support *all, int64_t n) { return suite_random(all, 9, n); }

/* A window that is not causal has a diagonal of its own, which comes and goes with it; other windows and levels have
   none. */
static int diagonal_of(const recipe *r) { return r->windowed && !r->causal ? (int)r->alignment : WINDOW_FROM_NONE; }

/* The level that factor g is to be at after factor f was set. */
static int level_after(factor f, int level, factor g, const recipe *before, const recipe *after) {
  if (g != FACTOR_WINDOW_FROM) return g == f ? level : factor_level(g, before);
  return f == g && level != WINDOW_FROM_NONE && diagonal_of(before) != WINDOW_FROM_NONE ? level : diagonal_of(after);
}

/* Setting a level reaches that level and changes the level of no other factor. */
static void levels_are_set(void **state) {
  const support all = support_everything(ATTEST_F32);
  (void)state;
  for (int f = FACTOR_COLUMNS + 1; f < FACTORS; f++) {
    assert_true(strlen(factor_name((factor)f)) > 0 && factor_levels((factor)f) <= FACTOR_LEVELS);
    for (int level = 0; level < factor_levels((factor)f); level++)
      for (uint64_t n = 0; n < 20; n++) {
        recipe r = random_of_all(&all, (int64_t)n), before = r;
        assert_non_null(factor_level_name((factor)f, level));
        factor_set(&r, (factor)f, level, n);
        for (int g = 0; g < FACTORS; g++)
          assert_int_equal(factor_level((factor)g, &r), level_after((factor)f, level, (factor)g, &before, &r));
        if (f != FACTOR_WINDOW && f != FACTOR_CAUSAL && f != FACTOR_WINDOW_FROM)
          assert_int_equal(diagonal_of(&r), diagonal_of(&before));
        char text[RECIPE_TEXT_MAX];
        recipe_print(&r, text);
        (void)recipe_of(text); /* its members agree */
      }
  }
}

/* Every level of a pool has members, and everything is taken by default. */
static void pools_have_levels(void **state) {
  static const factor of_pool[POOLS] = {FACTOR_LENGTHS, FACTOR_COLUMNS, FACTOR_HEADS};
  const support all = support_everything(ATTEST_F32);
  (void)state;
  for (int pool = 0; pool < POOLS; pool++) {
    int members[FACTOR_LEVELS] = {0};
    recipe r = recipe_default();
    size_t n = 0;
    for (; support_pool_member((support_pool)pool, n, &r); n++) {
      assert_true(n < SUPPORT_POOL && all.pool[pool][n]);
      assert_true(is_multiple(r.q_heads, r.kv_heads));
      members[factor_level(of_pool[pool], &r)]++;
    }
    for (int level = 0; level < factor_levels(of_pool[pool]); level++) assert_true(members[level] > 0);
    assert_true(support_takes_all(&all, (support_pool)pool));
  }
}

/* Drawn sizes have the requested level, come from the pool as it is left, and vary with the seed. */
static void sizes_are_drawn(void **state) {
  support s = support_everything(ATTEST_F32);
  (void)state;
  recipe r = s.base;
  for (size_t n = 0; support_pool_member(POOL_COLUMNS, n, &r); n++) s.pool[POOL_COLUMNS][n] = r.d_k == 64;
  support_settle(&s, SUPPORT_REFUSED);
  bool drawn[200][200] = {{false}};
  for (uint64_t seed = 0; seed < 500; seed++) {
    r = s.base;
    assert_true(support_set(&s, FACTOR_COLUMNS, COLUMNS_D_V_OTHER, seed, &r));
    assert_true(r.d_k == 64 && r.d_v != 64);
    drawn[r.d_k][r.d_v] = true;
    assert_true(support_set(&s, FACTOR_HEADS, HEADS_GROUPED, seed, &r));
    assert_true(r.kv_heads > 1 && r.q_heads > r.kv_heads);
    assert_true(support_set(&s, FACTOR_BATCH, BATCH_SEVERAL, seed, &r) && r.batch > 1);
  }
  assert_true(drawn[64][32] && drawn[64][128] && drawn[64][1]);
  s.level[FACTOR_HEADS][HEADS_GROUPED] = SUPPORT_REFUSED;
  assert_false(support_set(&s, FACTOR_HEADS, HEADS_GROUPED, 1, &r));
}

/* ---- profiles: descriptions of restricted kernels, each with a predicate for the cases it takes */

static bool fits_tensor_cores(const recipe *r) {
  return r->d_k == 64 && r->d_v == 64 && is_multiple(r->q_len, 64) && is_multiple(r->keys, 64);
}
static bool fits_decode(const recipe *r) { return r->q_len == 1 && r->keys >= 1; }
static bool fits_self_attention(const recipe *r) { return r->q_len == r->keys && r->d_k == r->d_v; }
static bool fits_plain(const recipe *r) {
  return r->batch == 1 && r->q_heads == 1 && !r->causal && !r->windowed && r->mask == MASK_NONE &&
         r->bias == BIAS_NONE && r->kv_len == KV_LEN_FULL && r->sink == SINK_NONE && !(fabs(r->scale) > 0) &&
         !(r->softcap > 0) && r->layout == LAYOUT_BHSD;
}
static bool fits_tiles_of_8(const recipe *r) {
  return is_multiple(r->d_k, 8) && is_multiple(r->d_v, 8) && r->q_len >= 16 && r->q_len <= 128 && r->keys >= 32 &&
         r->keys <= 256 && is_multiple(r->keys, 32) && (r->q_heads == r->kv_heads) &&
         !(r->causal && r->alignment != ATTEST_ALIGN_BOTTOM_RIGHT);
}

typedef struct {
  const char *name;
  attest_supports says;
  bool (*fits)(const recipe *r);
} profile;

static const profile profiles[] = {
    {"tensor cores", {.head_sizes = {64}, .q_len_multiple = 64, .keys_multiple = 64}, fits_tensor_cores},
    {"decode", {.q_len_least = 1, .q_len_most = 1, .keys_least = 1}, fits_decode},
    {"self-attention", {.cross = ATTEST_NO, .other_d_v = ATTEST_NO}, fits_self_attention},
    {"plain",
     {.batches = ATTEST_NO,
      .heads = ATTEST_NO,
      .top_left = ATTEST_NO,
      .bottom_right = ATTEST_NO,
      .offset = ATTEST_NO,
      .window = ATTEST_NO,
      .mask = ATTEST_NO,
      .bias = ATTEST_NO,
      .kv_len = ATTEST_NO,
      .sink = ATTEST_NO,
      .scale = ATTEST_NO,
      .softcap = ATTEST_NO,
      .bshd = ATTEST_NO,
      .strided = ATTEST_NO},
     fits_plain},
    {"tiles of 8",
     {.head_size_multiple = 8,
      .q_len_least = 16,
      .q_len_most = 128,
      .keys_least = 32,
      .keys_most = 256,
      .keys_multiple = 32,
      .grouped_heads = ATTEST_NO,
      .top_left = ATTEST_NO,
      .offset = ATTEST_NO},
     fits_tiles_of_8},
};

/* The support of a profile, with a base that fits. */
static support support_of(const profile *p, attest_dtype dtype) {
  support s = support_everything(dtype);
  support_declare(&s, &p->says);
  support_settle(&s, SUPPORT_REFUSED);
  if (!support_fit(&s, &s.base)) fail_msg("%s: the base does not fit", p->name);
  return s;
}

static void fits_or_fail(const profile *p, const recipe *r) {
  char text[RECIPE_TEXT_MAX];
  recipe_print(r, text);
  if (!p->fits(r)) fail_msg("%s: does not support %s", p->name, text);
}

/* A declaration removes the denied levels and no others. */
static void declared_levels_are_removed(void **state) {
  static const attest_supports says = {
      .mask = ATTEST_NO, .bias = ATTEST_YES, .grouped_heads = ATTEST_NO, .offset = ATTEST_NO, .strided = ATTEST_NO};
  support s = support_everything(ATTEST_F16);
  (void)state;
  support_declare(&s, &says);
  support_settle(&s, SUPPORT_REFUSED);
  for (int f = 0; f < FACTORS; f++)
    for (int level = 0; level < factor_levels((factor)f); level++) {
      const bool denied = (f == FACTOR_MASK && level > 0) || (f == FACTOR_HEADS && level >= HEADS_GROUPED) ||
                          (f == FACTOR_CAUSAL && level == CAUSAL_OFFSET) ||
                          (f == FACTOR_WINDOW_FROM && level == WINDOW_FROM_OFFSET) ||
                          (f == FACTOR_LAYOUT && level >= LAYOUT_TRANSPOSED);
      assert_int_equal(s.level[f][level], denied ? SUPPORT_NOT_SUPPORTED : SUPPORT_YES);
    }
  for (int pool = 0; pool < POOLS; pool++) assert_true(support_takes_all(&s, (support_pool)pool));
  support_leave_memory(&s);
  assert_int_equal(s.level[FACTOR_PLACE][PLACE_LAST], SUPPORT_NOT_IN_FILES);
  assert_int_equal(s.level[FACTOR_LAYOUT][LAYOUT_BSHD], SUPPORT_YES);
}

/* The pool keeps exactly the sizes of the profile. Beyond 4096 keys, where candidates are not asked, sizes have to be
   multiples of the common divisor of the others. */
static void pools_follow_declarations(void **state) {
  (void)state;
  for (size_t p = 0; p < COUNT(profiles); p++) {
    const support s = support_of(&profiles[p], ATTEST_F32);
    recipe r = s.base;
    for (size_t n = 0; support_pool_member(POOL_LENGTHS, n, &r); n++) {
      if (s.pool[POOL_LENGTHS][n] && s.level[FACTOR_LENGTHS][factor_level(FACTOR_LENGTHS, &r)] == SUPPORT_YES)
        fits_or_fail(&profiles[p], &r);
      const bool taken =
          s.pool[POOL_LENGTHS][n] || s.level[FACTOR_LENGTHS][factor_level(FACTOR_LENGTHS, &r)] != SUPPORT_YES;
      if (r.keys <= 4096 && profiles[p].fits(&r)) assert_true(taken);
    }
  }
  support s = support_of(&profiles[0], ATTEST_F32);
  recipe r = recipe_of("q_len=64 keys=8192 d_k=64 d_v=64"), odd = recipe_of("q_len=16 keys=8256 d_k=64 d_v=64");
  assert_true(support_fit(&s, &r) && r.keys == 8192 && r.q_len == 64);
  assert_true(support_fit(&s, &odd) && odd.keys == 8192);
}

/* Fitting keeps a case that fits, replaces sizes that do not, and changes no level. */
static void sizes_are_fitted(void **state) {
  const support all = support_everything(ATTEST_F32);
  int64_t fitted[COUNT(profiles)] = {0};
  (void)state;
  for (int64_t n = 0; n < 2000; n++) {
    const recipe made = random_of_all(&all, n);
    recipe same = made;
    assert_true(support_fit(&all, &same));
    assert_memory_equal(&same, &made, sizeof same);
    for (size_t p = 0; p < COUNT(profiles); p++) {
      const support s = support_of(&profiles[p], ATTEST_F32);
      recipe r = made;
      if (!support_fit(&s, &r)) continue;
      fitted[p]++;
      fits_or_fail(&profiles[p], &r);
      for (int f = 0; f < FACTORS; f++) {
        assert_int_equal(factor_level((factor)f, &r), factor_level((factor)f, &made));
        assert_int_equal(s.level[f][factor_level((factor)f, &r)], SUPPORT_YES);
      }
      recipe again = r;
      assert_true(support_fit(&s, &again));
      assert_memory_equal(&again, &r, sizeof r);
    }
  }
  for (size_t p = 0; p < COUNT(profiles); p++) assert_true(fitted[p] > 10);
}

/* A suite avoids a forbidden pair of levels, and has each of the two levels without the other. */
static void clashes_are_kept(void **state) {
  support s = support_everything(ATTEST_F32);
  (void)state;
  support_forbid(&s, FACTOR_MASK, MASK_RANDOM, FACTOR_SINK, SINK_LARGE);
  assert_false(support_goes_with(&s, FACTOR_SINK, SINK_LARGE, FACTOR_MASK, MASK_RANDOM));
  assert_false(support_goes_with(&s, FACTOR_MASK, MASK_RANDOM, FACTOR_SINK, SINK_LARGE));
  assert_true(support_goes_with(&s, FACTOR_MASK, MASK_ROWS, FACTOR_SINK, SINK_LARGE));
  const recipe both = recipe_of("mask=random sink=large"), one = recipe_of("mask=random sink=normal");
  assert_false(support_allows(&s, &both));
  assert_true(support_allows(&s, &one));
  suite made = suite_of(&s, SUITE_IS_QUICK, SUITE_QUICK, 1);
  int64_t masks = 0, sinks = 0;
  for (size_t n = 0; n < made.count; n++) {
    const bool random = made.cases[n].mask == MASK_RANDOM, large = made.cases[n].sink == SINK_LARGE;
    assert_false(random && large);
    masks += random;
    sinks += large;
  }
  assert_true(masks > 5 && sinks > 5);
  suite_free(&made);
}

/* ---- suites */

static arena memory;

static int set_up(void **state) {
  check_error error;
  (void)state;
  return arena_make(&memory, (size_t)1 << 32, &error) == CHECK_OK ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&memory);
  return 0;
}

/* The case fits into memory, and the reference accepts it. */
static void assert_builds(const recipe *r) {
  attest_problem problem;
  attest_answer answer;
  check_error error;
  if (build_case(r, (build_wanted){true, false}, &memory, &problem, &answer, &error) != CHECK_OK)
    fail_msg("%s", error.text);
  assert_int_equal(attest_problem_check(&problem), ATTEST_OK);
}

/* The suite has the promised number of cases, every supported level, nothing unsupported, and is deterministic. */
static void suites_keep_their_promise(const support *s, const profile *p) {
  suite made = suite_of(s, SUITE_IS_QUICK, SUITE_QUICK, 5), again = suite_of(s, SUITE_IS_QUICK, SUITE_QUICK, 5);
  coverage c = {.judged = {{0}}};
  assert_true(made.count >= SUITE_QUICK && made.count < (size_t)2 * SUITE_QUICK);
  assert_int_equal(made.count, again.count);
  assert_memory_equal(made.cases, again.cases, made.count * sizeof *made.cases);
  for (size_t n = 0; n < made.count; n++) {
    const recipe *r = &made.cases[n];
    assert_int_equal(r->dtype, s->base.dtype);
    if (p != NULL) fits_or_fail(p, r);
    coverage_count(&c, r);
    assert_builds(r);
  }
  for (int f = 0; f < FACTORS; f++)
    for (int level = 0; level < factor_levels((factor)f); level++) {
      const int64_t count = c.judged[f][level], least = f == FACTOR_LENGTHS && level >= LENGTHS_NONE ? 1 : 5;
      if (s->level[f][level] == SUPPORT_YES ? count >= least : count == 0) continue;
      fail_msg("%s: %lld cases of %s %s", p != NULL ? p->name : "all", (long long)c.judged[f][level],
               factor_name((factor)f), factor_level_name((factor)f, level));
    }
  suite_free(&made);
  suite_free(&again);
}

static void suites_of_everything(void **state) {
  (void)state;
  const support f64 = support_everything(ATTEST_F64), bf16 = support_everything(ATTEST_BF16);
  suites_keep_their_promise(&f64, NULL);
  suites_keep_their_promise(&bf16, NULL);
}

static void suites_of_profiles(void **state) {
  (void)state;
  for (size_t p = 0; p < COUNT(profiles); p++) {
    const support s = support_of(&profiles[p], p % 2 == 0 ? ATTEST_BF16 : ATTEST_F32);
    suites_keep_their_promise(&s, &profiles[p]);
  }
}

/* Only a window that is not causal has a diagonal of its own. */
static bool is_no_pair(int f, int level, int g, int other) {
  return f == FACTOR_WINDOW_FROM && level != WINDOW_FROM_NONE &&
         ((g == FACTOR_WINDOW && other == 0) || (g == FACTOR_CAUSAL && other != CAUSAL_NONE));
}

/* The quick suite has every pair of levels, and every triple of the factors that suite.c marks. */
static void combinations_occur(void **state) {
  static const factor triples[] = {FACTOR_HEADS,  FACTOR_LENGTHS, FACTOR_LAYOUT, FACTOR_CAUSAL,
                                   FACTOR_KV_LEN, FACTOR_SCALE,   FACTOR_FILL};
  static bool seen[FACTORS][FACTOR_LEVELS][FACTORS][FACTOR_LEVELS],
      three[COUNT(triples)][COUNT(triples)][COUNT(triples)][FACTOR_LEVELS][FACTOR_LEVELS][FACTOR_LEVELS];
  const support all = support_everything(ATTEST_F32);
  suite made = suite_of(&all, SUITE_IS_QUICK, SUITE_QUICK, 2);
  (void)state;
  for (size_t n = 0; n < made.count; n++) {
    int level[FACTORS];
    for (int f = 0; f < FACTORS; f++)
      level[f] = factor_level((factor)f, &made.cases[n]) < 0 ? 0 : factor_level((factor)f, &made.cases[n]);
    for (int f = 0; f < FACTORS; f++)
      for (int g = 0; g < FACTORS; g++) seen[f][level[f]][g][level[g]] = true;
    for (size_t f = 0; f < COUNT(triples); f++)
      for (size_t g = 0; g < f; g++)
        for (size_t h = 0; h < g; h++) three[f][g][h][level[triples[f]]][level[triples[g]]][level[triples[h]]] = true;
  }
  for (int f = 0; f < FACTORS; f++)
    for (int g = 0; g < f; g++)
      for (int a = 0; a < factor_levels((factor)f); a++)
        for (int b = 0; b < factor_levels((factor)g); b++) {
          if ((f == FACTOR_LENGTHS && a >= LENGTHS_NONE) || (g == FACTOR_LENGTHS && b >= LENGTHS_NONE) ||
              seen[f][a][g][b] || is_no_pair(f, a, g, b) || is_no_pair(g, b, f, a))
            continue;
          fail_msg("no case has %s %s with %s %s", factor_name((factor)f), factor_level_name((factor)f, a),
                   factor_name((factor)g), factor_level_name((factor)g, b));
        }
  for (size_t f = 0; f < COUNT(triples); f++)
    for (size_t g = 0; g < f; g++)
      for (size_t h = 0; h < g; h++)
        for (int a = 0; a < factor_levels(triples[f]); a++)
          for (int b = 0; b < factor_levels(triples[g]); b++)
            for (int c = 0; c < factor_levels(triples[h]); c++) {
              const bool small = !(triples[f] == FACTOR_LENGTHS && a >= LENGTHS_NONE) &&
                                 !(triples[g] == FACTOR_LENGTHS && b >= LENGTHS_NONE) &&
                                 !(triples[h] == FACTOR_LENGTHS && c >= LENGTHS_NONE);
              assert_true(!small || three[f][g][h][a][b][c]);
            }
  suite_free(&made);
}

/* The large cases exceed the limits they are there for: 16-bit counters, wide heads, several tiles. */
static void large_cases_are_large(void **state) {
  const support all = support_everything(ATTEST_F32);
  suite quick = suite_of(&all, SUITE_IS_QUICK, 0, 1), full = suite_of(&all, SUITE_IS_FULL, 0, 1);
  int64_t keys = 0, long_keys = 0, heads = 0, of_all = 0, columns = 0, moving = 0, batches = 0;
  (void)state;
  for (size_t n = 0; n < quick.count; n++) {
    keys += quick.cases[n].keys > 1 << 16;
    long_keys += quick.cases[n].keys > 1 << 15 && quick.cases[n].keys < 1 << 16;
    heads += quick.cases[n].q_heads >= 40;
    of_all += quick.cases[n].batch * quick.cases[n].q_heads >= 1 << 16;
  }
  assert_true(keys >= 10 && long_keys > 0 && heads > 0 && of_all > 0);
  assert_true(full.count > quick.count);
  for (size_t n = quick.count; n < full.count; n++) {
    const recipe *r = &full.cases[n];
    columns += r->d_k >= 256;
    moving += r->keys >= 384 && r->fill == FILL_RISING && r->q_len > 1;
    batches += r->batch >= 400 && r->fill == FILL_NAN;
    assert_builds(r);
  }
  assert_true(columns > 0 && moving > 0 && batches > 0);
  suite_free(&quick);
  suite_free(&full);
}

/* The suite of conventions is short, shows every stated convention, and has empty rows and NaN. */
static void cases_of_conventions(void **state) {
  const support all = support_everything(ATTEST_BF16);
  suite made = suite_of(&all, SUITE_IS_CONVENTIONS, 1000, 1);
  convention_set shows = 0;
  int64_t nan = 0, empty = 0;
  (void)state;
  assert_true(made.count > 10 && made.count < 50);
  for (size_t n = 0; n < made.count; n++) {
    attest_problem problem;
    attest_answer answer;
    check_error error;
    assert_int_equal(build_case(&made.cases[n], (build_wanted){true, true}, &memory, &problem, &answer, &error),
                     CHECK_OK);
    shows |= other_problem_shows(&problem, &answer);
    nan += made.cases[n].fill == FILL_NAN || made.cases[n].hidden >= HIDDEN_NAN;
    empty += made.cases[n].mask == MASK_ROWS || made.cases[n].mask == MASK_QUERIES ||
             made.cases[n].kv_len == KV_LEN_EMPTY || made.cases[n].bias == BIAS_ROWS;
  }
  assert_int_equal(shows, CONVENTION_STATED);
  assert_true(nan >= 8 && empty >= 5);
  suite_free(&made);
}

/* Another seed changes the numbers of every case. */
static void seeds_count(void **state) {
  const support all = support_everything(ATTEST_F32);
  suite a = suite_of(&all, SUITE_IS_QUICK, SUITE_QUICK, 5), b = suite_of(&all, SUITE_IS_QUICK, SUITE_QUICK, 6);
  (void)state;
  for (size_t n = 0; n < a.count && n < b.count; n++) assert_int_not_equal(a.cases[n].seed, b.cases[n].seed);
  for (int64_t n = 0; n < 300; n++) {
    const recipe one = suite_random(&all, 5, n), same = suite_random(&all, 5, n), other = suite_random(&all, 6, n),
                 next = suite_random(&all, 5, n + 1);
    assert_memory_equal(&one, &same, sizeof one);
    assert_int_not_equal(one.seed, other.seed);
    assert_int_not_equal(one.seed, next.seed);
  }
  suite_free(&a);
  suite_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_are_set),
      cmocka_unit_test(pools_have_levels),
      cmocka_unit_test(sizes_are_drawn),
      cmocka_unit_test(declared_levels_are_removed),
      cmocka_unit_test(pools_follow_declarations),
      cmocka_unit_test(sizes_are_fitted),
      cmocka_unit_test(clashes_are_kept),
      cmocka_unit_test(suites_of_everything),
      cmocka_unit_test(suites_of_profiles),
      cmocka_unit_test(combinations_occur),
      cmocka_unit_test(large_cases_are_large),
      cmocka_unit_test(cases_of_conventions),
      cmocka_unit_test(seeds_count),
  };
  return cmocka_run_group_tests_name("test_support", tests, set_up, tear_down);
}
