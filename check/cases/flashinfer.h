/* Writes generated cases as definitions and workloads of FlashInfer-Bench (README.md). */
#ifndef ATTEST_CHECK_FLASHINFER_H
#define ATTEST_CHECK_FLASHINFER_H

#include "check/cases/store.h"

/* Why that format cannot hold a case. Its checker takes every output that is not finite for wrong. */
typedef enum flashinfer_reason {
  FLASHINFER_F64,
  FLASHINFER_EMPTY,
  FLASHINFER_NAN,
  FLASHINFER_REASONS
} flashinfer_reason;

typedef struct flashinfer_count {
  size_t workloads, definitions, left_out[FLASHINFER_REASONS];
} flashinfer_count;

/* Completes "141 cases ..". */
const char *flashinfer_reason_text(flashinfer_reason reason);

/* Writes a share of the cases of a list into an empty directory, as store_cases does. A workload's uuid is the name
   that store_name gives the case, and a digest of its recipe, which stands in the metadata of its tensors. */
check_status flashinfer_store(const char *directory, const recipe *cases, size_t count, const shard *part,
                              arena *memory, store_progress *progress, flashinfer_count *counted, check_error *error);

#endif
