/* Layer normalisation. */
#ifndef ATTEST_REF_LAYER_NORM_H
#define ATTEST_REF_LAYER_NORM_H

#include "ref/logic/beside.h"
#include "ref/logic/norm.h"
#include "ref/index.h"

/* y = (x - mean) / sqrt(variance + epsilon) * gain + offset, row by row (Ba et al. 2016; biased variance). x and y are
   rows x cols, gain and offset cols each, or both NULL for no affine. cols > 0; a row that is constant needs epsilon >
   0. */
/*@ requires size: 0 <= rows <= MaxSize && 0 < cols <= MaxSize;
    requires both: gain == \null <==> offset == \null;
    requires valid: \valid_read(x + (0 .. times(rows,cols)-1)) && \valid(y + (0 .. times(rows,cols)-1)) &&
      (gain != \null ==> \valid_read(gain + (0 .. cols-1)) && \valid_read(offset + (0 .. cols-1)));
    requires apart: Apart(y,times(rows,cols),x,times(rows,cols)) &&
      (gain != \null ==> Apart(y,times(rows,cols),gain,cols) && Apart(y,times(rows,cols),offset,cols));
    requires fit: \forall integer r; 0 <= r < rows ==> Fit(row(fmat(x,cols),r), cols, epsilon);
    assigns y[0 .. times(rows,cols)-1];
    ensures kept: KeptBeside{Pre,Post}(y,times(rows,cols),y,times(rows,cols));
    ensures rows: gain != \null ==> MatSame(fmat(y,cols), normalised(fmat{Pre}(x,cols),fvec{Pre}(gain),
      fvec{Pre}(offset),cols,epsilon), rows, cols);
    ensures plain: gain == \null ==> \forall integer r; 0 <= r < rows ==>
      Same(row(fmat(y,cols),r), nrm(row(fmat{Pre}(x,cols),r), cols, epsilon), cols);
    ensures affine: gain != \null ==> \forall integer r; 0 <= r < rows ==>
      Same(row(fmat(y,cols),r), ln(row(fmat{Pre}(x,cols),r), fvec{Pre}(gain), fvec{Pre}(offset), cols, epsilon), cols);
    // both cases in one, NULL being a gain of ones and an offset of zeros
    ensures value: \forall integer r; 0 <= r < rows ==>
      Same(row(fmat(y,cols),r), ln(row(fmat{Pre}(x,cols),r), fvec_or_one{Pre}(gain), fvec_or_zero{Pre}(offset), cols,
        epsilon), cols);
    // what follows for the plain norm: mean 0, and at epsilon 0 variance 1
    ensures centred: gain == \null ==> \forall integer r; 0 <= r < rows ==> sum(row(fmat(y,cols),r), cols) == 0;
    ensures unit: gain == \null ==> epsilon == 0 ==> \forall integer r; 0 <= r < rows ==>
      sum(pv(row(fmat(y,cols),r), row(fmat(y,cols),r)), cols) == cols; */
void ref_layer_norm(const double *x, const double *gain, const double *offset, double *y, int64_t rows, int64_t cols,
                    double epsilon);

#endif
