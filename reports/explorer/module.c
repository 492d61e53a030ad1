/* What the explorer's page calls, compiled to WebAssembly: the reference, the bounds of its errors, and the zoo, on one
   problem of one batch at a time. A page has one thread, so that the problem can be in static memory. Numbers come and
   go in binary64; q, k and v are stored in the problem's type, as a user's tensors are. */
#include <stdlib.h>
#include <string.h>

#include "attest.h"
#include "check/cases/e4m3.h"
#include "check/cases/random.h"
#include "check/cases/tensor.h"
#include "check/judge/bound.h"
#include "check/judge/expected.h"
#include "check/zoo/zoo.h"
#include "reports/peakedness.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name) /* compiled for the machine: tests compare the page with it */
#endif

/* The arrays of the problem and of its answers, contiguous; bound: of each element of out; found: what a mutant
   answers for out. */
typedef enum array { Q, K, V, OUT, LSE, WEIGHTS, BOUND, FOUND, ARRAYS } array;

/* The members of attest_problem that the page sets, in its order. */
typedef enum option { SCALE, SOFTCAP, CAUSAL, WINDOWED, WINDOW_LEFT, WINDOW_RIGHT, ALIGNMENT, KV_LEN } option;

static struct {
  attest_dtype dtype;
  int64_t heads, q_len, keys, d_k, d_v, kv_len;
  size_t count[ARRAYS];
  double *numbers[ARRAYS];
  void *stored[3];        /* q, k and v in their type */
  attest_problem options; /* without tensors */
} now;

static attest_output written(double *data, int64_t columns) {
  return (attest_output){data,
                         ATTEST_F64,
                         {1, now.heads, now.q_len, columns},
                         {now.heads * now.q_len * columns, now.q_len * columns, columns, 1}};
}

/* q, k or v, stored in the problem's type. */
static attest_tensor store(array which, int64_t rows, int64_t columns) {
  const attest_tensor t = {now.stored[which],
                           now.dtype,
                           {1, now.heads, rows, columns},
                           {now.heads * rows * columns, rows * columns, columns, 1}};
  int64_t at[ATTEST_AXES];
  size_t n = 0;
  for (bool more = tensor_first(t.size, at); more; more = tensor_next(t.size, at))
    tensor_store(&t, at, now.numbers[which][n++]);
  return t;
}

static attest_problem problem(void) {
  attest_problem p = now.options;
  p.q = store(Q, now.q_len, now.d_k);
  p.k = store(K, now.keys, now.d_k);
  p.v = store(V, now.keys, now.d_v);
  p.kv_len = &now.kv_len;
  return p;
}

static void forget(void) {
  for (int n = 0; n < ARRAYS; n++) free(now.numbers[n]);
  for (int n = 0; n < 3; n++) free(now.stored[n]);
  memset(&now, 0, sizeof now);
}

/* Begins a problem of these sizes with every option off and every key visible. 0: no memory. */
EXPORT(begin) int begin(int dtype, int heads, int q_len, int keys, int d_k, int d_v) {
  forget();
  now.dtype = (attest_dtype)dtype;
  now.heads = heads;
  now.q_len = q_len;
  now.keys = now.kv_len = keys;
  now.d_k = d_k;
  now.d_v = d_v;
  const size_t rows = (size_t)heads * (size_t)q_len, all_keys = (size_t)heads * (size_t)keys;
  const size_t count[ARRAYS] = {[Q] = rows * (size_t)d_k,
                                [K] = all_keys * (size_t)d_k,
                                [V] = all_keys * (size_t)d_v,
                                [OUT] = rows * (size_t)d_v,
                                [LSE] = rows,
                                [WEIGHTS] = rows * (size_t)keys,
                                [BOUND] = rows * (size_t)d_v,
                                [FOUND] = rows * (size_t)d_v};
  bool whole = true;
  for (int n = 0; n < ARRAYS; n++) {
    now.count[n] = count[n];
    whole = (now.numbers[n] = calloc(count[n] + 1, sizeof(double))) != NULL && whole;
  }
  for (int n = 0; n < 3; n++) whole = (now.stored[n] = calloc(count[n] + 1, sizeof(double))) != NULL && whole;
  if (!whole) forget();
  return whole;
}

/* Where an array begins, and how many numbers it has. */
EXPORT(at) double *at(int which) { return now.numbers[which]; }
EXPORT(count) int count(int which) { return (int)now.count[which]; }

/* Sets an option; a number that is true or false is 1 or 0. */
EXPORT(set) void set(int which, double value) {
  attest_problem *const p = &now.options;
  switch ((option)which) {
  case SCALE:
    p->scale = value;
    break;
  case SOFTCAP:
    p->softcap = value;
    break;
  case CAUSAL:
    p->causal = value != 0;
    break;
  case WINDOWED:
    p->windowed = value != 0;
    break;
  case WINDOW_LEFT:
    p->window_left = (int64_t)value;
    break;
  case WINDOW_RIGHT:
    p->window_right = (int64_t)value;
    break;
  case ALIGNMENT:
    p->alignment = (attest_alignment)value;
    break;
  case KV_LEN:
    now.kv_len = (int64_t)value;
    break;
  }
}

/* Fills q, k or v with normal numbers of this seed, times a factor. */
EXPORT(fill) void fill(int which, int seed, double factor) {
  for (size_t n = 0; n < now.count[which]; n++)
    now.numbers[which][n] = factor * random_normal_at((uint64_t)seed, (uint64_t)which << 32 | n);
}

/* Computes out, lse and weights by the reference: an attest_status. */
EXPORT(attend) int attend(void) {
  const attest_problem p = problem();
  const attest_answer a = {written(now.numbers[OUT], now.d_v), written(now.numbers[LSE], 1),
                           written(now.numbers[WEIGHTS], now.keys)};
  size_t bytes;
  attest_status status = attest_reference_workspace(&p, &a, &bytes);
  void *const workspace = status == ATTEST_OK ? malloc(bytes + 1) : NULL;
  if (status == ATTEST_OK) status = workspace != NULL ? attest_reference(&p, &a, workspace, bytes) : ATTEST_FAILED;
  free(workspace);
  return (int)status;
}

EXPORT(status_text) const char *status_text(int status) { return attest_strerror((attest_status)status); }

/* Computes the bounds of out, as stored in this type, for an implementation that computes as is usual for the problem's
   type. 0: no memory, or the reference refuses the problem. */
EXPORT(bound) int bound(int out) {
  const attest_problem p = problem();
  attest_answer a = {.out = written(now.numbers[BOUND], now.d_v)};
  a.out.dtype = (attest_dtype)out;
  const attest_arithmetic arithmetic = bound_default(now.dtype);
  expected e;
  check_error error;
  const bool made = expected_make(&p, &a, &arithmetic, &e, &error) == CHECK_OK;
  if (made) memcpy(now.numbers[BOUND], e.out_bound, now.count[BOUND] * sizeof(double));
  expected_free(&e);
  return made;
}

/* Mutant n of the zoo; those before 0 are the correct implementations, -1 materialised, -2 tiled, -3 split. */
static const zoo_mutant *mutant(int n) {
  static const char *const right[] = {"correct-materialised", "correct-tiled", "correct-split"};
  size_t all;
  const zoo_mutant *const listed = zoo_list(&all);
  return n < 0 ? zoo_find(right[-n - 1]) : &listed[n];
}

EXPORT(mutants) int mutants(void) {
  size_t all;
  (void)zoo_list(&all);
  return (int)all;
}
EXPORT(mutant_name) const char *mutant_name(int n) { return mutant(n)->name; }
EXPORT(mutant_what) const char *mutant_what(int n) { return mutant(n)->what; }

/* Computes found by a kernel of the zoo, rounded to the type in which such a kernel stores it: an attest_status. */
static int find_by(const zoo_mutant *kernel) {
  const attest_problem p = problem();
  double *const found = now.numbers[FOUND];
  const attest_answer a = {.out = written(found, now.d_v)};
  const attest_status status = zoo_answer(&p, kernel, &a);
  for (size_t i = 0; i < now.count[FOUND]; i++) found[i] = tensor_rounded(now.dtype, found[i]);
  return (int)status;
}

EXPORT(mutate) int mutate(int n) { return find_by(mutant(n)); }

/* The same by a correct kernel that splits the keys of each query into ranges of equal length, as split-KV decoding
   does. It computes each range in tiles of ZOO_TILE keys, and merges the ranges by their log-sum-exp. Every sum is
   rounded to binary32 (binary64 for a problem in binary64). One range is the tiled kernel. ranges: 1 ..
   ZOO_SPLITS_MAX. */
EXPORT(split) int split(int ranges) {
  const zoo_mutant kernel = {.name = "correct-split", .form = ZOO_SPLIT, .splits = ranges};
  return find_by(&kernel);
}

/* A random number of 0 .. n - 1 that depends only on a seed and a place. */
EXPORT(below) int below(int seed, int place, int n) { return (int)random_below((uint64_t)seed, (uint64_t)place, n); }

/* The share of its bound that an error uses. */
EXPORT(budget) double budget(double value, double limit, double found) { return expected_budget(value, limit, found); }

static const double *row_of_weights(int n) { return now.numbers[WEIGHTS] + (size_t)n * (size_t)now.keys; }

/* Of row n of the weights, the entropy in nats, and the Frobenius norm of the derivative of softmax. */
EXPORT(entropy) double entropy(int n) { return peakedness_entropy(row_of_weights(n), now.keys); }
EXPORT(jacobian) double jacobian(int n) { return peakedness_jacobian(row_of_weights(n), now.keys); }

/* x in 8 bits, and the bound of a number that an implementation rounds to 8 bits, from that of the number before. */
EXPORT(e4m3) double e4m3(double x) { return e4m3_rounded(x); }
EXPORT(e4m3_bound) double e4m3_bound(double value, double limit) {
  return (1 + E4M3_UNIT_ROUNDOFF) * limit + E4M3_UNIT_ROUNDOFF * (value < 0 ? -value : value) + E4M3_SMALLEST / 2;
}
