/* Text that comes from elsewhere, for a terminal or a page. A character may be shown if it is valid UTF-8 [RFC3629], a
   character of XML [XML2008, section 2.2], no control character, and does not change the direction of writing. */
#ifndef ATTEST_CHECK_PRINTABLE_H
#define ATTEST_CHECK_PRINTABLE_H

#include <stddef.h>

/* The bytes of the character at text if it may be shown, else 0; *skip, 1 or more: the bytes after which the next one
   begins. text[0] is not 0. */
size_t printable_at(const char *text, size_t *skip);

/* Replaces each character that may not be shown by '?'. */
void printable(char *text);

#endif
