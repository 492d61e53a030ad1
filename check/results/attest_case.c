#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; uselocale */
/* Cases for the tests of a host: attest_cases_of_suite and attest_case_make of attest_check.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/build.h"
#include "check/cases/format.h"
#include "check/cases/suite.h"
#include "check/results/forms.h"
#include "check/results/plain_locale.h"
#include "check/run/description.h"

/* ---- the cases of a suite */

static char *lines_of(const suite *made) {
  forms_text t;
  char text[RECIPE_TEXT_MAX];
  if (!forms_text_begin(&t)) return NULL;
  for (size_t n = 0; n < made->count; n++) {
    recipe_print(&made->cases[n], text);
    (void)fprintf(t.stream, "%s\n", text);
  }
  return forms_text_end(&t);
}

static attest_status list(const support *can, suite_kind kind, uint64_t seed, char **recipes) {
  suite made;
  check_error ignored;
  const check_status status = suite_make(can, kind, suite_least(kind), seed, &made, &ignored);
  *recipes = status == CHECK_OK && made.count > 0 ? lines_of(&made) : NULL;
  const bool none = status == CHECK_OK && made.count == 0;
  suite_free(&made);
  return none ? ATTEST_UNSUPPORTED : *recipes != NULL ? ATTEST_OK : ATTEST_FAILED;
}

attest_status attest_cases_of_suite(const attest_supports *supports, attest_dtype dtype, attest_suite kind,
                                    uint64_t seed, char **recipes) {
  suite_kind its;
  const attest_description said = {.supports =
                                       supports != NULL ? *supports : (attest_supports){.batches = ATTEST_UNSAID}};
  check_error ignored;
  plain_locale here;
  if (recipes == NULL) return ATTEST_BAD_POINTER;
  *recipes = NULL;
  if ((int)dtype < 0 || (int)dtype >= FORMATS) return ATTEST_BAD_DTYPE;
  if (!suite_kind_of(kind, &its) || description_check("", &said, &ignored) != CHECK_OK) return ATTEST_BAD_OPTION;
  if (!plain_locale_begin(&here)) return ATTEST_FAILED;
  support can = support_everything(dtype);
  can.takes = true;
  support_declare(&can, &said.supports);
  support_settle(&can, SUPPORT_NOT_SUPPORTED);
  const attest_status status = list(&can, its, seed, recipes);
  plain_locale_end(&here);
  return status;
}

void attest_cases_free(char *recipes) { free(recipes); }

/* ---- a case in memory */

struct attest_case {
  arena memory;
  attest_problem problem;
};

/* Room for any case of a suite; only what is written takes memory. */
#define CASE_MEMORY ((size_t)1 << 32)

static check_status make(const char *text, attest_case *c, check_error *error) {
  recipe r;
  attest_answer ignored;
  check_status status = recipe_parse(text, &r, error);
  if (status == CHECK_OK) status = arena_make(&c->memory, CASE_MEMORY, error);
  if (status != CHECK_OK) return status;
  status = build_case(&r, (build_wanted){.lse = false}, &c->memory, &c->problem, &ignored, error);
  if (status != CHECK_OK) arena_free(&c->memory);
  return status;
}

attest_status attest_case_make(const char *recipe_text, attest_case **made, char *reason) {
  plain_locale here;
  check_error error = {.text = ""};
  if (reason != NULL) reason[0] = '\0';
  if (recipe_text == NULL || made == NULL) return ATTEST_BAD_POINTER;
  *made = NULL;
  attest_case *const c = calloc(1, sizeof *c);
  if (c == NULL || !plain_locale_begin(&here)) {
    free(c);
    return ATTEST_FAILED;
  }
  const check_status status = make(recipe_text, c, &error);
  plain_locale_end(&here);
  if (status == CHECK_OK) *made = c;
  else free(c);
  if (reason != NULL) (void)snprintf(reason, ATTEST_REASON_MAX, "%.199s", error.text);
  return status == CHECK_OK ? ATTEST_OK : status == CHECK_FAILURE ? ATTEST_FAILED : ATTEST_BAD_OPTION;
}

void attest_case_free(attest_case *made) {
  if (made == NULL) return;
  arena_free(&made->memory);
  free(made);
}

const attest_problem *attest_case_problem(const attest_case *made) { return &made->problem; }
