#include "check/run/asking.h"

#include "check/cases/clock.h"

question asking_question(const asking *a, const recipe *r) { return question_of(&a->able[r->dtype].description, r); }

const attest_arithmetic *asking_arithmetic(const asking *a, const recipe *r) {
  return &a->able[r->dtype].description.says.arithmetic;
}

check_status asking_in_time(const asking *a, check_error *error) {
  if (clock_seconds() <= a->until) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "the diagnosis ran out of time");
}

bool asking_was_answered(const answered *a) {
  return a->became->kind == OUTCOME_RETURNED && a->became->status == ATTEST_OK;
}

check_status asking_answers(const asking *a, const question *questions, size_t count, question_listener *listener,
                            void *context, check_error *error) {
  const check_status status = candidate_answer(a->of, questions, count, listener, context, error);
  return status == CHECK_BAD_INPUT ? CHECK_OK : status;
}
