/* The other side of peer.h, in C: an implementation that is asked on standard input and replies on standard output. */
#ifndef ATTEST_BENCH_SERVE_H
#define ATTEST_BENCH_SERVE_H

#include "check/cases/case.h"

/* One case, ready to be computed as often as is asked. */
typedef struct served {
  char path[CASE_PATH_MAX];
  attention_case of;
  attest_answer answer; /* out alone, contiguous, of q's type */
  void *own;            /* what the implementation made of it */
} served;

typedef struct server {
  const char *(*prepare)(const struct server *s,
                         served *c); /* makes its own of a case; NULL, or why it cannot. NULL: there is nothing to make */
  const char *(*compute)(const struct server *s, const served *c); /* once, into the answer; NULL, or why it failed */
  void *context;
} server;

/* Serves until there are no more questions. CHECK_FAILURE: no memory, or a question that is none. */
check_status serve(const server *s, check_error *error);

#endif
