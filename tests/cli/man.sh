# the manual page: every command and every option of --help stands in it, and it is well-formed
page=$ATTEST_INCLUDE/../cli/attest.1
# with its markup gone: "Fl Fl json" is --json
sed -e 's/Fl Fl /--/g' -e 's/Fl o/-o/g' "$page" >page
commands=$("$ATTEST" --help | sed -n '/^commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
echo $commands
for command in $commands; do
  grep -q "^\.Ss attest $command$" page || echo "not in the page: attest $command"
  awk -v title=".Ss attest $command" '/^\.S[sh] / { on = $0 == title } on' page >section
  "$ATTEST" "$command" --help | sed -n 's/^  \(-[-a-z, ]*\).*/\1/p' | tr -s ', ' '\n' | grep '^-.' | sort -u >options
  for option in $(grep -v -x -e --help options); do
    grep -q -e "[ ,(]$option\( \|,\|$\)" section || echo "not in the page: attest $command $option"
  done
  echo "$command: $(grep -c . options) options"
done
command -v mandoc >/dev/null || skip 'mandoc is not installed: setup.sh installs it'
mandoc -Tlint "$page" && echo well-formed
