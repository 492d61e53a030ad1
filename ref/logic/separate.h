/* Memory that is written, p[0 .. m-1], apart from what a strided view reads. */
#ifndef ATTEST_LOGIC_SEPARATE_H
#define ATTEST_LOGIC_SEPARATE_H
#include "ref/matrix.h"
/*@ predicate SepVec{L}(double *p, integer m, ref_vector v, integer n) =
      \forall integer j; 0 <= j < n ==> \separated(p + (0 .. m-1), v.at + times(j,v.step));
    predicate SepMat{L}(double *p, integer m, ref_matrix A, integer n, integer d) = \forall integer i, c; 0 <= i < n ==>
      0 <= c < d ==>
      \separated(p + (0 .. m-1), A.at + (times(i,A.row) + times(c,A.col)));
*/
#endif
