/* y_i = sum_{j <= i} softmax_j(x_i . x_j) x_j */
#include "ref/teaching/simplified.h"

#include "ref/logic/attention_ext.h"
#include "ref/problem.h"

void ref_simplified(const double *x, double *y, int64_t rows, int64_t d, double *w, unsigned char *vis) {
  const attest_tensor t = {.data = x, .dtype = ATTEST_F64, .size = {1, 1, rows, d}, .stride = {0, 0, d, 1}};
  const attest_problem p = {.q = t, .k = t, .v = t, .alignment = ATTEST_ALIGN_TOP_LEFT, .causal = true, .scale = 1};
  if (rows == 0) return;
  /*@ assert place: \forall integer b, h, i, c; 0 <= b < 1 ==> 0 <= h < 1 ==> 0 <= i < rows ==> 0 <= c < d ==>
        spot(b,h,i,c,0,0,d,1) == times(i,d) + c && 0 <= spot(b,h,i,c,0,0,d,1) < times(rows,d); */
  //@ assert range: TensorInRange(t) && Operand(t);
  //@ assert count: Rows(p) == rows && OutSize(p) == times(rows,d) && times(Rows(p),rows) <= MaxElements;
  //@ assert sizes: GoodSizes(p) && CountableOutputs(p);
  //@ assert options: GoodOptions(p) && GoodLengths(p) && Optional(p.mask,p) && Optional(p.bias,p);
  //@ assert good: GoodSizes(p) && CountableOutputs(p) && GoodProblem(p);
  //@ assert apart_y: ApartTensor(y,times(rows,d),t);
  //@ assert apart_w: ApartTensor(w,rows,t);
  //@ assert readable: \forall integer i; 0 <= i < rows ==> ReadRow(t,0,0,i);
  //@ assert queries: \forall integer b, h, i; IsQuery(p,b,h,i) ==> ReadQuery(p,b,h,i);
  //@ assert same: MatSame(tmat(t,0,0), fmat(x,d), rows, d);
  //@ assert query: \forall integer i; 0 <= i < rows ==> Same(row(tmat(t,0,0),i), row(fmat(x,d),i), d);
  //@ assert seen: \forall integer i; SameKeys(visible(p,0,0,i), keys_seen(1,i), rows);
  //@ assert bias: Same(all(RZ), all(RZ), rows);
  /*@ assert carry: \forall integer i, c, real r; 0 <= i < rows ==> 0 <= c < d ==> Output(p,0,0,i,c,r) ==>
        Simplified(fmat(x,d),rows,d,i,c,r); */
  ref_attention(p, y, NULL, NULL, w, vis);
  /*@ assert all: \forall integer i; 0 <= i < rows ==> IsQuery(p,0,0,i) && Answered{Pre,Here}(p,y,(double
        *)\null,(double *)\null,0,0,i); */
  //@ assert place: \forall integer i; RowNumber(p,0,0,i) == i;
  /*@ assert answered: \forall integer i; 0 <= i < rows ==> \forall integer c; 0 <= c < p.v.size[3] ==>
        Output{Pre}(p,0,0,i,c,el(fmat(y,p.v.size[3]),RowNumber(p,0,0,i),c)); */
  /*@ assert answers: \forall integer i, c; 0 <= i < rows ==> 0 <= c < d ==>
        Output{Pre}(p,0,0,i,c,el(fmat(y,d),i,c)); */
}
