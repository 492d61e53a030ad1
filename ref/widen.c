/* dst_ij = value(src_ij) */
#include "ref/widen.h"

#include "ref/elementary.h"

void ref_widen_f32(const float *src, int64_t row, int64_t col, double *dst, int64_t rows, int64_t cols) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
        el(fmat(dst,cols),r,c) == el(f32mat{Pre}(src,row,col),r,c);
      loop assigns i, dst[0 .. times(rows,cols)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ assert row_inside: 0 <= times(i,cols) && times(i,cols) + cols <= times(rows,cols) <= MaxElements;
    /*@ assert earlier_rows: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==> 0 <= times(r,cols) &&
          times(r,cols) + c < times(i,cols); */
    /*@ loop invariant range: 0 <= j <= cols;
        loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
          el(fmat(dst,cols),r,c) == el(f32mat{Pre}(src,row,col),r,c);
        loop invariant here: \let ii = i; \forall integer c; 0 <= c < j ==>
          el(fmat(dst,cols),ii,c) == el(f32mat{Pre}(src,row,col),ii,c);
        loop assigns j, dst[0 .. times(rows,cols)-1];
        loop variant cols - j; */
    for (int64_t j = 0; j < cols; j++) {
      const double x = (double)src[ref_times(i, row) + ref_times(j, col)];
      //@ assert value: \let ii = i; \let jj = j; x == el(f32mat{Pre}(src,row,col),ii,jj);
      dst[ref_times(i, cols) + j] = x;
    }
  }
}

void ref_widen_f16(const uint16_t *src, int64_t row, int64_t col, double *dst, int64_t rows, int64_t cols) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
        el(fmat(dst,cols),r,c) == el(f16mat{Pre}(src,row,col),r,c);
      loop assigns i, dst[0 .. times(rows,cols)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ assert row_inside: 0 <= times(i,cols) && times(i,cols) + cols <= times(rows,cols) <= MaxElements;
    /*@ assert earlier_rows: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==> 0 <= times(r,cols) &&
          times(r,cols) + c < times(i,cols); */
    /*@ loop invariant range: 0 <= j <= cols;
        loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
          el(fmat(dst,cols),r,c) == el(f16mat{Pre}(src,row,col),r,c);
        loop invariant here: \let ii = i; \forall integer c; 0 <= c < j ==>
          el(fmat(dst,cols),ii,c) == el(f16mat{Pre}(src,row,col),ii,c);
        loop assigns j, dst[0 .. times(rows,cols)-1];
        loop variant cols - j; */
    for (int64_t j = 0; j < cols; j++) {
      const double x = ref_f16_value(src[ref_times(i, row) + ref_times(j, col)]);
      //@ assert value: \let ii = i; \let jj = j; x == el(f16mat{Pre}(src,row,col),ii,jj);
      dst[ref_times(i, cols) + j] = x;
    }
  }
}

void ref_widen_bf16(const uint16_t *src, int64_t row, int64_t col, double *dst, int64_t rows, int64_t cols) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
        el(fmat(dst,cols),r,c) == el(bf16mat{Pre}(src,row,col),r,c);
      loop assigns i, dst[0 .. times(rows,cols)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ assert row_inside: 0 <= times(i,cols) && times(i,cols) + cols <= times(rows,cols) <= MaxElements;
    /*@ assert earlier_rows: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==> 0 <= times(r,cols) &&
          times(r,cols) + c < times(i,cols); */
    /*@ loop invariant range: 0 <= j <= cols;
        loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
          el(fmat(dst,cols),r,c) == el(bf16mat{Pre}(src,row,col),r,c);
        loop invariant here: \let ii = i; \forall integer c; 0 <= c < j ==>
          el(fmat(dst,cols),ii,c) == el(bf16mat{Pre}(src,row,col),ii,c);
        loop assigns j, dst[0 .. times(rows,cols)-1];
        loop variant cols - j; */
    for (int64_t j = 0; j < cols; j++) {
      const double x = ref_bf16_value(src[ref_times(i, row) + ref_times(j, col)]);
      //@ assert value: \let ii = i; \let jj = j; x == el(bf16mat{Pre}(src,row,col),ii,jj);
      dst[ref_times(i, cols) + j] = x;
    }
  }
}
