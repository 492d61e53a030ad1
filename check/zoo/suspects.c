#include "check/zoo/suspects.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/clock.h"

#define NEARLY 0.9      /* of the most cases that a hypothesis explains */
#define NEARLY_ALL 0.95 /* of the wrong rows, in MOST of the cases */
#define MOST 0.75
#define DOUBTED 0.08    /* contradicted rows of such cases, in shares of the explained ones: more refute a cause */
#define SEVERAL 4       /* cases that a cause explains which does not explain all */
#define BESIDE 2        /* cases that a cause explains beside another cause */
#define SAME 2e-3       /* relative difference of a number that was read and one that is meant */
#define HYPOTHESES 2000 /* more than there are */

/* ---- all hypotheses */

static void add_cause(suspects *all, const cause *of, double number) {
  if (all->count < HYPOTHESES) all->list[all->count++] = (suspect){.of = hypothesis_of(of, number)};
}

static bool is_nearly(double x, double y) { return fabs(x - y) <= SAME * fabs(y); }

/* With the numbers that are tried, and with the one that was read; among equals the first is stated. A number that was
   read is stated before others, unless one of these is nearly the same. */
static void add_numbers(suspects *all, const cause *of, const reading *read) {
  const bool measured = of->measure != MEASURE_NOTHING && read->found[of->measure];
  const double number = measured ? read->number[of->measure] : 0;
  for (int i = 0; measured && i < CAUSE_NUMBERS && of->numbers[i] != 0; i++)
    if (is_nearly(number, of->numbers[i])) add_cause(all, of, of->numbers[i]);
  if (measured) add_cause(all, of, number);
  for (int i = 0; i < CAUSE_NUMBERS && of->numbers[i] != 0; i++)
    if (!measured || !is_nearly(number, of->numbers[i])) add_cause(all, of, of->numbers[i]);
  if (of->measure == MEASURE_NOTHING && of->numbers[0] == 0) add_cause(all, of, 0);
}

bool suspects_make(const reading *read, bool mutants, suspects *all) {
  size_t families, members;
  const cause_family *const *its = cause_families(&families);
  const zoo_mutant *zoo = zoo_list(&members);
  *all = (suspects){.list = calloc(HYPOTHESES, sizeof *all->list)};
  if (all->list == NULL) return false;
  for (size_t f = 0; f < families; f++)
    for (size_t n = 0; n < its[f]->count; n++) add_numbers(all, &its[f]->causes[n], read);
  for (size_t n = 0; mutants && n < members && all->count < HYPOTHESES; n++)
    all->list[all->count++] = (suspect){.of = {NULL, zoo[n]}};
  return true;
}

void suspects_free(suspects *all) {
  free(all->list);
  *all = (suspects){.list = NULL};
}

/* ---- evidence */

static const char *const option_names[SUSPECTS_OPTIONS] = {"kv_len", "mask", "bias", "sink", "softcap", "window"};

void suspects_see_options(suspects *all, const attest_problem *problem) {
  const bool has[SUSPECTS_OPTIONS] = {problem->kv_len != NULL, problem->mask.data != NULL, problem->bias.data != NULL,
                                      problem->sink != NULL,   problem->softcap > 0,       problem->windowed};
  for (int n = 0; n < SUSPECTS_OPTIONS; n++) all->has[n] = all->has[n] || has[n];
}

static bool speaks_of_absent(const suspects *all, const char *text) {
  for (int n = 0; n < SUSPECTS_OPTIONS; n++)
    if (!all->has[n] && strstr(text, option_names[n]) != NULL) return true;
  return false;
}

/* Whether a suspect may compute one output as it says, and the other right: what is done to sums and outputs. */
static bool is_of_sums(const suspect *of) {
  const cause *its = of->of.of;
  return its != NULL &&
         ((its >= cause_sums.causes && its < cause_sums.causes + cause_sums.count) || suspect_is_format(of));
}

void suspects_begin(suspects *all, bool of_part) {
  for (size_t n = 0; n < all->count; n++) all->list[n] = (suspect){.of = all->list[n].of};
  for (size_t n = 0; n < all->count; n++) all->list[n].alive = !of_part || is_of_sums(&all->list[n]);
  all->searching = true;
}

void suspects_try(suspects *all, const expected *e, const attest_answer *mine, cause_space *space, int failing,
                  bool such, double until) {
  for (size_t n = 0; n < all->count && clock_seconds() < until; n++) {
    suspect *one = &all->list[n];
    cause_counts counts = {.wrong = 0};
    if (!one->alive) continue;
    if (!cause_compare(&one->of, e, mine, space, &counts)) continue;
    if (all->searching) one->alive = counts.explained == counts.wrong;
    one->sum.wrong += counts.wrong;
    one->sum.explained += counts.explained;
    one->sum.contradicted += counts.contradicted;
    one->sum.right += counts.right;
    if (such) one->against += counts.contradicted;
    if (failing < 0) continue;
    one->silent += counts.wrong == 0;
    if (counts.wrong == 0 || counts.explained < counts.wrong) continue;
    one->explains[failing] = true;
    one->cases++;
  }
  if (failing >= 0) all->searching = false;
}

/* ---- conclusions */

/* Whether a suspect is one of many: a cause with a number, or a mutant. */
static bool is_special(const suspect *of) { return of->of.of == NULL || of->of.mutant.number != 0; }

/* Whether one is a better explanation than another of nearly as many cases. A cause that holds in every case comes
   before one that needs the conditions of the failing cases beside it; of those, one without a number before one with.
   */
static bool is_better(const suspect *one, const suspect *other) {
  const bool needs = one->sum.contradicted > 0, other_needs = other->sum.contradicted > 0;
  const bool has = is_special(one), other_has = is_special(other);
  if (one->against != other->against) return one->against < other->against;
  if (needs != other_needs) return other_needs;
  if (one->cases != other->cases) return one->cases > other->cases;
  if (needs && has != other_has) return other_has;
  return one->sum.contradicted < other->sum.contradicted;
}

const suspect *suspects_best(const suspects *all) {
  const suspect *best = NULL;
  int most = 0;
  for (size_t n = 0; n < all->count; n++)
    if (all->list[n].alive && all->list[n].cases > most) most = all->list[n].cases;
  for (size_t n = 0; n < all->count; n++) {
    const suspect *one = &all->list[n];
    if (!one->alive || one->cases == 0 || one->cases < NEARLY * most) continue;
    if (best == NULL || is_better(one, best)) best = one;
  }
  return best;
}

bool suspect_is_format(const suspect *of) {
  return of->of.of >= cause_formats.causes && of->of.of < cause_formats.causes + cause_formats.count;
}

bool suspect_convinces(const suspect *of, int failing_cases) {
  const bool rows =
      (double)of->sum.explained >= NEARLY_ALL * (double)of->sum.wrong && of->cases >= MOST * failing_cases;
  const bool several = of->cases >= 2 || (of->sum.explained >= SUSPECTS_ROWS && of->sum.contradicted == 0);
  const bool alone = (rows || of->cases >= NEARLY * failing_cases) && several;
  const bool nearly = (double)of->sum.explained >= NEARLY * (double)of->sum.wrong,
             mostly = (double)of->sum.explained >= MOST * (double)of->sum.wrong,
             most = 3 * of->sum.explained >= 2 * of->sum.wrong;
  if (of->sum.explained == 0) return false;
  if ((double)of->against > DOUBTED * (double)of->sum.explained) return false;
  if (of->sum.contradicted > of->sum.explained && 2 * of->sum.contradicted > of->sum.right) return false;
  const bool rarely = (double)of->sum.contradicted <= DOUBTED * (double)of->sum.explained;
  if (suspect_is_format(of) && !nearly && !(mostly && rarely)) return false;
  if (suspect_is_format(of) && mostly && rarely && of->cases >= MOST * failing_cases && several) return true;
  return alone || (most && of->cases >= SEVERAL && of->sum.contradicted == 0);
}

bool suspect_stands_beside(const suspect *of) { return of->cases >= BESIDE && of->sum.explained == of->sum.wrong; }

/* Whether the cases do not tell two suspects apart. */
static bool is_equal(const suspect *a, const suspect *b) {
  return a->alive && b->alive && a->cases == b->cases && a->sum.explained == b->sum.explained &&
         a->sum.contradicted == b->sum.contradicted;
}

void suspects_print_others(const suspects *all, const suspect *best, char *text, size_t size) {
  size_t used = 0;
  int others = 0;
  char own[CAUSE_TEXT_MAX];
  text[0] = '\0';
  hypothesis_print(&best->of, own);
  for (size_t n = 0; n < all->count && used < size; n++) {
    const suspect *one = &all->list[n];
    if (one == best || one->of.of == NULL || one->of.of != best->of.of || !is_equal(one, best)) continue;
    if (is_nearly(one->of.mutant.number, best->of.mutant.number)) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%.6g", used > 0 ? ", " : "or ", one->of.mutant.number);
  }
  for (size_t n = 0; n < all->count && used < size && others < SUSPECTS_OTHERS; n++) {
    const suspect *one = &all->list[n];
    char its[CAUSE_TEXT_MAX];
    if (one->of.of == NULL || one->of.of == best->of.of || !is_equal(one, best)) continue;
    hypothesis_print(&one->of, its);
    if (speaks_of_absent(all, its) || strcmp(its, own) == 0 || strstr(text, its) != NULL) continue;
    used += (size_t)snprintf(text + used, size - used, "%sor %s", used > 0 ? "; " : "", its);
    others++;
  }
}

bool suspect_is_kin(const suspect *of, const suspect *best) {
  return of->of.of == NULL && of->alive && of->sum.contradicted == 0 && of->cases >= best->cases;
}
