/* The option --shard, and the names of the files that a share writes. */
#ifndef ATTEST_CLI_SHARDING_H
#define ATTEST_CLI_SHARDING_H

#include "check/cases/error.h"
#include "check/cases/shard.h"

#define SHARDING_PATH_MAX 4096

#define SHARDING_HELP                                                                                                                      \
  "  --shard I/N     share I (1 .. N) of the run only; auto: as Open MPI, PMI or Slurm numbers this process;\n"                            \
  "                  %I in the name of a file or directory to write is then I\n"

/* Reads "I/N", or "auto": from the environment that mpirun or srun gives; NULL is the whole run, share 1 of 1. CHECK_BAD_INPUT for anything else, and
   where auto finds no launcher. */
check_status sharding_read(const char *text, shard *part, check_error *error);

/* The name with each %I in it replaced by the number of the share; the name as it is where text, the value of --shard, is NULL. NULL stays NULL.
   path is where the new name is kept. CHECK_BAD_INPUT if it is too long. */
check_status sharding_name(const char *text, const shard *part, const char **name, char path[SHARDING_PATH_MAX], check_error *error);

#endif
