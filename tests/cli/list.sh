heading 'an index'
try list "$CASES"
heading 'one case'
fresh uniform
try list c
try list c/ --json list.json
cat list.json
heading 'no index: by name'
mkdir all
cp -R "$CASES/uniform" "$CASES/causal" all
mkdir all/not-a-case
try list all
heading 'an index that nests'
mkdir all/sub
mv all/causal all/sub
echo '{"cases": ["sub/causal", "uniform"]}' >all/index.json
try list all
heading 'only case.json is read'
rm all/uniform/q.npy
try list all
heading 'options'
sed 's/"options": {}/"options": {"scale": -2, "softcap": 30, "causal": true, "window": [null, 3], "alignment": "offset", "offset": -1}/' \
  "$CASES/uniform/case.json" >c/case.json
try list c
