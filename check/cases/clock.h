/* Time that only goes forward. */
#ifndef ATTEST_CHECK_CLOCK_H
#define ATTEST_CHECK_CLOCK_H

/* Seconds since some moment, for differences: setting the clock of the machine does not change it. */
double clock_seconds(void);

/* Seconds that this process has had of a CPU, all its threads together. */
double clock_cpu_seconds(void);

#endif
