# a shared library is called only if it was built against an attest.h with the same structs
mkdir old
sed 's/^#define ATTEST_ABI .*/#define ATTEST_ABI 1/' "$ATTEST_INCLUDE/attest.h" >old/attest.h
cat >candidate.c <<'C'
#include "attest.h"
#include <math.h>
#include <string.h>
#ifdef __cplusplus
extern "C"
#endif
__attribute__((visibility("default"))) attest_status attest_candidate(const attest_problem *p, const attest_answer *a) {
  memset(a->out.data, 0, sizeof(float) * (size_t)p->v.size[ATTEST_COLUMN]);
  if (a->lse.data != NULL) *(float *)a->lse.data = -INFINITY;
  return ATTEST_OK;
}
C
case='dtype=f32 q_len=1 keys=0 d_v=2'
# build COMPILER NAME OPTION ...
build() {
  compiler=$1 name=$2
  shift 2
  "$compiler" -Wall -Wextra -Werror -shared -fPIC "$@" -I"$ATTEST_INCLUDE" candidate.c -o "$name"
}
# judge LIBRARY: what is said of it, without the numbers
judge() {
  "$ATTEST" check "./$1" --case "$case" >said 2>&1
  status=$?
  sed 's/, worst budget.*//' said | tail -n 1
  echo "exit $status"
}
heading 'the same: C, C++, only what is marked is exported'
build cc lib.so && judge lib.so
build c++ libcpp.so -x c++ -std=c++11 && judge libcpp.so
build cc libhidden.so -O2 -fvisibility=hidden -ffunction-sections -fdata-sections -Wl,--gc-sections && judge libhidden.so
build c++ libhiddencpp.so -x c++ -O2 -fvisibility=hidden && judge libhiddencpp.so
heading 'another'
build cc libold.so -Iold && judge libold.so
heading 'none'
build cc libnone.so -Dattest_abi=other && judge libnone.so
echo '{ global: attest_candidate; local: *; };' >only.map
build cc liblisted.so -Wl,--version-script=only.map && judge liblisted.so
heading 'none of its own'
echo '#include "attest.h"' >empty.c
cc -shared -fPIC -I"$ATTEST_INCLUDE" empty.c -o libmark.so
build cc libbeside.so -Dattest_abi=other -Wl,--no-as-needed ./libmark.so && judge libbeside.so
heading 'in another language'
cat >plain.c <<'C'
const unsigned attest_abi = 2;
int attest_candidate(const void *problem, const void *answer) { return problem == answer ? 1 : 8; }
C
cc -shared -fPIC plain.c -o libplain.so && judge libplain.so
