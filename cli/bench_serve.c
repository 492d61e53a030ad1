#include "cli/bench_serve.h"

#include "bench/serve.h"
#include "check/run/candidate.h"

static attest_status compute(const server *s, const served *c, const attest_problem *problem,
                             const attest_answer *answer) {
  (void)c;
  return worker_compute(s->context, problem, answer);
}

check_status bench_serve(const char *target, check_error *error) {
  candidate of;
  const server as_peer = {NULL, compute, &of.run.of};
  check_status status = candidate_find(target, &of, error);
  if (status == CHECK_OK) status = worker_load(&of.run.of, error);
  return status == CHECK_OK ? serve(&as_peer, NULL, error) : status;
}
