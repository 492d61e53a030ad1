#include "check/cases/suite.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/covering.h"
#include "check/cases/random.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* A suite under construction. failed: memory ran out, and nothing more is added. */
typedef struct {
  const support *s;
  suite *made;
  size_t room;
  double work; /* multiplications of the written cases */
  uint64_t seed;
  bool failed;
} growth;

static uint64_t next_seed(const growth *g) {
  return random_bits_at(g->seed, g->made->count * 4 + (uint64_t)g->s->base.dtype) >> 32;
}

/* Fits a case to the candidate; with one query if it takes the options so only. */
static bool fit(const support *s, recipe *r) {
  recipe one = *r;
  one.q_len = 1;
  if (support_fit(s, r)) return true;
  if (r->q_len <= 1 || !support_fit(s, &one)) return false;
  *r = one;
  return true;
}

/* Adds a case if it fits the candidate. */
static void add(growth *g, recipe r) {
  r.dtype = g->s->base.dtype;
  if (!fit(g->s, &r)) return;
  if (g->made->count == g->room) {
    const size_t room = 2 * g->room + 256;
    recipe *more = realloc(g->made->cases, room * sizeof *more);
    g->failed = g->failed || more == NULL;
    if (more == NULL) return;
    g->made->cases = more;
    g->room = room;
  }
  r.seed = (int64_t)next_seed(g);
  g->made->cases[g->made->count++] = r;
}

/* Sizes that the candidate does not take are left unchanged. */
static void set(const growth *g, factor f, int level, recipe *r) { (void)support_set(g->s, f, level, next_seed(g), r); }

/* Level n, modulo their number, of the supported levels; level 0 if there is none. */
static int level_in_turn(const support *s, factor f, size_t n) {
  int taken[FACTOR_LEVELS], count = 0;
  for (int level = 0; level < factor_levels(f); level++)
    if (s->level[f][level] == SUPPORT_YES && !(f == FACTOR_LENGTHS && level >= LENGTHS_NONE)) taken[count++] = level;
  return count > 0 ? taken[n % (size_t)count] : 0;
}

static void set_in_turn(const growth *g, factor f, size_t n, recipe *r) { set(g, f, level_in_turn(g->s, f, n), r); }

/* ---- sizes: each alone, plain except for the numbers */

#define MANY_HEADS 64 /* these have the base's lengths and batch, for they take long */

static void add_sizes(growth *g, support_pool pool) {
  recipe r = g->s->base;
  for (size_t n = 0; support_pool_member(pool, n, &r); n++) {
    if (!g->s->pool[pool][n] || (pool == POOL_LENGTHS && factor_level(FACTOR_LENGTHS, &r) >= LENGTHS_LONG)) continue;
    recipe one = r;
    const bool many = r.q_heads >= MANY_HEADS;
    if (pool != POOL_LENGTHS && !many) set_in_turn(g, FACTOR_LENGTHS, n, &one);
    if (pool != POOL_HEADS) set_in_turn(g, FACTOR_HEADS, n / 3, &one);
    if (!many) set_in_turn(g, FACTOR_BATCH, n, &one);
    set_in_turn(g, FACTOR_FILL, n, &one);
    set_in_turn(g, FACTOR_PLACE, n, &one);
    add(g, one);
  }
}

/* ---- options: each level alone, each time with other sizes and numbers */

#define TIMES 4

static void add_options(growth *g) {
  for (int f = FACTOR_BATCH; f < FACTORS; f++)
    for (int level = 1; level < factor_levels((factor)f); level++)
      for (size_t n = 0; n < TIMES && f != FACTOR_LENGTHS; n++) {
        recipe r = g->s->base;
        const size_t turn = n + (size_t)level + 3 * (size_t)f;
        set_in_turn(g, FACTOR_LENGTHS, turn, &r);
        set(g, FACTOR_COLUMNS, COLUMNS_EQUAL, &r);
        set_in_turn(g, FACTOR_HEADS, turn / 2, &r);
        set_in_turn(g, FACTOR_BATCH, turn, &r);
        set_in_turn(g, FACTOR_FILL, n < 2 ? n : turn, &r);
        set(g, (factor)f, level, &r);
        support_align(g->s, next_seed(g), &r);
        add(g, r);
      }
}

/* ---- fixed cases */

/* Cases for conventions. Masks beside causal are random: one that shows all keys could not reveal that it is ignored.
   */
static const char *const conventions[] = {
    "q_len=5 keys=9 causal=yes alignment=bottom-right",
    "q_len=9 keys=5 causal=yes alignment=bottom-right",
    "q_len=6 keys=20 alignment=bottom-right windowed=yes left=3 right=1",
    "q_len=5 keys=9 causal=yes alignment=top-left",
    "q_heads=4 kv_heads=2 q_len=3 keys=7",
    "batch=2 q_heads=6 kv_heads=3 q_len=3 keys=7",
    "q_len=5 keys=9 scale=0.6",
    "q_len=8 keys=12 causal=yes alignment=top-left mask=random",
    "q_len=12 keys=12 mask=rows",
    "q_len=12 keys=70 mask=queries",
    "batch=3 q_len=4 keys=9 kv_len=empty",
    "batch=4 q_len=4 keys=9 kv_len=empty",
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
    "batch=2 q_len=4 keys=20 kv_len=ragged hidden=nan-k",
    "batch=2 q_len=4 keys=20 kv_len=ragged hidden=nan-v",
    "q_len=70 keys=70 causal=yes alignment=top-left fill=nan",
    "q_len=20 keys=70 mask=random fill=nan",
};

/* Thresholds of kernels: more than 4096 keys, or more keys than 15 and 16 bits count, alone and together with each
   option; more than 32 heads. */
static const char *const thresholds[] = {
    "q_len=2 keys=66001 d_k=8 d_v=8",
    "q_len=8 keys=32832 d_k=8 d_v=8 causal=yes alignment=top-left",
    "q_len=2 keys=32832 d_k=8 d_v=8 mask=random",
    "q_heads=2 q_len=2 keys=32832 d_k=8 d_v=8",
    "batch=2 q_len=2 keys=32832 d_k=8 d_v=8 kv_len=ragged",
    "q_len=2 keys=66001 d_k=8 d_v=8 causal=yes alignment=bottom-right",
    "q_len=8 keys=66001 d_k=8 d_v=8 causal=yes alignment=top-left",
    "q_len=2 keys=66001 d_k=8 d_v=8 mask=random",
    "q_len=2 keys=66001 d_k=8 d_v=8 fill=rising",
    "q_len=2 keys=66001 d_k=8 d_v=8 causal=yes alignment=offset offset=50000",
    "q_heads=2 q_len=2 keys=66001 d_k=8 d_v=8",
    "q_heads=4 kv_heads=2 q_len=2 keys=66001 d_k=8 d_v=8",
    "q_heads=4 kv_heads=2 q_len=2 keys=66001 d_k=8 d_v=8 causal=yes alignment=bottom-right",
    "q_heads=4 kv_heads=2 q_len=2 keys=66001 d_k=8 d_v=8 mask=random",
    "batch=2 q_len=2 keys=66001 d_k=8 d_v=8 kv_len=ragged",
    "q_len=2 keys=66001 d_k=8 d_v=8 bias=random",
    "q_len=2 keys=66001 d_k=8 d_v=8 alignment=bottom-right windowed=yes left=40000 right=0",
    "q_len=2 keys=66001 d_k=8 d_v=8 sink=normal",
    "q_len=3 keys=33000 d_k=8 d_v=8 fill=positive",
    "q_len=2 keys=4099 d_k=16 d_v=16",
    "q_len=64 keys=8192 d_k=16 d_v=16 causal=yes alignment=bottom-right", /* for kernels of tiles */
    "q_len=64 keys=8192 d_k=16 d_v=16 mask=random",
    "batch=2 q_len=64 keys=8192 d_k=16 d_v=16 kv_len=ragged",
    "q_len=1030 keys=70 d_k=16 d_v=16",
    /* more queries, or elements of q, than 11 or 16 bits count */
    "q_heads=2 kv_heads=2 q_len=1100 keys=5 d_k=64 d_v=64",
    "q_len=2050 keys=5 d_k=16 d_v=16",
    "q_len=32770 keys=5 d_k=8 d_v=8",
    "q_len=1100 keys=1100 d_k=8 d_v=8 causal=yes alignment=top-left",
    "q_heads=4 kv_heads=2 q_len=520 keys=520 d_k=8 d_v=8",
    "q_len=640 keys=640 d_k=8 d_v=8 causal=yes alignment=top-left",
    "q_len=1100 keys=1100 d_k=4 d_v=4 mask=random",
    "q_len=300 keys=300 d_k=16 d_v=16 alignment=top-left windowed=yes left=200 right=0",
    "q_len=300 keys=300 d_k=16 d_v=16 alignment=top-left windowed=yes left=5 right=100",
    "q_len=30 keys=800 d_k=16 d_v=16 causal=yes alignment=bottom-right windowed=yes left=300 right=0",
    "q_len=30 keys=800 d_k=16 d_v=16 causal=yes alignment=bottom-right windowed=yes left=128 right=0",
    "q_len=300 keys=300 d_k=16 d_v=16 causal=yes alignment=offset offset=-100",
    "batch=10 q_len=20 keys=50 d_k=16 d_v=16 causal=yes alignment=bottom-right",
    "batch=6 q_len=20 keys=50 d_k=16 d_v=16 alignment=top-left windowed=yes left=3 right=1",
    "batch=6 q_len=2 keys=50 d_k=16 d_v=16 mask=random",
    "batch=6 q_len=2 keys=50 d_k=16 d_v=16 bias=random",
    "batch=6 q_heads=4 kv_heads=2 q_len=2 keys=50 d_k=16 d_v=16",
    "q_len=1030 keys=33 d_k=16 d_v=16 causal=yes alignment=top-left",
    "q_len=70 keys=70 d_k=16 d_v=16 causal=yes alignment=offset offset=-40",
    "q_len=3 keys=600 d_k=16 d_v=16 causal=yes alignment=offset offset=300",
    "q_len=2 keys=33000 d_k=8 d_v=8 causal=yes alignment=offset offset=20000",
    "q_heads=80 kv_heads=80 q_len=3 keys=17 d_k=16 d_v=16",
    "q_heads=72 kv_heads=2 q_len=3 keys=17 d_k=16 d_v=16",
    "q_len=3 keys=17 d_k=520 d_v=520",
    "q_heads=40 kv_heads=8 q_len=3 keys=17 d_k=16 d_v=16",
    "q_heads=40 kv_heads=40 q_len=3 keys=17 d_k=16 d_v=16",
    "batch=3 q_heads=16 kv_heads=16 q_len=2 keys=17 d_k=16 d_v=16 mask=heads",
    "batch=9 q_heads=8 kv_heads=2 q_len=2 keys=17 d_k=16 d_v=16",
    "batch=40 q_len=2 keys=9 d_k=16 d_v=16 kv_len=ragged",
    "batch=2048 q_heads=33 kv_heads=33 keys=3", /* more heads in all batches than 16 bits count */
    "batch=2048 q_heads=33 kv_heads=33",
    "d_k=16 d_v=16 fill=low",
    "keys=65 d_k=16 d_v=16 fill=low",
    "q_len=33 keys=129 d_k=16 d_v=16 fill=low mask=tiles", /* whole tiles are hidden before a low score */
    "q_len=129 keys=192 d_k=16 d_v=16 fill=low mask=tiles",
    "q_len=129 keys=129 d_k=16 d_v=16 fill=low windowed=yes left=4 right=0 alignment=top-left",
    "q_len=17 keys=33 fill=peaked scale=-0.4 d_k=16 d_v=16",
    /* Keys shared by batches, and a tail of one key. */
    "batch=2 q_len=19 keys=33 d_k=16 d_v=16 layout=shared mask=random",
    "batch=2 q_len=19 keys=129 d_k=16 d_v=16 layout=shared mask=random",
    "q_len=33 keys=65 fill=rising scale=-1 d_k=16 d_v=16",
};

static const char *const large[] = {
    "batch=2048 q_heads=33 kv_heads=33 keys=3 d_k=8 d_v=8",
    "q_heads=40 kv_heads=8 q_len=17 keys=100 d_k=64 d_v=64",
    "q_len=260 keys=260 d_k=256 d_v=256",
    "keys=70001 d_k=8 d_v=8",
    /* three tiles of 128; the maximum changes from tile to tile */
    "q_len=384 keys=384 d_k=64 d_v=64 causal=yes alignment=top-left fill=rising",
    /* more mask flags and more biases than 16 bits count */
    "q_len=513 keys=1025 d_k=64 d_v=64 mask=tiles",
    "q_heads=2 q_len=150 keys=300 d_k=64 d_v=64 bias=random",
    "q_heads=3 q_len=200 keys=2048 d_k=64 d_v=64 alignment=bottom-right windowed=yes left=300 right=0",
    /* many batches; NaN in some must not reach the others */
    "batch=400 keys=9 d_k=8 d_v=8 fill=nan",
};

#define MOST_ELEMENTS 2e7 /* most elements of k, v and the scores in a fixed case */
#define MOST_WORK 1.1e9   /* most multiplications of all fixed cases of a quick suite */

static bool is_too_large(const recipe *r) {
  const double keys = (double)r->batch * (double)r->keys;
  return keys * (double)r->kv_heads * (double)(r->d_k + r->d_v) + keys * (double)r->q_heads * (double)r->q_len >
         MOST_ELEMENTS;
}

/* Adds fixed cases. A candidate with few sizes may have none near those of a case. The case is omitted if fitting makes
   it too large, or all of them too long: tables begin with what matters most. */
static void add_written(growth *g, const char *const *texts, size_t count, int64_t columns, double most_work) {
  for (size_t n = 0; n < count; n++) {
    recipe r = recipe_of_table(texts[n]);
    if (columns > 0) r.d_k = r.d_v = columns;
    r.dtype = g->s->base.dtype;
    recipe fitted = r;
    if (!fit(g->s, &fitted) || is_too_large(&fitted) || g->work + recipe_multiplications(&fitted) > most_work) continue;
    g->work += recipe_multiplications(&fitted);
    add(g, r);
  }
}

/* Adds each level of each option once beyond 4096 keys. */
static void add_long(growth *g) {
  const double most_work = g->work + MOST_WORK / 4;
  for (int f = FACTOR_LAYOUT; f <= FACTOR_SOFTCAP; f++)
    for (int level = 1; level < factor_levels((factor)f); level++) {
      recipe r = recipe_of_table("q_len=6 keys=4160 d_k=16 d_v=16");
      r.dtype = g->s->base.dtype;
      if (f == FACTOR_LAYOUT || (f == FACTOR_MASK && level == MASK_HEADS)) r.q_heads = r.kv_heads = 2;
      if (f == FACTOR_KV_LEN || (f == FACTOR_LAYOUT && level == LAYOUT_SHARED)) r.batch = 2;
      factor_set(&r, (factor)f, level, next_seed(g));
      if (f == FACTOR_WINDOW_FROM) continue; /* with each level of window */
      support_align(g->s, next_seed(g), &r);
      recipe fitted = r;
      if (!fit(g->s, &fitted) || g->work + recipe_multiplications(&fitted) > most_work) continue;
      g->work += recipe_multiplications(&fitted);
      add(g, r);
    }
}

/* ---- combinations */

static const bool in_triple[FACTORS] = {
    [FACTOR_CAUSAL] = true, [FACTOR_LENGTHS] = true, [FACTOR_KV_LEN] = true, [FACTOR_HEADS] = true,
    [FACTOR_LAYOUT] = true, [FACTOR_SCALE] = true,   [FACTOR_FILL] = true};

static bool goes(const void *context, int f, int level) {
  const support *s = context;
  return s->level[f][level] == SUPPORT_YES && !(f == FACTOR_LENGTHS && level >= LENGTHS_NONE);
}

/* Whether two factors are the diagonal of a window and its causal option: only a window that is not causal has its own
   diagonal. */
static bool has_diagonal(int f, int from, int g, int of_g) {
  if (f != FACTOR_WINDOW_FROM || from == WINDOW_FROM_NONE) return true;
  return !(g == FACTOR_WINDOW && of_g == 0) && !(g == FACTOR_CAUSAL && of_g != CAUSAL_NONE);
}

static bool together(const void *context, int f, int level, int g, int other) {
  return has_diagonal(f, level, g, other) && has_diagonal(g, other, f, level) &&
         support_goes_with(context, (factor)f, level, (factor)g, other);
}

/* Makes the recipe of a row of levels. Sizes come first: options may depend on them. */
static recipe at_levels(const support *s, const unsigned char *level, uint64_t seed) {
  recipe r = s->base;
  for (int f = 0; f < FACTORS; f++) (void)support_set(s, (factor)f, level[f], random_bits_at(seed, (uint64_t)f), &r);
  support_align(s, seed, &r);
  return r;
}

static check_status add_combinations(growth *g, check_error *error) {
  int levels[FACTORS];
  for (int f = 0; f < FACTORS; f++) levels[f] = factor_levels((factor)f);
  const covering_terms terms = {FACTORS, levels, in_triple, g->seed, g->s, goes, together};
  covering_rows rows;
  const check_status status = covering_make(&terms, &rows, error);
  for (int n = 0; status == CHECK_OK && n < rows.count; n++) add(g, at_levels(g->s, rows.row[n], next_seed(g)));
  covering_free(&rows);
  return status;
}

/* Moves sizes to others near those of the pool, if the candidate takes all of the pool. */
static void move_sizes(const support *s, uint64_t seed, recipe *r) {
  const bool equal = r->q_len == r->keys;
  if (support_takes_all(s, POOL_LENGTHS) && r->keys <= 4096 && r->q_len > 0 && r->keys > 0) {
    if (r->q_len > 1) r->q_len = 1 + random_below(seed, 100, r->q_len + 16);
    r->keys = equal ? r->q_len : 1 + random_below(seed, 101, r->keys + 32);
  }
  if (!support_takes_all(s, POOL_COLUMNS)) return;
  const bool same = r->d_k == r->d_v;
  r->d_k = 1 + random_below(seed, 102, r->d_k);
  r->d_v = same ? r->d_k : 1 + random_below(seed, 103, r->d_v);
}

/* Makes a random case. Each option is at its plain level three times in four: otherwise no case would be simple. */
static recipe random_case(const support *s, uint64_t seed) {
  unsigned char level[FACTORS];
  for (int f = 0; f < FACTORS; f++) {
    const bool plain = f > FACTOR_COLUMNS && random_below(seed, (uint64_t)f, 4) != 0;
    const int drawn = level_in_turn(s, (factor)f, (size_t)random_below(seed, FACTORS + (uint64_t)f, 1 << 20));
    level[f] = (unsigned char)(plain ? factor_level((factor)f, &s->base) : drawn);
  }
  recipe r = at_levels(s, level, seed);
  move_sizes(s, seed, &r);
  return r;
}

/* Draws again if the candidate refuses two of the levels together. */
recipe suite_random(const support *s, uint64_t seed, int64_t n) {
  recipe r = s->base;
  for (uint64_t tries = 0; tries < 40; tries++) {
    const uint64_t its = random_bits_at(seed, ((uint64_t)n * 4 + (uint64_t)s->base.dtype) * 64 + tries);
    r = random_case(s, its);
    r.dtype = s->base.dtype;
    r.seed = (int64_t)(its >> 32);
    if (support_fit(s, &r)) return r;
  }
  r = s->base;
  r.seed = (int64_t)(random_bits_at(seed, (uint64_t)n) >> 32);
  return r;
}

#define TRIES 8 /* random cases drawn for each that is wanted, at most */

check_status suite_make(const support *s, suite_kind kind, int64_t least, uint64_t seed, suite *made,
                        check_error *error) {
  growth g = {.s = s, .made = made, .seed = seed};
  check_status status = CHECK_OK;
  *made = (suite){.cases = NULL};
  if (kind != SUITE_IS_CONVENTIONS) {
    add_sizes(&g, POOL_LENGTHS);
    add_sizes(&g, POOL_COLUMNS);
    add_sizes(&g, POOL_HEADS);
    add_options(&g);
    add_written(&g, thresholds, COUNT(thresholds), 0, kind == SUITE_IS_FULL ? HUGE_VAL : MOST_WORK);
    add_long(&g);
  }
  add_written(&g, conventions, COUNT(conventions), 16, MOST_WORK);
  if (kind != SUITE_IS_CONVENTIONS) status = add_combinations(&g, error);
  if (kind == SUITE_IS_FULL) add_written(&g, large, COUNT(large), 0, HUGE_VAL);
  /* a candidate that refuses its own base gets fewer cases */
  const int64_t tries = kind != SUITE_IS_CONVENTIONS ? TRIES * least : 0;
  for (int64_t n = 0; n < tries && !g.failed && (int64_t)made->count < least; n++) add(&g, suite_random(s, seed, n));
  if (status == CHECK_OK && g.failed) status = check_fail(error, CHECK_FAILURE, "not enough memory for the suite");
  return status;
}

static int by_work(const void *a, const void *b) {
  const recipe *r = a, *s = b;
  const double x = recipe_multiplications(r), y = recipe_multiplications(s);
  return x > y ? 1 : x < y ? -1 : (r->seed > s->seed) - (r->seed < s->seed);
}

/* FNV-1a [RFC9923] of the text, mixed with the place. */
uint64_t suite_digest(int64_t number, const recipe *r) {
  char text[RECIPE_TEXT_MAX];
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  recipe_print(r, text);
  for (const char *c = text; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
  return random_bits_at(hash, (uint64_t)number);
}

void suite_sort(suite *made) {
  if (made->count > 0) qsort(made->cases, made->count, sizeof *made->cases, by_work);
}

void suite_free(suite *made) {
  free(made->cases);
  *made = (suite){.cases = NULL};
}

bool suite_kind_of(attest_suite asked, suite_kind *kind) {
  static const suite_kind kinds[] = {SUITE_IS_QUICK, SUITE_IS_FULL, SUITE_IS_CONVENTIONS};
  if ((int)asked < ATTEST_QUICK || (int)asked > ATTEST_CONVENTIONS) return false;
  *kind = kinds[asked];
  return true;
}
