/* Public incidents, reproduced: the same arithmetic, shapes and inputs, judged once as that project did and once by
   derived bounds. */
#ifndef ATTEST_CHECK_STORIES_H
#define ATTEST_CHECK_STORIES_H

#include "check/judge/verdict.h"

typedef struct story {
  const char *name;
  const char *where;  /* project and thread */
  const char *what;   /* what happened there */
  const char *recipe; /* the case, without seed */
  int64_t seeds;      /* number of seeds to try */
  bool right;         /* whether the implementation is correct */
  /* the project's criterion: at most this share of elements beyond absolute + relative * |expected| */
  double absolute, relative, share;
  /* answer: the implementation of the story. against: the implementation that the project compared it with; NULL: exact
     values */
  attest_status (*answer)(const attest_problem *problem, const attest_answer *answer);
  attest_status (*against)(const attest_problem *problem, const attest_answer *answer);
  void (*prepare)(const attest_problem *problem); /* changes the inputs first; or NULL */
} story;

/* How often each criterion accepted, over all seeds. */
typedef struct story_outcome {
  int64_t theirs_accept, ours_accept;
  double budget; /* our worst budget used, over wrong but finite elements */
} story_outcome;

const story *story_list(size_t *count);

/* Runs a story over its seeds. */
check_status story_run(const story *s, story_outcome *o, check_error *error);

#endif
