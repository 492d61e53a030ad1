# cases without a tolerance: each element against its own bound, with the type in which it is stored
heading 'an output in a coarser type than the inputs'
fresh uniform
sed -i 's/"out": {"dtype": "float64"/"out": {"dtype": "float16"/' c/case.json
npy '<f2' '(1, 1, 2, 2)' '\0\100\0\104\0\100\0\104' >c/out.npy
try verify c
heading 'one unit in its last place is more than rounding to nearest'
npy '<f2' '(1, 1, 2, 2)' '\0\100\1\104\0\100\1\104' >c/out.npy
try verify c --json result.json
grep -A 12 '"out"' result.json
heading 'but not in a coarser arithmetic'
try verify c --accumulate bf16
try verify c --probabilities bf16
try verify c --scores bf16 # the scores are all 0
try verify c --scores f8
heading 'weights of 1/3 in float16 beside float32: 0x3555, then 0x3557'
large 3
cp c/q.npy c/out.npy
npy '<f2' '(1, 1, 3, 3)' '\125\65\125\65\125\65\125\65\125\65\125\65\125\65\125\65\125\65' >c/weights.npy
try verify c
npy '<f2' '(1, 1, 3, 3)' '\125\65\125\65\125\65\125\65\125\65\125\65\125\65\125\65\127\65' >c/weights.npy
try verify c
rm c/out.npy
try verify c
heading 'as float32 they are not near enough'
npy '<f4' '(1, 1, 3, 3)' '\0\240\252\76\0\240\252\76\0\240\252\76\0\240\252\76\0\240\252\76\0\240\252\76\0\240\252\76\0\240\252\76\0\240\252\76' >c/weights.npy
try verify c
heading 'a layer beside it keeps the tolerance of its type'
fresh layer
sed -i 's/"tolerance": [^,]*,//' c/case.json
try verify c
