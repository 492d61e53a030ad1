#include "check/run/looser.h"

#include "check/judge/verdict.h"

static const struct {
  const char *option;
  attest_dtype accumulate, scores, probabilities; /* F64: as declared */
} arithmetic[LOOSER] = {
    {"--accumulate f32", ATTEST_F32, ATTEST_F64, ATTEST_F64},
    {"--probabilities bf16", ATTEST_F64, ATTEST_F64, ATTEST_BF16},
    {"--probabilities f16", ATTEST_F64, ATTEST_F64, ATTEST_F16},
    {"--scores f16", ATTEST_F64, ATTEST_F16, ATTEST_F64},
    {"--scores bf16", ATTEST_F64, ATTEST_BF16, ATTEST_F64},
    {"--accumulate f16", ATTEST_F16, ATTEST_F64, ATTEST_F64},
    {"--accumulate bf16", ATTEST_BF16, ATTEST_F64, ATTEST_F64},
};

const char *looser_option(int n) { return arithmetic[n].option; }

void looser_try(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *declared,
                bool passes_by[LOOSER], check_error *error) {
  for (int n = 0; n < LOOSER; n++) {
    attest_arithmetic other = *declared;
    expected e;
    verdict v = {.kind = VERDICT_BEYOND};
    if (declared->accumulate != ATTEST_F64 && arithmetic[n].accumulate == ATTEST_F32) passes_by[n] = false;
    if (!passes_by[n]) continue;
    if (arithmetic[n].accumulate != ATTEST_F64) other.accumulate = arithmetic[n].accumulate;
    if (arithmetic[n].probabilities != ATTEST_F64) other.probabilities = arithmetic[n].probabilities;
    if (arithmetic[n].scores != ATTEST_F64) other.scores = arithmetic[n].scores, other.score_roundings = 1;
    if (expected_make(problem, answer, &other, &e, error) == CHECK_OK) verdict_of_expected(&e, answer, false, &v);
    expected_free(&e);
    passes_by[n] = v.kind == VERDICT_PASS;
  }
}
