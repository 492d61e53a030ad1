#include "check/cases/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/cases/printable.h"

check_status check_fail(check_error *error, check_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  /* cppcheck 2.10 does not see that error is only written to */
  /* cppcheck-suppress ctuuninitvar */
  (void)vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  printable(error->text);
  return status;
}

check_status check_fail_file(check_error *error, const char *path, const char *what, int number) {
  const int ours[] = {EMFILE, ENFILE, ENOMEM, ENOBUFS, EIO};
  check_status status = CHECK_BAD_INPUT;
  for (size_t n = 0; n < sizeof ours / sizeof ours[0]; n++)
    if (number == ours[n]) status = CHECK_FAILURE;
  return check_fail(error, status, "%s: cannot %s: %s", path, what, strerror(number));
}
