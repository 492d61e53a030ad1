/* The reader of case.json, in a directory that has nothing else: what it accepts has sizes that the tensors can have.
   */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check/cases/case.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memory.h"

static char directory[] = "/tmp/attest-fuzz-XXXXXX", link_path[sizeof directory + 16];
static memory_file file;

static void remove_directory(void) {
  (void)unlink(link_path);
  (void)rmdir(directory);
}

/* case.json is a link to the file in memory. */
static void make_directory(void) {
  if (mkdtemp(directory) == NULL) abort();
  file = memory_file_make();
  (void)snprintf(link_path, sizeof link_path, "%s/case.json", directory);
  if (symlink(file.path, link_path) != 0 || atexit(remove_directory) != 0) abort();
}

static void expect_sizes(const attention_case *c) {
  if (!c->has_attention && !c->has_layer) abort();
  for (int n = 0; n < CASE_SIZES; n++)
    if (c->size[n] < 0 || c->size[n] > ATTEST_MAX_SIZE) abort();
  if (c->size[CASE_D_K] == 0 || c->size[CASE_KV_HEADS] == 0 || c->size[CASE_Q_HEADS] % c->size[CASE_KV_HEADS] != 0)
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static attention_case c;
  check_error error;
  if (link_path[0] == '\0') make_directory();
  memory_file_set(&file, data, size);
  check_status status = case_open(directory, &c, &error);
  if (status == CHECK_OK) {
    expect_sizes(&c);
    status = case_load(&c, &error); /* there are no arrays */
    if (status == CHECK_OK) abort();
  }
  case_free(&c);
  fuzz_expect_line(status, &error);
  return 0;
}
