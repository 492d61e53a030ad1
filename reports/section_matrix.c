/* The zoo in kernels that do less than everything: for each profile, which of the reported bugs the quick suite kills,
   and which cannot show there. */
#include <stdbool.h>
#include <string.h>

#include "check/cases/document.h"
#include "check/results/html.h"
#include "check/run/matrix.h"
#include "check/zoo/profile.h"
#include "check/zoo/zoo.h"
#include "reports/page.h"

typedef struct {
  long killed, cannot_show, survived;
} tally;

/* The cells of a profile, or of all if it is NULL. */
static tally count(const json_t *cells, const char *profile) {
  tally t = {0, 0, 0};
  size_t n;
  const json_t *cell;
  json_array_foreach(cells, n, cell) {
    const char *const state = document_text_of(cell, "state");
    if (profile != NULL && strcmp(document_text_of(cell, "profile"), profile) != 0) continue;
    if (strcmp(state, "killed") == 0) t.killed++;
    else if (strcmp(state, "cannot show") == 0) t.cannot_show++;
    else t.survived++;
  }
  return t;
}

static void put_profiles(const page *p, const json_t *cells) {
  size_t profiles;
  const zoo_profile *const profile = zoo_profiles(&profiles);
  html_table_begin(p->to, "kernel|what it does|#killed|#cannot show|#survived");
  for (size_t n = 0; n < profiles; n++) {
    const tally t = count(cells, profile[n].name);
    html_row_begin(p->to);
    html_cell(p->to, profile[n].name);
    html_cell(p->to, profile[n].what);
    html_cell_number(p->to, (double)t.killed);
    html_cell_number(p->to, (double)t.cannot_show);
    html_cell_number(p->to, (double)t.survived);
    html_row_end(p->to);
  }
  html_table_end(p->to);
}

/* Every cell: the case that kills the bug in this kernel, or on which cases it shows, none of which the kernel takes.
   */
static void put_cells(const page *p, const json_t *cells) {
  size_t n;
  const json_t *cell;
  (void)fputs("<details><summary>Every bug in every kernel</summary>", p->to);
  html_table_begin(p->to, "kernel|bug|state|killed by, or why it cannot show");
  json_array_foreach(cells, n, cell) {
    html_row_begin(p->to);
    html_cell(p->to, document_text_of(cell, "profile"));
    html_cell(p->to, document_text_of(cell, "mutant"));
    html_cell(p->to, document_text_of(cell, "state"));
    html_cell(p->to, document_text_of(cell, strcmp(document_text_of(cell, "state"), "killed") == 0 ? "case" : "why"));
    html_row_end(p->to);
  }
  html_table_end(p->to);
  (void)fputs("</details>\n", p->to);
}

/* The kernel, if all bugs are of one. */
static const char *only_kernel(const json_t *cells) {
  const char *const first = document_text_of(json_array_get(cells, 0), "profile");
  size_t n;
  const json_t *cell;
  json_array_foreach(cells, n, cell) {
    if (strcmp(document_text_of(cell, "profile"), first) != 0) return NULL;
  }
  return first;
}

/* What the first sentence of the diagnosis says of every bug that fails. */
static void put_causes(const page *p, const json_t *cells) {
  size_t n;
  const json_t *cell;
  long named = 0, silent = 0;
  json_array_foreach(cells, n, cell) {
    named += json_is_true(json_object_get(cell, "named"));
    silent += json_is_null(json_object_get(cell, "cause"));
  }
  const long all = (long)json_array_size(cells), wrong = all - named - silent;
  const char *const alone = only_kernel(cells);
  (void)fprintf(
      p->to,
      "<p>The diagnosis says what the kernel computed instead. Its first sentence is right for <b>%ld of "
      "%ld</b> bugs%s%s. "
      "For %ld it says that it does not know, and for %ld it names another cause. Only bugs count that fail one of "
      "the %d smallest cases.</p>\n",
      named, all, alone != NULL ? " of the kernel " : "", alone != NULL ? alone : "", silent, wrong, MATRIX_CASES);
  (void)fputs("<details><summary>What is said of every bug</summary>", p->to);
  html_table_begin(p->to, "kernel|bug|first sentence|right");
  json_array_foreach(cells, n, cell) {
    const bool unknown = json_is_null(json_object_get(cell, "cause"));
    html_row_begin(p->to);
    html_cell(p->to, document_text_of(cell, "profile"));
    html_cell(p->to, document_text_of(cell, "mutant"));
    html_cell(p->to, unknown ? "none of the tried causes explains these answers" : document_text_of(cell, "says"));
    html_cell(p->to, unknown ? "-" : json_is_true(json_object_get(cell, "named")) ? "yes" : "no");
    html_row_end(p->to);
  }
  html_table_end(p->to);
  (void)fputs("</details>\n", p->to);
  page_command(p, page_part(p, "zoo causes"));
}

check_status matrix_section(const page *p, check_error *error) {
  const json_t *const cells = json_object_get(page_result(p, "zoo matrix"), "cells");
  (void)error;
  if (cells == NULL) return CHECK_OK;
  const tally all = count(cells, NULL);
  page_begin(p, "matrix");
  (void)fprintf(p->to,
                "<p>Of %ld pairs of a bug and a kernel, %ld cannot show. Of the others the quick suite finds <b "
                "class=\"%s\">%ld of %ld</b>.</p>\n",
                all.killed + all.survived + all.cannot_show, all.cannot_show, all.survived == 0 ? "good" : "fail",
                all.killed, all.killed + all.survived);
  put_profiles(p, cells);
  put_cells(p, cells);
  page_command(p, page_part(p, "zoo matrix"));
  const json_t *const causes = json_object_get(page_result(p, "zoo causes"), "cells");
  if (causes != NULL) put_causes(p, causes);
  page_end(p, "matrix");
  return CHECK_OK;
}
