"""Proves one unit with Frama-C WP: a file of proofs/wp (lemmas, each proved once) or of ref (code, proved with the lemmas given)."""

import ast
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
WP = ROOT / "proofs/wp"
PROVERS = ROOT / "proofs/results/provers.json"
UNPROVED = WP / "unproved.json"

# this unit proves the functions of the headers for all others; it also calls every function whose contract is assumed
HEADERS = "proofs/wp/base.c"
# proved in the float model
IEEE = "proofs/wp/ieee.c"
# a contract or a loop invariant that implies false would prove everything: each is tried as a hypothesis of false
SMOKE = ["-wp-smoke-tests", "-wp-no-smoke-dead-code", "-wp-no-smoke-dead-local-init", "-wp-smoke-timeout", "1"]
# WP runs the smoke tests of functions with some goal that is selected
FEW_GOALS = "-wp-prop=-@lemma,-@ensures,-@invariant,-@assert,-@requires"
HYPOTHESIS = re.compile(r"\b(?:requires|loop invariant)\b")
# here conjunctions are too much for one goal: each of their parts is one
SPLIT = {"ref/problem.c", "ref/layer_heads.c"}
# what every unit of lemmas ends with: a lemma that must not be provable
CONTRADICTION = "contradiction"
# these read memory through void pointers, which the plain typed memory model refuses to cast: a tensor's data, a workspace
TENSOR, WORKSPACE = ROOT / "ref/logic/tensor.h", ROOT / "ref/workspace.h"

GOAL = re.compile(r"^\[wp\] (?:\[(?P<result>[^\]]+)\] )?Goal (?P<name>\S+)(?: : (?P<verdict>\w+))?")
SMOKE_TEST = re.compile(r"^\[wp\] \[(?P<result>[^\]]+)\] Smoke-test (?P<name>\S+)")
DEFINITION = re.compile(r"^(?:static inline |static |)[A-Za-z_][\w ]*[ *]+(?P<name>\w+)\([^;{]*\)\s*\{", re.M)
GHOST = re.compile(r"^/\*@ ghost\n.*?\*/", re.M | re.S)


def functions(path, ghost=True):
    """Names of the functions that a file defines, with where each definition starts: with ghost functions, which are lemmas, or without."""
    text = path.read_text()
    if not ghost:
        text = GHOST.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    return {m["name"]: m.start() for m in DEFINITION.finditer(text)}


def inline_functions():
    return sorted(n for p in (ROOT / "ref").rglob("*.h") for n in functions(p))


def split_goal(goal, names):
    """typed_real_FUNCTION_rest -> (FUNCTION, rest); lemmas -> ('lemma', NAME). A goal of nobody is an error."""
    goal = re.sub(r"^typed_(cast_)?(real_)?(check_(?=lemma_))?", "", goal)
    if goal.startswith("lemma_"):
        return "lemma", goal[len("lemma_"):]
    for name in sorted(names, key=len, reverse=True):
        if goal.startswith(name + "_"):
            return name, goal[len(name) + 1:]
    raise SystemExit(f"no function has the goal {goal}")


@functools.cache
def known_provers():
    """{unit: {function: {goal: prover}}}: the prover that took a goal, where it is not the first one asked."""
    return json.loads(PROVERS.read_text()) if PROVERS.exists() else {}


def write_session(unit, model, root=ROOT):
    """The known provers as proof scripts of WP, each of one line: WP's options to replay them. What a script leaves open, later attempts take."""
    session = root / "build/wp/session" / unit.replace("/", "-")
    shutil.rmtree(session, ignore_errors=True)
    (session / "script").mkdir(parents=True)
    version = dict(re.findall(r'name = "(\w+)"\n(?:path = .*\n)?version = "([^"]+)"', (WP / "why3.conf.in").read_text()))
    for function, goals in known_provers().get(unit, {}).items():
        for goal, prover in goals.items():
            script = [{"prover": f"{prover}:{version[prover]}", "verdict": "valid", "time": 15}]
            (session / "script" / f"{model.lower().replace('+', '_')}_{function}_{goal}.json").write_text(json.dumps(script))
    return ["-wp-session", str(session)]


def frama_c(unit, options, model, provers, timeout="4", root=ROOT, log=""):
    """Runs WP on a file: the goals as {function: {goal: prover or None}}, the smoke tests as [(name, passed)], and what went wrong. (root: of a copy
    of the project, to prove that; log: what follows the unit's name in that of the log.)"""
    environment = {**os.environ, "BUILD": str(ROOT / "build/wp"), "JOBS": "1", "MODEL": model, "TIMEOUT": timeout, "PROVERS": provers}
    log = root / "build/wp/log" / (unit.replace("/", "-") + log + ".txt")
    log.parent.mkdir(parents=True, exist_ok=True)
    options = [*(["-wp-split"] if unit in SPLIT else []), *options]
    with log.open("w") as to:
        run = subprocess.run(["proofs/wp/wp.sh", unit, *options], cwd=root, stdout=to, stderr=subprocess.STDOUT, check=False, env=environment)
    return parse(unit, log.read_text(), run.returncode)


def parse(unit, output, status):
    """What WP printed about a file, as frama_c returns it."""
    names = {**functions(ROOT / unit), **dict.fromkeys(inline_functions())}
    goals, smoke = {}, []
    for line in output.splitlines():
        m = SMOKE_TEST.match(line)
        if m:
            smoke.append((m["name"], m["result"] == "Passed"))
        m = GOAL.match(line)
        if m:
            function, goal = split_goal(m["name"], names)
            proved = m["verdict"] in ("Valid", "trivial")
            if goal == CONTRADICTION:
                smoke.append((goal, not proved))
                continue
            prover = (m["result"] or "Qed").split()[0]
            if prover == "Script":
                prover = known_provers()[unit][function][goal]
            goals.setdefault(function, {})[goal] = prover if proved else None
    count = re.search(r"Proved goals:\s+\d+ / (\d+)", output)
    counted = sum(len(g) for g in goals.values()) + len(smoke)
    problem = None
    if status != 0:
        problem = output[-2000:]
    elif not counted:
        problem = "Frama-C made no goal"
    elif count and int(count[1]) != counted:
        problem = f"Frama-C counted {count[1]} goals, {counted} were read"
    return goals, smoke, problem


def forget_failures():
    """A prover that ran out of time, or of memory beside others, may say so in words that WP keeps as a failure: only what is proved is kept."""
    for answer in (ROOT / "build/wp/cache").glob("*.json"):
        with contextlib.suppress(FileNotFoundError):  # another unit does the same
            if '"valid"' not in answer.read_text():
                answer.unlink()


def chosen(unit, names):
    """WP's options for some functions of a unit, or some lemmas; all lemmas of the other units are given."""
    if is_of_lemmas(unit):
        return ["-wp-prop=" + ",".join(names)]
    return ["-wp-prop=-@lemma", *(["-wp-fct", ",".join(names)] if names else [])]


def is_of_lemmas(unit):
    """Whether a unit proves lemmas, and not functions."""
    return unit.startswith("proofs/") and unit not in (HEADERS, IEEE)


def still_open(goals):
    """The functions that have a goal which is not proved; of lemmas, those."""
    lemmas = [lemma for lemma, prover in goals.get("lemma", {}).items() if not prover]
    return lemmas + [f for f, found in goals.items() if f != "lemma" and not all(found.values())]


def attempts(unit):
    """Which provers are asked, and for how many seconds. The first attempt asks one, and those that are known to prove goals of this unit. A function
    with a goal left goes to all provers again, with more time. (Nested predicates over tensors unfold only with cvc5's --macros-quant.)"""
    casts = "cast" in model_of(ROOT / unit) and not unit.startswith("proofs/")
    first, rest = ("cvc5,cvc5macros" if casts else "cvc5"), "cvc5,cvc5macros,cvc5max,z3,cvc5ind"
    known = sorted({prover.lower() for goals in known_provers().get(unit, {}).values() for prover in goals.values()})
    return [(",".join(dict.fromkeys([*first.split(","), *known])), "10"), *((rest, longer) for longer in ("4", "20", "80"))]


def model_of(path):
    """The memory and arithmetic model in which a unit is read."""
    if str(path.relative_to(ROOT)) == IEEE:
        return "Typed"
    return "Typed+cast+real" if {TENSOR, WORKSPACE} & {*included(path)} else "Typed+real"


PLAIN_COMMENT = re.compile(r"/\*(?!@).*?\*/|//(?!@)[^\n]*", re.S)


def meaning(path):
    """The text of a file as far as a proof can rest on it: without comments, those in ACSL excepted."""
    text = path.read_text()
    return ast.unparse(ast.parse(text)) if path.suffix == ".py" else PLAIN_COMMENT.sub(" ", text)


def fingerprint(path):
    """A digest of all that the proof of a unit rests on: files, provers, and which lemmas are this unit's to prove."""
    files = [*dict.fromkeys(included(path)), path, WP / "unit.py", WP / "wp.sh", WP / "why3.conf.in", *([UNPROVED] if UNPROVED.exists() else [])]
    texts = [f"{f.relative_to(ROOT)}\n{meaning(f)}" for f in files]
    return hashlib.sha256("".join([*texts, json.dumps([versions(), own_lemmas(path)])]).encode()).hexdigest()


def included(path):
    """The files of the project that a file includes, and those that they include."""
    found = []
    for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M):
        for base in (ROOT, ROOT / "include"):
            if (base / name).exists():
                found += [*included(base / name), base / name]
    return found


def own_lemmas(unit):
    """The lemmas that this unit proves: those of the files it includes that no unit before it includes. (Then no two lemmas can rest
    on each other: what stands before a lemma in its unit was proved there or in a unit before.)"""
    before = {f for u in sorted(WP.glob("*.c")) if u < unit for f in [u, *included(u)]}
    return [lemma for f in dict.fromkeys([*included(unit), unit]) if f not in before
            for lemma in re.findall(r"\blemma (\w+)", f.read_text())]


def unproved():
    """{file: {function or lemma: what was tried}}: what is stated and not proved."""
    return json.loads(UNPROVED.read_text()) if UNPROVED.exists() else {}


@functools.cache
def versions():
    def first(*command):
        out = subprocess.run(command, capture_output=True, text=True, check=False)
        return (out.stdout + out.stderr).splitlines()[0].strip()
    return {"frama-c": first("frama-c", "-version"), "why3": first("why3", "--version"), "z3": first("z3", "--version"),
            "cvc5": first("cvc5", "--version")}


def run_unit(path):
    """What prove_unit finds, or what it found the last time if nothing has changed and nothing was open."""
    unit = str(path.relative_to(ROOT))
    kept = ROOT / "build/wp/proved" / (unit.replace("/", "-") + ".json")
    mark = fingerprint(path)
    if kept.exists() and (before := json.loads(kept.read_text()))["of"] == mark:
        return unit, before["goals"], before["smoke"], None
    unit, goals, smoke, problem = prove_unit(path)
    if not problem and not still_open(goals) and all(passed for _, passed in smoke):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({"of": mark, "goals": goals, "smoke": smoke}))
    return unit, goals, smoke, problem


def prove_unit(path):
    """Proves one file: its name, the goals, the smoke tests, and what went wrong, if anything. Of a function that is listed as open the
    goals are counted, and only WP's own simplifier is asked."""
    unit = str(path.relative_to(ROOT))
    model = model_of(path)
    open_functions = sorted(unproved().get(unit, {}))
    of_lemmas = is_of_lemmas(unit)
    named = own_lemmas(path) if of_lemmas else functions(path)
    names = [f for f in named if f not in (*open_functions, CONTRADICTION)]
    goals, problem = {}, None
    for attempt, (provers, limit) in enumerate(attempts(unit)):
        if problem or not (names or unit == HEADERS) or (attempt > 0 and not still_open(goals)):
            break
        if attempt > 0:
            forget_failures()
        asked = still_open(goals) if attempt > 0 else names if unit != HEADERS else []
        session = write_session(unit, model) if attempt == 0 else []
        more, _, problem = frama_c(unit, [*chosen(unit, asked), *session], model, ("script," if session else "") + provers, limit)
        goals = {**goals, **more, "lemma": {**goals.get("lemma", {}), **more.get("lemma", {})}}
    smoke, other = contradictions(unit, model, names) if not problem else ([], None)
    problem = problem or other
    if of_lemmas:
        missing = set(names) - set(goals.get("lemma", {}))
        problem = problem or (f"no goal for {', '.join(sorted(missing))}" if missing else None)
        goals.setdefault("lemma", {}).update(dict.fromkeys(open_functions))
    elif open_functions:
        more, _, other = frama_c(unit, ["-wp-prop=-@lemma", "-wp-fct", ",".join(open_functions)], model, "none", log=".open")
        goals, problem = {**goals, **more}, problem or other
    return unit, goals, smoke, problem


def contradictions(unit, model, names):
    """The smoke tests of a unit, and what went wrong: in the unit of a file of ref/, of each contract and loop; in a unit of lemmas, of all axioms and
    lemmas together. A solver that finds no contradiction spends its whole time: one is asked, once the goals are proved."""
    if is_of_lemmas(unit):
        options = chosen(unit, [CONTRADICTION])
    elif unit == HEADERS:
        options = [*SMOKE, "-wp-prop=-@lemma"]
    else:  # what a call can contradict is a contract that is assumed
        options = [*SMOKE, "-wp-no-smoke-dead-call", FEW_GOALS, "-wp-fct", ",".join(names)]
    _, smoke, problem = frama_c(unit, options, model, "cvc5", "2" if is_of_lemmas(unit) else "1", log=".smoke")
    expected = names and (is_of_lemmas(unit) or HYPOTHESIS.search((ROOT / unit).read_text()))
    return smoke, problem or ("no smoke test was run" if expected and not smoke else None)
