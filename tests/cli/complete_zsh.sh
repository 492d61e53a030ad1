# what an interactive zsh, on a terminal of its own, makes of a line and TAB
command -v zsh >/dev/null || skip 'zsh is not installed: setup.sh installs it'
mkdir functions
cp "$ATTEST_INCLUDE/../cli/complete.zsh" functions/_attest
touch a-file
cat >query.zsh <<'END'
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "PS1=; fpath=($PWD/functions \$fpath); PATH=${ATTEST:h}:\$PATH; autoload -Uz compinit; compinit -D"
zpty -w shell "completed() { zle complete-word; print -r -- \"\$BUFFER\" > answering; mv answering answer; BUFFER= }"
zpty -w shell "zle -N completed; bindkey '^I' completed; print ready > answer"
# 20 s at most: what the shell prints is read, or it would wait
answer() { for i in {1..1000}; do zpty -r -t shell > /dev/null; [[ -e answer ]] && break; sleep 0.02; done; cat answer; rm -f answer }
answer
while IFS= read -r line; do
  zpty -w -n shell "$line"$'\t'
  print -r -- "$line -> $(answer)."
done
zpty -d shell
END
zsh -f query.zsh <<'END'
attest chec
attest check --sui
attest check --dtype b
attest check --dtype=b
attest check zoo:causal-to
attest check --accept all,lse
attest study cl
attest check --junit a-f
attest list a-f
END
