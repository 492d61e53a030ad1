# loose files: judged as a case is, with options on the command line
of() { dir=$1; shift; try verify --q "$dir/q.npy" --k "$dir/k.npy" --v "$dir/v.npy" "$@"; }
layout="--layout BSHD"
heading 'the files of a case, and its options'
of "$CASES/causal" --out "$CASES/causal/out.npy" --lse "$CASES/causal/lse.npy" --weights "$CASES/causal/weights.npy" $layout --causal top-left --json result.json | sed "s,$CASES/,,"
grep -e '"pass' -e '"name"' -e '"beyond"' result.json | sed "s,\"[^\"]*/,\"," | sort | uniq -c
heading 'a mask, a bias, lengths and a sink as files; without one of them the answer is another'
masked="--mask $CASES/masked/mask.npy --bias $CASES/masked/bias.npy --kv-len $CASES/masked/kv_len.npy"
answers="--out $CASES/masked/out.npy --lse $CASES/masked/lse.npy --weights $CASES/masked/weights.npy"
masked_layout="--layout $(sed -n 's/.*"layout": *"\([A-Z]*\)".*/\1/p' "$CASES/masked/case.json")"
of "$CASES/masked" $answers $masked_layout $masked | tail -n 2
for without in mask bias kv-len; do
  echo "without --$without"
  of "$CASES/masked" $answers $masked_layout $(echo "$masked" | sed "s,--$without [^ ]*,,") | tail -n 2 | sed "s,$CASES/,,"
done
sunk="--out $CASES/sink/out.npy --lse $CASES/sink/lse.npy --window 0,0 --alignment 0"
of "$CASES/sink" $sunk --sink "$CASES/sink/sink.npy" | tail -n 2
of "$CASES/sink" $sunk | tail -n 2 | sed "s,$CASES/,,"
heading 'another diagonal: where, and what was computed instead'
of "$CASES/causal" --out "$CASES/causal/out.npy" $layout --causal 1 | sed "s,$CASES/,,"
of "$CASES/causal" --out "$CASES/causal/out.npy" $layout | sed "s,$CASES/,,"
heading 'a convention that contradicts the options'
of "$CASES/causal" --out "$CASES/causal/out.npy" $layout --causal bottom-right | sed "s,$CASES/,,"
heading 'one head without axes for batch and heads, in both layouts; bfloat16 as ml_dtypes saves it'
for type in '<f4' '<V2'; do
  one='\0\0\200\077' none='\0\0\0\0'
  [ "$type" = '<V2' ] && one='\200\077' none='\0\0'
  npy "$type" '(2, 1)' "$none$none" >q.npy
  npy "$type" '(3, 1)' "$one$one$one" >k.npy
  npy "$type" '(3, 1)' "$one$one$one" >v.npy
  npy "$type" '(2, 1)' "$one$one" >out.npy
  npy "$type" '(1, 2, 1)' "$one$none" >wrong.npy
  of . --out out.npy
  of . --out out.npy --layout BSHD --window 0,none --alignment bottom-right
  of . --out wrong.npy --scale 2 --softcap 3 | head -n 1
done
heading 'what is missing, and what does not fit'
try verify --q q.npy
try verify --q q.npy --k k.npy --v v.npy
try verify --out out.npy
try verify . --q q.npy
of . --out not-there.npy
of . --out k.npy
of . --out out.npy --kv-len v.npy
npy '<i8' '(1,)' '\4\0\0\0\0\0\0\0' >kv_len.npy
of . --out out.npy --kv-len kv_len.npy
for option in '--causal bottom-left' '--causal 1.5' '--causal 9999999999999999999999' '--window 3 --causal 0' '--window 3,4,5 --causal 0' \
  '--window -1,0 --causal 0' '--window 1,2' '--alignment 0' '--alignment 0 --causal 0' '--scale 0' '--scale x' '--softcap -1' '--layout SBHD'; do
  of . --out out.npy $option
done
heading 'the other layout: where the files fit it, and where only the answer does'
npy '<f4' '(1, 2, 1, 1)' '\0\0\200\077\0\0\0\100' >q.npy
npy '<f4' '(1, 3, 1, 1)' '\0\0\200\077\0\0\0\100\0\0\200\077' >k.npy
cp k.npy v.npy
of . --out q.npy
npy '<f4' '(1, 2, 1, 1)' '\0\0\0\0\0\0\0\0' >q.npy
npy '<f4' '(1, 2, 1, 1)' '\0\0\0\0\0\0\0\100' >k.npy
cp k.npy v.npy
npy '<f4' '(1, 2, 1, 1)' '\0\0\200\077\0\0\200\077' >out.npy
of . --out out.npy
