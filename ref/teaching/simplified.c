/* y_i = sum_{j <= i} softmax_j(x_i . x_j) x_j */
#include "ref/teaching/simplified.h"

#include "ref/logic/attention_value_laws.h"
#include "ref/head_tensor.h"
#include "ref/problem.h"

void ref_simplified(const double *x, double *y, int64_t rows, int64_t d, double *w, unsigned char *vis) {
  const attest_tensor t = ref_head_tensor(x, 1, rows, d);
  const attest_problem p = {.q = t, .k = t, .v = t, .alignment = ATTEST_ALIGN_TOP_LEFT, .causal = true, .scale = 1};
  if (rows == 0) return;
  //@ assert count: Rows(p) == rows && OutSize(p) == times(rows,d) && times(Rows(p),rows) <= MaxElements;
  //@ assert sizes: GoodSizes(p) && CountableOutputs(p);
  //@ assert options: GoodOptions(p) && GoodLengths(p) && Optional(p.mask,p) && Optional(p.bias,p);
  //@ assert good: GoodSizes(p) && CountableOutputs(p) && GoodProblem(p);
  //@ assert apart_y: ApartTensor(y,times(rows,d),t);
  //@ assert apart_w: ApartTensor(w,rows,t);
  //@ assert readable: \forall integer i; 0 <= i < rows ==> ReadRow(t,0,0,i);
  //@ assert queries: \forall integer b, h, i; IsQuery(p,b,h,i) ==> ReadQuery(p,b,h,i);
  //@ assert same: MatSame(tmat(t,0,0), mat(x,rows,d), rows, d) && tmat(t,0,0) == mat(x,rows,d);
  //@ assert seen: \forall integer i; SameKeys(visible(p,0,0,i), keys_seen(1,i), rows);
  /*@ assert carry: \forall integer i, c, real r; 0 <= i < rows ==> 0 <= c < d ==> Output(p,0,0,i,c,r) ==>
        Simplified(mat(x,rows,d),rows,d,i,c,r); */
  ref_attention(p, y, NULL, NULL, w, vis);
  //@ assert place: \forall integer i; RowNumber(p,0,0,i) == i;
  /*@ assert answered: \forall integer i; 0 <= i < rows ==> IsQuery(p,0,0,i) && AnsweredOut{Pre,Here}(p,y,0,0,i); */
  /*@ assert answers: \forall integer i, c; 0 <= i < rows ==> 0 <= c < d ==>
        Output{Pre}(p,0,0,i,c,el(mat(y,rows,d),i,c)); */
}
