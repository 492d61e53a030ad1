#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; uselocale */
/* attest_judge, attest_convention and attest_bound of attest_check.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/document.h"
#include "check/cases/tensor.h"
#include "check/judge/bound.h"
#include "check/judge/explain.h"
#include "check/results/findings.h"
#include "check/results/forms.h"
#include "check/results/page.h"
#include "check/results/plain_locale.h"
#include "check/results/results.h"
#include "check/run/description.h"

static bool is_number(attest_dtype dtype) { return (int)dtype >= ATTEST_F64 && (int)dtype <= ATTEST_BF16; }

/* Whether an output is of these sizes, or absent. */
static attest_status check_output_of(const attest_output *t, const int64_t size[ATTEST_AXES]) {
  if (t->data == NULL) return ATTEST_OK;
  if (!is_number(t->dtype)) return ATTEST_BAD_DTYPE;
  return memcmp(t->size, size, sizeof t->size) == 0 ? ATTEST_OK : ATTEST_BAD_SHAPE;
}

static attest_status check_answer(const attest_problem *p, const attest_answer *a) {
  const int64_t batch = p->q.size[ATTEST_BATCH], heads = p->q.size[ATTEST_HEAD], rows = p->q.size[ATTEST_POSITION];
  const int64_t out[] = {batch, heads, rows, p->v.size[ATTEST_COLUMN]}, lse[] = {batch, heads, rows, 1},
                weights[] = {batch, heads, rows, p->k.size[ATTEST_POSITION]};
  if (a == NULL || (a->out.data == NULL && tensor_count(out) > 0)) return ATTEST_BAD_POINTER;
  attest_status status = check_output_of(&a->out, out);
  if (status == ATTEST_OK) status = check_output_of(&a->lse, lse);
  return status == ATTEST_OK ? check_output_of(&a->weights, weights) : status;
}

/* The arithmetic that is stated, or the default for q. */
static attest_status read_arithmetic(const attest_problem *p, const attest_arithmetic *stated, attest_arithmetic *a) {
  check_error ignored;
  *a = stated != NULL ? *stated : bound_default(p->q.dtype);
  const attest_description d = {.arithmetic = *a};
  return description_check("", &d, &ignored) == CHECK_OK ? ATTEST_OK : ATTEST_BAD_OPTION;
}

/* ---- one answer */

/* What is said of an answer. */
typedef struct {
  const explain_terms *terms;
  double seconds; /* of the search for the cause */
  FILE *to;
  json_t *document;
} telling;

/* Shows where the errors lie, and what was computed instead. */
static check_status tell_failure(const telling *t, const verdict *v, check_error *error) {
  const explain_terms *by = t->terms;
  expected e;
  error_map map;
  xray found = {.made = false};
  check_status status = expected_make(by->problem, by->answer, by->arithmetic, &e, error);
  if (status == CHECK_OK && by->answer->out.data != NULL) {
    error_map_of_head(&e, by->answer, v->element.at[0], v->element.at[1], &map);
    findings_error_map(t->to, &map);
    document_set(t->document, "grid", page_grid(&map));
  }
  if (status == CHECK_OK && t->seconds > 0)
    status = xray_of_answer(&e, by->answer, by->arithmetic, t->seconds, &found, error);
  if (status == CHECK_OK && found.made) {
    findings_xray(t->to, &found);
    document_set(t->document, "xray", results_xray(&found, NULL));
  }
  expected_free(&e);
  return status;
}

static check_status tell(const telling *t, bool *pass, check_error *error) {
  verdict v;
  check_status status = explain_verdict(t->terms, &v, error);
  if (status != CHECK_OK) return status;
  const int64_t *const size = t->terms->problem->q.size;
  *pass = !verdict_fails(v.kind);
  (void)fprintf(t->to, "%s\n", verdict_name(v.kind));
  if (*pass && verdict_is_vague(&v, (double)size[0] * (double)size[1] * (double)size[2])) {
    (void)fprintf(t->to, VERDICT_VAGUE "\n");
    document_set(t->document, "too_vague", json_string(VERDICT_VAGUE));
  }
  if (v.kind != VERDICT_PASS) findings_verdict(t->to, &v);
  json_t *its = results_verdict(&v);
  document_set(t->document, "pass", json_boolean(*pass));
  document_add(t->document, its);
  json_decref(its);
  return *pass ? CHECK_OK : tell_failure(t, &v, error);
}

static attest_status status_of(check_status status) { return status == CHECK_OK ? ATTEST_OK : ATTEST_FAILED; }

static attest_status judge(const explain_terms *terms, double seconds, attest_findings *found) {
  forms_text lines;
  check_error error;
  bool pass = false;
  if (!forms_text_begin(&lines)) return ATTEST_FAILED;
  const telling t = {terms, seconds, lines.stream, json_object()};
  attest_status status = status_of(tell(&t, &pass, &error));
  if (status == ATTEST_OK) found->json = document_is_whole() ? document_dump(t.document, JSON_INDENT(2)) : NULL;
  if (found->json == NULL) status = ATTEST_FAILED;
  found->text = forms_text_end(&lines);
  if (found->text == NULL) status = ATTEST_FAILED;
  found->pass = pass && status == ATTEST_OK;
  json_decref(t.document);
  return status;
}

attest_status attest_judge(const attest_problem *problem, const attest_answer *answer,
                           const attest_judge_options *options, attest_findings *found) {
  static const attest_judge_options plain;
  const attest_judge_options *const o = options != NULL ? options : &plain;
  attest_arithmetic arithmetic;
  convention_policy policy;
  check_error error;
  plain_locale here;
  if (found == NULL) return ATTEST_BAD_POINTER;
  *found = (attest_findings){.pass = false};
  attest_status status = attest_problem_check(problem);
  if (status == ATTEST_OK) status = check_answer(problem, answer);
  if (status == ATTEST_OK) status = read_arithmetic(problem, o->arithmetic, &arithmetic);
  if (status != ATTEST_OK) return status;
  if (!isfinite(o->seconds) || o->seconds < 0) return ATTEST_BAD_OPTION;
  if (convention_read_policy(o->accept, o->refuse, &policy, &error) != CHECK_OK) {
    found->text = strdup(error.text);
    return ATTEST_BAD_OPTION;
  }
  if (!plain_locale_begin(&here)) return ATTEST_FAILED;
  const explain_terms terms = {problem, answer, &arithmetic, policy, false};
  status = judge(&terms, o->seconds, found);
  plain_locale_end(&here);
  return status;
}

/* ---- conventions */

const char *attest_convention(size_t n, const char **meaning) {
  if (n >= CONVENTIONS) return NULL;
  const convention *const its = convention_of((convention_id)n);
  if (meaning != NULL) *meaning = its->meaning;
  return its->name;
}

/* ---- bounds */

static void copy(const attest_output *to, const double *from) {
  if (to->data != NULL) (void)memcpy(to->data, from, (size_t)tensor_count(to->size) * sizeof *from);
}

attest_status attest_bound(const attest_problem *problem, const attest_arithmetic *arithmetic, attest_dtype output,
                           attest_dtype lse, const attest_answer *bounds) {
  attest_arithmetic by;
  size_t bytes;
  expected e;
  check_error ignored;
  attest_status status = attest_reference_workspace(problem, bounds, &bytes);
  if (status == ATTEST_OK) status = read_arithmetic(problem, arithmetic, &by);
  if (status == ATTEST_OK && (!is_number(output) || !is_number(lse))) status = ATTEST_BAD_DTYPE;
  if (status != ATTEST_OK) return status;
  attest_answer stored = *bounds;
  stored.out.dtype = stored.weights.dtype = output;
  stored.lse.dtype = lse;
  status = status_of(expected_make(problem, &stored, &by, &e, &ignored));
  if (status == ATTEST_OK) {
    copy(&bounds->out, e.out_bound);
    copy(&bounds->lse, e.lse_bound);
    copy(&bounds->weights, e.weights_bound);
  }
  expected_free(&e);
  return status;
}
