/* y_i = sum_{j <= i} softmax_j(x_i . x_j) x_j */
#include "ref/simplified.h"

#include "ref/head.h"
#include "ref/logic/attention_ext.h"
#include "ref/logic/contiguous.h"
#include "ref/logic/separate_laws.h"

void ref_simplified(const double *x, double *y, int64_t rows, int64_t d, double *w, unsigned char *vis) {
  const ref_matrix m = ref_contiguous(x, d);
  const ref_head a = {
      .rows = rows, .keys = rows, .d_k = d, .d_v = d, .q = m, .k = m, .v = m, .scale = ref_one(), .causal = 1};
  //@ assert reach: Reach(rows,d) && Reach(d,1);
  //@ assert readable: ReadMat(m,rows,d);
  //@ assert apart_y: SepMat(y,times(rows,d),m,rows,d);
  //@ assert apart_w: SepMat(w,rows,m,rows,d);
  //@ assert same: MatSame(mat(m), fmat(x,d), rows, d);
  //@ assert query: \forall integer i; 0 <= i < rows ==> Same(row(mat(m),i), row(fmat(x,d),i), d);
  //@ assert keys: \forall integer i; SameKeys(keys_seen(1,i), keys_seen(1,i), rows);
  //@ assert bias: Same(zeros, zeros, rows);
  /*@ assert carry: \forall integer i, c, real r; 0 <= i < rows ==> 0 <= c < d ==> HeadOutput(a,i,c,r) ==>
        Simplified(fmat{Pre}(x,d),rows,d,i,c,r); */
  ref_attend_head(a, y, w, vis);
}
