/* What the rows of a ref_head give, and what may be read and written for them. */
#ifndef ATTEST_LOGIC_HEAD_H
#define ATTEST_LOGIC_HEAD_H
#include "ref/logic/attention.h"
#include "ref/logic/plain.h"
#include "ref/logic/separate.h"
/*@ // THE ANSWER: y is column c of row i
    predicate HeadOutput{L}(ref_head a, integer i, integer c, real y) =
      Attention(row(mat(a.q),i),mat(a.k),mat(a.v),keys_seen(a.causal,i),zeros,a.scale,RZ,0,RZ,a.keys,a.d_k,c,y);
    predicate GoodHead(ref_head a) = 0 <= a.rows <= MaxSize && 0 <= a.keys <= MaxSize && 0 <= a.d_k <= MaxSize &&
      0 <= a.d_v <= MaxSize &&
      Reach(a.rows,a.q.row) && Reach(a.d_k,a.q.col) && Reach(a.keys,a.k.row) && Reach(a.d_k,a.k.col) &&
        Reach(a.keys,a.v.row) &&
      Reach(a.d_v,a.v.col);
    predicate ReadHead{L}(ref_head a) = ReadMat(a.q,a.rows,a.d_k) && ReadMat(a.k,a.keys,a.d_k) &&
      ReadMat(a.v,a.keys,a.d_v);
    // p[0 .. n-1] overlaps nothing that is read
    predicate ApartFromHead{L}(double *p, integer n, ref_head a) =
      SepMat(p,n,a.q,a.rows,a.d_k) && SepMat(p,n,a.k,a.keys,a.d_k) && SepMat(p,n,a.v,a.keys,a.d_v);
*/
#endif
