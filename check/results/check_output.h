/* What is said of a run that judges a candidate: lines as they come up, and files. */
#ifndef ATTEST_CHECK_CHECK_OUTPUT_H
#define ATTEST_CHECK_CHECK_OUTPUT_H

#include <jansson.h>
#include <stdio.h>

#include "check/results/results.h"
#include "check/results/sarif.h"

/* How the reader states things: by options of the command, or by arguments of a function. Valid as long as the output.
   */
typedef struct check_words {
  const char *repeat, *repeat_end; /* around a case: what repeats it */
  const char *accept;              /* before a stated convention that was followed: what can be done about it */
  const char *timeout;             /* the name of the time limit */
  const char *all;                 /* after the number of failing cases that are not shown: where they are */
} check_words;

/* Files to write at the end; NULL: none. */
typedef struct check_files {
  const char *json, *junit, *html, *sarif;
} check_files;

typedef struct check_output {
  const char *target;
  FILE *to;            /* the lines go there */
  bool coloured;       /* with the escape sequences of a terminal */
  void (*clear)(void); /* called before lines are written; NULL: nothing */
  check_words words;
  check_files files;
  sarif_place place; /* where the candidate is defined */
  json_t *run;       /* settings of the run (results.h), or NULL */
  shard part;
  json_t *missing; /* NULL, or the missing shares of the run */
  json_t *xray;    /* NULL, or the X-ray that a share has made: an object with lines (README.md) */
  bool brief;      /* only count the cases that pass or follow a convention: there may be millions */
  json_t *cases, *failures, *probes, *bias_tests;
  size_t told;     /* failures reported in full */
  json_t *reasons; /* the reasons for skipped cases, and their counts */
} check_output;

/* Starts the output. Keeps pointers to the arguments; the caller sets all other members. Free with check_output_free.
   */
check_output check_output_begin(const char *target, FILE *to, const check_words *words);

void check_output_free(check_output *t);

/* The events: they print, and collect the content of the document. progress is the caller's to set. */
session_events check_output_events(check_output *t);

/* The document of the results (README.md). */
json_t *check_output_document(const check_output *t, const session_result *result);

/* Reports a case that was judged elsewhere. The first few failures are reported in full. */
void check_output_case(check_output *t, const results_case *c);

/* Prints the closing lines (how many more cases fail; of each type, if types; judged and never judged; the last line)
   and writes the files. CHECK_MISMATCH if the result is a failure. */
check_status check_output_end(const check_output *t, const session_result *result, bool types, check_error *error);

#endif
