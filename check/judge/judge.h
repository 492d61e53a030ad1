/* The reference applied to a case, and the stored outputs of the case compared with it. */
#ifndef ATTEST_CHECK_JUDGE_H
#define ATTEST_CHECK_JUDGE_H

#include "check/cases/case.h"
#include "check/judge/verdict.h"

/* out, lse, weights and y: output n is tensor CASE_OUT + n. */
#define JUDGE_OUTPUTS (CASE_TENSORS - CASE_OUT)

/* The reference's outputs, contiguous in binary64, batch first and heads second; NULL where not computed. */
typedef struct judge_answer {
  double *output[JUDGE_OUTPUTS];
} judge_answer;

/* A stored output against the reference. */
typedef struct judge_difference {
  bool judged;             /* the case has this output; if not, nothing below is set */
  bool pass;               /* error <= tolerance */
  double error;            /* the largest |stored - reference|; infinite if either is NaN, or one infinite and the other not the same */
  int64_t at[ATTEST_AXES]; /* where it is, in the dimensions of case_tensor_size; the first such place. Not set if there are no elements */
  double reference, stored;
} judge_difference;

typedef struct judge_verdict {
  double tolerance;
  bool judged;                  /* any output */
  bool pass;                    /* all that were */
  bool bounded[JUDGE_OUTPUTS];  /* judged by derived bounds: bound tells of it, output does not */
  verdict bound[JUDGE_OUTPUTS]; /* by the definition alone */
  verdict whole;                /* of those together, where conventions count; passes if there are none */
  judge_difference output[JUDGE_OUTPUTS];
} judge_verdict;

/* The tolerance the case states; else by the type of q (or x): float64 1e-12, float32 2e-6, float16 5e-4, bfloat16 4e-3. */
double judge_tolerance(const attention_case *c);

/* Computes the wanted outputs of a loaded case, for which it must have the inputs: by the reference, or, where variant is not NULL, out, lse and weights by the
   fast variant of that name, widened; CHECK_BAD_INPUT if it does not compute them. Free with judge_free, also after a failure. */
check_status judge_compute(const attention_case *c, const char *variant, const bool wanted[JUDGE_OUTPUTS], judge_answer *answer,
                           check_error *error);

void judge_free(judge_answer *answer);

/* Judges a loaded case: by its tolerance; where it states none, out, lse and weights by the bounds that follow from the arithmetic (check/bound.h) and
   the type in which each is stored, and y by judge_tolerance. An answer by a convention (check/follow.h) passes. CHECK_OK, whatever the
   verdict; CHECK_FAILURE if there is none. */
check_status judge_bounded(const attention_case *c, const attest_arithmetic *arithmetic, const convention_policy *policy,
                           judge_verdict *result, check_error *error);

/* Judges a loaded case by judge_tolerance alone. The same statuses. */
check_status judge_case(const attention_case *c, judge_verdict *result, check_error *error);

#endif
