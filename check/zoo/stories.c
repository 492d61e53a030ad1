#include "check/zoo/stories.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/build.h"
#include "check/cases/random.h"
#include "check/cases/tensor.h"
#include "check/judge/bound.h"
#include "check/judge/expected.h"
#include "check/zoo/zoo.h"

/* ---- implementations */

static attest_status by(const char *mutant, const attest_problem *p, const attest_answer *a) {
  return zoo_answer(p, zoo_find(mutant), a);
}

static attest_status correct(const attest_problem *p, const attest_answer *a) { return by("correct-tiled", p, a); }

static attest_status materialised(const attest_problem *p, const attest_answer *a) {
  return by("correct-materialised", p, a);
}

typedef double element(const attest_answer *a, int64_t n, double x);

/* Computes the answer, then replaces every element x of out, number n, by f(n, x). */
static attest_status edited(const attest_problem *p, const attest_answer *a, element *f) {
  const attest_status status = correct(p, a);
  int64_t at[ATTEST_AXES], n = 0;
  for (bool more = tensor_first(a->out.size, at); more; more = tensor_next(a->out.size, at))
    output_store(&a->out, at, f(a, n++, output_element(&a->out, at)));
  return status;
}

static double three_quarters(const attest_answer *a, int64_t n, double x) {
  (void)a, (void)n, (void)x;
  return 0.75;
}
static double one(const attest_answer *a, int64_t n, double x) {
  (void)a, (void)n, (void)x;
  return 1;
}
static double zero(const attest_answer *a, int64_t n, double x) {
  (void)a, (void)n, (void)x;
  return 0;
}
static double random_number(const attest_answer *a, int64_t n, double x) {
  (void)a, (void)x;
  return 0.75 + random_uniform_at(1, (uint64_t)n) / 4;
}
static double one_off_by_two(const attest_answer *a, int64_t n, double x) {
  (void)a;
  return n == 12345 ? x + 2 : x;
}

static attest_status constants(const attest_problem *p, const attest_answer *a) { return edited(p, a, three_quarters); }
static attest_status ones(const attest_problem *p, const attest_answer *a) { return edited(p, a, one); }
static attest_status zeros(const attest_problem *p, const attest_answer *a) { return edited(p, a, zero); }
static attest_status random_numbers(const attest_problem *p, const attest_answer *a) {
  return edited(p, a, random_number);
}
static attest_status one_wrong(const attest_problem *p, const attest_answer *a) { return edited(p, a, one_off_by_two); }

/* Causal, though the problem is not. */
static attest_status causal(const attest_problem *p, const attest_answer *a) {
  attest_problem other = *p;
  other.causal = true;
  other.alignment = ATTEST_ALIGN_TOP_LEFT;
  return correct(&other, a);
}

static attest_status padded_tail(const attest_problem *p, const attest_answer *a) {
  return by("zero-keys-counted", p, a);
}

/* Scores kept in the type of the inputs. */
static double narrow_score(const zoo_row *r, int64_t j) { return zoo_round_to(r->type, zoo_right.score(r, j)); }

static attest_status narrow_scores(const attest_problem *p, const attest_answer *a) {
  static const zoo_mutant narrow = {
      .name = "narrow-scores", .form = ZOO_MATERIALISED, .steps = {.score = narrow_score}};
  return zoo_answer(p, &narrow, a);
}

/* ---- inputs */

/* Moves every value by x. */
static void move_values(const attest_problem *p, double x) {
  const attest_tensor *v = &p->v;
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(v->size, at); more; more = tensor_next(v->size, at))
    tensor_store(v, at, x + tensor_element(v, at));
}

/* Sets V so that the output is the weight of the first key. */
static void first_value_only(const attest_problem *p) {
  for (int64_t j = 0; j < p->v.size[ATTEST_POSITION]; j++) tensor_store(&p->v, (const int64_t[]){0, 0, j, 0}, j == 0);
}

static void values_near_30(const attest_problem *p) { move_values(p, 30); }
static void values_near_4(const attest_problem *p) { move_values(p, 4); }

/* ---- stories */

static const story stories[] = {
    {.name = "constant output",
     .where = "Xilinx/mlir-air issue 1427",
     .what = "V in [0.5, 1]: the constant 0.75 passes",
     .recipe = "dtype=bf16 q_heads=2 kv_heads=2 q_len=64 keys=64 d_k=64 d_v=64 fill=positive",
     .absolute = 0.5,
     .relative = 0.2,
     .answer = constants},
    {.name = "random output",
     .where = "Xilinx/mlir-air issue 1427",
     .what = "random numbers pass",
     .recipe = "dtype=bf16 q_heads=2 kv_heads=2 q_len=64 keys=64 d_k=64 d_v=64 fill=positive",
     .absolute = 0.5,
     .relative = 0.2,
     .answer = random_numbers},
    {.name = "output of ones",
     .where = "Xilinx/mlir-air issue 1427",
     .what = "all ones pass",
     .recipe = "dtype=bf16 q_heads=2 kv_heads=2 q_len=64 keys=64 d_k=64 d_v=64 fill=positive",
     .absolute = 0.5,
     .relative = 0.2,
     .answer = ones},
    {.name = "wrong causal kernel",
     .where = "Xilinx/mlir-air issue 1427",
     .what = "a kernel that hides keys that it should see passes its test",
     .recipe = "dtype=bf16 q_heads=2 kv_heads=2 q_len=64 keys=64 d_k=64 d_v=64 fill=positive",
     .absolute = 0.5,
     .relative = 0.2,
     .answer = causal},
    {.name = "zeros of a long row",
     .where = "ScalingIntelligence/KernelBench issue 165",
     .what = "393,216 columns, outputs near 2.5e-6: zeros pass",
     .recipe = "q_len=2 keys=393216",
     .absolute = 1e-2,
     .relative = 1e-2,
     .answer = zeros,
     .prepare = first_value_only},
    {.name = "wrong algorithm",
     .where = "InfiniTensor/InfiniCore pull 220",
     .what = "the algorithm is wrong and the test passes (here: 63 padded keys of 4161 counted)",
     .recipe = "q_len=4 keys=4161 d_k=64 d_v=64 fill=positive",
     .absolute = 1e-3,
     .relative = 1e-2,
     .answer = padded_tail},
    {.name = "one of many",
     .where = "flashinfer-ai/flashinfer pull 1755",
     .what = "one element off by 2.0; the test is loosened to allow a share of mismatches",
     .recipe = "dtype=f16 q_heads=4 kv_heads=4 q_len=256 keys=64 d_k=64 d_v=64",
     .absolute = 1e-2,
     .relative = 1e-2,
     .share = 1e-4,
     .answer = one_wrong},
    {.name = "half an ulp of large outputs",
     .where = "sgl-project/sglang pull 35795",
     .what = "right kernel, outputs near 30: half an ulp of bf16 there is 0.0625",
     .recipe = "dtype=bf16 q_len=128 keys=128 d_k=64 d_v=64",
     .seeds = 20,
     .right = true,
     .absolute = 0.06,
     .answer = correct,
     .prepare = values_near_30},
    {.name = "depends on the seed",
     .where = "sgl-project/sglang pull 17461",
     .what = "right kernel, many runs fail without a fixed seed",
     .recipe = "dtype=bf16 q_len=16 keys=16 d_k=64 d_v=64",
     .seeds = 20,
     .right = true,
     .absolute = 4e-3,
     .answer = correct},
    {.name = "one step of bf16",
     .where = "aqlaboratory/openfold-3 issue 240",
     .what = "right kernel, one bf16 step fails some runs",
     .recipe = "dtype=bf16 q_len=64 keys=64 d_k=32 d_v=32",
     .seeds = 20,
     .right = true,
     .absolute = 2e-2,
     .answer = materialised,
     .prepare = values_near_4},
    {.name = "below one ulp",
     .where = "hw-native-sys/pypto pull 1945",
     .what = "right kernel, bf16 tested below one ulp of the format",
     .recipe = "dtype=bf16 q_len=16 keys=32 d_k=64 d_v=64",
     .seeds = 5,
     .right = true,
     .absolute = 1e-5,
     .relative = 1e-5,
     .answer = correct},
    {.name = "is this normal?",
     .where = "Dao-AILab/flash-attention issues 16, 145, 410, 434, 1624",
     .what = "right kernel, relative error of 100% where the output is near 0",
     .recipe = "dtype=f16 q_len=128 keys=128 d_k=64 d_v=64",
     .seeds = 5,
     .right = true,
     .relative = 1e-2,
     .answer = correct},
    {.name = "peaked scores, f32 kept",
     .where = "pytorch/pytorch pull 128922",
     .what = "scores near 60 in fp16, two back ends differ: this one keeps scores in float32",
     .recipe = "dtype=f16 q_len=64 keys=64 d_k=64 d_v=64 scale=2",
     .seeds = 5,
     .right = true,
     .absolute = 1e-2,
     .relative = 1e-2,
     .answer = correct,
     .against = narrow_scores},
    {.name = "peaked scores, rounded to fp16",
     .where = "pytorch/pytorch pull 128922",
     .what = "scores near 60 in fp16, two back ends differ: this one stores scores in fp16",
     .recipe = "dtype=f16 q_len=64 keys=64 d_k=64 d_v=64 scale=2",
     .seeds = 5,
     .absolute = 1e-2,
     .relative = 1e-2,
     .answer = narrow_scores,
     .against = correct},
};

const story *story_list(size_t *count) {
  *count = sizeof stories / sizeof stories[0];
  return stories;
}

/* Judges element by element, as the project did. NaN is beyond every tolerance. */
static bool theirs_accepts(const story *s, const double *right, const attest_output *out) {
  int64_t at[ATTEST_AXES], n = 0, beyond = 0;
  for (bool more = tensor_first(out->size, at); more; more = tensor_next(out->size, at), n++)
    beyond += !(fabs(output_element(out, at) - right[n]) <= s->absolute + s->relative * fabs(right[n]));
  return (double)beyond <= s->share * (double)n;
}

static check_status judge(const story *s, const attest_problem *problem, const attest_answer *answer,
                          const double *other, story_outcome *o, check_error *error) {
  const attest_arithmetic arithmetic = bound_default(problem->q.dtype);
  expected e;
  verdict v;
  const check_status status = expected_make(problem, answer, &arithmetic, &e, error);
  if (status == CHECK_OK) {
    verdict_of_expected(&e, answer, false, &v);
    o->theirs_accept += theirs_accepts(s, other != NULL ? other : e.out, &answer->out);
    o->ours_accept += v.kind == VERDICT_PASS;
    o->budget = fmax(o->budget, v.budget);
  }
  expected_free(&e);
  return status;
}

static check_status run_seed(const story *s, int64_t seed, arena *memory, story_outcome *o, check_error *error) {
  attest_problem problem;
  attest_answer answer;
  recipe r;
  check_status status = recipe_parse(s->recipe, &r, error);
  r.seed = seed;
  if (status == CHECK_OK) status = build_case(&r, (build_wanted){false, false}, memory, &problem, &answer, error);
  if (status != CHECK_OK) return status;
  if (s->prepare != NULL) s->prepare(&problem);
  bool answered = s->against == NULL || s->against(&problem, &answer) == ATTEST_OK;
  double *other = s->against != NULL ? output_widen(&answer.out) : NULL;
  answered = answered && (s->against == NULL || other != NULL) && s->answer(&problem, &answer) == ATTEST_OK;
  status = answered ? judge(s, &problem, &answer, other, o, error)
                    : check_fail(error, CHECK_FAILURE, "story %s: no answer", s->name);
  free(other);
  return status;
}

check_status story_run(const story *s, story_outcome *o, check_error *error) {
  arena memory;
  *o = (story_outcome){.budget = 0};
  check_status status = arena_make(&memory, (size_t)1 << 30, error);
  const int64_t seeds = s->seeds > 0 ? s->seeds : 1;
  for (int64_t seed = 1; status == CHECK_OK && seed <= seeds; seed++) status = run_seed(s, seed, &memory, o, error);
  arena_free(&memory);
  return status;
}
