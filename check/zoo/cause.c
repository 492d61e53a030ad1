#include "check/zoo/cause.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/format.h"
#include "check/zoo/words.h"

const cause_family *const *cause_families(size_t *count) {
  static const cause_family *const all[] = {&cause_visible, &cause_scores, &cause_loads, &cause_sums, &cause_formats};
  *count = sizeof all / sizeof all[0];
  return all;
}

hypothesis hypothesis_of(const cause *of, double number) {
  return (hypothesis){.of = of,
                      .mutant = {.name = of->name,
                                 .form = of->form,
                                 .exact = !of->overflows,
                                 .number = number,
                                 .tile = of->is_tile ? (int64_t)number : of->tile,
                                 .splits = of->is_splits ? (int64_t)number : 0,
                                 .steps = of->steps}};
}

void hypothesis_print(const hypothesis *h, char text[CAUSE_TEXT_MAX]) {
  const double n = h->mutant.number;
  const int digits = n != 1 && fabs(n - 1) < 1e-3 ? 9 : 6; /* six would say 1 */
  char number[40], with_sign[40];
  (void)snprintf(number, sizeof number, "%.*g", digits, n);
  (void)snprintf(with_sign, sizeof with_sign, "%+.*g", digits, n);
  (void)words_print(h->of != NULL ? h->of->says : h->mutant.what, number, with_sign, text, CAUSE_TEXT_MAX);
}

/* ---- memory */

static bool output_like(const attest_output *like, attest_output *to, void **memory) {
  const int64_t *n = like->size;
  *to = *like;
  if (like->data == NULL) return true;
  *memory = malloc(((size_t)tensor_count(n) + 1) * attest_dtype_size(ATTEST_F64));
  to->data = *memory;
  to->dtype = ATTEST_F64; /* what the hypothesis computes is not rounded once more */
  const int64_t stride[] = {n[ATTEST_HEAD] * n[ATTEST_POSITION] * n[ATTEST_COLUMN],
                            n[ATTEST_POSITION] * n[ATTEST_COLUMN], n[ATTEST_COLUMN], 1};
  (void)memcpy(to->stride, stride, sizeof stride);
  return *memory != NULL;
}

bool cause_space_make(const attest_answer *like, cause_space *space) {
  const int64_t *n = like->out.size;
  *space = (cause_space){.answer = *like, .compared = CAUSE_ALL};
  space->row = malloc((size_t)(n[ATTEST_BATCH] * n[ATTEST_HEAD] * n[ATTEST_POSITION]) + 1);
  return space->row != NULL && output_like(&like->out, &space->answer.out, &space->memory[0]) &&
         output_like(&like->lse, &space->answer.lse, &space->memory[1]) &&
         output_like(&like->weights, &space->answer.weights, &space->memory[2]);
}

void cause_space_free(cause_space *space) {
  for (int n = 0; n < 3; n++) free(space->memory[n]);
  free(space->row);
}
