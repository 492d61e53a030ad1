/* The lines that a peer in C is asked with (bench/serve.c), in a directory of two cases. The first is whole, and has
   three sets of operands. One of these sets has the wrong sizes. The second case lacks a file. */
#define _GNU_SOURCE /* NOLINT: memmem, open_memstream, mkdtemp */
#include "bench/serve.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/cases/build.h"
#include "check/cases/store.h"
#include "check/cases/tensor.h"
#include "tests/fuzz/documents.h"
#include "tests/fuzz/fuzz.h"

/* ---- the directory: in memory, as long as the program runs */

static char directory[] = "/dev/shm/attest-fuzz-XXXXXX";
static int before = -1; /* the directory in which this program was started */

static void remove_directory(void) {
  if (chdir("/") == 0 && fork() == 0) (void)execl("/bin/rm", "rm", "-r", directory, (char *)NULL);
}

/* q, k and v of a case as set n of the operands of a case. */
static void add_set(const char *name, int n, const recipe *from, arena *memory) {
  char path[64];
  attest_problem problem;
  attest_answer answer;
  check_error error;
  (void)snprintf(path, sizeof path, "%s/operands", name);
  (void)mkdir(path, 0700);
  (void)snprintf(path, sizeof path, "%s/operands/%d", name, n);
  if (mkdir(path, 0700) != 0 ||
      build_case(from, (build_wanted){false, false}, memory, &problem, &answer, &error) != CHECK_OK ||
      store_operands(path, &problem, &error) != CHECK_OK)
    abort();
}

static void make_directory(void) {
  recipe small, other;
  arena memory;
  check_error error;
  if (recipe_parse("dtype=f32 q_len=2 keys=3 d_k=2 d_v=2 seed=7", &small, &error) != CHECK_OK ||
      recipe_parse("dtype=f32 q_len=1 keys=1 d_k=1 d_v=1 seed=7", &other, &error) != CHECK_OK ||
      arena_make(&memory, 1 << 20, &error) != CHECK_OK)
    abort();
  if (mkdtemp(directory) == NULL || atexit(remove_directory) != 0) abort();
  if (chdir(directory) != 0) abort();
  if (store_case("a", &small, &memory, &error) != CHECK_OK || store_case("b", &small, &memory, &error) != CHECK_OK)
    abort();
  for (int n = 0; n < 2; n++) add_set("a", n, &small, &memory);
  add_set("a", 2, &other, &memory);
  add_set("b", 0, &small, &memory);
  if (unlink("b/v.npy") != 0) abort();
  arena_free(&memory);
}

/* Goes there, and returns to where the fuzzer keeps its files. */
static void enter(void) {
  if (before < 0) before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (access(directory, F_OK) != 0) make_directory();
  if (chdir(directory) != 0) abort();
}

static void leave(void) {
  if (fchdir(before) != 0) abort();
}

/* ---- a peer that reads all that it is given, and writes all that it is to write */

static double read_all(const attest_tensor *t) {
  int64_t at[ATTEST_AXES];
  double sum = 0;
  for (bool more = tensor_first(t->size, at); more; more = tensor_next(t->size, at)) sum += tensor_element(t, at);
  return sum;
}

static attest_status compute(const server *s, const served *c, const attest_problem *p, const attest_answer *answer) {
  int64_t at[ATTEST_AXES];
  (void)s;
  if (strchr(c->path, 'b') != NULL) abort(); /* it cannot be answered */
  const double sum = read_all(&p->q) + read_all(&p->k) + read_all(&p->v);
  for (bool more = tensor_first(answer->out.size, at); more; more = tensor_next(answer->out.size, at))
    output_store(&answer->out, at, sum);
  return ATTEST_OK;
}

/* A path that leaves the directory could name anybody's cases. */
static bool stays(const uint8_t *data, size_t size) {
  return size > 0 && memmem(data, size, "..", 2) == NULL && memmem(data, size, " /", 2) == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const server s = {.compute = compute};
  check_error error;
  if (!stays(data, size)) return 0;
  FILE *const standard = stdin, *const lines = fmemopen((void *)data, size, "r");
  if (lines == NULL) abort();
  enter();
  stdin = lines;
  documents_print();
  const check_status status = serve(&s, NULL, &error);
  (void)documents_printed();
  stdin = standard;
  (void)fclose(lines);
  leave();
  if (status != CHECK_OK) fuzz_expect_line(status, &error);
  return 0;
}
