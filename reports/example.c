/* Attention on three tokens, with numbers that one can check by hand:
     q = x W_Q, k = x W_K, v = x W_V; s = q k^T; w = softmax(s / sqrt(d_k)), row by row; out = w v
   [Vaswani2017, section 3.2.1]. All is computed by the reference: maps by ref_linear, weights and output by
   attest_reference. */
#include <math.h>
#include <stddef.h>

#include "check/judge/reference.h"
#include "ref/linear.h"
#include "reports/one_head.h"
#include "reports/study.h"

enum { TOKENS = 3, D_MODEL = 4, D = 2 }; /* d_k = d_v = D */
enum { STEP, TOKEN, FIRST, WIDTH = FIRST + D_MODEL };

static const char *const token[TOKENS] = {"the", "cat", "sat"};

static const double x[TOKENS * D_MODEL] = {1, 0, 0, 1, 0, 1, 2, 0, 1, 1, 0, -1};

/* D x D_MODEL each, transposed, as ref_linear takes them */
static const double w_q[D * D_MODEL] = {1, 0, 1, 0, 0, 1, 0, -1}, w_k[D * D_MODEL] = {0, 1, 1, 0, 1, 0, 1, 0},
                            w_v[D * D_MODEL] = {1, 0, 1, 1, 0, 2, 0, 1};

static const study_column columns[WIDTH] = {{"step", "", false}, {"row", "", false}, {"1", "", false},
                                            {"2", "", false},    {"3", "", false},   {"4", "", false}};

/* A row of a step: width numbers, stride apart. */
static void add_row(study *s, study_table *t, const char *step, const char *name, const double *numbers, int width,
                    int stride) {
  study_text(s, t, step);
  study_text(s, t, name);
  for (int c = 0; c < D_MODEL; c++) study_number(s, t, c < width ? numbers[(ptrdiff_t)c * stride] : (double)NAN);
}

/* A row for each token. */
static void add_rows(study *s, study_table *t, const char *step, const double *numbers, int width) {
  for (int i = 0; i < TOKENS; i++) add_row(s, t, step, token[i], numbers + (ptrdiff_t)i * width, width, 1);
}

/* A matrix that makes D numbers of the D_MODEL of a token: a row for each of these. */
static void add_matrix(study *s, study_table *t, const char *step, const double transposed[D * D_MODEL]) {
  static const char *const row[D_MODEL] = {"1", "2", "3", "4"};
  for (int i = 0; i < D_MODEL; i++) add_row(s, t, step, row[i], transposed + i, D, D_MODEL);
}

check_status example_study(study *s, check_error *error) {
  study_table *const t = study_begin(s, "example", columns, WIDTH, NULL, 0);
  double q[TOKENS * D], k[TOKENS * D], v[TOKENS * D], out[TOKENS * D], scores[TOKENS * TOKENS], scaled[TOKENS * TOKENS],
      weights[TOKENS * TOKENS];
  ref_linear(x, w_q, NULL, q, TOKENS, D_MODEL, D);
  ref_linear(x, w_k, NULL, k, TOKENS, D_MODEL, D);
  ref_linear(x, w_v, NULL, v, TOKENS, D_MODEL, D);
  ref_linear(q, k, NULL, scores, TOKENS, D, TOKENS); /* q k^T */
  for (int n = 0; n < TOKENS * TOKENS; n++) scaled[n] = scores[n] / sqrt(D);
  const attest_problem p = one_head_problem(q, k, v, TOKENS, TOKENS, D, D);
  if (reference_compute(&p, out, NULL, weights) != ATTEST_OK)
    return check_fail(error, CHECK_FAILURE, "not enough memory for three tokens");
  add_rows(s, t, "x", x, D_MODEL);
  add_matrix(s, t, "W_Q", w_q);
  add_matrix(s, t, "W_K", w_k);
  add_matrix(s, t, "W_V", w_v);
  add_rows(s, t, "q = x W_Q", q, D);
  add_rows(s, t, "k = x W_K", k, D);
  add_rows(s, t, "v = x W_V", v, D);
  add_rows(s, t, "q.k", scores, TOKENS);
  add_rows(s, t, "q.k / sqrt(2)", scaled, TOKENS);
  add_rows(s, t, "weights", weights, TOKENS);
  add_rows(s, t, "output", out, D);
  const double *const last = out + (ptrdiff_t)(TOKENS - 1) * D;
  study_say(s, "'%s' looks mostly at '%s', with a weight of %.3f: its output is (%.3f, %.3f), near the value (%g, %g).",
            token[2], token[1], weights[2 * TOKENS + 1], last[0], last[1], v[D], v[D + 1]);
  return CHECK_OK;
}
