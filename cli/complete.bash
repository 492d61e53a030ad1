# Completion of attest in bash. The words come from the command itself, which knows its options and their values;
# where it has none, bash completes file names.
_attest() {
  local words=() word glued='' current=${COMP_WORDS[COMP_CWORD]}
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do # bash has split --option=VALUE and zoo:NAME
    if [[ $glued || (${#words[@]} -gt 0 && $word == [:=]*) ]]; then words[-1]+=$word; else words+=("$word"); fi
    if [[ $word == [:=]* ]]; then glued=yes; else glued=; fi
  done
  [[ $current != [:=]* ]] || current=
  mapfile -t COMPREPLY < <("${1/#\~\//$HOME/}" --complete "${words[@]}" 2> /dev/null)
  COMPREPLY=("${COMPREPLY[@]#"${words[-1]%"$current"}"}") # bash inserts only what follows the split
}
complete -o default -F _attest attest
