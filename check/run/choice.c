#include "check/run/choice.h"

#include <stdlib.h>
#include <string.h>

#include "check/cases/factor.h"

#define SUCH 12       /* of the passing ones, the most that meet all conditions of the failing ones */
#define NEAR 6        /* and the most that meet all but one */
#define MOST_WORK 1e8 /* multiplications of a case */
#define LEAST_CASES 2 /* cases asked again however large */

static int compare_work(const void *a, const void *b) {
  const double x = recipe_multiplications(a), y = recipe_multiplications(b);
  return (x > y) - (x < y);
}

/* Failing cases, passing ones that meet all conditions of the failing ones, those that meet all but one of several, the
   others. */
typedef enum { GROUP_FAILING, GROUP_SUCH, GROUP_NEAR, GROUP_OTHERS } group;

static group group_of(const when *w, const judged_case *c) {
  const size_t missed = when_missed(w, &c->made);
  if (c->failed) return GROUP_FAILING;
  if (missed == 0) return GROUP_SUCH;
  return missed == 1 && w->conditions > 1 ? GROUP_NEAR : GROUP_OTHERS;
}

/* How many options of a case are as in another one, where that has any. */
static int common_options(const recipe *a, const recipe *b) {
  int common = 0;
  for (int f = FACTOR_LAYOUT; f < FACTOR_FILL; f++) {
    const int level = factor_level((factor)f, b);
    common += level > 0 && factor_level((factor)f, a) == level;
  }
  return common;
}

/* Moves at most so many cases to the end of others: those with most options of the failing case, smaller ones first. */
static void take_alike(recipe *cases, size_t *count, const recipe *failing, size_t most, recipe *to, size_t *taken) {
  for (int common = FACTORS; common > 0; common--)
    for (size_t n = 0; n < *count && most > 0;) {
      if (common_options(&cases[n], failing) != common || recipe_multiplications(&cases[n]) > MOST_WORK) {
        n++;
        continue;
      }
      to[(*taken)++] = cases[n];
      (void)memmove(&cases[n], &cases[n + 1], (--*count - n) * sizeof *cases);
      most--;
    }
}

/* The cases of a group in order of their work; returns their number. */
static size_t sorted(const when *w, const judged_case *cases, size_t count, group wanted, recipe *to) {
  size_t used = 0;
  for (size_t n = 0; n < count; n++)
    if (cases[n].answered && cases[n].of != JUDGED_FOR_SHRINKING && group_of(w, &cases[n]) == wanted)
      to[used++] = cases[n].made;
  qsort(to, used, sizeof *to, compare_work);
  return used;
}

/* How many levels of factors a case has that none of the chosen cases has. */
static int new_levels(const recipe *r, const recipe *chosen, size_t count) {
  int new = 0;
  for (int f = 0; f < FACTORS; f++) {
    const int level = factor_level((factor)f, r);
    size_t n = 0;
    while (n < count && factor_level((factor)f, &chosen[n]) != level) n++;
    new += n == count;
  }
  return new;
}

/* Keeps the smallest half of most. Divides the others, up to a size, evenly by size, and keeps of each part the case
   with most levels that no kept one has: so the kept ones represent all. */
static size_t thin_out(recipe *cases, size_t count, size_t most) {
  const size_t half = most / 2, parts = most - half;
  size_t small = count;
  while (small > LEAST_CASES && recipe_multiplications(&cases[small - 1]) > MOST_WORK) small--;
  if (small <= most) return small;
  for (size_t n = half; n < most; n++) {
    size_t best = half + (n - half) * (small - half) / parts;
    const size_t end = half + (n + 1 - half) * (small - half) / parts;
    for (size_t i = best + 1; i < end; i++)
      if (new_levels(&cases[i], cases, n) > new_levels(&cases[best], cases, n)) best = i;
    cases[n] = cases[best];
  }
  return most;
}

check_status choice_make(const when *w, const judged_case *cases, size_t count, choice *made, check_error *error) {
  static const struct {
    group of;
    size_t most;
  } passing[] = {{GROUP_SUCH, SUCH}, {GROUP_NEAR, NEAR}, {GROUP_OTHERS, CHOICE_ASKED}};
  recipe *list = calloc(count + 1, sizeof *list);
  if (list == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the diagnosis");
  made->failures = thin_out(list, sorted(w, cases, count, GROUP_FAILING, list), CHOICE_ASKED);
  (void)memcpy(made->failing, list, made->failures * sizeof *list);
  made->passes = 0;
  for (int n = 0; n < 3; n++) {
    const size_t room = CHOICE_ASKED - made->passes, most = passing[n].most < room ? passing[n].most : room;
    size_t left = sorted(w, cases, count, passing[n].of, list), alike = made->passes;
    if (made->failures > 0) take_alike(list, &left, &made->failing[0], most / 2, made->passing, &alike);
    const size_t its = thin_out(list, left, most - (alike - made->passes));
    (void)memcpy(made->passing + alike, list, its * sizeof *list);
    made->passes = alike + its;
  }
  free(list);
  return CHECK_OK;
}

void choice_add(choice *to, const recipe *r, bool failed) {
  if (failed && to->failures < CHOICE_FAILING) to->failing[to->failures++] = *r;
  if (!failed && to->passes < CHOICE_PASSING) to->passing[to->passes++] = *r;
}
