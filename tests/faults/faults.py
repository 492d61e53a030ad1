"""What attest does when the system fails it: of each command, each call of a kind fails once, the N-th of a process, for N to exhaustion.

usage: faults.py ATTEST ALLOCATIONS.so [--jobs N] [--most POINTS] [--only COMMAND] [--call KIND]

A run with a fault must end in one of two ways: as without it, with the same lines and the same files; or with status 3 (2, where what failed is a file that was named),
one line on standard error that begins with "attest COMMAND:", and no new file, or whole ones. Never by a signal, never with another verdict; and nothing may be left
in the directory for temporary files. A candidate whose own allocation fails may fail. Calls of the system fail by strace --inject (6.1), allocations by allocations.so. A report makes ten thousands of allocations in seconds each time, and a benchmark as many as it has time for: of these
commands the first allocation at each place fails, which the calls that led there tell apart. POINTS: at most so many of each, spread evenly; of commands that take seconds, two, and every third kind of call.
"""
import argparse, collections, concurrent.futures, os, re, shutil, sys, tempfile

from runs import Run, commands, judge, make_inputs

# What fails, and how. In the processes of candidates only what is their own business too: how they load, and the memory that they have.
CALLS = [("openat", "EMFILE", True), ("openat", "ENOMEM", True), ("write", "ENOSPC", False), ("write", "EIO", False), ("read", "EIO", False), ("mmap", "ENOMEM", True),
         ("clone,clone3,fork,vfork", "EAGAIN", True), ("pipe2,pipe", "EMFILE", False), ("socketpair", "EMFILE", False), ("memfd_create", "EMFILE", False),
         ("ftruncate", "ENOSPC", False), ("rename,renameat,renameat2", "EIO", False), ("mkdir,mkdirat", "ENOSPC", False), ("dup2,dup3", "EMFILE", False),
         ("fcntl", "EINVAL", False), ("sendmsg,recvmsg,sendto,recvfrom", "ENOBUFS", False), ("poll,ppoll", "EINTR", False), ("poll,ppoll", "ENOMEM", False),
         ("wait4,waitid", "EINTR", False), ("getdents64", "EIO", False), ("execve", "ENOMEM", True), ("newfstatat,fstat,statx", "EIO", False),
         ("prctl,seccomp", "EINVAL", False), ("getrandom", "ENOSYS", False), ("lseek", "EIO", False), ("chdir,fchdir", "EIO", False), ("sched_getaffinity", "EINVAL", False)]


def thinned(points, most):
    """At most so many of them, spread evenly, the first and the last among them; 0: all."""
    if most == 0 or len(points) <= most: return points
    return [points[n * (len(points) - 1) // (most - 1)] for n in range(most)]


def calls_made(attest, command, calls, follow):
    """The number of each such call that a process makes, but for those of the program loader, for whose failure the program cannot answer. The first thing that
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
    return range(before + 1, max(counts, default=0) + 1)


def allocations_made(attest, command, library, depth):
    """The number of each allocation that a process makes; of a command that takes seconds, each place of one."""
    log = tempfile.mkdtemp(prefix="faults.")
    Run(attest, command, environment={"LD_PRELOAD": library, "FAULT_ALLOCATION": f"?+{depth}", "FAULT_LOG": log + "/log"}).close()
    lines = [line.split() for line in open(log + "/log")] if os.path.exists(log + "/log") else []
    shutil.rmtree(log)
    if command.heavy: return list(dict.fromkeys("@" + place for _, place in lines))
    counts = collections.Counter(process for process, _ in lines)
    return range(1, max(counts.values(), default=0) + 1)


def faults(attest, command, library, only):
    """Each kind of fault: what it is called, the points at which it can be, how one is arranged (words before the command, and the
    environment), and whether it is in the process of a candidate alone."""
    for calls, error, all_too in CALLS:
        for follow in (False, True) if all_too else (False,):
            if only and only not in calls: continue
            yield (f"{calls}={error}{' in all' if follow else ''}", lambda c=calls, f=follow: calls_made(attest, command, c, f),
                   lambda n, c=calls, e=error, f=follow: (["strace", "-o", "/dev/null", *(["-f"] if f else []), "-e", "trace=" + c, "-e", f"inject={c}:error={e}:when={n}"], None), False)
    for depth in (0, 1):
        if only and only != "allocation": continue
        yield (f"allocation, {depth} below", lambda d=depth: allocations_made(attest, command, library, d),
               lambda n, d=depth: ([], {"LD_PRELOAD": library, "FAULT_ALLOCATION": f"{n}+{d}"}), depth > 0)


MET = set()  # kinds of faults that changed how some run ended


def kind_of(name): return "allocation" if name.startswith("allocation") else "openat" if "openat" in name else name


def try_points(attest, command, clean, name, points, arrange, candidate, pool):
    """How many of the points are passed, and how many fail; tells of the first that fail. candidate: as judge has it."""
    def said(point):
        run = Run(attest, command, *arrange(point)).close()
        if run.status != clean.status: MET.add(kind_of(name))
        return judge(clean, run, candidate)
    wrong = [(point, text) for point, text in zip(points, pool.map(said, points)) if text]
    for point, text in wrong[:3]: print(f"FAIL {' '.join(command.words)[:100]}: {name}, number {point}: {text}", flush=True)
    if len(wrong) > 3: print(f"     and {len(wrong) - 3} more")
    return len(points) - len(wrong), len(wrong)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("attest"), options.add_argument("allocations")
    options.add_argument("--most", type=int, default=0), options.add_argument("--only", default=""), options.add_argument("--call", default="")
    options.add_argument("--jobs", type=int, default=1)
    given = options.parse_args()
    pool = concurrent.futures.ThreadPoolExecutor(given.jobs)
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
        for number, (name, made_of, arrange, candidate) in enumerate(faults(attest, command, library, given.call)):
            if given.most and command.heavy and number % 3 > 0: continue
            points = thinned(made_of(), given.most and max(2, given.most // (8 if command.heavy else 1)))
            got = try_points(attest, command, clean, name, points, arrange, candidate, pool)
            passed, failed = passed + got[0], failed + got[1]
        print(f"{command.name} {' '.join(command.words[1:])[:60]}: {passed} passed, {failed} failed so far", flush=True)
    shutil.rmtree(made)
    # faults that reach no command, as when nothing is preloaded, would pass all
    for kind in {"allocation", "openat"} - MET:
        if not given.only and (not given.call or kind == given.call):
            failed += 1
            print(f"FAIL no run met a fault: {kind}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
