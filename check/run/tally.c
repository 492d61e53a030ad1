#include "check/run/tally.h"

#include <stdio.h>

static void note(char to[RECIPE_TEXT_MAX], const char *name) { (void)snprintf(to, RECIPE_TEXT_MAX, "%s", name); }

void tally_verdict(tally *t, const char *name, const verdict *v) {
  for (int n = 0; n < CONVENTIONS; n++) {
    tally_convention *c = &t->of[n];
    const bool followed = (v->followed & CONVENTION_BIT(n)) != 0, broken = (v->broken & CONVENTION_BIT(n)) != 0;
    if (followed && v->kind == VERDICT_NOT_ASKED) c->not_asked++;
    else if (followed && c->followed++ == 0) note(c->first, name);
    if (broken && c->broken++ == 0) note(c->first_broken, name);
  }
}

bool tally_explains(const tally_convention *c) { return c->not_asked > c->broken; }

bool tally_is_fault(const tally_convention *c, convention_id id) {
  return c->followed > 0 && c->broken > 0 && !convention_of(id)->may;
}

int tally_faults(const tally *t) {
  int faults = 0;
  for (int n = 0; n < CONVENTIONS; n++) faults += tally_is_fault(&t->of[n], (convention_id)n);
  return faults;
}
