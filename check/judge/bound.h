/* How far a correct implementation may be from the exact answer, element by element: derived, not fitted.

   One query: exact scores s_j of the keys it sees and of its sink (a key with v = 0), m = max s_j, p_j = exp(s_j - m), S = sum p_j,
   w_j = p_j / S, o = sum w_j v_j, a_j = |scale| sum_c |q_c k_jc|. Formats: u is the unit roundoff of what it accumulates in, u_s of the
   scores where it stores them (r_s times), u_p of the probabilities, u_o of the output; eta is a format's smallest normal number (any result below it,
   every p_j v_j among them, may be flushed to 0); gamma_h = h u / (1 - h u).
     es_j = gamma_{d_k+4} a_j + 8u |x_j| [softcap] + u |s_j| [bias]; then + r_s u_s (1+u_s) (|s_j| + es_j) for stored scores
     e_j  = es_j + u (|s_j - m| + 2 es_j)(1+u_s) + 4u (|s_j| + |m|)                 the last term: exp2 with a folded factor, online maxima
     E_j  = p_j ((1+eps) exp(e_j) - 1) + eta,   eps = (1+4u)^(1+r) - 1             r rescales; exp, exp2 and tanh to 2 ulp
     T    = sum E_j < S
     c_j  = min(1, 1/(S - T)), but 1 where (p_j - E_j)(1-gamma_h)/(S + T) is below the smallest normal number of the format of probabilities
     B1   = sum E_j |v_j - o| / (S - T),  M = sum (p_j + E_j) |v_j| / (S - T),  L = eta_p sum c_j |v_j|
     B2   = (((1+gamma_h)(1+u_p) - 1) M + (1+gamma_h) L + h eta / (S - T) + gamma_h (|o| + B1)) / (1 - gamma_h)
     out      |out' - o|     <= (1+u_o)(B1 + B2) + u_o |o| + eta_o
     weights  |w'_j - w_j|   <= (1+u_o)(w_j R + E_j / (S - T) (1 + R) + eta_p c_j) + u_o w_j + eta_o,
              R = (T/S + gamma_h + u_p) / (1 - T/S - gamma_h - u_p)
     lse      |lse' - lse|   <= -log(1 - T/S - gamma_h) + 4u (|m| + |lse - m|) + u_l |lse|
   c_j is for both orders: a probability that is stored before it is divided by the sum (which is at least 1) loses eta_p / S, one that is stored
   after loses eta_p where it is subnormal then, and nothing but u_p elsewhere. B1 is exact, not first-order: if |p'_j - p_j| <= E_j then
   |sum p' v / sum p' - o| <= sum E_j |v_j - o| / (S - T). The order of sums is free (h = n + 8). Where T >= S nothing is left of it, and the
   bound is that of a mean: between the smallest and the largest visible value, but for the roundings of the sums, L and h eta.

   The reference is itself such an implementation, in binary64. Its own bound (same formulas, no exp2, no rescale) is added, and what is
   computed here from its rounded scores is taken with their error: p_j (1 + delta), S (1 - delta), |v_j - o| + its bound. A factor 1 + 2^-30
   covers the rounding of the bound itself (sums of nonnegative terms, fewer than 2^20). */
#ifndef ATTEST_CHECK_BOUND_H
#define ATTEST_CHECK_BOUND_H

#include "attest.h"
#include "check/cases/problem_f64.h"

/* The bounds of one query; and whether they are those of a mean only. */
typedef struct bound_row {
  double *out;     /* d_v */
  double *weights; /* keys */
  double lse;
  bool mean_only;
} bound_row;

/* Memory for the rows of one problem. */
typedef struct bound_space {
  double *score, *magnitude, *p, *error; /* keys + 1: the sink stands last */
  double *spread, *mass, *lost;          /* d_v: B1 and M, not yet divided by S - T; L / eta_p */
  double *reference;                     /* d_v: the reference's own bound */
  double *low, *high;                    /* d_v: smallest and largest value seen */
  unsigned char *visible;                /* keys */
  void *memory;
} bound_space;

check_status bound_space_make(const problem_f64 *w, bound_space *space, check_error *error);
void bound_space_free(bound_space *space);

/* Bounds of query i of head h of batch b, whose reference output is out[d_v], for an implementation with this arithmetic and these types of
   output. A row that sees nothing has no bound but 0: its answer is exact. */
void bound_of_row(const problem_f64 *w, const attest_arithmetic *arithmetic, attest_dtype output, attest_dtype lse, int64_t b, int64_t h,
                  int64_t i, const double *out, bound_space *space, bound_row *bound);

/* What is assumed of an implementation that says nothing of itself, for q of a type: f64 computes in f64, all others in f32; 16-bit types
   store probabilities in their own type; any order of summation; a rescale every 16 keys. */
attest_arithmetic bound_default(attest_dtype dtype);

/* gamma_h = h u / (1 - h u) (Higham 2002, section 3.1); infinite where h u is not below 1. */
double bound_gamma(double h, double u);

#endif
