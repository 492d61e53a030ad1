run_as_user=
if [ "$(id -u)" -eq 0 ]; then
  run_as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
  chmod 755 . .. # mktemp's is 700
  $run_as_user "$ATTEST" --version >/dev/null 2>&1 || skip 'run by root, whom no permission stops, and another user cannot run the program'
fi
try_as_user() {
  $run_as_user "$ATTEST" "$@"
  echo "exit $?"
}
fresh uniform
chmod 000 c/k.npy
try_as_user verify c
fresh uniform
chmod 000 c/case.json
try_as_user verify c
fresh uniform
chmod 000 c
try_as_user verify c
chmod 755 c
mkdir locked
chmod 555 locked
try_as_user run c -o locked
try_as_user verify c --json locked/result.json
ls -A locked
