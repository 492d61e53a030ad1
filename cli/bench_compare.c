#include "cli/bench_compare.h"

#include <math.h>
#include <stdio.h>

#include "bench/compare.h"
#include "check/cases/json.h"

typedef struct file {
  json_t *document;
  runs read;
} file;

static check_status read_file(const char *path, file *f, check_error *error) {
  *f = (file){.document = NULL};
  const check_status status = json_read_object(path, &f->document, error);
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

static void compare_one(const char *name, const run *first, const run *second, double limit,
                        size_t found[COMPARE_VERDICTS]) {
  double ratio, p;
  const compare_verdict verdict = compare_runs(first, second, limit, &ratio, &p);
  found[verdict]++;
  print_number("%*.3f", 7, ratio);
  print_number("%*.2g", 9, p);
  (void)printf("  %-8s %s\n", compare_name(verdict), name);
}

static void compare_all(const file *a, const file *b, double limit, size_t found[COMPARE_VERDICTS]) {
  (void)printf("%7s%9s  %-8s %s\n", "ratio", "p", "verdict", "benchmark");
  for (size_t n = 0; n < a->read.count; n++)
    compare_one(a->read.at[n].name, &a->read.at[n], runs_find(&b->read, a->read.at[n].name), limit, found);
  for (size_t n = 0; n < b->read.count; n++)
    if (runs_find(&a->read, b->read.at[n].name) == NULL)
      compare_one(b->read.at[n].name, NULL, &b->read.at[n], limit, found);
}

/* Checks that the files have a benchmark in common. */
static check_status meet(const char *first, const file *a, const char *second, const file *b, check_error *error) {
  for (size_t n = 0; n < a->read.count; n++)
    if (runs_find(&b->read, a->read.at[n].name) != NULL) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: has no benchmark in common with %s, expected at least one", second,
                    first);
}

check_status bench_compare(const char *first, const char *second, double limit, check_error *error) {
  file a = {.document = NULL}, b = {.document = NULL};
  size_t found[COMPARE_VERDICTS] = {0};
  check_status status = read_file(first, &a, error);
  if (status == CHECK_OK) status = read_file(second, &b, error);
  if (status == CHECK_OK) status = meet(first, &a, second, &b, error);
  if (status == CHECK_OK) {
    compare_all(&a, &b, limit, found);
    for (int n = 0; n < COMPARE_VERDICTS; n++)
      (void)printf("%s%zu %s", n > 0 ? ", " : "", found[n], compare_name((compare_verdict)n));
    (void)putchar('\n');
    if (found[COMPARE_SLOWER] + found[COMPARE_WRONG] > 0) status = CHECK_MISMATCH;
  }
  free_file(&a);
  free_file(&b);
  return status;
}
