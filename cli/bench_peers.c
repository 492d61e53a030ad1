#include "cli/bench_peers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/problem.h"
#include "check/cases/plural.h"
#include "check/judge/variant.h"

enum { WIDTH = 14, CELL_MAX = 40 };

/* Whether a variant is the candidate or a peer, and none of attest's own. */
static bool is_foreign(const char *variant) {
  return strcmp(variant, SWEEP_SELECTED) != 0 && variant_find(variant) == NULL;
}

static bool is_selected(const sweep_case *c) { return strcmp(c->variant, SWEEP_SELECTED) == 0; }

/* The first case from n on that is of a variant, not the selected one, that no case before it is of: the variants, in
   order of appearance. cases->count: there is none. */
static size_t next_other(const sweep_cases *cases, size_t n) {
  for (; n < cases->count; n++) {
    bool before = is_selected(&cases->at[n]);
    for (size_t m = 0; m < n && !before; m++) before = strcmp(cases->at[m].variant, cases->at[n].variant) == 0;
    if (!before) break;
  }
  return n;
}

/* The result of a variant on the problem of case n; NULL if it did not run. */
static const bench_result *result_of(const sweep_cases *cases, const bench_result *results, size_t n,
                                     const char *variant) {
  char wanted[PROBLEM_MAX], its[PROBLEM_MAX];
  (void)problem_of(results[n].name, wanted);
  for (size_t m = 0; m < cases->count; m++)
    if (strcmp(cases->at[m].variant, variant) == 0 && strcmp(problem_of(results[m].name, its), wanted) == 0)
      return &results[m];
  return NULL;
}

static void print_cell(const char *name, const char *text) {
  const int length = (int)strlen(name);
  (void)printf(" %*s", length > WIDTH ? length : WIDTH, text);
}

static void print_head(const sweep_cases *cases) {
  (void)printf("%*s", WIDTH, SWEEP_SELECTED ", us");
  for (size_t c = next_other(cases, 0); c < cases->count; c = next_other(cases, c + 1))
    print_cell(cases->at[c].variant, cases->at[c].variant);
  (void)printf("  times as long as attest\n");
}

static void number(double x, const char *format, double spread, char cell[CELL_MAX]) {
  const int used = snprintf(cell, CELL_MAX, format, x);
  if (isfinite(spread)) (void)snprintf(cell + used, CELL_MAX - (size_t)used, " +-%.0f%%", 100 * spread);
}

static runs_beside print_row(const sweep_cases *cases, const bench_result *results, size_t n, const runs *timed) {
  char cell[CELL_MAX], problem[PROBLEM_MAX];
  const bench_result *const ours = &results[n];
  const run *const our_run = runs_find(timed, ours->name);
  runs_beside found = {.timed = 0};
  number(1e6 * ours->seconds, "%.1f", ours->spread, cell);
  (void)printf("%*s", WIDTH, cell);
  for (size_t c = next_other(cases, 0); c < cases->count; c = next_other(cases, c + 1)) {
    const bench_result *const r = result_of(cases, results, n, cases->at[c].variant);
    const run *const its_run = r != NULL && r->state == BENCH_TIMED ? runs_find(timed, r->name) : NULL;
    (void)snprintf(cell, sizeof cell, "%s", r != NULL && r->state == BENCH_WRONG ? "wrong" : "-");
    runs_beside ignored = {.timed = 0};
    if (r != NULL && runs_set_beside(our_run, its_run, is_foreign(cases->at[c].variant) ? &found : &ignored))
      number(r->seconds / ours->seconds, "%.2f", hypot(r->spread, ours->spread), cell);
    print_cell(cases->at[c].variant, cell);
  }
  (void)printf("  %s\n", strchr(problem_of(ours->name, problem), '/') + 1);
  return found;
}

/* Says how a foreign variant stands beside the selected one, over all problems. */
static void print_range(const sweep_cases *cases, const bench_result *results, const char *variant) {
  double least = INFINITY, most = 0;
  int64_t problems = 0;
  for (size_t n = 0; n < cases->count; n++) {
    const bench_result *const its = result_of(cases, results, n, variant);
    if (!is_selected(&cases->at[n]) || results[n].state != BENCH_TIMED || its == NULL || its->state != BENCH_TIMED)
      continue;
    const double ratio = its->seconds / results[n].seconds;
    least = fmin(least, ratio);
    most = fmax(most, ratio);
    problems++;
  }
  if (problems == 0) return;
  char from[CELL_MAX], to[CELL_MAX];
  (void)snprintf(from, sizeof from, "%.3g", least);
  (void)snprintf(to, sizeof to, "%.3g", most);
  const bool one = strcmp(from, to) == 0;
  (void)printf("%s takes %s%s%s times as long as attest, on %" PRId64 " problem%s\n", variant, from, one ? "" : " to ",
               one ? "" : to, problems, plural_s(problems));
}

void bench_peers_print(const sweep_cases *cases, const bench_result *results, const runs *timed) {
  runs_standing s = {.problems = 0};
  char words[RUNS_STANDING_MAX];
  size_t rows = 0;
  if (next_other(cases, 0) == cases->count) return;
  for (size_t n = 0; n < cases->count; n++) {
    if (!is_selected(&cases->at[n]) || results[n].state != BENCH_TIMED) continue;
    if (rows++ == 0) print_head(cases);
    const runs_beside on = print_row(cases, results, n, timed);
    runs_stand(&on, &s);
  }
  for (size_t c = next_other(cases, 0); c < cases->count; c = next_other(cases, c + 1))
    if (is_foreign(cases->at[c].variant)) print_range(cases, results, cases->at[c].variant);
  if (s.problems > 0) (void)printf("%s\n", runs_standing_words(&s, words));
  else if (rows > 0) (void)printf("no peer or candidate was timed beside attest\n");
}
