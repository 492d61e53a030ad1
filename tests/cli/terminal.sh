# what a terminal is shown and a file is not: colour and a bar with rate and time left
command -v script >/dev/null || skip 'script (of bsdutils) is not installed'
unset NO_COLOR
TERM=xterm
export TERM
escape=$(printf '\033')
# on_terminal COMMAND: its standard output and standard error are one; prints what it was sent
on_terminal() { script -qec "$1" /dev/null </dev/null | tr '\r' '\n'; }
says() { if grep -q "$1" "$2"; then echo "yes"; else echo "no"; fi; }
on_terminal "$ATTEST check zoo:causal-top-left --suite conventions --dtype f32" >terminal
echo "red failures: $(says "$escape\[31mFAIL$escape\[0m " terminal)"
echo "red last line: $(says "$escape\[31mfail$escape\[0m: [0-9]* cases" terminal)"
on_terminal "$ATTEST check reference --dtype f32" >terminal
echo "green last line: $(says "$escape\[32mpass$escape\[0m: [0-9]* cases" terminal)"
echo "a bar: $(says '^\[#* *\] [0-9]* of [0-9]* ' terminal)"
echo "rate and time left: $(says '^\[#* *\] [0-9]* of [0-9]*  [0-9.]*/s, [0-9]*:[0-9][0-9] left  f32' terminal)"
for setting in NO_COLOR=1 TERM=dumb; do
  on_terminal "env $setting $ATTEST check reference --suite conventions --dtype f32" >terminal
  echo "$setting, coloured: $(says "$escape\[3[0-9]m" terminal)"
done
"$ATTEST" check zoo:causal-top-left --suite conventions --dtype f32 >file 2>&1
echo "a file, coloured: $(says "$escape" file), with a bar: $(says '^\[#* *\]' file)"
on_terminal "stty cols 40; $ATTEST check reference --dtype f32" | sed "s/$escape\[K//g" >terminal
echo "a bar that fits: $(says '^\[#* *\] [0-9]* of' terminal), at most 39 columns: $(if grep '^\[' terminal | grep -q '.\{40\}'; then echo no; else echo yes; fi)"
