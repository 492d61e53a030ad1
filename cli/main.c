/* attest COMMAND ...: finds the command and runs it. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attest.h"
#include "check/cases/error.h"
#include "check/cases/nearest.h"
#include "check/cases/output.h"
#include "check/run/process.h"
#include "check/run/shell.h"
#include "check/run/worker.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/limits.h"
#include "opt/cpu.h"

static const struct {
  const char *name;
  check_status (*run)(int argc, char **argv, check_error *error);
  const char *summary;
} commands[] = {
    {"bench", bench_command, "time the fast variants and peers, or compare two runs"},
    {"check", check_command, "judge a candidate on generated cases, by derived bounds"},
    {"generate", generate_command, "write the generated cases, for candidates that run elsewhere"},
    {"list", list_command, "list the cases of a directory, one on each line"},
    {"merge", merge_command, "join the results of one attest check that ran in shares"},
    {"report", report_command, "write one page: verdicts, speed, studies, proofs"},
    {"run", run_command, "compute the outputs of one case with the reference or a fast variant"},
    {"study", study_command, "run experiments on attention; check what tutorials claim about it"},
    {"verify", verify_command, "judge the outputs stored in case directories"},
    {"zoo", zoo_command, "list known wrong implementations; test whether the checker finds them"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* What the first argument can be. */
static const char *first_word(size_t n) {
  static const char *const others[] = {"--help", "--version", NULL};
  return n < COMMANDS ? commands[n].name : others[n - COMMANDS];
}

static void print_help(void) {
  (void)puts("usage: attest COMMAND ...\n"
             "\n"
             "A verified reference implementation of attention, and a checker of other implementations.\n"
             "\n"
             "commands:");
  for (int i = 0; i < COMMANDS; i++) (void)printf("  %-8s %s\n", commands[i].name, commands[i].summary);
  (void)puts("\n"
             "options:\n"
             "  --help     this text; after a command, the usage of that command\n"
             "  --version  the version\n"
             "\n"
             "exit status: 0 all good, 1 a mismatch was found, 2 bad usage or bad input, 3 an internal failure\n"
             "\n"
             "examples:\n"
             "  attest check ./libmine.so\n"
             "  attest list cases\n"
             "  attest verify cases\n"
             "  attest verify --help");
}

/* Ends the process by the same signal, after removing half-written files. */
static void interrupted(int number) {
  output_discard();
  (void)raise(number); /* SA_RESETHAND restored the default, which acts once this handler returns */
}

static void set_signals(void) {
  static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
  struct sigaction action = {.sa_handler = interrupted, .sa_flags = (int)SA_RESETHAND};
  (void)sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    struct sigaction before;
    const bool ignored = sigaction(ends[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN; /* as under nohup */
    if (!ignored) (void)sigaction(ends[i], &action, NULL);
  }
  (void)signal(SIGXFSZ, SIG_IGN); /* writes past the file size limit then fail like any other */
  (void)signal(SIGCHLD, SIG_DFL); /* ignored, it would take the ends of our processes from us */
}

/* Opens the null device on standard streams that are closed, which files would take otherwise; the other way around, so
   that it is still an error to write. */
static bool set_streams(void) {
  bool whole = true;
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
    if (fcntl(file, F_GETFD) < 0)
      whole = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) == file && whole;
  if (!whole) (void)fprintf(stderr, "attest: /dev/null: cannot open it instead of a closed standard stream\n");
  return whole;
}

static check_status fail(const char *command, check_status status, const check_error *error) {
  (void)fflush(stdout); /* earlier results come first */
  (void)fprintf(stderr, "attest%s%s: %s\n", command[0] != '\0' ? " " : "", command, error->text);
  return status;
}

/* Checks ATTEST_CPU. The library takes an unknown limit for none; the command reports the typing error. */
static check_status see_limit(check_error *error) {
  const char *const limit = getenv("ATTEST_CPU");
  bool known = limit == NULL || limit[0] == '\0';
  for (size_t n = 0; cpu_limit_name(n) != NULL && !known; n++) known = strcmp(cpu_limit_name(n), limit) == 0;
  return known ? CHECK_OK
               : check_fail(error, CHECK_BAD_INPUT, "ATTEST_CPU: expected base, avx2, avx512 or avx512bf16, found %s",
                            limit);
}

static check_status run(int argc, char **argv) {
  check_error error;
  if (limits_expect_stack(&error) != CHECK_OK) return fail("", CHECK_FAILURE, &error);
  if (argc < 2)
    return fail("", check_fail(&error, CHECK_BAD_INPUT, "missing command; 'attest --help' lists them"), &error);
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    print_help();
    return CHECK_OK;
  }
  if (strcmp(argv[1], WORKER_COMMAND) == 0) return fail(argv[1], worker_command(argc - 1, argv + 1, &error), &error);
  if (strcmp(argv[1], SHELL_CONFINED) == 0) return fail(argv[1], confined_command(argc - 1, argv + 1, &error), &error);
  limits_guard_exit();
  if (strcmp(argv[1], "--version") == 0) {
    (void)printf("attest %s\n", attest_version());
    return CHECK_OK;
  }
  if (strcmp(argv[1], ARGUMENTS_COMPLETE) == 0 && argc == 3) {
    arguments_offer(argv[2], 0, first_word);
    return CHECK_OK;
  }
  if (strcmp(argv[1], ARGUMENTS_COMPLETE) == 0 && argc > 3) { /* becomes the first argument of the command */
    char *const command = argv[2];
    argv[2] = argv[1];
    argv[1] = command;
  }
  char hint[NEAREST_TEXT_MAX];
  nearest near = nearest_to(argv[1], strlen(argv[1]));
  for (int i = 0; i < COMMANDS; i++) {
    nearest_try(&near, commands[i].name);
    if (strcmp(argv[1], commands[i].name) != 0) continue;
    check_status status = see_limit(&error);
    if (status == CHECK_OK) status = commands[i].run(argc - 1, argv + 1, &error);
    return status == CHECK_OK || status == CHECK_MISMATCH ? status : fail(argv[1], status, &error);
  }
  nearest_print(&near, hint);
  return fail("",
              check_fail(&error, CHECK_BAD_INPUT, "unknown command %s%s%s 'attest --help' lists them", argv[1], hint,
                         hint[0] != '\0' ? "" : ";"),
              &error);
}

int main(int argc, char **argv) {
  if (!set_streams()) return CHECK_FAILURE;
  set_signals();
  worker_may_execute();
  process_adopt();
  const check_status status = run(argc, argv);
  limits_passed();
  const bool flushed = fflush(stdout) == 0;
  if (flushed && !ferror(stdout)) return (int)status;
  (void)fprintf(stderr, "attest: standard output: cannot write%s%s\n", flushed ? "" : ": ",
                flushed ? "" : strerror(errno));
  return CHECK_FAILURE;
}
