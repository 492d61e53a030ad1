# what others put in the way: links, pipes, deep trees, text that is none, numbers beyond reach; each ends soon, in its own status, and leaves nothing
mkdir here
TMPDIR=$PWD/here
export TMPDIR
one='dtype=f32 q_len=2 keys=3 d_k=2 d_v=2 seed=1'
heading 'a reason that is a pipe'
echo 'for c in "$1"/*/; do mkfifo "$c/skip.txt"; done' >pipe.sh
try check --no-xray --command 'sh pipe.sh' --case "$one"
heading 'a tree deeper than a path can be'
cat >deep.py <<'P'
import os, sys
os.chdir(sys.argv[1])
for n in range(40):
    os.mkdir("d" * 250)
    os.chdir("d" * 250)
P
try check --no-xray --command '/usr/bin/python3 deep.py' --case "$one" | tail -n 2
ls here
heading 'a command that hangs in case after case'
cat >hangs.sh <<'S'
for c in "$1"/*/; do case $c in *[37]/) sleep 100 ;; *) "$ATTEST" run "$c" -o "$c.out" >/dev/null && cp "$c.out/out.npy" "$c" ;; esac; done
S
try check --no-xray --command 'sh hangs.sh' --dtype f32 --suite conventions --timeout 1 | grep 'gave up' | sed 's/[0-9]* cases/N cases/'
heading 'many heads, and nobody who asks'
/usr/bin/python3 - <<'P'
import json, os, struct
def npy(name, shape):
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': %r, }" % (shape,)
    head += " " * (-(11 + len(head)) % 64) + "\n"
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + b"\0" * (4 * (8 if 0 not in shape else 0) * 4))
os.mkdir("heads")
npy("heads/q.npy", (2**30, 2**27, 0, 8)), npy("heads/k.npy", (2**30, 1, 0, 8)), npy("heads/v.npy", (2**30, 1, 0, 8)), npy("heads/out.npy", (2**30, 2**27, 0, 8))
json.dump({"layout": "BHSD", "options": {}, "tensors": {"q": {"dtype": "float32", "shape": [1073741824, 134217728, 0, 8]}, "k": {"dtype": "float32", "shape": [1073741824, 1, 0, 8]}, "v": {"dtype": "float32", "shape": [1073741824, 1, 0, 8]}}}, open("heads/case.json", "w"))
P
try verify heads
try run heads -o heads.out | tail -n 1
heading 'a link in the place of the operands'
mkdir -p precious/0
echo precious >precious/0/q.npy
echo precious >precious/out.npy
cat >link.sh <<'S'
while read -r question rest; do
  case $question in
  answer) c=$(echo "$rest"/*/); "$ATTEST" run "$c" -o "$rest.answer" >/dev/null && cp "$rest.answer/out.npy" "$c" && echo done ;;
  load) c=${rest#* }; rm -rf "$c/operands"; ln -s "$PRECIOUS" "$c/operands"; echo done ;;
  *) echo done ;;
  esac
done
S
PRECIOUS=$PWD/precious
export PRECIOUS
echo '{"link": "sh link.sh"}' >peers.json
"$ATTEST" bench --smoke --mask full --keys 16 --variant attest,link --peers peers.json | grep -e WRONG -e timed
find precious | sort
heading 'two lines for one, the second for the terminal'
printf 'while read -r question rest; do printf "done\\n\\033[31mred\\377\\n"; done\n' >two.sh
echo '{"two": "sh two.sh"}' >peers.json
"$ATTEST" bench --smoke --mask full --keys 16 --variant attest,two --peers peers.json --json two.json | grep -e WRONG -e timed | cat -v
heading 'names that are no text'
cp -R "$CASES/causal" "$(printf 'c\033\377')"
mkdir all
mv c* all
try list all | cat -v | cut -d ' ' -f 1,2
try verify all | cat -v
try verify all --json all.json >/dev/null
heading 'shares whose text is for a page, and whose numbers are beyond reach'
"$ATTEST" check zoo:mask-multiplied --suite conventions --dtype bf16 --no-xray --shard 1/2 --json 1.json >/dev/null
"$ATTEST" check zoo:mask-multiplied --suite conventions --dtype bf16 --no-xray --shard 2/2 --json 2.json >/dev/null
cat >forge.py <<'P'
import json, sys
share = json.load(open("1.json"))
what = sys.argv[1]
if what == "text":
    for case in share["cases"]: case["text"] = case.get("text", "") + "<script>\x1b[31m\x9b" if "text" in case else case.pop("text", None)
    share["cases"] = [{k: v for k, v in case.items() if v is not None} for case in share["cases"]]
elif what == "output":
    for case in share["cases"]:
        if "output" in case: case["output"] = "<script>"
elif what == "rows":
    for case in share["cases"]: case["mean_rows"] = 2**62
else: share["types"]["bf16"]["probes"] = -(2**63)
json.dump(share, open("forged.json", "w"))
P
for what in text output rows probes; do
  /usr/bin/python3 forge.py $what
  try merge forged.json 2.json --html page.html --junit page.xml >told
  grep exit told
  grep 'attest merge' told | cut -c -120
done
cat -v told | grep -c '\^\[' 
grep -c '<script>' page.html page.xml
ls here
