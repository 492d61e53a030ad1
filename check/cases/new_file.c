#include "check/cases/new_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check/cases/document.h"

check_status new_file_failed(const char *path, check_error *error) {
  return check_fail(error, CHECK_FAILURE, "%s: cannot write: %s", path, strerror(errno != 0 ? errno : EIO));
}

check_status new_file_no_memory(const char *path, check_error *error) {
  return check_fail(error, CHECK_FAILURE, "%s: not enough memory", path);
}

check_status new_file_directory(const char *directory, const char *name, char path[CASE_PATH_MAX], check_error *error) {
  const check_status status = case_join(path, directory, name, error);
  if (status != CHECK_OK) return status;
  for (char *end = path + strlen(directory) + 1; end != NULL;) {
    end = strchr(end, '/');
    if (end != NULL) *end = '\0';
    if (mkdir(path, 0777) != 0 && errno != EEXIST) return new_file_failed(path, error);
    if (end != NULL) *end++ = '/';
  }
  return CHECK_OK;
}

check_status new_file_open(const char *directory, const char *name, const char *mode, char path[CASE_PATH_MAX],
                           FILE **stream, check_error *error) {
  const check_status status = case_join(path, directory, name, error);
  if (status != CHECK_OK) return status;
  *stream = fopen(path, mode);
  return *stream != NULL ? CHECK_OK : new_file_failed(path, error);
}

check_status new_file_close(FILE *stream, const char *path, check_error *error) {
  errno = 0;
  const bool failed = fflush(stream) != 0 || ferror(stream);
  const check_status status = failed ? new_file_failed(path, error) : CHECK_OK;
  (void)fclose(stream);
  return status;
}

static check_status write_text(const char *directory, const char *name, const char *mode, json_t *document,
                               size_t flags, check_error *error) {
  char path[CASE_PATH_MAX];
  FILE *stream;
  char *text = document != NULL ? document_dump(document, flags) : NULL;
  json_decref(document);
  if (text == NULL) return new_file_no_memory(directory, error);
  check_status status = new_file_open(directory, name, mode, path, &stream, error);
  if (status == CHECK_OK) {
    (void)fprintf(stream, "%s\n", text);
    status = new_file_close(stream, path, error);
  }
  free(text);
  return status;
}

check_status new_file_document(const char *directory, const char *name, json_t *document, size_t flags,
                               check_error *error) {
  return write_text(directory, name, "wbx", document, flags, error);
}

check_status new_file_line(const char *directory, const char *name, json_t *document, check_error *error) {
  return write_text(directory, name, "ab", document, JSON_COMPACT, error);
}
