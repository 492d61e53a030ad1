/* What a caller's workspace is made of. */
#ifndef ATTEST_REF_WORKSPACE_H
#define ATTEST_REF_WORKSPACE_H

#include <stddef.h>
#include <stdint.h>

#include "ref/logic/index.h"

/* Bytes of a workspace: the doubles, then a byte of visibility a key. */
/*@ requires range: 0 <= doubles <= MaxElements && 0 <= keys <= MaxSize;
    assigns \nothing;
    ensures value: \result == 8 * doubles + keys; */
static inline size_t ref_workspace_bytes(int64_t doubles, int64_t keys) {
  return (size_t)doubles * sizeof(double) + (size_t)keys;
}

#endif
