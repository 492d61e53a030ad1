#include "cli/bench_compare.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "bench/compare.h"
#include "check/cases/json.h"
#include "check/cases/plural.h"

typedef struct file {
  json_t *document;
  runs read;
} file;

static check_status read_file(const char *path, file *f, check_error *error) {
  *f = (file){.document = NULL};
  const check_status status = json_read_object(path, &f->document, error);
  if (status == CHECK_OK && !json_make_printable(f->document))
    return check_fail(error, CHECK_FAILURE, "%s: not enough memory", path);
  return status == CHECK_OK ? runs_read(f->document, path, &f->read, error) : status;
}

static void free_file(file *f) {
  runs_free(&f->read);
  json_decref(f->document);
}

static void print_number(const char *format, int width, double x) {
  if (isfinite(x)) (void)printf(format, width, x);
  else (void)printf("%*s", width, "-");
}

static void print_change(const change *c) {
  print_number("%*.3f", 8, c->ratio);
  print_number("%*.1f", 8, c->first != NULL ? 100 * run_spread(c->first) : NAN);
  print_number("%*.1f", 8, c->second != NULL ? 100 * run_spread(c->second) : NAN);
  print_number("%*.2g", 9, c->p);
  (void)printf("  %-8s %s\n", compare_name(c->verdict), c->name);
}

/* Says so where a benchmark is unclear and has too few repetitions to show a change by itself, among so many. */
static void print_need(const changes *made) {
  size_t few = 0;
  for (size_t n = 0; n < made->count; n++) {
    const change *const c = &made->at[n];
    few += c->verdict == COMPARE_UNCLEAR && !compare_can_show(c, made->compared);
  }
  if (few > 0)
    (void)printf(
        "%zu unclear benchmark%s too few repetitions to show a change by %s: among %zu benchmarks, each document "
        "needs %zu repetitions (name one sweep, and omit --quick)\n",
        few, few == 1 ? " has" : "s have", few == 1 ? "itself" : "themselves", made->compared,
        compare_needs(made->compared));
}

/* Says by how much the machine itself was faster or slower, and whether that hides what is asked. */
static void print_machine(const changes *made, double limit) {
  if (!(made->least < 1 || made->most > 1)) return;
  (void)printf(
      "between the two runs, the machine itself may account for a factor of %.3f to %.3f: a change within that "
      "range is unclear\n",
      made->least, made->most);
  if (made->most / (1 + limit) >= made->least * (1 + limit))
    (void)printf("this range is too wide to show that a benchmark is the same within %g %%\n", 100 * limit);
}

/* Returns whether something is slower or wrong. */
static bool print_changes(const changes *made, double limit) {
  size_t found[COMPARE_VERDICTS] = {0};
  (void)printf("%8s%8s%8s%9s  %-8s %s\n", "ratio", "+- %", "+- %", "p", "verdict", "benchmark");
  for (size_t n = 0; n < made->count; n++) {
    print_change(&made->at[n]);
    found[made->at[n].verdict]++;
  }
  print_machine(made, limit);
  print_need(made);
  for (int n = 0; n < COMPARE_VERDICTS; n++)
    (void)printf("%s%zu %s", n > 0 ? ", " : "", found[n], compare_name((compare_verdict)n));
  (void)putchar('\n');
  return found[COMPARE_SLOWER] + found[COMPARE_WRONG] > 0;
}

/* Checks that the files have a benchmark in common. The machine's loops alone are none: nothing would be compared. */
static check_status meet(const char *first, const file *a, const char *second, const file *b, check_error *error) {
  for (size_t n = 0; n < a->read.count; n++)
    if (!runs_is_limit(a->read.at[n].name) && runs_find(&b->read, a->read.at[n].name) != NULL) return CHECK_OK;
  return check_fail(
      error, CHECK_BAD_INPUT,
      "%s: expected a benchmark that is also in %s, found none (the loops of the machine, peak/, do not count)", second,
      first);
}

check_status bench_compare(const char *first, const char *second, double limit, check_error *error) {
  file a = {.document = NULL}, b = {.document = NULL};
  changes made = {.count = 0};
  check_status status = read_file(first, &a, error);
  if (status == CHECK_OK) status = read_file(second, &b, error);
  if (status == CHECK_OK) status = meet(first, &a, second, &b, error);
  if (status == CHECK_OK) status = compare_runs(&a.read, &b.read, limit, &made, error);
  if (status == CHECK_OK && print_changes(&made, limit)) status = CHECK_MISMATCH;
  compare_free(&made);
  free_file(&a);
  free_file(&b);
  return status;
}
