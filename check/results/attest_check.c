#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; uselocale */
/* attest_check and attest_check_here of attest_check.h: they run a session, and give what check_output says of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/results/forms.h"
#include "check/results/plain_locale.h"
#include "check/run/session.h"

/* A run, from the public options. */
typedef struct {
  candidate of;
  session_settings settings;
  results_stated stated;
  forms_text lines;
  check_output output;
  session_result result;
} judging;

static bool in_range(double x) { return isfinite(x) && x >= 0; }

static check_status read_options(const attest_check_options *o, judging *j, check_error *error) {
  suite_kind kind;
  if (!in_range(o->minutes)) return check_fail(error, CHECK_BAD_INPUT, "minutes: expected 0 or more");
  if (!in_range(o->seconds)) return check_fail(error, CHECK_BAD_INPUT, "seconds: expected 0 or more");
  if (!suite_kind_of(o->suite, &kind)) return check_fail(error, CHECK_BAD_INPUT, "suite: expected one of attest_suite");
  j->settings = (session_settings){
      .suite = kind, .minutes = o->minutes, .recipe = o->recipe, .seed = o->seed, .xray = XRAY_SECONDS};
  j->stated = (results_stated){.accept = o->accept, .refuse = o->refuse, .require = o->require};
  if (o->seconds > 0) j->of.seconds = o->seconds;
  for (int n = 0; n < FORMATS; n++) j->settings.type[n] = !o->without[n];
  check_status status = convention_read_policy(o->accept, o->refuse, &j->of.conventions, error);
  if (status == CHECK_OK && o->require != NULL)
    status = probe_read_promises("require", o->require, &j->settings.required, error);
  if (status == CHECK_OK && o->recipe != NULL) status = recipe_parse(o->recipe, &(recipe){.dtype = 0}, error);
  return status;
}

static void begin(const attest_check_options *o, const attest_words *words, judging *j) {
  static const char *const suites[] = {"quick", "full", "conventions"};
  const check_words said = {.repeat = words->repeat != NULL ? words->repeat : "recipe = '",
                            .repeat_end = words->repeat_end != NULL ? words->repeat_end : "'",
                            .accept = words->accept != NULL ? words->accept : "return ATTEST_UNSUPPORTED, or accept ",
                            .timeout = words->timeout != NULL ? words->timeout : "seconds",
                            .all = ""};
  j->output = check_output_begin(j->of.name, j->lines.stream, &said);
  char minutes[32];
  (void)snprintf(minutes, sizeof minutes, "%g", o->minutes);
  j->output.run = results_run(j->of.name, suites[o->suite], o->minutes > 0 ? minutes : NULL, &j->settings, &j->stated);
  j->output.brief = o->minutes > 0;
}

/* Runs the session; its lines, or the reason why there are none, go to j->lines. CHECK_OK whatever the verdict. */
static check_status run(const attest_check_options *o, const attest_words *words, judging *j) {
  check_error error;
  begin(o, words, j);
  session_events events = check_output_events(&j->output);
  if (j->of.here != NULL) {
    events.progress = j->of.here->progress;
    events.progress_context = j->of.here->context;
  }
  check_status status = session_run(&j->of, &j->settings, &events, &j->result, &error);
  if (status == CHECK_OK) status = check_output_end(&j->output, &j->result, o->recipe == NULL, &error);
  if (status == CHECK_MISMATCH) status = CHECK_OK;
  if (status != CHECK_OK) (void)fprintf(j->lines.stream, "%s\n", error.text);
  return status;
}

/* Judges j->of; what is said goes to j->lines. judged: a session was run, and j->output is there to be freed; if not,
   the options were refused. */
static attest_status judge(const attest_check_options *o, const attest_words *words, judging *j, bool *judged) {
  check_error error;
  *judged = false;
  check_status status = read_options(o, j, &error);
  if (status != CHECK_OK) {
    (void)fprintf(j->lines.stream, "%s\n", error.text);
    return status == CHECK_FAILURE ? ATTEST_FAILED : ATTEST_BAD_OPTION;
  }
  status = run(o, words, j);
  *judged = true;
  return status == CHECK_OK ? ATTEST_OK : status == CHECK_FAILURE ? ATTEST_FAILED : ATTEST_UNSUPPORTED;
}

/* ---- the report */

/* Copies as many whole lines as fit. */
static void copy_lines(const char *text, char *to, size_t size) {
  const size_t length = strlen(text);
  size_t fits = length < size ? length : size - 1;
  while (fits < length && fits > 0 && text[fits - 1] != '\n') fits--;
  (void)memcpy(to, text, fits);
  to[fits] = '\0';
}

static void fill_in(const session_result *result, attest_report *report) {
  const session_tally *total = &result->total;
  convention_set followed = 0;
  report->pass = !result->failed;
  report->cases = session_judged(total);
  report->by_convention = total->conventional;
  report->failed = total->failed;
  report->skipped = total->skipped;
  for (int n = 0; n < FORMATS; n++) {
    report->probes += result->type[n].probes;
    report->probes_held += result->type[n].probes_held;
  }
  for (int n = 0; n < CONVENTIONS; n++)
    if (result->conventions.of[n].followed > 0) followed |= CONVENTION_BIT(n);
  report->worst_budget = total->budget;
  (void)memcpy(report->worst_case, total->worst, sizeof total->worst);
  convention_print(followed, report->conventions, sizeof report->conventions);
  results_print_never(result, report->never_judged, sizeof report->never_judged);
}

static attest_status check(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                           const attest_check_options *options, judging *j, attest_report *report) {
  bool judged;
  if (!forms_text_begin(&j->lines)) return ATTEST_FAILED;
  j->of = candidate_of_function("candidate", compute, describe);
  attest_status status = judge(options, &(attest_words){.repeat = NULL}, j, &judged);
  if (judged) {
    fill_in(&j->result, report);
    report->pass = report->pass && status == ATTEST_OK;
    check_output_free(&j->output);
  }
  char *const text = forms_text_end(&j->lines);
  if (text != NULL) copy_lines(text, report->text, sizeof report->text);
  else status = ATTEST_FAILED;
  if (text == NULL) report->pass = false;
  free(text);
  return status;
}

attest_status attest_check(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                           const attest_check_options *options, attest_report *report) {
  static const attest_check_options plain;
  plain_locale here;
  if (compute == NULL || report == NULL) return ATTEST_BAD_POINTER;
  (void)memset(report, 0, sizeof *report);
  if (!plain_locale_begin(&here)) return ATTEST_FAILED;
  judging *const j = calloc(1, sizeof *j);
  const attest_status status =
      j != NULL ? check(compute, describe, options != NULL ? options : &plain, j, report) : ATTEST_FAILED;
  free(j);
  plain_locale_end(&here);
  return status;
}

/* ---- in the calling process */

static attest_status check_here(const attest_callbacks *of, const attest_check_options *options, judging *j,
                                attest_findings *found) {
  bool judged;
  if (!forms_text_begin(&j->lines)) return ATTEST_FAILED;
  j->of = candidate_of_callbacks(of);
  attest_status status = judge(options, &of->words, j, &judged);
  j->output.place = (sarif_place){.file = of->file, .line = of->line};
  if (status == ATTEST_OK && !forms_make(&j->output, &j->result, found)) status = ATTEST_FAILED;
  found->pass = status == ATTEST_OK && !j->result.failed;
  if (judged) check_output_free(&j->output);
  found->text = forms_text_end(&j->lines);
  return found->text != NULL ? status : ATTEST_FAILED;
}

attest_status attest_check_here(const attest_callbacks *of, const attest_check_options *options,
                                attest_findings *found) {
  static const attest_check_options plain;
  plain_locale here;
  if (found == NULL) return ATTEST_BAD_POINTER;
  *found = (attest_findings){.pass = false};
  if (of == NULL || of->compute == NULL) return ATTEST_BAD_POINTER;
  if (!plain_locale_begin(&here)) return ATTEST_FAILED;
  judging *const j = calloc(1, sizeof *j);
  const attest_status status = j != NULL ? check_here(of, options != NULL ? options : &plain, j, found) : ATTEST_FAILED;
  free(j);
  plain_locale_end(&here);
  return status;
}

void attest_findings_free(attest_findings *found) {
  if (found == NULL) return;
  free(found->text);
  free(found->json);
  free(found->junit);
  free(found->html);
  free(found->sarif);
  *found = (attest_findings){.pass = false};
}
