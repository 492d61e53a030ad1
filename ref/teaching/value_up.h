/* W_O as a sum over heads of value-up maps: another form of joining the heads and multiplying by W_O. */
#ifndef ATTEST_REF_TEACHING_VALUE_UP_H
#define ATTEST_REF_TEACHING_VALUE_UP_H

#include "ref/index.h"
#include "ref/logic/concat.h"
#include "ref/logic/project.h"

/* y, rows x out: y_io = b_o + sum over h of z_hi . w_o[h*d .. h*d+d-1]. z is heads x rows x d, w out x (heads*d), b out
   entries or NULL, all contiguous. */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= rows <= MaxSize && 0 < d <= MaxSize && times(heads,d) <= MaxSize &&
      0 <= out <= MaxSize && times(times(heads,rows),d) <= MaxElements;
    requires valid: \valid_read(z + (0 .. times(times(heads,rows),d)-1)) && ReadWeights(w,out,times(heads,d),b) &&
      \valid(y + (0 .. times(rows,out)-1));
    requires apart: Apart(y,times(rows,out),z,times(times(heads,rows),d)) &&
      ApartWeights(y,times(rows,out),w,out,times(heads,d),b);
    assigns y[0 .. times(rows,out)-1];
    ensures value: \forall integer i; 0 <= i < rows ==> Same(row(mat(y,rows,out),i),
      value_up(heads{Pre}(z,heads,rows,d,i), mat{Pre}(w,out,times(heads,d)), vec_or_zero{Pre}(b,out), heads, d),
      out); */
void ref_value_up_sum(const double *z, const double *w, const double *b, double *y, int64_t heads, int64_t rows,
                      int64_t d, int64_t out);

#endif
