/* Each condition is a set of sights, held as bits. Those that contain all affected sights are intersected, one, two or three
   at a time, until nothing but the affected ones is left. */
#include "check/zoo/conditions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/zoo/branches.h"
#include "check/zoo/words.h"

#define LEAST 4       /* affected sights */
#define LEAST_MANY 24 /* where more than three parts are needed */
#define MANY 6        /* parts of a condition */
#define TRIPLES 40    /* any three of so many conditions are tried together: those that hold in fewest other sights */

/* ---- sets of sights */

typedef struct {
  size_t of; /* number of the branch */
  int64_t number;
  bool denied;
  uint64_t *others; /* the sights that are not affected and in which it holds */
  size_t count;     /* their number */
} literal;

typedef struct {
  literal *list; /* those that hold in every affected sight */
  size_t count;
  uint64_t *bits;
  size_t words;     /* of one set */
  size_t by_chance; /* sights that a condition may hold in without being affected */
} literals;

static bool is_true(const literal *l, const sight *s) {
  return branches[l->of].holds(s->of, s->row, s->key, l->number) != l->denied;
}

/* Fills the set of a condition. False if it does not hold in some affected sight. */
static bool fill(literal *l, const sight *s, size_t count, size_t words) {
  size_t other = 0;
  (void)memset(l->others, 0, words * sizeof *l->others);
  l->count = 0;
  for (size_t n = 0; n < count; n++) {
    const bool holds = is_true(l, &s[n]);
    if (s[n].affected && !holds) return false;
    if (s[n].affected) continue;
    if (holds) l->others[other / 64] |= (uint64_t)1 << other % 64, l->count++;
    other++;
  }
  return true;
}

static void collect(const sight *s, size_t count, bool of_rows, size_t others, literals *all) {
  for (size_t c = 0; c < branches_count; c++) {
    if (of_rows && branches[c].of_key) continue;
    for (int n = 0; n == 0 || (n < BRANCH_NUMBERS && branches[c].numbers[n] != 0); n++)
      for (int denied = 0; denied < (branches[c].denies != NULL ? 2 : 1); denied++) {
        literal l = {c, branches[c].numbers[n], denied, all->bits + all->count * all->words, 0};
        if (fill(&l, s, count, all->words) && l.count < others) all->list[all->count++] = l;
      }
  }
}

/* Whether nothing, or no more than by chance, is left in three sets together. */
static bool is_empty(const literals *all, const literal *a, const literal *b, const literal *c) {
  size_t left = 0;
  for (size_t n = 0; n < all->words && left <= all->by_chance; n++)
    left += (size_t)__builtin_popcountll(a->others[n] & b->others[n] & c->others[n]);
  return left <= all->by_chance;
}

static bool find_one(const literals *all, const literal *found[MANY]) {
  for (size_t n = 0; n < all->count; n++)
    if (all->list[n].count <= all->by_chance) return found[0] = &all->list[n], true;
  return false;
}

/* Of the pairs that leave nothing, the one whose members leave least by themselves. */
static bool find_two(const literals *all, const literal *found[MANY]) {
  size_t least_left = SIZE_MAX;
  for (size_t m = 1; m < all->count; m++)
    for (size_t n = 0; n < m; n++) {
      const literal *x = &all->list[n], *y = &all->list[m];
      if (x->count + y->count >= least_left || !is_empty(all, x, y, y)) continue;
      least_left = x->count + y->count;
      found[0] = x, found[1] = y;
    }
  return found[1] != NULL;
}

static int by_count(const void *a, const void *b) {
  const literal *x = a, *y = b;
  if (x->count != y->count) return x->count < y->count ? -1 : 1;
  return (x->of > y->of) - (x->of < y->of);
}

/* Of the conditions that leave fewest sights. */
static bool find_three(literals *all, const literal *found[MANY]) {
  qsort(all->list, all->count, sizeof *all->list, by_count);
  const size_t most = all->count < TRIPLES ? all->count : TRIPLES;
  for (size_t k = 2; k < most; k++)
    for (size_t m = 1; m < k; m++)
      for (size_t n = 0; n < m; n++)
        if (is_empty(all, &all->list[n], &all->list[m], &all->list[k])) {
          found[0] = &all->list[n], found[1] = &all->list[m], found[2] = &all->list[k];
          return true;
        }
  return false;
}

/* Takes what leaves fewest sights, again and again. At most MANY; found[n] is NULL after the last. */
static bool find_many(const literals *all, uint64_t *left, const literal *found[MANY]) {
  size_t rest = SIZE_MAX;
  (void)memset(left, 0xff, all->words * sizeof *left);
  for (int n = 0; n < MANY; n++) found[n] = NULL;
  for (int n = 0; n < MANY && rest > all->by_chance; n++) {
    rest = SIZE_MAX;
    for (size_t m = 0; m < all->count; m++) {
      size_t count = 0;
      for (size_t w = 0; w < all->words; w++) count += (size_t)__builtin_popcountll(left[w] & all->list[m].others[w]);
      if (count < rest) rest = count, found[n] = &all->list[m];
    }
    for (size_t w = 0; found[n] != NULL && w < all->words; w++) left[w] &= found[n]->others[w];
  }
  return rest <= all->by_chance;
}

/* ---- words */

static size_t print_literal(const literal *l, char *text, size_t size) {
  const char *says = l->denied ? branches[l->of].denies : branches[l->of].says;
  const bool has_block = strstr(says, "{b}") != NULL;
  char number[30], block[30];
  (void)snprintf(number, sizeof number, "%" PRId64, has_block ? l->number % BRANCH_BLOCK : l->number);
  (void)snprintf(block, sizeof block, "%" PRId64, l->number / BRANCH_BLOCK);
  return words_print(says, number, block, text, size);
}

static void print_found(const literal *const found[MANY], char text[CONDITIONS_TEXT_MAX]) {
  const size_t size = CONDITIONS_TEXT_MAX;
  size_t used = (size_t)snprintf(text, size, "where ");
  for (int n = 0; n < MANY && found[n] != NULL && used < size; n++) {
    if (n > 0) used += (size_t)snprintf(text + used, size - used, " and ");
    if (used < size) used += print_literal(found[n], text + used, size - used);
  }
}

bool conditions_print(const sight *s, size_t count, double slack, char text[CONDITIONS_TEXT_MAX]) {
  size_t affected = 0;
  text[0] = '\0';
  for (size_t n = 0; n < count; n++) affected += s[n].affected;
  if (affected < LEAST || affected == count) return affected >= LEAST;
  const size_t most = (size_t)2 * BRANCH_NUMBERS * branches_count;
  literals all = {.words = (count - affected + 63) / 64, .by_chance = (size_t)(slack * (double)affected)};
  all.list = calloc(most, sizeof *all.list);
  all.bits = calloc((most + 1) * all.words, sizeof *all.bits);
  const literal *found[MANY] = {NULL};
  bool is_found = false;
  if (all.list != NULL && all.bits != NULL) {
    collect(s, count, s[0].key < 0, count - affected, &all);
    is_found = find_one(&all, found) || find_two(&all, found) || find_three(&all, found) ||
               (affected >= LEAST_MANY && find_many(&all, all.bits + most * all.words, found));
    if (is_found) print_found(found, text);
  }
  free(all.list);
  free(all.bits);
  return is_found;
}
