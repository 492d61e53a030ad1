#include "cli/selection.h"

#include <stdlib.h>
#include <string.h>

#include "check/run/session.h"
#include "cli/arguments.h"

check_status selection_dtype(const char *option, const char *name, attest_dtype *dtype, check_error *error) {
  if (recipe_dtype_of(name, dtype)) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected f64, f32, f16 or bf16, found %s", option, name);
}

check_status selection_suite_of(const char *name, selection_suite *of, check_error *error) {
  static const char *const names[] = {"quick", "full", "conventions"};
  *of = SELECTION_QUICK;
  for (int n = 0; name != NULL && n < 3; n++) {
    *of = (selection_suite)n;
    if (strcmp(name, names[n]) == 0) return CHECK_OK;
  }
  return name == NULL ? CHECK_OK : check_fail(error, CHECK_BAD_INPUT, "--suite: expected quick, full or conventions, found %s", name);
}

static void add_type(const suite *from, attest_dtype dtype, int64_t count, bool large, selection *s) {
  for (int64_t n = 0; n < count; n++) s->cases[s->count++] = suite_recipe(from, dtype, n);
  for (int64_t n = 0; large && n < suite_large(); n++) s->cases[s->count++] = suite_large_recipe(dtype, n);
}

static void add_corners(attest_dtype dtype, int64_t count, selection *s) {
  for (int64_t n = 0; n < count && n < suite_corners(); n++) s->cases[s->count++] = suite_corner_recipe(dtype, n);
}

static check_status make_one(const char *text, selection *s, check_error *error) {
  s->count = 1;
  return recipe_parse(text, s->cases, error);
}

check_status selection_make(const selection_options *given, const suite *from, selection *s, check_error *error) {
  *s = (selection){.cases = NULL};
  selection_suite of;
  attest_dtype first = ATTEST_F64, last = ATTEST_BF16;
  check_status status = selection_suite_of(given->suite, &of, error);
  double count = of == SELECTION_FULL ? SESSION_FULL : SESSION_QUICK;
  if (status == CHECK_OK) status = arguments_number("count", given->count, 1, 1e6, &count, error);
  if (status == CHECK_OK && given->dtype != NULL) {
    status = selection_dtype("dtype", given->dtype, &first, error);
    last = first;
  }
  if (status != CHECK_OK) return status;
  s->cases = calloc(4 * ((size_t)count + (size_t)suite_large()), sizeof *s->cases);
  if (s->cases == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the list of cases");
  if (given->text != NULL) return make_one(given->text, s, error);
  for (int dtype = (int)first; dtype <= (int)last; dtype++)
    if (of == SELECTION_CONVENTIONS) add_corners((attest_dtype)dtype, (int64_t)count, s);
    else add_type(from, (attest_dtype)dtype, (int64_t)count, of == SELECTION_FULL && given->count == NULL, s);
  return CHECK_OK;
}

void selection_free(selection *s) {
  free(s->cases);
  *s = (selection){.cases = NULL};
}
