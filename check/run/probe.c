#include "check/run/probe.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/names.h"
#include "check/cases/problem_f64.h"
#include "check/cases/tensor.h"
#include "check/run/judging.h"
#include "ref/visible.h"

/* Keys from q_len on are hidden from every query. */
#define HIDDEN "q_heads=2 kv_heads=1 q_len=33 keys=129 d_k=16 d_v=16 causal=yes alignment=top-left seed=11"
/* Sums of small integers, exact in any order. */
#define TWO_SCORES "q_len=3 keys=80 d_k=16 d_v=16 fill=two-scores"
/* Prefixes of one head have the same numbers. */
#define PREFIX "d_k=16 d_v=16 causal=yes alignment=top-left seed=14"

/* Enough keys for one query that a kernel may split them by the number of batches. */
#define BATCHES "q_heads=4 kv_heads=2 q_len=1 keys=1025 d_k=64 d_v=64 seed=15"

static const probe probes[] = {
    {"equal-scores", "equal scores give equal weights", PROMISES, RELATION_CONSTANT,
     "q_len=3 keys=128 d_k=16 d_v=16 fill=alternating", NULL},
    {"constant-values", "weights sum to 1", PROMISES, RELATION_CONSTANT, "q_len=3 keys=128 d_k=16 d_v=16 fill=constant",
     NULL},
    {"hidden-weights", "a hidden key has a weight of exactly 0", PROMISES, RELATION_HIDDEN_ZERO,
     "q_len=64 keys=64 d_k=16 d_v=64 mask=rows fill=one-hot seed=5", NULL},
    {"hidden-numbers", "hidden keys have no influence", PROMISES, RELATION_SAME, HIDDEN, HIDDEN " hidden=other"},
    {"key-order", "reordering keys together with their values changes nothing", PROMISE_PERMUTATION, RELATION_SAME,
     TWO_SCORES, TWO_SCORES " change=keys-reversed"},
    {"causal-prefix", "a row does not depend on later queries or keys, nor on their number", PROMISE_PREFIX,
     RELATION_PREFIX, "q_len=128 keys=128 " PREFIX, "q_len=64 keys=64 " PREFIX},
    {"batch-alone", "a batch alone gives the same result as among others", PROMISE_BATCH, RELATION_BATCH,
     "batch=8 " BATCHES, "batch=1 " BATCHES},
    {"score-shift", "adding one number to all scores of a row does not change it", PROMISES, RELATION_SAME, TWO_SCORES,
     TWO_SCORES " change=scores-shifted"},
    {"other-queries", "a row depends on its own query only", PROMISES, RELATION_EVEN_ROWS,
     "q_len=65 keys=65 d_k=16 d_v=16 seed=12", "q_len=65 keys=65 d_k=16 d_v=16 seed=12 change=odd-queries"},
    {"repeated", "the same inputs give the same bits", PROMISE_REPEAT, RELATION_SAME,
     "q_heads=4 kv_heads=2 q_len=65 keys=129 d_k=64 d_v=64 seed=13",
     "q_heads=4 kv_heads=2 q_len=65 keys=129 d_k=64 d_v=64 seed=13"},
    {"hidden-nan-k", "NaN in K at hidden keys does not reach the output", PROMISES, RELATION_SAME, HIDDEN,
     HIDDEN " hidden=nan-k"},
    {"hidden-nan-v", "NaN in V at hidden keys does not reach the output", PROMISES, RELATION_SAME, HIDDEN,
     HIDDEN " hidden=nan-v"},
    {"hidden-infinity-k", "infinity in K at hidden keys does not reach the output", PROMISES, RELATION_SAME, HIDDEN,
     HIDDEN " hidden=infinity-k"},
    {"hidden-infinity-v", "infinity in V at hidden keys does not reach the output", PROMISES, RELATION_SAME, HIDDEN,
     HIDDEN " hidden=infinity-v"},
};

const probe *probe_list(size_t *count) {
  *count = sizeof probes / sizeof probes[0];
  return probes;
}

const char *probe_promise_name(size_t n) {
  static const char *const names[] = {"bitwise-repeat", "batch-invariant", "prefix-invariant", "permutation-invariant"};
  return n < PROMISES ? names[n] : NULL;
}

check_status probe_read_promises(const char *option, const char *names, promise_set *set, check_error *error) {
  return names_read(option, "a property", names, probe_promise_name, set, error);
}

void probe_require(const probe *p, promise_set required, probe_finding *found) {
  char seen[sizeof found->text];
  if (found->result != PROBE_DIFFERS || p->promise == PROMISES || (required & PROMISE_BIT(p->promise)) == 0) return;
  found->result = PROBE_FAILS;
  (void)memcpy(seen, found->text, sizeof seen);
  (void)snprintf(found->text, sizeof found->text, "%s is required: %.700s", probe_promise_name(p->promise), seen);
}

/* If the candidate does not take the diagonal from the top left, an offset of 0 is the same, and so is the bottom right
   where there are as many queries as keys. */
static void align(const support *s, recipe *r) {
  if (!r->causal || s->level[FACTOR_CAUSAL][CAUSAL_TOP_LEFT] == SUPPORT_YES) return;
  if (s->level[FACTOR_CAUSAL][CAUSAL_OFFSET] == SUPPORT_YES) r->alignment = ATTEST_ALIGN_OFFSET;
  else if (r->q_len == r->keys) r->alignment = ATTEST_ALIGN_BOTTOM_RIGHT;
}

/* If the candidate does not take grouped heads, each query head has its own kv head; if not that either, there is one. */
static void ungroup(const support *s, recipe *r) {
  if (s->level[FACTOR_HEADS][factor_level(FACTOR_HEADS, r)] != SUPPORT_YES) r->kv_heads = r->q_heads;
  if (s->level[FACTOR_HEADS][factor_level(FACTOR_HEADS, r)] != SUPPORT_YES) r->q_heads = r->kv_heads = 1;
}

/* Both cases get sizes that the candidate supports. A prefix needs two lengths, one shorter than the other. */
size_t probe_cases(const probe *p, const support *s, promise_set required, recipe cases[2]) {
  const char *const texts[] = {p->first, p->second};
  /* sums that are exact in any order would show no difference */
  const bool any_numbers = p->promise == PROMISE_PERMUTATION && (required & PROMISE_BIT(p->promise)) != 0;
  const size_t count = p->second != NULL ? 2 : 1;
  for (size_t n = 0; n < count; n++) {
    cases[n] = recipe_of_table(texts[n]);
    cases[n].dtype = s->base.dtype;
    if (any_numbers) cases[n].fill = FILL_NORMAL;
    align(s, &cases[n]);
    ungroup(s, &cases[n]);
    recipe fitted = cases[n];
    fitted.hidden = HIDDEN_FILL; /* these are only numbers, which every candidate takes */
    fitted.fill = FILL_NORMAL;
    if (!support_fit(s, &fitted)) return 0;
    fitted.hidden = cases[n].hidden;
    fitted.fill = cases[n].fill;
    cases[n] = fitted;
  }
  if (p->relation == RELATION_PREFIX && (cases[1].q_len >= cases[0].q_len || cases[0].batch * cases[0].q_heads > 1))
    return 0;
  if (p->relation == RELATION_BATCH && cases[1].batch >= cases[0].batch) return 0;
  if (p->relation == RELATION_EVEN_ROWS && cases[0].q_len < 2) return 0;
  return count;
}

/* ---- comparing answers */

/* Compares bits: 0 differs from -0, and NaN equals only the same NaN. */
static bool same_bits(double a, double b) {
  uint64_t of_a, of_b;
  (void)memcpy(&of_a, &a, sizeof a);
  (void)memcpy(&of_b, &b, sizeof b);
  return of_a == of_b;
}

static void differs(probe_sight *sight, const int64_t at[4], double now, double before) {
  if (sight->found.result != PROBE_HOLDS) return;
  sight->found.result = PROBE_DIFFERS;
  (void)snprintf(sight->found.text, sizeof sight->found.text,
                 "out[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "] is %.9g, not %.9g", at[0], at[1], at[2], at[3],
                 now, before);
}

/* The element of a kept answer. */
static double element_of(const probe_sight *sight, int n, const int64_t at[4]) {
  const int64_t *size = sight->size[n];
  return sight->out[n][((at[0] * size[1] + at[1]) * size[2] + at[2]) * size[3] + at[3]];
}

/* The first answer may have more rows than the second. */
static void compare(const probe *p, probe_sight *sight) {
  int64_t at[4];
  for (bool more = tensor_first(sight->size[1], at); more; more = tensor_next(sight->size[1], at)) {
    const double now = element_of(sight, 1, at), before = element_of(sight, 0, at);
    if (p->relation == RELATION_EVEN_ROWS && at[2] % 2 == 1) continue;
    if (!same_bits(now, before)) differs(sight, at, now, before);
  }
}

static void compare_with_first(probe_sight *sight) {
  int64_t at[4];
  for (bool more = tensor_first(sight->size[0], at); more; more = tensor_next(sight->size[0], at)) {
    const double now = element_of(sight, 0, at), before = sight->out[0][0];
    if (!same_bits(now, before)) differs(sight, at, now, before);
  }
}

/* A row that sees no key may answer by a convention: its verdict covers that. */
static check_status look_at_hidden(const answered *a, probe_sight *sight, check_error *error) {
  problem_f64 w;
  unsigned char *visible = malloc((size_t)a->problem->k.size[2] + 1);
  check_status status = problem_f64_make(a->problem, &w, error);
  if (visible == NULL) status = check_fail(error, CHECK_FAILURE, "not enough memory for a probe");
  for (int64_t i = 0; visible != NULL && status == CHECK_OK && i < w.q_len; i++) {
    ref_visible_row(*a->problem, 0, 0, i, visible);
    if (memchr(visible, 1, (size_t)w.keys) == NULL) continue;
    for (int64_t j = 0; j < w.keys && j < w.d_v; j++) {
      const int64_t at[4] = {0, 0, i, j};
      const double weight = output_element(&a->answer->out, at);
      bool shared = false; /* several keys may share one column for their 1 */
      for (int64_t other = j; other < w.keys; other += w.d_v) shared = shared || visible[other];
      if (!shared && weight != 0) differs(sight, at, weight, 0);
    }
  }
  problem_f64_free(&w);
  free(visible);
  return status;
}

/* A refused or failing answer decides the result of the whole probe. */
static void take_verdict(size_t n, const answered *a, const verdict *v, probe_sight *sight) {
  sight->found.result = v->kind == VERDICT_SKIPPED ? PROBE_SKIPPED : PROBE_FAILS;
  sight->found.answer_fails = n == 0 && v->kind != VERDICT_SKIPPED;
  if (v->kind != VERDICT_SKIPPED) judging_print_failure(a, v, sight->found.text, sizeof sight->found.text);
}

check_status probe_see(const probe *p, size_t n, const answered *a, const verdict *v, probe_sight *sight,
                       check_error *error) {
  sight->asked = true;
  if (sight->found.result == PROBE_FAILS) return CHECK_OK;
  if (v->kind != VERDICT_PASS && v->kind != VERDICT_CONVENTION) take_verdict(n, a, v, sight);
  if (sight->found.result == PROBE_FAILS || sight->found.result == PROBE_SKIPPED) return CHECK_OK;
  if (p->relation == RELATION_HIDDEN_ZERO) return look_at_hidden(a, sight, error);
  sight->out[n] = output_widen(&a->answer->out);
  (void)memcpy(sight->size[n], a->answer->out.size, sizeof sight->size[n]);
  if (sight->out[n] == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for a probe");
  if (p->relation == RELATION_CONSTANT) compare_with_first(sight);
  else if (sight->out[0] != NULL && sight->out[1] != NULL) compare(p, sight);
  return CHECK_OK;
}

bool probe_is_whole(const probe *p, const probe_sight *sight) {
  if (sight->found.result == PROBE_FAILS || p->relation == RELATION_HIDDEN_ZERO) return true;
  return sight->out[0] != NULL && (p->second == NULL || sight->out[1] != NULL);
}

const char *probe_says(const probe *p, const probe_finding *found) {
  return found->answer_fails ? "the first answer is wrong, so the property was not judged" : p->property;
}

void probe_free(probe_sight *sight) {
  for (int n = 0; n < 2; n++) {
    free(sight->out[n]);
    sight->out[n] = NULL;
  }
}
