#include "reports/speed.h"

#include <math.h>
#include <string.h>

#include "bench/runs.h"
#include "check/judge/variant.h"

static double number(const json_t *entry, const char *key) {
  const json_t *const value = json_object_get(entry, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text(const json_t *entry, const char *key) {
  const char *const value = json_string_value(json_object_get(entry, key));
  return value != NULL ? value : "";
}

/* The first of the repetitions, as all have the same error, or what stands for all. */
static bool is_wrong(const json_t *entry) {
  return json_is_true(json_object_get(entry, "error_occurred")) &&
         json_integer_value(json_object_get(entry, "repetition_index")) == 0;
}

/* The middle of the repetitions, or the only one. */
static bool is_timed(const json_t *entry) {
  if (runs_is_limit(text(entry, "run_name")) || json_object_get(entry, "FLOP/s") == NULL) return false;
  if (strcmp(text(entry, "aggregate_name"), "median") == 0) return true;
  return number(entry, "repetitions") == 1 && strcmp(text(entry, "run_type"), "iteration") == 0;
}

/* Word n of SWEEP/VARIANT/TYPE/... */
static void word(const char *name, int n, char *found, size_t size) {
  for (; n > 0 && *name != '\0'; n--) {
    name += strcspn(name, "/");
    name += *name == '/' ? 1 : 0;
  }
  (void)snprintf(found, size, "%.*s", (int)strcspn(name, "/"), name);
}

static bool find(const json_t *bench, size_t n, bool or_wrong, speed *found) {
  size_t i;
  const json_t *entry;
  json_array_foreach(json_object_get(bench, "benchmarks"), i, entry) {
    const bool wrong = is_wrong(entry);
    if (!(is_timed(entry) || (or_wrong && wrong)) || n-- > 0) continue;
    *found = (speed){.name = text(entry, "run_name"),
                     .wrong = wrong,
                     .seconds = 1e-9 * number(entry, "real_time"),
                     .spread = number(entry, "percent_spread"),
                     .rate = 1e-9 * number(entry, "FLOP/s"),
                     .isa_share = number(entry, "percent_of_isa_peak"),
                     .peak_share = number(entry, "percent_of_peak"),
                     .roof_share = number(entry, "percent_of_roof"),
                     .intensity = number(entry, "intensity")};
    word(found->name, 1, found->variant, sizeof found->variant);
    found->peer = variant_find(found->variant) == NULL;
    word(found->name, 2, found->dtype, sizeof found->dtype);
    (void)problem_of(found->name, found->problem);
    return true;
  }
  return false;
}

bool speed_at(const json_t *bench, size_t n, speed *found) { return find(bench, n, false, found); }

bool speed_or_wrong_at(const json_t *bench, size_t n, speed *found) { return find(bench, n, true, found); }

bool speed_on(const json_t *bench, const char *problem, const char *variant, speed *found) {
  for (size_t n = 0; find(bench, n, true, found); n++)
    if (strcmp(found->variant, variant) == 0 && strcmp(found->problem, problem) == 0) return true;
  return false;
}

static bool is_ours(const char *variant) {
  return variant_find(variant) != NULL && strcmp(variant, VARIANT_SELECTED) != 0;
}

bool speed_best(const json_t *bench, const char *variant, speed *found) {
  bool any = false;
  speed next;
  for (size_t n = 0; speed_at(bench, n, &next); n++) {
    const bool asked = variant[0] != '\0' ? strcmp(next.variant, variant) == 0 : is_ours(next.variant);
    if (!asked || (any && !(next.rate > found->rate))) continue;
    *found = next;
    any = true;
  }
  return any;
}
