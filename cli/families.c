#include "cli/families.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/colour.h"

void families_count(families *f, const recipe *r, const verdict *v) {
  const family which = family_of(r);
  f->of[which].passed += v->kind == VERDICT_PASS;
  f->of[which].skipped += v->kind == VERDICT_SKIPPED;
  f->of[which].conventional += v->kind == VERDICT_CONVENTION;
  f->of[which].failed += verdict_fails(v->kind);
  if (v->kind != VERDICT_SKIPPED && !(v->budget <= f->of[which].budget)) f->of[which].budget = v->budget;
}

void families_print(const families *f) {
  for (int n = 0; n < FAMILIES; n++) {
    if (f->of[n].passed + f->of[n].conventional + f->of[n].failed + f->of[n].skipped == 0) continue;
    const bool fails = f->of[n].failed > 0;
    (void)printf("%-8s %" PRId64 " passed, %s%" PRId64 " failed%s, %" PRId64 " skipped, worst budget %.3g", family_name((family)n),
                 f->of[n].passed, fails ? colour(COLOUR_BAD) : "", f->of[n].failed, fails ? colour(COLOUR_OFF) : "", f->of[n].skipped,
                 f->of[n].budget);
    if (f->of[n].conventional > 0) (void)printf("; %" PRId64 " by a convention", f->of[n].conventional);
    (void)putchar('\n');
  }
}
