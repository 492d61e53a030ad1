#include "check/run/bias_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/cases/problem_f64.h"
#include "check/cases/tensor.h"
#include "check/judge/reference.h"
#include "check/run/judging.h"
#include "ref/visible.h"

/* One answered case. */
typedef struct {
  const attest_answer *answer;
  problem_f64 wide;
  double *out, *weights; /* the reference's */
  double *direction;     /* one row of D */
  unsigned char *visible;
} sample;

/* One row of D; h counts the heads of all batches. */
typedef void direction_of_row(const sample *s, int64_t h, int64_t i);

static const double *value_row(const sample *s, int64_t h, int64_t j) {
  const problem_f64 *w = &s->wide;
  return problem_f64_row(w->v, problem_f64_kv(w, h / w->q_heads, h % w->q_heads), w->keys, w->d_v, j);
}

static void along_scale(const sample *s, int64_t h, int64_t i) {
  const problem_f64 *w = &s->wide;
  const int64_t row = h * w->q_len + i;
  for (int64_t c = 0; c < w->d_v; c++) s->direction[c] = 0;
  for (int64_t j = 0; j < w->keys; j++) {
    const double weight = s->weights[row * w->keys + j], *q = problem_f64_row(w->q, h, w->q_len, w->d_k, i),
                 *k = problem_f64_row(w->k, problem_f64_kv(w, h / w->q_heads, h % w->q_heads), w->keys, w->d_k, j),
                 *v = value_row(s, h, j);
    double score = 0;
    for (int64_t c = 0; weight > 0 && c < w->d_k; c++) score += w->scale * q[c] * k[c];
    for (int64_t c = 0; weight > 0 && c < w->d_v; c++)
      s->direction[c] += weight * score * (v[c] - s->out[row * w->d_v + c]);
  }
}

static void along_leak(const sample *s, int64_t h, int64_t i) {
  const problem_f64 *w = &s->wide;
  int64_t hidden = 0;
  ref_visible_row(*w->problem, h / w->q_heads, h % w->q_heads, i, s->visible);
  for (int64_t c = 0; c < w->d_v; c++) s->direction[c] = 0;
  for (int64_t j = 0; j < w->keys; j++) {
    if (s->visible[j]) continue;
    hidden++;
    for (int64_t c = 0; c < w->d_v; c++) s->direction[c] += value_row(s, h, j)[c];
  }
  for (int64_t c = 0; c < w->d_v; c++)
    s->direction[c] = hidden > 0 ? s->direction[c] / (double)hidden - s->out[(h * w->q_len + i) * w->d_v + c] : 0;
}

static void along_out(const sample *s, int64_t h, int64_t i) {
  const problem_f64 *w = &s->wide;
  for (int64_t c = 0; c < w->d_v; c++) s->direction[c] = s->out[(h * w->q_len + i) * w->d_v + c];
}

static void project(const sample *s, direction_of_row *along, bias_test_sight *p) {
  const problem_f64 *w = &s->wide;
  for (int64_t h = 0; h < w->batch * w->q_heads; h++)
    for (int64_t i = 0; i < w->q_len; i++) {
      double eD = 0, DD = 0;
      along(s, h, i);
      for (int64_t c = 0; c < w->d_v; c++) {
        const double e = output_element(&s->answer->out, (const int64_t[]){h / w->q_heads, h % w->q_heads, i, c}) -
                         s->out[(h * w->q_len + i) * w->d_v + c];
        eD += e * s->direction[c];
        DD += s->direction[c] * s->direction[c];
      }
      p->eD += eD;
      p->DD += DD;
      p->row_eD[p->rows] = eD;
      p->row_DD[p->rows++] = DD;
    }
}

/* ---- samples */

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for a bias test");
}

static check_status take_sample(const attest_problem *p, sample *s, check_error *error) {
  const check_status status = problem_f64_make(p, &s->wide, error);
  if (status != CHECK_OK) return status;
  const problem_f64 *w = &s->wide;
  const int64_t rows = w->batch * w->q_heads * w->q_len;
  s->out = malloc((size_t)(rows * w->d_v) * sizeof *s->out);
  s->weights = malloc((size_t)(rows * w->keys) * sizeof *s->weights);
  s->direction = malloc((size_t)w->d_v * sizeof *s->direction);
  s->visible = malloc((size_t)w->keys);
  const bool whole = s->out != NULL && s->weights != NULL && s->direction != NULL && s->visible != NULL;
  if (!whole) return no_memory(error);
  const attest_status computed = reference_compute(p, s->out, NULL, s->weights);
  if (computed == ATTEST_FAILED) return no_memory(error);
  return computed == ATTEST_OK ? CHECK_OK : check_fail(error, CHECK_FAILURE, "the reference refused a bias test");
}

static void free_sample(sample *s) {
  problem_f64_free(&s->wide);
  free(s->out);
  free(s->weights);
  free(s->direction);
  free(s->visible);
}

/* Each test, with recipes for its cases: the first supported one is used. */
typedef struct {
  const char *name, *meaning;
  const char *texts[4];
  direction_of_row *along;
} test;

#define SIZES "q_heads=2 kv_heads=2 q_len=128 keys=256 d_k=64 d_v=64"

static const test tests[BIAS_TESTS] = {
    {"scale", "relative error of the scale", {SIZES}, along_scale},
    {"leak",
     "weight that leaks to hidden keys",
     {SIZES " causal=yes alignment=top-left", SIZES " causal=yes alignment=bottom-right", SIZES " mask=random",
      SIZES " kv_len=ragged"},
     along_leak},
    {"truncation",
     "relative error of one sign",
     {"q_heads=2 kv_heads=2 q_len=128 keys=64 d_k=64 d_v=64 fill=positive"},
     along_out},
};

/* The rows of one case, which count towards BIAS_TEST_ROWS. */
static int64_t rows_of(const recipe *r) { return r->batch * r->q_heads * r->q_len; }

static bool made_of(const test *t, const support *s, recipe *r) {
  for (size_t n = 0; n < sizeof t->texts / sizeof t->texts[0] && t->texts[n] != NULL; n++) {
    *r = recipe_of_table(t->texts[n]);
    r->dtype = s->base.dtype;
    if (support_fit(s, r) && r->q_len > 0 && r->keys > 1) return true;
  }
  return false;
}

size_t bias_test_cases(int n, const support *s, uint64_t seed, recipe cases[BIAS_TEST_CASES]) {
  recipe r;
  if ((s->base.dtype != ATTEST_F16 && s->base.dtype != ATTEST_BF16) || !made_of(&tests[n], s, &r)) return 0;
  size_t count = 0;
  for (int64_t rows = 0; count < BIAS_TEST_CASES && rows < BIAS_TEST_ROWS; rows += rows_of(&r)) {
    r.seed = (int64_t)((seed * BIAS_TEST_CASES + count) & INT64_MAX);
    cases[count++] = r;
  }
  return count;
}

static bool make_room(bias_test_sight *sight, int64_t rows) {
  const size_t more = (size_t)(sight->rows + rows) * sizeof(double);
  double *eD = realloc(sight->row_eD, more);
  if (eD != NULL) sight->row_eD = eD;
  double *DD = realloc(sight->row_DD, more);
  if (DD != NULL) sight->row_DD = DD;
  return eD != NULL && DD != NULL;
}

check_status bias_test_see(int n, const answered *a, const verdict *v, bias_test_sight *sight, check_error *error) {
  sample s = {.answer = a->answer};
  /* an answer by a convention is another function's: its distance from this one is no bias */
  sight->unjudged = sight->unjudged || v->kind == VERDICT_SKIPPED || v->kind == VERDICT_CONVENTION;
  if (verdict_fails(v->kind) && sight->failure[0] == '\0')
    judging_print_failure(a, v, sight->failure, sizeof sight->failure);
  if (sight->unjudged || sight->failure[0] != '\0') return CHECK_OK;
  check_status status =
      make_room(sight, rows_of(&a->asked->made)) ? take_sample(a->problem, &s, error) : no_memory(error);
  if (status == CHECK_OK) project(&s, tests[n].along, sight);
  free_sample(&s);
  return status;
}

bias_test_finding bias_test_conclude(int n, const bias_test_sight *sight) {
  bias_test_finding found = {.name = tests[n].name, .meaning = tests[n].meaning};
  double squares = 0;
  found.judged = !sight->unjudged && sight->DD > 0 && sight->failure[0] == '\0';
  (void)snprintf(found.failure, sizeof found.failure, "%s", sight->failure);
  if (!found.judged) return found;
  found.c = sight->eD / sight->DD;
  for (int64_t r = 0; r < sight->rows; r++) squares += pow(sight->row_eD[r] - found.c * sight->row_DD[r], 2);
  found.z = squares == 0 ? 0 : sight->eD / sqrt(squares); /* an exact answer has no error to test */
  found.alarm = !(fabs(found.z) <= BIAS_TEST_ALARM);      /* NaN raises one too */
  return found;
}

void bias_test_free(bias_test_sight *sight) {
  free(sight->row_eD);
  free(sight->row_DD);
  sight->row_eD = sight->row_DD = NULL;
}
