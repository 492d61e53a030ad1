/* attest generate: writes cases for candidates that run elsewhere. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
    "judges them. DIR must not exist or be empty. An interrupted command leaves it\n"
    "unchanged.\n"
    "\n"
    "options:\n"
    "  --suite NAME    quick (the default): 500 cases of each type, or more if combinations\n"
    "                  of options need them; full: 3000, with large ones; conventions: the\n"
    "                  few cases in which conventions show\n"
    "  --count N       at most N cases of each type\n"
    "  --dtype TYPE    only f64, f32, f16 or bf16\n"
    "  --seed N        another sequence of cases (default 1)\n" SHARDING_HELP "  --help          this text\n"
    "\n"
    "examples:\n"
    "  attest generate cases\n"
    "  attest generate cases --dtype bf16 --count 20\n"
    "  srun -n 64 attest generate cases-%I --suite full --shard auto\n";

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

static check_status write_cases(const char *directory, const suite *s, const shard *part, check_error *error) {
  char prefix[TEMP_DIR_PATH_MAX + 8];
  arena memory;
  temp_dir made = {.path = ""};
  (void)snprintf(prefix, sizeof prefix, "%s.tmp", directory);
  check_status status = arena_make(&memory, SESSION_MEMORY, error);
  if (status != CHECK_OK) return status;
  status = temp_dir_make(prefix, &made, error);
  if (status == CHECK_OK) status = store_cases(made.path, s->cases, s->count, part, &memory, progress_show, error);
  progress_clear();
  if (status == CHECK_OK) status = temp_dir_keep(&made, directory, error);
  else temp_dir_remove(&made);
  arena_free(&memory);
  return status;
}

/* The number of cases in a share. */
static size_t count_of(const suite *s, const shard *part) {
  size_t count = 0;
  for (size_t n = 0; n < s->count; n++) count += shard_has(part, (int64_t)n);
  return count;
}

static check_status generate(const char *directory, const selection_options *given, uint64_t seed, const shard *part,
                             check_error *error) {
  char path[TEMP_DIR_PATH_MAX];
  suite s = {.cases = NULL};
  size_t length = strlen(directory);
  /* The temporary directory stands beside this one, not in it. */
  while (length > 1 && directory[length - 1] == '/') length--;
  if (length >= sizeof path) return check_fail(error, CHECK_BAD_INPUT, "%.200s...: path too long", directory);
  (void)snprintf(path, sizeof path, "%.*s", (int)length, directory);
  check_status status = check_directory(path, error);
  if (status == CHECK_OK) status = selection_make(given, seed, &s, error);
  if (status == CHECK_OK) status = write_cases(path, &s, part, error);
  if (status == CHECK_OK)
    (void)printf("%s: %zu case%s\n", directory, count_of(&s, part), plural_s((int64_t)count_of(&s, part)));
  suite_free(&s);
  return status;
}

check_status generate_command(int argc, char **argv, check_error *error) {
  selection_options given = {.suite = NULL};
  const char *directory, *seed_text = NULL, *shard_text = NULL;
  char path[SHARDING_PATH_MAX];
  shard part;
  uint64_t seed;
  const value_option operand = {"directory", 0, &directory, NULL};
  const value_option options[] = {{"suite", 0, &given.suite, selection_suite_name},
                                  {"count", 0, &given.count, NULL},
                                  {"dtype", 0, &given.dtype, selection_dtype_name},
                                  {"seed", 0, &seed_text, NULL},
                                  {"shard", 0, &shard_text, NULL}};
  check_status status = arguments_read(argc, argv, help, options, sizeof options / sizeof options[0], &operand, error);
  if (status != CHECK_OK || directory == NULL) return status;
  status = selection_seed(seed_text, &seed, error);
  if (status == CHECK_OK) status = sharding_read(shard_text, &part, error);
  if (status == CHECK_OK) status = sharding_name(shard_text, &part, &directory, path, error);
  return status == CHECK_OK ? generate(directory, &given, seed, &part, error) : status;
}
