/* Case directories: one set of inputs and options, with the expected outputs. README.md describes the format. */
#ifndef ATTEST_CHECK_CASE_H
#define ATTEST_CHECK_CASE_H

#include "attest_layers.h"
#include "check/cases/error.h"
#include "check/cases/npy.h"

#define CASE_PATH_MAX 4096

/* The tensors of a case, each in NAME.npy. */
typedef enum case_tensor {
  CASE_Q = 0,
  CASE_K,
  CASE_V,
  CASE_MASK,
  CASE_BIAS,
  CASE_SINK,
  CASE_KV_LEN,
  CASE_X,
  CASE_W_Q,
  CASE_B_Q,
  CASE_W_K,
  CASE_B_K,
  CASE_W_V,
  CASE_B_V,
  CASE_W_O,
  CASE_B_O,
  CASE_OUT,
  CASE_LSE,
  CASE_WEIGHTS,
  CASE_Y,
  CASE_TENSORS
} case_tensor;

/* The sizes of tensors. All tensors with the same size must agree on it. */
typedef enum case_size {
  CASE_BATCH = 0,
  CASE_Q_HEADS,
  CASE_KV_HEADS,
  CASE_Q_LEN,
  CASE_KEYS,
  CASE_D_K,
  CASE_D_V,
  CASE_D_MODEL,
  CASE_Q_FEATURES, /* q_heads * d_k */
  CASE_K_FEATURES, /* kv_heads * d_k */
  CASE_V_FEATURES, /* kv_heads * d_v */
  CASE_O_FEATURES, /* q_heads * d_v */
  CASE_SIZES
} case_size;

/* A case: described by case_open, complete after case_load. */
typedef struct attention_case {
  char path[CASE_PATH_MAX]; /* the directory; of loose files, the file of out */
  bool has_attention;       /* q, k and v */
  bool has_layer;           /* x, w_q, w_k, w_v and w_o: self-attention over x */
  bool bshd;                /* q, k, v and out are stored as batch, position, head, column */
  double tolerance;         /* absolute, >= 0; NaN if the case states none */
  int64_t size[CASE_SIZES];
  const char *size_from[CASE_SIZES]; /* the tensor or option that set it; NULL if nothing has */
  bool present[CASE_TENSORS];
  npy_array array[CASE_TENSORS]; /* as stored; data and stride after case_load */
  /* After case_load: the floating-point and boolean arrays, batch first, heads second, mask and bias broadcast, missing
     dimensions 1 on the right. */
  attest_tensor tensor[CASE_TENSORS];
  attest_problem problem;     /* options after case_open, tensors after case_load; if has_attention */
  attest_multi_head layer;    /* sizes after case_open, weights after case_load; if has_layer */
  double *wide[CASE_TENSORS]; /* binary64 copies: sink, x and the layer's weights */
  int64_t *kv_len;            /* batch entries, or NULL */
} attention_case;

/* "q", "k", .. */
const char *case_tensor_name(case_tensor tensor);

/* "float64", "float32", "float16", "bfloat16" (u2), "bool", "int64", "int32". */
const char *case_dtype_name(npy_dtype dtype);

/* Gives the sizes of a tensor, batch first and heads second, missing dimensions 1 on the right. Not for mask and bias.
   */
void case_tensor_size(const attention_case *c, case_tensor tensor, int64_t size[ATTEST_AXES]);

/* The tensor whose type is that of the case: q, or x if there is only a layer. */
case_tensor case_main_tensor(const attention_case *c);

/* Sets path to "directory/name". Fails if that is too long. */
check_status case_join(char path[CASE_PATH_MAX], const char *directory, const char *name, check_error *error);

/* Reads directory/case.json and checks all of it: members, options, types, sizes. Allocates nothing that must be freed.
   */
check_status case_open(const char *directory, attention_case *c, check_error *error);

/* Reads the tensors of an opened case, checked against case.json. Outputs (out, lse, weights, y) are read even if
   case.json does not list them, so a program that writes them need not edit it. Call case_free also after a failure. */
check_status case_load(attention_case *c, check_error *error);

/* Reads only out, lse and weights of an opened case, if present. Call case_free also after a failure. */
check_status case_load_outputs(attention_case *c, check_error *error);

/* Describes and loads a case of loose files, at least q, k and v: files[t] is the path of tensor t, or NULL. bshd:
   q, k, v and out are stored as batch, position, head, column. Arrays may lack the batch axis, or batch and heads.
   options: of the problem. Call case_free also after a failure. */
check_status case_load_files(const char *const files[CASE_TENSORS], bool bshd, const attest_problem *options,
                             attention_case *c, check_error *error);

/* The outputs of a loaded case as an answer to judge; data is NULL for an absent one. */
attest_answer case_answer(const attention_case *c);

/* Frees the memory of case_load; harmless after case_open alone. */
void case_free(attention_case *c);

/* Reads the first line of DIRECTORY/skip.txt, the reason why there is no answer: cut off if longer, with '?' for
   control characters. Returns false if there is no such file. */
bool case_skip_reason(const char *directory, char *text, size_t size);

#endif
