#include "cli/zoo_judges.h"

#include <stdio.h>

#include "check/cases/document.h"
#include "check/zoo/judges.h"
#include "cli/progress.h"

static json_t *describe(const judge_score *s) {
  return json_pack("{s:I, s:I, s:I, s:I}", "missed", (json_int_t)s->missed, "of_mutants", (json_int_t)s->of_mutants,
                   "rejected", (json_int_t)s->rejected, "of_right", (json_int_t)s->of_right);
}

static void tell(const judge_score *cases, const judge_score *plain, json_t *rows) {
  (void)printf("%-17s %6zu %9zu %8zu %9zu   %s\n", cases->name, cases->missed, cases->rejected, plain->missed,
               plain->rejected, cases->says);
  json_t *row = json_object();
  document_set(row, "judge", json_string(cases->name));
  document_set(row, "rule", json_string(cases->says));
  document_set(row, "from", json_string(cases->from));
  document_set(row, "cases", describe(cases));
  document_set(row, "plain", describe(plain));
  document_append(rows, row);
}

static void tell_all(const judge_scores *cases, const judge_scores *plain, json_t *rows) {
  const judge_score *const ours = &cases->of[cases->count - 1], *const ours_plain = &plain->of[plain->count - 1];
  (void)printf("missed: mutants, of %zu. rejected: answers of right implementations, of %zu and of %zu.\n",
               ours->of_mutants, ours->of_right, ours_plain->of_right);
  (void)printf("%-17s %16s %18s   x found, y expected\n", "", "attest's cases", "normal numbers");
  (void)printf("%-17s %6s %9s %8s %9s\n", "judge", "missed", "rejected", "missed", "rejected");
  for (size_t n = 0; n < cases->count; n++) tell(&cases->of[n], &plain->of[n], rows);
  (void)printf("%zu cases, and %zu of normal numbers\n", cases->cases, plain->cases);
}

check_status zoo_judges(const suite *cases, attest_dtype dtype, arena *memory, json_t *rows, check_error *error) {
  suite plain;
  judge_scores on_cases, on_plain;
  check_status status = judges_plain_cases(dtype, &plain, error);
  if (status == CHECK_OK) status = judges_score(cases, memory, progress_show, &on_cases, error);
  if (status == CHECK_OK) status = judges_score(&plain, memory, progress_show, &on_plain, error);
  progress_clear();
  if (status == CHECK_OK) tell_all(&on_cases, &on_plain, rows);
  suite_free(&plain);
  if (status != CHECK_OK) return status;
  const size_t wrongly = on_cases.of[on_cases.count - 1].rejected + on_plain.of[on_plain.count - 1].rejected;
  return wrongly == 0 ? CHECK_OK : CHECK_MISMATCH;
}
