/* The findings of an X-ray as lines of text. */
#include <inttypes.h>
#include <stdio.h>

#include "check/run/xray.h"

#define SEVERAL 4 /* cases */

const char *xray_confidence(const xray_cause *c) {
  if (c->cases < c->of_cases || c->rows < c->of_rows || c->against > 0) return "low";
  if (c->is_place || c->is_of_few) return "medium";
  return c->cases >= SEVERAL && c->others[0] == '\0' && c->contradicted == 0 ? "high" : "medium";
}

bool xray_is_explained(const xray *x) {
  const xray_cause *last = &x->cause[x->causes > 0 ? x->causes - 1 : 0];
  return x->causes > 0 && last->cases == last->of_cases;
}

/* Whether the facts say more than the causes: these leave failing cases, and no condition stands beside them. */
static bool facts_come_first(const xray *x) {
  return x->is_detail && x->causes > 0 && !xray_is_explained(x) && !x->told.has_condition;
}

/* Prints which cases the evidence is about: some of those that failed in the run, and variants of them. */
static size_t print_share(const xray *x, const xray_cause *c, char *text, size_t size) {
  if (c->is_beside) return (size_t)snprintf(text, size, " that are left");
  return (size_t)snprintf(text, size, " (%d of the run's %" PRId64 "%s%s)", x->asked_again, x->failing,
                          x->kind[0] != '\0' ? " of this kind" : "",
                          c->of_cases > x->asked_again ? ", and variants" : "");
}

static void print_evidence(const xray *x, const xray_cause *c, bool asked, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "      confidence %s: explains %" PRId64 " of %" PRId64 " wrong rows",
                                 xray_confidence(c), c->rows, c->of_rows);
  if (asked && used < size)
    used += (size_t)snprintf(text + used, size - used, " and, in full, %" PRId64 " of %" PRId64 " failing case%s",
                             c->cases, c->of_cases, c->of_cases == 1 ? "" : "s");
  if (asked && used < size) used += print_share(x, c, text + used, size - used);
  if (used >= size || c->right == 0) return;
  if (c->contradicted == 0)
    (void)snprintf(text + used, size - used, "; agrees with all of %" PRId64 " correct rows", c->right);
  else
    (void)snprintf(text + used, size - used, "; not %s: it would change %" PRId64 " of %" PRId64 " correct rows",
                   c->against > 0 ? "always" : "in other cases", c->contradicted, c->right);
}

/* Line n of a cause; false after the last. */
static bool cause_line(const xray *x, const xray_cause *c, int n, char *text, size_t size) {
  const bool first = c == x->cause && !facts_come_first(x), nearly = !xray_is_explained(x);
  const bool asked = x->where_case[0] != '\0'; /* else there was one answer, and no candidate */
  const int evidence = c->others[0] != '\0' ? 2 : 1;
  if (n == 0)
    (void)snprintf(text, size, "%s: %s%s", first ? "what" : "and",
                   !nearly ? ""
                   : asked ? "in nearly all cases: "
                           : "in nearly all rows: ",
                   c->text);
  else if (n < evidence) (void)snprintf(text, size, "      %s", c->others);
  else if (n == evidence) print_evidence(x, c, asked, text, size);
  return n <= evidence;
}

static int cause_lines(const xray_cause *c) { return c->others[0] != '\0' ? 3 : 2; }

bool xray_varies(const xray *x) { return x->differs || x->passed_again > 0; }

bool xray_is_seen(const xray *x) {
  const bool unwritten = x->asked_again > 0 && x->unwritten_again == x->asked_again;
  return xray_varies(x) || (unwritten && x->causes == 0);
}

/* What was seen when failing cases were asked again. */
static bool seen_lines(const xray *x, int n, char text[XRAY_LINE_MAX]) {
  const bool passed = x->passed_again > 0;
  const char *what = xray_varies(x) ? "answers differ from call to call" : "elements of the outputs are not written";
  if (n == 1) return snprintf(text, XRAY_LINE_MAX, "      confidence high: seen in the answers themselves") > 0;
  if (n > 1) return false;
  if (x->differs && !passed)
    return snprintf(text, XRAY_LINE_MAX, "what: %s: two answers to one case differ beyond their bounds", what) > 0;
  return snprintf(text, XRAY_LINE_MAX, "what: %s: %d of %d failing case%s %s", what,
                  passed ? x->passed_again : x->unwritten_again, x->asked_again, x->asked_again == 1 ? "" : "s",
                  passed ? "passed when run again" : "run again") > 0;
}

/* Why there is no cause. */
static const char *why_none(const xray *x) {
  if (x->is_cut_short) return "not known: the search ran out of time";
  if (x->too_few_rows == 1) return "not known: one wrong row is too few to tell the causes apart";
  if (x->too_few_rows > 1) return "not known: these wrong rows are too few to tell the causes apart";
  return "none of the tried causes explains these answers";
}

/* What the weights show. */
static bool facts_line(const xray *x, char text[XRAY_LINE_MAX]) {
  const char *none = x->is_detail ? "" : why_none(x);
  const char *weights = x->is_detail || x->facts[0] == '\0' ? "" : "; the weights say: ";
  const bool of_case = x->facts_case[0] != '\0';
  return snprintf(text, XRAY_LINE_MAX, of_case ? "%s: %s%s%s (in %s)" : "%s: %s%s%s",
                  x->causes == 0 || facts_come_first(x) ? "what" : "and", none, weights, x->facts, x->facts_case) > 0;
}

static const char *facts_confidence(const xray *x) {
  if (!x->told.has_condition) return "medium: read from weights, with a one-hot v";
  return x->told.is_ambiguous ? "medium: the cases do not distinguish these conditions"
                              : "high: conditions found without a quarter of the cases predict that quarter";
}

/* Prints line n of what the weights show: the finding, then the confidence in it. False after the last line. */
static bool facts_lines(const xray *x, int n, char text[XRAY_LINE_MAX]) {
  if (n == 0) return facts_line(x, text);
  return n == 1 && x->is_detail && snprintf(text, XRAY_LINE_MAX, "      confidence %s", facts_confidence(x)) > 0;
}

/* Which failing cases the lines after it are about. */
static bool kind_line(const xray *x, char text[XRAY_LINE_MAX]) {
  const size_t used = (size_t)snprintf(text, XRAY_LINE_MAX, "failing cases of kind %d of 2 (%" PRId64 "): %s",
                                       x->is_second ? 2 : 1, x->failing, x->kind);
  if (x->of_both > 0)
    (void)snprintf(text + used, XRAY_LINE_MAX - used,
                   "; %" PRId64 " more failing cases may have both reasons, and were not run again", x->of_both);
  return true;
}

bool xray_line(const xray *x, int n, char text[XRAY_LINE_MAX]) {
  const bool told = x->causes == 0 ? x->where[0] != '\0' : x->is_detail;
  const bool facts_first = facts_come_first(x);
  const int lines = told ? 1 + x->is_detail : 0;
  if (!x->made) return false;
  if (x->kind[0] != '\0' && n-- == 0) return kind_line(x, text);
  if (x->when[0] != '\0' && n-- == 0) return snprintf(text, XRAY_LINE_MAX, "when: %s", x->when) > 0;
  if (x->where[0] != '\0' && n-- == 0) {
    const bool of_case = x->where_case[0] != '\0';
    return snprintf(text, XRAY_LINE_MAX, of_case ? "where: %s (in %s)" : "where: %s", x->where, x->where_case) > 0;
  }
  if (xray_is_seen(x)) return seen_lines(x, n, text);
  if (facts_first && n < lines) return facts_lines(x, n, text);
  if (facts_first) n -= lines;
  for (int i = 0; i < x->causes; n -= cause_lines(&x->cause[i++]))
    if (n < cause_lines(&x->cause[i])) return cause_line(x, &x->cause[i], n, text, XRAY_LINE_MAX);
  if (!facts_first && n < lines) return facts_lines(x, n, text);
  if (!facts_first) n -= lines;
  if (n < x->kins)
    return snprintf(text, XRAY_LINE_MAX, "as %s: %s (%s)", x->kin[n]->where, x->kin[n]->what, x->kin[n]->name) > 0;
  n -= x->kins;
  if (x->looser[0] != '\0' && n-- == 0) return snprintf(text, XRAY_LINE_MAX, "would pass with %s", x->looser) > 0;
  return false;
}
