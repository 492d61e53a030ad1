/* Functions of opt/vector.h on arrays, for one instruction set: compiled once for each, as the kernels are. */
#include "opt/isa.h"
#include "opt/vector64.h"

extern const unsigned ISA_SYMBOL(vector_needs);
const unsigned ISA_SYMBOL(vector_needs) = ISA_NEEDS;

/* n is a multiple of W. */
void ISA_SYMBOL(vector_exp2)(const float *t, float *to, size_t n);
void ISA_SYMBOL(vector_exp2)(const float *t, float *to, size_t n) {
  for (size_t i = 0; i < n; i += W) vstore_any(to + i, vexp2(vload_any(t + i)));
}

void ISA_SYMBOL(vector_tanh)(const float *t, float *to, size_t n);
void ISA_SYMBOL(vector_tanh)(const float *t, float *to, size_t n) {
  for (size_t i = 0; i < n; i += W) vstore_any(to + i, vtanh(vload_any(t + i)));
}

void ISA_SYMBOL(vector_exp64)(const double *x, double *to, size_t n);
void ISA_SYMBOL(vector_exp64)(const double *x, double *to, size_t n) {
  for (size_t i = 0; i < n; i += D) vstore64(to + i, vexp64(vload64(x + i)));
}
