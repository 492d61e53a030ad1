#include "check/cases/format.h"

#include <float.h>
#include <string.h>

const char *const format_names[FORMATS + 1] = {
    [ATTEST_F64] = "f64", [ATTEST_F32] = "f32", [ATTEST_F16] = "f16", [ATTEST_BF16] = "bf16"};

static const number_format formats[FORMATS] = {
    [ATTEST_F64] = {"float64", ATTEST_F64, 53, -1022, 0x1p-53, 0x1p-1022, DBL_MAX, 0x1p-1022},
    [ATTEST_F32] = {"float32", ATTEST_F32, 24, -126, 0x1p-24, 0x1p-126, FLT_MAX, 0x1p-126},
    [ATTEST_F16] = {"float16", ATTEST_F32, 11, -14, 0x1p-11, 0x1p-14, 65504, 0x1p-25},
    [ATTEST_BF16] = {"bfloat16", ATTEST_F32, 8, -126, 0x1p-8, 0x1p-126, 0x1.fep127, 0x1p-126},
};

const number_format *format_of(attest_dtype dtype) { return &formats[(unsigned)dtype < FORMATS ? dtype : ATTEST_BF16]; }

bool format_named(const char *name, attest_dtype *dtype) {
  int n = 0;
  while (n < FORMATS && strcmp(format_names[n], name) != 0) n++;
  *dtype = (attest_dtype)n;
  return n < FORMATS;
}
