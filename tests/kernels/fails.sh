#!/bin/sh
# usage: fails.sh CAUSE COMMAND ARG ...   succeeds if the command, attest check or the like, ends with exit status 1 and
# names CAUSE as the first cause of the failures
cause=$1
shift
found=$(mktemp) || exit
"$@" --json "$found" > /dev/null
status=$?
grep -A 3 '"causes": \[' "$found" | grep -q "\"name\": \"$cause\""
named=$?
rm -f "$found"
[ $status = 1 ] && [ $named = 0 ]
