/* Writes generated cases as case directories (README.md), for implementations that run elsewhere. */
#ifndef ATTEST_CHECK_STORE_H
#define ATTEST_CHECK_STORE_H

#include <stddef.h>

#include "check/cases/arena.h"
#include "check/cases/case.h"
#include "check/cases/recipe.h"
#include "check/cases/shard.h"

#define STORE_NAME_MAX 32

/* Prints the name of case number n of a list: "f32-00007". */
void store_name(const recipe *cases, size_t n, char name[STORE_NAME_MAX]);

/* Lists the arrays of a problem as they are stored; data is NULL for an absent one. */
void store_arrays(const attest_problem *p, bool bshd, npy_array arrays[CASE_KV_LEN + 1]);

/* Writes a case as a new directory: the case that build_case makes, with the recipe's text, and no tolerance. Elements
   are stored bit for bit (NaN and infinities at hidden keys, bias of -infinity). Layout bshd is stored as BSHD, every
   other one as contiguous BHSD, because a file has no strides. Mask and bias keep their shared dimensions as dimensions
   of 1. The arena is used. */
check_status store_case(const char *directory, const recipe *r, arena *memory, check_error *error);

/* Writes q.npy, k.npy and v.npy of a problem into a directory, in place of those there, as contiguous BHSD. */
check_status store_operands(const char *directory, const attest_problem *problem, check_error *error);

/* Removes them. */
void store_remove_operands(const char *directory);

/* Called before each case of store_cases. */
typedef void store_progress(size_t done, size_t total, const char *name);

/* Writes a share of the cases of a list as sub-directories of an empty directory, named by their numbers in the list,
   with index.json; progress may be NULL. Files are not synchronised with the disk one by one: the directory is meant to
   be temporary. */
check_status store_cases(const char *directory, const recipe *cases, size_t count, const shard *part, arena *memory,
                         store_progress *progress, check_error *error);

#endif
