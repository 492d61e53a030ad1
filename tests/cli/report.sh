# attest report: the folder is whole, its page well-formed and self-contained; what fails is said; an earlier report stays until a new one is whole
heading 'bad usage'
try report here
try report --quick --full
try report -o not-there/here
mkdir mine
echo precious >mine/notes.txt
try report --smoke -o mine
ls -A . mine
heading 'a report without the source tree'
try report --smoke >told
tail -n 3 told
ls report | grep -c '\.svg$'
ls report | grep -v -e '\.svg$' -e '\.csv$'
ls -A
cat >page.py <<'P'
import html.parser, json, os, re, sys, xml.etree.ElementTree as tree
folder = sys.argv[1]
text = open(os.path.join(folder, "index.html"), encoding="utf-8").read()
void = {"meta"}
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.unmatched = [], [], [], []
    def handle_starttag(self, tag, attributes):
        if tag not in void: self.open.append(tag)
        self.handle_startendtag(tag, attributes)
    def handle_startendtag(self, tag, attributes):
        for key, value in attributes:
            if key == "id": self.ids.append(value)
            if key in ("href", "src", "xlink:href"): self.links.append(value)
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: self.unmatched.append(tag)
page = Page()
page.feed(text)
page.close()
tree.fromstring(text)
inside = [link[1:] for link in page.links if link.startswith("#")]
files = [link for link in page.links if not link.startswith("#")]
print("left open or closed twice:", page.open + page.unmatched)
print("ids twice:", sorted({i for i in page.ids if page.ids.count(i) > 1}))
print("links to nothing:", sorted(set(inside) - set(page.ids)), [f for f in files if not os.path.isfile(os.path.join(folder, f))])
print("from elsewhere:", [f for f in files if ":" in f or f.startswith("/")], re.findall(r"@import|url\((?!'?#)|<script", text))
parts = json.load(open(os.path.join(folder, "results.json")))["parts"]
print("commands not told:", [p["command"] for p in parts if p["command"] not in text])
said = [s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for p in parts for s in p["result"].get("sentences", [])]
print("sentences:", len(said) > 5, "not in the page:", [s for s in said if s.replace('"', "&quot;") not in text])
def plain(t): return t.replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
above = re.findall(r'<figure id="plot-([^"]*)"><p>([^<]*)</p>\s*<div class="wide picture"><svg role="img" aria-label="([^"]*)"', text)
found = [q["finding"] for p in parts for t in p["result"].get("tables", []) for q in t["plots"]]
print("said above:", len(above), "without a figure:", [a for a in above if not re.search("[0-9]", a[1]) or a[1] != a[2]],
      "not in the page:", [f for f in found if f not in [plain(a[1]) for a in above]])
print("plots:", len([i for i in page.ids if i.startswith("plot-")]), "of", len([f for f in os.listdir(folder) if f.endswith(".svg")]))
print("verdicts:", re.findall(r"<b>((?:pass|FAIL): [0-9]+)", text)[1:], "of the host:", "host_name" in json.dumps(parts))
P
/usr/bin/python3 page.py report
heading 'within it, with a case that fails'
ln -s "$ATTEST_INCLUDE/../tests" "$ATTEST_INCLUDE/../proofs" .
mkdir -p build/vectors
cp -R "$CASES/causal" build/vectors/causal
echo '{"cases": ["causal"]}' >build/vectors/index.json
sed -i s/top-left/bottom-right/ build/vectors/causal/case.json
try report --smoke >told
tail -n 2 told
/usr/bin/python3 page.py report
grep -c 'FAIL: <code>causal</code>' report/index.html
grep -c 'goals about the C functions of the reference are proved' report/index.html
heading 'an implementation'
try report --smoke --candidate ./not-there.so -o other
try report --smoke --candidate zoo:zero-keys-counted -o other >told
tail -n 1 told
/usr/bin/python3 page.py other
grep -o '<li>what: [^<]*' other/index.html
grep -o 'are skipped; the largest error is [^,]* of its bound' other/index.html
grep -c '<figure><svg role="img" aria-label="errors"' other/index.html
grep -o '<b>FAIL: [^<]*</b>[^<]*' other/index.html
grep -o 'None of their answers is right' other/index.html
rm -r other
heading 'beside others: one that is right and slow, one that is wrong'
echo '{"slow": "'"$ATTEST"' bench --serve reference", "wrong": "'"$ATTEST"' bench --serve zoo:scale-none"}' >"two peers.json"
try report --smoke --peers not-there.json -o beside
try report --smoke --peers "two peers.json" --candidate zoo:correct-tiled -o beside >told
tail -n 1 told
/usr/bin/python3 page.py beside
grep -o 'It takes [^,]*, on [0-9]* problems' beside/index.html | sed 's/takes .* times/takes ... times/'
sed -n '/<section id="peers">/,/<.section>/p' beside/index.html >section
grep '^<p>With' section | sed 's/ The \(strongest\|only one\).* Wrong/ ... Wrong/'
grep -o '<th[^<]*<' section
grep -o 'attest bench[^<]*' section
sed -n 's/[0-9.]\{1,\}<.td>/...<\/td>/g; s/.*<tr><td[^>]*>//p' section
rm -r beside
heading 'what fails or is ended leaves the report before it'
cp -R report before
mkdir empty
(PATH=$PWD/empty; try report --smoke)
diff -r before report && echo same
env --default-signal=INT "$ATTEST" report --quick >/dev/null &
pid=$!
until ls -d report.tmp.* >/dev/null 2>&1; do
  kill -0 $pid 2>/dev/null || break
  sleep 0.01
done
sleep 0.5
kill -INT $pid
wait $pid 2>/dev/null
sleep 0.2
diff -r before report && ls -d report*
heading 'folders that are no report, or cannot be replaced'
mkdir -p data sub report/old.csv
echo a,b >data/measurements.csv
try report --smoke -o data
try report --smoke -o report
rmdir report/old.csv
ln -s nowhere dangling
for folder in '' . dangling dangling/ /proc; do try report --smoke -o "$folder"; done
long=$(printf %05000d 0)
try report --smoke -o "$long" 2>&1 | sed 's/0000*/0.../; s/than [0-9]*/than N/'
heading 'the explorer alone is there, as make report leaves it'
rm -rf build
mkdir alone
echo explorer >alone/explorer.html
try report --smoke -o alone >told
tail -n 2 told
heading 'a link to a report'
mv report sub/real
ln -s sub/real link
try report --smoke -o link >told
tail -n 1 told
ls -dF link* sub/*
cmp -s before/results.json sub/real/results.json || echo renewed
heading 'something is put into the report while the next is made'
"$ATTEST" report --smoke -o link >told 2>&1 &
pid=$!
until ls -d sub/real.tmp.* >/dev/null 2>&1; do
  kill -0 $pid 2>/dev/null || break
  sleep 0.01
done
echo mine >sub/real/notes.txt
wait $pid
echo "exit $?"
tail -n 1 told
cat sub/real/notes.txt
ls -dF sub/*
rm sub/real/notes.txt
heading 'a picture that is cut off, as on a full disk'
cat >empty/gnuplot <<'P'
#!/bin/sh
echo '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0'
P
chmod +x empty/gnuplot
(PATH=$PWD/empty:$PATH; try report --smoke -o link)
(PATH=$PWD/empty:$PATH; try study variance --samples 20 -o plots >told; tail -n 1 told)
find plots -type f
