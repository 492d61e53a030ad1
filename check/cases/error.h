/* Errors of the functions of check/: a status, which is also the exit status of the command, and one line. */
#ifndef ATTEST_CHECK_ERROR_H
#define ATTEST_CHECK_ERROR_H

typedef enum check_status {
  CHECK_OK = 0,
  CHECK_MISMATCH = 1,  /* an output differs from the reference */
  CHECK_BAD_INPUT = 2, /* bad usage or bad input */
  CHECK_FAILURE = 3,   /* no memory, a full disk, a bug of this program */
} check_status;

/* What failed, where, and what was expected; one line without its newline, cut off if longer. Valid only after a
   failure. */
typedef struct check_error {
  char text[1024];
} check_error;

/* Writes the line, with '?' for control characters (file names may contain them), and returns status. */
__attribute__((format(printf, 3, 4))) check_status check_fail(check_error *error, check_status status,
                                                              const char *format, ...);

#endif
