# attest study: what is printed and refused, what a seed fixes, the files; the verdicts on the claims are those of claims.txt
heading 'what there is'
try study
try study variances
try study shapes
cat >findings.py <<'P'
import json, sys
for table in json.load(open(sys.argv[1]))["tables"]:
    for plot in table["plots"]: print(plot["name"] + ":", plot["finding"])
P
"$ATTEST" study shapes --json shapes.json >/dev/null
/usr/bin/python3 findings.py shapes.json
heading 'bad usage'
try study shapes --samples 100
try study variance --samples 2
try study variance --seconds 3
try study variance --seed -1
try study variance --expect claims.txt
try study variance --csv not-there/here
try study variance shapes
heading 'a seed fixes every number'
"$ATTEST" study variance --seed 7 --samples 20 --json a.json >a
"$ATTEST" study variance --seed 7 --samples 20 --json b.json >b
"$ATTEST" study variance --seed 8 --samples 20 --json c.json >c
cmp a b && cmp a.json b.json && echo same
cmp -s a.json c.json || echo 'another seed, other numbers'
head -n 2 a
/usr/bin/python3 - <<'P'
import json
d = json.load(open("a.json"))
print(d["study"], d["seed"], d["samples"], d["confidence"], len(d["sentences"]), [t["name"] for t in d["tables"]])
rows = [dict(zip([c["name"] for c in d["tables"][0]["columns"]], row)) for row in d["tables"][0]["rows"]]
print(len(rows), sorted({row["entries"] for row in rows}), sorted({row["d_k"] for row in rows}))
print(all(row["low"] <= row["Var(q.k)"] <= row["high"] for row in rows))
P
heading 'files'
"$ATTEST" study saturation --samples 10 --csv files -o files >/dev/null
echo "exit $?"
ls files
/usr/bin/python3 - <<'P'
import csv, xml.etree.ElementTree as tree
rows = list(csv.reader(open("files/saturation.csv")))
print(rows[0], len(rows), all(len(row) == len(rows[0]) for row in rows))
text = "".join(tree.parse("files/saturation-entropy.svg").getroot().itertext())
print([word for word in ["Entropy of the weights", "entropy [nats]", "d_k", "1/sqrt(d_k)"] if word not in text])
P
mkdir empty
(PATH=$PWD/empty; try study saturation --samples 10 -o empty) | tail -n 1
ls -A empty
heading 'errors lie within their bounds'
"$ATTEST" study error --samples 4 --json error.json >/dev/null
echo "exit $?"
/usr/bin/python3 - <<'P'
import json
def rows(document, name):
    table = next(t for t in document["tables"] if t["name"] == name)
    return [dict(zip([c["name"] for c in table["columns"]], row)) for row in table["rows"]]
document = json.load(open("error.json"))
errors = rows(document, "error")
print(sorted({row["sweep"] for row in errors}), sorted({row["keys"] for row in errors}), sorted({row["d_k = d_v"] for row in errors}))
measured = [row for row in errors if row["variant"] not in ("bound", "half an ulp")]
print(all(0 < row["low"] <= row["error of a row"] <= row["high"] and row["error of a row"] <= row["largest"] for row in measured))
print(all(0 < row["largest error/bound"] <= 1 for row in measured))
cells = {kernel: [row["error/bound"] for row in rows(document, "error-map") if row["kernel"] == kernel] for kernel in ("right", "wrong")}
print({kernel: (len(shares), max(shares) <= 1) for kernel, shares in cells.items()})
found = [plot["finding"] for table in document["tables"] for plot in table["plots"]]
print([f for f in found if not ("of its own bound." in f and "uses more than 0." in f) and not f.startswith("Error/magnitude changes as n^-") and " beyond their bounds" not in f])
print(all(row["largest"] <= row["bound"] for row in rows(document, "sums")), all(row["largest |sum - 1|"] <= row["bound"] for row in rows(document, "row-sums")))
P
heading 'activations'
data=$ATTEST_INCLUDE/../tests/data/activations
try study heads --data "$data" --csv files --json heads.json
/usr/bin/python3 findings.py heads.json
wc -l <files/heads.csv
grep -c '^tired,10,it,' files/attention.csv
try study heads
mkdir none
try study heads --data none
cp -r "$data/cat_layer3" none
sed -i 's/"layer": 3/"layer": "third"/' none/cat_layer3/case.json
try study heads --data none
heading 'claims'
expected=$(dirname "$CASES")/claims.txt
"$ATTEST" study claims --expect "$expected" --json claims.json >told
echo "exit $?"
grep -c '^ *[0-9][0-9]* [A-Z].*\(experiment\|arithmetic\)$' told
sed 's/^1 holds$/1 false as stated/; s/^9 .*/9 holds/' "$expected" >other
"$ATTEST" study claims --samples 1000 --expect other >told
echo "exit $?"
grep ^claim told
head -n 40 "$expected" >short
try study claims --samples 1000 --expect short | tail -n 1
(cat "$expected" && echo 42 holds) >long
try study claims --samples 1000 --expect long | tail -n 1
try study claims --samples 1000 --expect not-there | tail -n 1
heading 'where the files go'
echo x >file
try study example --csv file
try study example --csv made --json made/found.json | tail -n 1
ls made
try study variance --data nonsense
