/* attest zoo: implementations with a known defect, and whether the checker finds it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/cases/document.h"
#include "check/cases/json.h"
#include "check/cases/output.h"
#include "check/cases/plural.h"
#include "check/run/matrix.h"
#include "check/run/session.h"
#include "check/zoo/hunt.h"
#include "check/zoo/profile.h"
#include "check/zoo/stories.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/conventions.h"
#include "cli/progress.h"
#include "cli/selection.h"
#include "cli/zoo_cheats.h"
#include "cli/zoo_judges.h"

static const char help[] =
    "usage: attest zoo [NAME | --run | --matrix | --causes | --judges | --stories | --conventions]\n"
    "                  [options]\n"
    "       attest zoo --cheats [DIR]\n"
    "\n"
    "The zoo holds mutants: implementations of attention with a defect that was reported in\n"
    "a real implementation. Without NAME, lists name, number, family and source of each. With\n"
    "NAME, describes the defect, and finds the first case that shows it. 'attest check\n"
    "zoo:NAME' judges the mutant as a candidate. Three implementations are correct:\n"
    "zoo:correct-materialised, zoo:correct-tiled, zoo:correct-split.\n"
    "\n"
    "options:\n"
    "  --run        try every mutant on the quick suite until a case kills it\n"
    "  --matrix     put every mutant into kernels that support only some options, and try the\n"
    "               quick suite on each\n"
    "  --causes     test whether the first sentence of the diagnosis says what each mutant\n"
    "               does wrong, in the same kernels\n"
    "  --profile NAME  with --causes: use only this one of the kernels, by a name that\n"
    "                  --matrix prints: plain, causal, lengths, ...\n"
    "  --general    with --causes: diagnose as if the mutants were unknown\n"
    "  --conventions  list the conventions: corners in which implementations differ on\n"
    "                 purpose\n"
    "  --cheats     run check, bench and report on libraries that try to pass, or to look\n"
    "               fast, without doing the work: those of DIR, or of the folder cheats\n"
    "               beside this program, which 'make cheats' fills\n"
    "  --judges     compare the bounds with the rules of other projects: how many mutants\n"
    "               each misses, and how many right answers it rejects, on the cases of\n"
    "               attest check and on normal numbers; takes some minutes\n"
    "  --stories    reproduce public incidents: the verdict of the tolerance used there,\n"
    "               and the verdict of the bounds\n"
    "  --dtype TYPE f64, f32 (the default), f16 or bf16\n"
    "  --json FILE  write the same as JSON\n"
    "  --help       this text\n"
    "\n"
    "The last line of --run is 'K of N killed, D diagnosed'. Lines before it name each\n"
    "survivor with its worst budget used, and each mutant that the diagnosis does not name.\n"
    "Exit status 1 if a mutant survives, if a story or a cheat is judged wrongly, or if the\n"
    "diagnosis names the cause of fewer than 95% of the mutants (--causes without --general).\n"
    "\n"
    "examples:\n"
    "  attest zoo\n"
    "  attest zoo causal-top-left\n"
    "  attest zoo --run --dtype bf16\n"
    "  attest check zoo:causal-top-left\n";

typedef struct {
  attest_dtype dtype;
  suite cases;
  arena memory;
} hunting;

static json_t *describe(const zoo_mutant *m) {
  json_t *description = json_object();
  document_set(description, "name", json_string(m->name));
  if (m->family == NULL) return description;
  document_set(description, "id", json_string(m->id));
  document_set(description, "family", json_string(m->family));
  document_set(description, "where", json_string(m->where));
  document_set(description, "what", json_string(m->what));
  document_set(description, "shows", json_string(m->shows));
  document_set(description, "convention", json_boolean(m->convention));
  return description;
}

static void add_finding(json_t *description, const zoo_finding *found) {
  char text[RECIPE_TEXT_MAX];
  recipe_print(&found->at, text);
  document_set(description, "killed", json_boolean(found->killed));
  document_set(description, "cases", json_integer(found->cases));
  document_set(description, "case", json_string(text));
  document_set(description, "verdict", json_string(verdict_name(found->verdict.kind)));
  document_set(description, "budget", document_number(found->verdict.budget));
  if (!found->killed) return;
  document_set(description, "diagnosed", json_boolean(found->diagnosed));
  document_set(description, "alike", json_integer((json_int_t)found->alike));
}

static void list_all(json_t *mutants) {
  size_t count;
  const zoo_mutant *all = zoo_list(&count);
  for (size_t n = 0; n < count; n++) {
    (void)printf("%-24s %-4s %-10s %s\n", all[n].name, all[n].id, all[n].family, all[n].where);
    document_append(mutants, describe(&all[n]));
  }
}

static void print_story(const zoo_mutant *m) {
  (void)printf("%s", m->name);
  if (m->family != NULL)
    (void)printf(" (%s, %s%s)\n  what   %s\n  where  %s\n  shows  %s", m->id, m->family,
                 m->convention ? "; some do it on purpose" : "", m->what, m->where, m->shows);
  (void)putchar('\n');
}

static void print_finding(const zoo_mutant *m, const zoo_finding *found) {
  char text[RECIPE_TEXT_MAX], element[VERDICT_ELEMENT_MAX];
  recipe_print(&found->at, text);
  if (!found->killed) {
    (void)printf("survived %s: %" PRId64 " case%s, worst budget %.3g at %s\n", m->name, found->cases,
                 plural_s(found->cases), found->verdict.budget, text);
    return;
  }
  verdict_print_element(&found->verdict.element, element);
  (void)printf("killed after %" PRId64 " case%s, %s: %s\n", found->cases, plural_s(found->cases),
               verdict_name(found->verdict.kind), element);
  (void)printf("  attest check zoo:%s --case '%s' --refuse all\n", m->name, text);
}

/* Prints one implementation. A correct one should survive, all others should not. */
static check_status print_one(hunting *h, const char *name, json_t *mutants, check_error *error) {
  const zoo_mutant *m = zoo_find(name);
  zoo_finding found;
  if (m == NULL)
    return check_fail(error, CHECK_BAD_INPUT, "%s: expected an implementation of the zoo; 'attest zoo' lists them",
                      name);
  const check_status status = zoo_hunt(m, &h->cases, &h->memory, &found, error);
  if (status != CHECK_OK) return status;
  print_story(m);
  print_finding(m, &found);
  json_t *description = describe(m);
  add_finding(description, &found);
  document_append(mutants, description);
  return found.killed == (m->family != NULL) ? CHECK_OK : CHECK_MISMATCH;
}

static check_status run_all(hunting *h, json_t *mutants, check_error *error) {
  size_t count, killed = 0, diagnosed = 0;
  const zoo_mutant *all = zoo_list(&count);
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < count; n++) {
    zoo_finding found;
    progress_show(n, count, all[n].name);
    status = zoo_hunt(&all[n], &h->cases, &h->memory, &found, error);
    if (status == CHECK_OK && found.killed) status = zoo_diagnose(&all[n], &h->cases, &h->memory, &found, error);
    if (status != CHECK_OK) break;
    killed += found.killed;
    diagnosed += found.killed && found.diagnosed;
    json_t *description = describe(&all[n]);
    add_finding(description, &found);
    document_append(mutants, description);
    progress_clear();
    if (!found.killed) print_finding(&all[n], &found);
    else if (!found.diagnosed) (void)printf("not diagnosed %s: no mutant gives these answers\n", all[n].name);
  }
  progress_clear();
  if (status != CHECK_OK) return status;
  (void)printf("%zu of %zu killed, %zu diagnosed\n", killed, count, diagnosed);
  return killed == count ? CHECK_OK : CHECK_MISMATCH;
}

/* ---- the matrix */

static void print_cells(const zoo_profile *p, const zoo_mutant *mutants, const matrix_cell *cells, size_t count,
                        json_t *rows, size_t sums[3]) {
  size_t here[3] = {0};
  for (size_t n = 0; n < count; n++) {
    static const char *const states[] = {"killed", "cannot show", "survived"};
    const matrix_cell *c = &cells[n];
    char text[RECIPE_TEXT_MAX];
    recipe_print(&c->at, text);
    here[c->state]++;
    sums[c->state]++;
    if (c->state == MATRIX_SURVIVED) (void)printf("survived %s@%s: %s\n", mutants[n].name, p->name, c->why);
    json_t *cell = json_object();
    document_set(cell, "profile", json_string(p->name));
    document_set(cell, "mutant", json_string(mutants[n].name));
    document_set(cell, "state", json_string(states[c->state]));
    document_set(cell, c->state == MATRIX_KILLED ? "case" : "why",
                 json_string(c->state == MATRIX_KILLED ? text : c->why));
    document_append(rows, cell);
  }
  (void)printf("%-9s %zu killed, %zu cannot show, %zu survived: %s\n", p->name, here[MATRIX_KILLED],
               here[MATRIX_CANNOT_SHOW], here[MATRIX_SURVIVED], p->what);
}

static check_status run_matrix(hunting *h, json_t *rows, check_error *error) {
  size_t count, profiles, sums[3] = {0};
  const zoo_mutant *all = zoo_list(&count);
  const zoo_profile *profile = zoo_profiles(&profiles);
  matrix_cell *small = calloc(count, sizeof *small), *cells = calloc(count, sizeof *cells);
  bool right = true, all_right = true;
  check_status status =
      small != NULL && cells != NULL ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the zoo");
  progress_show(0, profiles + 1, "smallest cases");
  if (status == CHECK_OK) status = matrix_smallest(&h->memory, small, error);
  for (size_t n = 0; cells != NULL && status == CHECK_OK && n < profiles; n++) {
    progress_show(n + 1, profiles + 1, profile[n].name);
    status = matrix_profile(&profile[n], small, &h->memory, cells, &right, error);
    progress_clear();
    if (status != CHECK_OK) break;
    if (!right) (void)printf("FAIL %s: expected this correct implementation to pass\n", profile[n].name);
    all_right = all_right && right;
    print_cells(&profile[n], all, cells, count, rows, sums);
  }
  progress_clear();
  free(small);
  free(cells);
  if (status != CHECK_OK) return status;
  (void)printf("%zu of %zu cells killed, %zu cannot show\n", sums[MATRIX_KILLED],
               sums[MATRIX_KILLED] + sums[MATRIX_SURVIVED], sums[MATRIX_CANNOT_SHOW]);
  return sums[MATRIX_SURVIVED] == 0 && all_right ? CHECK_OK : CHECK_MISMATCH;
}

/* ---- the causes that are named */

static void print_cause(const zoo_profile *p, const zoo_mutant *m, const matrix_cause *c, json_t *rows) {
  const bool named = matrix_is_named(m, &c->found);
  const char *const said = c->found.causes > 0 ? c->found.cause[0].text : "";
  if (!named && c->found.causes == 0) (void)printf("not named %s@%s (%s)\n", m->name, p->name, m->what);
  else if (!named) (void)printf("WRONG %s@%s (%s): %s (%s)\n", m->name, p->name, m->what, said, c->found.cause[0].name);
  json_t *cell = json_object();
  document_set(cell, "profile", json_string(p->name));
  document_set(cell, "mutant", json_string(m->name));
  document_set(cell, "named", json_boolean(named));
  document_set(cell, "cause", c->found.causes > 0 ? json_string(c->found.cause[0].name) : json_null());
  document_set(cell, "says", json_string(said));
  if (c->found.causes > 0) {
    const xray_cause *its = &c->found.cause[0];
    document_set(cell, "cases", json_pack("[I,I]", (json_int_t)its->cases, (json_int_t)its->of_cases));
    document_set(cell, "rows", json_pack("[I,I]", (json_int_t)its->rows, (json_int_t)its->of_rows));
    document_set(cell, "contradicted", json_pack("[I,I]", (json_int_t)its->contradicted, (json_int_t)its->right));
    document_set(cell, "against", json_integer((json_int_t)its->against));
  }
  document_append(rows, cell);
}

/* What the first sentence of the diagnosis says of every mutant that fails in a profile. */
static check_status print_causes(hunting *h, const zoo_profile *p, bool general, json_t *rows, size_t sums[3],
                                 check_error *error) {
  size_t count, here[3] = {0};
  const zoo_mutant *all = zoo_list(&count);
  matrix_cause *causes = calloc(count, sizeof *causes);
  if (causes == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the zoo");
  const check_status status = matrix_causes(p, general, &h->memory, causes, error);
  for (size_t n = 0; status == CHECK_OK && n < count; n++) {
    if (!causes[n].fails) continue;
    here[matrix_is_named(&all[n], &causes[n].found) ? 0 : causes[n].found.causes == 0 ? 1 : 2]++;
    print_cause(p, &all[n], &causes[n], rows);
  }
  free(causes);
  (void)printf("%-9s %zu named, %zu not named, %zu named wrongly: %s\n", p->name, here[0], here[1], here[2], p->what);
  for (int n = 0; n < 3; n++) sums[n] += here[n];
  return status;
}

#define LEAST_NAMED 0.95

static check_status run_causes(hunting *h, const char *name, bool general, json_t *rows, check_error *error) {
  size_t profiles, sums[3] = {0};
  const zoo_profile *all = zoo_profiles(&profiles);
  check_status status = CHECK_OK;
  if (name != NULL && zoo_profile_find(name) == NULL)
    return check_fail(error, CHECK_BAD_INPUT,
                      "--profile: expected a profile as 'attest zoo --matrix' names them, found %s", name);
  for (size_t n = 0; status == CHECK_OK && n < profiles; n++) {
    if (name != NULL && strcmp(name, all[n].name) != 0) continue;
    progress_show(n, profiles, all[n].name);
    status = print_causes(h, &all[n], general, rows, sums, error);
  }
  progress_clear();
  if (status != CHECK_OK) return status;
  const size_t cells = sums[0] + sums[1] + sums[2];
  (void)printf("%zu of %zu named, %zu not named, %zu named wrongly\n", sums[0], cells, sums[1], sums[2]);
  return general || (double)sums[0] >= LEAST_NAMED * (double)cells ? CHECK_OK : CHECK_MISMATCH;
}

static const char *judgement(int64_t accepted, int64_t of, char text[40]) {
  if (of == 1) return accepted == 1 ? "accepts" : "rejects";
  (void)snprintf(text, 40, "accepts %" PRId64 " of %" PRId64, accepted, of);
  return text;
}

static check_status print_stories(json_t *stories, check_error *error) {
  size_t count, right = 0;
  const story *all = story_list(&count);
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < count; n++) {
    const story *s = &all[n];
    const int64_t seeds = s->seeds > 0 ? s->seeds : 1;
    story_outcome o;
    char theirs[40], ours[40];
    status = story_run(s, &o, error);
    if (status != CHECK_OK) break;
    const bool judged_right = o.ours_accept == (s->right ? seeds : 0);
    right += judged_right;
    (void)printf(
        "%s (%s)\n  %s\n  the implementation is %s; tolerance %g + %g |x|%s: %s; attest: %s, budget used %.3g\n",
        s->name, s->where, s->what, s->right ? "correct" : "wrong", s->absolute, s->relative,
        s->share > 0 ? ", a share of mismatches allowed" : "", judgement(o.theirs_accept, seeds, theirs),
        judgement(o.ours_accept, seeds, ours), o.budget);
    json_t *document = json_object();
    document_set(document, "name", json_string(s->name));
    document_set(document, "where", json_string(s->where));
    document_set(document, "what", json_string(s->what));
    document_set(document, "right", json_boolean(s->right));
    document_set(document, "seeds", json_integer(seeds));
    document_set(document, "theirs_accept", json_integer(o.theirs_accept));
    document_set(document, "attest_accepts", json_integer(o.ours_accept));
    document_set(document, "budget", document_number(o.budget));
    document_append(stories, document);
  }
  if (status == CHECK_OK) (void)printf("%zu of %zu judged correctly\n", right, count);
  return status == CHECK_OK && right < count ? CHECK_MISMATCH : status;
}

typedef struct {
  const char *name, *type, *file, *run, *matrix, *stories, *conventions, *causes, *profile, *general, *cheats, *judges;
} options_given;

/* --matrix, --causes, --run or one member. */
static check_status hunt(hunting *h, const options_given *given, json_t *rows, check_error *error) {
  const support can = support_everything(h->dtype);
  check_status status = suite_make(&can, SUITE_IS_QUICK, SUITE_QUICK, 1, &h->cases, error);
  if (status == CHECK_OK) suite_sort(&h->cases);
  if (status == CHECK_OK) status = arena_make(&h->memory, SESSION_MEMORY, error);
  if (status == CHECK_OK && given->matrix != NULL) status = run_matrix(h, rows, error);
  else if (status == CHECK_OK && given->judges != NULL)
    status = zoo_judges(&h->cases, h->dtype, &h->memory, rows, error);
  else if (status == CHECK_OK && given->causes != NULL)
    status = run_causes(h, given->profile, given->general != NULL, rows, error);
  else if (status == CHECK_OK)
    status = given->name[0] != '\0' ? print_one(h, given->name, rows, error) : run_all(h, rows, error);
  arena_free(&h->memory);
  suite_free(&h->cases);
  return status;
}

static check_status check_options(const options_given *given, check_error *error) {
  const int asked = (given->run != NULL) + (given->matrix != NULL) + (given->causes != NULL) + (given->judges != NULL) +
                    (given->stories != NULL) + (given->conventions != NULL) +
                    (given->cheats != NULL || given->name[0] != '\0');
  if (asked > 1)
    return check_fail(
        error, CHECK_BAD_INPUT,
        "expected one of NAME, --run, --matrix, --causes, --cheats, --judges, --stories and --conventions; 'attest zoo "
        "--help' shows the usage");
  if (given->causes != NULL || (given->profile == NULL && given->general == NULL)) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected --causes; 'attest zoo --help' shows the usage",
                    given->profile != NULL ? "profile" : "general");
}

static const char *mutant_name(size_t n) {
  size_t count;
  const zoo_mutant *all = zoo_list(&count);
  return n < count ? all[n].name : NULL;
}

static const char *profile_name(size_t n) {
  size_t count;
  const zoo_profile *all = zoo_profiles(&count);
  return n < count ? all[n].name : NULL;
}

check_status zoo_command(int argc, char **argv, check_error *error) {
  options_given given = {.type = "f32"};
  const value_option operand = {"[name]", 0, &given.name, mutant_name};
  const value_option options[] = {{"run", ARGUMENTS_FLAG, &given.run, NULL},
                                  {"matrix", ARGUMENTS_FLAG, &given.matrix, NULL},
                                  {"causes", ARGUMENTS_FLAG, &given.causes, NULL},
                                  {"profile", 0, &given.profile, profile_name},
                                  {"general", ARGUMENTS_FLAG, &given.general, NULL},
                                  {"stories", ARGUMENTS_FLAG, &given.stories, NULL},
                                  {"conventions", ARGUMENTS_FLAG, &given.conventions, NULL},
                                  {"cheats", ARGUMENTS_FLAG, &given.cheats, NULL},
                                  {"judges", ARGUMENTS_FLAG, &given.judges, NULL},
                                  {"dtype", 0, &given.type, selection_dtype_name},
                                  {"json", 0, &given.file, NULL}};
  hunting h = {.dtype = ATTEST_F32};
  check_status status = arguments_read(argc, argv, help, options, sizeof options / sizeof options[0], &operand, error);
  if (status != CHECK_OK || given.name == NULL) return status;
  status = check_options(&given, error);
  if (status == CHECK_OK) status = selection_dtype("dtype", given.type, &h.dtype, error);
  if (status == CHECK_OK) status = output_expect(given.file, error);
  if (status != CHECK_OK) return status;
  json_t *document = json_object(), *rows = json_array();
  document_set(document,
               given.stories != NULL                          ? "stories"
               : given.conventions != NULL                    ? "conventions"
               : given.cheats != NULL                         ? "cheats"
               : given.judges != NULL                         ? "judges"
               : given.matrix != NULL || given.causes != NULL ? "cells"
                                                              : "mutants",
               rows);
  if (given.conventions != NULL) conventions_list(rows);
  else if (given.cheats != NULL) status = zoo_cheats(given.name, rows, error);
  else if (given.stories != NULL) status = print_stories(rows, error);
  else if (given.judges != NULL || given.run != NULL || given.matrix != NULL || given.causes != NULL ||
           given.name[0] != '\0')
    status = hunt(&h, &given, rows, error);
  else list_all(rows);
  if (given.file != NULL && (status == CHECK_OK || status == CHECK_MISMATCH)) {
    const check_status written = json_write(document, given.file, error);
    status = written != CHECK_OK ? written : status;
  }
  json_decref(document);
  return status;
}
