/* Peers: commands that serve (check/run/README.md), judged and timed beside our variants. */
#ifndef ATTEST_BENCH_PEER_H
#define ATTEST_BENCH_PEER_H

#include "bench/shape.h"
#include "check/cases/case.h"
#include "check/run/command.h"

typedef struct peer {
  char name[32]; /* unique among peers and variants */
  char *command; /* for /bin/sh */
  command_server server;
  attest_arithmetic arithmetic[ATTEST_BF16 + 1]; /* assumed of its answers, for each type */
} peer;

typedef struct peers {
  peer *at;
  size_t count;
} peers;

/* Adds a peer. Fails with CHECK_BAD_INPUT for a name that is not allowed, a variant's, or a duplicate. */
check_status peers_add(peers *all, const char *name, const char *command, check_error *error);

/* Adds the peers of a file, {"NAME": "COMMAND", ...}. {"command": "COMMAND", "scores": "own"} instead of a command:
   scores are rounded to the tensors' own type. A name has letters, digits, '-' and '_', and is no variant's. Free with
   peers_end, also after a failure. */
check_status peers_read(peers *all, const char *path, check_error *error);

/* Ends the processes and removes their files. */
void peers_end(peers *all);

/* Finds a peer by name; NULL if there is none, or all is NULL. */
peer *peers_find(const peers *all, const char *name);

/* The state of a peer on a shape. */
typedef struct peer_standing {
  enum { PEER_RIGHT, PEER_WRONG, PEER_UNABLE } verdict;
  char text[200];           /* the reason if it is wrong or unable */
  char path[CASE_PATH_MAX]; /* the directory of its case, for peer_time */
  double seconds;           /* time of a second call, if it is right */
} peer_standing;

/* Judges a peer on a shape by its arithmetic, as shape_judge_answer does. */
check_status peer_judge(peer *p, const bench_shape *shape, peer_standing *found, check_error *error);

/* Measures the seconds of CPU time of so many calls, on a case that the peer answered correctly. Returns false if it
   failed; text says how. */
bool peer_time(peer *p, const char *path, int64_t calls, double *seconds, char text[200]);

#endif
