/* A row a claim. What is expected of them stands in the tests: here each verdict follows from what is computed. */
#include "reports/claims.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "check/cases/format.h"
#include "check/judge/bound.h"

/* The tutorials, by their titles. */
#define DOT_PRODUCT "Scaled dot-product attention"
#define MULTI_HEAD "Multi-head attention with PyTorch"
#define GPT "Queries, keys, values and GPT-3's parameters"
#define BLOCK "The transformer block"
#define CHAPTER "A chapter on queries, keys and values"

static const struct {
  const char *from, *kind, *text;
  claim_function *judge;
} claims[] = {
    {DOT_PRODUCT, CLAIM_EXPERIMENT,
     "Independent entries of mean 0 and variance 1 give q.k the variance d_k: standard deviation 8 at 64, 16 at 256, "
     "22.6 at 512.",
     claim_variance},
    {DOT_PRODUCT, CLAIM_EXPERIMENT,
     "Divided by sqrt(d_k) the variance is about 1 at every d_k, so that no d_k needs another constant.",
     claim_scaled_variance},
    {DOT_PRODUCT, CLAIM_EXPERIMENT, "d_k = 1 needs no scaling: the product of two such scalars has variance 1.",
     claim_product_of_two},
    {DOT_PRODUCT, CLAIM_ARITHMETIC, "softmax([22, -3, 1, -5]) is nearly [1, 0, 0, 0]; divided by 22.6 it is smooth.",
     claim_peaked},
    {DOT_PRODUCT, CLAIM_EXPERIMENT,
     "Unscaled, rising d_k saturates softmax: entropy falls to 0, the largest weight goes to 1, the Jacobian vanishes; "
     "scaled, none of it "
     "moves.",
     claim_saturation},
    {DOT_PRODUCT, CLAIM_EXPERIMENT,
     "Without softmax the output can leave the convex hull of the values; with it, never.", claim_hull},
    {DOT_PRODUCT, CLAIM_EXPERIMENT, "Each row of weights sums to exactly 1.", claim_row_sums},
    {DOT_PRODUCT, CLAIM_EXPERIMENT, "A one-hot row returns that value vector, a uniform row the mean of V.",
     claim_one_hot},
    {DOT_PRODUCT, CLAIM_EXPERIMENT,
     "The NumPy listing (RandomState 42, T = 4, d_model = 8, d_k = 4, weights * 0.1) has raw scores of standard "
     "deviation about sqrt(d_k) "
     "= 2.",
     claim_listing},
    {DOT_PRODUCT, CLAIM_ARITHMETIC, "h heads of d_model/h cost about as much as one head of d_model.",
     claim_equal_cost},
    {DOT_PRODUCT, CLAIM_EXPERIMENT,
     "h = 1 is single-head attention; h = d_model makes each score a product of scalars.", claim_one_head},
    {DOT_PRODUCT, CLAIM_EXPERIMENT, "In the saturated regime the gradients that reach Q and K are nearly zero.",
     claim_gradients},
    {MULTI_HEAD, CLAIM_ARITHMETIC,
     "x (2, 4, 8), 2 heads: (2, 4, 2, 4), then (2, 2, 4, 4); scores (2, 2, 4, 4); side by side (2, 4, 8); out (2, 4, "
     "8).",
     claim_shapes},
    {MULTI_HEAD, CLAIM_EXPERIMENT,
     "Splitting, attending and concatenating by hand equals the multi-head module with the same weights.",
     claim_by_hand},
    {MULTI_HEAD, CLAIM_EXPERIMENT, "The scores are divided by d_k.", claim_divisor},
    {MULTI_HEAD, CLAIM_EXPERIMENT, "A mask of extremely large negative values makes the probability zero.",
     claim_sentinel},
    {MULTI_HEAD, CLAIM_ARITHMETIC, "Time grows quadratically in the length of the sequence.", claim_quadratic_time},
    {MULTI_HEAD, CLAIM_EXPERIMENT, "Masking is done before softmax, independently in each head.", claim_mask_first},
    {GPT, CLAIM_ARITHMETIC,
     "GPT-3: W_Q of a head has 1.57 million parameters, a head's query, key and value-down 4.7 million, the attention "
     "of a layer 600 "
     "million, that of 96 layers 58 billion, a third "
     "of 175 billion.",
     claim_gpt3},
    {GPT, CLAIM_ARITHMETIC,
     "A full value map has about 150 million parameters, value-down with value-up about 3.1 million, of rank at most "
     "128.",
     claim_value_map},
    {GPT, CLAIM_EXPERIMENT,
     "Summing the value-up outputs of the heads equals putting the heads side by side and multiplying by W_O.",
     claim_value_up},
    {GPT, CLAIM_ARITHMETIC, "1/sqrt(128) divides by about 11.3.", claim_root},
    {GPT, CLAIM_EXPERIMENT, "softmax runs over the columns of the grid of scores, whose columns are queries.",
     claim_columns},
    {GPT, CLAIM_EXPERIMENT, "Entries above the diagonal set to -infinity become exactly 0, and normalisation survives.",
     claim_above_diagonal},
    {GPT, CLAIM_EXPERIMENT,
     "Cross-attention is the same code with q from one sequence and k, v from another, without a mask.", claim_cross},
    {BLOCK, CLAIM_EXPERIMENT,
     "The simplified form, softmax(x_i.x_j) over j <= i without projections, is attention with Q = K = V = X, scale 1, "
     "causal.",
     claim_simplified},
    {BLOCK, CLAIM_ARITHMETIC,
     "Original sizes: d = 512, d_k = d_v = 64, 8 heads; W_O is [8 * 64, 512]; the shape out is the shape in.",
     claim_original_sizes},
    {BLOCK, CLAIM_EXPERIMENT,
     "Pre-norm block: x + MHA(LN(x)), then + FFN(LN(.)), FFN two layers with ReLU, 4 d hidden; blocks stack.",
     claim_block},
    {BLOCK, CLAIM_EXPERIMENT, "Layer norm is the z-score of one token's vector, then gain and offset.", claim_norm},
    {BLOCK, CLAIM_EXPERIMENT, "Attention is the only part that mixes tokens.", claim_mixing},
    {BLOCK, CLAIM_EXPERIMENT, "Attention is essentially linear, so that stacking it stays linear.", claim_linear},
    {BLOCK, CLAIM_EXPERIMENT, "The output of token i does not depend on the tokens after it.", claim_later_tokens},
    {CHAPTER, CLAIM_ARITHMETIC,
     "Shapes: [4, 16, 512], 4 heads: d_k 128, scores [4, 4, 16, 16], output of the heads [4, 4, 16, 128].",
     claim_more_shapes},
    {CHAPTER, CLAIM_ARITHMETIC, "softmax([100, 1, 2]) = [1.000, 0.000, 0.000].", claim_hundred},
    {CHAPTER, CLAIM_ARITHMETIC, "softmax([1.0, 0.1, 0.2]) = [0.400, 0.300, 0.300].", claim_one},
    {CHAPTER, CLAIM_ARITHMETIC, "softmax([0.32, 0.04, -inf, -inf]) = [0.52, 0.48, 0, 0].", claim_two_of_four},
    {CHAPTER, CLAIM_ARITHMETIC, "softmax([0.3, -inf, -inf, -inf]) = [1, 0, 0, 0]; the first causal row is always that.",
     claim_one_of_four},
    {CHAPTER, CLAIM_ARITHMETIC, "Weights 0.7 and 0.3 give 0.7 V_j + 0.3 V_k.", claim_two_values},
    {CHAPTER, CLAIM_EXPERIMENT, "In a causal matrix later rows are more diffuse.", claim_later_rows},
    {CHAPTER, CLAIM_EXPERIMENT, "Separate K and V let a token be easy to find and carry something else.",
     claim_values_apart},
    {MULTI_HEAD, CLAIM_EXPERIMENT, "Memory grows quadratically in the length of the sequence.", claim_quadratic_memory},
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

static const study_column columns[CLAIMS_WIDTH] = {{"claim", "", false},       {"from", "", false},
                                                   {"verdict", "", false},     {"kind", "", false},
                                                   {"what it says", "", true}, {"figure", "", true}};

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
    study_text(s, t, claims[n].kind);
    study_text(s, t, claims[n].text);
    study_text(s, t, found.figure);
  }
  study_say(s, "Of %d claims %d hold, %d hold approximately, %d are false as stated.", CLAIMS, count[CLAIM_HOLDS],
            count[CLAIM_APPROXIMATELY], count[CLAIM_FALSE]);
  return CHECK_OK;
}
