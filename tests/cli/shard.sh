# shares of a run, and their results joined: what one run says
heading 'shares of a run that passes, joined, are that run, byte for byte'
"$ATTEST" check reference --suite conventions --dtype bf16 --json whole.json --junit whole.xml >whole.txt
for i in 1 2 3; do
  "$ATTEST" check reference --suite conventions --dtype bf16 --shard $i/3 --json part-%I.json --junit part-%I.xml >part.txt || echo "share $i: exit $?"
  sed 's/ at .*//; s/budget .*/budget ../' part.txt | tail -n 1
done
try merge part-3.json part-1.json part-2.json --json merged.json --junit merged.xml >merged.txt
head -n -1 merged.txt | cmp - whole.txt && cmp whole.json merged.json && cmp whole.xml merged.xml && echo same
tail -n 1 merged.txt
ls
try merge merged.json | tail -n 1
heading 'and of one that fails: the same counts, the same worst case'
"$ATTEST" check zoo:mask-multiplied --no-xray --refuse all --suite conventions --dtype f16 >whole.txt
for i in 1 2 3 4 5; do "$ATTEST" check zoo:mask-multiplied --no-xray --refuse all --suite conventions --dtype f16 --shard $i/5 --json bad-%I.json >/dev/null; done
"$ATTEST" merge bad-*.json --json bad.json --html bad.html >merged.txt
echo "exit $?"
grids=$(cat bad-*.json | grep -c '"grid"')
[ "$grids" -ge 5 ] && [ "$(grep -c '<figure' bad.html)" = "$grids" ] && [ "$(grep -c '"smallest"' bad.json)" -ge "$grids" ] && echo 'pictures of all shares'
for file in whole.txt merged.txt; do grep -e passed, -e '^fail:' -e '^[a-z ]*mask-multiplied' $file >$file.end; done
cmp whole.txt.end merged.txt.end && sed 's/ at dtype.*//' merged.txt.end
grep -c '^FAIL ' merged.txt
grep '^\.\.\. and' merged.txt | sed 's/[0-9][0-9]*/N/'
heading 'probes that do not hold and bias tests that raise an alarm, in whichever share'
"$ATTEST" check zoo:mask-multiplied --no-xray --suite conventions --dtype bf16 >whole.txt
for i in 1 2 3; do "$ATTEST" check zoo:mask-multiplied --no-xray --suite conventions --dtype bf16 --shard $i/3 --json odd-%I.json >/dev/null; done
"$ATTEST" merge odd-*.json --junit odd.xml >merged.txt
for file in whole.txt merged.txt; do grep -e 'bias test' -e '^not bitwise bf16' -e 'FAIL bf16' -e hold $file | sort >$file.end; done
cmp whole.txt.end merged.txt.end && grep -o -e '^not bitwise bf16' -e 'FAIL bf16' -e '[0-9]* of [0-9]* probes hold; [0-9]* of [0-9]* bias tests' merged.txt.end | sort | uniq -c
heading 'conventions that are followed: as in one run, byte for byte'
for name in causal-top-left hidden-key-nan empty-row-mean; do
  "$ATTEST" check zoo:$name --no-xray --suite conventions --dtype f32 --accept all --json whole-c.json --junit whole-c.xml >whole.txt
  for i in 1 2 3; do "$ATTEST" check zoo:$name --no-xray --suite conventions --dtype f32 --accept all --shard $i/3 --json c-%I.json >/dev/null; done
  "$ATTEST" merge c-3.json c-2.json c-1.json --json c.json --junit c.xml >merged.txt
  echo "exit $?"
  cmp whole.txt merged.txt && cmp whole-c.json c.json && cmp whole-c.xml c.xml && tail -n 2 merged.txt | sed 's/ at .*//'
done
heading 'followed in one share, and not in the other: each passes, the run does not'
"$ATTEST" check zoo:causal-top-left --suite conventions --dtype f32 --accept all --shard 1/2 --json half-1.json | tail -n 1 | sed 's/ at .*//'
"$ATTEST" check zoo:correct-tiled --suite conventions --dtype f32 --accept all --shard 2/2 --json half-2.json | tail -n 1 | sed 's/ at .*//'
sed 's/"target": "zoo:correct-tiled"/"target": "zoo:causal-top-left"/' half-2.json >other-2.json
try merge half-1.json other-2.json --junit half.xml | grep -e convention -e 'not in' -e fail: -e exit | sed 's/ at dtype.*//'
grep -A 1 'name="causal-top-left"' half.xml | cut -c -90
heading 'a share that is not there'
try merge part-1.json part-3.json --json some.json --junit some.xml | sed 's/ at dtype.*//' | grep -e missing -e fail: -e exit
grep -A 3 -e '"missing"' -e '"pass"' some.json | grep -v '"attest"' | head -n 6
grep -A 1 'name="shard' some.xml
try merge some.json
heading 'files that do not belong together'
try merge part-1.json part-1.json
try merge part-1.json bad-2.json
"$ATTEST" check reference --suite conventions --dtype bf16 --seed 2 --shard 2/3 --json seed.json >/dev/null
try merge part-1.json seed.json
"$ATTEST" check reference --suite conventions --dtype bf16 --accumulate f64 --shard 2/3 --json sums.json >/dev/null
try merge part-1.json sums.json
"$ATTEST" check reference --suite conventions --dtype bf16 --refuse all --shard 2/3 --json refuse.json >/dev/null
try merge part-1.json refuse.json
"$ATTEST" check reference --suite conventions --dtype bf16 --shard 2/4 --json four.json >/dev/null
try merge part-1.json four.json
sed 's/"number": 0,/"number": 1,/' part-1.json >moved.json
try merge moved.json
sed 's/"number": 3,/"number": 0,/' part-1.json >twice.json
try merge twice.json
heading 'files that are no results'
head -c 5010 part-1.json >half.json
try merge part-2.json half.json
: >empty.json
try merge empty.json
echo '{}' >object.json
try merge object.json
sed 's/"verdict": "pass"/"verdict": "fine"/' part-1.json >fine.json
try merge fine.json
sed 's/"number": 0,/"number": -3,/' part-1.json >negative.json
try merge negative.json
sed 's/"causal-top-left"/"causal"/' half-1.json >causal.json
try merge causal.json | sed 's/cases.[0-9]*./cases[N]/'
sed 's/"followed": \[/"followed": 1, "at": [/' half-1.json >number.json
try merge number.json | sed 's/cases.[0-9]*./cases[N]/'
sed '/"fails":/d' odd-3.json >fails.json
try merge fails.json | tail -n 2
try merge not-there.json
"$ATTEST" check reference --case 'seed=1' --json case.json >/dev/null
try merge case.json
try merge
try merge part-1.json --frobnicate
heading 'which share'
for shard in 0/3 4/3 1/0 2 /2 1/ 1/2/3 ' 1/2' +1/2 1.5/2 1/2x 1/1000001 99999999999999999999/3 '' some; do try check reference --shard "$shard"; done
try check reference --shard 1/2 --case seed=1
try check reference --shard 1/2 --minutes 1
unset OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE PMI_RANK PMI_SIZE SLURM_PROCID SLURM_NTASKS
try check reference --shard auto
SLURM_PROCID=1 try check reference --shard auto
SLURM_PROCID=4 SLURM_NTASKS=4 try check reference --shard auto
PMI_RANK=one PMI_SIZE=4 try check reference --shard auto
SLURM_PROCID=1 SLURM_NTASKS=3 "$ATTEST" check reference --suite conventions --dtype bf16 --shard auto --json slurm.json >/dev/null
cmp slurm.json part-2.json && echo Slurm
SLURM_PROCID=0 SLURM_NTASKS=1 PMI_RANK=1 PMI_SIZE=3 "$ATTEST" check reference --suite conventions --dtype bf16 --shard auto --json pmi.json >/dev/null
cmp pmi.json part-2.json && echo PMI
heading 'commands, and cases to be answered elsewhere'
echo 'for c in "$1"/*/; do "$ATTEST" run "$c" -o answer >/dev/null && cp answer/*.npy "$c"; done' >right.sh
for i in 1 2; do
  try generate cases-%I --count 2 --shard $i/2
  ls cases-$i
done
try list cases-2
check_share() { "$ATTEST" check --command 'sh right.sh' --suite conventions --dtype f64 --shard $1/2 --json command-$1.json | grep -c FAIL; }
check_share 1
check_share 2
"$ATTEST" merge command-*.json | tail -n 1 | sed 's/ at dtype.*//'
echo 'exit 3' >>right.sh
check_share 2
try merge command-*.json | sed 's/ at dtype.*//' | grep -e FAIL -e with -e fail: -e '^exit'
heading 'a share may have nothing that the candidate supports'
try check zoo:correct-tiled@bf16 --suite conventions --dtype f64 --shard 1/2 --json none-%I.json | tail -n 2
sed '/"shard"/,/}/s/"number": 1/"number": 2/' none-1.json >none-2.json
try merge none-1.json none-2.json
heading 'shares that were made better than they are'
/usr/bin/python3 - <<'P'
import json
def forged(name, of, change):
    document = json.load(open(of))
    change(document)
    json.dump(document, open(name + ".json", "w"))
forged("older", "part-1.json", lambda d: d["run"].update(attest="0.0.9"))
forged("infinite", "part-1.json", lambda d: next(c for c in d["cases"] if c["verdict"] == "pass").update(budget="inf"))
forged("fewer", "part-1.json", lambda d: d["cases"].pop())
forged("without", "bad-1.json", lambda d: d.update(cases=[c for c in d["cases"] if c["verdict"] in ("pass", "skipped", "convention")]))
forged("called-right", "bad-1.json", lambda d: [c.update(verdict="pass", budget=0.5, beyond=0) for c in d["cases"]])
forged("eased", "merged.json", lambda d: d["cases"][0].update(case="dtype=bf16 seed=1"))
forged("exchanged", "merged.json", lambda d: [d["cases"][0].update(number=1), d["cases"][1].update(number=0)])
forged("other-suite", "part-2.json", lambda d: d["shard"].update(suite="0123456789abcdef"))
forged("coarser", "part-2.json", lambda d: d["arithmetic"]["bf16"].update(accumulate="bf16"))
forged("no-digest", "part-2.json", lambda d: d["shard"].update(suite="123456789abcdefg"))
forged("no-probes", "odd-1.json", lambda d: [d.update(probes=[]), d["types"]["bf16"].update(probes_held=d["types"]["bf16"]["probes_held"] - 1)])
forged("no-alarms", "odd-1.json", lambda d: [d.update(bias_tests=[]), d["types"]["bf16"].update(alarms=9)])
forged("failed", "merged.json", lambda d: d.update({"pass": False}))
forged("beyond", "part-1.json", lambda d: next(c for c in d["cases"] if c["verdict"] == "pass").update(elements=4, beyond=4))
forged("elsewhere", "bad-1.json", lambda d: next(c for c in d["cases"] if "at" in c).update(at=[0, "0", 1, 2]))
forged("supported", "part-1.json", lambda d: d["supports"].update(bf16={}))
for n in (1, 2, 3):
    forged(f"many-{n}", f"part-{n}.json", lambda d: d["diagnosis"].update(answers=2**30 - 1))
P
try merge many-*.json
for name in older infinite fewer without called-right no-probes no-alarms failed beyond elsewhere supported; do
  try merge $name.json | sed '/types/s/[0-9][0-9]*\(, as\|$\)/N\1/g; s/cases\[[0-9]*\]/cases[N]/' | tail -n 2
done
for name in eased exchanged no-digest; do try merge $name.json 2>&1 | sed 's/[0-9a-f]\{16\}/DIGEST/g'; done
try merge part-1.json other-suite.json part-3.json
try merge part-1.json coarser.json part-3.json
heading 'what was required and could not be tried'
for n in 1 2; do
  "$ATTEST" check zoo:correct-materialised@plain --dtype f32 --require prefix-invariant --suite conventions --shard $n/2 --json required-$n.json >told
done
"$ATTEST" merge required-1.json required-2.json | grep -o '^never judged: [^;]*'
