/* Claims about cost. Verdicts follow from what is counted; times are of this machine, and only told. */
#include <math.h>
#include <stdlib.h>

#include "bench/shape.h"
#include "check/cases/clock.h"
#include "reports/claims.h"
#include "reports/statistics.h"

/* A head or more of T tokens in binary32; and what the variant that is preferred for it takes: the shortest of a few
   calls. */
typedef struct cost {
  const char *variant;
  double flops, pairs, seconds;
} cost;

static check_status make(int64_t heads, int64_t d, int64_t length, bench_shape *shape) {
  check_error error;
  recipe r = recipe_default();
  r.q_heads = r.kv_heads = heads;
  r.d_k = r.d_v = d;
  r.q_len = r.keys = length;
  return shape_make(&r, shape, &error);
}

/* The first variant that does the problem, and its workspace; NULL if none does. */
static const char *preferred(const bench_shape *shape, size_t *bytes) {
  for (size_t n = 0; attest_variant_name(n) != NULL; n++)
    if (attest_attention_workspace(&shape->problem, &shape->answer, attest_variant_name(n), 1, bytes) == ATTEST_OK)
      return attest_variant_name(n);
  return NULL;
}

static bool time_it(int64_t heads, int64_t d, int64_t length, cost *found) {
  bench_shape shape;
  size_t bytes = 0;
  void *workspace = NULL;
  *found = (cost){.seconds = HUGE_VAL};
  bool good = make(heads, d, length, &shape) == CHECK_OK && (found->variant = preferred(&shape, &bytes)) != NULL &&
              (workspace = malloc(bytes + 1)) != NULL;
  for (int n = 0; good && n < 7; n++) {
    const double begun = clock_seconds();
    good = attest_attention(&shape.problem, &shape.answer, found->variant, 1, workspace, bytes) == ATTEST_OK;
    found->seconds = fmin(found->seconds, clock_seconds() - begun);
  }
  found->flops = shape.flops;
  found->pairs = (double)shape.pairs;
  free(workspace);
  shape_free(&shape);
  return good;
}

/* Counted are the products of Q and K and of weights and V, and the exponentials, one a pair of a query and a key. */
void claim_equal_cost(const study_settings *asked, claim_found *found) {
  enum { D_MODEL = 512, LENGTH = 512, HEADS = 8 };
  cost one, many;
  (void)asked;
  if (!time_it(1, D_MODEL, LENGTH, &one) || !time_it(HEADS, D_MODEL / HEADS, LENGTH, &many)) return;
  claim_judge(found, one.flops == many.flops && one.pairs == many.pairs, one.flops == many.flops,
              "%d heads of %d for one of %d, %d tokens: %.3f times the FLOP in products, %.3g times the exponentials; "
              "%.2f times the time "
              "of %s on this machine",
              HEADS, D_MODEL / HEADS, D_MODEL, LENGTH, many.flops / one.flops, many.pairs / one.pairs,
              many.seconds / one.seconds, many.variant);
}

/* ---- growth with the length */

/* Counted, not timed: multiplications and exponentials of more tokens over those of fewer. The figure also gives the
   exponent of the measured time, which the study of cost explains. */
void claim_quadratic_time(const study_settings *asked, claim_found *found) {
  enum { SIZES = 5, CALLS = 5 };
  double length[SIZES * CALLS], seconds[SIZES * CALLS], flops[SIZES], pairs[SIZES];
  cost c;
  (void)asked;
  for (int call = 0; call < CALLS; call++)
    for (int n = 0; n < SIZES; n++) {
      length[call * SIZES + n] = (double)(128 << n);
      if (!time_it(1, 64, 128 << n, &c)) return;
      seconds[call * SIZES + n] = c.seconds;
      flops[n] = c.flops;
      pairs[n] = c.pairs;
    }
  const interval time = statistics_exponent(length, seconds, (size_t)SIZES * CALLS, STUDY_CONFIDENCE);
  const double more = length[SIZES - 1] / length[0], square = more * more;
  claim_judge(found, flops[SIZES - 1] == square * flops[0] && pairs[SIZES - 1] == square * pairs[0], false,
              "counted, %g times the tokens take %g times the FLOP in products and %g times the exponentials; the "
              "measured time of %s, which the verdict does not rest on, grows as T^%.2f [%.2f, %.2f] from T = 128 to "
              "2048 on this machine",
              more, flops[SIZES - 1] / flops[0], pairs[SIZES - 1] / pairs[0], c.variant, time.value, time.low,
              time.high);
}

/* The workspace of a variant; NAN: it does not do the problem. */
static double workspace_of(const char *variant, const bench_shape *shape) {
  size_t bytes = 0;
  const bool done = attest_attention_workspace(&shape->problem, &shape->answer, variant, 1, &bytes) == ATTEST_OK;
  return done ? (double)bytes : NAN;
}

/* Quadratic: twice the tokens, of one head of 64, need four times the workspace, nearly. If that of one variant does
   not grow so, memory need not. */
void claim_quadratic_memory(const study_settings *asked, claim_found *found) {
  enum { SHORT = 2048, LONG = 4096 };
  const char *least_variant = NULL, *most_variant = NULL;
  double least = HUGE_VAL, most = -HUGE_VAL;
  bench_shape few, many;
  (void)asked;
  if (make(1, 64, SHORT, &few) != CHECK_OK) return;
  const bool both = make(1, 64, LONG, &many) == CHECK_OK;
  for (size_t n = 0; both && attest_variant_name(n) != NULL; n++) {
    const char *const variant = attest_variant_name(n);
    const double ratio = (workspace_of(variant, &many) + 1) / (workspace_of(variant, &few) + 1);
    if (ratio < least) least_variant = variant;
    if (ratio > most) most_variant = variant;
    least = fmin(least, ratio);
    most = fmax(most, ratio);
  }
  shape_free(&few);
  if (both) shape_free(&many);
  if (least_variant == NULL) return;
  claim_judge(
      found, least > 3.5, false,
      "only with all weights stored: from T = %d to %d the workspace grows %.2f times at most (%s), and %.2f times at "
      "least (%s)",
      SHORT, LONG, most, most_variant, least, least_variant);
}
