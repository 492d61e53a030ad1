try
try frobnicate
try --frobnicate
try chekc
try check reference --acumulate f16
try check reference --case 'q_lne=3'
try check reference --accept causal-topleft
try check reference --require bitwise
for command in check generate list merge run verify; do
  try $command
  try $command --frobnicate
  [ $command = merge ] || try $command one two
  [ $command = generate ] || try $command not-there
done
try list --json
try verify --json
try run -o
try verify -x cases
ATTEST_CPU=avx1024 try list empty
mkdir empty
try verify empty
try run empty
try run -o answers empty
ls -A
heading 'two results cannot be one file'
try check reference --case dtype=f32 --json x --junit ./x
(cd ..; try check reference --case dtype=f32 --junit x --html usage/../x)
try merge --json x --html x part-1.json
ln -s nothing dangling
try check reference --case seed=1 --json nothing --html dangling
ls -A
heading 'an option twice; a result over an input; a property without a suite'
try check reference --case dtype=f32 --case dtype=f64
cp "$CASES/uniform/q.npy" q.npy
try verify --q q.npy --k q.npy --v q.npy --out q.npy --json ./q.npy
try check ./q.npy --case dtype=f32 --json q.npy
try check reference --require all --case dtype=f32
try check reference --require all --minutes 0.01
"$ATTEST" check zoo:correct-materialised@plain --dtype f32 --require batch-invariant,prefix-invariant --json never.json |
  grep -o '^never judged: [^;]*'
grep -A3 require never.json | grep -B1 -A2 level
rm never.json
try check reference --case dtype=f32 --json ''
try check reference --hepl
cmp q.npy "$CASES/uniform/q.npy" && ls -A
heading 'a target that a shell would read otherwise'
cc -O1 -shared -fPIC -I"$ATTEST_INCLUDE" -x c - -o "a b'\$(c).so" <<'END'
#include <attest_check.h>
attest_status attest_candidate(const attest_problem *p, const attest_answer *a) {
  ((float *)a->out.data)[0] = 7;
  return (void)p, ATTEST_OK;
}
END
try check "./a b'\$(c).so" --case dtype=f32 --no-xray | grep attest
