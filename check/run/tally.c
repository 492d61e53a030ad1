#include "check/run/tally.h"

#include <stdio.h>
#include <string.h>

static void note(char to[RECIPE_TEXT_MAX], const char *name) { (void)snprintf(to, RECIPE_TEXT_MAX, "%s", name); }

static void doubt(tally *t, const char *name, convention_set either, bool unproven) {
  const int room = unproven ? TALLY_DOUBTS : TALLY_DOUBTS - (1 << CONVENTION_OF_ROWS); /* unproven are those of whole problems only */
  int n = 0;
  while (n < t->doubts && !(t->doubt[n].either == either && t->doubt[n].unproven == unproven)) n++;
  if (either == 0 || (n == t->doubts && n >= room)) return;
  tally_doubt *d = &t->doubt[n];
  if (d->cases++ > 0) return;
  d->either = either;
  d->unproven = unproven;
  note(d->first, name);
  t->doubts++;
}

void tally_verdict(tally *t, const char *name, const verdict *v) {
  for (int n = 0; n < CONVENTIONS; n++) {
    tally_convention *c = &t->of[n];
    const bool followed = (v->followed & CONVENTION_BIT(n)) != 0, broken = (v->broken & CONVENTION_BIT(n)) != 0;
    if (followed && c->followed++ == 0) note(c->first, name);
    if (broken && c->broken++ == 0) note(c->first_broken, name);
  }
  doubt(t, name, v->unproven, true);
  doubt(t, name, v->either, false);
}

/* The first convention of a set; CONVENTIONS if one of them is followed in other cases. */
static int unsettled(const tally *t, convention_set either) {
  int first = CONVENTIONS;
  for (int c = CONVENTIONS - 1; c >= 0; c--) {
    if ((either & CONVENTION_BIT(c)) == 0) continue;
    if (t->of[c].followed > 0) return CONVENTIONS;
    first = c;
  }
  return first;
}

static void settle(tally *t, const tally_doubt *d) {
  const int first = unsettled(t, d->either);
  if (first == CONVENTIONS) return;
  tally_convention *c = &t->of[first];
  if (d->unproven) c->unproven += d->cases;
  else c->followed++;
  note(d->unproven ? c->first_unproven : c->first, d->first);
}

void tally_settle(tally *t) {
  for (int unproven = 0; unproven < 2; unproven++)
    for (int n = 0; n < t->doubts; n++)
      if (t->doubt[n].unproven == (unproven == 1)) settle(t, &t->doubt[n]);
}

bool tally_is_fault(const tally_convention *c, convention_id id) {
  return c->unproven > 0 || (c->followed > 0 && c->broken > 0 && !convention_of(id)->may);
}

int tally_faults(const tally *t) {
  int faults = 0;
  for (int n = 0; n < CONVENTIONS; n++) faults += tally_is_fault(&t->of[n], (convention_id)n);
  return faults;
}
