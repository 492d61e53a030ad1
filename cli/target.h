/* The built-in candidates, by name. */
#ifndef ATTEST_CLI_TARGET_H
#define ATTEST_CLI_TARGET_H

#include <stddef.h>

/* Name n of those that candidate_find knows, for completion: reference, the fast variants that this machine runs,
   zoo:NAME of every mutant; NULL after the last. Valid until the next call. */
const char *target_name(size_t n);

#endif
