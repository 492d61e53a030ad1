/* What is apart from a matrix is apart from its rows, and so are parts of it. */
#ifndef ATTEST_LOGIC_SEPARATE_LAWS_H
#define ATTEST_LOGIC_SEPARATE_LAWS_H
#include "ref/logic/separate.h"
/*@ lemma sep_part{L}: \forall double *p, integer m, k, n, ref_matrix A, integer rows, d; 0 <= k ==> k + n <= m ==>
      SepMat(p,m,A,rows,d) ==>
      SepMat(p + k,n,A,rows,d);
    // contiguous matrices
    lemma contiguous_read{L}: \forall ref_matrix A, integer n, d; A.row == d ==> A.col == 1 ==>
      \valid_read(A.at + (0 .. times(n,d)-1)) ==>
      ReadMat(A,n,d);
    lemma contiguous_apart{L}: \forall double *p, ref_matrix A, integer m, n, d; A.row == d ==> A.col == 1 ==>
      \separated(p + (0 .. m-1), A.at + (0 .. times(n,d)-1)) ==> SepMat(p,m,A,n,d);
*/
#endif
