#include "bench/runs.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/rank.h"
#include "check/cases/json.h"
#include "check/cases/plural.h"

static bool ends_in(const char *text, const char *end) {
  const size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

static check_status read_unit(const json_t *entry, const char *path, const char *where, double *ns,
                              check_error *error) {
  static const struct {
    const char *name;
    double ns; /* rounded to whole ns, so that equal times in two units are equal */
  } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const json_t *name = json_object_get(entry, "time_unit");
  for (size_t n = 0; json_is_string(name) && n < sizeof units / sizeof units[0]; n++) {
    *ns = units[n].ns;
    if (strcmp(json_string_value(name), units[n].name) == 0) return CHECK_OK;
  }
  char member[64];
  (void)snprintf(member, sizeof member, "%s.time_unit", where);
  return json_unexpected(path, member, "ns, us, ms or s", name, error);
}

static check_status read_seconds(const json_t *entry, const char *path, const char *where, const char *name,
                                 double *seconds, check_error *error) {
  const char *const clock = ends_in(name, "/real_time") || ends_in(name, "/manual_time") ? "real_time" : "cpu_time";
  const json_t *const time = json_object_get(entry, clock);
  char member[64];
  double ns = 0;
  const check_status status = read_unit(entry, path, where, &ns, error);
  if (status != CHECK_OK) return status;
  *seconds = json_number_value(time) * ns / 1e9;
  if (json_is_number(time) && *seconds > 0 && isfinite(*seconds)) return CHECK_OK;
  (void)snprintf(member, sizeof member, "%s.%s", where, clock);
  return json_unexpected(path, member, "a finite time above 0", time, error);
}

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the benchmarks");
}

static run *find(const runs *among, const char *name) {
  for (size_t n = 0; n < among->count; n++)
    if (strcmp(among->at[n].name, name) == 0) return &among->at[n];
  return NULL;
}

/* Finds the benchmark of that name, or adds it; NULL: no memory. */
static run *find_or_add(runs *among, const char *name, const json_t *entry) {
  run *const there = find(among, name);
  if (there != NULL) return there;
  run *const more = realloc(among->at, (among->count + 1) * sizeof *more);
  if (more == NULL) return NULL;
  among->at = more;
  more[among->count] = (run){.name = name, .seen = entry};
  return &more[among->count++];
}

static check_status add_seconds(run *r, double seconds, check_error *error) {
  double *const more = realloc(r->seconds, (r->count + 1) * sizeof *more);
  if (more == NULL) return no_memory(error);
  r->seconds = more;
  more[r->count++] = seconds;
  return CHECK_OK;
}

static check_status read_entry(const json_t *entry, const char *path, const char *where, runs *read,
                               check_error *error) {
  if (!json_is_object(entry)) return json_unexpected(path, where, "an object", entry, error);
  const json_t *const type = json_object_get(entry, "run_type"), *name = json_object_get(entry, "run_name");
  if (json_is_string(type) && strcmp(json_string_value(type), "aggregate") == 0) return CHECK_OK;
  if (name == NULL) name = json_object_get(entry, "name");
  char member[64];
  (void)snprintf(member, sizeof member, "%s.name", where);
  if (!json_is_string(name)) return json_unexpected(path, member, "a string", name, error);
  run *const r = find_or_add(read, json_string_value(name), entry);
  if (r == NULL) return no_memory(error);
  if (json_is_true(json_object_get(entry, "error_occurred"))) {
    const char *const text = json_string_value(json_object_get(entry, "error_message"));
    r->error = text != NULL ? text : "an error";
    return CHECK_OK;
  }
  if (r->count == 0) r->seen = entry;
  double seconds = 0;
  const check_status status = read_seconds(entry, path, where, r->name, &seconds, error);
  return status == CHECK_OK ? add_seconds(r, seconds, error) : status;
}

check_status runs_read(const json_t *document, const char *path, runs *read, check_error *error) {
  const json_t *const entries = json_object_get(document, "benchmarks");
  *read = (runs){.count = 0};
  if (!json_is_array(entries))
    return json_unexpected(path, "benchmarks", "an array, as Google Benchmark writes it", entries, error);
  for (size_t n = 0; n < json_array_size(entries); n++) {
    char where[40];
    (void)snprintf(where, sizeof where, "benchmarks[%zu]", n);
    const check_status status = read_entry(json_array_get(entries, n), path, where, read, error);
    if (status != CHECK_OK) return status;
  }
  return CHECK_OK;
}

void runs_free(runs *read) {
  for (size_t n = 0; n < read->count; n++) free(read->at[n].seconds);
  free(read->at);
  *read = (runs){.count = 0};
}

bool runs_is_limit(const char *name) { return strncmp(name, RUNS_LIMIT, strlen(RUNS_LIMIT)) == 0; }

const run *runs_find(const runs *among, const char *name) { return find(among, name); }

double run_quantile(const run *r, double p) {
  return r->count > 0 ? rank_quantile(r->seconds, r->count, p) : (double)NAN;
}

double run_median(const run *r) { return run_quantile(r, 0.5); }

double run_spread(const run *r) {
  if (r->count < 2) return (double)NAN;
  return (run_quantile(r, 0.75) - run_quantile(r, 0.25)) / 2 / run_median(r);
}

#define ORDER_P 0.05

bool runs_can_order(const run *first, const run *second) {
  return rank_test_least(first->count, second->count) < ORDER_P;
}

int runs_order(const run *first, const run *second) {
  if (!runs_can_order(first, second)) return 0; /* with ties, the normal approximation of a few may be below it */
  if (!(rank_test(first->seconds, first->count, second->seconds, second->count) < ORDER_P)) return 0;
  return run_median(second) > run_median(first) ? 1 : -1;
}

bool runs_set_beside(const run *ours, const run *its, runs_beside *so_far) {
  if (ours == NULL || its == NULL) return false;
  const int order = runs_order(ours, its);
  so_far->timed++;
  so_far->faster += order < 0;
  so_far->level += order == 0 && runs_can_order(ours, its);
  so_far->few += order == 0 && !runs_can_order(ours, its);
  return true;
}

void runs_stand(const runs_beside *on, runs_standing *so_far) {
  so_far->problems += on->timed > 0;
  so_far->ahead += on->timed > 0 && on->faster + on->level + on->few == 0;
  so_far->behind += on->faster > 0;
  so_far->few += on->faster == 0 && on->few > 0; /* these may be faster */
  so_far->level += on->faster == 0 && on->few == 0 && on->level > 0;
}

const char *runs_standing_words(const runs_standing *s, char text[RUNS_STANDING_MAX]) {
  const int used = snprintf(text, RUNS_STANDING_MAX,
                            "of %zu problem%s, attest is ahead of all others on %zu, behind on %zu, indistinguishable "
                            "on %zu",
                            s->problems, plural_s((int64_t)s->problems), s->ahead, s->behind, s->level);
  if (s->few > 0)
    (void)snprintf(text + used, RUNS_STANDING_MAX - (size_t)used, "; too few repetitions to tell on %zu", s->few);
  return text;
}

double run_count(const run *r, const char *name) {
  const json_t *const value = json_object_get(r->seen, name);
  return json_is_number(value) ? json_number_value(value) : (double)NAN;
}
