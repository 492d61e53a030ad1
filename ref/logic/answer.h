/* Where the answers of all queries stand: row after row. */
#ifndef ATTEST_LOGIC_ANSWER_H
#define ATTEST_LOGIC_ANSWER_H
#include "ref/logic/kept.h"
#include "ref/logic/same_keys.h"
#include "ref/logic/problem.h"
/*@ logic integer RowNumber(attest_problem p, integer b, integer h, integer i) =
      row_number(b, p.q.size[1], h, p.q.size[2], i);
    // query (b2,h2,i2) comes before (b,h,i)
    predicate Before(integer b2, integer h2, integer i2, integer b, integer h, integer i) =
      b2 < b || (b2 == b && (h2 < h || (h2 == h && i2 < i)));
    lemma weights_row: \forall rvec q, vis, b, w, w2, rmat K, real scale, cap, sink, integer has, n, d; Same(w,w2,n) ==>
      AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w) ==> AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w2);
    lemma output_row: \forall rvec q, vis, b, y, y2, rmat K, V, real scale, cap, sink, integer has, n, d, d_v;
      Same(y,y2,d_v) ==> AttentionRow(q,K,V,vis,b,scale,cap,has,sink,n,d,d_v,y) ==>
      AttentionRow(q,K,V,vis,b,scale,cap,has,sink,n,d,d_v,y2);
    lemma shown_same: \forall place r, integer n, rvec m, m2, b, b2; Same(m,m2,n) ==> Same(b,b2,n) ==>
      SameKeys(shown(r,m,b), shown(r,m2,b2), n);

    // THE ANSWER to query (b,h,i) of the problem at K stands at L where it belongs
    predicate AnsweredOut{K,L}(attest_problem p, double *out, integer b, integer h, integer i) =
      OutputRow{K}(p,b,h,i,row(mat{L}(out,Rows(p),p.v.size[3]),RowNumber(p,b,h,i)));
    predicate AnsweredLse{K,L}(attest_problem p, double *lse, integer b, integer h, integer i) =
      lse != \null ==> OutputLse{K}(p,b,h,i,at(fvec{L}(lse),RowNumber(p,b,h,i)));
    predicate AnsweredWeights{K,L}(attest_problem p, double *weights, integer b, integer h, integer i) =
      weights != \null ==> OutputWeights{K}(p,b,h,i,row(mat{L}(weights,Rows(p),p.k.size[2]),RowNumber(p,b,h,i)));
    predicate Answered{K,L}(attest_problem p, double *out, double *lse, double *weights, integer b, integer h, integer
      i) =
      AnsweredOut{K,L}(p,out,b,h,i) && AnsweredLse{K,L}(p,lse,b,h,i) && AnsweredWeights{K,L}(p,weights,b,h,i);
    // the same of every query before (b,h,i)
    predicate OutBefore{K,L}(attest_problem p, double *out, integer b, integer h, integer i) =
      \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
        AnsweredOut{K,L}(p,out,b2,h2,i2);
    predicate LseBefore{K,L}(attest_problem p, double *lse, integer b, integer h, integer i) =
      \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
        AnsweredLse{K,L}(p,lse,b2,h2,i2);
    predicate WeightsBefore{K,L}(attest_problem p, double *weights, integer b, integer h, integer i) =
      \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
        AnsweredWeights{K,L}(p,weights,b2,h2,i2);
    axiomatic OptionalOutputs {
      logic integer span(double *a, integer n);               // entries of an array that may be absent
      axiom span_null: \forall double *a, integer n; a == \null ==> span(a,n) == 0;
      axiom span_at: \forall double *a, integer n; a != \null ==> span(a,n) == n;
    }
    // entries of the outputs
    logic integer OutSize(attest_problem p) = times(Rows(p),p.v.size[3]);
    logic integer LseSize(attest_problem p, double *lse) = span(lse,Rows(p));
    logic integer WeightsSize(attest_problem p, double *weights) = span(weights,times(Rows(p),p.k.size[2]));
    // what is written for the answers overlaps no element of t
    predicate ApartAnswers(attest_problem p, double *out, double *lse, double *weights, double *w, attest_tensor t) =
      ApartTensor(out,OutSize(p),t) && ApartTensor(lse,LseSize(p,lse),t) &&
        ApartTensor(weights,WeightsSize(p,weights),t) &&
      ApartTensor(w,p.k.size[2],t);
    predicate ApartSinks(attest_problem p, double *out, double *lse, double *weights, double *w) = p.sink != \null ==>
      \separated(out + (0 .. OutSize(p)-1), p.sink + (0 .. p.q.size[1]-1)) &&
      \separated(lse + (0 .. LseSize(p,lse)-1), p.sink + (0 .. p.q.size[1]-1)) &&
      \separated(weights + (0 .. WeightsSize(p,weights)-1), p.sink + (0 .. p.q.size[1]-1)) &&
      \separated(w + (0 .. p.k.size[2]-1), p.sink + (0 .. p.q.size[1]-1));
    // what a call is given, and what it writes
    predicate WritableAnswers{L}(attest_problem p, double *out, double *lse, double *weights, double *w, unsigned char
      *vis) =
      \valid(out + (0 .. OutSize(p)-1)) && \valid(lse + (0 .. LseSize(p,lse)-1)) &&
      \valid(weights + (0 .. WeightsSize(p,weights)-1)) && \valid(w + (0 .. p.k.size[2]-1)) &&
      \valid(vis + (0 .. p.k.size[2]-1)) &&
      \separated(out + (0 .. OutSize(p)-1), lse + (0 .. LseSize(p,lse)-1), weights + (0 .. WeightsSize(p,weights)-1),
        w + (0 .. p.k.size[2]-1), vis + (0 .. p.k.size[2]-1));
    predicate ApartCall(attest_problem p, double *out, double *lse, double *weights, double *w, unsigned char *vis) =
      ApartAnswers(p,out,lse,weights,w,p.q) && ApartAnswers(p,out,lse,weights,w,p.k) &&
      ApartAnswers(p,out,lse,weights,w,p.v) && (p.bias.data != \null ==> ApartAnswers(p,out,lse,weights,w,p.bias)) &&
      ApartSinks(p,out,lse,weights,w) && ApartMask(vis,p.k.size[2],p);
    // a[0 .. n-1] overlaps neither the row of the output nor that of the weights
    predicate Rest(double *a, integer n, double *row_out, integer d_v, double *row_weights, integer keys) =
      \separated(a + (0 .. n-1), row_out + (0 .. d_v-1)) && \separated(a + (0 .. n-1), row_weights + (0 .. keys-1));
    // the rows before row r are at L what they are at K
    predicate KeptBefore{K,L}(attest_problem p, double *out, double *lse, double *weights, integer r) =
      Kept{K,L}(out,times(r,p.v.size[3])) && (lse != \null ==> Kept{K,L}(lse,r)) &&
      (weights != \null ==> Kept{K,L}(weights,times(r,p.k.size[2])));
    // only what is written for the answers has changed
    predicate OnlyAnswers{K,L}(attest_problem p, double *out, double *lse, double *weights, double *w,
      unsigned char *vis) =
      Only{K,L}(out,OutSize(p),lse,LseSize(p,lse),weights,WeightsSize(p,weights),w,p.k.size[2]) &&
      OnlyBytes{K,L}(vis,p.k.size[2]);
    predicate AnsweredBefore{K,L}(attest_problem p, double *out, double *lse, double *weights, integer b, integer h,
      integer i) =
      OutBefore{K,L}(p,out,b,h,i) && LseBefore{K,L}(p,lse,b,h,i) && WeightsBefore{K,L}(p,weights,b,h,i);
*/
#endif
