/* Attention with queries in the lanes of a vector: one text, compiled for each instruction set.

   For the rows r of a slice (queries of the heads that share one kv head) and its keys j, in blocks of keys:
     S[j][r]  = k_j . q_r                     q scaled by scale * log2(e): weights are powers of 2
     P[j][r]  = 2^(S[j][r] - ref_r)           ref_r follows the largest score of the row
     l_r     += sum over j of P[j][r]
     O[c][r] += sum over j of v_jc P[j][r]
   and at the end out_rc = O[c][r] / l_r, lse_r = (ref_r + log2 l_r) ln 2. When a score is above ref_r, what was summed
   is brought to the new ref_r by a factor 2^(old - new): the online softmax [Milakov2018, algorithm 3], in tiles
   [Dao2022, algorithm 1]. Here ref_r may lag behind the largest score by SLACK, so that rescaling is rare and costs
   nothing (one division at the end, as in [Dao2023a, section 3.1]).

   A lane is a row. Contiguous floats of K and V are read as they lie, one number at a time, broadcast to all lanes; all
   else is first copied as floats.
   Largest score, sum, visibility and rescaling are lane by lane: nothing is added across a vector. Only Q at the start
   and O at the end are transposed. Both products are the same loop, multiply, on a tile of MR keys (or columns) by NQ
   vectors of rows, held in registers.

   What lies at a hidden key is never used: its score becomes -infinity by selection, whatever it was, and where values
   are not finite the second product selects too (0 * NaN is NaN).

   Where there is a bias, scores stay natural logarithms and are multiplied by log2(e) after ref_r is subtracted: the
   largest finite bias times log2(e) would be infinite.

   Compiled with PAIRS, a lane holds two bfloat16 numbers and a multiply-add takes both (vdpbf16ps): q, k and v go in as
   they are, but for subnormal numbers, which count as 0; weights are rounded.

   Compiled with TILES too, both products are AMX's (tdpbf16ps): 16 keys, or columns, by 16 rows of the slice. A strip's
   queries and weights, pairs in lanes, are what it takes on its right as they are; keys are copied into whole tiles,
   values transposed.

   Compiled with ISA the name of the instruction set: cc -mavx2 -mfma -mf16c -DISA=avx2. */
#include "opt/isa.h"
#include "opt/tile.h"
#include "opt/transfer.h"
#include "opt/variant.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* ---- a piece: QB rows of a slice at most */

/* Rows of the problem that the lanes of a strip stand for. */
typedef struct strip_rows {
  int64_t first;
  ptrdiff_t count;
  int vectors;
  unsigned begun;                  /* a bit a vector: something is in its output, or 0 */
  const char *bias[SW], *mask[SW]; /* where they begin; set if there is a bias, a mask */
} strip_rows;

typedef struct piece {
  const slice *of;
  int strips;
  strip strip[STRIPS];
  strip_rows rows[STRIPS];
  ptrdiff_t d_k, d_v;
  float *weights, *bias; /* KB + TALL rows of SW: of the strip at hand */
  cell *k, *v;           /* KB rows: where keys and values are widened to */
  float *plain;          /* SW rows of the longest of d_k, d_v, KB: numbers on their way into lanes and out of them */
  uint64_t *see;         /* KB */
} piece;

/* What a score is in the unit of the strips: natural where there is a bias. */
static double unit(const attest_problem *p) { return p->bias.data != NULL ? 1 : LOG2E; }

/* What makes products scores in that unit; or what tanh is taken of. */
static double query_factor(const attest_problem *p) {
  return p->softcap > 0 ? slice_scale(p) / p->softcap : slice_scale(p) * unit(p);
}

/* Rows of a strip's queries; cells of the keys and of the values of a block. Tiles are always whole. */
#ifdef TILES
static ptrdiff_t query_room(ptrdiff_t d_k) { return (d_k + 2 * TILE - 1) / (2 * TILE) * TILE; }
static ptrdiff_t key_room(ptrdiff_t d_k) { return (KB + TILE) * query_room(d_k); }
static ptrdiff_t value_room(ptrdiff_t d_v) { return (d_v + TILE) * SW; }
#else
static ptrdiff_t query_room(ptrdiff_t d_k) { return d_k; }
static ptrdiff_t key_room(ptrdiff_t d_k) { return KB * d_k; }
static ptrdiff_t value_room(ptrdiff_t d_v) { return KB * d_v; }
#endif

/* Lays the piece out in memory; the bytes it takes. */
static size_t lay_out(piece *w, const attest_problem *p, char *memory) {
  size_t used = 0;
  w->d_k = p->q.size[ATTEST_COLUMN];
  w->d_v = p->v.size[ATTEST_COLUMN];
  w->weights = take_floats(memory, &used, (KB + TALL) * SW);
  for (int s = 0; s < STRIPS; s++)
    w->strip[s] = (strip){.q = take_floats(memory, &used, query_room(w->d_k) * SW),
                          .o = take_floats(memory, &used, (w->d_v + TALL) * SW),
                          .p = w->weights,
                          .ref = take_floats(memory, &used, SW),
                          .limit = take_floats(memory, &used, SW),
                          .sum = take_floats(memory, &used, SW),
                          .natural = p->bias.data != NULL};
  w->bias = take_floats(memory, &used, p->bias.data != NULL ? (KB + TALL) * SW : 0);
  w->k = take(memory, &used, (size_t)key_room(w->d_k) * sizeof(cell));
  w->v = take(memory, &used, (size_t)value_room(w->d_v) * sizeof(cell));
  w->plain = take_floats(memory, &used, SW * MAX(MAX(w->d_k, w->d_v), KB));
  w->see = take(memory, &used, KB * sizeof *w->see);
  return used;
}

#ifdef PAIRS

/* n bfloat16 numbers, stride elements apart, side by side in to; a 0 after them where n is odd. */
static void pair_up(void *to, const char *from, int64_t stride, ptrdiff_t n) {
  uint16_t *const h = to;
  const uint16_t *const x = (const uint16_t *)(const void *)from;
  if (stride == 1) memcpy(h, x, (size_t)n * sizeof *h);
  else
    for (ptrdiff_t c = 0; c < n; c++) h[c] = x[c * stride];
  if (n % 2 != 0) h[n] = 0;
}

/* The queries as pairs; they are not scaled, which would round them. */
static void load_query(const char *from, const attest_tensor *q, ptrdiff_t d_k, float *plain, const float **row) {
  pair_up(plain, from, q->stride[ATTEST_COLUMN], d_k);
  *row = plain;
}
static ptrdiff_t query_cells(ptrdiff_t d_k) { return (d_k + 1) / 2; }

/* Values of keys a and b (NULL: none) side by side. */
static void pair_values(cell *to, const char *a, const char *b, int64_t stride, ptrdiff_t n) {
  const uint16_t *const x = (const uint16_t *)(const void *)a, *const y = (const uint16_t *)(const void *)b;
  ptrdiff_t c = 0;
  if (stride == 1 && b != NULL)
    for (; c + W <= n; c += W) {
      const vi pairs = ((vi)vwiden_bf16(x + c) >> 16 & 0xffff) | (vi)vwiden_bf16(y + c);
      memcpy(to + c, &pairs, sizeof pairs);
    }
  for (; c < n; c++) to[c] = (cell)(x[c * stride] | (uint32_t)(b != NULL ? y[c * stride] : 0) << 16);
}

#ifdef TILES

/* count keys of the slice from key on, in whole tiles, with 0 where there is none: rows of keys; columns of values,
   those of two keys side by side. */
static keys load_keys(const piece *w, int64_t key, ptrdiff_t count) {
  const attest_tensor *const k = &w->of->problem->k, *const v = &w->of->problem->v;
  const ptrdiff_t step = query_room(w->d_k);
  const float *row[SW];
  memset(w->k, 0, (size_t)key_room(w->d_k) * sizeof *w->k);
  for (ptrdiff_t i = 0; i < count; i++)
    pair_up(w->k + i * step, slice_key(w->of, k, key + i), k->stride[ATTEST_COLUMN], w->d_k);
  memset(w->plain, 0, (size_t)(SW * w->d_v) * sizeof *w->plain);
  for (ptrdiff_t i = 0; i < SW; i++) row[i] = w->plain + i * w->d_v;
  for (ptrdiff_t i = 0; i < count; i += 2) {
    const char *const rows[] = {slice_key(w->of, v, key + i), i + 1 < count ? slice_key(w->of, v, key + i + 1) : NULL};
    pair_values((cell *)(void *)(w->plain + i / 2 * w->d_v), rows[0], rows[1], v->stride[ATTEST_COLUMN], w->d_v);
  }
  to_lanes((float *)(void *)w->v, row, SW, w->d_v, NULL);
  memset(w->v + w->d_v * SW, 0, TILE * SW * sizeof *w->v);
  return (keys){.k = w->k,
                .v = w->v,
                .k_step = step,
                .v_step = 1,
                .v_next = SW,
                .count = count,
                .d_k = w->d_k,
                .d_v = w->d_v,
                .see = w->see,
                .scale = (float)query_factor(w->of->problem)};
}

#else

/* count keys of the slice from key on: where they lie, if they lie in pairs; and their values, those of two keys side
   by side. */
static keys load_keys(const piece *w, int64_t key, ptrdiff_t count) {
  const attest_tensor *const k = &w->of->problem->k, *const v = &w->of->problem->v;
  const ptrdiff_t cells = query_cells(w->d_k);
  keys y = {.k = w->k,
            .v = w->v,
            .k_step = cells,
            .v_step = w->d_v,
            .v_next = 1,
            .count = count,
            .d_k = w->d_k,
            .d_v = w->d_v,
            .see = w->see};
  const bool plain = k->stride[ATTEST_COLUMN] == 1 && w->d_k % 2 == 0 && k->stride[ATTEST_POSITION] % 2 == 0;
  if (plain) y.k = (const cell *)(const void *)slice_key(w->of, k, key), y.k_step = k->stride[ATTEST_POSITION] / 2;
  for (ptrdiff_t i = 0; i < count && !plain; i++)
    pair_up(w->k + i * cells, slice_key(w->of, k, key + i), k->stride[ATTEST_COLUMN], w->d_k);
  for (ptrdiff_t i = 0; i < count; i += 2) {
    const char *const rows[] = {slice_key(w->of, v, key + i), i + 1 < count ? slice_key(w->of, v, key + i + 1) : NULL};
    pair_values(w->v + i / 2 * w->d_v, rows[0], rows[1], v->stride[ATTEST_COLUMN], w->d_v);
  }
  y.scale = (float)query_factor(w->of->problem);
  return y;
}

#endif

#else

/* The queries as floats, where they lie or in plain. */
static void load_query(const char *from, const attest_tensor *q, ptrdiff_t d_k, float *plain, const float **row) {
  *row = as_floats(from, q->dtype, q->stride[ATTEST_COLUMN], d_k, plain);
}

/* count keys of the slice from key on, and their values, as floats: where they lie, if they lie row by row, else
   widened. */
static keys load_keys(const piece *w, int64_t key, ptrdiff_t count) {
  const attest_tensor *const k = &w->of->problem->k, *const v = &w->of->problem->v;
  keys y = {.k = w->k,
            .v = w->v,
            .k_step = w->d_k,
            .v_step = w->d_v,
            .v_next = 1,
            .count = count,
            .d_k = w->d_k,
            .d_v = w->d_v,
            .see = w->see};
  const bool k_plain = k->dtype == ATTEST_F32 && k->stride[ATTEST_COLUMN] == 1,
             v_plain = v->dtype == ATTEST_F32 && v->stride[ATTEST_COLUMN] == 1;
  if (k_plain) y.k = (const float *)(const void *)slice_key(w->of, k, key), y.k_step = k->stride[ATTEST_POSITION];
  if (v_plain) y.v = (const float *)(const void *)slice_key(w->of, v, key), y.v_step = v->stride[ATTEST_POSITION];
  for (ptrdiff_t i = 0; i < count; i++) {
    if (!k_plain)
      (void)as_floats(slice_key(w->of, k, key + i), k->dtype, k->stride[ATTEST_COLUMN], w->d_k, w->k + i * w->d_k);
    if (!v_plain)
      (void)as_floats(slice_key(w->of, v, key + i), v->dtype, v->stride[ATTEST_COLUMN], w->d_v, w->v + i * w->d_v);
  }
  return y;
}

#endif

/* Strip n of the piece, whose first row is row: its queries in lanes, scaled; nothing summed yet. */
static void begin_strip(piece *w, int n, int64_t row, int64_t end) {
  const attest_problem *const p = w->of->problem;
  const strip *const s = &w->strip[n];
  strip_rows *const r = &w->rows[n];
  const float *q[SW];
  r->first = row;
  r->count = (ptrdiff_t)MIN(SW, end - row);
  r->vectors = (int)((r->count + W - 1) / W);
  for (ptrdiff_t l = 0; l < r->count; l++) {
    load_query(slice_row(w->of, &p->q, row + l), &p->q, w->d_k, w->plain + l * w->d_k, &q[l]);
    if (p->bias.data != NULL) r->bias[l] = slice_row(w->of, &p->bias, row + l);
    if (p->mask.data != NULL) r->mask[l] = slice_row(w->of, &p->mask, row + l);
  }
#ifdef PAIRS
  to_lanes(s->q, q, r->count, query_cells(w->d_k), NULL);
#ifdef TILES
  memset(s->q + query_cells(w->d_k) * SW, 0, (size_t)((query_room(w->d_k) - query_cells(w->d_k)) * SW) * sizeof *s->q);
#endif
#else
  const float factor = (float)query_factor(p);
  to_lanes(s->q, q, r->count, w->d_k, &factor);
#endif
  for (int l = 0; l < SW; l += W) {
    vstore(s->ref + l, vset1(0));
    vstore(s->sum + l, vset1(0));
    vstore(s->limit + l, vset1(-INFINITY));
  }
  r->begun = 0;
}

/* Bits of keys at .. at + some - 1, 16 at most, for rows l .. l + 7 of the strip, a byte a key: whether the mask lets
   the row see it. */
typedef uint8_t v16 __attribute__((vector_size(16)));
INLINE v16 look_through_rows(const strip_rows *r, ptrdiff_t l, int64_t at, int64_t stride, ptrdiff_t some) {
  v16 plane = {0};
  if (stride == 1 && some == 16 && l + 8 <= r->count) {
    UNROLL for (int b = 0; b < 8; b++) {
      v16 flags;
      memcpy(&flags, r->mask[l + b] + at, sizeof flags);
      plane |= (v16)(flags != 0) & (uint8_t)(1 << b);
    }
    return plane;
  }
  for (int b = 0; b < MIN(8, r->count - l); b++)
    for (ptrdiff_t t = 0; t < some; t++) plane[t] |= (uint8_t)((r->mask[l + b][(at + t) * stride] != 0) << b);
  return plane;
}

/* Which rows the mask lets see keys key .. key + count - 1, into w->see. The 8 bytes of a key become its
   word as rows become columns in opt/tile.h; the first byte is the lowest in all these instruction sets. */
static void look_through_mask(const piece *w, const strip_rows *r, int64_t key, ptrdiff_t count) {
  const int64_t stride = w->of->problem->mask.stride[ATTEST_COLUMN];
  for (ptrdiff_t j = 0; j < count; j += 16) {
    v16 x[8], y[8];
    const ptrdiff_t some = MIN(16, count - j);
    UNROLL for (int n = 0; n < 8; n++) x[n] =
        8 * n < SW && 8 * n < r->count ? look_through_rows(r, 8 * n, key + j, stride, some) : (v16){0};
    UNROLL for (int step = 0; step < 3; step++) {
      UNROLL for (int n = 0; n < 4; n++) {
        y[2 * n] = __builtin_shufflevector(x[n], x[n + 4], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        y[2 * n + 1] =
            __builtin_shufflevector(x[n], x[n + 4], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      }
      memcpy(x, y, sizeof x);
    }
    memcpy(w->see + j, x, (size_t)some * sizeof *w->see);
  }
}

/* Which rows of the strip see each key, into w->see; whether some row may not see some key. */
static bool look(const piece *w, const strip_rows *r, int64_t key, ptrdiff_t count) {
  const bool masked = w->of->problem->mask.data != NULL,
             hides = slice_hides(w->of, r->first, r->first + r->count, key, key + count);
  if (masked) look_through_mask(w, r, key, count);
  else memset(w->see, 0xff, (size_t)count * sizeof *w->see);
  for (ptrdiff_t j = 0; j < count && hides; j++)
    w->see[j] &= bits_between(slice_first_row(w->of, key + j) - r->first, slice_end_row(w->of, key + j) - r->first);
  return masked || hides;
}

/* The bias of the strip for keys key .. key + count - 1, into lanes; lanes without a row get 0. */
static void load_bias(const piece *w, const strip_rows *r, int64_t key, ptrdiff_t count) {
  const attest_tensor *const t = &w->of->problem->bias;
  const int64_t step = /* of one key the stride may be anything */
      t->size[ATTEST_COLUMN] > 1 ? t->stride[ATTEST_COLUMN] * (int64_t)attest_dtype_size(t->dtype) : 0;
  const float *row[SW];
  for (ptrdiff_t l = 0; l < r->count; l++)
    row[l] = as_floats(r->bias[l] + key * step, t->dtype, t->stride[ATTEST_COLUMN], count, w->plain + l * KB);
  to_lanes(w->bias, row, r->count, count, NULL);
}

/* What a strip reads of the block at key, in rows that begin at row; nothing where that is no whole block, or
   scattered. */
static ahead ahead_of(const attest_tensor *t, const char *const row[], ptrdiff_t rows, int64_t key) {
  const ptrdiff_t size = (ptrdiff_t)attest_dtype_size(t->dtype);
  if (t->data == NULL || t->stride[ATTEST_COLUMN] != 1 || key + KB > t->size[ATTEST_COLUMN]) return (ahead){0};
  return (ahead){row, rows, (ptrdiff_t)key * size, KB * size};
}

/* The vectors of a strip in which some row can see some of keys key .. end - 1 by where it stands: *first .. the result
   - 1. */
static int vectors_that_see(const slice *s, const strip_rows *r, int64_t key, int64_t end, int *first) {
  const int64_t from = slice_first_row(s, key) - r->first, to = slice_end_row(s, end - 1) - r->first;
  *first = from <= 0 ? 0 : (int)(MIN(from, SW) / W);
  return to <= 0 ? 0 : (int)(MIN(to, r->vectors * W) + W - 1) / W;
}

/* Vectors first .. end - 1 of a strip are to be added to: whether none of them was before. If some were, the output of
   the others becomes 0; so it does if all is wanted. */
static bool begin_vectors(const piece *w, const strip *s, strip_rows *r, int first, int end, bool all) {
  const unsigned wanted = (1U << end) - (1U << first), fresh = wanted & ~r->begun;
  r->begun |= wanted;
  if (fresh == wanted && !all) return true;
  for (int j = first; j < end; j++)
    for (ptrdiff_t c = 0; c < w->d_v + TALL && (fresh >> j & 1) != 0; c++) vstore(s->o + c * SW + j * W, (vf){0});
  return false;
}

/* A strip and the keys of a block, y->count of them from key on: all at once where they are seen by the same vectors,
   else by steps of tiles, of about as many keys as the edge of what is seen needs to cross a vector. */
static void attend_strip(piece *w, int n, const keys *block, int64_t key) {
  const slice *const s = w->of;
  const strip *const t = &w->strip[n];
  strip_rows *const r = &w->rows[n];
  const ptrdiff_t step = MAX(MR, (ptrdiff_t)(W / s->group) / MR * MR);
  const int64_t end = key + block->count;
  const bool hides = slice_hides(s, r->first, r->first + r->count, key, end);
  int first = 0, vectors = 0, next_first = 0;
  for (int64_t from = key, to; from < end; from = to) {
    to = hides ? MIN(from + step, end) : end;
    vectors = vectors_that_see(s, r, from, to, &first);
    while (to < end && vectors_that_see(s, r, to, MIN(to + step, end), &next_first) == vectors && next_first == first)
      to = MIN(to + step, end);
    if (vectors <= first) continue;
    const ptrdiff_t at = (ptrdiff_t)(from - key), lane = first * W;
    const strip part = {t->q + lane,   t->o + lane, t->p + lane + at / PER * SW, t->ref + lane, t->limit + lane,
                        t->sum + lane, t->natural};
    keys y = *block;
    y.fresh = begin_vectors(w, t, r, first, vectors, y.careful);
    y.k += at * y.k_step;
    y.v += at / PER * y.v_step;
    y.see += at;
    y.at = at;
    y.shift = (int)lane;
    if (y.bias != NULL) y.bias += at * SW + lane;
    y.count = (ptrdiff_t)(to - from);
    attend_vectors[vectors - first](&part, &y);
  }
}

/* All strips and the keys of a block. After the last strip the first reads, the next block. */
static void attend_block(piece *w, int64_t key, ptrdiff_t count) {
  const attest_problem *const p = w->of->problem;
  keys y = load_keys(w, key, count);
  int finite = -1; /* not known yet */
  y.cap = (float)(p->softcap * unit(p));
  y.bias = p->bias.data != NULL ? w->bias : NULL;
  for (int n = 0; n < w->strips; n++) {
    const strip_rows *const r = &w->rows[n];
    if (slice_end_key(w->of, r->first + r->count - 1) <= key || slice_first_key(w->of, r->first) >= key + count)
      continue;
    y.hides = look(w, r, key, count);
    const bool may_hide = y.hides || y.bias != NULL;
    if (may_hide && finite < 0) finite = all_finite(&y);
    y.careful = may_hide && finite == 0; /* by strip: what a lane computes does not depend on the piece it is in */
    if (y.bias != NULL) load_bias(w, r, key, count);
    const bool last = n + 1 == w->strips;
    const strip_rows *const next = last ? w->rows : r + 1;
    const int64_t next_key = last ? key + KB : key;
    y.bias_ahead = ahead_of(&p->bias, next->bias, next->count, next_key);
    y.mask_ahead = ahead_of(&p->mask, next->mask, next->count, next_key);
    attend_strip(w, n, &y, key);
  }
}

/* Brings the sink of row r's head, a score of a key whose value is 0, into the sum of weights and its reference score;
   the factor for what was summed. */
static float join_sink(const piece *w, int64_t r, float *ref, float *sum) {
  const attest_problem *const p = w->of->problem;
  if (p->sink == NULL) return 1;
  const float power = (float)(LOG2E / unit(p)),
              sink = (float)(p->sink[w->of->kv_head * w->of->group + r % w->of->group] * unit(p));
  const bool seen = *sum != 0;
  const float top = !seen || sink > *ref ? sink : *ref, factor = seen ? exp2f((*ref - top) * power) : 0;
  *sum = *sum * factor + exp2f((sink - top) * power);
  *ref = top;
  return factor;
}

static void store_lse(const piece *w, int64_t r, float lse) {
  const attest_output *const t = &w->of->answer->lse;
  if (t->data != NULL) memcpy(slice_output_row(w->of, t, r), &lse, sizeof lse);
}

/* Divides by the sums and stores the rows of strip n. A row that saw nothing is 0. */
static void end_strip(piece *w, int n) {
  const attest_output *const t = &w->of->answer->out;
  const strip *const s = &w->strip[n];
  strip_rows *const r = &w->rows[n];
  const bool plain = t->dtype == ATTEST_F32 && t->stride[ATTEST_COLUMN] == 1;
  float *row[SW], factor[SW] __attribute__((aligned(64))) = {0};
  for (ptrdiff_t l = 0; l < r->count; l++) {
    factor[l] = join_sink(w, r->first + l, &s->ref[l], &s->sum[l]);
    /* every score that it sees is -infinity: the softmax of these is no number */
    if (s->sum[l] == 0 && slice_sees(w->of, r->first + l)) s->sum[l] = NAN;
    factor[l] = s->sum[l] == 0 ? 0 : factor[l] / s->sum[l];
    if (w->of->answer->lse.data != NULL)
      store_lse(w, r->first + l, s->ref[l] / (float)unit(w->of->problem) + logf(s->sum[l]));
    row[l] = plain ? (float *)(void *)slice_output_row(w->of, t, r->first + l) : w->plain + l * w->d_v;
  }
  (void)begin_vectors(w, s, r, 0, r->vectors, true);
  from_lanes(row, s->o, factor, r->count, w->d_v);
  for (ptrdiff_t l = 0; l < r->count && !plain; l++)
    from_floats(slice_output_row(w->of, t, r->first + l), t->dtype, t->stride[ATTEST_COLUMN], w->d_v, row[l]);
}

/* ---- the variant */

/* Pieces of whole strips, so that what a lane computes does not depend on their size; small where there would be too
   few for the threads. */
static plan make_plan(const attest_problem *p, int threads) {
  const int64_t slices = slice_count(p),
                rows = slices == 0 ? 0 : p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION];
  piece w;
  plan made = {.rows = QB};
  while (made.rows > SW && slices * ((rows + made.rows - 1) / made.rows) < 4 * (int64_t)threads && threads > 1)
    made.rows -= SW;
  made.pieces = slices * ((rows + made.rows - 1) / made.rows);
  made.own = lay_out(&w, p, NULL);
  return made;
}

static void attend_piece(const attest_problem *p, const attest_answer *a, const plan *made, int64_t n, void *shared,
                         void *own) {
  (void)shared;
  const int64_t per_slice = made->pieces / slice_count(p);
  const slice of = slice_of(p, a, n / per_slice);
  const int64_t row = n % per_slice * made->rows, end = MIN(row + made->rows, of.rows);
  piece w = {.of = &of};
  (void)lay_out(&w, p, own);
#ifdef TILES
  tiles_begin();
#endif
  for (int64_t r = row; r < end; r += SW) begin_strip(&w, w.strips++, r, end);
  const int64_t from = slice_first_key(&of, row) / KB * KB, to = slice_end_key(&of, end - 1);
  for (int64_t key = from; key < to; key += KB) attend_block(&w, key, (ptrdiff_t)MIN(KB, to - key));
  for (int s = 0; s < w.strips; s++) end_strip(&w, s);
#ifdef TILES
  _tile_release();
#endif
}

static bool supports(const attest_problem *p, const attest_answer *a) {
#ifdef PAIRS
  if (p->q.dtype != ATTEST_BF16 || p->k.dtype != ATTEST_BF16 || p->v.dtype != ATTEST_BF16) return false;
#endif
  return transfer_supports(p, a);
}

const variant ISA_SYMBOL(variant) = {
    .name = ISA_NAME,
    .needs = ISA_NEEDS,
#ifdef PAIRS
    .rounds_weights = true,
#ifndef TILES
    .pays = CPU_FAST_BF16,
#endif
#endif
    .supports = supports,
    .plan = make_plan,
    .piece = attend_piece,
};
