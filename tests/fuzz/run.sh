#!/bin/bash
# usage: tests/fuzz/run.sh RUNS TARGET ...     ('make fuzz' builds what this runs, and names all targets)
# Each fuzz target on RUNS inputs, from its corpus and what earlier runs have added in build/fuzzing. Closes with 'N executions, M findings'.
# Nine of ten run without AddressSanitizer, several times as many a second; the others, and all that was kept, run under it.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
runs=$1 executions=0 findings=0
shift
# What the sanitizer keeps of freed memory, and of the stack at each allocation, takes most of the time of a small input.
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=8:malloc_context_size=2}
# the longest input of a target: a few lines, a reply and what follows it, a few documents
longest() {
  case $1 in
    serve) echo 128 ;; # each answer takes several files
    line) echo 512 ;;
    reply) echo 1024 ;;
    merge | compare) echo 8192 ;;
    *) echo 4096 ;;
  esac
}
# fuzz TARGET FOLDER RUNS: the target that was built in that folder
fuzz() {
  local log=build/fuzzing/$1-$2.txt count rate
  nice -n 19 "build/fuzzing/$2/fuzz/$1" -runs="$3" -seed=1 -max_len="$(longest "$1")" -timeout=60 -print_final_stats=1 -dict="tests/fuzz/$1.dict" \
    -artifact_prefix="build/fuzzing/$1-" "build/fuzzing/grown/$1" "tests/fuzz/corpus/$1" > "$log" 2>&1 ||
    { findings=$((findings + 1)); tail -n 40 "$log"; }
  count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  echo "$1, $2: ${count:-0} executions, ${rate:-0} a second"
  executions=$((executions + ${count:-0}))
}
for target; do
  mkdir -p "build/fuzzing/grown/$target"
  fuzz "$target" fast $((runs - runs / 10))
  fuzz "$target" checked $((runs / 10))
done
echo "$executions executions, $findings findings"
[ "$findings" = 0 ] && [ "$executions" -gt 0 ]
