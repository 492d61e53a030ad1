/* attest run: computes the outputs of one case, by the reference or by a fast variant. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/cases/case.h"
#include "check/cases/shapes.h"
#include "check/judge/judge.h"
#include "check/judge/variant.h"
#include "cli/arguments.h"
#include "cli/commands.h"

static const char help[] = "usage: attest run CASE_DIR [-o OUT]\n"
                           "\n"
                           "Computes the outputs of a case in float64, and prints their shapes and first values.\n"
                           "With -o, writes out.npy, lse.npy and weights.npy, and y.npy for a layer, to the\n"
                           "directory OUT.\n"
                           "\n"
                           "options:\n"
                           "  --impl NAME       compute with this fast variant, in the arithmetic of the case's\n"
                           "                    types. It computes attention, not a layer, and weights only if the\n"
                           "                    variant gives them\n"
                           "  -o, --output OUT  the directory to write to; created if it does not exist; it must not\n"
                           "                    be a case directory\n"
                           "  --help            this text\n"
                           "\n"
                           "examples:\n"
                           "  attest run cases/one\n"
                           "  attest run cases/one -o answers\n"
                           "  attest run cases/one --impl avx2\n";

static void print_output(case_tensor tensor, const npy_array *array, const double *values) {
  int64_t count = 1;
  (void)printf("%s [", case_tensor_name(tensor));
  for (int d = 0; d < array->ndim; d++) {
    count *= array->size[d];
    (void)printf("%s%" PRId64, d > 0 ? "," : "", array->size[d]);
  }
  (void)printf("]:");
  const int64_t row = array->size[array->ndim - 1];
  for (int64_t i = 0; count > 0 && i < row && i < 8; i++) (void)printf(" %.10g", values[i]);
  (void)printf("%s\n", count > 0 && row > 8 ? " ..." : "");
}

/* Creates the directory. It must not be a case: its stored outputs would be replaced and no longer match case.json. */
static check_status make_directory(const char *directory, check_error *error) {
  char path[CASE_PATH_MAX];
  const check_status status = case_join(path, directory, "case.json", error);
  if (status != CHECK_OK) return status;
  if (access(path, F_OK) == 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: expected a directory for the outputs, found a case directory",
                      directory);
  if (mkdir(directory, 0777) == 0 || errno == EEXIST) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: cannot create: %s", directory, strerror(errno));
}

static check_status write_output(const char *directory, case_tensor tensor, const npy_array *array,
                                 check_error *error) {
  char name[16], path[CASE_PATH_MAX];
  (void)snprintf(name, sizeof name, "%s.npy", case_tensor_name(tensor));
  const check_status status = case_join(path, directory, name, error);
  return status == CHECK_OK ? npy_write(path, array, error) : status;
}

static check_status report(const attention_case *c, const judge_answer *answer, const char *directory,
                           check_error *error) {
  check_status status = directory != NULL ? make_directory(directory, error) : CHECK_OK;
  for (int n = 0; status == CHECK_OK && n < JUDGE_OUTPUTS; n++) {
    if (answer->output[n] == NULL) continue;
    const case_tensor tensor = (case_tensor)(CASE_OUT + n);
    npy_array array = shapes_stored(c, tensor);
    array.data = answer->output[n];
    if (directory != NULL) status = write_output(directory, tensor, &array, error);
    if (status == CHECK_OK) print_output(tensor, &array, answer->output[n]);
  }
  return status;
}

/* Finds a variant; the error lists the available ones, as far as they fit in the line. */
static check_status find_variant(const char *name, check_error *error) {
  char names[256] = "";
  if (variant_find(name) != NULL) return CHECK_OK;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    const size_t used = strlen(names);
    (void)snprintf(names + used, sizeof names - used, "%s%s", n > 0 ? ", " : "", attest_variant_name(n));
  }
  return check_fail(error, CHECK_BAD_INPUT, "--impl: expected a variant that this machine runs (%s), found '%s'", names,
                    name);
}

/* Computes all outputs that the loaded case allows; by a variant, those that it gives. */
static check_status compute(const attention_case *c, const char *variant, judge_answer *answer, check_error *error) {
  attest_description described = {.gives_weights = true};
  if (variant != NULL && !c->has_attention)
    return check_fail(error, CHECK_BAD_INPUT,
                      "%s: expected q, k and v for --impl; the layer is computed by the reference", c->path);
  if (variant != NULL) (void)variant_describe(variant, c->problem.q.dtype, &described);
  const bool attention = c->has_attention, weights = attention && described.gives_weights,
             layer = c->has_layer && variant == NULL;
  const bool wanted[JUDGE_OUTPUTS] = {attention, attention, weights, layer};
  return judge_compute(c, variant, wanted, answer, error);
}

check_status run_command(int argc, char **argv, check_error *error) {
  const char *directory, *output = NULL, *variant = NULL;
  const value_option operand = {"directory", 0, &directory, NULL};
  const value_option options[] = {{"impl", 0, &variant, attest_variant_name}, {"output", 'o', &output, NULL}};
  check_status status = arguments_read(argc, argv, help, options, 2, &operand, error);
  if (status != CHECK_OK || directory == NULL) return status;
  if (variant != NULL) status = find_variant(variant, error);
  if (status != CHECK_OK) return status;
  attention_case c;
  judge_answer answer = {{NULL}};
  status = case_open(directory, &c, error);
  if (status == CHECK_OK) status = case_load(&c, error);
  if (status == CHECK_OK) status = compute(&c, variant, &answer, error);
  if (status == CHECK_OK) status = report(&c, &answer, output, error);
  judge_free(&answer);
  case_free(&c);
  return status;
}
