/* attest: a reference implementation of attention, verified in exact arithmetic, and fast variants of it.

   For batch b, query head h, query i and key j, with kv head g = h / (q_heads / kv_heads) (integer division):
     s_j   = scale * (q_i . k_j), then softcap * tanh(s_j / softcap) if softcap > 0, then + bias_ij
     w_j   = exp(s_j - m) / (sum over visible t of exp(s_t - m), + exp(sink_h - m) if there is a sink),
             exactly 0 where key j is not visible; m is the maximum of the visible s_t and of the sink
     out_i = sum over j of w_j v_j
     lse_i = m + log(denominator of w), the log-sum-exp of the scores
   Sources, listed in BIBLIOGRAPHY.md: [Vaswani2017, section 3.2.1]; grouped heads [Ainslie2023]; windows [Beltagy2020,
   section 3.1]; softcap [Gemma2024, section 2]; sink [Xiao2024, section 3.3], as the extra term of the denominator.

   C17, usable from C++11. No function here allocates, prints, aborts, or keeps a state that
   an answer depends on; attest_attention starts threads (OpenMP), which stay. A function that can fail returns
   an attest_status, and a call that fails writes nothing. Several threads may call every function at once. */
#ifndef ATTEST_H
#define ATTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Version of this header, by the rules of semver.org [PrestonWerner2013]. */
#define ATTEST_VERSION_MAJOR 0
#define ATTEST_VERSION_MINOR 1
#define ATTEST_VERSION_PATCH 0

/* Version of what attest and a candidate exchange: attest_problem, attest_answer, attest_description, attest_status. It
   rises with every change to the layout of a struct or to the numbers of an enumeration among them. */
#define ATTEST_ABI 2

/* Largest size of one axis; and largest number of elements of one tensor, which is also the largest reach of a stride,
   |stride| * (size - 1). Within them index arithmetic in int64_t cannot overflow: 2^30 * 2^30 = 2^60, and four such
   numbers can be added. */
#define ATTEST_MAX_SIZE INT64_C(1073741824)
#define ATTEST_MAX_ELEMENTS INT64_C(1152921504606846976)

/* A side of a window that has no limit. */
#define ATTEST_UNLIMITED INT64_C(-1)

#ifdef __cplusplus
extern "C" {
#endif

/* The ABI that a shared library was built with. Every object that includes this header exports this constant, as a weak
   definition, even when it is compiled with -fvisibility=hidden. The checker reads it before it calls a candidate's
   library, and refuses a library that has another value or none. A candidate written in a language other than C or C++
   exports a 32-bit constant attest_abi with this value itself. A linker script that lists exported symbols must list
   attest_abi too. */
#if defined(__GNUC__) && !defined(__FRAMAC__)
extern __attribute__((weak, visibility("default"))) const uint32_t attest_abi;
const uint32_t attest_abi = ATTEST_ABI;
#endif

/* The result of a call. */
typedef enum attest_status {
  ATTEST_OK = 0,
  ATTEST_BAD_POINTER,   /* a required pointer is NULL */
  ATTEST_BAD_DTYPE,     /* a tensor has an element type that it cannot have */
  ATTEST_BAD_SHAPE,     /* a size is out of range, or sizes or strides do not agree with other sizes */
  ATTEST_BAD_HEADS,     /* q_heads is not a positive multiple of kv_heads */
  ATTEST_TOO_LARGE,     /* a product of sizes, or of a size and a stride, exceeds ATTEST_MAX_ELEMENTS */
  ATTEST_BAD_OPTION,    /* an option is out of range, or a causal or windowed problem names no alignment */
  ATTEST_BAD_WORKSPACE, /* the workspace has fewer bytes than the workspace function said */
  ATTEST_UNSUPPORTED,   /* a variant or a candidate does not compute this problem; a case is then skipped */
  ATTEST_FAILED         /* there is no memory, or no process could be started; only from attest_check and candidates */
} attest_status;

/* One line that describes a status. The string is static and never NULL, even for a number that is no status. */
const char *attest_strerror(attest_status status);

/* Version of the linked library as "MAJOR.MINOR.PATCH", to compare with this header's. The string is static. */
const char *attest_version(void);

/* Element types. F64 and F32 are IEEE 754 binary64 and binary32 [IEEE2019, section 3.6], F16 is binary16, BF16 is the
   upper half of a binary32; BOOL is one byte, where every number but 0 is true. */
typedef enum attest_dtype { ATTEST_F64 = 0, ATTEST_F32, ATTEST_F16, ATTEST_BF16, ATTEST_BOOL } attest_dtype;

/* Bytes in one element: 8, 4, 2, 2, 1 in the order of attest_dtype; 0 for a number that is no dtype. */
size_t attest_dtype_size(attest_dtype dtype);

/* The axes of every tensor, in this order: size[ATTEST_HEAD] is the number of heads, stride[ATTEST_HEAD] the distance
   from one head to the next. A position is a row of one head: a query in q, mask, bias and every output, a key in k and
   v. The columns of mask, bias and weights are keys. ATTEST_AXES is the number of axes. */
enum { ATTEST_BATCH, ATTEST_HEAD, ATTEST_POSITION, ATTEST_COLUMN, ATTEST_AXES };

/* An input: a view of memory as an array with four axes. Element (b,h,i,c) is
     data[b * stride[ATTEST_BATCH] + h * stride[ATTEST_HEAD] + i * stride[ATTEST_POSITION] + c * stride[ATTEST_COLUMN]],
   so strides count elements, not bytes. A stride may be 0, which repeats the same element (broadcasting), or negative.
   A memory layout is a choice of strides; the sizes stay in the order batch, head, position, column. For H heads, S
   positions and D columns, contiguous memory in that order (BHSD) has strides {H*S*D, S*D, D, 1}, and contiguous memory
   in the order batch, position, head, column (BSHD) has strides {S*H*D, D, H*D, 1}.
   data is aligned for the dtype. An absent tensor has data NULL, and its other members are not read. */
typedef struct attest_tensor {
  const void *data;
  attest_dtype dtype;
  int64_t size[ATTEST_AXES];   /* 0 .. ATTEST_MAX_SIZE each */
  int64_t stride[ATTEST_AXES]; /* in elements; |stride| * (size - 1) is at most ATTEST_MAX_ELEMENTS */
} attest_tensor;

/* An output: an attest_tensor whose memory is written. It has the same members in the same order. */
typedef struct attest_output {
  void *data;
  attest_dtype dtype;
  int64_t size[ATTEST_AXES];
  int64_t stride[ATTEST_AXES];
} attest_output;

/* The diagonal of a causal mask or of a window: query i stands at key position i + offset. It has no default. */
typedef enum attest_alignment {
  ATTEST_ALIGN_NONE = 0,     /* not named: an error if the problem is causal or windowed */
  ATTEST_ALIGN_TOP_LEFT,     /* offset 0: the first query stands at the first key */
  ATTEST_ALIGN_BOTTOM_RIGHT, /* offset kv_len[b] - q_len: the last query stands at the last key */
  ATTEST_ALIGN_OFFSET        /* the offset of the problem */
} attest_alignment;

/* One attention problem. Set it to zero, then set what it has: zero turns every option off.
   Key j is visible to query i of batch b and head h if all of these hold:
     j < kv_len[b];
     if causal, j <= i + offset;
     if windowed, i + offset - window_left <= j <= i + offset + window_right (ATTEST_UNLIMITED removes a side's limit);
     if there is a mask, mask(b,h,i,j) is true;
     if there is a bias, bias(b,h,i,j) is not -infinity.
   A key that is not visible does not change the result, even if its k and v hold NaN or infinity.
   q, k, v and bias are F64, F32, F16 or BF16, each of its own type. */
typedef struct attest_problem {
  attest_tensor q;       /* batch x q_heads x q_len x d_k, with d_k > 0 */
  attest_tensor k;       /* batch x kv_heads x keys x d_k; q_heads is a positive multiple of kv_heads */
  attest_tensor v;       /* batch x kv_heads x keys x d_v, with d_v > 0 */
  attest_tensor mask;    /* batch x q_heads x q_len x keys, BOOL, true = visible; or absent */
  attest_tensor bias;    /* batch x q_heads x q_len x keys, added to the scores; or absent */
  const int64_t *kv_len; /* for each batch how many of its keys count, 0 .. keys; NULL: all of them */
  const double *sink;    /* for each query head a finite score that joins the denominator only; NULL: none */
  double scale;          /* finite factor of q . k; 0 stands for the default, 1/sqrt(d_k) */
  double softcap;        /* finite; positive: caps scores to -softcap .. softcap; 0: off */
  bool causal;           /* hides keys after the diagonal */
  bool windowed;         /* hides keys outside the window around the diagonal */
  int64_t window_left;   /* visible keys before the diagonal: 0 .. ATTEST_MAX_SIZE, or ATTEST_UNLIMITED; if windowed */
  int64_t window_right;  /* visible keys after the diagonal, in the same range; if windowed */
  attest_alignment alignment; /* where the diagonal lies; used if causal or windowed */
  int64_t offset;             /* -ATTEST_MAX_SIZE .. ATTEST_MAX_SIZE; if alignment is ATTEST_ALIGN_OFFSET */
} attest_problem;

/* The memory for the answer to a problem. lse and weights are computed unless they are absent. Each function that fills
   an answer says which types it writes. */
typedef struct attest_answer {
  attest_output out;     /* batch x q_heads x q_len x d_v; may be absent only if it has no element */
  attest_output lse;     /* batch x q_heads x q_len x 1, natural logarithm; or absent */
  attest_output weights; /* batch x q_heads x q_len x keys; or absent */
} attest_answer;

/* ---- the reference */

/* Checks a problem, without its tensors' data: reads its members, kv_len and sink. The result is
     ATTEST_BAD_POINTER  problem is NULL, or q, k or v has elements but no data;
     ATTEST_BAD_DTYPE    q, k, v or bias is BOOL or of no type, or mask is not BOOL;
     ATTEST_BAD_SHAPE    a size is out of range, sizes disagree, or an entry of kv_len is not in 0 .. keys;
     ATTEST_BAD_HEADS    q_heads is not a positive multiple of kv_heads;
     ATTEST_TOO_LARGE    a tensor, the scores or out have more than ATTEST_MAX_ELEMENTS rows or elements, or a stride
                         reaches farther;
     ATTEST_BAD_OPTION   scale, softcap, a window side, alignment, offset or a sink is out of range, or a causal or
                         windowed problem names no alignment;
     ATTEST_OK           otherwise: attest_reference computes it, given an answer and a workspace. */
attest_status attest_problem_check(const attest_problem *problem);

/* Bytes of workspace that attest_reference needs with the same problem and answer, in *bytes: a row of weights and one
   of visibility, nine bytes a key. Fails as attest_reference does, and with ATTEST_BAD_POINTER if bytes is NULL. */
attest_status attest_reference_workspace(const attest_problem *problem, const attest_answer *answer, size_t *bytes);

/* The reference: computes the definition at the top of this file in binary64. Every input type widens exactly.
     answer     every tensor F64 and contiguous: strides {H*S*D, S*D, D, 1} for its H heads, S positions and D columns,
                where a stride matters only if its axis has more than one entry
     workspace  aligned for double; may be NULL if no byte is needed
     bytes      its size: at least what attest_reference_workspace said
   A query that sees no key has out 0, weights 0 and lse -infinity; with a sink, lse is the sink. A NaN in what a query
   sees reaches the query's outputs. Outputs and workspace overlap neither the inputs nor each other.
   Fails, in this order: as attest_problem_check does; because of the answer, with ATTEST_BAD_POINTER (it is NULL, or
   out has elements but no data), ATTEST_BAD_DTYPE (a tensor is not F64) or ATTEST_BAD_SHAPE (another size, or not
   contiguous); because of the workspace, with ATTEST_BAD_POINTER or ATTEST_BAD_WORKSPACE. */
attest_status attest_reference(const attest_problem *problem, const attest_answer *answer, void *workspace,
                               size_t bytes);

/* ---- the variants

   A variant computes the same problem fast, on one instruction set: f64 in binary64, other types in binary32 or as
   attest_variant_arithmetic says. It is selected by its name or, without one, by the CPU and the problem. The
   environment variable ATTEST_CPU (base, avx2, avx512, avx512bf16) hides the features of the CPU above that level;
   anything else hides nothing. */

/* Name of variant n of those that this machine can run, in the order in which attest_attention considers them; NULL
   after the last. Some are considered by name only: those that this CPU runs no faster than the next one, and those
   that need another library. The string is static. */
const char *attest_variant_name(size_t n);

/* Name of the variant that attest_attention selects for a problem and an answer if it is given none, in *name. The
   string is static. Fails as attest_attention_workspace does. */
attest_status attest_variant_selected(const attest_problem *problem, const attest_answer *answer, const char **name);

/* Bytes of workspace that attest_attention needs with the same arguments, in *bytes. They grow with d_k, d_v and the
   number of threads, but not with the number of queries or keys, except in decode-* (with rows times keys / 512) and
   in blas and blas64 (with queries times keys).
   Fails as attest_attention does, and with ATTEST_BAD_POINTER if bytes is NULL. */
attest_status attest_attention_workspace(const attest_problem *problem, const attest_answer *answer, const char *name,
                                         int threads, size_t *bytes);

/* Computes a problem by a variant.
     answer     out and weights of q's type, lse F64 if q is F64, else F32; any strides within reach
     name       of the variant; NULL: the first that computes this problem
     threads    0: OpenMP's number, or fewer for little work. Else 1 or more; at most 256 are used. The number changes
                no bit of the answer
     workspace  not NULL, of any alignment
     bytes      its size: at least what attest_attention_workspace said
   No output overlaps an input, another output or the workspace. The answer is the definition's within the rounding of
   the variant's arithmetic (attest_variant_arithmetic); a query that sees no key, and NaN, are as in attest_reference.
   Fails as attest_problem_check does; with ATTEST_BAD_POINTER, ATTEST_BAD_DTYPE, ATTEST_BAD_SHAPE or ATTEST_TOO_LARGE
   (a stride out of reach) because of the answer; with ATTEST_BAD_OPTION if threads is negative or this machine runs no
   variant of that name; with ATTEST_UNSUPPORTED if the variant does not compute this problem; with ATTEST_TOO_LARGE if
   the workspace cannot be counted; with ATTEST_BAD_POINTER or ATTEST_BAD_WORKSPACE because of the workspace. */
attest_status attest_attention(const attest_problem *problem, const attest_answer *answer, const char *name,
                               int threads, void *workspace, size_t bytes);

/* The arithmetic of an implementation, from which the bounds of its errors are derived. Its types are F64, F32, F16 or
   BF16. */
typedef struct attest_arithmetic {
  attest_dtype accumulate;    /* type of sums, and of every operation between a load and a store */
  attest_dtype scores;        /* type in which scores are stored, if they are */
  int score_roundings;        /* times that a score is rounded to that type, 0 .. 3: scaled, capped and masked one after
                                 the other; 0: scores stay in the accumulate type */
  attest_dtype probabilities; /* type in which exp(s - m), or a weight, is stored before it multiplies values */
  int64_t height;             /* additions that a term goes through in the sum over keys; 0: any order */
  int64_t rescales;           /* times that a partial sum is rescaled to a new maximum; -1: once in 16 keys */
} attest_arithmetic;

/* The arithmetic of a variant for q, k and v of a type, in *arithmetic. Fails with ATTEST_BAD_POINTER if name or
   arithmetic is NULL, and with ATTEST_BAD_OPTION if this machine runs no variant of that name. */
attest_status attest_variant_arithmetic(const char *name, attest_dtype dtype, attest_arithmetic *arithmetic);

#ifdef __cplusplus
}
#endif

#endif
