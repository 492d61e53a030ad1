/* The roofline [Williams2009]: rates of the variants over FLOP a byte, beside what the machine could do there. */
#ifndef ATTEST_REPORTS_ROOFLINE_H
#define ATTEST_REPORTS_ROOFLINE_H

#include <stdbool.h>

#include "reports/page.h"

/* Whether there is a rate to draw. */
bool roofline_is_drawn(const page *p);

/* Writes roofline.svg and roofline.csv in the directory of the page: each variant at the benchmark in which it is
   fastest, under the roofs of the machine. Nothing where none was timed. CHECK_FAILURE. */
check_status roofline_draw(const page *p, check_error *error);

/* Puts what roofline_draw drew into the page, under the sentence that it shows. Nothing where none was timed.
   CHECK_FAILURE. */
check_status roofline_put(const page *p, check_error *error);

#endif
