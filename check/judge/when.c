#include "check/judge/when.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/cases/factor.h"
#include "check/cases/format.h"

#define LEAST_SHARE 0.2 /* of the passing cases left, the share that a condition must exclude */

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

static bool meets(const when_condition *c, const recipe *r) {
  const int level = c->kind <= WHEN_OTHER_THAN_PLAIN ? factor_level((factor)c->of, r) : 0;
  const int64_t size = c->kind >= WHEN_LEAST ? size_of((size_kind)c->of, r) : 0;
  switch (c->kind) {
  case WHEN_LEVEL:
    return level == c->number;
  case WHEN_PLAIN:
    return level == 0;
  case WHEN_OTHER_THAN_PLAIN:
    return level != 0;
  case WHEN_TYPE:
    return r->dtype == c->number;
  case WHEN_OFFSET:
    return r->alignment == ATTEST_ALIGN_OFFSET && (c->number < 0 ? r->offset < 0 : r->offset > 0);
  case WHEN_LEAST:
    return size >= c->number;
  case WHEN_MOST:
    return size <= c->number;
  case WHEN_REST:
    return size % c->number != 0;
  case WHEN_MULTIPLE:
    break;
  }
  return size % c->number == 0;
}

/* ---- the conditions that all failing cases meet */

static bool all_failing_meet(const when_condition *c, const judged_case *cases, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (cases[n].failed && !meets(c, &cases[n].made)) return false;
  return true;
}

size_t when_missed(const when *w, const recipe *r) {
  size_t missed = 0;
  for (size_t n = 0; n < w->conditions; n++) missed += !meets(&w->all[n], r);
  return missed;
}

/* The passing cases that a condition excludes, of those that met the conditions before. */
static size_t excludes(const when_condition *c, const judged_case *cases, size_t count, const when *before) {
  size_t excluded = 0;
  for (size_t n = 0; n < count; n++)
    excluded += !cases[n].failed && when_missed(before, &cases[n].made) == 0 && !meets(c, &cases[n].made);
  return excluded;
}

typedef struct {
  const judged_case *cases;
  size_t count;
  when found;
  when_condition best;
  size_t best_excludes;
} search;

static void consider(search *s, when_condition c) {
  if (!all_failing_meet(&c, s->cases, s->count)) return;
  const size_t excluded = excludes(&c, s->cases, s->count, &s->found);
  if (excluded <= s->best_excludes) return;
  s->best = c;
  s->best_excludes = excluded;
}

static void consider_factors(search *s) {
  for (int f = 0; f < FACTORS; f++) {
    for (int level = 1; level < factor_levels((factor)f); level++) consider(s, (when_condition){WHEN_LEVEL, f, level});
    consider(s, (when_condition){WHEN_OTHER_THAN_PLAIN, f, 0});
    consider(s, (when_condition){WHEN_PLAIN, f, 0});
  }
  for (int type = 0; type < FORMATS; type++) consider(s, (when_condition){WHEN_TYPE, 0, type});
  for (int sign = -1; sign <= 1; sign += 2) consider(s, (when_condition){WHEN_OFFSET, 0, sign});
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
    consider(s, (when_condition){WHEN_LEAST, size, least});
    for (int64_t divisor = 128; divisor >= 2 && size <= SIZE_D_V; divisor /= 2) {
      consider(s, (when_condition){WHEN_REST, size, divisor});
      consider(s, (when_condition){WHEN_MULTIPLE, size, divisor});
    }
    consider(s, (when_condition){WHEN_MOST, size, most});
  }
}

static void count_cases(search *s) {
  for (size_t n = 0; n < s->count; n++) {
    const bool such = when_missed(&s->found, &s->cases[n].made) == 0;
    s->found.others += !such;
    if (s->cases[n].of == JUDGED_FOR_SHRINKING) continue;
    s->found.count++;
    s->found.failing += s->cases[n].failed;
    s->found.such += such;
  }
}

when when_find(const judged_case *cases, size_t count) {
  search s = {.cases = cases, .count = count};
  size_t left = 0;
  for (size_t n = 0; n < count; n++) left += !cases[n].failed;
  for (; left < count && left > 0 && s.found.conditions < WHEN_CONDITIONS; left -= s.best_excludes) {
    s.best_excludes = 0;
    consider_factors(&s);
    consider_sizes(&s);
    if (s.best_excludes == 0 || (double)s.best_excludes < LEAST_SHARE * (double)left) break;
    s.found.all[s.found.conditions++] = s.best;
  }
  count_cases(&s);
  return s.found;
}

/* ---- two kinds */

#define SPLIT_FROM 5000 /* most cases from which a split is found */
#define FIRST_LEAST 0.5 /* of the failing cases, the least share of the first kind */
#define TELLS_LEAST 0.5 /* of the passing cases, the least share that do not meet the conditions of a kind */
#define SECOND_LEAST 3  /* failing cases */

bool when_is_of_kind(const when_kinds *k, int kind, const recipe *r) {
  return kind == 0 ? !meets(&k->apart, r) : when_missed(&k->first, r) > 0;
}

/* The cases of a kind, in their order; returns their number, and how many fail. */
static size_t cases_of_kind(const when_kinds *k, int kind, const judged_case *cases, size_t count, judged_case *to,
                            size_t *failing) {
  size_t used = 0;
  *failing = 0;
  for (size_t n = 0; n < count; n++) {
    if (!when_is_of_kind(k, kind, &cases[n].made)) continue;
    *failing += cases[n].failed;
    to[used++] = cases[n];
  }
  return used;
}

/* The share of the passing cases that the conditions exclude; 0 without conditions. */
static double share_excluded(const when *w, const judged_case *cases, size_t count) {
  size_t excluded = 0, passing = 0;
  for (size_t n = 0; n < count; n++) {
    passing += !cases[n].failed;
    excluded += !cases[n].failed && when_missed(w, &cases[n].made) > 0;
  }
  return passing > 0 ? (double)excluded / (double)passing : 0;
}

/* How well a level splits the cases: the lower of the shares that the conditions of the two kinds exclude; 0: it does
   not. list: room for all cases. */
static double try_split(when_kinds *k, const judged_case *cases, size_t count, size_t failures, judged_case *list) {
  size_t failing, used = cases_of_kind(k, 0, cases, count, list, &failing);
  if (failing == failures || (double)failing < FIRST_LEAST * (double)failures) return 0;
  k->first = when_find(list, used);
  const double first = share_excluded(&k->first, list, used);
  if (first < TELLS_LEAST) return 0;
  used = cases_of_kind(k, 1, cases, count, list, &failing);
  if (failing < SECOND_LEAST) return 0;
  const when second = when_find(list, used);
  const double tells = share_excluded(&second, list, used);
  if (tells < TELLS_LEAST) return 0;
  return tells < first ? tells : first;
}

bool when_split(const judged_case *cases, size_t count, when_kinds *k) {
  const when all = when_find(cases, count);
  const size_t used = count < SPLIT_FROM ? count : SPLIT_FROM;
  judged_case *list = calloc(used + 1, sizeof *list);
  size_t failures = 0;
  double best = 0;
  for (size_t n = 0; n < used; n++) failures += cases[n].failed;
  for (int f = 0; list != NULL && all.conditions == 0 && f < FACTORS; f++)
    for (int level = 0; level < factor_levels((factor)f); level++) {
      when_kinds one = {.apart = {WHEN_LEVEL, f, level}};
      const double its = try_split(&one, cases, used, failures, list);
      if (its <= best) continue;
      best = its;
      *k = one;
    }
  free(list);
  return best > 0;
}

/* ---- text */

static void print_condition(const when_condition *c, char text[100]) {
  const char *size = size_names[c->kind >= WHEN_LEAST ? c->of : 0];
  const char *name = c->kind <= WHEN_OTHER_THAN_PLAIN ? factor_name((factor)c->of) : "";
  switch (c->kind) {
  case WHEN_LEVEL:
    (void)snprintf(text, 100, "with %s %s", name, factor_level_name((factor)c->of, (int)c->number));
    break;
  case WHEN_PLAIN:
    (void)snprintf(text, 100, "with %s %s", name, factor_level_name((factor)c->of, 0));
    break;
  case WHEN_OTHER_THAN_PLAIN:
    (void)snprintf(text, 100, "with %s other than %s", name, factor_level_name((factor)c->of, 0));
    break;
  case WHEN_TYPE:
    (void)snprintf(text, 100, "in %s", format_names[c->number]);
    break;
  case WHEN_OFFSET:
    (void)snprintf(text, 100, "with a %s offset of the diagonal", c->number < 0 ? "negative" : "positive");
    break;
  case WHEN_LEAST:
    (void)snprintf(text, 100, "from %" PRId64 " %s on", c->number, size);
    break;
  case WHEN_MOST:
    (void)snprintf(text, 100, "up to %" PRId64 " %s", c->number, size);
    break;
  case WHEN_REST:
    (void)snprintf(text, 100, "where the number of %s is not a multiple of %" PRId64, size, c->number);
    break;
  case WHEN_MULTIPLE:
    (void)snprintf(text, 100, "where the number of %s is a multiple of %" PRId64, size, c->number);
    break;
  }
}

void when_print_kind(const when_kinds *k, int kind, char text[WHEN_TEXT_MAX]) {
  const factor of = (factor)k->apart.of;
  if (kind == 0)
    (void)snprintf(text, WHEN_TEXT_MAX, "cases with %s other than %s", factor_name(of),
                   factor_level_name(of, (int)k->apart.number));
  else (void)snprintf(text, WHEN_TEXT_MAX, "cases that do not meet the conditions of kind 1");
}

void when_print(const when *w, char text[WHEN_TEXT_MAX]) {
  size_t used = 0;
  text[0] = '\0';
  if (w->failing == 0 || w->failing == w->count) return;
  for (size_t n = 0; n < w->conditions; n++) {
    char one[100];
    print_condition(&w->all[n], one);
    used += (size_t)snprintf(text + used, WHEN_TEXT_MAX - used, "%s%s", n == 0 ? "only " : ", and ", one);
  }
  if (w->conditions == 0)
    (void)snprintf(text, WHEN_TEXT_MAX, "%zu of %zu cases fail; they have no option or size in common", w->failing,
                   w->count);
  else
    (void)snprintf(text + used, WHEN_TEXT_MAX - used, ": %zu of %zu such cases fail, none of the %zu others",
                   w->failing, w->such, w->others);
}
