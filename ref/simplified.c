/* y_i = sum_{j <= i} softmax_j(x_i . x_j) x_j */
#include "ref/simplified.h"

#include "ref/attention.h"
#include "ref/logic/attention_ext.h"

void ref_simplified(const double *x, double *y, int64_t rows, int64_t d, double *w, unsigned char *vis) {
  const ref_matrix m = ref_contiguous(x, d);
  //@ assert total: 0 <= times(rows,d) <= MaxElements;
  //@ assert entries: \forall integer j, c; 0 <= j < rows ==> 0 <= c < d ==> 0 <= times(j,d) && times(j,d) + c < times(rows,d);
  //@ assert columns: \forall integer c; times(c,m.col) == c;
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant output: \forall integer r, c; 0 <= r < i ==> 0 <= c < d ==> Simplified(fmat{Pre}(x,d),rows,d,r,c,el(fmat(y,d),r,c));
      loop assigns i, y[0 .. times(rows,d)-1], w[0 .. rows-1], vis[0 .. rows-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    const ref_rule up_to_i = {.kv_len = rows, .position = i, .causal = 1, .left = -1, .right = -1};
    const ref_query a = {.keys = rows, .d_k = d, .d_v = d, .q = ref_row(m, i), .k = m, .v = m, .rule = up_to_i, .scale = ref_one()};
    //@ assert elements: \forall integer j, c; 0 <= j < rows ==> 0 <= c < d ==> el(mat(m),j,c) == el(fmat{Pre}(x,d),j,c);
    //@ assert same: MatSame(mat(m), fmat{Pre}(x,d), rows, d);
    //@ assert query: \let ii = i; Same(vec(a.q), row(fmat{Pre}(x,d),ii), d);
    //@ assert keys: \let ii = i; SameKeys(seen(a.rule,optflags(a.mask),optvec(a.bias)), up_to(ii), rows);
    //@ assert bias: Same(optvec(a.bias), no_bias, rows);
    /*@ assert carry: \let ii = i; \forall integer c, real r; 0 <= c < d ==> Output(a,c,r) ==>
          Simplified(fmat{Pre}(x,d),rows,d,ii,c,r); */
    //@ assert earlier: \forall integer r, c; 0 <= r < i ==> 0 <= c < d ==> 0 <= times(r,d) && times(r,d) + c < times(i,d);
    //@ assert inside: 0 <= times(i,d) && times(i,d) + d <= times(rows,d);
    double *yi = y + ref_times(i, d);
    /*@ assert places: \forall integer j, c; 0 <= j < rows ==> 0 <= c < d ==> times(c,m.col) == c && times(j,m.row) == times(j,d) &&
          \valid_read(m.at + (times(j,m.row) + times(c,m.col))); */
    /*@ assert query_place: \let ii = i; \forall integer c; 0 <= c < d ==> times(c,m.col) == c && a.q.at + times(c,a.q.step) == x + (times(ii,d) + c) &&
          \valid_read(a.q.at + times(c,a.q.step)); */
    /*@ assert query_apart: \forall integer c; 0 <= c < d ==> \separated(w + (0 .. rows-1), a.q.at + times(c,a.q.step)) &&
          \separated(yi + (0 .. d-1), a.q.at + times(c,a.q.step)); */
    /*@ assert rows_apart: \forall integer j, c; 0 <= j < rows ==> 0 <= c < d ==> m.at + (times(j,m.row) + times(c,m.col)) == x + (times(j,d) + c) &&
          \separated(w + (0 .. rows-1), m.at + (times(j,m.row) + times(c,m.col))) &&
          \separated(yi + (0 .. d-1), m.at + (times(j,m.row) + times(c,m.col))); */
    //@ assert apart_w: ApartQuery(w,rows,a);
    //@ assert apart_y: ApartQuery(yi,d,a);
    double lse;
    ref_attention_row(a, vis, w, yi, &lse);
    //@ assert simplified: \let ii = i; \forall integer c; 0 <= c < d ==> Simplified(fmat{Pre}(x,d),rows,d,ii,c,yi[c]);
    //@ assert place: \let ii = i; \forall integer c; el(fmat(y,d),ii,c) == yi[c];
    //@ assert row: \let ii = i; \forall integer c; 0 <= c < d ==> Simplified(fmat{Pre}(x,d),rows,d,ii,c,el(fmat(y,d),ii,c));
    //@ assert kept: \forall integer r, c; 0 <= r < i ==> 0 <= c < d ==> Simplified(fmat{Pre}(x,d),rows,d,r,c,el(fmat(y,d),r,c));
  }
}
