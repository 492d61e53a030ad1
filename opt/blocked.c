/* Attention in tiles, as the paper has it, in plain C [Dao2022, algorithm 1], with the loops as in [Dao2023a,
   algorithm 1]: rows outside.

   For a block of rows Q_i, and one after the other the blocks of keys K_j, V_j:
     S    = scale * Q_i K_j^T                              and softcap, bias, mask
     m'   = max(m, rowmax(S))
     P    = exp(S - m')
     l    = exp(m - m') l + rowsum(P)
     O    = exp(m - m') O + P V_j
     m    = m'
   and at the end O / l. A key that a row does not see is skipped, never multiplied by zero. Nothing here depends on an
   instruction set; every type and option is done: f64 in binary64, all others in binary32. */
#ifdef REAL
#define BLOCKED variant_blocked64
#else
#define BLOCKED variant_blocked
#endif

#include "opt/score.h"
#include "opt/variant.h"

enum { ROWS = 16, KEYS = 64 };

/* ---- a block of rows */

typedef struct block {
  const slice *of;
  int64_t row, rows, key, keys, d_k, d_v;
  real *q, *k, *v, *o; /* rows x d_k, keys x d_k, keys x d_v, rows x d_v */
  real s[ROWS][KEYS];  /* scores, then P; -infinity, then 0, where the key is hidden */
  bool sees[ROWS][KEYS];
  real m[ROWS], l[ROWS];
} block;

static void load_keys(block *w, int64_t key, int64_t end) {
  const attest_tensor *const k = &w->of->problem->k, *const v = &w->of->problem->v;
  w->key = key;
  w->keys = end - key < KEYS ? end - key : KEYS;
  for (int64_t j = 0; j < w->keys; j++) {
    load_row(w->k + j * w->d_k, slice_key(w->of, k, key + j), k);
    load_row(w->v + j * w->d_v, slice_key(w->of, v, key + j), v);
  }
}

/* S = scale * Q K^T, then softcap and bias. */
static void scores(block *w, int64_t i) {
  const score_row row = score_row_of(w->of, w->row + i);
  for (int64_t j = 0; j < w->keys; j++) {
    w->sees[i][j] = score_sees(&row, w->key + j);
    w->s[i][j] = (real)-INFINITY;
    if (!w->sees[i][j]) continue;
    real product = 0;
    for (int64_t c = 0; c < w->d_k; c++) product += w->q[i * w->d_k + c] * w->k[j * w->d_k + c];
    w->s[i][j] = score_of(&row, w->key + j, product);
  }
}

/* The step of the online softmax for row i. */
static void fold(block *w, int64_t i) {
  real m = w->m[i];
  bool any = false;
  for (int64_t j = 0; j < w->keys; j++) {
    any = any || w->sees[i][j];
    if (w->sees[i][j] && !(w->s[i][j] <= m)) m = w->s[i][j]; /* NaN stays */
  }
  if (!any) return;
  const real keep = w->l[i] == 0 ? 0 : exponential(w->m[i] - m);
  w->m[i] = m;
  w->l[i] *= keep;
  real *const o = w->o + i * w->d_v;
  for (int64_t c = 0; c < w->d_v; c++) o[c] *= keep;
  for (int64_t j = 0; j < w->keys; j++) {
    if (!w->sees[i][j]) continue;
    const real p = exponential(w->s[i][j] - m);
    w->l[i] += p;
    for (int64_t c = 0; c < w->d_v; c++) o[c] += p * w->v[j * w->d_v + c];
  }
}

/* Starts row i: its query, and its head's sink as a key whose value is 0. */
static void begin(block *w, int64_t i) {
  const attest_problem *const p = w->of->problem;
  const int64_t head = w->of->kv_head * w->of->group + (w->row + i) % w->of->group;
  load_row(w->q + i * w->d_k, slice_row(w->of, &p->q, w->row + i), &p->q);
  memset(w->o + i * w->d_v, 0, (size_t)w->d_v * sizeof(real));
  w->m[i] = p->sink != NULL ? (real)p->sink[head] : (real)-INFINITY;
  w->l[i] = p->sink != NULL ? 1 : 0;
}

/* Divides, and stores the row. One that saw nothing is 0. */
static void finish(block *w, int64_t i) {
  const attest_output *const out = &w->of->answer->out, *const lse = &w->of->answer->lse;
  real *const o = w->o + i * w->d_v;
  for (int64_t c = 0; c < w->d_v; c++) o[c] = w->l[i] == 0 ? 0 : o[c] / w->l[i];
  store_row(slice_output_row(w->of, out, w->row + i), out, w->d_v, o);
  if (lse->data != NULL) store(slice_output_row(w->of, lse, w->row + i), lse->dtype, 0, w->m[i] + logarithm(w->l[i]));
}

/* The weights of the rows, from their scores once more. */
static void store_weights(block *w) {
  const attest_output *const t = &w->of->answer->weights;
  for (int64_t key = 0; key < w->of->problem->k.size[ATTEST_POSITION]; key += KEYS) {
    load_keys(w, key, w->of->problem->k.size[ATTEST_POSITION]);
    for (int64_t i = 0; i < w->rows; i++) {
      scores(w, i);
      for (int64_t j = 0; j < w->keys; j++)
        w->s[i][j] = w->sees[i][j] ? exponential(w->s[i][j] - w->m[i]) / w->l[i] : 0;
      char *const row = slice_output_row(w->of, t, w->row + i) +
                        key * t->stride[ATTEST_COLUMN] * (int64_t)attest_dtype_size(t->dtype);
      store_row(row, t, w->keys, w->s[i]);
    }
  }
}

/* ---- the variant */

static bool supports(const attest_problem *p, const attest_answer *a) {
  (void)a;
  return slice_in_f64(p) == IN_F64;
}

static plan make_plan(const attest_problem *p, int threads) {
  (void)threads;
  const int64_t slices = slice_count(p),
                rows = slices == 0 ? 0 : p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION];
  const int64_t numbers = (ROWS + KEYS) * (p->q.size[ATTEST_COLUMN] + p->v.size[ATTEST_COLUMN]);
  const size_t lines = (sizeof(block) + (size_t)numbers * sizeof(real) + 63) / 64;
  return (plan){.pieces = slices * ((rows + ROWS - 1) / ROWS), .rows = ROWS, .own = lines * 64};
}

static void attend_piece(const attest_problem *p, const attest_answer *a, const plan *made, int64_t n, void *shared,
                         void *own) {
  (void)shared;
  const int64_t per_slice = made->pieces / slice_count(p), d_k = p->q.size[ATTEST_COLUMN],
                d_v = p->v.size[ATTEST_COLUMN];
  const slice of = slice_of(p, a, n / per_slice);
  block *const w = own;
  real *const q = (real *)(w + 1), *const k = q + ROWS * d_k, *const v = k + KEYS * d_k, *const o = v + KEYS * d_v;
  w->of = &of, w->d_k = d_k, w->d_v = d_v, w->q = q, w->k = k, w->v = v, w->o = o;
  w->row = n % per_slice * ROWS;
  w->rows = of.rows - w->row < ROWS ? of.rows - w->row : ROWS;
  for (int64_t i = 0; i < w->rows; i++) begin(w, i);
  const int64_t end = slice_end_key(&of, w->row + w->rows - 1);
  for (int64_t key = slice_first_key(&of, w->row); key < end; key += KEYS) {
    load_keys(w, key, end);
    for (int64_t i = 0; i < w->rows; i++) {
      scores(w, i);
      fold(w, i);
    }
  }
  for (int64_t i = 0; i < w->rows; i++) finish(w, i);
  if (a->weights.data != NULL) store_weights(w);
}

const variant BLOCKED = {
    .name = IN_F64 ? "blocked64" : "blocked", .supports = supports, .plan = make_plan, .piece = attend_piece};
