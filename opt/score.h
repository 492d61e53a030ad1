/* From the product of a query and a key to the score, and whether the query sees the key; in the precision of
   opt/element.h. */
#ifndef ATTEST_OPT_SCORE_H
#define ATTEST_OPT_SCORE_H

#include "opt/element.h"
#include "opt/slice.h"

/* What is the same for all keys of a row. */
typedef struct score_row {
  const attest_problem *problem;
  int64_t first, end;      /* it sees keys first .. end - 1, if the mask and the bias let it */
  const char *bias, *mask; /* its row of each; NULL if there is none */
  real scale, cap;
} score_row;

static inline score_row score_row_of(const slice *s, int64_t r) {
  const attest_problem *const p = s->problem;
  return (score_row){.problem = p,
                     .first = slice_first_key(s, r),
                     .end = slice_end_key(s, r),
                     .bias = p->bias.data != NULL ? slice_row(s, &p->bias, r) : NULL,
                     .mask = p->mask.data != NULL ? slice_row(s, &p->mask, r) : NULL,
                     .scale = (real)slice_scale(p),
                     .cap = (real)p->softcap};
}

/* Bias of key j, 0 if there is none. */
static inline real score_bias(const score_row *r, int64_t j) {
  return r->bias != NULL ? load(r->bias, r->problem->bias.dtype, j * r->problem->bias.stride[ATTEST_COLUMN]) : 0;
}

static inline bool score_sees(const score_row *r, int64_t j) {
  return j >= r->first && j < r->end && (r->mask == NULL || r->mask[j * r->problem->mask.stride[ATTEST_COLUMN]] != 0) &&
         score_bias(r, j) != (real)-INFINITY;
}

/* The score of key j, which the row sees, from the product of query and key. */
static inline real score_of(const score_row *r, int64_t j, real product) {
  const real x = product * r->scale;
  return (r->cap > 0 ? r->cap * tangent(x / r->cap) : x) + score_bias(r, j);
}

#endif
