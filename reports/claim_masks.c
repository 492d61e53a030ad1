/* Claims about what hides keys, and about which tensor does what. */
#include <math.h>

#include "check/judge/reference.h"
#include "reports/claims.h"
#include "reports/layer.h"
#include "reports/one_head.h"
#include "reports/sentinel.h"
#include "reports/statistics.h"

enum { ROWS = 6, D = 4, SIZE = ROWS * D, GRID = ROWS * ROWS };

/* A head of ROWS queries and as many keys, with what the reference makes of it. */
typedef struct head {
  double q[SIZE], k[SIZE], v[SIZE], out[SIZE], w[GRID];
  attest_problem p;
} head;

static void make_head(head *h, uint64_t seed) {
  layer_fill(seed, 0, 1, h->q, SIZE);
  layer_fill(seed, 100, 1, h->k, SIZE);
  layer_fill(seed, 200, 1, h->v, SIZE);
  h->p = one_head_problem(h->q, h->k, h->v, ROWS, ROWS, D, D);
}

static bool attend(head *h) { return reference_compute(&h->p, h->out, NULL, h->w) == ATTEST_OK; }

static double sum_of_row(const double *w, int i) {
  double sum = 0;
  for (int j = 0; j < ROWS; j++) sum += w[i * ROWS + j];
  return sum;
}

void claim_sentinel(const study_settings *asked, claim_found *found) {
  const double none[2] = {-1e4, -1e4}, usual = sentinel_leak(true, -10, -1e4), f32_4 = sentinel_highest(true, -1e4),
               f64_4 = sentinel_highest(false, -1e4), f32_9 = sentinel_highest(true, -1e9),
               f64_9 = sentinel_highest(false, -1e9), infinite = sentinel_leak(true, -2e9, -HUGE_VAL);
  double w[2];
  (void)asked;
  if (isnan(usual + f32_4 + f64_4 + f32_9 + f64_9 + infinite) || !one_head_softmax(none, w, 2)) return;
  claim_judge(found, usual == 0 && isinf(f32_4) && w[0] == 0, usual == 0 && infinite == 0,
              "beside scores of -10 the weight is %g; -1e4 leaks where the scores seen are below %.0f (binary32) or "
              "%.0f (binary64), -1e9 "
              "below %.6g or %.6g, -infinity nowhere; a row "
              "hidden throughout by -1e4 has weights of sum %g, not 0",
              usual, f32_4, f64_4, f32_9, f64_9, w[0] + w[1]);
}

/* ---- masks and softmax */

void claim_mask_first(const study_settings *asked, claim_found *found) {
  enum { BOTH = 2 * SIZE };
  double q[BOTH], k[BOTH], v[BOTH], out[BOTH], open[2 * GRID], masked[2 * GRID], before = 0, after = 0;
  unsigned char mask[2 * GRID];
  layer_fill(asked->seed, 0, 1, q, BOTH);
  layer_fill(asked->seed, 100, 1, k, BOTH);
  layer_fill(asked->seed, 200, 1, v, BOTH);
  attest_problem p = {.q = one_head_tensor(q, 1, 2, ROWS, D),
                      .k = one_head_tensor(k, 1, 2, ROWS, D),
                      .v = one_head_tensor(v, 1, 2, ROWS, D)};
  if (reference_compute(&p, out, NULL, open) != ATTEST_OK) return;
  for (int n = 0; n < 2 * GRID; n++) mask[n] = n >= GRID || n % ROWS <= n / ROWS; /* the first head alone */
  p.mask = (attest_tensor){mask, ATTEST_BOOL, {1, 2, ROWS, ROWS}, {0, GRID, ROWS, 1}};
  if (reference_compute(&p, out, NULL, masked) != ATTEST_OK) return;
  const bool apart = layer_same_bits(masked + GRID, open + GRID, GRID);
  for (int n = 0; n < GRID; n++) open[n] = mask[n] ? open[n] : 0; /* masked after softmax */
  for (int i = 0; i < ROWS; i++) {
    before = statistics_larger(before, fabs(sum_of_row(masked, i) - 1));
    after = statistics_larger(after, fabs(sum_of_row(open, i) - 1));
  }
  claim_judge(found, before <= claim_rounding(ROWS + 1, 1) && after > 0.01 && apart, false,
              "masked before softmax rows sum to 1 within %.2g, masked after it they miss 1 by up to %.2f; a mask of "
              "head 0 changes %s in head 1",
              before, after, apart ? "no bit" : "something");
}

void claim_above_diagonal(const study_settings *asked, claim_found *found) {
  head added, causal;
  double bias[GRID], above = 0, off = 0;
  make_head(&added, asked->seed);
  make_head(&causal, asked->seed);
  for (int n = 0; n < GRID; n++) bias[n] = n % ROWS > n / ROWS ? -HUGE_VAL : 0;
  added.p.bias = one_head_tensor(bias, 1, 1, ROWS, ROWS);
  causal.p.causal = true;
  causal.p.alignment = ATTEST_ALIGN_TOP_LEFT;
  if (!attend(&added) || !attend(&causal)) return;
  for (int n = 0; n < GRID; n++) above += n % ROWS > n / ROWS ? fabs(added.w[n]) : 0;
  for (int i = 0; i < ROWS; i++) off = statistics_larger(off, fabs(sum_of_row(added.w, i) - 1));
  const double same = layer_difference(added.w, causal.w, GRID);
  claim_judge(found, above == 0 && off <= claim_rounding(ROWS + 1, 1) && same == 0, false,
              "weights above the diagonal sum to %g, rows to 1 within %.2g; difference from the causal option: %g",
              above, off, same);
}

/* The grid of a tutorial has a row a key and a column a query. */
void claim_columns(const study_settings *asked, claim_found *found) {
  head h;
  double column[ROWS], w[ROWS], worst = 0, magnitude = 1;
  make_head(&h, asked->seed);
  if (!attend(&h)) return;
  for (int i = 0; i < ROWS; i++) {
    for (int j = 0; j < ROWS; j++) {
      column[j] = 0;
      for (int c = 0; c < D; c++) column[j] += h.k[j * D + c] * h.q[i * D + c] / sqrt(D);
      magnitude = statistics_larger(magnitude, 1 + fabs(column[j]));
    }
    if (!one_head_softmax(column, w, ROWS)) return;
    worst = statistics_larger(worst, layer_difference(w, h.w + (ptrdiff_t)i * ROWS, ROWS));
  }
  claim_judge(found, worst <= claim_rounding(D + ROWS + 8, magnitude), false,
              "softmax of the columns of K Q^T and of the rows of Q K^T differ by %.2g at most", worst);
}

void claim_values_apart(const study_settings *asked, claim_found *found) {
  head before, after;
  make_head(&before, asked->seed);
  make_head(&after, asked->seed);
  for (int n = 0; n < SIZE; n++) after.v[n] = before.v[(n + D) % (SIZE)]; /* each key carries the value of the next */
  if (!attend(&before) || !attend(&after)) return;
  const bool same = layer_same_bits(before.w, after.w, GRID);
  const double moved = layer_difference(before.out, after.out, SIZE);
  claim_judge(found, same && moved > 0.01, false,
              "with the values permuted %s of the weights changes, and outputs change by up to %.2f",
              same ? "no bit" : "something", moved);
}
