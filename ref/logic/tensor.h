/* attest_tensor as matrices of real numbers, whatever its element type, and what of it may be read. Element (b,h,i,c)
   is at offset b*stride[0] + h*stride[1] + i*stride[2] + c*stride[3]. */
#ifndef ATTEST_LOGIC_TENSOR_H
#define ATTEST_LOGIC_TENSOR_H
#include "attest.h"
#include "ref/logic/exp.h"
#include "ref/logic/index.h"
#include "ref/logic/matrix.h"
/*@ predicate IsReal(integer dtype) = dtype == ATTEST_F64 || dtype == ATTEST_F32 || dtype == ATTEST_F16 ||
      dtype == ATTEST_BF16;
    axiomatic Offsets {                                       // opaque: sums can't be triggers
      logic integer spot(integer b, integer h, integer i, integer c, integer s0, integer s1, integer s2, integer s3);
      axiom spot_def: \forall integer b, h, i, c, s0, s1, s2, s3;
        spot(b,h,i,c,s0,s1,s2,s3) == times(b,s0) + times(h,s1) + times(i,s2) + times(c,s3);
    }
    logic integer Spot(attest_tensor t, integer b, integer h, integer i, integer c) =
      spot(b,h,i,c,t.stride[0],t.stride[1],t.stride[2],t.stride[3]);
    axiomatic Elements {
      // the number at offset o of data of type dtype; it takes a pointer of each type, since WP can't cast in axioms
      logic real elem{L}(double *d, float *f, uint16_t *u, integer dtype, integer o) reads d[..], f[..], u[..];
      axiom elem_f64{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o; dtype == ATTEST_F64 ==>
        elem(d,f,u,dtype,o) == d[o];
      axiom elem_f32{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o; dtype == ATTEST_F32 ==>
        elem(d,f,u,dtype,o) == f[o];
      axiom elem_f16{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o; dtype == ATTEST_F16 ==>
        elem(d,f,u,dtype,o) == F16(u[o]);
      axiom elem_bf16{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o; dtype == ATTEST_BF16 ==>
        elem(d,f,u,dtype,o) == Bf16(u[o]);
      logic rmat elems{L}(double *d, float *f, uint16_t *u, integer dtype, integer b, integer h,
        integer s0, integer s1, integer s2, integer s3, integer rows, integer columns) reads d[..], f[..], u[..];
      axiom elems_at{L}: \forall double *d, float *f, uint16_t *u,
        integer dtype, b, h, s0, s1, s2, s3, rows, columns, i, c; 0 <= i < rows ==> 0 <= c < columns ==>
        el(elems(d,f,u,dtype,b,h,s0,s1,s2,s3,rows,columns), i, c) == elem(d,f,u,dtype,spot(b,h,i,c,s0,s1,s2,s3));
      axiom elems_size{L}: \forall double *d, float *f, uint16_t *u,
        integer dtype, b, h, s0, s1, s2, s3, rows, columns;
        rows_of(elems(d,f,u,dtype,b,h,s0,s1,s2,s3,rows,columns)) == rows &&
        columns_of(elems(d,f,u,dtype,b,h,s0,s1,s2,s3,rows,columns)) == columns;
      logic rmat bytes{L}(unsigned char *d, integer b, integer h, integer s0, integer s1, integer s2, integer s3,
        integer rows, integer columns) reads d[..];
      axiom bytes_at{L}: \forall unsigned char *d, integer b, h, s0, s1, s2, s3, rows, columns, i, c;
        0 <= i < rows ==> 0 <= c < columns ==>
        el(bytes(d,b,h,s0,s1,s2,s3,rows,columns), i, c) == d[spot(b,h,i,c,s0,s1,s2,s3)];
      axiom bytes_size{L}: \forall unsigned char *d, integer b, h, s0, s1, s2, s3, rows, columns;
        rows_of(bytes(d,b,h,s0,s1,s2,s3,rows,columns)) == rows &&
        columns_of(bytes(d,b,h,s0,s1,s2,s3,rows,columns)) == columns;
    }
    // matrix (b,h) of a tensor of numbers, and of one of truth values
    logic rmat tmat{L}(attest_tensor t, integer b, integer h) =
      elems((double *)t.data, (float *)t.data, (uint16_t *)t.data, t.dtype, b, h, t.stride[0], t.stride[1], t.stride[2],
        t.stride[3], t.size[2], t.size[3]);
    logic rmat tflags{L}(attest_tensor t, integer b, integer h) =
      bytes((unsigned char *)t.data, b, h, t.stride[0], t.stride[1], t.stride[2], t.stride[3], t.size[2], t.size[3]);
    predicate TensorInRange(attest_tensor t) =
      0 <= t.size[0] <= MaxSize && 0 <= t.size[1] <= MaxSize && 0 <= t.size[2] <= MaxSize && 0 <= t.size[3] <= MaxSize
        &&
      Reach(t.size[0],t.stride[0]) && Reach(t.size[1],t.stride[1]) && Reach(t.size[2],t.stride[2]) &&
        Reach(t.size[3],t.stride[3]);
    predicate Inside(attest_tensor t, integer b, integer h, integer i, integer c) =
      0 <= b < t.size[0] && 0 <= h < t.size[1] && 0 <= i < t.size[2] && 0 <= c < t.size[3];
    // element (b,h,i,c) may be read
    predicate ReadAt{L}(attest_tensor t, integer b, integer h, integer i, integer c) =
      (t.dtype == ATTEST_F64 ==> \valid_read((double *)t.data + Spot(t,b,h,i,c))) &&
      (t.dtype == ATTEST_F32 ==> \valid_read((float *)t.data + Spot(t,b,h,i,c))) &&
      (t.dtype == ATTEST_F16 || t.dtype == ATTEST_BF16 ==> \valid_read((uint16_t *)t.data + Spot(t,b,h,i,c)));
    predicate ReadRow{L}(attest_tensor t, integer b, integer h, integer i) =
      \forall integer c; 0 <= c < t.size[3] ==> ReadAt(t,b,h,i,c);
    predicate ReadFlag{L}(attest_tensor t, integer b, integer h, integer i, integer c) =
      \valid_read((unsigned char *)t.data + Spot(t,b,h,i,c));

    // a[0 .. m-1] overlaps no element. (The memory model keeps arrays of different types apart by itself.)
    axiomatic ApartFromElements {
      predicate Off(double *a, integer m, double *d, integer dtype, integer s0, integer s1, integer s2, integer s3,
        integer batch, integer heads, integer rows, integer columns);
      axiom Off_def: \forall double *a, integer m, double *d, integer dtype, s0, s1, s2, s3, batch, heads, rows,
        columns;
        Off(a,m,d,dtype,s0,s1,s2,s3,batch,heads,rows,columns) <==>
        (dtype == ATTEST_F64 ==> \forall integer b, h, i, c; 0 <= b < batch ==> 0 <= h < heads ==> 0 <= i < rows ==>
          0 <= c < columns ==> \separated(a + (0 .. m-1), d + spot(b,h,i,c,s0,s1,s2,s3)));
      predicate OffFlags(unsigned char *a, integer m, unsigned char *d, integer s0, integer s1, integer s2, integer s3,
        integer batch, integer heads, integer rows, integer columns);
      axiom OffFlags_def: \forall unsigned char *a, *d, integer m, s0, s1, s2, s3, batch, heads, rows, columns;
        OffFlags(a,m,d,s0,s1,s2,s3,batch,heads,rows,columns) <==>
        \forall integer b, h, i, c; 0 <= b < batch ==> 0 <= h < heads ==> 0 <= i < rows ==> 0 <= c < columns ==>
          \separated(a + (0 .. m-1), d + spot(b,h,i,c,s0,s1,s2,s3));
    }
    lemma off_none: \forall double *a, integer m, double *d, integer dtype, s0, s1, s2, s3, batch, heads, rows, columns;
      m <= 0 ==> Off(a,m,d,dtype,s0,s1,s2,s3,batch,heads,rows,columns);
    lemma off_no_flags: \forall unsigned char *a, *d, integer m, s0, s1, s2, s3, batch, heads, rows, columns;
      m <= 0 ==> OffFlags(a,m,d,s0,s1,s2,s3,batch,heads,rows,columns);
    lemma off_part: \forall double *a, integer m, j, n, double *d, integer dtype, s0, s1, s2, s3, batch, heads, rows,
      columns; Off(a,m,d,dtype,s0,s1,s2,s3,batch,heads,rows,columns) ==> 0 <= j ==> j + n <= m ==>
      Off(a + j,n,d,dtype,s0,s1,s2,s3,batch,heads,rows,columns);
    predicate ApartTensor(double *a, integer m, attest_tensor t) =
      Off(a,m,(double *)t.data,t.dtype,t.stride[0],t.stride[1],t.stride[2],t.stride[3],t.size[0],t.size[1],t.size[2],
        t.size[3]);
    predicate ApartFlags(unsigned char *a, integer m, attest_tensor t) =
      OffFlags(a,m,(unsigned char *)t.data,t.stride[0],t.stride[1],t.stride[2],t.stride[3],t.size[0],t.size[1],
        t.size[2],t.size[3]);
    // the same of numbers of every type, outside of four arrays
    predicate Only{K,L}(double *a, integer l, double *b, integer m, double *c, integer n, double *d, integer k) =
      (\forall double *x; \separated(x, a + (0 .. l-1)) ==> \separated(x, b + (0 .. m-1)) ==>
        \separated(x, c + (0 .. n-1)) ==> \separated(x, d + (0 .. k-1)) ==> \at(*x,L) == \at(*x,K)) &&
      (\forall float *f; \at(*f,L) == \at(*f,K)) && (\forall uint16_t *u; \at(*u,L) == \at(*u,K));
    predicate OnlyRow{K,L}(double *a, integer l) = Only{K,L}(a,l,a,l,a,l,a,l);
    predicate OnlyBytes{K,L}(unsigned char *a, integer m) =
      \forall unsigned char *x; \separated(x, a + (0 .. m-1)) ==> \at(*x,L) == \at(*x,K);
    lemma kept_matrix{K,L}: \forall double *a1, *a2, *a3, *a4, integer l, m, n, k, double *d, float *f, uint16_t *u,
      integer dtype, b, h, s0, s1, s2, s3, batch, heads, rows, columns; Only{K,L}(a1,l,a2,m,a3,n,a4,k) ==>
      IsReal(dtype) ==> 0 <= b < batch ==> 0 <= h < heads ==>
      Off(a1,l,d,dtype,s0,s1,s2,s3,batch,heads,rows,columns) ==> Off(a2,m,d,dtype,s0,s1,s2,s3,batch,heads,rows,columns)
        ==>
      Off(a3,n,d,dtype,s0,s1,s2,s3,batch,heads,rows,columns) ==> Off(a4,k,d,dtype,s0,s1,s2,s3,batch,heads,rows,columns)
        ==>
      0 <= rows ==> 0 <= columns ==> MatSame(elems{L}(d,f,u,dtype,b,h,s0,s1,s2,s3,rows,columns),
        elems{K}(d,f,u,dtype,b,h,s0,s1,s2,s3,rows,columns), rows, columns) &&
      elems{L}(d,f,u,dtype,b,h,s0,s1,s2,s3,rows,columns) == elems{K}(d,f,u,dtype,b,h,s0,s1,s2,s3,rows,columns);
    lemma kept_flags{K,L}: \forall unsigned char *a, *d, integer m, b, h, s0, s1, s2, s3, batch, heads, rows, columns;
      OnlyBytes{K,L}(a,m) ==> OffFlags(a,m,d,s0,s1,s2,s3,batch,heads,rows,columns) ==>
      0 <= b < batch ==> 0 <= h < heads ==>
      0 <= rows ==> 0 <= columns ==>
      MatSame(bytes{L}(d,b,h,s0,s1,s2,s3,rows,columns), bytes{K}(d,b,h,s0,s1,s2,s3,rows,columns), rows, columns) &&
      bytes{L}(d,b,h,s0,s1,s2,s3,rows,columns) == bytes{K}(d,b,h,s0,s1,s2,s3,rows,columns);
    // all elements are at L what they are at K
    predicate KeptTensor{K,L}(attest_tensor t) = \forall integer b, h; 0 <= b < t.size[0] ==> 0 <= h < t.size[1] ==>
      tmat{L}(t,b,h) == tmat{K}(t,b,h);
    predicate KeptFlags{K,L}(attest_tensor t) = \forall integer b, h; 0 <= b < t.size[0] ==> 0 <= h < t.size[1] ==>
      tflags{L}(t,b,h) == tflags{K}(t,b,h);
*/
#endif
