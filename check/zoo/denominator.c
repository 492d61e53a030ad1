/* The weights of a row with the denominator D = sum of exp(s_j - m) over visible keys j. With D' in its place every
   weight is D / D' times as large; lse is m + log D'. For a set S of keys, the sums that D' may differ by are those of
   exp(s_j - m), exp(0 - m) or 1 over S. */
#include "check/zoo/denominator.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/zoo/branches.h"
#include "check/zoo/laws.h"
#include "check/zoo/words.h"

#define LEAST 6         /* rows, of two sheets */
#define NOTHING (-30)   /* logarithm of D' / D, if D' is 0 but for rounding; */
#define LARGE 9         /* if weights may be too small for a type of 16 bits */
#define SHOWN 1e-3      /* weights from which a factor is read */
#define ROUNDED 0.06    /* largest error of a denominator that is rounded, */
#define ROUNDED_ROWS 12 /* and the least wrong rows */
#define STALE_TILES 8   /* most sizes of tiles */
#define ALTERNATIVES 3  /* sets of keys that are named, if the rows do not tell them apart */
#define NUMBER_TEXT_MAX 30

/* A row and the logarithm of D' / D. */
typedef struct {
  const sheet *of;
  int64_t row;
  double change, tolerance;
} shown_row;

typedef struct {
  shown_row *list;
  size_t count, wrong, without; /* all; with another denominator; without weights */
  size_t of_lse;                /* with right weights: only the sum in lse is another */
  const sheet *first;           /* with a wrong row */
  bool several;                 /* sheets have wrong rows */
} shown_rows;

/* How D' differs from D: by which keys, and by what for each. */
typedef struct {
  int64_t tiles[STALE_TILES]; /* tried, up to the first 0: keys after which the maximum is raised; none: unused */
  double (*term)(const sheet *s, int64_t row, int64_t j, int64_t tile);
  const char *says; /* "{}" stands for the tile */
  bool visible;     /* visible keys; else hidden ones */
  bool sink;        /* the term of the sink stays relative to the sink, too */
} kind;

static double own_term(const sheet *s, int64_t row, int64_t j, int64_t tile) {
  return (void)tile, exp(s->score[sheet_pair(s, row, j)] - s->max[row]);
}
static double minus_own_term(const sheet *s, int64_t row, int64_t j, int64_t tile) {
  return -own_term(s, row, j, tile);
}
static double zero_term(const sheet *s, int64_t row, int64_t j, int64_t tile) {
  return (void)j, (void)tile, exp(-s->max[row]);
}
static double max_term(const sheet *s, int64_t row, int64_t j, int64_t tile) {
  return (void)s, (void)row, (void)j, (void)tile, 1;
}
/* What is too much if a term stays relative to the maximum up to its tile. */
static double stale_term(const sheet *s, int64_t row, int64_t j, int64_t tile) {
  const int64_t end = (j / tile + 1) * tile;
  if (end >= s->keys) return 0;
  return exp(s->score[sheet_pair(s, row, j)] - s->so_far[sheet_pair(s, row, end - 1)]) - own_term(s, row, j, tile);
}

static const kind kinds[] = {
    {{0}, minus_own_term, "leaves out keys", true, false},
    {{0}, own_term, "counts keys twice", true, false},
    {{0}, own_term, "counts hidden keys", false, false},
    {{0}, zero_term, "counts hidden keys as if their score were 0", false, false},
    {{0}, max_term, "counts hidden keys as if their score were the maximum", false, false},
    {{32, 64, 128, 16, 8, 4, 48, 96},
     stale_term,
     "does not rescale terms of tiles of {} keys when a later tile raises the maximum",
     true,
     false},
    {{32, 64, 128, 16, 8},
     stale_term,
     "does not rescale terms of the sink and of tiles of {} keys when a later tile raises the maximum,",
     true,
     true},
};

/* ---- what the rows show */

/* Whether a row has no weights: if the denominator is 0, they are 0, infinite or NaN; if it is very large, they are 0.
   */
static bool has_no_weights(const sheet *s, int64_t row) {
  bool none = true;
  for (int64_t n = sheet_pair(s, row, 0); n < sheet_pair(s, row + 1, 0); n++)
    none = none && (!s->visible[n] || !(s->read[n] > 0) || isinf(s->read[n]));
  return none;
}

/* Whether some weight of a row is large enough to tell a factor. */
static bool is_telling(const sheet *s, int64_t row) {
  bool telling = false;
  for (int64_t n = sheet_pair(s, row, 0); n < sheet_pair(s, row + 1, 0); n++) telling = telling || s->weight[n] > SHOWN;
  return telling;
}

/* The logarithm of one factor on all weights of a row; NaN if there is no one factor. */
static double factor_of(const sheet *s, int64_t row, double tolerance) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int64_t n = sheet_pair(s, row, 0); n < sheet_pair(s, row + 1, 0); n++) {
    if (!s->visible[n] && !(fabs(s->read[n]) <= SHOWN)) return NAN;
    if (!(s->weight[n] > SHOWN)) continue;
    const double factor = log(s->read[n] / s->weight[n]);
    if (isnan(factor)) return NAN;
    low = fmin(low, factor), high = fmax(high, factor);
  }
  return high - low <= tolerance ? (low + high) / 2 : NAN;
}

/* Adds a row. False if its weights have no one factor. */
static bool add_row(shown_rows *to, const sheet *s, int64_t row) {
  const sight of_row = {s, row, -1, -1, false}, of_pair = {s, row, 0, -1, false};
  shown_row r = {s, row, -HUGE_VAL, law_tolerance(&of_pair)};
  if (!is_telling(s, row)) return true;
  const bool none = has_no_weights(s, row);
  const double factor = none ? HUGE_VAL : factor_of(s, row, r.tolerance), right = sheet_right_lse(s, row);
  if (isnan(factor)) return false;
  r.change = -factor;
  if (s->has_lse && fabs(factor) <= r.tolerance) {
    r.tolerance = law_tolerance(&of_row);
    r.change = s->lse[row] - right;
    to->of_lse += fabs(r.change) > r.tolerance;
  }
  if (isnan(r.change) || r.change == HUGE_VAL) return false;
  const bool wrong = fabs(r.change) > r.tolerance;
  if (wrong && to->first == NULL) to->first = s;
  to->several = to->several || (wrong && to->first != s);
  to->wrong += wrong;
  to->without += isinf(r.change) != 0;
  to->list[to->count++] = r;
  return true;
}

static bool collect(const sheet *sheets, size_t count, shown_rows *to) {
  size_t rows = 1;
  for (size_t n = 0; n < count; n++) rows += (size_t)sheets[n].rows;
  to->list = calloc(rows, sizeof *to->list);
  for (size_t n = 0; n < count && to->list != NULL; n++)
    for (int64_t row = 0; row < sheets[n].rows; row++)
      if (!add_row(to, &sheets[n], row)) return false;
  return to->list != NULL && to->wrong - to->without >= LEAST && to->several;
}

/* ---- which keys give them */

typedef struct {
  const kind *of;
  int64_t tile;
  const branch *keys;
  int64_t number;
  bool denied;
} change;

static double changed(const change *c, const shown_row *r) {
  const sheet *s = r->of;
  double sum = 0;
  for (int64_t j = 0; j < s->keys; j++)
    if ((s->visible[sheet_pair(s, r->row, j)] != 0) == c->of->visible &&
        c->keys->holds(s, r->row, j, c->number) != c->denied)
      sum += c->of->term(s, r->row, j, c->tile);
  if (c->of->sink && s->has_sink) sum += 1 - exp(s->sink[r->row] - s->max[r->row]);
  return log1p(sum / s->total[r->row]);
}

static bool explains(const change *c, const shown_rows *rows) {
  for (size_t n = 0; n < rows->count; n++) {
    const double wanted = rows->list[n].change, its = changed(c, &rows->list[n]);
    const bool none = wanted == -HUGE_VAL && (!(its > NOTHING) || its > LARGE);
    if (!none && !(fabs(its - wanted) <= rows->list[n].tolerance)) return false;
  }
  return true;
}

static const char *name(const shown_rows *rows) {
  return rows->of_lse == rows->wrong ? "the sum in lse" : "the denominator";
}

/* Prints a change; after those of before, if the name is NULL. */
static size_t print(const change *c, const char *what, char *text, size_t size) {
  char tile[NUMBER_TEXT_MAX], says[100];
  (void)snprintf(tile, sizeof tile, "%" PRId64, c->tile);
  (void)words_print(c->of->says, tile, "", says, sizeof says);
  size_t used =
      what != NULL ? (size_t)snprintf(text, size, "%s %s where ", what, says) : (size_t)snprintf(text, size, ", or ");
  if (used < size) used += branch_print(c->keys, c->number, c->denied, text + used, size - used);
  return used;
}

/* ---- the denominator of another row */

/* Finds the row whose denominator a row is divided by, in place of its own. n: how far away it is, or the size of a
   block. */
typedef int64_t other_row(const sheet *s, int64_t row, int64_t n);

static int64_t query_before(const sheet *s, int64_t row, int64_t n) { return sheet_query(s, row) >= n ? row - n : row; }
static int64_t first_of_block(const sheet *s, int64_t row, int64_t n) { return row - sheet_query(s, row) % n; }
static int64_t query_mod(const sheet *s, int64_t row, int64_t n) {
  return row - sheet_query(s, row) + sheet_query(s, row) % n;
}
static int64_t head_before(const sheet *s, int64_t row, int64_t n) {
  return sheet_head(s, row) >= n ? row - n * s->q_len : row;
}
static int64_t first_of_heads(const sheet *s, int64_t row, int64_t n) {
  return row - sheet_head(s, row) % n * s->q_len;
}
static int64_t batch_before(const sheet *s, int64_t row, int64_t n) {
  return sheet_batch(s, row) >= n ? row - n * s->q_heads * s->q_len : row;
}

static const struct {
  other_row *of;
  const char *says;
} others[] = {{query_before, "the query {} earlier"},
              {first_of_block, "the first query of its block of {}"},
              {query_mod, "query i mod {}"},
              {head_before, "the head {} earlier"},
              {first_of_heads, "the first of {} heads"},
              {batch_before, "the batch {} earlier"}};

/* Whether every row is divided by the denominator of another; with its maximum, or as if the maxima were one. */
static bool is_divided_by(const shown_rows *rows, other_row *of, int64_t n, bool with_maximum) {
  for (size_t at = 0; at < rows->count; at++) {
    const shown_row *r = &rows->list[at];
    const int64_t other = of(r->of, r->row, n);
    const double moved = with_maximum ? r->of->max[other] - r->of->max[r->row] : 0;
    const double its = r->of->total[other] > 0 ? log(r->of->total[other] / r->of->total[r->row]) + moved : -HUGE_VAL;
    if (isinf(r->change) ? its > NOTHING && its < LARGE : !(fabs(its - r->change) <= r->tolerance)) return false;
  }
  return true;
}

static bool print_other(const shown_rows *rows, char text[DENOMINATOR_TEXT_MAX]) {
  for (size_t m = 0; m < sizeof others / sizeof others[0]; m++)
    for (int64_t n = 1; n <= 128; n *= 2)
      for (int with = 0; with < 2; with++) {
        char number[NUMBER_TEXT_MAX], other[100];
        if (!is_divided_by(rows, others[m].of, n, with)) continue;
        (void)snprintf(number, sizeof number, "%" PRId64, n);
        (void)words_print(others[m].says, number, "", other, sizeof other);
        return snprintf(text, DENOMINATOR_TEXT_MAX, "%s is that of %s%s (%zu wrong rows, %zu right ones)", name(rows),
                        other, with ? "" : ", and the maxima are ignored", rows->wrong, rows->count - rows->wrong) > 0;
      }
  return false;
}

/* ---- which keys */

/* Prints the changes of one kind, and one size of tiles, that give all rows; of each branch the first. */
static bool print_changes(const shown_rows *rows, const kind *k, int64_t tile, char text[DENOMINATOR_TEXT_MAX]) {
  size_t used = 0;
  int found = 0;
  for (const branch *b = branches; b < branches + branches_count && found < ALTERNATIVES; b++) {
    bool more = true;
    for (int n = 0; more && (n == 0 || (n < BRANCH_NUMBERS && b->numbers[n] != 0)); n++)
      for (int denied = 0; more && denied < (b->denies != NULL ? 2 : 1); denied++) {
        const change c = {k, tile, b, b->numbers[n], denied};
        if (!explains(&c, rows)) continue;
        used += print(&c, found++ == 0 ? name(rows) : NULL, text + used, DENOMINATOR_TEXT_MAX - used);
        more = false;
      }
  }
  if (found > 0)
    (void)snprintf(text + used, DENOMINATOR_TEXT_MAX - used, " (%zu wrong rows, %zu right ones)", rows->wrong,
                   rows->count - rows->wrong);
  return found > 0;
}

static bool print_keys(const shown_rows *rows, char text[DENOMINATOR_TEXT_MAX]) {
  bool found = false;
  for (const kind *k = kinds; k < kinds + sizeof kinds / sizeof kinds[0]; k++)
    for (int n = 0; !found && (n == 0 || (n < STALE_TILES && k->tiles[n] != 0)); n++)
      found = print_changes(rows, k, k->tiles[n], text);
  return found;
}

/* Prints what the denominators show by their numbers. */
static void print_number(const shown_rows *rows, char text[DENOMINATOR_TEXT_MAX]) {
  const size_t most = rows->count + 1;
  evidence e = {.list = calloc(most, sizeof *e.list),
                .error = calloc(most, sizeof *e.error),
                .slack = calloc(most, sizeof *e.slack)};
  char number[LAWS_TEXT_MAX];
  for (size_t n = 0; e.list != NULL && e.error != NULL && e.slack != NULL && n < rows->count; n++) {
    const shown_row *r = &rows->list[n];
    if (isinf(r->change)) continue;
    e.error[e.count] = r->change;
    e.slack[e.count] = r->tolerance;
    e.list[e.count++] = (sight){r->of, r->row, -1, -1, fabs(r->change) > r->tolerance};
  }
  if (e.count > 0 && law_print_number(&e, number))
    (void)snprintf(text, DENOMINATOR_TEXT_MAX, "%s (%zu wrong rows)", number, rows->wrong);
  free(e.list);
  free(e.error);
  free(e.slack);
}

/* Says that the denominators are rounded, if their errors are small, of either sign, and seen in many rows; and a row
   that sees one key, which is no sum, has none. */
static void print_rounding(const shown_rows *rows, char text[DENOMINATOR_TEXT_MAX]) {
  size_t above = 0, below = 0;
  double largest = 0;
  for (size_t n = 0; n < rows->count; n++) {
    const shown_row *r = &rows->list[n];
    const bool one = r->of->first[r->row] == r->of->last[r->row] && !r->of->has_sink;
    above += r->change > r->tolerance;
    below += r->change < -r->tolerance;
    largest = fmax(largest, fabs(r->change));
    if (one && fabs(r->change) > r->tolerance) return;
  }
  if (largest > ROUNDED || above + below < ROUNDED_ROWS || above < rows->wrong / 8 || below < rows->wrong / 8) return;
  (void)snprintf(text, DENOMINATOR_TEXT_MAX,
                 "%s has rounding errors of up to %.2g of it, in either direction: it is summed or stored in few bits "
                 "(%zu wrong rows, %zu right ones)",
                 name(rows), largest, rows->wrong, rows->count - rows->wrong);
}

bool denominator_print(const sheet *sheets, size_t count, char text[DENOMINATOR_TEXT_MAX]) {
  shown_rows rows = {.count = 0};
  text[0] = '\0';
  if (collect(sheets, count, &rows) && !print_keys(&rows, text) && !print_other(&rows, text)) {
    print_number(&rows, text);
    if (text[0] == '\0') print_rounding(&rows, text);
  }
  free(rows.list);
  return text[0] != '\0';
}
