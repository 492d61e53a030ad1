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

programs="tensor recipe arena verdict bound shrink probe direction convention zoo"

# what must fail, the quick first
failing() {
  make -s -j1 all || return 2
  ATTEST=build/attest timeout 60 tests/cli/run.sh check zoo || { echo "golden tests"; return 0; }
  local program
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

killed=0 count=0 broken=0
for name in $names; do
  count=$((count + 1))
  rm -rf "$work/wrong" && cp -a "$work/right" "$work/wrong" && cd "$work/wrong" || exit 3
  echo "== $name" >> "$log"
  if ! patch -s -p1 < "tests/mutants/$name.patch" >> "$log" 2>&1; then
    echo "error $name: the patch does not apply"
    broken=$((broken + 1))
    continue
  fi
  failing > out.txt 2>&1
  status=$?
  cat out.txt >> "$log"
  case $status in
    0) killed=$((killed + 1)) && echo "killed $name: $(tail -n 1 out.txt)" ;;
    1) echo "SURVIVED $name" ;;
    *) echo "error $name: it does not build" && broken=$((broken + 1)) ;;
  esac
done
echo "$killed of $count killed"
[ "$killed" = "$count" ] && [ "$broken" = 0 ]
