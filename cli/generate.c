/* attest generate: writes cases for candidates that run elsewhere. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "check/cases/flashinfer.h"
#include "check/cases/plural.h"
#include "check/cases/store.h"
#include "check/cases/temp_dir.h"
#include "check/run/session.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/selection.h"
#include "cli/sharding.h"

static const char help[] =
    "usage: attest generate DIR [options]\n"
    "\n"
    "Writes the cases of 'attest check' as case directories, with index.json, for a\n"
    "candidate that runs elsewhere. For each case the candidate writes out.npy (and\n"
    "lse.npy, weights.npy if it has them) beside the inputs; 'attest verify DIR' then\n"
    "judges them. DIR must be new or empty. An interrupted command leaves it unchanged.\n"
    "\n"
    "options:\n"
    "  --format NAME   cases (the default); flashinfer-bench: definitions, workloads and\n"
    "                  tensors for FlashInfer-Bench\n"
    "  --suite NAME    quick (the default): 500 cases of each type, or more if combinations\n"
    "                  of options need them; full: 3000, with large ones; conventions: the\n"
    "                  few cases that show conventions\n"
    "  --count N       at most N cases of each type\n"
    "  --dtype TYPE    only f64, f32, f16 or bf16\n"
    "  --seed N        seed of the sequence of cases (default 1)\n" SHARDING_HELP "  --help          this text\n"
    "\n"
    "examples:\n"
    "  attest generate cases\n"
    "  attest generate cases --dtype bf16 --count 20\n"
    "  attest generate dataset --format flashinfer-bench --dtype bf16\n"
    "  srun -n 64 attest generate cases-%I --suite full --shard auto\n";

typedef enum { FORMAT_CASES, FORMAT_FLASHINFER } format;

typedef struct generate_options {
  selection_options selection;
  uint64_t seed;
  shard part;
  format format;
} generate_options;

/* Checks that the directory is empty, or can be created. */
static check_status check_directory(const char *directory, check_error *error) {
  struct stat status;
  if (lstat(directory, &status) != 0)
    return errno == ENOENT ? CHECK_OK
                           : check_fail(error, CHECK_BAD_INPUT, "%s: cannot create: %s", directory, strerror(errno));
  DIR *stream = S_ISDIR(status.st_mode) ? opendir(directory) : NULL;
  if (stream == NULL)
    return check_fail(error, CHECK_BAD_INPUT, "%s: expected an empty directory, or a new name", directory);
  char found[256] = "";
  for (const struct dirent *entry = readdir(stream); found[0] == '\0' && entry != NULL; entry = readdir(stream))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      (void)snprintf(found, sizeof found, "%s", entry->d_name);
  (void)closedir(stream);
  if (found[0] == '\0') return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: expected an empty directory, found %s in it", directory, found);
}

/* The number of cases in a share. */
static size_t count_of(const suite *s, const shard *part) {
  size_t count = 0;
  for (size_t n = 0; n < s->count; n++) count += shard_has(part, (int64_t)n);
  return count;
}

static void print_left_out(const flashinfer_count *counted) {
  const char *before = "left out, as FlashInfer-Bench cannot express them: ";
  for (int n = 0; n < FLASHINFER_REASONS; n++) {
    if (counted->left_out[n] == 0) continue;
    (void)printf("%s%zu %s", before, counted->left_out[n], flashinfer_reason_text((flashinfer_reason)n));
    before = ", ";
  }
  if (before[0] == ',') (void)printf("\n");
}

static void print_counted(const char *directory, const flashinfer_count *counted) {
  (void)printf("%s: %zu workload%s of %zu definition%s\n", directory, counted->workloads,
               plural_s((int64_t)counted->workloads), counted->definitions, plural_s((int64_t)counted->definitions));
  print_left_out(counted);
}

static check_status write_cases(const char *directory, const suite *s, const generate_options *how,
                                flashinfer_count *counted, check_error *error) {
  char prefix[TEMP_DIR_PATH_MAX + 8];
  arena memory;
  temp_dir made = {.path = ""};
  (void)snprintf(prefix, sizeof prefix, "%s.tmp", directory);
  check_status status = arena_make(&memory, SESSION_MEMORY, error);
  if (status != CHECK_OK) return status;
  status = temp_dir_make(prefix, &made, error);
  if (status == CHECK_OK && how->format == FORMAT_CASES)
    status = store_cases(made.path, s->cases, s->count, &how->part, &memory, progress_show, error);
  else if (status == CHECK_OK)
    status = flashinfer_store(made.path, s->cases, s->count, &how->part, &memory, progress_show, counted, error);
  progress_clear();
  if (status == CHECK_OK) status = temp_dir_keep(&made, directory, error);
  else temp_dir_remove(&made);
  arena_free(&memory);
  return status;
}

static check_status generate(const char *directory, const generate_options *how, check_error *error) {
  char path[TEMP_DIR_PATH_MAX];
  suite s = {.cases = NULL};
  flashinfer_count counted = {.workloads = 0};
  size_t length = strlen(directory);
  /* The temporary directory stands beside this one, not in it. */
  while (length > 1 && directory[length - 1] == '/') length--;
  if (length >= sizeof path) return check_fail(error, CHECK_BAD_INPUT, "%.200s...: path too long", directory);
  (void)snprintf(path, sizeof path, "%.*s", (int)length, directory);
  check_status status = check_directory(path, error);
  if (status == CHECK_OK) status = selection_make(&how->selection, how->seed, &s, error);
  if (status == CHECK_OK) status = write_cases(path, &s, how, &counted, error);
  const size_t count = count_of(&s, &how->part);
  if (status == CHECK_OK && how->format == FORMAT_CASES)
    (void)printf("%s: %zu case%s\n", directory, count, plural_s((int64_t)count));
  else if (status == CHECK_OK) print_counted(directory, &counted);
  suite_free(&s);
  return status;
}

static const char *format_name(size_t n) {
  static const char *const names[] = {"cases", "flashinfer-bench"};
  return n < sizeof names / sizeof names[0] ? names[n] : NULL;
}

static check_status read_format(const char *name, const char *dtype, format *found, check_error *error) {
  *found = name != NULL && strcmp(name, "flashinfer-bench") == 0 ? FORMAT_FLASHINFER : FORMAT_CASES;
  if (name != NULL && *found == FORMAT_CASES && strcmp(name, "cases") != 0)
    return check_fail(error, CHECK_BAD_INPUT, "--format: expected cases or flashinfer-bench, found %s", name);
  if (*found == FORMAT_FLASHINFER && dtype != NULL && strcmp(dtype, "f64") == 0)
    return check_fail(error, CHECK_BAD_INPUT,
                      "--dtype: expected f32, f16 or bf16 with --format flashinfer-bench, "
                      "found f64");
  return CHECK_OK;
}

check_status generate_command(int argc, char **argv, check_error *error) {
  generate_options how = {.selection = {.suite = NULL}};
  const char *directory, *seed_text = NULL, *shard_text = NULL, *format_text = NULL;
  char path[SHARDING_PATH_MAX];
  const value_option operand = {"directory", 0, &directory, NULL};
  const value_option options[] = {{"suite", 0, &how.selection.suite, selection_suite_name},
                                  {"count", 0, &how.selection.count, NULL},
                                  {"dtype", 0, &how.selection.dtype, selection_dtype_name},
                                  {"format", 0, &format_text, format_name},
                                  {"seed", 0, &seed_text, NULL},
                                  {"shard", 0, &shard_text, NULL}};
  check_status status = arguments_read(argc, argv, help, options, sizeof options / sizeof options[0], &operand, error);
  if (status != CHECK_OK || directory == NULL) return status;
  status = read_format(format_text, how.selection.dtype, &how.format, error);
  if (status == CHECK_OK) status = selection_seed(seed_text, &how.seed, error);
  if (status == CHECK_OK) status = sharding_read(shard_text, &how.part, error);
  if (status == CHECK_OK) status = sharding_name(shard_text, &how.part, &directory, path, error);
  return status == CHECK_OK ? generate(directory, &how, error) : status;
}
