# The case computed by a fast variant: of the two named here, which run on every machine, that which does its types. What run_case shows must come out.
try_case() {
  heading "$1"
  try run "$CASES/$1" --impl "$2" 2>&1 | sed "s,$CASES/,,"
}
for name in uniform scores softcap masked; do try_case $name blocked64; done
for name in causal sink inputs; do try_case $name blocked; done
heading 'out is stored as by the reference'
try run "$CASES/causal" --impl blocked -o causal
tail -c 32 causal/out.npy | od -A n -t f8
heading 'in the arithmetic of the type'
large 96
try run c --impl blocked
heading 'not what it does not do, nor a layer, nor by a variant that there is not'
try_case causal blocked64
try_case layer blocked
ATTEST_CPU=base try run "$CASES/uniform" --impl avx2 2>&1 | sed 's/(.*)/(...)/'
