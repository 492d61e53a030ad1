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
