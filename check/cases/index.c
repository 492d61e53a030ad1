#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/index.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/cases/case.h"
#include "check/cases/json.h"
#include "check/cases/printable.h"

static check_status append(case_index *index, const char *name, const char *path, check_error *error) {
  struct case_entry *entries = realloc(index->entries, (index->count + 1) * sizeof *entries);
  if (entries == NULL) return check_fail(error, CHECK_FAILURE, "%s: not enough memory", path);
  index->entries = entries;
  entries[index->count] = (struct case_entry){strdup(name), strdup(path)};
  if (entries[index->count].name == NULL || entries[index->count].path == NULL) {
    free(entries[index->count].name);
    free(entries[index->count].path);
    return check_fail(error, CHECK_FAILURE, "%s: not enough memory", path);
  }
  printable(entries[index->count].name);
  index->count++;
  return CHECK_OK;
}

static bool holds(const char *directory, const char *name, char path[CASE_PATH_MAX]) {
  check_error ignored;
  if (case_join(path, directory, name, &ignored) != CHECK_OK) return false;
  return access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR); /* reading it then says why it cannot be */
}

/* Makes the index of a single case, named after the last component of its path. */
static check_status read_single(const char *directory, case_index *index, check_error *error) {
  char name[CASE_PATH_MAX];
  size_t end = strlen(directory);
  while (end > 1 && directory[end - 1] == '/') end--;
  size_t start = end;
  while (start > 0 && directory[start - 1] != '/') start--;
  memcpy(name, directory + start, end - start);
  name[end - start] = '\0';
  return append(index, name, directory, error);
}

/* Whether a name is relative, without empty, "." or ".." components. */
static bool stays_within(const char *name) {
  for (;;) {
    const size_t length = strcspn(name, "/");
    if (length == 0 || (length == 1 && name[0] == '.') || (length == 2 && name[0] == '.' && name[1] == '.'))
      return false;
    if (name[length] == '\0') return true;
    name += length + 1;
  }
}

static check_status read_names(const char *directory, const char *path, const json_t *names, case_index *index,
                               check_error *error) {
  if (!json_is_array(names) || json_array_size(names) == 0)
    return json_unexpected(path, "cases", "a list of names", names, error);
  for (size_t i = 0; i < json_array_size(names); i++) {
    const json_t *name = json_array_get(names, i);
    if (!json_is_string(name) || strlen(json_string_value(name)) != json_string_length(name) ||
        !stays_within(json_string_value(name)))
      return json_unexpected(path, "cases", "names of sub-directories, without . and ..", name, error);
    for (size_t earlier = 0; earlier < i; earlier++)
      if (json_equal(name, json_array_get(names, earlier)))
        return json_unexpected(path, "cases", "each name once", name, error);
    char sub_directory[CASE_PATH_MAX];
    check_status status = case_join(sub_directory, directory, json_string_value(name), error);
    if (status == CHECK_OK) status = append(index, json_string_value(name), sub_directory, error);
    if (status != CHECK_OK) return status;
  }
  return CHECK_OK;
}

static check_status read_index(const char *directory, const char *path, case_index *index, check_error *error) {
  json_t *root;
  check_status status = json_read_object(path, &root, error);
  if (status != CHECK_OK) return status;
  status = read_names(directory, path, json_object_get(root, "cases"), index, error);
  json_decref(root);
  return status;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct case_entry *)a)->name, ((const struct case_entry *)b)->name);
}

static check_status read_directory(const char *directory, case_index *index, check_error *error) {
  DIR *stream = opendir(directory);
  if (stream == NULL) return check_fail_file(error, directory, "open", errno);
  check_status status = CHECK_OK;
  for (const struct dirent *entry = readdir(stream); status == CHECK_OK && entry != NULL; entry = readdir(stream)) {
    char sub_directory[CASE_PATH_MAX], path[CASE_PATH_MAX];
    if (entry->d_name[0] != '.' && holds(directory, entry->d_name, sub_directory) &&
        holds(sub_directory, "case.json", path))
      status = append(index, entry->d_name, sub_directory, error);
  }
  (void)closedir(stream);
  if (status != CHECK_OK) return status;
  if (index->count == 0)
    return check_fail(error, CHECK_BAD_INPUT,
                      "%s: no cases, expected case.json, index.json or sub-directories with case.json", directory);
  qsort(index->entries, index->count, sizeof *index->entries, by_name);
  return CHECK_OK;
}

check_status index_read(const char *directory, case_index *index, check_error *error) {
  char path[CASE_PATH_MAX];
  *index = (case_index){.count = 0, .entries = NULL};
  if (holds(directory, "case.json", path)) return read_single(directory, index, error);
  if (holds(directory, "index.json", path)) return read_index(directory, path, index, error);
  return read_directory(directory, index, error);
}

void index_free(case_index *index) {
  for (size_t i = 0; i < index->count; i++) {
    free(index->entries[i].name);
    free(index->entries[i].path);
  }
  free(index->entries);
  *index = (case_index){.count = 0, .entries = NULL};
}
