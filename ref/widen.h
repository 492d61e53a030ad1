/* Exact widening of a strided matrix to contiguous binary64: every binary32, binary16 and bfloat16 number is a binary64
   number. */
#ifndef ATTEST_REF_WIDEN_H
#define ATTEST_REF_WIDEN_H

#include <stdint.h>

#include "ref/matrix.h"

#include "ref/logic/widen.h"

/* dst[i*cols + j] = src[i*row + j*col], for rows x cols elements; strides in elements of src. */
/*@ requires sizes: WidenSizes(row,col,rows,cols);
    requires readable: \forall integer i, j; 0 <= i < rows ==> 0 <= j < cols ==>
      \valid_read(src + (times(i,row) + times(j,col)));
    requires writable: \valid(dst + (0 .. times(rows,cols)-1));
    assigns dst[0 .. times(rows,cols)-1];
    ensures value: MatSame(fmat(dst,cols), f32mat{Pre}(src,row,col), rows, cols); */
void ref_widen_f32(const float *src, int64_t row, int64_t col, double *dst, int64_t rows, int64_t cols);

/*@ requires sizes: WidenSizes(row,col,rows,cols);
    requires readable: \forall integer i, j; 0 <= i < rows ==> 0 <= j < cols ==>
      \valid_read(src + (times(i,row) + times(j,col)));
    requires writable: \valid(dst + (0 .. times(rows,cols)-1));
    assigns dst[0 .. times(rows,cols)-1];
    ensures value: MatSame(fmat(dst,cols), f16mat{Pre}(src,row,col), rows, cols); */
void ref_widen_f16(const uint16_t *src, int64_t row, int64_t col, double *dst, int64_t rows, int64_t cols);

/*@ requires sizes: WidenSizes(row,col,rows,cols);
    requires readable: \forall integer i, j; 0 <= i < rows ==> 0 <= j < cols ==>
      \valid_read(src + (times(i,row) + times(j,col)));
    requires writable: \valid(dst + (0 .. times(rows,cols)-1));
    assigns dst[0 .. times(rows,cols)-1];
    ensures value: MatSame(fmat(dst,cols), bf16mat{Pre}(src,row,col), rows, cols); */
void ref_widen_bf16(const uint16_t *src, int64_t row, int64_t col, double *dst, int64_t rows, int64_t cols);

#endif
