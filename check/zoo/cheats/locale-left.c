/* Leaves a locale with a decimal comma, where the system has one: numbers that its process prints or reads are then
   others. The judge prints and reads in another process. */
#include "check/zoo/cheats/honest.h"

#include <locale.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static const char *const with_comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE",
                                           "fr_FR",       "nl_NL.UTF-8", "pl_PL.UTF-8"};
  const attest_status status = honest(p, answer);
  for (size_t n = 0; n < sizeof with_comma / sizeof *with_comma; n++)
    if (setlocale(LC_ALL, with_comma[n]) != NULL) break; /* NOLINT: one thread */
  return status;
}
