#include "check/cases/suite.h"

#include <stdlib.h>

#include "check/cases/random.h"

static const int64_t edges[] = {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129};
enum { EDGES = sizeof edges / sizeof edges[0] };

/* ---- factors: what a pair is a pair of */

enum { HEADS, LENGTHS_OF_BOTH, COLUMNS, LAYOUT, PLACE, DIAGONAL, WINDOW, MASK, BIAS, KV_LEN, SINK, SCALE, SOFTCAP, FILL, HIDDEN, FACTORS };

static const struct { int64_t batch, q_heads, kv_heads; } heads[] = {{1, 1, 1}, {2, 2, 2}, {1, 4, 2}, {2, 3, 1}, {2, 6, 2}, {3, 2, 1}};

static const struct { int64_t q_len, keys; } lengths[] = {{1, 65}, {17, 17}, {5, 40}, {33, 9}, {3, 128}, {20, 1}, {64, 64}, {31, 70}};

static const struct { int64_t d_k, d_v; } columns[] = {{64, 64}, {1, 1}, {8, 24}, {33, 16}, {80, 80}, {13, 65}, {128, 128}};

static const struct {
  int64_t causal, alignment, offset;
} diagonals[] = {{0, ATTEST_ALIGN_NONE, 0},
                 {1, ATTEST_ALIGN_TOP_LEFT, 0},
                 {1, ATTEST_ALIGN_BOTTOM_RIGHT, 0},
                 {1, ATTEST_ALIGN_OFFSET, 5},
                 {1, ATTEST_ALIGN_OFFSET, -3}};

static const struct { int64_t windowed, left, right; } windows[] = {{0, -1, -1}, {1, 4, 0}, {1, 3, 3}, {1, -1, 2}, {1, 0, 0}, {1, 17, -1}};

static const double scales[] = {0, 0.5, -0.25, 1};
static const double softcaps[] = {0, 30, 2};

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

static const int levels[FACTORS] = {
    [HEADS] = COUNT(heads),
    [LENGTHS_OF_BOTH] = COUNT(lengths),
    [COLUMNS] = COUNT(columns),
    [LAYOUT] = LAYOUT_SHARED + 1,
    [PLACE] = PLACE_LAST + 1,
    [DIAGONAL] = COUNT(diagonals),
    [WINDOW] = COUNT(windows),
    [MASK] = MASK_QUERIES + 1,
    [BIAS] = BIAS_LOWEST + 1,
    [KV_LEN] = LENGTHS_EMPTY + 1,
    [SINK] = SINK_LARGE + 1,
    [SCALE] = COUNT(scales),
    [SOFTCAP] = COUNT(softcaps),
    [FILL] = FILL_POSITIVE + 1,
    [HIDDEN] = HIDDEN_HUGE + 1 /* NaN and infinity are probes of their own */,
};

/* Gives the recipe value level of a factor. */
static void set_sizes(recipe *r, int factor, int level) {
  if (factor == HEADS) {
    r->batch = heads[level].batch;
    r->q_heads = heads[level].q_heads;
    r->kv_heads = heads[level].kv_heads;
  } else if (factor == LENGTHS_OF_BOTH) {
    r->q_len = lengths[level].q_len;
    r->keys = lengths[level].keys;
  } else {
    r->d_k = columns[level].d_k;
    r->d_v = columns[level].d_v;
  }
}

static void set_places(recipe *r, int factor, int level) {
  if (factor == DIAGONAL) {
    r->causal = diagonals[level].causal;
    r->alignment = diagonals[level].alignment;
    r->offset = diagonals[level].offset;
  } else {
    r->windowed = windows[level].windowed;
    r->left = windows[level].left;
    r->right = windows[level].right;
  }
}

static void set_factor(recipe *r, int factor, int level) {
  int64_t *const plain[FACTORS] = {[LAYOUT] = &r->layout,  [PLACE] = &r->place, [MASK] = &r->mask, [BIAS] = &r->bias,
                                   [KV_LEN] = &r->lengths, [SINK] = &r->sink,   [FILL] = &r->fill, [HIDDEN] = &r->hidden};
  if (plain[factor] != NULL) *plain[factor] = level;
  else if (factor == SCALE) r->scale = scales[level];
  else if (factor == SOFTCAP) r->softcap = softcaps[level];
  else if (factor == DIAGONAL || factor == WINDOW) set_places(r, factor, level);
  else set_sizes(r, factor, level);
}

/* A window without a diagonal needs one. */
static recipe complete(recipe r) {
  if (r.windowed && r.alignment == ATTEST_ALIGN_NONE) r.alignment = r.seed % 2 == 0 ? ATTEST_ALIGN_TOP_LEFT : ATTEST_ALIGN_BOTTOM_RIGHT;
  return r;
}

/* ---- the sequence */

check_status suite_make(uint64_t seed, suite *s, check_error *error) {
  s->seed = seed;
  return pairwise_make(levels, FACTORS, seed, &s->pairs, error);
}

void suite_free(suite *s) { pairwise_free(&s->pairs); }

/* Edge n: as both lengths, as keys of one query, as queries of one tile of keys, as columns, as keys that batches share, with a mask; as keys of one
   query that sees the last of them, all scores low. */
#define EDGE_KINDS 7
#define EDGE_CASES ((int64_t)EDGES * EDGE_KINDS)

static recipe edge_recipe(recipe r, int64_t n) {
  const int64_t edge = edges[n / EDGE_KINDS];
  r.q_len = r.keys = 19;
  r.d_k = r.d_v = 64;
  r.place = n % 2;
  switch (n % EDGE_KINDS) {
  case 0:
    r.q_len = r.keys = edge;
    r.causal = 1;
    r.alignment = ATTEST_ALIGN_BOTTOM_RIGHT;
    return r;
  case 1:
    r.q_len = 1;
    r.keys = edge;
    return r;
  case 2:
    r.q_len = edge;
    r.keys = 64;
    return r;
  case 3:
    r.d_k = r.d_v = edge > 0 ? edge : 256;
    return r;
  case 4:
    r.d_v = edge + 1;
    r.keys = 8 * edge + 1;
    return r;
  case 5:
    r.batch = 2;
    r.keys = edge;
    r.layout = LAYOUT_SHARED;
    r.mask = MASK_RANDOM;
    return r;
  default:
    r.q_len = 1;
    r.keys = edge;
    r.windowed = 1;
    r.left = 15;
    r.alignment = ATTEST_ALIGN_BOTTOM_RIGHT;
    r.fill = FILL_LOW;
    return r;
  }
}

static recipe pair_recipe(const suite *s, recipe r, int64_t n) {
  for (int f = 0; f < FACTORS; f++) set_factor(&r, f, s->pairs.row[n][f]);
  return complete(r);
}

/* Each factor at its first value three times in four, or nothing would be simple. */
static recipe random_recipe(recipe r) {
  const uint64_t seed = (uint64_t)r.seed;
  for (int f = 0; f < FACTORS; f++)
    if (f <= COLUMNS || random_below(seed, (uint64_t)f, 4) == 0)
      set_factor(&r, f, (int)random_below(seed, (uint64_t)FACTORS + (uint64_t)f, levels[f]));
  r.q_len = 1 + random_below(seed, 100, r.q_len + 16);
  r.keys = 1 + random_below(seed, 101, r.keys + 32);
  r.d_k = 1 + random_below(seed, 102, r.d_k);
  r.d_v = random_below(seed, 103, 3) == 0 ? 1 + random_below(seed, 104, r.d_v) : r.d_k;
  return complete(r);
}

int64_t suite_systematic(const suite *s) { return EDGE_CASES + s->pairs.count; }

recipe suite_recipe(const suite *s, attest_dtype dtype, int64_t n) {
  recipe r = recipe_default();
  r.dtype = dtype;
  r.seed = (int64_t)(random_bits_at(s->seed, (uint64_t)n * 4 + dtype) >> 32);
  if (n < EDGE_CASES) return edge_recipe(r, n);
  if (n < suite_systematic(s)) return pair_recipe(s, r, n - EDGE_CASES);
  return random_recipe(r);
}

/* (A mask beside causal would change nothing of it if it showed all keys, so it is random.) */
static const char *const corners[] = {
    "q_len=5 keys=9 causal=yes alignment=bottom-right",
    "q_len=9 keys=5 causal=yes alignment=bottom-right",
    "q_len=6 keys=20 alignment=bottom-right windowed=yes left=3 right=1",
    "q_len=5 keys=9 causal=yes alignment=top-left",
    "q_heads=4 kv_heads=2 q_len=3 keys=7",
    "batch=2 q_heads=6 kv_heads=3 q_len=3 keys=7",
    "q_len=8 keys=12 causal=yes alignment=top-left mask=random",
    "q_len=12 keys=12 mask=rows",
    "q_len=12 keys=70 mask=queries",
    "batch=3 q_len=4 keys=9 lengths=empty",
    "q_len=12 keys=12 bias=rows",
    "q_len=12 keys=12 mask=rows bias=hidden",
    "q_len=12 keys=70 bias=lowest",
    "q_len=5 keys=9 causal=yes alignment=top-left hidden=nan-k",
    "q_len=5 keys=9 causal=yes alignment=top-left hidden=nan-v",
    "q_len=5 keys=9 causal=yes alignment=top-left hidden=infinity",
    "q_len=5 keys=200 causal=yes alignment=top-left hidden=nan-v",
    "q_len=5 keys=9 mask=shared hidden=nan-k",
    "q_len=5 keys=9 mask=shared hidden=nan-v",
    "q_len=5 keys=9 mask=shared hidden=huge",
    "batch=2 q_len=4 keys=20 lengths=ragged hidden=nan-k",
    "batch=2 q_len=4 keys=20 lengths=ragged hidden=nan-v",
    "q_len=70 keys=70 causal=yes alignment=top-left fill=nan",
    "q_len=20 keys=70 mask=random fill=nan",
};

/* Case n of a table; n is its seed too. */
static recipe written_recipe(const char *text, attest_dtype dtype, int64_t n) {
  recipe r;
  check_error error;
  if (recipe_parse(text, &r, &error) != CHECK_OK) abort(); /* a table here is wrong, which the tests would show */
  r.dtype = dtype;
  r.seed = n + 1;
  return r;
}

int64_t suite_corners(void) { return (int64_t)(sizeof corners / sizeof corners[0]); }

recipe suite_corner_recipe(attest_dtype dtype, int64_t n) {
  recipe r = written_recipe(corners[n], dtype, n);
  r.d_k = r.d_v = 16;
  return r;
}

static const char *const large[] = {
    /* keys that 16 bits don't count, and the heaviest of them last */
    "keys=70001 d_k=8 d_v=8",
    "keys=66000 d_k=8 d_v=8 fill=rising",
    "q_heads=40 kv_heads=8 q_len=17 keys=100 d_k=64 d_v=64",
    /* heads of all batches that 16 bits don't count */
    "batch=2048 q_heads=33 kv_heads=33 keys=3 d_k=8 d_v=8",
    "q_len=260 keys=260 d_k=256 d_v=256",
    /* three tiles of 128, the maximum moves from one to the next */
    "q_len=384 keys=384 d_k=64 d_v=64 causal=yes alignment=top-left fill=rising",
    /* more flags of a mask, and more biases, than 16 bits count */
    "q_len=513 keys=1025 d_k=64 d_v=64 mask=tiles",
    "q_heads=2 q_len=150 keys=300 d_k=64 d_v=64 bias=random",
    "q_heads=3 q_len=200 keys=2048 d_k=64 d_v=64 alignment=bottom-right windowed=yes left=300 right=0",
    /* many batches, some of them with NaN, which must not reach another */
    "batch=400 keys=9 d_k=8 d_v=8 fill=nan",
};

int64_t suite_large(void) { return (int64_t)(sizeof large / sizeof large[0]); }

recipe suite_large_recipe(attest_dtype dtype, int64_t n) { return written_recipe(large[n], dtype, n); }
