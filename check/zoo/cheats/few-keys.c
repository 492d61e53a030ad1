/* Reads the last 64 keys only, as sparse attention does, and calls the answer exact. With long sequences of random
   numbers a tolerance for all elements together accepts it. The bounds stop it in every case with more keys. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { READ = 64 };
  const int64_t keys = p->k.size[ATTEST_POSITION], most = p->q.size[ATTEST_POSITION] + READ;
  attest_problem less = *p;
  const bool sees_less = keys > READ && !p->windowed && (p->causal || keys > most);
  if (sees_less) {
    less.windowed = true;
    less.window_left = READ - 1;
    less.window_right = ATTEST_UNLIMITED;
    if (!p->causal) less.alignment = ATTEST_ALIGN_BOTTOM_RIGHT;
  }
  return honest(&less, answer);
}
