#define _DEFAULT_SOURCE /* NOLINT: strsep */
#include "check/cases/recipe.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/format.h"

static const char *const layouts[] = {"bhsd", "bshd", "transposed", "padded", "shared", "mixed", NULL};
static const char *const places[] = {"aligned", "last", NULL};
static const char *const booleans[] = {"no", "yes", NULL};
static const char *const alignments[] = {"none", "top-left", "bottom-right", "offset", NULL};
static const char *const masks[] = {"none", "random",  "rows",  "tiles",   "shared", "one",
                                    "all",  "queries", "heads", "padding", "bytes",  NULL};
static const char *const biases[] = {"none",   "random", "slopes", "hidden", "rows",
                                     "shared", "lowest", "heads",  "other",  NULL};
static const char *const kv_lens[] = {"full", "ragged", "empty", NULL};
static const char *const sinks[] = {"none", "normal", "large", NULL};
static const char *const fills[] = {"normal",   "uniform",     "peaked",     "rising", "falling", "cancelling",
                                    "tiny",     "constant",    "one-hot",    "sink",   "low",     "nan",
                                    "positive", "alternating", "two-scores", NULL};
static const char *const hiddens[] = {"fill",  "huge",       "nan",        "infinity", "nan-k",
                                      "nan-v", "infinity-k", "infinity-v", "other",    NULL};
static const char *const changes[] = {"none", "odd-queries", "keys-reversed", "scores-shifted", NULL};

/* A member of recipe: an integer from low to high, the index of one of names, or a real number. */
typedef struct {
  const char *key;
  size_t at;
  int64_t low, high;
  const char *const *names;
} field;

#define INTEGER(member, low, high)                                                                                     \
  { #member, offsetof(recipe, member), low, high, NULL }
#define CHOICE(member, names)                                                                                          \
  { #member, offsetof(recipe, member), 0, 0, names }
#define REAL(member)                                                                                                   \
  { #member, offsetof(recipe, member), 0, 0, NULL }

static const field fields[] = {
    CHOICE(dtype, format_names),
    INTEGER(batch, 0, 1 << 20),
    INTEGER(q_heads, 1, 1 << 20),
    INTEGER(kv_heads, 1, 1 << 20),
    INTEGER(q_len, 0, 1 << 24),
    INTEGER(keys, 0, 1 << 24),
    INTEGER(d_k, 1, 1 << 16),
    INTEGER(d_v, 1, 1 << 16),
    CHOICE(layout, layouts),
    CHOICE(place, places),
    CHOICE(causal, booleans),
    CHOICE(alignment, alignments),
    INTEGER(offset, -(1 << 24), 1 << 24),
    CHOICE(windowed, booleans),
    INTEGER(left, -1, 1 << 24),
    INTEGER(right, -1, 1 << 24),
    CHOICE(mask, masks),
    CHOICE(bias, biases),
    CHOICE(kv_len, kv_lens),
    CHOICE(sink, sinks),
    REAL(scale),
    REAL(softcap),
    CHOICE(fill, fills),
    CHOICE(hidden, hiddens),
    CHOICE(change, changes),
    INTEGER(shows, SHOWS_NOTHING, 1 << 24),
    INTEGER(seed, 0, INT64_MAX),
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

static bool is_real(const field *f) { return f->names == NULL && f->low == f->high; }
static int64_t *integer_of(recipe *r, const field *f) { return (int64_t *)(void *)((char *)r + f->at); }
static double *real_of(recipe *r, const field *f) { return (double *)(void *)((char *)r + f->at); }

recipe recipe_default(void) {
  return (recipe){.dtype = ATTEST_F32,
                  .batch = 1,
                  .q_heads = 1,
                  .kv_heads = 1,
                  .q_len = 1,
                  .keys = 1,
                  .d_k = 1,
                  .d_v = 1,
                  .left = ATTEST_UNLIMITED,
                  .right = ATTEST_UNLIMITED,
                  .shows = SHOWS_NOTHING};
}

const char *recipe_value_name(const char *key, int64_t n) {
  const field *f = fields;
  while (strcmp(f->key, key) != 0) f++;
  int64_t count = 0;
  while (f->names[count] != NULL) count++;
  return n < count ? f->names[n] : NULL;
}

double recipe_multiplications(const recipe *r) {
  return (double)r->batch * (double)r->q_heads * (double)r->q_len * (double)r->keys * (double)(r->d_k + r->d_v);
}

/* Whether a member is printed; dtype and seed always are. */
static bool is_printed(const field *f, recipe *r, recipe *plain) {
  if (is_real(f)) return *real_of(r, f) > *real_of(plain, f) || *real_of(r, f) < *real_of(plain, f);
  return f->at == offsetof(recipe, dtype) || f->at == offsetof(recipe, seed) ||
         *integer_of(r, f) != *integer_of(plain, f);
}

/* Prints the shorter of two texts that read back as x. */
static void print_real(double x, char *text, size_t size) {
  (void)snprintf(text, size, "%.15g", x);
  const double again = strtod(text, NULL);
  if (again < x || again > x) (void)snprintf(text, size, "%.17g", x);
}

void recipe_print(const recipe *r, char text[RECIPE_TEXT_MAX]) {
  recipe copy = *r, plain = recipe_default();
  size_t used = 0;
  for (const field *f = fields; f < fields + FIELDS; f++) {
    if (!is_printed(f, &copy, &plain)) continue;
    char value[40];
    if (is_real(f)) print_real(*real_of(&copy, f), value, sizeof value);
    else if (f->names != NULL) (void)snprintf(value, sizeof value, "%s", f->names[*integer_of(&copy, f)]);
    else (void)snprintf(value, sizeof value, "%" PRId64, *integer_of(&copy, f));
    used += (size_t)snprintf(text + used, RECIPE_TEXT_MAX - used, "%s%s=%s", used > 0 ? " " : "", f->key, value);
  }
}

bool recipe_equal(const recipe *a, const recipe *b) {
  char text_a[RECIPE_TEXT_MAX], text_b[RECIPE_TEXT_MAX];
  recipe_print(a, text_a);
  recipe_print(b, text_b);
  return strcmp(text_a, text_b) == 0;
}

static check_status unexpected(const field *f, const char *value, check_error *error) {
  char expected[200] = "a finite number";
  size_t used = 0;
  if (f->names != NULL)
    for (const char *const *name = f->names; *name != NULL; name++)
      used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%s", used > 0 ? ", " : "", *name);
  else if (!is_real(f))
    (void)snprintf(expected, sizeof expected, "an integer from %" PRId64 " to %" PRId64, f->low, f->high);
  return check_fail(error, CHECK_BAD_INPUT, "case: %s: expected %s, found %s", f->key, expected, value);
}

static check_status set_choice(recipe *r, const field *f, const char *value, check_error *error) {
  for (int64_t n = 0; f->names[n] != NULL; n++) {
    if (strcmp(f->names[n], value) != 0) continue;
    *integer_of(r, f) = n;
    return CHECK_OK;
  }
  return unexpected(f, value, error);
}

static check_status set_number(recipe *r, const field *f, const char *value, check_error *error) {
  char *end;
  errno = 0;
  if (is_real(f)) {
    const double number = strtod(value, &end);
    if (*value == '\0' || *end != '\0' || !isfinite(number)) return unexpected(f, value, error);
    *real_of(r, f) = number;
    return CHECK_OK;
  }
  const long long number = strtoll(value, &end, 10);
  if (*value == '\0' || *end != '\0' || errno != 0 || number < f->low || number > f->high)
    return unexpected(f, value, error);
  *integer_of(r, f) = number;
  return CHECK_OK;
}

static check_status set_field(recipe *r, char *word, check_error *error) {
  char *equals = strchr(word, '=');
  if (equals == NULL) return check_fail(error, CHECK_BAD_INPUT, "case: expected KEY=VALUE, found %s", word);
  *equals = '\0';
  for (const field *f = fields; f < fields + FIELDS; f++) {
    if (strcmp(f->key, word) != 0) continue;
    return f->names != NULL ? set_choice(r, f, equals + 1, error) : set_number(r, f, equals + 1, error);
  }
  return check_fail(error, CHECK_BAD_INPUT, "case: unknown key %s", word);
}

/* Checks that the members agree with each other. */
static check_status agree(const recipe *r, check_error *error) {
  if (r->q_heads % r->kv_heads != 0)
    return check_fail(error, CHECK_BAD_INPUT,
                      "case: q_heads: expected a multiple of kv_heads %" PRId64 ", found %" PRId64, r->kv_heads,
                      r->q_heads);
  if ((r->causal || r->windowed) && r->alignment == ATTEST_ALIGN_NONE)
    return check_fail(error, CHECK_BAD_INPUT,
                      "case: alignment: expected top-left, bottom-right or offset with causal or windowed, found none");
  const double keys = (double)r->batch * (double)r->q_heads * (double)r->keys,
               queries = (double)r->batch * (double)r->q_heads * (double)r->q_len;
  if (fmax(keys, queries) * (double)(r->d_k + r->d_v) > 0x1p40 || queries * (double)r->keys > 0x1p40)
    return check_fail(error, CHECK_BAD_INPUT, "case: expected at most 2^40 elements in a tensor");
  if (r->softcap < 0)
    return check_fail(error, CHECK_BAD_INPUT, "case: softcap: expected 0 or more, found %g", r->softcap);
  return CHECK_OK;
}

check_status recipe_parse(const char *text, recipe *r, check_error *error) {
  char copy[RECIPE_TEXT_MAX];
  *r = recipe_default();
  if (strlen(text) >= sizeof copy)
    return check_fail(error, CHECK_BAD_INPUT, "case: expected fewer than %d characters", RECIPE_TEXT_MAX);
  (void)memcpy(copy, text, strlen(text) + 1);
  char *rest = copy;
  for (char *word; (word = strsep(&rest, " ")) != NULL;) {
    if (*word == '\0') continue;
    const check_status status = set_field(r, word, error);
    if (status != CHECK_OK) return status;
  }
  return agree(r, error);
}

recipe recipe_of_table(const char *text) {
  recipe r;
  check_error error;
  if (recipe_parse(text, &r, &error) != CHECK_OK) abort();
  return r;
}
