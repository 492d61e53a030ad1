/* What is found in a failing answer, as text. */
#ifndef ATTEST_CLI_FINDINGS_H
#define ATTEST_CLI_FINDINGS_H

#include "check/judge/error_map.h"
#include "check/judge/verdict.h"
#include "check/run/xray.h"

/* Prints the details of a verdict, indented. */
void findings_verdict(const verdict *v);

/* Prints an error map, indented; one line if it has no error. */
void findings_error_map(const error_map *map);

/* Prints the lines of an X-ray. */
void findings_xray(const xray *found);

#endif
