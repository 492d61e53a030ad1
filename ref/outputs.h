/* Where the answers of a problem go. */
#ifndef ATTEST_REF_OUTPUTS_H
#define ATTEST_REF_OUTPUTS_H

#include "attest.h"

/* Where the answers go, row after row: out and, where not NULL, lse and weights. */
typedef struct {
  double *out, *lse, *weights;
} ref_outputs;

#include "ref/logic/kept.h"
#include "ref/logic/outputs.h" /* needs the type above */

/* The log-sum-exp and the weights w of row i, where they are wanted. */
/*@ requires sizes: 0 <= i <= MaxElements && 0 <= keys <= MaxSize && InRange(times(i,keys));
    requires readable: \valid_read(w + (0 .. keys-1));
    requires valid_lse: o.lse != \null ==> \valid(o.lse + i);
    requires valid_weights: o.weights != \null ==> \valid(o.weights + times(i,keys) + (0 .. keys-1));
    requires apart_lse: o.lse != \null ==> \separated(o.lse + i, w + (0 .. keys-1));
    requires apart_weights: o.weights != \null ==>
      \separated(o.weights + times(i,keys) + (0 .. keys-1), w + (0 .. keys-1));
    requires apart: o.lse != \null ==> o.weights != \null ==>
      \separated(o.weights + times(i,keys) + (0 .. keys-1), o.lse + i);
    assigns o.lse[i .. i + span(o.lse,1)-1], o.weights[times(i,keys) .. times(i,keys) + span(o.weights,keys)-1];
    ensures kept: Kept{Pre,Post}(o.lse + i,span(o.lse,1),o.weights +
      times(i,keys),span(o.weights,keys),o.lse,0,o.weights,0);
    ensures lse: o.lse != \null ==> at(fvec(o.lse),i) == lse;
    ensures weights: o.weights != \null ==> Same(fvec{Pre}(w), row(fmat(o.weights,keys),i), keys); */
void ref_store_row(int64_t i, double lse, const double *w, int64_t keys, ref_outputs o);

/* Those of the outputs from row r on: a head's. */
/*@ requires problem: \valid_read(p);
    requires sizes: 0 <= p->q.size[2] && 0 <= p->v.size[3] && 0 <= p->k.size[2];
    requires rows: 0 <= r && r + p->q.size[2] <= Rows(p) && CountableOutputs(p);
    assigns \nothing;
    ensures rows: FromRow(p,o,\result,r);
    ensures inside_out: 0 <= times(r,p->v.size[3]) &&
      times(r,p->v.size[3]) + times(p->q.size[2],p->v.size[3]) <= times(Rows(p),p->v.size[3]);
    ensures inside_weights: 0 <= times(r,p->k.size[2]) &&
      times(r,p->k.size[2]) + times(p->q.size[2],p->k.size[2]) <= times(Rows(p),p->k.size[2]);
    ensures valid: ValidOutputs(p,o,Rows(p)) ==> ValidOutputs(p,\result,p->q.size[2]);
    ensures apart: \forall double *work, integer m, unsigned char *vis; ApartOutputs(p,o,Rows(p),work,m,vis) ==>
      ApartOutputs(p,\result,p->q.size[2],work,m,vis); */
ref_outputs ref_outputs_from(const attest_problem *p, ref_outputs o, int64_t r);

#endif
