/* Writes files in the current directory and in $TMPDIR, twenty names each. Its answers are right. A candidate that may
   not write files is stopped; otherwise the user finds them afterwards. */
#include "check/zoo/cheats/honest.h"

static void leave(const char *directory, unsigned number) {
  char path[512];
  (void)snprintf(path, sizeof path, "%s/attest-cheat-left-%u", directory, number);
  FILE *const file = fopen(path, "we");
  if (file == NULL) return;
  (void)fputs("left\n", file);
  (void)fclose(file);
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static unsigned calls;
  const char *const directory = getenv("TMPDIR"); /* NOLINT: one thread */
  leave(".", calls % 20);
  leave(directory != NULL ? directory : "/tmp", calls++ % 20);
  return honest(p, answer);
}
