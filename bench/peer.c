#define _GNU_SOURCE /* NOLINT: SOCK_CLOEXEC */
#include "bench/peer.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/sweep.h"
#include "check/judge/arithmetic.h"
#include "check/judge/bound.h"
#include "check/cases/case.h"
#include "check/cases/json.h"
#include "check/cases/store.h"

/* The longest that a reply may take: some compile for each shape. */
#define PATIENCE 300.0

enum { REPLY = 200, CASE_LINE = CASE_PATH_MAX + 64 };

/* ---- which there are */

static bool is_name(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const size_t length = strlen(name);
  for (size_t n = 0; attest_variant_name(n) != NULL; n++)
    if (strcmp(attest_variant_name(n), name) == 0) return false;
  if (strcmp(name, SWEEP_PICKED) == 0) return false;
  return length > 0 && length < sizeof((peer *)NULL)->name && strspn(name, letters) == length;
}

check_status peers_add(peers *all, const char *name, const char *command, check_error *error) {
  if (!is_name(name) || peers_find(all, name) != NULL)
    return check_fail(error, CHECK_BAD_INPUT, "peers: expected a name of letters and digits that no variant has, found %.40s", name);
  peer *const more = realloc(all->at, (all->count + 1) * sizeof *more);
  if (more != NULL) all->at = more;
  char *const copy = strdup(command);
  if (more == NULL || copy == NULL) {
    free(copy);
    return check_fail(error, CHECK_FAILURE, "not enough memory for the peers");
  }
  peer *const p = &more[all->count++];
  *p = (peer){.line = -1, .command = copy};
  (void)snprintf(p->name, sizeof p->name, "%s", name);
  for (int type = 0; type <= ATTEST_BF16; type++) p->arithmetic[type] = bound_default((attest_dtype)type);
  return CHECK_OK;
}

/* A command, or an object that has one. */
static check_status add_described(peers *all, const char *path, const char *name, const json_t *value, check_error *error) {
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

/* ---- a process */

static _Noreturn void become(const char *command, int line) {
  static const char *const counts[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"};
  (void)setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 1); /* large pages, as bench/pages.h */
  (void)setpgid(0, 0);
  for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) (void)setenv(counts[n], "1", 1);
  if (dup2(line, STDIN_FILENO) >= 0 && dup2(line, STDOUT_FILENO) >= 0) (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(126);
}

static void stop(peer *p) {
  if (p->line >= 0) (void)close(p->line);
  p->line = -1;
  if (p->process <= 0) return;
  (void)kill(-p->process, SIGKILL);
  while (waitpid(p->process, NULL, 0) < 0 && errno == EINTR) continue;
}

/* Stops it for good. */
static bool give_up(peer *p, const char *why) {
  (void)snprintf(p->failure, sizeof p->failure, "%s", why);
  stop(p);
  return false;
}

static bool start(peer *p) {
  int ends[2];
  if (p->process != 0) return p->line >= 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return give_up(p, "no connection could be made to it");
  (void)fflush(NULL); /* or the child would print what is still in our buffers */
  p->process = fork();
  if (p->process == 0) become(p->command, ends[1]);
  (void)close(ends[1]);
  p->line = ends[0];
  if (p->process < 0) return give_up(p, "no process could be started for it");
  (void)setpgid(p->process, p->process); /* here too: it may be ended before it has run */
  return true;
}

void peers_end(peers *all) {
  for (size_t n = 0; n < all->count; n++) {
    stop(&all->at[n]);
    free(all->at[n].command);
  }
  free(all->at);
  temp_dir_remove(&all->directory);
  *all = (peers){.count = 0};
}

/* ---- a question and its reply, a line each */

static bool send_line(const peer *p, const char *text) {
  size_t length = strlen(text);
  while (length > 0) {
    const ssize_t sent = send(p->line, text, length, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    text += sent;
    length -= (size_t)sent;
  }
  return true;
}

/* One line, cut off if longer, without its end; false if none came in time. */
static bool receive_line(const peer *p, char reply[REPLY]) {
  size_t length = 0;
  for (;;) {
    char c;
    struct pollfd ready = {.fd = p->line, .events = POLLIN};
    if (poll(&ready, 1, (int)(1e3 * PATIENCE)) <= 0 || recv(p->line, &c, 1, 0) != 1) return false;
    if (c == '\n') break;
    if (length + 1 < REPLY) reply[length++] = (char)(c >= ' ' && c < 127 ? c : '?');
  }
  reply[length] = '\0';
  return true;
}

static bool ask(peer *p, const char *question, char reply[REPLY]) {
  if (!start(p)) return false;
  if (!send_line(p, question) || !receive_line(p, reply)) return give_up(p, "it ended, or did not reply within 5 minutes");
  return true;
}

static void directory_of(const peers *all, size_t number, char path[CASE_PATH_MAX]) {
  (void)snprintf(path, CASE_PATH_MAX, "%.*s/%zu", CASE_PATH_MAX - 32, all->directory.path, number);
}

bool peer_time(peers *all, peer *p, size_t number, int64_t calls, double *seconds) {
  char path[CASE_PATH_MAX], question[CASE_LINE], reply[REPLY], *end;
  directory_of(all, number, path);
  (void)snprintf(question, sizeof question, "time %" PRId64 " %s\n", calls, path);
  if (!ask(p, question, reply)) return false;
  *seconds = strtod(reply, &end);
  return (*end == '\0' && end != reply && *seconds > 0) || give_up(p, "it did not reply with a number of seconds");
}

/* ---- whether it is right */

/* The case of a shape, for all peers. */
static check_status store(const bench_shape *shape, const char *path, check_error *error) {
  struct stat there;
  arena memory;
  if (stat(path, &there) == 0) return CHECK_OK;
  check_status status = arena_make(&memory, shape->memory.size, error);
  if (status != CHECK_OK) return status;
  status = store_case(path, &shape->of, &memory, error);
  arena_free(&memory);
  return status;
}

static bool same_sizes(const int64_t a[ATTEST_AXES], const int64_t b[ATTEST_AXES]) {
  for (int d = 0; d < ATTEST_AXES; d++)
    if (a[d] != b[d]) return false;
  return true;
}

/* Judges the out.npy that it left. */
static check_status judge_file(const peer *p, const bench_shape *shape, const char *path, bool *right, char text[200], check_error *error) {
  attention_case c;
  check_error reason = {.text = ""};
  *right = false;
  check_status status = case_open(path, &c, &reason);
  if (status == CHECK_OK) status = case_load_outputs(&c, &reason);
  if (status == CHECK_OK && c.present[CASE_OUT] && same_sizes(c.tensor[CASE_OUT].size, shape->answer.out.size)) {
    bench_shape its = *shape;
    its.answer.out = case_answer(&c).out;
    status = shape_judge_answer(&its, &p->arithmetic[shape->of.dtype], right, text, error);
  } else {
    const size_t length = strlen(path); /* errors begin with the path of a file in the directory, which is temporary */
    const char *const why = strncmp(reason.text, path, length) == 0 ? reason.text + length + 1 : reason.text;
    (void)snprintf(text, 200, "%.190s", status != CHECK_OK ? why : "it wrote no out.npy of the sizes asked for");
    status = CHECK_OK;
  }
  case_free(&c);
  return status;
}

check_status peer_judge(peers *all, peer *p, const bench_shape *shape, size_t number, peer_verdict *v, char text[200], double *seconds,
                        check_error *error) {
  char directory[CASE_PATH_MAX], path[CASE_PATH_MAX], question[CASE_LINE], reply[REPLY] = "";
  bool right = false;
  check_status status = all->directory.path[0] != '\0' ? CHECK_OK : temp_dir_make_temporary(&all->directory, error);
  directory_of(all, number, directory);
  if (status == CHECK_OK) status = store(shape, directory, error);
  if (status == CHECK_OK) status = case_join(path, directory, "out.npy", error);
  if (status != CHECK_OK) return status;
  (void)unlink(path); /* another peer's */
  (void)snprintf(question, sizeof question, "answer %s\n", directory);
  const bool replied = ask(p, question, reply);
  const bool done = replied && strcmp(reply, "done") == 0;
  *v = replied && !done ? PEER_UNABLE : PEER_WRONG;
  (void)snprintf(text, 200, "%s", replied ? reply : p->failure);
  if (done) status = judge_file(p, shape, directory, &right, text, error);
  if (status == CHECK_OK && right) *v = peer_time(all, p, number, 1, seconds) ? PEER_RIGHT : PEER_WRONG;
  if (right && *v == PEER_WRONG) (void)snprintf(text, 200, "%s", p->failure);
  return status;
}
