/* A progress bar on standard error if that is a terminal; otherwise nothing. */
#ifndef ATTEST_CLI_PROGRESS_H
#define ATTEST_CLI_PROGRESS_H

#include <stddef.h>

/* Shows how many are done (total 0: unknown), the name of the next, the rate, and the time left at that rate. Redraws
   at most ten times a second, so it may be called any number of times. */
void progress_show(size_t done, size_t total, const char *name);

/* Removes the bar. Call it before printing a line. */
void progress_clear(void);

#endif
