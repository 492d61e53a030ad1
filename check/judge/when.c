#include "check/judge/when.h"

#include <inttypes.h>
#include <stdio.h>

#include "check/cases/factor.h"
#include "check/cases/format.h"

#define CONDITIONS 3    /* most conditions named */
#define LEAST_SHARE 0.2 /* of the passing cases left, the share that a condition must exclude */

/* A condition on a case: level of a factor, or a relation of a size to a number. */
typedef enum { OF_FACTOR, OF_PLAIN, OF_OTHER_THAN_PLAIN, OF_TYPE, OF_LEAST, OF_MOST, OF_REST } condition_kind;

typedef struct {
  condition_kind kind;
  int of;         /* a factor, or a size */
  int64_t number; /* level, type, least or most, or divisor */
} condition;

/* ---- sizes */

typedef enum {
  SIZE_KEYS,
  SIZE_Q_LEN,
  SIZE_D_K,
  SIZE_D_V,
  SIZE_BATCH,
  SIZE_HEADS,
  SIZE_GROUP,
  SIZE_MATRICES,
  SIZES
} size_kind;

static const char *const size_names[] = {"keys",    "queries", "columns of q and k", "columns of v",
                                         "batches", "q heads", "q heads in a group", "heads in all batches"};

static int64_t size_of(size_kind size, const recipe *r) {
  const int64_t sizes[] = {
      r->keys, r->q_len, r->d_k, r->d_v, r->batch, r->q_heads, r->q_heads / r->kv_heads, r->batch * r->q_heads};
  return sizes[size];
}

static bool meets(const condition *c, const recipe *r) {
  const int level = c->kind <= OF_OTHER_THAN_PLAIN ? factor_level((factor)c->of, r) : 0;
  const int64_t size = c->kind >= OF_LEAST ? size_of((size_kind)c->of, r) : 0;
  switch (c->kind) {
  case OF_FACTOR:
    return level == c->number;
  case OF_PLAIN:
    return level == 0;
  case OF_OTHER_THAN_PLAIN:
    return level != 0;
  case OF_TYPE:
    return r->dtype == c->number;
  case OF_LEAST:
    return size >= c->number;
  case OF_MOST:
    return size <= c->number;
  case OF_REST:
    break;
  }
  return size % c->number != 0;
}

/* ---- the conditions that all failing cases meet */

static bool all_failing_meet(const condition *c, const judged_case *cases, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (cases[n].failed && !meets(c, &cases[n].made)) return false;
  return true;
}

/* The passing cases that a condition excludes, of those that met the conditions before. */
static size_t excludes(const condition *c, const judged_case *cases, size_t count, const condition *before,
                       size_t conditions) {
  size_t excluded = 0;
  for (size_t n = 0; n < count; n++) {
    bool left = !cases[n].failed;
    for (size_t m = 0; left && m < conditions; m++) left = meets(&before[m], &cases[n].made);
    excluded += left && !meets(c, &cases[n].made);
  }
  return excluded;
}

typedef struct {
  const judged_case *cases;
  size_t count;
  condition found[CONDITIONS];
  size_t conditions;
  condition best;
  size_t best_excludes;
} search;

static void consider(search *s, condition c) {
  if (!all_failing_meet(&c, s->cases, s->count)) return;
  const size_t excluded = excludes(&c, s->cases, s->count, s->found, s->conditions);
  if (excluded <= s->best_excludes) return;
  s->best = c;
  s->best_excludes = excluded;
}

static void consider_factors(search *s) {
  for (int f = 0; f < FACTORS; f++) {
    for (int level = 1; level < factor_levels((factor)f); level++) consider(s, (condition){OF_FACTOR, f, level});
    consider(s, (condition){OF_OTHER_THAN_PLAIN, f, 0});
    consider(s, (condition){OF_PLAIN, f, 0});
  }
  for (int type = 0; type < FORMATS; type++) consider(s, (condition){OF_TYPE, 0, type});
}

/* The least and the largest size of the failing cases, and the divisors that none of them has. */
static void consider_sizes(search *s) {
  for (int size = 0; size < SIZES; size++) {
    int64_t least = INT64_MAX, most = 0;
    for (size_t n = 0; n < s->count; n++) {
      const int64_t its = size_of((size_kind)size, &s->cases[n].made);
      if (!s->cases[n].failed) continue;
      least = its < least ? its : least;
      most = its > most ? its : most;
    }
    consider(s, (condition){OF_LEAST, size, least});
    for (int64_t divisor = 128; divisor >= 2 && size <= SIZE_D_V; divisor /= 2)
      consider(s, (condition){OF_REST, size, divisor});
    consider(s, (condition){OF_MOST, size, most});
  }
}

/* ---- text */

static void print_condition(const condition *c, char text[100]) {
  const char *size = size_names[c->kind >= OF_LEAST ? c->of : 0];
  const char *name = c->kind <= OF_OTHER_THAN_PLAIN ? factor_name((factor)c->of) : "";
  switch (c->kind) {
  case OF_FACTOR:
    (void)snprintf(text, 100, "with %s %s", name, factor_level_name((factor)c->of, (int)c->number));
    break;
  case OF_PLAIN:
    (void)snprintf(text, 100, "with %s %s", name, factor_level_name((factor)c->of, 0));
    break;
  case OF_OTHER_THAN_PLAIN:
    (void)snprintf(text, 100, "with %s other than %s", name, factor_level_name((factor)c->of, 0));
    break;
  case OF_TYPE:
    (void)snprintf(text, 100, "in %s", format_names[c->number]);
    break;
  case OF_LEAST:
    (void)snprintf(text, 100, "from %" PRId64 " %s on", c->number, size);
    break;
  case OF_MOST:
    (void)snprintf(text, 100, "up to %" PRId64 " %s", c->number, size);
    break;
  case OF_REST:
    (void)snprintf(text, 100, "where the number of %s is no multiple of %" PRId64, size, c->number);
    break;
  }
}

/* The cases that meet all conditions: how many, and how many of them fail. */
static void count_such(const search *s, size_t *such, size_t *failing) {
  *such = *failing = 0;
  for (size_t n = 0; n < s->count; n++) {
    bool met = true;
    for (size_t m = 0; met && m < s->conditions; m++) met = meets(&s->found[m], &s->cases[n].made);
    *such += met;
    *failing += s->cases[n].failed;
  }
}

void when_print(const judged_case *cases, size_t count, char text[WHEN_TEXT_MAX]) {
  search s = {.cases = cases, .count = count};
  size_t such, failing, used = 0;
  count_such(&s, &such, &failing);
  text[0] = '\0';
  if (failing == 0 || failing == count) return;
  for (size_t left = count - failing; left > 0 && s.conditions < CONDITIONS; left -= s.best_excludes) {
    s.best_excludes = 0;
    consider_factors(&s);
    consider_sizes(&s);
    if (s.best_excludes == 0 || (double)s.best_excludes < LEAST_SHARE * (double)left) break;
    s.found[s.conditions++] = s.best;
  }
  for (size_t n = 0; n < s.conditions; n++) {
    char one[100];
    print_condition(&s.found[n], one);
    used += (size_t)snprintf(text + used, WHEN_TEXT_MAX - used, "%s%s", n == 0 ? "only " : ", and ", one);
  }
  count_such(&s, &such, &failing);
  if (s.conditions == 0)
    (void)snprintf(text, WHEN_TEXT_MAX, "%zu of %zu cases fail, with no option or size in common", failing, count);
  else
    (void)snprintf(text + used, WHEN_TEXT_MAX - used, ": %zu of %zu such cases fail, none of the %zu others", failing,
                   such, count - such);
}
