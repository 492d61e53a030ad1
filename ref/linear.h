/* A linear map of every row. */
#ifndef ATTEST_REF_LINEAR_H
#define ATTEST_REF_LINEAR_H

#include "ref/index.h"
#include "ref/logic/project.h"

/* y = x w^T + b: x is rows x in, w out x in, b out entries or NULL, y rows x out, all contiguous. */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= in <= MaxSize && 0 <= out <= MaxSize;
    requires valid: \valid_read(x + (0 .. times(rows,in)-1)) && ReadWeights(w,out,in,b) &&
      \valid(y + (0 .. times(rows,out)-1));
    requires apart: Apart(y,times(rows,out),x,times(rows,in)) && ApartWeights(y,times(rows,out),w,out,in,b);
    assigns y[0 .. times(rows,out)-1];
    ensures only: OnlyOne{Pre,Post}(y,times(rows,out));
    ensures value: mat(y,rows,out) == projected(mat{Pre}(x,rows,in), mat{Pre}(w,out,in), vec_or_zero{Pre}(b,out)); */
void ref_linear(const double *x, const double *w, const double *b, double *y, int64_t rows, int64_t in, int64_t out);

#endif
