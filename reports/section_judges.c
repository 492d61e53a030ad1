/* The rules that others judge by, beside the bounds: on the cases of attest, and on the normal numbers that kernels are
   usually tried on. */
#include <math.h>
#include <string.h>

#include "check/results/html.h"
#include "reports/page.h"

static double number(const json_t *judge, const char *on, const char *key) {
  return json_number_value(json_object_get(json_object_get(judge, on), key));
}

static void put_row(const page *p, const json_t *judge) {
  html_row_begin(p->to);
  html_cell(p->to, json_string_value(json_object_get(judge, "judge")));
  html_cell_number(p->to, number(judge, "cases", "missed"));
  html_cell_number(p->to, number(judge, "cases", "rejected"));
  html_cell_number(p->to, number(judge, "plain", "missed"));
  html_cell_number(p->to, number(judge, "plain", "rejected"));
  html_cell(p->to, json_string_value(json_object_get(judge, "rule")));
  html_row_end(p->to);
}

/* Between which counts the judges lie that are not attest's. */
typedef struct range {
  double least, most;
} range;

static void widen(range *r, double x) {
  r->least = fmin(r->least, x);
  r->most = fmax(r->most, x);
}

static void say_answer(const page *p, const json_t *judges) {
  range missed = {INFINITY, -INFINITY}, rejected = missed;
  const json_t *judge, *own = NULL;
  size_t n;
  json_array_foreach(judges, n, judge) {
    if (strcmp(json_string_value(json_object_get(judge, "judge")), "attest") == 0) {
      own = judge;
    } else {
      widen(&missed, number(judge, "cases", "missed"));
      widen(&rejected, number(judge, "cases", "rejected"));
    }
  }
  if (own == NULL) return;
  (void)fprintf(p->to,
                "<p>On attest's cases each other rule misses %.0f to %.0f bugs and rejects %.0f to %.0f right answers; "
                "the bounds miss %.0f and reject %.0f. On normal numbers most bugs do not show: even the bounds miss "
                "%.0f. So the cases find bugs first, and then the rule.</p>\n",
                missed.least, missed.most, rejected.least, rejected.most, number(own, "cases", "missed"),
                number(own, "cases", "rejected"), number(own, "plain", "missed"));
}

check_status judges_section(const page *p, check_error *error) {
  const json_t *const judges = json_object_get(page_result(p, "zoo judges"), "judges"), *judge;
  const json_t *const first = json_array_get(judges, 0);
  size_t n;
  (void)error;
  if (first == NULL) return CHECK_OK;
  page_begin(p, "judges");
  (void)fprintf(
      p->to,
      "<p>Answers are in bfloat16. The table says how many of %.0f reported bugs each rule misses, and how many of "
      "%.0f answers of right implementations it rejects: first on the cases of attest check, then on ten "
      "problems of normal numbers (%.0f right answers). A bug counts as caught only in a case in which the rule "
      "accepts two plain right implementations.</p>\n",
      number(first, "cases", "of_mutants"), number(first, "cases", "of_right"), number(first, "plain", "of_right"));
  say_answer(p, judges);
  html_table_begin(p->to, "judge|#missed, cases|#rejected, cases|#missed, normal|#rejected, normal|rule, x found and y "
                          "expected");
  json_array_foreach(judges, n, judge) {
    put_row(p, judge);
  }
  html_table_end(p->to);
  page_command(p, page_part(p, "zoo judges"));
  page_end(p, "judges");
  return CHECK_OK;
}
