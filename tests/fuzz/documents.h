/* Inputs that are several JSON documents, with an empty line between two. */
#ifndef ATTEST_TESTS_FUZZ_DOCUMENTS_H
#define ATTEST_TESTS_FUZZ_DOCUMENTS_H

#include <stddef.h>
#include <stdint.h>

#define DOCUMENTS_MOST 4

/* Each document of an input becomes a file in memory. Returns the path of each and how many there are, at least one. */
size_t documents_open(const uint8_t *data, size_t size, const char *path[DOCUMENTS_MOST]);

/* What is printed between these two is kept instead. documents_printed returns it: lines of printable characters, or it
   aborts. It is valid until the next documents_print. */
void documents_print(void);
const char *documents_printed(void);

/* The last line of what was printed. */
const char *documents_last_line(const char *of);

#endif
