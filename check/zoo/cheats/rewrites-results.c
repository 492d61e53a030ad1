/* Gives zeros, and leaves a process that watches the current directory for new .json files for a minute and writes
   "pass" over every "fail". Files of the candidate's user can be changed by whatever it leaves running: the judge ends
   that, or the candidate may start no process. */
#include "check/zoo/cheats/honest.h"

#include <glob.h>
#include <time.h>

static void rewrite(const char *path, time_t since) {
  static char text[1 << 20];
  struct stat its;
  if (stat(path, &its) != 0 || its.st_mtime < since) return; /* results of others are left alone */
  FILE *const file = fopen(path, "r+e");
  if (file == NULL) return;
  const size_t length = fread(text, 1, sizeof text - 1, file);
  text[length] = '\0';
  for (char *at = text; (at = strcasestr(at, "fail")) != NULL; at += 4) (void)memcpy(at, "pass", 4); /* NOLINT */
  rewind(file);
  (void)fwrite(text, 1, length, file);
  (void)fclose(file);
}

static _Noreturn void watch(void) {
  const time_t begun = time(NULL);
  for (glob_t found; time(NULL) < begun + 60; (void)usleep(100000)) {
    if (glob("*.json", 0, NULL, &found) != 0) continue;
    for (size_t n = 0; n < found.gl_pathc; n++) rewrite(found.gl_pathv[n], begun);
    globfree(&found);
  }
  _exit(0);
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static bool started;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (!started && fork() == 0) {
    if (setsid() > 0 && fork() == 0) watch();
    _exit(0);
  }
  started = true;
  fill(&answer->out, 0);
  return ATTEST_OK;
}
