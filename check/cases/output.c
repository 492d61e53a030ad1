#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The file that output_discard removes. */
static const char *volatile pending = NULL;

void output_discard(void) {
  const char *temporary = pending;
  if (temporary != NULL) (void)unlink(temporary);
}

/* The folder of a path, and the name in it. */
static const char *split(const char *path, char folder[OUTPUT_PATH_MAX]) {
  const char *const slash = strrchr(path, '/');
  const int length = slash == NULL ? 0 : slash == path ? 1 : (int)(slash - path);
  (void)snprintf(folder, OUTPUT_PATH_MAX, "%.*s", slash == NULL ? 1 : length, slash == NULL ? "." : path);
  return slash == NULL ? path : slash + 1;
}

check_status output_expect(const char *path, check_error *error) {
  char folder[OUTPUT_PATH_MAX];
  struct stat status, its;
  if (path == NULL) return CHECK_OK;
  const bool exists = lstat(path, &status) == 0, folder_itself = exists && S_ISDIR(status.st_mode);
  const bool direct = exists && !folder_itself && !S_ISREG(status.st_mode); /* as /dev/stdout */
  if (direct && stat(path, &its) == 0) return CHECK_OK;                     /* not a link to nothing */
  (void)split(path, folder);
  if (!direct) errno = path[0] == '\0' ? ENOENT : EISDIR;
  if (!direct && path[0] != '\0' && !folder_itself && access(folder, W_OK) == 0) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: cannot create: %s", path[0] != '\0' ? path : "''", strerror(errno));
}

/* Whether two paths name one file: the same file, or the same name in the same folder. */
static bool is_same(const char *a, const char *b) {
  char folder_a[OUTPUT_PATH_MAX], folder_b[OUTPUT_PATH_MAX];
  struct stat x, y;
  if (stat(a, &x) == 0 && stat(b, &y) == 0) return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
  const bool same_name = strcmp(split(a, folder_a), split(b, folder_b)) == 0;
  const bool both = stat(folder_a, &x) == 0 && stat(folder_b, &y) == 0;
  return same_name && both && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Fails if a path is one of some others. */
static check_status expect_another(const char *path, const char *const *others, size_t count, check_error *error) {
  for (size_t n = 0; path != NULL && n < count; n++)
    if (others[n] != NULL && is_same(path, others[n]))
      return check_fail(error, CHECK_BAD_INPUT, "%s: expected another file than %s", path, others[n]);
  return CHECK_OK;
}

check_status output_expect_all(const char *const *paths, size_t count, const char *const *inputs, size_t input_count,
                               check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; n < count && status == CHECK_OK; n++) {
    status = output_expect(paths[n], error);
    if (status == CHECK_OK) status = expect_another(paths[n], paths, n, error);
    if (status == CHECK_OK) status = expect_another(paths[n], inputs, input_count, error);
  }
  return status;
}

check_status output_open(output_file *output, const char *path, check_error *error) {
  struct stat status;
  const bool direct = lstat(path, &status) == 0 && !S_ISREG(status.st_mode);
  output->path = path;
  output->temporary[0] = '\0';
  int file;
  if (direct) {
    file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
  } else {
    struct timespec now = {.tv_nsec = 0}; /* a killed process leaves its file, and another may have its number */
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const int length = snprintf(output->temporary, sizeof output->temporary, "%s.tmp.%ld.%ld%09ld", path,
                                (long)getpid(), (long)now.tv_sec, now.tv_nsec);
    if (length < 0 || (size_t)length >= sizeof output->temporary)
      return check_fail(error, CHECK_BAD_INPUT, "%.200s...: path too long", path);
    pending = output->temporary; /* set before the file exists: a signal in between removes nothing */
    file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  output->stream = file < 0 ? NULL : fdopen(file, "wb");
  if (output->stream != NULL) return CHECK_OK;
  const int reason = errno;
  if (file >= 0) (void)close(file);
  if (file >= 0 && !direct) (void)unlink(output->temporary);
  pending = NULL;
  const bool full = reason == ENOSPC || reason == EDQUOT || reason == ENOMEM;
  return check_fail(error, full ? CHECK_FAILURE : CHECK_BAD_INPUT, "%s: cannot create: %s", path, strerror(reason));
}

check_status output_close(output_file *output, check_error *error) {
  const bool renames = output->temporary[0] != '\0';
  int reason = 0;
  if (ferror(output->stream)) reason = errno != 0 ? errno : EIO;
  if (fflush(output->stream) != 0 && reason == 0) reason = errno;
  if (renames && reason == 0 && fsync(fileno(output->stream)) != 0) reason = errno;
  if (fclose(output->stream) != 0 && reason == 0) reason = errno;
  if (renames && reason == 0 && rename(output->temporary, output->path) != 0) reason = errno;
  if (renames && reason != 0) (void)unlink(output->temporary);
  pending = NULL;
  return reason == 0 ? CHECK_OK
                     : check_fail(error, CHECK_FAILURE, "%s: cannot write: %s", output->path, strerror(reason));
}

check_status output_copy(FILE *from, const char *path, check_error *error) {
  char part[8192];
  output_file output;
  const check_status status = output_open(&output, path, error);
  if (status != CHECK_OK) return status;
  rewind(from);
  for (size_t n; (n = fread(part, 1, sizeof part, from)) > 0;)
    if (fwrite(part, 1, n, output.stream) != n) break;
  if (!ferror(from)) return output_close(&output, error); /* says what could not be written */
  const int reason = errno;
  (void)fclose(output.stream);
  output_discard();
  pending = NULL;
  return check_fail(error, CHECK_FAILURE, "%s: its source cannot be read: %s", path, strerror(reason));
}
