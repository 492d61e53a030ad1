#include "reports/peers.h"

#include <string.h>

#include "bench/runs.h"
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

static void stand_on(const page *p, const peers_there *there, const runs *timed, const speed *ours, peers_standing *s) {
  size_t compared = 0, faster = 0, level = 0;
  speed its;
  for (size_t c = 0; c < there->count; c++) {
    if (!speed_on(p, ours->problem, there->of[c].variant, &its)) continue;
    count(s, ours, &its);
    const run *const our_run = runs_find(timed, ours->name), *const its_run = runs_find(timed, its.name);
    if (its.wrong || our_run == NULL || its_run == NULL) continue;
    const int order = runs_order(our_run, its_run);
    compared++;
    faster += order < 0;
    level += order == 0;
  }
  s->problems += compared > 0;
  s->ahead += compared > 0 && faster + level == 0;
  s->behind += faster > 0;
  s->level += faster == 0 && level > 0;
}

check_status peers_stand(const page *p, const peers_there *there, peers_standing *s, check_error *error) {
  runs timed;
  speed ours;
  *s = (peers_standing){.problems = 0};
  if (there->count == 0) return CHECK_OK;
  const check_status status = runs_read(page_result(p, "bench"), "attest bench", &timed, error);
  for (size_t n = 0; status == CHECK_OK && speed_at(p, n, &ours); n++)
    if (strcmp(ours.variant, SWEEP_SELECTED) == 0) stand_on(p, there, &timed, &ours, s);
  runs_free(&timed);
  return status;
}
