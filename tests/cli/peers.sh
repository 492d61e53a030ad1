# attest bench --peers: peers whose times are known, and some that are not as they should be
mkdir here
TMPDIR=$PWD/here
export TMPDIR
peer() { # NAME, what it does to answer the one case $c of a directory, to compute the sets $*, and to write output $rest
  cat >"$1.sh" <<P
name=$1
compute_all() { rm -rf \$name.made; n=0; while [ \$# -gt 0 ]; do compute \$n \$1 \$2 \$3; n=\$((n + 1)); shift 3; done; }
compute() {
  mkdir -p \$name.made/\$1
  cp "\$case/case.json" \$name.made/\$1
  cp \$name.sets/\$2/q.npy \$name.sets/\$3/k.npy \$name.sets/\$4/v.npy \$name.made/\$1
  "$ATTEST" run \$name.made/\$1 -o \$name.made/\$1.answer >/dev/null
}
while read -r question rest; do
  case \$question in
  answer) c=\$(echo "\$rest"/*/); $2 ;;
  load) case=\${rest#* }; rm -rf \$name.sets; cp -R "\$case/operands" \$name.sets; echo done ;;
  compute) set -- \$rest; ${3:-compute_all \$* && echo done} ;;
  write) ${4:-cp \$name.made/\$rest.answer/out.npy "\$case/operands" && echo done} ;;
  esac
done
P
}
right='"$ATTEST" run "$c" -o "$rest.answer" >/dev/null && cp "$rest.answer/out.npy" "$c" && echo done || echo failed'
peer good "$right"
peer wrong 'cp "$c/q.npy" "$c/out.npy" && echo done || echo failed'
peer silent 'echo done'
peer unable 'echo "not in the mood" >"$c/skip.txt"; echo done'
peer talks 'echo "it is too warm"'
peer short 'head -c 200 "$c/q.npy" >"$c/out.npy"; echo done'
peer gone 'exit 0'
peer twice '"$ATTEST" run "$c" -o "$rest.answer" >/dev/null && cp "$rest.answer/out.npy" "$c" && printf "done\\n1e-9\\n"'
peer crash 'kill -PIPE $$'
peer untold "$right" 'echo soon'
peer ended "$right" 'exit 0'
# right on the case that is judged, and then: the first output again, another set's, none, half of one, none before it is asked for
peer replay "$right" '[ -d $name.made ] || compute_all $*; echo done' '[ -f kept ] || cp $name.made/$rest.answer/out.npy kept; cp kept "$case/operands/out.npy"; echo done'
peer mixed "$right" 'compute_all $2 $1 $3; echo done'
peer absent "$right" 'echo done' 'echo done'
peer half "$right" 'echo done' 'head -c 200 $name.sets/0/q.npy >"$case/operands/out.npy"; echo done'
peer lazy "$right" 'all=$*; rm -rf $name.made; echo done' '[ -d $name.made ] || for n in 1 2 3 4 5 6; do compute_all $all; done; cp $name.made/$rest.answer/out.npy "$case/operands" && echo done'
/usr/bin/python3 -c '
import json
json.dump({name: f"sh {name}.sh" for name in ["good", "wrong", "silent", "unable", "talks", "short", "gone", "twice", "crash", "untold", "ended", "replay", "mixed", "absent", "half", "lazy"]}, open("peers.json", "w"))'
heading 'each in its state'
"$ATTEST" bench --smoke --keys 16 --mask full --variant attest,good,wrong,silent,unable,talks,short,gone,twice,crash,untold,ended,replay,mixed,absent,half,lazy --peers peers.json --json all.json >told
echo "exit $?"
grep WRONG told | sed -e '/replay\|mixed/s/out at .*/an element of out/' -e 's/it took .* repeated/.../'
tail -n 1 told
heading 'times are by the clock of the judge'
"$ATTEST" bench --smoke --variant attest,good --peers peers.json >told
echo "exit $?"
awk '/smoke\/good/ {print ($1 > 1000 && $1 < 1e6 ? "milliseconds" : $1), $NF}' told
awk '/times as long as attest$/ {print $1, $2, $3} /  f32/ {print NF, ($3 > 10 ? "far behind" : $3), $NF}' told
grep 'of .* problems' told
heading 'with enough repetitions to tell; a range of one number'
"$ATTEST" bench --smoke --variant attest,good --mask full --keys 16 --repetitions 4 --peers peers.json >told
grep -e 'of .* problem,' -e 'good takes' told | sed 's/takes [0-9.e+]* times/takes ... times/'
heading 'wrong on all that a curve would be fitted to; and failing where it was right before'
"$ATTEST" bench --smoke --variant wrong --mask full --peers peers.json | tail -n 1
"$ATTEST" bench --smoke --variant untold --mask full --peers peers.json | tail -n 1
peer later "$right" 'if [ -d $name.made ]; then echo soon; else compute_all $*; echo done; fi'
echo '{"later": "sh later.sh"}' >later.json
"$ATTEST" bench --smoke --variant later --mask full --peers later.json --json later.told | grep -e later -e timed
grep -c error_message later.told
heading 'they are asked for one thread, and for all that is not named'
try bench decode --peers peers.json --list --keys 256 --kv-heads 1 | grep -c -e /good/ -e /attest/
"$ATTEST" bench --smoke --variant good --threads 2 --peers peers.json | tail -n 1
heading 'the row that compares has all peers, and no result without one'
echo '{"a-name-wider-than-its-column": "sh good.sh"}' >wide.json
"$ATTEST" bench peers --peers wide.json --keys 16 --d-k 8 --heads 1 --dtype f32 --mask full --repetitions 1 --min-time 0.0001 >told
grep 'times as long as attest$' told
grep -c 'takes .* times as long as attest, on 4 problems' told
grep 'of .* problems' told
"$ATTEST" bench peers --keys 16 --d-k 8 --heads 1 --dtype f32 --mask full --repetitions 1 --min-time 0.0001 | grep -c -e 'times as long' -e 'of .* problems'
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
for set in 0 1; do
  mkdir -p cases/uniform/operands/$set
  cp cases/uniform/[qkv].npy cases/uniform/operands/$set
done
printf 'answer %s\nload 2 %s\ncompute 0 1 0 1 1 1\nwrite 1\nwrite 2\ncompute 0 2 0\nanswer nowhere\n' cases cases/uniform | "$ATTEST" bench --serve reference
cmp cases/uniform/operands/out.npy before.npy && echo same
rm -r cases/uniform/operands
cmp cases/uniform/out.npy before.npy && echo same
try verify cases
echo 'load 3 cases/uniform' | "$ATTEST" bench --serve reference
echo "exit $?"
echo hello | "$ATTEST" bench --serve reference
echo "exit $?"
ls "$TMPDIR"
