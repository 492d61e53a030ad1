/* attest bench: times the correct fast variants, beside the limits of the machine. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; lstat */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/limits.h"
#include "bench/machine.h"
#include "bench/peak.h"
#include "bench/run.h"
#include "check/cases/document.h"
#include "check/cases/json.h"
#include "check/cases/output.h"
#include "check/cases/plural.h"
#include "cli/arguments.h"
#include "cli/bench_compare.h"
#include "cli/bench_peers.h"
#include "cli/bench_serve.h"
#include "cli/commands.h"
#include "cli/confine.h"
#include "cli/progress.h"
#include "cli/selection.h"
#include "cli/target.h"

static const char help[] = "usage: attest bench [SWEEP] [options]\n"
                           "       attest bench --compare A.json B.json [--limit P]\n"
                           "\n"
                           "Times the fast variants of this machine, beside loops of multiply-adds and loops that\n"
                           "only read; all repetitions run in random order. Each variant is first judged on the\n"
                           "same problem, element by element against its bound. A wrong variant is reported and\n"
                           "not timed.\n"
                           "\n"
                           "SWEEP is a row of the table that --list prints: length, d_k, d_v, d, heads, grouped,\n"
                           "batch, threads, dtype, mask, decode, peers. The default is all of them but peers, in\n"
                           "about ten minutes.\n"
                           "\n"
                           "The figures are medians over the repetitions: time of a call and its spread (half the\n"
                           "distance between the quartiles, in per cent of the median), GFLOP/s, per cent of the\n"
                           "peak of the variant's instruction set and of the machine's highest peak, GB/s, per\n"
                           "cent of the roof, KiB of workspace. The roof is the lower of the peak and of memory\n"
                           "bandwidth times FLOP per byte; caches can exceed it. FLOP: 2 (d_k + d_v) for each\n"
                           "visible pair of a query and a key. Bytes: q, k, v, mask, bias and the answer, once each.\n"
                           "\n"
                           "options:\n"
                           "  --quick            at most 60 seconds; without SWEEP, a few of each\n"
                           "  --smoke            the smallest run that uses every part\n"
                           "  --list             print the benchmarks and run none\n"
                           "  --repetitions N    repetitions of each benchmark (default 11, with --quick 9)\n"
                           "  --min-time S       seconds of a repetition (default 0.05; with --quick, as time\n"
                           "                     allows)\n"
                           "  --peers FILE       also time the commands of FILE, {\"NAME\": \"COMMAND\", ...}, each\n"
                           "                     in its own process (protocol: check/run/README.md); a table at the\n"
                           "                     end compares them with attest's selected variant, called attest\n"
                           "  --candidate CANDIDATE\n"
                           "                     also time a candidate of attest check, in the same table. With\n"
                           "                     peers or a candidate, everything on one thread is timed by\n"
                           "                     attest's clock, on new operands, and outputs are judged\n"
                           "                     afterwards\n"
                           "  --hostile          do not trust the candidate and the peers: block whatever they do\n"
                           "                     not need (writing files, the network, other processes), and\n"
                           "                     drop what they print\n"
                           "  --trusted          allow a library what is blocked by default: writing files, the\n"
                           "                     network, starting programs\n"
                           "  --serve CANDIDATE  time nothing: serve this candidate as a peer\n"
                           "  --json FILE        write all results in Google Benchmark's JSON\n"
                           "  --compare A.json   compare A.json with B.json: ratio of medians, spread of both, p of a\n"
                           "                     Mann-Whitney U test, corrected for the number of benchmarks. A\n"
                           "                     benchmark is slower or faster if p < 0.005 and the change is\n"
                           "                     beyond the limit and the change of the machine's own loops; it is\n"
                           "                     the same if a test shows that; otherwise it is unclear\n"
                           "  --limit P          with --compare: per cent by which a benchmark may be slower\n"
                           "                     (default 5)\n"
                           "  --help             this text\n"
                           "These options replace a column of the table by comma-separated values:\n"
                           "  --variant --dtype --mask --batch --heads --kv-heads --d-k --d-v --q-len --keys\n"
                           "  --threads (the variant 'peers' stands for every peer)\n"
                           "  mask is full, causal (the last query sees the last key), mask (one key in three\n"
                           "  hidden), bias, mask+bias, window (256 keys back) or ragged (each batch has its own\n"
                           "  number of keys)\n"
                           "\n"
                           "The last line is 'N timed, M wrong' (', K not supported' and ', L left out' may\n"
                           "follow). Exit status 1 if a variant is wrong; with --compare, if a benchmark is now\n"
                           "wrong or is slower. 2 also if --quick has no time for any benchmark: select fewer, or\n"
                           "omit --quick.\n"
                           "\n"
                           "examples:\n"
                           "  attest bench --quick\n"
                           "  attest bench length --variant avx2 --mask causal --d-k 64\n"
                           "  attest bench threads --threads 1,2\n"
                           "  attest bench peers --peers bench/peers/peers.json\n"
                           "  attest bench d_k --json before.json; attest bench d_k --json after.json\n"
                           "  attest bench --compare before.json after.json\n";

typedef struct {
  const char *sweep, *quick, *smoke, *list, *repetitions, *min_time, *json, *peers, *candidate, *serve, *compare,
      *limit, *hostile, *trusted;
  const char *column[SWEEP_COLUMNS];
} options_given;

/* ---- selecting benchmarks */

/* Whether a row is selected: by name; without a name, all rows except those of --quick and --smoke. */
static bool is_asked(const sweep_row *row, const options_given *given) {
  const char *const name = given->sweep[0] != '\0' ? given->sweep
                           : given->smoke != NULL  ? "smoke"
                           : given->quick != NULL  ? "quick"
                                                   : NULL;
  if (name != NULL) return strcmp(row->name, name) == 0;
  return strcmp(row->name, "quick") != 0 && strcmp(row->name, "smoke") != 0 && strcmp(row->name, "peers") != 0;
}

/* Name of sweep n: of its rows, only the first says what it is. */
static const char *sweep_name(size_t n) {
  for (size_t row = 0; sweep_table(row) != NULL; row++)
    if (sweep_table(row)->says[0] != '\0' && n-- == 0) return sweep_table(row)->name;
  return NULL;
}

static check_status unknown_sweep(const char *name, check_error *error) {
  char names[200] = "";
  for (size_t n = 0; sweep_name(n) != NULL; n++)
    (void)snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", n > 0 ? ", " : "", sweep_name(n));
  return check_fail(error, CHECK_BAD_INPUT, "SWEEP: expected %s, found %s", names, name);
}

static check_status choose(const options_given *given, const peers *there, sweep_cases *cases, check_error *error) {
  bool any = false;
  const char **const names = calloc(there->count + 1, sizeof *names);
  if (names == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the list of benchmarks");
  for (size_t n = 0; n < there->count; n++) names[n] = there->at[n].name;
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && sweep_table(n) != NULL; n++) {
    if (!is_asked(sweep_table(n), given)) continue;
    any = true;
    status = sweep_add(sweep_table(n), given->column, names, machine_processors(), cases, error);
  }
  free(names);
  return any ? status : unknown_sweep(given->sweep, error);
}

/* Beside peers, our variants of one thread are timed as they are. */
static check_status add_variants(peers *there, const sweep_cases *cases, check_error *error) {
  check_status status = CHECK_OK;
  const bool alone = there->count == 0;
  for (size_t n = 0; status == CHECK_OK && !alone && n < cases->count; n++)
    if (cases->at[n].threads == 1 && peers_find(there, cases->at[n].variant) == NULL)
      status = peers_add_target(there, cases->at[n].variant, cases->at[n].variant, error);
  return status;
}

static void print_list(const options_given *given, const sweep_cases *cases) {
  for (size_t n = 0; sweep_table(n) != NULL; n++)
    if (is_asked(sweep_table(n), given) && sweep_table(n)->says[0] != '\0')
      (void)printf("%-8s %s\n", sweep_table(n)->name, sweep_table(n)->says);
  for (size_t n = 0; n < cases->count; n++)
    (void)printf("%s/%s:%" PRId64 "\n", cases->at[n].family, cases->at[n].axis, cases->at[n].value);
  (void)printf("%zu benchmark%s\n", cases->count, plural_s((int64_t)cases->count));
}

/* ---- running, and printing results */

static check_status read_settings(const options_given *given, peers *there, bench_settings *settings,
                                  check_error *error) {
  const bool smoke = given->smoke != NULL, quick = given->quick != NULL && !smoke;
  double repetitions = smoke ? 1 : quick ? 9 : 11, min_time = smoke ? 1e-6 : quick ? 0 : 0.05;
  check_status status = arguments_number("repetitions", given->repetitions, 1, 1000, &repetitions, error);
  if (status == CHECK_OK) status = arguments_number("min-time", given->min_time, 1e-6, 100, &min_time, error);
  *settings = (bench_settings){.repetitions = (int)repetitions,
                               .min_time = min_time,
                               .seconds = quick ? 60 : 0,
                               .memory = smoke ? (size_t)1 << 20 : machine_out_of_cache(),
                               .compute = attest_attention,
                               .peers = there,
                               .progress = progress_show};
  return status;
}

static void print_result(const bench_result *r) {
  if (r->state == BENCH_WRONG) (void)printf("WRONG %s: %s\n", r->name, r->text);
  if (r->state == BENCH_UNSUPPORTED && r->text[0] != '\0') (void)printf("not supported: %s: %s\n", r->name, r->text);
  if (r->state == BENCH_LEFT_OUT) (void)printf("left out for lack of time: %s\n", r->name);
  if (r->state != BENCH_TIMED) return;
  char spread[16] = "-";
  if (isfinite(r->spread)) (void)snprintf(spread, sizeof spread, "%.1f", 100 * r->spread);
  (void)printf("%12.3f%7s%10.2f%10.1f%10.1f%10.2f%10.1f%8zu  %s\n", 1e6 * r->seconds, spread,
               1e-9 * r->flops / r->seconds, 100 * r->isa_share, 100 * r->peak_share, 1e-9 * r->bytes / r->seconds,
               100 * r->roof_share, (r->extra + 1023) / 1024, r->name);
}

/* Prints the growth of each family's time with its axis, N, as Google Benchmark fits it. */
static void print_fits(const json_t *document) {
  size_t n;
  const json_t *entry, *const entries = json_object_get(document, "benchmarks");
  json_array_foreach(entries, n, entry) {
    const json_t *const power = json_object_get(entry, "big_o"), *const next = json_array_get(entries, n + 1);
    /* Google Benchmark's residual is that of the CPU time, which is the judge's where a candidate is timed elsewhere.
       */
    const char *name = json_string_value(json_object_get(entry, "run_name"));
    if (!json_is_string(power) || name == NULL || strstr(name, "/manual_time") != NULL) continue;
    (void)printf("grows as %-6s within %4.0f%%  %s\n", json_string_value(power),
                 100 * json_number_value(json_object_get(next, "rms")), name);
  }
}

static void print_limits(const runs *read) {
  for (size_t n = 0; peak_loop_at(n) != NULL; n++)
    (void)printf("%10.2f GFLOP/s  peak of %s, %s\n",
                 1e-9 * limits_of(read, peak_loop_at(n)->isa, peak_loop_at(n)->type, 1).peak, peak_loop_at(n)->isa,
                 peak_loop_at(n)->type);
  const limits_seen seen = limits_of(read, "", "", 1);
  (void)printf("%10.2f GB/s     read in cache\n%10.2f GB/s     read out of cache\n", 1e-9 * seen.cache,
               1e-9 * seen.memory);
}

static check_status print_results(const json_t *document, const bench_result *results, const sweep_cases *cases,
                                  bool cold, check_error *error) {
  size_t found[BENCH_LEFT_OUT + 1] = {0};
  runs read;
  const check_status status = runs_read(document, "Google Benchmark's JSON", &read, error);
  if (status == CHECK_OK) print_limits(&read);
  (void)printf(cold ? "caches cold: new operands in every call\n" : "caches warm: the same operands in every call\n");
  (void)printf("%12s%7s%10s%10s%10s%10s%10s%8s  %s\n", "us", "+- %", "GFLOP/s", "% of its", "% of all", "GB/s",
               "% of roof", "KiB", "benchmark");
  for (size_t n = 0; n < cases->count; n++) {
    print_result(&results[n]);
    found[results[n].state]++;
  }
  print_fits(document);
  bench_peers_print(cases, results, &read);
  runs_free(&read);
  (void)printf("%zu timed, %zu wrong", found[BENCH_TIMED], found[BENCH_WRONG]);
  if (found[BENCH_UNSUPPORTED] > 0) (void)printf(", %zu not supported", found[BENCH_UNSUPPORTED]);
  if (found[BENCH_LEFT_OUT] > 0) (void)printf(", %zu left out", found[BENCH_LEFT_OUT]);
  (void)putchar('\n');
  return status == CHECK_OK && found[BENCH_WRONG] > 0 ? CHECK_MISMATCH : status;
}

static check_status run_cases(const options_given *given, peers *there, const sweep_cases *cases, check_error *error) {
  bench_settings settings;
  bench_result *results = NULL;
  json_t *document = NULL;
  check_status status = read_settings(given, there, &settings, error);
  if (status == CHECK_OK) status = output_expect(given->json, error);
  if (status == CHECK_OK) status = bench_run(cases, &settings, &document, &results, error);
  progress_clear();
  if (status == CHECK_OK && given->json != NULL) status = json_write(document, given->json, error);
  if (status == CHECK_OK) status = print_results(document, results, cases, there->count > 0, error);
  json_decref(document);
  free(results);
  return status;
}

static check_status compare_files(const options_given *given, check_error *error) {
  double limit = 5;
  const check_status status = arguments_number("limit", given->limit, 0, 1000, &limit, error);
  if (status != CHECK_OK) return status;
  if (given->sweep[0] == '\0')
    return check_fail(error, CHECK_BAD_INPUT, "--compare %s: expected a second file to compare it with",
                      given->compare);
  return bench_compare(given->compare, given->sweep, limit / 100, error);
}

/* ---- completion */

static const char *variant_name(size_t n) {
  static const char *const others[] = {SWEEP_SELECTED, SWEEP_PEERS};
  return n < 2 ? others[n] : attest_variant_name(n - 2);
}

/* The values of a column; NULL: numbers. */
static names_list *column_values(int column) {
  return column == SWEEP_VARIANT ? variant_name
         : column == SWEEP_DTYPE ? selection_dtype_name
         : column == SWEEP_MASK  ? sweep_mask_name
                                 : NULL;
}

check_status bench_command(int argc, char **argv, check_error *error) {
  enum { FIXED = 13 };
  options_given given = {.quick = NULL};
  const value_option operand = {"[SWEEP]", 0, &given.sweep, sweep_name};
  value_option options[FIXED + SWEEP_COLUMNS] = {{"quick", ARGUMENTS_FLAG, &given.quick, NULL},
                                                 {"smoke", ARGUMENTS_FLAG, &given.smoke, NULL},
                                                 {"list", ARGUMENTS_FLAG, &given.list, NULL},
                                                 {"repetitions", 0, &given.repetitions, NULL},
                                                 {"min-time", 0, &given.min_time, NULL},
                                                 {"json", 0, &given.json, NULL},
                                                 {"compare", 0, &given.compare, NULL},
                                                 {"limit", 0, &given.limit, NULL},
                                                 {"peers", 0, &given.peers, NULL},
                                                 {"candidate", 0, &given.candidate, target_name},
                                                 {"serve", 0, &given.serve, target_name},
                                                 {"hostile", ARGUMENTS_FLAG, &given.hostile, NULL},
                                                 {"trusted", ARGUMENTS_FLAG, &given.trusted, NULL}};
  peers there = {.count = 0};
  sweep_cases cases = {.count = 0};
  for (int c = 0; c < SWEEP_COLUMNS; c++)
    options[FIXED + c] =
        (value_option){sweep_column_name((sweep_column)c), ARGUMENTS_LIST, &given.column[c], column_values(c)};
  check_status status = arguments_read(argc, argv, help, options, sizeof options / sizeof options[0], &operand, error);
  if (status != CHECK_OK || given.sweep == NULL) return status;
  if (given.limit != NULL && given.compare == NULL)
    return check_fail(error, CHECK_BAD_INPUT, "--limit: expected --compare A.json B.json");
  if (given.compare != NULL) return compare_files(&given, error);
  if (given.serve != NULL) return bench_serve(given.serve, error);
  confinement confined = CONFINED_NOT;
  status = confine_choose(given.hostile, given.trusted, &confined, error);
  if (given.hostile != NULL || given.trusted != NULL) there.confined = &confined;
  if (status == CHECK_OK && given.candidate != NULL)
    status = peers_add_target(&there, "candidate", given.candidate, error);
  if (status == CHECK_OK && given.peers != NULL) status = peers_read(&there, given.peers, error);
  if (status == CHECK_OK) status = choose(&given, &there, &cases, error);
  if (status == CHECK_OK && given.list == NULL) status = add_variants(&there, &cases, error);
  if (status == CHECK_OK && given.list != NULL) print_list(&given, &cases);
  if (status == CHECK_OK && given.list == NULL) status = run_cases(&given, &there, &cases, error);
  peers_end(&there);
  free(cases.at);
  return status;
}
