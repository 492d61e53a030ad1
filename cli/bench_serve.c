#include "cli/bench_serve.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench/serve.h"
#include "check/run/candidate.h"
#include "cli/program.h"
#include "cli/quote.h"

static attest_status compute(const server *s, const served *c) {
  return worker_compute(s->context, &c->of.problem, &c->answer);
}

check_status bench_serve(const char *target, check_error *error) {
  candidate of;
  const server as_peer = {NULL, compute, &of.run.of};
  check_status status = candidate_find(target, &of, error);
  if (status == CHECK_OK) status = worker_load(&of.run.of, error);
  return status == CHECK_OK ? serve(&as_peer, NULL, error) : status;
}

/* Copies the arithmetic that the candidate declares, for each type. */
static check_status describe(peer *p, candidate *of, check_error *error) {
  check_status status = CHECK_OK;
  for (int type = 0; type <= ATTEST_BF16 && status == CHECK_OK; type++) {
    candidate_description its;
    status = candidate_describe(of, (attest_dtype)type, &its, error);
    if (its.takes) p->arithmetic[type] = its.says.arithmetic;
  }
  candidate_end(of);
  return status;
}

check_status bench_serve_add(peers *all, const char *target, check_error *error) {
  char program[4096], command[3 * sizeof program];
  candidate of;
  check_status status = candidate_find(target, &of, error);
  if (status == CHECK_OK) status = program_find(program, sizeof program, error);
  if (status != CHECK_OK) return status;
  char *const own = quote("exec ", program), *const its = quote("bench --serve ", target);
  if (own == NULL || its == NULL) status = check_fail(error, CHECK_FAILURE, "not enough memory for the candidate");
  else (void)snprintf(command, sizeof command, "%s %s", own, its);
  free(own);
  free(its);
  if (status == CHECK_OK) status = peers_add(all, "candidate", command, error);
  return status == CHECK_OK ? describe(peers_find(all, "candidate"), &of, error) : status;
}
