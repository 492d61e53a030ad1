/* The results of a run as SARIF 2.1.0 [OASIS2020], the format in which code hosts take what a check finds. */
#ifndef ATTEST_CHECK_SARIF_H
#define ATTEST_CHECK_SARIF_H

#include <jansson.h>
#include <stdint.h>

/* Where the candidate is defined: a relative path or a URI, and a line from 1 on; NULL and 0: not said. */
typedef struct sarif_place {
  const char *file;
  int64_t line;
} sarif_place;

/* The document of SARIF for the document of a run (README.md): an error for each failing case, and for each probe, bias
   test, convention, type and missing share that fails the run; a note on what was computed instead, and for each probe
   that is not bitwise. Rules are named as verdicts are, or "probe", "bias-test", "convention", "arithmetic",
   "missing-share", "computed-instead". */
json_t *sarif_document(const json_t *results, const sarif_place *place);

#endif
