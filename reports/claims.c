/* A row a claim. What is expected of them stands in the tests: here each verdict follows from what is computed. */
#include "reports/claims.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/cases/format.h"
#include "check/judge/bound.h"
#include "reports/findings.h"
#include "reports/series.h"

static const struct {
  const char *from, *text;
  claim_function *judge;
} claims[] = {
    {"000",
     "Independent entries of mean 0 and variance 1 give q.k the variance d_k: standard deviation 8 at 64, 16 at 256, "
     "22.6 at 512.",
     claim_variance},
    {"000", "Divided by sqrt(d_k) the variance is about 1 at every d_k, so that no d_k needs another constant.",
     claim_scaled_variance},
    {"000", "d_k = 1 needs no scaling: the product of two such scalars has variance 1.", claim_product_of_two},
    {"000", "softmax([22, -3, 1, -5]) is nearly [1, 0, 0, 0]; divided by 22.6 it is smooth.", claim_peaked},
    {"000",
     "Unscaled, rising d_k saturates softmax: entropy falls to 0, the largest weight goes to 1, the Jacobian vanishes; "
     "scaled, none of it "
     "moves.",
     claim_saturation},
    {"000", "Without softmax the output can leave the convex hull of the values; with it, never.", claim_hull},
    {"000", "Each row of weights sums to exactly 1.", claim_row_sums},
    {"000", "A one-hot row returns that value vector, a uniform row the mean of V.", claim_one_hot},
    {"000",
     "The NumPy listing (RandomState 42, T = 4, d_model = 8, d_k = 4, weights * 0.1) has raw scores of standard "
     "deviation about sqrt(d_k) "
     "= 2.",
     claim_listing},
    {"000", "h heads of d_model/h cost about as much as one head of d_model.", claim_equal_cost},
    {"000", "h = 1 is single-head attention; h = d_model makes each score a product of scalars.", claim_one_head},
    {"000", "In the saturated regime the gradients that reach Q and K are nearly zero.", claim_gradients},
    {"001",
     "x (2, 4, 8), 2 heads: (2, 4, 2, 4), then (2, 2, 4, 4); scores (2, 2, 4, 4); side by side (2, 4, 8); out (2, 4, "
     "8).",
     claim_shapes},
    {"001", "Splitting, attending and concatenating by hand equals the multi-head module with the same weights.",
     claim_by_hand},
    {"001", "The scores are divided by d_k.", claim_divisor},
    {"001", "A mask of extremely large negative values makes the probability zero.", claim_sentinel},
    {"001", "Time and memory grow quadratically in the length of the sequence.", claim_quadratic},
    {"001", "Masking is done before softmax, independently in each head.", claim_mask_first},
    {"002",
     "GPT-3: W_Q of a head has 1.57 million parameters, a head's query, key and value-down 4.7 million, the attention "
     "of a layer 600 "
     "million, that of 96 layers 58 billion, a third "
     "of 175 billion.",
     claim_gpt3},
    {"002",
     "A full value map has about 150 million parameters, value-down with value-up about 3.1 million, of rank at most "
     "128.",
     claim_value_map},
    {"002", "Summing the value-up outputs of the heads equals putting the heads side by side and multiplying by W_O.",
     claim_value_up},
    {"002", "1/sqrt(128) divides by about 11.3.", claim_root},
    {"002", "softmax runs over the columns of the grid of scores, whose columns are queries.", claim_columns},
    {"002", "Entries above the diagonal set to -infinity become exactly 0, and normalisation survives.",
     claim_above_diagonal},
    {"002", "Cross-attention is the same code with q from one sequence and k, v from another, without a mask.",
     claim_cross},
    {"003",
     "The simplified form, softmax(x_i.x_j) over j <= i without projections, is attention with Q = K = V = X, scale 1, "
     "causal.",
     claim_simplified},
    {"003", "Original sizes: d = 512, d_k = d_v = 64, 8 heads; W_O is [8 * 64, 512]; the shape out is the shape in.",
     claim_original_sizes},
    {"003", "Pre-norm block: x + MHA(LN(x)), then + FFN(LN(.)), FFN two layers with ReLU, 4 d hidden; blocks stack.",
     claim_block},
    {"003", "Layer norm is the z-score of one token's vector, then gain and offset.", claim_norm},
    {"003", "Attention is the only part that mixes tokens.", claim_mixing},
    {"003", "Attention is essentially linear, so that stacking it stays linear.", claim_linear},
    {"003", "The output of token i does not depend on the tokens after it.", claim_later_tokens},
    {"004", "Shapes: [4, 16, 512], 4 heads: d_k 128, scores [4, 4, 16, 16], output of the heads [4, 4, 16, 128].",
     claim_more_shapes},
    {"004", "softmax([100, 1, 2]) = [1.000, 0.000, 0.000].", claim_hundred},
    {"004", "softmax([1.0, 0.1, 0.2]) = [0.400, 0.300, 0.300].", claim_one},
    {"004", "softmax([0.32, 0.04, -inf, -inf]) = [0.52, 0.48, 0, 0].", claim_two_of_four},
    {"004", "softmax([0.3, -inf, -inf, -inf]) = [1, 0, 0, 0]; the first causal row is always that.", claim_one_of_four},
    {"004", "Weights 0.7 and 0.3 give 0.7 V_j + 0.3 V_k.", claim_two_values},
    {"004", "In a causal matrix later rows are more diffuse.", claim_later_rows},
    {"004", "Separate K and V let a token be easy to find and carry something else.", claim_values_apart},
};

enum { CLAIMS = sizeof claims / sizeof claims[0] };

static const char *const names[CLAIM_VERDICTS] = {"undecided", "holds", "holds approximately", "false as stated"};

const char *claim_verdict_name(claim_verdict verdict) { return names[verdict]; }

void claim_judge(claim_found *found, bool holds, bool nearly, const char *format, ...) {
  va_list arguments;
  found->verdict = holds ? CLAIM_HOLDS : nearly ? CLAIM_APPROXIMATELY : CLAIM_FALSE;
  va_start(arguments, format);
  (void)vsnprintf(found->figure, sizeof found->figure, format, arguments);
  va_end(arguments);
}

double claim_rounding(double n, double m) { return 2 * bound_gamma(n, format_of(ATTEST_F64)->unit_roundoff) * m; }

static const study_column columns[CLAIMS_WIDTH] = {{"claim", "", false},
                                                   {"from", "", false},
                                                   {"verdict", "", false},
                                                   {"what it says", "", true},
                                                   {"figure", "", true}};

/* ---- by source */

enum { SOURCE, VERDICT, COUNT, VERDICTS_WIDTH };

static const study_column verdict_columns[VERDICTS_WIDTH] = {
    {"from", "", false}, {"verdict", "", false}, {"claims", "", false}};

/* How many claims of each source are false as stated. */
static void find_false(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  const char *const wanted = claim_verdict_name(CLAIM_FALSE);
  bool any = false;
  findings_add(text, "Of the claims, false as stated are ");
  for (size_t row = 0; row < study_rows(t); row++) {
    if (strcmp(series_text(t, row, VERDICT), wanted) != 0) continue;
    double all = 0;
    for (size_t r = 0; r < study_rows(t); r++)
      all += series_x(t, plot, r) == series_x(t, plot, row) ? series_number(t, r, COUNT) : 0;
    findings_add(text, "%s%.0f of %.0f in %s", any ? ", " : "", series_number(t, row, COUNT), all,
                 series_text(t, row, SOURCE));
    any = true;
  }
  findings_add(text, any ? "." : "none.");
}

static const study_plot verdict_plots[] = {{.name = "claims-verdicts",
                                            .title = "Verdicts on the claims of each tutorial",
                                            .x = SOURCE,
                                            .y = COUNT,
                                            .low = NO_COLUMN,
                                            .high = NO_COLUMN,
                                            .line = NO_COLUMN,
                                            .series = VERDICT,
                                            .among = NO_COLUMN,
                                            .x_name = "tutorial",
                                            .find = find_false}};

/* Counts the verdicts in the ledger, source by source. */
static void count_verdicts(study *s, const study_table *ledger) {
  study_table *const t = study_begin(s, "verdicts", verdict_columns, VERDICTS_WIDTH, verdict_plots, 1);
  const size_t rows = study_rows(ledger);
  for (size_t row = 0; row < rows; row++) {
    const char *const from = series_text(ledger, row, CLAIMS_FROM);
    if (row > 0 && strcmp(series_text(ledger, row - 1, CLAIMS_FROM), from) == 0) continue;
    for (int verdict = CLAIM_HOLDS; verdict < CLAIM_VERDICTS; verdict++) {
      const char *const name = claim_verdict_name((claim_verdict)verdict);
      int count = 0;
      for (size_t r = 0; r < rows; r++)
        count += strcmp(series_text(ledger, r, CLAIMS_FROM), from) == 0 &&
                 strcmp(series_text(ledger, r, CLAIMS_VERDICT), name) == 0;
      study_text(s, t, from);
      study_text(s, t, name);
      study_number(s, t, count);
    }
  }
}

check_status claims_study(study *s, check_error *error) {
  int count[CLAIM_VERDICTS] = {0};
  study_table *const t = study_begin(s, "claims", columns, CLAIMS_WIDTH, NULL, 0);
  for (int n = 0; n < CLAIMS; n++) {
    claim_found found = {.verdict = CLAIM_UNDECIDED};
    study_show(s, (size_t)n, CLAIMS, claims[n].from);
    claims[n].judge(&s->settings, &found);
    if (found.verdict == CLAIM_UNDECIDED) return check_fail(error, CHECK_FAILURE, "claim %d: not enough memory", n + 1);
    count[found.verdict]++;
    study_number(s, t, n + 1);
    study_text(s, t, claims[n].from);
    study_text(s, t, claim_verdict_name(found.verdict));
    study_text(s, t, claims[n].text);
    study_text(s, t, found.figure);
  }
  study_say(s, "Of %d claims %d hold, %d hold approximately, %d are false as stated.", CLAIMS, count[CLAIM_HOLDS],
            count[CLAIM_APPROXIMATELY], count[CLAIM_FALSE]);
  if (!s->exhausted) count_verdicts(s, t);
  return CHECK_OK;
}
