/* out[b,h,i] = attention of query i of head h of batch b over the keys and values of its kv head. */
#include "ref/problem.h"

#include "ref/logic/kept_apart.h"
#include "ref/logic/problem_ext.h"
#include "ref/outputs.h"
#include "ref/problem_keys.h"
#include "ref/problem_rows.h"
#include "ref/query.h"
#include "ref/tensor.h"

attest_status ref_attention_doubles(const attest_problem *p, int64_t *doubles) {
  const int64_t keys = p->k.size[ATTEST_POSITION];
  const int64_t need = ref_query_doubles(p) + ref_tensor_copy_size(&p->k, keys) + ref_tensor_copy_size(&p->v, keys);
  if (need > ATTEST_MAX_ELEMENTS) return ATTEST_TOO_LARGE;
  *doubles = need;
  return ATTEST_OK;
}

/* Lemmas as functions, since WP cannot cast the data of a tensor in a lemma. What is apart from a problem is so in its
   parts. */
/*@ ghost
/@ assigns \nothing;
   ensures start: \forall double *a, integer l, m; ApartTensor(a,m,t) ==> l <= m ==> ApartTensor(a,l,t);
   ensures part: \forall double *a, integer k, l, m; ApartTensor(a,m,t) ==> 0 <= k ==> k + l <= m ==>
     ApartTensor(a + k,l,t); @/
static void apart_tensor_part(const attest_tensor *t) {
  /@ assert start: \forall double *a, integer l, m, b, h;
       (ApartTensor(a,m,t) ==> l <= m ==> 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==> ApartHead(a,m,t,b,h)) &&
       (ApartTensor(a,m,t) ==> l <= m ==> 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==> ApartHead(a,l,t,b,h)); @/
  /@ assert part: \forall double *a, integer k, l, m, b, h;
       (ApartTensor(a,m,t) ==> 0 <= k ==> k + l <= m ==> 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==>
         ApartHead(a,m,t,b,h)) &&
       (ApartTensor(a,m,t) ==> 0 <= k ==> k + l <= m ==> 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==>
         ApartHead(a + k,l,t,b,h)); @/
}
*/
/*@ ghost
/@ requires problem: \valid_read(p);
   assigns \nothing;
   ensures start: \forall double *a, integer l, m; ApartProblem(a,m,p) ==> l <= m ==> ApartProblem(a,l,p);
   ensures part: \forall double *a, integer k, l, m; ApartProblem(a,m,p) ==> 0 <= k ==> k + l <= m ==>
     ApartProblem(a + k,l,p); @/
static void apart_part(const attest_problem *p) {
  apart_tensor_part(&p->q);
  apart_tensor_part(&p->k);
  apart_tensor_part(&p->v);
  apart_tensor_part(&p->bias);
}
*/

/* What head (b,h) reads of q, mask and bias, and what is apart from that; what is apart from the keys and values of kv
   head g. */
/*@ ghost
/@ requires problem: GoodProblem(p) && 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
   requires readable: ReadTensors(p);
   assigns \nothing;
   ensures rows: \forall integer i; 0 <= i < p->q.size[2] ==> ReadRowOf(p,b,h,i); @/
static void readable_rows(const attest_problem *p, int64_t b, int64_t h) {
  /@ assert q: \forall integer i; 0 <= i < p->q.size[2] ==> ReadTensorRow(&p->q,b,h,i); @/
  /@ assert mask: p->mask.data != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==> ReadFlagsRow(&p->mask,b,h,i);
       @/
  /@ assert bias: p->bias.data != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==> ReadTensorRow(&p->bias,b,h,i);
       @/
}
*/
/* Head (b,h), to its outputs. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires readable: ReadTensors(p);
    requires writable: ValidOutputs(p,o,p->q.size[2]) && \valid(work + (0 .. WorkSize(p)-1)) &&
      \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,p->q.size[2],work,WorkSize(p),vis);
    requires apart_inputs: ApartInputs(p,o,p->q.size[2],work,WorkSize(p));
    requires apart_flags: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1], o.out[0 .. times(p->q.size[2],p->v.size[3])-1],
      o.lse[0 .. span(o.lse,p->q.size[2])-1], o.weights[0 .. span(o.weights,times(p->q.size[2],p->k.size[2]))-1];
    ensures output: \forall integer i, c; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      ProblemOutput{Pre}(p,b,h,i,c,el(fmat(o.out,p->v.size[3]),i,c));
    ensures lse: o.lse != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      ProblemLse{Pre}(p,b,h,i,at(fvec(o.lse),i));
    ensures weights: o.weights != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      ProblemWeights{Pre}(p,b,h,i,row(fmat(o.weights,p->k.size[2]),i)); */
static void attend_head(const attest_problem *p, int64_t b, int64_t h, ref_outputs o, double *work,
                        unsigned char *vis) {
  const int64_t rows = ref_query_doubles(p);
  //@ assert k_copy: 0 <= CopySize(&p->k,p->k.size[2]);
  //@ assert v_copy: 0 <= CopySize(&p->v,p->k.size[2]);
  //@ assert parts: 0 <= rows && 0 <= HeadWork(p) && rows == RowWork(p) && rows + HeadWork(p) == WorkSize(p);
  //@ ghost apart_part(p);
  //@ assert rows_apart: ApartProblem(work,rows,p);
  //@ assert copies_apart: ApartProblem(work + rows,HeadWork(p),p);
  /*@ assert out_copies: \separated(o.out + (0 .. times(p->q.size[2],p->v.size[3])-1),
        work + rows + (0 .. HeadWork(p)-1)); */
  //@ assert lse_copies: \separated(o.lse + (0 .. span(o.lse,p->q.size[2])-1), work + rows + (0 .. HeadWork(p)-1));
  /*@ assert weights_copies: \separated(o.weights + (0 .. span(o.weights,times(p->q.size[2],p->k.size[2]))-1),
        work + rows + (0 .. HeadWork(p)-1)); */
  //@ assert rows_copies: \separated(work + (0 .. rows-1), work + rows + (0 .. HeadWork(p)-1));
  //@ assert outputs: ApartOutputs(p,o,p->q.size[2],work,rows,vis);
  //@ assert inputs: ApartInputs(p,o,p->q.size[2],work,rows);
  //@ ghost readable_rows(p, b, h);
  const ref_keys_values kv = ref_keys_values_for(p, b, h, work + rows);
  //@ assert k_off: ApartMatrix(p,o,p->q.size[2],work,rows,kv.k,p->k.size[2],p->q.size[3]);
  //@ assert v_off: ApartMatrix(p,o,p->q.size[2],work,rows,kv.v,p->k.size[2],p->v.size[3]);
  ref_attend_rows(p, b, h, kv.k, kv.v, o, work, vis);
  /*@ assert weights_rows: \forall integer i;
        Same(row(fmat(o.weights,p->k.size[2]),i), row(fmat(o.weights,p->k.size[2]),i), p->k.size[2]); */
}

/*@ // what a[0 .. l-1] must be apart from to be kept while n rows and m doubles of work are written
    predicate ApartFromRows{L}(attest_problem *p, double *a, integer l, ref_outputs rows, integer n, double *work,
      integer m) =
      Apart(a,l,rows.out,times(n,p->v.size[3])) && Apart(a,l,rows.lse,span(rows.lse,n)) &&
      Apart(a,l,rows.weights,span(rows.weights,times(n,p->k.size[2]))) && Apart(a,l,work,m);
    // rows before row r of the outputs are what they were
    predicate SameRows{L,M}(attest_problem *p, ref_outputs o, integer r) = \let d = \at(p->v.size[3],M);
      \let n = \at(p->k.size[2],M);
      MatSame(fmat{L}(o.out,d), fmat{M}(o.out,d), r, d) &&
      (o.lse != \null ==> Same(fvec{L}(o.lse), fvec{M}(o.lse), r)) &&
      (o.weights != \null ==> MatSame(fmat{L}(o.weights,n), fmat{M}(o.weights,n), r, n));
*/
/* What is apart from all outputs is so from rows of them; the rows before are apart from these rows and from what the
   outputs are apart from. */
/*@ ghost
/@ requires problem: \valid_read(p);
   requires sizes: 0 <= p->q.size[2] && 0 <= p->v.size[3] && 0 <= p->k.size[2];
   requires rows: 0 <= r && r + p->q.size[2] <= Rows(p) && FromRow(p,o,rows,r);
   requires inside_out: 0 <= times(r,p->v.size[3]) &&
     times(r,p->v.size[3]) + times(p->q.size[2],p->v.size[3]) <= times(Rows(p),p->v.size[3]);
   requires inside_weights: 0 <= times(r,p->k.size[2]) &&
     times(r,p->k.size[2]) + times(p->q.size[2],p->k.size[2]) <= times(Rows(p),p->k.size[2]);
   assigns \nothing;
   ensures out: \forall double *x; \separated(x, o.out + (0 .. times(Rows(p),p->v.size[3])-1)) ==>
     \separated(x, rows.out + (0 .. times(p->q.size[2],p->v.size[3])-1));
   ensures lse: \forall double *x; \separated(x, o.lse + (0 .. span(o.lse,Rows(p))-1)) ==>
     \separated(x, rows.lse + (0 .. span(rows.lse,p->q.size[2])-1));
   ensures weights: \forall double *x; \separated(x,
     o.weights + (0 .. span(o.weights,times(Rows(p),p->k.size[2]))-1)) ==>
     \separated(x, rows.weights + (0 .. span(rows.weights,times(p->q.size[2],p->k.size[2]))-1)); @/
static void part_of_outputs(const attest_problem *p, ref_outputs o, ref_outputs rows, int64_t r) {}
*/
/*@ ghost
/@ requires problem: \valid_read(p);
   requires sizes: 0 <= p->q.size[2] && 0 <= p->v.size[3] && 0 <= p->k.size[2];
   requires rows: 0 <= r && r + p->q.size[2] <= Rows(p) && FromRow(p,o,rows,r);
   requires inside_out: 0 <= times(r,p->v.size[3]) &&
     times(r,p->v.size[3]) + times(p->q.size[2],p->v.size[3]) <= times(Rows(p),p->v.size[3]);
   requires inside_weights: 0 <= times(r,p->k.size[2]) &&
     times(r,p->k.size[2]) + times(p->q.size[2],p->k.size[2]) <= times(Rows(p),p->k.size[2]);
   requires apart: ApartOutputs(p,o,Rows(p),work,WorkSize(p),vis);
   assigns \nothing;
   ensures out: ApartFromRows(p,o.out,times(r,p->v.size[3]),rows,p->q.size[2],work,WorkSize(p));
   ensures lse: o.lse != \null ==> ApartFromRows(p,o.lse,r,rows,p->q.size[2],work,WorkSize(p));
   ensures weights: o.weights != \null ==>
     ApartFromRows(p,o.weights,times(r,p->k.size[2]),rows,p->q.size[2],work,WorkSize(p)); @/
static void apart_from_rows(const attest_problem *p, ref_outputs o, ref_outputs rows, int64_t r, const double *work,
  const unsigned char *vis) {}
*/
/* Rows from row first on are rows of the whole. */
/*@ ghost
/@ assigns \nothing;
   ensures entries: rows == a + times(first,d) ==> \forall integer i, c;
     el(fmat(rows,d),i,c) == el(fmat(a,d),first + i,c);
   ensures rows: rows == a + times(first,d) ==> \forall integer i;
     Same(row(fmat(rows,d),i), row(fmat(a,d),first + i), d); @/
static void rows_of(const double *a, const double *rows, int64_t first, int64_t d) {}
*/

/* Head (b,h), to the rows of the outputs from row first on: the rows before them stay. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires rows: 0 <= first && first + p->q.size[2] <= Rows(p);
    requires readable: ReadTensors(p);
    requires writable: ValidOutputs(p,o,Rows(p)) && \valid(work + (0 .. WorkSize(p)-1)) &&
      \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,Rows(p),work,WorkSize(p),vis);
    requires apart_inputs: ApartInputs(p,o,Rows(p),work,WorkSize(p));
    requires apart_flags: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1], o.out[0 .. times(Rows(p),p->v.size[3])-1],
      o.lse[0 .. span(o.lse,Rows(p))-1], o.weights[0 .. span(o.weights,times(Rows(p),p->k.size[2]))-1];
    ensures before: SameRows{Pre,Post}(p,o,first);
    ensures output: \forall integer r, c; first <= r < first + p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      ProblemOutput{Pre}(p,b,h,r - first,c,el(fmat(o.out,p->v.size[3]),r,c));
    ensures lse: o.lse != \null ==> \forall integer r; first <= r < first + p->q.size[2] ==>
      ProblemLse{Pre}(p,b,h,r - first,at(fvec(o.lse),r));
    ensures weights: o.weights != \null ==> \forall integer r; first <= r < first + p->q.size[2] ==>
      ProblemWeights{Pre}(p,b,h,r - first,row(fmat(o.weights,p->k.size[2]),r)); */
static void attend_from_row(const attest_problem *p, int64_t b, int64_t h, int64_t first, ref_outputs o, double *work,
                            unsigned char *vis) {
  const ref_outputs rows = ref_outputs_from(p, o, first);
  //@ ghost apart_part(p);
  //@ assert out_inputs: ApartProblem(rows.out,times(p->q.size[2],p->v.size[3]),p);
  //@ assert lse_inputs: ApartProblem(rows.lse,span(rows.lse,p->q.size[2]),p);
  //@ assert weights_inputs: ApartProblem(rows.weights,span(rows.weights,times(p->q.size[2],p->k.size[2])),p);
  /*@ assert carry_weights: \forall integer i, rvec w, w2; Same(w,w2,p->k.size[2]) ==> ProblemWeights(p,b,h,i,w) ==>
        ProblemWeights(p,b,h,i,w2); */
  attend_head(p, b, h, rows, work, vis);
  /*@ assert entries: \forall double *x; \separated(x, rows.out + (0 .. times(p->q.size[2],p->v.size[3])-1)) ==>
        \separated(x, rows.lse + (0 .. span(rows.lse,p->q.size[2])-1)) ==>
        \separated(x, rows.weights + (0 .. span(rows.weights,times(p->q.size[2],p->k.size[2]))-1)) ==>
        \separated(x, work + (0 .. WorkSize(p)-1)) ==> *x == \at(*x,Pre); */
  /*@ assert kept: Kept{Pre,Here}(rows.out,times(p->q.size[2],p->v.size[3]),rows.lse,span(rows.lse,p->q.size[2]),
        rows.weights,span(rows.weights,times(p->q.size[2],p->k.size[2])),work,WorkSize(p)); */
  //@ ghost apart_from_rows(p, o, rows, first, work, vis);
  //@ assert before_out: MatSame(fmat{Pre}(o.out,p->v.size[3]), fmat(o.out,p->v.size[3]), first, p->v.size[3]);
  //@ assert before_lse: o.lse != \null ==> Same(fvec{Pre}(o.lse), fvec(o.lse), first);
  /*@ assert before_weights: o.weights != \null ==>
        MatSame(fmat{Pre}(o.weights,p->k.size[2]), fmat(o.weights,p->k.size[2]), first, p->k.size[2]); */
  //@ ghost rows_of(o.out, rows.out, first, p->v.size[ATTEST_COLUMN]);
  //@ ghost rows_of(o.weights, rows.weights, first, p->k.size[ATTEST_POSITION]);
  //@ assert row_lse: o.lse != \null ==> \forall integer i; at(fvec(rows.lse),i) == at(fvec(o.lse),first + i);
  /*@ assert output: \forall integer r, c;
        (first <= r < first + p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
          ProblemOutput{Pre}(p,b,h,r - first,c,el(fmat(rows.out,p->v.size[3]),r - first,c))) &&
        (first <= r < first + p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
          ProblemOutput{Pre}(p,b,h,r - first,c,el(fmat(o.out,p->v.size[3]),r,c))); */
  /*@ assert lse: o.lse != \null ==> \forall integer r;
        (first <= r < first + p->q.size[2] ==> ProblemLse{Pre}(p,b,h,r - first,at(fvec(rows.lse),r - first))) &&
        (first <= r < first + p->q.size[2] ==> ProblemLse{Pre}(p,b,h,r - first,at(fvec(o.lse),r))); */
  /*@ assert weights: o.weights != \null ==> \forall integer r;
        (first <= r < first + p->q.size[2] ==>
          ProblemWeights{Pre}(p,b,h,r - first,row(fmat(rows.weights,p->k.size[2]),r - first)) &&
          Same(row(fmat(rows.weights,p->k.size[2]),r - first), row(fmat(o.weights,p->k.size[2]),r), p->k.size[2])) &&
        (first <= r < first + p->q.size[2] ==>
          ProblemWeights{Pre}(p,b,h,r - first,row(fmat(o.weights,p->k.size[2]),r))); */
}

/*@ // the answers of p at M are answers at L
    predicate SameAnswers{L,M}(attest_problem *p) =
      (\forall integer b, h, i, c, real y; 0 <= b < \at(p->q.size[0],M) ==> 0 <= h < \at(p->q.size[1],M) ==>
        0 <= i < \at(p->q.size[2],M) ==> 0 <= c < \at(p->v.size[3],M) ==>
        ProblemOutput{M}(p,b,h,i,c,y) ==> ProblemOutput{L}(p,b,h,i,c,y)) &&
      (\forall integer b, h, i, real y; 0 <= b < \at(p->q.size[0],M) ==> 0 <= h < \at(p->q.size[1],M) ==>
        0 <= i < \at(p->q.size[2],M) ==>
        ProblemLse{M}(p,b,h,i,y) ==> ProblemLse{L}(p,b,h,i,y)) &&
      (\forall integer b, h, i, rvec w; 0 <= b < \at(p->q.size[0],M) ==> 0 <= h < \at(p->q.size[1],M) ==>
        0 <= i < \at(p->q.size[2],M) ==> ProblemWeights{M}(p,b,h,i,w) ==> ProblemWeights{L}(p,b,h,i,w));
*/
/*@ // what is written overlaps nothing of matrix (b,h) of t
    predicate ApartOutputsHead{L}(attest_problem *p, ref_outputs o, integer n, double *work, integer m,
      attest_tensor *t, integer b, integer h) =
      ApartHead(o.out,times(n,p->v.size[3]),t,b,h) && ApartHead(o.lse,span(o.lse,n),t,b,h) &&
      ApartHead(o.weights,span(o.weights,times(n,p->k.size[2])),t,b,h) && ApartHead(work,m,t,b,h);
    // query i of head (b,h) meets the same numbers at L as at M
    predicate SameQuery{L,M}(attest_problem *p, integer b, integer h, integer i) =
      Same(row(tmat{L}(\at(&p->q,L),b,h),i), row(tmat{M}(\at(&p->q,M),b,h),i), \at(p->q.size[3],M)) &&
      Same(masks{L}(p,b,h,i), masks{M}(p,b,h,i), \at(p->k.size[2],M)) &&
      Same(biases{L}(p,b,h,i), biases{M}(p,b,h,i), \at(p->k.size[2],M)) &&
      MatSame(tmat{L}(\at(&p->k,L),b,KvHead{L}(p,h)), tmat{M}(\at(&p->k,M),b,KvHead{M}(p,h)), \at(p->k.size[2],M),
        \at(p->q.size[3],M)) &&
      MatSame(tmat{L}(\at(&p->v,L),b,KvHead{L}(p,h)), tmat{M}(\at(&p->v,M),b,KvHead{M}(p,h)), \at(p->k.size[2],M),
        \at(p->v.size[3],M)) &&
      Sink{L}(p,h) == Sink{M}(p,h);
*/

/* What is written is apart from every matrix of a problem. */
/*@ ghost
/@ requires apart: ApartInputs(p,o,Rows(p),work,WorkSize(p));
   assigns \nothing;
   ensures q: \forall integer b, h; 0 <= b < p->q.size[0] ==> 0 <= h < p->q.size[1] ==>
     ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->q,b,h);
   ensures k: \forall integer b, h; 0 <= b < p->k.size[0] ==> 0 <= h < p->k.size[1] ==>
     ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->k,b,h);
   ensures v: \forall integer b, h; 0 <= b < p->v.size[0] ==> 0 <= h < p->v.size[1] ==>
     ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->v,b,h);
   ensures bias: p->bias.data != \null ==> \forall integer b, h; 0 <= b < p->bias.size[0] ==>
     0 <= h < p->bias.size[1] ==>
     ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->bias,b,h); @/
static void apart_outputs(const attest_problem *p, ref_outputs o, const double *work) {}
*/

/* Head (b,h), to its rows of the outputs: the rows before them stay, and so do the problem and its answers. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires readable: ReadTensors(p);
    requires writable: ValidOutputs(p,o,Rows(p)) && \valid(work + (0 .. WorkSize(p)-1)) &&
      \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,Rows(p),work,WorkSize(p),vis);
    requires apart_inputs: ApartInputs(p,o,Rows(p),work,WorkSize(p));
    requires apart_flags: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1], o.out[0 .. times(Rows(p),p->v.size[3])-1],
      o.lse[0 .. span(o.lse,Rows(p))-1], o.weights[0 .. span(o.weights,times(Rows(p),p->k.size[2]))-1];
    ensures problem: GoodProblem(p);
    ensures readable: ReadTensors(p);
    ensures answers: SameAnswers{Pre,Post}(p);
    ensures before: SameRows{Pre,Post}(p,o,RowNumber(p,b,h,0));
    ensures output: \forall integer i, c; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      ProblemOutput{Pre}(p,b,h,i,c,el(fmat(o.out,p->v.size[3]),RowNumber(p,b,h,i),c));
    ensures lse: o.lse != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      ProblemLse{Pre}(p,b,h,i,at(fvec(o.lse),RowNumber(p,b,h,i)));
    ensures weights: o.weights != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      ProblemWeights{Pre}(p,b,h,i,row(fmat(o.weights,p->k.size[2]),RowNumber(p,b,h,i))); */
static void attend_in_place(const attest_problem *p, int64_t b, int64_t h, ref_outputs o, double *work,
                            unsigned char *vis) {
  //@ assert scale_apart: ApartNumber(p,o,Rows(p),work,WorkSize(p),&p->scale);
  //@ assert softcap_apart: ApartNumber(p,o,Rows(p),work,WorkSize(p),&p->softcap);
  /*@ assert sink_apart: p->sink != \null ==> \forall integer h2; 0 <= h2 < p->q.size[1] ==>
        ApartNumber(p,o,Rows(p),work,WorkSize(p),p->sink + h2); */
  /*@ assert real: IsReal(p->q.dtype) && IsReal(p->k.dtype) && IsReal(p->v.dtype) &&
        (p->bias.data != \null ==> IsReal(p->bias.dtype)); */
  //@ assert place: 0 <= times(b,p->q.size[1]) + h < times(p->q.size[0],p->q.size[1]);
  //@ assert batch: 0 <= times(b,p->q.size[1]) <= MaxElements;
  //@ assert inside: 0 <= RowNumber(p,b,h,0) && RowNumber(p,b,h,0) + p->q.size[2] <= Rows(p);
  //@ assert group: 0 < p->q.size[1] / p->k.size[1] && times(p->k.size[1],p->q.size[1] / p->k.size[1]) == p->q.size[1];
  //@ assert shared: \forall integer h2; 0 <= h2 < p->q.size[1] ==> 0 <= KvHead(p,h2) < p->k.size[1];
  //@ ghost apart_outputs(p, o, work);
  attend_from_row(p, b, h, ref_times(ref_times(b, p->q.size[ATTEST_HEAD]) + h, p->q.size[ATTEST_POSITION]), o, work,
                  vis);
  /*@ assert carry_if: \forall integer b2, h2, i, c, real y; p->scale == \at(p->scale,Pre) ==>
        p->softcap == \at(p->softcap,Pre) ==>
        SameQuery{Here,Pre}(p,b2,h2,i) ==> 0 <= c < p->v.size[3] ==> ProblemOutput(p,b2,h2,i,c,y) ==>
          ProblemOutput{Pre}(p,b2,h2,i,c,y); */
  /*@ assert entries: \forall double *x; \separated(x, o.out + (0 .. times(Rows(p),p->v.size[3])-1)) ==>
        \separated(x, o.lse + (0 .. span(o.lse,Rows(p))-1)) ==>
        \separated(x, o.weights + (0 .. span(o.weights,times(Rows(p),p->k.size[2]))-1)) ==>
        \separated(x, work + (0 .. WorkSize(p)-1)) ==> *x == \at(*x,Pre); */
  /*@ assert kept: Kept{Pre,Here}(o.out,times(Rows(p),p->v.size[3]),o.lse,span(o.lse,Rows(p)),
        o.weights,span(o.weights,times(Rows(p),p->k.size[2])),work,WorkSize(p)); */
  //@ assert kept_flags: KeptBytes{Pre,Here}(vis,p->k.size[2]);
  //@ assert numbers: p->scale == \at(p->scale,Pre) && p->softcap == \at(p->softcap,Pre);
  //@ assert sinks: \forall integer h2; 0 <= h2 < p->q.size[1] ==> Sink(p,h2) == Sink{Pre}(p,h2);
  // what the answers are computed from is what was there
  /*@ assert q_same: \forall integer b2, h2;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
          ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->q,b2,h2)) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
          MatSame(tmat(&p->q,b2,h2), tmat{Pre}(&p->q,b2,h2), p->q.size[2], p->q.size[3])); */
  /*@ assert k_same: \forall integer b2, h2;
        (0 <= b2 < p->k.size[0] ==> 0 <= h2 < p->k.size[1] ==>
          ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->k,b2,h2)) &&
        (0 <= b2 < p->k.size[0] ==> 0 <= h2 < p->k.size[1] ==>
          MatSame(tmat(&p->k,b2,h2), tmat{Pre}(&p->k,b2,h2), p->k.size[2], p->k.size[3])); */
  /*@ assert v_same: \forall integer b2, h2;
        (0 <= b2 < p->v.size[0] ==> 0 <= h2 < p->v.size[1] ==>
          ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->v,b2,h2)) &&
        (0 <= b2 < p->v.size[0] ==> 0 <= h2 < p->v.size[1] ==>
          MatSame(tmat(&p->v,b2,h2), tmat{Pre}(&p->v,b2,h2), p->v.size[2], p->v.size[3])); */
  /*@ assert bias_same: p->bias.data != \null ==> \forall integer b2, h2;
        (0 <= b2 < p->bias.size[0] ==> 0 <= h2 < p->bias.size[1] ==>
          ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->bias,b2,h2)) &&
        (0 <= b2 < p->bias.size[0] ==> 0 <= h2 < p->bias.size[1] ==>
          MatSame(tmat(&p->bias,b2,h2), tmat{Pre}(&p->bias,b2,h2), p->bias.size[2], p->bias.size[3])); */
  /*@ assert mask_same: p->mask.data != \null ==> \forall integer b2, h2;
        (0 <= b2 < p->mask.size[0] ==> 0 <= h2 < p->mask.size[1] ==> ApartFlagsHead(vis,p->k.size[2],&p->mask,b2,h2)) &&
        (0 <= b2 < p->mask.size[0] ==> 0 <= h2 < p->mask.size[1] ==>
          MatSame(tflags(&p->mask,b2,h2), tflags{Pre}(&p->mask,b2,h2), p->mask.size[2], p->mask.size[3])); */
  /*@ assert q_rows: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        0 <= i < p->q.size[2] ==>
        Same(row(tmat(&p->q,b2,h2),i), row(tmat{Pre}(&p->q,b2,h2),i), p->q.size[3]); */
  /*@ assert biases: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        0 <= i < p->q.size[2] ==>
        Same(biases(p,b2,h2,i), biases{Pre}(p,b2,h2,i), p->k.size[2]); */
  /*@ assert masks: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        0 <= i < p->q.size[2] ==>
        Same(masks(p,b2,h2,i), masks{Pre}(p,b2,h2,i), p->k.size[2]); */
  /*@ assert keys: \forall integer b2, h2; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        MatSame(tmat(&p->k,b2,KvHead(p,h2)), tmat{Pre}(&p->k,b2,KvHead(p,h2)), p->k.size[2], p->q.size[3]); */
  /*@ assert values: \forall integer b2, h2; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        MatSame(tmat(&p->v,b2,KvHead(p,h2)), tmat{Pre}(&p->v,b2,KvHead(p,h2)), p->k.size[2], p->v.size[3]); */
  /*@ assert sight: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        0 <= i < p->q.size[2] ==>
        SameKeys(visible(p,b2,h2,i), visible{Pre}(p,b2,h2,i), p->k.size[2]); */
  /*@ assert same: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        0 <= i < p->q.size[2] ==>
        SameQuery{Here,Pre}(p,b2,h2,i); */
  /*@ assert carry: \forall integer b2, h2, i, c, real y;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
          SameQuery{Here,Pre}(p,b2,h2,i)) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
          ProblemOutput(p,b2,h2,i,c,y) ==> ProblemOutput{Pre}(p,b2,h2,i,c,y)); */
  /*@ assert carry_lse: \forall integer b2, h2, i, real y;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
          SameQuery{Here,Pre}(p,b2,h2,i)) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
          ProblemLse(p,b2,h2,i,y) ==> ProblemLse{Pre}(p,b2,h2,i,y)); */
  /*@ assert carry_weights: \forall integer b2, h2, i, rvec w;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
          SameQuery{Here,Pre}(p,b2,h2,i) && Same(w,w,p->k.size[2])) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
          ProblemWeights(p,b2,h2,i,w) ==> ProblemWeights{Pre}(p,b2,h2,i,w)); */
  /*@ assert seen: \forall integer b2, h2, i, j; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        0 <= i < p->q.size[2] ==>
        0 <= j < p->k.size[2] ==> at(visible(p,b2,h2,i),j) != 0 ==> at(visible{Pre}(p,b2,h2,i),j) != 0; */
  /*@ assert k_read: \forall integer b2, h2, i, j;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
          at(visible(p,b2,h2,i),j) != 0 ==> at(visible{Pre}(p,b2,h2,i),j) != 0) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
          at(visible(p,b2,h2,i),j) != 0 ==> ReadTensorRow(&p->k,b2,KvHead(p,h2),j)); */
  /*@ assert v_read: \forall integer b2, h2, i, j;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
          at(visible(p,b2,h2,i),j) != 0 ==> at(visible{Pre}(p,b2,h2,i),j) != 0) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
          at(visible(p,b2,h2,i),j) != 0 ==> ReadTensorRow(&p->v,b2,KvHead(p,h2),j)); */
  //@ assert keys_read: ReadKeys(p,&p->k);
  //@ assert values_read: ReadKeys(p,&p->v);
}

void ref_attention(const attest_problem *p, double *out, double *lse, double *weights, double *work,
                   unsigned char *vis) {
  const int64_t heads = p->q.size[ATTEST_HEAD];
  // 2^60 heads without a query are not gone through
  const int64_t all = p->q.size[ATTEST_POSITION] == 0 ? 0 : ref_times(p->q.size[ATTEST_BATCH], heads);
  const ref_outputs o = {out, lse, weights};
  // head after head, in the order of their rows
  /*@ loop invariant range: 0 <= n <= all;
      loop invariant problem: GoodProblem(p);
      loop invariant readable: ReadTensors(p);
      loop invariant answers: SameAnswers{Pre,Here}(p);
      loop invariant output: \forall integer b, h, i, c; 0 <= b < p->q.size[0] ==> 0 <= h < heads ==>
        times(b,heads) + h < n ==>
        0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
        ProblemOutput{Pre}(p,b,h,i,c,el(fmat(out,p->v.size[3]),RowNumber{Pre}(p,b,h,i),c));
      loop invariant lse: lse != \null ==> \forall integer b, h, i; 0 <= b < p->q.size[0] ==> 0 <= h < heads ==>
        times(b,heads) + h < n ==>
        0 <= i < p->q.size[2] ==> ProblemLse{Pre}(p,b,h,i,at(fvec(lse),RowNumber{Pre}(p,b,h,i)));
      loop invariant weights: weights != \null ==> \forall integer b, h, i; 0 <= b < p->q.size[0] ==> 0 <= h < heads ==>
        times(b,heads) + h < n ==> 0 <= i < p->q.size[2] ==>
        ProblemWeights{Pre}(p,b,h,i,row(fmat(weights,p->k.size[2]),RowNumber{Pre}(p,b,h,i)));
      loop assigns n, out[0 .. times(Rows(p),p->v.size[3])-1], lse[0 .. span(lse,Rows(p))-1],
        weights[0 .. span(weights,times(Rows(p),p->k.size[2]))-1], work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1];
      loop variant all - n; */
  for (int64_t n = 0; n < all; n++) {
    const int64_t b = n / heads, h = n % heads;
    //@ assert place: 0 <= b && 0 <= h < heads && times(b,heads) + h == n;
    //@ assert batch: b < p->q.size[0];
    //@ ghost C: ;
    attend_in_place(p, b, h, o, work, vis);
    /*@ assert row_output: \let b1 = b; \let h1 = h; \forall integer i, c;
          (0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
            ProblemOutput{C}(p,b1,h1,i,c,el(fmat(out,p->v.size[3]),RowNumber(p,b1,h1,i),c))) &&
          (0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
            ProblemOutput{Pre}(p,b1,h1,i,c,el(fmat(out,p->v.size[3]),RowNumber(p,b1,h1,i),c))); */
    /*@ assert row_lse: \let b1 = b; \let h1 = h; lse != \null ==> \forall integer i;
          (0 <= i < p->q.size[2] ==> ProblemLse{C}(p,b1,h1,i,at(fvec(lse),RowNumber(p,b1,h1,i)))) &&
          (0 <= i < p->q.size[2] ==> ProblemLse{Pre}(p,b1,h1,i,at(fvec(lse),RowNumber(p,b1,h1,i)))); */
    /*@ assert row_weights: \let b1 = b; \let h1 = h; weights != \null ==> \forall integer i;
          (0 <= i < p->q.size[2] ==> ProblemWeights{C}(p,b1,h1,i,row(fmat(weights,p->k.size[2]),RowNumber(p,b1,h1,i))))
            &&
          (0 <= i < p->q.size[2] ==>
            ProblemWeights{Pre}(p,b1,h1,i,row(fmat(weights,p->k.size[2]),RowNumber(p,b1,h1,i)))); */
    /*@ assert earlier_output: \forall integer b2, h2, i, c; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < heads ==>
          times(b2,heads) + h2 < n ==>
          0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
          ProblemOutput{Pre}(p,b2,h2,i,c,el(fmat(out,p->v.size[3]),RowNumber(p,b2,h2,i),c)); */
    /*@ assert earlier_lse: lse != \null ==> \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < heads ==>
          times(b2,heads) + h2 < n ==> 0 <= i < p->q.size[2] ==>
            ProblemLse{Pre}(p,b2,h2,i,at(fvec(lse),RowNumber(p,b2,h2,i))); */
    /*@ assert earlier_weights: weights != \null ==> \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==>
          0 <= h2 < heads ==>
          times(b2,heads) + h2 < n ==> 0 <= i < p->q.size[2] ==>
          Same(row(fmat{C}(weights,p->k.size[2]),RowNumber(p,b2,h2,i)),
            row(fmat(weights,p->k.size[2]),RowNumber(p,b2,h2,i)),
            p->k.size[2]) &&
          ProblemWeights{Pre}(p,b2,h2,i,row(fmat(weights,p->k.size[2]),RowNumber(p,b2,h2,i))); */
  }
}
