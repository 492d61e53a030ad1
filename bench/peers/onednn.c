/* oneDNN, the classical form: S = Q K^T / sqrt(d_k) + B, P = softmax(S), O = P V, three primitives on whole matrices. B is the bias, or 0 and -infinity for what a
   mask or the diagonal hides. f32. */
#include <dnnl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/serve.h"
#include "check/tensor.h"

enum { BATCH, HEAD, ROW, COL, STEPS = 3 };

/* Scores, softmax, output. */
typedef struct steps {
  dnnl_primitive_t run[STEPS];
  int arguments[STEPS];
  dnnl_exec_arg_t argument[STEPS][4];
} steps;

static dnnl_engine_t engine;
static dnnl_stream_t stream;

static void need(dnnl_status_t status) {
  if (status == dnnl_success) return;
  (void)fprintf(stderr, "oneDNN: status %d\n", (int)status);
  exit(3);
}

static void *memory(size_t bytes) {
  void *const made = aligned_alloc(64, (bytes / 64 + 1) * 64);
  if (made == NULL) exit(3);
  return made;
}

/* [batch * kv_heads][group][rows][columns], or its transposed view. */
static dnnl_memory_desc_t matrices(int64_t outer, int64_t group, int64_t rows, int64_t columns, bool transposed) {
  dnnl_memory_desc_t made;
  const dnnl_dims_t size = {outer, group, rows, columns};
  const dnnl_dims_t stride = {group * rows * columns, rows * columns, transposed ? 1 : columns, transposed ? rows : 1};
  need(dnnl_memory_desc_init_by_strides(&made, 4, size, dnnl_f32, stride));
  return made;
}

static dnnl_primitive_t primitive_of(const void *operation, dnnl_primitive_attr_t attributes) {
  dnnl_primitive_desc_t desc;
  dnnl_primitive_t made;
  need(dnnl_primitive_desc_create(&desc, operation, attributes, engine, NULL));
  need(dnnl_primitive_create(&made, desc));
  need(dnnl_primitive_desc_destroy(desc));
  return made;
}

static void set(steps *to, int step, int which, const dnnl_memory_desc_t *desc, void *data) {
  dnnl_memory_t made;
  need(dnnl_memory_create(&made, desc, engine, data));
  to->argument[step][to->arguments[step]++] = (dnnl_exec_arg_t){which, made};
}

/* B, [q_len][keys], the same for every head; NULL if there is none. */
static float *hidden_of(const attest_problem *p) {
  const int64_t rows = p->q.size[ROW], keys = p->k.size[ROW];
  const bool *const shown = p->mask.data;
  if (!p->causal && shown == NULL && p->bias.data == NULL) return NULL;
  float *const hidden = memory((size_t)(rows * keys) * sizeof *hidden);
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < keys; j++) {
      const int64_t at[] = {0, 0, i, j};
      const bool sees = (!p->causal || j <= i) && (shown == NULL || shown[i * p->mask.stride[ROW] + j * p->mask.stride[COL]]);
      hidden[i * keys + j] = !sees ? -INFINITY : p->bias.data != NULL ? (float)tensor_element(&p->bias, at) : 0;
    }
  return hidden;
}

/* What the product of q and k takes along: the scale, and B is added. */
static dnnl_primitive_attr_t scaled_and(const attest_problem *p, const dnnl_memory_desc_t *added) {
  dnnl_primitive_attr_t attributes;
  dnnl_post_ops_t after;
  const float scale = p->scale != 0 ? (float)p->scale : 1 / sqrtf((float)p->q.size[COL]);
  need(dnnl_primitive_attr_create(&attributes));
  need(dnnl_post_ops_create(&after));
  need(dnnl_primitive_attr_set_output_scales(attributes, 1, 0, &scale));
  if (added != NULL) need(dnnl_post_ops_append_binary(after, dnnl_binary_add, added));
  need(dnnl_primitive_attr_set_post_ops(attributes, after));
  return attributes;
}

static steps *steps_of(const attest_problem *p, void *out) {
  const int64_t group = p->q.size[HEAD] / p->k.size[HEAD], outer = p->q.size[BATCH] * p->k.size[HEAD], rows = p->q.size[ROW],
                keys = p->k.size[ROW], d_k = p->q.size[COL], d_v = p->v.size[COL];
  const dnnl_memory_desc_t q = matrices(outer, group, rows, d_k, false), k = matrices(outer, 1, d_k, keys, true),
                           v = matrices(outer, 1, keys, d_v, false), s = matrices(outer, group, rows, keys, false),
                           o = matrices(outer, group, rows, d_v, false), b = matrices(1, 1, rows, keys, false);
  dnnl_matmul_desc_t first, last;
  dnnl_softmax_desc_t middle;
  float *const hidden = hidden_of(p), *const scores = memory((size_t)(outer * group * rows * keys) * sizeof *scores);
  steps *const made = memory(sizeof *made);
  *made = (steps){.arguments = {0}};
  need(dnnl_matmul_desc_init(&first, &q, &k, NULL, &s));
  need(dnnl_softmax_forward_desc_init(&middle, dnnl_forward_inference, &s, 3));
  need(dnnl_matmul_desc_init(&last, &s, &v, NULL, &o));
  made->run[0] = primitive_of(&first, scaled_and(p, hidden != NULL ? &b : NULL));
  made->run[1] = primitive_of(&middle, NULL);
  made->run[2] = primitive_of(&last, NULL);
  set(made, 0, DNNL_ARG_SRC, &q, p->q.data);
  set(made, 0, DNNL_ARG_WEIGHTS, &k, p->k.data);
  set(made, 0, DNNL_ARG_DST, &s, scores);
  if (hidden != NULL) set(made, 0, DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, &b, hidden);
  set(made, 1, DNNL_ARG_SRC, &s, scores);
  set(made, 1, DNNL_ARG_DST, &s, scores);
  set(made, 2, DNNL_ARG_SRC, &s, scores);
  set(made, 2, DNNL_ARG_WEIGHTS, &v, p->v.data);
  set(made, 2, DNNL_ARG_DST, &o, out);
  return made;
}

static bool shared(const attest_tensor *t) { return t->data == NULL || (t->stride[BATCH] == 0 && t->stride[HEAD] == 0); }

static const char *prepare(const server *s, served *c) {
  const attest_problem *const p = &c->of.problem;
  (void)s;
  if (p->q.dtype != ATTEST_F32) return "another type than f32";
  if (!shared(&p->mask) || !shared(&p->bias)) return "a mask or bias for each head";
  if (p->kv_len != NULL || p->sink != NULL || p->softcap != 0 || p->windowed) return "an option";
  if (p->causal && p->q.size[ROW] != p->k.size[ROW]) return "causal with fewer queries than keys";
  c->own = steps_of(p, c->answer.out.data);
  return NULL;
}

static bool compute(const server *s, const served *c) {
  const steps *const all = c->own;
  (void)s;
  for (int n = 0; n < STEPS; n++) need(dnnl_primitive_execute(all->run[n], stream, all->arguments[n], all->argument[n]));
  need(dnnl_stream_wait(stream));
  return true;
}

int main(void) {
  const server oneDNN = {prepare, compute, NULL};
  check_error error;
  need(dnnl_engine_create(&engine, dnnl_cpu, 0));
  need(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  const check_status status = serve(&oneDNN, &error);
  if (status != CHECK_OK) (void)fprintf(stderr, "oneDNN: %s\n", error.text);
  return status;
}
