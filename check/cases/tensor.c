#include "check/cases/tensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/format.h"
#include "ref/elementary.h"

static int64_t offset_of(const int64_t stride[ATTEST_AXES], const int64_t at[ATTEST_AXES]) {
  int64_t offset = 0;
  for (int d = 0; d < ATTEST_AXES; d++) offset += at[d] * stride[d];
  return offset;
}

/* The only place that drops const: the caller owns the memory. */
static void *writable(const attest_tensor *t) { return (void *)t->data; }

attest_output tensor_writable(const attest_tensor *t) {
  attest_output o = {.data = writable(t), .dtype = t->dtype};
  for (int d = 0; d < ATTEST_AXES; d++) o.size[d] = t->size[d], o.stride[d] = t->stride[d];
  return o;
}

attest_output output_make(const attest_problem *problem, attest_dtype dtype, int64_t columns) {
  const int64_t heads = problem->q.size[ATTEST_HEAD], rows = problem->q.size[ATTEST_POSITION];
  const size_t bytes = (size_t)(problem->q.size[ATTEST_BATCH] * heads * rows * columns) * attest_dtype_size(dtype);
  return (attest_output){.data = aligned_alloc(64, (bytes / 64 + 1) * 64),
                         .dtype = dtype,
                         .size = {problem->q.size[ATTEST_BATCH], heads, rows, columns},
                         .stride = {heads * rows * columns, rows * columns, columns, 1}};
}

static double element(const void *data, attest_dtype dtype, int64_t offset) {
  switch (dtype) {
  case ATTEST_F64:
    return ((const double *)data)[offset];
  case ATTEST_F32:
    return (double)((const float *)data)[offset];
  case ATTEST_F16:
    return ref_f16_value(((const uint16_t *)data)[offset]);
  case ATTEST_BF16:
    return ref_bf16_value(((const uint16_t *)data)[offset]);
  case ATTEST_BOOL:
    break;
  }
  abort(); /* the caller broke the contract */
}

/* The axis of the widest stride below a limit, of those that lead somewhere; -1: none. */
static int widest_below(const attest_tensor *t, int64_t limit) {
  int widest = -1;
  for (int d = 0; d < ATTEST_AXES; d++)
    if (t->size[d] > 1 && t->stride[d] > 0 && t->stride[d] < limit && (widest < 0 || t->stride[d] > t->stride[widest]))
      widest = d;
  return widest;
}

bool tensor_find(const attest_tensor *t, int64_t distance, int64_t at[ATTEST_AXES]) {
  bool within = true;
  for (int d = 0; d < ATTEST_AXES; d++) at[d] = 0;
  for (int d = widest_below(t, INT64_MAX); d >= 0; d = widest_below(t, t->stride[d])) {
    within = within && distance / t->stride[d] < t->size[d];
    at[d] = distance / t->stride[d] % t->size[d];
    distance %= t->stride[d];
  }
  return within && distance == 0;
}

double tensor_element(const attest_tensor *tensor, const int64_t at[ATTEST_AXES]) {
  return element(tensor->data, tensor->dtype, offset_of(tensor->stride, at));
}

double output_element(const attest_output *output, const int64_t at[ATTEST_AXES]) {
  return element(output->data, output->dtype, offset_of(output->stride, at));
}

/* 2^n, for n from -1022 to 1023. */
static double power_of_two(int n) {
  const uint64_t bits = (uint64_t)(n + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The exponent of x if it is normal; -1023 otherwise. */
static int exponent_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 52 & 0x7ff) - 1023;
}

/* The bits of x in a 16-bit format. x is q units of its last place, 2^(exponent - fraction_bits), with q rounded once:
   the doubles from 2^52 on are the integers, so that adding 2^52 rounds. A carry out of the fraction increments the
   exponent, as it should. */
static uint16_t narrow(double x, const number_format *to) {
  const int fraction_bits = to->significand_bits - 1, smallest_exponent = to->smallest_exponent;
  const uint16_t sign = signbit(x) ? 0x8000u : 0, infinite = (uint16_t)(0x7fffu >> fraction_bits << fraction_bits);
  if (isnan(x)) return (uint16_t)(sign | infinite | 1u << (fraction_bits - 1));
  if (fabs(x) >= to->largest + power_of_two(-smallest_exponent - fraction_bits)) return sign | infinite;
  const int exponent = exponent_of(x) > smallest_exponent ? exponent_of(x) : smallest_exponent;
  const double units = fabs(x) * power_of_two(fraction_bits - exponent);
  const uint32_t q = (uint32_t)(units + 0x1p52 - 0x1p52);
  return (uint16_t)(sign | (((uint32_t)(exponent - smallest_exponent) << fraction_bits) + q));
}

static void store(void *data, attest_dtype dtype, int64_t offset, double x) {
  switch (dtype) {
  case ATTEST_F64:
    ((double *)data)[offset] = x;
    break;
  case ATTEST_F32:
    ((float *)data)[offset] = (float)x;
    break;
  case ATTEST_F16:
  case ATTEST_BF16:
    ((uint16_t *)data)[offset] = narrow(x, format_of(dtype));
    break;
  case ATTEST_BOOL:
    ((unsigned char *)data)[offset] = x != 0;
    break;
  }
}

void output_store(const attest_output *output, const int64_t at[ATTEST_AXES], double x) {
  store(output->data, output->dtype, offset_of(output->stride, at), x);
}

void tensor_store(const attest_tensor *tensor, const int64_t at[ATTEST_AXES], double x) {
  store(writable(tensor), tensor->dtype, offset_of(tensor->stride, at), x);
}

double tensor_rounded(attest_dtype type, double x) {
  switch (type) {
  case ATTEST_F64:
    return x;
  case ATTEST_F32:
    return (double)(float)x;
  case ATTEST_F16:
    return ref_f16_value(narrow(x, format_of(type)));
  case ATTEST_BF16:
    return ref_bf16_value(narrow(x, format_of(type)));
  case ATTEST_BOOL:
    break;
  }
  return x != 0;
}

int64_t tensor_count(const int64_t size[ATTEST_AXES]) {
  return size[ATTEST_BATCH] * size[ATTEST_HEAD] * size[ATTEST_POSITION] * size[ATTEST_COLUMN];
}

static void load_all(const attest_tensor *tensor, double *to) {
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(tensor->size, at); more; more = tensor_next(tensor->size, at))
    *to++ = tensor_element(tensor, at);
}

void output_load_all(const attest_output *output, double *to) {
  const attest_tensor view = output_view(output);
  load_all(&view, to);
}

void output_store_all(const attest_output *output, const double *from) {
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(output->size, at); more; more = tensor_next(output->size, at))
    output_store(output, at, *from++);
}

double *tensor_widen(const attest_tensor *tensor) {
  const size_t count = (size_t)tensor_count(tensor->size);
  double *wide = calloc(count > 0 ? count : 1, sizeof *wide);
  if (wide != NULL) load_all(tensor, wide);
  return wide;
}

double *output_widen(const attest_output *output) {
  const attest_tensor view = output_view(output);
  return tensor_widen(&view);
}
