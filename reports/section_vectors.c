/* Cases that others computed, by set: how near their own tolerance the reference comes. A case of attest verify holds
   its outputs, each with an error, or with the share of its bound. */
#include <math.h>
#include <string.h>

#include "check/results/html.h"
#include "reports/page.h"

enum { SETS = 64 };

typedef struct set {
  char name[64];
  long cases, passed;
  double worst; /* error over tolerance, or over bound */
  const char *where;
} set;

/* The worst error of a case as a share of what it may be. Infinite where an error is not a number. */
static double share_of(const json_t *of) {
  const json_t *const tolerance = json_object_get(of, "tolerance"), *output;
  const char *key;
  double worst = 0;
  json_object_foreach(json_object_get(of, "outputs"), key, output) {
    const json_t *const budget = json_object_get(output, "budget"), *const error = json_object_get(output, "error");
    const double share = budget != NULL ? page_value(budget) : page_value(error) / page_value(tolerance);
    if (!(share <= worst)) worst = isnan(share) ? INFINITY : share;
  }
  return worst;
}

/* The set of a case: what stands before the last slash of its name. */
static set *set_of(set sets[SETS], size_t *count, const char *name) {
  char of[sizeof sets[0].name];
  const char *const slash = strrchr(name, '/');
  (void)snprintf(of, sizeof of, "%.*s", slash != NULL ? (int)(slash - name) : 5, slash != NULL ? name : "cases");
  for (size_t n = 0; n < *count; n++)
    if (strcmp(sets[n].name, of) == 0) return &sets[n];
  if (*count == SETS) return &sets[SETS - 1];
  set *const made = &sets[(*count)++];
  *made = (set){.where = ""};
  (void)snprintf(made->name, sizeof made->name, "%s", of);
  return made;
}

static size_t collect(const json_t *cases, set sets[SETS]) {
  size_t n, count = 0;
  const json_t *one;
  json_array_foreach(cases, n, one) {
    const char *const name = json_string_value(json_object_get(one, "name")), *const found = json_string_value(
                                                                                  json_object_get(one, "result"));
    if (strcmp(found, "skip") == 0) continue;
    set *const of = set_of(sets, &count, name);
    const double share = share_of(one);
    of->cases++;
    of->passed += strcmp(found, "pass") == 0;
    if (share < of->worst) continue;
    of->worst = share;
    of->where = name;
  }
  return count;
}

static void put_sets(const page *p, const set *sets, size_t count) {
  html_table_begin(p->to, "set|#cases|#passed|#worst error / tolerance|in");
  for (size_t n = 0; n < count; n++) {
    html_row_begin(p->to);
    html_cell(p->to, sets[n].name);
    html_cell_number(p->to, (double)sets[n].cases);
    html_cell_number(p->to, (double)sets[n].passed);
    html_cell_number(p->to, sets[n].worst);
    html_cell(p->to, sets[n].where);
    html_row_end(p->to);
  }
  html_table_end(p->to);
}

static void put_failures(const page *p, const json_t *cases) {
  size_t n;
  const json_t *one;
  json_array_foreach(cases, n, one) {
    if (strcmp(json_string_value(json_object_get(one, "result")), "fail") != 0) continue;
    (void)fputs("<p class=\"fail\">FAIL: <code>", p->to);
    html_text(p->to, json_string_value(json_object_get(one, "name")));
    (void)fputs("</code></p>\n", p->to);
  }
}

check_status vectors_section(const page *p, check_error *error) {
  const json_t *const result = page_result(p, "vectors"), *const cases = json_object_get(result, "cases");
  set sets[SETS];
  char number[HTML_NUMBER_MAX];
  (void)error;
  page_begin(p, "vectors");
  if (result == NULL) {
    (void)fputs("<p>The cases of other projects are not here. <code>make vectors</code> writes them to "
                "<code>build/vectors</code>.</p>\n",
                p->to);
    page_end(p, "vectors");
    return CHECK_OK;
  }
  const size_t count = collect(cases, sets);
  const set *worst = &sets[0];
  for (size_t n = 1; n < count; n++)
    if (sets[n].worst > worst->worst) worst = &sets[n];
  if (count > 0) {
    (void)fprintf(p->to, "<p>The worst error of the reference is %s of its tolerance, in <code>",
                  html_number(worst->worst, number));
    html_text(p->to, worst->where);
    (void)fputs("</code>.</p>\n", p->to);
  }
  put_failures(p, cases);
  put_sets(p, sets, count);
  page_command(p, page_part(p, "vectors"));
  page_end(p, "vectors");
  return CHECK_OK;
}
