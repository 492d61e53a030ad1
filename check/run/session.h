/* A candidate judged: what it can do is found out, then a suite made for that, the probes and the bias tests, in every type that it takes; what fails is shrunk
   and diagnosed. The same for every kind of candidate. Prints nothing: events tell as it goes on, the result says what came out. */
#ifndef ATTEST_CHECK_SESSION_H
#define ATTEST_CHECK_SESSION_H

#include "check/cases/coverage.h"
#include "check/cases/shard.h"
#include "check/cases/suite.h"
#include "check/run/bias_test.h"
#include "check/run/failure.h"
#include "check/run/probe.h"
#include "check/run/tally.h"

#define SESSION_MEMORY ((size_t)1 << 32) /* for one case: every case of a suite fits */

typedef struct session_settings {
  suite_kind suite;
  double minutes;     /* if > 0, random cases for so long instead */
  const char *recipe; /* if not NULL, this case instead */
  bool type[FORMATS];
  uint64_t seed;
  shard part; /* of a suite: only what falls to this share */
} session_settings;

/* NULL: not told. */
typedef struct session_events {
  void *context;
  void (*progress)(void *context, int64_t done, int64_t total, attest_dtype dtype); /* total 0: not known */
  void (*judged)(void *context, int64_t number, const recipe *r, const verdict *v); /* every case; number: its place in the run */
  void (*failed)(void *context, const recipe *r, const verdict *v);                 /* every case that fails */
  failure_listener *told;                                                           /* the first few that have not shrunk to the same */
  void (*probe)(void *context, attest_dtype dtype, const probe *p, const probe_finding *found); /* that does not hold */
  void (*bias)(void *context, attest_dtype dtype, const bias_test_finding *found);              /* that raises an alarm, or fails */
} session_events;

typedef struct session_tally {
  int64_t passed, failed, skipped;
  int64_t conventional; /* by a convention: not as the definition has it, and accepted */
  int64_t mean_rows;    /* rows known only to be means of visible values */
  int64_t probes, probes_held;
  int64_t bias_tests, alarms;
  double budget;               /* worst of all cases */
  char worst[RECIPE_TEXT_MAX]; /* where; "" before the first case */
} session_tally;

typedef struct session_result {
  session_tally type[FORMATS], total;
  support can[FORMATS]; /* what the candidate does */
  coverage judged;      /* by option and level */
  bool without_lse;     /* it does not describe itself, and gave no lse */
  char skip[200];       /* why the first case was skipped; "" if none was */
  diagnosis seen;       /* of what was told */
  tally conventions;
  bool failed; /* a case, a probe, a bias test, or a convention that is followed in some cases only */
} session_result;

/* CHECK_OK whatever the verdict; CHECK_BAD_INPUT if the candidate cannot be started, takes none of the types, or the recipe is bad. (A
   share of a run may have no case that can be judged.) */
check_status session_run(candidate *of, const session_settings *settings, const session_events *events, session_result *result,
                         check_error *error);

/* Counts one verdict in the tally of its type; session_add_up then makes the total of the types. */
void session_count(session_result *result, const recipe *r, const verdict *v);
void session_add_up(session_result *result);

#endif
