/* Element (b,h,i,c) of a tensor, whatever its type and strides. */
#ifndef ATTEST_REF_ELEMENT_H
#define ATTEST_REF_ELEMENT_H

#include "ref/elementary.h"
#include "ref/index.h"
#include "ref/logic/tensor.h"

/* How far element (b,h,i,c) lies from the first, in elements. */
/*@ requires range: TensorInRange(t) && Inside(t,b,h,i,c);
    assigns \nothing;
    ensures place: \result == Spot(t,b,h,i,c); */
static inline int64_t ref_offset(attest_tensor t, int64_t b, int64_t h, int64_t i, int64_t c) {
  return ref_times(b, t.stride[0]) + ref_times(h, t.stride[1]) + ref_times(i, t.stride[2]) + ref_times(c, t.stride[3]);
}

/* Element (b,h,i,c) in binary64: every type widens exactly. */
/*@ requires number: IsReal(t.dtype);
    requires range: TensorInRange(t) && Inside(t,b,h,i,c);
    requires readable: ReadAt(t,b,h,i,c);
    assigns \nothing;
    ensures value: \result == el(tmat(t,b,h),i,c); */
static inline double ref_element(attest_tensor t, int64_t b, int64_t h, int64_t i, int64_t c) {
  const int64_t o = ref_offset(t, b, h, i, c);
  if (t.dtype == ATTEST_F64) return ((const double *)t.data)[o];
  if (t.dtype == ATTEST_F32) return ((const float *)t.data)[o];
  const uint16_t bits = ((const uint16_t *)t.data)[o];
  return t.dtype == ATTEST_F16 ? ref_f16_value(bits) : ref_bf16_value(bits);
}

/* Whether element (b,h,i,c) of a tensor of truth values is true. */
/*@ requires range: TensorInRange(t) && Inside(t,b,h,i,c);
    requires readable: ReadFlag(t,b,h,i,c);
    assigns \nothing;
    ensures value: \result != 0 <==> el(tflags(t,b,h),i,c) != 0; */
static inline int ref_flag(attest_tensor t, int64_t b, int64_t h, int64_t i, int64_t c) {
  return ((const unsigned char *)t.data)[ref_offset(t, b, h, i, c)] != 0;
}

#endif
