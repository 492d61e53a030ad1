/* One query of a problem: everything that its output depends on, gathered from the tensors. */
#ifndef ATTEST_REF_QUERY_H
#define ATTEST_REF_QUERY_H

#include "attest.h"

#include "ref/attention.h"
#include "ref/logic/problem.h"
#include "ref/logic/separate_ranges.h"

/* Doubles that one query takes: its weights, and copies of its row of q and of bias. */
/*@ requires problem: \valid_read(p) && 0 <= p->k.size[2] <= MaxSize && 0 <= p->q.size[3] <= MaxSize;
    requires bias: p->bias.data != \null ==> 0 <= p->bias.size[3] <= MaxSize;
    assigns \nothing;
    ensures value: \result == RowWork(p);
    ensures range: 0 <= \result <= 3*MaxElements; */
int64_t ref_query_doubles(const attest_problem *p);

/* Query i of head (b,h), with k and v the keys and values of its kv head. Copies go after the weights in work. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires row: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1] && 0 <= i < p->q.size[2];
    requires readable: ReadTensorRow(&p->q,b,h,i);
    requires readable_mask: p->mask.data != \null ==> ReadFlagsRow(&p->mask,b,h,i);
    requires readable_bias: p->bias.data != \null ==> ReadTensorRow(&p->bias,b,h,i);
    requires writable: \valid(work + (0 .. RowWork(p)-1));
    requires apart: ApartProblem(work,RowWork(p),p);
    assigns work[p->k.size[2] .. RowWork(p)-1];
    ensures sizes: \result.keys == p->k.size[2] && \result.d_k == p->q.size[3] && \result.d_v == p->v.size[3];
    ensures k: \result.k.at == k.at && \result.k.row == k.row && \result.k.col == k.col;
    ensures v: \result.v.at == v.at && \result.v.row == v.row && \result.v.col == v.col;
    ensures rule: RuleInRange(\result.rule);
    ensures place: \forall integer j; InPlace(\result.rule,j) <==> VisiblePlace{Pre}(p,b,i,j);
    ensures options: \result.scale == Scale{Pre}(p) && \result.softcap == \old(p->softcap) &&
      \result.has_sink == HasSink{Pre}(p) &&
      \result.sink == Sink{Pre}(p,h);
    ensures readable: ReadVec(\result.q,\result.d_k);
    ensures readable_bias: \result.bias.at != \null ==> ReadVec(\result.bias,\result.keys);
    ensures readable_mask: \result.mask.at != \null ==> \forall integer j; 0 <= j < \result.keys ==>
      \valid_read(\result.mask.at + times(j,\result.mask.step));
    ensures reach: Reach(\result.d_k,\result.q.step);
    ensures reach_optional: ReachOptional(\result.mask,\result.bias,\result.keys);
    ensures apart_q: \forall double *x, integer m; ApartHead(x,m,&p->q,b,h) ==>
      \separated(x + (0 .. m-1), work + (p->k.size[2] .. RowWork(p)-1)) ==> OffVec(x,m,\result.q,\result.d_k);
    ensures apart_bias: \result.bias.at != \null ==> \forall double *x, integer m; ApartHead(x,m,&p->bias,b,h) ==>
      \separated(x + (0 .. m-1), work + (p->k.size[2] .. RowWork(p)-1)) ==> OffVec(x,m,\result.bias,\result.keys);
    ensures apart_mask: \result.mask.at != \null ==> \forall unsigned char *x, integer m;
      ApartFlagsHead(x,m,&p->mask,b,h) ==>
      OffFlags(x,m,\result.mask,\result.keys);
    ensures bias_there: \result.bias.at != \null ==> p->bias.data != \null;
    ensures mask_there: \result.mask.at != \null ==> p->mask.data != \null;
    ensures q: Same(vec(\result.q), row(tmat{Pre}(&p->q,b,h),i), p->q.size[3]);
    ensures bias: Same(optvec(\result.bias), biases{Pre}(p,b,h,i), p->k.size[2]);
    ensures mask: Same(optflags(\result.mask), masks{Pre}(p,b,h,i), p->k.size[2]); */
ref_query ref_query_of(const attest_problem *p, int64_t b, int64_t h, int64_t i, ref_matrix k, ref_matrix v,
                       double *work);

#endif
