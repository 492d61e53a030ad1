/* head_h = attention(Q_h, K_g, V_g), g = h / (q_heads / kv_heads). Splitting a projection into heads is a matter of
   strides: head h is columns h*d .. */
#include "ref/heads.h"

#include "ref/elementary.h"
#include "ref/head.h"
#include "ref/logic/attention_ext.h"
#include "ref/logic/attention_value_laws.h"
#include "ref/logic/contiguous.h"
#include "ref/logic/heads_places.h"
#include "ref/logic/separate_laws.h"

/* Head h of a projection to heads of d columns. */
/*@ requires sizes: 0 <= h < heads && 0 < d && times(heads,d) <= MaxSize;
    assigns \nothing;
    ensures view: HeadView(\result,p,h,heads,d);
    ensures reach: \forall integer n; n <= MaxSize ==> Reach(n,\result.row);
    ensures reach_columns: Reach(d,\result.col); */
static ref_matrix head_of(double *p, int64_t h, int64_t heads, int64_t d) {
  return (ref_matrix){p + ref_times(h, d), ref_times(heads, d), 1};
}

/* The kv head that query head h shares. */
/*@ requires heads: 0 <= h < q_heads && 0 < kv_heads && q_heads % kv_heads == 0;
    assigns \nothing;
    ensures value: \result == kv_head(h,q_heads / kv_heads);
    ensures range: 0 <= \result < kv_heads; */
static int64_t shared_head(int64_t h, int64_t q_heads, int64_t kv_heads) {
  const int64_t group = q_heads / kv_heads;
  //@ assert grouped: Grouped(q_heads,kv_heads,group);
  return h / group;
}

/*@ requires columns: 0 < d_k; assigns \nothing; ensures value: \result == default_scale(d_k); */
static double scale_of(int64_t d_k) { return ref_quotient(ref_one(), ref_sqrt((double)d_k)); }

/* Head h, z being q_len x d_v, in terms of any Q, K, V that are what q, k, v hold. */
/*@ requires sizes: HeadSizes(s) && 0 <= h < s.q_heads;
    requires readable: \valid_read(q + (0 .. times(s.q_len,times(s.q_heads,s.d_k))-1)) &&
      \valid_read(k + (0 .. times(s.kv_len,times(s.kv_heads,s.d_k))-1)) &&
      \valid_read(v + (0 .. times(s.kv_len,times(s.kv_heads,s.d_v))-1));
    requires writable: \valid(z + (0 .. times(s.q_len,s.d_v)-1)) && \valid(w + (0 .. s.kv_len-1)) &&
      \valid(vis + (0 .. s.kv_len-1));
    requires apart: \separated(z + (0 .. times(s.q_len,s.d_v)-1), w + (0 .. s.kv_len-1), vis + (0 .. s.kv_len-1));
    requires apart_z: ApartHeads(z,times(s.q_len,s.d_v),s,q,k,v);
    requires apart_w: ApartHeads(w,s.kv_len,s,q,k,v);
    assigns z[0 .. times(s.q_len,s.d_v)-1], w[0 .. s.kv_len-1], vis[0 .. s.kv_len-1];
    ensures value: \forall rmat Q, K, V, integer i, c; HoldHeads{Pre}(s,q,k,v,Q,K,V) ==> 0 <= i < s.q_len ==>
      0 <= c < s.d_v ==>
      el(fmat(z,s.d_v),i,c) == el(attended(Q,K,V,s.q_heads / s.kv_heads,s.d_k,s.d_v,s.kv_len,causal,i),h,c); */
static void attend_one(ref_head_sizes s, int causal, int64_t h, double *q, double *k, double *v, double *z, double *w,
                       unsigned char *vis) {
  const int64_t g = shared_head(h, s.q_heads, s.kv_heads);
  const ref_head a = {.rows = s.q_len,
                      .keys = s.kv_len,
                      .d_k = s.d_k,
                      .d_v = s.d_v,
                      .q = head_of(q, h, s.q_heads, s.d_k),
                      .k = head_of(k, g, s.kv_heads, s.d_k),
                      .v = head_of(v, g, s.kv_heads, s.d_v),
                      .scale = scale_of(s.d_k),
                      .causal = causal};
  //@ assert sizes: GoodHead(a);
  //@ assert readable: ReadHead(a);
  //@ assert apart_z: ApartFromHead(z,times(s.q_len,s.d_v),a);
  //@ assert apart_w: ApartFromHead(w,s.kv_len,a);
  //@ assert seen: \forall integer i; SameKeys(keys_seen(causal,i), keys_seen(causal,i), s.kv_len);
  //@ assert bias: Same(zeros, zeros, s.kv_len);
  /*@ assert same: \forall rmat Q, K, V; HoldHeads(s,q,k,v,Q,K,V) ==>
        MatSame(mat(a.q), columns(Q,times(h,s.d_k)), s.q_len, s.d_k) &&
        MatSame(mat(a.k), columns(K,times(g,s.d_k)), s.kv_len, s.d_k) &&
          MatSame(mat(a.v), columns(V,times(g,s.d_v)), s.kv_len, s.d_v); */
  /*@ assert query: \forall rmat Q, K, V, integer i; HoldHeads(s,q,k,v,Q,K,V) ==> 0 <= i < s.q_len ==>
        Same(row(mat(a.q),i), row(columns(Q,times(h,s.d_k)),i), s.d_k); */
  /*@ assert carry: \forall rmat Q, K, V, integer i, c, real y; HoldHeads(s,q,k,v,Q,K,V) ==> 0 <= i < s.q_len ==>
        0 <= c < s.d_v ==>
        HeadOutput(a,i,c,y) ==> y == el(attended(Q,K,V,s.q_heads / s.kv_heads,s.d_k,s.d_v,s.kv_len,causal,i),h,c); */
  ref_attend_head(a, z, w, vis);
}

void ref_attend_heads(ref_head_sizes s, int causal, double *q, double *k, double *v, double *z, double *w,
                      unsigned char *vis) {
  const int64_t size = ref_times(s.q_len, s.d_v);
  //@ assert size: times(times(s.q_heads,s.q_len),s.d_v) == times(s.q_heads,size);
  /*@ loop invariant range: 0 <= h <= s.q_heads;
      loop invariant value: \forall integer i, g, c; 0 <= i < s.q_len ==> 0 <= g < h ==> 0 <= c < s.d_v ==>
        el(heads(z,s.q_len,s.d_v,i),g,c) == el(AttendedHeads{Pre}(s,causal,q,k,v,i),g,c);
      loop assigns h, z[0 .. times(times(s.q_heads,s.q_len),s.d_v)-1], w[0 .. s.kv_len-1], vis[0 .. s.kv_len-1];
      loop variant s.q_heads - h; */
  for (int64_t h = 0; h < s.q_heads; h++) {
    double *zh = z + ref_times(h, size);
    //@ assert inside: 0 <= times(h,size) && times(h,size) + size <= times(s.q_heads,size);
    //@ assert apart: \separated(zh + (0 .. size-1), w + (0 .. s.kv_len-1), vis + (0 .. s.kv_len-1));
    //@ assert apart_z: ApartHeads(zh,size,s,q,k,v);
    //@ assert memory_q: \forall integer t; 0 <= t < times(s.q_len,times(s.q_heads,s.d_k)) ==> q[t] == \at(q[t],Pre);
    /*@ assert kept_q: MatSame(fmat(q,times(s.q_heads,s.d_k)), fmat{Pre}(q,times(s.q_heads,s.d_k)), s.q_len,
          times(s.q_heads,s.d_k)); */
    //@ assert memory_k: \forall integer t; 0 <= t < times(s.kv_len,times(s.kv_heads,s.d_k)) ==> k[t] == \at(k[t],Pre);
    /*@ assert kept_k: MatSame(fmat(k,times(s.kv_heads,s.d_k)), fmat{Pre}(k,times(s.kv_heads,s.d_k)), s.kv_len,
          times(s.kv_heads,s.d_k)); */
    //@ assert memory_v: \forall integer t; 0 <= t < times(s.kv_len,times(s.kv_heads,s.d_v)) ==> v[t] == \at(v[t],Pre);
    /*@ assert kept_v: MatSame(fmat(v,times(s.kv_heads,s.d_v)), fmat{Pre}(v,times(s.kv_heads,s.d_v)), s.kv_len,
          times(s.kv_heads,s.d_v)); */
    //@ ghost Head: ;
    attend_one(s, causal, h, q, k, v, zh, w, vis);
    /*@ assert untouched: \let hh = h; \forall integer t; 0 <= t < times(hh,times(s.q_len,s.d_v)) ==>
          \at(z[t],Head) == z[t]; */
    /*@ assert earlier: \let hh = h; \forall integer i; 0 <= i < s.q_len ==>
          MatSame(heads{Head}(z,s.q_len,s.d_v,i), heads(z,s.q_len,s.d_v,i), hh, s.d_v); */
    //@ assert place: \let hh = h; \forall integer i, c; el(heads(z,s.q_len,s.d_v,i),hh,c) == el(fmat(zh,s.d_v),i,c);
    /*@ assert head: \let hh = h; \forall integer i, c; 0 <= i < s.q_len ==> 0 <= c < s.d_v ==>
          el(heads(z,s.q_len,s.d_v,i),hh,c) == el(AttendedHeads{Pre}(s,causal,q,k,v,i),hh,c); */
  }
}
