/* Profiles: the limited abilities of existing kernels. A mutant hosted in a profile returns ATTEST_UNSUPPORTED for
   everything else, so the checker is tested on restricted kernels too: "zoo:causal-top-left@causal" is such a
   candidate. */
#ifndef ATTEST_CHECK_ZOO_PROFILE_H
#define ATTEST_CHECK_ZOO_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "attest.h"

typedef struct zoo_profile {
  const char *name;
  const char *what; /* what it supports */
  attest_dtype dtype;
  bool (*takes)(const attest_problem *problem);
} zoo_profile;

const zoo_profile *zoo_profiles(size_t *count);

/* Finds a profile by name; NULL if there is none. */
const zoo_profile *zoo_profile_find(const char *name);

/* Whether the profile supports a problem. */
bool zoo_profile_takes(const zoo_profile *profile, const attest_problem *problem);

#endif
