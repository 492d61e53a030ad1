# SARIF: it has the failures of the closing lines, where --source says; the Python suite validates it against the schema
cat >read.py <<'P'
import json
import sys
run = json.load(open(sys.argv[1]))["runs"][0]
results = run["results"]
print(len(results), "results:", *sorted({(r["level"], r["ruleId"]) for r in results}))
assert {r["ruleId"] for r in results} == {rule["id"] for rule in run["tool"]["driver"]["rules"]}
print(*{json.dumps(place) for r in results for place in r["locations"]})
print(*[r["message"]["text"] for r in results if r["level"] == "error"][:1])
P
read_sarif() { /usr/bin/python3 read.py "$1"; }
echo x >'my é.c'
"$ATTEST" check reference --suite conventions --dtype f32 --sarif right.sarif | tail -n 1 | sed 's/ at .*//'
read_sarif right.sarif
"$ATTEST" check zoo:causal-top-left --refuse all --suite conventions --dtype f32 --json whole.json --sarif wrong.sarif --source 'my é.c' | tail -n 1 | sed 's/ at .*//'
read_sarif wrong.sarif
heading 'probes and bias tests, of no source'
"$ATTEST" check zoo:mask-multiplied --suite conventions --dtype bf16 --sarif odd.sarif | grep -c -e 'bias test' -e '^not bitwise' -e 'FAIL bf16'
read_sarif odd.sarif
heading 'of shares, the same'
for i in 1 2; do
  "$ATTEST" check zoo:causal-top-left --no-xray --refuse all --suite conventions --dtype f32 --shard $i/2 --json part-%I.json --sarif part-%I.sarif >told || echo "share $i: exit $?"
done
try merge part-1.json part-2.json --sarif merged.sarif --source 'my é.c' >told
tail -n 1 told
read_sarif merged.sarif
ls part-*.sarif
heading 'a share that is missing fails the run'
"$ATTEST" check reference --suite conventions --dtype f32 --shard 1/2 --json half.json >told
try merge half.json --sarif half.sarif | grep -e '^fail' -e exit | sed 's/ at .*//'
read_sarif half.sarif
heading 'where it cannot be written; a source that is not there, or is an output'
try check reference --case seed=1 --sarif not/there.sarif | grep -v '^pass'
[ ! -e not ] || echo 'not/ was made'
try check reference --case seed=1 --sarif x --source not-there.c
try check reference --case seed=1 --sarif 'my é.c' --source './my é.c'
try check reference --case seed=1 --sarif x --html x
try merge part-1.json --sarif 'my é.c' --source 'my é.c'
try check reference --case seed=1 --sarif /dev/full | grep -v '^pass'
cat 'my é.c'
