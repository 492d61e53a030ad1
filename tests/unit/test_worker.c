/* The process of a candidate: what it does to the line to its judge, and to its group, harms nobody. */
#define _GNU_SOURCE /* NOLINT: reserved for this */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/support_check.h"

/* The socket of the worker, found among the open files. */
static int line_to_judge(void) {
  struct stat about;
  for (int file = 3; file < 100; file++)
    if (fstat(file, &about) == 0 && S_ISSOCK(about.st_mode)) return file;
  return -1;
}

static void say(size_t bytes, unsigned char byte) {
  static unsigned char text[1 << 14];
  (void)memset(text, byte, sizeof text);
  (void)send(line_to_judge(), text, bytes, MSG_NOSIGNAL);
}

static attest_status says_a_byte(const attest_problem *p, const attest_answer *a) {
  say(1, 0);
  return reference_answer(p, a);
}

static attest_status says_much(const attest_problem *p, const attest_answer *a) {
  say(1 << 14, 0xff);
  return reference_answer(p, a);
}

/* A reply that says OK, all zeros, before anything is computed. */
static attest_status forges(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  say(1 << 10, 0);
  while (pause() < 0) continue;
  return ATTEST_OK;
}

static attest_status ends_its_group(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  (void)kill(0, SIGTERM);
  return ATTEST_OK;
}

/* Values that agree with an answer of zeros. */
static attest_status changes_its_inputs(const attest_problem *p, const attest_answer *a) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)p->v.data;
  char *const first = (char *)p->v.data - at % page;
  const size_t bytes = (size_t)tensor_count(p->v.size) * sizeof(float);
  assert_int_equal(mprotect(first, at % page + bytes, PROT_READ | PROT_WRITE), 0);
  (void)memset(first + at % page, 0, bytes);
  return reference_answer(p, a);
}

static void harmless(void **state) {
  (void)state;
  static attest_candidate_function *const tried[] = {says_a_byte, says_much, forges, ends_its_group,
                                                     changes_its_inputs};
  const recipe r = recipe_of("dtype=f32 q_len=3 keys=3");
  for (size_t n = 0; n < sizeof tried / sizeof tried[0]; n++) {
    trial t;
    trial_begin_function(&t, tried[n]);
    t.of.seconds = 2;
    const recipe twice[] = {r, r};
    verdict found[2];
    trial_verdicts(&t, twice, 2, found);
    assert_true(verdict_fails(found[0].kind) || verdict_fails(found[1].kind));
    if (tried[n] == says_a_byte) assert_true(verdict_fails(found[0].kind)); /* its reply was another */
    trial_end(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(harmless)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
