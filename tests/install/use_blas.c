/* A user of the installed variants: those that are named, and no others of that kind, are there, and compute the mean
   of two values. */
#include <attest.h>

#include <stdlib.h>
#include <string.h>

static int computes(const char *name) {
  static double zeros[2], v[] = {1, 3}, out;
  static float zeros_f32[2], v_f32[] = {1, 3}, out_f32;
  const int f64 = strstr(name, "64") != NULL;
  const attest_dtype dtype = f64 ? ATTEST_F64 : ATTEST_F32;
  void *const zero = f64 ? (void *)zeros : (void *)zeros_f32, *const to = f64 ? (void *)&out : (void *)&out_f32;
  const attest_problem p = {.q = {zero, dtype, {1, 1, 1, 1}, {1, 1, 1, 1}},
                            .k = {zero, dtype, {1, 1, 2, 1}, {2, 2, 1, 1}},
                            .v = {f64 ? (void *)v : (void *)v_f32, dtype, {1, 1, 2, 1}, {2, 2, 1, 1}}};
  const attest_answer a = {.out = {to, dtype, {1, 1, 1, 1}, {1, 1, 1, 1}}};
  size_t bytes = 0;
  if (attest_attention_workspace(&p, &a, name, 1, &bytes) != ATTEST_OK) return 0;
  void *const workspace = malloc(bytes);
  const attest_status status = workspace != NULL ? attest_attention(&p, &a, name, 1, workspace, bytes) : ATTEST_FAILED;
  free(workspace);
  return status == ATTEST_OK && (f64 ? out == 2 : out_f32 == 2);
}

int main(int argc, char **argv) {
  int blas = 0;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) blas += strncmp(attest_variant_name(n), "blas", 4) == 0;
  for (int n = 1; n < argc; n++)
    if (!computes(argv[n])) return 1 + n;
  return blas == argc - 1 ? 0 : 1;
}
