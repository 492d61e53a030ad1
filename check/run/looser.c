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
                looser *seen, check_error *error) {
  seen->answers++;
  for (int n = 0; n < LOOSER; n++) {
    attest_arithmetic other = *declared;
    expected e;
    verdict v = {.kind = VERDICT_BEYOND};
    if (declared->accumulate != ATTEST_F64 && arithmetic[n].accumulate == ATTEST_F32) seen->fails[n] = true;
    if (seen->fails[n]) continue;
    if (arithmetic[n].accumulate != ATTEST_F64) other.accumulate = arithmetic[n].accumulate;
    if (arithmetic[n].probabilities != ATTEST_F64) other.probabilities = arithmetic[n].probabilities;
    if (arithmetic[n].scores != ATTEST_F64) other.scores = arithmetic[n].scores, other.score_roundings = 1;
    if (expected_make(problem, answer, &other, &e, error) == CHECK_OK) verdict_of_expected(&e, answer, false, &v);
    seen->vague[n] += verdict_is_vague(&v, (double)(e.problem.batch * e.problem.q_heads * e.problem.q_len));
    expected_free(&e);
    seen->fails[n] = v.kind != VERDICT_PASS;
  }
}

bool looser_explains(const looser *seen, int n) {
  return seen->answers > 0 && !seen->fails[n] && 2 * seen->vague[n] <= seen->answers;
}
