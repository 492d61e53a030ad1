# poke FILE OFFSET-FROM-END DATA: overwrites bytes near the end of a file; DATA is a format of printf.
poke() {
  size=$(wc -c <"$1")
  printf "$3" | dd of="$1" bs=1 seek=$((size - $2)) conv=notrunc 2>/dev/null
}
heading 'the last of out is 4.5, expected 4'
fresh uniform
poke c/out.npy 8 '\0\0\0\0\0\0\022\100'
try verify c --json result.json
cat result.json
heading 'the tolerance itself passes'
sed -i 's/"layout"/"tolerance": 0.5, "layout"/' c/case.json
try verify c
fresh uniform
sed -i 's/"layout"/"tolerance": 0, "layout"/' c/case.json
try verify c
heading 'NaN'
fresh uniform
poke c/out.npy 16 '\0\0\0\0\0\0\370\177'
try verify c --json result.json
cat result.json
heading 'infinity'
fresh uniform
poke c/out.npy 24 '\0\0\0\0\0\0\360\177'
try verify c
heading 'plus infinity for minus infinity, in lse'
fresh masked
poke c/lse.npy 16 '\0\0\0\0\0\0\360\177'
try verify c
heading 'a finite number for minus infinity'
fresh masked
poke c/lse.npy 16 '\0\0\0\0\0\0\360\277'
try verify c
heading 'NaN in the reference, too: q is NaN, and so is out'
fresh uniform
poke c/q.npy 8 '\0\0\0\0\0\0\370\177'
poke c/out.npy 16 '\0\0\0\0\0\0\370\177\0\0\0\0\0\0\370\177'
try verify c
heading 'one wrong weight among right outputs'
fresh causal
poke c/weights.npy 4 '\0\0\200\060'
try verify c
poke c/weights.npy 4 '\0\0\200\077'
try verify c
heading 'wrong y'
fresh layer
poke c/y.npy 2 '\0\300'
try verify c
heading 'the tolerance that the case states: 1.9e-09 is too much for 1e-9, not for 2e-9'
fresh sink
sed -i 's/"tolerance": [^,]*,/"tolerance": 1e-9,/' c/case.json
try verify c
sed -i 's/"tolerance": [^,]*,/"tolerance": 2e-9,/' c/case.json
try verify c
heading 'the others are judged all the same'
mkdir all
cp -R "$CASES/uniform" all/good
fresh uniform
poke c/out.npy 16 '\0\0\0\0\0\0\370\177'
mv c all/bad
try verify all
