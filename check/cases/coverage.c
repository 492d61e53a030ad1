#include "check/cases/coverage.h"

#include <stdio.h>
#include <string.h>

#include "check/cases/format.h"

/* Whether a diagonal from the bottom right, or from an offset, differs from one from the top left. */
static bool shows_alignment(const recipe *r) {
  if (r->alignment == ATTEST_ALIGN_OFFSET) return r->offset != 0;
  return r->alignment != ATTEST_ALIGN_BOTTOM_RIGHT || r->q_len != r->keys || r->kv_len != KV_LEN_FULL;
}

/* Whether a layout differs from contiguous memory in the order batch, head, position, column. */
static bool shows_layout(const recipe *r) {
  const bool heads = r->q_heads > 1, rows = r->q_len > 1 || r->keys > 1;
  if (r->layout == LAYOUT_BSHD) return heads && rows;
  if (r->layout == LAYOUT_SHARED) return r->batch > 1;
  return r->layout != LAYOUT_TRANSPOSED || (rows && r->d_k > 1);
}

/* Whether the level that a recipe is at, of an option, differs there from every other level. Without a diagonal, none
   can be the same. */
static bool shows(factor f, int level, const recipe *r) {
  if (f == FACTOR_CAUSAL || f == FACTOR_WINDOW_FROM) return level == 0 || shows_alignment(r);
  return f != FACTOR_LAYOUT || shows_layout(r);
}

void coverage_count(coverage *c, const recipe *r) {
  for (int f = 0; f < FACTORS; f++) {
    const int level = factor_level((factor)f, r);
    if (level < 0) continue;
    if (shows((factor)f, level, r)) c->judged[f][level]++;
    else c->alike[f][level]++;
  }
}

int64_t coverage_alike(const coverage *c, factor f) {
  int64_t cases = 0;
  for (int level = 0; level < factor_levels(f); level++) cases += c->alike[f][level];
  return cases;
}

coverage_gap coverage_gap_of_state(int state) {
  static const coverage_gap gaps[] = {[SUPPORT_YES] = GAP_NONE,
                                      [SUPPORT_NOT_SUPPORTED] = GAP_NOT_SUPPORTED,
                                      [SUPPORT_REFUSED] = GAP_REFUSED,
                                      [SUPPORT_NOT_IN_FILES] = GAP_NOT_IN_FILES};
  return gaps[state];
}

coverage_gap coverage_gap_of(const coverage *c, const support *s, size_t count, factor f, int level) {
  if (c->judged[f][level] > 0) return GAP_NONE;
  coverage_gap gap = GAP_NOT_TRIED;
  for (size_t n = 0; n < count; n++) {
    if (!s[n].takes) continue;
    if (s[n].level[f][level] == SUPPORT_YES) return c->alike[f][level] > 0 ? GAP_ALIKE : GAP_NOT_TRIED;
    gap = coverage_gap_of_state(s[n].level[f][level]);
  }
  return gap;
}

const char *coverage_gap_name(coverage_gap gap) {
  static const char *const names[] = {
      "", "not supported", "not in files", "refused", "only where it is the same as another", "not tried"};
  return names[gap];
}

/* Gaps to print: those of all types together, or what one type alone leaves out. */
typedef struct {
  const coverage *judged;
  const support *s;
  size_t count;
  const support *one; /* NULL: all together */
} view;

static coverage_gap gap_of(const view *v, factor f, int level) {
  const coverage_gap all = coverage_gap_of(v->judged, v->s, v->count, f, level);
  if (v->one == NULL) return all;
  return all == GAP_NONE ? coverage_gap_of_state(v->one->level[f][level]) : GAP_NONE;
}

/* The gap of all levels of an option but the plain one; GAP_NONE if they differ. */
static coverage_gap gap_of_option(const view *v, factor f) {
  const coverage_gap first = gap_of(v, f, 1);
  for (int level = 2; level < factor_levels(f); level++)
    if (gap_of(v, f, level) != first) return GAP_NONE;
  return f == FACTOR_LENGTHS || f == FACTOR_FILL ? GAP_NONE : first;
}

typedef struct {
  char *text;
  size_t size, used;
  int items;           /* printed for the current gap */
  const char *between; /* between two gaps */
} line;

static void print_item(line *l, const char *option, const char *level) {
  const char *before = l->items++ > 0 ? ", " : l->used > 0 ? l->between : "";
  if (l->used >= l->size) return;
  l->used +=
      (size_t)snprintf(l->text + l->used, l->size - l->used, level != NULL ? "%s%s %s" : "%s%s", before, option, level);
}

static void print_reason(line *l, const char *reason) {
  if (l->items > 0 && l->used < l->size)
    l->used += (size_t)snprintf(l->text + l->used, l->size - l->used, " (%s)", reason);
  l->items = 0;
}

static void print_factor(const view *v, factor f, coverage_gap gap, line *l) {
  /* Without windows their diagonal says nothing. */
  if (f == FACTOR_WINDOW_FROM && gap_of_option(v, FACTOR_WINDOW) != GAP_NONE) return;
  if (gap_of_option(v, f) == gap) print_item(l, factor_name(f), NULL);
  if (gap_of_option(v, f) != GAP_NONE) {
    if (gap_of(v, f, 0) == gap) print_item(l, factor_name(f), factor_level_name(f, 0));
    return;
  }
  for (int level = 0; level < factor_levels(f); level++)
    if (gap_of(v, f, level) == gap) print_item(l, factor_name(f), factor_level_name(f, level));
}

static void print_view(const view *v, line *l) {
  for (int gap = GAP_NOT_SUPPORTED; gap <= GAP_NOT_TRIED; gap++) {
    for (int f = 0; f < FACTORS; f++) print_factor(v, (factor)f, (coverage_gap)gap, l);
    print_reason(l, coverage_gap_name((coverage_gap)gap));
  }
}

/* What one type leaves out although another has it, and how many sizes of the pools it does not take. */
static void print_type(const view *all, const support *one, char *text, size_t size) {
  line l = {text, size, 0, 0, ", "};
  text[0] = '\0';
  print_view(&(view){all->judged, all->s, all->count, one}, &l);
  for (int pool = 0; pool < POOLS; pool++) {
    char sizes[60];
    const support_sizes *n = &one->sizes[pool];
    (void)snprintf(sizes, sizeof sizes, "%d of %d %s", n->of - n->taken, n->of, support_pool_name((support_pool)pool));
    if (n->taken < n->of) print_item(&l, sizes, NULL);
  }
  print_reason(&l, "not taken");
}

enum { TYPE_TEXT = 1000 };

/* Prints what types leave out, those that leave out the same together; *named: bits of the types that were printed. */
static void print_like(const view *all, size_t n, unsigned *named, line *l) {
  char text[TYPE_TEXT], other[TYPE_TEXT], names[40] = "";
  size_t used = 0;
  bool every = true;
  print_type(all, &all->s[n], text, sizeof text);
  for (size_t m = 0; m < all->count; m++) {
    if (!all->s[m].takes) continue;
    print_type(all, &all->s[m], other, sizeof other);
    every = every && strcmp(text, other) == 0;
    if (strcmp(text, other) != 0) continue;
    *named |= 1u << m;
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "",
                             format_names[all->s[m].base.dtype]);
  }
  if (text[0] == '\0' || l->used >= l->size) return;
  l->used += (size_t)snprintf(l->text + l->used, l->size - l->used, "%s%s%s%s", l->used > 0 ? "; " : "",
                              every ? "" : names, every ? "" : ": ", text);
}

void coverage_print_gaps(const coverage *c, const support *s, size_t count, char *text, size_t size) {
  const view all = {c, s, count, NULL};
  line l = {text, size, 0, 0, "; "};
  unsigned named = 0;
  text[0] = '\0';
  print_view(&all, &l);
  for (size_t n = 0; n < count; n++)
    if (s[n].takes && (named >> n & 1) == 0) print_like(&all, n, &named, &l);
}
