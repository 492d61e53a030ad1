#include "bench/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An entry and its sort key; the sort is stable. */
typedef struct placed {
  json_t *entry;
  json_int_t family, instance;
  size_t place;
} placed;

static int compare(const void *a, const void *b) {
  const placed *const x = a, *const y = b;
  if (x->family != y->family) return x->family < y->family ? -1 : 1;
  if (x->instance != y->instance) return x->instance < y->instance ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

bool standing_sort(json_t *document) {
  json_t *const entries = json_object_get(document, "benchmarks"), *const sorted = json_array();
  const size_t count = json_array_size(entries);
  placed *const all = calloc(count + 1, sizeof *all);
  for (size_t n = 0; all != NULL && n < count; n++) {
    json_t *const entry = json_array_get(entries, n);
    all[n] = (placed){entry, json_integer_value(json_object_get(entry, "family_index")),
                      json_integer_value(json_object_get(entry, "per_family_instance_index")), n};
  }
  if (all != NULL) qsort(all, count, sizeof *all, compare);
  bool whole = all != NULL && sorted != NULL;
  for (size_t n = 0; whole && n < count; n++) whole = json_array_append(sorted, all[n].entry) == 0;
  free(all);
  if (whole) return json_object_set_new(document, "benchmarks", sorted) == 0;
  json_decref(sorted);
  return false;
}

static void set_number(json_t *entry, const char *key, double x) {
  if (isfinite(x)) (void)json_object_set_new(entry, key, json_real(x));
}

static bool is_of(const json_t *entry, const char *name) {
  const char *const run_name = json_string_value(json_object_get(entry, "run_name"));
  const char *const statistic = json_string_value(json_object_get(entry, "aggregate_name"));
  return run_name != NULL && strcmp(run_name, name) == 0 &&
         (statistic == NULL || strcmp(statistic, "mean") == 0 || strcmp(statistic, "median") == 0);
}

void standing_add(json_t *document, const char *name, const standing *to) {
  size_t n;
  json_t *entry;
  json_array_foreach(json_object_get(document, "benchmarks"), n, entry) {
    const json_t *const rate = json_object_get(entry, "FLOP/s");
    if (!is_of(entry, name) || !json_is_number(rate)) continue;
    set_number(entry, "percent_of_isa_peak", 100 * json_number_value(rate) / to->isa);
    set_number(entry, "percent_of_peak", 100 * json_number_value(rate) / to->highest);
    set_number(entry, "intensity", to->intensity);
    set_number(entry, "percent_of_roof", 100 * json_number_value(rate) / to->roof);
    set_number(entry, "percent_spread", 100 * to->spread);
  }
}

static bool is_late_entry(const json_t *entry, const char *name) {
  const char *const run_name = json_string_value(json_object_get(entry, "run_name"));
  return run_name != NULL && strcmp(run_name, name) == 0 && json_object_get(entry, STANDING_LATE) != NULL;
}

/* Whether this is the name of a family's fit, which contains its clock. */
static bool is_fit_of(const char *name, const char *family) {
  const size_t length = strlen(family);
  const char *const clock = strncmp(name, family, length) == 0 ? name + length : "another";
  return *clock == '\0' || strcmp(clock, "/real_time") == 0 || strcmp(clock, "/manual_time") == 0;
}

/* Removes a benchmark's statistics, and the fit of its family. */
static void drop_aggregates(json_t *entries, const char *name, const char *family) {
  for (size_t n = json_array_size(entries); n-- > 0;) {
    const json_t *const entry = json_array_get(entries, n);
    const char *const of = json_string_value(json_object_get(entry, "run_name"));
    const bool mine = of != NULL && (strcmp(of, name) == 0 || is_fit_of(of, family));
    if (mine && json_object_get(entry, "aggregate_name") != NULL) (void)json_array_remove(entries, n);
  }
}

void standing_drop_late(json_t *document, const char *name, const char *family) {
  json_t *const entries = json_object_get(document, "benchmarks");
  bool any = false;
  for (size_t n = json_array_size(entries); n-- > 0;) {
    const json_t *const entry = json_array_get(entries, n);
    if (!is_late_entry(entry, name) || json_is_true(json_object_get(entry, "error_occurred"))) continue;
    any = true;
    (void)json_array_remove(entries, n);
  }
  if (any) drop_aggregates(entries, name, family);
}

bool standing_fail(json_t *document, const char *name, const char *family, const char *text) {
  json_t *const entries = json_object_get(document, "benchmarks"), *const failed = json_pack(
                                                                       "{ss ss ss sb ss}", "name", name, "run_name",
                                                                       name, "run_type", "iteration", "error_occurred",
                                                                       1, "error_message", text);
  size_t place = 0;
  drop_aggregates(entries, name, family);
  for (size_t n = json_array_size(entries); n-- > 0;) {
    const char *const of = json_string_value(json_object_get(json_array_get(entries, n), "run_name"));
    if (of == NULL || strcmp(of, name) != 0) continue;
    place = n;
    (void)json_array_remove(entries, n);
  }
  return json_array_insert_new(entries, place, failed) == 0;
}
