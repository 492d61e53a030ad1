/* Mutates JSON documents as documents: random bytes would seldom leave one that can be parsed. */
#define _GNU_SOURCE /* NOLINT: memmem */
#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/suite.h"
#include "tests/unit/random.h"

/* The names are libFuzzer's. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static random_stream stream; /* the same seed gives the same mutation */

static size_t random_below(size_t count) { return (size_t)random_integer(&stream, 0, (int64_t)count - 1); }

/* ---- the documents, as one array */

static json_t *parse_all(const uint8_t *data, size_t size) {
  json_t *const all = json_array();
  for (bool more = true; more;) {
    const uint8_t *const end = memmem(data, size, "\n\n", 2);
    const size_t length = end != NULL ? (size_t)(end - data) : size;
    if (json_array_append_new(all, json_loadb((const char *)data, length, JSON_REJECT_DUPLICATES, NULL)) != 0) {
      json_decref(all);
      return NULL;
    }
    more = end != NULL;
    data += more ? length + 2 : length;
    size -= more ? length + 2 : length;
  }
  return all;
}

/* Returns how many bytes were written; 0: there is no room. */
static size_t write_all(const json_t *all, uint8_t *data, size_t most) {
  size_t used = 0;
  for (size_t n = 0; n < json_array_size(all); n++) {
    const size_t between = n > 0 ? 2 : 0;
    if (used + between > most) return 0;
    (void)memcpy(data + used, "\n\n", between);
    used += between;
    const size_t length =
        json_dumpb(json_array_get(all, n), (char *)data + used, most - used, JSON_COMPACT | JSON_ENCODE_ANY);
    if (length > most - used) return 0;
    used += length;
  }
  return used;
}

/* ---- a member of an object, or an element of an array, drawn from all of them */

typedef struct place {
  json_t *in, *value;
  const char *key; /* or NULL, and then: */
  size_t index;
  size_t seen; /* how many places there were so far */
} place;

static void draw(json_t *in, place *drawn) { /* NOLINT(misc-no-recursion): as deep as jansson reads */
  size_t n;
  const char *key;
  json_t *value;
  json_array_foreach(in, n, value) {
    if (random_below(++drawn->seen) == 0) *drawn = (place){in, value, NULL, n, drawn->seen};
    draw(value, drawn);
  }
  json_object_foreach(in, key, value) {
    if (random_below(++drawn->seen) == 0) *drawn = (place){in, value, key, 0, drawn->seen};
    draw(value, drawn);
  }
}

static void replace(const place *at, json_t *value) {
  if (value == NULL) return;
  if (at->key != NULL) (void)json_object_set_new(at->in, at->key, value);
  else (void)json_array_set_new(at->in, at->index, value);
}

static void drop(const place *at) {
  if (at->key != NULL) (void)json_object_del(at->in, at->key);
  else (void)json_array_remove(at->in, at->index);
}

/* ---- what is done to it */

static json_t *extreme(void) {
  static const json_int_t integers[] = {-1,        0,        1, 2, 3, 4, INT32_MAX / 2, INT32_MAX, INT64_C(1) << 32,
                                        INT64_MAX, INT64_MIN};
  static const double reals[] = {0.0, 1.0, 0.5, -1.0, 1e-320, 1e-300, 1e300, 1.7e308};
  static const char *const strings[] = {"", "nan", "inf", "-inf", "\x1b[2J\x7f", "a\nb"};
  switch (random_below(6)) {
  case 0:
    return json_integer(integers[random_below(sizeof integers / sizeof integers[0])]);
  case 1:
    return json_real(reals[random_below(sizeof reals / sizeof reals[0])]);
  case 2:
    return json_string(strings[random_below(sizeof strings / sizeof strings[0])]);
  case 3:
    return random_below(2) == 0 ? json_array() : json_object();
  case 4:
    return json_boolean(random_below(2));
  default:
    return json_null();
  }
}

/* Another value of the same type. */
static json_t *changed(const json_t *value) {
  char text[1024];
  if (json_is_integer(value))
    return json_integer((json_int_t)((uint64_t)json_integer_value(value) + random_below(5) - 2));
  if (json_is_boolean(value)) return json_boolean(!json_boolean_value(value));
  if (json_is_real(value)) return json_real(json_real_value(value) * (random_below(2) == 0 ? 2 : -0.5));
  const size_t length = json_string_length(value);
  if (!json_is_string(value) || length > sizeof text) return extreme();
  if (length > 0) (void)memcpy(text, json_string_value(value), length);
  return json_stringn(text, LLVMFuzzerMutate((uint8_t *)text, length, sizeof text)); /* NULL if it is not UTF-8 */
}

static void mutate(json_t *all) {
  place at = {.seen = 0}, other = {.seen = 0};
  draw(all, &at);
  draw(all, &other);
  if (at.value == NULL) return;
  switch (random_below(12)) {
  case 0:
    (void)json_array_append_new(all, json_deep_copy(json_array_get(all, random_below(json_array_size(all)))));
    break;
  case 1:
    drop(&at);
    break;
  case 2:
    replace(&at, extreme());
    break;
  case 3:
  case 4:
    replace(&at, json_deep_copy(other.value));
    break;
  case 5:
    if (json_is_array(at.in)) (void)json_array_insert_new(at.in, at.index, json_deep_copy(at.value));
    else if (other.key != NULL) (void)json_object_set_new(at.in, other.key, json_deep_copy(other.value));
    break;
  default:
    replace(&at, changed(at.value));
    break;
  }
}

/* ---- the digest of a suite, in every share: else each changed case would be refused for it alone */

static uint64_t digest_of(const json_t *cases) {
  uint64_t sum = 0;
  for (size_t n = 0; n < json_array_size(cases); n++) {
    const json_t *const one = json_array_get(cases, n);
    const char *dealt = json_string_value(json_object_get(one, "instead_of"));
    recipe r;
    check_error ignored;
    if (dealt == NULL) dealt = json_string_value(json_object_get(one, "case"));
    if (dealt != NULL && recipe_parse(dealt, &r, &ignored) == CHECK_OK)
      sum += suite_digest(json_integer_value(json_object_get(one, "number")), &r);
  }
  return sum;
}

static void set_digests(json_t *all) {
  char text[20];
  uint64_t sum = 0;
  for (size_t n = 0; n < json_array_size(all); n++) sum += digest_of(json_object_get(json_array_get(all, n), "cases"));
  (void)snprintf(text, sizeof text, "%016" PRIx64, sum);
  for (size_t n = 0; n < json_array_size(all); n++) {
    json_t *const part = json_object_get(json_array_get(all, n), "shard");
    if (json_object_get(part, "suite") != NULL) (void)json_object_set_new(part, "suite", json_string(text));
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  stream = (random_stream){seed};
  json_t *const all = random_below(16) > 0 ? parse_all(data, size) : NULL;
  for (size_t n = 0, count = 1 + random_below(3); all != NULL && n < count; n++) mutate(all);
  if (all != NULL && random_below(8) > 0) set_digests(all);
  const size_t written = all != NULL ? write_all(all, data, most) : 0;
  json_decref(all);
  return written > 0 ? written : LLVMFuzzerMutate(data, size, most);
}
