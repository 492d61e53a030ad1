/* Asking a candidate again, for a diagnosis, as long as there is time. */
#ifndef ATTEST_CHECK_ASKING_H
#define ATTEST_CHECK_ASKING_H

#include "check/run/ask.h"

typedef struct asking {
  candidate *of;
  const ability *able; /* FORMATS of them: what it supports, by type */
  double until;        /* the time at which to stop, by clock_seconds */
} asking;

/* The question for a case. */
question asking_question(const asking *a, const recipe *r);

/* The arithmetic by which the answer to a case is judged. */
const attest_arithmetic *asking_arithmetic(const asking *a, const recipe *r);

/* Fails if the time is over: a listener returns this to end the questions. */
check_status asking_in_time(const asking *a, check_error *error);

/* Whether a question was answered. */
bool asking_was_answered(const answered *a);

/* Asks, until the time is over. Without an answer, as of a command that fails on all cases, the evidence is what was
   heard before: this returns CHECK_OK. */
check_status asking_answers(const asking *a, const question *questions, size_t count, question_listener *listener,
                            void *context, check_error *error);

#endif
