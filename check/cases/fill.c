#include "check/cases/fill.h"

#include <math.h>

#include "check/cases/format.h"
#include "check/cases/problem_f64.h"
#include "check/cases/random.h"

/* Independent streams of random numbers. */
enum { OF_Q = 1, OF_K, OF_V, OF_MASK, OF_ROW, OF_TILE, OF_BIAS, OF_LENGTHS, OF_SINK, OF_NAN, OF_BYTE, OF_BATCH };

#define TILE 64

static uint64_t stream(const recipe *r, int which) { return random_bits_at((uint64_t)r->seed, (uint64_t)which); }

static uint64_t place(int64_t head, int64_t rows, int64_t columns, int64_t i, int64_t c) {
  return (uint64_t)((head * rows + i) * columns + c);
}

static double normal(const recipe *r, int which, uint64_t at) { return random_normal_at(stream(r, which), at); }

static double scale_of(const recipe *r) {
  return r->scale > 0 || r->scale < 0 ? r->scale : problem_f64_default_scale(r->d_k);
}

static const number_format *format_in(const recipe *r) { return format_of((attest_dtype)r->dtype); }

/* The value of each entry of k, with q near 1, for a score of s. */
static double key_for_score(const recipe *r, double s) { return s / (scale_of(r) * (double)r->d_k); }

/* The largest binary16 is 65504. */
static double low_key(const recipe *r, double x) {
  const double key = key_for_score(r, 2 * x - 110000), most = r->dtype == ATTEST_F16 ? 6e4 : HUGE_VAL;
  return key > most ? most : key < -most ? -most : key;
}

/* The key whose k and v stand at key j. */
static int64_t key_at(const recipe *r, int64_t j) { return r->change == CHANGE_KEYS_REVERSED ? r->keys - 1 - j : j; }

/* FILL_TWO_SCORES: the score of key j, either 0 or so low that its weight is 0 in every format. The change may shift
   all scores. */
static double one_of_two_scores(const recipe *r, int64_t j) {
  return (j % 5 == 0 ? 0 : -1000) + (r->change == CHANGE_SCORES_SHIFTED ? 16 : 0);
}

static double small_integer(int64_t j, int64_t c) { return (double)((7 * j + 3 * c) % 8 + 1); }

double fill_q(const recipe *r, int64_t head, int64_t i, int64_t c) {
  const uint64_t at = place(head, r->q_len, r->d_k, i, c);
  if (r->change == CHANGE_ODD_QUERIES && i % 2 == 1) return -2.5;
  const double x = normal(r, OF_Q, at);
  switch ((recipe_fill)r->fill) {
  case FILL_UNIFORM:
    return random_uniform_at(stream(r, OF_Q), at);
  case FILL_PEAKED:
    return 160 * x;
  case FILL_RISING:
  case FILL_FALLING:
  case FILL_SINK:
  case FILL_LOW:
    return 1 + x / 64;
  case FILL_CANCELLING:
    return 16 + x;
  case FILL_TINY:
    return ldexp(x, format_in(r)->smallest_exponent / 2);
  case FILL_CONSTANT:
  case FILL_ALTERNATING:
    return 1;
  case FILL_TWO_SCORES: /* one column determines the score */
    return c == 0 ? 1 : 0;
  case FILL_NORMAL:
  case FILL_ONE_HOT:
  case FILL_NAN:
  case FILL_POSITIVE:
    break;
  }
  return x;
}

double fill_k(const recipe *r, int64_t head, int64_t key, int64_t c) {
  const int64_t j = key_at(r, key);
  const uint64_t at = place(head, r->keys, r->d_k, j, c);
  const double x = normal(r, OF_K, at), along = r->keys > 1 ? (double)j / (double)(r->keys - 1) : 0;
  switch ((recipe_fill)r->fill) {
  case FILL_UNIFORM:
    return random_uniform_at(stream(r, OF_K), at);
  case FILL_PEAKED:
    return 160 * x;
  case FILL_RISING:
    return key_for_score(r, 200 * along + x / 8);
  case FILL_FALLING:
    return key_for_score(r, 200 * (1 - along) + x / 8);
  case FILL_CANCELLING:
    return c % 2 == 0 ? 16 + x : -16 - x;
  case FILL_TINY:
    return ldexp(x, format_in(r)->smallest_exponent / 2);
  case FILL_CONSTANT:
  case FILL_ALTERNATING:
    return 1;
  case FILL_TWO_SCORES:
    return c == 0 ? one_of_two_scores(r, j) / scale_of(r) : 0;
  case FILL_SINK:
    return key_for_score(r, (j == 0 ? 20 : 0) + x);
  case FILL_LOW:
    return low_key(r, x);
  case FILL_NAN:
    return c == 0 && random_below(stream(r, OF_NAN), at, 12) == 0 ? (double)NAN : x;
  case FILL_NORMAL:
  case FILL_ONE_HOT:
  case FILL_POSITIVE:
    break;
  }
  return x;
}

double fill_v(const recipe *r, int64_t head, int64_t key, int64_t c) {
  const int64_t j = key_at(r, key);
  const uint64_t at = place(head, r->keys, r->d_v, j, c);
  const double x = normal(r, OF_V, at);
  if (r->shows != SHOWS_NOTHING) return j == r->shows + c ? 1 : 0;
  switch ((recipe_fill)r->fill) {
  case FILL_UNIFORM:
    return random_uniform_at(stream(r, OF_V), at);
  case FILL_CANCELLING:
    return j % 2 == 0 ? 1000 + x : -1000 - x;
  case FILL_TINY:
    return ldexp(x, format_in(r)->smallest_exponent + 2);
  case FILL_CONSTANT:
    return 1;
  case FILL_ALTERNATING:
    return j % 2 == 0 ? 1 : 0;
  case FILL_TWO_SCORES:
    return small_integer(j, c);
  case FILL_ONE_HOT:
    return j % r->d_v == c ? 1 : 0;
  case FILL_SINK:
    return j == 0 ? x / 100 : x;
  case FILL_NAN:
    return random_below(stream(r, OF_NAN), at, 60) == 0 ? (double)NAN : x;
  case FILL_POSITIVE:
    return 0.75 + random_uniform_at(stream(r, OF_V), at) / 4;
  case FILL_NORMAL:
  case FILL_PEAKED:
  case FILL_RISING:
  case FILL_FALLING:
  case FILL_LOW:
    break;
  }
  return x;
}

/* Whether a row is empty, as one in four is; a shared row never is. */
static bool empty_row(const recipe *r, int64_t head, int64_t i) {
  return random_below(stream(r, OF_ROW), place(head, r->q_len, 1, i, 0), 4) == 0;
}

bool fill_mask(const recipe *r, int64_t b, int64_t h, int64_t i, int64_t j) {
  const int64_t head = b * r->q_heads + h;
  const bool kept = random_below(stream(r, OF_MASK), place(head, r->q_len, r->keys, i, j), 3) != 0;
  switch ((recipe_mask)r->mask) {
  case MASK_RANDOM:
  case MASK_SHARED:  /* called only for the first row */
  case MASK_HEADS:   /* called only for the first head */
  case MASK_PADDING: /* called only for the first row of a batch */
  case MASK_BYTES:
    return kept;
  case MASK_ROWS:
    return kept && !empty_row(r, head, i);
  case MASK_TILES:
    return kept && random_below(stream(r, OF_TILE),
                                place(head, r->q_len / TILE + 1, r->keys / TILE + 1, i / TILE, j / TILE), 2) != 0;
  case MASK_QUERIES: /* called only for the first key */
    return !empty_row(r, head, i);
  case MASK_ONE:
    return j == random_below(stream(r, OF_ROW), place(head, r->q_len, 1, i, 0), r->keys);
  case MASK_NONE:
  case MASK_ALL:
  case MASKS:
    break;
  }
  return true;
}

double fill_bias(const recipe *r, int64_t b, int64_t h, int64_t i, int64_t j) {
  const int64_t head = b * r->q_heads + h;
  const uint64_t at = place(head, r->q_len, r->keys, i, j);
  switch ((recipe_bias)r->bias) {
  case BIAS_SLOPES:
    return -ldexp((double)(i > j ? i - j : j - i), -(int)(8 * (h + 1) / r->q_heads));
  case BIAS_HIDDEN:
    return random_below(stream(r, OF_MASK), at, 4) == 0 ? -HUGE_VAL : normal(r, OF_BIAS, at);
  case BIAS_ROWS:
    return empty_row(r, head, i) ? -HUGE_VAL : normal(r, OF_BIAS, at);
  case BIAS_LOWEST:
    return empty_row(r, head, i) ? -format_in(r)->largest : normal(r, OF_BIAS, at);
  case BIAS_NONE:
  case BIAS_RANDOM:
  case BIAS_SHARED: /* called only for the first row */
  case BIAS_HEADS:  /* called only for the first head */
  case BIAS_OTHER:
  case BIASES:
    break;
  }
  return normal(r, OF_BIAS, at);
}

unsigned char fill_true_byte(const recipe *r, int64_t at) {
  static const unsigned char bytes[] = {1, 2, 128, 255};
  return r->mask == MASK_BYTES ? bytes[random_below(stream(r, OF_BYTE), (uint64_t)at, 4)] : 1;
}

/* One batch sees all keys but a few: more than 15 bits count, if there are as many. */
int64_t fill_kv_len(const recipe *r, int64_t b) {
  const int64_t longest = random_below(stream(r, OF_BATCH), 0, r->batch),
                empty = random_below(stream(r, OF_BATCH), 1, r->batch);
  if (r->keys == 0 || (r->kv_len == KV_LEN_EMPTY && b == empty)) return 0;
  if (b == longest) return r->keys - random_below(stream(r, OF_LENGTHS), (uint64_t)b, r->keys < 4 ? r->keys : 4);
  return 1 + random_below(stream(r, OF_LENGTHS), (uint64_t)b, r->keys);
}

double fill_sink(const recipe *r, int64_t h) {
  return normal(r, OF_SINK, (uint64_t)h) + (r->sink == SINK_LARGE ? 20 : 0);
}

/* The number at hidden keys, unless that is HIDDEN_OTHER. */
static double extreme(const recipe *r) {
  switch ((recipe_hidden)r->hidden) {
  case HIDDEN_NAN:
  case HIDDEN_NAN_K:
  case HIDDEN_NAN_V:
    return (double)NAN;
  case HIDDEN_INFINITY:
  case HIDDEN_INFINITY_K:
  case HIDDEN_INFINITY_V:
    return HUGE_VAL;
  case HIDDEN_FILL:
  case HIDDEN_HUGE:
  case HIDDEN_OTHER:
    break;
  }
  return r->dtype == ATTEST_F64 ? 1e250 : r->dtype == ATTEST_F16 ? 6e4 : 1e30;
}

double fill_hidden_k(const recipe *r, int64_t c) {
  return r->hidden == HIDDEN_OTHER ? 3.0 * (double)(c % 16 + 1) : extreme(r);
}

double fill_hidden_v(const recipe *r, int64_t c) {
  return r->hidden == HIDDEN_OTHER ? -100.0 * (double)(c % 16 + 1) : extreme(r);
}
