/* Probes: exact properties of attention. A probe is one case or two. Each answer is judged by its bounds like any
   other, and only there a probe can fail. A difference within the bounds is no fault (softmax is shift-invariant, and
   sums may be taken in any order): it is reported as not bitwise. */
#ifndef ATTEST_CHECK_PROBE_H
#define ATTEST_CHECK_PROBE_H

#include "check/cases/support.h"
#include "check/judge/verdict.h"
#include "check/run/question.h"

typedef enum probe_result {
  PROBE_HOLDS,
  PROBE_DIFFERS, /* within the bounds, not bit for bit */
  PROBE_FAILS,   /* an answer is beyond its bounds, or there is none */
  PROBE_SKIPPED  /* the candidate does not support its cases */
} probe_result;

typedef struct probe_finding {
  probe_result result;
  bool answer_fails; /* its first answer is beyond its bounds, whatever the property */
  char text[800];    /* if it does not hold: what was seen, and where; if it fails: the case too */
} probe_finding;

/* The relation between two answers, or within one. */
typedef enum probe_relation {
  RELATION_SAME,       /* all rows are equal */
  RELATION_EVEN_ROWS,  /* every second row is equal */
  RELATION_PREFIX,     /* the rows of the second answer, of fewer queries, equal the same rows of the first */
  RELATION_BATCH,      /* the second answer, of fewer batches, equals the same batches of the first */
  RELATION_CONSTANT,   /* every element of the one answer equals its first element */
  RELATION_HIDDEN_ZERO /* v is one-hot: the weight of every hidden key is exactly 0 */
} probe_relation;

/* What some kernels promise bit for bit: a difference within the bounds is a failure where it is required. */
typedef enum probe_promise {
  PROMISE_REPEAT,
  PROMISE_BATCH,
  PROMISE_PREFIX,
  PROMISE_PERMUTATION,
  PROMISES
} probe_promise;

/* A set of promises: bit p for promise p. */
typedef uint32_t promise_set;

#define PROMISE_BIT(p) ((promise_set)1 << (p))

/* Name of promise n; NULL after the last. */
const char *probe_promise_name(size_t n);

/* Reads names with commas between them, or "all": "bitwise-repeat,batch-invariant". Fails with CHECK_BAD_INPUT for an
   unknown name; option is the name of the option in the message. */
check_status probe_read_promises(const char *option, const char *names, promise_set *set, check_error *error);

typedef struct probe {
  const char *name, *property;
  probe_promise promise; /* PROMISES: none */
  probe_relation relation;
  const char *first, *second; /* recipes without type; second is NULL if there is only one case */
} probe;

const probe *probe_list(size_t *count);

/* Makes the cases of a probe for a candidate and a type; required: the promises that have to hold bit for bit. Returns
   their number: 0 if the candidate does not support them. */
size_t probe_cases(const probe *p, const support *s, promise_set required, recipe cases[2]);

/* The answers of one probe so far. Zero-initialise; free with probe_free. */
typedef struct probe_sight {
  bool asked;
  double *out[2]; /* copies of each case's out, once it is heard */
  int64_t size[2][4];
  probe_finding found;
} probe_sight;

/* Adds the answer to case n of the probe, and its verdict. The cases may come in any order. */
check_status probe_see(const probe *p, size_t n, const answered *a, const verdict *v, probe_sight *sight,
                       check_error *error);

/* What is said of a probe that does not hold: its property; or that its first answer is wrong, which says
   nothing of the property. */
const char *probe_says(const probe *p, const probe_finding *found);

/* Turns a difference into a failure if the promise of the probe is in the set. */
void probe_require(const probe *p, promise_set required, probe_finding *found);

/* Whether all of its cases were heard, or one of them decides. */
bool probe_is_whole(const probe *p, const probe_sight *sight);

void probe_free(probe_sight *sight);

#endif
