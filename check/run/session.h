/* Judges a candidate: finds out what it supports, then tries a suite made for that, the probes and the bias tests, in
   every type that it takes; diagnoses and shrinks the failing cases. The same for every kind of candidate. Prints
   nothing: events report the progress, and the result holds the findings. */
#ifndef ATTEST_CHECK_SESSION_H
#define ATTEST_CHECK_SESSION_H

#include <inttypes.h>

#include "check/cases/coverage.h"
#include "check/cases/shard.h"
#include "check/cases/suite.h"
#include "check/run/bias_test.h"
#include "check/run/failure.h"
#include "check/run/probe.h"
#include "check/run/tally.h"
#include "check/run/xray.h"

#define SESSION_MEMORY ((size_t)1 << 32) /* room for any one case of a suite */

typedef struct session_settings {
  suite_kind suite;
  double minutes;     /* if > 0: random cases for that long instead of the suite */
  const char *recipe; /* if not NULL: this one case instead of the suite */
  bool type[FORMATS];
  uint64_t seed;
  promise_set required; /* differences within the bounds that fail */
  shard part;           /* the share of the suite to run */
  double xray;          /* most seconds for the X-ray of failing cases; 0: none */
} session_settings;

/* Callbacks; NULL: not called. */
typedef struct session_events {
  void *context;
  void *progress_context;                                                           /* passed to the next one */
  void (*progress)(void *context, int64_t done, int64_t total, attest_dtype dtype); /* total 0: unknown */
  /* Every case; number is its place in the run, dealt the case that the suite has there: another one than r if the
     candidate refused it. */
  void (*judged)(void *context, int64_t number, const recipe *dealt, const recipe *r, const verdict *v);
  /* Every failing case, then the first few of them shrunk. */
  void (*failed)(void *context, const recipe *r, const verdict *v);
  failure_listener *reported;
  /* Every probe that does not hold, and every bias test that raises an alarm or fails. */
  void (*probe)(void *context, attest_dtype dtype, const probe *p, const probe_finding *found);
  void (*bias)(void *context, attest_dtype dtype, const bias_test_finding *found);
} session_events;

typedef struct session_tally {
  int64_t passed, failed, skipped;
  int64_t conventional; /* answered by an accepted convention, not by the definition */
  int64_t mean_rows;    /* rows judged only as means of visible values */
  int64_t vague;        /* cases most of whose rows are judged so */
  int64_t probes, probes_held;
  int64_t bias_tests, alarms;
  int64_t unasked;             /* cases left, of the suite, probes and bias tests, when the candidate was given up */
  double budget;               /* worst budget used */
  char worst[RECIPE_TEXT_MAX]; /* the case with the worst budget used; "" before the first case */
} session_tally;

typedef struct session_result {
  session_tally type[FORMATS], total;
  support can[FORMATS];                  /* what the candidate supports */
  attest_arithmetic arithmetic[FORMATS]; /* by which it is judged, in the types that it takes */
  uint64_t suite;                        /* digest of the suite, with the cases of all shares; 0 if no suite is tried */
  coverage judged;                       /* judged cases by option and level */
  bool without_lse;                      /* it does not describe itself, and wrote no lse */
  promise_set untried;                   /* required properties whose cases it does not support, in any type */
  char skip[200];                        /* why the first case was skipped; "" if none was */
  diagnosis seen;                        /* diagnosis of the reported failures */
  xray found;                            /* what the candidate computed instead; not made if no case failed */
  xray second;                           /* the same for the second kind of failing cases; not made if there is one */
  tally conventions;
  bool failed; /* a case, a probe or a bias test failed, or a convention is followed only in some cases */
} session_result;

/* Runs the session. CHECK_OK whatever the verdict; CHECK_BAD_INPUT if the candidate cannot be started, takes none of
   the types, or the recipe is bad. A share of a run may have no case that can be judged. */
check_status session_run(candidate *of, const session_settings *settings, const session_events *events,
                         session_result *result, check_error *error);

/* session_count adds one verdict to the tally of its type; session_add_up then computes the total of all types. */
void session_count(session_result *result, const recipe *r, const verdict *v);
void session_add_up(session_result *result);

/* Cases that were judged. */
int64_t session_judged(const session_tally *t);

/* Whether the arithmetic by which a type is judged says hardly anything: in most cases, most rows are known only to be
   means of visible values. Such a type fails. */
bool session_is_vague(const session_tally *t);
/* The same for people, with the number of these cases and of all. */
#define SESSION_VAGUE                                                                                                  \
  "most rows can be judged only as means of visible values, in %" PRId64 " of %" PRId64                                \
  " cases: the arithmetic says too little"

#endif
