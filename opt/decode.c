/* Attention for few queries and many keys: each key and value is read once, for all the rows of the slice, and reading
   is all it costs.

   Keys are cut into chunks, which are independent. Within one, KEYS keys at a time, for each row r:
     s_j   = scale * q_r . k_j                       columns in lanes, W dot products folded into the lanes of one
                                                     vector
     p_j   = exp(s_j - ref)                          keys in lanes; ref lags behind the largest score as in opt/lanes.c
     l    += p_j,  o += sum over j of p_j v_j        columns in lanes
   So k and v are read in turn, some kilobytes of each: long enough for the machine to read ahead, and short enough to
   stay near. A chunk leaves (ref, l, o). Chunks are joined by log-sum-exp (Flash-Decoding [Dao2023b]): with m the
   largest ref and f = exp(ref - m),
     out = sum of f o / sum of f l,   lse = m + log(sum of f l)
   and the row's sink is one more chunk, of o = 0 and l = 1. The chunks depend on the sizes alone, so that threads share
   the keys of a single head and the answer is the same for any number of them.

   For one row, reading is started by hand, AHEAD bytes before: the machine's own reading ahead begins anew wherever k
   follows v or v follows k. For several it has the time.

   16-bit numbers are widened as they are loaded. A group of 64 keys that no row sees is not read. Of a key that some rows do not
   see, the value counts as 0 to them, whatever it is. Compiled with ISA the name of the instruction set. */
#include <float.h>

#include "opt/isa.h"
#include "opt/transfer.h"
#include "opt/variant.h"

/* Rows that share a load of a key, and vectors of columns that share one of a weight: their product of accumulators
   fits the registers. */
#if W == 16 || defined __ARM_NEON
enum { TOGETHER = 4, COLUMNS = 4 };
#else
enum { TOGETHER = 2, COLUMNS = 4 };
#endif
enum { ROWS = 16, CHUNK = 512, KEYS = 64, REF = 0, SUM = 1, HEAD = 2 };

/* One chunk of keys. Rows of q and o are padded to whole vectors. */
typedef struct chunk {
  const slice *of;
  ptrdiff_t rows, d_k, d_v, q_step, o_step;
  float *q, *o; /* rows x q_step, scaled; rows x o_step */
  float *k, *v; /* W keys, where they are widened to */
  float *dots;  /* rows x W vectors: products not yet added up */
  float *p;     /* rows x KEYS: scores of the keys at hand, then weights */
  float *sum;   /* rows x W: of weights, by lane */
  float ref[ROWS], limit[ROWS];
  int64_t first[ROWS], end[ROWS]; /* keys that each row can see by where it stands */
  uint64_t seen[ROWS];            /* of the keys at hand, a bit each */
} chunk;

/* Rows of k or v, step bytes apart: W at most, from `at` of the keys at hand on. */
typedef struct few {
  const char *x, *next; /* next: as many that are wanted soon; NULL if it is not worth asking */
  attest_dtype dtype;
  ptrdiff_t step, at, count;
} few;

/* Bytes of a line of cache, and how far ahead reading is asked for: farther, more is on its way than the first cache
   can keep account of. */
enum { LINE = 64, AHEAD = 1024 };

/* Asks for row i of those that are wanted soon, as much of it as columns vectors from column c on are. */
INLINE void fetch(const attest_dtype dtype, const int columns, const few *y, ptrdiff_t i, ptrdiff_t c) {
  const int bytes = dtype == ATTEST_F32 ? 4 : 2;
  if (y->next == NULL) return;
  UNROLL for (int b = 0; b < columns; b++) {
    if (b * W * bytes % LINE == 0) __builtin_prefetch(y->next + i * y->step + (c + b * W) * bytes);
  }
}

/* W numbers from column c on, of which width are there. */
INLINE vf widen(const attest_dtype dtype, const char *row, ptrdiff_t c, ptrdiff_t width) {
  if (dtype == ATTEST_F32) {
    const float *const x = (const float *)(const void *)row + c;
    return width < W ? vload_some(x, width) : vload_any(x);
  }
  const uint16_t *h = (const uint16_t *)(const void *)row + c;
  uint16_t some[W] = {0};
  if (width < W) h = memcpy(some, h, (size_t)width * sizeof *h);
  return dtype == ATTEST_F16 ? vwiden_f16(h) : vwiden_bf16(h);
}

/* Something to do for some rows from r on and columns vectors of columns from c on, the last of them cut off after
   width. */
typedef void columns_function(attest_dtype dtype, int some, int columns, const chunk *w, const few *y, ptrdiff_t r,
                              ptrdiff_t c, ptrdiff_t width);

/* dots[r][key] += their products, lane by lane; the queries stay in registers. */
INLINE void multiply_columns(const attest_dtype dtype, const int some, const int columns, const chunk *w, const few *y,
                             ptrdiff_t r, ptrdiff_t c, ptrdiff_t width) {
  vf q[TOGETHER][2 * COLUMNS], acc[TOGETHER];
  UNROLL for (int a = 0; a < some; a++) UNROLL for (int b = 0; b < columns; b++) q[a][b] =
      vload(w->q + (r + a) * w->q_step + c + b * W);
  for (ptrdiff_t i = 0; i < y->count; i++) {
    float *const dots = w->dots + (r * W + i) * W;
    if (some == 1) fetch(dtype, columns, y, i, c);
    UNROLL for (int a = 0; a < some; a++) acc[a] = c == 0 ? vset1(0) : vload(dots + a * W * W);
    UNROLL for (int b = 0; b < columns; b++) {
      const vf x = widen(dtype, y->x + i * y->step, c + b * W, width);
      UNROLL for (int a = 0; a < some; a++) acc[a] = vfma(x, q[a][b], acc[a]);
    }
    UNROLL for (int a = 0; a < some; a++) vstore(dots + a * W * W, acc[a]);
  }
}

/* o[r][c ..] += sum over the keys of p[r][key] v[key][c ..]; the sums stay in registers. all: every row sees every key.
   */
INLINE void add_columns(const bool all, const attest_dtype dtype, const int some, const int columns, const chunk *w,
                        const few *y, ptrdiff_t r, ptrdiff_t c, ptrdiff_t width) {
  vf acc[TOGETHER][2 * COLUMNS];
  float *const o = w->o + r * w->o_step + c;
  const float *const p = w->p + r * KEYS + y->at;
  UNROLL for (int a = 0; a < some; a++) UNROLL for (int b = 0; b < columns; b++) acc[a][b] =
      vload(o + a * w->o_step + b * W);
  for (ptrdiff_t i = 0; i < y->count; i++) {
    if (some == 1) fetch(dtype, columns, y, i, c);
    UNROLL for (int b = 0; b < columns; b++) {
      const vf x = widen(dtype, y->x + i * y->step, c + b * W, width);
      UNROLL for (int a = 0; a < some; a++) {
        const vi sees = (vi){0} - (int32_t)(w->seen[r + a] >> (y->at + i) & 1);
        acc[a][b] = vfma(all ? x : (vf)((vi)x & sees), vset1(p[a * KEYS + i]), acc[a][b]);
      }
    }
  }
  UNROLL for (int a = 0; a < some; a++) UNROLL for (int b = 0; b < columns; b++)
      vstore(o + a * w->o_step + b * W, acc[a][b]);
}

INLINE void gather_columns(const attest_dtype dtype, const int some, const int columns, const chunk *w, const few *y,
                           ptrdiff_t r, ptrdiff_t c, ptrdiff_t width) {
  add_columns(true, dtype, some, columns, w, y, r, c, width);
}

INLINE void gather_seen_columns(const attest_dtype dtype, const int some, const int columns, const chunk *w,
                                const few *y, ptrdiff_t r, ptrdiff_t c, ptrdiff_t width) {
  add_columns(false, dtype, some, columns, w, y, r, c, width);
}

/* One of them for n columns of all rows, in blocks that fit the registers. */
INLINE void for_columns(columns_function *each, const attest_dtype dtype, const int some, const int columns,
                        const chunk *w, const few *y, ptrdiff_t r, ptrdiff_t n) {
  ptrdiff_t c = 0;
  for (; c + columns * W <= n; c += columns * W) each(dtype, some, columns, w, y, r, c, W);
  if (c + columns / 2 * W <= n) {
    each(dtype, some, columns / 2, w, y, r, c, W);
    c += columns / 2 * W;
  }
  for (; c + W <= n; c += W) each(dtype, some, 1, w, y, r, c, W);
  if (c < n) each(dtype, some, 1, w, y, r, c, n - c);
}

INLINE void for_rows_of(columns_function *each, const attest_dtype dtype, const chunk *w, const few *y, ptrdiff_t n) {
  ptrdiff_t r = 0;
  for (; r + TOGETHER <= w->rows; r += TOGETHER) for_columns(each, dtype, TOGETHER, COLUMNS, w, y, r, n);
  for (; r < w->rows; r++) for_columns(each, dtype, 1, 2 * COLUMNS, w, y, r, n);
}

INLINE void for_rows(columns_function *each, const chunk *w, const few *y, ptrdiff_t n) {
  if (y->dtype == ATTEST_F32) for_rows_of(each, ATTEST_F32, w, y, n);
  else if (y->dtype == ATTEST_F16) for_rows_of(each, ATTEST_F16, w, y, n);
  else for_rows_of(each, ATTEST_BF16, w, y, n);
}

/* Scores of all rows for few keys. */
static void score_few(const chunk *w, const few *y) {
  for_rows(multiply_columns, w, y, w->d_k);
  for (ptrdiff_t r = 0; r < w->rows; r++) vstore(w->p + r * KEYS + y->at, vsums(w->dots + r * W * W));
}

/* What their values add. */
static void gather_all(const chunk *w, const few *y) { for_rows(gather_columns, w, y, w->d_v); }

static void gather_seen(const chunk *w, const few *y) { for_rows(gather_seen_columns, w, y, w->d_v); }

static float largest(vf x) {
  float m = x[0];
  for (int l = 1; l < W; l++) m = x[l] > m ? x[l] : m;
  return m;
}

/* A score of row r is above its limit. */
COLD void raise_reference(chunk *w, ptrdiff_t r, float m) {
  const bool first = w->limit[r] == -INFINITY;
  const vf factor = first ? vset1(1) : vexp2(vset1((w->ref[r] - m) * (float)LOG2E));
  w->ref[r] = m;
  w->limit[r] = m + SLACK;
  vstore(w->sum + r * W, factor * vload(w->sum + r * W));
  for (ptrdiff_t c = 0; c < w->o_step; c += W)
    vstore(w->o + r * w->o_step + c, factor * vload(w->o + r * w->o_step + c));
}

static uint64_t first_bits(ptrdiff_t count) { return ~UINT64_C(0) >> (KEYS - count); }

/* Of count bytes, a bit each, those that are not 0. */
static uint64_t flags_set(const char *flags, int64_t stride, ptrdiff_t count) {
  const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
  uint64_t set = 0;
  ptrdiff_t i = 0;
  for (; stride == 1 && i + 8 <= count; i += 8) {
    uint64_t x;
    memcpy(&x, flags + i, sizeof x);
    x = (((x & low) + low) | x) & ~low; /* the highest bit of each byte that is not 0 */
    set |= ((x >> 7) * UINT64_C(0x0102040810204080) >> 56) << i;
  }
  for (; i < count; i++) set |= (uint64_t)(flags[i * stride] != 0) << i;
  return set;
}

/* Which of the keys at hand row r sees, by where it stands and by the mask. */
static uint64_t keys_seen(const chunk *w, ptrdiff_t r, int64_t key, ptrdiff_t count) {
  const attest_tensor *const mask = &w->of->problem->mask;
  const uint64_t seen = bits_between(w->first[r] - key, w->end[r] - key) & first_bits(count);
  if (mask->data == NULL || seen == 0) return seen;
  const int64_t stride = mask->stride[ATTEST_COLUMN];
  return seen & flags_set(slice_row(w->of, mask, r) + key * stride, stride, count);
}

/* Those whose bias is not -infinity. */
static uint64_t keys_open(const float *bias, ptrdiff_t count) {
  uint64_t open = first_bits(count);
  for (ptrdiff_t i = 0; i < count; i += W) {
    const ptrdiff_t some = MIN(W, count - i);
    if (!vany_above(vset1(-FLT_MAX), vload_some(bias + i, some))) continue;
    for (ptrdiff_t j = i; j < i + some; j++) open &= ~((uint64_t)(bias[j] == -INFINITY) << j);
  }
  return open;
}

/* From the products of row r with the keys at hand to its scores; those of keys that it does not see are -infinity.
   Lane by lane the largest. */
static vf finish_scores(const chunk *w, ptrdiff_t r, ptrdiff_t count, const float *bias) {
  const float cap = (float)w->of->problem->softcap;
  vf most = vset1(-INFINITY);
  for (ptrdiff_t i = 0; i < count; i += W) {
    vf s = vload(w->p + r * KEYS + i);
    if (cap > 0) s = vtanh(s) * cap;
    if (bias != NULL) s += vload_some(bias + i, MIN(W, count - i));
    s = vsee(s, (uint32_t)(w->seen[r] >> i));
    vstore(w->p + r * KEYS + i, s);
    most = vmax(most, s);
  }
  return most;
}

/* Scores of row r for the keys at hand, then weights. */
static void weigh_row(chunk *w, ptrdiff_t r, int64_t key, ptrdiff_t count) {
  const attest_tensor *const b = &w->of->problem->bias;
  float plain[KEYS];
  const float *bias = NULL;
  if (b->data != NULL) {
    const int64_t size = (int64_t)attest_dtype_size(b->dtype);
    bias = as_floats(slice_row(w->of, b, r) + key * b->stride[ATTEST_COLUMN] * size, b->dtype, b->stride[ATTEST_COLUMN],
                     count, plain);
  }
  if (bias != NULL) w->seen[r] &= keys_open(bias, count);
  const vf most = finish_scores(w, r, count, bias);
  if (UNLIKELY(vany_above(most, vset1(w->limit[r])))) raise_reference(w, r, largest(most));
  vf sum = vload(w->sum + r * W);
  for (ptrdiff_t i = 0; i < count; i += W) {
    const vf p = vexp2((vload(w->p + r * KEYS + i) - w->ref[r]) * (float)LOG2E);
    vstore(w->p + r * KEYS + i, p);
    sum += p;
  }
  vstore(w->sum + r * W, sum);
}

/* Rows key + at .. of k or v: where they lie, or as floats in to. */
static few load_few(const chunk *w, const attest_tensor *t, int64_t key, ptrdiff_t at, ptrdiff_t count, float *to) {
  const ptrdiff_t columns = t->size[ATTEST_COLUMN];
  few y = {.at = at, .count = count};
  if (t->stride[ATTEST_COLUMN] == 1) {
    const int64_t size = (int64_t)attest_dtype_size(t->dtype), rows = AHEAD / (columns * size),
                  soon = key + at + (rows > 0 ? rows : 1);
    y.dtype = t->dtype;
    y.step = count > 1 ? (ptrdiff_t)(t->stride[ATTEST_POSITION] * size) : 0; /* of one row the stride may be anything */
    y.x = slice_key(w->of, t, key + at);
    y.next = w->rows == 1 && soon + count <= t->size[ATTEST_POSITION] ? slice_key(w->of, t, soon) : NULL;
  } else {
    y.dtype = ATTEST_F32;
    y.step = columns * (ptrdiff_t)sizeof *to;
    y.x = (const char *)to;
    for (ptrdiff_t i = 0; i < count; i++)
      (void)as_floats(slice_key(w->of, t, key + at + i), t->dtype, t->stride[ATTEST_COLUMN], columns, to + i * columns);
  }
  return y;
}

/* Of the keys at hand those that each row sees; false: none does. */
static bool look(chunk *w, int64_t key, ptrdiff_t count) {
  uint64_t any = 0;
  for (ptrdiff_t r = 0; r < w->rows; r++) any |= w->seen[r] = keys_seen(w, r, key, count);
  return any != 0;
}

static void attend_keys(chunk *w, int64_t key, ptrdiff_t count) {
  const attest_problem *const p = w->of->problem;
  bool hidden = false;
  if (!look(w, key, count)) return;
  for (ptrdiff_t i = 0; i < count; i += W) {
    const few y = load_few(w, &p->k, key, i, MIN(W, count - i), w->k);
    score_few(w, &y);
  }
  for (ptrdiff_t r = 0; r < w->rows; r++) {
    weigh_row(w, r, key, count);
    hidden = hidden || w->seen[r] != first_bits(count);
  }
  for (ptrdiff_t i = 0; i < count; i += W) {
    const few y = load_few(w, &p->v, key, i, MIN(W, count - i), w->v);
    if (hidden) gather_seen(w, &y);
    else gather_all(w, &y);
  }
}

/* ---- the variant */

static size_t lay_out(chunk *w, const attest_problem *p, char *memory) {
  size_t used = 0;
  w->d_k = p->q.size[ATTEST_COLUMN], w->d_v = p->v.size[ATTEST_COLUMN];
  w->q_step = (w->d_k + W - 1) / W * W, w->o_step = (w->d_v + W - 1) / W * W;
  w->q = take_floats(memory, &used, ROWS * w->q_step);
  w->o = take_floats(memory, &used, ROWS * w->o_step);
  w->k = take_floats(memory, &used, W * w->d_k);
  w->v = take_floats(memory, &used, W * w->d_v);
  w->dots = take_floats(memory, &used, ROWS * W * W);
  w->p = take_floats(memory, &used, ROWS * KEYS);
  w->sum = take_floats(memory, &used, ROWS * W);
  return used;
}

/* Row r: its query, scaled; nothing summed yet. */
static void begin_row(chunk *w, ptrdiff_t r) {
  const attest_problem *const p = w->of->problem;
  float *const q = w->q + r * w->q_step;
  const float *const from = as_floats(slice_row(w->of, &p->q, r), p->q.dtype, p->q.stride[ATTEST_COLUMN], w->d_k, q);
  const float factor = (float)(p->softcap > 0 ? slice_scale(p) / p->softcap : slice_scale(p));
  for (ptrdiff_t c = 0; c < w->q_step; c++) q[c] = c < w->d_k ? from[c] * factor : 0;
  memset(w->o + r * w->o_step, 0, (size_t)w->o_step * sizeof *w->o);
  memset(w->sum + r * W, 0, W * sizeof *w->sum);
  memset(w->dots + r * W * W, 0, W * W * sizeof *w->dots);
  w->ref[r] = 0;
  w->limit[r] = -INFINITY;
  w->first[r] = slice_first_key(w->of, r);
  w->end[r] = slice_end_key(w->of, r);
}

/* (ref, sum, o) of row r of this chunk, where joins find it. */
static float *left_by(const attest_problem *p, const plan *made, int64_t n, int64_t r, void *shared) {
  return (float *)shared + (n * made->rows + r) * (p->v.size[ATTEST_COLUMN] + HEAD);
}

static void attend_piece(const attest_problem *p, const attest_answer *a, const plan *made, int64_t n, void *shared,
                         void *own) {
  const int64_t chunks = made->pieces / made->joins;
  const slice of = slice_of(p, a, n / chunks);
  chunk w = {.of = &of, .rows = (ptrdiff_t)of.rows};
  (void)lay_out(&w, p, own);
  for (ptrdiff_t r = 0; r < w.rows; r++) begin_row(&w, r);
  const int64_t from = n % chunks * CHUNK, first = w.first[0], end = MIN(from + CHUNK, w.end[w.rows - 1]);
  for (int64_t key = from < first ? first : from; key < end; key += KEYS)
    attend_keys(&w, key, (ptrdiff_t)MIN(KEYS, end - key));
  for (ptrdiff_t r = 0; r < w.rows; r++) {
    float *const left = left_by(p, made, n, r, shared);
    left[REF] = w.ref[r];
    left[SUM] = 0;
    for (int l = 0; l < W; l++) left[SUM] += w.sum[r * W + l];
    memcpy(left + HEAD, w.o + r * w.o_step, (size_t)w.d_v * sizeof *left);
  }
}

/* Row r of slice n from what its chunks left. The first chunk's o becomes the row. */
static void join_row(const slice *s, const plan *made, int64_t n, int64_t r, void *shared) {
  const attest_problem *const p = s->problem;
  const int64_t chunks = made->pieces / made->joins, d_v = p->v.size[ATTEST_COLUMN];
  const double *const sink = p->sink != NULL ? p->sink + s->kv_head * s->group + r % s->group : NULL;
  float m = sink != NULL ? (float)*sink : -INFINITY,
        sum = 0, *const row = left_by(p, made, n * chunks, r, shared) + HEAD;
  for (int64_t c = 0; c < chunks; c++) {
    const float *const left = left_by(p, made, n * chunks + c, r, shared);
    if (left[SUM] != 0 && !(left[REF] <= m)) m = left[REF];
  }
  for (int64_t c = 0; c < chunks; c++) {
    const float *const left = left_by(p, made, n * chunks + c, r, shared);
    const float f = left[SUM] != 0 ? expf(left[REF] - m) : 0; /* of a chunk that saw nothing, o is 0 */
    sum += f * left[SUM];
    for (int64_t i = 0; i < d_v; i++) row[i] = f * left[HEAD + i] + (c == 0 ? 0 : row[i]);
  }
  if (sink != NULL) sum += expf((float)*sink - m);
  if (sum == 0 && slice_sees(s, r)) sum = NAN; /* every score that it sees is -infinity */
  for (int64_t i = 0; i < d_v; i++) row[i] = sum == 0 ? 0 : row[i] / sum;
  const attest_output *const out = &s->answer->out, *const lse = &s->answer->lse;
  from_floats(slice_output_row(s, out, r), out->dtype, out->stride[ATTEST_COLUMN], d_v, row);
  const float whole = m + logf(sum);
  if (lse->data != NULL) memcpy(slice_output_row(s, lse, r), &whole, sizeof whole);
}

static void join_slice(const attest_problem *p, const attest_answer *a, const plan *made, int64_t n, void *shared) {
  const slice of = slice_of(p, a, n);
  for (int64_t r = 0; r < of.rows; r++) join_row(&of, made, n, r, shared);
}

static bool supports(const attest_problem *p, const attest_answer *a) {
  const int64_t group = p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD];
  return group <= ROWS && group * p->q.size[ATTEST_POSITION] <= ROWS && transfer_supports(p, a);
}

/* Nothing is to be done where there are no rows. */
static plan make_plan(const attest_problem *p, int threads) {
  (void)threads;
  const int64_t rows = p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION],
                slices = rows == 0 ? 0 : slice_count(p);
  const int64_t keys = p->k.size[ATTEST_POSITION], chunks = keys > CHUNK ? (keys + CHUNK - 1) / CHUNK : 1;
  chunk w;
  plan made = {.pieces = slices * chunks, .joins = slices, .rows = rows};
  made.shared = (size_t)(made.pieces * made.rows * (p->v.size[ATTEST_COLUMN] + HEAD)) * sizeof(float);
  made.own = lay_out(&w, p, NULL);
  return made;
}

const variant ISA_SYMBOL(variant_decode) = {
    .name = "decode-" ISA_NAME,
    .needs = ISA_NEEDS,
    .supports = supports,
    .plan = make_plan,
    .piece = attend_piece,
    .join = join_slice,
};
