# JUnit XML: a reader of XML agrees with the closing lines; what XML cannot hold is escaped
cat >read.py <<'P'
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
sums = {"tests": 0, "failures": 0, "skipped": 0}
names = set()
for suite in root:
    cases = list(suite)
    found = {"tests": len(cases), "failures": sum(c.find("failure") is not None for c in cases), "skipped": sum(c.find("skipped") is not None for c in cases)}
    assert all(found[key] == int(suite.get(key)) for key in found), (suite.attrib, found)
    for key in found: sums[key] += found[key]
    assert all(c.get("classname") == suite.get("name") for c in cases)
    names |= {c.get("name") for c in cases}
print(root.get("name"), *sums.items(), "different:", len(names))
print(*[suite.get("name") for suite in root])
for c in root.iter("testcase"):
    for f in list(c)[:1]:
        print(c.get("name"), "|", f.tag, "|", f.get("message"), "|", f.text)
        sys.exit()
P
read_xml() { /usr/bin/python3 read.py "$1"; }
"$ATTEST" check reference --suite conventions --dtype f32 --junit right.xml | tail -n 2 | sed 's/ at .*//'
read_xml right.xml
"$ATTEST" check zoo:causal-top-left --refuse all --suite conventions --dtype f32 --junit wrong.xml | tail -n 2 | sed 's/ at .*//'
read_xml wrong.xml | cut -c -400
heading 'a convention is no failure, and named'
"$ATTEST" check zoo:causal-top-left --suite conventions --dtype f32 --accept all --junit convention.xml | tail -n 1 | sed 's/ at .*//'
read_xml convention.xml
heading 'probes that do not hold and bias tests'
"$ATTEST" check zoo:mask-multiplied --suite conventions --dtype bf16 --junit odd.xml | grep -c -e 'bias test' -e '^not bitwise' -e 'FAIL bf16'
grep -A 99 'testsuite name="whole"' odd.xml | cut -c -160
heading 'a command that is full of markup, and fails; reasons alike'
cat >odd.sh <<'S'
for c in "$2"/*/; do
  if grep -q '"softcap"' "$c/case.json"; then printf 'a <b> & "c" \001 ]]> \377 tab\t.' >"$c/skip.txt"; else cp "$c/q.npy" "$c/out.npy"; fi
done
S
try check --command "sh odd.sh '<&>\"'" --case 'seed=1 softcap=2' --junit none.xml | tail -n 1
try check --command "sh odd.sh '<&>\"'" --case 'seed=1' --junit command.xml | tail -n 1
read_xml command.xml
cat command.xml
heading 'where it cannot be written'
try check reference --case seed=1 --junit not/there.xml | grep -v '^pass'
[ ! -e not ]
