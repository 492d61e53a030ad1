/* Each condition is a set of sights, held as bits. Those that contain all affected sights are intersected, one, two or
   three at a time, until nothing but the affected ones is left. */
#include "check/zoo/conditions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/zoo/branches.h"

#define LEAST 4           /* affected sights */
#define LEAST_MANY 24     /* where more than three parts are needed */
#define MANY 6            /* parts of a condition */
#define FOLDS 4           /* of the sheets; */
#define LEAST_SHOWN 3     /* parts of the sheets in which something is affected, */
#define LEAST_CONTRASTS 2 /* and something is not */
#define FEW 8             /* exceptions, */
#define FEW_OF 0.02       /* and of all sights that are not affected */
#define OTHERS 3          /* conditions that are named beside one that holds in the same sights */
#define TRIPLES 40 /* any three of so many conditions are tried together: those that hold in fewest other sights */

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

/* One without a number comes first. */
static bool find_one(const literals *all, const literal *found[MANY]) {
  found[0] = NULL;
  for (size_t n = 0; n < all->count; n++) {
    const literal *one = &all->list[n];
    if (one->count > all->by_chance) continue;
    if (found[0] == NULL || (one->number == 0 && found[0]->number != 0)) found[0] = one;
  }
  return found[0] != NULL;
}

/* Keeps other conditions of one part that leave nothing: other numbers of the same branch first, then each other branch
   once, with its first number. */
static int find_others(const literals *all, const literal *found, literal other[OTHERS]) {
  int count = 0;
  for (int same = 1; same >= 0; same--) {
    size_t last = found->of;
    for (size_t n = 0; n < all->count && count < OTHERS; n++) {
      const literal *one = &all->list[n];
      const bool is_same = one->of == found->of && one->denied == found->denied;
      if (one == found || one->count > all->by_chance || is_same != (same == 1) || (!same && one->of == last)) continue;
      last = one->of;
      other[count++] = *one;
    }
  }
  return count;
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

/* Of another number of the same branch. */
static size_t print_number(int64_t number, char *text, size_t size) {
  const int64_t block = number / BRANCH_BLOCK;
  return (size_t)(block == 0 ? snprintf(text, size, "%" PRId64, number)
                             : snprintf(text, size, "%" PRId64 " and %" PRId64, number % BRANCH_BLOCK, block));
}

static size_t print_literal(const literal *l, char *text, size_t size) {
  return branch_print(&branches[l->of], l->number, l->denied, text, size);
}

/* ---- searching and confirming */

/* A condition: all of its parts; and others, of one part, that hold in the same sights. */
typedef struct {
  literal part[MANY], other[OTHERS];
  int parts, others;
  size_t exceptions; /* sights that are not affected, and in which it holds */
} condition;

static size_t count_affected(const sight *s, size_t count) {
  size_t affected = 0;
  for (size_t n = 0; n < count; n++) affected += s[n].affected;
  return affected;
}

static void print_found(const condition *c, char text[CONDITIONS_TEXT_MAX]) {
  const size_t size = CONDITIONS_TEXT_MAX;
  size_t used = (size_t)snprintf(text, size, "where ");
  for (int n = 0; n < c->parts && used < size; n++) {
    if (n > 0) used += (size_t)snprintf(text + used, size - used, " and ");
    if (used < size) used += print_literal(&c->part[n], text + used, size - used);
  }
  for (int n = 0; n < c->others && used < size; n++) {
    used += (size_t)snprintf(text + used, size - used, ", or ");
    if (used >= size) break;
    if (c->other[n].of == c->part[0].of) used += print_number(c->other[n].number, text + used, size - used);
    else used += print_literal(&c->other[n], text + used, size - used);
  }
}

/* Exceptions that are too few to tell a further part of a condition by. */
static size_t few(size_t others) {
  const size_t most = (size_t)(FEW_OF * (double)others);
  return most < FEW ? most : FEW;
}

/* Finds a condition of up to so many parts. */
static bool find_parts(literals *all, int parts, const literal *found[MANY]) {
  found[0] = found[1] = found[2] = NULL;
  return parts == 1 ? find_one(all, found) : parts == 2 ? find_two(all, found) : find_three(all, found);
}

static bool holds(const condition *c, const sight *s) {
  bool all = true;
  for (int part = 0; part < c->parts && all; part++) all = is_true(&c->part[part], s);
  return all;
}

static size_t count_exceptions(const condition *c, const sight *s, size_t count) {
  size_t exceptions = 0;
  for (size_t n = 0; n < count; n++) exceptions += !s[n].affected && holds(c, &s[n]);
  return exceptions;
}

/* Finds the simplest condition: of few parts, with few exceptions rather than with a further part. */
static bool search(const sight *s, size_t count, double slack, condition *to) {
  const size_t affected = count_affected(s, count), most = (size_t)2 * BRANCH_NUMBERS * branches_count;
  *to = (condition){.parts = 0};
  if (affected < LEAST || affected == count) return affected >= LEAST;
  const size_t by_chance = (size_t)(slack * (double)affected), almost = few(count - affected);
  literals all = {.words = (count - affected + 63) / 64, .by_chance = by_chance};
  all.list = calloc(most, sizeof *all.list);
  all.bits = calloc((most + 1) * all.words, sizeof *all.bits);
  const literal *found[MANY] = {NULL};
  bool is_found = false;
  if (all.list != NULL && all.bits != NULL) {
    collect(s, count, s[0].key < 0, count - affected, &all);
    for (int parts = 1; parts <= 3 && !is_found; parts++) {
      all.by_chance = by_chance;
      is_found = find_parts(&all, parts, found);
      all.by_chance = by_chance > almost ? by_chance : almost;
      is_found = is_found || find_parts(&all, parts, found);
    }
    is_found = is_found || (affected >= LEAST_MANY && find_many(&all, all.bits + most * all.words, found));
    for (int n = 0; is_found && n < MANY && found[n] != NULL; n++) to->part[to->parts++] = *found[n];
    to->exceptions = count_exceptions(to, s, count);
    all.by_chance = to->exceptions;
    if (to->parts == 1) to->others = find_others(&all, found[0], to->other);
  }
  free(all.list);
  free(all.bits);
  return is_found;
}

/* Whether a condition holds in the affected ones of other sights, and in no more of the others than by chance. */
static bool foretells(const condition *c, const sight *s, size_t count, double slack) {
  for (size_t n = 0; n < count; n++)
    if (s[n].affected && !holds(c, &s[n])) return false;
  const size_t wrong = count_exceptions(c, s, count);
  return (double)wrong <= slack * (double)count_affected(s, count) || wrong <= few(count);
}

/* Moves the sights of every fourth sheet to the end, of those that show something and of the others. Returns the number
   of sights that are left. */
static size_t set_apart(const sight *s, size_t count, int fold, sight *to) {
  size_t kept = 0, apart = count;
  int sheets[2] = {0, 0};
  for (size_t first = 0, end; first < count; first = end) {
    bool shows = false;
    for (end = first; end < count && s[end].of == s[first].of; end++) shows = shows || s[end].affected;
    const bool moves = sheets[shows]++ % FOLDS == fold;
    for (size_t n = first; n < end; n++) to[moves ? --apart : kept++] = s[n];
  }
  return kept;
}

/* Sets each quarter of the sheets apart, searches in the others, and compares what was found with the quarter. At least
   three quarters must show something, two of them beside other sights, and at most one of these may differ. */
static bool is_confirmed(const sight *s, size_t count, double slack) {
  sight *parts = calloc(count + 1, sizeof *parts);
  int shown = 0, contrasts = 0, confirmed = 0;
  condition found;
  for (int fold = 0; parts != NULL && fold < FOLDS; fold++) {
    const size_t kept = set_apart(s, count, fold, parts);
    const size_t affected = count_affected(parts + kept, count - kept);
    if (affected == 0) continue;
    shown++;
    contrasts += affected < count - kept;
    confirmed += search(parts, kept, slack, &found) && foretells(&found, parts + kept, count - kept, slack);
  }
  free(parts);
  return shown >= LEAST_SHOWN && contrasts >= LEAST_CONTRASTS && confirmed >= shown - 1;
}

bool conditions_print(const sight *s, size_t count, double slack, condition_found *beside,
                      char text[CONDITIONS_TEXT_MAX]) {
  condition found;
  text[0] = '\0';
  if (!search(s, count, slack, &found)) return false;
  if (found.parts == 0) return true;
  if (!is_confirmed(s, count, slack)) return false;
  *beside = (condition_found){found.exceptions, found.others > 0};
  print_found(&found, text);
  return true;
}
