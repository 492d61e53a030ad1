/* Lets the fastest variant of libattest.so, beside the judge's program, compute. KernelGuard's rules name such a
   library under another name. Its answers and its speed are real, and another's work: nothing here stops it; who reads
   the source sees it. */
#include "check/zoo/cheats/honest.h"

typedef attest_status workspace_function(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                                         size_t *bytes);
typedef attest_status attention_function(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                                         void *space, size_t bytes);

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static workspace_function *count;
  static attention_function *compute;
  static void *space;
  static size_t most;
  void *const library = compute == NULL ? load_library() : NULL;
  if (library != NULL) *(void **)&count = dlsym(library, "attest_attention_workspace");
  if (library != NULL) *(void **)&compute = dlsym(library, "attest_attention");
  size_t bytes = 0;
  if (count == NULL || compute == NULL || count(p, answer, NULL, 1, &bytes) != ATTEST_OK) return honest(p, answer);
  if (space == NULL || bytes > most) {
    free(space);
    space = malloc(bytes + 1);
    most = bytes;
  }
  return compute(p, answer, NULL, 1, space, bytes);
}
