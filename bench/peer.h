/* Peers: candidates beside our variants, judged and timed: commands that serve (check/run/README.md), and those of
   attest check. */
#ifndef ATTEST_BENCH_PEER_H
#define ATTEST_BENCH_PEER_H

#include "bench/stage.h"
#include "check/cases/case.h"
#include "check/run/command.h"

typedef struct peer {
  char name[32]; /* unique among peers */
  char *text;    /* the command, for /bin/sh, or the target of candidate_find */
  bool serves;   /* it is a command */
  candidate of;  /* unless it is a command */
  bool hung;     /* a call of it did not return in time: no other is made */
  command_server server;
  attest_arithmetic arithmetic[ATTEST_BF16 + 1]; /* of its answers, for each type */
} peer;

typedef struct peers {
  peer *at;
  size_t count;
  const confinement *confined; /* of those that are added, but our variants; NULL: as candidate_find does */
} peers;

/* Adds a command. Fails with CHECK_BAD_INPUT for a name that is not allowed, a variant's, or a duplicate. */
check_status peers_add(peers *all, const char *name, const char *command, check_error *error);

/* Adds a candidate of attest check: target as for candidate_find. Its arithmetic is what it declares. Fails as
   candidate_find and candidate_describe do. */
check_status peers_add_target(peers *all, const char *name, const char *target, check_error *error);

/* Adds the peers of a file, {"NAME": "COMMAND", ...}. {"command": "COMMAND", "scores": "own"} instead of a command:
   scores are rounded to the tensors' own type. A name has letters, digits, '-' and '_', and is no variant's. Free with
   peers_end, also after a failure. */
check_status peers_read(peers *all, const char *path, check_error *error);

/* Ends the processes and removes their files. */
void peers_end(peers *all);

/* Finds a peer by name; NULL if there is none, or all is NULL. The pointer is valid until a peer is added. */
peer *peers_find(const peers *all, const char *name);

/* The state of a peer on a shape. */
typedef struct peer_standing {
  enum { PEER_RIGHT, PEER_WRONG, PEER_UNABLE } verdict;
  char text[200];           /* the reason if it is wrong or unable */
  char path[CASE_PATH_MAX]; /* the directory of its case; "" unless it is a command */
} peer_standing;

/* Judges a peer on a shape by its arithmetic, as shape_judge_answer does. */
check_status peer_judge(peer *p, const bench_shape *shape, peer_standing *found, check_error *error);

/* ---- timed calls, for bench/trial.h. They return false if the peer failed: text says how. status: a failure of this
   program. */

/* What a function reports. */
typedef struct peer_report {
  char text[200];
  check_status status;
  check_error error;
} peer_report;

/* Gives the peer the operands of a stage, for the case at path that it has answered. */
bool peer_load(peer *p, stage *s, const char *path, peer_report *report);

/* Computes a batch. *seconds: from the request to the reply, less the time for which another program had the processor.
   */
bool peer_compute(peer *p, stage *s, const stage_pick *picks, int64_t count, double *seconds, peer_report *report);

/* Brings the output of call n of the last batch into the stage. */
bool peer_fetch(peer *p, stage *s, const char *path, const stage_pick *pick, int64_t n, peer_report *report);

/* Halts its process while its outputs are read; false: it could not be, and was ended. peer_go_on lets it go on. */
bool peer_halt(peer *p);
void peer_go_on(const peer *p);

/* Seconds of CPU time that it has used: all threads and processes. */
double peer_cpu_seconds(const peer *p);

#endif
