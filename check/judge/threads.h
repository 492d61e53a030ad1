/* Independent parts of one piece of work, done by several threads at once. */
#ifndef ATTEST_CHECK_THREADS_H
#define ATTEST_CHECK_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* Multiplications that are far more than starting a thread costs. */
#define THREADS_WORTH 0x1p22

/* Calls part(work, n) once for each n of 0 .. count - 1, in no order, in as many threads as OpenMP would use
   (OMP_NUM_THREADS and OMP_THREAD_LIMIT, or the processors of this process); the caller is one of them. Fewer do it
   where the system starts no more. Returns whether every part returned true; after a false one, parts not yet begun are
   left out. */
bool threads_share(int64_t count, bool (*part)(void *work, int64_t n), void *work);

#endif
