/* Attention of one query q over keys k_j and values v_j [Vaswani2017, section 3.2.1]:
     s_j   = cap(scale * sum_c q_c k_jc) + bias_j       for every visible key j, cap(x) = softcap * tanh(x / softcap)
     w     = softmax(s)                                 0 where key j is not visible
     out_c = sum_j w_j v_jc */
#include "ref/attention.h"

#include "ref/element.h"
#include "ref/logic/attention_laws.h"
#include "ref/softmax.h"
#include "ref/visible.h"

/* the kv head of query head h */
/*@ requires problem: GoodSizes(p) && 0 <= h < p.q.size[1] && TensorInRange(p.q);
    assigns \nothing;
    ensures value: \result == KvHead(p,h);
    ensures range: 0 <= \result < p.k.size[1]; */
static int64_t kv_head(attest_problem p, int64_t h) {
  //@ assert group: 0 < p.q.size[1] / p.k.size[1] && times(p.k.size[1],p.q.size[1] / p.k.size[1]) == p.q.size[1];
  return h / (p.q.size[1] / p.k.size[1]);
}

/*@ requires problem: p.q.size[3] > 0;
    assigns \nothing;
    ensures value: \result == Scale(p); */
static double scale_of(attest_problem p) {
  return p.scale != 0 ? p.scale : 1 / ref_sqrt((double)p.q.size[ATTEST_COLUMN]);
}

/*@ requires off: softcap >= 0; assigns \nothing; ensures value: \result == Cap(x,softcap); */
static double capped(double x, double softcap) {
  if (softcap <= 0) return x;
  const double u = x / softcap;
  //@ assert quotient: Frac(u,softcap,x);
  const double y = softcap * ref_tanh(u);
  //@ assert product: Prop(y,softcap,Tanh(u));
  return y;
}

/*@ requires problem: GoodProblem(p) && IsQuery(p,b,h,i) && 0 <= j < p.k.size[2];
    requires head: g == KvHead(p,h) && 0 <= g < p.k.size[1];
    requires readable: ReadRow(p.q,b,h,i) && ReadRow(p.k,b,KvHead(p,h),j) && (p.bias.data != \null ==>
      ReadAt(p.bias,b,h,i,j));
    assigns \nothing;
    ensures value: \result == at(ScoresOf(p,b,h,i),j); */
static double score(attest_problem p, int64_t b, int64_t h, int64_t g, int64_t i, int64_t j) {
  double dot = 0;
  /*@ loop invariant range: 0 <= c <= p.q.size[3];
      loop invariant value: dot == sum(pv(row(tmat(p.q,b,h),i),row(KeysOf(p,b,h),j)),c);
      loop assigns c, dot; loop variant p.q.size[3] - c; */
  for (int64_t c = 0; c < p.q.size[ATTEST_COLUMN]; c++) {
    const double term = ref_element(p.q, b, h, i, c) * ref_element(p.k, b, g, j, c);
    //@ assert term: term == at(pv(row(tmat(p.q,b,h),i),row(KeysOf(p,b,h),j)),c);
    dot = dot + term;
  }
  const double scaled = dot * scale_of(p);
  //@ assert scaled: scaled == at(dots(row(tmat(p.q,b,h),i),KeysOf(p,b,h),Scale(p),p.q.size[3]),j);
  const double x = capped(scaled, p.softcap);
  return p.bias.data != NULL ? x + ref_element(p.bias, b, h, i, j) : x;
}

/* w[j] = s_j for every visible key */
/*@ requires problem: GoodProblem(p) && IsQuery(p,b,h,i);
    requires readable: \valid_read(vis + (0 .. p.k.size[2]-1)) && ReadRow(p.q,b,h,i) &&
      \forall integer j; 0 <= j < p.k.size[2] ==> vis[j] != 0 ==>
        ReadRow(p.k,b,KvHead(p,h),j) && (p.bias.data != \null ==> ReadAt(p.bias,b,h,i,j));
    requires writable: \valid(w + (0 .. p.k.size[2]-1));
    requires apart: \separated(w + (0 .. p.k.size[2]-1), vis + (0 .. p.k.size[2]-1)) && ApartProblem(w,p.k.size[2],p);
    assigns w[0 .. p.k.size[2]-1];
    ensures only: OnlyRow{Pre,Post}(w,p.k.size[2]);
    ensures scores: \forall integer j; 0 <= j < p.k.size[2] ==> vis[j] != 0 ==> w[j] == at(ScoresOf{Pre}(p,b,h,i),j); */
static void score_row(attest_problem p, int64_t b, int64_t h, int64_t i, const unsigned char *vis, double *w) {
  const int64_t g = kv_head(p, h);
  /*@ loop invariant range: 0 <= j <= p.k.size[2];
      loop invariant only: OnlyRow{Pre,Here}(w,p.k.size[2]);
      loop invariant scores: \forall integer t; 0 <= t < j ==> vis[t] != 0 ==> w[t] == at(ScoresOf{Pre}(p,b,h,i),t);
      loop assigns j, w[0 .. p.k.size[2]-1]; loop variant p.k.size[2] - j; */
  for (int64_t j = 0; j < p.k.size[ATTEST_POSITION]; j++)
    if (vis[j]) {
      //@ assert kept_q: KeptTensor{Pre,Here}(p.q);
      //@ assert kept_k: KeptTensor{Pre,Here}(p.k);
      //@ assert kept_bias: p.bias.data != \null ==> KeptTensor{Pre,Here}(p.bias);
      w[j] = score(p, b, h, g, i, j);
    }
}

/* out[c] = sum over the visible j of w_j v_jc */
/*@ requires problem: GoodProblem(p) && IsQuery(p,b,h,0);
    requires readable: \valid_read(vis + (0 .. p.k.size[2]-1)) && \valid_read(w + (0 .. p.k.size[2]-1)) &&
      \forall integer j; 0 <= j < p.k.size[2] ==> vis[j] != 0 ==> ReadRow(p.v,b,KvHead(p,h),j);
    requires writable: \valid(out + (0 .. p.v.size[3]-1));
    requires apart: \separated(out + (0 .. p.v.size[3]-1), vis + (0 .. p.k.size[2]-1), w + (0 .. p.k.size[2]-1)) &&
      ApartProblem(out,p.v.size[3],p);
    requires hidden: \forall integer j; 0 <= j < p.k.size[2] ==> vis[j] == 0 ==> w[j] == RZ;
    assigns out[0 .. p.v.size[3]-1];
    ensures sums: \forall integer c; 0 <= c < p.v.size[3] ==>
      out[c] == sum(pv(fvec{Pre}(w),col(ValuesOf{Pre}(p,b,h),c)),p.k.size[2]); */
static void weighted_sum(attest_problem p, int64_t b, int64_t h, const unsigned char *vis, const double *w,
                         double *out) {
  const int64_t g = kv_head(p, h);
  /*@ loop invariant range: 0 <= c <= p.v.size[3];
      loop invariant only: OnlyRow{Pre,Here}(out,p.v.size[3]);
      loop invariant sums: \forall integer e; 0 <= e < c ==>
        out[e] == sum(pv(fvec{Pre}(w),col(ValuesOf{Pre}(p,b,h),e)),p.k.size[2]);
      loop assigns c, out[0 .. p.v.size[3]-1]; loop variant p.v.size[3] - c; */
  for (int64_t c = 0; c < p.v.size[ATTEST_COLUMN]; c++) {
    double s = 0;
    //@ assert tv: KeptTensor{Pre,Here}(p.v);
    /*@ loop invariant range: 0 <= j <= p.k.size[2];
        loop invariant value: s == sum(pv(fvec{Pre}(w),col(ValuesOf{Pre}(p,b,h),c)),j);
        loop assigns j, s; loop variant p.k.size[2] - j; */
    for (int64_t j = 0; j < p.k.size[ATTEST_POSITION]; j++) {
      if (!vis[j]) continue;
      const double v = ref_element(p.v, b, g, j, c), term = w[j] * v;
      //@ assert kept_w: \let jj = j; w[jj] == at(fvec{Pre}(w),jj);
      //@ assert value: \let jj = j; \let cc = c; v == el(ValuesOf{Pre}(p,b,h),jj,cc);
      //@ assert product: Prop(term,w[j],v);
      //@ assert term: term == at(pv(fvec{Pre}(w),col(ValuesOf{Pre}(p,b,h),c)),j);
      s = s + term;
    }
    out[c] = s;
  }
}

double ref_attention_row(attest_problem p, int64_t b, int64_t h, int64_t i, unsigned char *vis, double *w,
                         double *out) {
  ref_visible_row(p, b, h, i, vis);
  //@ assert visible: SameVis(bvec(vis),visible{Pre}(p,b,h,i),p.k.size[2]);
  score_row(p, b, h, i, vis, w);
  //@ assert scored: SameOn(bvec(vis),fvec(w),ScoresOf{Pre}(p,b,h,i),p.k.size[2]);
  //@ assert sinks: Sink(p,h) == Sink{Pre}(p,h);
  const double lse = ref_softmax_row(vis, w, p.k.size[ATTEST_POSITION], p.sink != NULL, p.sink != NULL ? p.sink[h] : 0);
  //@ assert v: KeptTensor{Pre,Here}(p.v);
  //@ assert weights: OutputWeights{Pre}(p,b,h,i,fvec(w));
  //@ ghost Weighted: ;
  weighted_sum(p, b, h, vis, w, out);
  //@ assert kept_w: Same(fvec{Weighted}(w),fvec(w),p.k.size[2]);
  return lse;
}
