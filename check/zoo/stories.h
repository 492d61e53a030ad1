/* Public situations, imitated: the same arithmetic, shapes and inputs, judged once as that project did and once by derived bounds. */
#ifndef ATTEST_CHECK_STORIES_H
#define ATTEST_CHECK_STORIES_H

#include "check/judge/verdict.h"

typedef struct story {
  const char *name;
  const char *where;  /* project and thread */
  const char *what;   /* what happened there */
  const char *recipe; /* the case, without seed */
  int64_t seeds;      /* of which the situation is tried */
  bool right;         /* whether the implementation is right */
  /* how it was judged: at most this share of elements beyond absolute + relative * |expected| */
  double absolute, relative, share;
  /* the answer to a problem, by the implementation of the story; and, if not NULL, what it was compared with there instead of exact values */
  attest_status (*answer)(const attest_problem *problem, const attest_answer *answer);
  attest_status (*against)(const attest_problem *problem, const attest_answer *answer);
  void (*prepare)(const attest_problem *problem); /* changes the inputs first, or NULL */
} story;

/* How often each judgement accepted, over all seeds. */
typedef struct story_outcome {
  int64_t theirs_accept, ours_accept;
  double budget; /* worst of ours; of elements that are wrong by more than a bound, infinite ones apart */
} story_outcome;

const story *story_list(size_t *count);

/* Tries a story over its seeds. */
check_status story_run(const story *s, story_outcome *o, check_error *error);

#endif
