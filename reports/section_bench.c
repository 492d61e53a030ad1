/* Speed and error of each variant on one line: what a rate is worth depends on both. */
#include <math.h>
#include <string.h>

#include "attest.h"
#include "check/results/html.h"
#include "reports/page.h"
#include "reports/roofline.h"
#include "reports/speed.h"

/* The largest error over bound of a variant in a type, in the study of errors, whose sweeps are called "TYPE over ...";
   NAN if it was not measured. */
static double error_of(const page *p, const char *variant, const char *dtype) {
  const json_t *const table = page_table(page_result(p, "study error"), "error");
  double most = NAN;
  for (size_t row = 0; row < json_array_size(json_object_get(table, "rows")); row++) {
    const double share = page_number(table, row, "largest error/bound");
    const char *const sweep = page_text(table, row, "sweep");
    const bool same = strncmp(sweep, dtype, strlen(dtype)) == 0 && sweep[strlen(dtype)] == ' ';
    if (same && strcmp(page_text(table, row, "variant"), variant) == 0 && !(share <= most)) most = share;
  }
  return most;
}

/* The worst budget that the checker saw in a type; NAN if it was not judged. */
static double budget_of(const page *p, const char *variant, const char *dtype) {
  char name[64];
  (void)snprintf(name, sizeof name, "check %s", variant);
  const json_t *const type = json_object_get(json_object_get(page_result(p, name), "types"), dtype);
  const bool judged = json_integer_value(json_object_get(type, "passed")) > 0 ||
                      json_integer_value(json_object_get(type, "failed")) > 0;
  return judged ? page_value(json_object_get(type, "worst_budget")) : NAN;
}

static void put_speed(const page *p, const speed *s) {
  html_cell_number(p->to, 1e6 * s->seconds);
  html_cell_number(p->to, s->spread);
  html_cell_number(p->to, s->rate);
  html_cell_number(p->to, s->isa_share);
  html_cell_number(p->to, s->peak_share);
  html_cell_number(p->to, s->roof_share);
}

static void put_variants(const page *p) {
  const json_t *const bench = page_result(p, "bench");
  html_table_begin(
      p->to, "variant|#error / bound, cases of check|#error / bound, study of errors|#us|#spread %|#GFLOP/s|#% of its "
             "peak|#% of the machine's|#% of roof|at");
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    const char *const variant = attest_variant_name(n);
    char words[PROBLEM_MAX];
    speed best;
    if (!speed_best(bench, variant, &best)) continue;
    html_row_begin(p->to);
    html_cell(p->to, variant);
    html_cell_number(p->to, budget_of(p, variant, best.dtype));
    html_cell_number(p->to, error_of(p, variant, best.dtype));
    put_speed(p, &best);
    html_cell(p->to, problem_words(best.name, words));
    html_row_end(p->to);
  }
  html_table_end(p->to);
}

static void put_benchmarks(const page *p) {
  const json_t *const bench = page_result(p, "bench");
  speed next;
  (void)fputs("<details><summary>Every benchmark</summary>", p->to);
  html_table_begin(p->to, "benchmark|#us|#spread %|#GFLOP/s|#% of its peak|#% of the machine's|#% of roof");
  for (size_t n = 0; speed_at(bench, n, &next); n++) {
    html_row_begin(p->to);
    html_cell(p->to, next.name);
    put_speed(p, &next);
    html_row_end(p->to);
  }
  html_table_end(p->to);
  (void)fputs("</details>\n", p->to);
}

check_status bench_section(const page *p, check_error *error) {
  speed best;
  char rate[HTML_NUMBER_MAX], share[HTML_NUMBER_MAX], roof[HTML_NUMBER_MAX];
  page_begin(p, "speed");
  if (speed_best(page_result(p, "bench"), "", &best))
    (void)fprintf(p->to,
                  "<p>The highest rate is %s GFLOP/s, by %s: %s%% of the multiply-add peak of its instruction set, "
                  "%s%% of its roof.</p>\n",
                  html_number(best.rate, rate), best.variant, html_number(best.isa_share, share),
                  html_number(best.roof_share, roof));
  /* as attest bench decides it: a candidate might keep its answers */
  const bool cold = page_result(p, "candidate") != NULL;
  (void)fprintf(
      p->to,
      "<p>The table has the best benchmark of each variant; its errors are those in the type of that benchmark. FLOP "
      "are 2 (d<sub>k</sub> + d<sub>v</sub>) for each query and each key that it sees. The roof is the lower of two "
      "limits, measured in the same "
      "run: the multiply-add peak, and memory bandwidth times FLOP a byte. %s A variant in "
      "plain C is compared with the compiler's default instruction set. A variant on OpenBLAS, which selects by "
      "itself, is compared with the widest. In the plot each rate is divided by the peak of its variant, and its "
      "FLOP a byte by that of the ridge point, where both limits are equal. So all variants have the same roof.</p>\n",
      cold ? "Each call of a benchmark has other operands than the call before, so that caches are cold."
           : "All calls of a benchmark have the same operands, so caches are warm, and a rate above 100% of the roof "
             "means that they hold the operands.");
  put_variants(p);
  const check_status status = roofline_put(p, error);
  put_benchmarks(p);
  page_command(p, page_part(p, "bench"));
  page_end(p, "speed");
  return status;
}
