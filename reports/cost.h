/* The study of cost, on sweeps of any size. */
#ifndef ATTEST_REPORTS_COST_H
#define ATTEST_REPORTS_COST_H

#include "bench/sweep.h"
#include "reports/study.h"

/* Times count rows of sweeps, in a minute at most, with s->settings.samples repetitions (2 or more) of min_time seconds
   each, or as long as all fits where that is 0; then the tables and what they show. Exponents are those of the sweeps
   that are called "length", "width" and "heads". Once in a process (bench/run.h). Fails as bench_run does. */
check_status cost_run(study *s, const sweep_row *of, size_t count, double min_time, check_error *error);

#endif
