/* Typing errors: the name that was meant is suggested, and no other. */
#include <string.h>

#include "check/cases/names.h"
#include "check/cases/nearest.h"
#include "tests/unit/support.h"

static const char *const names[] = {"q_len", "q_heads", "kv_heads", "kv_len", "keys", "alignment", "causal-top-left"};

static const char *name_of(size_t n) { return n < sizeof names / sizeof names[0] ? names[n] : NULL; }

static const char *near_to(const char *word) {
  nearest n = nearest_to(word, strlen(word));
  for (size_t i = 0; name_of(i) != NULL; i++) nearest_try(&n, name_of(i));
  return n.name != NULL ? n.name : "";
}

static void errors_are_seen(void **state) {
  static const struct {
    const char *word, *meant;
  } cases[] = {{"q_lne", "q_len"},
               {"qlen", "q_len"},
               {"qq_len", "q_len"},
               {"kv_lan", "kv_len"},
               {"key", "keys"},
               {"ali", "alignment"},
               {"causal-topleft", "causal-top-left"},
               {"causal", "causal-top-left"},
               {"", ""},
               {"mask", ""},
               {"x", ""},
               {"a_word_that_is_longer_than_every_name_there_is", ""}};
  (void)state;
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++)
    assert_string_equal(near_to(cases[n].word), cases[n].meant);
}

/* Only the given part of the word counts. */
static void words_are_cut(void **state) {
  nearest n = nearest_to("q_lne=3", 5);
  char text[NEAREST_TEXT_MAX];
  (void)state;
  nearest_print(&n, text);
  assert_string_equal(text, "");
  nearest_try(&n, "q_len");
  nearest_print(&n, text);
  assert_string_equal(text, ", did you mean q_len?");
}

static void sets_are_read(void **state) {
  uint32_t set;
  check_error error;
  char text[100];
  (void)state;
  assert_int_equal(names_read("--of", "a key", "keys,q_len", name_of, &set, &error), CHECK_OK);
  assert_int_equal(set, 1 | 1 << 4);
  names_print(name_of, set, text, sizeof text);
  assert_string_equal(text, "q_len, keys");
  assert_int_equal(names_read("--of", "a key", "all", name_of, &set, &error), CHECK_OK);
  assert_int_equal(set, 127);
  assert_int_equal(names_read("--of", "a key", "q_len,key", name_of, &set, &error), CHECK_BAD_INPUT);
  assert_string_equal(error.text,
                      "--of: 'key' is not a key, did you mean keys? expected all, or some of q_len, q_heads, "
                      "kv_heads, kv_len, keys, alignment, causal-top-left");
  static const char *const bad[] = {"", ",", "keys,", ",keys", "keys,,q_len", "All", "zzzzzzzz"};
  for (size_t n = 0; n < sizeof bad / sizeof bad[0]; n++)
    assert_int_equal(names_read("--of", "a key", bad[n], name_of, &set, &error), CHECK_BAD_INPUT);
  assert_non_null(strstr(error.text, "'zzzzzzzz' is not a key; expected all"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_are_seen),
      cmocka_unit_test(words_are_cut),
      cmocka_unit_test(sets_are_read),
  };
  return cmocka_run_group_tests_name("test_nearest", tests, NULL, NULL);
}
