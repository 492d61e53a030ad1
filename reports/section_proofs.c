/* Goals of the provers by file, and for each function what stands behind it. */
#include <stdbool.h>
#include <string.h>

#include "check/results/html.h"
#include "reports/page.h"

static long count(const json_t *object, const char *key) {
  return (long)json_integer_value(json_object_get(object, key));
}

void page_goals(const json_t *proofs, const char *of, long *goals, long *proved) {
  const json_t *const total = json_object_get(json_object_get(proofs, "totals"), of);
  *goals = count(total, "goals");
  *proved = count(total, "proved");
}

static void put_units(const page *p) {
  const char *unit, *function;
  json_t *functions, *found;
  html_table_begin(p->to, "file|#functions and lemmas|#goals|#proved");
  json_object_foreach(json_object_get(p->proofs, "units"), unit, functions) {
    long names = 0, goals = 0, proved = 0;
    json_object_foreach(functions, function, found) {
      names += strcmp(function, "lemma") == 0 ? count(found, "goals") : 1; /* the lemmas of a unit, a goal each */
      goals += count(found, "goals");
      proved += count(found, "proved");
    }
    html_row_begin(p->to);
    html_cell(p->to, unit);
    html_cell_number(p->to, (double)names);
    html_cell_number(p->to, (double)goals);
    html_cell_number(p->to, (double)proved);
    html_row_end(p->to);
  }
  html_table_end(p->to);
}

static void put_tests(const page *p, const json_t *programs) {
  size_t n;
  const json_t *program;
  (void)fputs(json_array_size(programs) > 0 ? "<td class=\"long\">" : "<td class=\"long\">the proof alone", p->to);
  json_array_foreach(programs, n, program) {
    if (n > 0) (void)fputs(", ", p->to);
    html_text(p->to, json_string_value(program));
  }
  (void)fputs("</td>", p->to);
}

/* The goals of a function; NULL if none is known. The functions of the headers are proved in a unit of their own. */
static const json_t *goals_of(const page *p, const char *file, const char *function) {
  const json_t *const units = json_object_get(p->proofs, "units");
  const json_t *const found = json_object_get(json_object_get(units, file), function);
  return found != NULL ? found : json_object_get(json_object_get(units, "proofs/wp/base.c"), function);
}

/* A function of which no goal is known is taken as its contract says: assumed. */
static void put_trust(const page *p) {
  const char *file, *function;
  json_t *functions, *programs;
  html_table_begin(p->to, "file|function|exact arithmetic|tested by");
  json_object_foreach(p->tests, file, functions) {
    json_object_foreach(functions, function, programs) {
      const json_t *const found = goals_of(p, file, function);
      char text[64] = "assumed"; /* it has no goals */
      if (found != NULL)
        (void)snprintf(text, sizeof text,
                       count(found, "proved") == count(found, "goals") ? "proved (%ld)" : "open: %2$ld of %1$ld",
                       count(found, "goals"), count(found, "proved"));
      html_row_begin(p->to);
      html_cell(p->to, file);
      html_cell(p->to, function);
      html_cell(p->to, text);
      put_tests(p, programs);
      html_row_end(p->to);
    }
  }
  html_table_end(p->to);
}

static void say_open(const page *p) {
  const char *unit, *function;
  json_t *functions, *found;
  bool any = false;
  json_object_foreach(json_object_get(p->proofs, "units"), unit, functions) {
    json_object_foreach(functions, function, found) {
      if (count(found, "proved") == count(found, "goals")) continue;
      (void)fprintf(p->to, "%s%ld of %ld goals of <code>%s</code>",
                    any ? ", " : "<p>Not proved: ", count(found, "goals") - count(found, "proved"),
                    count(found, "goals"), function);
      any = true;
    }
  }
  (void)fputs(any ? ".</p>\n" : "<p>None of them is open.</p>\n", p->to);
}

check_status proofs_section(const page *p, check_error *error) {
  long goals, proved, theory, proved_of_theory;
  (void)error;
  page_begin(p, "proofs");
  if (p->proofs == NULL) {
    (void)fputs("<p>The results of the proofs are not here: they stand in the source tree, and the report was not made "
                "in it.</p>\n",
                p->to);
    page_end(p, "proofs");
    return CHECK_OK;
  }
  page_goals(p->proofs, "functions of ref/", &goals, &proved);
  page_goals(p->proofs, "the theory", &theory, &proved_of_theory);
  (void)fprintf(
      p->to,
      "<p>%ld of %ld goals about the C functions of the reference are proved by Frama-C WP in exact "
      "arithmetic: every access is valid, nothing else is written, no integer overflows, every loop ends, "
      "and the result is what the contract defines. %ld of %ld goals of the theory are proved: lemmas that these "
      "rest on, theorems about the definition, and a few facts about single operations of binary64. Exact "
      "arithmetic says nothing about rounding. What is assumed is marked below.</p>\n",
      proved, goals, proved_of_theory, theory);
  say_open(p);
  (void)fputs("<details open=\"open\"><summary>Goals by file</summary>", p->to);
  put_units(p);
  (void)fputs("</details>\n<details><summary>What stands behind each function</summary>", p->to);
  if (p->tests != NULL) put_trust(p);
  (void)fputs("</details><p class=\"made\">Made by <code>make prove</code>.</p>\n", p->to);
  page_end(p, "proofs");
  return CHECK_OK;
}
