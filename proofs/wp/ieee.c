/* Facts about IEEE binary64 arithmetic, proved in WP's float model: what the exact reading cannot say. They are about
   single operations as a row performs them, not about whole rows; rounding errors are not bounded here. That the
   operands in the code are as required is not proved. */

/* A weight e/l of a term 0 <= e <= l is finite and in [0,1]. */
/*@ requires term: \is_finite(e) && \ge_double(e,(double)0.0) && \le_double(e,l);
    requires denominator: \is_finite(l) && \gt_double(l,(double)0.0);
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures range: \ge_double(\result,(double)0.0) && \le_double(\result,(double)1.0); */
double ieee_weight(double e, double l) { return e / l; }

/* Adding a term e in [0,1] to a denominator up to 2^52: finite, and the sum is no smaller than either. */
/*@ requires sum: \is_finite(l) && \ge_double(l,(double)0.0) && \le_double(l,(double)4503599627370496.0);
    requires term: \is_finite(e) && \ge_double(e,(double)0.0) && \le_double(e,(double)1.0);
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures grows: \ge_double(\result,l) && \ge_double(\result,e); */
double ieee_denominator(double l, double e) { return l + e; }

/* A weighted value w*v is finite for w in [0,1] and finite v, and 0 for w = 0. */
/*@ requires weight: \is_finite(w) && \ge_double(w,(double)0.0) && \le_double(w,(double)1.0);
    requires value: \is_finite(v);
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures zero: \eq_double(w,(double)0.0) ==> \eq_double(\result,(double)0.0); */
double ieee_weighted(double w, double v) { return w * v; }

/* A product of a query and a key entry is finite where both are at most 2^500 in magnitude. */
/*@ requires query: \ge_double(q,(double)(-0x1p500)) && \le_double(q,(double)0x1p500);
    requires key: \ge_double(k,(double)(-0x1p500)) && \le_double(k,(double)0x1p500);
    assigns \nothing;
    ensures finite: \is_finite(\result); */
double ieee_score_term(double q, double k) { return q * k; }

/* NaN stays NaN: in a sum, in a product, in a quotient. */
/*@ requires nan: \is_NaN(a) || \is_NaN(b); assigns \nothing; ensures nan: \is_NaN(\result); */
double ieee_nan_sum(double a, double b) { return a + b; }

/*@ requires nan: \is_NaN(a) || \is_NaN(b); assigns \nothing; ensures nan: \is_NaN(\result); */
double ieee_nan_product(double a, double b) { return a * b; }

/*@ requires nan: \is_NaN(a) || \is_NaN(b); assigns \nothing; ensures nan: \is_NaN(\result); */
double ieee_nan_quotient(double a, double b) { return a / b; }
