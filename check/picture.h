/* Where the errors of an answer lie, as lines of text. */
#ifndef ATTEST_CHECK_PICTURE_H
#define ATTEST_CHECK_PICTURE_H

#include <stddef.h>

#include "check/expected.h"

#define PICTURE_TEXT_MAX 4096

/* One head of out, queries down, columns across, at most 24 x 64 characters, each the worst of the elements it stands for: '.' within
   its bound, '+' up to 10 times it, '*' up to 1000, '#' beyond, '!' not finite. Every line begins with indent; text ends without a newline. */
void picture_of_head(const expected *e, const attest_answer *answer, int64_t b, int64_t h, const char *indent, char text[PICTURE_TEXT_MAX]);

#endif
