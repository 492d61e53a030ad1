# Standard output is a pipe here: the limit would stop a file.
# It is a KiB, which LLVM's OpenMP takes for a file of its own before anything else runs.
limited() {
  (ulimit -f 2 && try "$@") 2>&1 | cat
}
large 200
mkdir several
for n in 1 2 3 4 5; do cp -R c several/$n; done
echo '{"cases": ["1", "2", "3", "4", "5"]}' >several/index.json
heading 'a limit of the size of files'
limited run c -o answers
ls -A answers
limited list several --json list.json | tail -n 2
ls -A
heading 'what is there stays as it was'
mkdir old
echo precious >old/out.npy
limited run c -o old
ls -A old
cat old/out.npy
heading 'a full device'
rm old/out.npy
ln -s /dev/full old/out.npy
try run c -o old
ls -A old
try list c --json /dev/full
heading 'standard output is full'
"$ATTEST" list c >/dev/full
echo "exit $?"
"$ATTEST" --help >/dev/full
echo "exit $?"
