/* |out - expected| / bound, element by element. The mutant keeps the running sum of exponentials of online softmax and
   forgets to rescale it where the running maximum rises: l = l + sum exp(s - m) in place of l = l exp(m_old - m) + ...
   [Milakov2018, algorithm 3]. Rows whose largest score is in the first tile of keys come out right. */
#include "reports/error_map.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "bench/shape.h"
#include "check/judge/bound.h"
#include "check/judge/expected.h"
#include "check/judge/variant.h"
#include "check/zoo/zoo.h"
#include "reports/findings.h"
#include "reports/series.h"

#define MUTANT "total-not-rescaled"

enum { KERNEL, ROW, QUERY, COLUMN, OUTPUT, SHARE, WIDTH };

static const study_column columns[WIDTH] = {{"kernel", "", false},        {"row", "", false},
                                            {"query", "", false},         {"column", "", false},
                                            {"column of out", "", false}, {"error/bound", "", false}};

/* How many elements, and in how many rows, are beyond their bounds. */
static void find_beyond(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  size_t elements = 0, beyond = 0, rows = 0;
  double worst = 0, row_before = -1;
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_draws(t, plot, row)) continue;
    const double share = series_number(t, row, SHARE);
    elements++;
    worst = fmax(worst, share);
    if (share <= 1) continue;
    beyond++;
    rows += series_number(t, row, ROW) != row_before;
    row_before = series_number(t, row, ROW);
  }
  findings_add(text,
               "%zu of %zu elements are beyond their bounds, in %zu rows; the largest error is %.3g times its "
               "bound.",
               beyond, elements, rows, worst);
}

#define MAP(file, about, kernel)                                                                                       \
  {                                                                                                                    \
    .name = (file), .title = (about), .x = COLUMN, .y = ROW, .heat = true, .z = SHARE, .z_high = 1, .x_names = OUTPUT, \
    .y_names = QUERY, .line = NO_COLUMN, .series = NO_COLUMN, .among = KERNEL, .only = (kernel), .find = find_beyond   \
  }

static const study_plot plots[] = {MAP("error-right", "A right kernel: error as a share of the bound", "right"),
                                   MAP("error-wrong", "Running sum not rescaled: 1 stands for 1 and more", "wrong")};

/* Every fourth row and column is named. */
static void add_place(study *s, study_table *t, int64_t at) {
  char name[32] = " ";
  if (at % 4 == 0) (void)snprintf(name, sizeof name, "%" PRId64, at);
  study_number(s, t, (double)at);
  study_text(s, t, name);
}

static void add_answer(study *s, study_table *t, const char *kernel, const bench_shape *shape, const expected *e) {
  const float *const out = shape->answer.out.data;
  for (int64_t row = 0; row < shape->of.q_len; row++)
    for (int64_t c = 0; c < shape->of.d_v; c++) {
      const int64_t n = row * shape->of.d_v + c;
      study_text(s, t, kernel);
      add_place(s, t, row);
      add_place(s, t, c);
      study_number(s, t, expected_budget(e->out[n], e->out_bound[n], (double)out[n]));
    }
}

/* The first variant that does the problem. */
static attest_status answer_fast(const bench_shape *shape) {
  attest_status status = ATTEST_UNSUPPORTED;
  for (size_t n = 0; status == ATTEST_UNSUPPORTED && attest_variant_name(n) != NULL; n++)
    status = variant_answer(attest_variant_name(n), &shape->problem, &shape->answer);
  return status;
}

check_status error_map_add(study *s, check_error *error) {
  study_table *const t = study_begin(s, "error-map", columns, WIDTH, plots, sizeof plots / sizeof plots[0]);
  bench_shape shape;
  expected e = {.out = NULL};
  const attest_arithmetic arithmetic = bound_default(ATTEST_F32);
  recipe r = recipe_default();
  r.q_len = 12;
  r.keys = 96;
  r.d_k = 32;
  r.d_v = 12;
  r.seed = 7;
  t->hidden = true;
  check_status status = shape_make(&r, &shape, error);
  if (status != CHECK_OK) return status;
  status = expected_make(&shape.problem, &shape.answer, &arithmetic, &e, error);
  bool computed = status == CHECK_OK && answer_fast(&shape) == ATTEST_OK;
  if (computed) add_answer(s, t, "right", &shape, &e);
  computed = computed && zoo_answer(&shape.problem, zoo_find(MUTANT), &shape.answer) == ATTEST_OK;
  if (computed) add_answer(s, t, "wrong", &shape, &e);
  if (status == CHECK_OK && !computed) status = check_fail(error, CHECK_FAILURE, "not enough memory for an error map");
  expected_free(&e);
  shape_free(&shape);
  return status;
}
