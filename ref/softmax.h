/* The softmax of the visible scores of one row. */
#ifndef ATTEST_REF_SOFTMAX_H
#define ATTEST_REF_SOFTMAX_H

#include <stdint.h>

#include "ref/logic/softmax.h"
#include "ref/logic/view.h"

/* In place: w holds n scores and becomes their weights, w_j = exp(w_j - m) / l where vis[j] is not 0, else 0, with
     m the maximum over the visible scores, and the sink if has_sink,
     l = sum over the visible of exp(w_j - m), + exp(sink - m) if has_sink.
   The result is the log-sum-exp m + log(l). No visible key: every weight is 0 and the result is the sink, or -infinity
   without one. What hidden entries of w hold does not matter. A NaN among the visible scores makes every visible weight
   and the result NaN: this is tested, for the proof knows no NaN. */
/*@ requires size: 0 <= n <= MaxSize;
    requires readable: \valid_read(vis + (0 .. n-1));
    requires writable: \valid(w + (0 .. n-1));
    requires apart: \separated(w + (0 .. n-1), vis + (0 .. n-1));
    assigns w[0 .. n-1];
    ensures weights: Weights(fvec{Pre}(w),bvec{Pre}(vis),n,has_sink,sink,fvec(w));
    ensures hidden: \forall integer j; 0 <= j < n ==> vis[j] == 0 ==> w[j] == RZ;
    ensures range: \forall integer j; 0 <= j < n ==> 0 <= w[j] <= 1;
    ensures total: sum(fvec(w),n) <= 1;
    ensures total_one: SomeKey(bvec{Pre}(vis),n) ==> has_sink == 0 ==> sum(fvec(w),n) == 1;
    ensures lse: Lse(fvec{Pre}(w),bvec{Pre}(vis),n,has_sink,sink,\result);
    ensures lse_none: NoKey(bvec{Pre}(vis),n) ==> has_sink == 0 ==> Minf(\result);
    ensures lse_sink: NoKey(bvec{Pre}(vis),n) ==> has_sink != 0 ==> \result == sink; */
double ref_softmax_row(const unsigned char *vis, double *w, int64_t n, int has_sink, double sink);

#endif
