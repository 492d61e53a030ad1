# the list, its head and its length; the story of a mutant and how it is killed; a right one; as a candidate; what is refused
"$ATTEST" zoo >list
head -n 3 list
[ "$(wc -l <list)" -ge 80 ] || echo 'fewer than 80'
heading 'causal-top-left is killed'
"$ATTEST" zoo causal-top-left >story
echo "exit $?"
head -n 4 story
sed -n '5s/ after .*//p; 6s/--case .*/--case/p' story
heading 'and repeats'
sed -n 6p story | sed "s,attest,\"$ATTEST\"," >again.sh
sh again.sh | tail -n 1 | cut -d, -f1
heading 'correct-split survives'
"$ATTEST" zoo correct-split --dtype bf16 --json right.json | cut -d, -f1
grep -o -E '"killed": *(true|false)' right.json | tr -d ' '
heading 'the verdict of check'
"$ATTEST" check zoo:empty-row-nan --refuse all --case 'q_len=2 keys=1 causal=yes alignment=offset offset=-1' | sed -n '1p;2s/,.*//p'
try check zoo:correct-tiled --case 'q_len=2 keys=1 causal=yes alignment=offset offset=-1'
heading 'refused'
try zoo no-such-name
try zoo causal-top-left mask-ignored
try zoo causal-top-left --run
try zoo --run --conventions
try zoo --run --profile causal
try zoo --general
try zoo --causes --profile no-such
try zoo --run --dtype f8
try zoo --dtype
try check zoo:no-such-name
