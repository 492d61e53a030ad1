/* out_i = sum_j softmax_j(scale * q_i . k_j) v_j, over j <= i only if causal */
#include "ref/head.h"

#include "ref/attention.h"
#include "ref/logic/attention_ext.h"
#include "ref/logic/separate_laws.h"

/* Row i of the head as a query. */
/*@ requires sizes: GoodHead(a) && 0 <= i < a.rows;
    requires readable: ReadHead(a);
    assigns \nothing;
    ensures parts: \result.keys == a.keys && \result.d_v == a.d_v && \result.k == a.k && \result.v == a.v &&
      \result.mask.at == \null;
    ensures sizes: QuerySizes(\result) && RuleInRange(\result.rule) && QueryReach(\result);
    ensures readable: ReadQuery(\result);
    ensures apart: \forall double *p, integer n; ApartFromHead(p,n,a) ==> ApartQuery(p,n,\result);
    ensures output: \forall integer c, real y; 0 <= c < a.d_v ==> Output(\result,c,y) ==> HeadOutput(a,i,c,y); */
static ref_query query_of(ref_head a, int64_t i) {
  const ref_rule rule = {.kv_len = a.keys, .position = i, .causal = a.causal, .left = -1, .right = -1};
  const ref_vector q = ref_row(a.q, i);
  //@ assert place: \forall integer c; q.at + times(c,q.step) == a.q.at + (times(i,a.q.row) + times(c,a.q.col));
  //@ assert row: ReadRow(a.q,i,a.d_k);
  //@ assert readable_q: ReadVec(q,a.d_k);
  //@ assert query: Same(vec(q), row(mat(a.q),i), a.d_k);
  //@ assert apart_q: \forall double *p, integer n; SepMat(p,n,a.q,a.rows,a.d_k) ==> SepVec(p,n,q,a.d_k);
  const ref_query row = {.keys = a.keys,
                         .d_k = a.d_k,
                         .d_v = a.d_v,
                         .q = q,
                         .k = a.k,
                         .v = a.v,
                         .rule = rule,
                         .scale = a.scale,
                         .softcap = ref_zero(),
                         .sink = ref_zero()};
  //@ assert bias: Same(optvec(row.bias), zeros, a.keys);
  //@ assert seen: SameKeys(seen(rule,optflags(row.mask),optvec(row.bias)), keys_seen(a.causal,i), a.keys);
  //@ assert keys: MatSame(mat(row.k), mat(a.k), a.keys, a.d_k);
  //@ assert values: MatSame(mat(row.v), mat(a.v), a.keys, a.d_v);
  //@ assert readable_k: ReadSeenRows(row,row.k,a.d_k);
  //@ assert readable_v: ReadSeenRows(row,row.v,a.d_v);
  //@ assert apart_k: \forall double *p, integer n; SepMat(p,n,a.k,a.keys,a.d_k) ==> ApartSeenRows(p,n,row,row.k,a.d_k);
  //@ assert apart_v: \forall double *p, integer n; SepMat(p,n,a.v,a.keys,a.d_v) ==> ApartSeenRows(p,n,row,row.v,a.d_v);
  return row;
}

/* Row i: y[d_v]. */
/*@ requires sizes: GoodHead(a) && 0 <= i < a.rows;
    requires readable: ReadHead(a);
    requires writable: \valid(y + (0 .. a.d_v-1)) && \valid(w + (0 .. a.keys-1)) && \valid(vis + (0 .. a.keys-1));
    requires apart: \separated(y + (0 .. a.d_v-1), w + (0 .. a.keys-1), vis + (0 .. a.keys-1));
    requires apart_y: ApartFromHead(y,a.d_v,a);
    requires apart_w: ApartFromHead(w,a.keys,a);
    assigns y[0 .. a.d_v-1], w[0 .. a.keys-1], vis[0 .. a.keys-1];
    ensures output: \forall integer c; 0 <= c < a.d_v ==> HeadOutput{Pre}(a,i,c,y[c]); */
static void attend_row(ref_head a, int64_t i, double *y, double *w, unsigned char *vis) {
  double lse;
  //@ assert lasting_q: \forall integer j; ReadRow{Pre}(a.q,j,a.d_k) ==> ReadRow(a.q,j,a.d_k);
  //@ assert lasting_k: \forall integer j; ReadRow{Pre}(a.k,j,a.d_k) ==> ReadRow(a.k,j,a.d_k);
  //@ assert lasting_v: \forall integer j; ReadRow{Pre}(a.v,j,a.d_v) ==> ReadRow(a.v,j,a.d_v);
  //@ assert apart_lse: ApartFromHead(&lse,1,a);
  ref_attention_row(query_of(a, i), vis, w, y, &lse);
}

void ref_attend_head(ref_head a, double *out, double *w, unsigned char *vis) {
  /*@ loop invariant range: 0 <= i <= a.rows;
      loop invariant output: \forall integer r, c; 0 <= r < i ==> 0 <= c < a.d_v ==>
        HeadOutput{Pre}(a,r,c,el(fmat(out,a.d_v),r,c));
      loop assigns i, out[0 .. times(a.rows,a.d_v)-1], w[0 .. a.keys-1], vis[0 .. a.keys-1];
      loop variant a.rows - i; */
  for (int64_t i = 0; i < a.rows; i++) {
    double *y = out + ref_times(i, a.d_v);
    //@ assert inside: 0 <= times(i,a.d_v) && times(i,a.d_v) + a.d_v <= times(a.rows,a.d_v);
    //@ assert apart_y: ApartFromHead(y,a.d_v,a);
    //@ assert kept_q: MatSame(mat(a.q), mat{Pre}(a.q), a.rows, a.d_k);
    //@ assert kept_k: MatSame(mat(a.k), mat{Pre}(a.k), a.keys, a.d_k);
    //@ assert kept_v: MatSame(mat(a.v), mat{Pre}(a.v), a.keys, a.d_v);
    //@ assert query: \let ii = i; Same(row(mat(a.q),ii), row(mat{Pre}(a.q),ii), a.d_k);
    //@ assert keys: \let ii = i; SameKeys(keys_seen(a.causal,ii), keys_seen(a.causal,ii), a.keys);
    //@ assert bias: Same(zeros, zeros, a.keys);
    /*@ assert carry: \let ii = i; \forall integer c, real r; 0 <= c < a.d_v ==> HeadOutput(a,ii,c,r) ==>
          HeadOutput{Pre}(a,ii,c,r); */
    /*@ assert before: \forall integer r; 0 <= r < i ==> 0 <= times(r,a.d_v) &&
          times(r,a.d_v) + a.d_v <= times(i,a.d_v); */
    //@ ghost Row: ;
    attend_row(a, i, y, w, vis);
    /*@ assert kept: \forall integer r, c; 0 <= r < i ==> 0 <= c < a.d_v ==>
          el(fmat(out,a.d_v),r,c) == el(fmat{Row}(out,a.d_v),r,c); */
    /*@ assert earlier: \forall integer r, c; 0 <= r < i ==> 0 <= c < a.d_v ==>
          HeadOutput{Pre}(a,r,c,el(fmat(out,a.d_v),r,c)); */
    //@ assert place: \let ii = i; \forall integer c; el(fmat(out,a.d_v),ii,c) == y[c];
    //@ assert row: \let ii = i; \forall integer c; 0 <= c < a.d_v ==> HeadOutput{Pre}(a,ii,c,el(fmat(out,a.d_v),ii,c));
  }
}
