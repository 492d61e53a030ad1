/* Where the answers of all queries stand: row after row. */
#ifndef ATTEST_LOGIC_ANSWER_H
#define ATTEST_LOGIC_ANSWER_H
#include "ref/logic/attention_ext.h"
#include "ref/logic/problem.h"
/*@ axiomatic RowNumbers {
      // opaque: sums can't be triggers
      logic integer row_number(integer b, integer heads, integer h, integer rows, integer i);
      axiom row_number_def: \forall integer b, heads, h, rows, i;
        row_number(b,heads,h,rows,i) == times(times(b,heads) + h, rows) + i;
    }
    logic integer RowNumber(attest_problem p, integer b, integer h, integer i) =
      row_number(b, p.q.size[1], h, p.q.size[2], i);
    // query (b2,h2,i2) comes before (b,h,i)
    predicate Before(integer b2, integer h2, integer i2, integer b, integer h, integer i) =
      b2 < b || (b2 == b && (h2 < h || (h2 == h && i2 < i)));
    lemma row_number_before: \forall integer b, b2, heads, h, h2, rows, i, i2; 0 <= b2 ==> 0 <= h2 < heads ==>
      0 <= i2 < rows ==> 0 <= b ==> 0 <= h ==> 0 <= i ==> Before(b2,h2,i2,b,h,i) ==>
      0 <= row_number(b2,heads,h2,rows,i2) < row_number(b,heads,h,rows,i);
    lemma row_number_next_head: \forall integer b, heads, h, rows;
      row_number(b,heads,h,rows,rows) == row_number(b,heads,h+1,rows,0);
    lemma row_number_next_batch: \forall integer b, heads, rows;
      row_number(b,heads,heads,rows,0) == row_number(b+1,heads,0,rows,0);
    lemma row_number_last: \forall integer b, heads, h, rows, i, batch; 0 <= b < batch ==> 0 <= h < heads ==>
      0 <= i < rows ==> 0 <= row_number(b,heads,h,rows,i) < times(times(batch,heads),rows);
    lemma row_number_columns: \forall integer heads, h, rows, i, d;
      times(row_number(0,heads,h,rows,i),d) == times(h,times(rows,d)) + times(i,d);
    lemma weights_row: \forall rvec q, vis, b, w, w2, rmat K, real scale, cap, sink, integer has, n, d; Same(w,w2,n) ==>
      AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w) ==> AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w2);
    lemma shown_same: \forall place r, integer n, rvec m, m2, b, b2; Same(m,m2,n) ==> Same(b,b2,n) ==>
      SameKeys(shown(r,m,b), shown(r,m2,b2), n);

    // THE ANSWER to query (b,h,i) of the problem at K stands at L where it belongs
    predicate AnsweredOut{K,L}(attest_problem p, double *out, integer b, integer h, integer i) =
      \forall integer c; 0 <= c < p.v.size[3] ==>
        Output{K}(p,b,h,i,c,el(fmat{L}(out,p.v.size[3]),RowNumber(p,b,h,i),c));
    predicate AnsweredLse{K,L}(attest_problem p, double *lse, integer b, integer h, integer i) =
      lse != \null ==> OutputLse{K}(p,b,h,i,at(fvec{L}(lse),RowNumber(p,b,h,i)));
    predicate AnsweredWeights{K,L}(attest_problem p, double *weights, integer b, integer h, integer i) =
      weights != \null ==> OutputWeights{K}(p,b,h,i,row(fmat{L}(weights,p.k.size[2]),RowNumber(p,b,h,i)));
    predicate Answered{K,L}(attest_problem p, double *out, double *lse, double *weights, integer b, integer h, integer
      i) =
      AnsweredOut{K,L}(p,out,b,h,i) && AnsweredLse{K,L}(p,lse,b,h,i) && AnsweredWeights{K,L}(p,weights,b,h,i);
    predicate AnsweredBefore{K,L}(attest_problem p, double *out, double *lse, double *weights, integer b, integer h,
      integer i) = \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
        Answered{K,L}(p,out,lse,weights,b2,h2,i2);
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
    // the rows before row r are at L what they are at K
    predicate KeptBefore{K,L}(attest_problem p, double *out, double *lse, double *weights, integer r) =
      (\forall integer s, c; 0 <= s < r ==> 0 <= c < p.v.size[3] ==>
        el(fmat{L}(out,p.v.size[3]),s,c) == el(fmat{K}(out,p.v.size[3]),s,c)) &&
      (lse != \null ==> \forall integer s; 0 <= s < r ==> at(fvec{L}(lse),s) == at(fvec{K}(lse),s)) &&
      (weights != \null ==> \forall integer s; 0 <= s < r ==>
        Same(row(fmat{K}(weights,p.k.size[2]),s), row(fmat{L}(weights,p.k.size[2]),s), p.k.size[2]));
*/
#endif
