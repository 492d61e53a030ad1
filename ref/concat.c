/* u_i = [z_0i, z_1i, ...] (Vaswani et al. 2017, section 3.2.2) */
#include "ref/concat.h"

/*@ requires size: 0 <= n <= MaxSize;
    requires valid: \valid_read(x + (0 .. n-1)) && \valid(y + (0 .. n-1));
    requires separated: \separated(y + (0 .. n-1), x + (0 .. n-1));
    assigns y[0 .. n-1];
    ensures value: \forall integer c; 0 <= c < n ==> y[c] == \at(x[c],Pre); */
static void copy(const double *x, double *y, int64_t n) {
  /*@ loop invariant range: 0 <= c <= n;
      loop invariant done: \forall integer e; 0 <= e < c ==> y[e] == \at(x[e],Pre);
      loop assigns c, y[0 .. n-1];
      loop variant n - c; */
  for (int64_t c = 0; c < n; c++) y[c] = x[c];
}

/* row i of every head */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= i < rows <= MaxSize && 0 <= d <= MaxSize && times(heads,d) <= MaxSize;
    requires valid: \valid_read(z + (0 .. times(heads,times(rows,d))-1)) && \valid(u + (0 .. times(heads,d)-1));
    requires separated: \separated(u + (0 .. times(heads,d)-1), z + (0 .. times(heads,times(rows,d))-1));
    assigns u[0 .. times(heads,d)-1];
    ensures value: MatSame(fmat(u,d), heads{Pre}(z,rows,d,i), heads, d); */
static void concat_row(const double *z, double *u, int64_t i, int64_t heads, int64_t rows, int64_t d) {
  const int64_t slab = ref_times(rows, d), start = ref_times(i, d);
  //@ assert exchange: times(heads,slab) == times(rows,times(heads,d));
  //@ assert size_z: times(heads,slab) <= MaxElements;
  /*@ loop invariant range: 0 <= h <= heads;
      loop invariant done: \forall integer e, c; 0 <= e < h ==> 0 <= c < d ==>
        el(fmat(u,d),e,c) == el(heads{Pre}(z,rows,d,i),e,c);
      loop assigns h, u[0 .. times(heads,d)-1];
      loop variant heads - h; */
  for (int64_t h = 0; h < heads; h++) {
    //@ assert inside_u: 0 <= times(h,d) && times(h,d) + d <= times(heads,d) <= MaxSize;
    //@ assert inside_z: 0 <= times(h,slab) && times(h,slab) + slab <= times(heads,slab);
    //@ assert inside_slab: 0 <= start && start + d <= slab;
    const double *zh = z + ref_times(h, slab) + start;
    double *uh = u + ref_times(h, d);
    //@ assert head: \let hh = h; \forall integer c; 0 <= c < d ==> zh[c] == el(heads{Pre}(z,rows,d,i),hh,c);
    //@ assert before: \let n = times(h,d); \forall integer e, c; 0 <= e < h ==> 0 <= c < d ==> 0 <= times(e,d) + c < n;
    //@ ghost Head: ;
    copy(zh, uh, d);
    //@ assert prefix: \let n = times(h,d); \forall integer t; 0 <= t < n ==> u[t] == \at(u[t],Head);
    /*@ assert earlier: \forall integer e, c; 0 <= e < h ==> 0 <= c < d ==>
          el(fmat(u,d),e,c) == el(fmat{Head}(u,d),e,c); */
    //@ assert place: \let hh = h; \forall integer c; el(fmat(u,d),hh,c) == uh[c];
    /*@ assert here: \let hh = h; \forall integer c; 0 <= c < d ==>
          el(fmat(u,d),hh,c) == el(heads{Pre}(z,rows,d,i),hh,c); */
  }
}

void ref_concat_heads(const double *z, double *u, int64_t heads, int64_t rows, int64_t d) {
  const int64_t width = ref_times(heads, d);
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, h, c; 0 <= r < i ==> 0 <= h < heads ==> 0 <= c < d ==>
        el(fmat(u,width),r,times(h,d) + c) == el(heads{Pre}(z,rows,d,r),h,c);
      loop assigns i, u[0 .. times(rows,width)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ assert inside: 0 <= times(i,width) && times(i,width) + width <= times(rows,width) <= MaxElements;
    double *ui = u + ref_times(i, width);
    //@ assert columns: \forall integer h, c; 0 <= h < heads ==> 0 <= c < d ==> 0 <= times(h,d) + c < width;
    //@ assert memory: \forall integer t; 0 <= t < times(heads,times(rows,d)) ==> z[t] == \at(z[t],Pre);
    //@ assert kept: MatSame(heads(z,rows,d,i), heads{Pre}(z,rows,d,i), heads, d);
    /*@ assert before: \let n = times(i,width); \forall integer r, t; 0 <= r < i ==> 0 <= t < width ==>
          0 <= times(r,width) + t < n; */
    //@ ghost Row: ;
    concat_row(z, ui, i, heads, rows, d);
    //@ assert prefix: \let n = times(i,width); \forall integer t; 0 <= t < n ==> u[t] == \at(u[t],Row);
    /*@ assert earlier: \forall integer r, t; 0 <= r < i ==> 0 <= t < width ==>
          el(fmat(u,width),r,t) == el(fmat{Row}(u,width),r,t); */
    //@ assert place: \let ii = i; \forall integer t; el(fmat(u,width),ii,t) == ui[t];
    /*@ assert row: \let ii = i; \forall integer h, c; 0 <= h < heads ==> 0 <= c < d ==>
          el(fmat(ui,d),h,c) == el(heads{Pre}(z,rows,d,ii),h,c); */
    //@ assert shift: \let ii = i; \forall integer h, c; el(fmat(u,width),ii,times(h,d) + c) == el(fmat(ui,d),h,c);
    /*@ assert here: \let ii = i; \forall integer h, c; 0 <= h < heads ==> 0 <= c < d ==>
          el(fmat(u,width),ii,times(h,d) + c) == el(heads{Pre}(z,rows,d,ii),h,c); */
  }
}
