#include "reports/peers.h"

#include <string.h>

#include "bench/sweep.h"

peers_there peers_of(const page *p) {
  const json_t *const apart = page_part(p, "peers"), *const part = apart != NULL ? apart : page_part(p, "bench");
  peers_there found = {.part = part, .bench = json_object_get(part, "result")};
  speed next;
  for (size_t n = 0; speed_or_wrong_at(found.bench, n, &next); n++) {
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

static void stand_on(const peers_there *there, const runs *timed, const speed *ours, peers_standing *s) {
  runs_beside on = {.timed = 0};
  const run *const our_run = runs_find(timed, ours->name);
  speed its;
  for (size_t c = 0; c < there->count; c++) {
    if (!speed_on(there->bench, ours->problem, there->of[c].variant, &its)) continue;
    count(s, ours, &its);
    if (!its.wrong) (void)runs_set_beside(our_run, runs_find(timed, its.name), &on);
  }
  runs_stand(&on, &s->among);
}

check_status peers_stand(const peers_there *there, peers_standing *s, check_error *error) {
  runs timed;
  speed ours;
  *s = (peers_standing){.wrong = 0};
  if (there->count == 0) return CHECK_OK;
  const check_status status = runs_read(there->bench, "attest bench", &timed, error);
  for (size_t n = 0; status == CHECK_OK && speed_at(there->bench, n, &ours); n++)
    if (strcmp(ours.variant, SWEEP_SELECTED) == 0) stand_on(there, &timed, &ours, s);
  runs_free(&timed);
  return status;
}
