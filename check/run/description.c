#include "check/run/description.h"

#include <inttypes.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* A value, and its range. */
typedef struct {
  const char *member;
  int64_t value, low, high;
} ranged;

static check_status check_ranges(const char *name, const ranged *values, size_t count, check_error *error) {
  for (size_t n = 0; n < count; n++) {
    const ranged *r = &values[n];
    if (r->value < r->low || r->value > r->high)
      return check_fail(error, CHECK_BAD_INPUT,
                        "%s: attest_candidate_describe: %s: expected %" PRId64 " .. %" PRId64 ", found %" PRId64, name,
                        r->member, r->low, r->high, r->value);
  }
  return CHECK_OK;
}

static check_status check_arithmetic(const char *name, const attest_arithmetic *a, check_error *error) {
  const ranged values[] = {{"arithmetic.accumulate", (int64_t)a->accumulate, ATTEST_F64, ATTEST_BF16},
                           {"arithmetic.scores", (int64_t)a->scores, ATTEST_F64, ATTEST_BF16},
                           {"arithmetic.score_roundings", a->score_roundings, 0, 3},
                           {"arithmetic.probabilities", (int64_t)a->probabilities, ATTEST_F64, ATTEST_BF16},
                           {"arithmetic.height", a->height, 0, ATTEST_MAX_SIZE},
                           {"arithmetic.rescales", a->rescales, -1, ATTEST_MAX_SIZE}};
  return check_ranges(name, values, COUNT(values), error);
}

#define ABILITY(member)                                                                                                \
  { "supports." #member, (int64_t)s->member, ATTEST_UNSAID, ATTEST_NO }
#define SIZE(member)                                                                                                   \
  { "supports." #member, s->member, 0, ATTEST_MAX_SIZE }

static check_status check_supports(const char *name, const attest_supports *s, check_error *error) {
  const ranged values[] = {ABILITY(batches),      ABILITY(heads),      ABILITY(grouped_heads),
                           ABILITY(cross),        ABILITY(other_d_v),  ABILITY(top_left),
                           ABILITY(bottom_right), ABILITY(offset),     ABILITY(window),
                           ABILITY(mask),         ABILITY(bias),       ABILITY(kv_len),
                           ABILITY(sink),         ABILITY(scale),      ABILITY(softcap),
                           ABILITY(bshd),         ABILITY(strided),    SIZE(head_size_multiple),
                           SIZE(q_len_multiple),  SIZE(keys_multiple), SIZE(q_len_least),
                           SIZE(keys_least),      SIZE(q_len_most),    SIZE(keys_most)};
  check_status status = check_ranges(name, values, COUNT(values), error);
  for (size_t n = 0; status == CHECK_OK && n < COUNT(s->head_sizes); n++)
    status = check_ranges(name, &(ranged)SIZE(head_sizes[n]), 1, error);
  const ranged most[] = {
      {"supports.q_len_most", s->q_len_most > 0 ? s->q_len_most : ATTEST_MAX_SIZE, s->q_len_least, ATTEST_MAX_SIZE},
      {"supports.keys_most", s->keys_most > 0 ? s->keys_most : ATTEST_MAX_SIZE, s->keys_least, ATTEST_MAX_SIZE}};
  return status == CHECK_OK ? check_ranges(name, most, COUNT(most), error) : status;
}

check_status description_check(const char *name, const attest_description *d, check_error *error) {
  const check_status status = check_arithmetic(name, &d->arithmetic, error);
  return status == CHECK_OK ? check_supports(name, &d->supports, error) : status;
}
