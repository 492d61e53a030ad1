/* out_bhi = attention of q_bhi over the keys and values of its kv head */
#include "ref/problem.h"

#include "ref/attention.h"
#include "ref/element.h"

/* The answer to query (b,h,i), to row r. */
/*@ requires problem: GoodProblem(p) && ReadVectors(p) && IsQuery(p,b,h,i) && ReadQuery(p,b,h,i);
    requires row: r == RowNumber(p,b,h,i);
    requires room: WritableAnswers(p,out,lse,weights,w,vis) && ApartCall(p,out,lse,weights,w,vis);
    assigns out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1], weights[0 .. WeightsSize(p,weights)-1],
      w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1];
    ensures answered: Answered{Pre,Post}(p,out,lse,weights,b,h,i);
    ensures before: KeptBefore{Pre,Post}(p,out,lse,weights,r); */
static void answer(attest_problem p, int64_t b, int64_t h, int64_t i, int64_t r, double *out, double *lse,
                   double *weights, double *w, unsigned char *vis) {
  const int64_t keys = p.k.size[ATTEST_POSITION], d_v = p.v.size[ATTEST_COLUMN];
  //@ assert in_out: 0 <= r < Rows(p) && 0 <= times(r,d_v) && times(r,d_v) + d_v <= OutSize(p) <= MaxElements;
  //@ assert in_weights: 0 <= times(r,keys) && times(r,keys) + keys <= times(Rows(p),keys) <= MaxElements;
  double *const row_out = out + ref_times(r, d_v);
  double *const row_weights = weights != NULL ? weights + ref_times(r, keys) : w;
  //@ assert apart: ApartProblem(row_out,d_v,p) && ApartProblem(row_weights,keys,p);
  /*@ assert rest: Rest(out,times(r,d_v),row_out,d_v,row_weights,keys) &&
        Rest(lse,LseSize(p,lse),row_out,d_v,row_weights,keys) &&
        (weights != \null ==> Rest(weights,times(r,keys),row_out,d_v,row_weights,keys)); */
  const double l = ref_attention_row(p, b, h, i, vis, row_weights, row_out);
  /*@ assert row_kept: Kept{Pre,Here}(out,times(r,d_v)) && Kept{Pre,Here}(lse,LseSize(p,lse)) &&
        (weights != \null ==> Kept{Pre,Here}(weights,times(r,keys))); */
  //@ ghost Row: ;
  if (lse != NULL) lse[r] = l;
  //@ assert same_out: Same(fvec{Row}(row_out), row(mat(out,Rows(p),d_v),r), d_v);
  //@ assert same_weights: weights != \null ==> Same(fvec{Row}(row_weights), row(mat(weights,Rows(p),keys),r), keys);
  /*@ assert kept: (lse != \null ==> Kept{Pre,Here}(lse,r)) && Kept{Row,Here}(out,times(r,d_v)) &&
        (weights != \null ==> Kept{Row,Here}(weights,times(r,keys))); */
}

void ref_attention(attest_problem p, double *out, double *lse, double *weights, double *w, unsigned char *vis) {
  int64_t row = 0;
  if (p.q.size[ATTEST_POSITION] == 0) return; // 2^60 heads without a query are not gone through
  //@ assert real: IsReal(p.q.dtype) && IsReal(p.k.dtype) && IsReal(p.v.dtype);
  /*@ loop invariant range: 0 <= b <= p.q.size[0] && row == RowNumber(p,b,0,0);
      loop invariant only: OnlyAnswers{Pre,Here}(p,out,lse,weights,w,vis);
      loop invariant done: AnsweredBefore{Pre,Here}(p,out,lse,weights,b,0,0);
      loop assigns b, row, out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1], weights[0 .. WeightsSize(p,weights)-1],
        w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1]; loop variant p.q.size[0] - b; */
  for (int64_t b = 0; b < p.q.size[ATTEST_BATCH]; b++) {
    /*@ loop invariant range: 0 <= h <= p.q.size[1] && row == RowNumber(p,b,h,0);
        loop invariant only: OnlyAnswers{Pre,Here}(p,out,lse,weights,w,vis);
        loop invariant done: AnsweredBefore{Pre,Here}(p,out,lse,weights,b,h,0);
        loop assigns h, row, out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1], weights[0 .. WeightsSize(p,weights)-1],
          w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1]; loop variant p.q.size[1] - h; */
    for (int64_t h = 0; h < p.q.size[ATTEST_HEAD]; h++) {
      /*@ loop invariant range: 0 <= i <= p.q.size[2] && row == RowNumber(p,b,h,i);
          loop invariant only: OnlyAnswers{Pre,Here}(p,out,lse,weights,w,vis);
          loop invariant done: AnsweredBefore{Pre,Here}(p,out,lse,weights,b,h,i);
          loop assigns i, row, out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1],
            weights[0 .. WeightsSize(p,weights)-1], w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1];
          loop variant p.q.size[2] - i; */
      for (int64_t i = 0; i < p.q.size[ATTEST_POSITION]; i++) {
        /*@ assert kept: KeptTensor{Pre,Here}(p.q) && KeptTensor{Pre,Here}(p.k) && KeptTensor{Pre,Here}(p.v) &&
              (p.bias.data != \null ==> KeptTensor{Pre,Here}(p.bias)) &&
              (p.mask.data != \null ==> KeptFlags{Pre,Here}(p.mask)); */
        //@ assert required: SameQuery{Pre,Here}(p,b,h,i) && ReadQuery{Pre}(p,b,h,i);
        answer(p, b, h, i, row, out, lse, weights, w, vis);
        /*@ assert rows: \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
              0 <= RowNumber(p,b2,h2,i2) < RowNumber(p,b,h,i); */
        /*@ assert before: OutBefore{Pre,Here}(p,out,b,h,i) && LseBefore{Pre,Here}(p,lse,b,h,i) &&
              WeightsBefore{Pre,Here}(p,weights,b,h,i); */
        row++;
      }
    }
  }
}
