/* A candidate judged: a suite of cases, the probes and the directional tests, in every type that it takes; what fails shrunk and diagnosed. Prints
   nothing: events tell as it goes on, the result says what came out. */
#ifndef ATTEST_CHECK_SESSION_H
#define ATTEST_CHECK_SESSION_H

#include "check/zoo/diagnose.h"
#include "check/run/bias_test.h"
#include "check/run/probe.h"
#include "check/run/tally.h"
#include "check/cases/shard.h"

#define SESSION_TYPES 4 /* F64 .. BF16 */
#define SESSION_QUICK 300
#define SESSION_FULL 3000
#define SESSION_MEMORY ((size_t)1 << 32) /* for one case: every case of a suite fits */

typedef struct session_settings {
  int64_t cases;      /* of each type: the first of the suite */
  bool large;         /* and the large ones */
  bool corners;       /* those in which conventions show, instead */
  double minutes;     /* if > 0, random cases for so long instead */
  const char *recipe; /* if not NULL, this case instead */
  bool type[SESSION_TYPES];
  uint64_t seed;
  double seconds; /* that one call may take */
  shard part;     /* of a suite: only what falls to this share */
} session_settings;

/* A failure, told by the smallest case that fails alike. */
typedef struct session_failure {
  const recipe *first, *small; /* small and small_verdict are NULL where it was not shrunk */
  const verdict *verdict, *small_verdict;
  const error_map *grid; /* where the errors of the first lie; NULL where there is none */
} session_failure;

/* NULL: not told. */
typedef struct session_events {
  void *context;
  void (*progress)(void *context, int64_t done, int64_t total, attest_dtype dtype); /* total 0: not known */
  void (*judged)(void *context, int64_t number, const recipe *r, const verdict *v); /* every case; number: its place in the run */
  void (*failed)(void *context, const recipe *r, const verdict *v);                 /* every case that fails */
  void (*told)(void *context, const session_failure *failure);                      /* the first few that have not shrunk to the same */
  void (*probe)(void *context, attest_dtype dtype, const probe *p, const probe_finding *found,
                bool fails);                                                            /* that does not hold; fails: nor may it differ */
  void (*direction)(void *context, attest_dtype dtype, const bias_test_finding *found); /* that raises an alarm */
} session_events;

typedef struct session_tally {
  int64_t passed, failed, skipped;
  int64_t conventional; /* by a convention: neither passed nor failed */
  int64_t mean_rows;    /* rows known only to be means of visible values */
  int64_t probes, probes_held;
  int64_t directions, alarms;
  double budget;               /* worst of all cases */
  char worst[RECIPE_TEXT_MAX]; /* where; "" before the first case */
} session_tally;

typedef struct session_result {
  session_tally type[SESSION_TYPES], total;
  diagnosis seen; /* of what was told */
  tally conventions;
  bool failed; /* a case, a probe that is no convention, a directional test, or a convention that is followed in some cases only */
} session_result;

/* CHECK_OK whatever the verdict; CHECK_BAD_INPUT if the candidate cannot be loaded, takes none of the types, or the recipe is bad. (A
   share of a run may have no case that can be judged.) */
check_status session_run(const candidate *of, const session_settings *settings, const session_events *events, session_result *result,
                         check_error *error);

/* Counts one verdict in the tally of its type; session_add_up then makes the total of the types. */
void session_count(session_result *result, const recipe *r, const verdict *v);
void session_add_up(session_result *result);

/* Takes a probe that does not hold into the result: a failure if it fails (as events.probe has it), else the convention that it follows, if any. Its
   tally is the caller's. */
void session_count_probe(session_result *result, attest_dtype dtype, const probe *p, bool fails);

#endif
