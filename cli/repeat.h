/* What the lines of attest check and attest merge say of the command line. */
#ifndef ATTEST_CLI_REPEAT_H
#define ATTEST_CLI_REPEAT_H

#include "check/results/check_output.h"

/* The words, and the memory that they lie in: free with repeat_free. */
typedef struct repeat_words {
  check_words words;
  char *before, *after;
} repeat_words;

/* Makes the words for a target, named as in the command line, and what the user stated. */
check_status repeat_make(const char *target, const results_stated *stated, repeat_words *r, check_error *error);

void repeat_free(repeat_words *r);

#endif
