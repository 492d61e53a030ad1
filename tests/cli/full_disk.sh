# Standard output is a pipe here: the limit would stop a file.
limited() {
  (ulimit -f 0 && try "$@") 2>&1 | cat
}
large 96
heading 'a limit of the size of files'
limited run c -o answers
ls -A answers
limited list c --json list.json
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
