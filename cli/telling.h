/* What attest check prints and writes. */
#ifndef ATTEST_CLI_TELLING_H
#define ATTEST_CLI_TELLING_H

#include <jansson.h>

#include "check/session.h"
#include "cli/arithmetic.h"
#include "cli/conventions.h"

typedef struct telling {
  const char *target; /* as the command line that repeats a case names it */
  const arithmetic_options *assumed;
  const convention_options *conventions;
  json_t *failures, *probes, *directions;
  json_t *reasons; /* why cases were skipped, and how many; NULL where no reason is given */
} telling;

/* The arguments are pointed to. Free with telling_free. */
telling telling_begin(const char *target, const arithmetic_options *assumed, const convention_options *conventions);

void telling_free(telling *t);

/* Events that print, and keep what --json writes. */
session_events telling_events(telling *t);

/* A verdict on the implementation as a whole, whatever its answers. */
void telling_whole(const telling *t, const verdict *v);

/* Counts the reason of a skipped case, for which t->reasons must not be NULL; telling_reasons prints them. */
void telling_skip(const telling *t, const verdict *v);
void telling_reasons(const telling *t);

/* The closing lines: each type's if wanted, and the last. Writes the JSON file and the page unless they are NULL. CHECK_MISMATCH if the result is a failure. */
check_status telling_end(const telling *t, const session_result *result, bool types, const char *file, const char *page,
                         check_error *error);

#endif
