/* A linear map of every row. */
#ifndef ATTEST_REF_LINEAR_H
#define ATTEST_REF_LINEAR_H

#include "ref/logic/linear.h"
#include "ref/logic/separate.h"
#include "ref/matrix.h"

/* y = x w^T + b: x is rows x in, w out x in, b out entries or none, y rows x out, contiguous. */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= in <= MaxSize && 0 <= out <= MaxSize;
    requires reach: Reach(rows,x.row) && Reach(in,x.col) && Reach(out,w.row) && Reach(in,w.col) &&
      (b.at != \null ==> Reach(out,b.step));
    requires valid: ReadMat(x,rows,in) && ReadMat(w,out,in) && (b.at != \null ==> ReadVec(b,out)) &&
      \valid(y + (0 .. times(rows,out)-1));
    requires separated: SepMat(y,times(rows,out),x,rows,in) && SepMat(y,times(rows,out),w,out,in) &&
      (b.at != \null ==> SepVec(y,times(rows,out),b,out));
    assigns y[0 .. times(rows,out)-1];
    ensures value: Linear(mat{Pre}(x), mat{Pre}(w), optvec{Pre}(b), fmat(y,out), rows, in, out); */
void ref_linear(ref_matrix x, ref_matrix w, ref_vector b, double *y, int64_t rows, int64_t in, int64_t out);

#endif
