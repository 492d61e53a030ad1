#include "bench/shape.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/pages.h"
#include "bench/pairs.h"
#include "check/cases/build.h"
#include "check/cases/clock.h"
#include "check/cases/problem_f64.h"
#include "check/cases/tensor.h"
#include "check/judge/answer.h"
#include "check/judge/bound.h"
#include "check/judge/variant.h"

/* The bytes for a case's tensors, at 8 for each element, and the pages between them. Above SHAPE_MOST_BYTES if the case
   is too large. */
static size_t room_for(const recipe *r) {
  const double heads = (double)r->batch * (double)r->q_heads,
               weights = r->mask != MASK_NONE || r->bias != BIAS_NONE ? 2.0 * (double)r->keys : 0;
  const double queries = heads * (double)r->q_len * ((double)r->d_k + (double)r->d_v + weights),
               keys = heads * (double)r->keys * (double)(r->d_k + r->d_v);
  return (size_t)fmin(8 * (queries + keys) + (1 << 20), 2.0 * (double)SHAPE_MOST_BYTES);
}

/* Uses private memory, as ordinary programs do: the shared pages of an arena could not be large ones. */
check_status shape_make(const recipe *r, bench_shape *shape, check_error *error) {
  *shape = (bench_shape){.of = *r};
  const size_t room = room_for(r);
  if (room > SHAPE_MOST_BYTES)
    return check_fail(error, CHECK_BAD_INPUT, "expected a problem of at most %zu bytes", SHAPE_MOST_BYTES);
  void *const base = pages_make(room);
  if (base == NULL)
    return check_fail(error, CHECK_FAILURE, "cannot reserve %zu bytes of memory: %s", room, strerror(errno));
  shape->memory = (arena){.base = base, .size = room, .file = -1};
  const check_status status =
      build_case(r, (build_wanted){.lse = false}, &shape->memory, &shape->problem, &shape->answer, error);
  if (status != CHECK_OK) return status;
  pairs_seen of;
  if (!pairs_see(&shape->problem, &of))
    return check_fail(error, CHECK_FAILURE, "not enough memory for the visible pairs");
  shape->pairs = of.visible;
  shape->flops = pairs_flops(&shape->problem, &of);
  shape->bytes = pairs_bytes(&shape->problem, &shape->answer, &of);
  return CHECK_OK;
}

void shape_free(bench_shape *shape) { arena_free(&shape->memory); }

/* ---- judging an answer */

static const void *element_of(const attest_tensor *t, int64_t b, int64_t h, int64_t i) {
  const int64_t offset = b * t->stride[ATTEST_BATCH] + h * t->stride[ATTEST_HEAD] + i * t->stride[ATTEST_POSITION];
  return t->data != NULL ? (const char *)t->data + offset * (int64_t)attest_dtype_size(t->dtype) : NULL;
}

/* Query i of head h of batch b as a tensor. */
static attest_tensor one_row(attest_tensor t, int64_t b, int64_t h, int64_t i) {
  t.data = element_of(&t, b, h, i);
  t.size[ATTEST_BATCH] = t.size[ATTEST_HEAD] = t.size[ATTEST_POSITION] = 1;
  return t;
}

static attest_tensor one_head(attest_tensor t, int64_t b, int64_t h) {
  t.data = element_of(&t, b, h, 0);
  t.size[ATTEST_BATCH] = t.size[ATTEST_HEAD] = 1;
  return t;
}

static const convention_policy by_definition = {.refused = CONVENTION_ALL};

/* As a problem of one query at the same place. */
check_status shape_judge_row(const bench_shape *s, const shape_row *row, const attest_arithmetic *arithmetic,
                             verdict *v, check_error *error) {
  attest_problem p = s->problem;
  const int64_t kv_len = problem_f64_kv_len(&p, row->b);
  p.q = row->of.q;
  p.k = row->of.k;
  p.v = row->of.v;
  p.mask = one_row(p.mask, row->b, row->h, row->i);
  p.bias = one_row(p.bias, row->b, row->h, row->i);
  p.kv_len = &kv_len;
  if (p.sink != NULL) p.sink += row->h;
  p.offset = row->i + problem_f64_offset(&s->problem, kv_len);
  p.alignment = ATTEST_ALIGN_OFFSET;
  const attest_tensor out = one_row(output_view(row->out), row->b, row->h, row->i);
  const attest_answer a = {.out = tensor_writable(&out)};
  const check_status status = answer_judge(&p, &a, arithmetic, &by_definition, NULL, v, error);
  v->element.at[ATTEST_BATCH] = row->b;
  v->element.at[ATTEST_HEAD] = row->h;
  v->element.at[ATTEST_POSITION] = row->i;
  return status;
}

/* Judges one row of the shape's own answer. */
static check_status judge_own_row(const bench_shape *s, const attest_arithmetic *arithmetic, int64_t b, int64_t h,
                                  int64_t i, verdict *v, check_error *error) {
  const int64_t g = h / (s->of.q_heads / s->of.kv_heads);
  const attest_problem *const p = &s->problem;
  const shape_row row = {b, h, i, {one_row(p->q, b, h, i), one_head(p->k, b, g), one_head(p->v, b, g)}, &s->answer.out};
  return shape_judge_row(s, &row, arithmetic, v, error);
}

/* Sampled row n: the edges of tiles from either end, then some between; -1 after the last. */
static int64_t sampled_row(int64_t rows, int n) {
  static const int64_t edges[] = {0, 1, 15, 16, 17, 31, 32, 63, 64, 65, 127, 128};
  enum { EDGES = sizeof edges / sizeof edges[0], BETWEEN = 8 };
  if (n < EDGES) return edges[n] < rows ? edges[n] : 0;
  if (n < 2 * EDGES) return edges[n - EDGES] < rows ? rows - 1 - edges[n - EDGES] : 0;
  return n < 2 * EDGES + BETWEEN ? (n - 2 * EDGES + 1) * rows / (BETWEEN + 1) : -1;
}

static check_status judge_samples(const bench_shape *s, const attest_arithmetic *arithmetic, verdict *worst,
                                  check_error *error) {
  *worst = (verdict){.kind = VERDICT_PASS};
  const int64_t batches[] = {0, s->of.batch - 1}, heads[] = {0, s->of.q_heads / 2, s->of.q_heads - 1};
  for (int place = 0; place < 6; place++) {
    const int64_t b = batches[place / 3], h = heads[place % 3];
    if ((place >= 3 && b == 0) || (place % 3 > 0 && h == heads[place % 3 - 1])) continue;
    for (int n = 0; sampled_row(s->of.q_len, n) >= 0; n++) {
      verdict v;
      const check_status status = judge_own_row(s, arithmetic, b, h, sampled_row(s->of.q_len, n), &v, error);
      if (status != CHECK_OK) return status;
      if (v.kind != VERDICT_PASS && (worst->kind == VERDICT_PASS || v.budget > worst->budget)) *worst = v;
    }
  }
  return CHECK_OK;
}

/* Whether every element is finite; otherwise prints the first that is not. */
static bool is_finite(const attest_output *t, char text[200]) {
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(t->size, at); more; more = tensor_next(t->size, at)) {
    if (isfinite(output_element(t, at))) continue;
    (void)snprintf(text, 200,
                   "out at [%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "]: expected a finite number, found %g",
                   at[ATTEST_BATCH], at[ATTEST_HEAD], at[ATTEST_POSITION], at[ATTEST_COLUMN], output_element(t, at));
    return false;
  }
  return true;
}

/* Whether the reference and the bounds take at most about a tenth of a second. */
static bool is_small(const bench_shape *s) { return recipe_multiplications(&s->of) < 0x1p24; }

check_status shape_judge_answer(const bench_shape *s, const attest_arithmetic *arithmetic, bool *right, char text[200],
                                check_error *error) {
  *right = false;
  if (!is_finite(&s->answer.out, text)) return CHECK_OK;
  verdict v;
  const check_status status = is_small(s)
                                  ? answer_judge(&s->problem, &s->answer, arithmetic, &by_definition, NULL, &v, error)
                                  : judge_samples(s, arithmetic, &v, error);
  if (status != CHECK_OK) return status;
  *right = v.kind == VERDICT_PASS;
  if (!*right) verdict_print_element(&v.element, text);
  return CHECK_OK;
}

check_status shape_judge(const bench_shape *s, shape_function *compute, const char *name, int threads, void *workspace,
                         size_t bytes, bool *right, char text[200], double *seconds, check_error *error) {
  const int64_t elements = s->of.batch * s->of.q_heads * s->of.q_len * s->of.d_v; /* out is contiguous */
  attest_arithmetic arithmetic = bound_default((attest_dtype)s->of.dtype);
  (void)attest_variant_arithmetic(name, (attest_dtype)s->of.dtype, &arithmetic); /* other names keep the defaults */
  (void)memset(s->answer.out.data, ARENA_PATTERN, (size_t)elements * attest_dtype_size(s->answer.out.dtype));
  (void)memset(workspace, ARENA_PATTERN, bytes);
  *right = false;
  const attest_status returned = compute(&s->problem, &s->answer, name, threads, workspace, bytes);
  if (returned != ATTEST_OK) {
    (void)snprintf(text, 200, "it returned: %s", attest_strerror(returned));
    return CHECK_OK;
  }
  const check_status status = shape_judge_answer(s, &arithmetic, right, text, error);
  if (status != CHECK_OK) return status;
  const double begun = clock_seconds();
  (void)compute(&s->problem, &s->answer, name, threads, workspace, bytes);
  *seconds = clock_seconds() - begun;
  return CHECK_OK;
}
