/* XHTML escapes <, >, & and quotes. Pictures that gnuplot draws all use the same ids; inside one page each must be of
   one picture, so a prefix is put before every id and every mention of one. It opens a group for every pen that it
   takes up, most often to draw nothing: those are left out, a sixth of a page. */
#include "check/results/html.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/printable.h"

void html_text(FILE *to, const char *text) {
  for (size_t skip; *text != '\0'; text += skip) {
    const size_t length = printable_at(text, &skip);
    const char *escaped = *text == '&'    ? "&amp;"
                          : *text == '<'  ? "&lt;"
                          : *text == '>'  ? "&gt;"
                          : *text == '"'  ? "&quot;"
                          : *text == '\n' ? "&#10;"
                          : *text == '\t' ? "&#9;"
                                          : NULL;
    if (escaped != NULL) (void)fputs(escaped, to);
    else (void)fprintf(to, "%.*s", length > 0 ? (int)length : 1, length > 0 ? text : "?");
  }
}

void html_element(FILE *to, const char *tag, const char *text) {
  (void)fprintf(to, "<%s>", tag);
  html_text(to, text);
  (void)fprintf(to, "</%s>\n", tag);
}

const char *html_number(double x, char text[HTML_NUMBER_MAX]) {
  if (isnan(x)) (void)snprintf(text, HTML_NUMBER_MAX, "-");
  else (void)snprintf(text, HTML_NUMBER_MAX, fabs(x) < 1e15 && x == floor(x) ? "%.0f" : "%.3g", x);
  const bool rewritten = fabs(x) >= 1000 && fabs(x) < 1e7 && strchr(text, 'e') != NULL;
  if (rewritten) (void)snprintf(text, HTML_NUMBER_MAX, "%.0f", fabs(x) < 1e5 ? x : strtod(text, NULL));
  return text;
}

/* ---- tables */

void html_heading(FILE *to, const char *name, bool number) {
  (void)fputs(number ? "<th class=\"n\">" : "<th>", to);
  html_text(to, name);
  (void)fputs("</th>", to);
}

void html_table_begin(FILE *to, const char *columns) {
  (void)fputs("<div class=\"wide\"><table><thead><tr>", to);
  for (const char *at = columns; at != NULL;) {
    char name[80];
    const size_t length = strcspn(at, "|");
    const bool number = at[0] == '#';
    (void)snprintf(name, sizeof name, "%.*s", (int)length - number, at + number);
    html_heading(to, name, number);
    at = at[length] == '|' ? at + length + 1 : NULL;
  }
  (void)fputs("</tr></thead><tbody>\n", to);
}

void html_row_begin(FILE *to) { (void)fputs("<tr>", to); }

void html_cell(FILE *to, const char *text) {
  (void)fputs(strlen(text) > 24 && strchr(text, ' ') != NULL ? "<td class=\"long\">" : "<td>", to);
  html_text(to, text);
  (void)fputs("</td>", to);
}

void html_cell_number(FILE *to, double x) {
  char text[HTML_NUMBER_MAX];
  (void)fprintf(to, "<td class=\"n\">%s</td>", html_number(x, text));
}

void html_cell_spread(FILE *to, double x, double percent) {
  char text[HTML_NUMBER_MAX];
  (void)fprintf(to, "<td class=\"n\">%s", html_number(x, text));
  if (isfinite(percent)) (void)fprintf(to, " &#177; %.0f%%", percent);
  (void)fputs("</td>", to);
}

void html_row_end(FILE *to) { (void)fputs("</tr>\n", to); }

void html_table_end(FILE *to) { (void)fputs("</tbody></table></div>\n", to); }

/* ---- pictures */

/* All of a file, for free(); NULL if it cannot be read. */
static char *read_all(const char *path) {
  FILE *const from = fopen(path, "r");
  char *text = NULL;
  long size = -1;
  if (from == NULL) return NULL;
  if (fseek(from, 0, SEEK_END) == 0) size = ftell(from);
  rewind(from);
  if (size >= 0) text = malloc((size_t)size + 1);
  if (text != NULL) {
    const size_t got = fread(text, 1, (size_t)size, from);
    text[got] = '\0';
    if (got != (size_t)size) {
      free(text);
      text = NULL;
    }
  }
  (void)fclose(from);
  return text;
}

/* How many characters before an id begin here; 0: none. */
static size_t before_id(const char *at) {
  static const char *const marks[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#"};
  for (size_t n = 0; n < sizeof marks / sizeof marks[0]; n++)
    if (strncmp(at, marks[n], strlen(marks[n])) == 0) return strlen(marks[n]);
  return 0;
}

/* What follows the groups that begin here and hold nothing. */
static const char *after_empty_groups(const char *at) {
  static const char begin[] = "<g ", end[] = "</g>\n";
  while (strncmp(at, begin, strlen(begin)) == 0) {
    const char *next = strchr(at, '>');
    if (next == NULL) return at;
    next += 1 + strspn(next + 1, " \t\n");
    if (strncmp(next, end, strlen(end)) != 0) return at;
    at = next + strlen(end);
  }
  return at;
}

check_status html_picture(FILE *to, const char *path, const char *prefix, const char *about, check_error *error) {
  char *const text = read_all(path);
  const char *at = text != NULL ? strstr(text, "<svg") : NULL; /* what stands before is of a document of its own */
  if (at == NULL) {
    free(text);
    return check_fail(error, CHECK_FAILURE, "%s: expected a picture: %s", path, strerror(errno));
  }
  at += strlen("<svg");
  (void)fputs("<div class=\"wide picture\"><svg role=\"img\" aria-label=\"", to);
  html_text(to, about);
  (void)fputc('"', to);
  while (*(at = after_empty_groups(at)) != '\0') {
    const size_t length = before_id(at);
    if (length == 0) (void)fputc(*at++, to);
    else (void)fprintf(to, "%.*s%s-", (int)length, at, prefix);
    at += length;
  }
  (void)fputs("</div>\n", to);
  free(text);
  return CHECK_OK;
}
