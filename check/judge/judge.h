/* The reference applied to a case, and the case's stored outputs compared with it. */
#ifndef ATTEST_CHECK_JUDGE_H
#define ATTEST_CHECK_JUDGE_H

#include "check/cases/case.h"
#include "check/judge/verdict.h"

/* The outputs are out, lse, weights and y: output n is tensor CASE_OUT + n. */
#define JUDGE_OUTPUTS (CASE_TENSORS - CASE_OUT)

/* The reference's outputs, contiguous in binary64, batch first and heads second; NULL where not computed. */
typedef struct judge_answer {
  double *output[JUDGE_OUTPUTS];
} judge_answer;

/* A stored output compared with the reference. */
typedef struct judge_difference {
  bool judged;             /* the case has this output; if not, nothing below is set */
  bool pass;               /* error <= tolerance */
  double error;            /* largest |stored - reference|; infinite for NaN or the wrong infinity */
  int64_t at[ATTEST_AXES]; /* its first place, by case_tensor_size; unset without elements */
  double reference, stored;
} judge_difference;

typedef struct judge_verdict {
  double tolerance;
  bool judged;                  /* at least one output */
  bool pass;                    /* all judged outputs pass */
  bool bounded[JUDGE_OUTPUTS];  /* judged by derived bounds: see bound[n], not output[n] */
  verdict bound[JUDGE_OUTPUTS]; /* by the definition alone */
  verdict whole;                /* of the bounded outputs together, conventions included; passes if there are none */
  judge_difference output[JUDGE_OUTPUTS];
} judge_verdict;

/* The tolerance that the case states; else that of the type of q (or x): float64 1e-12, float32 2e-6, float16 5e-4,
   bfloat16 4e-3. */
double judge_tolerance(const attention_case *c);

/* Computes the wanted outputs of a loaded case, which must have their inputs. variant NULL: by the reference. Otherwise
   out, lse and weights by the fast variant of that name, widened; CHECK_BAD_INPUT if it does not compute them. Free
   with judge_free, also after a failure. */
check_status judge_compute(const attention_case *c, const char *variant, const bool wanted[JUDGE_OUTPUTS],
                           judge_answer *answer, check_error *error);

void judge_free(judge_answer *answer);

/* Judges a loaded case by its tolerance. If it states none, out, lse and weights are judged by the bounds that follow
   from the arithmetic (bound.h) and their stored types, and y by judge_tolerance. An answer by an allowed convention
   (explain.h) passes. CHECK_OK, whatever the verdict; CHECK_FAILURE if there is no memory. */
check_status judge_bounded(const attention_case *c, const attest_arithmetic *arithmetic,
                           const convention_policy *policy, judge_verdict *result, check_error *error);

/* Judges a loaded case by judge_tolerance alone. The same statuses. */
check_status judge_case(const attention_case *c, judge_verdict *result, check_error *error);

#endif
