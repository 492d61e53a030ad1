#include "check/run/xray.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/clock.h"
#include "check/cases/tensor.h"
#include "check/run/choice.h"
#include "check/run/judging.h"
#include "check/run/looser.h"
#include "check/run/variants.h"
#include "check/run/weights.h"
#include "check/zoo/detail.h"
#include "check/zoo/effects.h"
#include "check/zoo/places.h"

#define READ_FIRST 4       /* failing cases whose weights are read for their numbers */
#define READ 15            /* and where no cause was found; */
#define CONTRAST 100       /* pairs of query and key, among which some may be right and some wrong */
#define READ_PASSING 5     /* passing cases, likewise */
#define TRIES 8            /* failing cases for which a cause is searched */
#define MOST_WORK 1e8      /* multiplications of a variant, and of one answer that is judged by looser arithmetic */
#define NEARLY 0.9         /* of the failing cases: a cause of so many leaves hardly one */
#define PLACE_SECONDS 10.0 /* kept for places */
#define PLACE_CASES 12     /* failing cases in which places are tried */
#define CLEAR 4            /* and that must agree if the weights tell something else */
#define LEAST_PLACES 2     /* of these, the least that must agree */

typedef struct {
  asking by;
  when when;
  choice of;
  size_t own; /* failing cases that are no variants of others: the first ones */
  suspects all;
  bool wrong[CHOICE_FAILING];        /* the case failed again, with an answer */
  size_t anchor;                     /* the first failing case that is not explained yet */
  unsigned compared;                 /* cause_outputs that a cause must explain */
  int64_t first_column, first_wrong; /* of out: that is compared, and that is ever wrong */
  unsigned given, wrong_outputs;     /* those that the failing answers have, and those that are ever wrong */
  looser looser;
  weights_shown shown;
  bool tried[CHOICE_FAILING]; /* for reading */
  places places;
  xray *found;
} study;

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the diagnosis");
}

/* ---- asking the variants of a case */

/* Puts a variant among the failing or the passing cases. */
static check_status hear_variant(void *context, const answered *a, check_error *error) {
  study *s = context;
  expected e;
  verdict v;
  const attest_arithmetic *arithmetic = asking_arithmetic(&s->by, &a->asked->made);
  check_status status = asking_in_time(&s->by, error);
  if (status != CHECK_OK || !asking_was_answered(a)) return status;
  status = expected_make(a->problem, a->answer, arithmetic, &e, error);
  if (status == CHECK_OK) {
    verdict_of_expected(&e, a->answer, a->memory != NULL, &v);
    choice_add(&s->of, &a->asked->made, v.kind != VERDICT_PASS);
  }
  expected_free(&e);
  return status;
}

static check_status ask_variants(study *s, check_error *error) {
  question questions[VARIANTS];
  variants v;
  size_t count = 0;
  variants_of(&s->of.failing[0], &v);
  const ability *of = &s->by.able[s->of.failing[0].dtype];
  for (size_t n = 0; n < v.count; n++)
    if (recipe_multiplications(&v.made[n]) <= MOST_WORK && (!of->can.takes || support_allows(&of->can, &v.made[n])))
      questions[count++] = question_of(&of->description, &v.made[n]);
  return asking_answers(&s->by, questions, count, hear_variant, s, error);
}

/* ---- asking a case twice */

/* The first answer to a case, to compare another with. */
typedef struct {
  study *of;
  double *out;
} twice;

static check_status hear_again(void *context, const answered *a, check_error *error) {
  twice *t = context;
  const attest_output *out = &a->answer->out;
  int64_t at[ATTEST_AXES], n = 0;
  expected e;
  if (!asking_was_answered(a) || out->data == NULL) return CHECK_OK;
  if (t->out == NULL) {
    t->out = calloc((size_t)tensor_count(out->size) + 1, sizeof *t->out);
    if (t->out == NULL) return no_memory(error);
    for (bool more = tensor_first(out->size, at); more; more = tensor_next(out->size, at))
      t->out[n++] = output_element(out, at);
    return CHECK_OK;
  }
  const check_status status =
      expected_make(a->problem, a->answer, asking_arithmetic(&t->of->by, &a->asked->made), &e, error);
  for (bool more = status == CHECK_OK && tensor_first(out->size, at); more; more = tensor_next(out->size, at), n++)
    t->of->found->differs = t->of->found->differs || fabs(t->out[n] - output_element(out, at)) > 2 * e.out_bound[n];
  expected_free(&e);
  return status;
}

static check_status ask_twice(study *s, check_error *error) {
  const question asked = asking_question(&s->by, &s->of.failing[0]), questions[] = {asked, asked};
  twice t = {.of = s};
  const check_status status = asking_answers(&s->by, questions, 2, hear_again, &t, error);
  free(t.out);
  return status;
}

/* ---- reading weights */

/* Reads the weights of failing cases with so many pairs of query and key or more, small and large by turns, until so
   many sheets are there. */
static check_status read_failing(study *s, int64_t pairs, size_t enough, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t turn = 0; status == CHECK_OK && turn < s->of.failures && s->shown.count < enough; turn++) {
    const size_t n = turn % 2 == 0 ? turn / 2 : s->of.failures - 1 - turn / 2;
    const recipe *r = &s->of.failing[n];
    if (s->tried[n] || r->batch * r->q_heads * r->q_len * r->keys < pairs) continue;
    s->tried[n] = true;
    status = weights_read(&s->by, r, &s->shown, error);
  }
  return status;
}

/* Reads what causes need: their numbers, from some failing cases and from larger ones, which may pass. */
static check_status read_numbers(study *s, check_error *error) {
  check_status status = read_failing(s, 0, READ_FIRST, error);
  recipe larger;
  for (int n = 0; status == CHECK_OK && s->of.failures > 0 && variant_to_read(&s->of.failing[0], n, &larger); n++)
    status = weights_read(&s->by, &larger, &s->shown, error);
  return status;
}

/* Where causes leave failing cases, reads more of these, first those in which right weights stand beside wrong ones,
   and passing ones for comparison. */
static check_status read_more(study *s, check_error *error) {
  if (xray_is_explained(s->found)) return CHECK_OK;
  check_status status = read_failing(s, CONTRAST, READ, error);
  if (status == CHECK_OK) status = read_failing(s, 0, READ, error);
  const size_t enough = s->shown.count + READ_PASSING;
  for (size_t n = 0; status == CHECK_OK && n < s->of.passes && s->shown.count < enough; n++)
    status = weights_read(&s->by, &s->of.passing[n], &s->shown, error);
  return status;
}

/* Keeps what the weights show: where causes leave failing cases, a detail of single cases, or the effects in all; else
   the facts of the first case. */
static void keep_weights(const weights_shown *shown, xray *found) {
  char text[EFFECTS_TEXT_MAX] = "";
  int of = 0;
  if (!xray_is_explained(found)) of = detail_print(shown->sheets, shown->count, text);
  found->is_detail =
      !xray_is_explained(found) && (of >= 0 || effects_print(shown->sheets, shown->count, &found->told, text));
  (void)snprintf(found->facts, sizeof found->facts, "%s", text[0] != '\0' ? text : shown->facts);
  if (of >= 0 || text[0] == '\0')
    (void)snprintf(found->facts_case, sizeof found->facts_case, "%s", shown->cases[of < 0 ? 0 : of]);
}

/* Where a cause leaves hardly a failing case and no correct row contradicts it, the weights show the same once more. */
static void drop_repetition(xray *found) {
  const xray_cause *first = &found->cause[0];
  if (found->causes > 0 && first->contradicted == 0 && (double)first->cases >= NEARLY * (double)first->of_cases)
    found->is_detail = false;
}

/* Where weights have a condition that was confirmed, a cause that leaves failing cases and contradicts correct rows
   only resembles it. */
static void drop_resemblance(xray *found) {
  const bool leaves = found->causes > 0 && !xray_is_explained(found) && found->cause[0].contradicted > 0;
  if (leaves && found->is_detail && found->told.has_condition) found->causes = found->kins = 0;
}

/* ---- comparing answers with hypotheses */

/* Sees a failing answer for the first time. */
static void see_failure(study *s, const answered *a, const expected *e, size_t n, check_error *error) {
  verdict v;
  verdict_of_expected(e, a->answer, a->memory != NULL, &v);
  s->wrong[n] = v.kind != VERDICT_PASS;
  if (n < s->own && s->anchor == 0 && s->compared == CAUSE_ALL) {
    s->found->asked_again++;
    s->found->passed_again += !s->wrong[n];
    s->found->unwritten_again += v.kind == VERDICT_UNWRITTEN;
  }
  if (!s->wrong[n]) return;
  suspects_see_options(&s->all, a->problem);
  if (n < s->own || s->found->where[0] == '\0') { /* own ones come from small to large, then variants */
    where_print(e, a->answer, s->found->where);
    recipe_print(&a->asked->made, s->found->where_case);
  }
  looser_try(a->problem, a->answer, asking_arithmetic(&s->by, &a->asked->made), &s->looser, error);
}

/* Chooses the rows to compare, and notes which outputs are wrong in a failing answer. */
static void choose_rows(study *s, const expected *e, const attest_answer *answer, bool failing, cause_space *space) {
  space->compared = s->compared;
  space->first_column = s->first_column;
  (void)cause_choose_rows(e, answer, space);
  if (!failing) return;
  s->wrong_outputs |= space->wrong;
  if (space->first_wrong < s->first_wrong) s->first_wrong = space->first_wrong;
  s->given |= CAUSE_OUT | (answer->lse.data != NULL ? CAUSE_LSE : 0u);
}

/* What is done with an answer that can be looked at. */
typedef check_status looking(study *s, const answered *a, const expected *e, cause_space *space, check_error *error);

static check_status look_at(study *s, const answered *a, looking *look, check_error *error) {
  const attest_arithmetic *arithmetic = asking_arithmetic(&s->by, &a->asked->made);
  expected e;
  cause_space space = {.memory = {NULL}};
  check_status status = asking_in_time(&s->by, error);
  if (status != CHECK_OK || !asking_was_answered(a)) return status;
  status = expected_make(a->problem, a->answer, arithmetic, &e, error);
  if (status == CHECK_OK && !cause_space_make(a->answer, &space)) status = no_memory(error);
  if (status == CHECK_OK) status = look(s, a, &e, &space, error);
  cause_space_free(&space);
  expected_free(&e);
  return status;
}

/* Questions are the failing cases from the anchor on, then the passing ones. */
static check_status try_suspects(study *s, const answered *a, const expected *e, cause_space *space,
                                 check_error *error) {
  const size_t n = s->anchor + a->number;
  const bool failing = n < s->of.failures, such = when_missed(&s->when, &a->asked->made) == 0;
  if (failing && s->found->causes == 0) see_failure(s, a, e, n, error);
  if ((failing && !s->wrong[n]) || xray_varies(s->found)) return CHECK_OK;
  choose_rows(s, e, a->answer, failing, space);
  suspects_try(&s->all, e, a->answer, space, failing ? (int)n : -1, such, s->by.until);
  return CHECK_OK;
}

static check_status hear_case(void *context, const answered *a, check_error *error) {
  return look_at(context, a, try_suspects, error);
}

/* Tries all hypotheses on the anchor, and those that explain it on all cases after it. */
static check_status ask_cases(study *s, check_error *error) {
  question questions[CHOICE_FAILING + CHOICE_PASSING];
  size_t count = 0;
  for (size_t n = s->anchor; n < s->of.failures; n++) questions[count++] = asking_question(&s->by, &s->of.failing[n]);
  for (size_t n = 0; n < s->of.passes; n++) questions[count++] = asking_question(&s->by, &s->of.passing[n]);
  suspects_begin(&s->all, s->compared != CAUSE_ALL);
  return asking_answers(&s->by, questions, count, hear_case, s, error);
}

/* ---- conclusions */

/* The failing cases from the anchor on. */
static int wrong_cases(const study *s) {
  int count = 0;
  for (size_t n = s->anchor; n < s->of.failures; n++) count += s->wrong[n];
  return count;
}

static void say_part(const study *s, char text[CAUSE_TEXT_MAX]) {
  const size_t used = strlen(text), size = CAUSE_TEXT_MAX - used;
  if (s->first_column > 0)
    (void)snprintf(text + used, size, ", in columns %" PRId64 " and later of out alone", s->first_column);
  else if (s->compared != CAUSE_ALL)
    (void)snprintf(text + used, size,
                   s->compared == CAUSE_OUT ? ", in out alone: lse is right" : ", in lse alone: out is right");
}

static void keep_cause(study *s, const suspect *of, int of_cases) {
  xray_cause *to = &s->found->cause[s->found->causes++];
  *to = (xray_cause){.name = of->of.mutant.name,
                     .cases = of->cases,
                     .of_cases = of_cases,
                     .rows = of->sum.explained,
                     .of_rows = of->sum.wrong,
                     .contradicted = of->sum.contradicted,
                     .against = of->against,
                     .right = of->sum.right};
  to->is_format = suspect_is_format(of);
  to->is_beside = s->found->causes > 1;
  const int64_t most = s->found->failing < CHOICE_ASKED ? s->found->failing : CHOICE_ASKED;
  to->is_of_few = s->found->asked_again < most - most / 2;
  hypothesis_print(&of->of, to->text);
  say_part(s, to->text);
  suspects_print_others(&s->all, of, to->others, sizeof to->others);
}

static void keep_kin(study *s, const suspect *best) {
  size_t count;
  const zoo_mutant *zoo = zoo_list(&count);
  for (size_t n = 0; n < s->all.count && s->found->kins < XRAY_KIN; n++) {
    const suspect *one = &s->all.list[n];
    size_t m = 0;
    if (!suspect_is_kin(one, best)) continue;
    while (m < count && strcmp(zoo[m].name, one->of.mutant.name) != 0) m++;
    if (m < count) s->found->kin[s->found->kins++] = &zoo[m];
  }
}

/* Keeps the best suspect as a cause if it convinces; NULL if not. */
static const suspect *conclude(study *s) {
  const suspect *best = suspects_best(&s->all);
  if (best == NULL) return NULL;
  const int of_cases = wrong_cases(s) - best->silent;
  if (!suspect_convinces(best, of_cases)) return NULL;
  if (s->found->causes > 0 && !suspect_stands_beside(best)) return NULL;
  if (s->found->causes == 0) keep_kin(s, best);
  keep_cause(s, best, of_cases);
  return best;
}

/* Finds causes, each for the smallest failing case that is left: those that a cause explains are put aside, and so is a
   case that none explains, as one that shows two bugs. */
static check_status find_causes(study *s, check_error *error) {
  check_status status = CHECK_OK;
  for (int tries = 0; tries < TRIES && s->found->causes < XRAY_CAUSES && s->anchor < s->of.failures; tries++) {
    if (clock_seconds() >= s->by.until - (tries >= XRAY_CAUSES ? PLACE_SECONDS : 0)) break;
    status = ask_cases(s, error);
    if (status != CHECK_OK || xray_varies(s->found)) break;
    const suspect *best = conclude(s);
    for (size_t n = s->anchor; best != NULL && n < s->of.failures; n++) s->wrong[n] = s->wrong[n] && !best->explains[n];
    s->anchor += best == NULL;
    while (s->anchor < s->of.failures && !s->wrong[s->anchor]) s->anchor++;
  }
  return status;
}

/* Whether no cause explains whole answers, and one of out and lse is never wrong: then a cause may explain the other.
   */
static bool is_in_part(const study *s) {
  const bool one = s->wrong_outputs == CAUSE_OUT || s->wrong_outputs == CAUSE_LSE;
  return s->found->causes == 0 && one && s->given != s->wrong_outputs;
}

/* Of one output; then of its last columns, if the first ones are never wrong. */
static check_status find_causes_of_part(study *s, check_error *error) {
  if (!is_in_part(s)) return CHECK_OK;
  s->compared = s->wrong_outputs;
  s->anchor = 0;
  check_status status = find_causes(s, error);
  if (status != CHECK_OK || s->found->causes > 0 || s->compared != CAUSE_OUT || s->first_wrong == 0) return status;
  s->first_column = s->first_wrong;
  s->anchor = 0;
  return find_causes(s, error);
}

/* ---- places, if no cause was found */

static check_status try_places(study *s, const answered *a, const expected *e, cause_space *space, check_error *error) {
  if (cause_choose_rows(e, a->answer, space) == 0) return CHECK_OK;
  return places_try(&s->places, e, a->answer, space, s->by.until) ? CHECK_OK : asking_in_time(&s->by, error);
}

static check_status hear_place(void *context, const answered *a, check_error *error) {
  return look_at(context, a, try_places, error);
}

static void keep_place(study *s, int kind, int of_cases) {
  const place_evidence *of = &s->places.of[kind];
  xray_cause *to = &s->found->cause[s->found->causes++];
  *to = (xray_cause){.name = place_name(kind),
                     .is_place = true,
                     .cases = of->cases,
                     .of_cases = of_cases,
                     .rows = of->rows,
                     .of_rows = s->places.rows};
  place_print(&s->places, kind, to->text);
}

/* Tries all places on failing cases that are small enough, unless the weights say where they are wrong: that was
   confirmed in cases set apart. */
static check_status find_places(study *s, check_error *error) {
  question questions[PLACE_CASES];
  size_t count = 0;
  const bool wanted = s->found->causes == 0 && !s->found->told.has_condition;
  for (size_t n = 0; wanted && n < s->of.failures && count < PLACE_CASES; n++)
    if (s->wrong[n] && recipe_multiplications(&s->of.failing[n]) <= WEIGHTS_WORK)
      questions[count++] = asking_question(&s->by, &s->of.failing[n]);
  if (count == 0) return CHECK_OK;
  const check_status status = asking_answers(&s->by, questions, count, hear_place, s, error);
  const int best = places_best(&s->places, LEAST_PLACES);
  const bool clear = best >= 0 && (s->places.of[best].cases >= CLEAR || !s->found->is_detail);
  if (status == CHECK_OK && clear) keep_place(s, best, (int)count);
  return status;
}

/* Names the looser arithmetic by which every failing answer passes, if the errors are as rounding makes them. */
static void name_looser(const study *s) {
  xray *found = s->found;
  const bool rounds = found->causes > 0 ? found->cause[0].is_format : s->shown.errors_are_small && !found->is_detail;
  for (int n = 0; rounds && found->where[0] != '\0' && found->looser[0] == '\0' && n < LOOSER; n++)
    if (looser_explains(&s->looser, n)) (void)snprintf(found->looser, sizeof found->looser, "%s", looser_option(n));
}

/* Where answers differ from call to call, chance decides what fails; where elements are not written, there are no
   numbers. */
static void forget_others(xray *found) {
  if (xray_varies(found)) found->when[0] = '\0';
  found->facts[0] = found->looser[0] = '\0';
  found->causes = found->kins = 0;
  found->is_detail = false;
}

/* Finds out about cases of one kind, or of all. */
static check_status look_at_cases(const asking *by, const judged_case *cases, size_t count, bool mutants, xray *found,
                                  check_error *error) {
  study s = {.by = *by, .compared = CAUSE_ALL, .first_wrong = INT64_MAX, .found = found};
  check_status status = CHECK_OK;
  *found = (xray){.made = true};
  s.when = when_find(cases, count);
  when_print(&s.when, found->when);
  found->failing = (int64_t)s.when.failing;
  status = choice_make(&s.when, cases, count, &s.of, error);
  s.own = s.of.failures;
  if (status == CHECK_OK && s.of.failures > 0) status = ask_twice(&s, error);
  if (status == CHECK_OK && s.of.failures > 0) status = ask_variants(&s, error);
  if (status == CHECK_OK) status = read_numbers(&s, error);
  if (status == CHECK_OK && !suspects_make(&s.shown.read, mutants, &s.all)) status = no_memory(error);
  if (status == CHECK_OK) status = find_causes(&s, error);
  if (status == CHECK_OK && !xray_is_seen(found)) status = find_causes_of_part(&s, error);
  if (status == CHECK_OK && !xray_is_seen(found)) status = read_more(&s, error);
  keep_weights(&s.shown, found);
  drop_resemblance(found);
  drop_repetition(found);
  if (found->where[0] == '\0') found->facts[0] = '\0'; /* no answer is wrong */
  if (status == CHECK_OK && !xray_is_seen(found)) status = find_places(&s, error);
  name_looser(&s);
  if (xray_is_seen(found)) forget_others(found);
  found->is_cut_short = found->causes == 0 && clock_seconds() >= s.by.until;
  suspects_free(&s.all);
  weights_free(&s.shown);
  return status;
}

/* ---- failing cases of two kinds */

/* Whether the findings say what was computed instead: a cause or a finding in the weights, no place. */
static bool says_what(const xray *x) {
  return xray_is_seen(x) || (x->causes > 0 ? !x->cause[0].is_place : x->is_detail);
}

static check_status look_at_kind(const asking *by, const when_kinds *k, int kind, const judged_case *cases,
                                 size_t count, bool mutants, xray *found, check_error *error) {
  judged_case *list = calloc(count + 1, sizeof *list);
  size_t used = 0;
  if (list == NULL) return no_memory(error);
  for (size_t n = 0; n < count; n++)
    if (when_is_of_kind(k, kind, &cases[n].made)) list[used++] = cases[n];
  const check_status status = look_at_cases(by, list, used, mutants, found, error);
  when_print_kind(k, kind, found->kind);
  found->is_second = kind == 1;
  free(list);
  return status;
}

check_status xray_make(candidate *of, const ability able[FORMATS], const judged_case *cases, size_t count,
                       double seconds, bool mutants, xray *found, xray *second, check_error *error) {
  const double until = clock_seconds() + seconds;
  asking by = {of, able, until};
  xray its[2] = {{.made = false}, {.made = false}};
  when_kinds kinds;
  *second = (xray){.made = false};
  check_status status = look_at_cases(&by, cases, count, mutants, found, error);
  if (status != CHECK_OK || says_what(found) || !when_split(cases, count, &kinds)) return status;
  for (int kind = 0; status == CHECK_OK && kind < 2; kind++) {
    by.until = clock_seconds() + fmax(until - clock_seconds(), seconds / 2) / (2 - kind);
    status = look_at_kind(&by, &kinds, kind, cases, count, mutants, &its[kind], error);
  }
  if (status != CHECK_OK || !says_what(&its[0])) return status;
  its[1].of_both = found->failing - its[0].failing - its[1].failing;
  *found = its[0];
  *second = its[1];
  return status;
}

/* Concludes from one answer. */
static void try_answer(study *s, const expected *e, const attest_answer *answer, cause_space *space) {
  choose_rows(s, e, answer, true, space);
  suspects_begin(&s->all, s->compared != CAUSE_ALL);
  suspects_try(&s->all, e, answer, space, 0, true, s->by.until);
  (void)conclude(s);
}

static void try_places_of_answer(study *s, const expected *e, const attest_answer *answer, cause_space *space) {
  space->compared = CAUSE_ALL;
  (void)cause_choose_rows(e, answer, space);
  const int best = places_try(&s->places, e, answer, space, s->by.until) ? places_best(&s->places, 1) : -1;
  if (best >= 0) keep_place(s, best, 1);
}

/* Notes that fewer rows are wrong than tell a cause. */
static void count_few_rows(const expected *e, const attest_answer *answer, cause_space *space, xray *found) {
  space->compared = CAUSE_ALL;
  const int64_t rows = cause_choose_rows(e, answer, space);
  if (rows < SUSPECTS_ROWS) found->too_few_rows = rows;
}

check_status xray_of_answer(const expected *e, const attest_answer *answer, const attest_arithmetic *arithmetic,
                            double seconds, xray *found, check_error *error) {
  study s = {
      .of.failures = 1, .wrong = {true}, .compared = CAUSE_ALL, .by.until = clock_seconds() + seconds, .found = found};
  const problem_f64 *w = &e->problem;
  const double work = (double)(w->batch * w->q_heads * w->q_len) * (double)w->keys * (double)(w->d_k + w->d_v);
  cause_space space = {.memory = {NULL}};
  check_status status = CHECK_OK;
  *found = (xray){.made = true};
  where_print(e, answer, found->where);
  if (!cause_space_make(answer, &space) || !suspects_make(&s.shown.read, true, &s.all)) status = no_memory(error);
  if (status == CHECK_OK) {
    if (work <= MOST_WORK) looser_try(w->problem, answer, arithmetic, &s.looser, error);
    suspects_see_options(&s.all, w->problem);
    try_answer(&s, e, answer, &space);
    if (is_in_part(&s)) {
      s.compared = s.wrong_outputs;
      try_answer(&s, e, answer, &space);
    }
    if (s.found->causes == 0) try_places_of_answer(&s, e, answer, &space);
    name_looser(&s);
    found->is_cut_short = found->causes == 0 && clock_seconds() >= s.by.until;
    if (found->causes == 0) count_few_rows(e, answer, &space, found);
  }
  suspects_free(&s.all);
  cause_space_free(&space);
  return status;
}
