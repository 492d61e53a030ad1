#include "check/cases/names.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "check/cases/nearest.h"

static uint32_t all_of(names_list *list) {
  uint32_t all = 0;
  for (size_t n = 0; list(n) != NULL; n++) all |= UINT32_C(1) << n;
  return all;
}

static bool find(names_list *list, const char *name, size_t length, uint32_t *set) {
  for (size_t n = 0; list(n) != NULL; n++)
    if (strlen(list(n)) == length && strncmp(list(n), name, length) == 0) {
      *set |= UINT32_C(1) << n;
      return true;
    }
  return false;
}

static check_status unknown(const char *option, const char *what, const char *name, size_t length, names_list *list,
                            check_error *error) {
  char all[400], hint[NEAREST_TEXT_MAX];
  nearest near = nearest_to(name, length);
  for (size_t n = 0; list(n) != NULL; n++) nearest_try(&near, list(n));
  nearest_print(&near, hint);
  names_print(list, all_of(list), all, sizeof all);
  return check_fail(error, CHECK_BAD_INPUT, "%s: '%.*s' is not %s%s%s expected all, or some of %s", option, (int)length,
                    name, what, hint, hint[0] != '\0' ? "" : ";", all);
}

check_status names_read(const char *option, const char *what, const char *text, names_list *list, uint32_t *set,
                        check_error *error) {
  *set = 0;
  if (strcmp(text, "all") == 0) {
    *set = all_of(list);
    return CHECK_OK;
  }
  for (const char *at = text;;) {
    const size_t length = strcspn(at, ",");
    if (!find(list, at, length, set)) return unknown(option, what, at, length, list, error);
    if (at[length] == '\0') return CHECK_OK;
    at += length + 1;
  }
}

void names_print(names_list *list, uint32_t set, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (size_t n = 0; list(n) != NULL && used < size; n++)
    if ((set >> n & 1) != 0) used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", list(n));
}
