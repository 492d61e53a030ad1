/* The inner loops of attention with queries in lanes (opt/lanes.c says what they compute): weights of a range of keys,
   then what their values add to the output, for some vectors of rows. */
#ifndef ATTEST_OPT_TILE_H
#define ATTEST_OPT_TILE_H

#include <stdbool.h>
#include <stddef.h>

#include "opt/vector.h"
#ifdef TILES
#include "opt/tiles.h"
#endif

/* The tile has to fit the registers, with NQ operands and one broadcast to spare, and MR * NQ has to cover the latency
   of the multiply-add. The larger it is, the fewer loads a multiply-add needs: (NQ + MR) / (NQ * MR). STRIPS tiles side
   by side share what is done once for a block of keys: widening, packing of masks, the search for values that are not
   finite. */
#if W == 16 /* 32 registers */
#define NQ 3
#define MR 8
#elif defined __ARM_NEON /* 32 registers */
#define NQ 4
#define MR 4
#elif W == 8 /* 16 registers */
#define NQ 3
#define MR 4
#else /* 16 registers, and every operation overwrites an operand */
#define NQ 4
#define MR 2
#endif
#define STRIPS 8
#ifdef TILES
#define KB 96 /* keys in a block: as many pairs as a strip has rows */
#else
#define KB 128 /* keys in a block */
#endif
#define TALL (2 * MR) /* keys of a tile one vector wide, which would otherwise wait for its own sums */
#define SW (NQ * W)   /* rows in a strip */
#define QB (STRIPS * SW)
_Static_assert(SW <= 64, "which rows of a strip see a key is one 64-bit word");

/* What the products are made of. A cell is what one multiply-add takes of a key or of values: a number, or, compiled
   with PAIRS, two bfloat16 numbers side by side, of which vdpbf16ps multiplies and adds both. Then queries and weights
   are pairs in each lane too: of neighbouring columns, of neighbouring keys. */
#ifdef PAIRS
#define PER 2
typedef int32_t cell __attribute__((aligned(2), may_alias));
INLINE vf vcells(cell a) { return (vf)((vi){0} + a); }
INLINE vf vdot(vf x, vf a, vf acc) { return _mm512_dpbf16_ps(acc, (__m512bh)x, (__m512bh)a); }
INLINE vf vfirst(vf pairs) { return (vf)((vu)pairs << 16); }
INLINE vf vsecond(vf pairs) { return (vf)((vu)pairs & 0xffff0000); }
INLINE vf vpairs(vf a, vf b) { /* cvtne2ps leaves a's numbers in the lower half, b's in the upper */
  const __m512i apart = (__m512i)_mm512_cvtne2ps_pbh(b, a);
  const __m512i turns = _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6, 21,
                                         5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
  return (vf)_mm512_permutexvar_epi16(turns, apart);
}
#else
#define PER 1
typedef float cell;
#define vcells vset1
#define vdot vfma
#endif

#ifdef TILES
/* Numbers 0 .. NQ - 1 hold products. */
#define LEFT 6
#define RIGHT 7

/* to[i][lane] (+)= sum over t < n of a[i][t] * x[t][lane], a and x pairs, for TILE rows i of a and nz vectors of lanes;
   n is a multiple of TILE. */
INLINE void multiply_tiles(const int nz, float *to, bool add, const cell *a, ptrdiff_t a_step, const float *x,
                           ptrdiff_t n) {
  enum { ROW = SW * sizeof(float) };
  __asm__ volatile("" ::: "memory"); /* gcc's _tile_loadd does not say that it reads memory */
  _tile_zero(0);
  if (nz > 1) _tile_zero(1);
  if (nz > 2) _tile_zero(2);
  if (add) {
    _tile_loadd(0, to, ROW);
    if (nz > 1) _tile_loadd(1, to + W, ROW);
    if (nz > 2) _tile_loadd(2, to + 2 * W, ROW);
  }
  for (ptrdiff_t t = 0; t < n; t += TILE) {
    _tile_loadd(LEFT, a + t, a_step * (ptrdiff_t)sizeof *a);
    _tile_loadd(RIGHT, x + t * SW, ROW);
    _tile_dpbf16ps(0, LEFT, RIGHT);
    if (nz > 1) {
      _tile_loadd(RIGHT, x + t * SW + W, ROW);
      _tile_dpbf16ps(1, LEFT, RIGHT);
    }
    if (nz > 2) {
      _tile_loadd(RIGHT, x + t * SW + 2 * W, ROW);
      _tile_dpbf16ps(2, LEFT, RIGHT);
    }
  }
  _tile_stored(0, to, ROW);
  if (nz > 1) _tile_stored(1, to + W, ROW);
  if (nz > 2) _tile_stored(2, to + 2 * W, ROW);
}
#endif

/* Rows of a slice, or some vectors of them. Arrays of vectors have rows of SW floats. */
typedef struct strip {
  float *q; /* d_k: scaled queries, transposed */
  float *o; /* d_v: output before the division, transposed */
  float *p; /* KB: weights of the keys at hand */
  /* reference score; ref + SLACK, or -infinity before the first visible key; sum of weights */
  float *ref, *limit, *sum;
  bool natural; /* scores are natural logarithms of weights, else logarithms to the base 2 */
} strip;

/* What the next strip reads of the bias, or of the mask: of each row so many bytes from there on. */
typedef struct ahead {
  const char *const *row;
  ptrdiff_t rows, from, bytes;
} ahead;

/* A range of keys. */
typedef struct keys {
  const cell *k, *v;
  ptrdiff_t k_step; /* from key to key */
  /* from cell to cell of a column, each of PER keys; from column to column: one of the two is 1 */
  ptrdiff_t v_step, v_next;
  ptrdiff_t count, d_k, d_v;
  const uint64_t *see; /* of each key: bit shift + l is set if lane l may see it */
  int shift;
  bool hides;        /* some lane may not see some key; else see is not looked at */
  const float *bias; /* of each key, SW floats; or NULL */
  ptrdiff_t at;      /* keys of the block before these */
  ahead bias_ahead, mask_ahead;
  float scale;  /* of products, if the queries are not scaled (PAIRS) */
  float cap;    /* softcap, in the unit of scores; or 0 */
  bool fresh;   /* nothing is in the output yet, not even 0 */
  bool careful; /* some value is not finite, and keys may be hidden */
} keys;

/* acc[i][j] += sum over t of row[i][t * step] * x[t][j]. mr and nz are constants wherever this is inlined. The loop
   over t is left alone: unrolling it gains nothing, and clang 14 spills when asked to. */
INLINE void multiply(const int mr, const int nz, vf acc[][NQ], const cell *const row[], ptrdiff_t step, const float *x,
                     ptrdiff_t n) {
  for (ptrdiff_t t = 0; t < n; t++) {
    vf xt[NQ];
    UNROLL for (int j = 0; j < nz; j++) {
      xt[j] = vload(x + t * SW + j * W);
      KEEP(xt[j]);
    }
    UNROLL for (int i = 0; i < mr; i++) {
      const vf a = vcells(row[i][t * step]);
      UNROLL for (int j = 0; j < nz; j++) acc[i][j] = vdot(xt[j], a, acc[i][j]);
    }
  }
}

/* x[i][lanes of j] *= f */
static void scale_rows(float *x, ptrdiff_t rows, vf f, int j) {
  for (ptrdiff_t i = 0; i < rows; i++) vstore(x + i * SW + j, f * vload(x + i * SW + j));
}

/* The first n weights *= f, in the lanes of j. */
static void scale_weights(float *p, ptrdiff_t n, vf f, int j) {
#ifdef PAIRS
  for (float *x = p + j; x < p + n / PER * SW; x += SW) vstore(x, vpairs(f * vfirst(vload(x)), f * vsecond(vload(x))));
#else
  scale_rows(p, n, f, j);
#endif
}

/* Some score is above its limit: in those lanes ref goes to the tile's largest score, and what was summed so far, with
   the first p weights of this range, which have not been used yet, is brought to it. Where something is brought, ref
   rises by the nearest whole number of powers of 2, so that nothing is rounded: weights in PAIRS would be rounded to
   bfloat16 twice. Beyond 2^256 nothing is left of it. */
COLD void rescale(int nz, const strip *s, const float *top, ptrdiff_t p, ptrdiff_t d_v) {
  const float power = s->natural ? (float)LOG2E : 1.0f, unit = s->natural ? (float)(1 / LOG2E) : 1.0f,
              shifter = 0x1.8p23f;
  for (int j = 0; j < nz * W; j += W) {
    const vf ref = vload(s->ref + j), limit = vload(s->limit + j), m = vload(top + j);
    const vi grown = m > limit, first = limit == -INFINITY;
    const vf rise = (m - ref) * power, powers = (rise + shifter) - shifter;
    const vf next = vselect(grown, vselect(first | (rise > 256.0f), m, ref + powers * unit), ref);
    const vf factor = vselect(first | ~grown, vset1(1.0f), vexp2(-powers));
    vstore(s->ref + j, next);
    vstore(s->limit + j, vselect(grown, next + SLACK, limit));
    if (!vany_above(vset1(1.0f), factor)) continue; /* the first scores of these rows: nothing to bring along */
    vstore(s->sum + j, factor * vload(s->sum + j));
    scale_rows(s->o, d_v, factor, j);
    scale_weights(s->p, p, factor, j);
  }
}

/* The scores of rows keys, nz vectors each, capped: cap * tanh(s / cap), where q was scaled by 1 / cap. */
COLD void cap_scores(float *s, int rows, int nz, float cap) {
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < nz * W; j += W) vstore(s + r * SW + j, cap * vtanh(vload(s + r * SW + j)));
}

/* Scores become weights, p, and are added up. */
INLINE void raise(const int mr, const int nz, const strip *s, float *p, vf acc[][NQ], const bool natural) {
  UNROLL for (int j = 0; j < nz; j++) {
    const vf ref = vload(s->ref + j * W);
    vf sum = vload(s->sum + j * W);
    UNROLL for (int r = 0; r < mr; r += PER) {
      vf w[PER];
      UNROLL for (int i = 0; i < PER; i++) {
        w[i] = vexp2(natural ? (acc[r + i][j] - ref) * (float)LOG2E : acc[r + i][j] - ref);
        sum += w[i];
      }
#ifdef PAIRS
      w[0] = vpairs(w[0], w[1]);
#endif
      vstore(p + r / PER * SW + j * W, w[0]);
    }
    vstore(s->sum + j * W, sum);
  }
}

/* The scores of keys i .. i + mr - 1 in lanes that do not see them become -infinity; and those after the last key. */
INLINE void hide(const int mr, const int nz, vf acc[][NQ], const keys *y, ptrdiff_t i) {
  uint64_t see[TALL], all = ~UINT64_C(0);
  UNROLL for (int r = 0; r < mr; r++) {
    see[r] = i + r < y->count ? y->see[i + r] >> y->shift : 0;
    all &= see[r];
  }
  if ((~all & ~UINT64_C(0) >> (64 - nz * W)) == 0) return;
  UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) acc[r][j] =
      vsee(acc[r][j], (uint32_t)(see[r] >> j * W));
}

/* Products of keys i .. i + mr - 1 with all rows. After the last key its row is read again. */
INLINE void score(const int mr, const int nz, const strip *s, const keys *y, ptrdiff_t i, vf acc[][NQ], float *tile) {
#ifdef TILES
  if (i % TILE == 0) multiply_tiles(nz, tile, false, y->k + i * y->k_step, y->k_step, s->q, y->k_step);
  UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) acc[r][j] =
      vload(tile + (i % TILE + r) * SW + j * W);
#else
  const cell *row[TALL];
  (void)tile;
  UNROLL for (int r = 0; r < mr; r++) {
    row[r] = y->k + MIN(i + r, y->count - 1) * y->k_step;
    UNROLL for (int j = 0; j < nz; j++) acc[r][j] = (vf){0};
  }
  multiply(mr, nz, acc, row, 1, s->q, (y->d_k + PER - 1) / PER);
#endif
}

/* Weights of keys i .. i + mr - 1; those after the last key are hidden. */
INLINE void weigh(const int mr, const int nz, const strip *s, const keys *y, ptrdiff_t i, float *tile) {
  vf acc[TALL][NQ], top[NQ];
  float *const p = s->p + i / PER * SW;
  score(mr, nz, s, y, i, acc, tile);
#ifdef PAIRS
  UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) acc[r][j] *= y->scale;
#endif

  if (UNLIKELY(y->cap > 0)) {
    UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) vstore(p + r * SW + j * W, acc[r][j]);
    cap_scores(p, mr, nz, y->cap);
    UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) acc[r][j] = vload(p + r * SW + j * W);
  }
  if (y->bias) UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) {
      acc[r][j] = vadd_seen(vload(y->bias + (i + r) * SW + j * W), acc[r][j]);
    }
  if (y->hides || i + mr > y->count) hide(mr, nz, acc, y, i);

  int above = 0;
  UNROLL for (int j = 0; j < nz; j++) {
    top[j] = acc[0][j];
    UNROLL for (int r = 1; r < mr; r++) top[j] = vmax(top[j], acc[r][j]);
    above |= vany_above(top[j], vload(s->limit + j * W));
  }
  if (UNLIKELY(above)) {
    float largest[SW] __attribute__((aligned(64)));
    UNROLL for (int j = 0; j < nz; j++) vstore(largest + j * W, top[j]);
    rescale(nz, s, largest, i, y->d_v);
  }

  if (s->natural) raise(mr, nz, s, p, acc, true);
  else raise(mr, nz, s, p, acc, false);
}

#ifdef TILES
/* All output columns, and some rows after them that nobody reads. There are weights for a whole number of tiles: 0
   after the last key. */
INLINE void gather_all(const int mr, const int nz, const strip *s, const keys *y) {
  const ptrdiff_t pairs = (y->count + 2 * TILE - 1) / (2 * TILE) * TILE;
  for (ptrdiff_t i = (y->count + mr - 1) / mr * mr / 2; i < pairs; i++)
    UNROLL for (int j = 0; j < nz; j++) vstore(s->p + i * SW + j * W, (vf){0});
  for (ptrdiff_t c = 0; c < y->d_v; c += TILE)
    multiply_tiles(nz, s->o + c * SW, !y->fresh, y->v + c * y->v_next, y->v_next, s->p, pairs);
}
#else
/* Output columns c .. c + mr - 1. After the last column it is computed again, into rows that nobody reads. */
INLINE void gather(const int mr, const int nz, const strip *s, const keys *y, ptrdiff_t c) {
  const cell *row[TALL];
  vf acc[TALL][NQ];
  float *const o = s->o + c * SW;
  UNROLL for (int r = 0; r < mr; r++) row[r] = y->v + MIN(c + r, y->d_v - 1);
  if (y->fresh) UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) acc[r][j] = (vf){0};
  else UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) acc[r][j] = vload(o + r * SW + j * W);
  multiply(mr, nz, acc, row, y->v_step, s->p, (y->count + PER - 1) / PER);
  UNROLL for (int r = 0; r < mr; r++) UNROLL for (int j = 0; j < nz; j++) vstore(o + r * SW + j * W, acc[r][j]);
}

INLINE void gather_all(const int mr, const int nz, const strip *s, const keys *y) {
  ptrdiff_t c = 0;
  for (; c + mr / 2 < y->d_v; c += mr) gather(mr, nz, s, y, c);
  if (c < y->d_v) gather(mr / 2, nz, s, y, c);
}
#endif

/* Weight of key i in the lanes of j; value c of it. */
INLINE vf weight_of(const strip *s, ptrdiff_t i, int j) {
  const vf w = vload(s->p + i / PER * SW + j * W);
#ifdef PAIRS
  return i % PER == 0 ? vfirst(w) : vsecond(w);
#else
  return w;
#endif
}
INLINE vf value_of(const keys *y, ptrdiff_t i, ptrdiff_t c) {
  const vf v = vcells(y->v[i / PER * y->v_step + c * y->v_next]);
#ifdef PAIRS /* the products take subnormal numbers for 0 */
  const vf x = i % PER == 0 ? vfirst(v) : vsecond(v);
  return vselect((x < 0x1p-126f) & (x > -0x1p-126f), vset1(0), x);
#else
  return v;
#endif
}

/* The same for all columns, but a key that a lane does not see adds nothing to it, whatever its value is. */
COLD void gather_seen(int nz, const strip *s, const keys *y) {
  for (ptrdiff_t i = 0; i < y->count; i++)
    for (int j = 0; j < nz; j++) {
      const vf w = weight_of(s, i, j);
      vi seen = vsee(vset1(0), (uint32_t)(y->see[i] >> y->shift >> j * W)) == 0.0f;
      if (y->bias) seen &= vload(y->bias + i * SW + j * W) != -INFINITY;
      for (ptrdiff_t c = 0; c < y->d_v; c++) {
        float *const o = s->o + c * SW + j * W;
        vstore(o, vselect(seen, vload(o) + w * value_of(y, i, c), vload(o)));
      }
    }
}

/* Asks for what the next strip reads, some rows with each tile, the one at key i of a block: short pieces of many long
   rows are no stream to the hardware, and all at once they stall. */
INLINE void look_ahead(const int mr, const ahead *a, ptrdiff_t i) {
  for (ptrdiff_t r = i * SW / KB; r < MIN((i + mr) * SW / KB, a->rows); r++)
    for (ptrdiff_t at = 0; at < a->bytes; at += 64) __builtin_prefetch(a->row[r] + a->from + at);
}

INLINE void attend(const int mr, const int nz, const strip *s, const keys *y) {
#ifdef TILES
  float tile[TILE * SW] __attribute__((aligned(64)));
#else
  float *const tile = NULL;
#endif
  for (ptrdiff_t i = 0; i < y->count; i += mr) {
    look_ahead(mr, &y->bias_ahead, y->at + i);
    look_ahead(mr, &y->mask_ahead, y->at + i);
    weigh(mr, nz, s, y, i, tile);
  }
  if (UNLIKELY(y->careful)) {
    gather_seen(nz, s, y);
    return;
  }
  gather_all(mr, nz, s, y);
}

#define ATTEND(mr, nz)                                                                                                 \
  static __attribute__((noinline)) void attend_##nz(const strip *s, const keys *y) { attend(mr, nz, s, y); }
ATTEND(TALL, 1)
ATTEND(MR, 2)
ATTEND(MR, 3)
#if NQ >= 4
ATTEND(MR, 4)
#endif
static void (*const attend_vectors[])(const strip *, const keys *) = {NULL, attend_1, attend_2, attend_3,
#if NQ >= 4
                                                                      attend_4
#endif
};

/* In each 4 lanes: 4 rows of 4 become 4 columns. */
INLINE void transpose4(vf x[4]) {
  const vf a = vones_low(x[0], x[1]), b = vones_low(x[2], x[3]), c = vones_high(x[0], x[1]), d = vones_high(x[2], x[3]);
  x[0] = vtwos_low(a, b);
  x[1] = vtwos_high(a, b);
  x[2] = vtwos_low(c, d);
  x[3] = vtwos_high(c, d);
}

/* Into lanes: t[c][r] = factor * row[r][c], or as they are where factor is NULL; 0 in lanes of the last vector that no
   row is for. */
INLINE void to_lanes(float *t, const float *const row[], ptrdiff_t rows, ptrdiff_t cols, const float *factor) {
  for (ptrdiff_t r = 0; r < rows; r += W)
    for (ptrdiff_t c = 0; c < cols; c += 4) {
      float *const to = t + c * SW + r;
      if (r + W <= rows && c + 4 <= cols) {
        vf x[4];
        UNROLL for (int l = 0; l < 4; l++) x[l] = vload_quads(row + r + l, c);
        transpose4(x);
        UNROLL for (int l = 0; l < 4; l++) vstore(to + l * SW, factor != NULL ? x[l] * *factor : x[l]);
      } else
        for (ptrdiff_t l = 0; l < W; l++)
          for (ptrdiff_t k = 0; k < MIN(4, cols - c); k++) {
            const float x = r + l < rows ? row[r + l][c + k] : 0;
            to[k * SW + l] = factor != NULL ? x * *factor : x;
          }
    }
}

/* Out of them: row[r][c] = factor[r] * t[c][r]. */
INLINE void from_lanes(float *const row[], const float *t, const float *factor, ptrdiff_t rows, ptrdiff_t cols) {
  for (ptrdiff_t r = 0; r < rows; r += W)
    for (ptrdiff_t c = 0; c < cols; c += 4) {
      const float *const from = t + c * SW + r;
      if (r + W <= rows && c + 4 <= cols) {
        vf x[4];
        UNROLL for (int l = 0; l < 4; l++) x[l] = vload(from + l * SW) * vload(factor + r);
        transpose4(x);
        UNROLL for (int l = 0; l < 4; l++) vstore_quads(row + r + l, c, x[l]);
      } else
        for (ptrdiff_t l = 0; l < MIN(W, rows - r); l++)
          for (ptrdiff_t k = 0; k < MIN(4, cols - c); k++) row[r + l][c + k] = from[k * SW + l] * factor[r + l];
    }
}

/* Whether every value of a range of keys is finite: x * 0 is 0 then, else NaN. 4 rows at a time, whose sums do not wait
   for each other. */
INLINE bool all_finite(const keys *y) {
  const ptrdiff_t cells = (y->count + PER - 1) / PER;
  const ptrdiff_t rows = y->v_next == 1 ? cells : y->d_v, columns = y->v_next == 1 ? y->d_v : cells,
                  step = y->v_next == 1 ? y->v_step : y->v_next;
  vf found[4] = {{0}};
  for (ptrdiff_t i = 0; i < rows; i += 4)
    for (ptrdiff_t c = 0; c < columns; c += W) UNROLL for (int r = 0; r < 4; r++) {
        const float *const v = (const float *)(const void *)(y->v + MIN(i + r, rows - 1) * step + c);
        vf x = c + W <= columns ? vload_any(v) : vload_some(v, columns - c);
#ifdef PAIRS
        found[r] += vsecond(x) * 0.0f;
        x = vfirst(x);
#endif
        found[r] += x * 0.0f;
      }
  const vf all = found[0] + found[1] + found[2] + found[3];
  float rest = 0;
  for (int l = 0; l < W; l++) rest += all[l];
  return rest == 0;
}

#endif
