/* Pages written piece by piece: XHTML that is HTML too, self-contained. */
#ifndef ATTEST_CHECK_HTML_H
#define ATTEST_CHECK_HTML_H

#include <stdbool.h>
#include <stdio.h>

#include "check/cases/error.h"

#define HTML_NUMBER_MAX 32

/* Text of HTML or XML 1.0, between tags or in an attribute's quotes. Ends of lines and tabs become references, what
   cannot be shown '?'. */
void html_text(FILE *to, const char *text);

/* <p>, <code> and so on: text between the tags of that name. */
void html_element(FILE *to, const char *tag, const char *text);

/* A number with three significant digits, with an exponent below 0.0001 and from ten million on; "-" where there is
   none (NAN). Returns text. */
const char *html_number(double x, char text[HTML_NUMBER_MAX]);

/* Over a column: of numbers, which stand at its right, or of text. */
void html_heading(FILE *to, const char *name, bool number);

/* A table: the names of its columns, apart by '|', with '#' before those of numbers; then cells, row after row; then
   the end. */
void html_table_begin(FILE *to, const char *columns);
void html_row_begin(FILE *to);
void html_cell(FILE *to, const char *text);
void html_cell_number(FILE *to, double x);                 /* to the right, three digits, whole numbers whole */
void html_cell_spread(FILE *to, double x, double percent); /* the same, and "± 3%" where percent is a number */
void html_row_end(FILE *to);
void html_table_end(FILE *to);

/* A picture: the SVG file at path, inside the page. prefix makes its ids differ from those of all other pictures, about
   says what it shows to those who do not see it. CHECK_FAILURE if it cannot be read. */
check_status html_picture(FILE *to, const char *path, const char *prefix, const char *about, check_error *error);

#endif
