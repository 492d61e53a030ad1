/* A command for attest, in C (check/run/README.md has what a command is told): it answers the cases of a directory, or serves. */
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
  attest_status (*compute)(const struct server *s, const served *c); /* once, into the answer */
  void *context;
} server;

/* Answers the cases of a directory; directory NULL: serves until there are no more lines. CHECK_FAILURE: no memory, a case that
   failed, or a line that is none. */
check_status serve(const server *s, const char *directory, check_error *error);

#endif
