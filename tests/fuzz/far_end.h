/* The other end of a line to a process: it has sent some bytes already, sends others when it is asked for the first
   time, and then ends. All in this thread: the system's signal that there is a question sends the answer. */
#ifndef ATTEST_TESTS_FUZZ_FAR_END_H
#define ATTEST_TESTS_FUZZ_FAR_END_H

#include <stddef.h>
#include <stdint.h>

/* Returns this end of the line. The bytes must outlive it. early: how many of them are sent at once. */
int far_end_open(const uint8_t *data, size_t size, size_t early);

/* Closes the other end. */
void far_end_close(void);

#endif
