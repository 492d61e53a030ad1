/* Random problems with every option, layout and element type. Each must
     agree with the oracle within the derived bound (a wrong rule, index, head map, scale, order of softcap and bias),
     give the same bits from contiguous binary64 copies of its tensors (a wrong stride, a widening that is not exact),
     give the same bits with everything that nothing visible touches poisoned (a hidden entry that reaches the result),
     and leave its inputs alone. */
#include <math.h>

#include "tests/oracle/reference_bound.h"
#include "tests/unit/random.h"
#include "tests/unit/support.h"
#include "tests/unit/support_problem.h"

enum { PROBLEMS = 4000 };
static const uint64_t first_seed = UINT64_C(0xa77e57);

/* Runs check on every problem; check returns false after saying what is wrong. */
static void for_every_problem(bool (*check)(random_problem *)) {
  for (uint64_t n = 0; n < PROBLEMS; n++) {
    random_problem r = random_problem_make(first_seed + n);
    const bool right = check(&r);
    if (!right) random_problem_print(&r);
    random_problem_free(&r);
    if (!right) fail();
  }
}

static attention_answer outputs(const attest_problem *p) {
  return (attention_answer){
      .out = canaries(out_elements(p)), .lse = canaries(lse_elements(p)), .weights = canaries(weights_elements(p))};
}

static attention_answer reference(const attest_problem *p) {
  const attention_answer a = outputs(p);
  attend(p, a.out, a.lse, a.weights);
  return a;
}

static double worst_budget;

static bool within(const char *what, const double *actual, const double *exact, const double *bound, int64_t n,
                   double most) {
  for (int64_t j = 0; j < n; j++) {
    if (!near(actual[j], exact[j], bound[j]) || !(bound[j] <= most)) {
      print_error("%s %lld is %.17g, oracle %.17g, difference %.3g, bound %.3g\n", what, (long long)j, actual[j],
                  exact[j], actual[j] - exact[j], bound[j]);
      return false;
    }
    if (actual[j] != exact[j]) worst_budget = fmax(worst_budget, fabs(actual[j] - exact[j]) / bound[j]);
  }
  return true;
}

/* The largest bound that would still find a bug: scores reach 2.6e4 and inputs 4, so errors of about 1e-11 are to be
   expected. */
static const double informative = 1e-9;

static bool agrees_with_oracle(random_problem *r) {
  const attest_problem *p = &r->problem;
  attention_answer a = reference(p), exact = attention_oracle(p), bound = reference_bound(p, &exact);
  const bool right = within("out", a.out, exact.out, bound.out, out_elements(p), informative) &&
                     within("lse", a.lse, exact.lse, bound.lse, lse_elements(p), informative) &&
                     within("weight", a.weights, exact.weights, bound.weights, weights_elements(p), informative);
  attention_answer_free(&bound);
  attention_answer_free(&exact);
  attention_answer_free(&a);
  return right;
}

static void oracle(void **state) {
  (void)state;
  for_every_problem(agrees_with_oracle);
  print_message("%d problems from seed %#llx, worst budget %.3f\n", PROBLEMS, (unsigned long long)first_seed,
                worst_budget);
}

static bool same_bits(const char *what, const double *a, const double *b, int64_t n) {
  for (int64_t j = 0; j < n; j++)
    if (!same(a[j], b[j])) {
      print_error("%s %lld was %.17g, is now %.17g\n", what, (long long)j, a[j], b[j]);
      return false;
    }
  return true;
}

static bool same_answers(const attest_problem *p, const attest_problem *changed) {
  attention_answer a = reference(p), b = reference(changed);
  const bool right = same_bits("out", a.out, b.out, out_elements(p)) &&
                     same_bits("lse", a.lse, b.lse, lse_elements(p)) &&
                     same_bits("weight", a.weights, b.weights, weights_elements(p));
  attention_answer_free(&b);
  attention_answer_free(&a);
  return right;
}

/* A contiguous copy in binary64, or in bytes for a mask. */
static void *contiguous_copy(attest_tensor *t) {
  const int64_t n = tensor_elements(t);
  double *wide = canaries(n);
  unsigned char *flags = (unsigned char *)wide;
  int64_t o = 0;
  for (int64_t b = 0; b < t->size[0]; b++)
    for (int64_t h = 0; h < t->size[1]; h++)
      for (int64_t i = 0; i < t->size[2]; i++)
        for (int64_t c = 0; c < t->size[3]; c++, o++) {
          if (t->dtype == ATTEST_BOOL) flags[o] = oracle_element(t, b, h, i, c) != 0;
          else wide[o] = oracle_element(t, b, h, i, c);
        }
  const attest_tensor copy = t->dtype == ATTEST_BOOL
                                 ? tensor_mask(flags, t->size[0], t->size[1], t->size[2], t->size[3])
                                 : tensor_f64(wide, t->size[0], t->size[1], t->size[2], t->size[3]);
  *t = copy;
  return wide;
}

static bool layout_and_type_change_nothing(random_problem *r) {
  attest_problem copy = r->problem;
  void *memory[TENSORS] = {NULL};
  for (int which = 0; which < TENSORS; which++)
    if (problem_tensor(&copy, which)->data != NULL) memory[which] = contiguous_copy(problem_tensor(&copy, which));
  const bool right = same_answers(&r->problem, &copy);
  for (int which = 0; which < TENSORS; which++) free(memory[which]);
  return right;
}

static void layout_and_type(void **state) {
  (void)state;
  for_every_problem(layout_and_type_change_nothing);
}

/* Which elements of the storage of each tensor matter. */
typedef struct {
  bool *of[TENSORS];
} used_elements;

static void use(const random_problem *r, used_elements *used, int which, int64_t b, int64_t h, int64_t i, int64_t c) {
  attest_problem p = r->problem;
  const attest_tensor *t = problem_tensor(&p, which);
  if (t->data == NULL) return;
  const int64_t origin = ((char *)t->data - (char *)r->storage[which].memory) / (int64_t)attest_dtype_size(t->dtype);
  used->of[which][origin + oracle_place(t, b, h, i, c)] = true;
}

/* What query (b,h,i) may look at to settle key j. */
static void use_key(const random_problem *r, used_elements *used, int64_t b, int64_t h, int64_t i, int64_t j) {
  const attest_problem *p = &r->problem;
  const int64_t g = h / (p->q.size[1] / p->k.size[1]);
  if (!oracle_in_place(p, b, i, j)) return;
  use(r, used, OF_MASK, b, h, i, j);
  if (p->mask.data != NULL && oracle_element(&p->mask, b, h, i, j) == 0) return;
  use(r, used, OF_BIAS, b, h, i, j);
  if (!oracle_sees(p, b, h, i, j)) return;
  for (int64_t c = 0; c < p->q.size[3]; c++) use(r, used, OF_Q, b, h, i, c);
  for (int64_t c = 0; c < p->k.size[3]; c++) use(r, used, OF_K, b, g, j, c);
  for (int64_t c = 0; c < p->v.size[3]; c++) use(r, used, OF_V, b, g, j, c);
}

static used_elements find_used(const random_problem *r) {
  const attest_problem *p = &r->problem;
  used_elements used = {{NULL}};
  for (int which = 0; which < TENSORS; which++) {
    used.of[which] = calloc((size_t)r->storage[which].elements + 1, sizeof(bool));
    if (used.of[which] == NULL) abort();
  }
  for (int64_t b = 0; b < p->q.size[0]; b++)
    for (int64_t h = 0; h < p->q.size[1]; h++)
      for (int64_t i = 0; i < p->q.size[2]; i++)
        for (int64_t j = 0; j < p->k.size[2]; j++) use_key(r, &used, b, h, i, j);
  return used;
}

static int64_t poisoned;

/* Poisons all that is not used; a mask's unused flags are turned over. */
static void poison_unused(random_problem *r, const used_elements *used) {
  for (int which = 0; which < TENSORS; which++) {
    const tensor_storage s = r->storage[which];
    const attest_dtype dtype = problem_tensor(&r->problem, which)->dtype;
    for (int64_t o = 0; o < s.elements; o++) {
      if (used->of[which][o]) continue;
      if (dtype == ATTEST_BOOL) ((unsigned char *)s.memory)[o] = ((unsigned char *)s.memory)[o] == 0;
      else store_poison(s.memory, dtype, o, o % 2 == 0);
      poisoned++;
    }
  }
}

static bool poison_does_not_reach(random_problem *r) {
  used_elements used = find_used(r);
  attention_answer before = reference(&r->problem);
  poison_unused(r, &used);
  attention_answer after = reference(&r->problem);
  const bool right = same_bits("out", before.out, after.out, out_elements(&r->problem)) &&
                     same_bits("lse", before.lse, after.lse, lse_elements(&r->problem)) &&
                     same_bits("weight", before.weights, after.weights, weights_elements(&r->problem));
  attention_answer_free(&after);
  attention_answer_free(&before);
  for (int which = 0; which < TENSORS; which++) free(used.of[which]);
  return right;
}

static void poison(void **state) {
  (void)state;
  poisoned = 0;
  for_every_problem(poison_does_not_reach);
  assert_true(poisoned > PROBLEMS); /* else nothing was tested */
}

static bool inputs_stay(random_problem *r) {
  bool right = true;
  void *copy[TENSORS];
  size_t bytes[TENSORS];
  for (int which = 0; which < TENSORS; which++) {
    bytes[which] = (size_t)r->storage[which].elements * attest_dtype_size(problem_tensor(&r->problem, which)->dtype);
    copy[which] = guarded(bytes[which]);
    if (bytes[which] > 0) memcpy(copy[which], r->storage[which].memory, bytes[which]);
  }
  attention_answer a = reference(&r->problem);
  for (int which = 0; which < TENSORS; which++) {
    if (bytes[which] > 0 && memcmp(copy[which], r->storage[which].memory, bytes[which]) != 0) {
      print_error("tensor %d was written to\n", which);
      right = false;
    }
    guarded_free(copy[which], bytes[which]);
  }
  attention_answer_free(&a);
  return right;
}

static void inputs(void **state) {
  (void)state;
  for_every_problem(inputs_stay);
}

/* Without lse and weights, out is the same; the weights asked for are those that out was made of. */
static bool outputs_are_independent(random_problem *r) {
  const attest_problem *p = &r->problem;
  attention_answer all = reference(p);
  double *out = canaries(out_elements(p));
  attend(p, out, NULL, NULL);
  const bool right = same_bits("out", all.out, out, out_elements(p));
  free(out);
  attention_answer_free(&all);
  return right;
}

static void optional_outputs(void **state) {
  (void)state;
  for_every_problem(outputs_are_independent);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(oracle), cmocka_unit_test(layout_and_type),
                                     cmocka_unit_test(poison), cmocka_unit_test(inputs),
                                     cmocka_unit_test(optional_outputs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
