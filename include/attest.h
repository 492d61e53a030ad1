/* attest: a verified reference implementation of attention.

   For batch b, query head h, query row i, with kv head g = h / (q_heads / kv_heads):
     s_j   = scale * (q_i . k_j), then softcap * tanh(s_j / softcap) if softcap > 0, then + bias_ij
     w_j   = exp(s_j - m) / (sum over visible t of exp(s_t - m) + exp(sink_h - m) if there is a sink),
             0 exactly where key j is not visible
     out_i = sum_j w_j v_j
     lse_i = m + log(denominator)
   (Vaswani et al. 2017, section 3.2.1; grouped heads: Ainslie et al. 2023; softcap: Gemma 2, 2024;
   sink: Xiao et al. 2023, section 3.2, as the extra term of the denominator.)

   C17; usable from C++. No function here allocates, prints, keeps state or aborts: each that can fail returns an
   attest_status, and on failure has written nothing. All are safe to call from several threads at once. */
#ifndef ATTEST_H
#define ATTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Semantic version (semver.org) of this header. */
#define ATTEST_VERSION_MAJOR 0
#define ATTEST_VERSION_MINOR 1
#define ATTEST_VERSION_PATCH 0

/* Largest size of one dimension, and largest number of elements (or reach of a stride: stride * (size - 1)) of one
   tensor. Index arithmetic in int64_t cannot overflow within them: 2^30 * 2^30 = 2^60, and four such sums fit. */
#define ATTEST_MAX_SIZE INT64_C(1073741824)
#define ATTEST_MAX_ELEMENTS INT64_C(1152921504606846976)

/* A window side without limit. */
#define ATTEST_UNLIMITED INT64_C(-1)

#ifdef __cplusplus
extern "C" {
#endif

/* What a function found. The text of each is attest_strerror's. */
typedef enum attest_status {
  ATTEST_OK = 0,
  ATTEST_ERROR_NULL,      /* a required pointer is NULL */
  ATTEST_ERROR_DTYPE,     /* an element type that this tensor cannot have */
  ATTEST_ERROR_SHAPE,     /* sizes out of range, or sizes of two tensors that should agree and do not */
  ATTEST_ERROR_HEADS,     /* q_heads is not a positive multiple of kv_heads */
  ATTEST_ERROR_OVERFLOW,  /* a product of sizes or strides exceeds ATTEST_MAX_ELEMENTS */
  ATTEST_ERROR_OPTION,    /* an option out of range, or causal or windowed without an alignment */
  ATTEST_ERROR_WORKSPACE, /* the workspace is smaller than the workspace function asks for */
  ATTEST_UNSUPPORTED,     /* of a candidate: it does not do this (no failure, the case is skipped) */
  ATTEST_ERROR_FAILURE,   /* of attest_check: no memory, or no process could be started */
} attest_status;

/* One line that says what a status means; never NULL, also for numbers that are no status. The string is static. */
const char *attest_strerror(attest_status status);

/* "MAJOR.MINOR.PATCH" of the library linked, to compare with the header's. The string is static. */
const char *attest_version(void);

/* Element types. F16 is IEEE 754 binary16; BF16 the upper half of a binary32; BOOL one byte, not 0 meaning true. */
typedef enum attest_dtype { ATTEST_F64 = 0, ATTEST_F32, ATTEST_F16, ATTEST_BF16, ATTEST_BOOL } attest_dtype;

/* Bytes in one element: 8, 4, 2, 2, 1; 0 for a number that is no dtype. */
size_t attest_dtype_size(attest_dtype dtype);

/* A view of memory as a 4-dimensional array: element (b,h,i,c) is data[b*stride[0] + h*stride[1] + i*stride[2] + c*stride[3]],
   counted in elements, not bytes. Strides may be 0 (the same element again: broadcasting) or negative. Layouts are strides:
   contiguous batch, head, position, column (BHSD) has strides {H*S*D, S*D, D, 1}; batch, position, head, column (BSHD)
   has {S*H*D, D, H*D, 1} with sizes still in the order batch, head, position, column.
   A tensor that is absent has data NULL; its other members are then not read. data must be aligned for the dtype.
   Inputs are never written through. */
typedef struct attest_tensor {
  void *data;
  attest_dtype dtype;
  int64_t size[4];   /* 0 .. ATTEST_MAX_SIZE each */
  int64_t stride[4]; /* in elements */
} attest_tensor;

/* Where the diagonal of a causal mask or of a window lies: query i stands at key position i + offset. It has no default. */
typedef enum attest_alignment {
  ATTEST_ALIGN_NONE = 0,     /* not named: an error if causal or windowed */
  ATTEST_ALIGN_TOP_LEFT,     /* offset 0 */
  ATTEST_ALIGN_BOTTOM_RIGHT, /* offset kv_len[b] - q_len: the last query sees the last key */
  ATTEST_ALIGN_OFFSET        /* the offset given */
} attest_alignment;

/* One attention problem. Zero-initialise it, then set what it has: every option left at zero is off.
   Key j is visible to query i of batch b and head h when j < kv_len[b], and
     if causal    j <= i + offset,
     if windowed  i + offset - window_left <= j <= i + offset + window_right (a side that is ATTEST_UNLIMITED has no limit),
     and mask(b,h,i,j) is true if there is a mask, and bias(b,h,i,j) is not -infinity if there is a bias.
   A key that is not visible cannot reach the result, whatever its k and v hold. */
typedef struct attest_problem {
  attest_tensor q;       /* batch x q_heads x q_len x d_k; F64, F32, F16 or BF16; d_k > 0 */
  attest_tensor k;       /* batch x kv_heads x keys x d_k; same types */
  attest_tensor v;       /* batch x kv_heads x keys x d_v; same types; d_v > 0 */
  attest_tensor mask;    /* batch x q_heads x q_len x keys, BOOL, true = visible; or absent */
  attest_tensor bias;    /* the same sizes, F64, F32, F16 or BF16, added to the scores; or absent */
  const int64_t *kv_len; /* batch entries, 0 .. keys: how many keys of each batch count; or NULL for all */
  const double *sink;    /* q_heads finite scores that join the denominator only; or NULL */
  double scale;          /* finite; 0 stands for the default, 1/sqrt(d_k) */
  double softcap;        /* finite; 0 is off; positive caps scores to (-softcap, softcap) */
  bool causal;           /* hide keys after the diagonal */
  bool windowed;         /* hide keys outside the window around the diagonal */
  int64_t window_left;   /* keys seen before the diagonal: 0 .. ATTEST_MAX_SIZE, or ATTEST_UNLIMITED; read if windowed */
  int64_t window_right;  /* keys seen after it; the same */
  attest_alignment alignment;
  int64_t offset; /* -ATTEST_MAX_SIZE .. ATTEST_MAX_SIZE; read if alignment is ATTEST_ALIGN_OFFSET */
} attest_problem;

/* Checks a problem: ATTEST_OK if attest_reference computes it, else what is wrong with it. (Of a problem without fault
   the workspace can still be too large to count: then attest_reference_workspace says ATTEST_ERROR_OVERFLOW.)
   Reads kv_len and sink, but no tensor's data. */
attest_status attest_problem_check(const attest_problem *problem);

/* Bytes of workspace that attest_reference needs for a problem, in *bytes: one row of weights and of visibility, and for
   tensors that are not F64 a binary64 copy of one head of k and v and of one row of q and bias.
   Fails as attest_problem_check does, and with ATTEST_ERROR_OVERFLOW. */
attest_status attest_reference_workspace(const attest_problem *problem, size_t *bytes);

/* The reference: the definition above in binary64, whatever the input types (each widens exactly).
     out      batch x q_heads x q_len x d_v, contiguous, not NULL
     lse      batch x q_heads x q_len, contiguous; natural logarithm; or NULL
     weights  batch x q_heads x q_len x keys, contiguous; or NULL
     workspace  at least the bytes of attest_reference_workspace, aligned for double
   A row that sees no key has out 0 and weights 0, and lse -infinity (with a sink: lse = sink). NaN in what is visible
   reaches that row. The outputs and the workspace overlap neither the inputs nor each other.
   Fails as attest_problem_check does, and with ATTEST_ERROR_NULL or ATTEST_ERROR_WORKSPACE. */
attest_status attest_reference(const attest_problem *problem, double *out, double *lse, double *weights, void *workspace, size_t bytes);

/* The fast variants: the same problem in the arithmetic of its types, on some instruction set. Each is selected by name; what each does is on top of
   its file in opt/. Which the machine can run follows the CPU and, if it is set, the environment variable ATTEST_CPU (base, avx2, avx512, avx512bf16:
   nothing above that). */

/* Where an answer is written. */
typedef struct attest_answer {
  attest_tensor out;     /* batch x q_heads x q_len x d_v, of q's type */
  attest_tensor lse;     /* batch x q_heads x q_len x 1, F64 if q is F64, else F32; natural logarithm; absent where not asked for */
  attest_tensor weights; /* batch x q_heads x q_len x keys, of q's type; absent where not asked for */
} attest_answer;

/* Name of variant n of those that this machine can run, the preferred first (avx512bf16 only where bfloat16 products are the faster ones); NULL after the last. The
   string is static. */
const char *attest_variant_name(size_t n);

/* Name of the variant that attest_attention takes for a problem and an answer where it is given none, in *name. Fails as attest_attention does. */
attest_status attest_variant_picked(const attest_problem *problem, const attest_answer *answer, const char **name);

/* Bytes of workspace that attest_attention needs with the same arguments, in *bytes: it grows with d_k and d_v and with the threads, not with the number of queries or
   keys (but for the variants that say so). Fails as attest_attention does. */
attest_status attest_attention_workspace(const char *name, const attest_problem *problem, const attest_answer *answer, int threads,
                                         size_t *bytes);

/* Attention by a variant.
     name       of a variant, or NULL for the first that does this problem
     answer     lse and weights are computed where they are there; all tensors with any strides, none overlapping an input
     threads    1 or more; 0: as many as OpenMP would take and the work is worth. The answer does not depend on it, bit for bit
     workspace  at least the bytes of attest_attention_workspace, overlapping nothing else; any alignment
   Fails as attest_problem_check does, and with ATTEST_ERROR_OPTION (no variant of that name here, threads negative), ATTEST_UNSUPPORTED (the variant does
   not do this problem), ATTEST_ERROR_NULL, ATTEST_ERROR_DTYPE or ATTEST_ERROR_SHAPE (of the answer), ATTEST_ERROR_OVERFLOW,
   ATTEST_ERROR_WORKSPACE. */
attest_status attest_attention(const char *name, const attest_problem *problem, const attest_answer *answer, int threads, void *workspace,
                               size_t bytes);

/* A multi-head attention layer (Vaswani et al. 2017, section 3.2.2), binary64, every array contiguous. Projections are
   stored as rows of output features, w[out][in], and apply as y = x w^T + b; a bias may be NULL.
   Query head h uses rows h*d_k .. of w_q, kv head g rows g*d_k .. of w_k and g*d_v .. of w_v. */
typedef struct attest_multi_head {
  int64_t d_model;           /* columns of x and of the result */
  int64_t d_context;         /* columns of the context that keys and values come from; d_model in self-attention */
  int64_t q_heads, kv_heads; /* q_heads a multiple of kv_heads */
  int64_t d_k, d_v;          /* of one head; q_heads*d_k and q_heads*d_v at most ATTEST_MAX_SIZE */
  const double *w_q, *b_q;   /* q_heads*d_k  x d_model;   q_heads*d_k  or NULL */
  const double *w_k, *b_k;   /* kv_heads*d_k x d_context; kv_heads*d_k or NULL */
  const double *w_v, *b_v;   /* kv_heads*d_v x d_context; kv_heads*d_v or NULL */
  const double *w_o, *b_o;   /* d_model x q_heads*d_v;    d_model or NULL */
} attest_multi_head;

/* Bytes of workspace for a layer over q_len rows that attend to kv_len rows. Fails as attest_multi_head_forward does. */
attest_status attest_multi_head_workspace(const attest_multi_head *layer, int64_t q_len, int64_t kv_len, size_t *bytes);

/* y = concat over heads of attention(x W_Q^T, context W_K^T, context W_V^T), times W_O^T, plus biases; scale 1/sqrt(d_k).
     x        q_len x d_model
     context  kv_len x d_context; x itself for self-attention, another sequence for cross-attention
     causal   row i sees keys 0 .. i only (top-left)
     y        q_len x d_model, overlapping none of the others
   Fails with ATTEST_ERROR_NULL, _SHAPE, _HEADS, _WORKSPACE, or _OVERFLOW: an array, or q_heads*q_len*kv_len (the scores), over
   ATTEST_MAX_ELEMENTS / 16, or a row of all heads (q_heads*d_k or q_heads*d_v) over ATTEST_MAX_SIZE. */
attest_status attest_multi_head_forward(const attest_multi_head *layer, const double *x, int64_t q_len, const double *context,
                                        int64_t kv_len, bool causal, double *y, void *workspace, size_t bytes);

/* A pre-norm transformer block (Xiong et al. 2020, section 3): r = x + MultiHead(LN1(x)), y = r + FFN(LN2(r)), with
   LN(x) = (x - mean) / sqrt(variance + epsilon) * gain + offset (Ba et al. 2016; biased variance) and
   FFN(x) = max(0, x W_1^T + b_1) W_2^T + b_2 (Vaswani et al. 2017, section 3.3). */
typedef struct attest_block {
  attest_multi_head attention;     /* d_context equal to d_model */
  const double *gain_1, *offset_1; /* d_model each */
  const double *gain_2, *offset_2; /* d_model each */
  double epsilon;                  /* finite, > 0 */
  int64_t d_hidden;                /* hidden features of the feed-forward */
  const double *w_1, *b_1;         /* d_hidden x d_model; d_hidden or NULL */
  const double *w_2, *b_2;         /* d_model x d_hidden; d_model or NULL */
} attest_block;

/* Bytes of workspace for any of count blocks over rows rows. */
attest_status attest_stack_workspace(const attest_block *blocks, int64_t count, int64_t rows, size_t *bytes);

/* x, rows x d_model, becomes the result of blocks[0], then of blocks[1] and so on, in place; all blocks have the same d_model.
   Fails as attest_multi_head_forward does, and with ATTEST_ERROR_OPTION for epsilon. */
attest_status attest_stack_forward(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal, void *workspace,
                                   size_t bytes);

/* Sizes of a model made of equal layers, for counting parameters; every size 0 .. ATTEST_MAX_SIZE. */
typedef struct attest_model_sizes {
  int64_t d_model, q_heads, kv_heads, d_k, d_v;
  int64_t d_hidden; /* 0: no feed-forward */
  int64_t layers;
  bool biases;      /* count projection biases too */
  bool layer_norms; /* count two gains and two offsets a layer */
} attest_model_sizes;

/* Parameters of such a model, part by part: of one query head's W_Q, one kv head's W_K and W_V (value-down), one query
   head's share of W_O (value-up), of all the attention and all the feed-forward of one layer, and of everything. */
typedef struct attest_parameters {
  int64_t query_head, key_head, value_down_head, value_up_head;
  int64_t attention_layer, feed_forward_layer, norms_layer, total;
} attest_parameters;

/* Counts the parameters of a model. Fails with ATTEST_ERROR_NULL, _SHAPE, or _OVERFLOW (a count over INT64_MAX). */
attest_status attest_count_parameters(const attest_model_sizes *sizes, attest_parameters *count);

/* Candidates: implementations that attest judges. A shared library exports attest_candidate, and may export
   attest_candidate_describe. */

/* Computes an answer. ATTEST_UNSUPPORTED skips the case; any other status but ATTEST_OK is a fault of the candidate. It writes the elements of the
   tensors of the answer and nothing else, and may be called from one thread at a time. */
typedef attest_status attest_candidate_function(const attest_problem *problem, const attest_answer *answer);

/* The arithmetic of an implementation: what its errors are bounded by. Types are F64, F32, F16 or BF16. */
typedef struct attest_arithmetic {
  attest_dtype accumulate; /* of sums and of every operation between loads and stores */
  attest_dtype scores;     /* in which scores are stored ... */
  int score_roundings;     /* ... and how often they are (scaled, masked and capped one after the other: up to 3); 0: kept in accumulate */
  attest_dtype probabilities; /* in which exp(s - m) or weights are stored before they multiply values */
  int64_t height;             /* additions that a term goes through in the sum over keys; 0: any order */
  int64_t rescales;           /* times that a partial sum is rescaled to a new maximum; -1: once in 16 keys */
} attest_arithmetic;

/* What a candidate says of itself, filled in by attest with the safe defaults for a type before it is asked. */
typedef struct attest_description {
  const char *name;   /* static; the library's file name if NULL */
  bool gives_lse;     /* it writes lse (default: yes) */
  bool gives_weights; /* it writes weights (default: no) */
  attest_arithmetic arithmetic;
  const char *
      conventions; /* NULL: none are declared; else names, with commas between them, of those it follows (attest check --help), at most 200 characters */
} attest_description;

/* Describes a candidate for inputs of a type; ATTEST_UNSUPPORTED if it does not take them. */
typedef attest_status attest_candidate_describe_function(attest_dtype dtype, attest_description *description);

/* What a variant says of itself as a candidate, for inputs of a type: the arithmetic, in a description that holds the defaults. Fails with ATTEST_ERROR_NULL,
   ATTEST_ERROR_OPTION (no variant of that name here). */
attest_status attest_variant_describe(const char *name, attest_dtype dtype, attest_description *description);

/* Judging a candidate from C, in its own unit tests; in libattest_check (pkg-config attest_check), not in libattest. */

/* How; zero-initialised: 300 cases of each type, 10 seconds a call. */
typedef struct attest_check_options {
  bool full;                     /* 3000 cases of each type, and large ones */
  bool without[ATTEST_BF16 + 1]; /* types that are not tried */
  uint64_t seed;                 /* another sequence of cases */
  double minutes;                /* if > 0: random cases for so long instead; finite */
  double seconds;                /* that one call may take; 0: 10; finite */
  const char *recipe;            /* if not NULL: this one case, as a report names it, instead */
  const char *accept,
      *refuse; /* conventions that are to be followed, and that must not be: names with commas between them, or "all"; NULL: none. What is in both
                                    is accepted. Those in neither are found, and named in the report */
} attest_check_options;

/* What came out. */
typedef struct attest_report {
  bool pass;                      /* every case, every probe of what correct implementations have in common, no directional alarm */
  int64_t cases, failed, skipped; /* judged; of them failed; not supported */
  int64_t by_convention;          /* of those judged: neither right nor wrong, but as a convention has it */
  char conventions[256];          /* names of those followed, with ", " between them; "" if none */
  int64_t probes, probes_held;    /* properties tried, and those that hold */
  double worst_budget;            /* largest error as a share of its bound */
  char worst_case[512];           /* where */
  char text[4096];                /* lines: what failed, the smallest cases that do, what it looks like; cut off if longer */
} attest_report;

/* Judges a candidate on generated cases, each element against its own bound. It runs in a child process of the calling one: what it crashes, hangs or writes
   over is told in the report. describe may be NULL: the defaults. options may be NULL.
   ATTEST_OK if there is a report, whatever it says. Fails with ATTEST_ERROR_NULL, ATTEST_ERROR_OPTION (an option out of range, a bad recipe),
   ATTEST_UNSUPPORTED (no case could be judged) or ATTEST_ERROR_FAILURE. */
attest_status attest_check(attest_candidate_function *judged, attest_candidate_describe_function *describe,
                           const attest_check_options *options, attest_report *report);

#ifdef __cplusplus
}
#endif

#endif
