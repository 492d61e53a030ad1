/* Peers: implementations that run in processes of their own and are judged and timed beside ours. README.md has what they are told and what they answer. */
#ifndef ATTEST_BENCH_PEER_H
#define ATTEST_BENCH_PEER_H

#include <sys/types.h>

#include "bench/shape.h"
#include "check/cases/temp_dir.h"

typedef struct peer {
  char name[32]; /* among the variants' */
  char *command; /* for /bin/sh */
  pid_t process; /* 0: not started yet */
  int line;      /* to it and from it; -1: it has failed, or was not started yet */
  char failure[200];
  attest_arithmetic arithmetic[ATTEST_BF16 + 1]; /* by which its answers are judged, a type each: what is assumed of what declares none */
} peer;

typedef struct peers {
  peer *at;
  size_t count;
  temp_dir directory; /* of their cases */
} peers;

/* One more. CHECK_BAD_INPUT for a name that is none, or a variant's, or there already. */
check_status peers_add(peers *all, const char *name, const char *command, check_error *error);

/* Adds {"NAME": "COMMAND", ...}; in the place of a command may stand {"command": "COMMAND", "scores": "own"}: scores are rounded to the tensors' own type. Letters, digits, '-' and '_' make a name that no variant has. Free with peers_end, also after a failure. */
check_status peers_read(peers *all, const char *path, check_error *error);

/* Ends the processes and removes what was made for them. */
void peers_end(peers *all);

/* The peer of that name; NULL if there is none, or all is NULL. */
peer *peers_find(const peers *all, const char *name);

typedef enum peer_verdict { PEER_RIGHT, PEER_WRONG, PEER_UNABLE } peer_verdict;

/* Judges a peer on a shape, as shape_judge_answer does by its arithmetic. number: the shape's among those of this run.
   text: why it is wrong, or unable. *seconds: what a call took that followed. */
check_status peer_judge(peers *all, peer *p, const bench_shape *shape, size_t number, peer_verdict *v, char text[200], double *seconds,
                        check_error *error);

/* Seconds of CPU time that the peer takes for so many calls on a shape that it was judged on. false: it failed; its failure says how. */
bool peer_time(peers *all, peer *p, size_t number, int64_t calls, double *seconds);

#endif
