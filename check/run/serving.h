/* The side of a worker that computes: a process that answers requests on a socket. */
#ifndef ATTEST_CHECK_SERVING_H
#define ATTEST_CHECK_SERVING_H

#include "check/run/worker.h"

/* The messages between the processes. Pointers are valid on both sides: the arena is shared at the same addresses. */
typedef struct worker_request {
  bool describe; /* else compute */
  attest_dtype dtype;
  attest_description description;
  worker_call one;          /* the call, unless there are several: */
  const worker_call *calls; /* in the arena, or NULL */
  size_t count;             /* 0: only prepare the memory, for a batch that follows or for all batches */
  arena memory;
} worker_request;

typedef struct worker_reply {
  attest_status status;
  bool spoken; /* the candidate describes itself */
  int signal;  /* the signal that ended the call, or 0 */
  const void *address;
  attest_description description;
  char name[64];
  char conventions[202];
  char refusal[300]; /* why the candidate cannot be used, or "" */
} worker_reply;

/* Answers requests until the other side closes its end. A request may bring the file of an arena to join. refusal: why
   the candidate cannot be used, or NULL. */
_Noreturn void serving_run(const worker_code *given, const char *refusal, int parent);

#endif
