# bad SED: uniform's case.json, edited, is refused, and nothing is written.
bad() {
  heading "$1"
  sed "$1" "$CASES/uniform/case.json" >c/case.json
  cmp -s c/case.json "$CASES/uniform/case.json" && echo 'nothing edited'
  try verify c
}
option() {
  bad "s/\"options\": {}/\"options\": {$1}/"
}
fresh uniform
bad 's/^{/[/'
bad 's/.*//'
bad '$d'
bad '1,$c []'
bad '1,$c {}'
bad 's/"layout": "BHSD",//'
bad 's/BHSD/SBHD/'
bad 's/"BHSD"/1/'
bad 's/"layout":/"layout": "BSHD", "layout":/'
bad 's/"layout":/"seed": "one", "layout":/'
bad 's/"note": ".*",/"note": 1,/'
bad 's/"layout":/"tolerance": -1, "layout":/'
bad 's/"layout":/"tolerance": "small", "layout":/'
bad 's/"options": {}/"options": []/'
option '"scales": 1'
option '"scale": 0'
option '"scale": "1"'
option '"scale": NaN'
option '"scale": Infinity'
option '"scale": 1e999'
option '"softcap": -1'
option '"softcap": null'
option '"softcap": -Infinity'
option '"softcap": 1, "softcap": 2'
option '"causal": 1'
option '"causal": null'
option '"causal": true'
option '"window": [1, 1]'
option '"alignment": "middle"'
option '"alignment": null'
option '"alignment": "offset"'
option '"alignment": "top-left", "offset": 1'
option '"alignment": "offset", "offset": 0.5'
option '"alignment": "offset", "offset": 1073741825'
option '"alignment": "offset", "offset": 99999999999999999999'
option '"alignment": "top-left", "window": 3'
option '"alignment": "top-left", "window": [1]'
option '"alignment": "top-left", "window": [1, 2, 3]'
option '"alignment": "top-left", "window": [-1, 2]'
option '"alignment": "top-left", "window": [1, 2.5]'
option '"q_heads": 2'
option '"q_heads": 0'
bad 's/"tensors": {/"tensors": {"r": {"dtype": "float64", "shape": [1]},/'
bad 's/"q":.*/"q": [],/'
bad 's/"q":.*/"q": {"dtype": "float64"},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [1, 1, 2, 1], "order": "C"},/'
bad 's/"q":.*/"q": {"dtype": "f8", "shape": [1, 1, 2, 1]},/'
bad 's/"q":.*/"q": {"dtype": "int64", "shape": [1, 1, 2, 1]},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": 2},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [1, 1, 2, 1, 1]},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [1, 1, 2]},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [1, 1, 2, -1]},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [1, 1, 2, 1.0]},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [1, 1, 2, 1073741825]},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [1073741824, 1073741824, 2, 1]},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [1, 1, 2, 3]},/'
bad 's/"q":.*/"q": {"dtype": "float64", "shape": [3, 1, 2, 1]},/'
bad '/"q":/d'
bad '/"v":/d'
bad 's/"v":.*/"v": {"dtype": "float64", "shape": [1, 1, 3, 2]},/'
bad 's/"lse":.*/"lse": {"dtype": "float64", "shape": [1, 1, 3]},/'
bad 's/"out":.*/"out": {"dtype": "bool", "shape": [1, 1, 2, 2]},/'
bad 's/"k":/"mask": {"dtype": "float64", "shape": [2]}, "k":/'
bad 's/"k":/"mask": {"dtype": "bool", "shape": [3]}, "k":/'
bad 's/"k":/"bias": {"dtype": "float64", "shape": []}, "k":/'
bad 's/"k":/"sink": {"dtype": "float64", "shape": [1]}, "k":/'
heading 'd_k = 0'
sed 's/\("[qk]": .*\), 1\]/\1, 0]/' "$CASES/uniform/case.json" >c/case.json
try verify c
heading 'q_heads is not a multiple of kv_heads'
fresh causal
sed -i '/"out"/d; /"lse"/d; /"weights"/d; s/"q":.*/"q": {"dtype": "float32", "shape": [1, 2, 3, 1]},/;
  s/"k":.*/"k": {"dtype": "float32", "shape": [1, 3, 2, 1]},/; s/"v":.*/"v": {"dtype": "float32", "shape": [1, 3, 2, 1]}/' c/case.json
try verify c
heading 'no kv heads'
fresh causal
sed -i 's/\("[kv]": .*\)3, 1, 1\]/\13, 0, 1]/' c/case.json
try verify c
heading 'missing tensors'
for tensor in q v out; do
  fresh uniform
  rm c/$tensor.npy
  try verify c
done
heading 'case.json is a directory'
rm c/case.json
mkdir c/case.json
try verify c
heading 'kv_len and sink out of range'
fresh masked
npy '<i8' '(1,)' '\4\0\0\0\0\0\0\0' >c/kv_len.npy
try verify c
npy '<i8' '(1,)' '\377\377\377\377\377\377\377\377' >c/kv_len.npy
try verify c
fresh sink
npy '<f4' '(1,)' '\0\0\300\177' >c/sink.npy
try verify c
