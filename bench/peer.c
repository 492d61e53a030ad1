#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; strdup, setenv */
#include "bench/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/sweep.h"
#include "check/cases/json.h"
#include "check/judge/arithmetic.h"
#include "check/judge/bound.h"

/* Most seconds for one reply: some peers compile for each shape. */
#define PATIENCE 300.0

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

check_status peers_add(peers *all, const char *name, const char *command, check_error *error) {
  if (!is_name(name) || peers_find(all, name) != NULL)
    return check_fail(error, CHECK_BAD_INPUT,
                      "peers: expected a name of letters, digits, '-' and '_' that no variant has, found %.40s", name);
  peer *const more = realloc(all->at, (all->count + 1) * sizeof *more);
  if (more != NULL) all->at = more;
  char *const copy = strdup(command);
  set_environment();
  if (more == NULL || copy == NULL) {
    free(copy);
    return check_fail(error, CHECK_FAILURE, "not enough memory for the peers");
  }
  peer *const p = &more[all->count++];
  *p = (peer){.command = copy};
  (void)snprintf(p->name, sizeof p->name, "%s", name);
  for (int type = 0; type <= ATTEST_BF16; type++) p->arithmetic[type] = bound_default((attest_dtype)type);
  return CHECK_OK;
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
  json_object_foreach(root, name, value) if (status == CHECK_OK) status = add_described(all, path, name, value, error);
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
    command_server_end(&all->at[n].server);
    free(all->at[n].command);
  }
  free(all->at);
  *all = (peers){.count = 0};
}

/* ---- a peer as a candidate */

static candidate candidate_of(peer *p) {
  candidate c = candidate_of_server(p->name, p->command, &p->server);
  c.seconds = PATIENCE;
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
  if (a->became->kind == OUTCOME_RETURNED && a->became->status == ATTEST_OK) {
    bench_shape its = *j->shape;
    its.answer.out = a->answer->out;
    (void)snprintf(found->path, sizeof found->path, "%s", a->path);
    status = shape_judge_answer(&its, &j->of->arithmetic[its.of.dtype], &right, found->text, error);
  } else {
    found->verdict = a->became->kind == OUTCOME_RETURNED ? PEER_UNABLE : PEER_WRONG;
    (void)snprintf(found->text, sizeof found->text, "%s", a->became->text);
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
  check_status status = arena_make(&memory, shape->memory.size, error);
  if (status != CHECK_OK) return status;
  c.memory = &memory;
  status = candidate_answer(&c, &asked, 1, see, &j, error);
  arena_free(&memory);
  if (status == CHECK_OK && found->verdict == PEER_RIGHT && !peer_time(p, found->path, 1, &found->seconds, found->text))
    found->verdict = PEER_WRONG;
  return status;
}

bool peer_time(peer *p, const char *path, int64_t calls, double *seconds, char text[200]) {
  const candidate c = candidate_of(p);
  outcome became;
  if (command_time(&c, path, calls, seconds, &became)) return true;
  (void)snprintf(text, 200, "%s", became.text);
  return false;
}
