/* Variables of a row, and the laws of lse. */
#include "check/zoo/law.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

double law_lse_of(const sight *s, int64_t first, int64_t end, double t) {
  const sheet *of = s->of;
  double sum = 0;
  for (int64_t n = sheet_pair(of, s->row, first); n < sheet_pair(of, s->row, end); n++)
    if (of->visible[n]) sum += exp(t * (of->score[n] - of->max[s->row]));
  return sum > 0 ? of->max[s->row] + log(sum) : -HUGE_VAL;
}

/* The lse of one range of this size, or the largest (which: -1), against that of the row. */
static double of_range(const sight *s, int64_t size, int64_t which) {
  const int64_t keys = law_length(s), ranges = size > 0 ? (keys + size - 1) / size : 0;
  double found = -HUGE_VAL;
  for (int64_t n = which < 0 ? 0 : which; n < (which < 0 ? ranges : which + 1); n++)
    found = fmax(found, law_lse_of(s, n * size, (n + 1) * size < keys ? (n + 1) * size : keys, 1));
  return found - sheet_right_lse(s->of, s->row);
}
static int64_t last_range(const sight *s, int64_t size) {
  return size > 0 && law_length(s) > 0 ? (law_length(s) - 1) / size : 0;
}
static double largest_range(const sight *s, int64_t n) { return of_range(s, sheet_range(law_length(s), n), -1); }
static double first_range(const sight *s, int64_t n) { return of_range(s, sheet_range(law_length(s), n), 0); }
static double final_range(const sight *s, int64_t n) {
  const int64_t size = sheet_range(law_length(s), n);
  return of_range(s, size, last_range(s, size));
}
static double largest_tensor_range(const sight *s, int64_t n) { return of_range(s, sheet_range(s->of->keys, n), -1); }
static double largest_tile(const sight *s, int64_t n) { return of_range(s, n, -1); }
static double first_tile(const sight *s, int64_t n) { return of_range(s, n, 0); }
static double last_tile(const sight *s, int64_t n) { return of_range(s, n, last_range(s, n)); }
double law_max_below(const sheet *s, int64_t row, int64_t first, int64_t end, int64_t step) {
  double top = -HUGE_VAL;
  for (int64_t j = first; j < end; j += step)
    if (s->visible[sheet_pair(s, row, j)]) top = fmax(top, s->score[sheet_pair(s, row, j)]);
  return top > -HUGE_VAL ? top - s->max[row] : 0;
}
static double max_of_last_seen_tile(const sight *s, int64_t n) {
  const int64_t last = s->of->last[s->row];
  return last >= 0 ? law_max_below(s->of, s->row, last / n * n, last + 1, 1) : 0;
}
static double max_of_first_tile(const sight *s, int64_t n) {
  return law_max_below(s->of, s->row, 0, n < s->of->keys ? n : s->of->keys, 1);
}
static double max_of_lane_0(const sight *s, int64_t n) { return law_max_below(s->of, s->row, 0, s->of->keys, n); }
static double minus_max(const sight *s, int64_t n) { return (void)n, -s->of->max[s->row]; }
static double lse(const sight *s, int64_t n) { return (void)n, sheet_right_lse(s->of, s->row); }

const law laws_of_rows[] = {
    {law_one, {1}, law_as_it_is, "{k} is added to lse"},
    {minus_max, {1}, NULL, "lse lacks the maximum"},
    {lse, {1}, law_plus_1, "lse is {k} times as large"},
    {largest_range, LAW_RANGES, NULL, "lse is the largest lse of {} ranges of keys"},
    {largest_tensor_range, LAW_RANGES, NULL, "lse is the largest lse of {} ranges of the tensor"},
    {largest_tile, LAW_TILES, NULL, "lse is the largest lse of the tiles of {} keys"},
    {final_range, LAW_RANGES, NULL, "lse is that of the last of {} ranges of keys"},
    {first_range, LAW_RANGES, NULL, "lse is that of the first of {} ranges of keys"},
    {last_tile, LAW_TILES, NULL, "lse is that of the last tile of {} keys"},
    {first_tile, LAW_TILES, NULL, "lse is that of the first tile of {} keys"},
    {max_of_last_seen_tile, LAW_TILES, NULL, "lse uses the maximum of the last tile of {} keys that the row sees"},
    {max_of_first_tile, LAW_TILES, NULL, "lse uses the maximum of the first tile of {} keys"},
    {max_of_lane_0, LAW_TILES, NULL, "lse uses the maximum of one key in {}"},
};

const size_t laws_of_rows_count = sizeof laws_of_rows / sizeof laws_of_rows[0];

/* ---- a maximum of before in lse */

/* Whether the error is the rise of the maximum after the sink alone, or after some tile of n keys. */
static bool is_stale(const sight *s, double error, int64_t n) {
  const sheet *of = s->of;
  const double tolerance = law_tolerance(s), rise = of->has_sink ? of->max[s->row] - of->sink[s->row] : NAN;
  bool stale = fabs(rise - error) <= tolerance;
  for (int64_t end = n; end < of->keys && !stale; end += n)
    stale = fabs(of->max[s->row] - of->so_far[sheet_pair(of, s->row, end - 1)] - error) <= tolerance;
  return stale;
}

/* Of rows: finds the tile for which every error is such a rise; of the row's own maximum, which is added to a sum that
   is still relative to one of before. */
bool law_print_stale(evidence *e, char text[LAWS_TEXT_MAX]) {
  static const int64_t tiles[LAW_NUMBERS] = LAW_TILES;
  for (int i = 0; i < LAW_NUMBERS && tiles[i] != 0; i++) {
    size_t kept = 0;
    bool stale = true;
    for (size_t n = 0; n < e->count && stale; n++)
      stale = !e->list[n].affected || is_stale(&e->list[n], e->error[n], tiles[i]);
    if (!stale) continue;
    for (size_t n = 0; n < e->count; n++)
      if (e->list[n].affected) e->error[kept] = e->error[n], e->list[kept++] = e->list[n];
    e->count = kept;
    (void)snprintf(text, LAWS_TEXT_MAX,
                   "lse adds the maximum to a sum that is relative to an earlier maximum: the sink, or that of a tile "
                   "of %" PRId64 " keys",
                   tiles[i]);
    return true;
  }
  return false;
}
