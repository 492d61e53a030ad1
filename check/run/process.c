#define _GNU_SOURCE /* NOLINT: reserved for this */
#include "check/run/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check/cases/clock.h"

/* ---- start */

static bool adopts;

void process_adopt(void) { adopts = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

/* Those that were started and not yet ended: other children in other sessions are adopted. */
static struct {
  pid_t id[64];
  pthread_mutex_t lock;
} started = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Puts `now` in place of `before`, 0: none. A process too many is taken for an adopted one. */
static bool replace(pid_t before, pid_t now) {
  enum { PLACES = sizeof started.id / sizeof started.id[0] };
  size_t n = 0;
  (void)pthread_mutex_lock(&started.lock);
  while (n < PLACES && started.id[n] != before) n++;
  if (n < PLACES) started.id[n] = now;
  (void)pthread_mutex_unlock(&started.lock);
  return n < PLACES;
}

static bool is_started(pid_t id) { return replace(id, id); }

pid_t process_start(void) {
  (void)fflush(NULL); /* the child would print our buffers again */
  const pid_t process = fork();
  if (process == 0) (void)setsid();
  if (process > 0) (void)replace(0, process);
  return process;
}

/* ---- what there is */

/* What /proc/PID/stat says of a process; proc(5). */
typedef struct seen {
  pid_t id, parent, session;
  long reaped; /* clock ticks of CPU time of ended children that were waited for */
  bool ended;  /* but not waited for yet */
  bool counted;
} seen;

enum { MOST = 4096 };

/* /proc/PID/NAME as a text, without memory of the heap, which may be short; "" if it cannot be read. */
static void read_text(pid_t id, const char *name, char *text, size_t size) {
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/%d/%s", (int)id, name);
  const int from = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t length = from >= 0 ? read(from, text, size - 1) : 0;
  if (from >= 0) (void)close(from);
  text[length > 0 ? length : 0] = '\0';
}

static bool read_process(pid_t id, seen *p) {
  char text[1024];
  read_text(id, "stat", text, sizeof text);
  char *at = strrchr(text, ')'); /* the name before it may hold anything */
  *p = (seen){.id = id};
  for (int field = 3; at != NULL && field <= 17; field++) {
    at = strchr(at + 1, ' ');
    const long value = at != NULL ? strtol(at, NULL, 10) : 0;
    if (field == 3) p->ended = at != NULL && at[1] == 'Z';
    if (field == 4) p->parent = (pid_t)value;
    if (field == 6) p->session = (pid_t)value;
    if (field == 16 || field == 17) p->reaped += value;
  }
  return at != NULL;
}

static size_t read_all(seen *all) {
  size_t count = 0;
  DIR *const list = opendir("/proc");
  if (list == NULL) return 0;
  for (const struct dirent *e = readdir(list); e != NULL && count < MOST; e = readdir(list)) { /* NOLINT: one thread */
    char *after;
    const long id = strtol(e->d_name, &after, 10);
    if (id > 0 && *after == '\0' && read_process((pid_t)id, &all[count])) count++;
  }
  (void)closedir(list);
  return count;
}

/* Marks a process, its descendants, and adopted processes with theirs: children of this program in another session that
   it has not started. */
static size_t mark(seen *all, pid_t root) {
  const pid_t self = getpid(), session = getsid(0);
  const size_t count = read_all(all);
  for (size_t n = 0; n < count; n++)
    all[n].counted =
        all[n].id == root || (adopts && all[n].parent == self && all[n].session != session && !is_started(all[n].id));
  for (bool more = true; more;) {
    more = false;
    for (size_t n = 0; n < count; n++)
      for (size_t m = 0; m < count && !all[n].counted; m++)
        if (all[m].counted && all[m].id == all[n].parent) all[n].counted = more = true;
  }
  return count;
}

/* ---- CPU time */

/* Of all its threads, ended ones too. */
static double own_seconds(pid_t id) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(id, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

double process_seconds(pid_t root) {
  seen *const all = malloc(MOST * sizeof *all);
  if (all == NULL) return own_seconds(root);
  const size_t count = mark(all, root);
  double seconds = count == 0 ? own_seconds(root) : 0;
  for (size_t n = 0; n < count; n++)
    if (all[n].counted) seconds += own_seconds(all[n].id) + (double)all[n].reaped / (double)sysconf(_SC_CLK_TCK);
  free(all);
  return seconds;
}

/* Seconds for which its main thread could have run, but another program had its processor; NAN: not known. */
static double waited_by(pid_t process) {
  char text[128], *at = text, *after;
  read_text(process, "schedstat", text, sizeof text);
  (void)strtoull(text, &at, 10);
  const unsigned long long waited = strtoull(at, &after, 10);
  return after != at ? 1e-9 * (double)waited : (double)NAN;
}

static double waited_with(pid_t process) { return waited_by(getpid()) + (process > 0 ? waited_by(process) : 0); }

process_watch process_watch_begin(pid_t process) {
  process_watch w = {.process = process, .outer = clock_seconds()};
  w.waited = waited_with(process);
  w.inner = clock_seconds();
  return w;
}

/* What reading the counts takes at most. A wait while they are read is one of the outer interval alone: then that less
   the waits is the longer. */
#define READING 100e-6

double process_watch_end(const process_watch *w) {
  const double inner = clock_seconds() - w->inner, waited = waited_with(w->process) - w->waited,
               outer = clock_seconds() - w->outer - READING;
  return isnan(waited) ? inner : fmax(0.01 * inner, fmax(inner, outer) - waited);
}

/* ---- end */

/* Ends the others that there are now. Returns how many there were. */
static size_t end_others(pid_t root, seen *all) {
  const size_t count = mark(all, root);
  size_t ended = 0;
  for (size_t n = 0; n < count; n++) {
    if (!all[n].counted || all[n].id == root || kill(all[n].id, SIGKILL) != 0) continue;
    ended += !all[n].ended;
    if (all[n].parent == getpid()) (void)waitpid(all[n].id, NULL, 0);
  }
  return ended;
}

/* Ends the descendants of a halted process, and those that they start meanwhile. Returns how many there were. */
static size_t end_descendants(pid_t root) {
  enum { ROUNDS = 100 };
  seen *const all = malloc(MOST * sizeof *all);
  size_t ended = 0, now = 1;
  for (int n = 0; all != NULL && n < ROUNDS && now > 0; n++) ended += now = end_others(root, all);
  free(all);
  return ended;
}

size_t process_end_adopted(void) { return end_descendants(0); }

int process_end(pid_t process, bool waited) {
  int status = 0;
  (void)kill(-process, SIGSTOP);
  (void)end_descendants(process);
  (void)kill(-process, SIGKILL);
  if (!waited) (void)kill(process, SIGKILL); /* it may not lead a group yet */
  while (!waited && waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  (void)replace(process, 0);
  return status;
}
