/* check/cases/document: what is written is the whole document, or nothing. */
#include <jansson.h>

#include "check/cases/document.h"
#include "tests/unit/support.h"

static int left; /* allocations of jansson before the one that fails */

static void *starve(size_t size) { return left-- != 0 ? malloc(size) : NULL; }

/* Keys of more than the hundreds of bytes that fit into the first buffer of a dump. */
static json_t *long_document(void) {
  json_t *const document = json_object(), *const inner = json_object();
  char key[16];
  for (int n = 0; n < 200; n++) {
    (void)snprintf(key, sizeof key, "key %d", n);
    document_set(n % 2 == 0 ? document : inner, key, json_integer(n));
  }
  document_set(document, "inner", inner);
  assert_true(document_is_whole());
  return document;
}

/* jansson forgets names for which there is no memory: whatever fails, the text is the same or there is none. */
static void a_dump_is_whole_or_there_is_none(void **state) {
  (void)state;
  json_t *const document = long_document();
  char *const expected = json_dumps(document, JSON_INDENT(1));
  bool there = false;
  for (int fail = 0; !there && fail < 1000; fail++) {
    left = fail;
    json_set_alloc_funcs(starve, free);
    char *const text = document_dump(document, JSON_INDENT(1));
    json_set_alloc_funcs(malloc, free);
    there = text != NULL;
    if (there) assert_string_equal(text, expected);
    free(text);
  }
  assert_true(there);
  free(expected);
  json_decref(document);
}

static void a_dump_of_nothing_is_none(void **state) {
  (void)state;
  assert_null(document_dump(NULL, JSON_COMPACT));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_dump_is_whole_or_there_is_none),
                                     cmocka_unit_test(a_dump_of_nothing_is_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
