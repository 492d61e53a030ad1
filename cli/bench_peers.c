#include "cli/bench_peers.h"

#include <stdio.h>
#include <string.h>

#include "bench/problem.h"

enum { MOST = 32, WIDTH = 12 };

/* The variants, in order of appearance. */
typedef struct columns {
  const char *name[MOST];
  size_t count;
} columns;

static bool is_selected(const sweep_case *c) { return strcmp(c->variant, SWEEP_SELECTED) == 0; }

static columns columns_of(const sweep_cases *cases) {
  columns found = {.count = 0};
  for (size_t n = 0; n < cases->count; n++) {
    bool there = is_selected(&cases->at[n]);
    for (size_t c = 0; c < found.count; c++) there = there || strcmp(found.name[c], cases->at[n].variant) == 0;
    if (!there && found.count < MOST) found.name[found.count++] = cases->at[n].variant;
  }
  return found;
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

static int width_of(const columns *others, size_t c) {
  const int length = (int)strlen(others->name[c]);
  return length > WIDTH ? length : WIDTH;
}

static void print_head(const columns *others) {
  (void)printf("%*s", WIDTH, SWEEP_SELECTED ", us");
  for (size_t c = 0; c < others->count; c++) (void)printf(" %*s", width_of(others, c), others->name[c]);
  (void)printf("  times as long as attest\n");
}

/* Returns false if another is faster. */
static bool print_row(const sweep_cases *cases, const bench_result *results, size_t n, const columns *others) {
  char problem[PROBLEM_MAX];
  bool ahead = true;
  (void)printf("%*.1f", WIDTH, 1e6 * results[n].seconds);
  for (size_t c = 0; c < others->count; c++) {
    const bench_result *const r = result_of(cases, results, n, others->name[c]);
    const double ratio = r != NULL && r->state == BENCH_TIMED ? r->seconds / results[n].seconds : 0;
    ahead = ahead && (ratio == 0 || ratio >= 1);
    if (ratio > 0) (void)printf(" %*.2f", width_of(others, c), ratio);
    else (void)printf(" %*s", width_of(others, c), r != NULL && r->state == BENCH_WRONG ? "wrong" : "-");
  }
  (void)printf("  %s\n", strchr(problem_of(results[n].name, problem), '/') + 1);
  return ahead;
}

void bench_peers_print(const sweep_cases *cases, const bench_result *results) {
  const columns others = columns_of(cases);
  size_t rows = 0, ahead = 0;
  if (others.count == 0) return;
  for (size_t n = 0; n < cases->count; n++) {
    if (!is_selected(&cases->at[n]) || results[n].state != BENCH_TIMED) continue;
    if (rows++ == 0) print_head(&others);
    ahead += print_row(cases, results, n, &others);
  }
  if (rows > 0) (void)printf("nothing is faster than attest on %zu of %zu\n", ahead, rows);
}
