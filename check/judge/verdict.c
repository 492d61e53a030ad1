#include "check/judge/verdict.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "check/cases/arena.h"
#include "check/cases/format.h"
#include "check/cases/tensor.h"

const char *verdict_name(verdict_kind kind) {
  static const char *const names[] = {"pass",      "skipped",           "convention", "crashed",       "hung",
                                      "exited",    "returned an error", "malformed",  "wrote outside", "not as asked",
                                      "unwritten", "NaN or infinity",   "beyond"};
  return names[kind];
}

void verdict_print_element(const verdict_element *e, char text[VERDICT_ELEMENT_MAX]) {
  (void)snprintf(text, VERDICT_ELEMENT_MAX,
                 "%s at [%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "]: expected %.9g, found %.9g, bound %.3g",
                 e->output, e->at[0], e->at[1], e->at[2], e->at[3], e->expected, e->found, e->bound);
}

void verdict_print(const verdict *v, char text[VERDICT_TEXT_MAX]) {
  if (v->text[0] != '\0' || v->element.output == NULL) {
    (void)snprintf(text, VERDICT_TEXT_MAX, "%s", v->text);
    return;
  }
  char element[VERDICT_ELEMENT_MAX], times[60] = "";
  verdict_print_element(&v->element, element);
  if (isfinite(v->budget) && v->budget > 0)
    (void)snprintf(times, sizeof times, ", error %.3g times the bound", v->budget);
  const int used = snprintf(text, VERDICT_TEXT_MAX, "%s%s", element, times);
  if (v->elements > 0)
    (void)snprintf(text + used, VERDICT_TEXT_MAX - (size_t)used, "; %" PRId64 " of %" PRId64 " element%s beyond %s",
                   v->beyond, v->elements,
                   v->elements == 1 ? " is"
                   : v->beyond == 1 ? "s is"
                                    : "s are",
                   v->beyond == 1 ? "its bound" : "their bounds");
}

bool verdict_fails(verdict_kind kind) { return kind > VERDICT_CONVENTION; }

bool verdict_is_vague(const verdict *v, double rows) { return 2 * (double)v->mean_rows > rows; }

bool verdict_is_unwritten(const attest_output *t, const int64_t at[ATTEST_AXES]) {
  const size_t size = attest_dtype_size(t->dtype);
  int64_t offset = 0;
  for (int d = 0; d < 4; d++) offset += at[d] * t->stride[d];
  const unsigned char *byte = (const unsigned char *)t->data + (size_t)offset * size;
  for (size_t n = 0; n < size; n++)
    if (byte[n] != ARENA_PATTERN) return false;
  return true;
}

/* The sign of a NaN means nothing. */
static double unsigned_nan(double x) { return isnan(x) ? (double)NAN : x; }

/* What a stored infinity stands for: the least number that rounds to it, where the right answer is finite and is
   known to be near. */
static double stored(const attest_output *t, double value, double bound, double found) {
  if (!isinf(found) || !isfinite(value) || !isfinite(bound)) return found;
  const number_format *const of = format_of(t->dtype);
  return copysign(of->largest + ldexp(of->unit_roundoff, ilogb(of->largest)), found);
}

/* patterned: the answer held the arena's pattern before the call. */
static void judge_element(verdict *v, bool patterned, const attest_output *t, const char *output, const int64_t at[4],
                          double value, double bound) {
  const double found = output_element(t, at), budget = expected_budget(value, bound, stored(t, value, bound, found));
  const verdict_kind kind = budget <= 1                                ? VERDICT_PASS
                            : patterned && verdict_is_unwritten(t, at) ? VERDICT_UNWRITTEN
                            : isfinite(value) && isfinite(found)       ? VERDICT_BEYOND
                                                                       : VERDICT_NOT_FINITE;
  v->elements++;
  v->beyond += kind != VERDICT_PASS;
  const bool graver = kind != VERDICT_PASS && (v->kind == VERDICT_PASS || kind < v->kind);
  if (!graver && !(kind == v->kind && budget > v->budget)) return;
  v->kind = kind;
  v->budget = budget;
  v->element = (verdict_element){output, {at[0], at[1], at[2], at[3]}, unsigned_nan(value), unsigned_nan(found), bound};
}

static void judge_row(const expected *e, const attest_answer *a, bool patterned, int64_t b, int64_t h, int64_t i,
                      verdict *v) {
  const problem_f64 *w = &e->problem;
  const int64_t row = (b * w->q_heads + h) * w->q_len + i;
  for (int64_t c = 0; a->out.data != NULL && c < w->d_v; c++)
    judge_element(v, patterned, &a->out, "out", (const int64_t[]){b, h, i, c}, e->out[row * w->d_v + c],
                  e->out_bound[row * w->d_v + c]);
  if (a->lse.data != NULL)
    judge_element(v, patterned, &a->lse, "lse", (const int64_t[]){b, h, i, 0}, e->lse[row], e->lse_bound[row]);
  for (int64_t key = 0; a->weights.data != NULL && key < w->keys; key++)
    judge_element(v, patterned, &a->weights, "weights", (const int64_t[]){b, h, i, key},
                  e->weights[row * w->keys + key], e->weights_bound[row * w->keys + key]);
}

void verdict_of_expected(const expected *e, const attest_answer *answer, bool patterned, verdict *v) {
  const problem_f64 *w = &e->problem;
  *v = (verdict){.kind = VERDICT_PASS, .mean_rows = e->mean_rows};
  for (int64_t b = 0; b < w->batch && w->q_len > 0; b++)
    for (int64_t h = 0; h < w->q_heads; h++)
      for (int64_t i = 0; i < w->q_len; i++) judge_row(e, answer, patterned, b, h, i, v);
}
