# what the command offers in place of the last word, and what bash makes of it
PATH=$(dirname "$ATTEST"):$PATH
heading 'every command, and with each every option of its --help and no other'
commands=$(attest --complete '' | grep -v '^-')
echo $commands
for command in $commands; do
  attest --complete "$command" - | sort >offered
  attest "$command" --help | grep -o -e '--[a-z][a-z-]*' | sort -u >named
  attest "$command" --help | sed -n 's/^  \(-[-a-z, ]*\).*/\1/p' | grep -o -e '--[a-z-]*' | sort -u >helped
  echo "$command: $(comm -23 offered named) $(comm -13 offered helped)"
done
attest --complete bench --q-len
heading 'a command that there is not, and words that are no command to complete'
try --complete frobnicate --dtype ''
try --complete worker x y
try --complete
heading 'in bash'
script=$ATTEST_INCLUDE/../cli/complete.bash
bash -n "$script" || echo 'not bash'
cat >query.bash <<'END'
. "$1"
complete -p attest
while IFS=' ' read -ra words; do # . at the end: an empty word
  COMP_WORDS=("${words[@]/%./}") COMP_CWORD=$((${#words[@]} - 1)) COMPREPLY=()
  _attest "${words[0]}"
  echo "${words[*]} -> ${COMPREPLY[*]}"
done
END
bash query.bash "$script" <<'END'
attest ch
attest check --su
attest check --suite .
attest check --suite quick .x
attest check --dtype b
attest check --dtype = .
attest check --dtype = b
attest check zoo : causal-to
attest check --no-xray zoo : causal-to
attest check --accept all,hidden-
attest check --require bit
attest generate --dtype f16 --suite f
attest bench --mask full,r
attest bench dec
attest report -o .
attest run --impl x
attest study cl
attest study -
attest verify --causal t
attest verify --layout .
attest zoo --profile dec
attest zoo causal-to
attest list cases
attest frobnicate .
END
