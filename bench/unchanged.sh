#!/bin/sh
# How often attest bench --compare calls an unchanged program changed: runs one sweep RUNS times, and compares each run with each later one.
# usage: [ATTEST=build/attest] sh bench/unchanged.sh [RUNS]
attest=${ATTEST:-$(dirname "$0")/../build/attest}
runs=${1:-30}
to=$(mktemp -d) || exit 3
trap 'rm -rf "$to"' EXIT
for run in $(seq "$runs"); do
  "$attest" bench length --variant attest,blas-tiled --dtype f32 --d-k 64 --q-len 128,512 --keys 128,512,1024 --mask full,causal --repetitions 9 --min-time 0.005 \
    --json "$to/$run.json" > "$to/said" || { tail -n 3 "$to/said"; exit 1; }
done
pairs=0 changed=0
for first in $(seq "$runs"); do
  for second in $(seq $((first + 1)) "$runs"); do
    pairs=$((pairs + 1))
    "$attest" bench --compare "$to/$first.json" "$to/$second.json" | tail -n 1 | grep -q ' 0 faster, 0 slower' || changed=$((changed + 1))
  done
done
echo "$changed of $pairs comparisons of a program with itself call it changed"
[ $((200 * changed)) -le "$pairs" ]
