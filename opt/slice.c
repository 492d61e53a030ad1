#include "opt/slice.h"

#include <float.h>
#include <math.h>

#include "opt/score.h"

/* beyond every distance between a key and a query's position: both lie within 2^31 */
#define UNLIMITED (INT64_C(1) << 33)

static int64_t side(int64_t window) { return window == ATTEST_UNLIMITED ? UNLIMITED : window; }

int64_t slice_count(const attest_problem *p) { return p->k.size[ATTEST_BATCH] * p->k.size[ATTEST_HEAD]; }

slice slice_of(const attest_problem *p, const attest_answer *a, int64_t n) {
  const int64_t kv_heads = p->k.size[ATTEST_HEAD], batch = n / kv_heads, group = p->q.size[ATTEST_HEAD] / kv_heads;
  const int64_t keys = p->kv_len != NULL ? p->kv_len[batch] : p->k.size[ATTEST_POSITION];
  slice s = {.problem = p,
             .answer = a,
             .batch = batch,
             .kv_head = n % kv_heads,
             .group = group,
             .queries = p->q.size[ATTEST_POSITION],
             .rows = group * p->q.size[ATTEST_POSITION],
             .keys = keys};
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT) s.offset = keys - p->q.size[ATTEST_POSITION];
  if (p->alignment == ATTEST_ALIGN_OFFSET) s.offset = p->offset;
  s.left = p->windowed ? side(p->window_left) : UNLIMITED;
  s.right = p->windowed ? side(p->window_right) : UNLIMITED;
  if (p->causal) s.right = 0; /* the nearer of the two limits: no window ends before its query */
  return s;
}

double slice_scale(const attest_problem *p) {
  return p->scale != 0 ? p->scale : 1 / sqrt((double)p->q.size[ATTEST_COLUMN]);
}

/* Whether x keeps its digits as a float, and 2 x is one. */
static bool fits_f32(double x) { return x == 0 || (fabs(x) >= FLT_MIN && fabs(x) <= FLT_MAX / 2); }

bool slice_in_f64(const attest_problem *p) {
  const double scale = slice_scale(p);
  bool fits = p->q.dtype != ATTEST_F64 && p->k.dtype != ATTEST_F64 && p->v.dtype != ATTEST_F64 &&
              (p->bias.data == NULL || p->bias.dtype != ATTEST_F64) && fits_f32(scale) && fits_f32(p->softcap) &&
              (p->softcap == 0 || fits_f32(scale / p->softcap));
  for (int64_t head = 0; fits && p->sink != NULL && head < p->q.size[ATTEST_HEAD]; head++)
    fits = fits_f32(p->sink[head]);
  return !fits;
}

bool slice_sees(const slice *s, int64_t r) {
  const score_row row = score_row_of(s, r);
  int64_t j = row.first;
  while (j < row.end && !score_sees(&row, j)) j++;
  return j < row.end;
}
