/* usage: variants [NAME]: a variant of the machine this is built for, judged as by attest_check; without NAME, the
   names of all. Built for another machine, and run by an emulator. It runs a session by itself: attest_check writes
   JSON, and there is no library for that here. */
#include <stdio.h>
#include <stdlib.h>

#include "check/run/session.h"

static const char *name;

static attest_status answer_by_name(const attest_problem *problem, const attest_answer *answer) {
  size_t bytes = 0;
  attest_status status = attest_attention_workspace(problem, answer, name, 1, &bytes);
  void *workspace = malloc(bytes + 1);
  if (status == ATTEST_OK) status = attest_attention(problem, answer, name, 1, workspace, bytes);
  free(workspace);
  return status;
}

/* Long cases take minutes under an emulator, and run nothing that shorter ones do not. */
static attest_status describe(attest_dtype dtype, attest_description *d) {
  d->supports.q_len_most = 96;
  d->supports.keys_most = 192;
  (void)dtype;
  return ATTEST_OK;
}

static void tell(void *context, const recipe *r, const verdict *v) {
  char text[RECIPE_TEXT_MAX];
  (void)context;
  recipe_print(r, text);
  printf("%s: %s\n", verdict_name(v->kind), text);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    for (size_t n = 0; attest_variant_name(n) != NULL; n++) puts(attest_variant_name(n));
    return 0;
  }
  name = argv[1];
  candidate of = candidate_of_function(name, answer_by_name, describe);
  /* Every second case: this machine's own variants, of the same text, are judged on all. */
  const session_settings settings = {.suite = SUITE_IS_QUICK, .type = {true, true, true, true}, .part = {1, 2}};
  const session_events events = {.failed = tell};
  session_result result;
  check_error error = {.text = ""};
  const check_status status = session_run(&of, &settings, &events, &result, &error);
  const long long cases = (long long)session_judged(&result.total);
  const bool good = status == CHECK_OK && !result.failed && cases > 0;
  printf("%s: %s, %lld cases, worst budget %.3g at %s %s\n", name, good ? "pass" : "fail", cases, result.total.budget,
         result.total.worst, error.text);
  printf("%d passed, %d failed\n", good, !good);
  return !good;
}
