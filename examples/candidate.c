/* An implementation to judge, to start from: float32, one query at a time, online softmax [Milakov2018].
     cc -O2 -shared -fPIC -I../include candidate.c -o libcandidate.so -lm && attest check ./libcandidate.so */
#include <attest_check.h>
#include <math.h>
#define MAX_D_V 1024

static int64_t place(const int64_t *stride, int64_t b, int64_t h, int64_t i, int64_t c) {
  return b * stride[ATTEST_BATCH] + h * stride[ATTEST_HEAD] + i * stride[ATTEST_POSITION] + c * stride[ATTEST_COLUMN];
}

static float load(const attest_tensor *t, int64_t b, int64_t h, int64_t i, int64_t c) {
  return ((const float *)t->data)[place(t->stride, b, h, i, c)];
}

static void store(const attest_output *t, int64_t b, int64_t h, int64_t i, int64_t c, float x) {
  ((float *)t->data)[place(t->stride, b, h, i, c)] = x;
}

static bool visible(const attest_problem *p, int64_t b, int64_t h, int64_t i, int64_t j) {
  const int64_t keys = p->kv_len != NULL ? p->kv_len[b] : p->k.size[ATTEST_POSITION];
  const int64_t corner = p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? keys - p->q.size[ATTEST_POSITION] : 0;
  const int64_t at = i + (p->alignment == ATTEST_ALIGN_OFFSET ? p->offset : corner);
  bool seen = j < keys && (!p->causal || j <= at);
  if (p->windowed && p->window_left != ATTEST_UNLIMITED) seen = seen && j >= at - p->window_left;
  if (p->windowed && p->window_right != ATTEST_UNLIMITED) seen = seen && j <= at + p->window_right;
  if (p->mask.data != NULL)
    seen = seen && ((const unsigned char *)p->mask.data)[place(p->mask.stride, b, h, i, j)] != 0;
  return seen && (p->bias.data == NULL || load(&p->bias, b, h, i, j) != -INFINITY);
}

static float score(const attest_problem *p, int64_t b, int64_t h, int64_t i, int64_t j) {
  const int64_t kv_head = h / (p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD]);
  float s = 0;
  for (int64_t c = 0; c < p->q.size[ATTEST_COLUMN]; c++) s += load(&p->q, b, h, i, c) * load(&p->k, b, kv_head, j, c);
  s *= p->scale != 0 ? (float)p->scale : 1 / sqrtf((float)p->q.size[ATTEST_COLUMN]);
  if (p->softcap > 0) s = (float)p->softcap * tanhf(s / (float)p->softcap);
  return s + (p->bias.data != NULL ? load(&p->bias, b, h, i, j) : 0);
}

static void attend(const attest_problem *p, const attest_answer *answer, int64_t b, int64_t h, int64_t i) {
  const int64_t d_v = p->v.size[ATTEST_COLUMN], kv_head = h / (p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD]);
  float out[MAX_D_V] = {0}, m = p->sink != NULL ? (float)p->sink[h] : -INFINITY, l = p->sink != NULL ? 1 : 0;
  for (int64_t j = 0; j < p->k.size[ATTEST_POSITION]; j++) {
    if (!visible(p, b, h, i, j)) continue;
    const float s = score(p, b, h, i, j), higher = fmaxf(m, s), keep = expf(m - higher), e = expf(s - higher);
    for (int64_t c = 0; c < d_v; c++) out[c] = out[c] * keep + e * load(&p->v, b, kv_head, j, c);
    l = l * keep + e;
    m = higher;
  }
  for (int64_t c = 0; c < d_v; c++) store(&answer->out, b, h, i, c, l == 0 ? 0 : out[c] / l); /* NaN stays NaN */
  if (answer->lse.data != NULL) store(&answer->lse, b, h, i, 0, m + logf(l));
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (p->q.dtype != ATTEST_F32 || p->v.size[ATTEST_COLUMN] > MAX_D_V) return ATTEST_UNSUPPORTED;
  if (p->bias.data != NULL && p->bias.dtype != ATTEST_F32) return ATTEST_UNSUPPORTED;
  for (int64_t b = 0; b < p->q.size[ATTEST_BATCH]; b++)
    for (int64_t h = 0; h < p->q.size[ATTEST_HEAD]; h++)
      for (int64_t i = 0; i < p->q.size[ATTEST_POSITION]; i++) attend(p, answer, b, h, i);
  return ATTEST_OK;
}
