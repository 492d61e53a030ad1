#define _GNU_SOURCE /* NOLINT: mkdtemp, pipe2, syncfs, closefrom */
#include "check/cases/temp_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef bool entry_action(int in, const char *name, int root);

/* Does it to each entry of a directory in an open one, but that itself and its parent; whether it was done to one. */
static bool for_each(int in, const char *name, entry_action *act, int root) {
  bool any = false;
  const int directory = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *const list = directory >= 0 ? fdopendir(directory) : NULL;
  if (list == NULL && directory >= 0) (void)close(directory);
  if (list == NULL) return false;
  for (const struct dirent *entry = readdir(list); entry != NULL; entry = readdir(list)) /* NOLINT: one thread */
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      any = act(directory, entry->d_name, root) || any;
  (void)closedir(list);
  return any;
}

/* Removes a file; brings a directory up to the root, under a new name. */
static bool raise_entry(int in, const char *name, int root) {
  static unsigned raised;
  char other[40];
  if (unlinkat(in, name, 0) == 0) return true;
  (void)snprintf(other, sizeof other, "raised.%u.%ld", ++raised, (long)getpid());
  (void)fchmodat(in, name, 0700, AT_SYMLINK_NOFOLLOW); /* it is a directory, or cannot be removed */
  return renameat(in, name, root, other) == 0;
}

static bool remove_entry(int in, const char *name, int root) {
  if (unlinkat(in, name, 0) == 0) return true;
  (void)fchmodat(in, name, 0700, AT_SYMLINK_NOFOLLOW);
  (void)for_each(in, name, raise_entry, root);
  return unlinkat(in, name, AT_REMOVEDIR) == 0;
}

/* Removes a tree, however deep, with few open files: level after level comes up. In several tries: processes that are
   being ended may still write for a moment. */
static void remove_tree(const char *path) {
  for (int tries = 0; tries < 50; tries++) {
    (void)fchmodat(AT_FDCWD, path, 0700, AT_SYMLINK_NOFOLLOW); /* a command may have taken its own rights */
    const int root = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (tries > 0) (void)usleep(20000);
    while (root >= 0 && for_each(root, ".", remove_entry, root)) continue;
    if (root >= 0) (void)close(root);
    if (rmdir(path) == 0 || errno == ENOENT) return;
  }
}

/* The second process. All signals are blocked in it, because ^C reaches the whole foreground group and this process
   must outlive it. Of its inherited files it keeps only its line: it would hold open the lines of other directories,
   whose processes wait for them to close. */
static _Noreturn void wait_and_remove(int line, const char *path) {
  enum { KEPT = STDERR_FILENO + 1 };
  pid_t group = 0, next;
  (void)dup2(line, KEPT);
  closefrom(KEPT + 1);
  line = KEPT;
  const int nothing = open("/dev/null", O_RDWR);
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
    (void)dup2(nothing, file); /* otherwise a reader of our output waits for this process */
  if (nothing > STDERR_FILENO) (void)close(nothing);
  while (read(line, &next, sizeof next) == (ssize_t)sizeof next) group = next;
  if (group > 0) (void)kill(-group, SIGKILL);
  closefrom(STDIN_FILENO); /* the limit may leave no more files than the removal takes */
  remove_tree(path);
  _exit(0);
}

static check_status no_keeper(temp_dir *s, check_error *error) {
  const int reason = errno;
  (void)rmdir(s->path);
  s->path[0] = '\0';
  return check_fail(error, CHECK_FAILURE, "cannot start a process that removes temporary files: %s", strerror(reason));
}

static check_status start(temp_dir *s, check_error *error) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return no_keeper(s, error);
  (void)fflush(NULL);
  s->keeper = fork();
  if (s->keeper == 0) {
    (void)close(ends[1]);
    wait_and_remove(ends[0], s->path);
  }
  (void)close(ends[0]);
  s->line = ends[1];
  if (s->keeper > 0) return CHECK_OK;
  (void)close(s->line);
  return no_keeper(s, error);
}

check_status temp_dir_make(const char *prefix, temp_dir *s, check_error *error) {
  sigset_t all, before;
  const int length = snprintf(s->path, sizeof s->path, "%s.XXXXXX", prefix);
  if (length < 0 || (size_t)length >= sizeof s->path) {
    s->path[0] = '\0';
    return check_fail(error, CHECK_BAD_INPUT, "%.200s...: path too long", prefix);
  }
  (void)sigfillset(&all);
  /* A signal comes before the directory exists, or after its keeper does. */
  (void)sigprocmask(SIG_BLOCK, &all, &before);
  check_status status = CHECK_OK;
  if (mkdtemp(s->path) == NULL) {
    s->path[0] = '\0';
    status = check_fail(error, CHECK_BAD_INPUT, "%s.XXXXXX: cannot create: %s", prefix, strerror(errno));
  } else status = start(s, error);
  (void)sigprocmask(SIG_SETMASK, &before, NULL);
  return status;
}

check_status temp_dir_make_temporary(temp_dir *s, check_error *error) {
  const char *const given = getenv("TMPDIR"), *const temporary = given != NULL && *given != '\0' ? given : "/tmp";
  char prefix[TEMP_DIR_PATH_MAX];
  const int length =
      snprintf(prefix, sizeof prefix, "%s%sattest", temporary, temporary[strlen(temporary) - 1] == '/' ? "" : "/");
  if (length < 0 || (size_t)length >= sizeof prefix)
    return check_fail(error, CHECK_BAD_INPUT, "%.200s...: path too long", temporary);
  return temp_dir_make(prefix, s, error);
}

void temp_dir_ends_group(const temp_dir *s, pid_t group) {
  /* A pipe takes so few bytes at once, and its reader is alive. */
  const ssize_t sent = write(s->line, &group, sizeof group);
  (void)sent;
}

/* Ends the keeper, which removes whatever is at the path by then. */
static void end(temp_dir *s) {
  if (s->path[0] == '\0') return;
  (void)close(s->line);
  while (waitpid(s->keeper, NULL, 0) < 0 && errno == EINTR) continue;
  s->path[0] = '\0';
}

/* Synchronises the directory and its files with the disk, and gives it the usual permissions. Returns 0 or errno. */
static int settle(const char *path) {
  const mode_t mask = umask(0);
  (void)umask(mask);
  const int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return errno;
  const int reason = syncfs(directory) == 0 && fchmod(directory, 0777 & ~mask) == 0 ? 0 : errno;
  (void)close(directory);
  return reason;
}

check_status temp_dir_keep(temp_dir *s, const char *path, check_error *error) {
  int reason = settle(s->path);
  if (reason == 0 && rename(s->path, path) != 0) reason = errno;
  end(s);
  return reason == 0 ? CHECK_OK : check_fail(error, CHECK_FAILURE, "%s: cannot write: %s", path, strerror(reason));
}

void temp_dir_remove(temp_dir *s) { end(s); }
