/* What the unit tests share: comparisons that NaN cannot pass, small tensors, one way to run the reference. */
#ifndef ATTEST_TESTS_SUPPORT_H
#define ATTEST_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "attest.h"

/* Equal bit for bit, and no NaN. So 0 is not -0. */
bool same(double a, double b);

/* |a - b| <= tolerance, or a == b for infinities. */
bool near(double a, double b, double tolerance);

#define assert_same(actual, expected) assert_same_at((actual), (expected), #actual " is " #expected, __FILE__, __LINE__)
#define assert_near(actual, expected, tolerance)                                                                       \
  assert_near_at((actual), (expected), (tolerance), #actual " is near " #expected, __FILE__, __LINE__)
#define assert_all_same(actual, expected, n)                                                                           \
  assert_all_same_at((actual), (expected), (n), #actual " are " #expected, __FILE__, __LINE__)
#define assert_all_near(actual, expected, bound, n)                                                                    \
  assert_all_near_at((actual), (expected), (bound), (n), #actual " are near " #expected, __FILE__, __LINE__)
void assert_same_at(double actual, double expected, const char *what, const char *file, int line);
void assert_near_at(double actual, double expected, double tolerance, const char *what, const char *file, int line);
void assert_all_same_at(const double *actual, const double *expected, int64_t n, const char *what, const char *file,
                        int line);
/* bound[j] is the tolerance of entry j */
void assert_all_near_at(const double *actual, const double *expected, const double *bound, int64_t n, const char *what,
                        const char *file, int line);

/* Memory that is exactly bytes large and, where no sanitizer watches, followed by a pattern which guarded_free checks.
   */
void *guarded(size_t bytes);
void guarded_free(void *memory, size_t bytes);

/* n doubles of a recognisable value that is no result. */
double *canaries(int64_t n);
bool are_canaries(const double *x, int64_t n);

/* Contiguous F64 in the order batch, head, position, column. */
attest_tensor tensor_f64(double *data, int64_t batch, int64_t heads, int64_t rows, int64_t cols);
attest_tensor tensor_mask(unsigned char *data, int64_t batch, int64_t heads, int64_t rows, int64_t cols);

int64_t tensor_elements(const attest_tensor *t);

/* Arrays as the contiguous answer that attest_reference writes; lse and weights may be NULL. The problem's sizes may be
   out of range. */
attest_answer answer_f64(const attest_problem *p, double *out, double *lse, double *weights);

/* attest_reference with a workspace of exactly the size it asks for; asserts success. lse and weights may be NULL. */
void attend(const attest_problem *p, double *out, double *lse, double *weights);

/* Sizes of a problem's outputs, in elements. */
int64_t out_elements(const attest_problem *p);
int64_t lse_elements(const attest_problem *p);
int64_t weights_elements(const attest_problem *p);

/* Two pages of which the second can neither be read nor written; the address is where the second begins. */
typedef struct {
  void *map;
  size_t page;
  char *edge;
} protected_page;
protected_page protected_page_make(void);
void protected_page_free(protected_page p);

#endif
