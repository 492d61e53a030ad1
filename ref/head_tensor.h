/* The heads that stand side by side in one matrix. */
#ifndef ATTEST_REF_HEAD_TENSOR_H
#define ATTEST_REF_HEAD_TENSOR_H

#include "ref/logic/heads.h"
#include "ref/logic/problem.h"

/* The heads of d columns that stand side by side in p, rows x (heads*d), contiguous: one batch, heads x rows x d.
   Nothing is copied. */
/*@ requires sizes: 0 < heads && 0 < d && 0 <= rows <= MaxSize && times(heads,d) <= MaxSize;
    requires fits: times(rows,times(heads,d)) <= MaxElements;
    requires readable: \valid_read(p + (0 .. times(rows,times(heads,d))-1));
    assigns \nothing;
    ensures operand: TensorInRange(\result) && \result.dtype == ATTEST_F64 && \result.data == p;
    ensures sizes: SizesAre(\result,1,heads,rows,d);
    ensures there: p == \null ==> rows == 0;
    ensures readable: \forall integer h, i; 0 <= h < heads ==> 0 <= i < rows ==> ReadRow(\result,0,h,i);
    ensures apart: \forall double *a, integer m; Apart(a,m,p,times(rows,times(heads,d))) ==> ApartTensor(a,m,\result);
    ensures value: \forall integer h; 0 <= h < heads ==>
      tmat(\result,0,h) == columns(mat(p,rows,times(heads,d)),times(h,d),d); */
attest_tensor ref_head_tensor(const double *p, int64_t heads, int64_t rows, int64_t d);

#endif
