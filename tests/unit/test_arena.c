/* The memory that candidates are let loose in: what they must not touch cannot be touched unseen. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/cases/arena.h"
#include "tests/unit/support.h"

static arena made(void) {
  arena a;
  check_error error;
  assert_int_equal(arena_make(&a, 1 << 20, &error), CHECK_OK);
  return a;
}

/* The signal that ends a process which protects the arena and then writes to (or reads) an address; 0 if none does. */
static int touch(const arena *a, volatile unsigned char *address, bool write) {
  const pid_t child = fork();
  if (child == 0) {
    (void)signal(SIGSEGV, SIG_DFL);
    arena_protect(a);
    if (write) *address = 1;
    else (void)*address;
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  /* sanitizers exit with a status */
  return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) == 0 ? 0 : SIGSEGV;
}

static void protection(void **state) {
  (void)state;
  arena a = made();
  unsigned char *in = arena_place(&a, "in", 1000, true, false), *out = arena_place(&a, "out", 10, false, true);
  assert_int_equal(touch(&a, in, false), 0);
  assert_int_equal(touch(&a, in + 999, false), 0);
  assert_int_equal(touch(&a, in, true), SIGSEGV);
  assert_int_equal(touch(&a, in + 1000, false), SIGSEGV);
  assert_int_equal(touch(&a, out + 9, true), 0);
  assert_int_equal(touch(&a, out - 1, false), SIGSEGV);
  arena_free(&a);
}

/* What a child writes arrives here. */
static void shared(void **state) {
  (void)state;
  arena a = made();
  unsigned char *out = arena_place(&a, "out", 10, false, true);
  assert_int_equal(out[3], ARENA_PATTERN);
  assert_int_equal(touch(&a, out + 3, true), 0);
  assert_int_equal(out[3], 1);
  arena_free(&a);
}

static void disturbed(void **state) {
  (void)state;
  arena a = made();
  unsigned char *first = arena_place(&a, "first", 100, false, false), *last = arena_place(&a, "last", 100, true, true);
  assert_int_equal((uintptr_t)first % 64, 0);
  (void)memset(first, 0, 100);
  (void)memset(last, 0, 100);
  assert_null(arena_disturbed(&a));
  first[100] = 0;
  assert_string_equal(arena_disturbed(&a)->name, "first");
  first[100] = ARENA_PATTERN;
  last[-1] = 0;
  assert_string_equal(arena_disturbed(&a)->name, "last");
  arena_free(&a);
}

static void explained(void **state) {
  (void)state;
  arena a = made();
  char text[100];
  unsigned char *k = arena_place(&a, "k", 1000, true, false);
  assert_true(arena_explain(&a, k + 1003, text, sizeof text));
  assert_string_equal(text, "3 bytes after the end of k");
  assert_true(arena_explain(&a, k, text, sizeof text));
  assert_string_equal(text, "a write to k, which is an input");
  assert_true(arena_explain(&a, a.array[0].pages - 8, text, sizeof text));
  assert_false(arena_explain(&a, &a, text, sizeof text));
  arena_free(&a);
}

static void cleared(void **state) {
  (void)state;
  arena a = made();
  unsigned char *x = arena_place(&a, "x", 100, false, true);
  x[0] = 7;
  assert_null(arena_place(&a, "huge", 1 << 20, false, true));
  assert_null(arena_place(&a, "beyond", SIZE_MAX - 5, false, true));
  arena_clear(&a);
  assert_int_equal(a.arrays, 0);
  x = arena_place(&a, "x", 100, false, true);
  assert_int_equal(x[0], ARENA_PATTERN);
  arena_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(protection), cmocka_unit_test(shared),
                                     cmocka_unit_test(disturbed), cmocka_unit_test(explained),
                                     cmocka_unit_test(cleared)};
  return cmocka_run_group_tests_name("test_arena", tests, NULL, NULL);
}
