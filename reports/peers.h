/* Implementations by others, and the candidate, beside the variant that attest selects. */
#ifndef ATTEST_REPORTS_PEERS_H
#define ATTEST_REPORTS_PEERS_H

#include "bench/runs.h"
#include "reports/speed.h"

#define PEERS_MOST 32

/* Who is set beside ours, in the order in which they come: a benchmark of each. */
typedef struct peers_there {
  speed of[PEERS_MOST];
  size_t count;
} peers_there;

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
check_status peers_stand(const page *p, const peers_there *there, peers_standing *s, check_error *error);

#endif
