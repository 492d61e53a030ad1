"""What attest does at bad times: a signal, small limits, no stream to write to, a locale with a comma.

usage: conditions.py ATTEST [--long] [--seed N] [--kind KIND] [--only COMMAND]     KIND: signal, limit, stream or locale

Whatever happens, no process is left, no temporary file, and each output is whole or as it was. Besides:
  signal  The run ends by the signal, or with its right result if it was done. SIGKILL alone may leave the temporary
          file of one output, which nobody can remove then: the same command must succeed beside it. The moments are
          spread over the time that the command takes, and drawn with the seed that is printed first.
  limit   As without it, or status 3 (2) and one line. Before attest begins, the loader's line counts.
  stream  Where standard output cannot be written: status 3 and one line, or SIGPIPE. Other streams change nothing.
  locale  As in C.
"""
import argparse, json, os, random, re, shutil, signal, subprocess, sys, tempfile

from runs import Command, Run, commands, complains, half_written, judge, left, make_inputs, results, same

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
KIB, MIB = 1 << 10, 1 << 20
# options of util-linux's prlimit; processes are those of a user who has no others
LIMITS = [*(f"--stack={n * KIB}" for n in (64, 128, 256, 512)), f"--stack={64 * KIB}:unlimited",
          *(f"--as={n * MIB}" for n in (32, 64, 180, 290, 320, 330, 400, 1000)),
          *(f"--nproc={n}" for n in (0, 1, 2, 3, 4, 6)),
          *(f"--nofile={n}" for n in (4, 5, 6, 8, 16, 64)), "--fsize=0"]
# several threads with little stack, and little memory with one
OTHERS = [([], {"OMP_STACKSIZE": "64K"}), (["prlimit", f"--as={200 * MIB}"], {"OMP_NUM_THREADS": "1"})]
UNWRITABLE = [">/dev/full", ">&-", ">&- 2>&-", "pipe", "pipe, ignored"]
STREAMS = [*UNWRITABLE, "2>&-", "2>/dev/full", "<&-"]


# ---- commands in which there is something to interrupt

def make_large(case, rows):
    """A case whose answer takes a while to write."""
    os.mkdir(case)
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, {rows}, 1), }}\n".encode()
    content = b"\x93NUMPY\x01\x00" + bytes([len(header), 0]) + header + bytes(4 * rows)
    tensors = {name: {"dtype": "float32", "shape": [1, 1, rows, 1]} for name in "qkv"}
    for name in tensors:
        with open(f"{case}/{name}.npy", "wb") as f: f.write(content)
    with open(case + "/case.json", "w") as f: json.dump({"layout": "BHSD", "tensors": tensors}, f)


def lasting(attest, cases, library, made):
    make_large(made + "/large", 1500)
    with open(made + "/peers.json", "w") as f: json.dump({"served": f"{attest} bench --serve {library}"}, f)
    with open(made + "/answers.sh", "w") as f:  # with a child that would outlive it
        f.write(f'sleep 100 & for c in "$1"/*/; do {attest} run "$c" -o "$c/o" >&2 && mv "$c"/o/out.npy "$c"; done\n')
    outputs, files = results()
    one = ["--case", "q_len=4 keys=5 d_k=4 d_v=4", "--no-xray"]
    bench = ["bench", "--smoke", "--dtype", "f32", "--mask", "full", "--keys", "16"]
    others = ["--variant", "attest,candidate,served", "--candidate", library, "--peers", made + "/peers.json"]
    return [
        Command("run", ["run", made + "/large", "-o", "out"], outputs=["out"]),
        Command("verify", ["verify", cases, "--json", "out.json"], outputs=["out.json"]),
        Command("check", ["check", library, "--suite", "conventions", "--dtype", "f32", *files], outputs=outputs),
        Command("check", ["check", "--command", f"sh {made}/answers.sh", *one, *files], outputs=outputs),
        Command("merge", ["merge", made + "/1.json", made + "/2.json", *files], outputs=outputs),
        Command("bench", [*bench, *others, "--json", "out.json"], outputs=["out.json"], heavy=True),
        Command("report", ["report", "--smoke", "-o", "out"], outputs=["out"], heavy=True),
    ]


# ---- what is tried

class Tests:
    """Counts what was tried, and prints what is wrong. of: the commands with which nothing happened."""

    def __init__(self, attest):
        self.attest, self.known, self.passed, self.failed = attest, {}, 0, 0

    def clean(self, command):
        """A run in which nothing happens, once for each command line."""
        words = tuple(command.words)
        if words not in self.known: self.known[words] = Run(self.attest, command).close()
        if command.status not in (None, self.known[words].status): sys.exit(f"{command}: {vars(self.known[words])}")
        return self.known[words]

    def add(self, command, condition, said):
        self.passed += said == ""
        self.failed += said != ""
        if said: print(f"FAIL attest {command}: {condition}: {said}", flush=True)


# ---- signals

def judge_ended(clean, got, number, old):
    if number == signal.SIGKILL: got.left = [f for f in got.left if not got.is_temporary(f)]
    if left(got): return left(got)
    if got.status == clean.status: return same(clean, got)
    if got.status != -number: return f"status {got.status}: {got.err[-300:]}"
    if old and len(got.files) < len(got.command.outputs): return f"of what was there is left {sorted(got.files)}"
    if half_written(clean, got) or number != signal.SIGKILL: return half_written(clean, got)
    status = got.again().status
    return same(clean, got) if status == clean.status else f"status {status} in a second run: {got.err[-300:]}"


def signals(command, tests, moments, chance):
    clean = tests.clean(command)
    for number in SIGNALS:
        group = number == signal.SIGINT  # as from a terminal
        for n in range(moments):
            after, old = 1.05 * clean.seconds * (n + chance.random()) / moments, n % 2 == 1
            got = Run(tests.attest, command, ["env", "--default-signal=INT,TERM"], old=old, ends=(number, after, group))
            condition = f"{number.name} after {after:.4f} of {clean.seconds:.4f} s"
            tests.add(command, condition, judge_ended(clean, got, number, old))
            got.close()


# ---- limits

def judge_limited(clean, got):
    loader = got.status == 127 and "error while loading shared libraries" in got.err
    shell = "--command" in got.command.words and got.status == 1  # the candidate's is under the limit too, and may fail
    return left(got) or half_written(clean, got) if loader or shell else judge(clean, got)


def limits(command, tests, every):
    clean = tests.clean(command)
    someone = ["setpriv", "--reuid=54321", "--clear-groups"] if os.getuid() == 0 else []
    tried = [([*(someone if "nproc" in limit else []), "prlimit", limit], {}) for limit in LIMITS[::every]]
    for before, environment in tried + OTHERS:
        got = Run(tests.attest, command, before, environment).close()
        tests.add(command, f"{' '.join(before)} {environment or ''}", judge_limited(clean, got))


# ---- streams

def judge_stream(clean, got, stream):
    if left(got): return left(got)
    if stream == "pipe" and got.status == -signal.SIGPIPE: return half_written(clean, got)
    expected = 3 if stream in UNWRITABLE and clean.out != "" else clean.status
    if got.status != expected: return f"status {got.status}, expected {expected}: {got.err[-300:]}"
    if expected != 3: return same(clean, got)
    return half_written(clean, got) if complains(got) or "2>" in stream else f"says {got.err[-400:]!r}"


def run_with(attest, command, stream):
    if not stream.startswith("pipe"): return Run(attest, command, ["sh", "-c", f'exec "$0" "$@" {stream}']).close()
    reader, writer = os.pipe()
    os.close(reader)
    how = "ignore" if "ignored" in stream else "default"
    got = Run(attest, command, ["env", f"--{how}-signal=PIPE"], stdout=writer).close()
    os.close(writer)
    return got


def streams(command, tests, some):
    for stream in some:
        got = run_with(tests.attest, command, stream)
        tests.add(command, stream, judge_stream(tests.clean(command), got, stream))


def helps():
    names = ("run", "verify", "check", "merge", "bench", "report")
    usages = [Command("help", ["--help"]), Command("check", ["check"], status=2)]
    return usages + [Command(name, [name, "--help"]) for name in names]


# ---- a locale

def make_locale(to):
    """The environment of a locale whose numbers have a comma; None if there is none."""
    chosen, quiet = {"LOCPATH": to, "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}, subprocess.DEVNULL
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", to + "/de_DE.UTF-8"], stdout=quiet, stderr=quiet)
    point = subprocess.run(["locale", "decimal_point"], env={**os.environ, **chosen}, capture_output=True).stdout
    return chosen if point == b",\n" else None


def judge_locale(clean, got):
    if left(got): return left(got)
    if got.status != clean.status: return f"status {got.status}: {got.err[-300:]}"
    commas = [len(re.findall(r"\d,\d", run.out)) for run in (clean, got)]
    alike = commas[0] == commas[1] if got.heavy else (got.out, got.err) == (clean.out, clean.err)
    return same(clean, got) if alike else "other lines:\n" + got.out + got.err


def locale(command, tests, chosen):
    got = Run(tests.attest, command, environment=chosen).close()
    tests.add(command, "a locale with a comma", judge_locale(tests.clean(command), got))


# ---- all

def moments(command, long):
    """How many of each signal."""
    if command.name == "report": return 6 if long else 1
    return 40 if long else 3 if command.heavy else 6


def read_arguments():
    options = argparse.ArgumentParser()
    options.add_argument("attest")
    options.add_argument("--long", action="store_true")
    options.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options.add_argument("--kind", default="")
    options.add_argument("--only", default="")
    return options.parse_args()


def main():
    given = read_arguments()
    attest, here = os.path.abspath(given.attest), os.path.dirname(os.path.abspath(__file__))
    cases, library = os.path.normpath(here + "/../cli/cases"), os.path.dirname(attest) + "/libcandidate.so"
    made, tests = tempfile.mkdtemp(prefix="faults."), Tests(attest)
    os.chmod(made, 0o755)
    print(f"--seed {given.seed}", flush=True)
    make_inputs(attest, made, "quick" if given.long else "conventions")
    all_of, comma = commands(cases, library, made), make_locale(made)

    def short(command): return not given.long and command.heavy

    for kind, of, test in [
            ("signal", lasting(attest, cases, library, made),
             lambda c: signals(c, tests, moments(c, given.long), random.Random(f"{given.seed} {c.name}"))),
            ("limit", all_of if given.long else all_of[:-1], lambda c: limits(c, tests, 2 if short(c) else 1)),
            ("stream", all_of + helps(),
             lambda c: streams(c, tests, STREAMS[:1] if c.name == "report" and short(c) else STREAMS)),
            ("locale", all_of if comma else [], lambda c: locale(c, tests, comma))]:
        for command in of:
            if given.only in ("", command.name) and given.kind in ("", kind): test(command)
        print(f"{kind}: {tests.passed} passed, {tests.failed} failed so far", flush=True)
    shutil.rmtree(made)
    print(f"{tests.passed} passed, {tests.failed} failed" + ("" if comma else f", {len(all_of)} skipped"))
    sys.exit(tests.failed > 0)


main()
