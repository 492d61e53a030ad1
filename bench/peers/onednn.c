/* oneDNN, the classical form, one head after the other: S = Q K^T / sqrt(d_k) + B, P = softmax(S), O = P V, as three
   primitives on whole matrices. B is the bias, or 0 and -infinity where a mask or the diagonal hides keys. f32. (With
   all heads in one product, oneDNN 2.6 falls back to its plainest loops as soon as a B is added for each.) */
#include <dnnl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/serve.h"
#include "check/cases/problem_f64.h"
#include "check/cases/tensor.h"

enum { STEPS = 3 };

/* The arguments of a primitive for one head. */
typedef struct arguments {
  int count;
  dnnl_exec_arg_t at[4];
} arguments;

/* The primitives for scores, softmax and output, for each head. */
typedef struct steps {
  dnnl_primitive_t run[STEPS];
  int64_t heads;
  arguments (*of)[STEPS];
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

/* Describes [rows][columns], or the transposed view of [columns][rows]. */
static dnnl_memory_desc_t matrix(int64_t rows, int64_t columns, bool transposed) {
  dnnl_memory_desc_t made;
  const dnnl_dims_t size = {rows, columns}, stride = {transposed ? 1 : columns, transposed ? rows : 1};
  need(dnnl_memory_desc_init_by_strides(&made, 2, size, dnnl_f32, stride));
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

static void set(arguments *to, int which, const dnnl_memory_desc_t *desc, const void *data) {
  dnnl_memory_t made;
  need(dnnl_memory_create(&made, desc, engine, (void *)data));
  to->at[to->count++] = (dnnl_exec_arg_t){which, made};
}

static bool hides(const attest_problem *p) { return p->causal || p->mask.data != NULL || p->bias.data != NULL; }

/* The B of a head, [q_len][keys]. */
static const float *hidden_of(const attest_problem *p, int64_t batch, int64_t head) {
  const int64_t rows = p->q.size[ATTEST_POSITION], keys = p->k.size[ATTEST_POSITION];
  const attest_tensor *const m = &p->mask;
  const bool *const shown = m->data;
  float *const hidden = memory((size_t)(rows * keys) * sizeof *hidden);
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < keys; j++) {
      const int64_t at[] = {batch, head, i, j}, place = batch * m->stride[ATTEST_BATCH] +
                                                        head * m->stride[ATTEST_HEAD] + i * m->stride[ATTEST_POSITION] +
                                                        j * m->stride[ATTEST_COLUMN];
      const bool sees = (!p->causal || j <= i) && (shown == NULL || shown[place]);
      hidden[i * keys + j] = !sees ? -INFINITY : p->bias.data != NULL ? (float)tensor_element(&p->bias, at) : 0;
    }
  return hidden;
}

/* The attributes of the product of q and k: the scale, and the addition of B. */
static dnnl_primitive_attr_t scaled_and(const attest_problem *p, const dnnl_memory_desc_t *added) {
  dnnl_primitive_attr_t attributes;
  dnnl_post_ops_t after;
  const float scale = p->scale != 0 ? (float)p->scale : 1 / sqrtf((float)p->q.size[ATTEST_COLUMN]);
  need(dnnl_primitive_attr_create(&attributes));
  need(dnnl_post_ops_create(&after));
  need(dnnl_primitive_attr_set_output_scales(attributes, 1, 0, &scale));
  if (added != NULL) need(dnnl_post_ops_append_binary(after, dnnl_binary_add, added));
  need(dnnl_primitive_attr_set_post_ops(attributes, after));
  return attributes;
}

/* Head h, counted over all batches: contiguous in the tensor. */
static const float *head_of(const attest_tensor *x, int64_t h) {
  return (const float *)x->data + h * x->size[ATTEST_POSITION] * x->size[ATTEST_COLUMN];
}

static steps *steps_of(const attest_problem *p) {
  const int64_t rows = p->q.size[ATTEST_POSITION], keys = p->k.size[ATTEST_POSITION], d_k = p->q.size[ATTEST_COLUMN],
                d_v = p->v.size[ATTEST_COLUMN];
  const dnnl_memory_desc_t q = matrix(rows, d_k, false), k = matrix(d_k, keys, true), v = matrix(keys, d_v, false),
                           s = matrix(rows, keys, false), o = matrix(rows, d_v, false);
  dnnl_matmul_desc_t first, last;
  dnnl_softmax_desc_t middle;
  const float *const scores = memory((size_t)(rows * keys) * sizeof *scores);
  steps *const made = memory(sizeof *made);
  need(dnnl_matmul_desc_init(&first, &q, &k, NULL, &s));
  need(dnnl_softmax_forward_desc_init(&middle, dnnl_forward_inference, &s, 1));
  need(dnnl_matmul_desc_init(&last, &s, &v, NULL, &o));
  made->run[0] = primitive_of(&first, scaled_and(p, hides(p) ? &s : NULL));
  made->run[1] = primitive_of(&middle, NULL);
  made->run[2] = primitive_of(&last, NULL);
  made->heads = p->q.size[ATTEST_BATCH] * p->q.size[ATTEST_HEAD];
  made->of = memory((size_t)made->heads * sizeof *made->of);
  for (int64_t h = 0; h < made->heads; h++) {
    arguments *const of = made->of[h];
    for (int n = 0; n < STEPS; n++) of[n].count = 0;
    set(&of[0], DNNL_ARG_SRC, &q, NULL); /* set_operands sets the data of q, k, v and out */
    set(&of[0], DNNL_ARG_WEIGHTS, &k, NULL);
    set(&of[0], DNNL_ARG_DST, &s, scores);
    if (hides(p))
      set(&of[0], DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, &s,
          hidden_of(p, h / p->q.size[ATTEST_HEAD], h % p->q.size[ATTEST_HEAD]));
    set(&of[1], DNNL_ARG_SRC, &s, scores);
    set(&of[1], DNNL_ARG_DST, &s, scores);
    set(&of[2], DNNL_ARG_SRC, &s, scores);
    set(&of[2], DNNL_ARG_WEIGHTS, &v, NULL);
    set(&of[2], DNNL_ARG_DST, &o, NULL);
  }
  return made;
}

static bool is_contiguous(const attest_tensor *x) {
  int64_t stride = 1;
  for (int d = ATTEST_AXES - 1; d >= 0; d--) {
    if (x->size[d] == 0 || (x->size[d] > 1 && x->stride[d] != stride)) return false;
    stride *= x->size[d];
  }
  return true;
}

static const char *prepare(const server *s, served *c) {
  const attest_problem *const p = &c->of.problem;
  (void)s;
  if (p->q.dtype != ATTEST_F32) return "another type than f32";
  if (p->kv_len != NULL || p->sink != NULL || p->softcap != 0 || p->windowed) return "an option";
  if (p->causal && problem_f64_offset(p, p->k.size[ATTEST_POSITION]) != 0)
    return "a diagonal that does not begin at the first key";
  if (!is_contiguous(&p->q) || !is_contiguous(&p->k) || !is_contiguous(&p->v))
    return "another layout than BHSD, or a size of 0";
  c->own = steps_of(p);
  return NULL;
}

static void set_data(const dnnl_exec_arg_t *of, const float *data) {
  need(dnnl_memory_set_data_handle(of->memory, (void *)data));
}

/* Sets the data of the arguments, in the order in which steps_of made them. */
static void set_operands(const steps *all, const attest_problem *p, const attest_tensor *out) {
  const int64_t group = p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD];
  for (int64_t h = 0; h < all->heads; h++) {
    set_data(&all->of[h][0].at[0], head_of(&p->q, h));
    set_data(&all->of[h][0].at[1], head_of(&p->k, h / group));
    set_data(&all->of[h][2].at[1], head_of(&p->v, h / group));
    set_data(&all->of[h][2].at[2], head_of(out, h));
  }
}

static attest_status compute(const server *s, const served *c, const attest_problem *problem,
                             const attest_answer *answer) {
  const steps *const all = c->own;
  const attest_tensor out = output_view(&answer->out);
  (void)s;
  set_operands(all, problem, &out);
  for (int64_t h = 0; h < all->heads; h++)
    for (int n = 0; n < STEPS; n++)
      need(dnnl_primitive_execute(all->run[n], stream, all->of[h][n].count, all->of[h][n].at));
  need(dnnl_stream_wait(stream));
  return ATTEST_OK;
}

int main(int argc, char **argv) {
  const server oneDNN = {prepare, compute, NULL};
  check_error error;
  need(dnnl_engine_create(&engine, dnnl_cpu, 0));
  need(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  const check_status status = serve(&oneDNN, argc > 1 ? argv[1] : NULL, &error);
  if (status != CHECK_OK) (void)fprintf(stderr, "oneDNN: %s\n", error.text);
  return status;
}
