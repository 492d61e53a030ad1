/* Strided matrices of the types that are narrower than double, by value. */
#ifndef ATTEST_LOGIC_WIDEN_H
#define ATTEST_LOGIC_WIDEN_H
#include <stdint.h>
#include "ref/logic/exp.h"
#include "ref/matrix.h"
/*@ axiomatic NarrowViews {
      logic rmat f32mat{L}(float *p, integer row, integer col) reads p[..];
      axiom f32mat_at{L}: \forall float *p, integer row, col, i, j;
        el(f32mat(p,row,col), i, j) == p[times(i,row) + times(j,col)];
      logic rmat f16mat{L}(uint16_t *p, integer row, integer col) reads p[..];
      axiom f16mat_at{L}: \forall uint16_t *p, integer row, col, i, j;
        el(f16mat(p,row,col), i, j) == F16(p[times(i,row) + times(j,col)]);
      logic rmat bf16mat{L}(uint16_t *p, integer row, integer col) reads p[..];
      axiom bf16mat_at{L}: \forall uint16_t *p, integer row, col, i, j;
        el(bf16mat(p,row,col), i, j) == Bf16(p[times(i,row) + times(j,col)]);
    }
    predicate WidenSizes(integer row, integer col, integer rows, integer cols) =
      0 <= rows <= MaxSize && 0 <= cols <= MaxSize && Reach(rows,row) && Reach(cols,col);
*/
#endif
