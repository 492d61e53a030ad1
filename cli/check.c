/* attest check: judges a candidate on generated cases. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/format.h"
#include "check/cases/output.h"
#include "check/results/check_output.h"
#include "check/run/command.h"
#include "check/run/probe.h"
#include "cli/arguments.h"
#include "cli/arithmetic.h"
#include "cli/case_help.h"
#include "cli/colour.h"
#include "cli/commands.h"
#include "cli/confine.h"
#include "cli/conventions.h"
#include "cli/progress.h"
#include "cli/quote.h"
#include "cli/repeat.h"
#include "cli/selection.h"
#include "cli/sharding.h"
#include "cli/target.h"

static const char help[] =
    "usage: attest check CANDIDATE [options]\n"
    "       attest check --command 'COMMAND' [options]\n"
    "\n"
    "Judges a candidate on generated cases. Each element of each answer has its own bound,\n"
    "derived from the arithmetic that the candidate declares. CANDIDATE is built in\n"
    "(reference, a fast variant such as avx2, zoo:NAME), or a shared library that exports\n"
    "attest_candidate (attest_check.h). It runs in a separate process: a crash, a hang, a\n"
    "read or write out of bounds and an unwritten output are verdicts.\n"
    "\n"
    "COMMAND runs as 'COMMAND DIR'. DIR holds cases as 'attest generate' writes them.\n"
    "Beside the inputs of each case the command writes out.npy (and lse.npy, weights.npy if\n"
    "it has them), or skip.txt with the reason why it does not support the case. It runs a\n"
    "few times: to find out what it supports, on the suite, and on the smallest failing\n"
    "cases.\n"
    "\n"
    "Small cases first find out which types, sizes and options the candidate supports; the\n"
    "suite has cases for exactly those. The output lists what was not judged.\n"
    "\n"
    "options:\n"
    "  --suite NAME    quick (the default): 500 cases of each type, or more if combinations\n"
    "                  of options need them; full: 3000, with large ones; conventions: the\n"
    "                  few cases that show conventions\n"
    "  --minutes N     random cases for N minutes, instead of a suite\n"
    "  --case RECIPE   one case, as this command prints it, instead of a suite; --help case\n"
    "                  lists the keys\n"
    "  --dtype TYPE    only f64, f32, f16 or bf16\n"
    "  --seed N        seed of the sequence of cases (default 1); random draws one and prints\n"
    "                  it, which is the default with --hostile\n"
    "  --no-xray       do not search for the cause of failures (some 20 seconds)\n"
    "  --require NAMES properties that must hold bit for bit in a suite: comma-separated names,\n"
    "                  or all: bitwise-repeat, batch-invariant, prefix-invariant,\n"
    "                  permutation-invariant. Without it, a difference within the bounds is\n"
    "                  reported and passes\n"
    "  --hostile       do not trust the candidate: block whatever it does not need (writing\n"
    "                  files, the network, other processes), and drop what it prints\n"
    "  --trusted       allow a library what is blocked by default: writing files, the network,\n"
    "                  starting programs\n"
    "  --timeout S     seconds for one case (default 10), or for one run of --command (600)\n"
    "  --json FILE     write the results as JSON: every case, its verdict and budget used\n"
    "  --junit FILE    write the results as JUnit XML\n"
    "  --html FILE     write a page: every failing case, and error maps of the first few\n"
    "  --sarif FILE    write the failures as SARIF 2.1.0, which code hosts show beside the code\n"
    "  --source FILE   the candidate's source: --sarif places the failures in its first line\n" SHARDING_HELP
    "  --help          this text\n"
    "These options override the arithmetic that a library declares, or that attest assumes\n"
    "for a command (f64 in f64; the other types in f32, with probabilities in the type\n"
    "itself):\n" ARITHMETIC_HELP
    "Good implementations differ in some corners (rows that see no key, NaN under a mask).\n"
    "An answer that follows a known convention there passes, and the output names the\n"
    "convention. A convention that contradicts the case (alignment, heads, scale, base of\n"
    "lse) fails unless it is accepted. 'attest zoo --conventions' lists the conventions.\n" CONVENTIONS_HELP "\n"
    "Each failure is printed with the command that repeats it. The last line is 'pass|fail:\n"
    "N cases, worst budget B at CASE'. B is the largest error as a share of the largest\n"
    "error that a correct implementation may have. Exit status 1 if a case failed.\n"
    "\n"
    "examples:\n"
    "  attest check reference\n"
    "  attest check ./libmine.so --dtype bf16 --suite full\n"
    "  attest check ./libmine.so --case 'dtype=f32 q_len=17 keys=33 d_k=64 d_v=64 seed=7'\n"
    "  attest check --command 'python3 mine.py'\n"
    "  mpirun -n 4 sh -c 'attest check ./libmine.so --suite full --shard auto --json part-%I.json || :'\n"
    "  attest merge part-?.json\n"
    "  attest check --command ./simulator --dtype f16 --accumulate f16\n";

typedef struct {
  const char *target, *suite, *minutes, *text, *dtype, *seed, *timeout, *source, *shard, *command, *no_xray, *require,
      *hostile, *trusted;
  check_files files;
  char paths[4][SHARDING_PATH_MAX]; /* of the files, with %I replaced */
  arithmetic_options assumed;
  convention_options conventions;
} options_given;

static check_status read_types(const char *name, session_settings *settings, check_error *error) {
  attest_dtype only;
  for (int n = 0; n < FORMATS; n++) settings->type[n] = name == NULL;
  if (name == NULL) return CHECK_OK;
  const check_status status = selection_dtype("dtype", name, &only, error);
  if (status == CHECK_OK) settings->type[only] = true;
  return status;
}

/* Reads --shard, and replaces %I in the names of files. */
static check_status read_sharding(options_given *given, session_settings *settings, check_error *error) {
  const char **const names[] = {&given->files.json, &given->files.junit, &given->files.html, &given->files.sarif};
  check_status status = sharding_read(given->shard, &settings->part, error);
  for (int n = 0; n < 4 && status == CHECK_OK; n++)
    status = sharding_name(given->shard, &settings->part, names[n], given->paths[n], error);
  if (status != CHECK_OK || given->shard == NULL || (given->text == NULL && given->minutes == NULL)) return status;
  return check_fail(error, CHECK_BAD_INPUT, "--shard: expected a suite, found %s",
                    given->text != NULL ? "--case" : "--minutes");
}

static check_status read_settings(options_given *given, session_settings *settings, check_error *error) {
  *settings = (session_settings){.recipe = given->text, .xray = given->no_xray != NULL ? 0 : XRAY_SECONDS};
  if (given->command != NULL && given->command[strspn(given->command, " \t\n")] == '\0')
    return check_fail(error, CHECK_BAD_INPUT, "--command: expected a command, found '%s'", given->command);
  check_status status = selection_suite_of(given->suite, &settings->suite, error);
  if (status == CHECK_OK) status = read_types(given->dtype, settings, error);
  if (status == CHECK_OK) status = arithmetic_read(&given->assumed, error);
  if (status == CHECK_OK) status = conventions_read(&given->conventions, error);
  if (status == CHECK_OK && given->require != NULL)
    status = probe_read_promises("--require", given->require, &settings->required, error);
  if (status == CHECK_OK) status = arguments_number("minutes", given->minutes, 0.001, 1e6, &settings->minutes, error);
  if (status == CHECK_OK)
    status =
        selection_seed(given->hostile != NULL && given->seed == NULL ? "random" : given->seed, &settings->seed, error);
  if (status == CHECK_OK) status = read_sharding(given, settings, error);
  if (status == CHECK_OK && given->require != NULL && (given->text != NULL || given->minutes != NULL))
    status = check_fail(error, CHECK_BAD_INPUT,
                        "--require: expected a suite, because only a suite tests properties, found %s",
                        given->text != NULL ? "--case" : "--minutes");
  if (status == CHECK_OK) status = arguments_file("source", given->source, error);
  const check_files *const to = &given->files;
  const char *const files[] = {to->json, to->junit, to->html, to->sarif}, *const read[] = {given->target,
                                                                                           given->source};
  return status == CHECK_OK ? output_expect_all(files, 4, read, 2, error) : status;
}

static void show_progress(void *context, int64_t done, int64_t total, attest_dtype dtype) {
  (void)context;
  progress_show((size_t)done, (size_t)total, format_names[dtype]);
}

static check_output begin(const char *target, const options_given *given, const session_settings *settings,
                          const results_stated *stated, const check_words *words) {
  check_output output = check_output_begin(target, stdout, words);
  output.coloured = colour_wanted();
  output.clear = progress_clear;
  output.files = given->files;
  output.place.file = given->source;
  output.run = results_run(target, given->suite, given->minutes, settings, stated);
  output.part = settings->part;
  output.brief = given->minutes != NULL;
  return output;
}

/* Runs the session, and prints and writes what comes of it. */
static check_status judge(candidate *of, const char *target, const options_given *given,
                          const session_settings *settings, check_error *error) {
  const results_stated stated = {.accumulate = given->assumed.accumulate,
                                 .scores = given->assumed.scores,
                                 .probabilities = given->assumed.probabilities,
                                 .accept = given->conventions.accept,
                                 .refuse = given->conventions.refuse,
                                 .require = given->require};
  repeat_words words;
  session_result result;
  check_status status = repeat_make(target, &stated, &words, error);
  if (status != CHECK_OK) return status;
  check_output output = begin(target, given, settings, &stated, &words.words);
  session_events events = check_output_events(&output);
  events.progress = show_progress;
  status = session_run(of, settings, &events, &result, error);
  progress_clear();
  if (status == CHECK_OK) status = check_output_end(&output, &result, given->text == NULL, error);
  check_output_free(&output);
  repeat_free(&words);
  return status;
}

static check_status check_candidate(const options_given *given, const session_settings *settings, check_error *error) {
  candidate of;
  char *quoted = given->command != NULL ? quote("--command ", given->command) : NULL;
  if (given->command != NULL && quoted == NULL)
    return check_fail(error, CHECK_FAILURE, "not enough memory for the command");
  const char *const target = quoted != NULL ? quoted : given->target;
  check_status status = CHECK_OK;
  if (given->command != NULL) of = candidate_of_command(target, given->command);
  else status = candidate_find(given->target, &of, error);
  if (status == CHECK_OK) status = arguments_number("timeout", given->timeout, 0.01, 1e5, &of.seconds, error);
  if (status == CHECK_OK) status = confine_choose(given->hostile, given->trusted, &of.run.confined, error);
  if (status == CHECK_OK) {
    of.said = given->assumed.said;
    of.conventions = given->conventions.policy;
    status = judge(&of, target, given, settings, error);
  }
  free(quoted);
  return status;
}

/* "all", then the name of each property. */
static const char *property_name(size_t n) { return n == 0 ? "all" : probe_promise_name(n - 1); }

check_status check_command(int argc, char **argv, check_error *error) {
  options_given given = {.suite = "quick"};
  const value_option operand = {"candidate", 0, &given.target, target_name};
  const value_option options[] = {{"suite", 0, &given.suite, selection_suite_name},
                                  {"minutes", 0, &given.minutes, NULL},
                                  {"case", 0, &given.text, NULL},
                                  {"dtype", 0, &given.dtype, selection_dtype_name},
                                  {"seed", 0, &given.seed, NULL},
                                  {"timeout", 0, &given.timeout, NULL},
                                  {"json", 0, &given.files.json, NULL},
                                  {"junit", 0, &given.files.junit, NULL},
                                  {"html", 0, &given.files.html, NULL},
                                  {"sarif", 0, &given.files.sarif, NULL},
                                  {"source", 0, &given.source, NULL},
                                  {"shard", 0, &given.shard, NULL},
                                  {"command", 0, &given.command, NULL},
                                  {"no-xray", ARGUMENTS_FLAG, &given.no_xray, NULL},
                                  {"require", ARGUMENTS_LIST, &given.require, property_name},
                                  {"hostile", ARGUMENTS_FLAG, &given.hostile, NULL},
                                  {"trusted", ARGUMENTS_FLAG, &given.trusted, NULL},
                                  ARITHMETIC_VALUES(given.assumed),
                                  CONVENTIONS_VALUES(given.conventions)};
  const value_option command = {"command", 0, &given.command, NULL};
  session_settings settings;
  if (case_help(argc, argv)) return CHECK_OK;
  check_status status =
      arguments_read_either(argc, argv, help, options, sizeof options / sizeof options[0], &operand, &command, error);
  if (status != CHECK_OK || given.target == NULL) return status;
  status = read_settings(&given, &settings, error);
  if (status != CHECK_OK) return status;
  return check_candidate(&given, &settings, error);
}
