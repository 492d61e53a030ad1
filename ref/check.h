/* What a problem and an answer must be. */
#ifndef ATTEST_REF_CHECK_H
#define ATTEST_REF_CHECK_H

#include "ref/logic/check.h"

/* What attest_problem_check says of a problem that is there. */
/*@ requires readable: ReadVectorsOfSizes(p);
    assigns \nothing;
    ensures says: Says(\result,p);
    ensures ok: \result == ATTEST_OK <==> Accepted(p); */
attest_status ref_check_problem(attest_problem p);

/* out may be absent only if it has no element. lse and weights are checked unless they are absent. */
/*@ requires problem: GoodProblem(p);
    assigns \nothing;
    ensures pointer: \result == ATTEST_BAD_POINTER <==> OutMissing(p,a);
    ensures dtype: \result == ATTEST_BAD_DTYPE ==> !AnswerDoubles(a);
    ensures shape: \result == ATTEST_BAD_SHAPE ==> !AnswerShaped(p,a);
    ensures ok: \result == ATTEST_OK <==> AnswerGood(p,a);
    ensures status: \result == ATTEST_OK || \result == ATTEST_BAD_POINTER || \result == ATTEST_BAD_DTYPE ||
      \result == ATTEST_BAD_SHAPE; */
attest_status ref_check_answer(attest_problem p, attest_answer a);

#endif
