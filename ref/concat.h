/* Heads side by side. */
#ifndef ATTEST_REF_CONCAT_H
#define ATTEST_REF_CONCAT_H

#include "ref/index.h"
#include "ref/logic/joined.h"

/* u, rows x (heads*d), from z, heads x rows x d: row i of u is row i of head 0, then of head 1, and so on. Both
   contiguous. */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= rows <= MaxSize && 0 < d <= MaxSize && times(heads,d) <= MaxSize;
    requires valid: \valid_read(z + (0 .. times(times(heads,rows),d)-1)) &&
      \valid(u + (0 .. times(rows,times(heads,d))-1));
    requires apart: Apart(u,times(rows,times(heads,d)),z,times(times(heads,rows),d));
    assigns u[0 .. times(rows,times(heads,d))-1];
    ensures only: OnlyOne{Pre,Post}(u,times(rows,times(heads,d)));
    ensures value: \forall integer i; 0 <= i < rows ==>
      row(mat(u,rows,times(heads,d)),i) == joined(heads{Pre}(z,heads,rows,d,i)); */
void ref_concat_heads(const double *z, double *u, int64_t heads, int64_t rows, int64_t d);

#endif
