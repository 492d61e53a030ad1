/* Attention step by step, with the weights that a real model gives two sentences which differ in their last word. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "check/results/html.h"
#include "reports/page.h"
#include "reports/plots.h"

static const char steps[] =
    "<p>In &#8220;The chicken didn't cross the road because it was too tired&#8221;, <i>it</i> is the chicken; in "
    "&#8220;&#8230; too "
    "wide&#8221;, it is the road. The output at <i>it</i> must depend on a word that comes three places later. "
    "Attention makes it do so.</p>\n"
    "<ol><li>Each token is a vector x. Three matrices make of it a query q = x W<sub>Q</sub>, what it looks for; a key "
    "k = x "
    "W<sub>K</sub>, what it can be found by; and a value v = x W<sub>V</sub>, what it has to give.</li>\n"
    "<li>The score of a pair is the product of its query and its key, divided by the square root of d<sub>k</sub>, the "
    "number of their columns: s<sub>ij</sub> = "
    "q<sub>i</sub> "
    "&#183; k<sub>j</sub> / &#8730;d<sub>k</sub>. Without the root, scores grow with d<sub>k</sub>, and softmax <a "
    "href=\"#saturation\">saturates</a>.</li>\n"
    "<li>A mask takes keys away before softmax: an entry of &#8722;&#8734; becomes a weight of exactly 0. The model "
    "below has none: every "
    "token sees every other.</li>\n"
    "<li>Softmax turns each row of scores into weights that are at least 0 and sum to 1: w<sub>ij</sub> = "
    "exp(s<sub>ij</sub>) / "
    "&#931;<sub>l</sub> exp(s<sub>il</sub>).</li>\n"
    "<li>What comes out at token i is the mean of the values by these weights: &#931;<sub>j</sub> w<sub>ij</sub> "
    "v<sub>j</sub>. Several "
    "heads do this side by side, each with matrices of its own.</li></ol>\n";

/* Whether a row is of the pronoun in this sentence. */
static bool is_pronoun(const json_t *table, size_t row, const char *sentence) {
  return strcmp(page_text(table, row, "sentence"), sentence) == 0 && strcmp(page_text(table, row, "token"), "it") == 0;
}

/* What the pronoun gives that key. */
static double weight_of(const json_t *table, const char *sentence, double key) {
  for (size_t row = 0; row < json_array_size(json_object_get(table, "rows")); row++)
    if (is_pronoun(table, row, sentence) && page_number(table, row, "key") == key)
      return page_number(table, row, "weight");
  return NAN;
}

static void put_weights(const page *p, const json_t *table) {
  (void)fputs("<p>What <i>it</i> gives each token, number for number:</p>\n", p->to);
  html_table_begin(p->to, "token|#... too tired|#... too wide");
  for (size_t row = 0; row < json_array_size(json_object_get(table, "rows")); row++) {
    const double key = page_number(table, row, "key");
    const char *const token = page_text(table, row, "attends to");
    if (!is_pronoun(table, row, "tired")) continue;
    html_row_begin(p->to);
    html_cell(p->to, strcmp(token, "tired") == 0 ? "tired, wide" : token);
    html_cell_number(p->to, weight_of(table, "tired", key));
    html_cell_number(p->to, weight_of(table, "wide", key));
    html_row_end(p->to);
  }
  html_table_end(p->to);
}

/* The worked example: a step a block, a token a row. */
static void put_example(const page *p, const json_t *table) {
  const size_t rows = json_array_size(json_object_get(table, "rows"));
  static const char *const columns[] = {"1", "2", "3", "4"};
  (void)fputs(
      "<section id=\"example\"><h3>Three tokens, with every number</h3>\n<p>Small numbers, so that you can check them "
      "by hand: "
      "d<sub>k</sub> = 2, so that scores are divided by &#8730;2. A row of scores and of weights belongs to a query; "
      "its columns are the keys the, cat, sat.</p>\n<div class=\"steps\">\n",
      p->to);
  for (size_t row = 0; row < rows; row++) {
    const char *const step = page_text(table, row, "step");
    if (row == 0 || strcmp(step, page_text(table, row - 1, "step")) != 0) {
      (void)fputs("<table><caption>", p->to);
      html_text(p->to, step);
      (void)fputs("</caption><tbody>\n", p->to);
    }
    (void)fputs("<tr><th>", p->to);
    html_text(p->to, page_text(table, row, "row"));
    (void)fputs("</th>", p->to);
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
      const double number = page_number(table, row, columns[c]);
      if (!isnan(number)) html_cell_number(p->to, number);
    }
    (void)fputs("</tr>\n", p->to);
    if (row + 1 == rows || strcmp(step, page_text(table, row + 1, "step")) != 0)
      (void)fputs("</tbody></table>\n", p->to);
  }
  (void)fputs("</div>\n", p->to);
}

check_status teaching_section(const page *p, check_error *error) {
  const json_t *const result = page_result(p, "study heads"), *const table = page_table(result, "attention"), *sentence;
  const json_t *const example = page_result(p, "study example");
  check_status status = CHECK_OK;
  size_t n;
  (void)fputs("<section id=\"teaching\"><h2>Attention, step by step</h2>\n", p->to);
  (void)fputs(steps, p->to);
  if (example != NULL) {
    put_example(p, page_table(example, "example"));
    html_element(p->to, "p", json_string_value(json_array_get(json_object_get(example, "sentences"), 0)));
    page_command(p, page_part(p, "study example"));
    (void)fputs("</section>\n", p->to);
  }
  if (table != NULL) {
    (void)fputs("<h3>A real head</h3>\n", p->to);
    json_array_foreach(json_object_get(result, "sentences"), n, sentence)
      if (n > 0) html_element(p->to, "p", json_string_value(sentence));
    (void)fputs("<div class=\"figures\">\n", p->to);
    status = plots_put(p, table, error);
    (void)fputs("</div>\n", p->to);
    put_weights(p, table);
    page_command(p, page_part(p, "study heads"));
  }
  (void)fputs("</section>\n", p->to);
  return status;
}
