heading 'an index'
try verify "$CASES"
heading 'one case, and as JSON'
fresh uniform
try verify c --json result.json
cat result.json
heading 'a skip, and as JSON'
mkdir all
cp -R "$CASES/uniform" "$CASES/inputs" all
try verify all --json result.json
cat result.json
heading 'nothing to verify'
rm result.json
fresh inputs
try verify c --json result.json
ls -A
heading 'a broken case ends it: no closing line, no JSON'
rm all/uniform/q.npy
try verify all --json result.json
ls -A
heading 'an existing JSON file stays as it was'
echo precious >result.json
try verify all --json result.json
cat result.json
fresh uniform
heading 'a link is written through'
ln -s result.json link
try verify c --json link
head -n 2 result.json
[ -L link ] || echo 'not a link any more'
heading 'a JSON file that cannot be made'
try verify c --json not-there/result.json
heading 'a convention: the diagonal of the first key, where that of the last was asked for'
mkdir mixed
cp -R "$CASES/causal" mixed/first
sed -i s/top-left/bottom-right/ mixed/first/case.json
try verify mixed/first --json result.json
grep -A 6 '"result"' result.json
heading 'refused, and another one declared'
try verify mixed/first --refuse causal-top-left
try verify mixed/first --accept causal-top-left
try verify mixed/first --accept lse-base-2
try verify mixed/first --refuse top-left
heading 'followed in one case and not in another'
cp -R mixed/first mixed/second
"$ATTEST" run mixed/first -o right >run.txt
cp right/*.npy mixed/second # in float64
sed -i '/"out"\|"lse"\|"weights"/s/float32/float64/' mixed/second/case.json
try verify mixed --json result.json
grep -A 8 '"conventions"' result.json
