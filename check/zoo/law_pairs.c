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

const law laws_of_pairs[] = {
    {law_one, {1}, exp, "weights are {k} times as large"},
    {bias, {1}, law_plus_1, "the bias counts {k} times"},
    {rise, LAW_TILES, NULL, "sums of earlier tiles of {} keys are not rescaled when the maximum rises"},
    {rise_in_last, LAW_TILES, NULL, "sums are not rescaled when the last tile of {} keys raises the maximum"},
    {rise, LAW_TILES, law_minus_1,
     "sums of earlier tiles of {} keys are rescaled by exp of {k} times the rise of the maximum"},
    {bias_before, STEPS, NULL, "the bias is that of the key {} before"},
    {bias_after, STEPS, NULL, "the bias is that of the key {} further"},
    {bias_of_query_before, STEPS, NULL, "the bias is that of the query {} before"},
    {bias_of_query_after, STEPS, NULL, "the bias is that of the query {} further"},
    {bias_of_block, STEPS, NULL, "the bias is that of the first query of the block of {}"},
    {score, {1}, law_plus_1, "scores are {k} times as large"},
    {below, {1}, law_plus_1, "weights are exp of {k} times score - maximum"},
    {distance, {1}, law_as_it_is, "{k} times the distance from the diagonal is added to scores"},
    {max, {1}, law_as_it_is, "{k} times the maximum is added to scores"},
};

const size_t laws_of_pairs_count = sizeof laws_of_pairs / sizeof laws_of_pairs[0];
