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

/* By what power of T the workspace of a variant grows from 1024 to 4096; NAN: it does not do the problem. */
static double workspace_exponent(const char *variant, const bench_shape *small, const bench_shape *large) {
  size_t before, after;
  if (attest_attention_workspace(&small->problem, &small->answer, variant, 1, &before) != ATTEST_OK) return NAN;
  if (attest_attention_workspace(&large->problem, &large->answer, variant, 1, &after) != ATTEST_OK) return NAN;
  return log(((double)after + 1) / ((double)before + 1)) / log(4);
}

/* The variants whose memory grows least and most. */
typedef struct growth {
  const char *least_variant, *most_variant;
  double least, most;
} growth;

static bool memory_growth(growth *found) {
  bench_shape small, large;
  const bool made = make(1, 64, 1024, &small) == CHECK_OK && make(1, 64, 4096, &large) == CHECK_OK;
  *found = (growth){NULL, NULL, HUGE_VAL, -HUGE_VAL};
  for (size_t n = 0; made && attest_variant_name(n) != NULL; n++) {
    const double b = workspace_exponent(attest_variant_name(n), &small, &large);
    if (b < found->least) *found = (growth){attest_variant_name(n), found->most_variant, b, found->most};
    if (b > found->most) *found = (growth){found->least_variant, attest_variant_name(n), found->least, b};
  }
  shape_free(&small);
  if (made) shape_free(&large);
  return made && found->least_variant != NULL;
}

/* Quadratic: an exponent above 1.75. If the memory of one way to do it is not, memory need not be. */
void claim_quadratic(const study_settings *asked, claim_found *found) {
  enum { SIZES = 5 };
  double length[SIZES], seconds[SIZES];
  growth memory;
  cost c;
  (void)asked;
  for (int n = 0; n < SIZES; n++) {
    length[n] = (double)(128 << n);
    if (!time_it(1, 64, 128 << n, &c)) return;
    seconds[n] = c.seconds;
  }
  if (!memory_growth(&memory)) return;
  const interval time = statistics_exponent(length, seconds, SIZES, STUDY_CONFIDENCE);
  claim_judge(found, memory.least > 1.75, memory.least > 1.5,
              "for T = 128 to 2048 the time of %s grows as T^%.2f [%.2f, %.2f] on this machine; the workspace of %s as "
              "T^%.2f, that of %s, "
              "which keeps no row of weights, as T^%.2f",
              c.variant, time.value, time.low, time.high, memory.most_variant, memory.most, memory.least_variant,
              memory.least);
}
