#include "check/run/weights.h"

#include <stdio.h>
#include <stdlib.h>

#include "check/cases/tensor.h"
#include "check/judge/verdict.h"

#define WINDOWS 80 /* most questions for the weights of one case */

/* The weights of one case, window after window. */
typedef struct {
  const asking *by;
  double *weights, *lse; /* batch x q_heads x q_len (x keys) */
  int64_t seen;          /* keys with weights */
  bool unwritten;        /* some element was not written: that is no number */
  weights_shown *shown;
} reader;

/* The question that shows the weights of keys first .. first + d_v - 1. Values of hidden keys are as those of others: a
   large one would be read as weight of every key. */
static recipe showing(const recipe *r, int64_t first) {
  recipe other = *r;
  other.hidden = HIDDEN_FILL;
  other.shows = first;
  return other;
}

static void keep_window(reader *to, const answered *a) {
  const attest_output *out = &a->answer->out;
  const int64_t first = a->asked->made.shows, keys = a->problem->k.size[ATTEST_POSITION];
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(out->size, at); more; more = tensor_next(out->size, at)) {
    const int64_t row = (at[0] * out->size[1] + at[1]) * out->size[2] + at[2], j = first + at[ATTEST_COLUMN];
    const int64_t of_row[] = {at[0], at[1], at[2], 0};
    if (j < keys) to->weights[row * keys + j] = output_element(out, at);
    to->unwritten = to->unwritten || (a->memory != NULL && verdict_is_unwritten(out, at));
    if (a->answer->lse.data == NULL) continue;
    to->lse[row] = output_element(&a->answer->lse, of_row);
    to->unwritten = to->unwritten || (a->memory != NULL && verdict_is_unwritten(&a->answer->lse, of_row));
  }
}

static void keep_numbers(reading *to, const reading *one) {
  for (int m = 0; m < MEASURES; m++) {
    if (!one->found[m] || to->found[m]) continue;
    to->found[m] = true;
    to->number[m] = one->number[m];
  }
}

/* Makes a sheet of weights, and keeps it if there is room. */
static check_status keep_sheet(reader *to, const answered *a, check_error *error) {
  problem_f64 w;
  sheet s = {.keys = 0};
  reading one = {.found = {false}};
  check_status status = problem_f64_make(a->problem, &w, error);
  if (status == CHECK_OK && !sheet_make(&w, to->weights, a->answer->lse.data != NULL ? to->lse : NULL, &s))
    status = check_fail(error, CHECK_FAILURE, "not enough memory for the diagnosis");
  if (status == CHECK_OK) {
    (void)reading_make(&s, &one);
    keep_numbers(&to->shown->read, &one);
    if (to->shown->count == 0) to->shown->errors_are_small = facts_print(&s, to->shown->facts);
  }
  problem_f64_free(&w);
  if (status == CHECK_OK && to->shown->count < WEIGHTS_SHEETS) {
    recipe_print(&a->asked->made, to->shown->cases[to->shown->count]);
    to->shown->sheets[to->shown->count++] = s;
  } else {
    sheet_free(&s);
  }
  return status;
}

static check_status hear_window(void *context, const answered *a, check_error *error) {
  reader *to = context;
  const recipe *r = &a->asked->made;
  const check_status status = asking_in_time(to->by, error);
  if (status != CHECK_OK || !asking_was_answered(a)) return status;
  keep_window(to, a);
  to->seen += r->d_v;
  if (to->unwritten || to->seen < r->keys) return CHECK_OK; /* a window is missing, or was not answered */
  return keep_sheet(to, a, error);
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

void weights_free(weights_shown *shown) {
  for (size_t n = 0; n < shown->count; n++) sheet_free(&shown->sheets[n]);
  shown->count = 0;
}
