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
ls -A
