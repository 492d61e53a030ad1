/* out_bhi = attention of q_bhi over the keys and values of its kv head */
#include "ref/problem.h"

#include "ref/attention.h"
#include "ref/element.h"

/* The answer to query (b,h,i), to row r. */
/*@ requires problem: GoodProblem(p) && ReadVectors(p) && IsQuery(p,b,h,i) && r == RowNumber(p,b,h,i);
    requires readable: ReadQuery(p,b,h,i);
    requires writable: WritableAnswers(p,out,lse,weights,w,vis);
    requires apart: ApartCall(p,out,lse,weights,w,vis);
    assigns out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1], weights[0 .. WeightsSize(p,weights)-1],
      w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1];
    ensures answered: Answered{Pre,Post}(p,out,lse,weights,b,h,i);
    ensures before: KeptBefore{Pre,Post}(p,out,lse,weights,r); */
static void answer(attest_problem p, int64_t b, int64_t h, int64_t i, int64_t r, double *out, double *lse,
                   double *weights, double *w, unsigned char *vis) {
  const int64_t keys = p.k.size[ATTEST_POSITION], d_v = p.v.size[ATTEST_COLUMN];
  //@ assert place: 0 <= r < Rows(p);
  //@ assert in_out: 0 <= times(r,d_v) && times(r,d_v) + d_v <= OutSize(p) <= MaxElements;
  //@ assert in_weights: 0 <= times(r,keys) && times(r,keys) + keys <= times(Rows(p),keys) <= MaxElements;
  //@ assert spans: weights != \null ==> WeightsSize(p,weights) == times(Rows(p),keys);
  //@ assert spans_lse: lse != \null ==> LseSize(p,lse) == Rows(p);
  double *const row_out = out + ref_times(r, d_v);
  double *const row_weights = weights != NULL ? weights + ref_times(r, keys) : w;
  //@ assert q_out: ApartTensor(row_out,d_v,p.q);
  //@ assert k_out: ApartTensor(row_out,d_v,p.k);
  //@ assert v_out: ApartTensor(row_out,d_v,p.v);
  //@ assert bias_out: p.bias.data != \null ==> ApartTensor(row_out,d_v,p.bias);
  //@ assert apart_out: ApartProblem(row_out,d_v,p);
  //@ assert q_weights: ApartTensor(row_weights,keys,p.q);
  //@ assert k_weights: ApartTensor(row_weights,keys,p.k);
  //@ assert v_weights: ApartTensor(row_weights,keys,p.v);
  //@ assert bias_weights: p.bias.data != \null ==> ApartTensor(row_weights,keys,p.bias);
  //@ assert apart_weights: ApartProblem(row_weights,keys,p);
  const double l = ref_attention_row(p, b, h, i, vis, row_weights, row_out);
  //@ ghost Row: ;
  if (lse != NULL) lse[r] = l;
  //@ assert same_out: \forall integer c; 0 <= c < d_v ==> el(fmat(out,d_v),r,c) == \at(row_out[c],Row);
  /*@ assert same_entries: weights != \null ==> \forall integer j; 0 <= j < keys ==> weights[times(r,keys)+j] ==
        \at(row_weights[j],Row); */
  //@ assert same_weights: weights != \null ==> Same(fvec{Row}(row_weights), row(fmat(weights,keys),r), keys);
  //@ assert rows_out: \forall integer s; 0 <= s < r ==> 0 <= times(s,d_v) && times(s,d_v) + d_v <= times(r,d_v);
  /*@ assert rows_weights: \forall integer s; 0 <= s < r ==> 0 <= times(s,keys) && times(s,keys) + keys <=
        times(r,keys); */
  //@ assert memory_out: \forall integer t; 0 <= t < times(r,d_v) ==> out[t] == \at(out[t],Pre);
  //@ assert memory_lse: lse != \null ==> \forall integer s; 0 <= s < r ==> lse[s] == \at(lse[s],Pre);
  /*@ assert memory_weights: weights != \null ==> \forall integer t; 0 <= t < times(r,keys) ==> weights[t] ==
        \at(weights[t],Pre); */
  /*@ assert kept_out: \forall integer s, c; 0 <= s < r ==> 0 <= c < d_v ==> el(fmat(out,d_v),s,c) ==
        el(fmat{Pre}(out,d_v),s,c); */
  /*@ assert kept_weights: weights != \null ==> \forall integer s; 0 <= s < r ==> Same(row(fmat{Pre}(weights,keys),s),
        row(fmat(weights,keys),s), keys); */
}

void ref_attention(attest_problem p, double *out, double *lse, double *weights, double *w, unsigned char *vis) {
  int64_t row = 0;
  if (p.q.size[ATTEST_POSITION] == 0) return; // 2^60 heads without a query are not gone through
  /*@ assert real: IsReal(p.q.dtype) && IsReal(p.k.dtype) && IsReal(p.v.dtype) && (p.bias.data != \null ==>
        IsReal(p.bias.dtype)); */
  /*@ loop invariant range: 0 <= b <= p.q.size[0] && row == RowNumber(p,b,0,0);
      loop invariant only:
        Only{Pre,Here}(out,OutSize(p),lse,LseSize(p,lse),weights,WeightsSize(p,weights),w,p.k.size[2]);
      loop invariant flags: OnlyBytes{Pre,Here}(vis,p.k.size[2]);
      loop invariant done: AnsweredBefore{Pre,Here}(p,out,lse,weights,b,0,0);
      loop assigns b, row, out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1], weights[0 .. WeightsSize(p,weights)-1],
        w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1];
      loop variant p.q.size[0] - b; */
  for (int64_t b = 0; b < p.q.size[ATTEST_BATCH]; b++)
    /*@ loop invariant range: 0 <= h <= p.q.size[1] && row == RowNumber(p,b,h,0);
        loop invariant only:
          Only{Pre,Here}(out,OutSize(p),lse,LseSize(p,lse),weights,WeightsSize(p,weights),w,p.k.size[2]);
        loop invariant flags: OnlyBytes{Pre,Here}(vis,p.k.size[2]);
        loop invariant done: AnsweredBefore{Pre,Here}(p,out,lse,weights,b,h,0);
        loop assigns h, row, out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1], weights[0 .. WeightsSize(p,weights)-1],
          w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1];
        loop variant p.q.size[1] - h; */
    for (int64_t h = 0; h < p.q.size[ATTEST_HEAD]; h++)
      /*@ loop invariant range: 0 <= i <= p.q.size[2] && row == RowNumber(p,b,h,i);
          loop invariant only:
            Only{Pre,Here}(out,OutSize(p),lse,LseSize(p,lse),weights,WeightsSize(p,weights),w,p.k.size[2]);
          loop invariant flags: OnlyBytes{Pre,Here}(vis,p.k.size[2]);
          loop invariant done: AnsweredBefore{Pre,Here}(p,out,lse,weights,b,h,i);
          loop assigns i, row, out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1],
            weights[0 .. WeightsSize(p,weights)-1], w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1];
          loop variant p.q.size[2] - i; */
      for (int64_t i = 0; i < p.q.size[ATTEST_POSITION]; i++) {
        //@ ghost Row: ;
        //@ assert q: KeptTensor{Pre,Here}(p.q);
        //@ assert k: KeptTensor{Pre,Here}(p.k);
        //@ assert v: KeptTensor{Pre,Here}(p.v);
        //@ assert bias: p.bias.data != \null ==> KeptTensor{Pre,Here}(p.bias);
        //@ assert group: 0 <= KvHead(p,h) < p.k.size[1];
        //@ assert sink: Sink(p,h) == Sink{Pre}(p,h);
        //@ assert query: Same(row(tmat(p.q,b,h),i), row(tmat{Pre}(p.q,b,h),i), p.q.size[3]);
        //@ assert keys: MatSame(KeysOf(p,b,h), KeysOf{Pre}(p,b,h), p.k.size[2], p.q.size[3]);
        //@ assert values: MatSame(ValuesOf(p,b,h), ValuesOf{Pre}(p,b,h), p.k.size[2], p.v.size[3]);
        //@ assert masks: Same(masks(p,b,h,i), masks{Pre}(p,b,h,i), p.k.size[2]);
        //@ assert biases: Same(biases(p,b,h,i), biases{Pre}(p,b,h,i), p.k.size[2]);
        //@ assert sight: SameKeys(visible(p,b,h,i), visible{Pre}(p,b,h,i), p.k.size[2]);
        //@ assert required: ReadQuery{Pre}(p,b,h,i);
        //@ assert readable: ReadQuery(p,b,h,i);
        answer(p, b, h, i, row, out, lse, weights, w, vis);
        //@ assert only: Only{Row,Here}(out,OutSize(p),lse,LseSize(p,lse),weights,WeightsSize(p,weights),w,p.k.size[2]);
        //@ assert output: AnsweredOut{Pre,Here}(p,out,b,h,i);
        //@ assert lse: AnsweredLse{Pre,Here}(p,lse,b,h,i);
        //@ assert same_w: Same(row(fmat(weights,p.k.size[2]),row), row(fmat(weights,p.k.size[2]),row), p.k.size[2]);
        //@ assert weights: AnsweredWeights{Pre,Here}(p,weights,b,h,i);
        /*@ assert rows: \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
              0 <= RowNumber(p,b2,h2,i2) < RowNumber(p,b,h,i); */
        /*@ assert before_out: \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
              AnsweredOut{Pre,Here}(p,out,b2,h2,i2); */
        /*@ assert before_lse: \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
              AnsweredLse{Pre,Here}(p,lse,b2,h2,i2); */
        /*@ assert before_weights: \forall integer b2, h2, i2; IsQuery(p,b2,h2,i2) ==> Before(b2,h2,i2,b,h,i) ==>
              AnsweredWeights{Pre,Here}(p,weights,b2,h2,i2); */
        row++;
      }
}
