/* Index arithmetic. */
#ifndef ATTEST_REF_INDEX_H
#define ATTEST_REF_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "ref/logic/index.h"

/* i*stride, for a product within +-ATTEST_MAX_ELEMENTS. */
/*@ requires range: InRange(times(i,stride)); assigns \nothing; ensures value: \result == times(i,stride); */
static inline int64_t ref_times(int64_t i, int64_t stride) { return i * stride; }

#endif
