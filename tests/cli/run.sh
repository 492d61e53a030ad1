#!/bin/bash
# Golden tests of the attest command. Each NAME.sh runs in an empty directory with ATTEST (the program), CASES (./cases) and lib.sh's functions;
# what it prints, standard error included, is compared with NAME.exact. A script that exits with 77 is skipped; its last line says why.
# Usage: ATTEST=path-to-attest tests/cli/run.sh [NAME ...]     UPDATE=1 writes the .exact files instead of comparing.
# The longest run first, one more than JOBS=2 at a time since some wait.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${ATTEST:?expected the path of the program}"
ATTEST=$(cd "$(dirname "$ATTEST")" && pwd)/$(basename "$ATTEST")
CASES=$here/cases
LC_ALL=C
ATTEST_INCLUDE=$(cd "$here/../../include" && pwd)
export ATTEST ATTEST_INCLUDE CASES LC_ALL
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
longest='shard report command study report_browser terminal zoo'
[ $# -gt 0 ] || set -- $longest $(cd "$here" && ls ./*.sh | sed 's,^\./,,; s,\.sh$,,' | grep -v -x -e run -e lib $(printf -- '-e %s ' $longest))

golden() {
  local name=$1 status difference=
  mkdir "$work/$name"
  (cd "$work/$name" && exec sh -c '. "$0/lib.sh"; . "$0/$1.sh"' "$here" "$name") >"$work/$name.out" 2>&1 </dev/null
  status=$?
  if [ $status -eq 77 ]; then
    echo "skip $name: $(tail -n 1 "$work/$name.out")"
  elif [ "${UPDATE:-0}" = 1 ] && [ $status -eq 0 ]; then
    cp "$work/$name.out" "$here/$name.exact"
    echo "wrote $name.exact"
  elif difference=$(diff -u "$here/$name.exact" "$work/$name.out") && [ $status -eq 0 ]; then
    echo "pass $name"
  else
    printf '%s\n' "$difference"
    echo "FAIL $name (script exit $status)"
  fi
}
export here work
export -f golden

printf '%s\n' "$@" | xargs -P $((${JOBS:-2} + 1)) -I {} bash -c 'told=$(golden {}); echo "$told"' |
  awk -v asked=$# '{print} /^pass /{p++} /^FAIL /{f++} /^skip /{k++} /^wrote /{w++}
    END {f += asked - p - f - k - w; printf "%d passed, %d failed%s\n", p, f, k ? ", " k " skipped" : ""; exit f > 0}'
