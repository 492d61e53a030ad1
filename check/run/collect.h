/* What an implementation left in a case directory that was made for it. */
#ifndef ATTEST_CHECK_COLLECT_H
#define ATTEST_CHECK_COLLECT_H

#include <stdbool.h>
#include <stddef.h>

#include "check/zoo/diagnose.h"
#include "check/cases/recipe.h"
#include "check/judge/verdict.h"

/* The first line of DIRECTORY/skip.txt, which says why there is no answer: cut off if longer, '?' for control characters. false if there is no
   such file. */
bool collect_reason(const char *directory, char *text, size_t size);

/* By what an answer is judged; and what is to be told of one that fails. */
typedef struct collect_terms {
  const attest_arithmetic *arithmetic;
  const convention_policy *policy;
  diagnosis *seen; /* takes it into account, and it is drawn; NULL: neither */
} collect_terms;

/* Judges out.npy and, if they are there, lse.npy and weights.npy of the directory that store_case made of a recipe. The inputs are made anew, in the
   arena: whatever became of the files, it is the problem that was asked. Without out.npy the case is skipped with the reason in skip.txt, or
   unwritten; a file that is no such array, or of other sizes, is malformed. The picture has no rows where nothing is drawn. */
check_status collect_verdict(const char *directory, const recipe *r, const collect_terms *terms, arena *memory, verdict *v,
                             error_map *picture, check_error *error);

#endif
