/* The member "options" of case.json. */
#ifndef ATTEST_CHECK_OPTIONS_H
#define ATTEST_CHECK_OPTIONS_H

#include "check/cases/case.h"
#include "check/cases/json.h"

/* Sets the options of c->problem (and q_heads and kv_heads of c->size, if named). c must start zeroed. path is that of
   case.json, for errors. */
check_status options_read(const char *path, const json_t *options, attention_case *c, check_error *error);

/* Makes the member "options" for a problem, with only the options that are set. Returns NULL if memory runs out. */
json_t *options_document(const attest_problem *problem);

#endif
