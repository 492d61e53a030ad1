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

/* Writes the line, made printable (file names may contain anything), and returns status. */
__attribute__((format(printf, 3, 4))) check_status check_fail(check_error *error, check_status status,
                                                              const char *format, ...);

/* Fails because a file cannot be read: "path: cannot open: No such file or directory", what and errno being "open" and
   ENOENT. CHECK_FAILURE where the system lacks something (descriptors, memory, a disk that reads), else
   CHECK_BAD_INPUT. */
check_status check_fail_file(check_error *error, const char *path, const char *what, int number);

#endif
