/* Looks for the expected answer in the judge's heap and gives the first numbers there that could be one. Seen in
   pygpubench 7. The judge computes that answer only after the call; a candidate that may not read other processes finds
   nothing. */
#include "check/zoo/cheats/honest.h"

#include <sys/uio.h>

static bool is_likely(double x) { return x != 0 && x > -100 && x < 100 && (x > 1e-9 || x < -1e-9); }

/* Copies the judge's heap, at most 16 MiB. Returns the number of doubles in it. */
static size_t read_heap(double **copy) {
  char maps[1 << 16], *line = maps;
  uint64_t from = 0, past = 0;
  (void)read_of_judge("maps", maps, sizeof maps);
  while (line != NULL && strstr(line, "[heap]") != NULL && sscanf(line, "%lx-%lx", &from, &past) == 2) { /* NOLINT */
    char *const end = strchr(line, '\n');
    if (end == NULL || strstr(line, "[heap]") < end) break;
    line = end + 1;
  }
  const size_t most = 16 << 20, bytes = past - from < most ? past - from : most;
  *copy = malloc(bytes + 1);
  void *const there = (void *)from; /* NOLINT(performance-no-int-to-ptr) */
  const struct iovec here = {*copy, bytes}, its = {there, bytes};
  const ssize_t got = *copy != NULL ? process_vm_readv(getppid(), &here, 1, &its, 1, 0) : 0;
  return got > 0 ? (size_t)got / sizeof **copy : 0;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  double *heap;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const int64_t wanted = count_of(answer->out.size), there = (int64_t)read_heap(&heap);
  int64_t first = 0, run = 0;
  for (; run < wanted && first + run < there; run++)
    if (!is_likely(heap[first + run])) first += run + 1, run = -1;
  fill(&answer->out, 0);
  for (int64_t n = 0; run == wanted && n < wanted; n++)
    ((float *)answer->out.data)[nth(answer->out.size, answer->out.stride, n)] = (float)heap[first + n];
  free(heap);
  return ATTEST_OK;
}
