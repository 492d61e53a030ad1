/* Laws with a factor for each group of pairs: ranges, tiles, heads, batches. */
#include "check/zoo/law.h"

#include <math.h>

#include "check/zoo/words.h"

#define GROUPS 8 /* most groups with a factor of their own */
#define NAMED 3  /* groups that are named */

static int64_t range_at(const sight *s, int64_t n) {
  return law_length(s) > 0 ? s->key / sheet_range(law_length(s), n) : 0;
}
static int64_t tensor_range_at(const sight *s, int64_t n) { return s->key / sheet_range(s->of->keys, n); }
static int64_t tile_at(const sight *s, int64_t n) { return s->key / n; }
static int64_t head_at(const sight *s, int64_t n) { return (void)n, sheet_head(s->of, s->row); }
static int64_t batch_at(const sight *s, int64_t n) { return (void)n, sheet_batch(s->of, s->row); }
static int64_t query_mod(const sight *s, int64_t n) { return sheet_query(s->of, s->row) % n; }
static int64_t key_mod(const sight *s, int64_t n) { return s->key % n; }

/* "{}" stands for the number, "{k}" for that of a group. */
typedef struct {
  int64_t (*of)(const sight *s, int64_t n);
  int64_t numbers[LAW_NUMBERS];
  const char *says;
} grouping;

static const grouping groupings[] = {
    {range_at, LAW_RANGES, " in range {k} of {} of the keys"},
    {tensor_range_at, LAW_RANGES, " in range {k} of {} of the tensor"},
    {tile_at, LAW_TILES, " in tile {k} of {} keys"},
    {head_at, {1}, " in head {k}"},
    {batch_at, {1}, " in batch {k}"},
    {query_mod, {2, 4, 8}, " in queries that are {k} mod {}"},
    {key_mod, {2, 4, 8}, " for keys that are {k} mod {}"},
};

/* Whether a law fits in every group, each with its factor. */
static bool fits_groups(const evidence *e, const law *l, const grouping *g, int64_t n, double *ratios,
                        double factor[GROUPS]) {
  int found = 0;
  for (size_t i = 0; i < e->count; i++)
    if (g->of(&e->list[i], n) >= GROUPS) return false;
  for (int64_t number = 0; number < GROUPS; number++) {
    if (!law_fits(e, l, 1, &(law_group){g->of, n, number}, ratios, &factor[number])) return false;
    found += fabs(factor[number]) > 0;
  }
  return found > 1;
}

static void print_groups(const law *l, const grouping *g, int64_t n, const double factor[GROUPS],
                         char text[LAWS_TEXT_MAX]) {
  size_t used = 0;
  int named = 0;
  for (int64_t number = 0; number < GROUPS && named < NAMED; number++) {
    if (!(fabs(factor[number]) > 0)) continue;
    if (named++ > 0) used += words_print(", ", "", "", text + used, LAWS_TEXT_MAX - used);
    used += law_print_words(l->says, 1, l->shown(factor[number]), text + used, LAWS_TEXT_MAX - used);
    used += law_print_words(g->says, n, (double)number, text + used, LAWS_TEXT_MAX - used);
  }
}

bool law_print_groups(const evidence *e, double *ratios, char text[LAWS_TEXT_MAX]) {
  double factor[GROUPS];
  for (const law *l = laws_of_pairs; l < laws_of_pairs + laws_of_pairs_count; l++)
    for (size_t m = 0; l->shown != NULL && l->numbers[0] == 1 && m < sizeof groupings / sizeof groupings[0]; m++)
      for (int i = 0; i < LAW_NUMBERS && groupings[m].numbers[i] != 0; i++) {
        if (!fits_groups(e, l, &groupings[m], groupings[m].numbers[i], ratios, factor)) continue;
        print_groups(l, &groupings[m], groupings[m].numbers[i], factor, text);
        return true;
      }
  return false;
}
