/* The tables of mutants, one for each file. */
#ifndef ATTEST_CHECK_ZOO_FAMILIES_H
#define ATTEST_CHECK_ZOO_FAMILIES_H

#include "check/zoo/zoo.h"

extern const zoo_family zoo_masks;     /* hidden keys, and rows that see no key */
extern const zoo_family zoo_diagonal;  /* causal masks and their alignment */
extern const zoo_family zoo_window;    /* sliding windows */
extern const zoo_family zoo_broadcast; /* polarity, broadcasting and strides of masks and inputs */
extern const zoo_family zoo_scale;     /* scale, softcap, bias */
extern const zoo_family zoo_heads;     /* grouped heads, and d_k confused with d_v */
extern const zoo_family zoo_tails;     /* memory beyond the last key */
extern const zoo_family zoo_online;    /* rescaling, merging, log-sum-exp, sinks */
extern const zoo_family zoo_integers;  /* counts that wrap around */
extern const zoo_family zoo_precision; /* number formats, and lengths of batches */

#endif
