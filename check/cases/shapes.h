/* Which types and sizes each tensor of a case has. */
#ifndef ATTEST_CHECK_SHAPES_H
#define ATTEST_CHECK_SHAPES_H

#include "check/cases/case.h"

/* "batch", "q_heads", .. */
const char *shapes_size_name(case_size size);

/* Checks the type, rank and sizes of c->array[tensor] against what the tensor has to be, and sets the sizes of the case that nothing has
   set yet. where begins the error's line. */
check_status shapes_agree(attention_case *c, case_tensor tensor, const char *where, check_error *error);

/* The array of a tensor as a view of 4 dimensions (see attention_case). For tensors of any type but integers. */
attest_tensor shapes_view(const attention_case *c, case_tensor tensor);

/* The type in which elements of a type are stored. */
npy_dtype shapes_stored_type(attest_dtype dtype);

/* The array in which an output is stored, if its elements are in binary64, contiguous, batch first and heads second. data is the caller's
   to set. */
npy_array shapes_stored(const attention_case *c, case_tensor tensor);

#endif
