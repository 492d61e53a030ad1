#include "cli/selection.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/format.h"
#include "check/cases/random.h"
#include "cli/arguments.h"

check_status selection_dtype(const char *option, const char *name, attest_dtype *dtype, check_error *error) {
  if (format_named(name, dtype)) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected f64, f32, f16 or bf16, found %s", option, name);
}

const char *selection_dtype_name(size_t n) { return n < FORMATS ? format_names[n] : NULL; }

const char *selection_suite_name(size_t n) {
  static const char *const names[] = {"quick", "full", "conventions", NULL};
  return names[n];
}

check_status selection_suite_of(const char *name, suite_kind *of, check_error *error) {
  *of = SUITE_IS_QUICK;
  for (size_t n = 0; name != NULL && selection_suite_name(n) != NULL; n++) {
    *of = (suite_kind)n;
    if (strcmp(name, selection_suite_name(n)) == 0) return CHECK_OK;
  }
  return name == NULL
             ? CHECK_OK
             : check_fail(error, CHECK_BAD_INPUT, "--suite: expected quick, full or conventions, found %s", name);
}

check_status selection_seed(const char *text, uint64_t *seed, check_error *error) {
  double number = 1;
  if (text == NULL || strcmp(text, "random") != 0) {
    const check_status status = arguments_number("seed", text, 0, 1e15, &number, error);
    if (status == CHECK_OK) *seed = (uint64_t)number;
    return status;
  }
  const check_status status = random_secret(seed, error);
  if (status != CHECK_OK) return status;
  *seed %= UINT64_C(1000000000000);
  (void)printf("seed %" PRIu64 "\n", *seed);
  return CHECK_OK;
}

/* Adds the first count cases of a type's suite; 0: all. */
static check_status add_type(attest_dtype dtype, suite_kind kind, size_t count, uint64_t seed, suite *to,
                             check_error *error) {
  suite its;
  support can = support_everything(dtype);
  support_leave_memory(&can);
  check_status status = suite_make(&can, kind, suite_least(kind), seed, &its, error);
  const size_t used = count > 0 && count < its.count ? count : its.count;
  recipe *more = status == CHECK_OK ? realloc(to->cases, (to->count + used + 1) * sizeof *more) : NULL;
  if (status == CHECK_OK && more == NULL)
    status = check_fail(error, CHECK_FAILURE, "not enough memory for the list of cases");
  if (more != NULL) {
    if (used > 0) (void)memcpy(more + to->count, its.cases, used * sizeof *more);
    to->cases = more;
    to->count += used;
  }
  suite_free(&its);
  return status;
}

check_status selection_make(const selection_options *given, uint64_t seed, suite *made, check_error *error) {
  *made = (suite){.cases = NULL};
  suite_kind kind;
  double count = 0;
  attest_dtype first = ATTEST_F64, last = ATTEST_BF16;
  check_status status = selection_suite_of(given->suite, &kind, error);
  if (status == CHECK_OK) status = arguments_number("count", given->count, 1, 1e6, &count, error);
  if (status == CHECK_OK && given->dtype != NULL) {
    status = selection_dtype("dtype", given->dtype, &first, error);
    last = first;
  }
  for (int dtype = (int)first; status == CHECK_OK && dtype <= (int)last; dtype++)
    status = add_type((attest_dtype)dtype, kind, (size_t)count, seed, made, error);
  return status;
}
