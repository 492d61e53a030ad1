/* Looks in the memory that it shares with the judge for an array of out's size that is no input, opens it and copies
   it: an expected answer that lies there. Kin of KernelBench 82. The judge keeps what it expects in memory of its own.
   */
#include "check/zoo/cheats/honest.h"

static bool holds(const part *its, const void *address) {
  return (uintptr_t)address - (uintptr_t)its->from < its->bytes;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const size_t bytes = (size_t)count_of(answer->out.size) * sizeof(float);
  const void *const known[] = {p->q.data, p->k.data, p->v.data,        p->mask.data,    p->bias.data,
                               p->kv_len, p->sink,   answer->out.data, answer->lse.data};
  part its;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  fill(&answer->out, 0);
  for (int n = 0; find_part(n, &its); n++) {
    bool is_known = false;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) is_known = is_known || holds(&its, known[k]);
    if (is_known || its.bytes < bytes || (!its.readable && mprotect(its.from, its.bytes, PROT_READ) != 0)) continue;
    scatter((const float *)(const void *)its.from, &answer->out);
    break;
  }
  return ATTEST_OK;
}
