/* Facts about IEEE binary64 arithmetic, proved in WP's float model of the one-line operations of ref/arith.h, inlined:
   what the exact reading cannot say. They are about single operations of a row, not about whole rows; rounding errors
   are not bounded here. */
#include "ref/arith.h"

/* A weight e/l of a term 0 <= e <= l is finite and in [0,1]. */
/*@ requires term: \is_finite(e) && \ge_double(e,(double)0.0) && \le_double(e,l);
    requires denominator: \is_finite(l) && \gt_double(l,(double)0.0);
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures range: \ge_double(\result,(double)0.0) && \le_double(\result,(double)1.0); */
double ieee_weight(double e, double l) { return ref_quotient(e, l); }

/* The weight of a hidden key is 0 exactly. */
/*@ requires denominator: \is_finite(l) && \gt_double(l,(double)0.0);
    assigns \nothing;
    ensures zero: \eq_double(\result,(double)0.0); */
double ieee_hidden_weight(double l) { return ref_quotient(ref_zero(), l); }

/* Adding a term e in [0,1] to a denominator up to 2^52: finite, and neither the sum nor the term gets lost. */
/*@ requires sum: \is_finite(l) && \ge_double(l,(double)0.0) && \le_double(l,(double)4503599627370496.0);
    requires term: \is_finite(e) && \ge_double(e,(double)0.0) && \le_double(e,(double)1.0);
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures grows: \ge_double(\result,l) && \ge_double(\result,e); */
double ieee_denominator(double l, double e) { return ref_sum(l, e); }

/* A weighted value w*v is finite for w in [0,1] and finite v, and 0 for w = 0. */
/*@ requires weight: \is_finite(w) && \ge_double(w,(double)0.0) && \le_double(w,(double)1.0);
    requires value: \is_finite(v);
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures zero: \eq_double(w,(double)0.0) ==> \eq_double(\result,(double)0.0); */
double ieee_weighted(double w, double v) { return ref_product(w, v); }

/* A product of a query and a key entry is finite where both are at most 2^500 in magnitude. */
/*@ requires query: \ge_double(q,(double)(-0x1p500)) && \le_double(q,(double)0x1p500);
    requires key: \ge_double(k,(double)(-0x1p500)) && \le_double(k,(double)0x1p500);
    assigns \nothing;
    ensures finite: \is_finite(\result); */
double ieee_score_term(double q, double k) { return ref_product(q, k); }
