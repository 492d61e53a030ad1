/* Variables of a pair of query and key, and the laws of weights. */
#include "check/zoo/law.h"

#include <math.h>

#define STEPS                                                                                                          \
  { 1, 2, 4, 8, 16, 32, 64 }

static int64_t pair_of(const sight *s) { return sheet_pair(s->of, s->row, s->key); }

static double rise(const sight *s, int64_t n) {
  const int64_t end = (s->key / n + 1) * n;
  return end < s->of->keys ? s->of->max[s->row] - s->of->so_far[s->row * s->of->keys + end - 1] : 0;
}
static double rise_in_last(const sight *s, int64_t n) {
  const int64_t first = (law_length(s) - 1) / n * n;
  return first > 0 && s->key < first ? s->of->max[s->row] - s->of->so_far[s->row * s->of->keys + first - 1] : 0;
}
static double score(const sight *s, int64_t n) { return (void)n, s->of->score[pair_of(s)]; }
static double below(const sight *s, int64_t n) { return (void)n, s->of->score[pair_of(s)] - s->of->max[s->row]; }
static double bias(const sight *s, int64_t n) { return (void)n, s->of->bias[pair_of(s)]; }
static double bias_at(const sight *s, int64_t key) {
  return key >= 0 && key < s->of->keys ? s->of->bias[sheet_pair(s->of, s->row, key)] - bias(s, 0) : 0;
}
static double bias_before(const sight *s, int64_t n) { return bias_at(s, s->key - n); }
static double bias_after(const sight *s, int64_t n) { return bias_at(s, s->key + n); }
static double bias_of_row(const sight *s, int64_t row) {
  return s->of->bias[sheet_pair(s->of, row, s->key)] - bias(s, 0);
}
static double bias_of_query_before(const sight *s, int64_t n) {
  return sheet_query(s->of, s->row) >= n ? bias_of_row(s, s->row - n) : 0;
}
static double bias_of_query_after(const sight *s, int64_t n) {
  return sheet_query(s->of, s->row) + n < s->of->q_len ? bias_of_row(s, s->row + n) : 0;
}
static double bias_of_block(const sight *s, int64_t n) {
  return bias_of_row(s, s->row - sheet_query(s->of, s->row) % n);
}
static double distance(const sight *s, int64_t n) { return (void)n, (double)(s->key - sheet_diagonal(s->of, s->row)); }
static double max(const sight *s, int64_t n) { return (void)n, s->of->max[s->row]; }

/* What is added to a score that reads this q and this k. */
static double moved(const sight *s, const double *q, const double *k) {
  return sheet_score(s->of, s->row, s->key, q, k) - s->of->score[pair_of(s)];
}
static double moved_k(const sight *s, int64_t row, int64_t key) {
  const bool there = row >= 0 && key >= 0 && key < s->of->keys;
  return there ? moved(s, sheet_q(s->of, s->row), sheet_k(s->of, row) + key * s->of->d_k) : 0;
}
static double moved_q(const sight *s, int64_t row) {
  return moved(s, sheet_q(s->of, row), sheet_k(s->of, s->row) + s->key * s->of->d_k);
}
static double k_before(const sight *s, int64_t n) { return moved_k(s, s->row, s->key - n); }
static double k_after(const sight *s, int64_t n) { return moved_k(s, s->row, s->key + n); }
/* A row of the kv head n before. */
static double k_of_head_before(const sight *s, int64_t n) {
  const int64_t group = s->of->q_heads / s->of->kv_heads;
  return sheet_head(s->of, s->row) / group >= n ? moved_k(s, s->row - n * group * s->of->q_len, s->key) : 0;
}
static double k_of_head_0(const sight *s, int64_t n) {
  return (void)n, moved_k(s, s->row - sheet_head(s->of, s->row) * s->of->q_len, s->key);
}
static double k_of_batch_before(const sight *s, int64_t n) {
  return moved_k(s, s->row - n * s->of->q_heads * s->of->q_len, s->key);
}
static double q_before(const sight *s, int64_t n) {
  return sheet_query(s->of, s->row) >= n ? moved_q(s, s->row - n) : 0;
}
static double q_after(const sight *s, int64_t n) {
  return sheet_query(s->of, s->row) + n < s->of->q_len ? moved_q(s, s->row + n) : 0;
}
static double q_of_block(const sight *s, int64_t n) { return moved_q(s, s->row - sheet_query(s->of, s->row) % n); }
static double q_of_head_before(const sight *s, int64_t n) {
  return sheet_head(s->of, s->row) >= n ? moved_q(s, s->row - n * s->of->q_len) : 0;
}

const law laws_of_pairs[] = {
    {law_one, {1}, exp, "weights are {k} times as large"},
    {bias, {1}, law_plus_1, "the bias counts {k} times"},
    {rise, LAW_TILES, NULL, "sums of earlier tiles of {} keys are not rescaled when the maximum rises"},
    {rise_in_last, LAW_TILES, NULL, "sums are not rescaled when the last tile of {} keys raises the maximum"},
    {rise, LAW_TILES, law_minus_1,
     "sums of earlier tiles of {} keys are rescaled by exp of {k} times the rise of the maximum"},
    {bias_before, STEPS, NULL, "the bias is that of the key {} earlier"},
    {bias_after, STEPS, NULL, "the bias is that of the key {} later"},
    {bias_of_query_before, STEPS, NULL, "the bias is that of the query {} earlier"},
    {bias_of_query_after, STEPS, NULL, "the bias is that of the query {} later"},
    {bias_of_block, STEPS, NULL, "the bias is that of the first query of the block of {}"},
    {score, {1}, law_plus_1, "scores are {k} times as large"},
    {below, {1}, law_plus_1, "weights are exp of {k} times score - maximum"},
    {distance, {1}, law_as_it_is, "{k} times the distance from the diagonal is added to scores"},
    {max, {1}, law_as_it_is, "{k} times the maximum is added to scores"},
    {k_before, STEPS, NULL, "k is that of the key {} earlier"},
    {k_after, STEPS, NULL, "k is that of the key {} later"},
    {k_of_head_before, {1, 2, 4}, NULL, "k is that of the kv head {} earlier"},
    {k_of_head_0, {1}, NULL, "k is that of kv head 0"},
    {k_of_batch_before, {1, 2}, NULL, "k is that of the batch {} earlier"},
    {q_before, STEPS, NULL, "q is that of the query {} earlier"},
    {q_after, STEPS, NULL, "q is that of the query {} later"},
    {q_of_block, STEPS, NULL, "q is that of the first query of the block of {}"},
    {q_of_head_before, {1, 2, 4}, NULL, "q is that of the head {} earlier"},
};

const size_t laws_of_pairs_count = sizeof laws_of_pairs / sizeof laws_of_pairs[0];
