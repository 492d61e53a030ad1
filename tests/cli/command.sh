# candidates that are commands: one of each kind of verdict
mkdir temporary
TMPDIR=$PWD/temporary
export TMPDIR
# candidate NAME: standard input is the body of a loop over the case directories, $c
candidate() {
  { echo 'for c in "$1"/*/; do' && cat && echo 'done'; } >"$1.sh"
}
# check NAME ARG ...: without --no-xray each failing candidate would be asked a hundred cases more
check() {
  heading "$1"
  name=$1
  shift
  try check --command "sh $name.sh" $xray "$@" 2>&1 | grep -v -x 'Segmentation fault' # which some shells say, too
  ls temporary
}
xray=--no-xray
one='dtype=f32 q_len=2 keys=3 d_k=2 d_v=2 seed=1'
answer='"$ATTEST" run "$c" -o answer >/dev/null && cp answer/*.npy "$c"'
echo "$answer" | candidate right
check right --case "$one"
check right --dtype bf16 --suite conventions --json right.json
sed -n '/^ "target"/,/^ "pass"/p; /^  "bf16"/,/^  }/p' right.json
echo 'echo "no room" >"$c/skip.txt"; echo more >>"$c/skip.txt"' | candidate skips
check skips --case "$one"
echo "case \$c in *00001/) $answer ;; *) : >\"\$c/skip.txt\" ;; esac" | candidate skips_most
check skips_most --dtype f64 --suite conventions
echo : | candidate nothing
check nothing --case "$one"
echo "$answer; cp answer/lse.npy \"\$c/out.npy\"" | candidate other_sizes
check other_sizes --case "$one"
echo "$answer; cp half.npy \"\$c/out.npy\"" | candidate narrower
npy '<f2' '(1, 1, 2, 2)' '\0\0\0\0\0\0\0\0' >half.npy
check narrower --case "$one"
echo "$answer; echo x >>\"\$c/out.npy\"" | candidate longer
check longer --case "$one"
npy '<f8' '(8589934592,)' '' >beginning.npy
echo "$answer; cp beginning.npy \"\$c/out.npy\"; truncate -s +64G \"\$c/out.npy\"" | candidate endless
check endless --case "$one"
echo "$answer; sed -i 's/2/3/g' \"\$c/case.json\"" | candidate edits
check edits --case "$one"
echo "$answer; cp \"\$c/k.npy\" \"\$c/v.npy\"" | candidate changes_inputs
check changes_inputs --case "$one"
echo "cp \"\$c/q.npy\" \"\$c/out.npy\"" | candidate wrong
check wrong --case "$one" --json wrong.json
grep -v '"attest"' wrong.json # the version
check wrong --case "$one" --accumulate f16 --scores bf16
echo 'rm -rf other; cp -R "$c" other; sed -i s/bottom-right/top-left/ other/case.json
"$ATTEST" run other -o answer >/dev/null && cp answer/*.npy "$c"' | candidate top_left
corner='dtype=f32 q_len=2 keys=3 d_k=2 d_v=3 causal=yes alignment=bottom-right seed=1'
xray=
check top_left --case "$corner" --refuse all --html page.html
xray=--no-xray
grep -o -e 'failing: [^.]*' -e 'rect class="[a-z]*" x="0" y="[0-9]*" width="9"' page.html
echo "$answer; cp answer/out.npy \"\$c/weights.npy\"" | candidate other_weights
check other_weights --case 'dtype=f32 q_len=2 keys=2 d_k=2 d_v=2 seed=1'
npy '<f4' '(1, 1, 2, 2)' '\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377' >ones.npy
echo 'cp ones.npy "$c/out.npy"' | candidate nan
check nan --case "$one"
echo "$answer; exit 3" | candidate status
check status --case "$one"
echo "$answer; kill -SEGV \$\$" | candidate crash
check crash --case "$one"
echo "sleep 100" | candidate hang
check hang --case "$one" --timeout 0.3
echo "cat; echo to standard output; $answer" | candidate prints
check prints --case "$one"
heading 'bad usage'
try check --command ./not-there --case "$one" 2>&1 | grep -v '^sh:'
try check reference --command true
try check --command true --accumulate f8
try check --command ' '
try check --command true
try check reference --json not-there/results.json
TMPDIR=$PWD/not-there try check --command true --case "$one" 2>&1 | sed "s,$PWD/,,"
heading "a quote in it can be repeated"
try check --command "sh -c 'true' it's" --case "$one" 2>&1 | tail -n 3
heading 'interrupted, it leaves neither files nor processes'
echo 'touch started; sleep 100' | candidate waits
for signal in INT TERM KILL; do
  rm -f started
  env --default-signal=INT "$ATTEST" check --command 'sh waits.sh' --case "$one" >/dev/null 2>&1 &
  pid=$!
  until [ -e started ]; do
    kill -0 $pid 2>/dev/null || break
    sleep 0.01
  done
  kill -$signal $pid
  wait $pid 2>/dev/null
  for n in $(seq 500); do
    [ -n "$(ls temporary)" ] || break
    sleep 0.02
  done
  ls temporary
done
echo 'nothing is left'
