/* Attention of one query q over keys k_j and values v_j (Vaswani et al. 2017, section 3.2.1):
     s_j   = cap(scale * sum_c q_c k_jc) + bias_j       for every visible key j, cap(x) = softcap * tanh(x / softcap)
     w     = softmax(s)                                 0 where key j is not visible
     out_c = sum_j w_j v_jc */
#include "ref/attention.h"

#include "ref/dot.h"
#include "ref/elementary.h"
#include "ref/logic/attention_laws.h"
#include "ref/softmax.h"

/*@ assigns \nothing; ensures value: \result == Cap(x,softcap); */
static double capped(double x, double softcap) {
  return softcap > 0 ? ref_product(softcap, ref_tanh(ref_quotient(x, softcap))) : x;
}

/* w[j] = s_j for every visible key */
/*@ requires sizes: QuerySizes(a);
    requires reach: QueryReach(a);
    requires readable: \valid_read(vis + (0 .. a.keys-1)) && ReadVec(a.q,a.d_k) && ReadKeysShown(a,vis);
    requires writable: \valid(w + (0 .. a.keys-1));
    requires apart: \separated(w + (0 .. a.keys-1), vis + (0 .. a.keys-1)) && ApartKeysShown(w,a.keys,a,vis);
    assigns w[0 .. a.keys-1];
    ensures scores: \forall integer j; 0 <= j < a.keys ==> vis[j] != 0 ==> w[j] == at(Scores{Pre}(a),j); */
static void score_row(ref_query a, const unsigned char *vis, double *w) {
  /*@ loop invariant range: 0 <= j <= a.keys;
      loop invariant scores: \forall integer t; 0 <= t < j ==> vis[t] != 0 ==> w[t] == at(Scores{Pre}(a),t);
      loop assigns j, w[0 .. a.keys-1];
      loop variant a.keys - j; */
  for (int64_t j = 0; j < a.keys; j++) {
    if (!vis[j]) continue;
    const ref_vector kj = ref_row(a.k, j);
    //@ assert readable_k: ReadVec(kj,a.d_k);
    //@ assert kept_q: Same(vec(a.q),vec{Pre}(a.q),a.d_k);
    //@ assert kept_k: Same(row(mat(a.k),j),row(mat{Pre}(a.k),j),a.d_k);
    //@ assert same_k: Same(vec(kj),row(mat{Pre}(a.k),j),a.d_k);
    //@ assert kept_bias: \let jj = j; at(optvec(a.bias),jj) == at(optvec{Pre}(a.bias),jj);
    const double x = ref_product(ref_dot(a.q, kj, a.d_k), a.scale);
    //@ assert scaled: x == at(dots(vec{Pre}(a.q),mat{Pre}(a.k),a.scale,a.d_k),j);
    w[j] = ref_sum(capped(x, a.softcap), ref_entry_or_zero(a.bias, j));
    //@ assert capped: \let jj = j; w[j] == Cap(x,a.softcap) + at(optvec{Pre}(a.bias),jj);
    //@ assert score: w[j] == at(Scores{Pre}(a),j);
  }
}

/* out[c] = sum over the visible j of w_j v_jc */
/*@ requires sizes: QuerySizes(a);
    requires reach: QueryReach(a);
    requires readable: \valid_read(vis + (0 .. a.keys-1)) && \valid_read(w + (0 .. a.keys-1)) && ReadValuesShown(a,vis);
    requires writable: \valid(out + (0 .. a.d_v-1));
    requires apart: \separated(out + (0 .. a.d_v-1), vis + (0 .. a.keys-1)) &&
      \separated(out + (0 .. a.d_v-1), w + (0 .. a.keys-1)) &&
      ApartValuesShown(out,a.d_v,a,vis);
    requires hidden: \forall integer j; 0 <= j < a.keys ==> vis[j] == 0 ==> w[j] == RZ;
    assigns out[0 .. a.d_v-1];
    ensures sums: \forall integer c; 0 <= c < a.d_v ==> out[c] == sum(pv(fvec{Pre}(w),col(mat{Pre}(a.v),c)),a.keys); */
static void weighted_sum(ref_query a, const unsigned char *vis, const double *w, double *out) {
  /*@ loop invariant range: 0 <= c <= a.d_v;
      loop invariant zero: \forall integer e; 0 <= e < c ==> out[e] == RZ;
      loop assigns c, out[0 .. a.d_v-1];
      loop variant a.d_v - c; */
  for (int64_t c = 0; c < a.d_v; c++) out[c] = ref_zero();
  /*@ loop invariant range: 0 <= j <= a.keys;
      loop invariant sums: \forall integer e; 0 <= e < a.d_v ==> out[e] == sum(pv(fvec{Pre}(w),col(mat{Pre}(a.v),e)),j);
      loop assigns j, out[0 .. a.d_v-1];
      loop variant a.keys - j; */
  for (int64_t j = 0; j < a.keys; j++) {
    /*@ assert step: \let jj = j; \forall integer e; sum(pv(fvec{Pre}(w),col(mat{Pre}(a.v),e)),jj+1) ==
          sum(pv(fvec{Pre}(w),col(mat{Pre}(a.v),e)),jj) + at(pv(fvec{Pre}(w),col(mat{Pre}(a.v),e)),jj); */
    if (!vis[j]) continue;
    const ref_vector vj = ref_row(a.v, j);
    //@ assert readable_v: ReadVec(vj,a.d_v);
    /*@ loop invariant range: 0 <= c <= a.d_v;
        loop invariant done: \forall integer e; 0 <= e < c ==> out[e] == sum(pv(fvec{Pre}(w),col(mat{Pre}(a.v),e)),j+1);
        loop invariant todo: \forall integer e; c <= e < a.d_v ==>
          out[e] == sum(pv(fvec{Pre}(w),col(mat{Pre}(a.v),e)),j);
        loop assigns c, out[0 .. a.d_v-1];
        loop variant a.d_v - c; */
    for (int64_t c = 0; c < a.d_v; c++) {
      //@ assert kept_w: w[j] == at(fvec{Pre}(w),j);
      //@ assert kept_v: \let jj = j; \let cc = c; at(vec(vj),cc) == el(mat{Pre}(a.v),jj,cc);
      out[c] = ref_sum(out[c], ref_product(w[j], ref_entry(vj, c)));
      /*@ assert term: \let jj = j; \let cc = c;
            out[c] == sum(pv(fvec{Pre}(w),col(mat{Pre}(a.v),cc)),jj) + at(pv(fvec{Pre}(w),col(mat{Pre}(a.v),cc)),jj); */
    }
  }
}

void ref_attention_row(ref_query a, unsigned char *vis, double *w, double *out, double *lse) {
  ref_visible_row(a.rule, a.mask, a.bias, a.keys, vis);
  //@ assert visible: \forall integer j; 0 <= j < a.keys ==> (vis[j] != 0 <==> Sees{Pre}(a,j));
  //@ assert same_visible: SameVis(bvec(vis),Seen{Pre}(a),a.keys);
  //@ assert shown: ReadKeysShown(a,vis) && ReadValuesShown(a,vis);
  //@ assert apart: ApartKeysShown(w,a.keys,a,vis);
  score_row(a, vis, w);
  //@ assert scored: SameOn(bvec(vis),fvec(w),Scores{Pre}(a),a.keys);
  ref_softmax_row(vis, w, a.keys, a.has_sink, a.sink, lse);
  //@ assert weights: Weights(Scores{Pre}(a),Seen{Pre}(a),a.keys,a.has_sink,a.sink,fvec(w));
  //@ assert total_one: SeesSome{Pre}(a) ==> a.has_sink == 0 ==> sum(fvec(w),a.keys) == 1;
  /*@ assert kept_v: \forall integer j, c; 0 <= j < a.keys ==> Sees{Pre}(a,j) ==> 0 <= c < a.d_v ==>
        el(mat(a.v),j,c) == el(mat{Pre}(a.v),j,c); */
  //@ assert same_v: SameRows(Seen{Pre}(a),mat(a.v),mat{Pre}(a.v),a.keys,a.d_v);
  //@ ghost Weighted: ;
  weighted_sum(a, vis, w, out);
  //@ assert kept_w: Same(fvec{Weighted}(w),fvec(w),a.keys);
  //@ assert kept_weights: Weights(Scores{Pre}(a),Seen{Pre}(a),a.keys,a.has_sink,a.sink,fvec(w));
  /*@ assert mean: \forall integer c; 0 <= c < a.d_v ==>
        Mean(Scores{Pre}(a),Seen{Pre}(a),col(mat{Weighted}(a.v),c),a.keys,a.has_sink,a.sink,out[c]); */
  /*@ assert mean_at_start: \forall integer c; 0 <= c < a.d_v ==>
        Mean(Scores{Pre}(a),Seen{Pre}(a),col(mat{Pre}(a.v),c),a.keys,a.has_sink,a.sink,out[c]); */
}
