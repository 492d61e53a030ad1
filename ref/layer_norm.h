/* Layer normalisation. */
#ifndef ATTEST_REF_LAYER_NORM_H
#define ATTEST_REF_LAYER_NORM_H

#include "ref/logic/apart.h"
#include "ref/logic/norm.h"
#include "ref/index.h"

/* y = (x - mean) / sqrt(variance + epsilon) * gain + offset, row by row [Ba2016], with biased variance. x and y are
   rows x cols, gain and offset cols each, or both NULL for no affine map. cols > 0; a row that is constant needs
   epsilon > 0. */
/*@ requires size: 0 <= rows <= MaxSize && 0 < cols <= MaxSize;
    requires both: gain == \null <==> offset == \null;
    requires valid: \valid_read(x + (0 .. times(rows,cols)-1)) && \valid(y + (0 .. times(rows,cols)-1)) &&
      (gain != \null ==> \valid_read(gain + (0 .. cols-1)) && \valid_read(offset + (0 .. cols-1)));
    requires apart: Apart(y,times(rows,cols),x,times(rows,cols)) &&
      (gain != \null ==> Apart(y,times(rows,cols),gain,cols) && Apart(y,times(rows,cols),offset,cols));
    requires fit: \forall integer r; 0 <= r < rows ==> Fit(row(mat(x,rows,cols),r), cols, epsilon);
    assigns y[0 .. times(rows,cols)-1];
    ensures only: OnlyOne{Pre,Post}(y,times(rows,cols));
    // NULL is a gain of ones and an offset of zeros
    ensures value: mat(y,rows,cols) ==
      normalised(mat{Pre}(x,rows,cols), vec_or_one{Pre}(gain,cols), vec_or_zero{Pre}(offset,cols), epsilon);
    // what follows for the plain norm
    ensures plain: gain == \null ==> \forall integer r; 0 <= r < rows ==>
      Same(row(mat(y,rows,cols),r), nrm(row(mat{Pre}(x,rows,cols),r), cols, epsilon), cols) &&
      Standardised(row(mat(y,rows,cols),r), cols, epsilon); */
void ref_layer_norm(const double *x, const double *gain, const double *offset, double *y, int64_t rows, int64_t cols,
                    double epsilon);

#endif
