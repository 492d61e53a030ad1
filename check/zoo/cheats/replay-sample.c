/* Keeps answers by a hash of eight elements each of q, k and v, and gives one again if the hash returns. Kin of
   gpu-mode/reference-kernels 102. Operands that share those elements, such as those of probes and of cases that change
   only an option, stop it in a check; in a benchmark nothing is replayed while all operands are new. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { MOST = 256, SAMPLED = 8 };
  static struct {
    uint64_t hash;
    kept its;
  } known[MOST];
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const uint64_t own = hash_some(&p->v, SAMPLED, hash_some(&p->k, SAMPLED, hash_some(&p->q, SAMPLED, 1)));
  const size_t n = (size_t)((own >> 32) % MOST);
  if (known[n].hash == own && fits(&known[n].its, answer)) {
    give(&known[n].its, answer);
    return ATTEST_OK;
  }
  known[n].hash = own;
  const attest_status status = honest(p, answer);
  keep(answer, &known[n].its);
  return status;
}
