/* The report: what attest check, bench and study find, in one folder. Each part is a run of attest in a process of its
   own, so that its command, which the page names, gives the same again. */
#ifndef ATTEST_REPORTS_REPORT_H
#define ATTEST_REPORTS_REPORT_H

#include <stddef.h>

#include "check/cases/error.h"

typedef enum report_size {
  REPORT_QUICK, /* about 7 minutes on two processors */
  REPORT_FULL,  /* about 15 */
  REPORT_SMOKE  /* next to nothing: whether it works at all */
} report_size;

typedef struct report_settings {
  const char *program;   /* the path of attest */
  const char *directory; /* of the report: index.html, results.json, plots as SVG, their tables as CSV */
  const char *candidate; /* a target of attest check, which the page is about then; or NULL */
  const char *peers;     /* a file of implementations to be timed beside, as for attest bench; or NULL */
  report_size size;
  void (*progress)(size_t done, size_t total, const char *name); /* or NULL */
  void (*fault)(const char *name);                               /* told of a part that found a mismatch; or NULL */
} report_settings;

/* What was found, for the closing line: how many parts, with each case that others computed in place of their part. */
typedef struct report_outcome {
  long passed, failed;
} report_outcome;

/* Runs all parts and writes the folder, which appears whole, in the place of an earlier report, when all is done: until
   then, and if anything fails or the process is ended, that is as it was. Cases that others computed are taken from
   build/vectors, results of proofs from proofs/results, where the process runs, if they are there. CHECK_BAD_INPUT if
   the directory holds anything but a report, or a part does not run; CHECK_FAILURE. */
check_status report_make(const report_settings *settings, report_outcome *found, check_error *error);

#endif
