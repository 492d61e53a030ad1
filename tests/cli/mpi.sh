# four processes of Open MPI; and one of them killed half-way
command -v mpirun >/dev/null || skip 'Open MPI is not installed: setup.sh installs it'
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm_rsh_agent=true
# four ARG ...: attest check in four processes; what one of them prints or returns does not end the others
four() {
  mpirun --oversubscribe -n 4 sh -c '"$ATTEST" check "$@" >/dev/null 2>&1 || :' sh "$@" 2>&1 | grep -v Killed
}
heading 'all four'
"$ATTEST" check reference --suite conventions --dtype f16 --json whole.json >/dev/null
four reference --suite conventions --dtype f16 --shard auto --json part-%I.json
ls
"$ATTEST" merge part-*.json --json merged.json | tail -n 1 | sed 's/ at dtype.*//'
cmp whole.json merged.json && echo same
heading 'the third is killed, by a candidate that is trusted, when it has judged some cases'
cat >killed.c <<'C'
#include "attest_check.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
attest_status attest_candidate(const attest_problem *p, const attest_answer *a) {
  static int calls;
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank != NULL && strcmp(rank, "2") == 0 && ++calls == 20) kill(getppid(), SIGKILL);
  memset(a->out.data, 0, (size_t)(p->q.size[0] * p->q.size[1] * p->q.size[2] * p->v.size[3]) * 4);
  return p->q.size[1] == 1 ? ATTEST_OK : ATTEST_UNSUPPORTED;
}
attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  d->gives_lse = false;
  return dtype == ATTEST_F32 ? ATTEST_OK : ATTEST_UNSUPPORTED;
}
C
cc -shared -fPIC -I"$ATTEST_INCLUDE" killed.c -o libkilled.so
rm -f ./*.json
four ./libkilled.so --trusted --dtype f32 --shard auto --json part-%I.json
ls ./*.json
try merge part-*.json >merged.txt
grep -e missing -e '^exit' merged.txt
grep -c '^fail: ' merged.txt
