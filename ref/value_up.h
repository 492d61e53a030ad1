/* W_O as a sum over heads of value-up maps: another form of concatenating the heads and multiplying by W_O. */
#ifndef ATTEST_REF_VALUE_UP_H
#define ATTEST_REF_VALUE_UP_H

#include "ref/logic/concat.h"
#include "ref/logic/contiguous.h"
#include "ref/logic/separate.h"
#include "ref/matrix.h"

/* y, rows x out, contiguous: y_io = b_o + sum over h of z_hi . w_o[h*d .. h*d+d-1].
   z is heads x rows x d, w out x (heads*d), b out entries or none. */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= rows <= MaxSize && 0 <= d <= MaxSize && times(heads,d) <= MaxSize &&
      0 <= out <= MaxSize;
    requires reach: b.at != \null ==> Reach(out,b.step);
    requires valid: \valid_read(z + (0 .. times(heads,times(rows,d))-1)) &&
      \valid_read(w + (0 .. times(out,times(heads,d))-1)) &&
      (b.at != \null ==> ReadVec(b,out)) && \valid(y + (0 .. times(rows,out)-1));
    requires separated: \separated(y + (0 .. times(rows,out)-1), z + (0 .. times(heads,times(rows,d))-1)) &&
      \separated(y + (0 .. times(rows,out)-1), w + (0 .. times(out,times(heads,d))-1)) &&
      (b.at != \null ==> SepVec(y,times(rows,out),b,out));
    assigns y[0 .. times(rows,out)-1];
    ensures value: \forall integer i; 0 <= i < rows ==> Same(row(fmat(y,out),i),
      value_up(heads{Pre}(z,rows,d,i), fmat{Pre}(w,times(heads,d)), optvec{Pre}(b), heads, d), out); */
void ref_value_up_sum(const double *z, const double *w, ref_vector b, double *y, int64_t heads, int64_t rows, int64_t d,
                      int64_t out);

#endif
