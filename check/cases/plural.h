/* The plural of a counted noun: "1 case", "2 cases". */
#ifndef ATTEST_CHECK_PLURAL_H
#define ATTEST_CHECK_PLURAL_H

#include <stdint.h>

/* The ending of a regular noun after a number: "" after 1, else "s". */
static inline const char *plural_s(int64_t number) { return number == 1 ? "" : "s"; }

#endif
