/* A progress bar on standard error, if that is a terminal; else nothing. */
#ifndef ATTEST_CLI_PROGRESS_H
#define ATTEST_CLI_PROGRESS_H

#include <stddef.h>

/* Shows that done of total are done (total 0: of nobody knows how many) and name is next, at what rate, and the time left at that rate. At most ten times
   a second; call it as often as you like. */
void progress_show(size_t done, size_t total, const char *name);

/* Removes the bar, before a line is printed. */
void progress_clear(void);

#endif
