/* The X-ray: what did the candidate compute instead? Asks it ordinary cases: those that failed, correct ones beside
   them, and cases with a one-hot v, so that out is the weights. Then compares its answers with many hypotheses
   (cause.h), and keeps those that compute every wrong row of a case. */
#ifndef ATTEST_CHECK_XRAY_H
#define ATTEST_CHECK_XRAY_H

#include "check/judge/when.h"
#include "check/judge/where.h"
#include "check/run/ask.h"
#include "check/zoo/effects.h"
#include "check/zoo/facts.h"
#include "check/zoo/suspects.h"

#define XRAY_SECONDS 20.0 /* time limit */
#define XRAY_CAUSES 3
#define XRAY_KIN 3

/* A cause, and the evidence for it in the cases that were asked again. */
typedef struct xray_cause {
  const char *name;
  char text[CAUSE_TEXT_MAX];
  char others[2 *
              CAUSE_TEXT_MAX]; /* causes that the cases do not tell from it: "or 32, 64; or the last key ..."; or "" */
  bool is_format;              /* it is about number formats */
  bool is_place;               /* it is one of places.h: one row shows it, and no rule says which place is read */
  bool is_of_few;          /* hardly one of many failing cases was run again: the time was over, or they are large */
  bool is_beside;          /* the cases are those that the causes before it leave */
  int64_t cases, of_cases; /* failing cases whose wrong rows it all computes, of those it speaks of */
  int64_t rows, of_rows;   /* wrong rows that it computes, of how many */
  int64_t contradicted, right; /* correct rows that it computes wrong, of how many */
  int64_t against;             /* of those, the rows of cases that meet all conditions of the failing ones */
} xray_cause;

/* How much the evidence says. "high": the cause computes every wrong row of several cases, no correct row contradicts
   it, and no other cause does the same; never a place, and not if few of many failing cases were run again. "low": it
   leaves wrong rows, or correct rows of cases that meet all conditions of the failing ones contradict it. Else
   "medium". */
const char *xray_confidence(const xray_cause *c);

typedef struct xray {
  int64_t failing; /* cases of the run that failed, of this kind */
  int64_t of_both; /* of the second kind: failing cases of neither, which may fail for both reasons */
  bool made;
  bool is_second;           /* it is about the second kind of failing cases */
  char kind[WHEN_TEXT_MAX]; /* the failing cases that are looked at here, of two kinds; "": all */
  char when[WHEN_TEXT_MAX];
  char where[WHERE_TEXT_MAX];
  char where_case[RECIPE_TEXT_MAX];
  int asked_again, passed_again,
      unwritten_again; /* failing cases: asked again; passed then; had an element unwritten */
  bool differs;        /* the smallest failing case, asked twice, had answers that differ by more than their bounds */
  char facts[FACTS_TEXT_MAX]; /* what the weights of a failing case show; "" if they could not be read */
  char facts_case[RECIPE_TEXT_MAX];
  effects_told told; /* how the facts say where weights are wrong */
  bool is_detail;    /* the facts say which function, column or key is wrong: that is the cause, if no other is found */
  xray_cause cause[XRAY_CAUSES];
  int causes;
  const zoo_mutant *kin[XRAY_KIN]; /* mutants that fail in the same cases in the same way */
  int kins;
  bool is_cut_short;    /* the time was over before a cause was found */
  int64_t too_few_rows; /* of one answer with fewer wrong rows than tell a cause: how many; 0: enough, or a cause */
  char looser[80];      /* "--accumulate f16": arithmetic by which every failing case asked would pass; "" if none */
} xray;

/* Whether answers differ from call to call: chance decides what fails. */
bool xray_varies(const xray *x);

/* Whether answers differ from call to call; or none of those asked again was written in full, and no cause says why.
   Then nothing else is said. */
bool xray_is_seen(const xray *x);

/* Whether the causes explain all failing cases that were asked again. */
bool xray_is_explained(const xray *x);

/* Line n of the findings as text: when, where, what, with the evidence; false after the last. */
#define XRAY_LINE_MAX 1600
bool xray_line(const xray *x, int n, char text[XRAY_LINE_MAX]);

/* Finds out about the failing cases of a run. The candidate must not be answering other questions; its arena is used.
   mutants: the mutants of the zoo are suspected too. second: made if the failing cases are of two kinds and nothing
   explains all of them; then found is about the first kind. */
check_status xray_make(candidate *of, const ability able[FORMATS], const judged_case *cases, size_t count,
                       double seconds, bool mutants, xray *found, xray *second, check_error *error);

/* Finds out about one failing answer without a candidate to ask: where it is wrong, and the causes that compute the
   same wrong rows. e: what was expected of the answer. where_case of the findings is "". */
check_status xray_of_answer(const expected *e, const attest_answer *answer, const attest_arithmetic *arithmetic,
                            double seconds, xray *found, check_error *error);

#endif
