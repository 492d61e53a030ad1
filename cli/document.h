/* JSON documents that commands write. */
#ifndef ATTEST_CLI_DOCUMENT_H
#define ATTEST_CLI_DOCUMENT_H

#include <jansson.h>

#include "check/cases/error.h"

/* Adds a member to an object, or an element to an array, and takes the value over. Exits with status 3 if memory runs out. */
void document_set(json_t *object, const char *key, json_t *value);
void document_append(json_t *array, json_t *value);

/* Adds the members of another object. Exits as above. */
void document_add(json_t *object, json_t *other);

/* Text from elsewhere (a path, a reason, a message): what is not UTF-8 cannot be in JSON, and then each byte that is not ASCII is '?'. Exits as above. */
json_t *document_text(const char *text);

/* A number; JSON has none that is not finite, so those are the strings "nan", "inf" and "-inf". */
json_t *document_number(double number);

#endif
