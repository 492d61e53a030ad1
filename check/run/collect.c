#include "check/run/collect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/cases/build.h"
#include "check/cases/case.h"

bool collect_reason(const char *directory, char *text, size_t size) {
  char path[CASE_PATH_MAX];
  check_error ignored;
  if (case_join(path, directory, "skip.txt", &ignored) != CHECK_OK) return false;
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  if (fgets(text, (int)size, file) == NULL) text[0] = '\0';
  (void)fclose(file);
  text[strcspn(text, "\r\n")] = '\0';
  for (char *at = text; *at != '\0'; at++)
    if ((unsigned char)*at < ' ' || *at == 127) *at = '?';
  if (text[0] == '\0') (void)snprintf(text, size, "no reason given");
  return true;
}

static verdict without_answer(verdict_kind kind, const char *text) {
  verdict v = {.kind = kind, .budget = kind == VERDICT_SKIPPED ? 0 : HUGE_VAL};
  (void)snprintf(v.text, sizeof v.text, "%.199s", text);
  return v;
}

/* Errors begin with the path of a file in the directory, which is temporary: what follows is the same each time. */
static verdict malformed(const char *directory, const check_error *error) {
  const size_t length = strlen(directory);
  const bool begins = strncmp(error->text, directory, length) == 0 && error->text[length] == '/';
  return without_answer(VERDICT_MALFORMED, begins ? error->text + length + 1 : error->text);
}

static bool same_sizes(const int64_t found[4], const int64_t asked[4]) {
  for (int d = 0; d < 4; d++)
    if (found[d] != asked[d]) return false;
  return true;
}

/* The sizes are those of case.json, which may have been written to. */
static bool is_answer_to(const attention_case *c, const attest_answer *asked) {
  const struct {
    case_tensor tensor;
    const int64_t *size;
  } outputs[] = {{CASE_OUT, asked->out.size}, {CASE_LSE, asked->lse.size}, {CASE_WEIGHTS, asked->weights.size}};
  for (size_t n = 0; n < sizeof outputs / sizeof outputs[0]; n++)
    if (c->present[outputs[n].tensor] && !same_sizes(c->tensor[outputs[n].tensor].size, outputs[n].size)) return false;
  return true;
}

static check_status judge(const attention_case *c, const recipe *r, const collect_terms *terms, arena *memory, verdict *v,
                          error_map *picture, check_error *error) {
  attest_problem problem;
  attest_answer asked;
  check_status status = build_case(r, (build_wanted){false, false}, memory, &problem, &asked, error);
  if (status != CHECK_OK) return status;
  if (!is_answer_to(c, &asked)) {
    *v = without_answer(VERDICT_MALFORMED, "case.json: no longer says what was asked");
    return CHECK_OK;
  }
  const attest_answer answer = case_answer(c);
  status = verdict_of_answer(&problem, &answer, terms->arithmetic, terms->policy, NULL, v, error);
  if (status != CHECK_OK || terms->seen == NULL) return status;
  return diagnose_verdict(&problem, &answer, terms->arithmetic, v, terms->seen, picture, error);
}

check_status collect_verdict(const char *directory, const recipe *r, const collect_terms *terms, arena *memory, verdict *v,
                             error_map *picture, check_error *error) {
  attention_case c;
  picture->rows = 0;
  char reason[sizeof v->text];
  check_status status = case_open(directory, &c, error);
  if (status == CHECK_OK) status = case_load_outputs(&c, error);
  if (status == CHECK_BAD_INPUT) {
    *v = malformed(directory, error);
    status = CHECK_OK;
  } else if (status == CHECK_OK && c.present[CASE_OUT]) status = judge(&c, r, terms, memory, v, picture, error);
  else if (status == CHECK_OK && collect_reason(directory, reason, sizeof reason)) *v = without_answer(VERDICT_SKIPPED, reason);
  else if (status == CHECK_OK) *v = without_answer(VERDICT_UNWRITTEN, "there is no out.npy");
  case_free(&c);
  return status;
}
