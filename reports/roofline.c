/* roof = min(peak of the instruction set, bandwidth of memory x FLOP / bytes); as benchmarks say which share of it they reach, it is rate / share. */
#include "reports/roofline.h"

#include <string.h>

#include "check/case.h"
#include "reports/csv.h"
#include "reports/draw.h"
#include "reports/speed.h"

enum { VARIANT, INTENSITY, RATE, ROOF, WIDTH };

static const study_column columns[WIDTH] = {
    {"variant", "", false}, {"intensity", "FLOP/byte", false}, {"rate", "GFLOP/s", false}, {"roof", "GFLOP/s", false}};

static const study_plot plot = {.name = ROOFLINE_NAME,
                                .title = ROOFLINE_TITLE,
                                .x = INTENSITY,
                                .y = RATE,
                                .low = NO_COLUMN,
                                .high = NO_COLUMN,
                                .line = ROOF,
                                .series = VARIANT,
                                .log_x = true,
                                .log_y = true,
                                .among = NO_COLUMN};

/* Whether two names differ in variant and in the last number alone. */
static bool is_alike(const speed *a, const speed *b) {
  const char *const from_a = strchr(a->name, '/') + 1 + strlen(a->variant), *const from_b = strchr(b->name, '/') + 1 + strlen(b->variant);
  const size_t length = (size_t)(strrchr(from_a, ':') - from_a);
  return strncmp(from_a, from_b, length + 1) == 0 && strrchr(from_b, ':') == from_b + length;
}

static void add(study *s, study_table *t, const speed *found) {
  study_text(s, t, found->variant);
  study_number(s, t, found->intensity);
  study_number(s, t, found->rate);
  study_number(s, t, 100 * found->rate / found->roof_share);
}

static check_status write(const page *p, const study_table *t, check_error *error) {
  char path[CASE_PATH_MAX];
  check_status status = case_join(path, p->directory, ROOFLINE_NAME ".csv", error);
  if (status == CHECK_OK) status = csv_write(t, path, error);
  if (status == CHECK_OK) status = case_join(path, p->directory, ROOFLINE_NAME ".svg", error);
  return status == CHECK_OK ? draw_plot(t, &plot, path, error) : status;
}

check_status roofline_draw(const page *p, check_error *error) {
  study s = {.name = ROOFLINE_NAME};
  speed best, next;
  if (!speed_best(p, "", &best)) return CHECK_OK;
  study_table *const t = study_begin(&s, ROOFLINE_NAME, columns, WIDTH, &plot, 1);
  for (size_t n = 0; speed_at(p, n, &next); n++)
    if (is_alike(&best, &next)) add(&s, t, &next);
  const check_status status = s.exhausted ? check_fail(error, CHECK_FAILURE, "not enough memory for the roofline") : write(p, t, error);
  study_free(&s);
  return status;
}
