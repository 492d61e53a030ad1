# attest bench --peers: peers whose times are known, and some that are not as they should be
mkdir here
TMPDIR=$PWD/here
export TMPDIR
peer() { # NAME, what it does when asked to answer the one case $c of a directory; it says that each call takes a millisecond
  cat >"$1.sh" <<P
while read -r question rest; do
  c=\$(echo "\$rest"/*/)
  case \$question in
  answer) $2 ;;
  time) awk "BEGIN {print \${rest%% *} * 0.001}" ;;
  esac
done
P
}
peer good '"$ATTEST" run "$c" -o "$rest.answer" >/dev/null && cp "$rest.answer/out.npy" "$c" && echo done || echo failed'
peer wrong 'cp "$c/q.npy" "$c/out.npy" && echo done || echo failed'
peer silent 'echo done'
peer unable 'echo "not in the mood" >"$c/skip.txt"; echo done'
peer talks 'echo "it is too warm"'
peer short 'head -c 200 "$c/q.npy" >"$c/out.npy"; echo done'
peer gone 'exit 0'
peer twice '"$ATTEST" run "$c" -o "$rest.answer" >/dev/null && cp "$rest.answer/out.npy" "$c" && printf "done\\n1e-9\\n"'
peer crash 'kill -PIPE $$'
sed '/time)/s/awk.*;;/echo soon ;;/' good.sh >untold.sh
sed '/time)/s/awk.*;;/exit 0 ;;/' good.sh >ended.sh
/usr/bin/python3 -c '
import json
json.dump({name: f"sh {name}.sh" for name in ["good", "wrong", "silent", "unable", "talks", "short", "gone", "twice", "crash", "untold", "ended"]}, open("peers.json", "w"))'
heading 'each in its state'
"$ATTEST" bench --smoke --keys 16 --mask full --variant attest,good,wrong,silent,unable,talks,short,gone,twice,crash,untold,ended --peers peers.json --json all.json >told
echo "exit $?"
grep WRONG told
tail -n 1 told
heading 'times are those that were told'
"$ATTEST" bench --smoke --variant attest,good --peers peers.json >told
echo "exit $?"
awk '/smoke\/good/ {print $1, $NF}' told
awk '/times as long/ {print $1, $2, $3} /  f32/ {print NF, $NF}' told
grep 'nothing is faster' told
heading 'a time that no call takes'
for time in inf nan 0 -1 1e-300 1e300; do
  sed "/time)/s/awk.*;;/echo $time ;;/" good.sh >absurd.sh
  echo '{"absurd": "sh absurd.sh"}' >absurd.json
  "$ATTEST" bench --smoke --keys 16 --variant absurd --mask full --peers absurd.json | grep -o -e 'it replied.*' -e '.* timed, .*'
done
heading 'wrong on all that a curve would be fitted to; and failing where it was right before'
"$ATTEST" bench --smoke --variant wrong --mask full --peers peers.json | tail -n 1
"$ATTEST" bench --smoke --variant untold --mask full --peers peers.json | tail -n 1
cat >later.sh <<'P'
while read -r question rest; do
  case $question in
  answer) "$ATTEST" run "$rest"/*/ -o "$rest.answer" >/dev/null && cp "$rest.answer/out.npy" "$rest"/*/ && echo done || echo failed ;;
  time) mkdir "${rest#* }/once" 2>/dev/null && echo 0.001 || echo soon ;;
  esac
done
P
echo '{"later": "sh later.sh"}' >later.json
"$ATTEST" bench --smoke --variant later --mask full --peers later.json --json later.told | grep -e later -e timed
grep -c error_message later.told
heading 'they are asked for one thread, and for all that is not named'
try bench decode --peers peers.json --list --keys 256 --kv-heads 1 | grep -c -e /good/ -e /attest/
"$ATTEST" bench --smoke --variant good --threads 2 --peers peers.json | tail -n 1
heading 'the row that compares has all peers, and no result without one'
echo '{"a-name-wider-than-its-column": "sh good.sh"}' >wide.json
"$ATTEST" bench peers --peers wide.json --keys 16 --d-k 8 --heads 1 --dtype f32 --mask full --repetitions 1 --min-time 0.0001 >told
grep 'times as long' told
grep -e 'nothing is faster' told
"$ATTEST" bench peers --keys 16 --d-k 8 --heads 1 --dtype f32 --mask full --repetitions 1 --min-time 0.0001 | grep -c -e 'times as long' -e 'nothing is faster'
heading 'files that are none'
try bench --peers not-there.json
echo '{"blocked": "sh good.sh"}' >bad.json
try bench --peers bad.json
echo '{"a b": "sh good.sh"}' >bad.json
try bench --peers bad.json
echo '{"peers": "sh good.sh"}' >bad.json
try bench --peers bad.json
echo '{"a": 3}' >bad.json
try bench --peers bad.json
echo '{"a": {"command": "sh good.sh", "scores": "f16"}}' >bad.json
try bench --peers bad.json
try bench --smoke --variant good 2>&1 | sed 's/expected .*,/expected ...,/'

heading 'an implementation as for attest check'
"$ATTEST" bench --smoke --variant attest,candidate --mask full --candidate zoo:correct-tiled >told
echo "exit $?"
grep -c ' smoke/candidate/.*/manual_time$' told
tail -n 1 told
"$ATTEST" bench --smoke --variant candidate --mask causal --keys 16 --candidate zoo:diagonal-hidden | grep -e WRONG -e timed
try bench --smoke --candidate ./not-there.so 2>&1 | sed 's/(.*//'
try bench --smoke --candidate "$CASES/index.json" 2>&1 | sed 's/library: .*/library: .../'
heading 'served by hand'
mkdir cases
cp -R "$CASES/uniform" "$CASES/causal" cases
cp cases/uniform/out.npy before.npy
printf '\377' | dd of=cases/uniform/out.npy bs=1 seek=130 conv=notrunc 2>/dev/null
printf 'answer %s\ntime 3 %s\nanswer nowhere\n' cases cases/uniform | "$ATTEST" bench --serve reference | sed 's/^0*[1-9.][-.0-9e]*$/a number/'
cmp cases/uniform/out.npy before.npy && echo same
try verify cases
echo 'time 3 cases/uniform' | "$ATTEST" bench --serve reference
echo "exit $?"
echo hello | "$ATTEST" bench --serve reference
echo "exit $?"
ls "$TMPDIR"
