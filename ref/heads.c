/* head_h = attention(Q_h, K_g, V_g), g = h / (q_heads / kv_heads). Splitting a projection into heads is a matter of strides: head h is
   columns h*d .. (BSHD). */
#include "ref/heads.h"

#include "ref/problem.h"

#include "ref/logic/attention_value_laws.h"
#include "ref/logic/heads_places.h"

void ref_attend_heads(ref_head_sizes s, int causal, double *q, double *k, double *v, double *z, double *w, unsigned char *vis) {
  const int64_t q_row = ref_times(s.q_heads, s.d_k), k_row = ref_times(s.kv_heads, s.d_k), v_row = ref_times(s.kv_heads, s.d_v);
  const attest_problem p = {.q = {.data = q, .dtype = ATTEST_F64, .size = {1, s.q_heads, s.q_len, s.d_k}, .stride = {0, s.d_k, q_row, 1}},
                            .k = {.data = k, .dtype = ATTEST_F64, .size = {1, s.kv_heads, s.kv_len, s.d_k}, .stride = {0, s.d_k, k_row, 1}},
                            .v = {.data = v, .dtype = ATTEST_F64, .size = {1, s.kv_heads, s.kv_len, s.d_v}, .stride = {0, s.d_v, v_row, 1}},
                            .scale = ref_zero(),
                            .softcap = ref_zero(),
                            .causal = causal != 0,
                            .alignment = ATTEST_ALIGN_TOP_LEFT};
  //@ ghost Ready: ;
  //@ assert first_batch: times(0,p.q.size[1]) == 0 && p.q.size[1] == s.q_heads && p.q.size[2] == s.q_len;
  //@ assert row_number: \forall integer h, i; RowNumber(&p,0,h,i) == times(h,s.q_len) + i;
  //@ assert row_place: \forall integer h, i; times(RowNumber(&p,0,h,i),s.d_v) == times(h,times(s.q_len,s.d_v)) + times(i,s.d_v);
  //@ assert absent: p.kv_len == \null && p.mask.data == \null && p.bias.data == \null && p.sink == \null;
  //@ assert rule: p.windowed == 0 && (p.causal != 0 <==> causal != 0) && Offset(&p,0) == 0 && KvLen(&p,0) == s.kv_len;
  //@ assert view: \forall integer h, i; visible(&p,0,h,i) == shown(s.kv_len,p.causal,0,p.window_left,p.window_right,i,all(1),all(RZ));
  //@ assert seen: \forall integer h, i; SameKeys(visible(&p,0,h,i), keys_seen(causal,i), s.kv_len);
  //@ assert bias: \forall integer h, i; Same(biases(&p,0,h,i), zeros, s.kv_len);
  //@ assert options: p.scale == RZ && p.softcap == RZ;
  //@ assert scale: Scale(&p) == default_scale(s.d_k);
  //@ assert sink: \forall integer h; HasSink(&p) == 0 && Sink(&p,h) == RZ;
  //@ assert grouped: Grouped(s.q_heads,s.kv_heads,s.q_heads / s.kv_heads);
  //@ assert kv: \let g = s.q_heads / s.kv_heads; \forall integer h; KvHead(&p,h) == kv_head(h,g);
  //@ assert kv_range: \forall integer h; 0 <= h < s.q_heads ==> 0 <= KvHead(&p,h) < s.kv_heads;
  //@ assert data: (double *)p.q.data == q && (double *)p.k.data == k && (double *)p.v.data == v;
  //@ assert rows_q: \forall integer i; 0 <= i < s.q_len ==> 0 <= times(i,q_row) && times(i,q_row) + q_row <= times(s.q_len,q_row);
  //@ assert heads_q: \forall integer h; 0 <= h < s.q_heads ==> 0 <= times(h,s.d_k) && times(h,s.d_k) + s.d_k <= q_row;
  /*@ assert spot_q: \forall integer h, i, c; 0 <= h < s.q_heads ==> 0 <= i < s.q_len ==> 0 <= c < s.d_k ==>
        spot(origin(0,h,0,s.d_k),i,c,q_row,1) == times(i,q_row) + (times(h,s.d_k) + c) &&
        0 <= spot(origin(0,h,0,s.d_k),i,c,q_row,1) < times(s.q_len,q_row); */
  /*@ assert tensor_q: \forall integer h; tmat(&p.q,0,h) ==
        elems(q, (float *)p.q.data, (uint16_t *)p.q.data, ATTEST_F64, origin(0,h,0,s.d_k), q_row, 1); */
  /*@ assert split_q: \forall integer h; 0 <= h < s.q_heads ==>
        MatSame(elems(q, (float *)p.q.data, (uint16_t *)p.q.data, ATTEST_F64, origin(0,h,0,s.d_k), q_row, 1),
                columns(fmat{Pre}(q,q_row),times(h,s.d_k)), s.q_len, s.d_k); */
  //@ assert head_q: \forall integer h; 0 <= h < s.q_heads ==> MatSame(tmat(&p.q,0,h), columns(fmat{Pre}(q,q_row),times(h,s.d_k)), s.q_len, s.d_k);
  //@ assert rows_k: \forall integer i; 0 <= i < s.kv_len ==> 0 <= times(i,k_row) && times(i,k_row) + k_row <= times(s.kv_len,k_row);
  //@ assert heads_k: \forall integer h; 0 <= h < s.kv_heads ==> 0 <= times(h,s.d_k) && times(h,s.d_k) + s.d_k <= k_row;
  /*@ assert spot_k: \forall integer h, i, c; 0 <= h < s.kv_heads ==> 0 <= i < s.kv_len ==> 0 <= c < s.d_k ==>
        spot(origin(0,h,0,s.d_k),i,c,k_row,1) == times(i,k_row) + (times(h,s.d_k) + c) &&
        0 <= spot(origin(0,h,0,s.d_k),i,c,k_row,1) < times(s.kv_len,k_row); */
  /*@ assert tensor_k: \forall integer h; tmat(&p.k,0,h) ==
        elems(k, (float *)p.k.data, (uint16_t *)p.k.data, ATTEST_F64, origin(0,h,0,s.d_k), k_row, 1); */
  /*@ assert split_k: \forall integer h; 0 <= h < s.kv_heads ==>
        MatSame(elems(k, (float *)p.k.data, (uint16_t *)p.k.data, ATTEST_F64, origin(0,h,0,s.d_k), k_row, 1),
                columns(fmat{Pre}(k,k_row),times(h,s.d_k)), s.kv_len, s.d_k); */
  //@ assert head_k: \forall integer g; 0 <= g < s.kv_heads ==> MatSame(tmat(&p.k,0,g), columns(fmat{Pre}(k,k_row),times(g,s.d_k)), s.kv_len, s.d_k);
  //@ assert rows_v: \forall integer i; 0 <= i < s.kv_len ==> 0 <= times(i,v_row) && times(i,v_row) + v_row <= times(s.kv_len,v_row);
  //@ assert heads_v: \forall integer h; 0 <= h < s.kv_heads ==> 0 <= times(h,s.d_v) && times(h,s.d_v) + s.d_v <= v_row;
  /*@ assert spot_v: \forall integer h, i, c; 0 <= h < s.kv_heads ==> 0 <= i < s.kv_len ==> 0 <= c < s.d_v ==>
        spot(origin(0,h,0,s.d_v),i,c,v_row,1) == times(i,v_row) + (times(h,s.d_v) + c) &&
        0 <= spot(origin(0,h,0,s.d_v),i,c,v_row,1) < times(s.kv_len,v_row); */
  /*@ assert tensor_v: \forall integer h; tmat(&p.v,0,h) ==
        elems(v, (float *)p.v.data, (uint16_t *)p.v.data, ATTEST_F64, origin(0,h,0,s.d_v), v_row, 1); */
  /*@ assert split_v: \forall integer h; 0 <= h < s.kv_heads ==>
        MatSame(elems(v, (float *)p.v.data, (uint16_t *)p.v.data, ATTEST_F64, origin(0,h,0,s.d_v), v_row, 1),
                columns(fmat{Pre}(v,v_row),times(h,s.d_v)), s.kv_len, s.d_v); */
  //@ assert head_v: \forall integer g; 0 <= g < s.kv_heads ==> MatSame(tmat(&p.v,0,g), columns(fmat{Pre}(v,v_row),times(g,s.d_v)), s.kv_len, s.d_v);
  //@ assert query: \forall integer h, i; 0 <= h < s.q_heads ==> 0 <= i < s.q_len ==> Same(row(tmat(&p.q,0,h),i), row(columns(fmat{Pre}(q,q_row),times(h,s.d_k)),i), s.d_k);
  /*@ assert carry: \forall integer h, i, c, real y; 0 <= h < s.q_heads ==> 0 <= i < s.q_len ==> 0 <= c < s.d_v ==>
        ProblemOutput(&p,0,h,i,c,y) ==> y == el(AttendedHeads{Pre}(s,causal,q,k,v,i),h,c); */
  /*@ assert start_q: \forall integer o, h, i, c; 0 <= h < s.q_heads ==> 0 <= i < s.q_len ==> 0 <= c < s.d_k ==>
        o == origin(0,h,0,s.d_k) + times(i,q_row) ==> 0 <= spot(o,0,c,q_row,1) < times(s.q_len,q_row); */
  /*@ assert valid_q: \forall integer o, h, i, c; 0 <= h < s.q_heads ==> 0 <= i < s.q_len ==> 0 <= c < s.d_k ==>
        o == origin(0,h,0,s.d_k) + times(i,q_row) ==> \valid_read(q + spot(o,0,c,q_row,1)); */
  //@ assert row_q: \forall integer h, i; 0 <= h < s.q_heads ==> 0 <= i < s.q_len ==> ReadTensorRow(&p.q,0,h,i);
  /*@ assert start_k: \forall integer o, h, i, c; 0 <= h < s.kv_heads ==> 0 <= i < s.kv_len ==> 0 <= c < s.d_k ==>
        o == origin(0,h,0,s.d_k) + times(i,k_row) ==> 0 <= spot(o,0,c,k_row,1) < times(s.kv_len,k_row); */
  /*@ assert valid_k: \forall integer o, h, i, c; 0 <= h < s.kv_heads ==> 0 <= i < s.kv_len ==> 0 <= c < s.d_k ==>
        o == origin(0,h,0,s.d_k) + times(i,k_row) ==> \valid_read(k + spot(o,0,c,k_row,1)); */
  //@ assert row_k: \forall integer g, j; 0 <= g < s.kv_heads ==> 0 <= j < s.kv_len ==> ReadTensorRow(&p.k,0,g,j);
  /*@ assert start_v: \forall integer o, h, i, c; 0 <= h < s.kv_heads ==> 0 <= i < s.kv_len ==> 0 <= c < s.d_v ==>
        o == origin(0,h,0,s.d_v) + times(i,v_row) ==> 0 <= spot(o,0,c,v_row,1) < times(s.kv_len,v_row); */
  /*@ assert valid_v: \forall integer o, h, i, c; 0 <= h < s.kv_heads ==> 0 <= i < s.kv_len ==> 0 <= c < s.d_v ==>
        o == origin(0,h,0,s.d_v) + times(i,v_row) ==> \valid_read(v + spot(o,0,c,v_row,1)); */
  //@ assert row_v: \forall integer g, j; 0 <= g < s.kv_heads ==> 0 <= j < s.kv_len ==> ReadTensorRow(&p.v,0,g,j);
  //@ assert reach_columns: Reach(1,0) && Reach(s.d_k,1) && Reach(s.d_v,1);
  //@ assert reach_heads: Reach(s.q_heads,s.d_k) && Reach(s.kv_heads,s.d_k) && Reach(s.kv_heads,s.d_v);
  //@ assert reach_rows: Reach(s.q_len,q_row) && Reach(s.kv_len,k_row) && Reach(s.kv_len,v_row);
  //@ assert present: 0 < s.q_len ==> 0 < times(s.q_len,q_row) && q != \null;
  //@ assert present_kv: 0 < s.kv_len ==> 0 < times(s.kv_len,k_row) && k != \null && 0 < times(s.kv_len,v_row) && v != \null;
  //@ assert operand_q: Operand(&p.q);
  //@ assert operand_k: Operand(&p.k);
  //@ assert operand_v: Operand(&p.v);
  //@ assert sizes: GoodSizes(&p);
  //@ assert rows: Rows(&p) == times(s.q_heads,s.q_len);
  //@ assert countable: CountableOutputs(&p);
  //@ assert good: GoodProblem(&p);
  //@ assert work_size: WorkSize(&p) == s.kv_len;
  //@ assert read_q: ReadRows(&p.q);
  //@ assert read_k: ReadKeys(&p,&p.k);
  //@ assert read_v: ReadKeys(&p,&p.v);
  //@ assert apart_zq: ApartTensor(z,times(times(s.q_heads,s.q_len),s.d_v),&p.q);
  //@ assert apart_zk: ApartTensor(z,times(times(s.q_heads,s.q_len),s.d_v),&p.k);
  //@ assert apart_zv: ApartTensor(z,times(times(s.q_heads,s.q_len),s.d_v),&p.v);
  //@ assert apart_wq: ApartTensor(w,s.kv_len,&p.q);
  //@ assert apart_wk: ApartTensor(w,s.kv_len,&p.k);
  //@ assert apart_wv: ApartTensor(w,s.kv_len,&p.v);
  ref_attention(&p, z, NULL, NULL, w, vis);
  /*@ assert output: \forall integer h, i, c; 0 <= h < s.q_heads ==> 0 <= i < s.q_len ==> 0 <= c < s.d_v ==>
        ProblemOutput{Ready}(&p,0,h,i,c,el(fmat(z,s.d_v),RowNumber{Ready}(&p,0,h,i),c)); */
  //@ assert place: \forall integer h, i, c; el(fmat(z,s.d_v),RowNumber{Ready}(&p,0,h,i),c) == el(heads(z,s.q_len,s.d_v,i),h,c);
  /*@ assert value: \forall integer h, i, c; 0 <= h < s.q_heads ==> 0 <= i < s.q_len ==> 0 <= c < s.d_v ==>
        el(heads(z,s.q_len,s.d_v,i),h,c) == el(AttendedHeads{Pre}(s,causal,q,k,v,i),h,c); */
}
