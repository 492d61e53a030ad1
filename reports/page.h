/* What the sections of a report's page write from, and the sections, one a file. Each looks up results by name and
   writes HTML; it writes nothing where its parts are not there. */
#ifndef ATTEST_REPORTS_PAGE_H
#define ATTEST_REPORTS_PAGE_H

#include <jansson.h>
#include <stdio.h>

#include "check/cases/error.h"
#include "reports/stories.h"

/* What sections write from. */
typedef struct page {
  FILE *to;
  const json_t *parts;   /* as part_run makes them, in order */
  json_t *proofs;        /* proofs/results/wp.json, or NULL */
  json_t *tests;         /* proofs/results/tests.json, or NULL; jansson walks through no const object */
  const char *directory; /* where the plots lie */
} page;

/* The part of that name; NULL if it was not run. */
const json_t *page_part(const page *p, const char *name);

/* What its command found; NULL if it was not run. */
const json_t *page_result(const page *p, const char *name);

/* <section id="ID">, with the question of that section as its heading, why it matters, and what was done (stories.h). */
void page_begin(const page *p, const char *id);

/* The parts of a story: why its question matters and what was done; what would change the answer. */
void page_opening(const page *p, const story *its);
void page_changes(const page *p, const story *its);

/* What would change the answer of a section, and its end. */
void page_end(const page *p, const char *id);

/* "attest ...", the command that made a part. */
void page_command(const page *p, const json_t *part);

/* The table of that name among those of a study's result; NULL. A cell by the name of its column: text is "" and number
   NAN where it is none. */
const json_t *page_table(const json_t *result, const char *name);
const char *page_text(const json_t *table, size_t row, const char *column);
double page_number(const json_t *table, size_t row, const char *column);

/* A number as JSON documents of attest have it: infinities are the texts "inf" and "-inf"; NAN for all that is none. */
double page_value(const json_t *value);

/* Goals "functions of ref/" or "the theory" in proofs, and how many are proved. */
void page_goals(const json_t *proofs, const char *of, long *goals, long *proved);

/* The table of claims, of the study of that name, within its section. */
void claims_put(const page *p, const json_t *table);

check_status candidate_section(const page *p, check_error *error);
check_status summary_section(const page *p, check_error *error);
check_status checks_section(const page *p, check_error *error);
check_status matrix_section(const page *p, check_error *error);
check_status judges_section(const page *p, check_error *error);
check_status bench_section(const page *p, check_error *error);
check_status peers_section(const page *p, check_error *error);
check_status vectors_section(const page *p, check_error *error);
check_status words_section(const page *p, check_error *error);
check_status teaching_section(const page *p, check_error *error);
check_status studies_section(const page *p, check_error *error);
check_status proofs_section(const page *p, check_error *error);

#endif
