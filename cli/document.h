/* JSON documents that commands write. */
#ifndef ATTEST_CLI_DOCUMENT_H
#define ATTEST_CLI_DOCUMENT_H

#include <jansson.h>

#include "check/cases/error.h"

/* Adds a member to an object, or an element to an array, and takes ownership of the value. Exits with status 3 if
   memory runs out. */
void document_set(json_t *object, const char *key, json_t *value);
void document_append(json_t *array, json_t *value);

/* Adds the members of another object. Exits as above. */
void document_add(json_t *object, json_t *other);

/* Text from outside (a path, a reason, a message). JSON holds only UTF-8: in other text each byte that is not ASCII
   becomes '?'. Exits as above. */
json_t *document_text(const char *text);

/* A number. JSON has only finite ones: the others become the strings "nan", "inf" and "-inf". */
json_t *document_number(double number);

#endif
