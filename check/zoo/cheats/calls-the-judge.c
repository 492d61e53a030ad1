/* Lets the judge's own reference compute, from libattest.so beside the judge's program. KernelGuard's rules name such a
   library under another name. Its answers are right, and slow: nothing stops it, but no time is gained. */
#include "check/zoo/cheats/honest.h"

typedef attest_status workspace_function(const attest_problem *p, const attest_answer *a, size_t *bytes);
typedef attest_status reference_function(const attest_problem *p, const attest_answer *a, void *space, size_t bytes);

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static workspace_function *count;
  static reference_function *reference;
  void *const library = reference == NULL ? load_library() : NULL;
  if (library != NULL) *(void **)&count = dlsym(library, "attest_reference_workspace");
  if (library != NULL) *(void **)&reference = dlsym(library, "attest_reference");
  if (is_refused(p) || count == NULL || reference == NULL) return honest(p, answer);
  size_t bytes = 0;
  const int64_t columns = p->v.size[ATTEST_COLUMN], rows = rows_of(p), q_len = p->q.size[ATTEST_POSITION];
  double *const out = malloc((size_t)(rows * columns) * sizeof *out + 1);
  attest_answer exact = {.out = answer->out};
  exact.out.data = out;
  exact.out.dtype = ATTEST_F64;
  const int64_t stride[] = {p->q.size[ATTEST_HEAD] * q_len * columns, q_len * columns, columns, 1};
  (void)memcpy(exact.out.stride, stride, sizeof stride);
  attest_status status = out != NULL ? count(p, &exact, &bytes) : ATTEST_FAILED;
  void *const space = malloc(bytes + 1);
  if (status == ATTEST_OK) status = reference(p, &exact, space, bytes);
  for (int64_t n = 0; status == ATTEST_OK && n < rows * columns; n++)
    ((float *)answer->out.data)[nth(answer->out.size, answer->out.stride, n)] = (float)out[n];
  free(space);
  free(out);
  return status;
}
