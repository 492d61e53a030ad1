#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */ /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

#include "tests/unit/support.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { GUARD = 0, PATTERN = 0xa5 }; /* the sanitizer sees every byte past the end, read or written */
#else
enum { GUARD = 64, PATTERN = 0xa5 };
#endif

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

bool same(double a, double b) { return !isnan(a) && bits_of(a) == bits_of(b); }

bool near(double a, double b, double tolerance) { return a == b || fabs(a - b) <= tolerance; }

void assert_same_at(double actual, double expected, const char *what, const char *file, int line) {
  if (same(actual, expected)) return;
  print_error("%s:%d: %s: %.17g (%a), expected %.17g (%a)\n", file, line, what, actual, actual, expected, expected);
  fail();
}

void assert_near_at(double actual, double expected, double tolerance, const char *what, const char *file, int line) {
  if (near(actual, expected, tolerance)) return;
  print_error("%s:%d: %s: %.17g, expected %.17g, difference %.3g, tolerance %.3g\n", file, line, what, actual, expected,
              actual - expected, tolerance);
  fail();
}

void assert_all_same_at(const double *actual, const double *expected, int64_t n, const char *what, const char *file,
                        int line) {
  for (int64_t j = 0; j < n; j++) {
    if (same(actual[j], expected[j])) continue;
    print_error("entry %lld of %lld\n", (long long)j, (long long)n);
    assert_same_at(actual[j], expected[j], what, file, line);
  }
}

void assert_all_near_at(const double *actual, const double *expected, const double *bound, int64_t n, const char *what,
                        const char *file, int line) {
  for (int64_t j = 0; j < n; j++) {
    if (near(actual[j], expected[j], bound[j])) continue;
    print_error("entry %lld of %lld\n", (long long)j, (long long)n);
    assert_near_at(actual[j], expected[j], bound[j], what, file, line);
  }
}

void *guarded(size_t bytes) {
  void *memory = malloc(bytes + GUARD);
  if (memory == NULL) abort(); /* glibc has an address for 0 bytes too */
  memset(memory, PATTERN, bytes + GUARD);
  return memory;
}

void guarded_free(void *memory, size_t bytes) {
  const unsigned char *guard = (const unsigned char *)memory + bytes;
  for (int j = 0; j < GUARD; j++) assert_int_equal(guard[j], PATTERN);
  free(memory);
}

static const double canary = -0x1.c0ffeep+77;

double *canaries(int64_t n) {
  double *x = malloc(((size_t)n + 1) * sizeof *x);
  if (x == NULL) abort();
  for (int64_t j = 0; j <= n; j++) x[j] = canary;
  return x;
}

bool are_canaries(const double *x, int64_t n) {
  for (int64_t j = 0; j < n; j++)
    if (!same(x[j], canary)) return false;
  return true;
}

attest_tensor tensor_f64(double *data, int64_t batch, int64_t heads, int64_t rows, int64_t cols) {
  return (attest_tensor){.data = data,
                         .dtype = ATTEST_F64,
                         .size = {batch, heads, rows, cols},
                         .stride = {heads * rows * cols, rows * cols, cols, 1}};
}

attest_tensor tensor_mask(unsigned char *data, int64_t batch, int64_t heads, int64_t rows, int64_t cols) {
  attest_tensor t = tensor_f64(NULL, batch, heads, rows, cols);
  t.data = data;
  t.dtype = ATTEST_BOOL;
  return t;
}

int64_t tensor_elements(const attest_tensor *t) {
  return t->size[ATTEST_BATCH] * t->size[ATTEST_HEAD] * t->size[ATTEST_POSITION] * t->size[ATTEST_COLUMN];
}

static attest_output output_f64(const attest_problem *p, double *data, int64_t columns) {
  const int64_t heads = p->q.size[ATTEST_HEAD], rows = p->q.size[ATTEST_POSITION];
  attest_output o = {.data = data, .dtype = ATTEST_F64, .size = {p->q.size[ATTEST_BATCH], heads, rows, columns}};
  const uint64_t head = (uint64_t)rows * (uint64_t)columns; /* wraps around where a size is refused anyway */
  const int64_t stride[] = {(int64_t)((uint64_t)heads * head), (int64_t)head, columns, 1};
  memcpy(o.stride, stride, sizeof stride);
  return o;
}

attest_answer answer_f64(const attest_problem *p, double *out, double *lse, double *weights) {
  return (attest_answer){.out = output_f64(p, out, p->v.size[ATTEST_COLUMN]),
                         .lse = output_f64(p, lse, 1),
                         .weights = output_f64(p, weights, p->k.size[ATTEST_POSITION])};
}

void attend(const attest_problem *p, double *out, double *lse, double *weights) {
  const attest_answer a = answer_f64(p, out, lse, weights);
  size_t bytes = 0;
  assert_int_equal(attest_reference_workspace(p, &a, &bytes), ATTEST_OK);
  void *workspace = guarded(bytes);
  assert_int_equal(attest_reference(p, &a, workspace, bytes), ATTEST_OK);
  guarded_free(workspace, bytes);
}

int64_t lse_elements(const attest_problem *p) {
  return p->q.size[ATTEST_BATCH] * p->q.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION];
}

int64_t out_elements(const attest_problem *p) { return lse_elements(p) * p->v.size[ATTEST_COLUMN]; }

int64_t weights_elements(const attest_problem *p) { return lse_elements(p) * p->k.size[ATTEST_POSITION]; }

protected_page protected_page_make(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *map = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED || mprotect(map + page, page, PROT_NONE) != 0) abort();
  return (protected_page){map, page, map + page};
}

void protected_page_free(protected_page p) { (void)munmap(p.map, 2 * p.page); }
