/* Causes: the keys that a query sees. */
#include "check/zoo/cause.h"

static const attest_problem *asked(const zoo_row *r) { return r->w->problem; }
static int64_t number(const zoo_row *r) { return (int64_t)r->number; }

/* ---- the diagonal */

static int64_t top_left(const zoo_row *r) {
  return asked(r)->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? 0 : zoo_right.offset(r);
}
static int64_t no_offset(const zoo_row *r) {
  return asked(r)->alignment == ATTEST_ALIGN_OFFSET ? 0 : zoo_right.offset(r);
}
static int64_t no_diagonal_moves(const zoo_row *r) {
  (void)r;
  return 0;
}
static int64_t last_of_tensor(const zoo_row *r) { return r->w->keys - r->w->q_len; }
static int64_t last_of_length(const zoo_row *r) { return r->length - r->w->q_len; }
static int64_t reversed(const zoo_row *r) { return -zoo_right.offset(r); }
static int64_t length_of_first(const zoo_row *r) {
  return asked(r)->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? problem_f64_kv_len(asked(r), 0) - r->w->q_len
                                                          : zoo_right.offset(r);
}
static int64_t moved(const zoo_row *r) { return zoo_right.offset(r) + number(r); }

static bool everywhere(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return true;
}
static bool from_top_left(const zoo_row *r, int64_t j) { return j <= r->i; }
static bool to_bottom_right(const zoo_row *r, int64_t j) { return j <= r->i + r->length - r->w->q_len; }
static bool inverted(const zoo_row *r, int64_t j) { return !asked(r)->causal || j >= r->i + r->offset; }
static bool after(const zoo_row *r, int64_t j) { return !asked(r)->causal || j > r->i + r->offset; }
static bool in_tiles(const zoo_row *r, int64_t j) {
  const int64_t at = r->i + r->offset;
  return !asked(r)->causal || (at >= 0 && j < (at / number(r) + 1) * number(r));
}
static bool by_tile_of_query(const zoo_row *r, int64_t j) {
  return !asked(r)->causal || j <= r->i / number(r) * number(r) + number(r) - 1 + r->offset;
}
static bool by_first_of_tile(const zoo_row *r, int64_t j) {
  return !asked(r)->causal || j <= r->i / number(r) * number(r) + r->offset;
}
/* The last query of the block of queries. */
static int64_t last_of_block(const zoo_row *r, int64_t queries) {
  const int64_t last = r->i / queries * queries + queries - 1;
  return last < r->w->q_len ? last : r->w->q_len - 1;
}
/* The diagonal is applied in one tile of keys only: the one where the last query of a block has its diagonal. */
static bool in_one_tile(const zoo_row *r, int64_t j, int64_t queries) {
  const int64_t last = last_of_block(r, queries);
  return zoo_right.causal(r, j) || (last + r->offset >= 0 && j < (last + r->offset) / number(r) * number(r));
}
static bool in_tile_of_block(const zoo_row *r, int64_t j) { return in_one_tile(r, j, number(r)); }
static bool in_tile_of_twice(const zoo_row *r, int64_t j) { return in_one_tile(r, j, 2 * number(r)); }
static bool within_own_tile(const zoo_row *r, int64_t j) {
  return zoo_right.causal(r, j) && (!asked(r)->causal || j / number(r) <= r->i / number(r));
}
static bool half_as_steep(const zoo_row *r, int64_t j) { return !asked(r)->causal || j <= r->i / 2 + r->offset; }
static bool only_diagonal(const zoo_row *r, int64_t j) { return !asked(r)->causal || j == r->i + r->offset; }

/* ---- the window */

#define NO_LIMIT (INT64_MAX / 4)

static bool between(const zoo_row *r, int64_t j, int64_t left, int64_t right) {
  const int64_t at = r->i + r->offset;
  return !asked(r)->windowed || (j >= at - left && j <= at + right);
}
static int64_t left_of(const zoo_row *r) {
  return asked(r)->window_left == ATTEST_UNLIMITED ? NO_LIMIT : asked(r)->window_left;
}
static int64_t right_of(const zoo_row *r) {
  return asked(r)->window_right == ATTEST_UNLIMITED ? NO_LIMIT : asked(r)->window_right;
}

static bool further_left(const zoo_row *r, int64_t j) { return between(r, j, left_of(r) + number(r), right_of(r)); }
static bool further_right(const zoo_row *r, int64_t j) { return between(r, j, left_of(r), right_of(r) + number(r)); }
static bool no_left(const zoo_row *r, int64_t j) { return between(r, j, NO_LIMIT, right_of(r)); }
static bool no_right(const zoo_row *r, int64_t j) { return between(r, j, left_of(r), NO_LIMIT); }
static bool left_on_both(const zoo_row *r, int64_t j) { return between(r, j, left_of(r), left_of(r)); }
static bool right_on_both(const zoo_row *r, int64_t j) { return between(r, j, right_of(r), right_of(r)); }
static bool nothing_right(const zoo_row *r, int64_t j) { return between(r, j, left_of(r), 0); }
static bool sides_exchanged(const zoo_row *r, int64_t j) { return between(r, j, right_of(r), left_of(r)); }
static bool whole_and_half(const zoo_row *r, int64_t j) {
  return between(r, j, left_of(r) == NO_LIMIT ? NO_LIMIT : left_of(r) / 2, right_of(r));
}
static bool window_top_left(const zoo_row *r, int64_t j) { return zoo_right.window(r, j + r->offset); }
static bool zero_is_no_limit(const zoo_row *r, int64_t j) {
  return between(r, j, left_of(r) == 0 ? NO_LIMIT : left_of(r), right_of(r) == 0 ? NO_LIMIT : right_of(r));
}
static bool left_zero_is_no_limit(const zoo_row *r, int64_t j) {
  return between(r, j, left_of(r) == 0 ? NO_LIMIT : left_of(r), right_of(r));
}
static bool right_zero_is_no_limit(const zoo_row *r, int64_t j) {
  return between(r, j, left_of(r), right_of(r) == 0 ? NO_LIMIT : right_of(r));
}
static bool window_in_tiles(const zoo_row *r, int64_t j) {
  const int64_t n = number(r), first = r->i + r->offset - left_of(r), last = r->i + r->offset + right_of(r);
  return !asked(r)->windowed || ((first < 0 || j >= first / n * n) && last >= 0 && j < (last / n + 1) * n);
}
static bool from_tile_of_last(const zoo_row *r, int64_t j, int64_t queries) {
  const int64_t first = last_of_block(r, queries) + r->offset - left_of(r);
  return zoo_right.window(r, j) && (!asked(r)->windowed || first < 0 || j >= first / number(r) * number(r));
}
static bool from_tile_of_half(const zoo_row *r, int64_t j) { return from_tile_of_last(r, j, number(r) / 2); }
static bool from_tile_of_block(const zoo_row *r, int64_t j) { return from_tile_of_last(r, j, number(r)); }
static bool from_tile_of_twice(const zoo_row *r, int64_t j) { return from_tile_of_last(r, j, 2 * number(r)); }

/* ---- the length */

static int64_t within_keys(const zoo_row *r, int64_t n) { return n < 0 ? 0 : n > r->w->keys ? r->w->keys : n; }
static int64_t other_length(const zoo_row *r) {
  return asked(r)->kv_len == NULL ? r->w->keys : within_keys(r, zoo_right.length(r) + number(r));
}
static int64_t all_keys(const zoo_row *r) { return r->w->keys; }
static int64_t of_batch(const zoo_row *r, int64_t b) { return problem_f64_kv_len(asked(r), b < r->w->batch ? b : 0); }
static int64_t of_first_batch(const zoo_row *r) { return of_batch(r, 0); }
static int64_t of_next_batch(const zoo_row *r) { return of_batch(r, r->b + 1); }
static int64_t of_last_batch(const zoo_row *r) { return of_batch(r, r->w->batch - 1); }
static int64_t of_head(const zoo_row *r) { return of_batch(r, r->h % r->w->batch); }
static int64_t extreme(const zoo_row *r, int sign) {
  int64_t best = of_batch(r, 0);
  for (int64_t b = 1; b < r->w->batch; b++)
    if (sign * of_batch(r, b) > sign * best) best = of_batch(r, b);
  return best;
}
static int64_t longest(const zoo_row *r) { return extreme(r, 1); }
static int64_t shortest(const zoo_row *r) { return extreme(r, -1); }
static int64_t length_in_tiles(const zoo_row *r) {
  return within_keys(r, (zoo_right.length(r) + number(r) - 1) / number(r) * number(r));
}

/* ---- all keys */

static int64_t whole_tiles(const zoo_row *r) {
  const int64_t end = r->length / number(r) * number(r);
  return end;
}
static bool not_in_last_part(const zoo_row *r, int64_t j) { return j < whole_tiles(r) && zoo_right.visible(r, j); }
static bool not_in_last_part_of_tensor(const zoo_row *r, int64_t j) {
  return j < r->w->keys / number(r) * number(r) && zoo_right.visible(r, j);
}
static bool not_in_last_tile(const zoo_row *r, int64_t j) {
  return j < (r->w->keys - 1) / number(r) * number(r) && zoo_right.visible(r, j);
}
static bool in_first_tile(const zoo_row *r, int64_t j) { return j < number(r) && zoo_right.visible(r, j); }
static bool not_in_first_tile(const zoo_row *r, int64_t j) { return j >= number(r) && zoo_right.visible(r, j); }
static bool in_last_tile(const zoo_row *r, int64_t j) {
  return j >= (r->w->keys - 1) / number(r) * number(r) && zoo_right.visible(r, j);
}
static bool not_first(const zoo_row *r, int64_t j) { return j > 0 && zoo_right.visible(r, j); }
static bool not_last(const zoo_row *r, int64_t j) { return j < r->length - 1 && zoo_right.visible(r, j); }
static bool not_last_of_tensor(const zoo_row *r, int64_t j) { return j < r->w->keys - 1 && zoo_right.visible(r, j); }
static bool not_last_of_tile(const zoo_row *r, int64_t j) {
  return j % number(r) != number(r) - 1 && zoo_right.visible(r, j);
}
static bool not_first_of_tile(const zoo_row *r, int64_t j) {
  return (j == 0 || j % number(r) != 0) && zoo_right.visible(r, j);
}
static bool not_last_seen(const zoo_row *r, int64_t j) {
  int64_t next = j + 1;
  while (next < r->w->keys && !zoo_right.visible(r, next)) next++;
  return zoo_right.visible(r, j) && next < r->w->keys;
}
static bool last_seen_alone(const zoo_row *r, int64_t j) { return zoo_right.visible(r, j) && !not_last_seen(r, j); }
static bool no_more_than_queries(const zoo_row *r, int64_t j) { return j < r->w->q_len && zoo_right.visible(r, j); }
static bool no_more_than_columns(const zoo_row *r, int64_t j) { return j < r->w->d_k && zoo_right.visible(r, j); }

/* ---- masks and biases */

static int64_t place(const zoo_row *r, int64_t b, int64_t h, int64_t i, int64_t j) {
  return ((b * r->w->q_heads + h) * r->w->q_len + i) * r->w->keys + j;
}
static double mask_at(const zoo_row *r, int64_t b, int64_t h, int64_t i, int64_t j) {
  return r->w->mask[place(r, b, h, i, j)];
}
static double flipped(const zoo_row *r, int64_t j) { return zoo_right.mask(r, j) == 0; }
static double mask_of_head_0(const zoo_row *r, int64_t j) { return mask_at(r, r->b, 0, r->i, j); }
static double mask_of_batch_0(const zoo_row *r, int64_t j) { return mask_at(r, 0, r->h, r->i, j); }
static double mask_of_first(const zoo_row *r, int64_t j) { return mask_at(r, 0, 0, r->i, j); }
static double mask_of_row_0(const zoo_row *r, int64_t j) { return mask_at(r, r->b, r->h, 0, j); }
static double mask_of_kv_head(const zoo_row *r, int64_t j) { return mask_at(r, r->b, zoo_right.kv_head(r), r->i, j); }
static double mask_of_mod(const zoo_row *r, int64_t j) { return mask_at(r, r->b, r->h % r->w->kv_heads, r->i, j); }
static double mask_of_group(const zoo_row *r, int64_t j) {
  return mask_at(r, r->b, r->h / zoo_group(r) * zoo_group(r), r->i, j);
}
static double mask_of_next_row(const zoo_row *r, int64_t j) {
  return mask_at(r, r->b, r->h, zoo_within(r->i + 1, r->w->q_len), j);
}
static double mask_of_next_key(const zoo_row *r, int64_t j) {
  return mask_at(r, r->b, r->h, r->i, zoo_within(j + 1, r->w->keys));
}
static double mask_of_key_before(const zoo_row *r, int64_t j) {
  return mask_at(r, r->b, r->h, r->i, zoo_within(j - 1, r->w->keys));
}
static double mask_transposed(const zoo_row *r, int64_t j) {
  const int64_t at = j * r->w->q_len + r->i;
  return r->w->mask[place(r, r->b, r->h, 0, 0) + zoo_within(at, r->w->q_len * r->w->keys)];
}
static double mask_exchanged(const zoo_row *r, int64_t j) {
  const bool both = j < r->w->q_len && r->i < r->w->keys;
  return mask_at(r, r->b, r->h, both ? j : r->i, both ? r->i : j);
}
static double mask_of_key_mod(const zoo_row *r, int64_t j) { return zoo_right.mask(r, j % number(r)); }
static double mask_of_tile(const zoo_row *r, int64_t j) {
  return mask_at(r, r->b, r->h, r->i / number(r) * number(r), j);
}
/* Element j of row i, if rows are this far apart. */
static double mask_at_stride(const zoo_row *r, int64_t stride, int64_t j) {
  const int64_t at = r->i * stride + j;
  return at < r->w->q_len * r->w->keys ? mask_at(r, r->b, r->h, at / r->w->keys, at % r->w->keys) : 0;
}
static double mask_rounded_down(const zoo_row *r, int64_t j) {
  return mask_at_stride(r, r->w->keys / number(r) * number(r), j);
}
static double mask_rounded_up(const zoo_row *r, int64_t j) {
  return mask_at_stride(r, (r->w->keys + number(r) - 1) / number(r) * number(r), j);
}
/* Bits of rows of keys / n words of n bits: the last bits of a row are the first of the next. */
static double mask_shares_bits(const zoo_row *r, int64_t j) {
  const int64_t words = r->w->keys / number(r), stride = (words > 0 ? words : 1) * number(r), at = r->i * stride + j;
  bool set = false;
  for (int64_t i = 0; i < r->w->q_len && !set; i++) {
    const int64_t key = at - i * stride;
    set = key >= 0 && key < r->w->keys && mask_at(r, r->b, r->h, i, key) != 0;
  }
  return set;
}
static double mask_in_tiles(const zoo_row *r, int64_t j) {
  const int64_t n = number(r);
  for (int64_t other = j / n * n; other < r->w->keys && other < j / n * n + n; other++)
    if (mask_at(r, r->b, r->h, r->i, other) != 0) return 1;
  return 0;
}
static double only_byte_1(const zoo_row *r, int64_t j) {
  const attest_tensor *m = &asked(r)->mask;
  const unsigned char *bytes = m->data;
  return bytes[r->b * m->stride[ATTEST_BATCH] + r->h * m->stride[ATTEST_HEAD] + r->i * m->stride[ATTEST_POSITION] +
               j * m->stride[ATTEST_COLUMN]] == 1;
}
static double lowest_bit(const zoo_row *r, int64_t j) {
  const attest_tensor *m = &asked(r)->mask;
  const unsigned char *bytes = m->data;
  return bytes[r->b * m->stride[ATTEST_BATCH] + r->h * m->stride[ATTEST_HEAD] + r->i * m->stride[ATTEST_POSITION] +
               j * m->stride[ATTEST_COLUMN]] &
         1;
}
static bool mask_beside_causal(const zoo_row *r, int64_t j) { return asked(r)->causal || zoo_right.unmasked(r, j); }
static bool length_beside_mask(const zoo_row *r, int64_t j) {
  return (r->w->mask != NULL || j < r->length) && zoo_right.causal(r, j) && zoo_right.window(r, j) &&
         zoo_right.unmasked(r, j) && zoo_right.unbiased(r, j);
}
static bool causal_beside_length(const zoo_row *r, int64_t j) {
  return asked(r)->kv_len != NULL || zoo_right.causal(r, j);
}
static bool causal_beside_window(const zoo_row *r, int64_t j) { return asked(r)->windowed || zoo_right.causal(r, j); }
static bool causal_beside_mask(const zoo_row *r, int64_t j) { return r->w->mask != NULL || zoo_right.causal(r, j); }
static bool causal_of_one_query(const zoo_row *r, int64_t j) { return r->w->q_len == 1 || zoo_right.causal(r, j); }
static bool causal_with_mask_alone(const zoo_row *r, int64_t j) { return r->w->mask == NULL || zoo_right.causal(r, j); }
static bool mask_or_causal(const zoo_row *r, int64_t j) {
  return !asked(r)->causal || r->w->mask == NULL || j <= r->i + r->offset || r->step.mask(r, j) != 0;
}
static bool unmasked_or_causal(const zoo_row *r, int64_t j) {
  return zoo_right.unmasked(r, j) || (asked(r)->causal && j <= r->i + r->offset);
}

/* ---- hidden keys that get a score, a weight or a share of the denominator */

static double as_low_as(const zoo_row *r, int64_t j) {
  (void)j;
  return -r->number;
}
static double lower_by(const zoo_row *r, int64_t j) { return zoo_round(r, zoo_own_score(r, j) - r->number); }
static double score_zero(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return 0;
}
static double smallest_positive(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return 1e-9;
}
/* One kind of hiding lowers or replaces scores; the others hide. */
static bool masked(const zoo_row *r, int64_t j) { return !zoo_right.unmasked(r, j); }
static bool after_diagonal(const zoo_row *r, int64_t j) { return !zoo_right.causal(r, j); }
static bool after_length(const zoo_row *r, int64_t j) { return j >= r->length; }
static bool but_for_length(const zoo_row *r, int64_t j) {
  return zoo_right.causal(r, j) && zoo_right.window(r, j) && zoo_right.unmasked(r, j) && zoo_right.unbiased(r, j);
}
static double lowered_if(const zoo_row *r, int64_t j, bool is) {
  const double s = zoo_right.score(r, j);
  return is ? zoo_round(r, s - r->number) : s;
}
static double replaced_if(const zoo_row *r, int64_t j, bool is) { return is ? -r->number : zoo_right.score(r, j); }
static double lowered_by_mask(const zoo_row *r, int64_t j) { return lowered_if(r, j, masked(r, j)); }
static double lowered_by_causal(const zoo_row *r, int64_t j) { return lowered_if(r, j, after_diagonal(r, j)); }
static double lowered_by_length(const zoo_row *r, int64_t j) { return lowered_if(r, j, after_length(r, j)); }
static double replaced_by_mask(const zoo_row *r, int64_t j) { return replaced_if(r, j, masked(r, j)); }
static double replaced_by_causal(const zoo_row *r, int64_t j) { return replaced_if(r, j, after_diagonal(r, j)); }
static double replaced_by_length(const zoo_row *r, int64_t j) { return replaced_if(r, j, after_length(r, j)); }

static bool no_nan(const zoo_row *r, int64_t j) { return zoo_right.visible(r, j) && !isnan(zoo_own_score(r, j)); }
static bool nowhere(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return false;
}
static bool visible_alone(const zoo_row *r, int64_t j) { return r->see[j]; }
static bool before_diagonal(const zoo_row *r, int64_t j) { return r->see[j] && zoo_right.causal(r, j); }
static bool in_window(const zoo_row *r, int64_t j) { return r->see[j] && zoo_right.window(r, j); }
static bool let_through(const zoo_row *r, int64_t j) { return r->see[j] && zoo_right.unmasked(r, j); }

static const cause causes[] = {
    {"diagonal-top-left", "the diagonal starts at the first key (top-left) where bottom-right was requested",
     .steps = {.offset = top_left}},
    {"diagonal-offset-ignored", "the offset of the diagonal is ignored: the diagonal starts at the first key",
     .steps = {.offset = no_offset}},
    {"diagonal-bottom-right", "the diagonal ends at the last key (bottom-right), whatever alignment was requested",
     .steps = {.offset = last_of_length}},
    {"diagonal-of-tensor", "the diagonal ends at the last key of the tensor, not at the last key that kv_len counts",
     .steps = {.offset = last_of_tensor}},
    {"diagonal-of-first-batch", "the diagonal ends where kv_len of batch 0 ends, in every batch",
     .steps = {.offset = length_of_first}},
    {"diagonal-always-0", "the diagonal starts at the first key, whatever alignment was requested",
     .steps = {.offset = no_diagonal_moves}},
    {"diagonal-reversed", "the offset of the diagonal has the wrong sign", .steps = {.offset = reversed}},
    {"diagonal-moved",
     "the diagonal is moved by {+}: the last key that query i sees is i + offset {+}",
     {1, -1, 2, -2},
     MEASURE_DIAGONAL,
     .steps = {.offset = moved}},
    {"causal-ignored", "causal is ignored: keys after the diagonal are seen", .steps = {.causal = everywhere}},
    {"causal-lost-with-length", "causal is ignored where there is a kv_len", .steps = {.causal = causal_beside_length}},
    {"causal-lost-with-mask", "causal is ignored where there is a mask", .steps = {.causal = causal_beside_mask}},
    {"causal-lost-with-window", "causal is ignored where there is a window", .steps = {.causal = causal_beside_window}},
    {"causal-lost-for-one-query", "causal is ignored where q_len is 1", .steps = {.causal = causal_of_one_query}},
    {"causal-only-with-mask", "causal is ignored unless there is a mask", .steps = {.causal = causal_with_mask_alone}},
    {"causal-always", "keys after the diagonal (top-left) are hidden although the problem is not causal",
     .steps = {.causal = from_top_left}},
    {"causal-always-bottom-right",
     "keys after the diagonal (bottom-right) are hidden although the problem is not causal",
     .steps = {.causal = to_bottom_right}},
    {"causal-inverted", "causal is inverted: the keys from the diagonal on are seen, those before it are hidden",
     .steps = {.causal = inverted}},
    {"causal-after", "causal is inverted: only the keys after the diagonal are seen", .steps = {.causal = after}},
    {"causal-in-tiles",
     "causal hides whole tiles of {} keys only: the tile with the diagonal is seen whole",
     {8, 16, 32, 64, 128, 4, 48, 96},
     .steps = {.causal = in_tiles}},
    {"causal-of-last-query",
     "all queries of a tile of {} use the diagonal of its last query",
     {8, 16, 32, 64, 128, 2, 4, 48, 96},
     .steps = {.causal = by_tile_of_query}},
    {"causal-of-first-query",
     "all queries of a tile of {} use the diagonal of its first query",
     {8, 16, 32, 64, 128, 2, 4, 48, 96},
     .steps = {.causal = by_first_of_tile}},
    {"causal-in-last-tile",
     "the diagonal is applied only in the last tile of {} keys of a block of as many queries",
     {16, 32, 64, 128, 48, 96},
     .steps = {.causal = in_tile_of_block}},
    {"causal-in-last-tile-of-twice",
     "the diagonal is applied only in the last tile of {} keys of a block of twice as many queries",
     {16, 32, 64, 128, 8, 48, 96},
     .steps = {.causal = in_tile_of_twice}},
    {"causal-tiles-without-offset",
     "tiles of {} keys after the query's own number are skipped, as if the offset of the diagonal were 0",
     {16, 32, 64, 128, 8, 48, 96},
     .steps = {.causal = within_own_tile}},
    {"causal-half", "the diagonal is half as steep: query i sees keys 0 .. i / 2 + offset",
     .steps = {.causal = half_as_steep}},
    {"causal-diagonal-only", "only the key on the diagonal is seen", .steps = {.causal = only_diagonal}},
    {"window-ignored", "the window is ignored", .steps = {.window = everywhere}},
    {"window-left",
     "the left side of the window is off by {+} keys",
     {1, -1, 2, -2},
     MEASURE_LEFT,
     .steps = {.window = further_left}},
    {"window-right",
     "the right side of the window is off by {+} keys",
     {1, -1, 2, -2},
     .steps = {.window = further_right}},
    {"window-no-left", "the left side of the window is ignored", .steps = {.window = no_left}},
    {"window-no-right", "the right side of the window is ignored", .steps = {.window = no_right}},
    {"window-nothing-right", "the window ends at the diagonal, whatever its right side",
     .steps = {.window = nothing_right}},
    {"window-left-twice", "the left side of the window is used on both sides", .steps = {.window = left_on_both}},
    {"window-right-twice", "the right side of the window is used on both sides", .steps = {.window = right_on_both}},
    {"window-exchanged", "the sides of the window are swapped", .steps = {.window = sides_exchanged}},
    {"window-half", "the left side of the window is half as long as requested", .steps = {.window = whole_and_half}},
    {"window-top-left", "the window is around key i for query i, without the offset of the diagonal",
     .steps = {.window = window_top_left}},
    {"window-zero", "a window side of 0 is treated as no limit", .steps = {.window = zero_is_no_limit}},
    {"window-left-zero", "a left window side of 0 is treated as no limit", .steps = {.window = left_zero_is_no_limit}},
    {"window-right-zero", "a right window side of 0 is treated as no limit",
     .steps = {.window = right_zero_is_no_limit}},
    {"window-in-tiles",
     "the window hides whole tiles of {} keys only",
     {8, 16, 32, 64, 128, 48, 96},
     .steps = {.window = window_in_tiles}},
    {"window-tile-of-last-query",
     "the first tile of {} keys of a block of as many queries is that of its last query: earlier queries lose keys at "
     "the left of the window",
     {16, 32, 64, 128, 8, 48, 96},
     .steps = {.window = from_tile_of_block}},
    {"window-tile-of-last-query-of-half",
     "the first tile of {} keys of a block of half as many queries is that of its last query: earlier queries lose "
     "keys at the left of the window",
     {16, 32, 64, 128, 8, 48, 96},
     .steps = {.window = from_tile_of_half}},
    {"window-tile-of-last-query-of-twice",
     "the first tile of {} keys of a block of twice as many queries is that of its last query: earlier queries lose "
     "keys at the left of the window",
     {16, 32, 64, 128, 8, 48, 96},
     .steps = {.window = from_tile_of_twice}},
    {"length-ignored", "kv_len is ignored: keys after it are seen", .steps = {.length = all_keys}},
    {"length-moved",
     "{+} keys of kv_len: the last key seen is kv_len - 1 {+}",
     {1, -1, 2, -2},
     MEASURE_LENGTH,
     .steps = {.length = other_length}},
    {"length-of-first", "kv_len of batch 0 is used for every batch", .steps = {.length = of_first_batch}},
    {"length-of-next", "kv_len of the next batch is used", .steps = {.length = of_next_batch}},
    {"length-of-last", "kv_len of the last batch is used for every batch", .steps = {.length = of_last_batch}},
    {"length-of-head", "kv_len is indexed by the head, not by the batch", .steps = {.length = of_head}},
    {"length-longest", "the largest kv_len is used for every batch", .steps = {.length = longest}},
    {"length-shortest", "the smallest kv_len is used for every batch", .steps = {.length = shortest}},
    {"length-in-tiles",
     "kv_len is rounded up to a multiple of {}",
     {4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.length = length_in_tiles}},
    {"length-lost-with-mask", "kv_len is ignored where there is a mask", .steps = {.visible = length_beside_mask}},
    {"mask-ignored", "the mask is ignored", .steps = {.unmasked = everywhere}},
    {"mask-inverted", "the mask is inverted: true hides a key", .steps = {.mask = flipped}},
    {"mask-of-head-0", "the mask of head 0 is used for every head", .steps = {.mask = mask_of_head_0}},
    {"mask-of-batch-0", "the mask of batch 0 is used for every batch", .steps = {.mask = mask_of_batch_0}},
    {"mask-of-first", "the mask of batch 0, head 0 is used for every batch and head", .steps = {.mask = mask_of_first}},
    {"mask-of-row-0", "the mask of query 0 is used for every query", .steps = {.mask = mask_of_row_0}},
    {"mask-of-kv-head", "the mask is read at the kv head, not at the query head", .steps = {.mask = mask_of_kv_head}},
    {"mask-of-head-mod", "the mask is read at head h mod kv_heads, not at the query head",
     .steps = {.mask = mask_of_mod}},
    {"mask-of-group", "all heads of a group use the mask of its first head", .steps = {.mask = mask_of_group}},
    {"mask-of-next-row", "the mask of the next query is used", .steps = {.mask = mask_of_next_row}},
    {"mask-of-next-key", "the mask is read one key too far", .steps = {.mask = mask_of_next_key}},
    {"mask-of-key-before", "the mask is read one key too early", .steps = {.mask = mask_of_key_before}},
    {"mask-transposed", "queries and keys of the mask are swapped", .steps = {.mask = mask_transposed}},
    {"mask-exchanged", "the mask of query j and key i is used for query i and key j, where there is one",
     .steps = {.mask = mask_exchanged}},
    {"mask-key-mod",
     "key j reads the mask of key j mod {}",
     {16, 32, 64, 128, 8, 4, 48, 96},
     .steps = {.mask = mask_of_key_mod}},
    {"mask-of-tile",
     "all queries of a tile of {} use the mask of its first query",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.mask = mask_of_tile}},
    {"mask-in-tiles",
     "the mask hides a tile of {} keys only if it hides all of them",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.mask = mask_in_tiles}},
    {"mask-rows-rounded-down",
     "the rows of the mask are read keys / {} times {} elements apart, rounded down",
     {8, 4, 16, 32, 64, 2, 128, 48, 96},
     .steps = {.mask = mask_rounded_down}},
    {"mask-rows-rounded-up",
     "the rows of the mask are read keys / {} times {} elements apart, rounded up",
     {8, 4, 16, 32, 64, 2, 128, 48, 96},
     .steps = {.mask = mask_rounded_up}},
    {"mask-bits-shared",
     "the mask is packed into keys / {} words of {} bits a row, rounded down: rows share bits",
     {32, 8, 64},
     .steps = {.mask = mask_shares_bits}},
    {"mask-byte-1", "a mask byte other than 1 is treated as false", .steps = {.mask = only_byte_1}},
    {"mask-bit-0", "only the lowest bit of a mask byte is read", .steps = {.mask = lowest_bit}},
    {"mask-lost-with-causal", "the mask is ignored where the problem is causal",
     .steps = {.unmasked = mask_beside_causal}},
    {"mask-or-causal", "a key is seen if the mask or causal lets it through, not both",
     .steps = {.causal = mask_or_causal, .unmasked = unmasked_or_causal}},
    {"bias-infinity-seen", "a bias of -infinity does not hide its key",
     .steps = {.unbiased = everywhere, .score = zoo_own_score}},
    {"keys-none", "no key is seen: the output is 0, and lse -infinity", .steps = {.visible = nowhere}},
    {"keys-first-lost", "key 0 is never seen", .steps = {.visible = not_first}},
    {"keys-last-lost", "the last key is never seen", .steps = {.visible = not_last}},
    {"keys-last-of-tensor-lost", "the last key of the tensor is never seen", .steps = {.visible = not_last_of_tensor}},
    {"keys-last-seen-lost", "the last visible key of every query is lost", .steps = {.visible = not_last_seen}},
    {"keys-last-seen-alone", "only the last visible key of every query is seen", .steps = {.visible = last_seen_alone}},
    {"keys-tail-lost",
     "keys after the last whole tile of {} are never seen",
     {2, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .steps = {.visible = not_in_last_part}},
    {"keys-tail-of-tensor-lost",
     "keys after the last whole tile of {} of the tensor are never seen",
     {2, 4, 8, 16, 32, 64, 128, 256, 48, 96},
     .steps = {.visible = not_in_last_part_of_tensor}},
    {"keys-last-tile-lost",
     "the last tile of {} keys is never seen",
     {8, 16, 32, 64, 128, 256, 48, 96},
     .steps = {.visible = not_in_last_tile}},
    {"keys-first-tile-lost",
     "the first {} keys are never seen",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.visible = not_in_first_tile}},
    {"keys-after-lost",
     "keys from number {} on are never seen",
     {64, 128, 256, 512, 1024, 2048, 4096, 8192, 32768, 65536},
     MEASURE_KEYS,
     .steps = {.visible = in_first_tile}},
    {"keys-last-tile-alone",
     "only the last tile of {} keys is seen",
     {8, 16, 32, 64, 128, 48, 96},
     .steps = {.visible = in_last_tile}},
    {"keys-last-of-tile-lost",
     "the last key of each tile of {} is never seen",
     {4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.visible = not_last_of_tile}},
    {"keys-first-of-tile-lost",
     "the first key of each tile of {} but the first is never seen",
     {4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.visible = not_first_of_tile}},
    {"keys-as-queries", "only as many keys as there are queries are seen", .steps = {.visible = no_more_than_queries}},
    {"keys-as-columns", "only as many keys as there are columns are seen", .steps = {.visible = no_more_than_columns}},
    {"keys-nan-hidden", "keys whose score is NaN are hidden, so that NaN in q or k is lost",
     .steps = {.visible = no_nan}},
    {"hidden-values-read", "hidden values are multiplied by a weight of 0 and added: NaN and infinity there spread",
     .steps = {.reads = zoo_read_all}},
    {"hidden-counted", "hidden keys count with their own scores, in the denominator only",
     .steps = {.hidden = zoo_own_score, .weight = zoo_weigh_all, .reads = visible_alone}},
    {"diagonal-dropped-after",
     "keys after the diagonal are dropped after the softmax only: they count in the denominator",
     .steps = {.causal = everywhere, .reads = before_diagonal}},
    {"window-dropped-after",
     "keys outside the window are dropped after the softmax only: they count in the denominator",
     .steps = {.window = everywhere, .reads = in_window}},
    {"mask-dropped-after", "keys that the mask hides are dropped after the softmax only: they count in the denominator",
     .steps = {.unmasked = everywhere, .reads = let_through}},
    {"hidden-zero-counted", "hidden keys count in the denominator, with score 0",
     .steps = {.hidden = score_zero, .weight = zoo_weigh_all, .reads = visible_alone}},
    {"hidden-zero", "hidden keys get score 0 and are seen",
     .steps = {.hidden = score_zero, .weight = zoo_weigh_all, .reads = zoo_read_all}},
    {"hidden-small", "hidden keys get score 1e-9, the smallest positive number of the code, and are seen",
     .steps = {.hidden = smallest_positive, .weight = zoo_weigh_all, .reads = zoo_read_all}},
    {"hidden-score",
     "hidden keys get the score -{}, which is not low enough",
     {1e4, 5e4, 1e5, 10, 100, 1000, 65504, 1e9, 20, 50, 3e4},
     .steps = {.hidden = as_low_as, .weight = zoo_weigh_all, .reads = zoo_read_all}},
    {"hidden-lowered",
     "hidden keys keep their scores minus {}, which is not low enough",
     {1e4, 5e4, 1e5, 10, 100, 1000, 65504, 1e9, 20, 50, 3e4},
     .steps = {.hidden = lower_by, .weight = zoo_weigh_all, .reads = zoo_read_all}},
    {"mask-lowers",
     "the mask lowers scores by {} instead of hiding keys",
     {1e4, 1e9, 5e4, 1e5, 10, 100, 1000, 65504, 1e6, 1e30, 3e4},
     .steps = {.unmasked = everywhere, .score = lowered_by_mask}},
    {"mask-replaces",
     "the mask sets scores to -{} instead of hiding keys",
     {1e4, 1e9, 5e4, 1e5, 10, 100, 1000, 65504, 1e6, 1e30, 3e4},
     .steps = {.unmasked = everywhere, .score = replaced_by_mask}},
    {"causal-lowers",
     "the diagonal lowers scores by {} instead of hiding keys",
     {1e4, 1e9, 5e4, 1e5, 10, 100, 1000, 65504, 1e6, 1e30, 3e4},
     .steps = {.causal = everywhere, .score = lowered_by_causal}},
    {"causal-replaces",
     "the diagonal sets scores to -{} instead of hiding keys",
     {1e4, 1e9, 5e4, 1e5, 10, 100, 1000, 65504, 1e6, 1e30, 3e4},
     .steps = {.causal = everywhere, .score = replaced_by_causal}},
    {"length-lowers",
     "kv_len lowers scores by {} instead of hiding keys",
     {1e4, 1e9, 5e4, 1e5, 10, 100, 1000, 65504, 1e6, 1e30, 3e4},
     .steps = {.visible = but_for_length, .score = lowered_by_length}},
    {"length-replaces",
     "kv_len sets scores to -{} instead of hiding keys",
     {1e4, 1e9, 5e4, 1e5, 10, 100, 1000, 65504, 1e6, 1e30, 3e4},
     .steps = {.visible = but_for_length, .score = replaced_by_length}},
};

const cause_family cause_visible = {"visible keys", causes, sizeof causes / sizeof causes[0]};
