#include "cli/sharding.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The environment variables of launchers. Slurm is last: in its jobs mpirun starts processes that all inherit Slurm's
   numbers of the batch step. */
static const struct {
  const char *rank, *size;
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, /* Open MPI */
    {"PMI_RANK", "PMI_SIZE"},                         /* MPICH, Intel MPI */
    {"SLURM_PROCID", "SLURM_NTASKS"},
};

/* Reads decimal digits up to the character `end`: a value from low to high. */
static bool read_number(const char **text, char end, int64_t low, int64_t high, int64_t *number) {
  char *after;
  if (**text < '0' || **text > '9') return false;
  errno = 0;
  const long long value = strtoll(*text, &after, 10);
  if (errno != 0 || *after != end || value < low || value > high) return false;
  *text = after + (end != '\0');
  *number = value;
  return true;
}

static check_status read_variable(const char *name, int64_t low, int64_t high, int64_t *number, check_error *error) {
  const char *text = getenv(name), *at = text;
  if (text != NULL && read_number(&at, '\0', low, high, number)) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT,
                    "--shard auto: %s: expected an integer from %" PRId64 " to %" PRId64 ", found %s", name, low, high,
                    text != NULL ? text : "nothing");
}

static check_status read_environment(const char *rank, const char *size, shard *part, check_error *error) {
  check_status status = read_variable(size, 1, SHARD_MAX, &part->of, error);
  if (status == CHECK_OK) status = read_variable(rank, 0, part->of - 1, &part->number, error);
  if (status == CHECK_OK) part->number++;
  return status;
}

static check_status read_auto(shard *part, check_error *error) {
  for (size_t n = 0; n < sizeof launchers / sizeof launchers[0]; n++)
    if (getenv(launchers[n].rank) != NULL) return read_environment(launchers[n].rank, launchers[n].size, part, error);
  return check_fail(
      error, CHECK_BAD_INPUT,
      "--shard auto: expected OMPI_COMM_WORLD_RANK, PMI_RANK or SLURM_PROCID in the environment, found none of them");
}

check_status sharding_read(const char *text, shard *part, check_error *error) {
  const char *at = text;
  *part = (shard){1, 1};
  if (text == NULL) return CHECK_OK;
  if (strcmp(text, "auto") == 0) return read_auto(part, error);
  if (read_number(&at, '/', 1, SHARD_MAX, &part->number) && read_number(&at, '\0', part->number, SHARD_MAX, &part->of))
    return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--shard: expected I/N with 1 <= I <= N <= %d, or auto, found %s",
                    SHARD_MAX, text);
}

check_status sharding_name(const char *text, const shard *part, const char **name, char path[SHARDING_PATH_MAX],
                           check_error *error) {
  size_t used = 0;
  if (text == NULL || *name == NULL) return CHECK_OK;
  for (const char *at = *name; *at != '\0' && used + 8 < SHARDING_PATH_MAX; at++) {
    const bool stands_for = at[0] == '%' && at[1] == 'I';
    if (stands_for) used += (size_t)snprintf(path + used, SHARDING_PATH_MAX - used, "%" PRId64, part->number);
    else path[used++] = *at;
    at += stands_for;
  }
  path[used] = '\0';
  if (used + 8 >= SHARDING_PATH_MAX) return check_fail(error, CHECK_BAD_INPUT, "%.200s...: path too long", *name);
  *name = path;
  return CHECK_OK;
}
