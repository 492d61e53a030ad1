#include "check/zoo/judges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/build.h"
#include "check/cases/format.h"
#include "check/cases/tensor.h"
#include "check/judge/answer.h"
#include "check/judge/bound.h"
#include "check/judge/expected.h"
#include "check/judge/variant.h"
#include "check/zoo/zoo.h"

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the judges");
}

/* ---- one case */

/* A case with what is compared. */
typedef struct trial_case {
  const arena *memory;
  attest_problem problem;
  attest_answer answer;
  attest_arithmetic arithmetic;
  expected truth;
  double *found, *plain; /* as many elements as out has */
  size_t count;
} trial_case;

static void free_case(trial_case *c) {
  expected_free(&c->truth);
  free(c->found);
  free(c->plain);
}

static check_status make_case(const recipe *r, arena *memory, trial_case *c, check_error *error) {
  *c = (trial_case){.memory = memory, .arithmetic = bound_default((attest_dtype)r->dtype)};
  check_status status = build_case(r, (build_wanted){.lse = true}, memory, &c->problem, &c->answer, error);
  if (status != CHECK_OK) return status;
  c->count = (size_t)tensor_count(c->answer.out.size);
  c->found = calloc(c->count + 1, sizeof *c->found);
  c->plain = calloc(c->count + 1, sizeof *c->plain);
  if (c->found == NULL || c->plain == NULL) return no_memory(error);
  return expected_make(&c->problem, &c->answer, &c->arithmetic, &c->truth, error);
}

/* Which judges accept the answer that lies in the arena, a bit each; the last is attest's. */
static unsigned verdicts_on(trial_case *c) {
  size_t count;
  verdict v;
  unsigned accepted = 0;
  const rule *const rules = rule_list(&count);
  output_load_all(&c->answer.out, c->found);
  const rule_sides sides = {c->found, c->truth.out, c->plain, c->count, c->problem.q.dtype};
  for (size_t n = 0; n < count; n++) accepted |= rules[n].accepts(&sides) ? 1U << n : 0;
  verdict_of_expected(&c->truth, &c->answer, true, &v);
  return accepted | (v.kind == VERDICT_PASS ? 1U << count : 0);
}

/* Fills the outputs with the pattern: none keeps the elements of the answer before. */
static void clear_answer(const trial_case *c) {
  for (int n = 0; n < c->memory->arrays; n++) {
    const arena_array *const array = &c->memory->array[n];
    if (array->written) (void)memset(array->data, ARENA_PATTERN, array->bytes);
  }
}

static check_status answer_of(const trial_case *c, const zoo_mutant *m, check_error *error) {
  clear_answer(c);
  return zoo_answer(&c->problem, m, &c->answer) == ATTEST_OK ? CHECK_OK : no_memory(error);
}

/* ---- right implementations */

static void count_right(unsigned accepted, judge_scores *s) {
  for (size_t n = 0; n < s->count; n++) {
    s->of[n].of_right++;
    s->of[n].rejected += (accepted >> n & 1) == 0;
  }
}

/* Judges all right implementations. *both: the judges that accept the two plain ones. */
static check_status try_right(trial_case *c, judge_scores *s, unsigned *both, check_error *error) {
  static const char *const right[] = {"correct-materialised", "correct-tiled", "correct-split"};
  *both = ~0U;
  for (size_t n = 0; n < sizeof right / sizeof right[0]; n++) {
    const check_status status = answer_of(c, zoo_find(right[n]), error);
    if (status != CHECK_OK) return status;
    if (n == 0) output_load_all(&c->answer.out, c->plain);
    const unsigned accepted = verdicts_on(c);
    count_right(accepted, s);
    if (n < 2) *both &= accepted;
  }
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    clear_answer(c);
    if (variant_answer(attest_variant_name(n), &c->problem, &c->answer) == ATTEST_OK) count_right(verdicts_on(c), s);
  }
  return CHECK_OK;
}

/* ---- all */

/* Adds one case. caught: of each mutant, the judges that have caught it. */
static check_status add_case(const recipe *r, arena *memory, judge_scores *s, unsigned *caught, check_error *error) {
  size_t mutants;
  const zoo_mutant *const all = zoo_list(&mutants);
  const unsigned every = (1U << s->count) - 1;
  trial_case c;
  unsigned both = 0;
  check_status status = make_case(r, memory, &c, error);
  if (status == CHECK_OK) status = try_right(&c, s, &both, error);
  for (size_t n = 0; status == CHECK_OK && n < mutants; n++) {
    if ((caught[n] & every) == every) continue;
    status = answer_of(&c, &all[n], error);
    if (status == CHECK_OK) caught[n] |= both & ~verdicts_on(&c);
  }
  free_case(&c);
  return status;
}

static void begin(judge_scores *s, size_t mutants) {
  const rule *const rules = rule_list(&s->count);
  for (size_t n = 0; n < s->count; n++)
    s->of[n] = (judge_score){.name = rules[n].name, .says = rules[n].says, .from = rules[n].from};
  s->of[s->count++] =
      (judge_score){.name = "attest", .says = "the bound of each element", .from = "check/judge/bound.h"};
  for (size_t n = 0; n < s->count; n++) s->of[n].of_mutants = mutants;
}

check_status judges_score(const suite *cases, arena *memory,
                          void (*progress)(size_t done, size_t total, const char *name), judge_scores *scores,
                          check_error *error) {
  size_t mutants;
  (void)zoo_list(&mutants);
  unsigned *const caught = calloc(mutants, sizeof *caught);
  check_status status = CHECK_OK;
  if (caught == NULL) return no_memory(error);
  *scores = (judge_scores){.cases = cases->count};
  begin(scores, mutants);
  for (size_t n = 0; status == CHECK_OK && n < cases->count; n++) {
    if (progress != NULL) progress(n, cases->count, "judges");
    status = add_case(&cases->cases[n], memory, scores, caught, error);
  }
  for (size_t j = 0; status == CHECK_OK && j < scores->count; j++)
    for (size_t n = 0; n < mutants; n++) scores->of[j].missed += (caught[n] >> j & 1) == 0;
  free(caught);
  return status;
}

/* ---- plain inputs */

check_status judges_plain_cases(attest_dtype dtype, suite *made, check_error *error) {
  static const char *const sizes[] = {
      "q_heads=8 kv_heads=8 q_len=128 keys=128 d_k=64 d_v=64",
      "q_heads=8 kv_heads=8 q_len=128 keys=128 d_k=64 d_v=64 causal=yes alignment=top-left",
      "batch=2 q_heads=4 kv_heads=4 q_len=256 keys=256 d_k=64 d_v=64",
      "batch=2 q_heads=4 kv_heads=4 q_len=256 keys=256 d_k=64 d_v=64 causal=yes alignment=top-left",
      "q_heads=8 kv_heads=2 q_len=128 keys=128 d_k=128 d_v=128",
      "q_heads=8 kv_heads=2 q_len=128 keys=128 d_k=128 d_v=128 causal=yes alignment=top-left",
      "q_heads=4 kv_heads=4 q_len=512 keys=512 d_k=64 d_v=64",
      "q_heads=4 kv_heads=4 q_len=512 keys=512 d_k=64 d_v=64 causal=yes alignment=top-left",
      "batch=4 q_heads=8 kv_heads=2 q_len=1 keys=512 d_k=128 d_v=128",
      "batch=2 q_heads=8 kv_heads=8 q_len=1 keys=1024 d_k=64 d_v=64"};
  const size_t count = sizeof sizes / sizeof sizes[0];
  *made = (suite){.cases = calloc(count, sizeof *made->cases), .count = count};
  if (made->cases == NULL) return no_memory(error);
  for (size_t n = 0; n < count; n++) {
    char text[RECIPE_TEXT_MAX];
    (void)snprintf(text, sizeof text, "dtype=%s %s seed=%zu", format_names[dtype], sizes[n], n + 1);
    const check_status status = recipe_parse(text, &made->cases[n], error);
    if (status != CHECK_OK) return status;
  }
  return CHECK_OK;
}
