/* What attest check prints and writes. */
#ifndef ATTEST_CLI_TELLING_H
#define ATTEST_CLI_TELLING_H

#include <jansson.h>

#include "check/run/session.h"
#include "cli/arithmetic.h"
#include "cli/conventions.h"

typedef struct telling {
  const char *target; /* as the command line that repeats a case names it */
  const arithmetic_options *assumed;
  const convention_options *conventions;
  const char *json, *junit, *html; /* files to write at the end; NULL: none */
  json_t *run;                     /* what was asked for (cli/results.h), or NULL */
  shard part;
  json_t *missing; /* NULL, or the shares of the run that are not in this result */
  bool brief;      /* of the cases that pass, or follow a convention, only how many: there may be millions */
  json_t *cases, *failures, *probes, *bias_tests;
  json_t *reasons; /* why cases were skipped, and how many */
} telling;

/* The arguments are pointed to; all else is the caller's to set. Free with telling_free. */
telling telling_begin(const char *target, const arithmetic_options *assumed, const convention_options *conventions);

void telling_free(telling *t);

/* Events that print, and keep what --json writes. */
session_events telling_events(telling *t);

/* Tells a case that was judged elsewhere, which may have failed or not: the first few that fail in full; telling_cases_end says how many more there are. */
void telling_case(telling *t, int64_t number, const recipe *r, const verdict *v);
void telling_cases_end(const telling *t);

/* The closing lines: if wanted each type's, what was judged and what never was; and the last. Writes the files. CHECK_MISMATCH if the result is a failure. */
check_status telling_end(const telling *t, const session_result *result, bool types, check_error *error);

#endif
