/* The verdict on one answer, tier "bound": every element against its own bound. */
#ifndef ATTEST_CHECK_VERDICT_H
#define ATTEST_CHECK_VERDICT_H

#include "check/judge/convention.h"
#include "check/judge/expected.h"

/* In order of gravity: the worst first, after the three that pass. */
typedef enum verdict_kind {
  VERDICT_PASS,
  VERDICT_SKIPPED,    /* the candidate does not support the case */
  VERDICT_CONVENTION, /* the answer follows conventions that are not refused */
  VERDICT_CRASHED,
  VERDICT_HUNG,
  VERDICT_EXITED,
  VERDICT_REFUSED,    /* it returned an error */
  VERDICT_MALFORMED,  /* its files cannot be read as an answer */
  VERDICT_OUTSIDE,    /* it wrote outside of its outputs */
  VERDICT_NOT_ASKED,  /* the whole answer follows a stated convention that was not accepted */
  VERDICT_UNWRITTEN,  /* an element of an output was not written */
  VERDICT_NOT_FINITE, /* NaN or infinity where the answer is finite, or the wrong one */
  VERDICT_BEYOND      /* an element is beyond its bound */
} verdict_kind;

/* One element: output "out", "lse" or "weights", at [batch, head, query, column or key]. */
typedef struct verdict_element {
  const char *output;
  int64_t at[4];
  double expected, found, bound;
} verdict_element;

typedef struct verdict {
  verdict_kind kind;
  char text[200];          /* details of a crash, a refusal, conventions, ..; "" if element says more */
  double budget;           /* largest budget used of all elements; infinite for an error where the bound is 0 */
  verdict_element element; /* the element with that budget used; of VERDICT_UNWRITTEN, the unwritten one */
  int64_t elements;        /* elements judged, of all outputs; 0 if there was no answer */
  int64_t beyond;          /* of these, the elements beyond their bounds */
  int64_t mean_rows;       /* rows judged only as means of visible values */
  convention_set followed; /* conventions that explain the answer; empty if text names several and none is certain */
  convention_set broken;   /* conventions that show in the case and are not followed */
} verdict;

/* "pass", "crashed", .. */
const char *verdict_name(verdict_kind kind);

/* "out at [0,0,1,3]: expected 1, found 2, bound 1e-06". */
#define VERDICT_ELEMENT_MAX 200
void verdict_print_element(const verdict_element *e, char text[VERDICT_ELEMENT_MAX]);

/* Prints the details: the text if there is one, else the element, its error as a multiple of its bound, and how many
   elements are beyond their bounds. */
#define VERDICT_TEXT_MAX 400
void verdict_print(const verdict *v, char text[VERDICT_TEXT_MAX]);

/* False for pass, skipped and by a convention. */
bool verdict_fails(verdict_kind kind);

/* Whether most rows of the case, batch * q_heads * q_len of them, are judged only as means of visible values. */
bool verdict_is_vague(const verdict *v, double rows);
#define VERDICT_VAGUE "most rows can be judged only as means of visible values: the arithmetic says too little"

/* Whether an element still holds the arena's pattern, which is NaN in every type. */
bool verdict_is_unwritten(const attest_output *t, const int64_t at[ATTEST_AXES]);

/* Judges an answer by the definition alone. patterned: the answer held the arena's pattern before the call. */
void verdict_of_expected(const expected *e, const attest_answer *answer, bool patterned, verdict *v);

#endif
