#!/bin/bash
# usage: tests/mutants/run.sh [NAME ...]     UPDATE=1 writes killers.txt, which says what killed each and is tried first the next time;
#                                             DRAWN=N tries N that are drawn at random, and of the others only whether they apply
# Who checks the checker: each NAME.patch puts a fault into it. In a copy of the tree, built, something of what tests it must then fail:
# its golden tests, its unit tests, the zoo. Closes with 'K of N killed'; the others are named. A patch that does not apply, or a tree
# that does not build with it, is an error: the patch has to follow the code.
set -uo pipefail
cd "$(dirname "$0")/../.."
names=${*:-$(cd tests/mutants && ls ./*.patch | sed 's,^\./,,; s,\.patch$,,')}
here=$PWD/tests/mutants
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
log=$PWD/build/log/mutants-output.txt
mkdir -p build/log
: > "$log"

tests="golden-check golden-zoo golden-verify_files tensor recipe arena verdict bound covering shrink bias_test zoo probe support ask convention session"

# one of these tests, built first; 125: it does not build (a test program ends with the number of its failures)
passes() {
  case $1 in
  golden-*) make -s -j1 build/attest || return 125; UPDATE=0 JOBS=1 ATTEST=build/attest timeout 60 tests/cli/run.sh "${1#golden-}" ;;
  *) make -s -j1 "build/tests/test_$1" || return 125; timeout 120 "build/tests/test_$1" ;;
  esac
}

# which test fails: the one that failed for this fault before is tried first, then the quick ones
failing() {
  local test before
  before=$(sed -n "s/^$1 //p" tests/mutants/killers.txt)
  for test in $before $(tr ' ' '\n' <<< "$tests" | grep -v -x -e "${before:-none}"); do
    passes "$test"
    case $? in
      0) ;;
      125) return 125 ;;
      *) echo "$test"; return 0 ;;
    esac
  done
  return 1
}

# The tree as it is, built once; a copy with its times is then as good as built. What the suites unit and cli built is not compiled again. That the tests pass
# without a fault is what those suites say.
mkdir -p "$work/right/build" build/obj && git ls-files -co --exclude-standard -z | xargs -0 cp -a --parents -t "$work/right" && cp -a build/obj "$work/right/build" || exit 3
cd "$work/right" || exit 3
make -s -j"${JOBS:-2}" build/attest $(tr ' ' '\n' <<< "$tests" | sed -n '/golden/!s,^,build/tests/test_,p') > "$log" 2>&1 || {
  tail -n 20 "$log"
  echo "the tree itself does not build"
  exit 3
}

# a test that cannot run in a copy would kill everything
for test in golden-check verdict; do
  passes $test >> "$log" 2>&1 || { echo "$test fails without a fault"; exit 3; }
done

# one fault, in a copy of its own
try() {
  mkdir "$work/$1" && cp -a "$work/right/." "$work/$1" && cd "$work/$1" || exit 3
  if patch -s -p1 < "tests/mutants/$1.patch" > out.txt 2>&1; then
    failing "$1" >> out.txt 2>&1
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
export work log tests
export -f passes failing try

unfit=
if [ -n "${DRAWN:-}" ]; then
  for name in $names; do patch --dry-run -s -p1 < "tests/mutants/$name.patch" > /dev/null || { echo "error $name: the patch does not apply"; unfit=yes; }; done
  names=$(tr ' ' '\n' <<< "$names" | shuf -n "$DRAWN")
fi
results=$(echo $names | tr ' ' '\n' | xargs -P "${JOBS:-2}" -I {} bash -c 'try {}' | tee /dev/stderr)
[ "${UPDATE:-0}" != 1 ] || sed -n 's/^killed \(.*\): /\1 /p' <<< "$results" | sort > "$here/killers.txt"
killed=$(grep -c '^killed ' <<< "$results")
count=$(echo $names | wc -w)
echo "$killed of $count killed"
[ "$count" -gt 0 ] && [ "$killed" = "$count" ] && [ -z "$unfit" ] && ! grep -q '^error' <<< "$results"
