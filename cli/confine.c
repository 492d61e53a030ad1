#define _GNU_SOURCE /* NOLINT: reserved for this; syscall, O_PATH */
#include "cli/confine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static check_status refused(const char *what, check_error *error) {
  return check_fail(error, CHECK_FAILURE, "cannot confine the candidate by %s: %s", what, strerror(errno));
}

/* ---- Landlock: files, and what a later kernel has too */

/* The rules of all versions so far; the headers of a system may be older than its kernel. */
typedef struct rules {
  uint64_t files, network, scope;
} rules;

#define FILES_READ (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FILES_MADE                                                                                                     \
  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |                    \
   LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |                          \
   LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM)
#define FILES_MOVED ((uint64_t)1 << 13) /* version 2 */
#define TRUNCATION 3                    /* the version that has the next */
#define FILES_TRUNCATED ((uint64_t)1 << 14)
#define NETWORK ((uint64_t)3) /* version 4: bind and connect of TCP */
#define SIGNALS 6             /* the version that has the next */
#define SCOPE ((uint64_t)3)   /* abstract sockets, signals */

/* 0: there is none. */
static long landlock_version(void) {
  const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? version : 0;
}

static rules rules_of(long version) {
  rules all = {.files = FILES_READ | FILES_MADE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK};
  if (version >= 2) all.files |= FILES_MOVED;
  if (version >= TRUNCATION) all.files |= FILES_TRUNCATED;
  if (version >= 4) all.network = NETWORK;
  if (version >= SIGNALS) all.scope = SCOPE;
  return all;
}

/* Allows something beneath a directory; one that is not there needs no rule. */
static bool allow(int to, const char *path, uint64_t files) {
  const int directory = open(path, O_PATH | O_CLOEXEC);
  if (directory < 0) return errno == ENOENT;
  const struct landlock_path_beneath_attr rule = {.allowed_access = files, .parent_fd = directory};
  const bool done = syscall(SYS_landlock_add_rule, to, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  (void)close(directory);
  return done;
}

/* Devices that a kernel may need: those without memory, and those that compute. A terminal is none: what is written
   there looks like ours. */
static bool is_needed(const char *device) {
  static const char *const whole[] = {"null", "zero", "full", "random", "urandom", "dri", "kfd", "accel", "infiniband"};
  bool needed = strncmp(device, "nvidia", sizeof "nvidia" - 1) == 0;
  for (size_t n = 0; n < sizeof whole / sizeof whole[0]; n++) needed = needed || strcmp(device, whole[n]) == 0;
  return needed;
}

static bool allow_devices(int to) {
  char path[sizeof "/dev/" + NAME_MAX];
  bool done = true;
  DIR *const all = opendir("/dev");
  for (const struct dirent *one;
       done && all != NULL && (one = readdir(all)) != NULL;) { /* NOLINT(concurrency-mt-unsafe) */
    (void)snprintf(path, sizeof path, "/dev/%s", one->d_name);
    if (is_needed(one->d_name)) done = allow(to, path, LANDLOCK_ACCESS_FS_WRITE_FILE);
  }
  if (all != NULL) (void)closedir(all);
  return done;
}

static bool restrict_files(const char *directory) {
  const long version = landlock_version();
  if (version == 0) return true;
  const rules all = rules_of(version);
  const uint64_t made = all.files & (FILES_MADE | FILES_MOVED | FILES_TRUNCATED);
  const int to = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
  const bool done = to >= 0 && allow(to, "/", FILES_READ) && allow(to, "/dev/shm", made) && allow_devices(to) &&
                    (directory == NULL || allow(to, directory, made)) &&
                    syscall(SYS_landlock_restrict_self, to, 0) == 0;
  if (to >= 0) (void)close(to);
  return done;
}

/* ---- seccomp: system calls */

/* Never allowed. */
static const char *const harmful[] = {
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp", "perf_event_open",
    "bpf", "userfaultfd", "io_uring_setup", "add_key", "request_key", "keyctl", "mount", "umount2", "pivot_root",
    "chroot", "move_mount", "open_tree", "fsopen", "fsmount", "unshare", "setns", "init_module", "finit_module",
    "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "settimeofday", "clock_settime",
    "adjtimex", "clock_adjtime", "sethostname", "setdomainname", "acct", "quotactl", "iopl", "ioperm", "syslog",
    /* what Landlock leaves of files: their modes, owners, attributes and times */
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "setxattr", "lsetxattr",
    "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr", "removexattrat", "file_setattr", "utime",
    "utimes", "futimesat", "utimensat",
    /* what outlives a process: shared memory, semaphores and queues with keys */
    "shmget", "semget", "msgget", "mq_open"};

/* Not allowed to a library. tkill: without the process it could reach a thread of another. */
static const char *const of_programs[] = {"fork",
                                          "vfork",
                                          "execve",
                                          "execveat",
                                          "setsid",
                                          "setpriority",
                                          "ioprio_set",
                                          "tkill",
                                          "rt_sigqueueinfo",
                                          "rt_tgsigqueueinfo",
                                          "pidfd_send_signal",
                                          "setpgid"};

/* One that this machine does not have needs no rule. */
static bool forbid(scmp_filter_ctx filter, const char *name, uint32_t answer) {
  const int number = seccomp_syscall_resolve_name(name);
  return number == __NR_SCMP_ERROR || seccomp_rule_add(filter, answer, number, 0) == 0;
}

static bool forbid_all(scmp_filter_ctx filter, const char *const *names, size_t count) {
  bool done = true;
  for (size_t n = 0; n < count; n++) done = done && forbid(filter, names[n], SCMP_ACT_ERRNO(EPERM));
  return done;
}

/* Where an argument compares so. One that this machine does not have needs no rule. */
static bool forbid_where(scmp_filter_ctx filter, const char *name, struct scmp_arg_cmp argument) {
  const int number = seccomp_syscall_resolve_name(name);
  return number == __NR_SCMP_ERROR || seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), number, 1, &argument) == 0;
}

/* Where the first argument compares so. */
static bool forbid_if(scmp_filter_ctx filter, const char *name, enum scmp_compare how, uint64_t a, uint64_t b) {
  return forbid_where(filter, name, (struct scmp_arg_cmp){.arg = 0, .op = how, .datum_a = a, .datum_b = b});
}

/* Where the second argument, of 32 bits, is one of these. */
static bool forbid_second(scmp_filter_ctx filter, const char *name, const uint64_t *values, size_t count) {
  bool done = true;
  for (size_t n = 0; n < count; n++) {
    const struct scmp_arg_cmp which = {.arg = 1, .op = SCMP_CMP_MASKED_EQ, .datum_a = UINT32_MAX, .datum_b = values[n]};
    done = done && forbid_where(filter, name, which);
  }
  return done;
}

/* Requests to terminals and files: characters as if typed, a terminal's settings, attributes of files. And another
   process, or another signal, when a file or socket is ready: the kernel would send it, whoever may not. */
static bool forbid_requests(scmp_filter_ctx filter) {
  static const uint64_t requests[] = {TIOCSTI,           TIOCLINUX, TIOCSETD, FS_IOC_SETFLAGS,
                                      FS_IOC_FSSETXATTR, FIOSETOWN, SIOCSPGRP};
  static const uint64_t owners[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG};
  return forbid_second(filter, "ioctl", requests, sizeof requests / sizeof requests[0]) &&
         forbid_second(filter, "fcntl", owners, sizeof owners / sizeof owners[0]);
}

/* glibc takes clone where there is no clone3, whose arguments lie in memory, where no filter can see them. */
static bool forbid_processes(scmp_filter_ctx filter) {
  const uint64_t self = (uint64_t)getpid();
  return forbid_all(filter, of_programs, sizeof of_programs / sizeof of_programs[0]) &&
         forbid(filter, "clone3", SCMP_ACT_ERRNO(ENOSYS)) &&
         forbid_if(filter, "clone", SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0) &&
         forbid_if(filter, "kill", SCMP_CMP_NE, self, 0) && forbid_if(filter, "tgkill", SCMP_CMP_NE, self, 0);
}

#define IO_PRIORITY_USER 3 /* ioprio_set(2), which has no header */

/* What a process may set for itself, which it names 0, and not for its judge. */
static bool forbid_settings(scmp_filter_ctx filter) {
  static const char *const of_first[] = {"prlimit64", "sched_setscheduler", "sched_setparam", "sched_setattr",
                                         "sched_setaffinity"};
  static const struct {
    const char *name;
    uint64_t all; /* first argument: of all processes of the user */
  } of_user[] = {{"setpriority", PRIO_USER}, {"ioprio_set", IO_PRIORITY_USER}};
  bool done = true;
  for (size_t n = 0; n < sizeof of_first / sizeof of_first[0]; n++)
    done = done && forbid_if(filter, of_first[n], SCMP_CMP_NE, 0, 0);
  for (size_t n = 0; done && n < sizeof of_user / sizeof of_user[0]; n++) {
    const struct scmp_arg_cmp another = {.arg = 1, .op = SCMP_CMP_NE, .datum_a = 0};
    done = forbid_where(filter, of_user[n].name, another) &&
           forbid_if(filter, of_user[n].name, SCMP_CMP_MASKED_EQ, UINT32_MAX, of_user[n].all); /* its judge is one */
  }
  return done;
}

/* A library may not cut off files: on a kernel whose Landlock cannot see to it, it may not ask for that at all. The
   flags of openat2 lie in memory. A command has its own directory, where it must be able to. */
static bool forbid_truncation(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp flags = {.op = SCMP_CMP_MASKED_EQ, .datum_a = O_TRUNC, .datum_b = O_TRUNC};
  struct scmp_arg_cmp of_open = flags, of_openat = flags;
  of_open.arg = 1;
  of_openat.arg = 2;
  return forbid_where(filter, "open", of_open) && forbid_where(filter, "openat", of_openat) &&
         forbid(filter, "openat2", SCMP_ACT_ERRNO(ENOSYS)) && forbid(filter, "creat", SCMP_ACT_ERRNO(EPERM)) &&
         forbid(filter, "truncate", SCMP_ACT_ERRNO(EPERM));
}

/* A service of the machine can be reached by a local socket, as some drivers do. */
static bool forbid_sockets(scmp_filter_ctx filter, bool hostile) {
  return hostile ? forbid(filter, "socket", SCMP_ACT_ERRNO(EPERM))
                 : forbid_if(filter, "socket", SCMP_CMP_NE, AF_UNIX, 0);
}

static bool restrict_calls(const char *directory, bool hostile) {
  if (seccomp_api_get() == 0) return true;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  const bool cuts = landlock_version() >= TRUNCATION; /* Landlock sees to it */
  const bool done = filter != NULL && forbid_all(filter, harmful, sizeof harmful / sizeof harmful[0]) &&
                    forbid_sockets(filter, hostile) && forbid_requests(filter) && forbid_settings(filter) &&
                    (directory != NULL || (forbid_processes(filter) && (cuts || forbid_truncation(filter)))) &&
                    seccomp_load(filter) == 0;
  if (filter != NULL) seccomp_release(filter);
  return done;
}

/* ---- both, and limits */

/* Says what the kernel of this machine lacks; of what concerns commands alone, only if they may be confined. */
static void say_lacks(bool hostile) {
  const long version = landlock_version();
  if (seccomp_api_get() == 0)
    (void)puts(
        "not confined by seccomp, which this machine lacks: the candidate can reach this process and the network");
  if (version == 0)
    (void)puts(
        "not confined by Landlock, which this machine lacks: the candidate can write files and this process's memory");
  else if (hostile && version < TRUNCATION)
    (void)printf("Landlock of this machine is of version %ld: a command can empty files and signal this process\n",
                 version);
  else if (hostile && version < SIGNALS)
    (void)printf("Landlock of this machine is of version %ld: a command can signal this process\n", version);
}

check_status confine_choose(const char *hostile, const char *trusted, confinement *confined, check_error *error) {
  if (hostile != NULL && trusted != NULL)
    return check_fail(error, CHECK_BAD_INPUT, "--hostile: expected no --trusted, found both");
  if (hostile != NULL) *confined = CONFINED_HOSTILE;
  if (trusted != NULL) *confined = CONFINED_NOT;
  if (*confined != CONFINED_NOT) say_lacks(*confined == CONFINED_HOSTILE);
  return CHECK_OK;
}

/* Bytes that this process has reserved so far, as RLIMIT_DATA counts them: a sanitizer reserves much (proc(5), statm).
   */
static rlim_t reserved(void) {
  unsigned long pages = 0;
  FILE *const from = fopen("/proc/self/statm", "re");
  if (from == NULL) return 0;
  const bool read = fscanf(from, "%*u %*u %*u %*u %*u %lu", &pages) == 1; /* NOLINT: the kernel's own numbers */
  (void)fclose(from);
  return read ? (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) : 0;
}

static bool restrict_resources(void) {
  const rlim_t memory = reserved() + (rlim_t)sysconf(_SC_PHYS_PAGES) * (rlim_t)sysconf(_SC_PAGESIZE) / 2;
  const struct rlimit data = {memory, memory}, core = {0, 0};
  return setrlimit(RLIMIT_DATA, &data) == 0 && setrlimit(RLIMIT_CORE, &core) == 0;
}

static bool silence(bool both) {
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  return nothing >= 0 && (!both || dup2(nothing, STDOUT_FILENO) >= 0) && dup2(nothing, STDERR_FILENO) >= 0;
}

check_status confine(const char *directory, bool hostile, check_error *error) {
  if (hostile && !silence(directory == NULL)) return refused("its output", error); /* a command may talk to us by it */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refused("no_new_privs", error);
  if (!restrict_resources()) return refused("limits", error);
  if (!restrict_files(directory)) return refused("Landlock", error);
  if (!restrict_calls(directory, hostile)) return refused("seccomp", error);
  return CHECK_OK;
}
