/* The time of a cheat is compared with that of honest.so, which it is built on: both as multiples of the time of the
   variant that attest picks, in the same run. */
#define _GNU_SOURCE /* NOLINT: reserved for this; scandir, setenv */
#include "cli/zoo_cheats.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/problem.h"
#include "bench/runs.h"
#include "bench/sweep.h"
#include "check/cases/case.h"
#include "check/cases/document.h"
#include "check/run/process.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "reports/part.h"
#include "reports/report.h"

/* A cheat gains if the least of its times is less than this share of the honest one's. */
#define GAIN 0.5

/* What became of one library. */
typedef struct trial_of_cheat {
  char name[64], path[PATH_MAX];
  char check[200], bench[200]; /* how each caught it; "": it did not */
  size_t parts;                /* of a report that found something */
  double ratio;                /* least, of its time to that of the selected variant; infinite: not timed */
  size_t left;                 /* files and processes */
  char ended[200];             /* how a judge ended that gave no verdict; "": all gave one */
} trial_of_cheat;

static int is_library(const struct dirent *entry) {
  const size_t length = strlen(entry->d_name);
  return length > 3 && strcmp(entry->d_name + length - 3, ".so") == 0;
}

/* ---- one library */

/* Runs a command on it. Says in `caught` how it ended, unless it passed or gave no verdict. What it wrote, or NULL. */
static json_t *run_on(const char *program, const temp_dir *in, const part *asked, char caught[200], trial_of_cheat *t) {
  json_t *made = NULL, *result = NULL;
  check_error said;
  const check_status status = part_run(asked, program, in, &made, &said);
  if (status != CHECK_OK) (void)snprintf(status == CHECK_FAILURE ? t->ended : caught, 200, "%.199s", said.text);
  else if (json_integer_value(json_object_get(made, "status")) != 0) (void)snprintf(caught, 200, "fails");
  if (status == CHECK_OK) result = json_incref(json_object_get(made, "result"));
  json_decref(made);
  return result;
}

/* The first failing case of a result of attest check. */
static void tell_check(const json_t *result, char caught[200]) {
  const json_t *const cases = json_object_get(result, "failures");
  const char *const text = json_string_value(json_object_get(json_array_get(cases, 0), "verdict"));
  if (caught[0] != '\0' && text != NULL) (void)snprintf(caught, 200, "%s, %zu failing", text, json_array_size(cases));
}

/* The time of the selected variant on the problem of a benchmark of the candidate's. */
static double time_of_selected(const runs *all, const char *name) {
  char problem[PROBLEM_MAX], its[PROBLEM_MAX];
  (void)problem_of(name, problem);
  for (size_t n = 0; n < all->count; n++)
    if (strstr(all->at[n].name, "/" SWEEP_SELECTED "/") != NULL &&
        strcmp(problem_of(all->at[n].name, its), problem) == 0)
      return run_median(&all->at[n]);
  return NAN;
}

/* Its least time, in times of the selected variant, and why it was not timed. */
static void tell_bench(const json_t *result, trial_of_cheat *t) {
  runs all;
  check_error ignored; /* there is no result where the command failed */
  const bool read = runs_read(result, "attest bench", &all, &ignored) == CHECK_OK;
  for (size_t n = 0; read && n < all.count; n++) {
    const run *const its = &all.at[n];
    if (strstr(its->name, "/candidate/") == NULL) continue;
    if (its->error != NULL) (void)snprintf(t->bench, sizeof t->bench, "%.199s", its->error);
    else t->ratio = fmin(t->ratio, run_median(its) / time_of_selected(&all, its->name));
  }
  runs_free(&all);
}

static size_t files_in(const char *path) {
  size_t count = 0;
  DIR *const list = opendir(path);
  if (list == NULL) return 0;
  while (readdir(list) != NULL) count++; /* NOLINT: one thread */
  (void)closedir(list);
  return count - 2; /* . and .. */
}

static check_status try_in(const char *program, const temp_dir *in, trial_of_cheat *t, check_error *error) {
  const part check = {.command = "check --dtype f32 --no-xray --timeout 1", .operand = {t->path}},
             bench = {.command = "bench --smoke --repetitions 3 --min-time 0.01 --variant attest,candidate",
                      .operand = {"--candidate", t->path}};
  char page[CASE_PATH_MAX];
  report_outcome outcome = {0};
  check_error said;
  const check_status status = case_join(page, in->path, "page", error);
  if (status != CHECK_OK) return status;
  json_t *const checked = run_on(program, in, &check, t->check, t);
  json_t *const timed = run_on(program, in, &bench, t->bench, t);
  tell_check(checked, t->check);
  tell_bench(timed, t);
  json_decref(checked);
  json_decref(timed);
  const report_settings report = {.program = program, .directory = page, .candidate = t->path, .size = REPORT_SMOKE};
  const check_status reported = report_make(&report, &outcome, &said);
  t->parts = reported == CHECK_OK ? (size_t)outcome.failed : 1;
  if (reported == CHECK_FAILURE) (void)snprintf(t->ended, sizeof t->ended, "%.199s", said.text);
  t->left = files_in(in->path) + process_end_adopted() - (access(page, F_OK) == 0);
  return CHECK_OK;
}

/* The library finds a directory for temporary files that is its own, and works in it. */
static check_status try_one(const char *program, trial_of_cheat *t, check_error *error) {
  temp_dir in = {.path = ""};
  t->ratio = INFINITY;
  check_status status = temp_dir_make_temporary(&in, error);
  if (status != CHECK_OK) return status;
  const char *const its = getenv("TMPDIR"); /* NOLINT(concurrency-mt-unsafe): there is one thread */
  char mine[4096] = "";
  if (its != NULL) (void)snprintf(mine, sizeof mine, "%s", its);
  const int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool ready = before >= 0 && chdir(in.path) == 0 && setenv("TMPDIR", in.path, 1) == 0;
  status = ready ? try_in(program, &in, t, error) : check_fail(error, CHECK_FAILURE, "%s: cannot be used", in.path);
  (void)(its != NULL ? setenv("TMPDIR", mine, 1) : unsetenv("TMPDIR"));
  if (before >= 0 && fchdir(before) != 0 && status == CHECK_OK)
    status = check_fail(error, CHECK_FAILURE, "cannot return to the directory before: %s", strerror(errno));
  if (before >= 0) (void)close(before);
  temp_dir_remove(&in);
  return status;
}

/* ---- all */

static bool is_caught(const trial_of_cheat *t) { return t->check[0] != '\0' || t->bench[0] != '\0' || t->parts > 0; }

/* Whether what became of a library is what should: honest is it, or NULL. */
static bool is_right(const trial_of_cheat *t, const trial_of_cheat *honest) {
  if (t == honest) return !is_caught(t) && t->left == 0 && t->ended[0] == '\0';
  const bool gains = honest != NULL && t->ratio < GAIN * honest->ratio;
  return t->left == 0 && t->ended[0] == '\0' && (is_caught(t) || !gains);
}

static void tell(const trial_of_cheat *t, const trial_of_cheat *honest, json_t *rows) {
  const bool right = is_right(t, honest);
  const char *const state = !right ? "GETS PAST" : t == honest ? "right" : is_caught(t) ? "caught" : "harmless";
  const double times = honest != NULL ? t->ratio / honest->ratio : NAN;
  (void)printf("%-9s %-22s check: %s; bench: %s", state, t->name, t->check[0] != '\0' ? t->check : "passes",
               t->bench[0] != '\0' ? t->bench
               : isinf(t->ratio)   ? "not timed"
                                   : "passes");
  if (t->bench[0] == '\0' && isfinite(times)) (void)printf(", %.2f of the honest time", times);
  if (t->left > 0) (void)printf("; %zu files or processes left", t->left);
  if (t->ended[0] != '\0') (void)printf("; a judge gave no verdict: %s", t->ended);
  (void)putchar('\n');
  json_t *row = json_object();
  document_set(row, "name", json_string(t->name));
  document_set(row, "state", json_string(state));
  document_set(row, "check", document_text(t->check));
  document_set(row, "bench", document_text(t->bench));
  document_set(row, "report", json_integer((json_int_t)t->parts));
  document_set(row, "of_honest_time", document_number(times));
  document_set(row, "left", json_integer((json_int_t)t->left));
  document_set(row, "ended", document_text(t->ended));
  document_append(rows, row);
}

static check_status try_all(const char *program, trial_of_cheat *all, size_t count, json_t *rows, check_error *error) {
  const trial_of_cheat *honest = NULL;
  size_t right = 0, caught = 0;
  check_status status = CHECK_OK;
  for (size_t n = 0; n < count; n++)
    if (strcmp(all[n].name, "honest") == 0) honest = &all[n];
  if (honest != NULL) status = try_one(program, &all[honest - all], error);
  for (size_t n = 0; status == CHECK_OK && n < count; n++) {
    progress_show(n, count, all[n].name);
    if (&all[n] != honest) status = try_one(program, &all[n], error);
    progress_clear();
    if (status != CHECK_OK) break;
    tell(&all[n], honest, rows);
    right += is_right(&all[n], honest);
    caught += is_caught(&all[n]) && &all[n] != honest;
  }
  if (status != CHECK_OK) return status;
  (void)printf("%zu caught, %zu harmless, %zu get past\n", caught, right - caught - (honest != NULL ? 1 : 0),
               count - right);
  return right == count ? CHECK_OK : CHECK_MISMATCH;
}

/* Sets `folder` to the folder of the libraries. */
static check_status find_folder(const char *directory, const char *program, char folder[PATH_MAX], check_error *error) {
  char given[PATH_MAX];
  const int length = (int)(strrchr(program, '/') - program);
  if (directory[0] != '\0') (void)snprintf(given, sizeof given, "%s", directory);
  else (void)snprintf(given, sizeof given, "%.*s/cheats", length, program);
  if (realpath(given, folder) != NULL) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: cannot be read: %s; 'make cheats' builds the libraries", given,
                    strerror(errno));
}

/* Lists the libraries of a folder; free *all. */
static check_status list_libraries(const char *folder, trial_of_cheat **all, size_t *count, check_error *error) {
  struct dirent **found = NULL;
  const int entries = scandir(folder, &found, is_library, alphasort);
  *count = entries > 0 ? (size_t)entries : 0;
  *all = calloc(*count + 1, sizeof **all);
  check_status status =
      *all != NULL ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the list of libraries");
  for (size_t n = 0; n < *count; n++) {
    const char *const file = found[n]->d_name;
    if (status == CHECK_OK) status = case_join((*all)[n].path, folder, file, error);
    if (status == CHECK_OK) (void)snprintf((*all)[n].name, sizeof(*all)[n].name, "%.*s", (int)strlen(file) - 3, file);
    free(found[n]);
  }
  free(found);
  if (status != CHECK_OK || *count > 0) return status;
  return check_fail(error, CHECK_BAD_INPUT, "%s: expected libraries, NAME.so; found none", folder);
}

check_status zoo_cheats(const char *directory, json_t *rows, check_error *error) {
  char program[PATH_MAX], folder[PATH_MAX];
  trial_of_cheat *all = NULL;
  size_t count = 0;
  check_status status = program_find(program, sizeof program, error);
  if (status == CHECK_OK) status = find_folder(directory, program, folder, error);
  if (status == CHECK_OK) status = list_libraries(folder, &all, &count, error);
  if (status == CHECK_OK && all != NULL) status = try_all(program, all, count, rows, error);
  free(all);
  return status;
}
