#include "check/run/bias_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/cases/build.h"
#include "check/judge/reference.h"
#include "check/cases/tensor.h"
#include "check/cases/problem_f64.h"

#define CASES 4 /* of each test: a thousand rows */

/* Sums over the rows seen so far: of e D and D^2, and per row, for the error of c. */
typedef struct {
  double eD, DD;
  double *row_eD, *row_DD;
  int64_t rows;
} projection;

/* One answered case. */
typedef struct {
  attest_answer answer;
  problem_f64 wide;
  double *out, *weights; /* the reference's */
  double *direction;     /* one row of D */
  unsigned char *visible;
} sample;

typedef void direction_of_row(const sample *s, int64_t h, int64_t i);

static const double *value_row(const sample *s, int64_t h, int64_t j) {
  const problem_f64 *w = &s->wide;
  return problem_f64_row(w->v, problem_f64_kv(w, 0, h), w->keys, w->d_v, j);
}

static void along_scale(const sample *s, int64_t h, int64_t i) {
  const problem_f64 *w = &s->wide;
  const int64_t row = h * w->q_len + i;
  for (int64_t c = 0; c < w->d_v; c++) s->direction[c] = 0;
  for (int64_t j = 0; j < w->keys; j++) {
    const double weight = s->weights[row * w->keys + j], *q = problem_f64_row(w->q, h, w->q_len, w->d_k, i),
                 *k = problem_f64_row(w->k, problem_f64_kv(w, 0, h), w->keys, w->d_k, j), *v = value_row(s, h, j);
    double score = 0;
    for (int64_t c = 0; weight > 0 && c < w->d_k; c++) score += w->scale * q[c] * k[c];
    for (int64_t c = 0; weight > 0 && c < w->d_v; c++) s->direction[c] += weight * score * (v[c] - s->out[row * w->d_v + c]);
  }
}

static void along_leak(const sample *s, int64_t h, int64_t i) {
  const problem_f64 *w = &s->wide;
  int64_t hidden = 0;
  problem_f64_visible(w, 0, h, i, s->visible);
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

static void project(const sample *s, direction_of_row *along, projection *p) {
  const problem_f64 *w = &s->wide;
  for (int64_t h = 0; h < w->q_heads; h++)
    for (int64_t i = 0; i < w->q_len; i++) {
      double eD = 0, DD = 0;
      along(s, h, i);
      for (int64_t c = 0; c < w->d_v; c++) {
        const double e = output_element(&s->answer.out, (const int64_t[]){0, h, i, c}) - s->out[(h * w->q_len + i) * w->d_v + c];
        eD += e * s->direction[c];
        DD += s->direction[c] * s->direction[c];
      }
      p->eD += eD;
      p->DD += DD;
      p->row_eD[p->rows] = eD;
      p->row_DD[p->rows++] = DD;
    }
}

static void conclude(const projection *p, bias_test_finding *found) {
  double squares = 0;
  found->c = p->eD / p->DD;
  for (int64_t r = 0; r < p->rows; r++) squares += pow(p->row_eD[r] - found->c * p->row_DD[r], 2);
  found->z = squares == 0 ? 0 : p->eD / sqrt(squares); /* an exact answer has none */
  found->alarm = !(fabs(found->z) <= BIAS_TEST_ALARM); /* NaN is one */
}

/* ---- samples */

static check_status no_memory(check_error *error) { return check_fail(error, CHECK_FAILURE, "not enough memory for a directional test"); }

static check_status take_sample(const attest_problem *p, sample *s, check_error *error) {
  const check_status status = problem_f64_make(p, &s->wide, error);
  if (status != CHECK_OK) return status;
  const problem_f64 *w = &s->wide;
  const int64_t rows = w->q_heads * w->q_len;
  s->out = malloc((size_t)(rows * w->d_v) * sizeof *s->out);
  s->weights = malloc((size_t)(rows * w->keys) * sizeof *s->weights);
  s->direction = malloc((size_t)w->d_v * sizeof *s->direction);
  s->visible = malloc((size_t)w->keys);
  const bool whole = s->out != NULL && s->weights != NULL && s->direction != NULL && s->visible != NULL;
  if (!whole) return no_memory(error);
  const attest_status computed = reference_compute(p, s->out, NULL, s->weights);
  if (computed == ATTEST_FAILED) return no_memory(error);
  return computed == ATTEST_OK ? CHECK_OK : check_fail(error, CHECK_FAILURE, "the reference refused a directional test");
}

static void free_sample(sample *s) {
  problem_f64_free(&s->wide);
  free(s->out);
  free(s->weights);
  free(s->direction);
  free(s->visible);
}

typedef struct {
  const char *name, *meaning, *text;
  direction_of_row *along;
} direction;

static const direction directions[BIAS_TESTS] = {
    {"scale", "relative error of the scale", "q_heads=2 kv_heads=2 q_len=128 keys=512 d_k=64 d_v=64", along_scale},
    {"leak", "weight that leaks to hidden keys", "q_heads=2 kv_heads=2 q_len=128 keys=512 d_k=64 d_v=64 causal=yes alignment=top-left",
     along_leak},
    {"truncation", "relative error of one sign", "q_heads=2 kv_heads=2 q_len=128 keys=64 d_k=64 d_v=64 fill=positive", along_out},
};

/* Adds one case to the projection; *supported is false if the candidate gave no answer. */
static check_status add_case(worker *w, arena *memory, const recipe *r, const direction *of, projection *p, bool *supported,
                             check_error *error) {
  attest_problem problem;
  outcome result;
  sample s = {.out = NULL};
  check_status status = build_case(r, (build_wanted){false, false}, memory, &problem, &s.answer, error);
  if (status == CHECK_OK) status = worker_run(w, &problem, &s.answer, &result, error);
  if (status != CHECK_OK) return status;
  *supported = result.kind == OUTCOME_RETURNED && result.status == ATTEST_OK;
  if (!*supported) return CHECK_OK;
  status = take_sample(&problem, &s, error);
  if (status == CHECK_OK) project(&s, of->along, p);
  free_sample(&s);
  return status;
}

check_status bias_test_run(worker *w, arena *memory, attest_dtype dtype, int64_t seed, int n, bias_test_finding *found,
                           check_error *error) {
  const direction *of = &directions[n];
  recipe r;
  check_status status = recipe_parse(of->text, &r, error);
  const size_t rows = (size_t)(CASES * r.q_heads * r.q_len);
  projection p = {.row_eD = malloc(rows * sizeof *p.row_eD), .row_DD = malloc(rows * sizeof *p.row_DD)};
  *found = (bias_test_finding){.name = of->name, .meaning = of->meaning, .judged = true};
  if (p.row_eD == NULL || p.row_DD == NULL) status = no_memory(error);
  r.dtype = dtype;
  for (int64_t i = 0; status == CHECK_OK && found->judged && i < CASES; i++) {
    r.seed = seed * CASES + i;
    status = add_case(w, memory, &r, of, &p, &found->judged, error);
  }
  if (status == CHECK_OK && found->judged) conclude(&p, found);
  free(p.row_eD);
  free(p.row_DD);
  return status;
}
