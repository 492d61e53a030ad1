#include "tests/unit/support_fast.h"

#include "check/cases/build.h"

enum { MEMORY = 1 << 28, LINE = 64, GUARD = 4096, PATTERN = 0xa5 };

fast_case fast_case_make(const recipe *r) {
  fast_case c;
  check_error error;
  assert_int_equal(arena_make(&c.memory, MEMORY, &error), CHECK_OK);
  assert_int_equal(build_case(r, (build_wanted){true, true}, &c.memory, &c.problem, &c.answer, &error), CHECK_OK);
  return c;
}

fast_case fast_case_of(const char *text) {
  recipe r;
  check_error error;
  assert_int_equal(recipe_parse(text, &r, &error), CHECK_OK);
  return fast_case_make(&r);
}

void fast_case_free(fast_case *c) { arena_free(&c->memory); }

attest_answer fast_given(const char *name, const fast_case *c) {
  attest_answer given = c->answer;
  size_t bytes;
  attest_status status = attest_attention_workspace(&c->problem, &given, name, 1, &bytes);
  if (status == ATTEST_UNSUPPORTED) {
    given.weights.data = NULL;
    status = attest_attention_workspace(&c->problem, &given, name, 1, &bytes);
  }
  if (status == ATTEST_UNSUPPORTED) given.out.data = NULL;
  else assert_int_equal(status, ATTEST_OK);
  return given;
}

void fast_clear(const fast_case *c) {
  for (int n = 0; n < c->memory.arrays; n++)
    if (c->memory.array[n].written) memset(c->memory.array[n].data, ARENA_PATTERN, c->memory.array[n].bytes);
}

static void assert_untouched(const unsigned char *from, size_t bytes) {
  for (size_t n = 0; n < bytes; n++) assert_int_equal(from[n], PATTERN);
}

void fast_attend(const char *name, const fast_case *c, const attest_answer *answer, int threads, size_t remainder) {
  size_t bytes = 0;
  fast_clear(c);
  assert_int_equal(attest_attention_workspace(&c->problem, answer, name, threads, &bytes), ATTEST_OK);
  const size_t all = LINE + bytes + GUARD;
  unsigned char *const memory = malloc(all);
  assert_non_null(memory);
  memset(memory, PATTERN, all);
  const size_t before = (LINE - (uintptr_t)memory % LINE + remainder) % LINE;
  assert_int_equal(attest_attention(&c->problem, answer, name, threads, memory + before, bytes), ATTEST_OK);
  assert_untouched(memory, before);
  assert_untouched(memory + before + bytes, all - before - bytes);
  assert_null(arena_disturbed(&c->memory));
  free(memory);
}

unsigned char *fast_copy(const fast_case *c, size_t *bytes) {
  *bytes = 0;
  for (int n = 0; n < c->memory.arrays; n++) *bytes += c->memory.array[n].written ? c->memory.array[n].bytes : 0;
  unsigned char *const copy = malloc(*bytes + 1);
  assert_non_null(copy);
  size_t used = 0;
  for (int n = 0; n < c->memory.arrays; n++) {
    const arena_array *const a = &c->memory.array[n];
    if (!a->written) continue;
    memcpy(copy + used, a->data, a->bytes);
    used += a->bytes;
  }
  return copy;
}
