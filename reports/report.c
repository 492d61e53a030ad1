/* Parts run one after the other, each in a process of its own: benchmarks can be run once in a process only, and if a
   part crashes, the report can name it. No report is written then, as after any other error. The folder is made beside
   its place and exchanged with what is there (renameat2) when it is whole. */
#define _GNU_SOURCE /* NOLINT: reserved for this; renameat2 */
#include "reports/report.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attest_check.h"
#include "bench/peer.h"
#include "check/cases/case.h"
#include "check/cases/format.h"
#include "check/cases/json.h"
#include "check/cases/recipe.h"
#include "check/judge/variant.h"
#include "reports/index.h"
#include "reports/part.h"

enum { PARTS = 48 };

typedef struct plan {
  part at[PARTS];
  size_t count;
} plan;

/* ---- which parts */

static void add(plan *p, const char *name, const char *command, bool draws) {
  if (p->count == PARTS) return;
  part *const next = &p->at[p->count++];
  (void)snprintf(next->name, sizeof next->name, "%s", name);
  (void)snprintf(next->command, sizeof next->command, "%s", command);
  next->draws = draws;
}

/* A type that the variant takes, the usual ones first. */
static const char *type_of(const char *variant) {
  static const attest_dtype order[] = {ATTEST_F32, ATTEST_BF16, ATTEST_F16};
  attest_description description;
  for (size_t n = 0; n < sizeof order / sizeof order[0]; n++)
    if (variant_describe(variant, order[n], &description) == ATTEST_OK) return format_names[order[n]];
  return format_names[ATTEST_F64];
}

/* Of the cases that implementations are judged on. */
static const char *const suites[] = {
    [REPORT_QUICK] = "", [REPORT_FULL] = " --suite full", [REPORT_SMOKE] = " --suite conventions"};

/* The reference, in every type but for the smoke size, and each fast variant, in one of its types but for the full
   size. */
static void add_checks(plan *p, report_size size) {
  char name[sizeof p->at[0].name], command[sizeof p->at[0].command];
  (void)snprintf(command, sizeof command, "check reference%s%s", size == REPORT_SMOKE ? " --dtype f32" : "",
                 suites[size]);
  add(p, "check reference", command, false);
  for (size_t n = 0; attest_variant_name(n) != NULL && (size != REPORT_SMOKE || n == 0); n++) {
    const char *const variant = attest_variant_name(n);
    (void)snprintf(name, sizeof name, "check %s", variant);
    if (size == REPORT_FULL) (void)snprintf(command, sizeof command, "check %s%s", variant, suites[size]);
    else (void)snprintf(command, sizeof command, "check %s --dtype %s%s", variant, type_of(variant), suites[size]);
    add(p, name, command, false);
  }
}

/* A command for each size; NULL: left out. The peers have a part of their own: each answer of each is judged, and some
   compile for each shape, so that few of them would fit into the time of the others. */
static const struct {
  const char *name, *command[REPORT_SMOKE + 1];
  bool draws;
} others[] = {
    {"zoo matrix", {"zoo --matrix", "zoo --matrix", NULL}, false},
    {"zoo causes", {"zoo --causes --profile lengths", "zoo --causes", NULL}, false},
    {"zoo judges", {NULL, "zoo --judges --dtype bf16", NULL}, false},
    {"bench", {"bench --quick --min-time 0.002 --repetitions 3", "bench --quick", "bench --smoke"}, false},
    {"peers",
     {"bench length --variant attest,peers --dtype f32 --d-k 64,128 --keys 512,2048 --repetitions 9", "bench peers",
      "bench --smoke --variant attest,peers"},
     false},
    {"study example", {"study example", "study example", "study example"}, false},
    {"study variance", {"study variance", "study variance", "study variance --samples 20"}, true},
    {"study saturation", {"study saturation", "study saturation", "study saturation --samples 10"}, true},
    {"study heads", {"study heads", "study heads", "study heads"}, true},
    {"study shapes", {"study shapes", "study shapes", "study shapes"}, true},
    {"study error", {"study error --samples 16", "study error", "study error --samples 4"}, true},
    {"study cost", {"study cost --seconds 60 --samples 6", "study cost", NULL}, true},
    {"study claims", {"study claims", "study claims", "study claims --samples 1000"}, true},
};

static bool is_there(const char *path) { return access(path, R_OK) == 0; }

/* Who else is timed, in the same run and so in the same random order as what it is set beside. */
static void add_others(const report_settings *settings, part *bench) {
  size_t count = 0;
  if (settings->candidate != NULL) {
    bench->operand[count++] = "--candidate";
    bench->operand[count++] = settings->candidate;
  }
  if (strcmp(bench->name, "peers") == 0) {
    bench->operand[count++] = "--peers";
    bench->operand[count++] = settings->peers;
  }
}

/* Whether there is something to run that part on. */
static bool is_asked(const report_settings *settings, const char *name) {
  /* where study heads looks */
  if (strcmp(name, "study heads") == 0)
    return is_there("../shared/vectors/minilm") || is_there("tests/data/activations");
  return strcmp(name, "peers") != 0 || settings->peers != NULL;
}

static plan plan_parts(const report_settings *settings) {
  const report_size size = settings->size;
  plan p = {.count = 0};
  if (settings->candidate != NULL) {
    char command[sizeof p.at[0].command];
    (void)snprintf(command, sizeof command, "check%s", suites[size]);
    add(&p, "candidate", command, false);
    const bool like_option = settings->candidate[0] == '-';
    p.at[0].operand[0] = like_option ? "--" : settings->candidate;
    p.at[0].operand[1] = like_option ? settings->candidate : NULL;
  }
  if (is_there("build/vectors/index.json")) add(&p, "vectors", "verify build/vectors --refuse all", false);
  add_checks(&p, size);
  for (size_t n = 0; n < sizeof others / sizeof others[0]; n++) {
    if (others[n].command[size] == NULL || !is_asked(settings, others[n].name)) continue;
    add(&p, others[n].name, others[n].command[size], others[n].draws);
    if (strncmp(others[n].command[size], "bench", 5) == 0) add_others(settings, &p.at[p.count - 1]);
  }
  return p;
}

/* ---- the results */

/* Of the aggregates of benchmarks the middle stays; the others follow from the repetitions. */
static void trim_benchmarks(json_t *entries) {
  for (size_t n = json_array_size(entries); n-- > 0;) {
    const char *const aggregate = json_string_value(json_object_get(json_array_get(entries, n), "aggregate_name"));
    if (aggregate != NULL && strcmp(aggregate, "median") != 0) (void)json_array_remove(entries, n);
  }
}

/* Without what would make the file large or tells of the machine what is nobody's business: cases one by one, the name
   of the host. */
static void trim(const json_t *made) {
  json_t *const result = json_object_get(made, "result"), *const context = json_object_get(result, "context");
  if (strncmp(json_string_value(json_object_get(made, "command")), "check", 5) == 0)
    (void)json_object_del(result, "cases");
  trim_benchmarks(json_object_get(result, "benchmarks"));
  (void)json_object_del(context, "host_name");
  (void)json_object_del(context, "executable");
}

static bool is_faulty(const json_t *made) { return json_integer_value(json_object_get(made, "status")) != 0; }

static void count_part(const json_t *made, report_outcome *found) {
  const json_t *const result = json_object_get(made, "result");
  const bool vectors = strcmp(json_string_value(json_object_get(made, "name")), "vectors") == 0;
  found->passed += vectors ? (long)json_integer_value(json_object_get(result, "passed")) : !is_faulty(made);
  found->failed += vectors ? (long)json_integer_value(json_object_get(result, "failed")) : is_faulty(made);
}

static check_status run_parts(const report_settings *settings, const temp_dir *in, json_t *parts, report_outcome *found,
                              check_error *error) {
  const plan p = plan_parts(settings);
  *found = (report_outcome){0};
  for (size_t n = 0; n < p.count; n++) {
    json_t *made;
    if (settings->progress != NULL) settings->progress(n, p.count, p.at[n].name);
    const check_status status = part_run(&p.at[n], settings->program, in, &made, error);
    if (status != CHECK_OK) return status;
    trim(made);
    count_part(made, found);
    if (settings->fault != NULL && is_faulty(made)) settings->fault(p.at[n].name);
    if (json_array_append_new(parts, made) != 0)
      return check_fail(error, CHECK_FAILURE, "not enough memory for the results");
  }
  return CHECK_OK;
}

static check_status write_results(const json_t *parts, const char *directory, check_error *error) {
  char path[CASE_PATH_MAX];
  json_t *const document = json_pack("{s:s, s:O}", "attest", attest_version(), "parts", parts);
  check_status status = document != NULL ? case_join(path, directory, "results.json", error)
                                         : check_fail(error, CHECK_FAILURE, "not enough memory for the results");
  if (status == CHECK_OK) status = json_write_compact(document, path, error);
  json_decref(document);
  return status;
}

/* ---- the folder */

static bool ends_with(const char *name, const char *ending) {
  const size_t length = strlen(name), end = strlen(ending);
  return length > end && strcmp(name + length - end, ending) == 0;
}

#define PAGE "index.html"
#define RESULTS "results.json"

static bool is_drawn(const char *name) { return ends_with(name, ".svg") || ends_with(name, ".csv"); }

/* Whether a file may be replaced with the folder that it is in: it is one of a report. */
static bool is_ours(const char *name) {
  return strcmp(name, PAGE) == 0 || strcmp(name, RESULTS) == 0 || strcmp(name, "explorer.html") == 0 || is_drawn(name);
}

static check_status not_a_report(const char *directory, const char *found, check_error *error) {
  return check_fail(error, CHECK_BAD_INPUT,
                    "%s: expected an empty directory or a report, which is replaced; found %s in it", directory, found);
}

/* The directory at path, which is called name, is not there, or holds nothing but a report, or parts of one. Pictures
   and tables may be somebody's where there is no page. */
static check_status expect_report(const char *path, const char *name, check_error *error) {
  check_status status = CHECK_OK;
  bool page = false, results = false, drawn = false;
  DIR *const open = opendir(path);
  if (open == NULL)
    return errno == ENOENT ? CHECK_OK
                           : check_fail(error, CHECK_BAD_INPUT, "%s: expected a directory: %s", name, strerror(errno));
  for (const struct dirent *entry; status == CHECK_OK && (entry = readdir(open)) != NULL;) {
    struct stat its;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    drawn = drawn || is_drawn(entry->d_name);
    page = page || strcmp(entry->d_name, PAGE) == 0;
    results = results || strcmp(entry->d_name, RESULTS) == 0;
    if (!is_ours(entry->d_name) || fstatat(dirfd(open), entry->d_name, &its, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(its.st_mode))
      status = not_a_report(name, entry->d_name, error);
  }
  (void)closedir(open);
  if (status == CHECK_OK && drawn && !page) status = not_a_report(name, "no " PAGE, error);
  if (status == CHECK_OK && drawn && !results) status = not_a_report(name, "no " RESULTS, error);
  return status;
}

static bool is_same_file(const struct stat *x, const struct stat *y) {
  return x->st_dev == y->st_dev && x->st_ino == y->st_ino;
}

static check_status too_long(const char *directory, check_error *error) {
  return check_fail(error, CHECK_BAD_INPUT, "%.80s: expected a path of fewer than %d bytes", directory, CASE_PATH_MAX);
}

/* The path of the directory, without links and '/' at its end, in resolved. Refuses what cannot be replaced in the
   end. */
static check_status resolve(const char *directory, char resolved[CASE_PATH_MAX], check_error *error) {
  struct stat its, here, above;
  char full[PATH_MAX], parent[CASE_PATH_MAX];
  size_t length = strlen(directory);
  if (length == 0) return check_fail(error, CHECK_BAD_INPUT, "expected the name of a directory, found ''");
  while (length > 1 && directory[length - 1] == '/') length--;
  if (length >= CASE_PATH_MAX) return too_long(directory, error);
  (void)snprintf(resolved, CASE_PATH_MAX, "%.*s", (int)length, directory);
  if (lstat(resolved, &its) != 0) return CHECK_OK; /* a new one */
  if (realpath(directory, full) == NULL || stat(full, &its) != 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: expected a directory: %s", directory, strerror(errno));
  if ((size_t)snprintf(resolved, CASE_PATH_MAX, "%s", full) >= CASE_PATH_MAX) return too_long(directory, error);
  check_status status = case_join(parent, resolved, "..", error);
  if (status == CHECK_OK && S_ISDIR(its.st_mode) && stat(parent, &above) == 0 &&
      (above.st_dev != its.st_dev || is_same_file(&above, &its)))
    status = check_fail(error, CHECK_BAD_INPUT, "%s: expected a directory that can be replaced, found a mount point",
                        directory);
  if (status == CHECK_OK && stat(".", &here) == 0 && is_same_file(&here, &its))
    status =
        check_fail(error, CHECK_BAD_INPUT,
                   "%s: expected a directory that can be replaced, found that in which the command runs", directory);
  return status;
}

static bool exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0;
}

/* The report takes the place of a directory, which is called name; what was there is removed, unless something was put
   into it in the meantime. */
static check_status keep(temp_dir *made, const char *directory, const char *name, check_error *error) {
  if (!is_there(directory)) return temp_dir_keep(made, directory, error);
  const mode_t mask = umask(0);
  (void)umask(mask);
  if (chmod(made->path, 0777 & ~mask) != 0 || !exchange(made->path, directory))
    return check_fail(error, CHECK_FAILURE, "%s: cannot replace: %s", name, strerror(errno));
  const check_status status = expect_report(made->path, name, error);
  if (status != CHECK_OK) (void)exchange(made->path, directory);
  return status;
}

/* The file is read here too, so that what is wrong with it is said before minutes have passed. */
static check_status expect_peers(const char *path, check_error *error) {
  peers read = {.count = 0};
  const check_status status = peers_read(&read, path, error);
  peers_end(&read);
  return status;
}

check_status report_make(const report_settings *settings, report_outcome *found, check_error *error) {
  temp_dir made = {.path = ""};
  char directory[CASE_PATH_MAX], prefix[CASE_PATH_MAX + 4];
  json_t *const parts = json_array();
  check_status status = resolve(settings->directory, directory, error);
  if (status == CHECK_OK) status = expect_report(directory, settings->directory, error);
  if (status == CHECK_OK && settings->peers != NULL) status = expect_peers(settings->peers, error);
  (void)snprintf(prefix, sizeof prefix, "%s.tmp", directory);
  if (status == CHECK_OK) status = temp_dir_make(prefix, &made, error);
  if (status == CHECK_OK) status = run_parts(settings, &made, parts, found, error);
  if (status == CHECK_OK) status = write_results(parts, made.path, error);
  if (status == CHECK_OK) status = index_write(parts, settings->size, made.path, error);
  if (status == CHECK_OK) status = keep(&made, directory, settings->directory, error);
  temp_dir_remove(&made);
  json_decref(parts);
  return status;
}
