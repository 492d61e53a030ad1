/* The X-ray: when and where a candidate fails, numbers read from weights, and causes. Weights and answers are made up,
   so that the right finding is known; whole candidates are mutants of the zoo in restricted kernels. */
#include <math.h>

#include "check/judge/bound.h"
#include "check/judge/when.h"
#include "check/judge/where.h"
#include "check/cases/build.h"
#include "check/cases/clock.h"
#include "check/cases/tensor.h"
#include "check/run/session.h"
#include "check/zoo/detail.h"
#include "check/zoo/effects.h"
#include "check/zoo/facts.h"
#include "check/zoo/function.h"
#include "check/zoo/places.h"
#include "check/zoo/reading.h"
#include "check/zoo/scores.h"
#include "check/zoo/truncation.h"
#include "tests/unit/support_check.h"

static arena memory;

static int set_up(void **state) {
  check_error error;
  (void)state;
  return arena_make(&memory, (size_t)1 << 30, &error) == CHECK_OK ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(&memory);
  return 0;
}

/* ---- a hypothesis */

static hypothesis hypothesis_by_name(const char *name, double number) {
  size_t families;
  const cause_family *const *all = cause_families(&families);
  const cause *found = NULL;
  for (size_t f = 0; f < families; f++)
    for (size_t n = 0; n < all[f]->count; n++)
      if (strcmp(all[f]->causes[n].name, name) == 0) found = &all[f]->causes[n];
  assert_non_null(found);
  return hypothesis_of(found, number);
}

/* ---- when */

static judged_case one(const char *text, bool failed) {
  return (judged_case){recipe_of(text), failed, true, JUDGED_FOR_SUITE};
}

static void print_when(const judged_case *cases, size_t count, char text[WHEN_TEXT_MAX]) {
  const when found = when_find(cases, count);
  when_print(&found, text);
}

static void conditions_are_found(void **state) {
  char text[WHEN_TEXT_MAX];
  judged_case cases[80];
  size_t count = 0;
  (void)state;
  for (int keys = 1; keys <= 20; keys++)
    for (int causal = 0; causal < 2; causal++)
      for (int sink = 0; sink < 2; sink++) {
        char made[200];
        (void)snprintf(made, sizeof made, "keys=%d%s%s", keys, causal ? " causal=yes alignment=top-left" : "",
                       sink ? " sink=normal" : "");
        cases[count++] = one(made, causal && keys >= 9);
      }
  print_when(cases, count, text);
  assert_string_equal(text,
                      "only with causal top-left, and from 9 keys on: 24 of 24 such cases fail, none of the 56 others");
  for (size_t n = 0; n < count; n++) cases[n].failed = cases[n].made.keys % 8 != 0 && cases[n].made.sink != 0;
  print_when(cases, count, text);
  assert_string_equal(text,
                      "only with sink normal, and where the number of keys is not a multiple of 8: 36 of 36 such cases "
                      "fail, none of the 44 others");
  const when found = when_find(cases, count);
  for (size_t n = 0; n < count; n++) assert_int_equal(when_missed(&found, &cases[n].made) == 0, cases[n].failed);
}

/* Cases asked for shrinking narrow the conditions, and are not counted. */
static void shrinking_narrows_conditions(void **state) {
  char text[WHEN_TEXT_MAX];
  judged_case cases[6] = {one("keys=40 sink=normal", true), one("keys=50 sink=normal", true), one("keys=40", false),
                          one("keys=3 sink=normal", false)};
  (void)state;
  print_when(cases, 4, text);
  assert_string_equal(text, "only with sink normal, and from 40 keys on: 2 of 2 such cases fail, none of the 2 others");
  cases[4] = one("keys=33 sink=normal", true);
  cases[5] = one("keys=32 sink=normal", false);
  cases[4].of = cases[5].of = JUDGED_FOR_SHRINKING;
  print_when(cases, 6, text);
  assert_string_equal(text, "only from 33 keys on, and with sink normal: 2 of 2 such cases fail, none of the 3 others");
}

static void nothing_in_common(void **state) {
  char text[WHEN_TEXT_MAX];
  judged_case cases[20];
  (void)state;
  for (int n = 0; n < 20; n++) cases[n] = one("keys=3", n % 2 == 0);
  print_when(cases, 20, text);
  assert_string_equal(text, "10 of 20 cases fail; they have no option or size in common");
  for (int n = 0; n < 20; n++) cases[n].failed = false;
  print_when(cases, 20, text);
  assert_string_equal(text, "");
}

/* Cases fail with a sink, and so do those with NaN: two kinds, each with its condition. */
static void kinds_are_split(void **state) {
  char text[WHEN_TEXT_MAX];
  judged_case cases[80];
  when_kinds kinds;
  size_t count = 0;
  (void)state;
  for (int keys = 1; keys <= 20; keys++)
    for (int sink = 0; sink < 2; sink++)
      for (int fill = 0; fill < 2; fill++) {
        char made[200];
        const bool is_nan = fill == 1 && keys % 4 == 0;
        (void)snprintf(made, sizeof made, "keys=%d%s%s", keys, sink ? " sink=normal" : "", is_nan ? " fill=nan" : "");
        cases[count++] = one(made, sink || is_nan);
      }
  assert_true(when_split(cases, count, &kinds));
  when_print_kind(&kinds, 0, text);
  assert_string_equal(text, "cases with fill other than nan");
  when_print(&kinds.first, text);
  assert_string_equal(text, "only with sink normal: 35 of 35 such cases fail, none of the 35 others");
  for (size_t n = 0; n < count; n++)
    if (cases[n].failed) {
      const recipe *r = &cases[n].made;
      assert_int_equal(when_is_of_kind(&kinds, 0, r), r->fill != FILL_NAN);
      assert_int_equal(when_is_of_kind(&kinds, 1, r), r->sink == 0);
    }
  for (size_t n = 0; n < count; n++) cases[n].failed = cases[n].made.sink != 0;
  assert_false(when_split(cases, count, &kinds));
}

/* ---- evidence */

/* Two causes that read the same are one alternative, and so is one that reads like the cause itself. */
static void alternatives_are_said_once(void **state) {
  char text[2 * CAUSE_TEXT_MAX];
  suspect list[4] = {{.of = hypothesis_by_name("causal-ignored", 0), .alive = true},
                     {.of = hypothesis_by_name("diagonal-moved", -1), .alive = true},
                     {.of = hypothesis_by_name("diagonal-moved", -1 - 1e-9), .alive = true},
                     {.of = {NULL, *zoo_find("causal-top-left")}, .alive = true}};
  const suspects all = {.list = list, .count = 4};
  (void)state;
  suspects_print_others(&all, &list[0], text, sizeof text);
  assert_string_equal(text, "or the diagonal is moved by -1: the last key that query i sees is i + offset -1");
}

/* A place is never certain, nor a cause seen in few of many failing cases; nor does one case make a second cause. */
static void confidence_is_earned(void **state) {
  xray_cause c = {.cases = 12, .of_cases = 12, .rows = 40, .of_rows = 40};
  suspect one = {.cases = 2, .sum = {.explained = 9, .wrong = 9}};
  (void)state;
  assert_string_equal(xray_confidence(&c), "high");
  c.is_of_few = true;
  assert_string_equal(xray_confidence(&c), "medium");
  c.is_of_few = false, c.is_place = true;
  assert_string_equal(xray_confidence(&c), "medium");
  c.of_cases = 13;
  assert_string_equal(xray_confidence(&c), "low");
  assert_true(suspect_stands_beside(&one));
  one.sum.wrong = 10;
  assert_false(suspect_stands_beside(&one));
  one = (suspect){.cases = 1, .sum = {.explained = 9, .wrong = 9}};
  assert_false(suspect_stands_beside(&one));
}

/* ---- where */

static void sets_are_named(void **state) {
  static const struct {
    const char *in; /* x: in the set */
    const char *text;
  } sets[] = {
      {"xxxx", ""},
      {"....", ""},
      {"...x", ", query 3 of 4"},
      {".xx.", ", queries 1 .. 2 of 4"},
      {".x.x.x.x", ", every query n with n mod 2 = 1"},
      {"x..x..x.", ", every query n with n mod 3 = 0"},
      {"x.xx...x", ", 4 of 8 queries, from 0 to 7"},
      {"................xx..", ", queries 16 .. 17 of 20 (from a tile of 16 on)"},
  };
  (void)state;
  for (size_t n = 0; n < sizeof sets / sizeof sets[0]; n++) {
    bool in[20];
    char text[100] = "";
    for (size_t i = 0; i < strlen(sets[n].in); i++) in[i] = sets[n].in[i] == 'x';
    (void)where_print_set(in, (int64_t)strlen(sets[n].in), "query", "queries", text, sizeof text);
    assert_string_equal(text, sets[n].text);
  }
}

/* ---- a case, its expected answer, and a right answer in its memory */

typedef struct {
  attest_problem problem;
  attest_answer answer;
  expected e;
} sight_of_case;

static void see(const char *text, sight_of_case *s) {
  check_error error;
  const recipe r = recipe_of(text);
  const attest_arithmetic arithmetic = bound_default((attest_dtype)r.dtype);
  assert_int_equal(build_case(&r, (build_wanted){.lse = true}, &memory, &s->problem, &s->answer, &error), CHECK_OK);
  assert_int_equal(expected_make(&s->problem, &s->answer, &arithmetic, &s->e, &error), CHECK_OK);
  assert_int_equal(zoo_answer(&s->problem, NULL, &s->answer), ATTEST_OK);
}

static void errors_are_placed(void **state) {
  char text[WHERE_TEXT_MAX];
  sight_of_case s;
  see("batch=2 q_heads=4 kv_heads=2 q_len=3 keys=7 d_k=8 d_v=8 seed=3", &s);
  (void)state;
  for (int64_t c = 0; c < 8; c++) output_store(&s.answer.out, (const int64_t[]){1, 2, 2, c}, 9);
  where_print(&s.e, &s.answer, text);
  assert_string_equal(text, "8 of 192 elements of out, batch 1 of 2, head 2 of 4, query 2 of 3; lse right");
  expected_free(&s.e);
}

/* NaN that is made in an answer, and NaN that comes from a hidden key. */
static void nan_is_traced(void **state) {
  char text[WHERE_TEXT_MAX];
  sight_of_case s;
  (void)state;
  see("q_len=3 keys=5 d_k=2 d_v=2 causal=yes alignment=top-left seed=3", &s);
  output_store(&s.answer.out, (const int64_t[]){0, 0, 1, 1}, NAN);
  where_print(&s.e, &s.answer, text);
  assert_true(strstr(text, "; NaN first in batch 0, head 0, query 1: no key of its head has NaN or infinity: the row "
                           "itself makes the NaN, or reads it from elsewhere"));
  expected_free(&s.e);
  see("q_heads=2 kv_heads=2 q_len=3 keys=5 d_k=2 d_v=2 causal=yes alignment=top-left hidden=nan-v seed=3", &s);
  where_print(&s.e, &s.answer, text);
  assert_null(strstr(text, "NaN"));
  output_store(&s.answer.out, (const int64_t[]){0, 1, 0, 1}, NAN);
  where_print(&s.e, &s.answer, text);
  assert_true(strstr(text, "head 1, query 0: key 3, which it does not see, has NaN or infinity in v"));
  expected_free(&s.e);
}

/* ---- functions read from weights */

/* A sheet of a case as a right candidate fills it. */
static sheet right_sheet(const problem_f64 *w) {
  static double weights[40000], lse[1000];
  sheet s;
  assert_true(w->batch * w->q_heads * w->q_len * w->keys <= 40000);
  assert_true(sheet_make(w, weights, lse, &s));
  for (int64_t n = 0; n < s.rows * s.keys; n++) s.read[n] = s.weight[n];
  for (int64_t row = 0; row < s.rows; row++) s.lse[row] = sheet_right_lse(&s, row);
  return s;
}

/* The weights of a case without hidden keys, with other exponentials of the scores. */
static void read_function(const sight_of_case *c, double (*change)(double score, double max),
                          char text[DETAIL_TEXT_MAX]) {
  sheet s = right_sheet(&c->e.problem);
  for (int64_t n = 0; n < s.rows * s.keys; n++) s.read[n] = change(s.score[n], s.max[n / s.keys]) / s.total[n / s.keys];
  function_print(&s, text);
  sheet_free(&s);
}

static double right_exp(double s, double max) { return exp(s - max); }
static double factor_on_scores(double s, double max) { return exp(1.1 * (s - max)); }
static double cubic(double s, double max) {
  const double x = s - max, half = x / 16;
  return pow(1 + half + half * half / 2 + half * half * half / 6, 16);
}
static double wavy_score(double s, double max) { return exp(s + 1e-3 * sin(3 * s) - max); }
static double noisy(double s, double max) { return exp(s - max) * (1 + 1e-3 * sin(1e7 * s)); }

static void functions_are_told(void **state) {
  static const struct {
    double (*change)(double, double);
    const char *begins;
  } functions[] = {{right_exp, ""},
                   {factor_on_scores, ""},
                   {noisy, ""},
                   {cubic, "exp is another function"},
                   {wavy_score, "the softcap is another function"}};
  char text[DETAIL_TEXT_MAX];
  sight_of_case s;
  (void)state;
  see("dtype=f64 batch=2 q_heads=2 q_len=32 keys=48 d_k=8 d_v=8 softcap=4 seed=3", &s);
  for (size_t n = 0; n < sizeof functions / sizeof functions[0]; n++) {
    read_function(&s, functions[n].change, text);
    assert_int_equal(text[0] == '\0', functions[n].begins[0] == '\0');
    assert_true(strncmp(text, functions[n].begins, strlen(functions[n].begins)) == 0);
  }
  expected_free(&s.e);
}

/* ---- scores read from weights */

/* The score of key 2 is too large by half; column 3 counts twice; column 1 of q is read for columns 6 and 7 (without
   lse, which a sum of these would need); keys 4 and 5 are exchanged; all is right. */
static double one_score_more(const problem_f64 *w, int64_t row, int64_t j) {
  return (void)w, (void)row, j == 2 ? 0.5 : 0;
}
static double column_twice(const problem_f64 *w, int64_t row, int64_t j) {
  return w->scale * w->q[row * w->d_k + 3] * w->k[j * w->d_k + 3];
}
static double column_elsewhere(const problem_f64 *w, int64_t row, int64_t j) {
  const double *q = w->q + row * w->d_k, *k = w->k + j * w->d_k;
  return w->scale * ((q[1] - q[6]) * k[6] + (q[1] - q[7]) * k[7]);
}
static double nothing_more(const problem_f64 *w, int64_t row, int64_t j) { return (void)w, (void)row, (void)j, 0; }

static void scores_are_read(void **state) {
  static const struct {
    double (*more)(const problem_f64 *, int64_t, int64_t);
    bool exchanges;
    void (*print)(const sheet *s, char text[DETAIL_TEXT_MAX]);
    const char *text;
  } changes[] = {
      {nothing_more, false, scores_print_added, ""},
      {nothing_more, false, scores_print_columns, ""},
      {nothing_more, false, scores_print_moved, ""},
      {one_score_more, false, scores_print_added, "0.5 is added to the scores of some keys, key 2 of 24"},
      {column_twice, false, scores_print_columns, "some columns of q and k count 2 times in the scores, column 3 of 8"},
      {column_elsewhere, false, scores_print_columns,
       "column 1 of q is read instead of column 6 (2 columns are read elsewhere)"},
      {nothing_more, true, scores_print_moved,
       "rows of k or v, or columns of out, are swapped: key 4 has the weight of key 5"}};
  char text[DETAIL_TEXT_MAX];
  sight_of_case c;
  (void)state;
  see("dtype=f64 q_len=16 keys=24 d_k=8 d_v=8 seed=3", &c);
  const problem_f64 *w = &c.e.problem;
  for (size_t n = 0; n < sizeof changes / sizeof changes[0]; n++) {
    sheet s = right_sheet(w);
    for (int64_t at = 0; at < s.rows * s.keys; at++) {
      const int64_t j = at % s.keys, from = changes[n].exchanges && (j == 4 || j == 5) ? at - j + 9 - j : at;
      s.read[at] = s.weight[from] * exp(changes[n].more(w, at / s.keys, j));
    }
    for (int64_t row = 0; row < s.rows; row++) {
      double sum = 0;
      for (int64_t j = 0; j < s.keys; j++) sum += s.read[row * s.keys + j];
      for (int64_t j = 0; j < s.keys; j++) s.read[row * s.keys + j] /= sum;
      if (sum > 0) s.lse[row] += log(sum);
    }
    changes[n].print(&s, text);
    assert_string_equal(text, changes[n].text);
    sheet_free(&s);
  }
  expected_free(&c.e);
}

/* ---- effects */

/* What a kernel does to a sheet: keys in the last, partial tile of 8 are lost; the same for one query in two; sums are
   not rescaled (tiles of 16); the bias counts twice; NaN in rows whose first 8 keys are hidden; lse of the first half.
   */
static void lose_rest(sheet *s, int64_t n) {
  if (n % s->keys >= s->keys / 8 * 8) s->read[n] = 0;
}
static void lose_rest_of_odd(sheet *s, int64_t n) {
  if (sheet_query(s, n / s->keys) % 2 == 1) lose_rest(s, n);
}
static void forget_to_rescale(sheet *s, int64_t n) {
  const int64_t end = (n % s->keys / 16 + 1) * 16;
  if (end < s->keys) s->read[n] *= exp(s->max[n / s->keys] - s->so_far[n - n % s->keys + end - 1]);
}
static void bias_twice(sheet *s, int64_t n) { s->read[n] *= exp(s->bias[n]); }
static void nan_without_keys(sheet *s, int64_t n) {
  if (s->first[n / s->keys] >= 8) s->read[n] = NAN;
}
static void lse_of_half(sheet *s, int64_t n) {
  const int64_t row = n / s->keys;
  double sum = 0;
  for (int64_t j = 0; j < (s->keys + 1) / 2; j++) sum += s->weight[row * s->keys + j];
  if (sum > 0) s->lse[row] = sheet_right_lse(s, row) + log(sum);
}
static void max_of_last_tile(sheet *s, int64_t n) {
  const int64_t row = n / s->keys, first = row * s->keys;
  double top = -HUGE_VAL;
  for (int64_t j = (s->keys - 1) / 8 * 8; j < s->keys; j++) top = fmax(top, s->score[first + j]);
  s->lse[row] = sheet_right_lse(s, row) + top - s->max[row];
}
static void do_nothing(sheet *s, int64_t n) { (void)s, (void)n; }

/* Weights are cut to bf16, and the sentence about truncation is printed. Weights are rounded to bf16, and it is not. */
static void truncation_is_told(void **state) {
  sight_of_case c;
  char text[DETAIL_TEXT_MAX];
  (void)state;
  see("dtype=bf16 q_len=16 keys=20 d_k=8 d_v=20 seed=3", &c);
  sheet s = right_sheet(&c.e.problem);
  for (int cut = 0; cut < 2; cut++) {
    for (int64_t n = 0; n < s.rows * s.keys; n++) {
      int exponent;
      const double mantissa = ldexp(frexp(s.weight[n], &exponent), 8);
      s.read[n] = ldexp(cut ? floor(mantissa) : rint(mantissa), exponent - 8);
    }
    truncation_print(&s, text);
    assert_int_equal(strncmp(text, "the output is truncated, not rounded: weights are off by -0.", 59) == 0, cut);
  }
  sheet_free(&s);
  expected_free(&c.e);
}

/* Rows of v that are read for others, in one sheet alone; and a function of one sheet, which is not told by one. */
static void details_are_told(void **state) {
  sheet sheets[2];
  char text[DETAIL_TEXT_MAX];
  (void)state;
  for (int n = 0; n < 2; n++) {
    sight_of_case c;
    see(n == 0 ? "dtype=f64 q_len=16 keys=20 d_k=8 d_v=20 seed=3" : "dtype=f64 q_len=12 keys=40 d_k=8 d_v=40 seed=4",
        &c);
    sheets[n] = right_sheet(&c.e.problem);
    expected_free(&c.e);
  }
  assert_int_equal(detail_print(sheets, 2, text), -1);
  sheet *s = &sheets[0];
  for (int64_t n = 0; n < s->rows * s->keys; n++)
    s->read[n] = cubic(s->score[n], s->max[n / s->keys]) / s->total[n / s->keys];
  assert_int_equal(detail_print(sheets, 2, text), -1);
  assert_string_equal(text, "");
  for (int64_t row = 0; row < s->rows; row++)
    for (int64_t j = 0; j < s->keys; j++) {
      const double *right = s->weight + row * s->keys;
      s->read[row * s->keys + j] = j >= 16 ? 0 : right[j] + (j < 4 ? right[j + 16] : 0);
    }
  assert_int_equal(detail_print(sheets, 2, text), 0);
  assert_string_equal(text, "key j of 20 reads row j mod 16 of v");
  for (int n = 0; n < 2; n++) sheet_free(&sheets[n]);
}

/* A sum of the row that leaves out, or adds to the denominator, what the sum of values has; a denominator of another
   row; hidden keys that count with a score of their own. */
static void sum_without_rest(sheet *s, int64_t n) {
  const int64_t row = n / s->keys, first = row * s->keys;
  double left = 1;
  for (int64_t j = s->keys / 8 * 8; j < s->keys; j++) left -= s->weight[first + j];
  s->read[n] = s->weight[n] / left;
}
static void sum_of_query_before(sheet *s, int64_t n) {
  const int64_t row = n / s->keys, other = sheet_query(s, row) >= 2 ? row - 2 : row;
  s->read[n] = s->weight[n] * exp(sheet_right_lse(s, row) - sheet_right_lse(s, other));
}
static void two_terms_more(sheet *s, int64_t n) {
  const double lse = sheet_right_lse(s, n / s->keys);
  s->read[n] = s->weight[n] / (1 + 2 * exp(-lse));
}
static void hidden_below(sheet *s, int64_t n) {
  const int64_t row = n / s->keys, first = row * s->keys;
  double sum = 0;
  for (int64_t j = 0; j < s->keys; j++) sum += exp(s->score[first + j] - (s->visible[first + j] ? 0 : 3));
  s->read[n] = exp(s->score[n] - (s->visible[n] ? 0 : 3)) / sum;
  s->lse[row] = log(sum);
}

/* Sums of lanes 1 to 3 of 4 that stay relative to the maximum of their tile of 8; sums with errors of either sign; k of
   the key before in the last, partial tile of 8. */
static void sum_of_stale_lanes(sheet *s, int64_t n) {
  const int64_t row = n / s->keys, first = row * s->keys;
  double more = 0;
  for (int64_t j = 0; j < s->keys / 8 * 8; j++) {
    const int64_t end = first + j / 8 * 8 + 7;
    if (j % 4 != 0 && end < first + s->keys - 1)
      more += exp(s->score[first + j] - s->so_far[end]) - exp(s->score[first + j] - s->max[row]);
  }
  s->read[n] = s->weight[n] / (1 + more / s->total[row]);
}
static void sum_in_few_bits(sheet *s, int64_t n) {
  static const double errors[] = {0, 0.002, -0.005, 0.004, 0, -0.003, 0.0015};
  const int64_t row = n / s->keys;
  s->read[n] = s->weight[n] * (s->first[row] == s->last[row] ? 1 : 1 + errors[row * 5 % 7]);
}
static void key_before_in_rest(sheet *s, int64_t n) {
  const int64_t row = n / s->keys, first = row * s->keys, rest = s->keys / 8 * 8;
  double sum = 0;
  if (n % s->keys != 0) return;
  for (int64_t j = 0; j < s->keys; j++) sum += s->read[first + j] = exp(s->score[first + j - (j >= rest)]);
  for (int64_t j = 0; j < s->keys; j++) s->read[first + j] /= sum;
  s->lse[row] = log(sum);
}

typedef struct {
  const char *of;
  void (*change)(sheet *s, int64_t n);
  bool told;
  const char *text;
} effect;

/* Changes sheets of several sizes, and compares what is said of them. */
static void assert_told(const effect *one) {
  static const int keys[] = {12, 13, 10, 20, 21, 23, 30, 44};
  sheet sheets[8];
  effects_told told_how;
  char text[EFFECTS_TEXT_MAX], of[200];
  sight_of_case c;
  for (int n = 0; n < 8; n++) {
    (void)snprintf(of, sizeof of, "dtype=f64 q_len=%d keys=%d d_k=8 d_v=64 seed=%d %s", 6 + n, keys[n], n + 1, one->of);
    see(of, &c);
    sheets[n] = right_sheet(&c.e.problem);
    for (int64_t at = 0; at < sheets[n].rows * sheets[n].keys; at++) one->change(&sheets[n], at);
    expected_free(&c.e);
  }
  const bool told = effects_print(sheets, 8, &told_how, text);
  if (strncmp(text, one->text, strlen(one->text)) != 0) print_message("%s\n", text);
  assert_int_equal(told, one->told);
  assert_int_equal(told_how.has_condition, strstr(one->text, "get no weight where") != NULL ||
                                               strstr(one->text, "NaN where") != NULL ||
                                               strstr(one->text, "earlier where") != NULL);
  assert_true(strncmp(text, one->text, strlen(one->text)) == 0);
  assert_true(one->text[0] != '\0' || text[0] == '\0');
  for (int n = 0; n < 8; n++) sheet_free(&sheets[n]);
}

static void effects_are_told(void **state) {
  static const effect effects[] = {
      {"", do_nothing, false, ""},
      {"", lose_rest, true, "visible keys get no weight where the key is in the last, partial tile of 8"},
      {"", lose_rest_of_odd, true,
       "visible keys get no weight where the key is in the last, partial tile of 8 and the query is odd"},
      {"", forget_to_rescale, true,
       "sums of earlier tiles of 16 keys are not rescaled when the maximum rises (all of "},
      {"bias=shared", bias_twice, true, "the bias counts 2 times (all of "},
      {"windowed=yes left=3 right=0 alignment=bottom-right", nan_without_keys, true,
       "rows are NaN where the first 8 keys are hidden"},
      {"", lse_of_half, true, "the sum in lse leaves out keys where the key is in the last of 2 ranges, or "},
      {"", max_of_last_tile, true, "lse uses the maximum of the last tile of 8 keys that the row sees"},
      {"", sum_without_rest, true, "the denominator leaves out keys where the key is in the last, partial tile of 8"},
      {"", sum_of_query_before, true, "the denominator is that of the query 2 earlier ("},
      {"", two_terms_more, true, "number of extra terms exp(0) in the denominator: 2 ("},
      {"", sum_of_stale_lanes, true,
       "the denominator does not rescale terms of tiles of 8 keys when a later tile raises the maximum where the key "
       "is not the first of a tile of 4"},
      {"", sum_in_few_bits, true, "the denominator has rounding errors of up to 0.005 of it, in either direction: "},
      {"", key_before_in_rest, true, "k is that of the key 1 earlier where the key is in the last, partial tile of 8"},
      {"causal=yes alignment=bottom-right", hidden_below, true,
       "keys after the diagonal get weight with -3 added to their scores (all of "},
  };
  (void)state;
  for (size_t n = 0; n < sizeof effects / sizeof effects[0]; n++) assert_told(&effects[n]);
}

/* One sheet alone confirms no condition. */
static void conditions_need_several_cases(void **state) {
  effects_told told_how;
  char text[EFFECTS_TEXT_MAX];
  sight_of_case c;
  (void)state;
  see("dtype=f64 q_len=6 keys=12 d_k=8 d_v=12 seed=3", &c);
  sheet s = right_sheet(&c.e.problem);
  for (int64_t at = 0; at < s.rows * s.keys; at++) lose_rest(&s, at);
  assert_false(effects_print(&s, 1, &told_how, text));
  assert_string_equal(text, "visible keys get no weight (24 of 72 pairs)");
  sheet_free(&s);
  expected_free(&c.e);
}

/* ---- places */

static const zoo_mutant *q_of_another_head(void) {
  static zoo_mutant m;
  m = hypothesis_by_name("q-head-0", 0).mutant;
  return &m;
}

/* q of head 0 for every head: the row of q explains every wrong row, other places do not, and a right answer has none.
   */
static void places_are_found(void **state) {
  places found = {.of = {{.refuted = false}}};
  char text[CAUSE_TEXT_MAX];
  (void)state;
  for (int n = 0; n < 2; n++) {
    sight_of_case s;
    cause_space space;
    see(n == 0 ? "batch=2 q_heads=2 kv_heads=2 q_len=3 keys=7 d_k=8 d_v=8 seed=3"
               : "q_heads=3 kv_heads=3 q_len=4 keys=5 d_k=8 d_v=8 seed=4",
        &s);
    assert_int_equal(zoo_answer(&s.problem, q_of_another_head(), &s.answer), ATTEST_OK);
    assert_true(cause_space_make(&s.answer, &space));
    assert_true(cause_choose_rows(&s.e, &s.answer, &space) > 0);
    assert_true(places_try(&found, &s.e, &s.answer, &space, clock_seconds() + 60));
    cause_space_free(&space);
    expected_free(&s.e);
  }
  assert_int_equal(places_best(&found, 2), PLACE_Q);
  assert_int_equal(places_best(&found, 3), -1);
  for (place_kind kind = 0; kind < PLACES; kind++) assert_int_equal(found.of[kind].refuted, kind != PLACE_Q);
  place_print(&found, PLACE_Q, text);
  assert_string_equal(text, "q of another row is read: for batch 0, head 1, query 0, that of batch 0, head 0, query 0");
  assert_string_equal(place_name(PLACE_Q), "place-of-q");
}

/* ---- numbers read from weights */

typedef double changed_weight(const sheet *s, int64_t n);

static double smoother(const sheet *s, int64_t n) {
  return s->visible[n] ? exp(0.5 * (s->score[n] - s->max[n / s->keys])) : 0;
}
static double two_phantoms(const sheet *s, int64_t n) {
  const double total = s->total[n / s->keys];
  return s->weight[n] * total / (total + 2 * exp(-s->max[n / s->keys]));
}
static double one_key_more(const sheet *s, int64_t n) {
  const int64_t row = n / s->keys;
  return n % s->keys <= sheet_query(s, row) + 1 ? exp(s->score[n] - s->max[row]) : 0;
}
static double half(const sheet *s, int64_t n) { return s->weight[n] / 2; }
static double right_weight(const sheet *s, int64_t n) { return s->weight[n]; }

/* Reads the changed weights of a case, and the right lse plus a number. */
static reading read_changed(const sight_of_case *c, changed_weight *change, double plus, char facts[FACTS_TEXT_MAX]) {
  sheet s = right_sheet(&c->e.problem);
  reading found;
  for (int64_t n = 0; n < s.rows * s.keys; n++) s.read[n] = change(&s, n);
  for (int64_t row = 0; row < s.rows; row++) s.lse[row] += plus;
  assert_true(reading_make(&s, &found));
  (void)facts_print(&s, facts);
  sheet_free(&s);
  return found;
}

static void numbers_are_read(void **state) {
  char facts[FACTS_TEXT_MAX];
  sight_of_case s;
  see("dtype=f64 batch=2 q_heads=2 kv_heads=1 q_len=9 keys=9 d_k=8 d_v=16 causal=yes alignment=top-left seed=3", &s);
  (void)state;
  reading r = read_changed(&s, right_weight, 1.5, facts);
  assert_string_equal(facts, "the weights are right, but the output computed from them, or lse, is not");
  assert_near(r.number[MEASURE_FACTOR], 1, 1e-3);
  assert_true(r.found[MEASURE_DIAGONAL] && r.number[MEASURE_DIAGONAL] == 0);
  assert_near(r.number[MEASURE_LSE_PLUS], 1.5, 1e-3);
  assert_false(r.found[MEASURE_CUT] || r.found[MEASURE_LENGTH] || r.found[MEASURE_LEFT]);
  r = read_changed(&s, smoother, 0, facts);
  assert_true(r.found[MEASURE_FACTOR]);
  assert_near(r.number[MEASURE_FACTOR], 0.5, 1e-3);
  r = read_changed(&s, two_phantoms, 0, facts);
  assert_true(r.found[MEASURE_PHANTOMS]);
  assert_near(r.number[MEASURE_PHANTOMS], 2, 1e-3);
  r = read_changed(&s, half, 0, facts);
  assert_near(r.number[MEASURE_OUTPUT], 0.5, 1e-3);
  assert_string_equal(facts, "weights of a row sum to 0.5 .. 0.5");
  r = read_changed(&s, one_key_more, 0, facts);
  assert_true(r.found[MEASURE_DIAGONAL] && r.number[MEASURE_DIAGONAL] == 1);
  assert_true(strncmp(facts, "hidden keys get weight: query 0 of head 0 sees key 1 (32 pairs)", 60) == 0);
  expected_free(&s.e);
}

/* ---- causes */

static void forget(const attest_output *t) {
  (void)memset(t->data, ARENA_PATTERN, (size_t)tensor_count(t->size) * attest_dtype_size(t->dtype));
}

/* Every cause explains its own answers, wherever these are wrong, and no correct one; no two have the same name. */
static void causes_explain_themselves(void **state) {
  static const char *const texts[] = {
      "batch=3 q_heads=6 kv_heads=2 q_len=9 keys=13 d_k=8 d_v=5 causal=yes alignment=bottom-right kv_len=ragged seed=1",
      "batch=2 q_heads=4 kv_heads=2 q_len=9 keys=9 d_k=8 d_v=8 alignment=offset offset=2 causal=yes mask=random "
      "bias=random seed=2",
      "q_heads=2 q_len=7 keys=70 d_k=17 d_v=17 alignment=top-left windowed=yes left=3 right=2 sink=normal softcap=2 "
      "scale=1.3 seed=3",
      "q_len=3 keys=70 d_k=16 d_v=16 fill=rising mask=rows seed=4", "q_len=3 keys=40 d_k=16 d_v=16 fill=low seed=5"};
  size_t families, showing = 0, causes = 0;
  const cause_family *const *all = cause_families(&families);
  (void)state;
  for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
    sight_of_case s;
    see(texts[t], &s);
    cause_space space, right;
    cause_counts counts;
    assert_true(cause_space_make(&s.answer, &space) && cause_space_make(&s.answer, &right));
    for (size_t f = 0; f < families; f++)
      for (size_t n = 0; n < all[f]->count; n++) {
        const hypothesis h =
            hypothesis_of(&all[f]->causes[n], all[f]->causes[n].numbers[0] != 0 ? all[f]->causes[n].numbers[0] : 2);
        assert_int_equal(zoo_answer(&s.problem, NULL, &s.answer), ATTEST_OK);
        assert_int_equal(cause_choose_rows(&s.e, &s.answer, &right), 0);
        assert_true(cause_compare(&h, &s.e, &s.answer, &right, &counts));
        assert_true(counts.explained == 0 && counts.wrong == 0 && counts.right > 0);
        forget(&s.answer.out);
        forget(&s.answer.lse);
        assert_int_equal(zoo_answer(&s.problem, &h.mutant, &s.answer), ATTEST_OK);
        const int64_t wrong = cause_choose_rows(&s.e, &s.answer, &space);
        assert_true(cause_compare(&h, &s.e, &s.answer, &space, &counts));
        if (counts.explained < counts.wrong || counts.contradicted > 0)
          fail_msg("%s in %s: %d of %d wrong rows, %d contradicted", h.mutant.name, texts[t], (int)counts.explained,
                   (int)counts.wrong, (int)counts.contradicted);
        showing += wrong > 0;
        causes += t == 0;
      }
    cause_space_free(&space);
    cause_space_free(&right);
    expected_free(&s.e);
  }
  assert_true(causes > 250 && showing > 400);
}

static void names_are_unique(void **state) {
  size_t families;
  const cause_family *const *all = cause_families(&families);
  (void)state;
  for (size_t f = 0; f < families; f++)
    for (size_t n = 0; n < all[f]->count; n++)
      for (size_t g = 0; g < families; g++)
        for (size_t m = 0; m < all[g]->count; m++)
          assert_true((f == g && n == m) || strcmp(all[f]->causes[n].name, all[g]->causes[m].name) != 0);
}

static void sentences_have_their_number(void **state) {
  char text[CAUSE_TEXT_MAX];
  static const cause a = {.name = "a", .says = "moved by {+}: {} keys"};
  (void)state;
  hypothesis h = hypothesis_of(&a, 2);
  hypothesis_print(&h, text);
  assert_string_equal(text, "moved by +2: 2 keys");
  h = hypothesis_of(&a, -0.5);
  hypothesis_print(&h, text);
  assert_string_equal(text, "moved by -0.5: -0.5 keys");
}

/* ---- whole candidates */

static xray xray_of(const char *target) {
  candidate c;
  check_error error;
  session_result result;
  const session_settings settings = {.suite = SUITE_IS_QUICK, .type = {[ATTEST_F32] = true}, .seed = 1, .xray = 60};
  const session_events none = {.context = NULL};
  assert_int_equal(candidate_find(target, &c, &error), CHECK_OK);
  assert_int_equal(session_run(&c, &settings, &none, &result, &error), CHECK_OK);
  return result.found;
}

/* A cause of general kind is named first, and the mutant is kin. */
static void mutants_are_explained(void **state) {
  static const struct {
    const char *target, *cause, *kin;
  } cases[] = {
      {"zoo:causal-top-left@causal", "diagonal-top-left", "causal-top-left"},
      {"zoo:kv-head-tiled@grouped", "kv-head-mod", "kv-head-tiled"},
      {"zoo:zero-keys-counted@plain", "padding-counted", "zero-keys-counted"},
  };
  (void)state;
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    const xray found = xray_of(cases[n].target);
    bool kin = false;
    assert_true(found.made && found.when[0] != '\0' && found.where[0] != '\0');
    if (found.causes < 1 || strcmp(found.cause[0].name, cases[n].cause) != 0)
      fail_msg("%s: %s", cases[n].target, found.causes < 1 ? "no cause" : found.cause[0].name);
    assert_int_equal(found.cause[0].cases, found.cause[0].of_cases);
    assert_int_equal(found.cause[0].rows, found.cause[0].of_rows);
    assert_int_equal(found.cause[0].contradicted, 0);
    for (int m = 0; m < found.kins; m++) kin = kin || strcmp(found.kin[m]->name, cases[n].kin) == 0;
    assert_true(kin);
  }
}

/* Ranges of keys that are merged with equal weights, in out alone: lse is right. */
static void one_output_is_explained(void **state) {
  const hypothesis h = hypothesis_by_name("merge-evenly", 8);
  const attest_arithmetic arithmetic = bound_default(ATTEST_F32);
  static xray found;
  check_error error;
  sight_of_case s;
  (void)state;
  see("q_heads=2 q_len=9 keys=70 d_k=8 d_v=8 seed=3", &s);
  assert_int_equal(zoo_answer(&s.problem, &h.mutant, &s.answer), ATTEST_OK);
  for (int64_t n = 0; n < 18; n++) output_store(&s.answer.lse, (const int64_t[]){0, n / 9, n % 9, 0}, s.e.lse[n]);
  assert_int_equal(xray_of_answer(&s.e, &s.answer, &arithmetic, 20, &found, &error), CHECK_OK);
  assert_string_equal(found.cause[0].text,
                      "8 ranges of the keys are merged with equal weights, in out alone: lse is right");
  expected_free(&s.e);
}

/* Bottom-right alone; the diagonal is one key early where the lengths differ, and rows that see NaN are 0. */
static attest_status answer_with_two_bugs(const attest_problem *p, const attest_answer *a) {
  const zoo_mutant early = hypothesis_by_name("diagonal-moved", -1).mutant;
  const bool plain = p->mask.data == NULL && p->bias.data == NULL && p->kv_len == NULL && p->sink == NULL;
  const bool bare = !p->windowed && !(p->softcap > 0) && p->causal && p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT;
  int64_t at[ATTEST_AXES];
  if (!plain || !bare) return ATTEST_UNSUPPORTED;
  const bool square = p->q.size[ATTEST_POSITION] == p->k.size[ATTEST_POSITION];
  const attest_status status = zoo_answer(p, square ? NULL : &early, a);
  const attest_output *outputs[] = {&a->out, &a->lse};
  for (int n = 0; n < 2; n++)
    for (bool more = outputs[n]->data != NULL && tensor_first(outputs[n]->size, at); more;
         more = tensor_next(outputs[n]->size, at))
      if (isnan(output_element(outputs[n], at))) output_store(outputs[n], at, n == 0 ? 0 : -HUGE_VAL);
  return status;
}

/* Two bugs give two findings, each for the failing cases of its kind. */
static void two_bugs_are_told_apart(void **state) {
  candidate c = candidate_of_function("two bugs", answer_with_two_bugs, NULL);
  const session_settings settings = {.suite = SUITE_IS_QUICK, .type = {[ATTEST_F32] = true}, .seed = 1, .xray = 60};
  const session_events none = {.context = NULL};
  static session_result result;
  check_error error;
  (void)state;
  assert_int_equal(session_run(&c, &settings, &none, &result, &error), CHECK_OK);
  const xray *first = &result.found, *second = &result.second;
  assert_true(second->made);
  assert_string_equal(first->kind, "cases with fill other than nan");
  assert_true(first->causes > 0 && !first->cause[0].is_place);
  if (strstr(first->cause[0].text, "last visible key") == NULL) fail_msg("%s", first->cause[0].text);
  assert_int_equal(first->cause[0].cases, first->cause[0].of_cases);
  assert_true(strncmp(second->when, "only with fill nan", 18) == 0);
  assert_true(second->failing > 0 && second->failing < first->failing && second->of_both > 0);
  if (strstr(second->facts, "rows that should be NaN are not") == NULL) fail_msg("%s", second->facts);
}

static void right_ones_have_no_cause(void **state) {
  (void)state;
  assert_false(xray_of("zoo:correct-tiled@plain").made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conditions_are_found),
      cmocka_unit_test(shrinking_narrows_conditions),
      cmocka_unit_test(nothing_in_common),
      cmocka_unit_test(kinds_are_split),
      cmocka_unit_test(alternatives_are_said_once),
      cmocka_unit_test(confidence_is_earned),
      cmocka_unit_test(two_bugs_are_told_apart),
      cmocka_unit_test(sets_are_named),
      cmocka_unit_test(errors_are_placed),
      cmocka_unit_test(nan_is_traced),
      cmocka_unit_test(functions_are_told),
      cmocka_unit_test(scores_are_read),
      cmocka_unit_test(truncation_is_told),
      cmocka_unit_test(details_are_told),
      cmocka_unit_test(effects_are_told),
      cmocka_unit_test(conditions_need_several_cases),
      cmocka_unit_test(places_are_found),
      cmocka_unit_test(numbers_are_read),
      cmocka_unit_test(causes_explain_themselves),
      cmocka_unit_test(names_are_unique),
      cmocka_unit_test(sentences_have_their_number),
      cmocka_unit_test(one_output_is_explained),
      cmocka_unit_test(mutants_are_explained),
      cmocka_unit_test(right_ones_have_no_cause),
  };
  return cmocka_run_group_tests_name("test_xray", tests, set_up, tear_down);
}
