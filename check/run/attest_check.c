#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; uselocale */
/* attest_check of attest_check.h: runs a session and writes its events into the text of a report. */
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/cases/format.h"
#include "check/run/session.h"

__attribute__((format(printf, 2, 3))) static void add_line(attest_report *report, const char *format, ...) {
  const size_t used = strlen(report->text);
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(report->text + used, sizeof report->text - used, format, arguments);
  va_end(arguments);
}

static void add_failure(void *context, const reported_failure *f) {
  const verdict *v = f->small_verdict;
  char text[RECIPE_TEXT_MAX], details[VERDICT_TEXT_MAX];
  recipe_print(f->small, text);
  add_line(context, "%s: %s\n", verdict_name(v->kind), text);
  verdict_print(v, details);
  add_line(context, "  %s\n", details);
}

static void add_probe(void *context, attest_dtype dtype, const probe *p, const probe_finding *found) {
  add_line(context, "%s %s %s: %s%s; %s\n", found->result == PROBE_FAILS ? "fails" : "not bitwise", format_names[dtype],
           p->name, found->answer_fails ? "" : "expected that ", probe_says(p, found), found->text);
}

static void add_bias_test(void *context, attest_dtype dtype, const bias_test_finding *found) {
  if (found->failure[0] != '\0')
    add_line(context, "fails %s bias test %s: %s\n", format_names[dtype], found->name, found->failure);
  else
    add_line(context, "fails %s bias test %s: %s %.2g, z = %.1f\n", format_names[dtype], found->name, found->meaning,
             found->c, found->z);
}

static void add_diagnosis(attest_report *report, const diagnosis *d) {
  const zoo_mutant *matches[3];
  const size_t count = diagnosis_matches(d, matches, 3);
  for (size_t n = 0; n < count; n++)
    add_line(report, "looks like %s: %s (%s)\n", matches[n]->name, matches[n]->what, matches[n]->where);
}

static void add_xray(attest_report *report, const xray *found) {
  char text[XRAY_LINE_MAX];
  for (int n = 0; xray_line(found, n, text); n++) add_line(report, "%s\n", text);
}

static void add_conventions(attest_report *report, const session_result *result) {
  convention_set followed = 0;
  for (int n = 0; n < CONVENTIONS; n++) {
    const tally_convention *found = &result->conventions.of[n];
    const convention *c = convention_of((convention_id)n);
    if (tally_explains(found))
      add_line(report, "fails: follows %s where %s was asked (return ATTEST_UNSUPPORTED, or accept %s)\n", c->name,
               c->instead, c->name);
    if (found->followed == 0) continue;
    followed |= CONVENTION_BIT(n);
    if (tally_is_fault(found, (convention_id)n))
      add_line(report, "fails: convention %s is not followed throughout: followed in %s, not in %s\n", c->name,
               found->first, found->first_broken);
    else add_line(report, "convention %s: %s\n", c->name, c->meaning);
  }
  convention_print(followed, report->conventions, sizeof report->conventions);
}

static void add_unasked(attest_report *report, int64_t unasked) {
  if (unasked > 0)
    add_line(report, "gave up: calls did not return in time, or took too long together: %" PRId64 " not asked\n",
             unasked);
}

static bool in_range(double x) { return isfinite(x) && x >= 0; }

/* Fills in the report from the session's result. */
static void fill_in(const session_result *result, attest_report *report) {
  const session_tally *total = &result->total;
  report->pass = !result->failed;
  report->cases = session_judged(total);
  report->by_convention = total->conventional;
  report->failed = total->failed;
  report->skipped = total->skipped;
  for (int n = 0; n < FORMATS; n++) {
    report->probes += result->type[n].probes;
    report->probes_held += result->type[n].probes_held;
  }
  report->worst_budget = total->budget;
  (void)memcpy(report->worst_case, total->worst, sizeof total->worst);
  coverage_print_gaps(&result->judged, result->can, FORMATS, report->never_judged, sizeof report->never_judged);
  if (result->found.made) add_xray(report, &result->found);
  else add_diagnosis(report, &result->seen);
  for (int n = 0; n < FORMATS; n++)
    if (session_is_vague(&result->type[n]))
      add_line(report, "fails %s: " SESSION_VAGUE "\n", format_names[n], result->type[n].vague,
               session_judged(&result->type[n]));
  add_unasked(report, total->unasked);
  add_conventions(report, result);
}

static attest_status check(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                           const attest_check_options *options, attest_report *report) {
  const attest_check_options plain = {.full = false}, *o = options != NULL ? options : &plain;
  if (compute == NULL || report == NULL) return ATTEST_BAD_POINTER;
  if (!in_range(o->minutes) || !in_range(o->seconds)) return ATTEST_BAD_OPTION;
  *report = (attest_report){.pass = false};
  check_error error;
  candidate of = candidate_of_function("candidate", compute, describe);
  check_status status = convention_read_policy(o->accept, o->refuse, &of.conventions, &error);
  promise_set required = 0;
  if (status == CHECK_OK && o->require != NULL) status = probe_read_promises("require", o->require, &required, &error);
  if (status == CHECK_OK && o->recipe != NULL) status = recipe_parse(o->recipe, &(recipe){.dtype = 0}, &error);
  if (status != CHECK_OK) {
    add_line(report, "%s\n", error.text);
    return ATTEST_BAD_OPTION;
  }
  if (o->seconds > 0) of.seconds = o->seconds;
  session_settings settings = {.suite = o->full ? SUITE_IS_FULL : SUITE_IS_QUICK,
                               .minutes = o->minutes,
                               .recipe = o->recipe,
                               .seed = o->seed,
                               .required = required,
                               .xray = XRAY_SECONDS};
  for (int n = 0; n < FORMATS; n++) settings.type[n] = !o->without[n];
  const session_events events = {.context = report, .reported = add_failure, .probe = add_probe, .bias = add_bias_test};
  session_result result;
  status = session_run(&of, &settings, &events, &result, &error);
  fill_in(&result, report);
  report->pass = report->pass && status == CHECK_OK;
  if (status == CHECK_OK) return ATTEST_OK;
  add_line(report, "%s\n", error.text);
  return status == CHECK_FAILURE ? ATTEST_FAILED : ATTEST_UNSUPPORTED;
}

/* Numbers are read and written here with a point, whatever the caller's locale has. */
attest_status attest_check(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                           const attest_check_options *options, attest_report *report) {
  const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (plain == (locale_t)0) return ATTEST_FAILED;
  const locale_t before = uselocale(plain);
  const attest_status status = check(compute, describe, options, report);
  (void)uselocale(before);
  freelocale(plain);
  return status;
}
