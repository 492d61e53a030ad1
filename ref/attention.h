/* Scaled dot-product attention: the definition, for one query. */
#ifndef ATTEST_REF_ATTENTION_H
#define ATTEST_REF_ATTENTION_H

#include <stdint.h>

#include "ref/matrix.h"
#include "ref/visible.h"

/* One query: everything that its output depends on. */
typedef struct {
  int64_t keys, d_k, d_v;
  ref_vector q;    /* d_k */
  ref_matrix k;    /* keys x d_k */
  ref_matrix v;    /* keys x d_v */
  ref_flags mask;  /* keys, or none */
  ref_vector bias; /* keys, or none */
  ref_rule rule;
  double scale;
  double softcap; /* off unless > 0 */
  int has_sink;
  double sink;
} ref_query;

#include "ref/logic/query.h" /* needs the type above */

/* The query's output out[d_v], its weights w[keys] and its *lse. vis[keys] is scratch.
   Rows of k and v, and entries of mask and bias, that the query does not see are not read. */
/*@ requires sizes: QuerySizes(a);
    requires rule: RuleInRange(a.rule);
    requires reach: QueryReach(a);
    requires readable: ReadQuery(a);
    requires writable: \valid(vis + (0 .. a.keys-1)) && \valid(w + (0 .. a.keys-1)) && \valid(out + (0 .. a.d_v-1)) &&
      \valid(lse);
    requires apart: \separated(vis + (0 .. a.keys-1), w + (0 .. a.keys-1), out + (0 .. a.d_v-1), lse);
    requires apart_mask: ApartMask(vis,a.keys,a.rule,a.mask);
    requires apart_query: ApartQuery(w,a.keys,a) && ApartQuery(out,a.d_v,a) && ApartQuery(lse,1,a);
    assigns vis[0 .. a.keys-1], w[0 .. a.keys-1], out[0 .. a.d_v-1], *lse;
    ensures output: \forall integer c; 0 <= c < a.d_v ==> Output{Pre}(a,c,out[c]);
    ensures weights: OutputWeights{Pre}(a,fvec(w));
    ensures lse: OutputLse{Pre}(a,*lse);
    ensures hidden: \forall integer j; 0 <= j < a.keys ==> !Sees{Pre}(a,j) ==> w[j] == RZ;
    ensures range: \forall integer j; 0 <= j < a.keys ==> 0 <= w[j] <= 1;
    ensures total: sum(fvec(w),a.keys) <= 1;
    ensures total_one: SeesSome{Pre}(a) ==> a.has_sink == 0 ==> sum(fvec(w),a.keys) == 1;
    ensures none: SeesNone{Pre}(a) ==> \forall integer c; 0 <= c < a.d_v ==> out[c] == RZ;
    ensures lse_none: SeesNone{Pre}(a) ==> a.has_sink == 0 ==> Minf(*lse);
    ensures lse_sink: SeesNone{Pre}(a) ==> a.has_sink != 0 ==> *lse == a.sink; */
void ref_attention_row(ref_query a, unsigned char *vis, double *w, double *out, double *lse);

#endif
