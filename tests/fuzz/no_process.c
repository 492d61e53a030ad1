/* check/run/process.h for processes that there are not: nothing is started, and nothing is looked for in /proc, which
   would take milliseconds for each input. */
#include "check/run/process.h"

#include "tests/fuzz/no_process.h"

int no_process_ended;

void process_adopt(void) {}

pid_t process_start(void) { return NO_PROCESS; }

double process_seconds(pid_t root) { return 0.0 * (double)root; }

process_watch process_watch_begin(pid_t process) { return (process_watch){.process = process}; }

double process_watch_end(const process_watch *w) { return w->outer; }

size_t process_end_adopted(void) { return 0; }

int process_end(pid_t process, bool waited) {
  (void)process;
  (void)waited;
  return no_process_ended;
}
