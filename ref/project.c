/* y_io = sum_c x_ic w_oc + b_o, contiguous */
#include "ref/project.h"

#include "ref/linear.h"

void ref_project(const double *x, const double *w, const double *b, double *y, int64_t rows, int64_t in, int64_t out) {
  const ref_matrix vx = ref_contiguous(x, in), vw = ref_contiguous(w, in);
  const ref_vector vb = {b, 1};
  //@ assert reach: Reach(rows,in) && Reach(out,in) && Reach(in,1) && Reach(out,1);
  /*@ assert inside_x: \forall integer r, c; 0 <= r < rows ==> 0 <= c < in ==>
        0 <= times(r,in) + times(c,1) < times(rows,in); */
  //@ assert read_x: ReadMat(vx,rows,in);
  /*@ assert inside_w: \forall integer o, c; 0 <= o < out ==> 0 <= c < in ==>
        0 <= times(o,in) + times(c,1) < times(out,in); */
  //@ assert read_w: ReadMat(vw,out,in);
  //@ assert read_b: b != \null ==> ReadVec(vb,out);
  //@ assert separate_x: \separated(y + (0 .. times(rows,out)-1), x + (0 .. times(rows,in)-1));
  //@ assert separate_w: \separated(y + (0 .. times(rows,out)-1), w + (0 .. times(out,in)-1));
  //@ assert separate_b: b != \null ==> \separated(y + (0 .. times(rows,out)-1), b + (0 .. out-1));
  //@ assert apart_x: SepMat(y,times(rows,out),vx,rows,in);
  //@ assert apart_w: SepMat(y,times(rows,out),vw,out,in);
  //@ assert apart_b: b != \null ==> SepVec(y,times(rows,out),vb,out);
  //@ assert same_x: MatSame(mat(vx), fmat(x,in), rows, in);
  //@ assert same_w: MatSame(mat(vw), fmat(w,in), out, in);
  //@ assert same_b: Same(optvec(vb), fvec_or_zero(b), out);
  ref_linear(vx, vw, vb, y, rows, in, out);
  //@ assert linear: Linear(fmat{Pre}(x,in), fmat{Pre}(w,in), fvec_or_zero{Pre}(b), fmat(y,out), rows, in, out);
  /*@ assert kept: \forall double *p, integer n, t; Apart(y,times(rows,out),p,n) ==> 0 <= t < n ==>
        p[t] == \at(p[t],Pre); */
}
