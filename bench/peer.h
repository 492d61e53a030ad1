/* Peers: implementations that are commands which serve (check/run/README.md), judged and timed beside ours. */
#ifndef ATTEST_BENCH_PEER_H
#define ATTEST_BENCH_PEER_H

#include "bench/shape.h"
#include "check/cases/case.h"
#include "check/run/command.h"

typedef struct peer {
  char name[32]; /* among the variants' */
  char *command; /* for /bin/sh */
  command_server server;
  attest_arithmetic arithmetic[ATTEST_BF16 + 1]; /* by which its answers are judged, a type each: what is assumed of what declares none */
} peer;

typedef struct peers {
  peer *at;
  size_t count;
} peers;

/* One more. CHECK_BAD_INPUT for a name that is none, or a variant's, or there already. */
check_status peers_add(peers *all, const char *name, const char *command, check_error *error);

/* Adds {"NAME": "COMMAND", ...}; in the place of a command may stand {"command": "COMMAND", "scores": "own"}: scores are rounded to the tensors' own type. Letters, digits, '-' and '_' make a name that no variant has. Free with peers_end, also after a failure. */
check_status peers_read(peers *all, const char *path, check_error *error);

/* Ends the processes and removes what was made for them. */
void peers_end(peers *all);

/* The peer of that name; NULL if there is none, or all is NULL. */
peer *peers_find(const peers *all, const char *name);

/* What became of a peer on a shape. */
typedef struct peer_standing {
  enum { PEER_RIGHT, PEER_WRONG, PEER_UNABLE } verdict;
  char text[200];           /* why it is wrong, or unable */
  char path[CASE_PATH_MAX]; /* of its case, by which peer_time asks for it */
  double seconds;           /* of a second call; if it is right */
} peer_standing;

/* Judges a peer on a shape, as shape_judge_answer does by its arithmetic. */
check_status peer_judge(peer *p, const bench_shape *shape, peer_standing *found, check_error *error);

/* Seconds of CPU time that so many calls take on a case on which the peer is right. false: it failed; text says how. */
bool peer_time(peer *p, const char *path, int64_t calls, double *seconds, char text[200]);

#endif
