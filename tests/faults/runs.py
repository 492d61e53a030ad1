"""Runs of attest to which something happens: the commands, a run in a directory of its own, its judgement."""
import glob, json, os, re, shutil, signal, subprocess, tempfile, time
import xml.etree.ElementTree as xml

OLD = "what was there before\n"


class Command:
    """A command line, the status that it has if nothing happens (None: any), the files that it writes; heavy: it takes
    a second, and times something."""

    def __init__(self, name, words, status=0, outputs=(), heavy=False):
        self.name, self.words, self.status, self.outputs, self.heavy = name, words, status, outputs, heavy

    def __str__(self): return " ".join(self.words)[:100]

    def write_old(self, here):
        """Something in place of each output; of a directory, one file that the command may replace."""
        for name in self.outputs:
            inside = "" if "." in name else "/index.html" if self.name == "report" else "/weights.npy"
            if inside: os.mkdir(f"{here}/{name}")
            with open(f"{here}/{name}{inside}", "w") as f: f.write(OLD)


def results():
    """The files that check and merge write, and the options for them."""
    outputs = ["out.json", "out.xml", "out.html", "out.sarif"]
    return outputs, [word for pair in zip(["--json", "--junit", "--html", "--sarif"], outputs) for word in pair]


def commands(cases, library, made):
    one = ["--case", "q_len=4 keys=5 d_k=4 d_v=4"]
    capped = ["--case", "q_len=4 keys=5 d_k=4 d_v=4 softcap=1", "--no-xray"]
    copies = ["--command", f"cp {cases}/causal/out.npy {{}}/*/ 2>/dev/null; true", "--no-xray"]
    bench = ["bench", "--smoke", "--dtype", "f32", "--mask", "full", "--keys", "16"]
    outputs, files = results()
    return [
        Command("run", ["run", cases + "/causal", "-o", "out"], outputs=["out"]),
        Command("verify", ["verify", cases + "/causal", "--json", "out.json"], outputs=["out.json"]),
        Command("check", ["check", "blocked", *one, *files], outputs=outputs),
        Command("check", ["check", library, *one, "--json", "out.json"], outputs=["out.json"]),
        Command("check", ["check", "zoo:cap-ignored", *capped], status=1),
        Command("check", ["check", *copies, "--case", "q_len=3 keys=3 d_k=2 d_v=2"], status=None),
        Command("merge", ["merge", made + "/1.json", made + "/2.json", "--json", "out.json"], outputs=["out.json"]),
        Command("bench", ["bench", "--compare", made + "/bench.json", made + "/bench.json"]),
        Command("bench", [*bench, "--variant", "blocked", "--threads", "2", "--json", "out.json"], outputs=["out.json"],
                heavy=True),
        Command("bench", [*bench, "--variant", "attest,candidate", "--candidate", library], heavy=True),
        Command("report", ["report", "--smoke", "-o", "out"], outputs=["out"], heavy=True),
    ]


def make_inputs(attest, to, suite):
    """Files for merge and bench --compare."""
    for n in "12":
        share = ["--suite", suite, "--shard", n + "/2", "--json", f"{to}/{n}.json"]
        subprocess.run([attest, "check", "blocked", "--dtype", "f32", *share], check=True, stdout=subprocess.DEVNULL)
    bench = [attest, "bench", "--smoke", "--variant", "blocked", "--dtype", "f32", "--json", to + "/bench.json"]
    subprocess.run(bench, check=True, stdout=subprocess.DEVNULL)


class Run:
    """One run in a directory of its own: its status, lines, files; what it left. old: something is there in place of
    each output. ends: a signal, the seconds after which it comes, and whether to the whole group of processes."""

    def __init__(self, attest, command, before=(), environment=None, old=False, ends=None, stdout=subprocess.PIPE):
        self.at, self.command, self.heavy = tempfile.mkdtemp(prefix="faults."), command, command.heavy
        self.here, self.temporary = self.at + "/here", self.at + "/tmp"
        for made in self.here, self.temporary: os.mkdir(made), os.chmod(made, 0o777)
        os.chmod(self.at, 0o755)
        if old: command.write_old(self.here)
        self.words = [attest, *command.words]
        self.environment = {**os.environ, "TMPDIR": self.temporary, "LC_ALL": "C", **(environment or {})}
        self.begin([*before, *self.words], ends, stdout)
        self.look()

    def again(self):
        """The same beside what it left, and nothing happens."""
        self.begin(self.words, None, subprocess.PIPE)
        self.look()
        return self

    def look(self):
        outputs = self.command.outputs
        self.alive, self.left = self.processes(), self.leftovers()
        for process in self.alive: os.kill(process, signal.SIGKILL)
        self.files = {f: self.content(self.here + "/" + f) for f in outputs if os.path.exists(self.here + "/" + f)}

    def begin(self, words, ends, stdout):
        begun = time.monotonic()
        # what an ended run leaves behind may hold a pipe, and no other run may need a file
        told = [open(f"{self.at}/{name}", "w+") for name in ("out", "err")] if ends else [stdout, subprocess.PIPE]
        process = subprocess.Popen(words, cwd=self.here, env=self.environment, stdin=subprocess.DEVNULL, stdout=told[0],
                                   stderr=told[1], text=True, errors="replace", start_new_session=True)
        try:
            if ends: self.end(process, *ends)
            self.out, self.err = (text or "" for text in process.communicate(timeout=120))
            self.status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            self.out = self.err = ""
            self.status = "hangs"
        self.seconds = time.monotonic() - begun
        if ends: self.settle(told)

    def end(self, process, number, after, group):
        try: process.wait(after)
        except subprocess.TimeoutExpired: (os.killpg if group else os.kill)(process.pid, number)

    def settle(self, told):
        """What an ended process leaves to the one that cleans up after it takes a moment."""
        until = time.monotonic() + 15
        while (self.processes() or os.listdir(self.temporary)) and time.monotonic() < until: time.sleep(0.01)
        self.out, self.err = (open(f.name, errors="replace").read() for f in told)
        for f in told: f.close()

    def processes(self):
        """Those that still run: the environment of each names the directory of this run."""
        found = {}
        for path in glob.glob("/proc/[0-9]*"):
            try:
                with open(path + "/environ", "rb") as f: its = self.temporary.encode() in f.read()
                with open(path + "/cmdline", errors="replace") as f: words = f.read().replace("\0", " ")
                if its: found[int(path[6:])] = words
            except OSError: pass  # it has ended, or is somebody else's
        return found

    def leftovers(self):
        beside = [f for f in os.listdir(self.here) if f not in self.command.outputs]
        folders = [o for o in self.command.outputs if os.path.isdir(f"{self.here}/{o}")]
        inside = [f"{o}/{f}" for o in folders for f in os.listdir(f"{self.here}/{o}")]
        return os.listdir(self.temporary) + beside + [f for f in inside if ".tmp." in f]

    def is_temporary(self, name):
        """Whether what was left is the file that an output is written to at first."""
        return ".tmp." in name and os.path.isfile(f"{self.here}/{name}")

    def content(self, path):
        """OLD; what a whole file says, without times; that it is whole, if it says nothing else; or that it is not."""
        if os.path.isdir(path): return {f: self.content(f"{path}/{f}") for f in os.listdir(path) if ".tmp." not in f}
        with open(path, "rb") as f: raw = f.read()
        if raw == OLD.encode(): return OLD
        if path.endswith(".npy"): return raw
        text = raw.decode(errors="replace")
        try:
            if path.endswith((".json", ".sarif")): json.loads(text)
            if path.endswith((".xml", ".svg")): xml.fromstring(text)
            if path.endswith(".html") and not text.endswith("</html>\n"): return "half of a file"
        except (ValueError, xml.ParseError): return "half of a file"
        return re.sub(r'"seconds": *[-0-9.e+]+|time="[0-9.]*"', "", text) if not self.heavy else len(text) > 0

    def close(self):
        shutil.rmtree(self.at, ignore_errors=True)
        return self


def verdict(run):
    """The lines that must not change: of a heavy command, which prints times, the last. A failing case may be shrunk
    less far: the verdict stands."""
    lines = run.out.rstrip("\n").split("\n")
    return lines[-1:] if run.heavy else [line for line in lines if run.status == 0 or line.startswith(("FAIL", "fail"))]


def is_whole(content, whole):
    """Whether an output is as it was before, or as without a fault; of a directory each file."""
    if isinstance(content, dict): return all(is_whole(content[f], whole.get(f, OLD)) for f in content)
    return content in (OLD, whole)


def half_written(clean, got):
    wrong = [name for name, content in got.files.items() if not is_whole(content, clean.files[name])]
    return f"half-written {wrong[0]}" if wrong else ""


def left(got):
    return f"left {got.left}" if got.left else f"still runs: {list(got.alive.values())}" if got.alive else ""


def complains(got):
    """Whether there is one line on standard error; a library's own may precede it."""
    lines = [line for line in got.err.split("\n") if line and not line.startswith("libgomp: ")]
    return len(lines) == 1 and re.match(r"attest( [a-z]+)?: ", lines[0]) is not None


def same(clean, got):
    """What differs from a run to which nothing happened."""
    if verdict(got) != verdict(clean): return "the same status, other lines:\n" + got.out
    return "" if got.files == clean.files else f"the same status, other files: {sorted(got.files)}"


def is_starved(got):
    """Whether a candidate that had no memory fails, and is said to fail by that."""
    said = (r"^FAIL (returned an error|exited): .*\n     (not enough memory|the candidate ended its process|exit status)"
            r"|^WRONG .*: (it returned: not enough memory|the candidate ended its process)")
    return got.status == 1 and re.search(said, got.out, re.M) and "half of a file" not in got.files.values()


def judge(clean, got, candidate=False):
    """What is wrong with a run that had a fault; "": nothing. candidate: the fault was in the process of a candidate."""
    if left(got): return left(got)
    if candidate and is_starved(got): return ""
    if got.status == clean.status: return same(clean, got)
    if got.status not in (2, 3): return f"status {got.status}, not {clean.status}: {got.out[-300:]} {got.err[-300:]}"
    if not complains(got): return f"status {got.status}, and says {got.err[-400:]!r}"
    return half_written(clean, got)
