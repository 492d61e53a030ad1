/* Keeps the last 32 answers to problems of q, k and v with all that they depend on, and gives one again if every byte
   is equal: a true memo, right by construction. Kin of gpu-mode/reference-kernels 102. No check can fail it; in a
   benchmark, operands that are new in each call leave it nothing to replay. */
#include "check/zoo/cheats/honest.h"

typedef struct memo {
  size_t bytes;
  char *content;
  kept its;
} memo;

/* All that an answer depends on. Bytes between members may differ: then nothing is replayed. */
static memo describe(const attest_problem *p) {
  const attest_tensor *const inputs[] = {&p->q, &p->k, &p->v};
  const size_t options = offsetof(attest_problem, scale), sizes = offsetof(attest_tensor, size);
  memo m = {.bytes = 0};
  FILE *const to = open_memstream(&m.content, &m.bytes);
  if (to == NULL) return m;
  (void)fwrite((const char *)p + options, sizeof *p - options, 1, to);
  for (int n = 0; n < 3; n++) {
    (void)fwrite((const char *)inputs[n] + sizes, sizeof *inputs[n] - sizes, 1, to);
    (void)fwrite(inputs[n]->data, sizeof(float), (size_t)reach_of(inputs[n]), to);
  }
  (void)fclose(to);
  return m;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { MOST = 32 };
  static memo known[MOST];
  static size_t calls;
  const bool has_more = p->mask.data != NULL || p->bias.data != NULL || p->kv_len != NULL || p->sink != NULL;
  if (is_refused(p) || has_more) return honest(p, answer);
  memo now = describe(p), *its = known;
  while (its < known + MOST && (its->bytes != now.bytes || memcmp(its->content, now.content, now.bytes) != 0)) its++;
  const bool is_known = its < known + MOST && fits(&its->its, answer);
  if (!is_known) its = &known[calls++ % MOST];
  free(its->content);
  its->content = now.content;
  its->bytes = now.bytes;
  if (is_known) return give(&its->its, answer), ATTEST_OK;
  const attest_status status = honest(p, answer);
  keep(answer, &its->its);
  return status;
}
