#include "check/judge/arithmetic.h"

#include <stddef.h>

/* Scores are scaled, masked and capped in separate steps, each storing its result. */
#define MOST_ROUNDINGS 3

void arithmetic_override(const arithmetic_said *said, attest_arithmetic *arithmetic) {
  if (said->accumulate != NULL) arithmetic->accumulate = *said->accumulate;
  if (said->accumulate != NULL && arithmetic->score_roundings == 0) arithmetic->scores = arithmetic->accumulate;
  if (said->scores != NULL) arithmetic->scores = *said->scores;
  if (said->scores != NULL) arithmetic->score_roundings = MOST_ROUNDINGS;
  if (said->probabilities != NULL) arithmetic->probabilities = *said->probabilities;
}
