#include "check/cases/tensor.h"

#include <math.h>
#include <stdlib.h>

#include "ref/elementary.h"

static int64_t offset_of(const attest_tensor *tensor, const int64_t at[ATTEST_AXES]) {
  int64_t offset = 0;
  for (int d = 0; d < ATTEST_AXES; d++) offset += at[d] * tensor->stride[d];
  return offset;
}

double tensor_element(const attest_tensor *tensor, const int64_t at[ATTEST_AXES]) {
  const int64_t offset = offset_of(tensor, at);
  switch (tensor->dtype) {
  case ATTEST_F64:
    return ((const double *)tensor->data)[offset];
  case ATTEST_F32:
    return (double)((const float *)tensor->data)[offset];
  case ATTEST_F16:
    return ref_f16_value(((const uint16_t *)tensor->data)[offset]);
  case ATTEST_BF16:
    return ref_bf16_value(((const uint16_t *)tensor->data)[offset]);
  case ATTEST_BOOL:
    break;
  }
  abort(); /* the caller broke the contract */
}

/* The pattern of a format of 16 bits: x is q units of its last place, 2^(exponent - fraction_bits), q rounded once. A carry out of the
   fraction steps the exponent, as it should. */
static uint16_t narrow(double x, int fraction_bits, int smallest_exponent) {
  const uint16_t sign = signbit(x) ? 0x8000u : 0, infinite = (uint16_t)(0x7fffu >> fraction_bits << fraction_bits);
  if (isnan(x)) return (uint16_t)(sign | infinite | 1u << (fraction_bits - 1));
  const double largest = ldexp(2 - ldexp(1, -fraction_bits), 1 - smallest_exponent);
  if (fabs(x) >= largest + ldexp(1, -smallest_exponent - fraction_bits)) return sign | infinite;
  int exponent;
  (void)frexp(x, &exponent);
  exponent = x != 0 && exponent - 1 > smallest_exponent ? exponent - 1 : smallest_exponent;
  const uint32_t q = (uint32_t)nearbyint(ldexp(fabs(x), fraction_bits - exponent));
  return (uint16_t)(sign | (((uint32_t)(exponent - smallest_exponent) << fraction_bits) + q));
}

void tensor_store(const attest_tensor *tensor, const int64_t at[ATTEST_AXES], double x) {
  const int64_t offset = offset_of(tensor, at);
  switch (tensor->dtype) {
  case ATTEST_F64:
    ((double *)tensor->data)[offset] = x;
    break;
  case ATTEST_F32:
    ((float *)tensor->data)[offset] = (float)x;
    break;
  case ATTEST_F16:
    ((uint16_t *)tensor->data)[offset] = narrow(x, 10, -14);
    break;
  case ATTEST_BF16:
    ((uint16_t *)tensor->data)[offset] = narrow(x, 7, -126);
    break;
  case ATTEST_BOOL:
    ((unsigned char *)tensor->data)[offset] = x != 0;
    break;
  }
}

double tensor_rounded(attest_dtype type, double x) {
  switch (type) {
  case ATTEST_F64:
    return x;
  case ATTEST_F32:
    return (double)(float)x;
  case ATTEST_F16:
    return ref_f16_value(narrow(x, 10, -14));
  case ATTEST_BF16:
    return ref_bf16_value(narrow(x, 7, -126));
  case ATTEST_BOOL:
    break;
  }
  return x != 0;
}

int64_t tensor_count(const attest_tensor *tensor) {
  return tensor->size[ATTEST_BATCH] * tensor->size[ATTEST_HEAD] * tensor->size[ATTEST_POSITION] * tensor->size[ATTEST_COLUMN];
}

void tensor_load_all(const attest_tensor *tensor, double *to) {
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(tensor->size, at); more; more = tensor_next(tensor->size, at)) *to++ = tensor_element(tensor, at);
}

void tensor_store_all(const attest_tensor *tensor, const double *from) {
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(tensor->size, at); more; more = tensor_next(tensor->size, at)) tensor_store(tensor, at, *from++);
}

double *tensor_widen(const attest_tensor *tensor) {
  const size_t count = (size_t)tensor_count(tensor);
  double *wide = calloc(count > 0 ? count : 1, sizeof *wide);
  if (wide != NULL) tensor_load_all(tensor, wide);
  return wide;
}
