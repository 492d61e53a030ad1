#include "check/run/weights.h"

#include <stdio.h>
#include <stdlib.h>

#include "check/cases/tensor.h"
#include "check/zoo/function.h"
#include "check/zoo/scores.h"

#define WINDOWS 16 /* most questions for the weights of one case */

/* The weights of one case, window after window. */
typedef struct {
  const asking *by;
  double *weights, *lse; /* batch x q_heads x q_len (x keys) */
  int64_t seen;          /* keys with weights */
  weights_shown *shown;
} reader;

/* The question that shows the weights of keys first .. first + d_v - 1. */
static recipe showing(const recipe *r, int64_t first) {
  recipe other = *r;
  other.shows = first;
  return other;
}

static void keep_window(reader *to, const answered *a) {
  const attest_output *out = &a->answer->out;
  const int64_t first = a->asked->made.shows, keys = a->problem->k.size[ATTEST_POSITION];
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(out->size, at); more; more = tensor_next(out->size, at)) {
    const int64_t row = (at[0] * out->size[1] + at[1]) * out->size[2] + at[2], j = first + at[ATTEST_COLUMN];
    if (j < keys) to->weights[row * keys + j] = output_element(out, at);
    if (a->answer->lse.data != NULL)
      to->lse[row] = output_element(&a->answer->lse, (const int64_t[]){at[0], at[1], at[2], 0});
  }
}

/* Keeps what the weights of the first case show; and the first detail that they show, which says more. */
static void keep_facts(weights_shown *to, const problem_f64 *w, const double *weights, const double *lse,
                       const recipe *r) {
  char detail[FUNCTION_TEXT_MAX] = "";
  const bool first = to->facts[0] == '\0';
  if (first) to->errors_are_small = facts_print(w, weights, to->facts);
  if (lse != NULL && !to->is_detail) function_print(w, weights, lse, detail);
  if (lse != NULL && !to->is_detail && detail[0] == '\0') scores_print(w, weights, lse, detail);
  to->is_detail = to->is_detail || detail[0] != '\0';
  if (detail[0] != '\0') (void)snprintf(to->facts, sizeof to->facts, "%s", detail);
  if (first || detail[0] != '\0') recipe_print(r, to->facts_case);
}

static void keep_numbers(reading *to, const reading *one) {
  for (int m = 0; m < MEASURES; m++) {
    if (!one->found[m] || to->found[m]) continue;
    to->found[m] = true;
    to->number[m] = one->number[m];
  }
}

static check_status hear_window(void *context, const answered *a, check_error *error) {
  reader *to = context;
  problem_f64 w;
  const recipe *r = &a->asked->made;
  check_status status = asking_in_time(to->by, error);
  if (status != CHECK_OK || !asking_was_answered(a)) return status;
  keep_window(to, a);
  to->seen += r->d_v;
  if (to->seen < r->keys) return CHECK_OK; /* a window is missing, or was not answered */
  reading one = {.found = {false}};
  status = problem_f64_make(a->problem, &w, error);
  const double *lse = a->answer->lse.data != NULL ? to->lse : NULL;
  if (status == CHECK_OK) (void)reading_make(&w, to->weights, lse, &one);
  if (status == CHECK_OK) keep_facts(to->shown, &w, to->weights, lse, r);
  keep_numbers(&to->shown->read, &one);
  problem_f64_free(&w);
  return status;
}

static bool is_readable(const recipe *r) {
  return r->keys > 0 && r->batch * r->q_heads * r->q_len > 0 && r->keys <= WINDOWS * r->d_v &&
         recipe_multiplications(r) <= WEIGHTS_WORK;
}

check_status weights_read(const asking *a, const recipe *r, weights_shown *shown, check_error *error) {
  const size_t rows = (size_t)(r->batch * r->q_heads * r->q_len);
  question questions[WINDOWS];
  size_t count = 0;
  if (!is_readable(r)) return CHECK_OK;
  reader to = {.by = a, .shown = shown};
  to.weights = calloc(rows * (size_t)r->keys + 1, sizeof(double));
  to.lse = calloc(rows + 1, sizeof(double));
  check_status status = CHECK_OK;
  if (to.weights == NULL || to.lse == NULL)
    status = check_fail(error, CHECK_FAILURE, "not enough memory for the diagnosis");
  for (int64_t first = 0; first < r->keys; first += r->d_v) {
    const recipe window = showing(r, first);
    questions[count++] = asking_question(a, &window);
  }
  if (status == CHECK_OK) status = asking_answers(a, questions, count, hear_window, &to, error);
  free(to.weights);
  free(to.lse);
  return status;
}
