/* The fast variants on several threads: the answer does not depend on how many. Would notice: pieces that follow the
   threads and sum in another order, two threads in one workspace, a piece left out or done twice, a join that is not
   waited for. tests/run.sh runs it under ThreadSanitizer too. */
#include <math.h>

#include "tests/unit/support_fast.h"

/* More rows than a piece has, more heads than threads, fewer; what hides keys; one query that sees many keys. */
static const char *const shapes[] = {
    "q_len=300 keys=300 d_k=16 d_v=16 causal=yes alignment=bottom-right seed=1",
    "q_len=600 keys=70 d_k=33 d_v=20 seed=2",
    "batch=2 q_heads=6 kv_heads=2 q_len=37 keys=61 d_k=24 d_v=8 causal=yes alignment=top-left layout=bshd seed=3",
    "batch=3 q_heads=2 q_len=90 keys=140 d_k=8 d_v=12 windowed=yes left=20 right=3 alignment=bottom-right "
    "kv_len=ragged seed=4",
    "q_heads=2 kv_heads=2 q_len=65 keys=129 d_k=8 d_v=8 mask=tiles bias=hidden sink=normal softcap=2 hidden=nan "
    "layout=padded seed=5",
    "q_heads=8 kv_heads=2 q_len=1 keys=3000 d_k=16 d_v=16 seed=6",
    "q_len=1 keys=5000 d_k=8 d_v=8 mask=random seed=7",
    "q_len=3 keys=0 d_k=8 d_v=8 seed=8",
};

static void same_on_all(const char *name, const fast_case *c) {
  const attest_answer answer = fast_given(name, c);
  size_t bytes;
  if (answer.out.data == NULL) return;
  fast_attend(name, c, &answer, 1, 0);
  unsigned char *const alone = fast_copy(c, &bytes);
  for (int threads = 0; threads <= 5; threads++) {
    fast_attend(name, c, &answer, threads, 0);
    unsigned char *const together = fast_copy(c, &bytes);
    if (memcmp(alone, together, bytes) != 0) print_error("%s on %d threads\n", name, threads);
    assert_memory_equal(alone, together, bytes);
    free(together);
  }
  free(alone);
}

static void answer_does_not_depend_on_threads(void **state) {
  static const char *const types[] = {"f64", "f32", "f16", "bf16"};
  (void)state;
  for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
      char text[RECIPE_TEXT_MAX];
      (void)snprintf(text, sizeof text, "dtype=%s %s", types[t], shapes[s]);
      fast_case c = fast_case_of(text);
      for (size_t n = 0; attest_variant_name(n) != NULL; n++) same_on_all(attest_variant_name(n), &c);
      fast_case_free(&c);
    }
}

/* A NaN in one column of v, at a key that early rows do not see and late ones do: what guards the early ones rounds
   otherwise. Would notice: one guard for all rows that a thread has. */
static void guards_do_not_depend_on_threads(void **state) {
  static const char *const types[] = {"f32", "bf16"};
  (void)state;
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
    char text[RECIPE_TEXT_MAX];
    (void)snprintf(text, sizeof text, "dtype=%s q_len=384 keys=384 d_k=4 d_v=4 causal=yes alignment=top-left seed=9",
                   types[t]);
    fast_case c = fast_case_of(text);
    void *const v = (void *)c.problem.v.data;
    const int64_t at = 5 * c.problem.v.stride[ATTEST_POSITION];
    if (t == 0) ((float *)v)[at] = NAN;
    else ((uint16_t *)v)[at] = 0x7fc0;
    for (size_t n = 0; attest_variant_name(n) != NULL; n++) same_on_all(attest_variant_name(n), &c);
    fast_case_free(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(answer_does_not_depend_on_threads),
                                     cmocka_unit_test(guards_do_not_depend_on_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
