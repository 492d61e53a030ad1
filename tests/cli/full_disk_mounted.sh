# A real full disk: 16 KiB of tmpfs, mounted where only this script sees it.
if unshare --mount true 2>/dev/null; then alone='unshare --mount'
elif unshare --map-root-user --mount true 2>/dev/null; then alone='unshare --map-root-user --mount'
else skip 'no right to mount a file system, not even in a name space of its own'
fi
large 96
mkdir disk
$alone sh -c 'mount -t tmpfs -o size=16k none disk' 2>/dev/null || skip 'mounting a tmpfs is not permitted'
$alone sh -c '. "$0" && mount -t tmpfs -o size=16k none disk && try run c -o disk; ls -A disk' "$(dirname "$CASES")/lib.sh"
