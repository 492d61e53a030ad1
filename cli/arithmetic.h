/* The options that state a candidate's arithmetic. */
#ifndef ATTEST_CLI_ARITHMETIC_H
#define ATTEST_CLI_ARITHMETIC_H

#include "check/cases/error.h"
#include "check/judge/arithmetic.h"
#include "cli/selection.h"

#define ARITHMETIC_HELP                                                                                                \
  "  --accumulate TYPE     type of sums and other operations: f64, f32, f16 or bf16\n"                                 \
  "  --scores TYPE         type of stored scores, rounded up to three times\n"                                         \
  "  --probabilities TYPE  type of the probabilities that multiply the values\n"

/* The values of --accumulate, --scores and --probabilities; NULL if not given. said holds them as types and points into
   type: do not copy this struct. */
typedef struct arithmetic_options {
  const char *accumulate, *scores, *probabilities;
  attest_dtype type[3];
  arithmetic_said said;
} arithmetic_options;

#define ARITHMETIC_VALUES(given)                                                                                       \
  {"accumulate", 0, &(given).accumulate, selection_dtype_name}, {"scores", 0, &(given).scores, selection_dtype_name},  \
  {                                                                                                                    \
    "probabilities", 0, &(given).probabilities, selection_dtype_name                                                   \
  }

/* Reads the values. Fails with CHECK_BAD_INPUT for an unknown type. */
check_status arithmetic_read(arithmetic_options *given, check_error *error);

#endif
