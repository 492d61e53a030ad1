#include "bench/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/clock.h"
#include "check/cases/shapes.h"

enum { MOST_CASES = 512 };

static check_status no_memory(check_error *error) { return check_fail(error, CHECK_FAILURE, "not enough memory for a case"); }

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

static check_status write_out(const served *c, check_error *error) {
  const attest_output *const out = &c->answer.out;
  char path[CASE_PATH_MAX];
  npy_array array = {.dtype = shapes_stored_type(out->dtype), .ndim = 4, .data = out->data};
  (void)memcpy(array.size, out->size, sizeof out->size);
  (void)memcpy(array.stride, out->stride, sizeof out->stride);
  const check_status status = case_join(path, c->path, "out.npy", error);
  return status == CHECK_OK ? npy_write(path, &array, error) : status;
}

/* *refused: why there is no answer; NULL if there is one. */
static check_status answer(const server *s, served *c, const char **refused, check_error *error) {
  *refused = NULL;
  check_status status = case_open(c->path, &c->of, error);
  if (status == CHECK_OK) status = case_load(&c->of, error);
  if (status == CHECK_OK && !make_out(c)) status = no_memory(error);
  if (status == CHECK_OK && s->prepare != NULL) *refused = s->prepare(s, c);
  if (status == CHECK_OK && *refused == NULL) *refused = s->compute(s, c);
  return status == CHECK_OK && *refused == NULL ? write_out(c, error) : status;
}

/* Why a call failed; NULL if none did. */
static const char *time_calls(const server *s, const served *c, long calls, double *seconds) {
  const char *failed = NULL;
  const double begun = clock_cpu_seconds();
  for (long n = 0; n < calls && failed == NULL; n++) failed = s->compute(s, c);
  *seconds = clock_cpu_seconds() - begun;
  return failed;
}

static const served *find(const served *cases, size_t count, const char *path) {
  for (size_t n = 0; n < count; n++)
    if (strcmp(cases[n].path, path) == 0) return &cases[n];
  return NULL;
}

static check_status reply(const server *s, served *cases, size_t *count, char *line, check_error *error) {
  char *path = strchr(line, ' ');
  const char *refused;
  double seconds;
  if (path != NULL && strncmp(line, "answer ", 7) == 0 && *count < MOST_CASES) {
    served *const c = &cases[(*count)++];
    (void)snprintf(c->path, sizeof c->path, "%s", path + 1);
    const check_status status = answer(s, c, &refused, error);
    if (status == CHECK_FAILURE) return status;
    (void)printf("%s\n", status != CHECK_OK ? error->text : refused != NULL ? refused : "done");
    return CHECK_OK;
  }
  const long calls = path != NULL && strncmp(line, "time ", 5) == 0 ? strtol(path, &path, 10) : 0;
  const served *const c = calls > 0 && *path == ' ' ? find(cases, *count, path + 1) : NULL;
  if (c == NULL) return check_fail(error, CHECK_FAILURE, "expected 'answer DIRECTORY' or 'time N DIRECTORY', found %s", line);
  refused = time_calls(s, c, calls, &seconds);
  if (refused == NULL) (void)printf("%.9g\n", seconds);
  else (void)puts(refused);
  return CHECK_OK;
}

check_status serve(const server *s, check_error *error) {
  char line[CASE_PATH_MAX + 64];
  size_t count = 0;
  served *const cases = calloc(MOST_CASES, sizeof *cases);
  check_status status = CHECK_OK;
  if (cases == NULL) return no_memory(error);
  while (status == CHECK_OK && fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    status = reply(s, cases, &count, line, error);
    (void)fflush(stdout);
  }
  for (size_t n = 0; n < count; n++) {
    case_free(&cases[n].of);
    free(cases[n].answer.out.data);
  }
  free(cases);
  return status;
}
