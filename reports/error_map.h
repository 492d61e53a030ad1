/* Where the errors of an answer lie, of a kernel that is right and of one that is not. */
#ifndef ATTEST_REPORTS_ERROR_MAP_H
#define ATTEST_REPORTS_ERROR_MAP_H

#include "reports/study.h"

/* Adds the table error-map: each element's error as a share of its bound, by the first fast variant and by a mutant of
   the zoo (check/zoo/zoo.h), on one problem. CHECK_FAILURE: no memory. */
check_status error_map_add(study *s, check_error *error);

#endif
