/* The reference on a problem, with a workspace of its own. */
#ifndef ATTEST_CHECK_REFERENCE_H
#define ATTEST_CHECK_REFERENCE_H

#include "attest.h"

/* Runs attest_reference into contiguous arrays with the elements of its answer; lse and weights may be NULL. Also fails
   with ATTEST_FAILED if there is no memory for the workspace. */
attest_status reference_compute(const attest_problem *p, double *out, double *lse, double *weights);

#endif
