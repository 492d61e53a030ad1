/* Heads side by side. */
#ifndef ATTEST_REF_CONCAT_H
#define ATTEST_REF_CONCAT_H

#include "ref/logic/apart.h"
#include "ref/logic/concat.h"
#include "ref/index.h"

/* u, rows x (heads*d), from z, heads x rows x d: row i of u is row i of head 0, then of head 1, and so on. Both
   contiguous. */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= rows <= MaxSize && 0 <= d <= MaxSize && times(heads,d) <= MaxSize;
    requires valid: \valid_read(z + (0 .. times(heads,times(rows,d))-1)) &&
      \valid(u + (0 .. times(rows,times(heads,d))-1));
    requires apart: Apart(u,times(rows,times(heads,d)),z,times(heads,times(rows,d)));
    assigns u[0 .. times(rows,times(heads,d))-1];
    ensures kept_rows: KeptRows{Pre,Post}(u,times(rows,times(heads,d)));
    ensures kept_vector: KeptVector{Pre,Post}(u,times(rows,times(heads,d)));
    ensures value: \forall integer i; 0 <= i < rows ==>
      Concat(row(fmat(u,times(heads,d)),i), heads{Pre}(z,rows,d,i), heads, d); */
void ref_concat_heads(const double *z, double *u, int64_t heads, int64_t rows, int64_t d);

#endif
