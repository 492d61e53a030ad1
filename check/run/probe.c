#include "check/run/probe.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/build.h"
#include "check/cases/tensor.h"
#include "check/cases/problem_f64.h"

/* A case of a probe, built in the arena. */
typedef struct probe_trial {
  worker *run;
  arena *memory;
  recipe made;
  attest_problem problem;
  attest_answer answer;
  outcome result;
} trial;

/* ---- running */

static check_status no_memory(check_error *error) { return check_fail(error, CHECK_FAILURE, "not enough memory for a probe"); }

static check_status build(trial *t, check_error *error) {
  return build_case(&t->made, (build_wanted){false, false}, t->memory, &t->problem, &t->answer, error);
}

/* Computes; false if there is no answer, which *found then tells. */
static bool answered(trial *t, probe_finding *found, check_status *status, check_error *error) {
  *status = worker_run(t->run, &t->problem, &t->answer, &t->result, error);
  if (*status != CHECK_OK) return false;
  if (t->result.kind == OUTCOME_RETURNED && t->result.status == ATTEST_OK) return true;
  const bool unsupported = t->result.kind == OUTCOME_RETURNED && t->result.status == ATTEST_UNSUPPORTED;
  found->result = unsupported ? PROBE_SKIPPED : PROBE_FAILS;
  (void)snprintf(found->text, sizeof found->text, "%s",
                 t->result.kind == OUTCOME_RETURNED ? attest_strerror(t->result.status) : t->result.text);
  return false;
}

/* As it was before the first run. The probes' layouts are contiguous. */
static void forget_answer(const trial *t) {
  (void)memset(t->answer.out.data, ARENA_PATTERN, (size_t)tensor_count(t->answer.out.size) * attest_dtype_size(t->answer.out.dtype));
}

/* Whether the rows of query i count in a comparison. */
typedef bool row_filter(int64_t i);

static bool every_row(int64_t i) {
  (void)i;
  return true;
}
static bool even_row(int64_t i) { return i % 2 == 0; }

/* Bit for bit: 0 is not -0, and NaN is only itself. */
static bool same_bits(double a, double b) {
  uint64_t bits_a, bits_b;
  (void)memcpy(&bits_a, &a, sizeof a);
  (void)memcpy(&bits_b, &b, sizeof b);
  return bits_a == bits_b;
}

/* Finds the first element of out that is not, bit for bit, what it should be. */
static void compare(const trial *t, const double *right, row_filter *counts, const char *what, probe_finding *found) {
  const attest_output *out = &t->answer.out;
  int64_t at[4], n = 0;
  for (bool more = tensor_first(out->size, at); more; more = tensor_next(out->size, at), n++) {
    const double now = output_element(out, at);
    if (!counts(at[2]) || same_bits(now, right[n])) continue;
    found->only_nan = isnan(now) && (found->only_nan || found->result == PROBE_HOLDS);
    if (found->result != PROBE_HOLDS) continue;
    found->result = PROBE_FAILS;
    (void)snprintf(found->text, sizeof found->text, "%s, out[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "] is %.9g, not %.9g", what,
                   at[0], at[1], at[2], at[3], now, right[n]);
  }
}

typedef void edit_problem(const trial *t);

/* Runs the case that was built as it is and once more after an edit: rows that count must not change by a bit. */
static check_status unchanged_after(trial *t, edit_problem *edit, row_filter *counts, const char *what, probe_finding *found,
                                    check_error *error) {
  check_status status;
  if (!answered(t, found, &status, error)) return status;
  double *before = output_widen(&t->answer.out);
  if (before == NULL) return no_memory(error);
  edit(t);
  forget_answer(t);
  if (answered(t, found, &status, error)) compare(t, before, counts, what, found);
  free(before);
  return status;
}

static check_status unchanged_by(trial *t, edit_problem *edit, row_filter *counts, const char *what, probe_finding *found,
                                 check_error *error) {
  const check_status status = build(t, error);
  return status == CHECK_OK ? unchanged_after(t, edit, counts, what, found, error) : status;
}

/* ---- edits */

static void nothing(const trial *t) { (void)t; }

/* x at every element of row j of a k or v. */
static void store_row(const attest_tensor *tensor, int64_t b, int64_t g, int64_t j, double x) {
  for (int64_t c = 0; c < tensor->size[3]; c++) tensor_store(tensor, (const int64_t[]){b, g, j, c}, x * (double)(c + 1));
}

/* The probes with hidden keys have one kv head, a causal mask from the top left, and fewer queries than keys: from q_len on nobody sees a key. */
static void store_hidden(const trial *t, const attest_tensor *tensor, double x) {
  for (int64_t b = 0; b < tensor->size[0]; b++)
    for (int64_t g = 0; g < tensor->size[1]; g++)
      for (int64_t j = t->problem.q.size[2]; j < tensor->size[2]; j++) store_row(tensor, b, g, j, x);
}

static void other_hidden(const trial *t) {
  store_hidden(t, &t->problem.k, 3);
  store_hidden(t, &t->problem.v, -100);
}
static void nan_in_k(const trial *t) { store_hidden(t, &t->problem.k, (double)NAN); }
static void nan_in_v(const trial *t) { store_hidden(t, &t->problem.v, (double)NAN); }
static void infinity_in_k(const trial *t) { store_hidden(t, &t->problem.k, HUGE_VAL); }
static void infinity_in_v(const trial *t) { store_hidden(t, &t->problem.v, HUGE_VAL); }

static void other_odd_queries(const trial *t) {
  const attest_tensor *q = &t->problem.q;
  for (int64_t b = 0; b < q->size[0]; b++)
    for (int64_t h = 0; h < q->size[1]; h++)
      for (int64_t i = 1; i < q->size[2]; i += 2)
        for (int64_t c = 0; c < q->size[3]; c++) tensor_store(q, (const int64_t[]){b, h, i, c}, -2.5);
}

/* ---- probes */

static check_status repeated(trial *t, probe_finding *found, check_error *error) {
  return unchanged_by(t, nothing, every_row, "the same inputs again", found, error);
}
static check_status hidden_numbers(trial *t, probe_finding *found, check_error *error) {
  return unchanged_by(t, other_hidden, every_row, "other numbers at keys that no query sees", found, error);
}
static check_status hidden_nan_k(trial *t, probe_finding *found, check_error *error) {
  return unchanged_by(t, nan_in_k, every_row, "NaN in K at keys that no query sees", found, error);
}
static check_status hidden_nan_v(trial *t, probe_finding *found, check_error *error) {
  return unchanged_by(t, nan_in_v, every_row, "NaN in V at keys that no query sees", found, error);
}
static check_status hidden_infinity_k(trial *t, probe_finding *found, check_error *error) {
  return unchanged_by(t, infinity_in_k, every_row, "infinity in K at keys that no query sees", found, error);
}
static check_status hidden_infinity_v(trial *t, probe_finding *found, check_error *error) {
  return unchanged_by(t, infinity_in_v, every_row, "infinity in V at keys that no query sees", found, error);
}
static check_status other_queries(trial *t, probe_finding *found, check_error *error) {
  return unchanged_by(t, other_odd_queries, even_row, "other odd queries", found, error);
}

/* Every element of out is x, exactly. */
static check_status expect_everywhere(const trial *t, double x, const char *what, probe_finding *found, check_error *error) {
  double *same = calloc((size_t)tensor_count(t->answer.out.size) + 1, sizeof *same);
  if (same == NULL) return no_memory(error);
  for (int64_t n = 0; n < tensor_count(t->answer.out.size); n++) same[n] = x;
  compare(t, same, every_row, what, found);
  free(same);
  return CHECK_OK;
}

/* 16 equal scores, v_j = 1 for the even j: every weight is 1/16, every sum exact, the answer 1/2 without any rounding. */
static void alternate_values(const trial *t) {
  const attest_tensor *v = &t->problem.v;
  for (int64_t j = 0; j < v->size[2]; j++)
    for (int64_t c = 0; c < v->size[3]; c++) tensor_store(v, (const int64_t[]){0, 0, j, c}, j % 2 == 0);
}

static check_status equal_scores(trial *t, probe_finding *found, check_error *error) {
  check_status status = build(t, error);
  if (status != CHECK_OK) return status;
  alternate_values(t);
  if (!answered(t, found, &status, error)) return status;
  return expect_everywhere(t, 0.5, "16 equal scores, half of the values 1 and half 0", found, error);
}

static check_status constant_values(trial *t, probe_finding *found, check_error *error) {
  check_status status = build(t, error);
  if (status != CHECK_OK || !answered(t, found, &status, error)) return status;
  return expect_everywhere(t, 1, "32 equal scores, every value 1", found, error);
}

/* Scores of 0 for every fifth of the 80 keys, 16 in all, and of -1000 + 0 for the others, whose weight is 0 in any format; values from 1 to 8. Every sum is of integers, and exact in any
   order. shift / 4 is added to every score; backwards: from the last key to the first. */
static void store_two_scores(const trial *t, double shift, bool backwards) {
  const attest_tensor *k = &t->problem.k, *v = &t->problem.v;
  for (int64_t j = 0; j < k->size[2]; j++) {
    const int64_t at = backwards ? k->size[2] - 1 - j : j;
    for (int64_t c = 0; c < k->size[3]; c++) tensor_store(k, (const int64_t[]){0, 0, at, c}, (j % 5 == 0 ? 0 : -250) + shift / 16);
    for (int64_t c = 0; c < v->size[3]; c++) tensor_store(v, (const int64_t[]){0, 0, at, c}, (double)((7 * j + 3 * c) % 8 + 1));
  }
}

static void keys_backwards(const trial *t) { store_two_scores(t, 0, true); }
static void scores_shifted(const trial *t) { store_two_scores(t, 64, false); }

/* Runs such a case before an edit and after it. */
static check_status of_two_scores(trial *t, edit_problem *edit, const char *what, probe_finding *found, check_error *error) {
  check_status status = build(t, error);
  if (status != CHECK_OK) return status;
  store_two_scores(t, 0, false);
  return unchanged_after(t, edit, every_row, what, found, error);
}

static check_status other_order(trial *t, probe_finding *found, check_error *error) {
  return of_two_scores(t, keys_backwards, "keys and values backwards", found, error);
}
static check_status shifted(trial *t, probe_finding *found, check_error *error) {
  return of_two_scores(t, scores_shifted, "16 more on every score", found, error);
}

/* The first 23 queries and keys, as views of what was there. */
static check_status causal_prefix(trial *t, probe_finding *found, check_error *error) {
  const int64_t first = 23;
  check_status status = build(t, error);
  if (status != CHECK_OK || !answered(t, found, &status, error)) return status;
  double *before = output_widen(&t->answer.out);
  if (before == NULL) return no_memory(error);
  forget_answer(t);
  t->problem.q.size[2] = t->problem.k.size[2] = t->problem.v.size[2] = t->answer.out.size[2] = first;
  if (answered(t, found, &status, error)) compare(t, before, every_row, "without the later queries and keys", found);
  free(before);
  return status;
}

/* v_j is one-hot at column j: the output is the row of weights. */
static check_status hidden_weights(trial *t, probe_finding *found, check_error *error) {
  problem_f64 w;
  check_status status = build(t, error);
  if (status != CHECK_OK || !answered(t, found, &status, error)) return status;
  unsigned char *visible = malloc((size_t)t->made.keys + 1);
  if (visible == NULL) return no_memory(error);
  status = problem_f64_make(&t->problem, &w, error);
  for (int64_t i = 0; status == CHECK_OK && i < w.q_len; i++) {
    problem_f64_visible(&w, 0, 0, i, visible);
    if (memchr(visible, 1, (size_t)w.keys) == NULL)
      continue; /* a row that sees nothing: what it answers may be a convention, and the bounds tell */
    for (int64_t j = 0; j < w.keys; j++) {
      const double weight = output_element(&t->answer.out, (const int64_t[]){0, 0, i, j});
      if (visible[j] || weight == 0 || found->result != PROBE_HOLDS) continue;
      found->result = PROBE_FAILS;
      (void)snprintf(found->text, sizeof found->text, "query %" PRId64 " does not see key %" PRId64 ", which weighs %.9g", i, j, weight);
    }
  }
  problem_f64_free(&w);
  free(visible);
  return status;
}

#define HIDDEN "q_heads=2 kv_heads=1 q_len=33 keys=70 d_k=16 d_v=16 causal=yes alignment=top-left seed=11"

#define TWO_SCORES "q_len=3 keys=80 d_k=16 d_v=5 fill=constant"

static const probe probes[] = {
    {"equal-scores", "equal scores give equal weights", false, -1, "q_len=3 keys=16 d_k=8 d_v=5 fill=constant", equal_scores},
    {"constant-values", "weights sum to 1", false, -1, "q_len=3 keys=32 d_k=8 d_v=5 fill=constant", constant_values},
    {"hidden-weights", "a key that is not visible weighs exactly 0", false, -1,
     "q_len=40 keys=40 d_k=16 d_v=40 mask=rows fill=one-hot seed=5", hidden_weights},
    {"hidden-numbers", "keys that are not visible have no influence", false, -1, HIDDEN, hidden_numbers},
    {"key-order", "keys in another order, with their values, change nothing", false, -1, TWO_SCORES, other_order},
    {"causal-prefix", "a row depends on no later query or key, nor on how many there are", true, -1,
     "q_len=40 keys=40 d_k=16 d_v=16 causal=yes alignment=top-left seed=14", causal_prefix},
    {"score-shift", "the same number added to all scores of a row does not change it", true, -1, TWO_SCORES, shifted},
    {"other-queries", "a row depends on its own query only", true, -1, "q_len=37 keys=50 d_k=16 d_v=16 seed=12", other_queries},
    {"repeated", "the same inputs give the same bits", true, -1, "q_heads=4 kv_heads=2 q_len=65 keys=129 d_k=64 d_v=64 seed=13", repeated},
    {"hidden-nan-k", "NaN in K at keys that are not visible does not get out", true, CONVENTION_HIDDEN_KEY, HIDDEN, hidden_nan_k},
    {"hidden-nan-v", "NaN in V at keys that are not visible does not get out", true, CONVENTION_HIDDEN_VALUE, HIDDEN, hidden_nan_v},
    {"hidden-infinity-k", "infinity in K at keys that are not visible does not get out", true, CONVENTION_HIDDEN_KEY, HIDDEN,
     hidden_infinity_k},
    {"hidden-infinity-v", "infinity in V at keys that are not visible does not get out", true, CONVENTION_HIDDEN_VALUE, HIDDEN,
     hidden_infinity_v},
};

const probe *probe_list(size_t *count) {
  *count = sizeof probes / sizeof probes[0];
  return probes;
}

const char *probe_word(const probe *p) { return p->follows >= 0 ? "convention" : "differs"; }

check_status probe_run(worker *w, arena *memory, const probe *p, attest_dtype dtype, probe_finding *found, check_error *error) {
  trial t = {.run = w, .memory = memory};
  *found = (probe_finding){.result = PROBE_HOLDS};
  const check_status status = recipe_parse(p->text, &t.made, error);
  t.made.dtype = dtype;
  return status == CHECK_OK ? p->run(&t, found, error) : status;
}
