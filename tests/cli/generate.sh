# fill DIR: the reference answers every case
fill() {
  for c in "$1"/*/; do
    "$ATTEST" run "$c" -o answer >/dev/null && cp answer/*.npy "$c"
  done
}
heading 'two cases of each type'
try generate cases --count 2
ls cases
cat cases/index.json
try list cases
cat cases/bf16-00006/case.json
heading 'nothing is replaced'
try generate cases
try generate cases/index.json
mkdir empty
try generate empty/ --count 1 --dtype f16
ls empty
try generate not/there
ls
heading 'answers of the reference are within every bound'
try verify cases
fill cases
rm cases/bf16-00007/out.npy cases/bf16-00007/lse.npy cases/bf16-00007/weights.npy
echo 'no such sizes' >cases/bf16-00007/skip.txt
try verify cases
heading 'interrupted, it leaves nothing'
for signal in INT TERM HUP KILL; do
  env --default-signal=INT,HUP "$ATTEST" generate large --suite full >/dev/null &
  pid=$!
  until ls large.tmp.*/f64-00010 >/dev/null 2>&1; do
    kill -0 $pid 2>/dev/null || break
    sleep 0.01
  done
  kill -$signal $pid 2>/dev/null
  wait $pid 2>/dev/null
  for n in $(seq 500); do
    ls -d large* >/dev/null 2>&1 || break
    sleep 0.02
  done
  ls -d large* 2>/dev/null
done
echo 'nothing is left'
heading 'as definitions and workloads of FlashInfer-Bench'
try generate flashinfer --format flashinfer-bench --count 2
(cd flashinfer && find . -type f | sort)
cat flashinfer/workloads/attention/attention_bf16_bhsd.jsonl
try generate corners --format flashinfer-bench --suite conventions --dtype f16
ls corners/definitions/attention
cat corners/definitions/attention/attention_f16_bhsd_causal_top_left_mask.json
blob=$(ls corners/blob/workloads/attention/attention_f16_bhsd_kv_len/* | head -n 1)
length=$(head -c 8 "$blob" | od -An -t u8)
tail -c +9 "$blob" | head -c $length
echo
echo "$(($(wc -c <"$blob") - length - 8)) bytes of elements"
try generate flashinfer --format flashinfer-bench
heading 'bad options'
try generate d --format npz
try generate d --format flashinfer-bench --dtype f64
try generate d --count 0
try generate d --suite some
try generate d --dtype f8
try generate d --seed -1
