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
