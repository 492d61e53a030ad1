#include "check/run/xray.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/clock.h"
#include "check/cases/tensor.h"
#include "check/run/judging.h"
#include "check/run/variants.h"
#include "check/zoo/function.h"
#include "check/zoo/places.h"
#include "check/zoo/scores.h"

#define FAILING SUSPECTS_CASES /* failing cases asked again, variants of the smallest among them */
#define JUDGED_FAILING 20      /* of these, the most that were judged before */
#define PASSING 40             /* passing cases asked again, and likewise */
#define JUDGED_PASSING 20
#define SUCH 12            /* of these, the most that meet all conditions of the failing ones */
#define NEAR 6             /* and the most that meet all but one */
#define MOST_WORK 1e8      /* multiplications of a case that is asked again */
#define LEAST_CASES 2      /* failing cases asked again however large */
#define MOST_READ 1e6      /* multiplications of a case whose weights are read */
#define READ 3             /* failing cases whose weights are read */
#define TRIES 8            /* failing cases for which a cause is searched */
#define PLACE_SECONDS 10.0 /* kept for places */
#define PLACE_CASES 12     /* failing cases in which places are tried */
#define WINDOWS 16         /* most questions for the weights of one case */

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the diagnosis");
}

/* ---- the cases that are asked again */

static int compare_work(const void *a, const void *b) {
  const double x = recipe_multiplications(a), y = recipe_multiplications(b);
  return (x > y) - (x < y);
}

/* Which judged cases are meant: failing ones, passing ones that meet all conditions of the failing ones, those that meet
   all but one of several, the others. */
typedef enum { GROUP_FAILING, GROUP_SUCH, GROUP_NEAR, GROUP_OTHERS } group;

static group group_of(const when *w, const judged_case *c) {
  const size_t missed = when_missed(w, &c->made);
  if (c->failed) return GROUP_FAILING;
  if (missed == 0) return GROUP_SUCH;
  return missed == 1 && w->conditions > 1 ? GROUP_NEAR : GROUP_OTHERS;
}

/* The cases of a group in order of their work; returns their number. */
static size_t sorted(const when *w, const judged_case *cases, size_t count, group wanted, recipe *to) {
  size_t used = 0;
  for (size_t n = 0; n < count; n++)
    if (cases[n].answered && group_of(w, &cases[n]) == wanted) to[used++] = cases[n].made;
  qsort(to, used, sizeof *to, compare_work);
  return used;
}

/* Keeps the smallest half of most, and others at even distances, up to a size. */
static size_t thin_out(recipe *cases, size_t count, size_t most) {
  size_t small = count;
  while (small > LEAST_CASES && recipe_multiplications(&cases[small - 1]) > MOST_WORK) small--;
  if (small <= most) return small;
  for (size_t n = most / 2; n < most; n++)
    cases[n] = cases[most / 2 + (n - most / 2) * (small - most / 2) / (most - most / 2)];
  return most;
}

/* Arithmetics looser than the declared one, by which failing answers may pass. */
static const struct {
  const char *option;
  attest_dtype accumulate, scores, probabilities; /* F64: as declared */
} looser[] = {
    {"--probabilities bf16", ATTEST_F64, ATTEST_F64, ATTEST_BF16},
    {"--probabilities f16", ATTEST_F64, ATTEST_F64, ATTEST_F16},
    {"--scores f16", ATTEST_F64, ATTEST_F16, ATTEST_F64},
    {"--scores bf16", ATTEST_F64, ATTEST_BF16, ATTEST_F64},
    {"--accumulate f16", ATTEST_F16, ATTEST_F64, ATTEST_F64},
    {"--accumulate bf16", ATTEST_BF16, ATTEST_F64, ATTEST_F64},
};
enum { LOOSER = sizeof looser / sizeof looser[0] };

typedef struct {
  candidate *of;
  const ability *able;
  double until;
  when when;
  recipe failing[FAILING], passing[PASSING];
  size_t failures, passes;
  suspects all;
  bool wrong[FAILING];           /* the case failed again, with an answer */
  size_t anchor;                 /* the first failing case that is not explained yet */
  unsigned compared;             /* cause_outputs that a cause must explain */
  unsigned given, wrong_outputs; /* those that the failing answers have, and those that are ever wrong */
  bool passes_by[LOOSER];
  bool errors_are_small; /* of the weights that were read first */
  reading read;
  double *weights, *lse; /* of the case that is being read */
  int64_t shown;         /* its keys with weights, window after window */
  places places;
  xray *found;
} study;

static check_status time_is_over(check_error *error) {
  return check_fail(error, CHECK_BAD_INPUT, "the time for the diagnosis is over");
}

/* Asks the candidate, until the time is over. Without an answer, as of a command that fails on all cases, the evidence
   is what was heard before. */
static check_status ask_in_time(study *s, const question *questions, size_t count, question_listener *listener,
                                check_error *error) {
  const check_status status = candidate_answer(s->of, questions, count, listener, s, error);
  return status == CHECK_BAD_INPUT ? CHECK_OK : status;
}

/* ---- asking the variants of a case */

/* Puts a variant among the failing or the passing cases. */
static check_status hear_variant(void *context, const answered *a, check_error *error) {
  study *s = context;
  expected e;
  verdict v;
  const attest_arithmetic *arithmetic = &s->able[a->asked->made.dtype].description.says.arithmetic;
  if (clock_seconds() > s->until) return time_is_over(error);
  if (a->became->kind != OUTCOME_RETURNED || a->became->status != ATTEST_OK) return CHECK_OK;
  const check_status status = expected_make(a->problem, a->answer, arithmetic, &e, error);
  if (status == CHECK_OK) verdict_of_expected(&e, a->answer, a->memory != NULL, &v);
  if (status == CHECK_OK && v.kind != VERDICT_PASS && s->failures < FAILING) s->failing[s->failures++] = a->asked->made;
  if (status == CHECK_OK && v.kind == VERDICT_PASS && s->passes < PASSING) s->passing[s->passes++] = a->asked->made;
  expected_free(&e);
  return status;
}

static check_status ask_variants(study *s, check_error *error) {
  question questions[VARIANTS];
  variants v;
  size_t count = 0;
  variants_of(&s->failing[0], &v);
  const ability *of = &s->able[s->failing[0].dtype];
  for (size_t n = 0; n < v.count; n++)
    if (!of->can.takes || support_allows(&of->can, &v.made[n]))
      questions[count++] = question_of(&of->description, &v.made[n]);
  return ask_in_time(s, questions, count, hear_variant, error);
}

/* ---- reading weights */

/* The question that shows the weights of keys first .. first + d_v - 1. */
static recipe showing(const recipe *r, int64_t first) {
  recipe other = *r;
  other.shows = first;
  return other;
}

static void keep_window(study *s, const answered *a) {
  const attest_output *out = &a->answer->out;
  const int64_t first = a->asked->made.shows, keys = a->problem->k.size[ATTEST_POSITION];
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(out->size, at); more; more = tensor_next(out->size, at)) {
    const int64_t row = (at[0] * out->size[1] + at[1]) * out->size[2] + at[2], j = first + at[ATTEST_COLUMN];
    if (j < keys) s->weights[row * keys + j] = output_element(out, at);
    if (a->answer->lse.data != NULL)
      s->lse[row] = output_element(&a->answer->lse, (const int64_t[]){at[0], at[1], at[2], 0});
  }
}

/* Keeps what the weights of the first case show; and the first detail that they show, which says more. */
static void keep_facts(study *s, const problem_f64 *w, const double *lse, const recipe *r) {
  xray *found = s->found;
  char detail[FUNCTION_TEXT_MAX] = "";
  const bool first = found->facts[0] == '\0';
  if (first) s->errors_are_small = facts_print(w, s->weights, found->facts);
  if (lse != NULL && !found->is_detail) function_print(w, s->weights, lse, detail);
  if (lse != NULL && !found->is_detail && detail[0] == '\0') scores_print(w, s->weights, lse, detail);
  found->is_detail = found->is_detail || detail[0] != '\0';
  if (detail[0] != '\0') (void)snprintf(found->facts, sizeof found->facts, "%s", detail);
  if (first || detail[0] != '\0') recipe_print(r, found->facts_case);
}

static check_status hear_window(void *context, const answered *a, check_error *error) {
  study *s = context;
  problem_f64 w;
  const recipe *r = &a->asked->made;
  if (clock_seconds() > s->until) return time_is_over(error);
  if (a->became->kind != OUTCOME_RETURNED || a->became->status != ATTEST_OK) return CHECK_OK;
  keep_window(s, a);
  s->shown += r->d_v;
  if (s->shown < r->keys) return CHECK_OK; /* a window is missing, or was not answered */
  reading one = {.found = {false}};
  const check_status status = problem_f64_make(a->problem, &w, error);
  const double *lse = a->answer->lse.data != NULL ? s->lse : NULL;
  if (status == CHECK_OK) (void)reading_make(&w, s->weights, lse, &one);
  if (status == CHECK_OK) keep_facts(s, &w, lse, r);
  for (int m = 0; m < MEASURES; m++) {
    if (!one.found[m] || s->read.found[m]) continue;
    s->read.found[m] = true;
    s->read.number[m] = one.number[m];
  }
  problem_f64_free(&w);
  return status;
}

static bool is_readable(const recipe *r) {
  return r->keys > 0 && r->batch * r->q_heads * r->q_len > 0 && r->keys <= WINDOWS * r->d_v &&
         recipe_multiplications(r) <= MOST_READ;
}

static check_status read_weights(study *s, const recipe *r, check_error *error) {
  const size_t rows = (size_t)(r->batch * r->q_heads * r->q_len);
  question questions[WINDOWS];
  size_t count = 0;
  if (!is_readable(r)) return CHECK_OK;
  s->weights = calloc(rows * (size_t)r->keys + 1, sizeof(double));
  s->lse = calloc(rows + 1, sizeof(double));
  check_status status = s->weights != NULL && s->lse != NULL ? CHECK_OK : no_memory(error);
  s->shown = 0;
  for (int64_t first = 0; first < r->keys; first += r->d_v) {
    const recipe shown = showing(r, first);
    questions[count++] = question_of(&s->able[r->dtype].description, &shown);
  }
  if (status == CHECK_OK) status = ask_in_time(s, questions, count, hear_window, error);
  free(s->weights);
  free(s->lse);
  return status;
}

/* Reads the weights of the smallest failing cases; and of a larger case, which may pass. */
static check_status read_cases(study *s, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < READ && n < s->failures; n++)
    status = read_weights(s, &s->failing[n], error);
  const recipe larger = variant_to_read(&s->failing[0]);
  return status == CHECK_OK && s->failures > 0 ? read_weights(s, &larger, error) : status;
}

/* ---- comparing answers with hypotheses */

static void try_looser(study *s, const attest_problem *problem, const attest_answer *answer,
                       const attest_arithmetic *declared, check_error *error) {
  for (int n = 0; n < LOOSER; n++) {
    attest_arithmetic other = *declared;
    expected e;
    verdict v = {.kind = VERDICT_BEYOND};
    if (!s->passes_by[n]) continue;
    if (looser[n].accumulate != ATTEST_F64) other.accumulate = looser[n].accumulate;
    if (looser[n].probabilities != ATTEST_F64) other.probabilities = looser[n].probabilities;
    if (looser[n].scores != ATTEST_F64) other.scores = looser[n].scores, other.score_roundings = 1;
    if (expected_make(problem, answer, &other, &e, error) == CHECK_OK) verdict_of_expected(&e, answer, false, &v);
    expected_free(&e);
    s->passes_by[n] = v.kind == VERDICT_PASS;
  }
}

/* Sees a failing answer for the first time. */
static void see_failure(study *s, const answered *a, const expected *e, size_t n, check_error *error) {
  verdict v;
  verdict_of_expected(e, a->answer, a->memory != NULL, &v);
  s->wrong[n] = v.kind != VERDICT_PASS;
  if (!s->wrong[n]) return;
  suspects_see_options(&s->all, a->problem);
  where_print(e, a->answer, s->found->where); /* of the largest case, which is the last */
  recipe_print(&a->asked->made, s->found->where_case);
  try_looser(s, a->problem, a->answer, &s->able[a->asked->made.dtype].description.says.arithmetic, error);
}

/* Chooses the rows to compare, and notes which outputs are wrong in a failing answer. */
static void choose_rows(study *s, const expected *e, const attest_answer *answer, bool failing, cause_space *space) {
  space->compared = s->compared;
  (void)cause_choose_rows(e, answer, space);
  if (!failing) return;
  s->wrong_outputs |= space->wrong;
  s->given |= CAUSE_OUT | (answer->lse.data != NULL ? CAUSE_LSE : 0u);
}

/* What is done with an answer that can be looked at. */
typedef check_status looking(study *s, const answered *a, const expected *e, cause_space *space, check_error *error);

static check_status look_at(study *s, const answered *a, looking *look, check_error *error) {
  const attest_arithmetic *arithmetic = &s->able[a->asked->made.dtype].description.says.arithmetic;
  expected e;
  cause_space space = {.memory = {NULL}};
  if (clock_seconds() > s->until) return time_is_over(error);
  if (a->became->kind != OUTCOME_RETURNED || a->became->status != ATTEST_OK) return CHECK_OK;
  check_status status = expected_make(a->problem, a->answer, arithmetic, &e, error);
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
  const bool failing = n < s->failures, such = when_missed(&s->when, &a->asked->made) == 0;
  if (failing && s->found->causes == 0) see_failure(s, a, e, n, error);
  if (failing && !s->wrong[n]) return CHECK_OK;
  choose_rows(s, e, a->answer, failing, space);
  suspects_try(&s->all, e, a->answer, space, failing ? (int)n : -1, such, s->until);
  return CHECK_OK;
}

static check_status hear_case(void *context, const answered *a, check_error *error) {
  return look_at(context, a, try_suspects, error);
}

/* Tries all hypotheses on the anchor, and those that explain it on all cases after it. */
static check_status ask_cases(study *s, check_error *error) {
  question questions[FAILING + PASSING];
  size_t count = 0;
  for (size_t n = s->anchor; n < s->failures; n++)
    questions[count++] = question_of(&s->able[s->failing[n].dtype].description, &s->failing[n]);
  for (size_t n = 0; n < s->passes; n++)
    questions[count++] = question_of(&s->able[s->passing[n].dtype].description, &s->passing[n]);
  suspects_begin(&s->all, s->compared != CAUSE_ALL);
  return ask_in_time(s, questions, count, hear_case, error);
}

/* ---- conclusions */

/* The failing cases from the anchor on. */
static int wrong_cases(const study *s) {
  int count = 0;
  for (size_t n = s->anchor; n < s->failures; n++) count += s->wrong[n];
  return count;
}

static void say_part(unsigned compared, char text[CAUSE_TEXT_MAX]) {
  const size_t used = strlen(text);
  (void)snprintf(text + used, CAUSE_TEXT_MAX - used,
                 compared == CAUSE_OUT ? ", in out alone: lse is right" : ", in lse alone: out is right");
}

static void keep_cause(study *s, const suspect *of) {
  xray_cause *to = &s->found->cause[s->found->causes++];
  *to = (xray_cause){.name = of->of.mutant.name,
                     .cases = of->cases,
                     .rows = of->sum.explained,
                     .of_rows = of->sum.wrong,
                     .contradicted = of->sum.contradicted,
                     .against = of->against,
                     .right = of->sum.right};
  to->of_cases = wrong_cases(s);
  to->is_format = suspect_is_format(of);
  hypothesis_print(&of->of, to->text);
  if (s->compared != CAUSE_ALL) say_part(s->compared, to->text);
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
  if (best == NULL || !suspect_convinces(best, wrong_cases(s))) return NULL;
  if (s->found->causes == 0) keep_kin(s, best);
  keep_cause(s, best);
  return best;
}

/* Finds causes, each for the smallest failing case that is left: those that a cause explains are put aside, and so is a
   case that none explains, as one that shows two bugs. */
static check_status find_causes(study *s, check_error *error) {
  check_status status = CHECK_OK;
  for (int tries = 0; tries < TRIES && s->found->causes < XRAY_CAUSES && s->anchor < s->failures; tries++) {
    if (clock_seconds() >= s->until - (tries >= XRAY_CAUSES ? PLACE_SECONDS : 0)) break;
    status = ask_cases(s, error);
    if (status != CHECK_OK) break;
    const suspect *best = conclude(s);
    for (size_t n = s->anchor; best != NULL && n < s->failures; n++) s->wrong[n] = s->wrong[n] && !best->explains[n];
    s->anchor += best == NULL;
    while (s->anchor < s->failures && !s->wrong[s->anchor]) s->anchor++;
  }
  return status;
}

/* Whether no cause explains whole answers, and one of out and lse is never wrong: then a cause may explain the other. */
static bool is_in_part(const study *s) {
  const bool one = s->wrong_outputs == CAUSE_OUT || s->wrong_outputs == CAUSE_LSE;
  return s->found->causes == 0 && one && s->given != s->wrong_outputs;
}

static check_status find_causes_of_part(study *s, check_error *error) {
  if (!is_in_part(s)) return CHECK_OK;
  s->compared = s->wrong_outputs;
  s->anchor = 0;
  return find_causes(s, error);
}

/* ---- places, if no cause was found */

static check_status try_places(study *s, const answered *a, const expected *e, cause_space *space, check_error *error) {
  if (cause_choose_rows(e, a->answer, space) == 0) return CHECK_OK;
  return places_try(&s->places, e, a->answer, space, s->until) ? CHECK_OK : time_is_over(error);
}

static check_status hear_place(void *context, const answered *a, check_error *error) {
  return look_at(context, a, try_places, error);
}

static void keep_place(study *s, int kind) {
  const place_evidence *of = &s->places.of[kind];
  xray_cause *to = &s->found->cause[s->found->causes++];
  *to = (xray_cause){
      .name = place_name(kind), .cases = of->cases, .of_cases = of->cases, .rows = of->rows, .of_rows = of->rows};
  place_print(&s->places, kind, to->text);
}

/* Tries all places on failing cases that are small enough. */
static check_status find_places(study *s, check_error *error) {
  question questions[PLACE_CASES];
  size_t count = 0;
  for (size_t n = 0; n < s->failures && count < PLACE_CASES && s->found->causes == 0; n++)
    if (s->wrong[n] && recipe_multiplications(&s->failing[n]) <= MOST_READ)
      questions[count++] = question_of(&s->able[s->failing[n].dtype].description, &s->failing[n]);
  if (count == 0) return CHECK_OK;
  const check_status status = ask_in_time(s, questions, count, hear_place, error);
  const int best = places_best(&s->places, LEAST_CASES);
  if (status == CHECK_OK && best >= 0) keep_place(s, best);
  return status;
}

/* Chooses failing and passing cases to ask again. False if there is no memory. */
static bool choose_cases(study *s, const judged_case *cases, size_t count) {
  static const struct {
    group of;
    size_t most;
  } passing[] = {{GROUP_SUCH, SUCH}, {GROUP_NEAR, NEAR}, {GROUP_OTHERS, JUDGED_PASSING}};
  recipe *list = calloc(count + 1, sizeof *list);
  if (list == NULL) return false;
  s->failures = thin_out(list, sorted(&s->when, cases, count, GROUP_FAILING, list), JUDGED_FAILING);
  (void)memcpy(s->failing, list, s->failures * sizeof *list);
  for (int n = 0; n < 3; n++) {
    const size_t room = JUDGED_PASSING - s->passes, most = passing[n].most < room ? passing[n].most : room;
    const size_t its = thin_out(list, sorted(&s->when, cases, count, passing[n].of, list), most);
    (void)memcpy(s->passing + s->passes, list, its * sizeof *list);
    s->passes += its;
  }
  free(list);
  return true;
}

/* Names the looser arithmetic by which every failing answer passes, if the errors are as rounding makes them. */
static void name_looser(const study *s) {
  xray *found = s->found;
  const bool rounds = found->causes > 0 ? found->cause[0].is_format : s->errors_are_small;
  for (int n = 0; rounds && found->where[0] != '\0' && found->looser[0] == '\0' && n < LOOSER; n++)
    if (s->passes_by[n]) (void)snprintf(found->looser, sizeof found->looser, "%s", looser[n].option);
}

check_status xray_make(candidate *of, const ability able[FORMATS], const judged_case *cases, size_t count,
                       double seconds, bool mutants, xray *found, check_error *error) {
  study s = {.of = of, .able = able, .until = clock_seconds() + seconds, .compared = CAUSE_ALL, .found = found};
  check_status status = CHECK_OK;
  *found = (xray){.made = true};
  s.when = when_find(cases, count);
  when_print(&s.when, found->when);
  for (int n = 0; n < LOOSER; n++) s.passes_by[n] = true;
  if (!choose_cases(&s, cases, count)) status = no_memory(error);
  if (status == CHECK_OK && s.failures > 0) status = ask_variants(&s, error);
  if (status == CHECK_OK) status = read_cases(&s, error);
  if (status == CHECK_OK && !suspects_make(&s.read, mutants, &s.all)) status = no_memory(error);
  if (status == CHECK_OK) status = find_causes(&s, error);
  if (status == CHECK_OK) status = find_causes_of_part(&s, error);
  if (status == CHECK_OK) status = find_places(&s, error);
  name_looser(&s);
  suspects_free(&s.all);
  return status;
}

/* Concludes from one answer. */
static void try_answer(study *s, const expected *e, const attest_answer *answer, cause_space *space) {
  choose_rows(s, e, answer, true, space);
  suspects_begin(&s->all, s->compared != CAUSE_ALL);
  suspects_try(&s->all, e, answer, space, 0, true, s->until);
  (void)conclude(s);
}

static void try_places_of_answer(study *s, const expected *e, const attest_answer *answer, cause_space *space) {
  space->compared = CAUSE_ALL;
  (void)cause_choose_rows(e, answer, space);
  const int best = places_try(&s->places, e, answer, space, s->until) ? places_best(&s->places, 1) : -1;
  if (best >= 0) keep_place(s, best);
}

check_status xray_of_answer(const expected *e, const attest_answer *answer, const attest_arithmetic *arithmetic,
                            double seconds, xray *found, check_error *error) {
  study s = {.failures = 1, .wrong = {true}, .compared = CAUSE_ALL, .until = clock_seconds() + seconds, .found = found};
  const problem_f64 *w = &e->problem;
  const double work = (double)(w->batch * w->q_heads * w->q_len) * (double)w->keys * (double)(w->d_k + w->d_v);
  cause_space space = {.memory = {NULL}};
  check_status status = CHECK_OK;
  *found = (xray){.made = true};
  where_print(e, answer, found->where);
  for (int n = 0; n < LOOSER; n++) s.passes_by[n] = work <= MOST_WORK;
  if (!cause_space_make(answer, &space) || !suspects_make(&s.read, true, &s.all)) status = no_memory(error);
  if (status == CHECK_OK) {
    try_looser(&s, w->problem, answer, arithmetic, error);
    suspects_see_options(&s.all, w->problem);
    try_answer(&s, e, answer, &space);
    if (is_in_part(&s)) {
      s.compared = s.wrong_outputs;
      try_answer(&s, e, answer, &space);
    }
    if (s.found->causes == 0) try_places_of_answer(&s, e, answer, &space);
    name_looser(&s);
  }
  suspects_free(&s.all);
  cause_space_free(&space);
  return status;
}
