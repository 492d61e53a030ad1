#include "check/cases/support.h"

#include <math.h>
#include <string.h>

#include "check/cases/random.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

typedef struct {
  int64_t first, second;
} pair;

/* q_len and keys: values around every edge of tiles of 8 to 256, and those of restricted kernels: multiples of 16, 64
   and 128. */
static const pair lengths[] = {
    {1, 1},     {2, 2},     {3, 3},      {7, 7},      {8, 8},       {9, 9},     {15, 15},   {16, 16},   {17, 17},
    {31, 31},   {32, 32},   {33, 33},    {63, 63},    {64, 64},     {65, 65},   {96, 96},   {127, 127}, {128, 128},
    {129, 129}, {192, 192}, {256, 256},  {1, 2},      {1, 3},       {1, 7},     {1, 8},     {1, 15},    {1, 16},
    {1, 17},    {1, 31},    {1, 32},     {1, 33},     {1, 63},      {1, 64},    {1, 65},    {1, 127},   {1, 128},
    {1, 129},   {1, 192},   {1, 256},    {1, 320},    {1, 512},     {1, 1023},  {1, 2048},  {3, 700},   {16, 512},
    {64, 1024}, {512, 64},  {520, 70},   {512, 512},  {2, 65},      {3, 128},   {4, 7},     {5, 40},    {8, 24},
    {16, 48},   {16, 64},   {17, 64},    {19, 130},   {31, 70},     {32, 64},   {33, 129},  {64, 128},  {64, 192},
    {128, 256}, {65, 257},  {2, 1},      {9, 4},      {15, 7},      {16, 8},    {20, 1},    {33, 9},    {32, 16},
    {48, 32},   {64, 19},   {65, 33},    {70, 31},    {128, 64},    {129, 65},  {192, 64},  {256, 128}, {0, 19},
    {19, 0},    {0, 0},     {1, 0},      {2, 4099},   {16, 8256},   {3, 33000}, {2, 66001}, {64, 8192}, {1, 65600},
    {1, 4160},  {1, 66048}, {16, 66048}, {64, 66048}, {128, 33024}, {300, 300}, {640, 640}, {2050, 5},  {1100, 70},
    {16, 832},  {64, 4160}, {64, 32832}};

/* d_k and d_v. */
static const pair columns[] = {
    {64, 64},   {128, 128}, {32, 32}, {16, 16},   {8, 8},     {1, 1},     {2, 2},     {3, 3},     {7, 7},
    {13, 13},   {17, 17},   {24, 24}, {31, 31},   {33, 33},   {40, 40},   {48, 48},   {63, 63},   {65, 65},
    {72, 72},   {80, 80},   {96, 96}, {100, 100}, {112, 112}, {127, 127}, {129, 129}, {160, 160}, {192, 192},
    {256, 256}, {8, 24},    {33, 16}, {13, 65},   {64, 32},   {32, 64},   {64, 128},  {128, 64},  {192, 128},
    {96, 64},   {1, 5},     {5, 1},   {64, 1},    {18, 30},   {35, 23},   {320, 320}, {512, 512}, {576, 512}};

/* q_heads and kv_heads. */
static const pair heads[] = {{1, 1},  {2, 2},  {3, 3},   {4, 4},  {8, 8},   {16, 16}, {32, 32},  {4, 2},  {6, 2},
                             {6, 3},  {8, 2},  {8, 4},   {16, 4}, {32, 8},  {40, 8},  {2, 1},    {3, 1},  {4, 1},
                             {8, 1},  {32, 1}, {64, 64}, {64, 8}, {64, 1},  {5, 5},   {12, 12},  {12, 2}, {14, 2},
                             {14, 7}, {24, 2}, {28, 4},  {32, 2}, {32, 16}, {128, 8}, {130, 130}};

_Static_assert(COUNT(lengths) <= SUPPORT_POOL && COUNT(columns) <= SUPPORT_POOL && COUNT(heads) <= SUPPORT_POOL,
               "pools fit");

static const struct {
  const pair *member;
  size_t count;
} pools[POOLS] = {[POOL_LENGTHS] = {lengths, COUNT(lengths)},
                  [POOL_COLUMNS] = {columns, COUNT(columns)},
                  [POOL_HEADS] = {heads, COUNT(heads)}};

static const factor pool_factor[POOLS] = {
    [POOL_LENGTHS] = FACTOR_LENGTHS, [POOL_COLUMNS] = FACTOR_COLUMNS, [POOL_HEADS] = FACTOR_HEADS};

bool support_pool_member(support_pool pool, size_t n, recipe *r) {
  if (n >= pools[pool].count) return false;
  const pair *p = &pools[pool].member[n];
  if (pool == POOL_LENGTHS) {
    r->q_len = p->first;
    r->keys = p->second;
  } else if (pool == POOL_COLUMNS) {
    r->d_k = p->first;
    r->d_v = p->second;
  } else {
    r->q_heads = p->first;
    r->kv_heads = p->second;
  }
  return true;
}

support support_everything(attest_dtype dtype) {
  support s = {.takes = true, .base = recipe_default()};
  s.base.dtype = dtype;
  s.base.q_len = s.base.keys = s.base.d_k = s.base.d_v = 16;
  for (int pool = 0; pool < POOLS; pool++)
    for (size_t n = 0; n < pools[pool].count; n++) s.pool[pool][n] = true;
  return s;
}

/* ---- declared support */

static void deny(support *s, factor f, int first, int last) {
  for (int level = first; level <= last; level++) s->level[f][level] = SUPPORT_NOT_SUPPORTED;
}

static bool is_multiple(int64_t n, int64_t of) { return of <= 1 || n % of == 0; }

static bool is_between(int64_t n, int64_t least, int64_t most) { return n >= least && (most <= 0 || n <= most); }

static bool is_head_size(const attest_supports *said, int64_t d) {
  bool listed = said->head_sizes[0] == 0;
  for (size_t n = 0; n < COUNT(said->head_sizes) && said->head_sizes[n] != 0; n++)
    listed = listed || said->head_sizes[n] == d;
  return listed && is_multiple(d, said->head_size_multiple);
}

static bool is_said(const attest_supports *said, support_pool pool, const pair *p) {
  if (pool == POOL_HEADS) return true;
  if (pool == POOL_COLUMNS)
    return is_head_size(said, p->first) && (p->first == p->second || is_head_size(said, p->second));
  return is_multiple(p->first, said->q_len_multiple) && is_multiple(p->second, said->keys_multiple) &&
         is_between(p->first, said->q_len_least, said->q_len_most) &&
         is_between(p->second, said->keys_least, said->keys_most);
}

void support_declare(support *s, const attest_supports *said) {
  const struct {
    attest_ability ability;
    factor f;
    int first, last;
  } denied[] = {{said->batches, FACTOR_BATCH, BATCH_SEVERAL, BATCH_SEVERAL},
                {said->heads, FACTOR_HEADS, HEADS_SEVERAL, HEADS_ONE_KV},
                {said->grouped_heads, FACTOR_HEADS, HEADS_GROUPED, HEADS_ONE_KV},
                {said->cross, FACTOR_LENGTHS, LENGTHS_ONE_QUERY, LENGTHS_LONGEST},
                {said->other_d_v, FACTOR_COLUMNS, COLUMNS_D_V_OTHER, COLUMNS_D_V_OTHER},
                {said->top_left, FACTOR_CAUSAL, CAUSAL_TOP_LEFT, CAUSAL_TOP_LEFT},
                {said->bottom_right, FACTOR_CAUSAL, CAUSAL_BOTTOM_RIGHT, CAUSAL_BOTTOM_RIGHT},
                {said->offset, FACTOR_CAUSAL, CAUSAL_OFFSET, CAUSAL_OFFSET},
                {said->top_left, FACTOR_WINDOW_FROM, WINDOW_FROM_TOP_LEFT, WINDOW_FROM_TOP_LEFT},
                {said->bottom_right, FACTOR_WINDOW_FROM, WINDOW_FROM_BOTTOM_RIGHT, WINDOW_FROM_BOTTOM_RIGHT},
                {said->offset, FACTOR_WINDOW_FROM, WINDOW_FROM_OFFSET, WINDOW_FROM_OFFSET},
                {said->window, FACTOR_WINDOW_FROM, WINDOW_FROM_TOP_LEFT, WINDOW_FROM_OFFSET},
                {said->window, FACTOR_WINDOW, 1, factor_levels(FACTOR_WINDOW) - 1},
                {said->mask, FACTOR_MASK, 1, factor_levels(FACTOR_MASK) - 1},
                {said->bias, FACTOR_BIAS, 1, factor_levels(FACTOR_BIAS) - 1},
                {said->kv_len, FACTOR_KV_LEN, 1, factor_levels(FACTOR_KV_LEN) - 1},
                {said->sink, FACTOR_SINK, 1, factor_levels(FACTOR_SINK) - 1},
                {said->scale, FACTOR_SCALE, 1, factor_levels(FACTOR_SCALE) - 1},
                {said->softcap, FACTOR_SOFTCAP, 1, factor_levels(FACTOR_SOFTCAP) - 1},
                {said->bshd, FACTOR_LAYOUT, LAYOUT_BSHD, LAYOUT_BSHD},
                {said->strided, FACTOR_LAYOUT, LAYOUT_TRANSPOSED, LAYOUTS - 1}};
  for (size_t n = 0; n < COUNT(denied); n++)
    if (denied[n].ability == ATTEST_NO) deny(s, denied[n].f, denied[n].first, denied[n].last);
  for (int pool = 0; pool < POOLS; pool++)
    for (size_t n = 0; n < pools[pool].count; n++)
      s->pool[pool][n] = s->pool[pool][n] && is_said(said, (support_pool)pool, &pools[pool].member[n]);
}

/* ---- levels */

static int level_of_member(support_pool pool, size_t n) {
  recipe r = recipe_default();
  (void)support_pool_member(pool, n, &r);
  return factor_level(pool_factor[pool], &r);
}

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    const int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static void settle_long(support *s) {
  pair common = {0, 0};
  bool one_query = false, more = false;
  for (size_t n = 0; n < COUNT(lengths); n++) {
    const int level = level_of_member(POOL_LENGTHS, n);
    if (!s->pool[POOL_LENGTHS][n] || level >= LENGTHS_NONE) continue;
    common.first = common_divisor(lengths[n].first, common.first);
    common.second = common_divisor(lengths[n].second, common.second);
    one_query = one_query || level == LENGTHS_ONE_QUERY;
    more = more || level == LENGTHS_FEWER_QUERIES;
  }
  for (size_t n = 0; n < COUNT(lengths); n++)
    if (level_of_member(POOL_LENGTHS, n) >= LENGTHS_LONG)
      s->pool[POOL_LENGTHS][n] = s->pool[POOL_LENGTHS][n] && (lengths[n].first == 1 ? one_query : more) &&
                                 common.first > 0 && is_multiple(lengths[n].first, common.first) &&
                                 is_multiple(lengths[n].second, common.second);
}

const char *support_pool_name(support_pool pool) {
  static const char *const names[POOLS] = {
      [POOL_LENGTHS] = "lengths", [POOL_COLUMNS] = "head sizes", [POOL_HEADS] = "numbers of heads"};
  return names[pool];
}

static support_sizes count_sizes(const support *s, support_pool pool) {
  support_sizes sizes = {.of = (int)pools[pool].count};
  for (size_t n = 0; n < pools[pool].count; n++) sizes.taken += s->pool[pool][n];
  return sizes;
}

void support_settle(support *s, support_state state) {
  settle_long(s);
  for (int pool = 0; pool < POOLS; pool++) {
    s->sizes[pool] = count_sizes(s, (support_pool)pool);
    const factor f = pool_factor[pool];
    bool left[FACTOR_LEVELS] = {false};
    for (size_t n = 0; n < pools[pool].count; n++)
      if (s->pool[pool][n]) left[level_of_member((support_pool)pool, n)] = true;
    for (int level = 0; level < factor_levels(f); level++)
      if (!left[level] && s->level[f][level] == SUPPORT_YES) s->level[f][level] = (unsigned char)state;
  }
}

void support_leave_memory(support *s) {
  for (int layout = LAYOUT_TRANSPOSED; layout < LAYOUTS; layout++)
    s->level[FACTOR_LAYOUT][layout] = SUPPORT_NOT_IN_FILES;
  s->level[FACTOR_PLACE][PLACE_LAST] = SUPPORT_NOT_IN_FILES;
  s->level[FACTOR_MASK][MASK_BYTES] = SUPPORT_NOT_IN_FILES;
}

void support_forbid(support *s, factor f, int level, factor g, int other) {
  s->clash[f][level][g] |= (uint16_t)(1 << other);
  s->clash[g][other][f] |= (uint16_t)(1 << level);
}

bool support_goes_with(const support *s, factor f, int level, factor g, int other) {
  return (s->clash[f][level][g] >> other & 1) == 0;
}

bool support_allows(const support *s, const recipe *r) {
  int level[FACTORS];
  for (int f = 0; f < FACTORS; f++) {
    level[f] = factor_level((factor)f, r);
    if (level[f] < 0) level[f] = 0;
    if (s->level[f][level[f]] != SUPPORT_YES) return false;
    for (int g = 0; g < f; g++)
      if (!support_goes_with(s, (factor)f, level[f], (factor)g, level[g])) return false;
  }
  return true;
}

static bool takes_window_from(const support *s, const recipe *r, int from) {
  return s->level[FACTOR_WINDOW_FROM][from] == SUPPORT_YES &&
         support_goes_with(s, FACTOR_WINDOW, factor_level(FACTOR_WINDOW, r), FACTOR_WINDOW_FROM, from);
}

void support_align(const support *s, uint64_t seed, recipe *r) {
  const int first = (int)random_below(seed, FACTOR_WINDOW_FROM, WINDOW_FROM_OFFSET);
  int from = factor_level(FACTOR_WINDOW_FROM, r);
  if (from == WINDOW_FROM_NONE) return;
  for (int n = 0; n < WINDOW_FROM_OFFSET && !takes_window_from(s, r, from); n++)
    from = 1 + (first + n) % WINDOW_FROM_OFFSET;
  factor_set(r, FACTOR_WINDOW_FROM, from, seed);
}

/* ---- sizes */

#define SCORE_WORK 32 /* multiplications that a score costs beside its dot product: an exponential, its bound */

/* The work of a case, with one query more: keys have a cost without queries too. */
static double work_of(const recipe *r) {
  recipe more = *r;
  more.q_len++;
  more.d_k += SCORE_WORK;
  return recipe_multiplications(&more);
}

/* The most work of a draw; one in four may be large. */
static double most_work(uint64_t seed) { return random_below(seed, 1 << 20, 4) == 0 ? 3e6 : 3e5; }

static bool draw_sizes(const support *s, support_pool pool, int level, uint64_t seed, recipe *r) {
  const size_t count = pools[pool].count;
  recipe least = *r;
  bool found = false;
  for (size_t n = 0; n < 4 * count && (!found || work_of(&least) > most_work(seed)); n++) {
    /* The last draws go through the pool in order. */
    const size_t at = n < 3 * count ? (size_t)random_below(seed, n, (int64_t)count) : n - 3 * count;
    recipe drawn = *r;
    if (!s->pool[pool][at] || level_of_member(pool, at) != level) continue;
    (void)support_pool_member(pool, at, &drawn);
    if (!found || work_of(&drawn) < work_of(&least)) least = drawn;
    found = true;
  }
  *r = least;
  return found;
}

bool support_set(const support *s, factor f, int level, uint64_t seed, recipe *r) {
  if (f > FACTOR_COLUMNS) {
    factor_set(r, f, level, seed);
    return true;
  }
  if (s->level[f][level] != SUPPORT_YES) return false;
  if (f == FACTOR_LENGTHS) return draw_sizes(s, POOL_LENGTHS, level, seed, r);
  if (f == FACTOR_COLUMNS) return draw_sizes(s, POOL_COLUMNS, level, seed, r);
  if (f == FACTOR_HEADS) return draw_sizes(s, POOL_HEADS, level, seed, r);
  static const int64_t batches[] = {2, 3, 2, 3, 2, 3, 2, 5};
  r->batch = level == BATCH_ONE ? 1 : batches[random_below(seed, 7, COUNT(batches))];
  return true;
}

/* The distance between the sizes of a pool member and of a recipe: logarithmic, as the sizes of tiles are. */
static double distance(support_pool pool, size_t n, const recipe *r) {
  recipe member = *r;
  (void)support_pool_member(pool, n, &member);
  const double from[] = {(double)r->q_len, (double)r->keys,    (double)r->d_k,
                         (double)r->d_v,   (double)r->q_heads, (double)r->kv_heads};
  const double to[] = {(double)member.q_len, (double)member.keys,    (double)member.d_k,
                       (double)member.d_v,   (double)member.q_heads, (double)member.kv_heads};
  double sum = 0;
  for (size_t i = 0; i < COUNT(from); i++) sum += fabs(log1p(from[i]) - log1p(to[i]));
  return sum;
}

bool support_takes_all(const support *s, support_pool pool) {
  for (size_t n = 0; n < pools[pool].count; n++)
    if (!s->pool[pool][n] && (pool != POOL_LENGTHS || level_of_member(pool, n) < LENGTHS_NONE)) return false;
  return true;
}

/* Sets the nearest member of a level in the recipe. If the candidate takes all members of the level, the sizes stay. */
static bool fit_pool(const support *s, support_pool pool, recipe *r) {
  const int level = factor_level(pool_factor[pool], r);
  bool found = false, all = true;
  size_t best = 0;
  for (size_t n = 0; n < pools[pool].count; n++) {
    if (level_of_member(pool, n) != level) continue;
    all = all && s->pool[pool][n];
    if (!s->pool[pool][n] || (found && distance(pool, n, r) >= distance(pool, best, r))) continue;
    best = n;
    found = true;
  }
  if (found && !all) (void)support_pool_member(pool, best, r);
  return found;
}

bool support_fit(const support *s, recipe *r) {
  for (int pool = 0; pool < POOLS; pool++)
    if (!fit_pool(s, (support_pool)pool, r)) return false;
  return support_allows(s, r);
}
