/* The cases of a run, family by family, for people. */
#ifndef ATTEST_CLI_FAMILIES_H
#define ATTEST_CLI_FAMILIES_H

#include "check/cases/family.h"
#include "check/judge/verdict.h"

typedef struct families {
  struct {
    int64_t passed, conventional, failed, skipped;
    double budget; /* worst of those judged */
  } of[FAMILIES];
} families;

void families_count(families *f, const recipe *r, const verdict *v);

/* One line each, of those that have a case. */
void families_print(const families *f);

#endif
