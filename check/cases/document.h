/* JSON documents that are written. Where memory runs out, a document lacks what did not fit: this thread remembers it
   until document_is_whole is asked. json_write asks, so that nothing incomplete is written. */
#ifndef ATTEST_CHECK_DOCUMENT_H
#define ATTEST_CHECK_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>

/* Whether nothing was lost in this thread since the last call. */
bool document_is_whole(void);

/* The text of a document, by jansson's flags, for free; NULL if memory runs out. (json_dumps of jansson 2.14 leaves out
   a name for which there is no memory, and says nothing of it.) */
char *document_dump(const json_t *document, size_t flags);

/* Adds a member to an object, or an element to an array, and takes ownership of the value. */
void document_set(json_t *object, const char *key, json_t *value);
void document_append(json_t *array, json_t *value);

/* Adds the members of another object. */
void document_add(json_t *object, json_t *other);

/* Text from outside (a path, a reason, a message). JSON holds only UTF-8: in other text each byte that is not ASCII
   becomes '?'. NULL if memory runs out. */
json_t *document_text(const char *text);

/* The text of a member; "" if it is none, or is not there. */
const char *document_text_of(const json_t *object, const char *key);

/* A number. JSON has only finite ones: the others become the strings "nan", "inf" and "-inf". */
json_t *document_number(double number);

#endif
