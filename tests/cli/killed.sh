# Killed while it writes, it leaves its temporary file, which nobody can remove then. A later process with the same
# number, as a container's programs have, writes beside it.
alone='unshare --pid --fork'
$alone true 2>/dev/null || alone='unshare --map-root-user --pid --fork'
$alone true 2>/dev/null || skip 'no right to a name space of processes, not even as another user'
large 2048
$alone sh -c '"$ATTEST" run c -o answers >/dev/null &
  until ls answers/weights.npy* >/dev/null 2>&1; do kill -0 $! 2>/dev/null || break; sleep 0.01; done
  kill -KILL $! 2>/dev/null; wait 2>/dev/null'
$alone sh -c '"$ATTEST" run c -o answers >/dev/null & wait $!; echo "exit $?"'
