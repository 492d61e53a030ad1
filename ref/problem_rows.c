/* out[i] = attention of query i over keys k and values v, for the queries of one head. */
#include "ref/problem_rows.h"

#include "ref/attention.h"
#include "ref/logic/kept_apart.h"
#include "ref/logic/problem_ext.h"
#include "ref/logic/slab.h"
#include "ref/query.h"

/* The answer of a query: its row of the output to out, its weights to w; returns its log-sum-exp. */
/*@ requires sizes: QuerySizes(a);
    requires rule: RuleInRange(a.rule);
    requires reach: QueryReach(a);
    requires readable: ReadQuery(a);
    requires writable: \valid(out + (0 .. a.d_v-1)) && \valid(w + (0 .. a.keys-1)) && \valid(vis + (0 .. a.keys-1));
    requires apart: \separated(out + (0 .. a.d_v-1), w + (0 .. a.keys-1), vis + (0 .. a.keys-1));
    requires apart_mask: a.mask.at != \null ==> OffFlags(vis,a.keys,a.mask,a.keys);
    requires apart_q: OffVec(out,a.d_v,a.q,a.d_k) && OffVec(w,a.keys,a.q,a.d_k);
    requires apart_bias: a.bias.at != \null ==> OffVec(out,a.d_v,a.bias,a.keys) && OffVec(w,a.keys,a.bias,a.keys);
    requires apart_k: OffMat(out,a.d_v,a.k,a.keys,a.d_k) && OffMat(w,a.keys,a.k,a.keys,a.d_k);
    requires apart_v: OffMat(out,a.d_v,a.v,a.keys,a.d_v) && OffMat(w,a.keys,a.v,a.keys,a.d_v);
    assigns out[0 .. a.d_v-1], w[0 .. a.keys-1], vis[0 .. a.keys-1];
    ensures output: \forall integer c; 0 <= c < a.d_v ==> Output{Pre}(a,c,at(fvec(out),c));
    ensures weights: OutputWeights{Pre}(a,fvec(w));
    ensures lse: OutputLse{Pre}(a,\result); */
static double attend(ref_query a, double *out, double *w, unsigned char *vis) {
  double lse;
  //@ assert readable_mask: ReadMask(a.rule,a.mask,a.keys);
  //@ assert readable_bias: ReadBias(a.rule,a.mask,a.bias,a.keys);
  //@ assert readable_q: ReadVec(a.q,a.d_k);
  //@ assert readable_k: ReadSeenRows(a,a.k,a.d_k);
  //@ assert readable_v: ReadSeenRows(a,a.v,a.d_v);
  //@ assert apart_lse: ApartQuery(&lse,1,a);
  //@ assert apart_w: ApartQuery(w,a.keys,a);
  //@ assert apart_out: ApartQuery(out,a.d_v,a);
  ref_attention_row(a, vis, w, out, &lse);
  return lse;
}

/* The answer of query i of head (b,h) over keys k and values v: its row of the output to out, its weights to the start
   of work; returns its log-sum-exp. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires row: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1] && 0 <= i < p->q.size[2];
    requires readable: ReadRowOf(p,b,h,i);
    requires reach_k: Reach(p->k.size[2],k.row) && Reach(p->q.size[3],k.col);
    requires reach_v: Reach(p->k.size[2],v.row) && Reach(p->v.size[3],v.col);
    requires seen: \forall integer j; 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(k,j,p->q.size[3]) && ReadRow(v,j,p->v.size[3]);
    requires writable: \valid(out + (0 .. p->v.size[3]-1)) && \valid(work + (0 .. RowWork(p)-1)) &&
      \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: \separated(out + (0 .. p->v.size[3]-1), work + (0 .. RowWork(p)-1), vis + (0 .. p->k.size[2]-1));
    requires apart_out: ApartHead(out,p->v.size[3],&p->q,b,h) &&
      (p->bias.data != \null ==> ApartHead(out,p->v.size[3],&p->bias,b,h));
    requires apart_work: ApartProblem(work,RowWork(p),p);
    requires apart_k: OffMat(out,p->v.size[3],k,p->k.size[2],p->q.size[3]) &&
      OffMat(work,RowWork(p),k,p->k.size[2],p->q.size[3]);
    requires apart_v: OffMat(out,p->v.size[3],v,p->k.size[2],p->v.size[3]) &&
      OffMat(work,RowWork(p),v,p->k.size[2],p->v.size[3]);
    requires apart_mask: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns out[0 .. p->v.size[3]-1], work[0 .. RowWork(p)-1], vis[0 .. p->k.size[2]-1];
    ensures output: \forall integer c; 0 <= c < p->v.size[3] ==>
      RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,i,c,at(fvec(out),c));
    ensures weights: RowWeights{Pre}(p,mat{Pre}(k),b,h,i,fvec(work));
    ensures lse: RowLse{Pre}(p,mat{Pre}(k),b,h,i,\result); */
static double attend_query(const attest_problem *p, int64_t b, int64_t h, int64_t i, ref_matrix k, ref_matrix v,
                           double *out, double *work, unsigned char *vis) {
  //@ assert q_head: ApartHead(work,RowWork(p),&p->q,b,h);
  //@ assert q_work: ApartHead(work,p->k.size[2],&p->q,b,h);
  //@ assert bias_head: p->bias.data != \null ==> ApartHead(work,RowWork(p),&p->bias,b,h);
  //@ assert bias_work: p->bias.data != \null ==> ApartHead(work,p->k.size[2],&p->bias,b,h);
  //@ assert mask_head: p->mask.data != \null ==> ApartFlagsHead(vis,p->k.size[2],&p->mask,b,h);
  //@ assert copies: \separated(work + (0 .. p->k.size[2]-1), work + (p->k.size[2] .. RowWork(p)-1));
  //@ assert copies_out: \separated(out + (0 .. p->v.size[3]-1), work + (p->k.size[2] .. RowWork(p)-1));
  //@ assert k_work: OffMat(work,p->k.size[2],k,p->k.size[2],p->q.size[3]);
  //@ assert v_work: OffMat(work,p->k.size[2],v,p->k.size[2],p->v.size[3]);
  const ref_query a = ref_query_of(p, b, h, i, k, v, work);
  //@ assert kept: KeptBut{Pre,Here}(work,RowWork(p));
  //@ assert k_kept: MatSame(mat(k), mat{Pre}(k), p->k.size[2], p->q.size[3]);
  //@ assert v_kept: MatSame(mat(v), mat{Pre}(v), p->k.size[2], p->v.size[3]);
  //@ assert k_same: MatSame(mat(a.k), mat(k), p->k.size[2], p->q.size[3]);
  //@ assert v_same: MatSame(mat(a.v), mat(v), p->k.size[2], p->v.size[3]);
  //@ assert k_entries: MatSame(mat(a.k), mat{Pre}(k), p->k.size[2], p->q.size[3]);
  //@ assert v_entries: MatSame(mat(a.v), mat{Pre}(v), p->k.size[2], p->v.size[3]);
  //@ assert mask_at: \forall integer j; 0 <= j < p->k.size[2] ==> at(optflags(a.mask),j) == at(masks{Pre}(p,b,h,i),j);
  //@ assert bias_at: \forall integer j; 0 <= j < p->k.size[2] ==> at(optvec(a.bias),j) == at(biases{Pre}(p,b,h,i),j);
  /*@ assert seen: \forall integer j; at(seen(a.rule,optflags(a.mask),optvec(a.bias)),j) != 0 <==>
        InPlace(a.rule,j) && at(optflags(a.mask),j) != 0 && !Minf(at(optvec(a.bias),j)); */
  /*@ assert shown: \forall integer j; at(visible{Pre}(p,b,h,i),j) != 0 <==>
        VisiblePlace{Pre}(p,b,i,j) && at(masks{Pre}(p,b,h,i),j) != 0 && !Minf(at(biases{Pre}(p,b,h,i),j)); */
  //@ assert place: \forall integer j; InPlace(a.rule,j) <==> VisiblePlace{Pre}(p,b,i,j);
  /*@ assert visible: \forall integer j; 0 <= j < p->k.size[2] ==>
        (at(seen(a.rule,optflags(a.mask),optvec(a.bias)),j) != 0 <==> at(visible{Pre}(p,b,h,i),j) != 0); */
  //@ assert keys: SameKeys(seen(a.rule,optflags(a.mask),optvec(a.bias)), visible{Pre}(p,b,h,i), p->k.size[2]);
  /*@ assert carry: \forall integer c, real y; 0 <= c < p->v.size[3] ==> Output(a,c,y) ==>
        RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,i,c,y); */
  /*@ assert carry_weights: \forall rvec w, w2; Same(w,w2,p->k.size[2]) ==> OutputWeights(a,w) ==>
        RowWeights{Pre}(p,mat{Pre}(k),b,h,i,w2); */
  //@ assert carry_lse: \forall real y; OutputLse(a,y) ==> RowLse{Pre}(p,mat{Pre}(k),b,h,i,y);
  /*@ assert sees: \forall integer j; 0 <= j < a.keys ==> Sees(a,j) ==>
        at(seen(a.rule,optflags(a.mask),optvec(a.bias)),j) != 0 && at(visible{Pre}(p,b,h,i),j) != 0; */
  //@ assert k_seen: ReadSeenRows(a,a.k,a.d_k);
  //@ assert v_seen: ReadSeenRows(a,a.v,a.d_v);
  const double lse = attend(a, out, work, vis);
  //@ assert weights: Same(fvec(work),fvec(work),p->k.size[2]);
  return lse;
}

/* Row i of head (b,h), over keys k and values v, to row i of the outputs of the head. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires row: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1] && 0 <= i < p->q.size[2];
    requires readable: ReadRowOf(p,b,h,i);
    requires reach_k: Reach(p->k.size[2],k.row) && Reach(p->q.size[3],k.col);
    requires reach_v: Reach(p->k.size[2],v.row) && Reach(p->v.size[3],v.col);
    requires seen: \forall integer j; 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(k,j,p->q.size[3]) && ReadRow(v,j,p->v.size[3]);
    requires writable: ValidOutputs(p,o,p->q.size[2]) && \valid(work + (0 .. RowWork(p)-1)) &&
      \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,p->q.size[2],work,RowWork(p),vis);
    requires apart_inputs: ApartInputs(p,o,p->q.size[2],work,RowWork(p));
    requires apart_k: ApartMatrix(p,o,p->q.size[2],work,RowWork(p),k,p->k.size[2],p->q.size[3]);
    requires apart_v: ApartMatrix(p,o,p->q.size[2],work,RowWork(p),v,p->k.size[2],p->v.size[3]);
    requires apart_mask: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns work[0 .. RowWork(p)-1], vis[0 .. p->k.size[2]-1], o.out[0 .. times(p->q.size[2],p->v.size[3])-1],
      o.lse[0 .. span(o.lse,p->q.size[2])-1], o.weights[0 .. span(o.weights,times(p->q.size[2],p->k.size[2]))-1];
    ensures output: \forall integer c; 0 <= c < p->v.size[3] ==>
      RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,i,c,el(fmat(o.out,p->v.size[3]),i,c));
    ensures lse: o.lse != \null ==> RowLse{Pre}(p,mat{Pre}(k),b,h,i,at(fvec(o.lse),i));
    ensures weights: o.weights != \null ==> RowWeights{Pre}(p,mat{Pre}(k),b,h,i,row(fmat(o.weights,p->k.size[2]),i));
    ensures kept: Kept{Pre,Post}(o.out + times(i,p->v.size[3]),p->v.size[3],o.lse + i,span(o.lse,1),
      o.weights + times(i,p->k.size[2]),span(o.weights,p->k.size[2]),work,RowWork(p)); */
static void attend_row(const attest_problem *p, int64_t b, int64_t h, int64_t i, ref_matrix k, ref_matrix v,
                       ref_outputs o, double *work, unsigned char *vis) {
  const int64_t keys = p->k.size[ATTEST_POSITION], d_v = p->v.size[ATTEST_COLUMN];
  //@ assert inside: 0 <= times(i,d_v) && times(i,d_v) + d_v <= times(p->q.size[2],d_v);
  //@ assert inside_weights: 0 <= times(i,keys) && times(i,keys) + keys <= times(p->q.size[2],keys);
  //@ assert weights_first: keys <= RowWork(p);
  //@ assert spans: o.lse != \null ==> span(o.lse,1) == 1 && span(o.lse,p->q.size[2]) == p->q.size[2];
  /*@ assert weights_span: o.weights != \null ==>
        span(o.weights,keys) == keys && span(o.weights,times(p->q.size[2],keys)) == times(p->q.size[2],keys); */
  /*@ assert weights_lse: o.weights != \null ==> o.lse != \null ==>
        \separated(o.weights + times(i,keys) + (0 .. keys-1), o.lse + i); */
  double *out = o.out + ref_times(i, d_v);
  //@ assert q_head: ApartHead(o.out,times(p->q.size[2],d_v),&p->q,b,h);
  //@ assert bias_head: p->bias.data != \null ==> ApartHead(o.out,times(p->q.size[2],d_v),&p->bias,b,h);
  //@ assert out_q: ApartHead(out,d_v,&p->q,b,h);
  //@ assert out_bias: p->bias.data != \null ==> ApartHead(out,d_v,&p->bias,b,h);
  //@ assert out_keys: OffMat(out,d_v,k,keys,p->q.size[3]);
  //@ assert out_values: OffMat(out,d_v,v,keys,d_v);
  //@ assert out_apart: \separated(out + (0 .. d_v-1), work + (0 .. RowWork(p)-1), vis + (0 .. keys-1));
  //@ assert lse_valid: o.lse != \null ==> \valid(o.lse + i);
  //@ assert lse_apart: o.lse != \null ==> \separated(o.lse + i, work + (0 .. keys-1));
  //@ assert weights_valid: o.weights != \null ==> \valid(o.weights + times(i,keys) + (0 .. keys-1));
  /*@ assert weights_apart: o.weights != \null ==>
        \separated(o.weights + times(i,keys) + (0 .. keys-1), work + (0 .. keys-1)); */
  //@ assert no_spans: (o.lse == \null ==> span(o.lse,1) == 0) && (o.weights == \null ==> span(o.weights,keys) == 0);
  //@ assert out_lse: \separated(out + (0 .. d_v-1), o.lse + i + (0 .. span(o.lse,1)-1));
  //@ assert out_weights: \separated(out + (0 .. d_v-1), o.weights + times(i,keys) + (0 .. span(o.weights,keys)-1));
  //@ assert apart_lse: Apart(out,d_v,o.lse + i,span(o.lse,1));
  //@ assert apart_weights: Apart(out,d_v,o.weights + times(i,keys),span(o.weights,keys));
  const double lse = attend_query(p, b, h, i, k, v, out, work, vis);
  //@ ghost A: ;
  //@ assert kept_query: Kept{Pre,Here}(out,d_v,work,RowWork(p),o.lse,0,o.weights,0);
  ref_store_row(i, lse, work, keys, o);
  /*@ assert kept_store: Kept{A,Here}(o.lse + i,span(o.lse,1),o.weights +
        times(i,keys),span(o.weights,keys),o.lse,0,o.weights,0); */
  //@ assert out_kept: Same(fvec{A}(out), fvec(out), d_v);
  //@ assert out_row: \let r = i; \forall integer c; 0 <= c < d_v ==> el(fmat(o.out,d_v),r,c) == at(fvec{A}(out),c);
}

void ref_attend_rows(const attest_problem *p, int64_t b, int64_t h, ref_matrix k, ref_matrix v, ref_outputs o,
                     double *work, unsigned char *vis) {
  const int64_t q_len = p->q.size[ATTEST_POSITION];
  //@ assert q_out: ApartHead(o.out,times(p->q.size[2],p->v.size[3]),&p->q,b,h);
  //@ assert q_lse: ApartHead(o.lse,span(o.lse,p->q.size[2]),&p->q,b,h);
  //@ assert q_weights: ApartHead(o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])),&p->q,b,h);
  //@ assert q_work: ApartHead(work,RowWork(p),&p->q,b,h);
  //@ assert q_real: IsReal(p->q.dtype);
  //@ assert bias_out: p->bias.data != \null ==> ApartHead(o.out,times(p->q.size[2],p->v.size[3]),&p->bias,b,h);
  //@ assert bias_lse: p->bias.data != \null ==> ApartHead(o.lse,span(o.lse,p->q.size[2]),&p->bias,b,h);
  /*@ assert bias_weights: p->bias.data != \null ==>
        ApartHead(o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])),&p->bias,b,h); */
  //@ assert bias_work: p->bias.data != \null ==> ApartHead(work,RowWork(p),&p->bias,b,h);
  //@ assert bias_real: p->bias.data != \null ==> IsReal(p->bias.dtype);
  //@ assert mask_apart: p->mask.data != \null ==> ApartFlagsHead(vis,p->k.size[2],&p->mask,b,h);
  //@ assert scale_apart: ApartNumber(p,o,p->q.size[2],work,RowWork(p),&p->scale);
  //@ assert softcap_apart: ApartNumber(p,o,p->q.size[2],work,RowWork(p),&p->softcap);
  //@ assert sink_apart: p->sink != \null ==> ApartNumber(p,o,p->q.size[2],work,RowWork(p),p->sink + h);
  /*@ assert spans: span(o.lse,p->q.size[2]) == (o.lse == \null ? 0 : p->q.size[2]) &&
        span(o.lse,1) == (o.lse == \null ? 0 : 1); */
  /*@ assert weights_spans: span(o.weights,p->k.size[2]) == (o.weights == \null ? 0 : p->k.size[2]) &&
        span(o.weights,times(p->q.size[2],p->k.size[2])) == (o.weights == \null ? 0 : times(p->q.size[2],p->k.size[2]));
          */
  //@ assert out_lse_apart: Apart(o.out,times(p->q.size[2],p->v.size[3]),o.lse,span(o.lse,p->q.size[2]));
  //@ assert lse_out_apart: Apart(o.lse,span(o.lse,p->q.size[2]),o.out,times(p->q.size[2],p->v.size[3]));
  /*@ assert out_weights_apart:
        Apart(o.out,times(p->q.size[2],p->v.size[3]),o.weights,span(o.weights,times(p->q.size[2],p->k.size[2]))); */
  //@ assert out_work_apart: Apart(o.out,times(p->q.size[2],p->v.size[3]),work,RowWork(p));
  /*@ assert lse_weights_apart:
        Apart(o.lse,span(o.lse,p->q.size[2]),o.weights,span(o.weights,times(p->q.size[2],p->k.size[2]))); */
  //@ assert lse_work_apart: Apart(o.lse,span(o.lse,p->q.size[2]),work,RowWork(p));
  //@ assert weights_work_apart: Apart(o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])),work,RowWork(p));
  /*@ loop invariant range: 0 <= i <= q_len;
      loop invariant output: \forall integer r, c; 0 <= r < i ==> 0 <= c < p->v.size[3] ==>
        RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,r,c,el(fmat(o.out,p->v.size[3]),r,c));
      loop invariant lse: o.lse != \null ==> \forall integer r; 0 <= r < i ==>
        RowLse{Pre}(p,mat{Pre}(k),b,h,r,at(fvec(o.lse),r));
      loop invariant weights: o.weights != \null ==> \forall integer r; 0 <= r < i ==>
        RowWeights{Pre}(p,mat{Pre}(k),b,h,r,row(fmat(o.weights,p->k.size[2]),r));
      loop assigns i, work[0 .. RowWork(p)-1], vis[0 .. p->k.size[2]-1], o.out[0 .. times(p->q.size[2],p->v.size[3])-1],
        o.lse[0 .. span(o.lse,p->q.size[2])-1], o.weights[0 .. span(o.weights,times(p->q.size[2],p->k.size[2]))-1];
      loop variant q_len - i; */
  for (int64_t i = 0; i < q_len; i++) {
    // what the row is computed from is what was there at first
    /*@ assert kept: Kept{Pre,Here}(o.out,times(p->q.size[2],p->v.size[3]),o.lse,span(o.lse,p->q.size[2]),
          o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])),work,RowWork(p)); */
    //@ assert kept_flags: KeptBytes{Pre,Here}(vis,p->k.size[2]);
    //@ assert k_same: MatSame(mat(k), mat{Pre}(k), p->k.size[2], p->q.size[3]);
    //@ assert v_same: MatSame(mat(v), mat{Pre}(v), p->k.size[2], p->v.size[3]);
    //@ assert q_same: MatSame(tmat(&p->q,b,h), tmat{Pre}(&p->q,b,h), p->q.size[2], p->q.size[3]);
    /*@ assert bias_same: p->bias.data != \null ==>
          MatSame(tmat(&p->bias,b,h), tmat{Pre}(&p->bias,b,h), p->bias.size[2], p->bias.size[3]); */
    /*@ assert mask_same: p->mask.data != \null ==>
          MatSame(tflags(&p->mask,b,h), tflags{Pre}(&p->mask,b,h), p->mask.size[2], p->mask.size[3]); */
    //@ assert bias_sizes: p->bias.data != \null ==> p->bias.size[2] == p->q.size[2] && p->bias.size[3] == p->k.size[2];
    //@ assert mask_sizes: p->mask.data != \null ==> p->mask.size[2] == p->q.size[2] && p->mask.size[3] == p->k.size[2];
    //@ assert q_row: \let r = i; Same(row(tmat(&p->q,b,h),r), row(tmat{Pre}(&p->q,b,h),r), p->q.size[3]);
    //@ assert bias_row: \let r = i; Same(biases(p,b,h,r), biases{Pre}(p,b,h,r), p->k.size[2]);
    //@ assert mask_row: \let r = i; Same(masks(p,b,h,r), masks{Pre}(p,b,h,r), p->k.size[2]);
    //@ assert scale: p->scale == \at(p->scale,Pre) && p->softcap == \at(p->softcap,Pre);
    //@ assert options: Scale(p) == Scale{Pre}(p) && Sink(p,h) == Sink{Pre}(p,h);
    /*@ assert carry: \let r = i; \forall integer c, real y; 0 <= c < p->v.size[3] ==>
          RowOutput(p,mat(k),mat(v),b,h,r,c,y) ==>
          RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,r,c,y); */
    /*@ assert carry_weights: \let r = i; \forall rvec w, w2; Same(w,w2,p->k.size[2]) ==>
          RowWeights(p,mat(k),b,h,r,w) ==>
          RowWeights{Pre}(p,mat{Pre}(k),b,h,r,w2); */
    //@ assert carry_lse: \let r = i; \forall real y; RowLse(p,mat(k),b,h,r,y) ==> RowLse{Pre}(p,mat{Pre}(k),b,h,r,y);
    //@ assert sight: \let r = i; SameKeys(visible(p,b,h,r), visible{Pre}(p,b,h,r), p->k.size[2]);
    /*@ assert seen: \let r = i; \forall integer j; 0 <= j < p->k.size[2] ==> at(visible(p,b,h,r),j) != 0 ==>
          at(visible{Pre}(p,b,h,r),j) != 0 && ReadRow(k,j,p->q.size[3]) && ReadRow(v,j,p->v.size[3]); */
    //@ assert inside: \let w = p->v.size[3]; 0 <= times(i,w) && times(i,w) + w <= times(p->q.size[2],w);
    //@ assert inside_weights: \let w = p->k.size[2]; 0 <= times(i,w) && times(i,w) + w <= times(p->q.size[2],w);
    // the rows before row i are apart from what it writes
    //@ assert out_out: Apart(o.out,times(i,p->v.size[3]),o.out + times(i,p->v.size[3]),p->v.size[3]);
    //@ assert out_lse: Apart(o.out,times(i,p->v.size[3]),o.lse + i,span(o.lse,1));
    /*@ assert out_weights: Apart(o.out,times(i,p->v.size[3]),o.weights +
          times(i,p->k.size[2]),span(o.weights,p->k.size[2])); */
    //@ assert out_work: Apart(o.out,times(i,p->v.size[3]),work,RowWork(p));
    //@ assert lse_out: o.lse != \null ==> Apart(o.lse,i,o.out + times(i,p->v.size[3]),p->v.size[3]);
    //@ assert lse_lse: o.lse != \null ==> Apart(o.lse,i,o.lse + i,span(o.lse,1));
    /*@ assert lse_weights: o.lse != \null ==>
          Apart(o.lse,i,o.weights + times(i,p->k.size[2]),span(o.weights,p->k.size[2])); */
    //@ assert lse_work: o.lse != \null ==> Apart(o.lse,i,work,RowWork(p));
    /*@ assert weights_out: o.weights != \null ==>
          Apart(o.weights,times(i,p->k.size[2]),o.out + times(i,p->v.size[3]),p->v.size[3]); */
    //@ assert weights_lse: o.weights != \null ==> Apart(o.weights,times(i,p->k.size[2]),o.lse + i,span(o.lse,1));
    /*@ assert weights_weights: o.weights != \null ==>
          Apart(o.weights,times(i,p->k.size[2]),o.weights + times(i,p->k.size[2]),span(o.weights,p->k.size[2])); */
    //@ assert weights_work: o.weights != \null ==> Apart(o.weights,times(i,p->k.size[2]),work,RowWork(p));
    //@ ghost C: ;
    attend_row(p, b, h, i, k, v, o, work, vis);
    // row i is done, the rows before it are untouched
    /*@ assert kept_row: Kept{C,Here}(o.out + times(i,p->v.size[3]),p->v.size[3],o.lse + i,span(o.lse,1),
          o.weights + times(i,p->k.size[2]),span(o.weights,p->k.size[2]),work,RowWork(p)); */
    //@ assert earlier: MatSame(fmat{C}(o.out,p->v.size[3]), fmat(o.out,p->v.size[3]), i, p->v.size[3]);
    //@ assert earlier_lse: o.lse != \null ==> Same(fvec{C}(o.lse), fvec(o.lse), i);
    /*@ assert earlier_output: \forall integer r, c; 0 <= r < i ==> 0 <= c < p->v.size[3] ==>
          RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,r,c,el(fmat(o.out,p->v.size[3]),r,c)); */
    /*@ assert row_output: \let r = i; \forall integer c; 0 <= c < p->v.size[3] ==>
          RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,r,c,el(fmat(o.out,p->v.size[3]),r,c)); */
    /*@ assert earlier_weights: o.weights != \null ==>
          MatSame(fmat{C}(o.weights,p->k.size[2]), fmat(o.weights,p->k.size[2]), i, p->k.size[2]); */
    /*@ assert earlier_row_weights: o.weights != \null ==> \forall integer r; 0 <= r < i ==>
          RowWeights{Pre}(p,mat{Pre}(k),b,h,r,row(fmat(o.weights,p->k.size[2]),r)); */
    /*@ assert same_weights: \let r = i;
          Same(row(fmat(o.weights,p->k.size[2]),r), row(fmat(o.weights,p->k.size[2]),r), p->k.size[2]); */
    /*@ assert row_weights: \let r = i; o.weights != \null ==>
          RowWeights{Pre}(p,mat{Pre}(k),b,h,r,row(fmat(o.weights,p->k.size[2]),r)); */
  }
}
