/* Random small problems with every option, layout and element type, for tests against the oracle. */
#ifndef ATTEST_TESTS_SUPPORT_PROBLEM_H
#define ATTEST_TESTS_SUPPORT_PROBLEM_H

#include "attest.h"

/* The memory behind a tensor: data lies somewhere within its elements. */
typedef struct {
  void *memory;
  int64_t elements;
} tensor_storage;

enum { OF_Q, OF_K, OF_V, OF_MASK, OF_BIAS, TENSORS };

typedef struct {
  uint64_t seed;
  attest_problem problem;
  tensor_storage storage[TENSORS]; /* exactly as large as the tensor reaches, so that a sanitizer sees a wrong index */
  int64_t *kv_len;
  double *sink;
} random_problem;

/* The problem of this seed: each dimension in any order in memory, forward, backward, padded or broadcast; what lies
   between the elements of a padded tensor is NaN (true, in a mask). Every visible input is finite, scores are at most
   some thousands. */
random_problem random_problem_make(uint64_t seed);
void random_problem_free(random_problem *r);

/* The seed and everything else that says what the problem is, as an error message of the test. */
void random_problem_print(const random_problem *r);

/* The tensor OF_Q .. OF_BIAS of a problem. */
attest_tensor *problem_tensor(attest_problem *p, int which);

/* NaN, or with infinite infinity, at element o of memory of real numbers. */
void store_poison(void *memory, attest_dtype dtype, int64_t o, bool infinite);

#endif
