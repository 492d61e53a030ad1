/* The process of a candidate, with all that it starts: its start, the CPU time that it uses as the system counts it,
   and its end. */
#ifndef ATTEST_CHECK_PROCESS_H
#define ATTEST_CHECK_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Lets processes that leave their parents become children of this one, so that they are found. Once in a program that
   starts processes in other sessions only by process_start. */
void process_adopt(void);

/* Forks. The child leads a session of its own: kill(0, ..) there does not reach this process. Returns as fork does. */
pid_t process_start(void);

/* Ends a process with its group, its descendants and all adopted processes. waited: it has already been waited for.
   Returns its wait status, 0 if waited. */
int process_end(pid_t process, bool waited);

/* Ends all adopted processes, and returns how many there were. */
size_t process_end_adopted(void);

/* Seconds of CPU time used so far by a process (root) that process_start returned, its threads, its descendants, and
   processes that this program has adopted from anywhere. Without /proc, only by the process itself. */
double process_seconds(pid_t root);

/* The time that a request to a process takes, by the clock of this one, less the time for which another program had the
   processor of either: the system's own count for their main threads (/proc/PID/schedstat); less nothing where that
   cannot be read. */
typedef struct process_watch {
  pid_t process;
  double outer, waited, inner; /* on the clock before and after the count was read; the count, NAN: not known */
} process_watch;

process_watch process_watch_begin(pid_t process);
double process_watch_end(const process_watch *w);

#endif
