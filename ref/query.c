/* A query's row of q, mask and bias, its rule of places, its scale: 1/sqrt(d_k) by default. */
#include "ref/query.h"

#include "ref/elementary.h"
#include "ref/tensor.h"

/*@ requires problem: \valid_read(p) && GoodOptions(p);
    requires sizes: 0 <= p->q.size[2] <= MaxSize && 0 <= kv_len <= MaxSize;
    assigns \nothing;
    ensures value: \result == (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? kv_len - p->q.size[2] :
                               (p->alignment == ATTEST_ALIGN_OFFSET ? p->offset : 0));
    ensures range: -MaxSize <= \result <= MaxSize; */
static int64_t offset_of(const attest_problem *p, int64_t kv_len) {
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT) return kv_len - p->q.size[ATTEST_POSITION];
  return p->alignment == ATTEST_ALIGN_OFFSET ? p->offset : 0;
}

/*@ requires problem: ReadableProblem(p);
    requires options: GoodOptions(p);
    requires lengths: GoodLengths(p);
    requires sizes: 0 <= p->q.size[2] <= MaxSize && 0 <= p->k.size[2] <= MaxSize;
    requires row: 0 <= b < p->q.size[0] && 0 <= i < p->q.size[2];
    assigns \nothing;
    ensures range: RuleInRange(\result);
    ensures value: \forall integer j; InPlace(\result,j) <==> VisiblePlace(p,b,i,j); */
static ref_rule rule_of(const attest_problem *p, int64_t b, int64_t i) {
  const int64_t kv_len = p->kv_len != NULL ? p->kv_len[b] : p->k.size[ATTEST_POSITION];
  const int64_t left = p->windowed ? p->window_left : ATTEST_UNLIMITED,
                right = p->windowed ? p->window_right : ATTEST_UNLIMITED;
  return (ref_rule){kv_len, i + offset_of(p, kv_len), p->causal, left, right};
}

/*@ requires problem: \valid_read(p) && p->q.size[3] > 0;
    assigns \nothing;
    ensures value: \result == Scale(p); */
static double scale_of(const attest_problem *p) {
  if (p->scale > 0 || p->scale < 0) return p->scale;
  return ref_quotient(ref_one(), ref_sqrt((double)p->q.size[ATTEST_COLUMN]));
}

int64_t ref_query_doubles(const attest_problem *p) {
  return p->k.size[ATTEST_POSITION] + ref_tensor_copy_size(&p->q, 1) + ref_tensor_copy_size(&p->bias, 1);
}

ref_query ref_query_of(const attest_problem *p, int64_t b, int64_t h, int64_t i, ref_matrix k, ref_matrix v,
                       double *work) {
  double *q_copy = work + p->k.size[ATTEST_POSITION], *bias_copy = q_copy + ref_tensor_copy_size(&p->q, 1);
  //@ assert q_in_range: TensorInRange(&p->q) && IsReal(p->q.dtype);
  //@ assert bias_in_range: p->bias.data != \null ==> TensorInRange(&p->bias) && IsReal(p->bias.dtype);
  //@ assert mask_in_range: p->mask.data != \null ==> TensorInRange(&p->mask);
  /*@ assert bias_sizes: p->bias.data != \null ==>
        SizesAre(&p->bias,p->q.size[0],p->q.size[1],p->q.size[2],p->k.size[2]); */
  /*@ assert mask_sizes: p->mask.data != \null ==>
        SizesAre(&p->mask,p->q.size[0],p->q.size[1],p->q.size[2],p->k.size[2]); */
  /*@ assert split: 0 <= CopySize(&p->q,1) && 0 <= CopySize(&p->bias,1) &&
        RowWork(p) == p->k.size[2] + CopySize(&p->q,1) + CopySize(&p->bias,1); */
  const ref_rule rule = rule_of(p, b, i);
  const ref_flags mask = ref_tensor_flags(&p->mask, b, h, i);
  const double scale = scale_of(p), softcap = p->softcap, sink = p->sink != NULL ? p->sink[h] : ref_zero();
  //@ assert apart_q: ApartHead(work,RowWork(p),&p->q,b,h) && ApartHead(bias_copy,CopySize(&p->bias,1),&p->q,b,h);
  /*@ assert apart_bias: p->bias.data != \null ==> ApartHead(work,RowWork(p),&p->bias,b,h) &&
        ApartHead(q_copy,CopySize(&p->q,1),&p->bias,b,h); */
  const ref_vector q = ref_tensor_row(&p->q, b, h, i, q_copy);
  //@ assert q_there: p->q.data != \null;
  //@ assert q_row: Same(vec(q), row(tmat{Pre}(&p->q,b,h),i), p->q.size[3]);
  //@ assert bias_row_there: p->bias.data != \null ==> 0 <= i < p->bias.size[2];
  /*@ assert bias_matrix: p->bias.data != \null ==>
        OffElems(q_copy, CopySize(&p->q,1), (double *)p->bias.data, p->bias.dtype,
        origin(b,h,p->bias.stride[0],p->bias.stride[1]), p->bias.stride[2], p->bias.stride[3], p->bias.size[2],
          p->bias.size[3]); */
  /*@ assert bias_apart: p->bias.data != \null ==> p->bias.dtype == ATTEST_F64 ==> \forall integer c;
        0 <= c < p->bias.size[3] ==>
        \separated(q_copy + (0 .. CopySize(&p->q,1)-1),
          (double *)p->bias.data +
            spot(origin(b,h,p->bias.stride[0],p->bias.stride[1]),i,c,p->bias.stride[2],p->bias.stride[3])); */
  /*@ assert bias_in_place: p->bias.data != \null ==> p->bias.dtype == ATTEST_F64 ==> \forall integer c;
        0 <= c < p->bias.size[3] ==>
        telem(&p->bias,spot(origin(b,h,p->bias.stride[0],p->bias.stride[1]),i,c,p->bias.stride[2],p->bias.stride[3])) ==
        telem{Pre}(&p->bias,spot(origin(b,h,p->bias.stride[0],p->bias.stride[1]),i,c,p->bias.stride[2],
          p->bias.stride[3])); */
  /*@ assert bias_narrow: p->bias.data != \null ==> p->bias.dtype != ATTEST_F64 ==>
        \forall integer o; telem(&p->bias,o) == telem{Pre}(&p->bias,o); */
  /*@ assert bias_elements: p->bias.data != \null ==> \forall integer c; 0 <= c < p->bias.size[3] ==>
        el(tmat(&p->bias,b,h),i,c) == el(tmat{Pre}(&p->bias,b,h),i,c); */
  //@ assert q_apart: OffVec(bias_copy,CopySize(&p->bias,1),q,p->q.size[3]);
  /*@ assert q_separated: \forall integer c; 0 <= c < p->q.size[3] ==>
        \separated(bias_copy + (0 .. CopySize(&p->bias,1)-1), q.at + times(c,q.step)); */
  //@ ghost Q: ;
  const ref_vector bias = ref_tensor_row(&p->bias, b, h, i, bias_copy);
  /*@ assert q_kept: \forall integer c; 0 <= c < p->q.size[3] ==>
        *(q.at + times(c,q.step)) == \at(*(q.at + times(c,q.step)),Q); */
  //@ assert q_same: Same(vec(q), vec{Q}(q), p->q.size[3]);
  //@ assert q_elements: \forall integer c; 0 <= c < p->q.size[3] ==> at(vec(q),c) == el(tmat{Pre}(&p->q,b,h),i,c);
  /*@ assert bias_row: p->bias.data != \null ==> \forall integer j; 0 <= j < p->k.size[2] ==>
        at(vec(bias),j) == el(tmat{Pre}(&p->bias,b,h),i,j); */
  /*@ assert bias_or_zero: \forall integer j; 0 <= j < p->k.size[2] ==>
        at(optvec(bias),j) == at(biases{Pre}(p,b,h,i),j); */
  return (ref_query){.keys = p->k.size[ATTEST_POSITION],
                     .d_k = p->q.size[ATTEST_COLUMN],
                     .d_v = p->v.size[ATTEST_COLUMN],
                     .q = q,
                     .k = k,
                     .v = v,
                     .mask = mask,
                     .bias = bias,
                     .rule = rule,
                     .scale = scale,
                     .softcap = softcap,
                     .has_sink = p->sink != NULL,
                     .sink = sink};
}
