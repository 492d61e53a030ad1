#include "bench/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/clock.h"
#include "check/cases/index.h"
#include "check/cases/output.h"
#include "check/cases/shapes.h"

enum { MOST_CASES = 512 };

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for a case");
}

static bool make_out(served *c) {
  const attest_problem *const p = &c->of.problem;
  const int64_t heads = p->q.size[ATTEST_HEAD], rows = p->q.size[ATTEST_POSITION], columns = p->v.size[ATTEST_COLUMN];
  const size_t bytes = (size_t)(p->q.size[ATTEST_BATCH] * heads * rows * columns) * attest_dtype_size(p->q.dtype);
  c->answer.out = (attest_output){.data = aligned_alloc(64, (bytes / 64 + 1) * 64),
                                  .dtype = p->q.dtype,
                                  .size = {p->q.size[ATTEST_BATCH], heads, rows, columns},
                                  .stride = {heads * rows * columns, rows * columns, columns, 1}};
  return c->answer.out.data != NULL;
}

static void swap(int64_t *a, int64_t *b) {
  const int64_t kept = *a;
  *a = *b;
  *b = kept;
}

/* Writes out.npy, in the layout of the case. */
static check_status write_out(const served *c, check_error *error) {
  const attest_output *const out = &c->answer.out;
  char path[CASE_PATH_MAX];
  npy_array array = {.dtype = shapes_stored_type(out->dtype), .ndim = 4, .data = out->data};
  (void)memcpy(array.size, out->size, sizeof out->size);
  (void)memcpy(array.stride, out->stride, sizeof out->stride);
  if (c->of.bshd) {
    swap(&array.size[1], &array.size[2]);
    swap(&array.stride[1], &array.stride[2]);
  }
  const check_status status = case_join(path, c->path, "out.npy", error);
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

/* Answers a case: writes out.npy in its directory, or skip.txt. */
static check_status answer_case(const server *s, served *c, check_error *error) {
  check_status status = case_open(c->path, &c->of, error);
  if (status == CHECK_OK) status = case_load(&c->of, error);
  if (status == CHECK_OK && !make_out(c)) status = no_memory(error);
  if (status != CHECK_OK) return status;
  const char *const refused = s->prepare != NULL ? s->prepare(s, c) : NULL;
  if (refused != NULL) return write_reason(c, refused, error);
  const attest_status computed = s->compute(s, c);
  if (computed == ATTEST_UNSUPPORTED) return write_reason(c, attest_strerror(computed), error);
  return computed == ATTEST_OK ? write_out(c, error)
                               : check_fail(error, CHECK_FAILURE, "%s: %s", c->path, attest_strerror(computed));
}

static void free_case(served *c) {
  case_free(&c->of);
  free(c->answer.out.data);
}

/* The prepared cases, ready for timing. */
typedef struct {
  served *at;
  size_t count;
} store;

/* Answers the cases of a directory, and keeps them ready if there is a store. */
static check_status answer_all(const server *s, const char *directory, store *ready, check_error *error) {
  case_index index;
  check_status status = index_read(directory, &index, error);
  for (size_t n = 0; status == CHECK_OK && n < index.count; n++) {
    served alone = {.own = NULL}, *const c =
                                      ready != NULL && ready->count < MOST_CASES ? &ready->at[ready->count++] : &alone;
    (void)snprintf(c->path, sizeof c->path, "%s", index.entries[n].path);
    status = answer_case(s, c, error);
    if (c == &alone) free_case(c);
  }
  index_free(&index);
  return status;
}

static attest_status time_calls(const server *s, const served *c, long calls, double *seconds) {
  attest_status computed = ATTEST_OK;
  const double begun = clock_cpu_seconds();
  for (long n = 0; n < calls && computed == ATTEST_OK; n++) computed = s->compute(s, c);
  *seconds = clock_cpu_seconds() - begun;
  return computed;
}

static const served *find(const store *ready, const char *path) {
  for (size_t n = 0; n < ready->count; n++)
    if (strcmp(ready->at[n].path, path) == 0) return &ready->at[n];
  return NULL;
}

static check_status reply(const server *s, store *ready, const char *line, check_error *error) {
  char *after = NULL;
  double seconds;
  if (strncmp(line, "answer ", 7) == 0) {
    const check_status status = answer_all(s, line + 7, ready, error);
    (void)puts(status == CHECK_OK ? "done" : error->text);
    return CHECK_OK;
  }
  const long calls = strncmp(line, "time ", 5) == 0 ? strtol(line + 5, &after, 10) : 0;
  const served *const c = calls > 0 && *after == ' ' ? find(ready, after + 1) : NULL;
  if (c == NULL)
    return check_fail(error, CHECK_FAILURE, "expected 'answer DIRECTORY' or 'time N CASE', found '%s'", line);
  const attest_status computed = time_calls(s, c, calls, &seconds);
  if (computed == ATTEST_OK) (void)printf("%.9g\n", seconds);
  else (void)puts(attest_strerror(computed));
  return CHECK_OK;
}

static check_status serve_lines(const server *s, check_error *error) {
  char line[CASE_PATH_MAX + 64];
  store ready = {.at = calloc(MOST_CASES, sizeof *ready.at)};
  check_status status = CHECK_OK;
  if (ready.at == NULL) return no_memory(error);
  while (status == CHECK_OK && fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    status = reply(s, &ready, line, error);
    (void)fflush(stdout);
  }
  for (size_t n = 0; n < ready.count; n++) free_case(&ready.at[n]);
  free(ready.at);
  return status;
}

check_status serve(const server *s, const char *directory, check_error *error) {
  return directory != NULL ? answer_all(s, directory, NULL, error) : serve_lines(s, error);
}
