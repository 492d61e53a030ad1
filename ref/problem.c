/* out[b,h,i] = attention of query i of head h of batch b over the keys and values of kv head h / (q_heads / kv_heads)
   (Ainslie et al. 2023; q_heads = kv_heads is multi-head attention, kv_heads = 1 multi-query attention). */
#include "ref/problem.h"

#include "ref/attention.h"
#include "ref/logic/kept_apart.h"
#include "ref/logic/problem_ext.h"
#include "ref/logic/slab.h"
#include "ref/query.h"
#include "ref/tensor.h"

enum { BATCH, HEAD, ROW, COL };

attest_status ref_attention_doubles(const attest_problem *p, int64_t *doubles) {
  const int64_t keys = p->k.size[ROW];
  const int64_t need = ref_query_doubles(p) + ref_tensor_copy_size(&p->k, keys) + ref_tensor_copy_size(&p->v, keys);
  if (need > ATTEST_MAX_ELEMENTS) return ATTEST_ERROR_OVERFLOW;
  *doubles = need;
  return ATTEST_OK;
}

/* The kv head that query head h shares. */
/*@ requires problem: \valid_read(p);
    requires heads: 0 <= h < p->q.size[1] && 0 < p->k.size[1] && p->q.size[1] % p->k.size[1] == 0;
    assigns \nothing;
    ensures value: \result == KvHead(p,h);
    ensures range: 0 <= \result < p->k.size[1]; */
static int64_t kv_head(const attest_problem *p, int64_t h) {
  const int64_t heads = p->q.size[HEAD], kv_heads = p->k.size[HEAD], group = heads / kv_heads;
  //@ assert whole: heads == kv_heads*group;
  //@ assert positive: group > 0;
  const int64_t g = h / group;
  //@ assert below: g*group <= h;
  //@ assert few: g < kv_heads;
  return g;
}

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

/* The answer of query i of head (b,h) over keys k and values v: its row of the output to out, its weights to the start of work;
   returns its log-sum-exp. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires row: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1] && 0 <= i < p->q.size[2];
    requires readable: ReadRowOf(p,b,h,i);
    requires reach_k: Reach(p->k.size[2],k.row) && Reach(p->q.size[3],k.col);
    requires reach_v: Reach(p->k.size[2],v.row) && Reach(p->v.size[3],v.col);
    requires seen: \forall integer j; 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(k,j,p->q.size[3]) && ReadRow(v,j,p->v.size[3]);
    requires writable: \valid(out + (0 .. p->v.size[3]-1)) && \valid(work + (0 .. RowWork(p)-1)) && \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: \separated(out + (0 .. p->v.size[3]-1), work + (0 .. RowWork(p)-1), vis + (0 .. p->k.size[2]-1));
    requires apart_out: ApartHead(out,p->v.size[3],&p->q,b,h) && (p->bias.data != \null ==> ApartHead(out,p->v.size[3],&p->bias,b,h));
    requires apart_work: ApartProblem(work,RowWork(p),p);
    requires apart_k: OffMat(out,p->v.size[3],k,p->k.size[2],p->q.size[3]) && OffMat(work,RowWork(p),k,p->k.size[2],p->q.size[3]);
    requires apart_v: OffMat(out,p->v.size[3],v,p->k.size[2],p->v.size[3]) && OffMat(work,RowWork(p),v,p->k.size[2],p->v.size[3]);
    requires apart_mask: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns out[0 .. p->v.size[3]-1], work[0 .. RowWork(p)-1], vis[0 .. p->k.size[2]-1];
    ensures output: \forall integer c; 0 <= c < p->v.size[3] ==> RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,i,c,at(fvec(out),c));
    ensures weights: RowWeights{Pre}(p,mat{Pre}(k),b,h,i,fvec(work));
    ensures lse: RowLse{Pre}(p,mat{Pre}(k),b,h,i,\result); */
static double attend_query(const attest_problem *p, int64_t b, int64_t h, int64_t i, ref_matrix k, ref_matrix v, double *out, double *work,
                           unsigned char *vis) {
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

/*@ requires size: 0 <= n;
    requires valid: \valid(dst + (0 .. n-1)) && \valid_read(src + (0 .. n-1));
    requires apart: \separated(dst + (0 .. n-1), src + (0 .. n-1));
    assigns dst[0 .. n-1];
    ensures value: Same(fvec(dst), fvec{Pre}(src), n); */
static void copy_row(const double *src, double *dst, int64_t n) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer e; 0 <= e < j ==> at(fvec(dst),e) == at(fvec{Pre}(src),e);
      loop assigns j, dst[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) dst[j] = src[j];
}

/* Where the answers go, row after row: out and, where not NULL, lse and weights. */
typedef struct {
  double *out, *lse, *weights;
} outputs;

/*@ // of n rows
    predicate ValidOutputs{L}(attest_problem *p, outputs o, integer n) = \valid(o.out + (0 .. times(n,p->v.size[3])-1)) &&
      \valid(o.lse + (0 .. span(o.lse,n)-1)) && \valid(o.weights + (0 .. span(o.weights,times(n,p->k.size[2]))-1));
    predicate ApartOutputs{L}(attest_problem *p, outputs o, integer n, double *work, integer m, unsigned char *vis) =
      \separated(o.out + (0 .. times(n,p->v.size[3])-1), o.lse + (0 .. span(o.lse,n)-1),
        o.weights + (0 .. span(o.weights,times(n,p->k.size[2]))-1), work + (0 .. m-1), vis + (0 .. p->k.size[2]-1));
    predicate ApartInputs{L}(attest_problem *p, outputs o, integer n, double *work, integer m) =
      ApartProblem(o.out,times(n,p->v.size[3]),p) && ApartProblem(o.lse,span(o.lse,n),p) &&
      ApartProblem(o.weights,span(o.weights,times(n,p->k.size[2])),p) && ApartProblem(work,m,p);
    predicate ApartMatrix{L}(attest_problem *p, outputs o, integer n, double *work, integer m, ref_matrix A, integer r, integer d) =
      OffMat(o.out,times(n,p->v.size[3]),A,r,d) && OffMat(o.lse,span(o.lse,n),A,r,d) &&
      OffMat(o.weights,span(o.weights,times(n,p->k.size[2])),A,r,d) && OffMat(work,m,A,r,d);
    predicate ApartNumber{L}(attest_problem *p, outputs o, integer n, double *work, integer m, double *x) =
      \separated(x, o.out + (0 .. times(n,p->v.size[3])-1)) && \separated(x, o.lse + (0 .. span(o.lse,n)-1)) &&
      \separated(x, o.weights + (0 .. span(o.weights,times(n,p->k.size[2]))-1)) && \separated(x, work + (0 .. m-1));
*/

/* The log-sum-exp and the weights w of row i, where they are wanted. */
/*@ requires sizes: 0 <= i <= MaxElements && 0 <= keys <= MaxSize && InRange(times(i,keys));
    requires readable: \valid_read(w + (0 .. keys-1));
    requires valid_lse: o.lse != \null ==> \valid(o.lse + i);
    requires valid_weights: o.weights != \null ==> \valid(o.weights + times(i,keys) + (0 .. keys-1));
    requires apart_lse: o.lse != \null ==> \separated(o.lse + i, w + (0 .. keys-1));
    requires apart_weights: o.weights != \null ==> \separated(o.weights + times(i,keys) + (0 .. keys-1), w + (0 .. keys-1));
    requires apart: o.lse != \null ==> o.weights != \null ==> \separated(o.weights + times(i,keys) + (0 .. keys-1), o.lse + i);
    assigns o.lse[i .. i + span(o.lse,1)-1], o.weights[times(i,keys) .. times(i,keys) + span(o.weights,keys)-1];
    ensures kept: Kept{Pre,Post}(o.lse + i,span(o.lse,1),o.weights + times(i,keys),span(o.weights,keys),o.lse,0,o.weights,0);
    ensures lse: o.lse != \null ==> at(fvec(o.lse),i) == lse;
    ensures weights: o.weights != \null ==> Same(fvec{Pre}(w), row(fmat(o.weights,keys),i), keys); */
static void store_row(int64_t i, double lse, const double *w, int64_t keys, outputs o) {
  //@ assert spans: (o.lse != \null ==> span(o.lse,1) == 1) && (o.weights != \null ==> span(o.weights,keys) == keys);
  if (o.lse != NULL) o.lse[i] = lse;
  //@ assert set: o.lse != \null ==> at(fvec(o.lse),i) == lse;
  //@ assert kept: Same(fvec(w), fvec{Pre}(w), keys);
  if (o.weights != NULL) copy_row(w, o.weights + ref_times(i, keys), keys);
  //@ assert copied: o.weights != \null ==> Same(fvec{Pre}(w), fvec(o.weights + times(i,keys)), keys);
}

/* Row i of head (b,h), over keys k and values v, to row i of the outputs of the head. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires row: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1] && 0 <= i < p->q.size[2];
    requires readable: ReadRowOf(p,b,h,i);
    requires reach_k: Reach(p->k.size[2],k.row) && Reach(p->q.size[3],k.col);
    requires reach_v: Reach(p->k.size[2],v.row) && Reach(p->v.size[3],v.col);
    requires seen: \forall integer j; 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(k,j,p->q.size[3]) && ReadRow(v,j,p->v.size[3]);
    requires writable: ValidOutputs(p,o,p->q.size[2]) && \valid(work + (0 .. RowWork(p)-1)) && \valid(vis + (0 .. p->k.size[2]-1));
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
static void attend_row(const attest_problem *p, int64_t b, int64_t h, int64_t i, ref_matrix k, ref_matrix v, outputs o, double *work,
                       unsigned char *vis) {
  const int64_t keys = p->k.size[ROW], d_v = p->v.size[COL];
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
  //@ assert weights_apart: o.weights != \null ==> \separated(o.weights + times(i,keys) + (0 .. keys-1), work + (0 .. keys-1));
  //@ assert no_spans: (o.lse == \null ==> span(o.lse,1) == 0) && (o.weights == \null ==> span(o.weights,keys) == 0);
  //@ assert out_lse: \separated(out + (0 .. d_v-1), o.lse + i + (0 .. span(o.lse,1)-1));
  //@ assert out_weights: \separated(out + (0 .. d_v-1), o.weights + times(i,keys) + (0 .. span(o.weights,keys)-1));
  //@ assert apart_lse: Apart(out,d_v,o.lse + i,span(o.lse,1));
  //@ assert apart_weights: Apart(out,d_v,o.weights + times(i,keys),span(o.weights,keys));
  const double lse = attend_query(p, b, h, i, k, v, out, work, vis);
  //@ ghost A: ;
  //@ assert kept_query: Kept{Pre,Here}(out,d_v,work,RowWork(p),o.lse,0,o.weights,0);
  store_row(i, lse, work, keys, o);
  //@ assert kept_store: Kept{A,Here}(o.lse + i,span(o.lse,1),o.weights + times(i,keys),span(o.weights,keys),o.lse,0,o.weights,0);
  //@ assert out_kept: Same(fvec{A}(out), fvec(out), d_v);
  //@ assert out_row: \let r = i; \forall integer c; 0 <= c < d_v ==> el(fmat(o.out,d_v),r,c) == at(fvec{A}(out),c);
}

/* Head (b,h), over keys k and values v, to the outputs of the head. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires readable: \forall integer i; 0 <= i < p->q.size[2] ==> ReadRowOf(p,b,h,i);
    requires reach_k: Reach(p->k.size[2],k.row) && Reach(p->q.size[3],k.col);
    requires reach_v: Reach(p->k.size[2],v.row) && Reach(p->v.size[3],v.col);
    requires seen: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(k,j,p->q.size[3]) && ReadRow(v,j,p->v.size[3]);
    requires writable: ValidOutputs(p,o,p->q.size[2]) && \valid(work + (0 .. RowWork(p)-1)) && \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,p->q.size[2],work,RowWork(p),vis);
    requires apart_inputs: ApartInputs(p,o,p->q.size[2],work,RowWork(p));
    requires apart_k: ApartMatrix(p,o,p->q.size[2],work,RowWork(p),k,p->k.size[2],p->q.size[3]);
    requires apart_v: ApartMatrix(p,o,p->q.size[2],work,RowWork(p),v,p->k.size[2],p->v.size[3]);
    requires apart_mask: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns work[0 .. RowWork(p)-1], vis[0 .. p->k.size[2]-1], o.out[0 .. times(p->q.size[2],p->v.size[3])-1],
      o.lse[0 .. span(o.lse,p->q.size[2])-1], o.weights[0 .. span(o.weights,times(p->q.size[2],p->k.size[2]))-1];
    ensures output: \forall integer i, c; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,i,c,el(fmat(o.out,p->v.size[3]),i,c));
    ensures lse: o.lse != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==> RowLse{Pre}(p,mat{Pre}(k),b,h,i,at(fvec(o.lse),i));
    ensures weights: o.weights != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      RowWeights{Pre}(p,mat{Pre}(k),b,h,i,row(fmat(o.weights,p->k.size[2]),i)); */
static void attend_rows(const attest_problem *p, int64_t b, int64_t h, ref_matrix k, ref_matrix v, outputs o, double *work,
                        unsigned char *vis) {
  const int64_t q_len = p->q.size[ROW];
  //@ assert q_out: ApartHead(o.out,times(p->q.size[2],p->v.size[3]),&p->q,b,h);
  //@ assert q_lse: ApartHead(o.lse,span(o.lse,p->q.size[2]),&p->q,b,h);
  //@ assert q_weights: ApartHead(o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])),&p->q,b,h);
  //@ assert q_work: ApartHead(work,RowWork(p),&p->q,b,h);
  //@ assert q_real: IsReal(p->q.dtype);
  //@ assert bias_out: p->bias.data != \null ==> ApartHead(o.out,times(p->q.size[2],p->v.size[3]),&p->bias,b,h);
  //@ assert bias_lse: p->bias.data != \null ==> ApartHead(o.lse,span(o.lse,p->q.size[2]),&p->bias,b,h);
  //@ assert bias_weights: p->bias.data != \null ==> ApartHead(o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])),&p->bias,b,h);
  //@ assert bias_work: p->bias.data != \null ==> ApartHead(work,RowWork(p),&p->bias,b,h);
  //@ assert bias_real: p->bias.data != \null ==> IsReal(p->bias.dtype);
  //@ assert mask_apart: p->mask.data != \null ==> ApartFlagsHead(vis,p->k.size[2],&p->mask,b,h);
  //@ assert scale_apart: ApartNumber(p,o,p->q.size[2],work,RowWork(p),&p->scale);
  //@ assert softcap_apart: ApartNumber(p,o,p->q.size[2],work,RowWork(p),&p->softcap);
  //@ assert sink_apart: p->sink != \null ==> ApartNumber(p,o,p->q.size[2],work,RowWork(p),p->sink + h);
  //@ assert spans: span(o.lse,p->q.size[2]) == (o.lse == \null ? 0 : p->q.size[2]) && span(o.lse,1) == (o.lse == \null ? 0 : 1);
  /*@ assert weights_spans: span(o.weights,p->k.size[2]) == (o.weights == \null ? 0 : p->k.size[2]) &&
        span(o.weights,times(p->q.size[2],p->k.size[2])) == (o.weights == \null ? 0 : times(p->q.size[2],p->k.size[2])); */
  //@ assert out_lse_apart: Apart(o.out,times(p->q.size[2],p->v.size[3]),o.lse,span(o.lse,p->q.size[2]));
  //@ assert lse_out_apart: Apart(o.lse,span(o.lse,p->q.size[2]),o.out,times(p->q.size[2],p->v.size[3]));
  //@ assert out_weights_apart: Apart(o.out,times(p->q.size[2],p->v.size[3]),o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])));
  //@ assert out_work_apart: Apart(o.out,times(p->q.size[2],p->v.size[3]),work,RowWork(p));
  //@ assert lse_weights_apart: Apart(o.lse,span(o.lse,p->q.size[2]),o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])));
  //@ assert lse_work_apart: Apart(o.lse,span(o.lse,p->q.size[2]),work,RowWork(p));
  //@ assert weights_work_apart: Apart(o.weights,span(o.weights,times(p->q.size[2],p->k.size[2])),work,RowWork(p));
  /*@ loop invariant range: 0 <= i <= q_len;
      loop invariant output: \forall integer r, c; 0 <= r < i ==> 0 <= c < p->v.size[3] ==>
        RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,r,c,el(fmat(o.out,p->v.size[3]),r,c));
      loop invariant lse: o.lse != \null ==> \forall integer r; 0 <= r < i ==> RowLse{Pre}(p,mat{Pre}(k),b,h,r,at(fvec(o.lse),r));
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
    //@ assert bias_same: p->bias.data != \null ==> MatSame(tmat(&p->bias,b,h), tmat{Pre}(&p->bias,b,h), p->bias.size[2], p->bias.size[3]);
    /*@ assert mask_same: p->mask.data != \null ==>
          MatSame(tflags(&p->mask,b,h), tflags{Pre}(&p->mask,b,h), p->mask.size[2], p->mask.size[3]); */
    //@ assert bias_sizes: p->bias.data != \null ==> p->bias.size[2] == p->q.size[2] && p->bias.size[3] == p->k.size[2];
    //@ assert mask_sizes: p->mask.data != \null ==> p->mask.size[2] == p->q.size[2] && p->mask.size[3] == p->k.size[2];
    //@ assert q_row: \let r = i; Same(row(tmat(&p->q,b,h),r), row(tmat{Pre}(&p->q,b,h),r), p->q.size[3]);
    //@ assert bias_row: \let r = i; Same(biases(p,b,h,r), biases{Pre}(p,b,h,r), p->k.size[2]);
    //@ assert mask_row: \let r = i; Same(masks(p,b,h,r), masks{Pre}(p,b,h,r), p->k.size[2]);
    //@ assert scale: p->scale == \at(p->scale,Pre) && p->softcap == \at(p->softcap,Pre);
    //@ assert options: Scale(p) == Scale{Pre}(p) && Sink(p,h) == Sink{Pre}(p,h);
    /*@ assert carry: \let r = i; \forall integer c, real y; 0 <= c < p->v.size[3] ==> RowOutput(p,mat(k),mat(v),b,h,r,c,y) ==>
          RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,r,c,y); */
    /*@ assert carry_weights: \let r = i; \forall rvec w, w2; Same(w,w2,p->k.size[2]) ==> RowWeights(p,mat(k),b,h,r,w) ==>
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
    //@ assert out_weights: Apart(o.out,times(i,p->v.size[3]),o.weights + times(i,p->k.size[2]),span(o.weights,p->k.size[2]));
    //@ assert out_work: Apart(o.out,times(i,p->v.size[3]),work,RowWork(p));
    //@ assert lse_out: o.lse != \null ==> Apart(o.lse,i,o.out + times(i,p->v.size[3]),p->v.size[3]);
    //@ assert lse_lse: o.lse != \null ==> Apart(o.lse,i,o.lse + i,span(o.lse,1));
    //@ assert lse_weights: o.lse != \null ==> Apart(o.lse,i,o.weights + times(i,p->k.size[2]),span(o.weights,p->k.size[2]));
    //@ assert lse_work: o.lse != \null ==> Apart(o.lse,i,work,RowWork(p));
    //@ assert weights_out: o.weights != \null ==> Apart(o.weights,times(i,p->k.size[2]),o.out + times(i,p->v.size[3]),p->v.size[3]);
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
    //@ assert same_weights: \let r = i; Same(row(fmat(o.weights,p->k.size[2]),r), row(fmat(o.weights,p->k.size[2]),r), p->k.size[2]);
    /*@ assert row_weights: \let r = i; o.weights != \null ==>
          RowWeights{Pre}(p,mat{Pre}(k),b,h,r,row(fmat(o.weights,p->k.size[2]),r)); */
  }
}

/* The keys and values of a kv head. */
typedef struct {
  ref_matrix k, v;
} keys_values;

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
    ensures readable_k: \forall integer j, c; 0 <= j < p->k.size[2] ==> 0 <= c < p->q.size[3] ==> ReadTensorAt(&p->k,b,g,j,c) ==>
      \valid_read(\result.k.at + (times(j,\result.k.row) + times(c,\result.k.col)));
    ensures readable_v: \forall integer j, c; 0 <= j < p->k.size[2] ==> 0 <= c < p->v.size[3] ==> ReadTensorAt(&p->v,b,g,j,c) ==>
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
static keys_values keys_values_of(const attest_problem *p, int64_t b, int64_t g, double *copies) {
  //@ assert k_range: IsReal(p->k.dtype) && TensorInRange(&p->k);
  //@ assert v_range: IsReal(p->v.dtype) && TensorInRange(&p->v);
  //@ assert k_sizes: SizesAre(&p->k,p->q.size[0],p->k.size[1],p->k.size[2],p->q.size[3]);
  //@ assert v_sizes: SizesAre(&p->v,p->q.size[0],p->k.size[1],p->k.size[2],p->v.size[3]);
  //@ assert work: 0 <= CopySize(&p->k,p->k.size[2]) && 0 <= CopySize(&p->v,p->k.size[2]);
  double *v_copy = copies + ref_tensor_copy_size(&p->k, p->k.size[ROW]);
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
  return (keys_values){k, v};
}

/* Lemmas as functions, since WP cannot cast the data of a tensor in a lemma. What is apart from a problem is so in its parts. */
/*@ ghost
/@ assigns \nothing;
   ensures start: \forall double *a, integer l, m; ApartTensor(a,m,t) ==> l <= m ==> ApartTensor(a,l,t);
   ensures part: \forall double *a, integer k, l, m; ApartTensor(a,m,t) ==> 0 <= k ==> k + l <= m ==> ApartTensor(a + k,l,t); @/
static void apart_tensor_part(const attest_tensor *t) {
  /@ assert start: \forall double *a, integer l, m, b, h;
       (ApartTensor(a,m,t) ==> l <= m ==> 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==> ApartHead(a,m,t,b,h)) &&
       (ApartTensor(a,m,t) ==> l <= m ==> 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==> ApartHead(a,l,t,b,h)); @/
  /@ assert part: \forall double *a, integer k, l, m, b, h;
       (ApartTensor(a,m,t) ==> 0 <= k ==> k + l <= m ==> 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==> ApartHead(a,m,t,b,h)) &&
       (ApartTensor(a,m,t) ==> 0 <= k ==> k + l <= m ==> 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==> ApartHead(a + k,l,t,b,h)); @/
}
*/
/*@ ghost
/@ requires problem: \valid_read(p);
   assigns \nothing;
   ensures start: \forall double *a, integer l, m; ApartProblem(a,m,p) ==> l <= m ==> ApartProblem(a,l,p);
   ensures part: \forall double *a, integer k, l, m; ApartProblem(a,m,p) ==> 0 <= k ==> k + l <= m ==> ApartProblem(a + k,l,p); @/
static void apart_part(const attest_problem *p) {
  apart_tensor_part(&p->q);
  apart_tensor_part(&p->k);
  apart_tensor_part(&p->v);
  apart_tensor_part(&p->bias);
}
*/

/* What head (b,h) reads of q, mask and bias, and what is apart from that; what is apart from the keys and values of kv head g. */
/*@ ghost
/@ requires problem: GoodProblem(p) && 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
   requires readable: ReadTensors(p);
   assigns \nothing;
   ensures rows: \forall integer i; 0 <= i < p->q.size[2] ==> ReadRowOf(p,b,h,i); @/
static void readable_rows(const attest_problem *p, int64_t b, int64_t h) {
  /@ assert q: \forall integer i; 0 <= i < p->q.size[2] ==> ReadTensorRow(&p->q,b,h,i); @/
  /@ assert mask: p->mask.data != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==> ReadFlagsRow(&p->mask,b,h,i); @/
  /@ assert bias: p->bias.data != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==> ReadTensorRow(&p->bias,b,h,i); @/
}
*/
/*@ ghost
/@ requires problem: GoodProblem(p) && 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
   assigns \nothing;
   ensures q: \forall double *a, integer m; ApartProblem(a,m,p) ==> ApartHead(a,m,&p->q,b,h);
   ensures bias: p->bias.data != \null ==> \forall double *a, integer m; ApartProblem(a,m,p) ==> ApartHead(a,m,&p->bias,b,h);
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

/* The keys and values of head (b,h), which are those of its kv head: the answers that they give are those of the problem. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires readable: ReadTensors(p);
    requires writable: \valid(copies + (0 .. HeadWork(p)-1));
    requires apart: ApartProblem(copies,HeadWork(p),p);
    assigns copies[0 .. HeadWork(p)-1];
    ensures problem: GoodProblem(p);
    ensures reach_k: Reach(p->k.size[2],\result.k.row) && Reach(p->q.size[3],\result.k.col);
    ensures reach_v: Reach(p->k.size[2],\result.v.row) && Reach(p->v.size[3],\result.v.col);
    ensures readable: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(\result.k,j,p->q.size[3]) && ReadRow(\result.v,j,p->v.size[3]);
    ensures apart: \forall double *x, integer m; ApartProblem(x,m,p) ==> \separated(x + (0 .. m-1), copies + (0 .. HeadWork(p)-1)) ==>
      OffMat(x,m,\result.k,p->k.size[2],p->q.size[3]) && OffMat(x,m,\result.v,p->k.size[2],p->v.size[3]);
    ensures output: \forall integer i, c, real y; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      RowOutput(p,mat(\result.k),mat(\result.v),b,h,i,c,y) ==> ProblemOutput{Pre}(p,b,h,i,c,y);
    ensures lse: \forall integer i, real y; 0 <= i < p->q.size[2] ==> RowLse(p,mat(\result.k),b,h,i,y) ==> ProblemLse{Pre}(p,b,h,i,y);
    ensures weights: \forall integer i, rvec w; 0 <= i < p->q.size[2] ==> Same(w,w,p->k.size[2]) ==>
      RowWeights(p,mat(\result.k),b,h,i,w) ==> ProblemWeights{Pre}(p,b,h,i,w); */
static keys_values keys_values_for(const attest_problem *p, int64_t b, int64_t h, double *copies) {
  const int64_t g = kv_head(p, h);
  //@ assert k_sizes: SizesAre(&p->k,p->q.size[0],p->k.size[1],p->k.size[2],p->q.size[3]);
  //@ assert v_sizes: SizesAre(&p->v,p->q.size[0],p->k.size[1],p->k.size[2],p->v.size[3]);
  //@ ghost apart_query(p, b, h);
  //@ ghost apart_keys(p, b, g);
  //@ assert readable_k: ReadKeys(p,&p->k);
  //@ assert readable_v: ReadKeys(p,&p->v);
  /*@ assert seen_k: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
        ReadTensorRow(&p->k,b,g,j); */
  /*@ assert seen_v: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
        ReadTensorRow(&p->v,b,g,j); */
  const keys_values kv = keys_values_of(p, b, g, copies);
  //@ assert kept: KeptBut{Pre,Here}(copies,HeadWork(p));
  //@ assert numbers: p->scale == \at(p->scale,Pre) && p->softcap == \at(p->softcap,Pre);
  //@ assert sink: Sink(p,h) == Sink{Pre}(p,h);
  //@ assert q_same: MatSame(tmat(&p->q,b,h), tmat{Pre}(&p->q,b,h), p->q.size[2], p->q.size[3]);
  //@ assert bias_same: p->bias.data != \null ==> MatSame(tmat(&p->bias,b,h), tmat{Pre}(&p->bias,b,h), p->q.size[2], p->k.size[2]);
  //@ assert q_rows: \forall integer i; 0 <= i < p->q.size[2] ==> Same(row(tmat(&p->q,b,h),i), row(tmat{Pre}(&p->q,b,h),i), p->q.size[3]);
  //@ assert biases: \forall integer i; 0 <= i < p->q.size[2] ==> Same(biases(p,b,h,i), biases{Pre}(p,b,h,i), p->k.size[2]);
  //@ assert masks: \forall integer i; Same(masks(p,b,h,i), masks{Pre}(p,b,h,i), p->k.size[2]);
  //@ assert sight: \forall integer i; 0 <= i < p->q.size[2] ==> SameKeys(visible(p,b,h,i), visible{Pre}(p,b,h,i), p->k.size[2]);
  //@ assert k_same: MatSame(mat(kv.k), tmat{Pre}(&p->k,b,KvHead(p,h)), p->k.size[2], p->q.size[3]);
  //@ assert v_same: MatSame(mat(kv.v), tmat{Pre}(&p->v,b,KvHead(p,h)), p->k.size[2], p->v.size[3]);
  /*@ assert carry: \forall integer i, c, real y; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
        RowOutput(p,mat(kv.k),mat(kv.v),b,h,i,c,y) ==> ProblemOutput{Pre}(p,b,h,i,c,y); */
  /*@ assert carry_weights: \forall integer i, rvec w; 0 <= i < p->q.size[2] ==> Same(w,w,p->k.size[2]) ==>
        RowWeights(p,mat(kv.k),b,h,i,w) ==> ProblemWeights{Pre}(p,b,h,i,w); */
  //@ assert carry_lse: \forall integer i, real y; 0 <= i < p->q.size[2] ==> RowLse(p,mat(kv.k),b,h,i,y) ==> ProblemLse{Pre}(p,b,h,i,y);
  /*@ assert seen: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
        at(visible{Pre}(p,b,h,i),j) != 0; */
  /*@ assert k_entries: \forall integer j, c; (0 <= j < p->k.size[2] ==> 0 <= c < p->q.size[3] ==> ReadTensorRow(&p->k,b,g,j) ==>
        ReadTensorAt(&p->k,b,g,j,c)) && (0 <= j < p->k.size[2] ==> 0 <= c < p->q.size[3] ==> ReadTensorRow(&p->k,b,g,j) ==>
        \valid_read(kv.k.at + (times(j,kv.k.row) + times(c,kv.k.col)))); */
  //@ assert k_read: \forall integer j; 0 <= j < p->k.size[2] ==> ReadTensorRow(&p->k,b,g,j) ==> ReadRow(kv.k,j,p->q.size[3]);
  /*@ assert v_entries: \forall integer j, c; (0 <= j < p->k.size[2] ==> 0 <= c < p->v.size[3] ==> ReadTensorRow(&p->v,b,g,j) ==>
        ReadTensorAt(&p->v,b,g,j,c)) && (0 <= j < p->k.size[2] ==> 0 <= c < p->v.size[3] ==> ReadTensorRow(&p->v,b,g,j) ==>
        \valid_read(kv.v.at + (times(j,kv.v.row) + times(c,kv.v.col)))); */
  //@ assert v_read: \forall integer j; 0 <= j < p->k.size[2] ==> ReadTensorRow(&p->v,b,g,j) ==> ReadRow(kv.v,j,p->v.size[3]);
  return kv;
}

/* Head (b,h), to its outputs. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires readable: ReadTensors(p);
    requires writable: ValidOutputs(p,o,p->q.size[2]) && \valid(work + (0 .. WorkSize(p)-1)) && \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,p->q.size[2],work,WorkSize(p),vis);
    requires apart_inputs: ApartInputs(p,o,p->q.size[2],work,WorkSize(p));
    requires apart_flags: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1], o.out[0 .. times(p->q.size[2],p->v.size[3])-1],
      o.lse[0 .. span(o.lse,p->q.size[2])-1], o.weights[0 .. span(o.weights,times(p->q.size[2],p->k.size[2]))-1];
    ensures output: \forall integer i, c; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      ProblemOutput{Pre}(p,b,h,i,c,el(fmat(o.out,p->v.size[3]),i,c));
    ensures lse: o.lse != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==> ProblemLse{Pre}(p,b,h,i,at(fvec(o.lse),i));
    ensures weights: o.weights != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      ProblemWeights{Pre}(p,b,h,i,row(fmat(o.weights,p->k.size[2]),i)); */
static void attend_head(const attest_problem *p, int64_t b, int64_t h, outputs o, double *work, unsigned char *vis) {
  const int64_t rows = ref_query_doubles(p);
  //@ assert k_copy: 0 <= CopySize(&p->k,p->k.size[2]);
  //@ assert v_copy: 0 <= CopySize(&p->v,p->k.size[2]);
  //@ assert parts: 0 <= rows && 0 <= HeadWork(p) && rows == RowWork(p) && rows + HeadWork(p) == WorkSize(p);
  //@ ghost apart_part(p);
  //@ assert rows_apart: ApartProblem(work,rows,p);
  //@ assert copies_apart: ApartProblem(work + rows,HeadWork(p),p);
  //@ assert out_copies: \separated(o.out + (0 .. times(p->q.size[2],p->v.size[3])-1), work + rows + (0 .. HeadWork(p)-1));
  //@ assert lse_copies: \separated(o.lse + (0 .. span(o.lse,p->q.size[2])-1), work + rows + (0 .. HeadWork(p)-1));
  /*@ assert weights_copies: \separated(o.weights + (0 .. span(o.weights,times(p->q.size[2],p->k.size[2]))-1),
        work + rows + (0 .. HeadWork(p)-1)); */
  //@ assert rows_copies: \separated(work + (0 .. rows-1), work + rows + (0 .. HeadWork(p)-1));
  //@ assert outputs: ApartOutputs(p,o,p->q.size[2],work,rows,vis);
  //@ assert inputs: ApartInputs(p,o,p->q.size[2],work,rows);
  //@ ghost readable_rows(p, b, h);
  const keys_values kv = keys_values_for(p, b, h, work + rows);
  //@ assert k_off: ApartMatrix(p,o,p->q.size[2],work,rows,kv.k,p->k.size[2],p->q.size[3]);
  //@ assert v_off: ApartMatrix(p,o,p->q.size[2],work,rows,kv.v,p->k.size[2],p->v.size[3]);
  attend_rows(p, b, h, kv.k, kv.v, o, work, vis);
  //@ assert weights_rows: \forall integer i; Same(row(fmat(o.weights,p->k.size[2]),i), row(fmat(o.weights,p->k.size[2]),i), p->k.size[2]);
}

/*@ // rows are those of the outputs from row r on
    predicate FromRow{L}(attest_problem *p, outputs o, outputs rows, integer r) = rows.out == o.out + times(r,p->v.size[3]) &&
      (o.lse == \null ==> rows.lse == \null) && (o.lse != \null ==> rows.lse == o.lse + r) &&
      (o.weights == \null ==> rows.weights == \null) && (o.weights != \null ==> rows.weights == o.weights + times(r,p->k.size[2]));
*/

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
static outputs from_row(const attest_problem *p, outputs o, int64_t r) {
  //@ assert nonnegative: 0 <= times(p->q.size[2],p->v.size[3]) && 0 <= times(p->q.size[2],p->k.size[2]);
  /*@ assert first_out: 0 <= times(r,p->v.size[3]) &&
        times(r,p->v.size[3]) + times(p->q.size[2],p->v.size[3]) == times(r + p->q.size[2],p->v.size[3]); */
  //@ assert inside_out: times(r + p->q.size[2],p->v.size[3]) <= times(Rows(p),p->v.size[3]);
  /*@ assert first_weights: 0 <= times(r,p->k.size[2]) &&
        times(r,p->k.size[2]) + times(p->q.size[2],p->k.size[2]) == times(r + p->q.size[2],p->k.size[2]); */
  //@ assert inside_weights: times(r + p->q.size[2],p->k.size[2]) <= times(Rows(p),p->k.size[2]);
  return (outputs){.out = o.out + ref_times(r, p->v.size[COL]),
                   .lse = o.lse != NULL ? o.lse + r : NULL,
                   .weights = o.weights != NULL ? o.weights + ref_times(r, p->k.size[ROW]) : NULL};
}

/*@ // what a[0 .. l-1] must be apart from to be kept while n rows and m doubles of work are written
    predicate ApartFromRows{L}(attest_problem *p, double *a, integer l, outputs rows, integer n, double *work, integer m) =
      Apart(a,l,rows.out,times(n,p->v.size[3])) && Apart(a,l,rows.lse,span(rows.lse,n)) &&
      Apart(a,l,rows.weights,span(rows.weights,times(n,p->k.size[2]))) && Apart(a,l,work,m);
    // rows before row r of the outputs are what they were
    predicate SameRows{L,M}(attest_problem *p, outputs o, integer r) = \let d = \at(p->v.size[3],M); \let n = \at(p->k.size[2],M);
      MatSame(fmat{L}(o.out,d), fmat{M}(o.out,d), r, d) &&
      (o.lse != \null ==> Same(fvec{L}(o.lse), fvec{M}(o.lse), r)) &&
      (o.weights != \null ==> MatSame(fmat{L}(o.weights,n), fmat{M}(o.weights,n), r, n));
*/
/* What is apart from all outputs is so from rows of them; the rows before are apart from these rows and from what the outputs are
   apart from. */
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
   ensures weights: \forall double *x; \separated(x, o.weights + (0 .. span(o.weights,times(Rows(p),p->k.size[2]))-1)) ==>
     \separated(x, rows.weights + (0 .. span(rows.weights,times(p->q.size[2],p->k.size[2]))-1)); @/
static void part_of_outputs(const attest_problem *p, outputs o, outputs rows, int64_t r) {}
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
   ensures weights: o.weights != \null ==> ApartFromRows(p,o.weights,times(r,p->k.size[2]),rows,p->q.size[2],work,WorkSize(p)); @/
static void apart_from_rows(const attest_problem *p, outputs o, outputs rows, int64_t r, const double *work, const unsigned char *vis) {}
*/
/* Rows from row first on are rows of the whole. */
/*@ ghost
/@ assigns \nothing;
   ensures entries: rows == a + times(first,d) ==> \forall integer i, c; el(fmat(rows,d),i,c) == el(fmat(a,d),first + i,c);
   ensures rows: rows == a + times(first,d) ==> \forall integer i; Same(row(fmat(rows,d),i), row(fmat(a,d),first + i), d); @/
static void rows_of(const double *a, const double *rows, int64_t first, int64_t d) {}
*/

/* Head (b,h), to the rows of the outputs from row first on: the rows before them stay. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires rows: 0 <= first && first + p->q.size[2] <= Rows(p);
    requires readable: ReadTensors(p);
    requires writable: ValidOutputs(p,o,Rows(p)) && \valid(work + (0 .. WorkSize(p)-1)) && \valid(vis + (0 .. p->k.size[2]-1));
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
static void attend_from_row(const attest_problem *p, int64_t b, int64_t h, int64_t first, outputs o, double *work, unsigned char *vis) {
  const outputs rows = from_row(p, o, first);
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
  //@ ghost rows_of(o.out, rows.out, first, p->v.size[COL]);
  //@ ghost rows_of(o.weights, rows.weights, first, p->k.size[ROW]);
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
        (first <= r < first + p->q.size[2] ==> ProblemWeights{Pre}(p,b,h,r - first,row(fmat(rows.weights,p->k.size[2]),r - first)) &&
          Same(row(fmat(rows.weights,p->k.size[2]),r - first), row(fmat(o.weights,p->k.size[2]),r), p->k.size[2])) &&
        (first <= r < first + p->q.size[2] ==> ProblemWeights{Pre}(p,b,h,r - first,row(fmat(o.weights,p->k.size[2]),r))); */
}

/*@ // the answers of p at M are answers at L
    predicate SameAnswers{L,M}(attest_problem *p) =
      (\forall integer b, h, i, c, real y; 0 <= b < \at(p->q.size[0],M) ==> 0 <= h < \at(p->q.size[1],M) ==>
        0 <= i < \at(p->q.size[2],M) ==> 0 <= c < \at(p->v.size[3],M) ==>
        ProblemOutput{M}(p,b,h,i,c,y) ==> ProblemOutput{L}(p,b,h,i,c,y)) &&
      (\forall integer b, h, i, real y; 0 <= b < \at(p->q.size[0],M) ==> 0 <= h < \at(p->q.size[1],M) ==> 0 <= i < \at(p->q.size[2],M) ==>
        ProblemLse{M}(p,b,h,i,y) ==> ProblemLse{L}(p,b,h,i,y)) &&
      (\forall integer b, h, i, rvec w; 0 <= b < \at(p->q.size[0],M) ==> 0 <= h < \at(p->q.size[1],M) ==>
        0 <= i < \at(p->q.size[2],M) ==> ProblemWeights{M}(p,b,h,i,w) ==> ProblemWeights{L}(p,b,h,i,w));
*/
/*@ // what is written overlaps nothing of matrix (b,h) of t
    predicate ApartOutputsHead{L}(attest_problem *p, outputs o, integer n, double *work, integer m,
      attest_tensor *t, integer b, integer h) =
      ApartHead(o.out,times(n,p->v.size[3]),t,b,h) && ApartHead(o.lse,span(o.lse,n),t,b,h) &&
      ApartHead(o.weights,span(o.weights,times(n,p->k.size[2])),t,b,h) && ApartHead(work,m,t,b,h);
    // query i of head (b,h) meets the same numbers at L as at M
    predicate SameQuery{L,M}(attest_problem *p, integer b, integer h, integer i) =
      Same(row(tmat{L}(\at(&p->q,L),b,h),i), row(tmat{M}(\at(&p->q,M),b,h),i), \at(p->q.size[3],M)) &&
      Same(masks{L}(p,b,h,i), masks{M}(p,b,h,i), \at(p->k.size[2],M)) &&
      Same(biases{L}(p,b,h,i), biases{M}(p,b,h,i), \at(p->k.size[2],M)) &&
      MatSame(tmat{L}(\at(&p->k,L),b,KvHead{L}(p,h)), tmat{M}(\at(&p->k,M),b,KvHead{M}(p,h)), \at(p->k.size[2],M), \at(p->q.size[3],M)) &&
      MatSame(tmat{L}(\at(&p->v,L),b,KvHead{L}(p,h)), tmat{M}(\at(&p->v,M),b,KvHead{M}(p,h)), \at(p->k.size[2],M), \at(p->v.size[3],M)) &&
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
   ensures bias: p->bias.data != \null ==> \forall integer b, h; 0 <= b < p->bias.size[0] ==> 0 <= h < p->bias.size[1] ==>
     ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->bias,b,h); @/
static void apart_outputs(const attest_problem *p, outputs o, const double *work) {}
*/

/* Head (b,h), to its rows of the outputs: the rows before them stay, and so do the problem and its answers. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires readable: ReadTensors(p);
    requires writable: ValidOutputs(p,o,Rows(p)) && \valid(work + (0 .. WorkSize(p)-1)) && \valid(vis + (0 .. p->k.size[2]-1));
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
static void attend_in_place(const attest_problem *p, int64_t b, int64_t h, outputs o, double *work, unsigned char *vis) {
  //@ assert scale_apart: ApartNumber(p,o,Rows(p),work,WorkSize(p),&p->scale);
  //@ assert softcap_apart: ApartNumber(p,o,Rows(p),work,WorkSize(p),&p->softcap);
  /*@ assert sink_apart: p->sink != \null ==> \forall integer h2; 0 <= h2 < p->q.size[1] ==>
        ApartNumber(p,o,Rows(p),work,WorkSize(p),p->sink + h2); */
  //@ assert real: IsReal(p->q.dtype) && IsReal(p->k.dtype) && IsReal(p->v.dtype) && (p->bias.data != \null ==> IsReal(p->bias.dtype));
  //@ assert place: 0 <= times(b,p->q.size[1]) + h < times(p->q.size[0],p->q.size[1]);
  //@ assert batch: 0 <= times(b,p->q.size[1]) <= MaxElements;
  //@ assert inside: 0 <= RowNumber(p,b,h,0) && RowNumber(p,b,h,0) + p->q.size[2] <= Rows(p);
  //@ assert group: 0 < p->q.size[1] / p->k.size[1] && times(p->k.size[1],p->q.size[1] / p->k.size[1]) == p->q.size[1];
  //@ assert shared: \forall integer h2; 0 <= h2 < p->q.size[1] ==> 0 <= KvHead(p,h2) < p->k.size[1];
  //@ ghost apart_outputs(p, o, work);
  attend_from_row(p, b, h, ref_times(ref_times(b, p->q.size[HEAD]) + h, p->q.size[ROW]), o, work, vis);
  /*@ assert carry_if: \forall integer b2, h2, i, c, real y; p->scale == \at(p->scale,Pre) ==> p->softcap == \at(p->softcap,Pre) ==>
        SameQuery{Here,Pre}(p,b2,h2,i) ==> 0 <= c < p->v.size[3] ==> ProblemOutput(p,b2,h2,i,c,y) ==> ProblemOutput{Pre}(p,b2,h2,i,c,y); */
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
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->q,b2,h2)) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
          MatSame(tmat(&p->q,b2,h2), tmat{Pre}(&p->q,b2,h2), p->q.size[2], p->q.size[3])); */
  /*@ assert k_same: \forall integer b2, h2;
        (0 <= b2 < p->k.size[0] ==> 0 <= h2 < p->k.size[1] ==> ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->k,b2,h2)) &&
        (0 <= b2 < p->k.size[0] ==> 0 <= h2 < p->k.size[1] ==>
          MatSame(tmat(&p->k,b2,h2), tmat{Pre}(&p->k,b2,h2), p->k.size[2], p->k.size[3])); */
  /*@ assert v_same: \forall integer b2, h2;
        (0 <= b2 < p->v.size[0] ==> 0 <= h2 < p->v.size[1] ==> ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->v,b2,h2)) &&
        (0 <= b2 < p->v.size[0] ==> 0 <= h2 < p->v.size[1] ==>
          MatSame(tmat(&p->v,b2,h2), tmat{Pre}(&p->v,b2,h2), p->v.size[2], p->v.size[3])); */
  /*@ assert bias_same: p->bias.data != \null ==> \forall integer b2, h2;
        (0 <= b2 < p->bias.size[0] ==> 0 <= h2 < p->bias.size[1] ==> ApartOutputsHead(p,o,Rows(p),work,WorkSize(p),&p->bias,b2,h2)) &&
        (0 <= b2 < p->bias.size[0] ==> 0 <= h2 < p->bias.size[1] ==>
          MatSame(tmat(&p->bias,b2,h2), tmat{Pre}(&p->bias,b2,h2), p->bias.size[2], p->bias.size[3])); */
  /*@ assert mask_same: p->mask.data != \null ==> \forall integer b2, h2;
        (0 <= b2 < p->mask.size[0] ==> 0 <= h2 < p->mask.size[1] ==> ApartFlagsHead(vis,p->k.size[2],&p->mask,b2,h2)) &&
        (0 <= b2 < p->mask.size[0] ==> 0 <= h2 < p->mask.size[1] ==>
          MatSame(tflags(&p->mask,b2,h2), tflags{Pre}(&p->mask,b2,h2), p->mask.size[2], p->mask.size[3])); */
  /*@ assert q_rows: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
        Same(row(tmat(&p->q,b2,h2),i), row(tmat{Pre}(&p->q,b2,h2),i), p->q.size[3]); */
  /*@ assert biases: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
        Same(biases(p,b2,h2,i), biases{Pre}(p,b2,h2,i), p->k.size[2]); */
  /*@ assert masks: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
        Same(masks(p,b2,h2,i), masks{Pre}(p,b2,h2,i), p->k.size[2]); */
  /*@ assert keys: \forall integer b2, h2; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        MatSame(tmat(&p->k,b2,KvHead(p,h2)), tmat{Pre}(&p->k,b2,KvHead(p,h2)), p->k.size[2], p->q.size[3]); */
  /*@ assert values: \forall integer b2, h2; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==>
        MatSame(tmat(&p->v,b2,KvHead(p,h2)), tmat{Pre}(&p->v,b2,KvHead(p,h2)), p->k.size[2], p->v.size[3]); */
  /*@ assert sight: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
        SameKeys(visible(p,b2,h2,i), visible{Pre}(p,b2,h2,i), p->k.size[2]); */
  /*@ assert same: \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
        SameQuery{Here,Pre}(p,b2,h2,i); */
  /*@ assert carry: \forall integer b2, h2, i, c, real y;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==> SameQuery{Here,Pre}(p,b2,h2,i)) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
          ProblemOutput(p,b2,h2,i,c,y) ==> ProblemOutput{Pre}(p,b2,h2,i,c,y)); */
  /*@ assert carry_lse: \forall integer b2, h2, i, real y;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==> SameQuery{Here,Pre}(p,b2,h2,i)) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
          ProblemLse(p,b2,h2,i,y) ==> ProblemLse{Pre}(p,b2,h2,i,y)); */
  /*@ assert carry_weights: \forall integer b2, h2, i, rvec w;
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
          SameQuery{Here,Pre}(p,b2,h2,i) && Same(w,w,p->k.size[2])) &&
        (0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
          ProblemWeights(p,b2,h2,i,w) ==> ProblemWeights{Pre}(p,b2,h2,i,w)); */
  /*@ assert seen: \forall integer b2, h2, i, j; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
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

void ref_attention(const attest_problem *p, double *out, double *lse, double *weights, double *work, unsigned char *vis) {
  const int64_t heads = p->q.size[HEAD], all = ref_times(p->q.size[BATCH], heads);
  const outputs o = {out, lse, weights};
  // head after head, in the order of their rows
  /*@ loop invariant range: 0 <= n <= all;
      loop invariant problem: GoodProblem(p);
      loop invariant readable: ReadTensors(p);
      loop invariant answers: SameAnswers{Pre,Here}(p);
      loop invariant output: \forall integer b, h, i, c; 0 <= b < p->q.size[0] ==> 0 <= h < heads ==> times(b,heads) + h < n ==>
        0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
        ProblemOutput{Pre}(p,b,h,i,c,el(fmat(out,p->v.size[3]),RowNumber{Pre}(p,b,h,i),c));
      loop invariant lse: lse != \null ==> \forall integer b, h, i; 0 <= b < p->q.size[0] ==> 0 <= h < heads ==> times(b,heads) + h < n ==>
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
          (0 <= i < p->q.size[2] ==> ProblemWeights{C}(p,b1,h1,i,row(fmat(weights,p->k.size[2]),RowNumber(p,b1,h1,i)))) &&
          (0 <= i < p->q.size[2] ==> ProblemWeights{Pre}(p,b1,h1,i,row(fmat(weights,p->k.size[2]),RowNumber(p,b1,h1,i)))); */
    /*@ assert earlier_output: \forall integer b2, h2, i, c; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < heads ==> times(b2,heads) + h2 < n ==>
          0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
          ProblemOutput{Pre}(p,b2,h2,i,c,el(fmat(out,p->v.size[3]),RowNumber(p,b2,h2,i),c)); */
    /*@ assert earlier_lse: lse != \null ==> \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < heads ==>
          times(b2,heads) + h2 < n ==> 0 <= i < p->q.size[2] ==> ProblemLse{Pre}(p,b2,h2,i,at(fvec(lse),RowNumber(p,b2,h2,i))); */
    /*@ assert earlier_weights: weights != \null ==> \forall integer b2, h2, i; 0 <= b2 < p->q.size[0] ==> 0 <= h2 < heads ==>
          times(b2,heads) + h2 < n ==> 0 <= i < p->q.size[2] ==>
          Same(row(fmat{C}(weights,p->k.size[2]),RowNumber(p,b2,h2,i)), row(fmat(weights,p->k.size[2]),RowNumber(p,b2,h2,i)),
            p->k.size[2]) &&
          ProblemWeights{Pre}(p,b2,h2,i,row(fmat(weights,p->k.size[2]),RowNumber(p,b2,h2,i))); */
  }
}
