"""What attest does when the system fails it: of each command, each call of a kind fails once, the N-th of a process, for N to exhaustion.

usage: faults.py ATTEST ALLOCATIONS.so [--most POINTS] [--only COMMAND] [--call KIND]

A run with a fault must end in one of two ways: as without it, with the same lines and the same files; or with status 3 (2, where what failed is a file that was named),
one line on standard error that begins with "attest COMMAND:", and no new file, or whole ones. Never by a signal, never with another verdict; and nothing may be left
in the directory for temporary files. Calls of the system fail by strace --inject (6.1), allocations by allocations.so. POINTS: at most so many N of each, spread evenly; of commands that take seconds, two, and every third kind of call.
"""
import argparse, os, re, shutil, sys, tempfile

from runs import Run, commands, judge, make_inputs

# What fails, and how. In the processes of candidates only what is their own business too: how they load, and the memory that they have.
CALLS = [("openat", "EMFILE", True), ("openat", "ENOMEM", True), ("write", "ENOSPC", False), ("write", "EIO", False), ("read", "EIO", False), ("mmap", "ENOMEM", True),
         ("clone,clone3,fork,vfork", "EAGAIN", True), ("pipe2,pipe", "EMFILE", False), ("socketpair", "EMFILE", False), ("memfd_create", "EMFILE", False),
         ("ftruncate", "ENOSPC", False), ("rename,renameat,renameat2", "EIO", False), ("mkdir,mkdirat", "ENOSPC", False), ("dup2,dup3", "EMFILE", False),
         ("fcntl", "EINVAL", False), ("sendmsg,recvmsg,sendto,recvfrom", "ENOBUFS", False), ("poll,ppoll", "EINTR", False), ("poll,ppoll", "ENOMEM", False),
         ("wait4,waitid", "EINTR", False), ("getdents64", "EIO", False), ("execve", "ENOMEM", True), ("newfstatat,fstat,statx", "EIO", False),
         ("prctl,seccomp", "EINVAL", False), ("getrandom", "ENOSYS", False), ("lseek", "EIO", False), ("chdir,fchdir", "EIO", False), ("sched_getaffinity", "EINVAL", False)]


def points(first, count, most):
    if most == 0 or count - first < most: return range(first, count + 1)
    return sorted({first + n * (count - first) // (most - 1) for n in range(most)})


def count_calls(attest, command, calls, follow):
    """The number of such calls that the program loader made, for whose failure the program cannot answer, and the largest number that one process made. The first thing that
    the program does is to look at its standard streams."""
    log = tempfile.mkdtemp(prefix="faults.")
    Run(attest, command, ["strace", *(["-ff"] if follow else []), "-o", log + "/log", "-e", f"trace={calls},fcntl"]).close()
    kind = re.compile(rf"({calls.replace(',', '|')})\(")
    before, counts = 0, []
    for f in os.listdir(log):
        lines = [line for line in open(f"{log}/{f}", errors="replace")]
        counts.append(sum(kind.match(line) is not None for line in lines))
        begins = next((n for n, line in enumerate(lines) if line.startswith("fcntl(0, F_GETFD")), 0)
        before = max(before, sum(kind.match(line) is not None for line in lines[:begins]))
    shutil.rmtree(log)
    return before + 1, max(counts, default=0)


def count_allocations(attest, command, library, depth):
    log = tempfile.mkdtemp(prefix="faults.")
    Run(attest, command, environment={"LD_PRELOAD": library, "FAULT_ALLOCATION": f"?+{depth}", "FAULT_COUNT": log + "/count"}).close()
    count = max((int(n) for n in open(log + "/count").read().split()), default=0) if os.path.exists(log + "/count") else 0
    shutil.rmtree(log)
    return 1, count


def faults(attest, command, library, only):
    """Each kind of fault: what it is called, how often it can be, and how the N-th is arranged: words before the command, and the environment."""
    for calls, error, all_too in CALLS:
        for follow in (False, True) if all_too else (False,):
            if only and only not in calls: continue
            yield (f"{calls}={error}{' in all' if follow else ''}", lambda c=calls, f=follow: count_calls(attest, command, c, f),
                   lambda n, c=calls, e=error, f=follow: (["strace", "-o", "/dev/null", *(["-f"] if f else []), "-e", "trace=" + c, "-e", f"inject={c}:error={e}:when={n}"], None))
    for depth in (0, 1):
        if only and only != "allocation": continue
        yield (f"allocation, {depth} below", lambda d=depth: count_allocations(attest, command, library, d),
               lambda n, d=depth: ([], {"LD_PRELOAD": library, "FAULT_ALLOCATION": f"{n}+{d}"}))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("attest"), options.add_argument("allocations")
    options.add_argument("--most", type=int, default=0), options.add_argument("--only", default=""), options.add_argument("--call", default="")
    given = options.parse_args()
    attest, library = os.path.abspath(given.attest), os.path.abspath(given.allocations)
    cases = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cli/cases")
    made = tempfile.mkdtemp(prefix="faults.")
    passed = failed = 0
    make_inputs(attest, made, "quick")
    for command in commands(os.path.abspath(cases), os.path.join(os.path.dirname(attest), "libcandidate.so"), made):
        if given.only and command.name != given.only: continue
        clean = Run(attest, command).close()
        if command.status is not None and clean.status != command.status:
            sys.exit(f"{command.words}: status {clean.status} without a fault, expected {command.status}: {clean.err}")
        for number, (name, count, arrange) in enumerate(faults(attest, command, library, given.call)):
            if given.most and command.heavy and number % 3 > 0: continue
            wrong = tried = 0
            for n in points(*count(), given.most and max(2, given.most // (8 if command.heavy else 1))):
                before, environment = arrange(n)
                said = judge(clean, Run(attest, command, before, environment).close())
                tried += 1
                wrong += said != ""
                if said and wrong <= 3: print(f"FAIL {' '.join(command.words)[:100]}: {name}, number {n}: {said}", flush=True)
            if wrong > 3: print(f"     and {wrong - 3} more")
            passed += tried - wrong
            failed += wrong
        print(f"{command.name} {' '.join(command.words[1:])[:60]}: {passed} passed, {failed} failed so far", flush=True)
    shutil.rmtree(made)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
