/* Takes from this process, for good, what a candidate has no need of: for the program that it becomes, or the library
   that it loads. By seccomp (libseccomp) and Landlock [Salaun2021], as far as the kernel has them. check/THREATS.md
   says against whom. */
#ifndef ATTEST_CLI_CONFINE_H
#define ATTEST_CLI_CONFINE_H

#include <stdbool.h>

#include "check/run/worker.h"

/* What --hostile and --trusted make of a candidate that is confined by default, or not. If it is to be confined, says
   on standard output what this machine lacks for that. Fails with CHECK_BAD_INPUT if both are given. */
check_status confine_choose(const char *hostile, const char *trusted, confinement *confined, check_error *error);

/* From now on: no tracing of other processes, no reading or writing of their memory, no limits or priorities set for
   them, no signals to them (of a command: from version 6 of Landlock on), no network, no rights that a program could
   gain by being executed, no change of the system; memory up to half of the machine's for each process; files written
   only beneath `directory`, beneath /dev/shm and to devices.
     directory   NULL: for a library, which must not start programs or processes either; threads are allowed
     hostile     what it prints is dropped, and no sockets of the machine itself are left to it either
   What this machine lacks is left out. CHECK_FAILURE: the kernel refused. */
check_status confine(const char *directory, bool hostile, check_error *error);

#endif
