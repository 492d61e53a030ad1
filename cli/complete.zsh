#compdef attest
# Completion of attest in zsh. The words come from the command itself, which knows its options and their values;
# where it has none, zsh completes file names.
local -a found
found=(${(f)"$(${(Q)~words[1]} --complete ${(Q)words[2,CURRENT]} 2> /dev/null)"})
if (( $#found )); then compadd -a found; else _files; fi
