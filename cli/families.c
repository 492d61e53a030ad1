#include "cli/families.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/colour.h"

void families_count(families *f, const recipe *r, const verdict *v) {
  const family which = family_of(r);
  f->of[which].passed += v->kind == VERDICT_PASS;
  f->of[which].skipped += v->kind == VERDICT_SKIPPED;
  f->of[which].failed += v->kind != VERDICT_PASS && v->kind != VERDICT_SKIPPED;
  if (v->kind != VERDICT_SKIPPED && !(v->budget <= f->of[which].budget)) f->of[which].budget = v->budget;
}

void families_print(const families *f) {
  for (int n = 0; n < FAMILIES; n++) {
    if (f->of[n].passed + f->of[n].failed + f->of[n].skipped == 0) continue;
    const bool fails = f->of[n].failed > 0;
    (void)printf("%-8s %" PRId64 " passed, %s%" PRId64 " failed%s, %" PRId64 " skipped, worst budget %.3g\n", family_name((family)n),
                 f->of[n].passed, fails ? colour(COLOUR_BAD) : "", f->of[n].failed, fails ? colour(COLOUR_OFF) : "", f->of[n].skipped,
                 f->of[n].budget);
  }
}
