/* A kernel as people have them, and nothing else: float32; q, k, v with any strides, scale, causal with each alignment,
   kv_len, grouped heads. -DBUG=N compiles one of nine textbook bugs into it; 0 is right. Each bug shows with these
   options only, so a checker that needs more to see it is blind for such kernels. */
#include <attest.h>
#include <math.h>
#include <stdlib.h>

enum {
  RIGHT,
  NO_MAXIMUM,       /* exp(s) is not shifted by the maximum */
  MAXIMUM_FROM_0,   /* the maximum starts at 0 */
  SCALE_IGNORED,    /* 1/sqrt(d_k), whatever was given */
  STRIDES_IGNORED,  /* all tensors are read as contiguous */
  HEAD_MODULO,      /* query head h reads kv head h % kv_heads */
  TOP_LEFT,         /* causal is aligned top-left where bottom-right was requested */
  OFFSET_OF_KEYS,   /* bottom-right from the number of keys instead of kv_len */
  ONE_TOO_FAR,      /* causal sees one key past the diagonal */
  LENGTH_OF_BATCH_0 /* kv_len of batch 0 counts for all */
};
#ifndef BUG
#define BUG RIGHT
#endif

static float at(const attest_tensor *t, int64_t b, int64_t h, int64_t i, int64_t c) {
  const float *x = t->data;
  if (BUG == STRIDES_IGNORED) return x[((b * t->size[1] + h) * t->size[2] + i) * t->size[3] + c];
  return x[b * t->stride[0] + h * t->stride[1] + i * t->stride[2] + c * t->stride[3]];
}

static int64_t length(const attest_problem *p, int64_t b) {
  if (p->kv_len == NULL) return p->k.size[2];
  return p->kv_len[BUG == LENGTH_OF_BATCH_0 ? 0 : b];
}

static int64_t last_seen(const attest_problem *p, int64_t b, int64_t i) {
  int64_t offset = 0;
  if (p->alignment == ATTEST_ALIGN_OFFSET) offset = p->offset;
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT && BUG != TOP_LEFT)
    offset = (BUG == OFFSET_OF_KEYS ? p->k.size[2] : length(p, b)) - p->q.size[2];
  const int64_t diagonal = i + offset + (BUG == ONE_TOO_FAR), end = length(p, b) - 1;
  return p->causal && diagonal < end ? diagonal : end;
}

static float score(const attest_problem *p, int64_t b, int64_t h, int64_t g, int64_t i, int64_t j) {
  float sum = 0;
  for (int64_t c = 0; c < p->q.size[3]; c++) sum += at(&p->q, b, h, i, c) * at(&p->k, b, g, j, c);
  return sum * (p->scale != 0 && BUG != SCALE_IGNORED ? (float)p->scale : 1 / sqrtf((float)p->q.size[3]));
}

static void attend(const attest_problem *p, const attest_answer *a, int64_t b, int64_t h, int64_t i, float *w) {
  const int64_t g = BUG == HEAD_MODULO ? h % p->k.size[1] : h / (p->q.size[1] / p->k.size[1]),
                last = last_seen(p, b, i);
  float m = BUG == MAXIMUM_FROM_0 ? 0 : -INFINITY, l = 0;
  for (int64_t j = 0; j <= last; j++) {
    w[j] = score(p, b, h, g, i, j);
    m = w[j] > m || w[j] != w[j] ? w[j] : m;
  }
  for (int64_t j = 0; j <= last; j++) l += w[j] = expf(w[j] - (BUG == NO_MAXIMUM ? 0 : m));
  for (int64_t c = 0; c < p->v.size[3]; c++) {
    const attest_output *out = &a->out;
    float sum = 0;
    for (int64_t j = 0; j <= last; j++) sum += w[j] * at(&p->v, b, g, j, c);
    float *x = out->data;
    x[b * out->stride[0] + h * out->stride[1] + i * out->stride[2] + c * out->stride[3]] = last < 0 ? 0 : sum / l;
  }
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *a) {
  if (p->q.dtype != ATTEST_F32 || p->mask.data != NULL || p->bias.data != NULL || p->sink != NULL || p->windowed ||
      p->softcap > 0)
    return ATTEST_UNSUPPORTED;
  float *w = malloc((size_t)(p->k.size[2] + 1) * sizeof *w);
  if (w == NULL) return ATTEST_UNSUPPORTED;
  for (int64_t b = 0; b < p->q.size[0]; b++)
    for (int64_t h = 0; h < p->q.size[1]; h++)
      for (int64_t i = 0; i < p->q.size[2]; i++) attend(p, a, b, h, i, w);
  free(w);
  return ATTEST_OK;
}
