/* What the output of a ref_query is, and what may be read and written for it. */
#ifndef ATTEST_LOGIC_QUERY_H
#define ATTEST_LOGIC_QUERY_H
#include "ref/logic/attention.h"
#include "ref/logic/separate.h"
#include "ref/logic/visible.h"
/*@ predicate Sees{L}(ref_query a, integer j) = Visible(a.rule,optflags(a.mask),optvec(a.bias),j);
    predicate SeesNone{L}(ref_query a) = \forall integer j; 0 <= j < a.keys ==> !Sees(a,j);
    predicate SeesSome{L}(ref_query a) = \exists integer j; 0 <= j < a.keys && Sees(a,j);
    logic rvec Seen{L}(ref_query a) = seen(a.rule,optflags(a.mask),optvec(a.bias));
    logic rvec Scores{L}(ref_query a) = scores(vec(a.q),mat(a.k),optvec(a.bias),a.scale,a.softcap,a.d_k);

    // the answer: column c of the output, the weights, the log-sum-exp
    predicate Output{L}(ref_query a, integer c, real y) =
      Attention(vec(a.q),mat(a.k),mat(a.v),seen(a.rule,optflags(a.mask),optvec(a.bias)),optvec(a.bias),a.scale,
        a.softcap,a.has_sink,a.sink,
                a.keys,a.d_k,c,y);
    predicate OutputWeights{L}(ref_query a, rvec w) =
      AttentionWeights(vec(a.q),mat(a.k),seen(a.rule,optflags(a.mask),optvec(a.bias)),optvec(a.bias),a.scale,a.softcap,
        a.has_sink,a.sink,
                       a.keys,a.d_k,w);
    predicate OutputLse{L}(ref_query a, real y) =
      AttentionLse(vec(a.q),mat(a.k),seen(a.rule,optflags(a.mask),optvec(a.bias)),optvec(a.bias),a.scale,a.softcap,
        a.has_sink,a.sink,
                   a.keys,a.d_k,y);

    predicate QuerySizes(ref_query a) = 0 <= a.keys <= MaxSize && 0 <= a.d_k <= MaxSize && 0 <= a.d_v <= MaxSize;
    predicate QueryReach(ref_query a) = ReachOptional(a.mask,a.bias,a.keys) && Reach(a.d_k,a.q.step) &&
      Reach(a.keys,a.k.row) && Reach(a.d_k,a.k.col) && Reach(a.keys,a.v.row) && Reach(a.d_v,a.v.col);
    // hidden rows of k and v need not even be readable
    predicate ReadSeenRows{L}(ref_query a, ref_matrix A, integer d) =
      \forall integer j; 0 <= j < a.keys ==> Sees(a,j) ==> ReadRow(A,j,d);
    predicate ReadQuery{L}(ref_query a) = ReadMask(a.rule,a.mask,a.keys) && ReadBias(a.rule,a.mask,a.bias,a.keys) &&
      ReadVec(a.q,a.d_k) &&
      ReadSeenRows(a,a.k,a.d_k) && ReadSeenRows(a,a.v,a.d_v);
    // p[0 .. n-1] overlaps no double that is read
    predicate ApartSeenBias{L}(double *p, integer n, ref_query a) = \forall integer j; 0 <= j < a.keys ==> Sees(a,j) ==>
      a.bias.at != \null ==> \separated(p + (0 .. n-1), a.bias.at + times(j,a.bias.step));
    predicate ApartSeenRows{L}(double *p, integer n, ref_query a, ref_matrix A, integer d) =
      \forall integer j, c; 0 <= j < a.keys ==> Sees(a,j) ==> 0 <= c < d ==>
        \separated(p + (0 .. n-1), A.at + (times(j,A.row) + times(c,A.col)));
    predicate ApartQuery{L}(double *p, integer n, ref_query a) =
      SepVec(p,n,a.q,a.d_k) && ApartSeenBias(p,n,a) && ApartSeenRows(p,n,a,a.k,a.d_k) && ApartSeenRows(p,n,a,a.v,a.d_v);

    // the same by the row of visibility, part by part
    predicate ReadKeysShown{L}(ref_query a, unsigned char *vis) = \forall integer j; 0 <= j < a.keys ==> vis[j] != 0 ==>
      ReadRow(a.k,j,a.d_k) && (a.bias.at != \null ==> \valid_read(a.bias.at + times(j,a.bias.step)));
    predicate ReadValuesShown{L}(ref_query a, unsigned char *vis) = \forall integer j; 0 <= j < a.keys ==>
      vis[j] != 0 ==>
      ReadRow(a.v,j,a.d_v);
    predicate ApartKeysShown{L}(double *p, integer n, ref_query a, unsigned char *vis) =
      (\forall integer c; 0 <= c < a.d_k ==> \separated(p + (0 .. n-1), a.q.at + times(c,a.q.step))) &&
      (\forall integer j; 0 <= j < a.keys ==> vis[j] != 0 ==> a.bias.at != \null ==>
        \separated(p + (0 .. n-1), a.bias.at + times(j,a.bias.step))) &&
      (\forall integer j, c; 0 <= j < a.keys ==> vis[j] != 0 ==> 0 <= c < a.d_k ==>
        \separated(p + (0 .. n-1), a.k.at + (times(j,a.k.row) + times(c,a.k.col))));
    predicate ApartValuesShown{L}(double *p, integer n, ref_query a, unsigned char *vis) =
      \forall integer j, c; 0 <= j < a.keys ==> vis[j] != 0 ==> 0 <= c < a.d_v ==>
        \separated(p + (0 .. n-1), a.v.at + (times(j,a.v.row) + times(c,a.v.col)));
*/
#endif
