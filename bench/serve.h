/* A command for attest, in C (check/run/README.md describes the protocol): answers the cases of a directory, or serves.
   */
#ifndef ATTEST_BENCH_SERVE_H
#define ATTEST_BENCH_SERVE_H

#include "check/cases/case.h"

/* One case, ready to be computed any number of times. */
typedef struct served {
  char path[CASE_PATH_MAX];
  attention_case of;
  void *own;     /* the implementation's own data for the case */
  bool answered; /* only then it can be computed again */
} served;

typedef struct server {
  const char *(*prepare)(const struct server *s,
                         served *c); /* Prepares a case. Returns NULL, or why it cannot. NULL: nothing to prepare. */
  /* Computes once: the problem is that of the case, or has other q, k and v; out alone, contiguous, of q's type. */
  attest_status (*compute)(const struct server *s, const served *c, const attest_problem *problem,
                           const attest_answer *answer);
  void *context;
} server;

/* Answers the cases of a directory; directory NULL: serves until the input ends. CHECK_FAILURE: no memory, a case that
   failed, or an unknown request. */
check_status serve(const server *s, const char *directory, check_error *error);

#endif
