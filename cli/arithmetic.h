/* The options by which a command line says what arithmetic an implementation has. */
#ifndef ATTEST_CLI_ARITHMETIC_H
#define ATTEST_CLI_ARITHMETIC_H

#include "check/judge/arithmetic.h"
#include "check/cases/error.h"

#define ARITHMETIC_HELP                                                                                                                    \
  "  --accumulate TYPE     what sums and other operations are done in: f64, f32, f16 or bf16\n"                                            \
  "  --scores TYPE         what scores are stored in, and rounded to up to three times\n"                                                  \
  "  --probabilities TYPE  what probabilities are stored in before they multiply values\n"

/* The values of --accumulate, --scores and --probabilities; NULL where not given. What they say is in said, which points into type: not to be copied. */
typedef struct arithmetic_options {
  const char *accumulate, *scores, *probabilities;
  attest_dtype type[3];
  arithmetic_said said;
} arithmetic_options;

#define ARITHMETIC_VALUES(given)                                                                                                           \
  {"accumulate", 0, &(given).accumulate}, {"scores", 0, &(given).scores}, { "probabilities", 0, &(given).probabilities }

/* Reads the values. CHECK_BAD_INPUT for a name that is no type. */
check_status arithmetic_read(arithmetic_options *given, check_error *error);

#endif
