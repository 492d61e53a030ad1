#!/bin/bash
# usage: tests/mutants/run.sh [NAME ...]
# Who checks the checker: each NAME.patch puts a fault into it. In a copy of the tree, built, something of what tests it must then fail:
# its golden tests, its unit tests, the zoo. Closes with 'K of N killed'; the others are named. A patch that does not apply, or a tree
# that does not build with it, is an error: the patch has to follow the code.
set -uo pipefail
cd "$(dirname "$0")/../.."
names=${*:-$(cd tests/mutants && ls ./*.patch | sed 's,^\./,,; s,\.patch$,,')}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
log=$PWD/build/log/mutants-output.txt
mkdir -p build/log
: > "$log"

programs="tensor recipe arena verdict bound covering shrink bias_test zoo probe support ask convention session"

# what must fail, the quick first
failing() {
  make -s -j1 all || return 2
  local program
  for program in check zoo; do
    JOBS=1 ATTEST=build/attest timeout 60 tests/cli/run.sh $program || { echo "golden test $program"; return 0; }
  done
  for program in $programs; do
    make -s -j1 "build/tests/test_$program" || return 2
    timeout 120 "build/tests/test_$program" || { echo "test_$program"; return 0; }
  done
  return 1
}

# the tree as it is, built once; a copy with its times is then as good as built
mkdir "$work/right" && git ls-files -co --exclude-standard -z | xargs -0 cp --parents -t "$work/right" || exit 3
cd "$work/right" || exit 3
make -s -j1 all $(printf 'build/tests/test_%s ' $programs) > "$log" 2>&1 || { tail -n 20 "$log"; echo "the tree itself does not build"; exit 3; }
echo "== none" >> "$log"
if failing >> "$log" 2>&1; then tail -n 20 "$log"; echo "the tests fail without a fault"; exit 3; fi

# one fault, in a copy of its own
try() {
  mkdir "$work/$1" && cp -a "$work/right/." "$work/$1" && cd "$work/$1" || exit 3
  if patch -s -p1 < "tests/mutants/$1.patch" > out.txt 2>&1; then
    failing >> out.txt 2>&1
    case $? in
      0) echo "killed $1: $(tail -n 1 out.txt)" ;;
      1) echo "SURVIVED $1" ;;
      *) echo "error $1: it does not build" ;;
    esac
  else
    echo "error $1: the patch does not apply"
  fi
  { echo "== $1" && cat out.txt; } >> "$log"
  rm -rf "${work:?}/$1"
}
export work log programs
export -f failing try

results=$(echo $names | tr ' ' '\n' | xargs -P "${JOBS:-2}" -I {} bash -c 'try {}' | tee /dev/stderr)
killed=$(grep -c '^killed ' <<< "$results")
count=$(echo $names | wc -w)
echo "$killed of $count killed"
[ "$killed" = "$count" ]
