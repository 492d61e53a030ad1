/* What a person reads in ten seconds: machine, verdicts, speed, growth, claims, proofs. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "check/results/html.h"
#include "reports/claims.h"
#include "reports/page.h"
#include "reports/peers.h"
#include "reports/plots.h"
#include "reports/roofline.h"
#include "reports/speed.h"
#include "reports/stories.h"

static void card(const page *p, const char *title, const char *text) {
  (void)fputs("<div>", p->to);
  html_element(p->to, "b", title);
  html_text(p->to, text);
  (void)fputs("</div>\n", p->to);
}

static void checks_card(const page *p) {
  size_t n;
  const json_t *part, *type;
  const char *key;
  long passed = 0, failed = 0, targets = 0;
  char title[80], text[160];
  json_array_foreach(p->parts, n, part) {
    if (strncmp(json_string_value(json_object_get(part, "name")), "check ", 6) != 0) continue;
    targets++;
    json_object_foreach(json_object_get(json_object_get(part, "result"), "types"), key, type) {
      passed += (long)json_integer_value(json_object_get(type, "passed"));
      failed += (long)json_integer_value(json_object_get(type, "failed"));
    }
  }
  (void)snprintf(title, sizeof title, failed == 0 ? "pass: %ld cases" : "FAIL: %ld cases pass", passed);
  (void)snprintf(text, sizeof text, "%ld fail, of %ld implementations, each element against its own bound", failed,
                 targets);
  card(p, title, text);
}

static void vectors_card(const page *p) {
  const json_t *const result = page_result(p, "vectors");
  if (result == NULL) return;
  const long passed = (long)json_integer_value(json_object_get(result, "passed")),
             failed = (long)json_integer_value(json_object_get(result, "failed"));
  char title[80];
  (void)snprintf(title, sizeof title, "%s: %ld of %ld", failed == 0 ? "pass" : "FAIL", passed, passed + failed);
  card(p, title, "cases computed elsewhere, reproduced by the reference");
}

static void speed_card(const page *p) {
  speed best;
  char title[80], text[320], rate[HTML_NUMBER_MAX], share[HTML_NUMBER_MAX], words[PROBLEM_MAX];
  if (!speed_best(page_result(p, "bench"), "", &best)) return;
  (void)snprintf(title, sizeof title, "%s GFLOP/s", html_number(best.rate, rate));
  (void)snprintf(text, sizeof text, "by %s, the fastest variant: %s%% of its multiply-add peak, on %s", best.variant,
                 html_number(best.isa_share, share), problem_words(best.name, words));
  card(p, title, text);
}

static check_status peers_card(const page *p, check_error *error) {
  const peers_there others = peers_of(p);
  peers_standing s;
  char title[80], text[160];
  const check_status status = peers_stand(&others, &s, error);
  if (status != CHECK_OK || s.among.problems == 0) return status;
  (void)snprintf(title, sizeof title, "%zu of %zu problems", s.among.ahead, s.among.problems);
  const int used = snprintf(text, sizeof text, "on which attest is faster than %zu other%s, by more than chance",
                            others.count, others.count == 1 ? "" : "s");
  if (s.among.few > 0)
    (void)snprintf(text + used, sizeof text - (size_t)used, "; too few repetitions to tell on %zu", s.among.few);
  card(p, title, text);
  return CHECK_OK;
}

/* How many rows of a table have this text in this column. */
static size_t rows_with(const json_t *table, const char *column, const char *text) {
  size_t found = 0;
  for (size_t row = 0; row < json_array_size(json_object_get(table, "rows")); row++)
    found += strcmp(page_text(table, row, column), text) == 0;
  return found;
}

static void growth_card(const page *p) {
  const json_t *const table = page_table(page_result(p, "study cost"), "exponents");
  double least = INFINITY, most = -INFINITY;
  char title[80];
  for (size_t row = 0; row < json_array_size(json_object_get(table, "rows")); row++) {
    if (strcmp(page_text(table, row, "time grows with"), "length") != 0) continue;
    least = fmin(least, page_number(table, row, "exponent"));
    most = fmax(most, page_number(table, row, "exponent"));
  }
  if (least > most) return;
  (void)snprintf(title, sizeof title, "T^%.2f to T^%.2f", least, most);
  card(p, title, "how time grows with the length T, by variant");
}

static void claims_card(const page *p) {
  const json_t *const table = page_table(page_result(p, "study claims"), "claims");
  char title[80], text[160];
  if (table == NULL) return;
  (void)snprintf(title, sizeof title, "%zu of %zu hold", rows_with(table, "verdict", claim_verdict_name(CLAIM_HOLDS)),
                 json_array_size(json_object_get(table, "rows")));
  (void)snprintf(text, sizeof text, "of what tutorials claim; %zu hold approximately, %zu are false as stated",
                 rows_with(table, "verdict", claim_verdict_name(CLAIM_APPROXIMATELY)),
                 rows_with(table, "verdict", claim_verdict_name(CLAIM_FALSE)));
  card(p, title, text);
}

static void proofs_card(const page *p) {
  long goals, proved;
  char title[80];
  if (p->proofs == NULL) return;
  page_goals(p->proofs, "functions of ref/", &goals, &proved);
  (void)snprintf(title, sizeof title, "%ld of %ld", proved, goals);
  card(p, title, "goals about the C functions of the reference proved, in exact arithmetic");
}

static void machine_card(const page *p) {
  const json_t *const context = json_object_get(page_result(p, "bench"), "context");
  const char *const cpu = json_string_value(json_object_get(context, "cpu"));
  char title[80];
  (void)snprintf(title, sizeof title, "%ld processors", (long)json_integer_value(json_object_get(context, "num_cpus")));
  if (cpu != NULL) card(p, title, cpu);
}

static void candidate_card(const page *p) {
  const json_t *const result = page_result(p, "candidate"), *const looks = json_object_get(
                                                                json_object_get(result, "diagnosis"), "explained");
  char title[200], text[160] = "within the bounds of all cases";
  if (result == NULL) return;
  const bool pass = json_is_true(json_object_get(result, "pass"));
  (void)snprintf(title, sizeof title, "%s: %s", pass ? "pass" : "FAIL",
                 json_string_value(json_object_get(result, "target")));
  if (!pass) {
    const char *const first = json_string_value(json_array_get(looks, 0));
    (void)snprintf(text, sizeof text, "failing cases: %zu%s%s", json_array_size(json_object_get(result, "failures")),
                   first != NULL ? "; looks like " : "", first != NULL ? first : "");
  }
  card(p, title, text);
}

/* What the studies found, a line each: their first sentences; those that have a card are left out. */
static void findings(const page *p) {
  size_t n;
  const json_t *part;
  (void)fputs("<ul>", p->to);
  json_array_foreach(p->parts, n, part) {
    const json_t *const sentences = json_object_get(json_object_get(part, "result"), "sentences");
    const char *const first = json_string_value(json_array_get(sentences, 0)), *const name =
                                                                                   json_string_value(json_object_get(
                                                                                       json_object_get(part, "result"),
                                                                                       "study"));
    if (first == NULL || strcmp(name, "cost") == 0 || strcmp(name, "claims") == 0) continue;
    const story *const its = story_of(name);
    (void)fprintf(p->to, "<li><a href=\"#%s\">%s</a> ", name,
                  its != NULL ? its->question : "What do three tokens give each other?");
    html_text(p->to, first);
    (void)fputs("</li>\n", p->to);
  }
  (void)fputs("</ul>\n", p->to);
}

/* Whether a part was run that draws the picture. */
static bool is_drawn(const page *p, const char *of) {
  return strcmp(of, "bench") == 0 ? roofline_is_drawn(p) : page_result(p, of) != NULL;
}

/* Pictures, each a way to its section; those of parts that were not run are left out. */
static check_status put_pictures(const page *p, check_error *error) {
  static const struct {
    const char *name, *prefix, *of, *section, *says;
  } shown[] = {
      {"variance-ratio", "top-variance", "study variance", "variance",
       "The variance of q.k over d_k, for independent entries"},
      {"cost-length", "top-cost", "study cost", "cost", "Time against the length of the sequence, with fitted curves"},
      {"error-wrong", "top-error", "study error", "error",
       "Where the errors of a wrong kernel lie: the rows in yellow are beyond their bounds"},
      {"roofline", "top-roofline", "bench", "speed", "The rate of each variant beside the limits of this machine"}};
  check_status status = CHECK_OK;
  (void)fputs("<div class=\"figures\">\n", p->to);
  for (size_t n = 0; status == CHECK_OK && n < sizeof shown / sizeof shown[0]; n++) {
    if (!is_drawn(p, shown[n].of)) continue;
    (void)fprintf(p->to, "<figure><a href=\"#%s\">", shown[n].section);
    status = plots_picture(p, shown[n].name, shown[n].prefix, shown[n].says, error);
    (void)fputs("</a><figcaption>", p->to);
    html_text(p->to, shown[n].says);
    (void)fputs("</figcaption></figure>\n", p->to);
  }
  (void)fputs("</div>\n", p->to);
  return status;
}

check_status summary_section(const page *p, check_error *error) {
  (void)fputs("<section id=\"summary\"><div class=\"cards\">\n", p->to);
  candidate_card(p);
  checks_card(p);
  vectors_card(p);
  speed_card(p);
  check_status status = peers_card(p, error);
  growth_card(p);
  claims_card(p);
  proofs_card(p);
  machine_card(p);
  (void)fputs("</div>\n", p->to);
  if (status == CHECK_OK) status = put_pictures(p, error);
  findings(p);
  (void)fputs("</section>\n", p->to);
  return status;
}
