/* A file in memory, which a reader opens by its path like any other. */
#ifndef ATTEST_TESTS_FUZZ_MEMORY_H
#define ATTEST_TESTS_FUZZ_MEMORY_H

#include <stddef.h>

typedef struct memory_file {
  int file;
  char path[40];
} memory_file;

/* An empty one. Aborts if the system has no more. */
memory_file memory_file_make(void);

void memory_file_free(const memory_file *m);

/* Replaces all that is in it. */
void memory_file_set(const memory_file *m, const void *bytes, size_t size);

#endif
