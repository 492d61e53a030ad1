/* Probes: properties that every correct implementation has exactly, whatever its arithmetic, so that no tolerance and no reference is needed:
   two answers are compared bit for bit, or one with a number that no rounding can change. */
#ifndef ATTEST_CHECK_PROBE_H
#define ATTEST_CHECK_PROBE_H

#include "check/run/candidate.h"
#include "check/cases/recipe.h"

typedef enum probe_result {
  PROBE_HOLDS,
  PROBE_FAILS,
  PROBE_SKIPPED /* the candidate does not support its case */
} probe_result;

typedef struct probe_finding {
  probe_result result;
  bool only_nan;  /* of a failure: every element that differs is NaN */
  char text[300]; /* of a failure: what was seen, and where */
} probe_finding;

struct probe_trial;

typedef struct probe {
  const char *name;
  const char *property;
  bool convention;  /* others differ here on purpose or by nature: a failure is told, but is no verdict */
  int follows;      /* the convention_id of it where what differs is all NaN, and a failure if anything else does; -1: none */
  const char *text; /* the recipe of its case, without type */
  check_status (*run)(struct probe_trial *trial, probe_finding *found, check_error *error);
} probe;

const probe *probe_list(size_t *count);

/* What a probe that does not hold, and does not fail for it, is told as: "convention" or "differs". */
const char *probe_word(const probe *p);

/* Tries a probe on a candidate, in a type. */
check_status probe_run(worker *w, arena *memory, const probe *p, attest_dtype dtype, probe_finding *found, check_error *error);

#endif
