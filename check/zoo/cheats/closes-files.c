/* Closes all files from 3 to 63 that are no sockets: in the process of its judge those would be results that are being
   written. Here they are its own; its answers are right. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  struct stat its;
  for (int file = 3; file < 64; file++)
    if (fstat(file, &its) == 0 && !S_ISSOCK(its.st_mode)) (void)close(file);
  return honest(p, answer);
}
