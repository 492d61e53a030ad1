/* The types and sizes of the tensors of a case. */
#ifndef ATTEST_CHECK_SHAPES_H
#define ATTEST_CHECK_SHAPES_H

#include "check/cases/case.h"

/* "batch", "q_heads", .. */
const char *shapes_size_name(case_size size);

/* Checks the type, rank and sizes of c->array[tensor] against the required ones, and sets the sizes of the case that
   are still unset. where begins the error's line. */
check_status shapes_agree(attention_case *c, case_tensor tensor, const char *where, check_error *error);

/* The array of a tensor as a view of 4 dimensions (see attention_case). Not for integer tensors. */
attest_tensor shapes_view(const attention_case *c, case_tensor tensor);

/* The .npy type that stores elements of a type. */
npy_dtype shapes_stored_type(attest_dtype dtype);

/* The array that stores an output with elements in binary64, contiguous, batch first and heads second. The caller sets
   data. */
npy_array shapes_stored(const attention_case *c, case_tensor tensor);

#endif
