/* WebAssembly's C library has no threads: what is done once is done by the one there is. */
#ifndef ATTEST_EXPLORER_PTHREAD_H
#define ATTEST_EXPLORER_PTHREAD_H

#include <stdbool.h>

typedef bool pthread_once_t;
#define PTHREAD_ONCE_INIT false

static inline int pthread_once(pthread_once_t *done, void (*function)(void)) {
  if (!*done) function();
  *done = true;
  return 0;
}

#endif
