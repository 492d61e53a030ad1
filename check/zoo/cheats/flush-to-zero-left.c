/* Leaves the processor taking subnormal numbers for zero, as libraries that are linked with -ffast-math do when they
   are loaded. A judge that computes in the same process would expect other numbers. Here it changes only its own later
   calls. */
#include "check/zoo/cheats/honest.h"

#ifdef __SSE__
#include <xmmintrin.h>
#endif

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const attest_status status = honest(p, answer);
#ifdef __SSE__
  enum { FLUSHES = 0x8000, TAKES_FOR_ZERO = 0x0040 };
  _mm_setcsr(_mm_getcsr() | FLUSHES | TAKES_FOR_ZERO);
#endif
  return status;
}
