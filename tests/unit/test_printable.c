/* Text for terminals and pages: what may be shown stays, byte for byte; all else becomes '?'. */
#include <string.h>

#include "check/cases/printable.h"
#include "tests/unit/support.h"

static void becomes(const char *text, const char *expected) {
  char copy[64];
  (void)snprintf(copy, sizeof copy, "%s", text);
  printable(copy);
  assert_string_equal(copy, expected);
}

static void stays(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",         "plain ~",      "\xc3\xa4",        "\xe2\x82\xac", "\xf0\x9f\x90\x94 x", "\xef\xbf\xbd",
      "\xc2\xa0", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbd"};
  for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++) becomes(texts[n], texts[n]);
}

static void goes(void **state) {
  (void)state;
  becomes("a\x1b[31mb", "a?[31mb");
  becomes("\x7f\n\t", "???");
  becomes("a\xc2\x9b"
          "31m",
          "a?31m"); /* a control sequence of the upper half */
  const char turning[] = {'\xe2', '\x80', '\xae', 'a', '\0'};
  becomes(turning, "?a");                    /* turns what follows around */
  becomes("\xef\xbf\xbe\xef\xbf\xbf", "??"); /* no characters of XML */
  becomes("\xed\xa0\x80", "?");              /* a surrogate */
  becomes("\xc0\xaf \xe0\x80\xaf", "?? ?");  /* longer than need be */
  becomes("\xf4\x90\x80\x80", "?");          /* beyond Unicode */
  becomes("\xff\xfe", "??");
  becomes("\xe2\x82", "??"); /* ends within a character */
  becomes("\xe2\x82z", "??z");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stays), cmocka_unit_test(goes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
