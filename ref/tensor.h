/* Matrices and rows of a tensor as views in binary64: in place where they are so stored, else widened into a copy. */
#ifndef ATTEST_REF_TENSOR_H
#define ATTEST_REF_TENSOR_H

#include "attest.h"

#include "ref/logic/separate_ranges.h"
#include "ref/logic/tensor.h"
#include "ref/matrix.h"

/* Doubles that a widened copy of rows rows takes; 0 if none is needed. */
/*@ requires tensor: \valid_read(t);
    requires sizes: t->data != \null ==> 0 <= rows <= MaxSize && 0 <= t->size[3] <= MaxSize;
    assigns \nothing;
    ensures value: \result == CopySize(t,rows);
    ensures range: 0 <= \result <= MaxElements; */
int64_t ref_tensor_copy_size(const attest_tensor *t, int64_t rows);

/* Matrix (b,h). A tensor may be absent if the matrix has no element. */
/*@ requires tensor: \valid_read(t);
    requires dtype: IsReal(t->dtype);
    requires range: TensorInRange(t);
    requires there: t->data == \null ==> t->size[2] == 0 || t->size[3] == 0;
    requires head: 0 <= b < t->size[0] && 0 <= h < t->size[1];
    requires readable: t->dtype != ATTEST_F64 ==> ReadTensorMatrix(t,b,h);
    requires writable: \valid(copy + (0 .. CopySize(t,t->size[2])-1));
    assigns copy[0 .. CopySize(t,t->size[2])-1];
    ensures reach: Reach(t->size[2],\result.row) && Reach(t->size[3],\result.col);
    ensures readable: \forall integer j, c; 0 <= j < t->size[2] ==> 0 <= c < t->size[3] ==> ReadTensorAt(t,b,h,j,c) ==>
      \valid_read(\result.at + (times(j,\result.row) + times(c,\result.col)));
    ensures apart: \forall double *x, integer m; ApartHead(x,m,t,b,h) ==>
      \separated(x + (0 .. m-1), copy + (0 .. CopySize(t,t->size[2])-1)) ==> OffMat(x,m,\result,t->size[2],t->size[3]);
    ensures value: MatSame(mat(\result), tmat{Pre}(t,b,h), t->size[2], t->size[3]); */
ref_matrix ref_tensor_matrix(const attest_tensor *t, int64_t b, int64_t h, double *copy);

/* Row i of matrix (b,h); none, at NULL, if there is no tensor. */
/*@ requires tensor: \valid_read(t);
    requires dtype: t->data != \null ==> IsReal(t->dtype);
    requires range: t->data != \null ==> TensorInRange(t);
    requires row: t->data != \null ==> 0 <= b < t->size[0] && 0 <= h < t->size[1] && 0 <= i < t->size[2];
    requires readable: t->data != \null ==> ReadTensorRow(t,b,h,i);
    requires writable: \valid(copy + (0 .. CopySize(t,1)-1));
    assigns copy[0 .. CopySize(t,1)-1];
    ensures absent: t->data == \null ==> \result.at == \null;
    ensures there: t->data != \null ==> 0 < t->size[3] ==> \result.at != \null;
    ensures reach: t->data != \null ==> Reach(t->size[3],\result.step);
    ensures readable: t->data != \null ==> ReadVec(\result,t->size[3]);
    ensures apart: t->data != \null ==> \forall double *x, integer m; ApartHead(x,m,t,b,h) ==>
      \separated(x + (0 .. m-1), copy + (0 .. CopySize(t,1)-1)) ==> OffVec(x,m,\result,t->size[3]);
    ensures value: t->data != \null ==> \forall integer c; 0 <= c < t->size[3] ==>
      at(vec(\result),c) == el(tmat{Pre}(t,b,h),i,c); */
ref_vector ref_tensor_row(const attest_tensor *t, int64_t b, int64_t h, int64_t i, double *copy);

/* Row i of matrix (b,h) of truth values; none, at NULL, if there is no tensor. */
/*@ requires tensor: \valid_read(t);
    requires range: t->data != \null ==> TensorInRange(t);
    requires row: t->data != \null ==> 0 <= b < t->size[0] && 0 <= h < t->size[1] && 0 <= i < t->size[2];
    requires readable: t->data != \null ==> ReadFlagsRow(t,b,h,i);
    assigns \nothing;
    ensures absent: t->data == \null ==> \result.at == \null;
    ensures reach: t->data != \null ==> Reach(t->size[3],\result.step);
    ensures readable: t->data != \null ==> \forall integer j; 0 <= j < t->size[3] ==>
      \valid_read(\result.at + times(j,\result.step));
    ensures apart: t->data != \null ==> \forall unsigned char *x, integer m; ApartFlagsHead(x,m,t,b,h) ==>
      OffFlags(x,m,\result,t->size[3]);
    ensures value: t->data != \null ==> \forall integer j; 0 <= j < t->size[3] ==>
      at(optflags(\result),j) == el(tflags(t,b,h),i,j); */
ref_flags ref_tensor_flags(const attest_tensor *t, int64_t b, int64_t h, int64_t i);

#endif
