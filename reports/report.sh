#!/bin/sh
# Judges the reference on the exported vectors and writes reports/out/index.html. Interrupted, it leaves the previous page.
set -eu
cd "$(dirname "$0")/.."
mkdir -p reports/out
status=0
build/attest verify build/vectors --json build/vectors.json || status=$?
[ "$status" -le 1 ] || exit "$status"
python3 reports/page.py build/vectors.json proofs/results/wp.json > build/index.html
mv build/index.html reports/out/index.html
echo "reports/out/index.html"
exit "$status"
