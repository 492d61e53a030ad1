/* Row i of matrix (b,h) of a tensor starts at element b*stride[0] + h*stride[1] + i*stride[2]. */
#include "ref/tensor.h"

#include "ref/widen.h"

int64_t ref_tensor_copy_size(const attest_tensor *t, int64_t rows) {
  return t->data == NULL || t->dtype == ATTEST_F64 ? 0 : ref_times(rows, t->size[ATTEST_COLUMN]);
}

/* offset of element (b,h,i,0) */
/*@ requires tensor: \valid_read(t);
    requires range: InRange(times(b,t->stride[0])) && InRange(times(h,t->stride[1])) && InRange(times(i,t->stride[2]));
    assigns \nothing;
    ensures value: \result == Start(t,b,h,i); */
static int64_t start(const attest_tensor *t, int64_t b, int64_t h, int64_t i) {
  return ref_times(b, t->stride[ATTEST_BATCH]) + ref_times(h, t->stride[ATTEST_HEAD]) +
         ref_times(i, t->stride[ATTEST_POSITION]);
}

/* A copy in binary64 of rows rows of elements that are narrower, from offset o on. */
/*@ requires tensor: \valid_read(t);
    requires narrow: t->dtype == ATTEST_F32 || t->dtype == ATTEST_F16 || t->dtype == ATTEST_BF16;
    requires sizes: WidenSizes(t->stride[2],t->stride[3],rows,t->size[3]);
    requires readable: \forall integer i, c; 0 <= i < rows ==> 0 <= c < t->size[3] ==>
      ReadElem((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype,
        spot(o,i,c,t->stride[2],t->stride[3]));
    requires writable: \valid(copy + (0 .. times(rows,t->size[3])-1));
    assigns copy[0 .. times(rows,t->size[3])-1];
    ensures value: MatSame(fmat(copy,t->size[3]),
      elems{Pre}((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, t->stride[2], t->stride[3]),
        rows, t->size[3]); */
static void widen_rows(const attest_tensor *t, int64_t o, int64_t rows, double *copy) {
  const int64_t row = t->stride[ATTEST_POSITION], col = t->stride[ATTEST_COLUMN], cols = t->size[ATTEST_COLUMN];
  /*@ assert readable_f32: t->dtype == ATTEST_F32 ==> \forall integer i, c; 0 <= i < rows ==> 0 <= c < cols ==>
        spot(o,i,c,row,col) == o + (times(i,row) + times(c,col)) &&
          \valid_read((float *)t->data + o + (times(i,row) + times(c,col))); */
  /*@ assert readable_16: t->dtype != ATTEST_F32 ==> \forall integer i, c; 0 <= i < rows ==> 0 <= c < cols ==>
        spot(o,i,c,row,col) == o + (times(i,row) + times(c,col)) &&
          \valid_read((uint16_t *)t->data + o + (times(i,row) + times(c,col))); */
  /*@ assert f32: t->dtype == ATTEST_F32 ==> \forall integer i, c; el(f32mat((float *)t->data + o,row,col),i,c) ==
        el(elems((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, row, col),i,c); */
  /*@ assert f16: t->dtype == ATTEST_F16 ==> \forall integer i, c; el(f16mat((uint16_t *)t->data + o,row,col),i,c) ==
        el(elems((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, row, col),i,c); */
  /*@ assert bf16: t->dtype == ATTEST_BF16 ==> \forall integer i, c; el(bf16mat((uint16_t *)t->data + o,row,col),i,c) ==
        el(elems((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, row, col),i,c); */
  if (t->dtype == ATTEST_F32) ref_widen_f32((const float *)t->data + o, row, col, copy, rows, cols);
  else if (t->dtype == ATTEST_F16) ref_widen_f16((const uint16_t *)t->data + o, row, col, copy, rows, cols);
  else ref_widen_bf16((const uint16_t *)t->data + o, row, col, copy, rows, cols);
}

ref_matrix ref_tensor_matrix(const attest_tensor *t, int64_t b, int64_t h, double *copy) {
  if (t->data == NULL) return (ref_matrix){NULL, 0, 0};
  const int64_t o = start(t, b, h, 0);
  //@ assert first: \let none = 0; times(none,t->stride[2]) == 0 && o == origin(b,h,t->stride[0],t->stride[1]);
  /*@ assert places: \forall integer i, c; spot(o,i,c,t->stride[2],t->stride[3]) ==
        o + (times(i,t->stride[2]) + times(c,t->stride[3])); */
  if (t->dtype == ATTEST_F64) {
    const ref_matrix m = {(const double *)t->data + o, t->stride[ATTEST_POSITION], t->stride[ATTEST_COLUMN]};
    /*@ assert entries: \forall double *x, integer n, i, c; ApartHead(x,n,t,b,h) ==> 0 <= i < t->size[2] ==>
          0 <= c < t->size[3] ==>
          spot(o,i,c,m.row,m.col) == o + (times(i,m.row) + times(c,m.col)) &&
          \separated(x + (0 .. n-1), m.at + (times(i,m.row) + times(c,m.col))); */
    //@ assert apart: \forall double *x, integer n; ApartHead(x,n,t,b,h) ==> OffMat(x,n,m,t->size[2],t->size[3]);
    return m;
  }
  const ref_matrix m = ref_contiguous(copy, t->size[ATTEST_COLUMN]);
  /*@ assert entries: \forall double *x, integer n, i, c;
        \separated(x + (0 .. n-1), copy + (0 .. times(t->size[2],t->size[3])-1)) ==>
        0 <= i < t->size[2] ==> 0 <= c < t->size[3] ==> times(c,m.col) == c &&
          0 <= times(i,m.row) + c < times(t->size[2],t->size[3]) &&
        \separated(x + (0 .. n-1), m.at + (times(i,m.row) + times(c,m.col))); */
  /*@ assert apart: \forall double *x, integer n;
        \separated(x + (0 .. n-1), copy + (0 .. times(t->size[2],t->size[3])-1)) ==>
        OffMat(x,n,m,t->size[2],t->size[3]); */
  widen_rows(t, o, t->size[ATTEST_POSITION], copy);
  return m;
}

ref_vector ref_tensor_row(const attest_tensor *t, int64_t b, int64_t h, int64_t i, double *copy) {
  if (t->data == NULL) return (ref_vector){NULL, 0};
  const int64_t o = start(t, b, h, i);
  /*@ assert places: \forall integer c; spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]) ==
        o + times(c,t->stride[3]); */
  if (t->dtype == ATTEST_F64) {
    const ref_vector v = {(const double *)t->data + o, t->stride[ATTEST_COLUMN]};
    /*@ assert row: \forall integer c; 0 <= c < t->size[3] ==> ReadTensorAt(t,b,h,i,c) &&
          \valid_read((double *)t->data + spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3])); */
    /*@ assert readable: \forall integer c; 0 <= c < t->size[3] ==>
          spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],v.step) == o + times(c,v.step) &&
          \valid_read(v.at + times(c,v.step)); */
    //@ assert value: \forall integer c; 0 <= c < t->size[3] ==> at(vec(v),c) == el(tmat(t,b,h),i,c);
    /*@ assert first: \let none = 0; 0 < t->size[3] ==> times(none,v.step) == 0 &&
          \valid_read(v.at + times(none,v.step)); */
    return v;
  }
  /*@ assert one_row: \let none = 0; \forall integer c; times(none,t->stride[2]) == 0 && times(none,t->size[3]) == 0 &&
        spot(o,none,c,t->stride[2],t->stride[3]) ==
          spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]); */
  //@ assert copied: \let one = 1; times(one,t->size[3]) == t->size[3] && CopySize(t,one) == t->size[3];
  //@ assert writable: \forall integer c; 0 <= c < t->size[3] ==> \valid(copy + c);
  //@ assert first: \let none = 0; 0 < t->size[3] ==> \valid(copy + none);
  widen_rows(t, o, 1, copy);
  /*@ assert view: \let none = 0; \forall integer c; 0 <= c < t->size[3] ==>
        times(c,1) == c && *(copy + c) == el(fmat(copy,t->size[3]),none,c); */
  //@ assert value: \forall integer c; 0 <= c < t->size[3] ==> *(copy + c) == el(tmat{Pre}(t,b,h),i,c);
  return (ref_vector){copy, 1};
}

ref_flags ref_tensor_flags(const attest_tensor *t, int64_t b, int64_t h, int64_t i) {
  if (t->data == NULL) return (ref_flags){NULL, 0};
  const ref_flags f = {(const unsigned char *)t->data + start(t, b, h, i), t->stride[ATTEST_COLUMN]};
  /*@ assert offsets: \forall integer c; spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]) ==
        Start(t,b,h,i) + times(c,t->stride[3]); */
  /*@ assert readable: \forall integer c; 0 <= c < t->size[3] ==>
        \valid_read((unsigned char *)t->data + (Start(t,b,h,i) + times(c,t->stride[3]))); */
  return f;
}
