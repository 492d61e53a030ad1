/* Verdicts: each implementation on generated cases, a line for each type. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "check/results/html.h"
#include "reports/page.h"

static long count(const json_t *type, const char *key) { return (long)json_integer_value(json_object_get(type, key)); }

static bool was_run(const json_t *type) {
  return count(type, "passed") + count(type, "failed") + count(type, "by_convention") + count(type, "skipped") > 0;
}

static void put_type(const page *p, const char *target, const char *name, const json_t *type) {
  const long failed = count(type, "failed");
  html_row_begin(p->to);
  html_cell(p->to, target);
  html_cell(p->to, name);
  html_cell(p->to, failed > 0 ? "FAIL" : "pass");
  html_cell_number(p->to, (double)count(type, "passed"));
  html_cell_number(p->to, (double)failed);
  html_cell_number(p->to, (double)count(type, "skipped"));
  html_cell_number(p->to, page_value(json_object_get(type, "worst_budget")));
  html_cell_number(p->to, (double)count(type, "probes_held"));
  html_cell_number(p->to, (double)count(type, "probes"));
  html_row_end(p->to);
}

/* attest's own implementation that a part judges; NULL if it is another part. */
static const char *own(const json_t *part) {
  const char *const name = json_string_value(json_object_get(part, "name"));
  return strncmp(name, "check ", 6) == 0 ? name + 6 : NULL;
}

/* The largest share of a bound that any element took, and whose. */
static void say_worst(const page *p) {
  double worst = -1;
  const char *whose = "", *of = "";
  size_t n;
  const json_t *part, *type;
  const char *key;
  char number[HTML_NUMBER_MAX];
  json_array_foreach(p->parts, n, part) {
    if (own(part) == NULL) continue;
    json_object_foreach(json_object_get(json_object_get(part, "result"), "types"), key, type) {
      const double budget = page_value(json_object_get(type, "worst_budget"));
      if (budget <= worst || isnan(worst)) continue; /* not a number counts as the worst */
      worst = budget;
      whose = own(part);
      of = key;
    }
  }
  if (worst < 0) return;
  (void)fprintf(
      p->to, "<p>The largest error of any element, as a share of its bound, is %s, by <code>%s</code> in %s.%s</p>\n",
      html_number(worst, number), whose, of,
      strcmp(whose, "reference") == 0
          ? " The reference rounds each result to the type once; some bounds allow exactly that."
          : "");
}

check_status checks_section(const page *p, check_error *error) {
  size_t n;
  const json_t *part, *type;
  const char *key;
  (void)error;
  page_begin(p, "checks");
  say_worst(p);
  html_table_begin(p->to,
                   "implementation|type|verdict|#passed|#failed|#skipped|#worst error / bound|#probes that hold|#of");
  json_array_foreach(p->parts, n, part) {
    if (own(part) == NULL) continue;
    json_object_foreach(json_object_get(json_object_get(part, "result"), "types"), key, type) {
      if (was_run(type)) put_type(p, own(part), key, type);
    }
  }
  html_table_end(p->to);
  (void)fputs("<p class=\"made\">Made by ", p->to);
  bool first = true;
  json_array_foreach(p->parts, n, part) {
    if (own(part) == NULL) continue;
    (void)fputs(first ? "<code>attest " : ", <code>attest ", p->to);
    first = false;
    html_text(p->to, json_string_value(json_object_get(part, "command")));
    (void)fputs("</code>", p->to);
  }
  (void)fputs(".</p>\n", p->to);
  page_end(p, "checks");
  return CHECK_OK;
}
