/* attest zoo --cheats: libraries that try to pass, or to look fast, without the work. */
#ifndef ATTEST_CLI_ZOO_CHEATS_H
#define ATTEST_CLI_ZOO_CHEATS_H

#include <jansson.h>

#include "check/cases/error.h"

/* Sends every library of a directory, in the order of their names, through attest check, bench and report, and appends
   an object for each to rows. directory "": the folder cheats beside this program. The library honest.so, where there
   is one, is right: it must pass, and sets the time of the work. Each other must be caught by one of the three, or be
   harmless: its answers are right, it takes about as long, and nothing of it is left.
   CHECK_MISMATCH if one gets past, or the honest one does not. */
check_status zoo_cheats(const char *directory, json_t *rows, check_error *error);

#endif
