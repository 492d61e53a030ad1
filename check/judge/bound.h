/* The largest error of a correct implementation, for each element: derived, not fitted. Errors of sums alone:
   [Higham2002, section 4.2]; of softmax and log-sum-exp alone: [Blanchard2021].

   One query: exact scores s_j of its visible keys and of its sink (a key with v = 0), m = max s_j, p_j = exp(s_j - m),
   S = sum p_j, w_j = p_j / S, o = sum w_j v_j, a_j = |scale| sum_c |q_c k_jc|. Formats: u is the unit roundoff of sums,
   u_s of stored scores (rounded r_s times), u_p of probabilities, u_o of what is stored; eta is the smallest normal
   number of a format (any result below it, such as a product p_j v_j, may be flushed to 0), but of float16 half of its
   smallest subnormal number (those are kept); gamma_h = h u / (1 - h u).
     d_j  = gamma_{d_k+4} a_j + eta ((1 + |scale|) sum_c (|q_c| + |k_jc|) + |scale| d_k)   last: what may be flushed
     es_j = d_j + u |s_j|; with a softcap, whose argument x_j is off by d'_j = d_j + 3u |x_j|,
            d'_j (1 - tanh^2((|x_j| - d'_j) / cap)) + 5u |cap tanh(x_j / cap)| + u |s_j|, and d'_j where |x_j| <= d'_j;
            then + r_s u_s (1+u_s) (|s_j| + es_j) if stored
     e_j  = es_j + u (|s_j - m| + 2 es_j)(1+u_s) + 4u (|s_j| + |m|) + u (4 + 5 r)
            exp2 with a folded factor, online maxima; exp, exp2 and tanh to 2 ulp, r rescales
     E_j  = p_j (exp(e_j) - 1) + eta
     T    = sum E_j < S
     c_j  = min(1, 1/(S - T)), but 1 where (p_j - E_j)(1-gamma_h)/(S + T) is below the
            smallest normal number of p
     B1   = sum E_j |v_j - o| / (S - T),  M = sum (p_j + E_j) |v_j| / (S - T),  L = eta_p sum c_j |v_j|
     B2   = (((1+gamma_h)(1+u_p) - 1) M + (1+gamma_h) L + h eta / (S - T) + gamma_h (|o| + B1)) / (1 - gamma_h)
     out      |out' - o|     <= (1+u_o)(B1 + B2) + u_o |o| + eta_o
     weights  |w'_j - w_j|   <= (1+u_o)(w_j R + E_j / (S - T) (1 + R) + eta_p c_j) + u_o w_j + eta_o,
              R = (T/S + gamma_h + u_p) / (1 - T/S - gamma_h - u_p)
     lse      |lse' - lse|   <= min(-log(1 - T/S - gamma_h), max e_j - log(1 - n eta exp(max e_j) / S) -
                                    log(1 - gamma_h)) + 4u (|m| + |lse - m|) + u_l |lse|
   out and weights do not change if all p'_j have a common factor. With one that makes the term of the largest score,
   that of key x, exact,
     E_x = 0,  E_j = p_j (exp(e_j + e_x) - 1) + eta F for the others,  F = exp(e_x + max_t (e_t - (m - s_t)))
   and F h eta for h eta; each c_j is then 1. This form is taken where T / S of the first is above 2^-6 and it has the
   smaller T: where one key has nearly all weight, its own error says nothing of the weights.
   c_j covers both orders. A probability stored before the division by the sum (at least 1) loses eta_p / S. One stored
   after the division loses eta_p where it is subnormal then, and only u_p elsewhere. B1 is exact, not first-order: if
   |p'_j - p_j| <= E_j then |sum p' v / sum p' - o| <= sum E_j |v_j - o| / (S - T). The order of sums is free
   (h = n + 8). Where T >= S the weights are unknown, and the bound is that of any mean: between the smallest and the
   largest visible value, plus the roundings of the sums, L and h eta. The sum of the weights is taken before they are
   stored: a kernel that adds stored probabilities may lose u_p more.

   The reference is itself such an implementation, in binary64. The bound adds the reference's own (same formulas, no
   exp2, no rescale). Quantities computed here from its rounded scores enter with their error: p_j (1 + delta),
   S (1 - delta), |v_j - o| + its bound. A factor 1 + max(2^-30, 8 (n + d_k) 2^-53) covers the rounding of the bound
   itself: its formulas take at most 8 sums of nonnegative terms one after another. */
#ifndef ATTEST_CHECK_BOUND_H
#define ATTEST_CHECK_BOUND_H

#include "attest.h"
#include "check/cases/problem_f64.h"

/* The types in which the outputs are stored. */
typedef struct bound_types {
  attest_dtype out, lse, weights;
} bound_types;

/* The bounds of one query. mean_only: they are only those of a mean of visible values. */
typedef struct bound_row {
  double *out;     /* d_v */
  double *weights; /* keys; or NULL: none are wanted */
  double lse;
  bool mean_only;
} bound_row;

/* Memory for the rows of one problem. What depends on roundings is there twice: for the reference's, and for those of
   the implementation. */
typedef struct bound_space {
  double *score, *magnitude, *p;         /* keys + 1: the sink is last */
  double *linear, *capped, *small;       /* keys + 1: x_j, cap tanh(x_j / cap), sum of what underflow may lose, / eta */
  double *error[2];                      /* keys + 1: E_j */
  double *spread[2], *mass[2], *lost[2]; /* d_v: B1 and M, not yet divided by S - T; L / eta_p */
  double *size, *low, *high;             /* d_v: sum |v_j|, the smallest and the largest v_j, of the visible keys */
  int64_t *seen;                         /* keys + 1: the visible keys, then the sink */
  unsigned char *visible;                /* keys */
  void *memory;
} bound_space;

check_status bound_space_make(const problem_f64 *w, bound_space *space, check_error *error);
void bound_space_free(bound_space *space);

/* Computes the bounds of query i of head h of batch b, with reference output out[d_v], for an implementation of this
   arithmetic and these types of output. A row that sees no key has bounds of 0: its answer is exact. */
void bound_of_row(const problem_f64 *w, const attest_arithmetic *arithmetic, bound_types types, int64_t b, int64_t h,
                  int64_t i, const double *out, bound_space *space, bound_row *bound);

/* The arithmetic assumed of an implementation that declares none, for q of a type: f64 computes in f64, all others in
   f32; 16-bit types store probabilities in their own type; any order of summation; a rescale every 16 keys. */
attest_arithmetic bound_default(attest_dtype dtype);

/* gamma_h = h u / (1 - h u) [Higham2002, section 3.1]; infinite where h u is not below 1. */
double bound_gamma(double h, double u);

#endif
