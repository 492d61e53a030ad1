/* A user of the installed library, as C and as C++: one key, so the output is its value and lse its score; and one count of
   parameters. */
#include <attest.h>
#include <attest_layers.h>

#include <stdlib.h>
#include <string.h>

static attest_tensor tensor(double *data, int64_t columns) {
  attest_tensor t;
  memset(&t, 0, sizeof t);
  t.data = data;
  t.dtype = ATTEST_F64;
  t.size[0] = t.size[1] = t.size[2] = 1;
  t.size[3] = columns;
  t.stride[3] = 1;
  return t;
}

static int counts(void) {
  attest_model_sizes sizes;
  attest_parameters count;
  memset(&sizes, 0, sizeof sizes);
  sizes.d_model = sizes.d_k = sizes.d_v = 4;
  sizes.q_heads = sizes.kv_heads = sizes.layers = 1;
  return attest_count_parameters(&sizes, &count) == ATTEST_OK && count.total == 64; /* four matrices of 4 x 4 */
}

int main(void) {
  double q = 2, k = 3, v[2] = {5, 7}, out[2] = {0, 0}, lse = 0;
  attest_problem problem;
  memset(&problem, 0, sizeof problem);
  problem.q = tensor(&q, 1);
  problem.k = tensor(&k, 1);
  problem.v = tensor(v, 2);
  size_t bytes = 0;
  if (attest_reference_workspace(&problem, &bytes) != ATTEST_OK) return 1;
  void *workspace = malloc(bytes);
  const attest_status status = attest_reference(&problem, out, &lse, NULL, workspace, bytes);
  free(workspace);
  return status == ATTEST_OK && out[0] == 5 && out[1] == 7 && lse == 6 && attest_version()[0] != 0 && counts() ? 0 : 1;
}
