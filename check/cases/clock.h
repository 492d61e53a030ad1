/* Monotonic time. */
#ifndef ATTEST_CHECK_CLOCK_H
#define ATTEST_CHECK_CLOCK_H

/* Seconds since some fixed moment, for differences. Setting the clock of the machine does not change it. */
double clock_seconds(void);

/* Seconds of CPU time that this process has used, in all its threads together. */
double clock_cpu_seconds(void);

#endif
