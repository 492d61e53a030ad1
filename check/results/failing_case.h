/* A failing case, as pages show it. */
#ifndef ATTEST_CHECK_FAILING_CASE_H
#define ATTEST_CHECK_FAILING_CASE_H

#include <jansson.h>
#include <stdio.h>

/* Rules that the page needs for it. */
#define FAILURE_STYLE                                                                                                  \
  ":root { color-scheme: light dark; --in: #d9e2d9; --ten: #f2d16b; --thousand: #e8853a; --beyond: #b3261e; --nan: "   \
  "#6a3fa0 }\n"                                                                                                        \
  "@media screen and (prefers-color-scheme: dark) { :root { --in: #2c3a2c; --ten: #8a6d10; --thousand: #c05f12; "      \
  "--beyond: #ff6b5e; "                                                                                                \
  "--nan: #b694f0 } "                                                                                                  \
  "}\n"                                                                                                                \
  ".in { fill: var(--in) } .ten { fill: var(--ten) } .thousand { fill: var(--thousand) } .beyond { fill: "             \
  "var(--beyond) } .nan { fill: "                                                                                      \
  "var(--nan) }\n"

/* A section: verdict, case, the worst element or what else is to be said; where the errors lie and the smallest case,
   if it was shrunk. failure as attest check --json writes it. */
void failure_put(FILE *to, const json_t *failure);

/* What the colours mean: the end of a paragraph that is open, and a legend. */
void failure_put_legend(FILE *to);

#endif
