#include "bench/serve.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/index.h"
#include "check/cases/output.h"
#include "check/cases/shapes.h"
#include "check/cases/tensor.h"

enum { MOST_CASES = 512, MOST_SETS = 1024 };

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for a case");
}

/* The answer of a problem; its memory is NULL if there is none. */
static attest_answer make_out(const attest_problem *p) {
  return (attest_answer){.out = output_make(p, p->q.dtype, p->v.size[ATTEST_COLUMN])};
}

static void swap(int64_t *a, int64_t *b) {
  const int64_t kept = *a;
  *a = *b;
  *b = kept;
}

/* Writes an output as DIRECTORY/out.npy. bshd: as batch, position, head, column. */
static check_status write_out(const attest_output *out, const char *directory, bool bshd, check_error *error) {
  char path[CASE_PATH_MAX];
  npy_array array = {.dtype = shapes_stored_type(out->dtype), .ndim = 4, .data = out->data};
  (void)memcpy(array.size, out->size, sizeof out->size);
  (void)memcpy(array.stride, out->stride, sizeof out->stride);
  if (bshd) {
    swap(&array.size[1], &array.size[2]);
    swap(&array.stride[1], &array.stride[2]);
  }
  const check_status status = case_join(path, directory, "out.npy", error);
  return status == CHECK_OK ? npy_write(path, &array, error) : status;
}

/* Writes skip.txt with the reason. */
static check_status write_reason(const served *c, const char *reason, check_error *error) {
  char path[CASE_PATH_MAX];
  output_file to;
  check_status status = case_join(path, c->path, "skip.txt", error);
  if (status == CHECK_OK) status = output_open(&to, path, error);
  if (status != CHECK_OK) return status;
  (void)fprintf(to.stream, "%s\n", reason);
  return output_close(&to, error);
}

/* Computes a loaded case into answer and writes it. */
static check_status compute_case(const server *s, served *c, const attest_answer *answer, check_error *error) {
  const char *const refused = s->prepare != NULL ? s->prepare(s, c) : NULL;
  if (refused != NULL) return write_reason(c, refused, error);
  const attest_status computed = s->compute(s, c, &c->of.problem, answer);
  if (computed == ATTEST_UNSUPPORTED) return write_reason(c, attest_strerror(computed), error);
  c->answered = computed == ATTEST_OK;
  return computed == ATTEST_OK ? write_out(&answer->out, c->path, c->of.bshd, error)
                               : check_fail(error, CHECK_FAILURE, "%s: %s", c->path, attest_strerror(computed));
}

/* Answers a case: writes out.npy in its directory, or skip.txt. */
static check_status answer_case(const server *s, served *c, check_error *error) {
  check_status status = case_open(c->path, &c->of, error);
  if (status == CHECK_OK) status = case_load(&c->of, error);
  if (status != CHECK_OK) return status;
  const attest_answer answer = make_out(&c->of.problem);
  status = answer.out.data != NULL ? compute_case(s, c, &answer, error) : no_memory(error);
  free(answer.out.data);
  return status;
}

/* One set of operands for a case, and an output. */
typedef struct set {
  npy_array operand[CASE_V + 1];
  attest_answer answer;
} set;

/* The prepared cases, and the operands of the one that is timed. */
typedef struct {
  served *at[MOST_CASES];
  size_t count;
  const served *loaded; /* or NULL */
  set *sets;
  int64_t set_count;
  int64_t made; /* outputs of the last calls */
} store;

static void unload(store *ready) {
  for (int64_t n = 0; n < ready->set_count; n++) {
    for (int t = CASE_Q; t <= CASE_V; t++) free(ready->sets[n].operand[t].data);
    free(ready->sets[n].answer.out.data);
  }
  free(ready->sets);
  ready->sets = NULL;
  ready->set_count = ready->made = 0;
  ready->loaded = NULL;
}

static void forget(served *c) {
  case_free(&c->of);
  free(c);
}

/* Answers the cases of a directory, and keeps them ready if there is a store, and room in it. */
static check_status answer_all(const server *s, const char *directory, store *ready, check_error *error) {
  case_index index;
  check_status status = index_read(directory, &index, error);
  for (size_t n = 0; status == CHECK_OK && n < index.count; n++) {
    served *const c = calloc(1, sizeof *c);
    if (c == NULL) {
      status = no_memory(error);
      break;
    }
    (void)snprintf(c->path, sizeof c->path, "%s", index.entries[n].path);
    status = answer_case(s, c, error);
    if (ready != NULL && ready->count < MOST_CASES) ready->at[ready->count++] = c;
    else forget(c);
  }
  index_free(&index);
  return status;
}

/* Finds an answered case; NULL: there is none at that path. */
static const served *find(const store *ready, const char *path) {
  for (size_t n = 0; n < ready->count; n++)
    if (ready->at[n]->answered && strcmp(ready->at[n]->path, path) == 0) return ready->at[n];
  return NULL;
}

/* Whether an operand can take the place of a tensor of a case. */
static bool fits(const npy_array *operand, const attest_tensor *t) {
  return operand->dtype == shapes_stored_type(t->dtype) && operand->ndim == ATTEST_AXES &&
         memcmp(operand->size, t->size, sizeof t->size) == 0;
}

/* Reads set n of the operands of a case. */
static check_status read_set(const served *c, int64_t n, set *to, check_error *error) {
  const attest_tensor *const its[] = {
      [CASE_Q] = &c->of.problem.q, [CASE_K] = &c->of.problem.k, [CASE_V] = &c->of.problem.v};
  check_status status = CHECK_OK;
  for (int t = CASE_Q; status == CHECK_OK && t <= CASE_V; t++) {
    char name[64], path[CASE_PATH_MAX];
    (void)snprintf(name, sizeof name, "operands/%" PRId64 "/%s.npy", n, case_tensor_name((case_tensor)t));
    status = case_join(path, c->path, name, error);
    if (status == CHECK_OK) status = npy_read(path, HUGE_VAL, &to->operand[t], error);
    if (status == CHECK_OK && !fits(&to->operand[t], its[t]))
      status =
          check_fail(error, CHECK_BAD_INPUT, "%s: expected the sizes and the type of the operand in the case", path);
  }
  to->answer = make_out(&c->of.problem);
  return status == CHECK_OK && to->answer.out.data == NULL ? no_memory(error) : status;
}

/* load COUNT CASE: reads the operands of a case. */
static check_status load(store *ready, const char *rest, check_error *error) {
  char *after = NULL;
  const long count = strtol(rest, &after, 10);
  const served *const c = count > 0 && count <= MOST_SETS && *after == ' ' ? find(ready, after + 1) : NULL;
  unload(ready);
  if (c == NULL) return check_fail(error, CHECK_BAD_INPUT, "expected 'load COUNT CASE' of an answered case");
  ready->sets = calloc((size_t)count, sizeof *ready->sets);
  if (ready->sets == NULL) return no_memory(error);
  check_status status = CHECK_OK;
  for (ready->set_count = 0; status == CHECK_OK && ready->set_count < count; ready->set_count++)
    status = read_set(c, ready->set_count, &ready->sets[ready->set_count], error);
  if (status == CHECK_OK) ready->loaded = c;
  return status;
}

/* The tensor of a case with the operand of a set instead of its own: contiguous, as files are. */
static void take(attest_tensor *t, const set *from, case_tensor operand) {
  t->data = from->operand[operand].data;
  for (int64_t d = ATTEST_AXES - 1, stride = 1; d >= 0; stride *= t->size[d], d--) t->stride[d] = stride;
}

/* The next number of a list, in 0 .. below-1; -1: there is none. */
static int64_t next_number(const char **list, int64_t below) {
  char *after = NULL;
  const long number = strtol(*list, &after, 10);
  const bool there = after != *list && number >= 0 && number < below;
  *list = after;
  return there ? number : -1;
}

/* compute Q K V [Q K V ..]: computes once for each three, into the outputs 0, 1, .. */
static check_status compute_sets(const server *s, store *ready, const char *list, check_error *error) {
  attest_status computed = ATTEST_OK;
  for (ready->made = 0; computed == ATTEST_OK && *list != '\0'; ready->made++) {
    const int64_t q = next_number(&list, ready->set_count), k = next_number(&list, ready->set_count),
                  v = next_number(&list, ready->set_count);
    if (ready->loaded == NULL || q < 0 || k < 0 || v < 0 || ready->made == ready->set_count)
      return check_fail(error, CHECK_BAD_INPUT, "expected 'compute Q K V ..', numbers of loaded sets");
    attest_problem p = ready->loaded->of.problem;
    take(&p.q, &ready->sets[q], CASE_Q);
    take(&p.k, &ready->sets[k], CASE_K);
    take(&p.v, &ready->sets[v], CASE_V);
    computed = s->compute(s, ready->loaded, &p, &ready->sets[ready->made].answer);
  }
  return computed == ATTEST_OK ? CHECK_OK : check_fail(error, CHECK_FAILURE, "%s", attest_strerror(computed));
}

/* write N: writes output N of the last calls into the directory of the operands. */
static check_status write_made(const store *ready, const char *rest, check_error *error) {
  char path[CASE_PATH_MAX];
  const int64_t n = next_number(&rest, ready->made);
  if (n < 0) return check_fail(error, CHECK_BAD_INPUT, "expected 'write N', the number of a computed output");
  const check_status status = case_join(path, ready->loaded->path, "operands", error);
  return status == CHECK_OK ? write_out(&ready->sets[n].answer.out, path, false, error) : status;
}

/* Replies to one line. */
static check_status reply(const server *s, store *ready, const char *line, check_error *error) {
  const size_t length = strcspn(line, " ");
  const char *const rest = line[length] != '\0' ? line + length + 1 : line + length;
  check_status status;
  if (strncmp(line, "answer ", 7) == 0) status = answer_all(s, rest, ready, error);
  else if (strncmp(line, "load ", 5) == 0) status = load(ready, rest, error);
  else if (strncmp(line, "compute ", 8) == 0) status = compute_sets(s, ready, rest, error);
  else if (strncmp(line, "write ", 6) == 0) status = write_made(ready, rest, error);
  else
    return check_fail(error, CHECK_BAD_INPUT,
                      "expected 'answer DIRECTORY', 'load COUNT CASE', 'compute Q K V ..' or 'write N', found '%s'",
                      line);
  (void)puts(status == CHECK_OK ? "done" : error->text);
  return CHECK_OK;
}

static check_status serve_lines(const server *s, check_error *error) {
  char line[CASE_PATH_MAX + 32 * MOST_SETS];
  store ready = {.count = 0};
  check_status status = CHECK_OK;
  while (status == CHECK_OK && fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    status = reply(s, &ready, line, error);
    (void)fflush(stdout);
  }
  unload(&ready);
  for (size_t n = 0; n < ready.count; n++) forget(ready.at[n]);
  return status;
}

check_status serve(const server *s, const char *directory, check_error *error) {
  return directory != NULL ? answer_all(s, directory, NULL, error) : serve_lines(s, error);
}
