# attest bench without its figures: what is chosen, compared and refused; and one run, of which only that it was made counts
data=$(dirname "$CASES")/bench
heading 'the same in another unit'
try bench --compare "$data/before.json" "$data/same.json"
heading 'one of each verdict'
try bench --compare "$data/before.json" "$data/after.json"
heading 'a limit that none exceeds, but for the wrong one'
try bench --compare "$data/before.json" "$data/after.json" --limit 100
heading 'one that is gone, and nothing else'
grep -v '"d"' "$data/before.json" >gone.json
try bench --compare "$data/before.json" gone.json
heading 'one that has an error in one of its repetitions'
sed '0,/"run_name": "d"/s/"run_name": "d"/"error_occurred": true, &/' "$data/before.json" >error.json
try bench --compare "$data/before.json" error.json | tail -n 2
heading 'files that are none'
try bench --compare "$data/before.json" 2>&1 | sed "s,$data/,,"
try bench --compare "$data/before.json" not-there.json
echo '{"benchmarks": 3}' >bad.json
try bench --compare bad.json "$data/before.json" 2>&1 | sed "s,$data/,,"
echo '{"benchmarks": [3]}' >bad.json
try bench --compare bad.json bad.json
echo '{"benchmarks": [{"name": "a", "cpu_time": 0, "time_unit": "ns"}]}' >bad.json
try bench --compare bad.json bad.json
echo '{"benchmarks": [{"name": "a", "cpu_time": 1e300, "time_unit": "s"}]}' >bad.json
try bench --compare bad.json bad.json
echo '{"benchmarks": [{"name": "a", "cpu_time": 1, "time_unit": "h"}]}' >bad.json
try bench --compare bad.json bad.json
echo '{"benchmarks": [{"name": 4}]}' >bad.json
try bench --compare bad.json bad.json
echo '{"benchmarks": [' >bad.json
try bench --compare bad.json bad.json
echo '{"benchmarks": [{"name": "other", "cpu_time": 1, "time_unit": "ns"}]}' >other.json
try bench --compare "$data/before.json" other.json 2>&1 | sed "s,$data/,,"
sed -n '/peak/p' "$data/before.json" | sed '$s/},$/}/; 1s/^/{"benchmarks": [/; $s/$/]}/' >loops.json
try bench --compare loops.json loops.json
try bench --compare "$data/before.json" other.json --limit many
heading 'the table'
try bench decode --list --variant blocked
try bench length --list --variant blocked,blocked64 --keys 64,128 --d-k 32 --mask window --dtype bf16 --threads 2
try bench lengths 2>&1
try bench length --dtype f8
try bench length --mask some
try bench length --keys 0
try bench length --keys 1,,2
try bench length --keys ''
try bench grouped --heads 3 --kv-heads 2
try bench length --variant fastest 2>&1 | sed 's/expected .*,/expected .../'
try bench --limit 5
try bench --repetitions 0
try bench --min-time soon
heading 'no time for any, of which a quick one says so at once'
try bench length --quick --variant blocked --mask full --d-k 64 --keys 2048 --repetitions 1000
heading 'a run'
"$ATTEST" bench --smoke --variant blocked,blocked64 --dtype f64,f16 --json one.json >told
echo "exit $?"
tail -n 1 told
grep -c '^ *[0-9].* smoke/blocked' told
try bench --compare one.json one.json | tail -n 2 | sed 's/^[0-9]* same/N same/'
/usr/bin/python3 - <<'P'
import json
document = json.load(open("one.json"))
runs = [run for run in document["benchmarks"] if run["name"].startswith("smoke/") and run["run_type"] == "iteration"]
wanted = ["FLOP/s", "bytes/s", "extra_memory", "flops", "intensity", "percent_of_isa_peak", "percent_of_peak", "percent_of_roof"]
print(len(runs), all(run[name] > 0 for run in runs for name in wanted))
print(all(abs(run["FLOP/s"] * run["cpu_time"] * 1e-9 / run["flops"] - 1) < 1e-9 for run in runs))
print(document["context"]["executable"])
print([name for name in ["cpu", "compiler", "flags", "attest_version", "caches", "num_cpus"] if name not in document["context"]])
P
try bench --smoke --variant blocked --json nowhere/one.json
ls
