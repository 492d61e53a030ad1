#include "reports/peers.h"

#include <string.h>

#include "bench/sweep.h"

peers_there peers_of(const page *p) {
  peers_there found = {.count = 0};
  speed next;
  for (size_t n = 0; speed_or_wrong_at(p, n, &next); n++) {
    bool there = !next.peer;
    for (size_t c = 0; c < found.count; c++) there = there || strcmp(found.of[c].variant, next.variant) == 0;
    if (!there && found.count < PEERS_MOST) found.of[found.count++] = next;
  }
  return found;
}

/* Takes one answer into account. */
static void count(peers_standing *s, const speed *ours, const speed *its) {
  const peers_ratio r = {*its, its->seconds / ours->seconds};
  s->wrong += its->wrong;
  if (its->wrong) return;
  if (s->nearest.ratio == 0 || r.ratio < s->nearest.ratio) s->nearest = r;
  if (r.ratio > s->last.ratio) s->last = r;
}

peers_standing peers_stand(const page *p, const peers_there *there) {
  peers_standing s = {.problems = 0};
  speed ours, its;
  for (size_t n = 0; speed_at(p, n, &ours); n++) {
    size_t timed = 0, faster = 0;
    for (size_t c = 0; strcmp(ours.variant, SWEEP_SELECTED) == 0 && c < there->count; c++) {
      if (!speed_on(p, ours.problem, there->of[c].variant, &its)) continue;
      count(&s, &ours, &its);
      timed += !its.wrong;
      faster += !its.wrong && its.seconds < ours.seconds;
    }
    s.problems += timed > 0;
    s.ahead += timed > 0 && faster == 0;
  }
  return s;
}
