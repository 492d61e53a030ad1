/* head h of p is columns h*d .. h*d + d-1: a matter of strides */
#include "ref/head_tensor.h"

#include "ref/index.h"

attest_tensor ref_head_tensor(const double *p, int64_t heads, int64_t rows, int64_t d) {
  const attest_tensor t = {
      .data = p, .dtype = ATTEST_F64, .size = {1, heads, rows, d}, .stride = {0, d, ref_times(heads, d), 1}};
  /*@ assert place: \forall integer h, i, c; 0 <= h < heads ==> 0 <= i < rows ==> 0 <= c < d ==>
        Spot(t,0,h,i,c) == times(i,times(heads,d)) + (times(h,d) + c) &&
        0 <= Spot(t,0,h,i,c) < times(rows,times(heads,d)); */
  /*@ assert inside: \forall integer b, h, i, c; 0 <= b < 1 ==> 0 <= h < heads ==> 0 <= i < rows ==> 0 <= c < d ==>
        0 <= spot(b,h,i,c,0,d,times(heads,d),1) < times(rows,times(heads,d)); */
  /*@ assert off: \forall double *a, integer m; Apart(a,m,p,times(rows,times(heads,d))) ==>
        Off(a,m,(double *)t.data,ATTEST_F64,0,d,times(heads,d),1,1,heads,rows,d); */
  /*@ assert value: \forall integer h; 0 <= h < heads ==>
        MatSame(tmat(t,0,h), columns(mat(p,rows,times(heads,d)),times(h,d),d), rows, d); */
  return t;
}
