/* Asking finds exactly the levels, sizes and pairs that a function refuses. */
#include <unistd.h>

#include "tests/unit/support_check.h"

#define MULTIPLE(n, of) ((n) % (of) == 0)

/* Asks for all types, or one if it is not ATTEST_BOOL. */
static check_status try_ask(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                            attest_dtype dtype, ability found[FORMATS], check_error *error) {
  bool wanted[FORMATS];
  trial t;
  for (int type = 0; type < FORMATS; type++) wanted[type] = dtype == ATTEST_BOOL || (int)dtype == type;
  trial_begin(&t, candidate_of_function("test", compute, describe));
  const check_status status = ask_candidate(&t.of, wanted, found, error);
  trial_end(&t);
  return status;
}

static void asked_for(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                      attest_dtype dtype, ability found[FORMATS]) {
  check_error error;
  if (try_ask(compute, describe, dtype, found, &error) != CHECK_OK) fail_msg("%s", error.text);
}

static void asked(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                  ability found[FORMATS]) {
  asked_for(compute, describe, ATTEST_BOOL, found);
}

/* Expected refusals: of levels, of pool members up to 4096 keys, of pairs of levels. NULL: none. */
typedef struct {
  bool (*level)(factor f, int level);
  bool (*member)(support_pool pool, const recipe *r);
  bool (*clash)(factor f, int level, factor g, int other); /* checked in both orders */
} refusals;

static void assert_levels(const support *s, const refusals *expect) {
  for (int f = 0; f < FACTORS; f++)
    for (int level = 0; level < factor_levels((factor)f); level++) {
      const support_state state = (support_state)s->level[f][level];
      const bool refused = expect->level != NULL && expect->level((factor)f, level);
      if (state != (refused ? SUPPORT_REFUSED : SUPPORT_YES))
        fail_msg("%s %s: expected %s", factor_name((factor)f), factor_level_name((factor)f, level),
                 refused ? "refused" : "supported");
    }
}

static void assert_pools(const support *s, const refusals *expect) {
  for (int pool = 0; pool < POOLS; pool++) {
    recipe r = s->base;
    for (size_t n = 0; support_pool_member((support_pool)pool, n, &r); n++) {
      if (r.keys > 4096) continue;
      const bool refused = expect->member != NULL && expect->member((support_pool)pool, &r);
      if (s->pool[pool][n] != !refused)
        fail_msg("pool %d, member %zu: expected %s", pool, n, refused ? "refused" : "taken");
    }
  }
}

static void assert_clashes(const support *s, const refusals *expect) {
  for (int f = 0; f < FACTORS; f++)
    for (int g = 0; g < FACTORS; g++)
      for (int a = 0; a < factor_levels((factor)f); a++)
        for (int b = 0; f != g && b < factor_levels((factor)g); b++) {
          const bool clash = expect->clash != NULL &&
                             (expect->clash((factor)f, a, (factor)g, b) || expect->clash((factor)g, b, (factor)f, a));
          if (support_goes_with(s, (factor)f, a, (factor)g, b) != clash) continue;
          fail_msg("%s %s with %s %s: expected %s", factor_name((factor)f), factor_level_name((factor)f, a),
                   factor_name((factor)g), factor_level_name((factor)g, b), clash ? "refused" : "supported");
        }
}

/* The function refuses exactly this, in a type of 32 bits and in one of 16. */
static void assert_refusals(attest_candidate_function *compute, const refusals *expect) {
  static const attest_dtype types[] = {ATTEST_F32, ATTEST_BF16};
  for (size_t n = 0; n < sizeof types / sizeof types[0]; n++) {
    ability found[FORMATS];
    const int type = (int)types[n];
    asked_for(compute, NULL, types[n], found);
    assert_true(found[type].description.takes && found[type].can.takes);
    assert_int_equal(found[type].can.base.dtype, type);
    assert_levels(&found[type].can, expect);
    assert_pools(&found[type].can, expect);
    assert_clashes(&found[type].can, expect);
  }
}

/* ---- functions with one restriction */

static void everything(void **state) {
  static const refusals none = {NULL, NULL, NULL};
  (void)state;
  assert_refusals(reference_answer, &none);
}

static attest_status only_64(const attest_problem *p, const attest_answer *a) {
  const bool takes =
      p->q.size[3] == 64 && p->v.size[3] == 64 && MULTIPLE(p->q.size[2], 64) && MULTIPLE(p->k.size[2], 64);
  return takes ? reference_answer(p, a) : ATTEST_UNSUPPORTED;
}

static bool not_64(support_pool pool, const recipe *r) {
  if (pool == POOL_COLUMNS) return r->d_k != 64 || r->d_v != 64;
  return pool == POOL_LENGTHS && !(MULTIPLE(r->q_len, 64) && MULTIPLE(r->keys, 64));
}

static bool level_not_64(factor f, int level) {
  return (f == FACTOR_LENGTHS && level == LENGTHS_ONE_QUERY) || (f == FACTOR_COLUMNS && level == COLUMNS_D_V_OTHER);
}

static void one_size(void **state) {
  static const refusals expect = {level_not_64, not_64, NULL};
  ability found[FORMATS];
  (void)state;
  assert_refusals(only_64, &expect);
  asked_for(only_64, NULL, ATTEST_F32, found);
  const recipe *base = &found[ATTEST_F32].can.base;
  assert_true(base->d_k == 64 && base->d_v == 64 && base->q_len == 64 && base->keys == 64);
  recipe r = recipe_of("q_len=2 keys=66001 d_k=8 d_v=8");
  assert_true(support_fit(&found[ATTEST_F32].can, &r));
  assert_true(MULTIPLE(r.q_len, 64) && MULTIPLE(r.keys, 64) && r.keys > 4096 && r.d_k == 64);
}

static attest_status only_decode(const attest_problem *p, const attest_answer *a) {
  return p->q.size[2] == 1 ? reference_answer(p, a) : ATTEST_UNSUPPORTED;
}

static bool not_decode(support_pool pool, const recipe *r) { return pool == POOL_LENGTHS && r->q_len != 1; }
static bool level_not_decode(factor f, int level) {
  return f == FACTOR_LENGTHS && (level == LENGTHS_FEWER_QUERIES || level == LENGTHS_MORE_QUERIES);
}

static void one_query(void **state) {
  static const refusals expect = {level_not_decode, not_decode, NULL};
  (void)state;
  assert_refusals(only_decode, &expect);
}

static attest_status causal_if_square(const attest_problem *p, const attest_answer *a) {
  return p->causal && p->q.size[2] != p->k.size[2] ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}

static bool causal_not_square(factor f, int level, factor g, int other) {
  return f == FACTOR_CAUSAL && level != CAUSAL_NONE && g == FACTOR_LENGTHS && other >= LENGTHS_ONE_QUERY &&
         other <= LENGTHS_MORE_QUERIES;
}

static attest_status not_mask_and_bias(const attest_problem *p, const attest_answer *a) {
  return p->mask.data != NULL && p->bias.data != NULL ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}

static bool mask_and_bias(factor f, int level, factor g, int other) {
  return f == FACTOR_MASK && level > 0 && g == FACTOR_BIAS && other > 0;
}

static void two_together(void **state) {
  static const refusals square = {NULL, NULL, causal_not_square}, both = {NULL, NULL, mask_and_bias};
  (void)state;
  assert_refusals(causal_if_square, &square);
  assert_refusals(not_mask_and_bias, &both);
}

/* As many kernels do: causal from the bottom right; from the top left only where that is the same. */
static attest_status causal_bottom_right(const attest_problem *p, const attest_answer *a) {
  const bool same = p->q.size[2] == p->k.size[2] && p->kv_len == NULL && p->alignment == ATTEST_ALIGN_TOP_LEFT;
  const bool right = p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT;
  return !p->causal || p->windowed || (!same && !right) ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}

/* Lengths that are refused beside one diagonal are asked beside the others. */
static void lengths_with_one_diagonal(void **state) {
  ability found[FORMATS];
  size_t longer = 0;
  (void)state;
  asked_for(causal_bottom_right, NULL, ATTEST_F32, found);
  const support *s = &found[ATTEST_F32].can;
  assert_true(s->takes);
  for (int level = LENGTHS_EQUAL; level <= LENGTHS_MORE_QUERIES; level++)
    assert_int_equal(s->level[FACTOR_LENGTHS][level], SUPPORT_YES);
  assert_false(support_goes_with(s, FACTOR_LENGTHS, LENGTHS_FEWER_QUERIES, FACTOR_CAUSAL, CAUSAL_TOP_LEFT));
  assert_true(support_goes_with(s, FACTOR_LENGTHS, LENGTHS_FEWER_QUERIES, FACTOR_CAUSAL, CAUSAL_BOTTOM_RIGHT));
  suite made = suite_of(s, SUITE_IS_QUICK, SUITE_QUICK, 1);
  for (size_t n = 0; n < made.count; n++) {
    const recipe *r = &made.cases[n];
    const bool asked = factor_level(FACTOR_LENGTHS, r) != LENGTHS_NONE; /* where nothing is to be hidden */
    assert_true(r->causal);
    assert_true(!asked || r->q_len == r->keys || r->alignment == ATTEST_ALIGN_BOTTOM_RIGHT);
    longer += r->q_len > 1 && r->q_len < r->keys;
  }
  assert_true(longer > 50);
  suite_free(&made);
}

/* As a kernel of decoder layers: a window starts from the bottom right, or there is none. */
static attest_status windows_bottom_right(const attest_problem *p, const attest_answer *a) {
  return p->windowed && p->alignment != ATTEST_ALIGN_BOTTOM_RIGHT ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}
static bool other_diagonal(factor f, int level) {
  return f == FACTOR_WINDOW_FROM && (level == WINDOW_FROM_TOP_LEFT || level == WINDOW_FROM_OFFSET);
}
static bool window_elsewhere(factor f, int level, factor g, int other) {
  return f == FACTOR_WINDOW && level > 0 &&
         (other_diagonal(g, other) || (g == FACTOR_CAUSAL && (other == CAUSAL_TOP_LEFT || other == CAUSAL_OFFSET)));
}

static attest_status windows_if_causal(const attest_problem *p, const attest_answer *a) {
  return p->windowed && !p->causal ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}
static bool any_diagonal(factor f, int level) { return f == FACTOR_WINDOW_FROM && level != WINDOW_FROM_NONE; }
static bool window_not_causal(factor f, int level, factor g, int other) {
  return f == FACTOR_WINDOW && level > 0 && (any_diagonal(g, other) || (g == FACTOR_CAUSAL && other == CAUSAL_NONE));
}

static attest_status without_windows(const attest_problem *p, const attest_answer *a) {
  return p->windowed ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}
static bool windows(factor f, int level) { return f == FACTOR_WINDOW && level > 0; }
static bool windows_or_diagonals(factor f, int level) { return windows(f, level) || any_diagonal(f, level); }
static bool window_anyhow(factor f, int level, factor g, int other) {
  return windows(f, level) && (any_diagonal(g, other) || g == FACTOR_CAUSAL);
}

static void windows_of_some_kind(void **state) {
  static const refusals one = {other_diagonal, NULL, window_elsewhere},
                        causal = {any_diagonal, NULL, window_not_causal},
                        none = {windows_or_diagonals, NULL, window_anyhow};
  (void)state;
  assert_refusals(windows_bottom_right, &one);
  assert_refusals(windows_if_causal, &causal);
  assert_refusals(without_windows, &none);
}

/* As a kernel of two programs: that for one query has lengths and grouped heads, that for many has neither. */
static attest_status more_for_one_query(const attest_problem *p, const attest_answer *a) {
  const bool more = p->kv_len != NULL || p->q.size[1] != p->k.size[1];
  return more && p->q.size[2] != 1 ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}
static bool needs_one_query(factor f, int level) {
  return (f == FACTOR_KV_LEN && level > 0) || (f == FACTOR_HEADS && level >= HEADS_GROUPED);
}
static bool more_queries(factor f, int level, factor g, int other) {
  return needs_one_query(f, level) && g == FACTOR_LENGTHS && other != LENGTHS_ONE_QUERY && other < LENGTHS_NONE;
}

static void options_with_one_query(void **state) {
  static const refusals expect = {NULL, NULL, more_queries};
  (void)state;
  assert_refusals(more_for_one_query, &expect);
}

/* Kernels that require an option, or one ratio of heads. */
static attest_status only_masked(const attest_problem *p, const attest_answer *a) {
  return p->mask.data == NULL ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}
static attest_status only_lengths(const attest_problem *p, const attest_answer *a) {
  return p->kv_len == NULL || p->q.size[3] != 64 ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}
static attest_status only_8_to_1(const attest_problem *p, const attest_answer *a) {
  return p->q.size[1] != 8 * p->k.size[1] ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}

static void required_options(void **state) {
  static attest_candidate_function *const of[] = {only_masked, only_lengths, only_8_to_1};
  (void)state;
  for (size_t n = 0; n < sizeof of / sizeof of[0]; n++) {
    ability found[FORMATS];
    asked_for(of[n], NULL, ATTEST_F32, found);
    assert_true(found[ATTEST_F32].can.takes);
  }
}

/* ---- functions that take very little */

/* Takes one base only, which differs from the first in every table of bases. */
static attest_status only_far(const attest_problem *p, const attest_answer *a) {
  const bool bshd = p->q.stride[1] == p->q.size[3] && p->q.stride[2] == p->q.size[1] * p->q.size[3];
  const bool takes = p->causal && p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT && bshd && p->q.size[1] == 4 &&
                     p->k.size[1] == 1 && p->q.size[2] == 1 && p->k.size[2] == 64 && p->q.size[3] == 32 &&
                     p->v.size[3] == 32;
  return takes ? reference_answer(p, a) : ATTEST_UNSUPPORTED;
}

static void far_away(void **state) {
  ability found[FORMATS];
  (void)state;
  asked_for(only_far, NULL, ATTEST_F32, found);
  const support *s = &found[ATTEST_F32].can;
  assert_true(s->takes);
  assert_int_equal(s->level[FACTOR_CAUSAL][CAUSAL_NONE], SUPPORT_REFUSED);
  assert_int_equal(s->level[FACTOR_CAUSAL][CAUSAL_TOP_LEFT], SUPPORT_REFUSED);
  assert_int_equal(s->level[FACTOR_CAUSAL][CAUSAL_BOTTOM_RIGHT], SUPPORT_YES);
  assert_int_equal(s->level[FACTOR_LAYOUT][LAYOUT_BHSD], SUPPORT_REFUSED);
  assert_int_equal(s->level[FACTOR_HEADS][HEADS_ONE], SUPPORT_REFUSED);
  assert_int_equal(s->level[FACTOR_SINK][SINK_LARGE], SUPPORT_YES);
  recipe r = recipe_of("q_heads=3 kv_heads=1 q_len=1 keys=9 causal=yes alignment=bottom-right d_k=8 d_v=8 layout=bshd");
  assert_true(support_fit(s, &r));
  assert_true(r.q_heads == 4 && r.kv_heads == 1 && r.keys == 64 && r.d_k == 32 && r.d_v == 32);
  suite made = suite_of(s, SUITE_IS_QUICK, SUITE_QUICK, 1);
  assert_true(made.count >= SUITE_QUICK);
  for (size_t n = 0; n < made.count; n++) {
    const recipe *c = &made.cases[n];
    assert_true(c->causal && c->alignment == ATTEST_ALIGN_BOTTOM_RIGHT && c->layout == LAYOUT_BSHD && c->keys == 64 &&
                c->q_heads == 4);
  }
  suite_free(&made);
}

/* Keeps the cases small: a function that refuses everything is asked all bases. */
static attest_status describe_small(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->supports.q_len_most = d->supports.keys_most = 16;
  d->supports.head_sizes[0] = 8;
  return ATTEST_OK;
}

static void nothing(void **state) {
  ability found[FORMATS];
  (void)state;
  asked(answer_unsupported, describe_small, found);
  for (int type = 0; type < FORMATS; type++) assert_true(found[type].description.takes && !found[type].can.takes);
}

static attest_status only_f16(const attest_problem *p, const attest_answer *a) {
  return p->q.dtype == ATTEST_F16 ? reference_answer(p, a) : ATTEST_UNSUPPORTED;
}

static void one_type(void **state) {
  ability found[FORMATS];
  (void)state;
  asked(only_f16, describe_small, found);
  for (int type = 0; type < FORMATS; type++) assert_int_equal(found[type].can.takes, type == ATTEST_F16);
  asked_for(reference_answer, NULL, ATTEST_BF16, found); /* asks the wanted types only */
  for (int type = 0; type < FORMATS; type++) assert_int_equal(found[type].can.takes, type == ATTEST_BF16);
}

/* ---- descriptions, and faults that are not refusals */

/* A description outside its range is refused with one line. */
static const char *describe_member;
static attest_status describe_wrongly(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  if (strcmp(describe_member, "arithmetic.height") == 0) d->arithmetic.height = INT64_MAX;
  else if (strcmp(describe_member, "arithmetic.accumulate") == 0) d->arithmetic.accumulate = (attest_dtype)9;
  else if (strcmp(describe_member, "arithmetic.score_roundings") == 0) d->arithmetic.score_roundings = -1;
  else if (strcmp(describe_member, "supports.head_sizes[n]") == 0) d->supports.head_sizes[2] = -64;
  else if (strcmp(describe_member, "supports.mask") == 0) d->supports.mask = (attest_ability)3;
  else d->supports.q_len_least = 2, d->supports.q_len_most = 1;
  return ATTEST_OK;
}

static void wrong_descriptions(void **state) {
  static const char *const members[] = {"arithmetic.height",      "arithmetic.accumulate", "arithmetic.score_roundings",
                                        "supports.head_sizes[n]", "supports.mask",         "supports.q_len_most"};
  (void)state;
  for (size_t n = 0; n < sizeof members / sizeof members[0]; n++) {
    ability found[FORMATS];
    check_error error;
    describe_member = members[n];
    assert_int_equal(try_ask(reference_answer, describe_wrongly, ATTEST_BOOL, found, &error), CHECK_BAD_INPUT);
    if (strstr(error.text, members[n]) == NULL) fail_msg("%s: %s", members[n], error.text);
  }
}

static attest_status describe_little(attest_dtype dtype, attest_description *d) {
  if (dtype == ATTEST_F64) return ATTEST_UNSUPPORTED;
  d->supports.mask = d->supports.softcap = ATTEST_NO;
  d->supports.bias = ATTEST_YES;
  d->supports.head_sizes[0] = 32;
  d->supports.q_len_most = 100;
  return ATTEST_OK;
}

/* Contradicts its description: refuses a bias it claims to support, and would answer a mask it denies. */
static attest_status not_with_bias(const attest_problem *p, const attest_answer *a) {
  return p->bias.data != NULL ? ATTEST_UNSUPPORTED : reference_answer(p, a);
}

static void described(void **state) {
  ability found[FORMATS];
  (void)state;
  asked(not_with_bias, describe_little, found);
  assert_true(!found[ATTEST_F64].can.takes && !found[ATTEST_F64].description.takes);
  const support *s = &found[ATTEST_F32].can;
  assert_true(s->takes && found[ATTEST_F32].description.spoken);
  for (int level = 1; level < factor_levels(FACTOR_MASK); level++)
    assert_int_equal(s->level[FACTOR_MASK][level], SUPPORT_NOT_SUPPORTED);
  for (int level = 1; level < factor_levels(FACTOR_BIAS); level++)
    assert_int_equal(s->level[FACTOR_BIAS][level], SUPPORT_REFUSED);
  assert_int_equal(s->level[FACTOR_SOFTCAP][1], SUPPORT_NOT_SUPPORTED);
  assert_int_equal(s->level[FACTOR_SINK][SINK_NORMAL], SUPPORT_YES);
  assert_true(s->base.d_k == 32 && s->base.d_v == 32);
  recipe r = recipe_of("q_len=129 keys=129 d_k=100 d_v=100");
  assert_true(support_fit(s, &r) && r.q_len <= 100 && r.d_k == 32);
}

static attest_status crashes_with_sink(const attest_problem *p, const attest_answer *a) {
  if (p->sink != NULL) _exit(1);
  return p->softcap > 0 ? ATTEST_FAILED : reference_answer(p, a);
}

/* Crashes and errors count as support, so that the suite reports them. */
static void faults_are_no_refusals(void **state) {
  static const refusals none = {NULL, NULL, NULL};
  (void)state;
  assert_refusals(crashes_with_sink, &none);
}

/* Leaves lse unwritten. */
static attest_status without_lse(const attest_problem *p, const attest_answer *a) {
  attest_answer rest = *a;
  rest.lse.data = NULL;
  return reference_answer(p, &rest);
}

static attest_status says_lse(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->gives_lse = true;
  return ATTEST_OK;
}

static void lse_that_is_not_given(void **state) {
  ability found[FORMATS];
  (void)state;
  asked(without_lse, NULL, found);
  for (int type = 0; type < FORMATS; type++)
    assert_true(found[type].can.takes && !found[type].description.says.gives_lse);
  asked(without_lse, says_lse, found); /* a description takes precedence */
  for (int type = 0; type < FORMATS; type++)
    assert_true(found[type].can.takes && found[type].description.says.gives_lse);
  asked(reference_answer, NULL, found);
  for (int type = 0; type < FORMATS; type++)
    assert_true(found[type].description.says.gives_lse && !found[type].description.says.gives_weights);
}

static attest_status crashes_at_once(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  (void)d;
  _exit(3);
}

static void description_that_crashes(void **state) {
  ability found[FORMATS];
  check_error error;
  (void)state;
  assert_int_equal(try_ask(reference_answer, crashes_at_once, ATTEST_BOOL, found, &error), CHECK_BAD_INPUT);
  assert_string_equal(error.text, "test: the candidate crashed, hung or exited while it was loaded or described");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything),
      cmocka_unit_test(one_size),
      cmocka_unit_test(options_with_one_query),
      cmocka_unit_test(required_options),
      cmocka_unit_test(wrong_descriptions),
      cmocka_unit_test(one_query),
      cmocka_unit_test(two_together),
      cmocka_unit_test(lengths_with_one_diagonal),
      cmocka_unit_test(windows_of_some_kind),
      cmocka_unit_test(far_away),
      cmocka_unit_test(nothing),
      cmocka_unit_test(one_type),
      cmocka_unit_test(described),
      cmocka_unit_test(faults_are_no_refusals),
      cmocka_unit_test(lse_that_is_not_given),
      cmocka_unit_test(description_that_crashes),
  };
  return cmocka_run_group_tests_name("test_ask", tests, NULL, NULL);
}
