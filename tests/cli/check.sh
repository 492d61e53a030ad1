# the reference judged by itself, one case of each kind of verdict, and what is refused
try check reference --case 'dtype=f64 q_len=3 keys=5 d_k=4 d_v=4 causal=yes alignment=bottom-right seed=1'
try check not-there
cp "$CASES/index.json" .
try check ./index.json --case 'seed=1' 2>&1 | sed "s,$PWD/,,"
try check reference --case 'keys=many'
try check reference --case 'dtype=f32 q_heads=3 kv_heads=2'
try check reference --suite some
try check reference --dtype f8
try check reference --minutes soon
try check reference --timeout 0
try check reference --seed -1
cat > zeros.c <<'C'
#include "attest_check.h"
#include <string.h>
attest_status attest_candidate(const attest_problem *p, const attest_answer *a) {
  if (p->causal) return ATTEST_UNSUPPORTED;
  if (p->windowed) __builtin_trap();
  memset(a->out.data, 0, sizeof(float) * (size_t)(p->q.size[2] * p->v.size[3]));
  return ATTEST_OK;
}
attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  d->gives_lse = false;
  return dtype == ATTEST_F32 ? ATTEST_OK : ATTEST_UNSUPPORTED;
}
C
cc -shared -fPIC -I"$ATTEST_INCLUDE" zeros.c -o libzeros.so
try check libzeros.so --case 'q_len=2 keys=2 d_k=2 d_v=2 fill=constant'
try check libzeros.so --case 'q_len=2 keys=2 d_k=2 d_v=2 fill=constant' --accumulate f16 --scores bf16 --probabilities f16
try check libzeros.so --case 'q_len=2 keys=2 d_k=2 d_v=2 windowed=yes alignment=top-left'
try check libzeros.so --case 'causal=yes alignment=top-left'
try check libzeros.so --case 'dtype=f16'
heading 'conventions'
corner='q_len=2 keys=3 d_k=2 d_v=2 causal=yes alignment=bottom-right seed=1'
try check zoo:causal-top-left --case "$corner"
try check zoo:causal-top-left --case "$corner" --accept causal-top-left --refuse all | tail -n 2
try check zoo:causal-top-left --case "$corner" --refuse lse-base-2,causal-top-left | grep smallest
try check zoo:correct-tiled --case "$corner" --accept causal-top-left | head -n 2
try check reference --accept top-left
"$ATTEST" check zoo:causal-top-left --case "$corner" --json out.json >lines
tr -d ' \n' <out.json | grep -o -e '"conventions":[^]]*\]' -e '"verdict":[^]]*\]'
heading 'a page'
cp libzeros.so 'a<b>&"c.so'
"$ATTEST" check './a<b>&"c.so' --case 'q_len=2 keys=2 d_k=2 d_v=3 fill=constant' --html page.html >lines
echo "exit $?"
cat >page.py <<'P'
import sys, xml.dom.minidom
page = xml.dom.minidom.parseString(open("page.html").read().replace("<!DOCTYPE html>", ""))
text = lambda node: "".join(child.data for child in node.childNodes)
print(text(page.getElementsByTagName("h1")[0]))
for name in ("h2", "th", "td", "h3"): print([text(node) for node in page.getElementsByTagName(name)])
for section in page.getElementsByTagName("section"):
    for p in section.getElementsByTagName("p"):
        print(p.getAttribute("class"), " ".join(text(code) for code in p.getElementsByTagName("code")))
    print([rect.getAttribute("class") for rect in section.getElementsByTagName("rect")])
P
python3 page.py
try check reference --case 'q_len=2' --html not-there/page.html 2>&1 | tail -n 2
