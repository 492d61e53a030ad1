/* attest_tensor as a family of matrices of real numbers, whatever its element type, and what of it may be read. Element
   (b,h,i,c) is at offset times(b,stride[0]) + times(h,stride[1]) + times(i,stride[2]) + times(c,stride[3]). */
#ifndef ATTEST_LOGIC_TENSOR_H
#define ATTEST_LOGIC_TENSOR_H
#include "attest.h"
#include "ref/logic/exp.h"
#include "ref/matrix.h"
/*@ predicate IsReal(integer dtype) = dtype == ATTEST_F64 || dtype == ATTEST_F32 || dtype == ATTEST_F16 ||
      dtype == ATTEST_BF16;
    axiomatic Offsets {                                       // opaque: sums can't be triggers either
      logic integer origin(integer b, integer h, integer batch, integer head);
      axiom origin_def: \forall integer b, h, batch, head; origin(b,h,batch,head) == times(b,batch) + times(h,head);
      logic integer spot(integer o, integer i, integer c, integer row, integer col);
      axiom spot_def: \forall integer o, i, c, row, col; spot(o,i,c,row,col) == o + (times(i,row) + times(c,col));
    }
    axiomatic Elements {
      // the element at offset o of data, which is of the type that dtype names: WP can't cast in an axiom
      logic real elem{L}(double *d, float *f, uint16_t *u, integer dtype, integer o) reads d[..], f[..], u[..];
      axiom elem_f64{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o; dtype == ATTEST_F64 ==>
        elem(d,f,u,dtype,o) == d[o];
      axiom elem_f32{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o; dtype == ATTEST_F32 ==>
        elem(d,f,u,dtype,o) == f[o];
      axiom elem_f16{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o; dtype == ATTEST_F16 ==>
        elem(d,f,u,dtype,o) == F16(u[o]);
      axiom elem_bf16{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o; dtype == ATTEST_BF16 ==>
        elem(d,f,u,dtype,o) == Bf16(u[o]);
      // rows at stride row and columns at stride col from offset o on
      logic rmat elems{L}(double *d, float *f, uint16_t *u, integer dtype, integer o, integer row, integer col)
        reads d[..], f[..], u[..];
      axiom elems_at{L}: \forall double *d, float *f, uint16_t *u, integer dtype, o, row, col, i, c;
        el(elems(d,f,u,dtype,o,row,col), i, c) == elem(d,f,u,dtype, spot(o,i,c,row,col));
      logic rmat bytes{L}(unsigned char *data, integer o, integer row, integer col) reads data[..];
      axiom bytes_at{L}: \forall unsigned char *data, integer o, row, col, i, c;
        el(bytes(data,o,row,col), i, c) == data[spot(o,i,c,row,col)];
    }
    // the element at offset s may be read
    predicate ReadElem{L}(double *e, float *f, uint16_t *u, integer dtype, integer s) =
      (dtype == ATTEST_F64 ==> \valid_read(e + s)) && (dtype == ATTEST_F32 ==> \valid_read(f + s)) &&
      (dtype == ATTEST_F16 || dtype == ATTEST_BF16 ==> \valid_read(u + s));
    logic real telem{L}(attest_tensor *t, integer o) = elem((double *)t->data, (float *)t->data, (uint16_t *)t->data,
      t->dtype, o);
    // matrix (b,h) of a tensor of numbers, and of one of truth values
    logic rmat tmat{L}(attest_tensor *t, integer b, integer h) =
      elems((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype,
            origin(b,h,t->stride[0],t->stride[1]), t->stride[2], t->stride[3]);
    logic rmat tflags{L}(attest_tensor *t, integer b, integer h) =
      bytes((unsigned char *)t->data, origin(b,h,t->stride[0],t->stride[1]), t->stride[2], t->stride[3]);
    predicate TensorInRange{L}(attest_tensor *t) =
      0 <= t->size[0] <= MaxSize && 0 <= t->size[1] <= MaxSize && 0 <= t->size[2] <= MaxSize &&
        0 <= t->size[3] <= MaxSize &&
      Reach(t->size[0],t->stride[0]) && Reach(t->size[1],t->stride[1]) && Reach(t->size[2],t->stride[2]) &&
        Reach(t->size[3],t->stride[3]);
    predicate SizesAre{L}(attest_tensor *t, integer batch, integer heads, integer rows, integer cols) =
      t->size[0] == batch && t->size[1] == heads && t->size[2] == rows && t->size[3] == cols;
    // offset of element (b,h,i,0)
    logic integer Start{L}(attest_tensor *t, integer b, integer h, integer i) =
      origin(b,h,t->stride[0],t->stride[1]) + times(i,t->stride[2]);
    // element (b,h,i,c), row i of matrix (b,h), the whole of it may be read
    predicate ReadTensorAt{L}(attest_tensor *t, integer b, integer h, integer i, integer c) =
      ReadElem((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype,
        spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]));
    predicate ReadTensorRow{L}(attest_tensor *t, integer b, integer h, integer i) = \forall integer c;
      0 <= c < t->size[3] ==>
      ReadTensorAt(t,b,h,i,c);
    predicate ReadTensorMatrix{L}(attest_tensor *t, integer b, integer h) = \forall integer i, c;
      0 <= i < t->size[2] ==>
      0 <= c < t->size[3] ==> ReadTensorAt(t,b,h,i,c);
    predicate ReadFlagsRow{L}(attest_tensor *t, integer b, integer h, integer i) = \forall integer c;
      0 <= c < t->size[3] ==>
      \valid_read((unsigned char *)t->data + spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]));
    // a[0 .. m-1] overlaps no element: of a matrix, at all. The memory model keeps arrays of different types apart by
    // itself.
    axiomatic ApartFromElements {
      predicate OffElems(double *a, integer m, double *e, integer dtype, integer o, integer row, integer col, integer n,
        integer d);
      axiom OffElems_def: \forall double *a, integer m, double *e, integer dtype, o, row, col, n, d;
        OffElems(a,m,e,dtype,o,row,col,n,d) <==>
        (dtype == ATTEST_F64 ==> \forall integer i, c; 0 <= i < n ==> 0 <= c < d ==>
          \separated(a + (0 .. m-1), e + spot(o,i,c,row,col)));
      predicate OffBytes(unsigned char *a, integer m, unsigned char *e, integer o, integer row, integer col, integer n,
        integer d);
      axiom OffBytes_def: \forall unsigned char *a, integer m, unsigned char *e, integer o, row, col, n, d;
        OffBytes(a,m,e,o,row,col,n,d) <==>
        \forall integer i, c; 0 <= i < n ==> 0 <= c < d ==> \separated(a + (0 .. m-1), e + spot(o,i,c,row,col));
    }
    lemma offelems_start: \forall double *a, integer l, m, double *e, integer dtype, o, row, col, n, d;
      OffElems(a,m,e,dtype,o,row,col,n,d) ==> l <= m ==> OffElems(a,l,e,dtype,o,row,col,n,d);
    lemma offelems_part: \forall double *a, integer k, l, m, double *e, integer dtype, o, row, col, n, d;
      OffElems(a,m,e,dtype,o,row,col,n,d) ==> 0 <= k ==> k+l <= m ==> OffElems(a+k,l,e,dtype,o,row,col,n,d);
    predicate ApartHead{L}(double *a, integer m, attest_tensor *t, integer b, integer h) =
      OffElems(a, m, (double *)t->data, t->dtype, origin(b,h,t->stride[0],t->stride[1]), t->stride[2], t->stride[3],
        t->size[2], t->size[3]);
    predicate ApartTensor{L}(double *a, integer m, attest_tensor *t) =
      \forall integer b, h; 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==> ApartHead(a,m,t,b,h);
    predicate ApartFlagsHead{L}(unsigned char *a, integer m, attest_tensor *t, integer b, integer h) =
      OffBytes(a, m, (unsigned char *)t->data, origin(b,h,t->stride[0],t->stride[1]), t->stride[2], t->stride[3],
        t->size[2], t->size[3]);
    predicate ApartFlags{L}(unsigned char *a, integer m, attest_tensor *t) =
      \forall integer b, h; 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==> ApartFlagsHead(a,m,t,b,h);
    // doubles of a copy of rows rows, where one is needed
    logic integer CopySize{L}(attest_tensor *t, integer rows) =
      t->data == \null || t->dtype == ATTEST_F64 ? 0 : times(rows,t->size[3]);
*/
#endif
