/* Implementations by others, and the candidate, beside the variant that attest selects. */
#ifndef ATTEST_REPORTS_PEERS_H
#define ATTEST_REPORTS_PEERS_H

#include "bench/runs.h"
#include "reports/page.h"
#include "reports/speed.h"

#define PEERS_MOST 32

/* Who is set beside ours, in the order in which they come: a benchmark of each. */
typedef struct peers_there {
  const json_t *part, *bench; /* the part of the report in which they were timed, ours too, and its result */
  speed of[PEERS_MOST];
  size_t count;
} peers_there;

/* Those of the part "peers", or of the part "bench" where there is no such part. */
peers_there peers_of(const page *p);

/* A peer's speed, and how many times as long as ours it takes. */
typedef struct peers_ratio {
  speed its;
  double ratio; /* 0: there is none */
} peers_ratio;

/* How ours stands among others; how many of their answers are wrong; who comes nearest and last. */
typedef struct peers_standing {
  runs_standing among;
  size_t wrong;
  peers_ratio nearest, last;
} peers_standing;

/* CHECK_FAILURE: no memory. */
check_status peers_stand(const peers_there *there, peers_standing *s, check_error *error);

#endif
