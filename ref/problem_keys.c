/* Head h attends to the keys and values of kv head h / (q_heads / kv_heads) (Ainslie et al. 2023; q_heads = kv_heads is
   multi-head attention, kv_heads = 1 multi-query attention): k[b,g] and v[b,g] in binary64, in place or widened into
   copies. */
#include "ref/problem_keys.h"

#include "ref/logic/kept_apart.h"
#include "ref/logic/problem_ext.h"
#include "ref/tensor.h"

/* The kv head that query head h shares. */
/*@ requires problem: \valid_read(p);
    requires heads: 0 <= h < p->q.size[1] && 0 < p->k.size[1] && p->q.size[1] % p->k.size[1] == 0;
    assigns \nothing;
    ensures value: \result == KvHead(p,h);
    ensures range: 0 <= \result < p->k.size[1]; */
static int64_t kv_head(const attest_problem *p, int64_t h) {
  const int64_t heads = p->q.size[ATTEST_HEAD], kv_heads = p->k.size[ATTEST_HEAD], group = heads / kv_heads;
  //@ assert whole: heads == kv_heads*group;
  //@ assert positive: group > 0;
  const int64_t g = h / group;
  //@ assert below: g*group <= h;
  //@ assert few: g < kv_heads;
  return g;
}

/* Those of kv head (b,g), in binary64. */
/*@ requires problem: \valid_read(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= g < p->k.size[1];
    requires readable_k: p->k.dtype != ATTEST_F64 ==> ReadTensorMatrix(&p->k,b,g);
    requires readable_v: p->v.dtype != ATTEST_F64 ==> ReadTensorMatrix(&p->v,b,g);
    requires writable: \valid(copies + (0 .. HeadWork(p)-1));
    requires apart_k: ApartHead(copies,HeadWork(p),&p->k,b,g);
    requires apart_v: ApartHead(copies,HeadWork(p),&p->v,b,g);
    assigns copies[0 .. HeadWork(p)-1];
    ensures reach_k: Reach(p->k.size[2],\result.k.row) && Reach(p->q.size[3],\result.k.col);
    ensures reach_v: Reach(p->k.size[2],\result.v.row) && Reach(p->v.size[3],\result.v.col);
    ensures readable_k: \forall integer j, c; 0 <= j < p->k.size[2] ==> 0 <= c < p->q.size[3] ==>
      ReadTensorAt(&p->k,b,g,j,c) ==>
      \valid_read(\result.k.at + (times(j,\result.k.row) + times(c,\result.k.col)));
    ensures readable_v: \forall integer j, c; 0 <= j < p->k.size[2] ==> 0 <= c < p->v.size[3] ==>
      ReadTensorAt(&p->v,b,g,j,c) ==>
      \valid_read(\result.v.at + (times(j,\result.v.row) + times(c,\result.v.col)));
    ensures apart_k: \forall double *x, integer m; ApartHead(x,m,&p->k,b,g) ==>
      \separated(x + (0 .. m-1), copies + (0 .. HeadWork(p)-1)) ==>
      OffMat(x,m,\result.k,p->k.size[2],p->q.size[3]);
    ensures apart_v: \forall double *x, integer m; ApartHead(x,m,&p->v,b,g) ==>
      \separated(x + (0 .. m-1), copies + (0 .. HeadWork(p)-1)) ==>
      OffMat(x,m,\result.v,p->k.size[2],p->v.size[3]);
    ensures k: MatSame(mat(\result.k), tmat{Pre}(&p->k,b,g), p->k.size[2], p->q.size[3]);
    ensures v: MatSame(mat(\result.v), tmat{Pre}(&p->v,b,g), p->k.size[2], p->v.size[3]);
    ensures kept: KeptBut{Pre,Post}(copies,HeadWork(p)); */
static ref_keys_values keys_values_of(const attest_problem *p, int64_t b, int64_t g, double *copies) {
  //@ assert k_range: IsReal(p->k.dtype) && TensorInRange(&p->k);
  //@ assert v_range: IsReal(p->v.dtype) && TensorInRange(&p->v);
  //@ assert k_sizes: SizesAre(&p->k,p->q.size[0],p->k.size[1],p->k.size[2],p->q.size[3]);
  //@ assert v_sizes: SizesAre(&p->v,p->q.size[0],p->k.size[1],p->k.size[2],p->v.size[3]);
  //@ assert work: 0 <= CopySize(&p->k,p->k.size[2]) && 0 <= CopySize(&p->v,p->k.size[2]);
  double *v_copy = copies + ref_tensor_copy_size(&p->k, p->k.size[ATTEST_POSITION]);
  //@ assert k_apart: ApartHead(v_copy,CopySize(&p->v,p->k.size[2]),&p->k,b,g);
  //@ assert v_apart: ApartHead(copies,CopySize(&p->k,p->k.size[2]),&p->v,b,g);
  const ref_matrix k = ref_tensor_matrix(&p->k, b, g, copies);
  //@ assert k_off: OffMat(v_copy,CopySize(&p->v,p->k.size[2]),k,p->k.size[2],p->q.size[3]);
  //@ assert kept: KeptBut{Pre,Here}(copies,CopySize(&p->k,p->k.size[2]));
  //@ assert v_same: MatSame(tmat(&p->v,b,g), tmat{Pre}(&p->v,b,g), p->k.size[2], p->v.size[3]);
  //@ assert k_view: MatSame(mat(k), tmat{Pre}(&p->k,b,g), p->k.size[2], p->q.size[3]);
  //@ ghost K: ;
  const ref_matrix v = ref_tensor_matrix(&p->v, b, g, v_copy);
  //@ assert kept_k: KeptBut{K,Here}(v_copy,CopySize(&p->v,p->k.size[2]));
  //@ assert k_same: MatSame(mat(k), mat{K}(k), p->k.size[2], p->q.size[3]);
  //@ assert k_done: MatSame(mat(k), tmat{Pre}(&p->k,b,g), p->k.size[2], p->q.size[3]);
  //@ assert v_done: MatSame(mat(v), tmat{Pre}(&p->v,b,g), p->k.size[2], p->v.size[3]);
  return (ref_keys_values){k, v};
}

/*@ ghost
/@ requires problem: GoodProblem(p) && 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
   assigns \nothing;
   ensures q: \forall double *a, integer m; ApartProblem(a,m,p) ==> ApartHead(a,m,&p->q,b,h);
   ensures bias: p->bias.data != \null ==> \forall double *a, integer m; ApartProblem(a,m,p) ==>
     ApartHead(a,m,&p->bias,b,h);
   ensures numbers: \forall double *a, integer m; ApartProblem(a,m,p) ==>
     \separated(&p->scale, a + (0 .. m-1)) && \separated(&p->softcap, a + (0 .. m-1));
   ensures sink: p->sink != \null ==> \forall double *a, integer m; ApartProblem(a,m,p) ==>
     \separated(p->sink + h, a + (0 .. m-1)); @/
static void apart_query(const attest_problem *p, int64_t b, int64_t h) {}
*/
/*@ ghost
/@ requires problem: GoodProblem(p) && 0 <= b < p->q.size[0] && 0 <= g < p->k.size[1];
   assigns \nothing;
   ensures k: \forall double *a, integer m; ApartProblem(a,m,p) ==> ApartHead(a,m,&p->k,b,g);
   ensures v: \forall double *a, integer m; ApartProblem(a,m,p) ==> ApartHead(a,m,&p->v,b,g); @/
static void apart_keys(const attest_problem *p, int64_t b, int64_t g) {}
*/

ref_keys_values ref_keys_values_for(const attest_problem *p, int64_t b, int64_t h, double *copies) {
  const int64_t g = kv_head(p, h);
  //@ assert k_sizes: SizesAre(&p->k,p->q.size[0],p->k.size[1],p->k.size[2],p->q.size[3]);
  //@ assert v_sizes: SizesAre(&p->v,p->q.size[0],p->k.size[1],p->k.size[2],p->v.size[3]);
  //@ ghost apart_query(p, b, h);
  //@ ghost apart_keys(p, b, g);
  //@ assert readable_k: ReadKeys(p,&p->k);
  //@ assert readable_v: ReadKeys(p,&p->v);
  /*@ assert seen_k: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
        at(visible(p,b,h,i),j) != 0 ==>
        ReadTensorRow(&p->k,b,g,j); */
  /*@ assert seen_v: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
        at(visible(p,b,h,i),j) != 0 ==>
        ReadTensorRow(&p->v,b,g,j); */
  const ref_keys_values kv = keys_values_of(p, b, g, copies);
  //@ assert kept: KeptBut{Pre,Here}(copies,HeadWork(p));
  //@ assert numbers: p->scale == \at(p->scale,Pre) && p->softcap == \at(p->softcap,Pre);
  //@ assert sink: Sink(p,h) == Sink{Pre}(p,h);
  //@ assert q_same: MatSame(tmat(&p->q,b,h), tmat{Pre}(&p->q,b,h), p->q.size[2], p->q.size[3]);
  /*@ assert bias_same: p->bias.data != \null ==>
        MatSame(tmat(&p->bias,b,h), tmat{Pre}(&p->bias,b,h), p->q.size[2], p->k.size[2]); */
  /*@ assert q_rows: \forall integer i; 0 <= i < p->q.size[2] ==>
        Same(row(tmat(&p->q,b,h),i), row(tmat{Pre}(&p->q,b,h),i), p->q.size[3]); */
  /*@ assert biases: \forall integer i; 0 <= i < p->q.size[2] ==>
        Same(biases(p,b,h,i), biases{Pre}(p,b,h,i), p->k.size[2]); */
  //@ assert masks: \forall integer i; Same(masks(p,b,h,i), masks{Pre}(p,b,h,i), p->k.size[2]);
  /*@ assert sight: \forall integer i; 0 <= i < p->q.size[2] ==>
        SameKeys(visible(p,b,h,i), visible{Pre}(p,b,h,i), p->k.size[2]); */
  //@ assert k_same: MatSame(mat(kv.k), tmat{Pre}(&p->k,b,KvHead(p,h)), p->k.size[2], p->q.size[3]);
  //@ assert v_same: MatSame(mat(kv.v), tmat{Pre}(&p->v,b,KvHead(p,h)), p->k.size[2], p->v.size[3]);
  /*@ assert carry: \forall integer i, c, real y; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
        RowOutput(p,mat(kv.k),mat(kv.v),b,h,i,c,y) ==> ProblemOutput{Pre}(p,b,h,i,c,y); */
  /*@ assert carry_weights: \forall integer i, rvec w; 0 <= i < p->q.size[2] ==> Same(w,w,p->k.size[2]) ==>
        RowWeights(p,mat(kv.k),b,h,i,w) ==> ProblemWeights{Pre}(p,b,h,i,w); */
  /*@ assert carry_lse: \forall integer i, real y; 0 <= i < p->q.size[2] ==> RowLse(p,mat(kv.k),b,h,i,y) ==>
        ProblemLse{Pre}(p,b,h,i,y); */
  /*@ assert seen: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
        at(visible(p,b,h,i),j) != 0 ==>
        at(visible{Pre}(p,b,h,i),j) != 0; */
  /*@ assert k_entries: \forall integer j, c;
        (0 <= j < p->k.size[2] ==> 0 <= c < p->q.size[3] ==> ReadTensorRow(&p->k,b,g,j) ==>
        ReadTensorAt(&p->k,b,g,j,c)) && (0 <= j < p->k.size[2] ==> 0 <= c < p->q.size[3] ==>
          ReadTensorRow(&p->k,b,g,j) ==>
        \valid_read(kv.k.at + (times(j,kv.k.row) + times(c,kv.k.col)))); */
  /*@ assert k_read: \forall integer j; 0 <= j < p->k.size[2] ==> ReadTensorRow(&p->k,b,g,j) ==>
        ReadRow(kv.k,j,p->q.size[3]); */
  /*@ assert v_entries: \forall integer j, c;
        (0 <= j < p->k.size[2] ==> 0 <= c < p->v.size[3] ==> ReadTensorRow(&p->v,b,g,j) ==>
        ReadTensorAt(&p->v,b,g,j,c)) && (0 <= j < p->k.size[2] ==> 0 <= c < p->v.size[3] ==>
          ReadTensorRow(&p->v,b,g,j) ==>
        \valid_read(kv.v.at + (times(j,kv.v.row) + times(c,kv.v.col)))); */
  /*@ assert v_read: \forall integer j; 0 <= j < p->k.size[2] ==> ReadTensorRow(&p->v,b,g,j) ==>
        ReadRow(kv.v,j,p->v.size[3]); */
  return kv;
}
