/* The claims ledger: what five tutorials say about attention, each judged by a figure that is computed when it is asked
   for. */
#ifndef ATTEST_REPORTS_CLAIMS_H
#define ATTEST_REPORTS_CLAIMS_H

#include "reports/study.h"

/* Columns of the table of claims_study. */
enum { CLAIMS_NUMBER, CLAIMS_FROM, CLAIMS_VERDICT, CLAIMS_KIND, CLAIMS_TEXT, CLAIMS_FIGURE, CLAIMS_WIDTH };

/* Kinds of claims: something is drawn or compared; numbers that one can work out, or count. */
#define CLAIM_EXPERIMENT "experiment"
#define CLAIM_ARITHMETIC "arithmetic"

typedef enum claim_verdict {
  CLAIM_UNDECIDED, /* memory ran out */
  CLAIM_HOLDS,
  CLAIM_APPROXIMATELY, /* within what the figure says, or only where it says */
  CLAIM_FALSE,
  CLAIM_VERDICTS
} claim_verdict;

/* "holds", "holds approximately", "false as stated", "undecided" */
const char *claim_verdict_name(claim_verdict verdict);

typedef struct claim_found {
  claim_verdict verdict;
  char figure[400];
} claim_found;

/* Sets the verdict, HOLDS if it holds, else APPROXIMATELY if it nearly does, else FALSE, and the figure. */
__attribute__((format(printf, 4, 5))) void claim_judge(claim_found *found, bool holds, bool nearly, const char *format,
                                                       ...);

/* Judges one claim; leaves it undecided if memory runs out. */
typedef void claim_function(const study_settings *asked, claim_found *found);

/* How far two binary64 computations of a sum of n terms with magnitudes of sum m may be apart, in any order: 2 gamma_n
   m [Higham2002, section 4.2]. */
double claim_rounding(double n, double m);

claim_function claim_variance, claim_scaled_variance, claim_product_of_two, claim_saturation, claim_listing,
    claim_gradients, claim_later_rows; /* claim_scores.c */
claim_function claim_peaked, claim_hundred, claim_one, claim_two_of_four, claim_one_of_four, claim_hull, claim_row_sums,
    claim_one_hot,
    /* claim_softmax.c */
    claim_two_values;
/* claim_masks.c */
claim_function claim_sentinel, claim_mask_first, claim_above_diagonal, claim_columns, claim_values_apart;
claim_function claim_one_head, claim_shapes, claim_by_hand, claim_divisor, claim_value_up, claim_root, claim_cross,
    claim_simplified,
    /* claim_heads.c */
    claim_original_sizes, claim_more_shapes;
/* claim_blocks.c */
claim_function claim_gpt3, claim_value_map, claim_block, claim_norm, claim_mixing, claim_linear, claim_later_tokens;
/* claim_cost.c */
claim_function claim_equal_cost, claim_quadratic_time, claim_quadratic_memory;

#endif
