#include "check/run/variants.h"

#include <math.h>

#include "check/cases/factor.h"

static void add_variant(variants *v, recipe r) {
  if (v->count == VARIANTS || r.q_heads % r.kv_heads != 0) return;
  for (size_t n = 0; n < v->count; n++)
    if (recipe_equal(&v->made[n], &r)) return;
  v->made[v->count++] = r;
}

static recipe with_seed(recipe r, int64_t by) {
  r.seed = r.seed < INT64_MAX - by ? r.seed + by : r.seed - by;
  return r;
}

static recipe with_lengths(recipe r, int64_t q_len, int64_t keys) {
  r.q_len = q_len;
  r.keys = keys;
  return with_seed(r, 10);
}

static recipe with_heads(recipe r, int64_t batch, int64_t q_heads, int64_t kv_heads) {
  r.batch = batch;
  r.q_heads = q_heads;
  r.kv_heads = kv_heads;
  return with_seed(r, 20);
}

static recipe with_columns(recipe r, int64_t d_k, int64_t d_v) {
  r.d_k = d_k;
  r.d_v = d_v;
  return with_seed(r, 30);
}

/* One key, so that every second maximum is far below 0, though not as far as the lowest fill: a maximum that begins at
   a number shows which. */
static recipe with_low_maxima(recipe r, double times) {
  const double scale = r.scale != 0 ? r.scale : 1 / sqrt((double)r.d_k);
  r.fill = FILL_PEAKED;
  r.keys = 1;
  if (times != 1) r.scale = scale * times;
  return with_seed(r, 60);
}

static recipe at_plain_level(recipe r, factor f) {
  factor_set(&r, f, 0, 0);
  return with_seed(r, 40);
}

void variants_of(const recipe *r, variants *v) {
  const int64_t more = 2 * r->keys + 3;
  v->count = 0;
  for (int64_t by = 1; by <= 3; by++) add_variant(v, with_seed(*r, by));
  add_variant(v, with_lengths(*r, r->q_len, more));
  add_variant(v, with_lengths(*r, 2 * r->q_len + 3, r->keys));
  add_variant(v, with_lengths(*r, more, more));
  add_variant(v, with_lengths(*r, r->q_len, 70));
  add_variant(v, with_lengths(*r, r->q_len + 3, 130));
  add_variant(v, with_lengths(*r, 1, r->keys));
  add_variant(v, with_lengths(*r, 9, 13));
  add_variant(v, with_heads(*r, 2, r->q_heads, r->kv_heads));
  add_variant(v, with_heads(*r, 3, 4, 4));
  add_variant(v, with_heads(*r, 1, 6, 2));
  add_variant(v, with_heads(with_lengths(with_columns(*r, 16, 16), 9, 13), 2, 6, 3));
  add_variant(v, with_columns(*r, 16, 16));
  add_variant(v, with_columns(*r, 33, 33));
  add_variant(v, with_columns(*r, 8, 24));
  add_variant(v, with_low_maxima(with_heads(*r, 2, 6, 2), 1));
  add_variant(v, with_low_maxima(with_heads(*r, 2, 6, 2), 0.1));
  add_variant(v, with_low_maxima(*r, 0.1));
  for (int f = FACTOR_LAYOUT; f <= FACTOR_FILL; f++) add_variant(v, at_plain_level(*r, (factor)f));
}

/* Without options; with 64 columns, or with those of the case. */
static recipe plain_to_read(const recipe *r, int64_t d_k, int64_t d_v) {
  recipe plain = recipe_default();
  const bool decode = r->q_len == 1;
  plain.dtype = r->dtype;
  plain.layout = r->layout;
  plain.softcap = r->softcap > 0 ? 1 : 0;
  plain.batch = decode ? 16 : 1;
  plain.q_len = decode ? 1 : 64;
  plain.keys = 64;
  plain.d_k = d_k;
  plain.d_v = d_v;
  return with_seed(plain, 50);
}

bool variant_to_read(const recipe *r, int n, recipe *to) {
  recipe same = with_lengths(*r, r->q_len == 1 ? 1 : 24, 72);
  same.fill = FILL_NORMAL;
  *to = n == 0 ? plain_to_read(r, 64, 64) : n == 1 ? plain_to_read(r, r->d_k, r->d_v) : same;
  return n < 3;
}
