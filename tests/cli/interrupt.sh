# Ended by a signal while it writes 32 MiB (or just after, on a fast disk), it leaves no temporary file.
large 2048
for signal in INT TERM HUP; do
  # a shell starts background jobs with SIGINT ignored; env gives it its default back
  env --default-signal=INT "$ATTEST" run c -o answers >/dev/null &
  pid=$!
  until ls answers/weights.npy* >/dev/null 2>&1; do
    kill -0 $pid 2>/dev/null || break
    sleep 0.01
  done
  kill -$signal $pid 2>/dev/null
  wait $pid 2>/dev/null
  case $? in
  0 | 129 | 130 | 143) ;; # it was done before, or ended by the signal
  *) echo "$signal: exit $?" ;;
  esac
  ls answers | grep -v -x -e out.npy -e lse.npy -e weights.npy
  rm -rf answers
done
echo 'nothing temporary is left'
