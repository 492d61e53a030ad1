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
#include "check/cases/nearest.h"

static const char *const layouts[] = {"bhsd", "bshd", "transposed", "padded", "shared", "mixed", NULL};
static const char *const places[] = {"aligned", "last", NULL};
static const char *const booleans[] = {"no", "yes", NULL};
static const char *const alignments[] = {"none", "top-left", "bottom-right", "offset", NULL};
static const char *const masks[] = {"none", "random",  "rows",  "tiles",   "shared", "one",
                                    "all",  "queries", "heads", "padding", "bytes",  NULL};
static const char *const mask_meanings[] = {"every key is visible",
                                            "one key in three is hidden",
                                            "random, and one row in four is all hidden",
                                            "random, and blocks of 64 keys are hidden",
                                            "one row for every query, head and batch (stride 0)",
                                            "one visible key for each row",
                                            "a mask that shows every key",
                                            "one flag for each query, for every key (stride 0)",
                                            "one mask for all heads of a batch (stride 0)",
                                            "one row of flags for each batch, for every head and query (stride 0)",
                                            "random; 1, 2, 128 and 255 all mean true"};
static const char *const biases[] = {"none",   "random", "slopes", "hidden", "rows",
                                     "shared", "lowest", "heads",  "other",  NULL};
static const char *const bias_meanings[] = {"no bias",
                                            "any numbers",
                                            "slopes over the keys, a different one for each head (ALiBi)",
                                            "random, and one number in four is -infinity",
                                            "random, and one row in four is all -infinity",
                                            "one row for every query, head and batch (stride 0)",
                                            "random, and one row in four is all the smallest finite number",
                                            "one bias for all heads of a batch (stride 0)",
                                            "random, of a type other than q's: bf16 for f32, f32 for the others"};
static const char *const kv_lens[] = {"full", "ragged", "empty", NULL};
static const char *const sinks[] = {"none", "normal", "large", NULL};
static const char *const fills[] = {"normal",   "uniform",     "peaked",     "rising", "falling", "cancelling",
                                    "tiny",     "constant",    "one-hot",    "sink",   "low",     "nan",
                                    "positive", "alternating", "two-scores", NULL};
static const char *const fill_meanings[] = {
    "normal, with variance 1",
    "uniform in [-1, 1)",
    "scores of some 10^4",
    "scores that rise by 200 from the first key to the last",
    "scores that fall by 200",
    "large values of both signs",
    "near the smallest numbers of the type",
    "ones",
    "v is 1 where key mod d_v is the column, else 0",
    "the first key gets nearly all the weight; its value is small",
    "every score near -110,000, or as low as the type allows",
    "normal, and NaN in one key in 12 and in one number of v in 60",
    "normal, and v in [0.5, 1)",
    "for probes: equal scores; v alternates between 1 and 0",
    "for probes: score 0 for every fifth key, very low for the others; v has small integers"};
static const char *const hiddens[] = {"fill",  "huge",       "nan",        "infinity", "nan-k",
                                      "nan-v", "infinity-k", "infinity-v", "other",    NULL};
static const char *const hidden_meanings[] = {"the same as elsewhere, by the key fill",
                                              "large finite numbers",
                                              "NaN in k and v",
                                              "infinity in k and v",
                                              "NaN in k",
                                              "NaN in v",
                                              "infinity in k",
                                              "infinity in v",
                                              "for probes: other small numbers"};
static const char *const changes[] = {"none", "odd-queries", "keys-reversed", "scores-shifted", NULL};

/* A member of recipe: an integer from low to high, the index of one of names, or a real number. */
typedef struct {
  const char *key;
  size_t at;
  int64_t low, high;
  const char *const *names;
  const char *meaning;         /* with the default first, for 'attest check --help case' */
  const char *const *meanings; /* of the values with these names; NULL: they say it themselves */
} field;

#define INTEGER(member, low, high, meaning)                                                                            \
  { #member, offsetof(recipe, member), low, high, NULL, meaning, NULL }
#define CHOICE(member, names, meaning)                                                                                 \
  { #member, offsetof(recipe, member), 0, 0, names, meaning, NULL }
#define EXPLAINED(member, names, meanings, meaning)                                                                    \
  { #member, offsetof(recipe, member), 0, 0, names, meaning, meanings }
#define REAL(member, meaning)                                                                                          \
  { #member, offsetof(recipe, member), 0, 0, NULL, meaning, NULL }

static const field fields[] = {
    CHOICE(dtype, format_names, "f32; the type of q, k, v, bias and out"),
    INTEGER(batch, 0, 1 << 20, "1; sequences"),
    INTEGER(q_heads, 1, 1 << 20, "1; heads of q, a multiple of kv_heads"),
    INTEGER(kv_heads, 1, 1 << 20, "1; heads of k and v"),
    INTEGER(q_len, 0, 1 << 24, "1; queries"),
    INTEGER(keys, 0, 1 << 24, "1; keys, and values"),
    INTEGER(d_k, 1, 1 << 16, "1; columns of q and k"),
    INTEGER(d_v, 1, 1 << 16, "1; columns of v and out"),
    CHOICE(layout, layouts,
           "bhsd; the order in memory, here batch, head, position, column; or another order, gaps, shared batches"),
    CHOICE(place, places, "aligned; last: each array ends at a page that cannot be read"),
    CHOICE(causal, booleans, "no; yes: a query sees no key after its own place"),
    CHOICE(alignment, alignments,
           "none; the diagonal of causal and windowed: query i stands at key i, i + keys - q_len, or i + offset"),
    INTEGER(offset, -(1 << 24), 1 << 24, "0; with alignment=offset"),
    CHOICE(windowed, booleans, "no; yes: a query sees left keys before its own place, and right keys after it"),
    INTEGER(left, -1, 1 << 24, "-1: no limit"),
    INTEGER(right, -1, 1 << 24, "-1: no limit"),
    EXPLAINED(mask, masks, mask_meanings, "none; a boolean mask"),
    EXPLAINED(bias, biases, bias_meanings, "none; numbers added to the scores"),
    CHOICE(kv_len, kv_lens, "full; the keys that count in each batch: all, some, or none in one batch"),
    CHOICE(sink, sinks, "none; an extra score for each head, without a value"),
    REAL(scale, "0: 1/sqrt(d_k); the factor on the scores"),
    REAL(softcap, "0: off; c: the scores s become c tanh(s/c)"),
    EXPLAINED(fill, fills, fill_meanings, "normal; the numbers in q, k and v"),
    EXPLAINED(hidden, hiddens, hidden_meanings, "fill; the numbers at keys that no query sees"),
    CHOICE(change, changes, "none; for probes: the same case with one thing changed"),
    INTEGER(shows, SHOWS_NOTHING, 1 << 24, "-1: off; n: v is one-hot, and out holds the weights of the keys from n on"),
    INTEGER(seed, 0, INT64_MAX, "0; the seed of the random numbers"),
};

enum { FIELDS = sizeof fields / sizeof fields[0] };
_Static_assert(sizeof fields / sizeof fields[0] <= 64, "a bit for each field");

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

/* The field of a key that there is. */
static const field *field_of(const char *key) {
  const field *f = fields;
  while (strcmp(f->key, key) != 0) f++;
  return f;
}

const char *recipe_value_name(const char *key, int64_t n) {
  const field *f = field_of(key);
  int64_t count = 0;
  while (f->names[count] != NULL) count++;
  return n < count ? f->names[n] : NULL;
}

const char *recipe_value_meaning(const char *key, int64_t n) {
  const field *f = field_of(key);
  return f->meanings != NULL ? f->meanings[n] : NULL;
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

static void print_values(const field *f, char text[RECIPE_VALUES_MAX]) {
  size_t used = 0;
  if (f->names != NULL)
    for (const char *const *name = f->names; *name != NULL; name++)
      used += (size_t)snprintf(text + used, RECIPE_VALUES_MAX - used, "%s%s", used > 0 ? ", " : "", *name);
  else if (is_real(f)) (void)snprintf(text, RECIPE_VALUES_MAX, "a finite number");
  else (void)snprintf(text, RECIPE_VALUES_MAX, "an integer from %" PRId64 " to %" PRId64, f->low, f->high);
}

const char *recipe_key(size_t n, char values[RECIPE_VALUES_MAX], const char **meaning) {
  if (n >= FIELDS) return NULL;
  print_values(&fields[n], values);
  *meaning = fields[n].meaning;
  return fields[n].key;
}

static check_status unexpected(const field *f, const char *value, check_error *error) {
  char expected[RECIPE_VALUES_MAX];
  print_values(f, expected);
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

static check_status unknown_key(const char *word, check_error *error) {
  char hint[NEAREST_TEXT_MAX];
  nearest near = nearest_to(word, strlen(word));
  for (const field *f = fields; f < fields + FIELDS; f++) nearest_try(&near, f->key);
  nearest_print(&near, hint);
  return check_fail(error, CHECK_BAD_INPUT, "case: unknown key %s%s", word, hint);
}

/* seen: bit n for field n, if an earlier word has set it. */
static check_status set_field(recipe *r, char *word, uint64_t *seen, check_error *error) {
  char *equals = strchr(word, '=');
  if (equals == NULL) return check_fail(error, CHECK_BAD_INPUT, "case: expected KEY=VALUE, found %s", word);
  *equals = '\0';
  const field *f = fields;
  while (f < fields + FIELDS && strcmp(f->key, word) != 0) f++;
  if (f == fields + FIELDS) return unknown_key(word, error);
  const uint64_t bit = UINT64_C(1) << (f - fields);
  if ((*seen & bit) != 0) return check_fail(error, CHECK_BAD_INPUT, "case: %s: expected once, found again", word);
  *seen |= bit;
  return f->names != NULL ? set_choice(r, f, equals + 1, error) : set_number(r, f, equals + 1, error);
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
  /* strides are products of sizes, also of a tensor that has no element */
  const double heads = fmax((double)r->batch, 1) * (double)r->q_heads, keys = heads * fmax((double)r->keys, 1),
               queries = heads * fmax((double)r->q_len, 1);
  if (fmax(keys, queries) * (double)(r->d_k + r->d_v) > 0x1p40 || queries * fmax((double)r->keys, 1) > 0x1p40)
    return check_fail(error, CHECK_BAD_INPUT, "case: expected at most 2^40 elements in a tensor");
  if (r->softcap < 0)
    return check_fail(error, CHECK_BAD_INPUT, "case: softcap: expected 0 or more, found %g", r->softcap);
  return CHECK_OK;
}

check_status recipe_parse(const char *text, recipe *r, check_error *error) {
  char copy[RECIPE_TEXT_MAX];
  uint64_t seen = 0;
  *r = recipe_default();
  if (strlen(text) >= sizeof copy)
    return check_fail(error, CHECK_BAD_INPUT, "case: expected fewer than %d characters", RECIPE_TEXT_MAX);
  (void)memcpy(copy, text, strlen(text) + 1);
  char *rest = copy;
  for (char *word; (word = strsep(&rest, " ")) != NULL;) {
    if (*word == '\0') continue;
    const check_status status = set_field(r, word, &seen, error);
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
