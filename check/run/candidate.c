#define _GNU_SOURCE /* NOLINT: reserved for this; realpath, dladdr */
#include "check/run/candidate.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/judge/variant.h"
#include "check/judge/reference.h"
#include "check/cases/tensor.h"
#include "check/zoo/zoo.h"

/* The reference as a candidate: rounded to the types of the answer. */

static double *doubles(const attest_output *t) { return malloc(((size_t)tensor_count(t->size) + 1) * sizeof(double)); }

static attest_status compute_reference(const attest_problem *p, const attest_answer *answer) {
  const bool sums = answer->lse.data != NULL, weighs = answer->weights.data != NULL;
  double *out = doubles(&answer->out), *lse = sums ? doubles(&answer->lse) : NULL, *weights = weighs ? doubles(&answer->weights) : NULL;
  const bool whole = out != NULL && (lse != NULL || !sums) && (weights != NULL || !weighs);
  const attest_status status = whole ? reference_compute(p, out, lse, weights) : ATTEST_FAILED;
  if (status == ATTEST_OK) {
    output_store_all(&answer->out, out);
    if (sums) output_store_all(&answer->lse, lse);
    if (weighs) output_store_all(&answer->weights, weights);
  }
  free(out);
  free(lse);
  free(weights);
  return status;
}

static attest_status describe_reference(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->gives_weights = true;
  d->arithmetic = (attest_arithmetic){.accumulate = ATTEST_F64, .scores = ATTEST_F64, .probabilities = ATTEST_F64};
  return ATTEST_OK;
}

static const candidate built_in[] = {{.name = "reference", .compute = compute_reference, .describe = describe_reference}};

static check_status find_in_zoo(const char *target, candidate *c, check_error *error) {
  *c = (candidate){.name = target, .mutant = zoo_find(target + sizeof "zoo:" - 1)};
  if (c->mutant != NULL) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: expected an implementation of the zoo; 'attest zoo' lists them", target);
}

check_status candidate_find(const char *target, candidate *c, check_error *error) {
  for (size_t n = 0; n < sizeof built_in / sizeof built_in[0]; n++) {
    if (strcmp(target, built_in[n].name) != 0) continue;
    *c = built_in[n];
    return CHECK_OK;
  }
  if (strncmp(target, "zoo:", sizeof "zoo:" - 1) == 0) return find_in_zoo(target, c, error);
  *c = (candidate){.name = target, .variant = variant_find(target)};
  if (c->variant != NULL) return CHECK_OK;
  *c = (candidate){.name = target, .library = target};
  if (access(target, R_OK) == 0) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT,
                    "%s: expected a built-in implementation (reference, a fast variant that this machine runs, zoo:NAME) or a shared "
                    "library that can be read",
                    target);
}

/* The mark of attest.h in the library that defines what is at an address, not in one that it depends on; NULL if there is none. */
static const uint32_t *abi_beside(void *library, const void *address) {
  const uint32_t *abi = dlsym(library, "attest_abi");
  Dl_info of_abi, of_address;
  const bool both = abi != NULL && dladdr(abi, &of_abi) != 0 && dladdr(address, &of_address) != 0;
  return both && of_abi.dli_fbase == of_address.dli_fbase ? abi : NULL;
}

static check_status check_abi(const char *name, void *library, const void *address, check_error *error) {
  const uint32_t *abi = abi_beside(library, address);
  if (abi == NULL)
    return check_fail(error, CHECK_BAD_INPUT,
                      "%s: exports no attest_abi, expected %d: built against an attest.h before ABI 2, or its list of exported symbols "
                      "lacks it; rebuild it with this attest.h",
                      name, ATTEST_ABI);
  if (*abi == ATTEST_ABI) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: built against ABI %" PRIu32 " of attest.h, expected %d: rebuild it with this attest.h",
                    name, *abi, ATTEST_ABI);
}

check_status candidate_load(candidate *c, check_error *error) {
  if (c->library == NULL) return CHECK_OK;
  char *absolute = realpath(c->library, NULL); /* dlopen would search elsewhere for a bare name */
  void *library = dlopen(absolute != NULL ? absolute : c->library, RTLD_NOW | RTLD_LOCAL);
  free(absolute);
  if (library == NULL) return check_fail(error, CHECK_BAD_INPUT, "expected a shared library: %s", dlerror());
  void *const compute = dlsym(library, "attest_candidate");
  if (compute == NULL) return check_fail(error, CHECK_BAD_INPUT, "%s: expected a shared library that exports attest_candidate", c->library);
  *(void **)&c->compute = compute;
  *(void **)&c->describe = dlsym(library, "attest_candidate_describe");
  return check_abi(c->library, library, compute, error);
}

attest_status candidate_compute(const candidate *c, const attest_problem *problem, const attest_answer *answer) {
  if (c->mutant != NULL) return zoo_answer(problem, c->mutant, answer);
  return c->variant != NULL ? variant_answer(c->variant, problem, answer) : c->compute(problem, answer);
}
