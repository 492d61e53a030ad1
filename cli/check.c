/* attest check: judges an implementation on generated cases. */
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/arithmetic.h"
#include "cli/by_command.h"
#include "cli/commands.h"
#include "cli/conventions.h"
#include "cli/progress.h"
#include "cli/quote.h"
#include "cli/results.h"
#include "cli/sharding.h"
#include "cli/telling.h"

static const char help[] =
    "usage: attest check TARGET [options]\n"
    "       attest check --command 'COMMAND' [options]\n"
    "\n"
    "Judges an implementation of attention on generated cases: every element of every answer against its own\n"
    "bound, derived from the arithmetic that the implementation declares. TARGET is a built-in implementation\n"
    "(reference, a fast variant such as avx2, zoo:NAME), or a shared library that exports attest_candidate\n"
    "(attest.h). It runs in a process of its own: a crash, a hang, a read or write out of bounds, an output not\n"
    "written are verdicts.\n"
    "\n"
    "COMMAND is run once, as 'COMMAND DIR': DIR holds the cases as 'attest generate' writes them, and the command\n"
    "writes out.npy (and lse.npy, weights.npy if it has them) beside the inputs of each; skip.txt with a reason\n"
    "in the place of out.npy skips a case.\n"
    "\n"
    "options:\n"
    "  --suite NAME    quick (the default): 300 cases of each type; full: 3000, and large ones;\n"
    "                  conventions: the few in which those show\n"
    "  --minutes N     instead: random cases, for so long; not with --command\n"
    "  --case RECIPE   instead: one case, as a line of this command names it\n"
    "  --dtype TYPE    f64, f32, f16 or bf16 only\n"
    "  --seed N        another sequence of cases (default 1)\n"
    "  --timeout S     seconds that one case may take (default 10), or all of them with --command (600)\n"
    "  --json FILE     write the results as JSON: every case, its verdict and the budget it used\n"
    "  --junit FILE    write them as JUnit XML\n"
    "  --html FILE     write a page: every failing case, and of the first few where their errors lie\n" SHARDING_HELP
    "  --help          this text\n"
    "and, in the place of what a library declares of itself, or of what is assumed of a command\n"
    "(f64 in f64; the other types in f32, with probabilities in the type itself):\n" ARITHMETIC_HELP
    "Where implementations differ on purpose, the convention that an answer follows is found and named; it is\n"
    "neither right nor wrong, as long as it is followed wherever it shows. 'attest zoo --conventions' lists them.\n" CONVENTIONS_HELP "\n"
    "A failure is printed with the command that repeats it. The last line is\n"
    "'pass|fail: N cases, worst budget B at CASE': the largest error as a share of its bound.\n"
    "Exit status 1 if a case failed.\n"
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
  const char *target, *suite, *minutes, *text, *dtype, *seed, *timeout, *json, *junit, *html, *shard, *command;
  char json_path[SHARDING_PATH_MAX], junit_path[SHARDING_PATH_MAX], html_path[SHARDING_PATH_MAX]; /* with %I replaced */
  arithmetic_options assumed;
  convention_options conventions;
} options_given;

static check_status read_types(const char *name, session_settings *settings, check_error *error) {
  attest_dtype only;
  for (int n = 0; n < SESSION_TYPES; n++) settings->type[n] = name == NULL;
  if (name == NULL) return CHECK_OK;
  const check_status status = selection_dtype("dtype", name, &only, error);
  if (status == CHECK_OK) settings->type[only] = true;
  return status;
}

/* --shard, and what it says of the names of files. */
static check_status read_sharding(options_given *given, session_settings *settings, check_error *error) {
  check_status status = sharding_read(given->shard, &settings->part, error);
  if (status == CHECK_OK) status = sharding_name(given->shard, &settings->part, &given->json, given->json_path, error);
  if (status == CHECK_OK) status = sharding_name(given->shard, &settings->part, &given->junit, given->junit_path, error);
  if (status == CHECK_OK) status = sharding_name(given->shard, &settings->part, &given->html, given->html_path, error);
  if (status != CHECK_OK || given->shard == NULL || (given->text == NULL && given->minutes == NULL)) return status;
  return check_fail(error, CHECK_BAD_INPUT, "--shard: expected a suite, found %s", given->text != NULL ? "--case" : "--minutes");
}

static check_status read_settings(options_given *given, session_settings *settings, check_error *error) {
  double seed = 1;
  selection_suite of;
  check_status status = selection_suite_of(given->suite, &of, error);
  *settings = (session_settings){.cases = of == SELECTION_FULL ? SESSION_FULL : SESSION_QUICK,
                                 .large = of == SELECTION_FULL,
                                 .corners = of == SELECTION_CONVENTIONS,
                                 .recipe = given->text,
                                 .seconds = 10};
  if (given->command != NULL) settings->seconds = 600;
  if (status == CHECK_OK) status = read_types(given->dtype, settings, error);
  if (status == CHECK_OK) status = arithmetic_read(&given->assumed, error);
  if (status == CHECK_OK) status = conventions_read(&given->conventions, error);
  if (status == CHECK_OK) status = arguments_number("minutes", given->minutes, 0.001, 1e6, &settings->minutes, error);
  if (status == CHECK_OK) status = arguments_number("timeout", given->timeout, 0.01, 1e5, &settings->seconds, error);
  if (status == CHECK_OK) status = arguments_number("seed", given->seed, 0, 1e15, &seed, error);
  if (status == CHECK_OK && given->command != NULL && given->minutes != NULL)
    return check_fail(error, CHECK_BAD_INPUT, "--minutes: expected a library or built-in implementation, found --command");
  if (status == CHECK_OK) settings->seed = (uint64_t)seed;
  return status == CHECK_OK ? read_sharding(given, settings, error) : status;
}

static telling begin(const char *target, const options_given *given, const session_settings *settings) {
  telling told = telling_begin(target, &given->assumed, &given->conventions);
  told.json = given->json;
  told.junit = given->junit;
  told.html = given->html;
  told.run = results_run(target, given->suite, given->minutes, settings, &given->assumed, &given->conventions);
  told.part = settings->part;
  told.brief = given->minutes != NULL;
  return told;
}

static check_status check_candidate(const options_given *given, const session_settings *settings, check_error *error) {
  candidate of;
  session_result result;
  check_status status = candidate_find(given->target, &of, error);
  if (status != CHECK_OK) return status;
  of.assumed = given->assumed.said;
  of.conventions = given->conventions.policy;
  telling told = begin(given->target, given, settings);
  const session_events events = telling_events(&told);
  status = session_run(&of, settings, &events, &result, error);
  progress_clear();
  if (status == CHECK_OK) status = telling_end(&told, &result, given->text == NULL, error);
  telling_free(&told);
  return status;
}

static check_status check_by_command(const options_given *given, const session_settings *settings, check_error *error) {
  const by_command_settings how = {
      given->command, {given->suite, given->dtype, NULL, given->text}, settings->seed, settings->part, settings->seconds};
  session_result result;
  char *quoted = quote("--command ", given->command);
  if (quoted == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the command");
  telling told = begin(quoted, given, settings);
  check_status status = by_command(&how, &told, &result, error);
  if (status == CHECK_OK) status = telling_end(&told, &result, given->text == NULL, error);
  telling_free(&told);
  free(quoted);
  return status;
}

check_status check_command(int argc, char **argv, check_error *error) {
  options_given given = {.suite = "quick"};
  const value_option options[] = {{"suite", 0, &given.suite},
                                  {"minutes", 0, &given.minutes},
                                  {"case", 0, &given.text},
                                  {"dtype", 0, &given.dtype},
                                  {"seed", 0, &given.seed},
                                  {"timeout", 0, &given.timeout},
                                  {"json", 0, &given.json},
                                  {"junit", 0, &given.junit},
                                  {"html", 0, &given.html},
                                  {"shard", 0, &given.shard},
                                  {"command", 0, &given.command},
                                  ARITHMETIC_VALUES(given.assumed),
                                  CONVENTIONS_VALUES(given.conventions)};
  const value_option command = {"command", 0, &given.command};
  session_settings settings;
  check_status status =
      arguments_read_either(argc, argv, help, options, sizeof options / sizeof options[0], "target", &command, &given.target, error);
  if (status != CHECK_OK || given.target == NULL) return status;
  status = read_settings(&given, &settings, error);
  if (status != CHECK_OK) return status;
  return given.command != NULL ? check_by_command(&given, &settings, error) : check_candidate(&given, &settings, error);
}
