/* check/cases/document and check/cases/json: what is written, and what is read, is the whole document, or nothing. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <jansson.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/cases/document.h"
#include "check/cases/json.h"
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

/* Reads a text while the allocation after so many fails: a process of its own, since what was allocated before is lost.
   Returns the exit status: 0 if it was read whole, 1 if memory is said to have run out. */
static int read_starved(int fail) {
  char text[] =
      "{\"a name of more than the sixteen bytes of the first buffer\": [1, 2.5, \"and a text of more than that\"]}";
  json_t *const expected = json_loads(text, 0, NULL), *root = NULL;
  check_error error;
  left = fail;
  json_set_alloc_funcs(starve, free);
  const check_status status = json_read_text(text, "text", &root, &error);
  if (status == CHECK_OK) return json_equal(root, expected) ? 0 : 2;
  return status == CHECK_FAILURE ? 1 : 2;
}

/* If memory runs out in the middle of a string, jansson alone writes past the end of it. The sanitizers and valgrind
   would see that. */
static void a_text_is_read_whole_or_refused(void **state) {
  (void)state;
  int status = -1;
  for (int fail = 0; status != 0 && fail < 1000; fail++) {
    const pid_t child = fork();
    if (child == 0) _exit(read_starved(fail));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
  }
  assert_int_equal(status, 0);
}

static void a_dump_of_nothing_is_none(void **state) {
  (void)state;
  assert_null(document_dump(NULL, JSON_COMPACT));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_dump_is_whole_or_there_is_none),
                                     cmocka_unit_test(a_text_is_read_whole_or_refused),
                                     cmocka_unit_test(a_dump_of_nothing_is_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
