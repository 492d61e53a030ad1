#include "cli/bench_peers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/problem.h"
#include "check/cases/plural.h"

enum { WIDTH = 14, CELL_MAX = 40 };

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
  (void)printf("  times as long as attest, caches cold\n");
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
    if (r != NULL && runs_set_beside(our_run, its_run, &found))
      number(r->seconds / ours->seconds, "%.2f", hypot(r->spread, ours->spread), cell);
    print_cell(cases->at[c].variant, cell);
  }
  (void)printf("  %s\n", strchr(problem_of(ours->name, problem), '/') + 1);
  return found;
}

void bench_peers_print(const sweep_cases *cases, const bench_result *results, const runs *timed) {
  runs_standing s = {.problems = 0};
  size_t rows = 0;
  if (next_other(cases, 0) == cases->count) return;
  for (size_t n = 0; n < cases->count; n++) {
    if (!is_selected(&cases->at[n]) || results[n].state != BENCH_TIMED) continue;
    if (rows++ == 0) print_head(cases);
    const runs_beside on = print_row(cases, results, n, timed);
    runs_stand(&on, &s);
  }
  if (s.problems > 0)
    (void)printf("of %zu problem%s, attest is ahead of all others on %zu, behind on %zu, not to be told apart on %zu\n",
                 s.problems, plural_s((int64_t)s.problems), s.ahead, s.behind, s.level);
  else if (rows > 0) (void)printf("no other was timed on a problem on which attest was\n");
}
