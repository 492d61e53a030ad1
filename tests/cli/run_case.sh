for name in uniform causal scores softcap masked sink layer inputs; do
  heading $name
  try run "$CASES/$name"
  try run "$CASES/$name" -o $name
  ls -A $name
done
heading 'byte for byte as NumPy writes it'
for file in uniform/out uniform/lse uniform/weights masked/out; do cmp "$CASES/$file.npy" $file.npy && echo $file; done
heading 'written again over what is there; out is stored as the case says'
try run "$CASES/causal" --output causal
tail -c 32 causal/out.npy | od -A n -t f8
heading 'not into a case'
fresh uniform
try run c -o c
cmp c/out.npy "$CASES/uniform/out.npy"
heading 'not into a file, nor where nothing can be made'
echo precious >file
try run c -o file
try run c -o file/sub
try run c -o not-there/sub
cat file
heading 'more values than are shown'
large 96
try run c
