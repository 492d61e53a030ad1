# what is taken from a library by default, from a command with --hostile, and what --trusted leaves
cat >tries.c <<'C'
#define _GNU_SOURCE
#include "attest_check.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
static void say(const char *what, int done) { fprintf(stderr, "%s: %s\n", what, done ? "yes" : "no"); }
static int forks(void) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  return child > 0 && waitpid(child, NULL, 0) == child;
}
static int limits(pid_t other) {
  struct rlimit now;
  return prlimit(other, RLIMIT_CORE, NULL, &now) == 0 && prlimit(other, RLIMIT_CORE, &now, NULL) == 0;
}
attest_status attest_candidate(const attest_problem *p, const attest_answer *a) {
  static int called;
  char byte = 0;
  struct iovec here = {&byte, 1}, there = {&byte, 1};
  if (called++ == 0) {
    say("writes a file", open("left-behind", O_WRONLY | O_CREAT, 0600) >= 0);
    say("reads a file", open("tries.c", O_RDONLY) >= 0);
    say("changes a file's mode", chmod("tries.c", 0600) == 0);
    say("changes a file's times", utimensat(AT_FDCWD, "tries.c", NULL, 0) == 0);
    say("writes to what its caller left open", write(9, "x", 1) == 1);
    say("opens a terminal", open("/dev/ptmx", O_RDWR | O_NOCTTY) >= 0);
    say("types into a terminal", ioctl(STDERR_FILENO, TIOCSTI, "x") == 0 || errno != EPERM);
    const int shared = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    say("shares memory by a key", shared >= 0);
    if (shared >= 0) shmctl(shared, IPC_RMID, NULL);
    say("starts a process", forks());
    say("starts a program", system("true") == 0);
    say("opens the network", socket(AF_INET, SOCK_STREAM, 0) >= 0);
    say("reads its judge's memory", process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1 || errno == EFAULT);
    if (getenv("TRUSTED") == NULL) say("traces its judge", ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0);
    say("signals its judge", kill(getppid(), 0) == 0);
    const int own = open("tries.c", O_RDONLY);
    say("has its judge signalled", fcntl(own, F_SETOWN, getppid()) == 0 || fcntl(own, F_SETSIG, SIGURG) == 0);
    say("limits its judge", limits(getppid()));
    say("signals itself", kill(getpid(), 0) == 0);
  }
  *(float *)a->out.data = *(const float *)p->v.data;
  return ATTEST_OK;
}
attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  d->gives_lse = false;
  return dtype == ATTEST_F32 ? ATTEST_OK : ATTEST_UNSUPPORTED;
}
C
cc -shared -fPIC -I"$ATTEST_INCLUDE" tries.c -o libtries.so
"$ATTEST" check ./libtries.so --hostile --case dtype=f32 | grep -q 'not confined' && skip 'this kernel has no seccomp, or no Landlock'
heading 'a library'
exec 9>left-open
try check ./libtries.so --case dtype=f32
exec 9>&-
wc -c <left-open
rm left-open
ls
heading 'a library that is trusted'
TRUSTED=1 try check ./libtries.so --case dtype=f32 --trusted
ls
rm left-behind
heading 'a hostile one: nothing that it prints; and the seed is random'
try check ./libtries.so --case dtype=f32 --hostile | sed 's/^seed .*/seed N/'
try check ./libtries.so --hostile --trusted | grep -v '^seed'
heading 'no memory can be shared with the process of the confined'
(ulimit -f 100000 && try check ./libtries.so --case dtype=f32)
[ -e left-behind ] || echo 'not there'
heading 'timed'
"$ATTEST" bench --smoke --mask full --keys 1 --variant candidate --candidate ./libtries.so >told 2>said
sort -u said
heading 'a command: it writes in the directory of its cases, and nowhere else'
cat >mine.sh <<'S'
for c in "$1"/*/; do ASAN_OPTIONS=detect_leaks=0 "$ATTEST" run "$c" -o "$1/answer" >/dev/null && cp "$1/answer/out.npy" "$c" && rm -r "$1/answer"; done
touch elsewhere || echo kept from it
S
try check --command 'sh mine.sh' --case 'dtype=f32 keys=3' | tail -n 2
ls elsewhere && rm elsewhere
try check --command 'echo said; prlimit --pid $PPID --nofile=4:4; sh mine.sh' --case 'dtype=f32 keys=3' --hostile | sed 's/^seed .*/seed N/'
[ -e elsewhere ] || echo 'not there'
