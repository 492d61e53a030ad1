# bad SED: layer's case.json, edited, is refused.
bad() {
  heading "$1"
  sed "$1" "$CASES/layer/case.json" >c/case.json
  cmp -s c/case.json "$CASES/layer/case.json" && echo 'nothing edited'
  try verify c
}
fresh layer
bad 's/"q_heads": 1, //'
bad 's/"q_heads": 1/"q_heads": 2/'
bad 's/"q_heads": 1, "kv_heads": 1/"q_heads": 3, "kv_heads": 2/'
bad 's/"q_heads": 1,/"q_heads": 1, "scale": 2,/'
bad 's/"q_heads": 1,/"q_heads": 1, "causal": true, "alignment": "bottom-right",/'
bad '/"w_o"/d'
bad '/"x"/d'
bad 's/"w_k":.*/"w_k": {"dtype": "float16", "shape": [1, 3]},/'
bad 's/"w_k":.*/"w_k": {"dtype": "float16", "shape": [3, 2]},/'
bad 's/"w_o":.*/"w_o": {"dtype": "float16", "shape": [2, 3]},/'
bad 's/"b_o":.*/"b_o": {"dtype": "float16", "shape": [3]},/'
bad 's/"b_o":/"mask": {"dtype": "bool", "shape": [1]}, "b_o":/'
bad 's/"b_o":/"out": {"dtype": "float16", "shape": [2, 1, 2, 2]}, "b_o":/'
heading 'causal: row 1 of each batch as before, row 0 of batch 0 its own value'
fresh layer
sed -i 's/"q_heads": 1,/"q_heads": 1, "causal": true, "alignment": "top-left",/' c/case.json
try verify c
