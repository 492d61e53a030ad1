/* Directories of cases. */
#ifndef ATTEST_CHECK_INDEX_H
#define ATTEST_CHECK_INDEX_H

#include <stddef.h>

#include "check/cases/error.h"

typedef struct case_index {
  size_t count;
  struct case_entry {
    char *name; /* its name in messages: "sub/case" */
    char *path; /* the case directory */
  } * entries;
} case_index;

/* Finds the cases of a directory, at least one: the directory itself, if it holds case.json; else the names in its
   index.json ({"cases": ["name", ..]}, in that order); else its sub-directories that hold case.json, by name. Names
   must stay within the directory. Free with index_free, also after a failure. */
check_status index_read(const char *directory, case_index *index, check_error *error);

void index_free(case_index *index);

#endif
