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

/* Version of the structs that attest and a candidate exchange (attest_problem, attest_answer, attest_description): it rises with
   every change to one of their layouts, or to the numbers of an enumeration in them. */
#define ATTEST_ABI 2

/* Largest size of one dimension, and largest number of elements (or reach of a stride: stride * (size - 1)) of one
   tensor. Index arithmetic in int64_t cannot overflow within them: 2^30 * 2^30 = 2^60, and four such sums fit. */
#define ATTEST_MAX_SIZE INT64_C(1073741824)
#define ATTEST_MAX_ELEMENTS INT64_C(1152921504606846976)

/* A window side without limit. */
#define ATTEST_UNLIMITED INT64_C(-1)

#ifdef __cplusplus
extern "C" {
#endif

/* The mark of the attest.h that a shared library was built against. Every object that includes this header exports it, as one
   weak definition, also with -fvisibility=hidden; the checker reads it before it calls a candidate's library, and refuses a library
   that has another ABI or no mark. A candidate in a language other than C or C++ exports a 32-bit constant attest_abi of this value
   itself; so does one whose list of exported symbols would leave it out. */
#if defined(__GNUC__) && !defined(__FRAMAC__)
extern __attribute__((weak, visibility("default"))) const uint32_t attest_abi;
const uint32_t attest_abi = ATTEST_ABI;
#endif

/* What a function found. The text of each is attest_strerror's. */
typedef enum attest_status {
  ATTEST_OK = 0,
  ATTEST_BAD_POINTER,   /* a required pointer is NULL */
  ATTEST_BAD_DTYPE,     /* an element type that this tensor cannot have */
  ATTEST_BAD_SHAPE,     /* sizes out of range, or sizes of two tensors that should agree and do not */
  ATTEST_BAD_HEADS,     /* q_heads is not a positive multiple of kv_heads */
  ATTEST_TOO_LARGE,     /* a product of sizes or strides exceeds ATTEST_MAX_ELEMENTS */
  ATTEST_BAD_OPTION,    /* an option out of range, or causal or windowed without an alignment */
  ATTEST_BAD_WORKSPACE, /* the workspace is smaller than the workspace function asks for */
  ATTEST_UNSUPPORTED,   /* of a candidate: it does not do this (no failure, the case is skipped) */
  ATTEST_FAILED,        /* of attest_check: no memory, or no process could be started */
} attest_status;

/* One line that says what a status means; never NULL, also for numbers that are no status. The string is static. */
const char *attest_strerror(attest_status status);

/* "MAJOR.MINOR.PATCH" of the library linked, to compare with the header's. The string is static. */
const char *attest_version(void);

/* Element types. F16 is IEEE 754 binary16; BF16 the upper half of a binary32; BOOL one byte, not 0 meaning true. */
typedef enum attest_dtype { ATTEST_F64 = 0, ATTEST_F32, ATTEST_F16, ATTEST_BF16, ATTEST_BOOL } attest_dtype;

/* Bytes in one element: 8, 4, 2, 2, 1; 0 for a number that is no dtype. */
size_t attest_dtype_size(attest_dtype dtype);

/* The axes of every tensor, in this order: size[ATTEST_HEAD] is the number of heads, stride[ATTEST_HEAD] the distance between two
   heads. A position is a row of one head: a query in q, out, lse and weights, a key in k and v; mask, bias and weights have a
   position for each query and a column for each key. */
enum { ATTEST_BATCH, ATTEST_HEAD, ATTEST_POSITION, ATTEST_COLUMN, ATTEST_AXES /* how many there are */ };

/* A view of memory as a 4-dimensional array: element (b,h,i,c) is data[b*stride[0] + h*stride[1] + i*stride[2] + c*stride[3]],
   counted in elements, not bytes. Strides may be 0 (the same element again: broadcasting) or negative. Layouts are strides:
   contiguous batch, head, position, column (BHSD) has strides {H*S*D, S*D, D, 1}; batch, position, head, column (BSHD)
   has {S*H*D, D, H*D, 1} with sizes still in the order batch, head, position, column.
   A tensor that is absent has data NULL; its other members are then not read. data must be aligned for the dtype. */
typedef struct attest_tensor {
  const void *data;
  attest_dtype dtype;
  int64_t size[ATTEST_AXES];   /* 0 .. ATTEST_MAX_SIZE each */
  int64_t stride[ATTEST_AXES]; /* in elements */
} attest_tensor;

/* An attest_tensor that is written: the same members, with memory that is not const. */
typedef struct attest_output {
  void *data;
  attest_dtype dtype;
  int64_t size[ATTEST_AXES];
  int64_t stride[ATTEST_AXES];
} attest_output;

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

/* Where an answer is written. */
typedef struct attest_answer {
  attest_output out;     /* batch x q_heads x q_len x d_v, of q's type */
  attest_output lse;     /* batch x q_heads x q_len x 1, F64 if q is F64, else F32; natural logarithm; absent where not asked for */
  attest_output weights; /* batch x q_heads x q_len x keys, of q's type; absent where not asked for */
} attest_answer;

/* Checks a problem: ATTEST_OK if attest_reference computes it, else what is wrong with it. (Of a problem without fault
   the workspace can still be too large to count: then attest_reference_workspace says ATTEST_TOO_LARGE.)
   Reads kv_len and sink, but no tensor's data. */
attest_status attest_problem_check(const attest_problem *problem);

/* Bytes of workspace that attest_reference needs for a problem, in *bytes: one row of weights and of visibility, and for
   tensors that are not F64 a binary64 copy of one head of k and v and of one row of q and bias.
   Fails as attest_problem_check does, and with ATTEST_TOO_LARGE. */
attest_status attest_reference_workspace(const attest_problem *problem, const attest_answer *answer, size_t *bytes);

/* The reference: the definition above in binary64, whatever the input types (each widens exactly).
     out      batch x q_heads x q_len x d_v, contiguous, not NULL
     lse      batch x q_heads x q_len, contiguous; natural logarithm; or NULL
     weights  batch x q_heads x q_len x keys, contiguous; or NULL
     workspace  at least the bytes of attest_reference_workspace, aligned for double
   A row that sees no key has out 0 and weights 0, and lse -infinity (with a sink: lse = sink). NaN in what is visible
   reaches that row. The outputs and the workspace overlap neither the inputs nor each other.
   Fails as attest_problem_check does, and with ATTEST_BAD_POINTER or ATTEST_BAD_WORKSPACE. */
attest_status attest_reference(const attest_problem *problem, const attest_answer *answer, void *workspace, size_t bytes);

/* The fast variants: the same problem in the arithmetic of its types, on some instruction set. Each is selected by name; what each does is on top of
   its file in opt/. Which the machine can run follows the CPU and, if it is set, the environment variable ATTEST_CPU (base, avx2, avx512, avx512bf16:
   nothing above that). */

/* Name of variant n of those that this machine can run, the preferred first (avx512bf16 only where bfloat16 products are the faster ones); NULL after the last. The
   string is static. */
const char *attest_variant_name(size_t n);

/* Name of the variant that attest_attention takes for a problem and an answer where it is given none, in *name. Fails as attest_attention does. */
attest_status attest_variant_picked(const attest_problem *problem, const attest_answer *answer, const char **name);

/* Bytes of workspace that attest_attention needs with the same arguments, in *bytes: it grows with d_k and d_v and with the threads, not with the number of queries or
   keys (but for the variants that say so). Fails as attest_attention does. */
attest_status attest_attention_workspace(const attest_problem *problem, const attest_answer *answer, const char *name, int threads,
                                         size_t *bytes);

/* Attention by a variant.
     name       of a variant, or NULL for the first that does this problem
     answer     lse and weights are computed where they are there; all tensors with any strides, none overlapping an input
     threads    1 or more; 0: as many as OpenMP would take and the work is worth. The answer does not depend on it, bit for bit
     workspace  at least the bytes of attest_attention_workspace, overlapping nothing else; any alignment
   Fails as attest_problem_check does, and with ATTEST_BAD_OPTION (no variant of that name here, threads negative), ATTEST_UNSUPPORTED (the variant does
   not do this problem), ATTEST_BAD_POINTER, ATTEST_BAD_DTYPE or ATTEST_BAD_SHAPE (of the answer), ATTEST_TOO_LARGE,
   ATTEST_BAD_WORKSPACE. */
attest_status attest_attention(const attest_problem *problem, const attest_answer *answer, const char *name, int threads, void *workspace,
                               size_t bytes);

/* The arithmetic of an implementation: what its errors are bounded by. Types are F64, F32, F16 or BF16. */
typedef struct attest_arithmetic {
  attest_dtype accumulate; /* of sums and of every operation between loads and stores */
  attest_dtype scores;     /* in which scores are stored ... */
  int score_roundings;     /* ... and how often they are (scaled, masked and capped one after the other: up to 3); 0: kept in accumulate */
  attest_dtype probabilities; /* in which exp(s - m) or weights are stored before they multiply values */
  int64_t height;             /* additions that a term goes through in the sum over keys; 0: any order */
  int64_t rescales;           /* times that a partial sum is rescaled to a new maximum; -1: once in 16 keys */
} attest_arithmetic;

/* The arithmetic of a variant for inputs of a type, in *arithmetic. Fails with ATTEST_BAD_POINTER, ATTEST_BAD_OPTION (no variant of that name here). */
attest_status attest_variant_arithmetic(const char *name, attest_dtype dtype, attest_arithmetic *arithmetic);

#ifdef __cplusplus
}
#endif

#endif
