/* A user of the installed library, as C and as C++: one key, so the output is its value and lse its score; and one
   count of parameters. */
#include <attest.h>
#include <attest_layers.h>

#include <stdlib.h>
#include <string.h>

static attest_tensor tensor(const double *data, int64_t columns) {
  attest_tensor t;
  memset(&t, 0, sizeof t);
  t.data = data;
  t.dtype = ATTEST_F64;
  t.size[ATTEST_BATCH] = t.size[ATTEST_HEAD] = t.size[ATTEST_POSITION] = 1;
  t.size[ATTEST_COLUMN] = columns;
  t.stride[ATTEST_COLUMN] = 1;
  return t;
}

static attest_output output(double *data, int64_t columns) {
  attest_output o;
  memset(&o, 0, sizeof o);
  o.data = data;
  o.dtype = ATTEST_F64;
  o.size[ATTEST_BATCH] = o.size[ATTEST_HEAD] = o.size[ATTEST_POSITION] = 1;
  o.size[ATTEST_COLUMN] = columns;
  o.stride[ATTEST_COLUMN] = 1;
  return o;
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
  attest_answer answer;
  memset(&answer, 0, sizeof answer);
  answer.out = output(out, 2);
  answer.lse = output(&lse, 1);
  size_t bytes = 0;
  if (attest_reference_workspace(&problem, &answer, &bytes) != ATTEST_OK) return 1;
  void *workspace = malloc(bytes);
  const attest_status status = attest_reference(&problem, &answer, workspace, bytes);
  free(workspace);
  return status == ATTEST_OK && out[0] == 5 && out[1] == 7 && lse == 6 && attest_version()[0] != 0 && counts() ? 0 : 1;
}
