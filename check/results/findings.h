/* What is found in a failing answer, as text. */
#ifndef ATTEST_CHECK_FINDINGS_H
#define ATTEST_CHECK_FINDINGS_H

#include <stdio.h>

#include "check/judge/error_map.h"
#include "check/judge/verdict.h"
#include "check/run/xray.h"

/* Prints the details of a verdict, indented. */
void findings_verdict(FILE *to, const verdict *v);

/* Prints an error map, indented; one line if it has no error. */
void findings_error_map(FILE *to, const error_map *map);

/* Prints the lines of an X-ray. */
void findings_xray(FILE *to, const xray *found);

#endif
