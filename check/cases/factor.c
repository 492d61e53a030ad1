#include "check/cases/factor.h"

#include "check/cases/problem_f64.h"
#include "check/cases/random.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

static const char *const batches[] = {"one", "several"};
static const char *const heads[] = {"one", "several", "grouped", "one kv head"};
static const char *const lengths[] = {"equal", "one query",      "fewer queries",  "more queries",
                                      "none",  "over 4096 keys", "over 65536 keys"};
static const char *const columns[] = {"d_v = d_k", "d_v other"};
static const char *const causals[] = {"none", "top-left", "bottom-right", "offset"};
static const char *const windows[] = {"none", "left", "both", "right", "self"};
static const char *const windows_from[] = {"none", "top-left", "bottom-right", "offset"};
static const char *const scales[] = {"default", "smaller", "larger", "negative"};
static const char *const softcaps[] = {"none", "wide", "narrow"};

/* A factor either names its own levels, or uses the first `levels` values of a key of recipes. */
static const struct {
  const char *name;
  int levels;
  const char *const *names;
  const char *key;
} factors[FACTORS] = {
    [FACTOR_BATCH] = {"batch", COUNT(batches), batches, NULL},
    [FACTOR_HEADS] = {"heads", COUNT(heads), heads, NULL},
    [FACTOR_LENGTHS] = {"lengths", COUNT(lengths), lengths, NULL},
    [FACTOR_COLUMNS] = {"columns", COUNT(columns), columns, NULL},
    [FACTOR_LAYOUT] = {"layout", LAYOUTS, NULL, "layout"},
    [FACTOR_PLACE] = {"place", PLACE_LAST + 1, NULL, "place"},
    [FACTOR_CAUSAL] = {"causal", COUNT(causals), causals, NULL},
    [FACTOR_WINDOW] = {"window", COUNT(windows), windows, NULL},
    [FACTOR_WINDOW_FROM] = {"window from", COUNT(windows_from), windows_from, NULL},
    [FACTOR_MASK] = {"mask", MASKS, NULL, "mask"},
    [FACTOR_BIAS] = {"bias", BIASES, NULL, "bias"},
    [FACTOR_KV_LEN] = {"kv_len", KV_LEN_EMPTY + 1, NULL, "kv_len"},
    [FACTOR_SINK] = {"sink", SINK_LARGE + 1, NULL, "sink"},
    [FACTOR_SCALE] = {"scale", COUNT(scales), scales, NULL},
    [FACTOR_SOFTCAP] = {"softcap", COUNT(softcaps), softcaps, NULL},
    [FACTOR_FILL] = {"fill", FILLS, NULL, "fill"},
    [FACTOR_HIDDEN] = {"hidden", HIDDEN_HUGE + 1, NULL, "hidden"}, /* NaN and infinity are separate corners */
};

const char *factor_name(factor f) { return factors[f].name; }

int factor_levels(factor f) { return factors[f].levels; }

const char *factor_level_name(factor f, int level) {
  return factors[f].names != NULL ? factors[f].names[level] : recipe_value_name(factors[f].key, level);
}

/* ---- the level of a recipe */

static int level_of_heads(const recipe *r) {
  if (r->q_heads == 1) return HEADS_ONE;
  if (r->kv_heads == r->q_heads) return HEADS_SEVERAL;
  return r->kv_heads == 1 ? HEADS_ONE_KV : HEADS_GROUPED;
}

static int level_of_lengths(const recipe *r) {
  if (r->q_len == 0 || r->keys == 0) return LENGTHS_NONE;
  if (r->keys > 4096) return r->keys > 65536 ? LENGTHS_LONGEST : LENGTHS_LONG;
  if (r->q_len == r->keys) return LENGTHS_EQUAL;
  if (r->q_len == 1) return LENGTHS_ONE_QUERY;
  return r->q_len < r->keys ? LENGTHS_FEWER_QUERIES : LENGTHS_MORE_QUERIES;
}

static int level_of_window(const recipe *r) {
  if (!r->windowed) return 0;
  if (r->left == 0 && r->right == 0) return 4;
  if (r->left == ATTEST_UNLIMITED) return 3;
  return r->right > 0 ? 2 : 1;
}

static int level_of_scale(const recipe *r) {
  if (r->scale < 0) return SCALE_NEGATIVE;
  if (!(r->scale > 0)) return SCALE_DEFAULT;
  return r->scale < problem_f64_default_scale(r->d_k) ? SCALE_SMALLER : SCALE_LARGER;
}

static int level_of_softcap(const recipe *r) { return !(r->softcap > 0) ? 0 : r->softcap >= 10 ? 1 : 2; }

static int known(factor f, int64_t level) { return level < factors[f].levels ? (int)level : -1; }

int factor_level(factor f, const recipe *r) {
  switch (f) {
  case FACTOR_BATCH:
    return r->batch > 1;
  case FACTOR_HEADS:
    return level_of_heads(r);
  case FACTOR_LENGTHS:
    return level_of_lengths(r);
  case FACTOR_COLUMNS:
    return r->d_k != r->d_v;
  case FACTOR_LAYOUT:
    return (int)r->layout;
  case FACTOR_PLACE:
    return (int)r->place;
  case FACTOR_CAUSAL:
    return r->causal ? (int)r->alignment : CAUSAL_NONE; /* causal levels have the numbers of alignments */
  case FACTOR_WINDOW:
    return level_of_window(r);
  case FACTOR_WINDOW_FROM:
    return r->windowed && !r->causal ? (int)r->alignment : WINDOW_FROM_NONE;
  case FACTOR_MASK:
    return (int)r->mask;
  case FACTOR_BIAS:
    return (int)r->bias;
  case FACTOR_KV_LEN:
    return (int)r->kv_len;
  case FACTOR_SINK:
    return (int)r->sink;
  case FACTOR_SCALE:
    return level_of_scale(r);
  case FACTOR_SOFTCAP:
    return level_of_softcap(r);
  case FACTOR_FILL:
    return known(f, r->fill);
  case FACTOR_HIDDEN:
    return known(f, r->hidden);
  case FACTORS:
    break;
  }
  return -1;
}

/* ---- a recipe at a level */

/* Sets the diagonal of causal, or of a window. */
static void align(recipe *r, int alignment, uint64_t seed) {
  static const int64_t offsets[] = {5, -3, 1, -1, 17, 64, -9, 150, 0, -100};
  r->alignment = alignment;
  r->offset = alignment == ATTEST_ALIGN_OFFSET ? offsets[random_below(seed, FACTOR_CAUSAL, COUNT(offsets))] : 0;
}

static void set_causal(recipe *r, int level, uint64_t seed) {
  r->causal = level != CAUSAL_NONE;
  if (r->causal || !r->windowed) align(r, level, seed);
}

static void set_window(recipe *r, int level, uint64_t seed) {
  static const struct {
    int64_t left, right;
  } sides[][4] = {{{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}},
                  {{4, 0}, {17, -1}, {64, 0}, {0, -1}},
                  {{3, 3}, {1, 20}, {65, 2}, {0, 9}},
                  {{-1, 2}, {-1, 0}, {-1, 33}, {-1, 5}},
                  {{0, 0}, {0, 0}, {0, 0}, {0, 0}}};
  const int64_t which = random_below(seed, FACTOR_WINDOW, 4);
  r->windowed = level > 0;
  r->left = sides[level][which].left;
  r->right = sides[level][which].right;
  if (r->windowed && r->alignment == ATTEST_ALIGN_NONE)
    align(r, random_below(seed, FACTORS, 2) == 0 ? ATTEST_ALIGN_TOP_LEFT : ATTEST_ALIGN_BOTTOM_RIGHT, seed);
  if (!r->windowed && !r->causal) align(r, ATTEST_ALIGN_NONE, seed);
}

/* Sets a scale below the default of every d_k up to 1024, or above that of any. */
static void set_scale(recipe *r, int level, uint64_t seed) {
  static const double of_level[][4] = {
      {0, 0, 0, 0}, {0.03, 0.011, 0.03, 0.005}, {1.3, 2, 1, 8}, {-0.25, -1.1, -0.25, -1}};
  const double scale = of_level[level][random_below(seed, FACTOR_SCALE, 4)], plain = problem_f64_default_scale(r->d_k);
  r->scale = level == SCALE_SMALLER && scale >= plain  ? 0.5 * plain
             : level == SCALE_LARGER && scale <= plain ? 2 * plain
                                                       : scale;
}

void factor_set(recipe *r, factor f, int level, uint64_t seed) {
  static const double softcaps_of[][2] = {{0, 0}, {30, 50}, {2, 0.5}};
  switch (f) {
  case FACTOR_LAYOUT:
    r->layout = level;
    break;
  case FACTOR_PLACE:
    r->place = level;
    break;
  case FACTOR_CAUSAL:
    set_causal(r, level, seed);
    break;
  case FACTOR_WINDOW:
    set_window(r, level, seed);
    break;
  case FACTOR_WINDOW_FROM:
    if (r->windowed && !r->causal && level != WINDOW_FROM_NONE) align(r, level, seed);
    break;
  case FACTOR_MASK:
    r->mask = level;
    break;
  case FACTOR_BIAS:
    r->bias = level;
    break;
  case FACTOR_KV_LEN:
    r->kv_len = level;
    break;
  case FACTOR_SINK:
    r->sink = level;
    break;
  case FACTOR_SCALE:
    set_scale(r, level, seed);
    break;
  case FACTOR_SOFTCAP:
    r->softcap = softcaps_of[level][random_below(seed, FACTOR_SOFTCAP, 2)];
    break;
  case FACTOR_FILL:
    r->fill = level;
    break;
  case FACTOR_HIDDEN:
    r->hidden = level;
    break;
  case FACTOR_BATCH:
  case FACTOR_HEADS:
  case FACTOR_LENGTHS:
  case FACTOR_COLUMNS:
  case FACTORS:
    break;
  }
}
