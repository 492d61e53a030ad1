/* Generated cases as case directories (README.md), for implementations that run elsewhere. */
#ifndef ATTEST_CHECK_STORE_H
#define ATTEST_CHECK_STORE_H

#include <stddef.h>

#include "check/cases/arena.h"
#include "check/cases/recipe.h"
#include "check/cases/shard.h"

#define STORE_NAME_MAX 32

/* The name of case number n of a list: "f32-00007". */
void store_name(const recipe *cases, size_t n, char name[STORE_NAME_MAX]);

/* Writes a case as the new directory: what build_case makes of the recipe, with the recipe's text, and no tolerance. Every bit of an element is
   stored as it is (NaN and infinities at hidden keys, bias of -infinity). Layout bshd is stored as BSHD, every other one as BHSD and contiguous:
   a file has no strides, but for mask and bias, where what is shared stays a dimension of 1. The arena is used. */
check_status store_case(const char *directory, const recipe *r, arena *memory, check_error *error);

/* Told before each case of store_cases. */
typedef void store_progress(size_t done, size_t total, const char *name);

/* Writes the cases of a list that fall to a share of it as sub-directories of an empty directory, named by their numbers in the list, with index.json;
   progress may be NULL. Files are not synchronised with the disk
   one by one: the directory is meant to be a temporary directory. */
check_status store_cases(const char *directory, const recipe *cases, size_t count, const shard *part, arena *memory,
                         store_progress *progress, check_error *error);

#endif
