#!/usr/bin/env python3
"""Breaks the reference, one line at a time, and sees that what should notice does.

usage: proofs/mutants/mutants.py [--jobs N] [--tests] [FILE[:FUNCTION] ...]

Each fault of faults.txt is made in a copy of the project. The goals of the function that has it are asked for, until one stays open: the provers
that prove the function as it is do not prove it, nor do all provers with more time. A proof then catches the fault. After that, the test programs of
the reference are built and run with the fault: a test catches it if it fails. Without arguments all faults are made again for which the proof's files
or the tests have changed; with arguments, those of the files and functions. What is found is written to proofs/results/mutants.json, fault by
fault. With --tests no proof is tried: minutes, not hours, and enough for the column "tested by" of proofs/TRUST.md. Exit status 1 if a fault is
caught by neither."""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "wp"))
from prove import TRUSTED
from unit import HEADERS, ROOT, attempts, fingerprint, frama_c, functions, model_of, write_session

FAULTS = ROOT / "proofs/mutants/faults.txt"
RESULTS = ROOT / "proofs/results/mutants.json"
FAULT = re.compile(r"^(?P<file>ref/\S+) (?P<function>\w+)\n-(?P<right>.*)\n\+(?P<wrong>.*)$", re.M)
# what a goal is called after its property, and what follows the property's name
LABEL = re.compile(r"(?:^|_)(?:ensures|loop_invariant|assert(?!_rte)|requires)_(?P<label>\w+?)(?:_preserved|_established)?(?:_part\d+)?(?:_\d+)?$")
# what a fault is most likely to break comes first: what the function promises, its loops, the rest. A false goal takes every prover its whole time
STAGES = ["@ensures", "@invariant", "-@lemma,-@ensures,-@invariant"]
QUICK, SECONDS = "4", "10"
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
NO_GOAL = "Frama-C made no goal"


def read_faults():
    return [m.groupdict() for m in FAULT.finditer(FAULTS.read_text())]


def broken(fault):
    """The text of the fault's file with the fault."""
    path = ROOT / fault["file"]
    text, starts = path.read_text(), functions(path)
    begin = starts.get(fault["function"], len(text))
    end = min([other for other in starts.values() if other > begin], default=len(text))
    if text[begin:end].count(fault["right"] + "\n") != 1:
        raise SystemExit(f"{FAULTS.name}: {fault['file']} {fault['function']}: there is not one line {fault['right'].strip()!r}")
    return text[:begin] + text[begin:end].replace(fault["right"], fault["wrong"]) + text[end:]


def make_copy(fault, at):
    """A copy of the project, without what was built, that has the fault."""
    shutil.rmtree(at, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, at / name)
    (at / fault["file"]).write_text(broken(fault))


def unit_of(fault):
    return HEADERS if fault["file"].endswith(".h") else fault["file"]


@functools.cache
def programs():
    """The test programs of the reference."""
    return re.search(r"^tests_of_ref='?\"?([^'\"\n]+)", (ROOT / "tests/run.sh").read_text(), re.M)[1].split()


@functools.cache
def tests_rest_on():
    """A digest of what the tests are: the files of the reference, of the tests and of their oracles."""
    files = [p for d in ("ref", "include", "tests/unit", "tests/oracle") for p in sorted((ROOT / d).rglob("*.[ch]"))
             if not p.stem.startswith("test_") or p.stem.removeprefix("test_") in programs()]
    # no comment reaches a test, a contract neither
    return hashlib.sha256(" ".join(" ".join(COMMENT.sub(" ", f.read_text()).split()) for f in files).encode()).hexdigest()


@functools.cache
def rests_on(unit):
    """Two digests: of what a goal of a unit is found with (the proof's files and provers), and of the tests."""
    return {"goal": fingerprint(ROOT / unit), "tests": tests_rest_on()}


def open_goal(fault, at):
    """A goal of the function that stays open, or None; None too for a function whose contract is assumed."""
    if fault["file"] in TRUSTED:
        return None
    function, unit, made = fault["function"], unit_of(fault), False
    for stage in STAGES:
        asked = [f"-wp-prop={stage}", "-wp-fct", function]
        session = write_session(unit, model_of(ROOT / unit), at)
        found = goals_of(fault, at, [*asked, *session], "script," + attempts(unit)[0][0], QUICK)
        made = made or bool(found)
        for goal in sorted(goal for goal, prover in found.items() if not prover):
            label = LABEL.search(goal)
            # where a property has a name only its goals are asked for again
            known = label and f"{label['label']}:" in (at / fault["file"]).read_text()
            again = [f"-wp-prop={label['label']}", "-wp-fct", function] if known else asked
            if goals_of(fault, at, again, attempts(unit)[1][0], SECONDS).get(goal, "") is None:
                return goal
    if not made:
        raise SystemExit(f"{fault['file']} {function}: no goal")
    return None


def goals_of(fault, at, options, provers, limit):
    """{goal: prover or None} of the function that has the fault."""
    unit = unit_of(fault)
    found, _, problem = frama_c(unit, options, model_of(ROOT / unit), provers, limit, at)
    if problem and problem != NO_GOAL:
        raise SystemExit(f"{fault['file']} {fault['function']}: {problem}")
    return found.get(fault["function"], {})


def failing_tests(fault, at):
    """The test programs of the reference that fail with the fault."""
    shutil.copytree(ROOT / "build/obj", at / "build/obj", copy_function=shutil.copy2)
    made = [f"build/tests/test_{program}" for program in programs()]
    # a fault may leave a function or a parameter without a use: no warning is an error
    subprocess.run(["make", "-s", "CFLAGS=-O2 -g", "WARN=-std=c17", *made], cwd=at, check=True, stdout=subprocess.DEVNULL)
    return sorted(program for program, path in zip(programs(), made, strict=True) if not passes(at, path))


def passes(at, program):
    try:
        return subprocess.run([at / program], cwd=at, capture_output=True, timeout=300, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


FINDS = {"goal": open_goal, "tests": failing_tests}


def is_new(fault, known, what):
    """Whether something has to be found of a fault: it is not known, or what it rests on has changed."""
    return known.get("of", {}).get(what) != rests_on(unit_of(fault))[what]


def break_one(number, fault, known, asked):
    """The fault with what catches it; what is known of it, and rests on what it did, is taken as it is."""
    at = ROOT / "build/mutants" / str(number)
    make_copy(fault, at)
    found = {**fault, **known, "of": dict(known.get("of", {}))}
    for what in asked:
        if is_new(fault, known, what):
            found |= {what: FINDS[what](fault, at), "of": {**found["of"], what: rests_on(unit_of(fault))[what]}}
    shutil.rmtree(at)
    return found


def forget(known, asked):
    """What is known of a fault, but for what is asked."""
    return {**known, "of": {what: mark for what, mark in known.get("of", {}).items() if what not in asked}}


def identity(fault):
    return fault["file"], fault["function"], fault["right"], fault["wrong"]


def write(found, every):
    """Writes what is found, in the order of faults.txt."""
    RESULTS.write_text(json.dumps([found[identity(f)] for f in every if identity(f) in found], indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tests", action="store_true")
    parser.add_argument("where", nargs="*")
    args = parser.parse_args()
    asked = ["tests"] if args.tests else ["goal", "tests"]
    every = read_faults()
    for fault in every:  # those that no longer fit are named before hours go by
        broken(fault)
    found = {identity(f): f for f in json.loads(RESULTS.read_text())} if RESULTS.exists() else {}
    named = [f for f in every if not args.where or {f["file"], f"{f['file']}:{f['function']}"} & set(args.where)]
    known = {identity(f): forget(found.get(identity(f), {}), asked if args.where else []) for f in named}
    faults = [f for f in named if any(is_new(f, known[identity(f)], what) for what in asked)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = [pool.submit(break_one, number, fault, known[identity(fault)], asked) for number, fault in enumerate(faults)]
        for done in concurrent.futures.as_completed(runs):
            fault = done.result()
            found[identity(fault)] = fault
            print(f"{fault['file']} {fault['function']}: {fault['wrong'].strip()}: {by_proof(fault)}; {', '.join(fault['tests']) or 'no test'}", flush=True)
            write(found, every)
    write(found, every)
    found = [found[identity(f)] for f in named]
    tried = [f for f in found if not is_new(f, f, "goal")]
    print(f"{len(tried)} faults tried on the proofs as they are: {sum(1 for f in tried if f['goal'])} caught")
    print(f"{len(found)} faults tried on the tests: {sum(1 for f in found if f['tests'])} caught")
    return 0 if all(f.get("goal") or f["tests"] for f in found) else 1


def by_proof(fault):
    return (fault["goal"] or "no goal") if "goal" in fault else "no proof tried"


if __name__ == "__main__":
    sys.exit(main())
