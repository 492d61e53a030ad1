#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; strdup, setenv, openat */
#include "bench/peer.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/sweep.h"
#include "check/cases/beneath.h"
#include "check/cases/json.h"
#include "check/cases/shapes.h"
#include "check/cases/store.h"
#include "check/cases/tensor.h"
#include "check/judge/arithmetic.h"
#include "check/judge/bound.h"
#include "check/judge/variant.h"
#include "check/run/process.h"

/* Most seconds for one reply: some commands compile for each shape. */
static double patience(const peer *p) { return p->serves ? 300 : 120; }

static const char not_asked[] = "not run: an earlier call did not return in time";

/* ---- the list of peers */

static bool is_name(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const size_t length = strlen(name);
  for (size_t n = 0; attest_variant_name(n) != NULL; n++)
    if (strcmp(attest_variant_name(n), name) == 0) return false;
  if (strcmp(name, SWEEP_SELECTED) == 0 || strcmp(name, SWEEP_PEERS) == 0) return false;
  return length > 0 && length < sizeof((peer *)NULL)->name && strspn(name, letters) == length;
}

/* Sets the environment of the peers: one thread, and large pages as bench/pages.h requests. This program read its own
   environment at its start. */
static void set_environment(void) {
  static const char *const counts[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"};
  for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) (void)setenv(counts[n], "1", 1);
  (void)setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 1);
}

/* Adds a peer without any rule about its name. */
static check_status add(peers *all, const char *name, const char *text, peer **added, check_error *error) {
  peer *const more = realloc(all->at, (all->count + 1) * sizeof *more);
  if (more != NULL) all->at = more;
  char *const copy = strdup(text);
  set_environment();
  if (more == NULL || copy == NULL) {
    free(copy);
    return check_fail(error, CHECK_FAILURE, "not enough memory for the peers");
  }
  peer *const p = *added = &more[all->count++];
  *p = (peer){.text = copy};
  (void)snprintf(p->name, sizeof p->name, "%s", name);
  for (int type = 0; type <= ATTEST_BF16; type++) p->arithmetic[type] = bound_default((attest_dtype)type);
  return CHECK_OK;
}

check_status peers_add(peers *all, const char *name, const char *command, check_error *error) {
  peer *added = NULL;
  if (!is_name(name) || peers_find(all, name) != NULL)
    return check_fail(error, CHECK_BAD_INPUT,
                      "peers: expected a name of letters, digits, '-' and '_' that no variant has, found %.40s", name);
  const check_status status = add(all, name, command, &added, error);
  if (added == NULL) return status;
  added->serves = true;
  if (all->confined != NULL) added->of.run.confined = *all->confined;
  return status;
}

check_status peers_add_target(peers *all, const char *name, const char *target, check_error *error) {
  peer *p;
  check_status status = add(all, name, target, &p, error);
  if (status == CHECK_OK) status = candidate_find(p->text, &p->of, error);
  if (status == CHECK_OK && all->confined != NULL && variant_find(target) == NULL) p->of.run.confined = *all->confined;
  for (int type = 0; type <= ATTEST_BF16 && status == CHECK_OK; type++) {
    candidate_description its;
    status = candidate_describe(&p->of, (attest_dtype)type, &its, error);
    if (status == CHECK_OK && its.takes) p->arithmetic[type] = its.says.arithmetic;
  }
  return status;
}

/* Adds a peer described by a command, or by an object with one. */
static check_status add_described(peers *all, const char *path, const char *name, const json_t *value,
                                  check_error *error) {
  const json_t *const scores = json_object_get(value, "scores");
  const json_t *const command = json_is_object(value) ? json_object_get(value, "command") : value;
  if (!json_is_string(command)) return json_unexpected(path, name, "a command, or an object with one", value, error);
  if (scores != NULL && (!json_is_string(scores) || strcmp(json_string_value(scores), "own") != 0))
    return json_unexpected(path, name, "scores: \"own\"", scores, error);
  const check_status status = peers_add(all, name, json_string_value(command), error);
  for (attest_dtype type = ATTEST_F16; status == CHECK_OK && scores != NULL && type <= ATTEST_BF16; type++)
    arithmetic_override(&(arithmetic_said){.scores = &type}, &peers_find(all, name)->arithmetic[type]);
  return status;
}

check_status peers_read(peers *all, const char *path, check_error *error) {
  json_t *root = NULL, *value;
  const char *name;
  check_status status = json_read_object(path, &root, error);
  if (status != CHECK_OK) return status;
  json_object_foreach(root, name, value)
    if (status == CHECK_OK) status = add_described(all, path, name, value, error);
  json_decref(root);
  return status;
}

peer *peers_find(const peers *all, const char *name) {
  for (size_t n = 0; all != NULL && n < all->count; n++)
    if (strcmp(all->at[n].name, name) == 0) return &all->at[n];
  return NULL;
}

void peers_end(peers *all) {
  for (size_t n = 0; n < all->count; n++) {
    if (all->at[n].serves) command_server_end(&all->at[n].server);
    else candidate_end(&all->at[n].of);
    free(all->at[n].text);
  }
  free(all->at);
  *all = (peers){.count = 0};
}

/* ---- judging */

/* The peer as a candidate, for one use. */
static candidate candidate_of(peer *p) {
  candidate c = p->serves ? candidate_of_server(p->name, p->text, &p->server) : p->of;
  c.seconds = patience(p);
  c.run.confined = p->of.run.confined;
  return c;
}

typedef struct judging {
  const peer *of;
  const bench_shape *shape;
  peer_standing *found;
} judging;

static check_status see(void *context, const answered *a, check_error *error) {
  const judging *const j = context;
  peer_standing *const found = j->found;
  bool right = false;
  check_status status = CHECK_OK;
  const attest_status returned = a->became->status;
  if (a->became->kind == OUTCOME_RETURNED && returned == ATTEST_OK) {
    bench_shape its = *j->shape;
    its.answer.out = a->answer->out;
    (void)snprintf(found->path, sizeof found->path, "%s", a->path != NULL ? a->path : "");
    status = shape_judge_answer(&its, &j->of->arithmetic[its.of.dtype], &right, found->text, error);
  } else {
    const bool unable = a->became->kind == OUTCOME_RETURNED && returned == ATTEST_UNSUPPORTED;
    found->verdict = unable ? PEER_UNABLE : PEER_WRONG;
    (void)snprintf(found->text, sizeof found->text, "%s", a->became->text);
    if (a->became->kind == OUTCOME_RETURNED && !unable)
      (void)snprintf(found->text, sizeof found->text, "it returned: %s", attest_strerror(returned));
  }
  if (right) found->verdict = PEER_RIGHT;
  return status;
}

check_status peer_judge(peer *p, const bench_shape *shape, peer_standing *found, check_error *error) {
  candidate c = candidate_of(p);
  arena memory;
  judging j = {p, shape, found};
  const question asked = {.made = shape->of};
  *found = (peer_standing){.verdict = PEER_WRONG};
  if (p->hung) {
    (void)snprintf(found->text, sizeof found->text, "%s", not_asked);
    return CHECK_OK;
  }
  check_status status = arena_make_shared(&memory, shape->memory.size, error);
  if (status != CHECK_OK) return status;
  c.memory = &memory;
  status = candidate_answer(&c, &asked, 1, see, &j, error);
  arena_free(&memory);
  if (!p->serves) p->of.run = c.run; /* its process goes on */
  p->hung = c.hangs > 0;
  return status;
}

/* ---- timed calls */

static pid_t process_of(const peer *p) { return p->serves ? p->server.of.process : p->of.run.process; }

double peer_cpu_seconds(const peer *p) { return process_of(p) > 0 ? process_seconds(process_of(p)) : 0; }

static bool fails(peer *p, peer_report *report, const outcome *became) {
  if (report->status != CHECK_OK) return true;
  p->hung = p->hung || became->kind == OUTCOME_HUNG;
  if (became->kind == OUTCOME_RETURNED && became->status == ATTEST_OK) return false;
  const bool returned = became->kind == OUTCOME_RETURNED;
  (void)snprintf(report->text, sizeof report->text, "%s", returned ? attest_strerror(became->status) : became->text);
  return true;
}

/* A directory cannot be opened: the command's fault, or the system's. */
static void cannot_open(const char *name, int reason, peer_report *report) {
  if (reason == ELOOP || reason == ENOTDIR || reason == ENOENT || reason == EXDEV)
    (void)snprintf(report->text, sizeof report->text,
                   "it removed the directory of its case, or a directory of operands");
  else report->status = check_fail(&report->error, CHECK_FAILURE, "%s: cannot open: %s", name, strerror(reason));
}

/* Opens CASE/operands, which is made if need be. It lies where the command may write, so that a link can stand in its
   place, or in that of CASE: then the command is wrong. -1: it is not there. */
static int open_operands(const peer *p, const char *of, peer_report *report) {
  report->status = CHECK_OK;
  const int from = beneath_open(p->server.directory.path, of);
  const int found = from < 0 ? -1 : beneath_make(from, "operands"), reason = errno;
  if (from >= 0) (void)close(from);
  if (found >= 0) return found;
  cannot_open(of, reason, report);
  return -1;
}

/* Writes one set, in place of the one before. */
static bool write_set(int operands, const stage *s, int64_t set, peer_report *report) {
  char name[24], path[BENEATH_PATH_MAX];
  (void)snprintf(name, sizeof name, "%" PRId64, set);
  const int directory = beneath_make(operands, name);
  if (directory < 0) {
    cannot_open(name, errno, report);
    return false;
  }
  beneath_path(directory, path);
  report->status = store_operands(path, &s->sets[set].problem, &report->error);
  (void)close(directory);
  return report->status == CHECK_OK;
}

/* The files are large, and there are many cases. */
static void remove_set(int operands, int64_t set) {
  char name[24], path[BENEATH_PATH_MAX];
  (void)snprintf(name, sizeof name, "%" PRId64, set);
  const int directory = openat(operands, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return;
  beneath_path(directory, path);
  store_remove_operands(path);
  (void)close(directory);
  (void)unlinkat(operands, name, AT_REMOVEDIR);
}

/* Sends a line to a command. */
static bool ask(peer *p, const char *line, double *seconds, peer_report *report) {
  const candidate c = candidate_of(p);
  outcome became;
  if (command_ask(&c, line, seconds, &became)) return true;
  return !fails(p, report, &became);
}

bool peer_load(peer *p, stage *s, const char *path, peer_report *report) {
  char line[CASE_PATH_MAX + 40];
  double seconds;
  outcome became = {.kind = OUTCOME_RETURNED};
  report->status = CHECK_OK;
  if (p->hung) {
    (void)snprintf(report->text, sizeof report->text, "%s", not_asked);
    return false;
  }
  if (!p->serves) {
    report->status = worker_touch(&p->of.run, &s->memory, patience(p), &became, &report->error);
    return !fails(p, report, &became);
  }
  const int operands = open_operands(p, path, report);
  if (operands < 0) return false;
  bool loaded = true;
  for (int64_t n = 0; loaded && n < s->count; n++) loaded = write_set(operands, s, n, report);
  (void)snprintf(line, sizeof line, "load %" PRId64 " %s", s->count, path);
  loaded = loaded && ask(p, line, &seconds, report);
  for (int64_t n = 0; n < s->count; n++) remove_set(operands, n);
  (void)close(operands);
  return loaded;
}

bool peer_compute(peer *p, stage *s, const stage_pick *picks, int64_t count, double *seconds, peer_report *report) {
  char line[16 + 64 * STAGE_MOST_SETS] = "compute";
  outcome became;
  if (!p->serves) {
    report->status =
        worker_time(&p->of.run, &s->memory, patience(p), s->calls, (size_t)count, seconds, &became, &report->error);
    return !fails(p, report, &became);
  }
  for (int64_t n = 0; n < count; n++)
    (void)snprintf(line + strlen(line), sizeof line - strlen(line), " %" PRId64 " %" PRId64 " %" PRId64, picks[n].q,
                   picks[n].k, picks[n].v);
  return ask(p, line, seconds, report);
}

/* Stores an array in an output of the same sizes; false if it has other sizes, or no floating-point type. */
static bool store_array(const npy_array *from, const attest_output *to) {
  int64_t at[ATTEST_AXES];
  attest_tensor t = {.data = from->data, .dtype = ATTEST_F64};
  if (from->ndim != ATTEST_AXES || memcmp(from->size, to->size, sizeof to->size) != 0) return false;
  while (t.dtype <= ATTEST_BF16 && shapes_stored_type(t.dtype) != from->dtype) t.dtype++;
  if (t.dtype > ATTEST_BF16) return false;
  (void)memcpy(t.size, from->size, sizeof t.size);
  (void)memcpy(t.stride, from->stride, sizeof t.stride);
  for (bool more = tensor_first(t.size, at); more; more = tensor_next(t.size, at))
    output_store(to, at, tensor_element(&t, at));
  return true;
}

/* Reads an output that a command wrote into the stage. */
static bool read_output(const char *path, const attest_output *to, peer_report *report) {
  npy_array array;
  report->status = npy_read(path, (double)tensor_count(to->size), &array, &report->error);
  if (report->status == CHECK_BAD_INPUT) {
    const char *const name = strrchr(report->error.text, '/'); /* the directory differs from run to run */
    report->status = CHECK_OK;
    (void)snprintf(report->text, sizeof report->text, "its output cannot be read: %.160s",
                   name != NULL ? name + 1 : report->error.text);
    return false;
  }
  if (report->status != CHECK_OK) return false;
  const bool fits = store_array(&array, to);
  if (!fits) (void)snprintf(report->text, sizeof report->text, "its output has another shape or type");
  free(array.data);
  return fits;
}

/* CPU seconds by which writing an output for the first time may exceed writing it again: more is work that was left
   undone while the clock ran. The system counts the time of ended processes in steps of 10 ms. */
#define WRITES_ALIKE 2.5e-2

/* Lets a command write output n, twice. */
static bool write_output(peer *p, int64_t n, peer_report *report) {
  char line[40];
  double seconds, used[3];
  (void)snprintf(line, sizeof line, "write %" PRId64, n);
  for (int again = 0; again < 2; again++) {
    used[again] = peer_cpu_seconds(p);
    if (!ask(p, line, &seconds, report)) return false;
  }
  used[2] = peer_cpu_seconds(p);
  const double first = used[1] - used[0], second = used[2] - used[1];
  if (first <= 2 * second + WRITES_ALIKE) return true;
  (void)snprintf(report->text, sizeof report->text,
                 "'write' computed out instead of only writing it: it took %.2g s, and %.2g s when repeated", first,
                 second);
  return false;
}

bool peer_fetch(peer *p, stage *s, const char *of, const stage_pick *pick, int64_t n, peer_report *report) {
  char directory[BENEATH_PATH_MAX], path[BENEATH_PATH_MAX + 16];
  if (!p->serves) return true;
  if (!write_output(p, n, report)) return false;
  const int operands = open_operands(p, of, report);
  if (operands < 0) return false;
  beneath_path(operands, directory);
  (void)snprintf(path, sizeof path, "%s/out.npy", directory);
  const bool there = read_output(path, &s->sets[pick->out].answer.out, report);
  (void)unlinkat(operands, "out.npy", 0);
  (void)close(operands);
  return there;
}

bool peer_halt(peer *p) { return p->serves || worker_halt(&p->of.run); }

void peer_go_on(const peer *p) {
  if (!p->serves) worker_go_on(&p->of.run);
}
