/* Plays the process at the other end of a line. Some bytes are there at once. Others follow the first question, and
   then the line ends. There is no second thread: SIGIO tells of the question, and its handler answers. */
#ifndef ATTEST_TESTS_FUZZ_FAR_END_H
#define ATTEST_TESTS_FUZZ_FAR_END_H

#include <stddef.h>
#include <stdint.h>

/* Returns this end of the line. The bytes must outlive it. early: how many of them are sent at once. */
int far_end_open(const uint8_t *data, size_t size, size_t early);

/* Closes the other end. */
void far_end_close(void);

#endif
