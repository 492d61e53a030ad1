/* A helper process: it belongs to no session of the worker and is no child of it. It sees the worker's arena, which it
   opens for itself, since each process has its own page protection. Include it after honest.h. */
#ifndef ATTEST_CHEATS_HELPER_H
#define ATTEST_CHEATS_HELPER_H

#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

typedef struct helper {
  sem_t asked, done;
  attest_problem problem;
  attest_answer answer;
} helper;

/* The helper's loop. It ends after a minute without a call. */
static inline void help(helper *h) {
  struct timespec until;
  open_arena();
  while (clock_gettime(CLOCK_REALTIME, &until) == 0) {
    until.tv_sec += 60;
    if (sem_timedwait(&h->asked, &until) != 0) _exit(0);
    (void)honest(&h->problem, &h->answer);
    (void)sem_post(&h->done);
  }
  _exit(0);
}

/* The helper of this arena, started when needed; NULL: no process can be started. */
static inline helper *find_helper(void) {
  static helper *known;
  static unsigned long inode;
  part its;
  if (!find_part(0, &its)) return NULL;
  if (known != NULL && inode == its.inode) return known;
  known = mmap(NULL, sizeof *known, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (known == MAP_FAILED || sem_init(&known->asked, 1, 0) != 0 || sem_init(&known->done, 1, 0) != 0)
    return known = NULL;
  inode = its.inode;
  const pid_t child = fork();
  if (child == 0) {
    const pid_t second = setsid() > 0 ? fork() : -1; /* the first one ends: the second is an orphan */
    if (second == 0) help(known);
    _exit(second > 0 ? 0 : 1);
  }
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) known = NULL;
  return known;
}

#endif
