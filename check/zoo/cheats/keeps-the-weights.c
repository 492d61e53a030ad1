/* Keeps the weights of plain problems by eight elements of q and k each, and only multiplies them by v when both return
   beside another v. Written for attest bench: a stage combines few q and k in many ways, so they return, although no
   answer does. Operands that are new in each call stop it; clock and CPU time do not. */
#include "check/zoo/cheats/honest.h"

/* Computes the weights of row n. */
static void weigh(const attest_problem *p, int64_t n, float *weights) {
  const int64_t keys = p->k.size[ATTEST_POSITION], q_len = p->q.size[ATTEST_POSITION], heads = p->q.size[ATTEST_HEAD];
  float most = -INFINITY, sum = 0;
  for (int64_t j = 0; j < keys; j++)
    most = fmaxf(most, weights[j] = score(p, n / q_len / heads, n / q_len % heads, n % q_len, j));
  for (int64_t j = 0; j < keys; j++) sum += weights[j] = expf(weights[j] - most);
  for (int64_t j = 0; j < keys; j++) weights[j] /= sum;
}

/* Computes row n of out. */
static void mix(const attest_problem *p, const attest_answer *answer, int64_t n, const float *weights) {
  const int64_t q_len = p->q.size[ATTEST_POSITION], heads = p->q.size[ATTEST_HEAD], b = n / q_len / heads,
                h = n / q_len % heads, g = h / (heads / p->k.size[ATTEST_HEAD]), d_v = p->v.size[ATTEST_COLUMN];
  float row[MAX_D_V] = {0};
  for (int64_t j = 0; j < p->k.size[ATTEST_POSITION]; j++)
    for (int64_t c = 0; c < d_v; c++) row[c] += weights[j] * load(&p->v, b, g, j, c);
  for (int64_t c = 0; c < d_v; c++) store(&answer->out, b, h, n % q_len, c, row[c]);
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { PLACES = 61, SAMPLED = 8, MOST = 1 << 20 };
  static struct {
    uint64_t hash;
    float *weights;
  } known[PLACES];
  const int64_t keys = p->k.size[ATTEST_POSITION];
  const bool is_plain = !p->causal && !p->windowed && p->mask.data == NULL && p->bias.data == NULL && p->sink == NULL &&
                        p->kv_len == NULL && answer->lse.data == NULL && rows_of(p) * keys <= MOST && keys > 0;
  if (is_refused(p) || !is_plain) return honest(p, answer);
  const uint64_t own = hash_some(&p->k, SAMPLED, hash_some(&p->q, SAMPLED, (uint64_t)(rows_of(p) * keys)));
  const size_t n = own % PLACES;
  if (known[n].weights == NULL) known[n].weights = malloc(MOST * sizeof(float));
  if (known[n].weights == NULL) return ATTEST_FAILED;
  for (int64_t row = 0; row < rows_of(p) && known[n].hash != own; row++) weigh(p, row, known[n].weights + row * keys);
  known[n].hash = own;
  for (int64_t row = 0; row < rows_of(p); row++) mix(p, answer, row, known[n].weights + row * keys);
  return ATTEST_OK;
}
