#include "check/cases/coverage.h"

#include <stdio.h>

void coverage_count(coverage *c, const recipe *r) {
  for (int f = 0; f < FACTORS; f++) {
    const int level = factor_level((factor)f, r);
    if (level >= 0) c->judged[f][level]++;
  }
}

coverage_gap coverage_gap_of(const coverage *c, const support *s, size_t count, factor f, int level) {
  if (c->judged[f][level] > 0) return GAP_NONE;
  static const coverage_gap gap_of_state[] = {GAP_NOT_TRIED, GAP_NOT_SUPPORTED, GAP_REFUSED, GAP_NOT_IN_FILES};
  coverage_gap gap = GAP_NOT_TRIED;
  for (size_t n = 0; n < count; n++) {
    if (!s[n].takes) continue;
    if (s[n].level[f][level] == SUPPORT_YES) return GAP_NOT_TRIED;
    gap = gap_of_state[s[n].level[f][level]];
  }
  return gap;
}

const char *coverage_gap_name(coverage_gap gap) {
  static const char *const names[] = {"", "not supported", "not in files", "refused", "not tried"};
  return names[gap];
}

/* The gap of all levels of an option but the plain one; GAP_NONE if they differ. */
static coverage_gap gap_of_option(const coverage *c, const support *s, size_t count, factor f) {
  const coverage_gap first = coverage_gap_of(c, s, count, f, 1);
  for (int level = 2; level < factor_levels(f); level++)
    if (coverage_gap_of(c, s, count, f, level) != first) return GAP_NONE;
  return f == FACTOR_LENGTHS || f == FACTOR_FILL ? GAP_NONE : first;
}

typedef struct {
  char *text;
  size_t size, used;
  int items; /* printed for the current gap */
} line;

static void print_item(line *l, const char *option, const char *level) {
  const char *before = l->items++ > 0 ? ", " : l->used > 0 ? "; " : "";
  if (l->used >= l->size) return;
  l->used += (size_t)snprintf(l->text + l->used, l->size - l->used, level != NULL ? "%s%s %s" : "%s%s", before, option, level);
}

static void print_factor(const coverage *c, const support *s, size_t count, factor f, coverage_gap gap, line *l) {
  /* Without windows their diagonal says nothing. */
  if (f == FACTOR_WINDOW_FROM && gap_of_option(c, s, count, FACTOR_WINDOW) != GAP_NONE) return;
  if (gap_of_option(c, s, count, f) == gap) print_item(l, factor_name(f), NULL);
  if (gap_of_option(c, s, count, f) != GAP_NONE) {
    if (coverage_gap_of(c, s, count, f, 0) == gap) print_item(l, factor_name(f), factor_level_name(f, 0));
    return;
  }
  for (int level = 0; level < factor_levels(f); level++)
    if (coverage_gap_of(c, s, count, f, level) == gap) print_item(l, factor_name(f), factor_level_name(f, level));
}

void coverage_print_gaps(const coverage *c, const support *s, size_t count, char *text, size_t size) {
  line l = {text, size, 0, 0};
  text[0] = '\0';
  for (int gap = GAP_NOT_SUPPORTED; gap <= GAP_NOT_TRIED; gap++) {
    l.items = 0;
    for (int f = 0; f < FACTORS; f++) print_factor(c, s, count, (factor)f, (coverage_gap)gap, &l);
    if (l.items > 0 && l.used < size)
      l.used += (size_t)snprintf(text + l.used, size - l.used, " (%s)", coverage_gap_name((coverage_gap)gap));
  }
}
