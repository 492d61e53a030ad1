#!/bin/bash
# usage: tests/fuzz/run.sh RUNS     ('make fuzz' builds what this runs)
# Each fuzz target on RUNS inputs, from its corpus and what earlier runs have added in build/fuzzing. Closes with 'N executions, M findings'.
set -uo pipefail
cd "$(dirname "$0")/../.."
runs=$1 executions=0 findings=0
for target in npy case; do
  log=build/fuzzing/$target.txt
  mkdir -p "build/fuzzing/grown/$target"
  nice -n 19 "build/fuzzing/fuzz/$target" -runs="$runs" -seed=1 -max_len=4096 -timeout=10 -print_final_stats=1 -dict="tests/fuzz/$target.dict" \
    -artifact_prefix="build/fuzzing/$target-" "build/fuzzing/grown/$target" "tests/fuzz/corpus/$target" > "$log" 2>&1 ||
    { findings=$((findings + 1)); tail -n 40 "$log"; }
  done=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  echo "$target: ${done:-0} executions, ${rate:-0} a second"
  executions=$((executions + ${done:-0}))
done
echo "$executions executions, $findings findings"
[ "$findings" = 0 ] && [ "$executions" -gt 0 ]
