/* The largest error of a correct implementation, for each element: derived, not fitted. Errors of sums alone:
   [Higham2002, section 4.2]; of softmax and log-sum-exp alone: [Blanchard2021].

   One query: exact scores s_j of its visible keys and of its sink (a key with v = 0), m = max s_j, p_j = exp(s_j - m),
   S = sum p_j, w_j = p_j / S, o = sum w_j v_j, a_j = |scale| sum_c |q_c k_jc|, of the sink |s_j|. x_j is the score
   before the softcap, z_j after it (x_j without one) and before the bias. Formats: u is the unit roundoff of sums, u_s
   of stored scores (rounded r_s times), u_p of probabilities, u_o of what is stored, u_l of lse; eta is the smallest
   normal number of a format (any result below it, such as a product p_j v_j, may be flushed to 0), but of float16 half
   of its smallest subnormal number (those are kept); u_l and eta_l are 0 if lse is not narrower than sums;
   gamma_h = h u / (1 - h u); r rescales; exp, exp2, log and tanh to 2 ulp.
     d_j  = gamma_{d_k+4} a_j + eta ((1 + |scale|) sum_c (|q_c| + |k_jc|) + sum_c |q_c k_jc| + |scale| d_k)
                                                                    eta: operands, the scale and results may be flushed
     W    = (1 + u_s)^r_s - 1,  D = r_s eta_s (1 + W)               0 if scores are not stored
     f_j  = d_j + u |s_j|                                           without a softcap
     f_j  = d'_j (1 - tanh^2(max(0, |x_j| - d'_j) / cap)) + 5u |z_j| + u |s_j|               with a softcap, where
     d'_j = (d_j + 3u |x_j| + eta cap (2 + |x_j|))(1 + W) + W |x_j| + D                      is the error of x_j
     es_j = f_j + W (1 + u)(max(|z_j|, |s_j|) + f_j) + D
     A    = max (es_j - (m - s_j))                                  the computed maximum m' is as near to m
     e_j  = es_j + u (|s_j - m| + lse - m + es_j + A) + 4u (|s_j| + |m|) + u (4 + 5 r)       exp2 with a folded factor
     F    = exp(max (e_j - (m - s_j)))                              at least exp(m' - m), the unit of p' in that of p
     E_j  = p_j (exp(e_j) - 1) + eta F
     T    = sum E_j < S
     c_j  = 0 where (p_j - E_j)(1-gamma_h)/((S + T)(1+G)) is at least the smallest normal number of p, else 1
     B1   = sum E_j |v_j - o| / (S - T),  M = sum (p_j + E_j) |v_j| / (S - T),  L = eta_p sum c_j |v_j|
     B2   = (((1+gamma_h)(1+u_p) - 1) M + (1+gamma_h) L + (2n + r + 8) eta max(1, F / (S - T)) +
             gamma_h (|o| + B1)) / (1 - gamma_h)
     P    = 4u (|m| + lse - m) + u |lse|,  G = exp(P + u (8 + 5 r + 2 log n)) - 1
     out      |out' - o|     <= (1+u_o)((1+G)(B1 + B2) + G |o|) + u_o |o| + eta_o
     weights  |w'_j - w_j|   <= (1+u_o)((1+G) min(1, w_j R + E_j / (S - T) (1 + R) + eta_p c_j) + G w_j) + u_o w_j +
                                eta_o,
              R = (T/S + gamma_h + u_p) / (1 - T/S - gamma_h - u_p)
     lse      |lse' - lse|   <= min(log(1 + T/S), max e_j) - log(1 - gamma_h - n eta) + P + u_l |lse| + eta_l

   B1 is exact, not first-order: if |p'_j - p_j| <= E_j then |sum p' v / sum p' - o| <= sum E_j |v_j - o| / (S - T). The
   order of sums is free: h = n + 8, or what the arithmetic declares plus 3 + r: for the product p_j v_j, a reciprocal,
   a product with that, and the products of rescales, which the sums of p_j and of p_j v_j round apart. n + 8 has room
   for these: each rescale comes with a term of 1, the largest so far. Let r of them follow N terms with the sum M <= N.
   The sum is then M + r, and its error is at most u (N M + 2 r M + r^2) <= u (N + r)(M + r).

   c_j covers both orders of storing: a probability stored before the division by the sum, which is at least 1, loses no
   more than one stored after it, and where that is normal both lose only u_p; neither keeps more than the type of sums
   does. max(1, .) covers both orders of products that are flushed. For lse, log(sum p_j exp(e_j) / S) is at least
   log(S / sum p_j exp(-e_j)), by the convexity of the exponential.

   Weights may be taken in a second pass, as exp(s_j - m) / S or as exp(s_j - lse), of an lse that is rounded to the
   type of sums. The two passes then share no rounding of exp, of rescales, of s_j - m and of s_j - lse, and P is the
   error of lse itself: together a factor that does not cancel, at most 1 + G. The roundings of s_j - m and s_j - lse
   are at most 2u (lse - s_j), and sum w_j exp(2u (lse - s_j)) = sum w_j^(1-2u) <= n^(2u) [Hoelder's inequality].

   out and weights do not change if all p'_j have a common factor. With one that makes the term of the largest score,
   that of key x, exact,
     E_x = 0,  E_j = p_j (exp(e_j + e_x) - 1) + eta F exp(e_x) for the others, and F exp(e_x) for F in B2.
   This second form is taken for out and weights where T / S of the first is above 2^-6 and it has the smaller T: where
   one key has nearly all weight, its own error says nothing of the weights.

   The bound of out is at most that of any mean: between the smallest and the largest visible value, plus the roundings
   of the sums, L, (2n + r + 8) eta, and G as above. Where T >= S or gamma_h >= 1 the weights are unknown: the bound of
   out is that of any mean, but without G, and that of a weight 1. Where G >= 1, a second pass may find any weights. The
   bound of a weight is then 1. A second pass is not granted for out there: its bound has no G. Where a score is beyond
   the numbers of binary64, the weights are unknown too, and the bound of lse is infinite.

   Four things are not granted. The denominator may not be a sum of probabilities that were rounded to a narrow type
   first: that would be u_p more, for out and weights. Where weights are unknown, they must still have the sum 1. A
   rescale by exp2(m c - m' c) must round both products or neither: a fused multiply-add rounds one, which would be
   r u |m| more. Ranges of keys that are merged by their stored lse count as 2 + 2 log n rescales, which the default has
   from 192 keys on.

   The reference is itself such an implementation, in binary64. The bound adds the reference's own (same formulas, no
   exp2, no rescale). Quantities computed here from its rounded scores enter at their least or at their most: p_j
   exp(-+ (es_j + A + 8u)), with the reference's es_j and A, and S from them; |v_j - o| + its bound. A factor
   1 + max(2^-30, 8 (n + d_k) 2^-53) covers the rounding of the bound itself: its formulas take at most 8 sums of
   nonnegative terms one after another. */
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
  double *score, *magnitude;             /* keys + 1: the sink is last */
  double *linear, *capped, *small;       /* keys + 1: x_j, z_j, what underflow may lose of a score, / eta */
  double *off, *shift, *low_p, *high_p;  /* keys + 1: es_j, then e_j; es_j + A + 8u of the reference; p_j */
  double *error[2];                      /* keys + 1: E_j */
  double *spread[2], *mass[2], *lost[2]; /* d_v: B1 and M, not yet divided by S - T; L / eta_p */
  double *low, *high;                    /* d_v: the smallest and the largest v_j of the visible keys */
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
