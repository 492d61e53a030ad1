#include "check/cases/error.h"

#include <stdarg.h>
#include <stdio.h>

check_status check_fail(check_error *error, check_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  /* cppcheck 2.10 does not see that error is only written to */
  /* cppcheck-suppress ctuuninitvar */
  (void)vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  for (char *at = error->text; *at != '\0'; at++)
    if ((unsigned char)*at < ' ' || *at == 127) *at = '?';
  return status;
}
