/* u_i = [z_0i, z_1i, ...] (Vaswani et al. 2017, section 3.2.2) */
#include "ref/concat.h"

void ref_concat_heads(const double *z, double *u, int64_t heads, int64_t rows, int64_t d) {
  const int64_t width = ref_times(heads, d), slab = ref_times(rows, d);
  //@ assert separate: \separated(u + (0 .. times(rows,width)-1), z + (0 .. times(heads,slab)-1));
  //@ assert size: times(heads,slab) == times(rows,width) && 0 <= times(rows,width) <= MaxElements;
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, g, e; 0 <= r < i ==> 0 <= g < heads ==> 0 <= e < d ==>
        el(fmat(u,width),r,times(g,d) + e) == el(heads{Pre}(z,rows,d,r),g,e);
      loop assigns i, u[0 .. times(rows,width)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++)
    /*@ loop invariant range: 0 <= h <= heads;
        loop invariant before: \forall integer r, g, e; 0 <= r < i ==> 0 <= g < heads ==> 0 <= e < d ==>
          el(fmat(u,width),r,times(g,d) + e) == el(heads{Pre}(z,rows,d,r),g,e);
        loop invariant done: \forall integer g, e; 0 <= g < h ==> 0 <= e < d ==>
          el(fmat(u,width),i,times(g,d) + e) == el(heads{Pre}(z,rows,d,i),g,e);
        loop assigns h, u[0 .. times(rows,width)-1];
        loop variant heads - h; */
    for (int64_t h = 0; h < heads; h++) {
      /*@ assert inside: 0 <= times(h,d) && times(h,d) + d <= width && 0 <= times(i,width) && times(i,width) + width <=
            times(rows,width); */
      /*@ assert inside_z: 0 <= times(h,slab) && times(h,slab) + slab <= times(heads,slab) && 0 <= times(i,d) &&
            times(i,d) + d <= slab; */
      //@ assert columns: \forall integer g, e; 0 <= g < heads ==> 0 <= e < d ==> 0 <= times(g,d) + e < width;
      //@ assert heads_before: \forall integer g, e; 0 <= g < h ==> 0 <= e < d ==> 0 <= times(g,d) + e < times(h,d);
      /*@ assert rows_before: \forall integer r, t; 0 <= r < i ==> 0 <= t < width ==> 0 <= times(r,width) + t <
            times(i,width); */
      //@ ghost Head: ;
      /*@ loop invariant range: 0 <= c <= d;
          loop invariant copied: \let s = times(h,slab) + times(i,d); \forall integer e; 0 <= e < c ==>
            u[times(i,width) + times(h,d) + e] == \at(z[s + e],Pre);
          loop invariant prefix: \forall integer t; 0 <= t < times(i,width) + times(h,d) ==> u[t] == \at(u[t],Head);
          loop assigns c, u[0 .. times(rows,width)-1];
          loop variant d - c; */
      for (int64_t c = 0; c < d; c++) {
        //@ assert same_z: \let s = times(h,slab) + times(i,d) + c; z[s] == \at(z[s],Pre);
        u[ref_times(i, width) + ref_times(h, d) + c] = z[ref_times(h, slab) + ref_times(i, d) + c];
      }
      /*@ assert here: \let ii = i; \let hh = h; \forall integer e; 0 <= e < d ==>
            el(fmat(u,width),ii,times(hh,d) + e) == el(heads{Pre}(z,rows,d,ii),hh,e); */
      /*@ assert row: \let ii = i; \let hh = h; \forall integer g, e; 0 <= g < hh ==> 0 <= e < d ==>
            el(fmat(u,width),ii,times(g,d) + e) == el(fmat{Head}(u,width),ii,times(g,d) + e); */
      /*@ assert so_far: \let ii = i; \let hh = h; \forall integer g, e; 0 <= g < hh ==> 0 <= e < d ==>
            el(fmat(u,width),ii,times(g,d) + e) == el(heads{Pre}(z,rows,d,ii),g,e); */
      /*@ assert earlier: \forall integer r, t; 0 <= r < i ==> 0 <= t < width ==>
            el(fmat(u,width),r,t) == el(fmat{Head}(u,width),r,t); */
    }
  /*@ assert kept: \forall double *p, integer n, t; Apart(u,times(rows,times(heads,d)),p,n) ==> 0 <= t < n ==>
        p[t] == \at(p[t],Pre); */
}
