#include "check/zoo/branches.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "attest.h"
#include "check/zoo/words.h"

/* ---- helpers; n is the number of a condition */

static int64_t group_of(const sheet *s) { return s->q_heads / s->kv_heads; }
static int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }
static int64_t tile_of(int64_t j, int64_t n) { return (j >= 0 ? j : j - n + 1) / n; }
static int64_t tile_end(const sheet *s, int64_t row, int64_t j, int64_t n) {
  const int64_t end = least((j / n + 1) * n, sheet_length(s, row));
  return end > j ? end : j + 1;
}
/* The row of the first query of the block of n queries. */
static int64_t block_row(const sheet *s, int64_t row, int64_t n) { return row - sheet_query(s, row) % n; }
static int64_t block_end(const sheet *s, int64_t row, int64_t n) {
  return block_row(s, row, n) + least(n, s->q_len - sheet_query(s, block_row(s, row, n))) - 1;
}

/* The keys that length, diagonal and window leave to a row: first .. end - 1, whatever masks hide. */
static int64_t range_first(const sheet *s, int64_t row) {
  const int64_t first = s->left != ATTEST_UNLIMITED ? sheet_diagonal(s, row) - s->left : 0;
  return first > 0 ? first : 0;
}
static int64_t range_end(const sheet *s, int64_t row) {
  int64_t end = sheet_length(s, row);
  if (s->causal) end = least(end, sheet_diagonal(s, row) + 1);
  if (s->right != ATTEST_UNLIMITED) end = least(end, sheet_diagonal(s, row) + s->right + 1);
  return end > 0 ? end : 0;
}

/* ---- conditions on a key */

#define TEST(name) static bool name(const sheet *s, int64_t row, int64_t j, int64_t n)
#define UNUSED (void)s, (void)row, (void)j, (void)n

TEST(key_0) { return UNUSED, j == 0; }
TEST(last_key) { return UNUSED, j == sheet_length(s, row) - 1; }
TEST(last_of_tensor) { return UNUSED, j == s->keys - 1; }
TEST(first_visible) { return UNUSED, j == s->first[row]; }
TEST(last_visible) { return UNUSED, j == s->last[row]; }
TEST(after_length) { return UNUSED, j >= sheet_length(s, row); }
TEST(in_rest) { return UNUSED, j >= tile_of(sheet_length(s, row), n) * n && j < sheet_length(s, row); }
TEST(in_rest_of_tensor) { return UNUSED, j >= tile_of(s->keys, n) * n; }
TEST(first_of_rest) { return UNUSED, j == tile_of(sheet_length(s, row), n) * n; }
TEST(first_of_rest_of_tensor) { return UNUSED, j == tile_of(s->keys, n) * n; }
TEST(in_first_tile) { return UNUSED, j < n; }
TEST(in_last_tile) { return UNUSED, tile_of(j, n) == tile_of(sheet_length(s, row) - 1, n); }
TEST(first_of_tile) { return UNUSED, j % n == 0; }
TEST(last_of_tile) { return UNUSED, j % n == n - 1; }
TEST(in_last_range) { return UNUSED, j >= (n - 1) * sheet_range(sheet_length(s, row), n); }
TEST(in_first_range) { return UNUSED, j < sheet_range(sheet_length(s, row), n); }
TEST(in_last_range_of_tensor) { return UNUSED, j >= (n - 1) * sheet_range(s->keys, n); }
TEST(in_first_range_of_tensor) { return UNUSED, j < sheet_range(s->keys, n); }
TEST(past_ranges) { return UNUSED, j >= sheet_length(s, row) / n * n; }
TEST(past_ranges_of_tensor) { return UNUSED, j >= s->keys / n * n; }
TEST(in_last_tile_of_tensor) { return UNUSED, tile_of(j, n) == tile_of(s->keys - 1, n); }
/* After n / BRANCH_BLOCK ranges, each of as many whole tiles as there are for each, rounded down. */
static bool is_past_tiles(int64_t keys, int64_t j, int64_t n) {
  const int64_t tile = n % BRANCH_BLOCK, count = n / BRANCH_BLOCK, tiles = (keys + tile - 1) / tile;
  return tiles >= count && j >= tiles / count * count * tile;
}
TEST(past_tiles) { return is_past_tiles(sheet_length(s, row), j, n); }
TEST(past_tiles_of_tensor) { return UNUSED, is_past_tiles(s->keys, j, n); }
TEST(key_number) { return UNUSED, j == n; }
TEST(query_number) { return UNUSED, sheet_query(s, row) == n; }
TEST(from_key) { return UNUSED, j >= n; }
TEST(odd_key) { return UNUSED, j % 2 == 1; }
TEST(from_column) { return UNUSED, j % s->d_v >= n; } /* the weight of key j is read in column j mod d_v */
TEST(odd_column) { return UNUSED, j % s->d_v % 2 == 1; }
TEST(in_last_columns) { return UNUSED, j % s->d_v >= s->d_v / n * n; }
TEST(past_queries) { return UNUSED, j >= s->q_len; }
TEST(past_columns) { return UNUSED, j >= s->d_k; }

TEST(after_diagonal) { return UNUSED, j > sheet_diagonal(s, row); }
TEST(just_after_diagonal) { return UNUSED, j == sheet_diagonal(s, row) + 1; }
TEST(on_diagonal) { return UNUSED, j == sheet_diagonal(s, row); }
TEST(after_diagonal_tile) { return UNUSED, tile_of(j, n) > tile_of(sheet_diagonal(s, row), n); }
TEST(in_diagonal_tile) { return UNUSED, tile_of(j, n) == tile_of(sheet_diagonal(s, row), n); }
TEST(after_top_left) { return UNUSED, j > sheet_query(s, row); }
TEST(after_first_of_block) {
  const int64_t end = sheet_diagonal(s, block_row(s, row, n / BRANCH_BLOCK));
  return UNUSED, tile_of(j, n % BRANCH_BLOCK) > tile_of(end > 0 ? end : 0, n % BRANCH_BLOCK);
}
TEST(after_last_of_block) {
  return UNUSED, tile_of(j, n % BRANCH_BLOCK) >
                     tile_of(sheet_diagonal(s, block_end(s, row, n / BRANCH_BLOCK)), n % BRANCH_BLOCK);
}
/* Queries of a group of heads are packed: query i of head h is row i * group + h % group of a block. */
TEST(after_first_packed) {
  const int64_t group = group_of(s), packed = sheet_query(s, row) * group + sheet_head(s, row) % group;
  const int64_t first = packed / (n / BRANCH_BLOCK) * (n / BRANCH_BLOCK) / group;
  const int64_t end = first + s->offset[sheet_batch(s, row)];
  return UNUSED, tile_of(j, n % BRANCH_BLOCK) > tile_of(end, n % BRANCH_BLOCK);
}
TEST(after_block) { return UNUSED, j > sheet_diagonal(s, block_end(s, row, n)); }
TEST(after_block_start) { return UNUSED, j > sheet_diagonal(s, block_row(s, row, n)); }
TEST(left_of_window) { return UNUSED, sheet_is_left_of_window(s, row, j); }
TEST(right_of_window) { return UNUSED, sheet_is_right_of_window(s, row, j); }
TEST(first_of_window) { return UNUSED, s->left != ATTEST_UNLIMITED && j == sheet_diagonal(s, row) - s->left; }
TEST(last_of_window) { return UNUSED, s->right != ATTEST_UNLIMITED && j == sheet_diagonal(s, row) + s->right; }
TEST(left_of_top_left) { return UNUSED, s->left != ATTEST_UNLIMITED && j < sheet_query(s, row) - s->left; }
TEST(right_of_top_left) { return UNUSED, s->right != ATTEST_UNLIMITED && j > sheet_query(s, row) + s->right; }
TEST(after_end) { return UNUSED, j > sheet_query(s, row) + s->keys - s->q_len; }
TEST(left_of_end) {
  return UNUSED, s->left != ATTEST_UNLIMITED && j < sheet_query(s, row) + s->keys - s->q_len - s->left;
}
TEST(before_window_tile) {
  return UNUSED, s->left != ATTEST_UNLIMITED && tile_of(j, n) < tile_of(sheet_diagonal(s, row) - s->left, n);
}
TEST(in_window_tile) {
  return UNUSED, s->left != ATTEST_UNLIMITED && tile_of(j, n) == tile_of(sheet_diagonal(s, row) - s->left, n);
}

/* Whether a diagonal or a window cuts the tile of keys for some query of the block. */
TEST(is_cut) {
  const int64_t tile = n % BRANCH_BLOCK, first = j / tile * tile, last = first + tile - 1;
  const int64_t low = sheet_diagonal(s, block_row(s, row, n / BRANCH_BLOCK)),
                high = sheet_diagonal(s, block_end(s, row, n / BRANCH_BLOCK));
  const bool by_left = s->left != ATTEST_UNLIMITED && high - s->left > first;
  const bool by_right = s->right != ATTEST_UNLIMITED && low + s->right < last;
  return (s->causal && low < last) || by_left || by_right;
}
/* Whether the tile ends at or before the diagonal of the first, or of the last query of the block. */
TEST(tile_below_first) {
  const int64_t last = tile_end(s, row, j, n % BRANCH_BLOCK) - 1;
  return s->causal && last <= sheet_diagonal(s, block_row(s, row, n / BRANCH_BLOCK));
}
TEST(tile_below_last) {
  const int64_t last = tile_end(s, row, j, n % BRANCH_BLOCK) - 1;
  return s->causal && last <= sheet_diagonal(s, block_end(s, row, n / BRANCH_BLOCK));
}
/* Whether the tile is before the window of the last query of the block. */
TEST(before_window_of_last) {
  const int64_t tile = n % BRANCH_BLOCK, begins = sheet_diagonal(s, block_end(s, row, n / BRANCH_BLOCK)) - s->left;
  return s->left != ATTEST_UNLIMITED && tile_of(j, tile) < tile_of(begins, tile);
}
/* Whether the key is the last that any query of the block sees. */
TEST(last_seen_by_block) {
  int64_t last = -1;
  for (int64_t other = block_row(s, row, n); other <= block_end(s, row, n); other++)
    last = s->last[other] > last ? s->last[other] : last;
  return j == last;
}
/* The same, of a block of packed rows. */
TEST(last_seen_by_packed) {
  const int64_t group = group_of(s), i = sheet_query(s, row), in_group = sheet_head(s, row) % group;
  const int64_t start = (i * group + in_group) / n * n, first = row - in_group * s->q_len - i;
  int64_t last = -1;
  for (int64_t at = start; at < start + n && at < s->q_len * group; at++) {
    const int64_t other = first + at % group * s->q_len + at / group;
    last = s->last[other] > last ? s->last[other] : last;
  }
  return j == last;
}
/* The position of a packed row, as start of its block of n rows / group + row in the block / group, is too small. */
TEST(floors_differ) {
  const int64_t group = group_of(s), packed = sheet_query(s, row) * group + sheet_head(s, row) % group;
  const int64_t start = packed / n * n;
  return UNUSED, start / group + (packed - start) / group < packed / group;
}
/* The tile against the last one that the first, or the last, query of the block may see. */
TEST(after_range_of_first) {
  const int64_t end = range_end(s, block_row(s, row, n / BRANCH_BLOCK)), tile = n % BRANCH_BLOCK;
  return tile_of(j, tile) > tile_of(end - 1, tile);
}
TEST(before_last_of_block) {
  const int64_t end = range_end(s, block_end(s, row, n / BRANCH_BLOCK)), tile = n % BRANCH_BLOCK;
  return tile_of(j, tile) < tile_of(end - 1, tile);
}
/* The tiles of keys that the block visits: from that of the first key that its first query may see to that of the last.
   */
TEST(in_range_of_block) {
  const int64_t block = n / BRANCH_BLOCK, tile = n % BRANCH_BLOCK, end = range_end(s, block_end(s, row, block));
  return end > 0 && tile_of(j, tile) >= tile_of(range_first(s, block_row(s, row, block)), tile) &&
         tile_of(j, tile) <= tile_of(end - 1, tile);
}
TEST(in_first_of_block) {
  const int64_t tile = n % BRANCH_BLOCK;
  return tile_of(j, tile) == tile_of(range_first(s, block_row(s, row, n / BRANCH_BLOCK)), tile);
}
TEST(in_last_of_block) {
  const int64_t tile = n % BRANCH_BLOCK, end = range_end(s, block_end(s, row, n / BRANCH_BLOCK));
  return end > 0 && tile_of(j, tile) == tile_of(end - 1, tile);
}
TEST(in_rest_to_block_end) {
  const int64_t end = range_end(s, block_end(s, row, n / BRANCH_BLOCK)), tile = n % BRANCH_BLOCK;
  return j < end && j >= end / tile * tile;
}
TEST(in_rest_of_range) {
  const int64_t first = range_first(s, row), end = range_end(s, row);
  return end > first && j < end && j >= end - (end - first) % n;
}
/* After the largest power of two of tiles. */
static bool is_past_power(int64_t keys, int64_t j, int64_t tile) {
  int64_t tiles = 1;
  while (2 * tiles <= (keys + tile - 1) / tile) tiles *= 2;
  return j >= tiles * tile;
}
TEST(past_power) { return is_past_power(sheet_length(s, row), j, n); }
TEST(past_power_of_tensor) { return UNUSED, is_past_power(s->keys, j, n); }
TEST(masked) { return UNUSED, !s->unmasked[sheet_pair(s, row, j)]; }
TEST(first_of_tile_masked) { return UNUSED, !s->unmasked[sheet_pair(s, row, j / n * n)]; }
TEST(last_of_tile_masked) { return UNUSED, !s->unmasked[sheet_pair(s, row, tile_end(s, row, j, n) - 1)]; }
TEST(later_masked) { return UNUSED, j + n < s->keys && !s->unmasked[sheet_pair(s, row, j + n)]; }
TEST(earlier_masked) { return UNUSED, j >= n && !s->unmasked[sheet_pair(s, row, j - n)]; }
TEST(tile_has_masked) {
  bool found = false;
  for (int64_t k = j / n * n; k < tile_end(s, row, j, n); k++) found = found || !s->unmasked[sheet_pair(s, row, k)];
  return found;
}
TEST(tile_has_hidden) {
  bool found = false;
  for (int64_t k = j / n * n; k < tile_end(s, row, j, n); k++) found = found || !s->visible[sheet_pair(s, row, k)];
  return found;
}
TEST(first_of_tile_hidden) { return UNUSED, !s->visible[sheet_pair(s, row, j / n * n)]; }
TEST(last_of_tile_hidden) { return UNUSED, !s->visible[sheet_pair(s, row, tile_end(s, row, j, n) - 1)]; }
TEST(block_start_hidden) { return UNUSED, !s->visible[sheet_pair(s, block_row(s, row, n), j)]; }
TEST(block_start_masked) { return UNUSED, !s->unmasked[sheet_pair(s, block_row(s, row, n), j)]; }

/* Whether a row sees none of the keys of a tile. */
static bool sees_none_of(const sheet *s, int64_t row, int64_t j, int64_t tile) {
  bool seen = false;
  for (int64_t k = j / tile * tile; k < tile_end(s, row, j, tile); k++)
    seen = seen || s->visible[sheet_pair(s, row, k)];
  return !seen;
}
TEST(unseen_by_first) { return sees_none_of(s, block_row(s, row, n / BRANCH_BLOCK), j, n % BRANCH_BLOCK); }
TEST(unseen_by_last) { return sees_none_of(s, block_end(s, row, n / BRANCH_BLOCK), j, n % BRANCH_BLOCK); }
TEST(bias_below) { return UNUSED, s->bias[sheet_pair(s, row, j)] < (double)-n; }
TEST(bias_above) { return UNUSED, s->bias[sheet_pair(s, row, j)] > (double)n; }
TEST(bias_0) { return UNUSED, s->bias[sheet_pair(s, row, j)] == 0; }
TEST(bias_positive) { return UNUSED, s->bias[sheet_pair(s, row, j)] > 0; }
TEST(score_positive) { return UNUSED, s->score[sheet_pair(s, row, j)] > 0; }
TEST(score_below_max) { return UNUSED, s->score[sheet_pair(s, row, j)] < s->max[row] - (double)n; }
TEST(score_below) { return UNUSED, s->score[sheet_pair(s, row, j)] < (double)-n; }
TEST(score_above) { return UNUSED, s->score[sheet_pair(s, row, j)] > (double)n; }
TEST(is_maximum) { return UNUSED, s->visible[sheet_pair(s, row, j)] && s->score[sheet_pair(s, row, j)] >= s->max[row]; }
TEST(raised_later) { return UNUSED, s->max[row] > s->so_far[sheet_pair(s, row, tile_end(s, row, j, n) - 1)]; }
TEST(raised_in_last_tile) {
  const int64_t first = tile_of(sheet_length(s, row) - 1, n) * n;
  return first > 0 && j < first && s->max[row] > s->so_far[sheet_pair(s, row, first - 1)];
}
TEST(raises) {
  return UNUSED, j / n * n == 0 || s->so_far[sheet_pair(s, row, tile_end(s, row, j, n) - 1)] >
                                       s->so_far[sheet_pair(s, row, j / n * n - 1)];
}

/* ---- conditions on a row */

TEST(query_0) { return UNUSED, sheet_query(s, row) == 0; }
TEST(last_query) { return UNUSED, sheet_query(s, row) == s->q_len - 1; }
TEST(odd_query) { return UNUSED, sheet_query(s, row) % 2 == 1; }
TEST(from_query) { return UNUSED, sheet_query(s, row) >= n; }
TEST(in_last_queries) { return UNUSED, sheet_query(s, row) >= s->q_len / n * n; }
TEST(first_of_block) { return UNUSED, sheet_query(s, row) % n == 0; }
TEST(last_of_block) { return UNUSED, sheet_query(s, row) % n == n - 1; }
TEST(before_keys) { return UNUSED, sheet_diagonal(s, row) < 0; }
TEST(past_keys) { return UNUSED, sheet_diagonal(s, row) >= sheet_length(s, row); }
TEST(head_0) { return UNUSED, sheet_head(s, row) == 0; }
TEST(last_head) { return UNUSED, sheet_head(s, row) == s->q_heads - 1; }
TEST(odd_head) { return UNUSED, sheet_head(s, row) % 2 == 1; }
TEST(first_of_group) { return UNUSED, sheet_head(s, row) % group_of(s) == 0; }
TEST(kv_head_0) { return UNUSED, sheet_head(s, row) / group_of(s) == 0; }
TEST(batch_0) { return UNUSED, sheet_batch(s, row) == 0; }
TEST(after_empty_batch) {
  bool found = false;
  for (int64_t b = 0; b < sheet_batch(s, row); b++) found = found || s->length[b] == 0;
  return UNUSED, found;
}
TEST(last_batch) { return UNUSED, sheet_batch(s, row) == s->batch - 1; }
TEST(sees_none) { return UNUSED, s->first[row] < 0; }
TEST(sees_one) { return UNUSED, s->first[row] >= 0 && s->first[row] == s->last[row]; }
TEST(sees_earlier_than_block) {
  const int64_t tile = n % BRANCH_BLOCK, start = block_row(s, row, n / BRANCH_BLOCK);
  int64_t last = -1;
  for (int64_t other = start; other <= block_end(s, row, n / BRANCH_BLOCK); other++)
    last = s->last[other] > last ? s->last[other] : last;
  return UNUSED, tile_of(s->last[row], tile) < tile_of(last, tile);
}
TEST(first_tile_empty) { return UNUSED, s->first[row] >= n || s->first[row] < 0; }
TEST(sees_later_than_block) {
  const int64_t own = s->first[row], of_block = s->first[block_row(s, row, n / BRANCH_BLOCK)];
  return UNUSED, own >= 0 && of_block >= 0 && tile_of(own, n % BRANCH_BLOCK) > tile_of(of_block, n % BRANCH_BLOCK);
}
/* Whether the row sees none of the first tile that its block visits. */
TEST(block_start_unseen) {
  const int64_t block = n / BRANCH_BLOCK, first = range_first(s, block_row(s, row, block));
  return UNUSED, first < s->keys && range_end(s, block_end(s, row, block)) > first &&
                     sees_none_of(s, row, first, n % BRANCH_BLOCK);
}
TEST(whole_tile_hidden) {
  bool found = false;
  for (int64_t first = 0; first < sheet_length(s, row) && !found; first += n) {
    bool seen = false;
    for (int64_t k = first; k < least(first + n, sheet_length(s, row)); k++)
      seen = seen || s->visible[sheet_pair(s, row, k)];
    found = !seen;
  }
  return UNUSED, found;
}
/* Whether the row sees none of the keys of a tile after that of the key; and sees some after that tile. */
TEST(later_tile_hidden) {
  bool found = false;
  for (int64_t first = (j / n + 1) * n; first < sheet_length(s, row) && !found; first += n)
    found = sees_none_of(s, row, first, n);
  return found;
}
TEST(later_tile_skipped) {
  bool found = false;
  for (int64_t first = (j / n + 1) * n; first + n <= s->last[row] && !found; first += n)
    found = sees_none_of(s, row, first, n);
  return found;
}
TEST(max_above) { return UNUSED, s->max[row] > (double)n; }
TEST(max_below) { return UNUSED, s->max[row] < (double)-n; }
TEST(max_positive) { return UNUSED, s->max[row] > 0; }
TEST(max_in_first_tile) {
  return UNUSED, s->keys > 0 && s->so_far[sheet_pair(s, row, least(n, s->keys) - 1)] >= s->max[row];
}
TEST(no_length) { return UNUSED, sheet_length(s, row) == 0; }
TEST(sees_at_most) {
  int64_t seen = 0;
  for (int64_t k = 0; k < s->keys; k++) seen += s->visible[sheet_pair(s, row, k)];
  return UNUSED, seen <= n;
}
TEST(short_length) { return UNUSED, sheet_length(s, row) < s->keys; }
TEST(length_within) { return UNUSED, sheet_length(s, row) <= n; }
TEST(length_whole) { return UNUSED, sheet_length(s, row) % n == 0; }
TEST(fewer_keys_than_ranges) { return UNUSED, sheet_length(s, row) < n; }

/* ---- conditions on a problem */

TEST(is_causal) { return UNUSED, s->causal; }
TEST(has_window) { return UNUSED, s->windowed; }
TEST(has_length) { return UNUSED, s->has_length; }
TEST(has_mask) { return UNUSED, s->has_mask; }
TEST(has_bias) { return UNUSED, s->has_bias; }
TEST(has_sink) { return UNUSED, s->has_sink; }
TEST(has_softcap) { return UNUSED, s->has_softcap; }
TEST(one_query) { return UNUSED, s->q_len == 1; }
TEST(fewer_queries) { return UNUSED, s->q_len < s->keys; }
TEST(more_queries) { return UNUSED, s->q_len > s->keys; }
TEST(one_batch) { return UNUSED, s->batch == 1; }
TEST(one_head) { return UNUSED, s->q_heads == 1; }
TEST(grouped) { return UNUSED, group_of(s) > 1; }
TEST(keys_whole) { return UNUSED, s->keys % n == 0; }
TEST(queries_whole) { return UNUSED, s->q_len % n == 0; }
TEST(columns_whole) { return UNUSED, s->d_k % n == 0; }
TEST(window_right_unlimited) { return UNUSED, s->windowed && s->right == ATTEST_UNLIMITED; }
TEST(window_left_unlimited) { return UNUSED, s->windowed && s->left == ATTEST_UNLIMITED; }
TEST(window_left_0) { return UNUSED, s->windowed && s->left == 0; }
TEST(window_right_0) { return UNUSED, s->windowed && s->right == 0; }

#define TILES                                                                                                          \
  { 32, 64, 128, 16, 8, 4, 2, 48, 96, 12, 24 }
#define RANGES                                                                                                         \
  { 2, 4, 3, 8, 16 }
#define RANGES_OF_TILES                                                                                                \
  {                                                                                                                    \
    4 * BRANCH_BLOCK + 16, 2 * BRANCH_BLOCK + 16, 8 * BRANCH_BLOCK + 16, 4 * BRANCH_BLOCK + 32, 2 * BRANCH_BLOCK + 32, \
        8 * BRANCH_BLOCK + 32, 4 * BRANCH_BLOCK + 64, 2 * BRANCH_BLOCK + 64, 8 * BRANCH_BLOCK + 64                     \
  }
#define RESTS                                                                                                          \
  {                                                                                                                    \
    1 * BRANCH_BLOCK + 4, 1 * BRANCH_BLOCK + 8, 1 * BRANCH_BLOCK + 16, 16 * BRANCH_BLOCK + 4, 16 * BRANCH_BLOCK + 8,   \
        16 * BRANCH_BLOCK + 16, 32 * BRANCH_BLOCK + 4, 32 * BRANCH_BLOCK + 8, 32 * BRANCH_BLOCK + 16,                  \
        64 * BRANCH_BLOCK + 4, 64 * BRANCH_BLOCK + 8, 64 * BRANCH_BLOCK + 16, 8 * BRANCH_BLOCK + 4,                    \
        8 * BRANCH_BLOCK + 8, 4 * BRANCH_BLOCK + 4, 128 * BRANCH_BLOCK + 8                                             \
  }
#define BLOCKS                                                                                                         \
  {                                                                                                                    \
    16 * BRANCH_BLOCK + 32, 64 * BRANCH_BLOCK + 64, 32 * BRANCH_BLOCK + 32, 16 * BRANCH_BLOCK + 16,                    \
        16 * BRANCH_BLOCK + 64, 64 * BRANCH_BLOCK + 32, 32 * BRANCH_BLOCK + 64, 8 * BRANCH_BLOCK + 32,                 \
        8 * BRANCH_BLOCK + 8, 4 * BRANCH_BLOCK + 4, 8 * BRANCH_BLOCK + 16, 32 * BRANCH_BLOCK + 16,                     \
        4 * BRANCH_BLOCK + 16, 128 * BRANCH_BLOCK + 64, 4 * BRANCH_BLOCK + 8, 64 * BRANCH_BLOCK + 128,                 \
        128 * BRANCH_BLOCK + 128, 16 * BRANCH_BLOCK + 128, 4 * BRANCH_BLOCK + 32, 8 * BRANCH_BLOCK + 64,               \
        32 * BRANCH_BLOCK + 48, 16 * BRANCH_BLOCK + 48, 64 * BRANCH_BLOCK + 48, 64 * BRANCH_BLOCK + 96,                \
        128 * BRANCH_BLOCK + 96, 8 * BRANCH_BLOCK + 48                                                                 \
  }

/* The conditions, in the order in which they are preferred. "{}" stands for the number (the tile of a number of two
   parts), "{b}" for the block. */
const branch branches[] = {
    {"the key is after the diagonal", "the key is not after the diagonal", true, {0}, after_diagonal},
    {"the key is left of the window", "the key is not left of the window", true, {0}, left_of_window},
    {"the key is right of the window", "the key is not right of the window", true, {0}, right_of_window},
    {"the key is after kv_len", "the key is before kv_len", true, {0}, after_length},
    {"the mask hides the key", "the mask lets the key through", true, {0}, masked},
    {"the key is key 0", "the key is not key 0", true, {0}, key_0},
    {"the key is the last that counts", "the key is not the last that counts", true, {0}, last_key},
    {"the key is the last of the tensor", NULL, true, {0}, last_of_tensor},
    {"the key is the first that the row sees", NULL, true, {0}, first_visible},
    {"the key is the last that the row sees", NULL, true, {0}, last_visible},
    {"the key is on the diagonal", "the key is not on the diagonal", true, {0}, on_diagonal},
    {"the key is the first after the diagonal", NULL, true, {0}, just_after_diagonal},
    {"the key is the first of the window", NULL, true, {0}, first_of_window},
    {"the key is the last of the window", NULL, true, {0}, last_of_window},
    {"the key is after a top-left diagonal", "the key is not after a top-left diagonal", true, {0}, after_top_left},
    {"the key is left of a window around key i for query i",
     "the key is not left of a window around key i for query i",
     true,
     {0},
     left_of_top_left},
    {"the key is right of a window around key i for query i",
     "the key is not right of a window around key i for query i",
     true,
     {0},
     right_of_top_left},
    {"the key is after a diagonal to the last key of the tensor",
     "the key is not after a diagonal to the last key of the tensor",
     true,
     {0},
     after_end},
    {"the key is left of a window on a diagonal to the last key of the tensor",
     "the key is not left of a window on a diagonal to the last key of the tensor",
     true,
     {0},
     left_of_end},
    {"the key has the largest score", "the key does not have the largest score", true, {0}, is_maximum},
    {"the key is in the last, partial tile of {}", "the key is not in the last, partial tile of {}", true, TILES,
     in_rest},
    {"the key is in the last, partial tile of {} of the tensor", NULL, true, TILES, in_rest_of_tensor},
    {"the key is the first of the last, partial tile of {}", NULL, true, TILES, first_of_rest},
    {"the key is the first of the last, partial tile of {} of the tensor", NULL, true, TILES, first_of_rest_of_tensor},
    {"the key is in the first tile of {}", "the key is after the first tile of {}", true, TILES, in_first_tile},
    {"the key is in the last tile of {}", "the key is before the last tile of {}", true, TILES, in_last_tile},
    {"the key is odd", "the key is even", true, {0}, odd_key},
    {"the key is the first of a tile of {}", "the key is not the first of a tile of {}", true, TILES, first_of_tile},
    {"the key is the last of a tile of {}", "the key is not the last of a tile of {}", true, TILES, last_of_tile},
    {"the key is in the last tile of {} of the tensor", "the key is before the last tile of {} of the tensor", true,
     TILES, in_last_tile_of_tensor},
    {"the key is past {} equal ranges, rounded down", NULL, true, RANGES, past_ranges},
    {"the key is past {b} equal ranges of whole tiles of {}, rounded down", NULL, true, RANGES_OF_TILES, past_tiles},
    {"the key is past {b} equal ranges of whole tiles of {} of the tensor, rounded down", NULL, true, RANGES_OF_TILES,
     past_tiles_of_tensor},
    {"the key is past {} equal ranges of the tensor, rounded down", NULL, true, RANGES, past_ranges_of_tensor},
    {"the key is in the last of {} ranges", "the key is not in the last of {} ranges", true, RANGES, in_last_range},
    {"the key is in the first of {} ranges", "the key is not in the first of {} ranges", true, RANGES, in_first_range},
    {"the key is in the last of {} ranges of the tensor", "the key is not in the last of {} ranges of the tensor", true,
     RANGES, in_last_range_of_tensor},
    {"the key is in the first of {} ranges of the tensor", "the key is not in the first of {} ranges of the tensor",
     true, RANGES, in_first_range_of_tensor},
    {"the key is in a tile of {} after that of the diagonal", NULL, true, TILES, after_diagonal_tile},
    {"the key is in the tile of {} of the diagonal", NULL, true, TILES, in_diagonal_tile},
    {"the key is in a tile of {} after that of the diagonal of the first query of its block of {b}", NULL, true, BLOCKS,
     after_first_of_block},
    {"the key is in a tile of {} after that of the diagonal of the last query of its block of {b}", NULL, true, BLOCKS,
     after_last_of_block},
    {"the key is after the diagonal of the first query of its block of {}", NULL, true, TILES, after_block_start},
    {"the key is after the diagonal of the last query of its block of {}", NULL, true, TILES, after_block},
    {"the key is in a tile of {} before the tile in which the window begins", NULL, true, TILES, before_window_tile},
    {"the key is in the tile of {} in which the window begins", NULL, true, TILES, in_window_tile},
    {"a diagonal or a window cuts the tile of {} keys for the block of {b} queries",
     "no diagonal or window cuts the tile of {} keys for the block of {b} queries", true, BLOCKS, is_cut},
    {"the key is in a tile of {} after the last that the first query of its block of {b} may see", NULL, true, BLOCKS,
     after_range_of_first},
    {"the key is in a tile of {} before the last that its block of {b} may see", NULL, true, BLOCKS,
     before_last_of_block},
    {"the key is in a tile of {} that its block of {b} may see",
     "the key is in no tile of {} that its block of {b} may see", true, BLOCKS, in_range_of_block},
    {"the key is in the first tile of {} that its block of {b} may see", NULL, true, BLOCKS, in_first_of_block},
    {"the key is in the last tile of {} that its block of {b} may see", NULL, true, BLOCKS, in_last_of_block},
    {"the key is in the last, partial tile of {} up to the last key that its block of {b} may see", NULL, true, RESTS,
     in_rest_to_block_end},
    {"the key is in the rest, mod {}, of the keys that the row may see", NULL, true, TILES, in_rest_of_range},
    {"the key is past a power of two of tiles of {}", NULL, true, TILES, past_power},
    {"the key is past a power of two of tiles of {} of the tensor", NULL, true, TILES, past_power_of_tensor},
    {"the tile of {} ends before the diagonal of the first query of its block of {b}",
     "the tile of {} ends after the diagonal of the first query of its block of {b}", true, BLOCKS, tile_below_first},
    {"the tile of {} ends before the diagonal of the last query of its block of {b}",
     "the tile of {} ends after the diagonal of the last query of its block of {b}", true, BLOCKS, tile_below_last},
    {"the key is in a tile of {} before the window of the last query of its block of {b}", NULL, true, BLOCKS,
     before_window_of_last},
    {"the key is the last that any query of its block of {} sees", NULL, true, TILES, last_seen_by_block},
    {"the mask hides the first key of its tile of {}", "the mask shows the first key of its tile of {}", true, TILES,
     first_of_tile_masked},
    {"the mask hides the last key of its tile of {}", "the mask shows the last key of its tile of {}", true, TILES,
     last_of_tile_masked},
    {"the mask hides some key of its tile of {}", "the mask hides no key of its tile of {}", true, TILES,
     tile_has_masked},
    {"the mask hides the key {} later",
     "the mask shows the key {} later",
     true,
     {1, 2, 4, 8, 16, 32, 64},
     later_masked},
    {"the mask hides the key {} earlier",
     "the mask shows the key {} earlier",
     true,
     {1, 2, 4, 8, 16, 32, 64},
     earlier_masked},
    {"the mask hides the key from the first query of the block of {}",
     "the mask shows the key to the first query of the block of {}", true, TILES, block_start_masked},
    {"the first key of its tile of {} is hidden", "the first key of its tile of {} is visible", true, TILES,
     first_of_tile_hidden},
    {"the last key of its tile of {} is hidden", "the last key of its tile of {} is visible", true, TILES,
     last_of_tile_hidden},
    {"some key of its tile of {} is hidden", "all keys of its tile of {} are visible", true, TILES, tile_has_hidden},
    {"the key is hidden from the first query of the block of {}",
     "the key is visible to the first query of the block of {}", true, TILES, block_start_hidden},
    {"the first query of its block of {b} sees nothing of its tile of {}", NULL, true, BLOCKS, unseen_by_first},
    {"the last query of its block of {b} sees nothing of its tile of {}", NULL, true, BLOCKS, unseen_by_last},
    {"the row sees nothing of a later tile of {}", "the row sees some key of every later tile of {}", true, TILES,
     later_tile_hidden},
    {"the row sees nothing of a later tile of {}, but sees keys after it", NULL, true, TILES, later_tile_skipped},
    {"the bias of the key is below -{}",
     "the bias of the key is not below -{}",
     true,
     {10000, 1000, 100, 20, 80, 50000, 1000000, 1000000000},
     bias_below},
    {"the bias of the key is above {}", NULL, true, {10000, 1000, 100, 10}, bias_above},
    {"the bias of the key is 0", "the bias of the key is not 0", true, {0}, bias_0},
    {"the bias of the key is positive", "the bias of the key is not positive", true, {0}, bias_positive},
    {"the score is positive", "the score is not positive", true, {0}, score_positive},
    {"the score is more than {} below the maximum",
     "the score is at most {} below the maximum",
     true,
     {8, 10, 16, 20, 5, 12, 14, 30, 4, 3},
     score_below_max},
    {"the score is below -{}",
     "the score is not below -{}",
     true,
     {10, 20, 30, 50, 80, 88, 100, 1000, 10000},
     score_below},
    {"the score is above {}",
     "the score is not above {}",
     true,
     {10, 20, 30, 50, 80, 88, 100, 1000, 10000},
     score_above},
    {"a later tile of {} raises the maximum", "no later tile of {} raises the maximum", true, TILES, raised_later},
    {"the last tile of {} raises the maximum", NULL, true, TILES, raised_in_last_tile},
    {"its tile of {} raises the maximum", "its tile of {} does not raise the maximum", true, TILES, raises},
    {"the key is key {}", NULL, true, {1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128}, key_number},
    {"the key is key {} or later",
     "the key is before key {}",
     true,
     {1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128},
     from_key},
    {"the weight is of column {} of out or later",
     "the weight is of a column of out before {}",
     true,
     {32, 64, 128, 16, 8, 4},
     from_column},
    {"the weight is of an odd column of out", "the weight is of an even column of out", true, {0}, odd_column},
    {"the weight is of the last columns of out, d_v mod {}", NULL, true, TILES, in_last_columns},
    {"there are fewer queries before it than its number", NULL, true, {0}, past_queries},
    {"the number of the key is d_k or more", NULL, true, {0}, past_columns},
    {"the key is in a tile of {} after that of the diagonal of the first of its block of {b} packed rows (query * "
     "group + "
     "head in group)",
     NULL, true, BLOCKS, after_first_packed},
    {"the key is the last that any of its block of {} packed rows sees", NULL, true, TILES, last_seen_by_packed},
    {"start / group + row / group is not (start + row) / group, in blocks of {} packed rows", NULL, false, TILES,
     floors_differ},
    {"the row sees no key", "the row sees a key", false, {0}, sees_none},
    {"the row sees one key", "the row sees several keys", false, {0}, sees_one},
    {"the diagonal is before key 0", "the diagonal is not before key 0", false, {0}, before_keys},
    {"the diagonal is after the last key that counts", NULL, false, {0}, past_keys},
    {"the first {} keys are hidden", "at least one of the first {} keys is visible", false, TILES, first_tile_empty},
    {"the row sees its first key in a later tile of {} than the first query of its block of {b}", NULL, false, BLOCKS,
     sees_later_than_block},
    {"the row sees its last key in an earlier tile of {} than some query of its block of {b}", NULL, false, BLOCKS,
     sees_earlier_than_block},
    {"the row sees nothing of the first tile of {} that its block of {b} may see", NULL, false, BLOCKS,
     block_start_unseen},
    {"a whole tile of {} is hidden", "no whole tile of {} is hidden", false, TILES, whole_tile_hidden},
    {"the query is query 0", "the query is not query 0", false, {0}, query_0},
    {"the query is the last", "the query is not the last", false, {0}, last_query},
    {"the query is query {}", NULL, false, {1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128}, query_number},
    {"the query is query {} or later",
     "the query is before query {}",
     false,
     {1, 2, 4, 8, 16, 32, 64, 128},
     from_query},
    {"the query is in the last, partial block of {}", "the query is not in the last, partial block of {}", false, TILES,
     in_last_queries},
    {"the query is odd", "the query is even", false, {0}, odd_query},
    {"the query is the first of a block of {}", NULL, false, TILES, first_of_block},
    {"the query is the last of a block of {}", NULL, false, TILES, last_of_block},
    {"the head is head 0", "the head is not head 0", false, {0}, head_0},
    {"the head is the first of its group", "the head is not the first of its group", false, {0}, first_of_group},
    {"the kv head is head 0", "the kv head is not head 0", false, {0}, kv_head_0},
    {"the head is the last", "the head is not the last", false, {0}, last_head},
    {"the head is odd", "the head is even", false, {0}, odd_head},
    {"the batch is batch 0", "the batch is not batch 0", false, {0}, batch_0},
    {"a batch before has no key that counts", NULL, false, {0}, after_empty_batch},
    {"the batch is the last", "the batch is not the last", false, {0}, last_batch},
    {"the maximum is in the first tile of {}", "the maximum is not in the first tile of {}", false, TILES,
     max_in_first_tile},
    {"the maximum is positive", "the maximum is not positive", false, {0}, max_positive},
    {"the maximum is above {}", "the maximum is not above {}", false, {1, 10, 50, 88, 100, 1000}, max_above},
    {"the maximum is below -{}", "the maximum is not below -{}", false, {1, 10, 50, 88, 100, 1000}, max_below},
    {"no key counts", "some key counts", false, {0}, no_length},
    {"the row sees at most {} keys",
     "the row sees more than {} keys",
     false,
     {1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64},
     sees_at_most},
    {"kv_len is shorter than the tensor", "kv_len is as long as the tensor", false, {0}, short_length},
    {"at most {} keys count", "more than {} keys count", false, {1, 2, 3, 4, 8, 16, 32, 64, 128}, length_within},
    {"the number of keys that count is a multiple of {}", "the number of keys that count is no multiple of {}", false,
     TILES, length_whole},
    {"fewer than {} keys count", NULL, false, RANGES, fewer_keys_than_ranges},
    {"q_len is 1", "q_len is not 1", false, {0}, one_query},
    {"there are fewer queries than keys", "there are no fewer queries than keys", false, {0}, fewer_queries},
    {"there are more queries than keys", "there are no more queries than keys", false, {0}, more_queries},
    {"heads are grouped", "heads are not grouped", false, {0}, grouped},
    {"the problem is causal", "the problem is not causal", false, {0}, is_causal},
    {"there is a window", "there is no window", false, {0}, has_window},
    {"the window has no right side", "the window has a right side", false, {0}, window_right_unlimited},
    {"the window has no left side", "the window has a left side", false, {0}, window_left_unlimited},
    {"the left side of the window is 0", "the left side of the window is not 0", false, {0}, window_left_0},
    {"the right side of the window is 0", "the right side of the window is not 0", false, {0}, window_right_0},
    {"there is a kv_len", "there is no kv_len", false, {0}, has_length},
    {"there is a mask", "there is no mask", false, {0}, has_mask},
    {"there is a bias", "there is no bias", false, {0}, has_bias},
    {"there are sinks", "there are no sinks", false, {0}, has_sink},
    {"there is a softcap", "there is no softcap", false, {0}, has_softcap},
    {"there is one batch", "there are several batches", false, {0}, one_batch},
    {"there is one head", "there are several heads", false, {0}, one_head},
    {"keys is a multiple of {}", "keys is no multiple of {}", false, TILES, keys_whole},
    {"q_len is a multiple of {}", "q_len is no multiple of {}", false, TILES, queries_whole},
    {"d_k is a multiple of {}", "d_k is no multiple of {}", false, TILES, columns_whole},
};

const size_t branches_count = sizeof branches / sizeof branches[0];

size_t branch_print(const branch *b, int64_t number, bool denied, char *text, size_t size) {
  const char *says = denied ? b->denies : b->says;
  const bool has_block = strstr(says, "{b}") != NULL;
  char its[30], block[30];
  (void)snprintf(its, sizeof its, "%" PRId64, has_block ? number % BRANCH_BLOCK : number);
  (void)snprintf(block, sizeof block, "%" PRId64, number / BRANCH_BLOCK);
  return words_print(says, its, block, text, size);
}
