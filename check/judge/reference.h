/* The reference on a problem, with a workspace of its own. */
#ifndef ATTEST_CHECK_REFERENCE_H
#define ATTEST_CHECK_REFERENCE_H

#include "attest.h"

/* attest_reference; also fails with ATTEST_FAILED: no memory for the workspace. */
attest_status reference_compute(const attest_problem *problem, double *out, double *lse, double *weights);

#endif
