/* The option --shard, and the names of the files of a share. */
#ifndef ATTEST_CLI_SHARDING_H
#define ATTEST_CLI_SHARDING_H

#include "check/cases/error.h"
#include "check/cases/shard.h"

#define SHARDING_PATH_MAX 4096

#define SHARDING_HELP                                                                                                  \
  "  --shard I/N     only share I (1 .. N) of the run; auto takes I and N from Open MPI, PMI or Slurm.\n"              \
  "                  %I in the name of an output file or directory becomes I\n"

/* Reads "I/N", or "auto": from the environment of mpirun or srun. NULL is the whole run, share 1 of 1. Fails with
   CHECK_BAD_INPUT for anything else, and for auto without a launcher. */
check_status sharding_read(const char *text, shard *part, check_error *error);

/* Replaces each %I in the name by the number of the share. If text, the value of --shard, is NULL, or *name is NULL,
   the name is unchanged. path holds the new name. Fails with CHECK_BAD_INPUT if it is too long. */
check_status sharding_name(const char *text, const shard *part, const char **name, char path[SHARDING_PATH_MAX],
                           check_error *error);

#endif
