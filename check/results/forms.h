/* What was found, in every form: the texts of attest_findings. */
#ifndef ATTEST_CHECK_FORMS_H
#define ATTEST_CHECK_FORMS_H

#include <stdio.h>

#include "attest_check.h"
#include "check/results/check_output.h"

/* A text that grows. forms_text_end ends it, and returns it; NULL: no memory. */
typedef struct forms_text {
  FILE *stream;
  char *text;
  size_t size;
} forms_text;

bool forms_text_begin(forms_text *t);
char *forms_text_end(forms_text *t);

/* Sets all forms but the lines. false: no memory. */
bool forms_make(const check_output *output, const session_result *result, attest_findings *found);

#endif
