#!/usr/bin/env python3
"""Breaks the reference, one line at a time, and sees that what should notice does.

usage: proofs/mutants/mutants.py [--jobs N] [--tests] [FILE[:FUNCTION] ...]

Each fault of faults.txt is made in a copy of the project. Of the function that has it all goals are asked for: the fault is caught if one of them is
neither proved by the provers that prove the function as it is, nor by all provers with more time. With --tests the test programs of the reference are
built and run with the fault instead: those that fail are the tests of that function. Without arguments all faults are made, and what is found is written to
proofs/results/mutants.json, which proofs/trust.py reads. Exit status 1 if a fault is caught by nothing."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "wp"))
from unit import HEADERS, ROOT, attempts, chosen, frama_c, functions, model_of, write_session

FAULTS = ROOT / "proofs/mutants/faults.txt"
RESULTS = ROOT / "proofs/results/mutants.json"
FAULT = re.compile(r"^(?P<file>ref/\S+) (?P<function>\w+)\n-(?P<right>.*)\n\+(?P<wrong>.*)$", re.M)
# what a goal is called after its property, and what follows the property's name
LABEL = re.compile(r"(?:^|_)(?:ensures|loop_invariant|assert(?!_rte)|requires)_(?P<label>\w+?)(?:_preserved|_established)?(?:_\d+)?$")
SECONDS = "10"


def read_faults():
    return [m.groupdict() for m in FAULT.finditer(FAULTS.read_text())]


def make_copy(fault, at, parts):
    """A copy of parts of the project that has the fault."""
    shutil.rmtree(at, ignore_errors=True)
    for part in parts:
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy2)(ROOT / part, at / part)
    path = at / fault["file"]
    text = path.read_text()
    begin = functions(path)[fault["function"]]
    end = min([other for other in functions(path).values() if other > begin], default=len(text))
    if text[begin:end].count(fault["right"] + "\n") != 1:
        raise SystemExit(f"{FAULTS.name}: {fault['file']} {fault['function']}: there is not one line {fault['right'].strip()!r}")
    path.write_text(text[:begin] + text[begin:end].replace(fault["right"], fault["wrong"]) + text[end:])


def order(goal):
    """What a fault is most likely to break first: what the function promises, then its loops, then the rest."""
    return (0 if goal.startswith("ensures") else 1 if "invariant" in goal else 2, goal)


def open_goal(fault, at):
    """A goal of the function that stays open, or None."""
    make_copy(fault, at, ["ref", "include", "proofs"])
    file, function = fault["file"], fault["function"]
    unit = HEADERS if file.endswith(".h") else file
    model, asked = model_of(ROOT / unit), chosen(unit, [function])
    (first, limit), (every, _) = attempts(unit)[:2]
    found, _, problem = frama_c(unit, [*asked, *write_session(unit, model, at)], model, "script," + first, limit, at)
    for goal in sorted((goal for goal, prover in found.get(function, {}).items() if not prover), key=order):
        label = LABEL.search(goal)
        known = label and f"{label['label']}:" in (at / file).read_text()
        # where a property has a name only its goals are asked for again: a false one takes every prover its whole time
        more = [f"-wp-prop={label['label']}", "-wp-fct", function] if known else asked
        again, _, problem = frama_c(unit, more, model, every, SECONDS, at)
        if not problem and again.get(function, {}).get(goal, "") is None:
            return goal
    if problem:
        raise SystemExit(f"{file} {function}: {problem}")
    return None


def failing_tests(fault, at):
    """The test programs of the reference that fail with the fault."""
    make_copy(fault, at, ["Makefile", "include", "ref", "opt", "check", "tests", "reports", "bench", "cli"])
    shutil.copytree(ROOT / "build/obj", at / "build/obj", copy_function=shutil.copy2)
    programs = re.search(r"^tests_of_ref='?\"?([^'\"\n]+)", (ROOT / "tests/run.sh").read_text(), re.M)[1].split()
    made = [f"build/tests/test_{program}" for program in programs]
    subprocess.run(["make", "-s", "CFLAGS=-O2 -g", *made], cwd=at, check=True, stdout=subprocess.DEVNULL)
    return sorted(program for program, path in zip(programs, made, strict=True) if not passes(at, path))


def passes(at, program):
    try:
        return subprocess.run([at / program], cwd=at, capture_output=True, timeout=300, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tests", action="store_true")
    parser.add_argument("where", nargs="*")
    args = parser.parse_args()
    faults = [f for f in read_faults() if not args.where or {f["file"], f"{f['file']}:{f['function']}"} & set(args.where)]
    before = {json.dumps([f[k] for k in ("file", "function", "right", "wrong")]): f for f in (json.loads(RESULTS.read_text()) if RESULTS.exists() else [])}
    look = failing_tests if args.tests else open_goal

    def work(number):
        at = ROOT / "build/mutants" / f"{number}"
        found = look(faults[number], at)
        shutil.rmtree(at)
        return found

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for fault, found in zip(faults, pool.map(work, range(len(faults))), strict=True):
            fault.update(before.get(json.dumps(list(fault.values())), {}))
            fault["tests" if args.tests else "goal"] = found
            print(f"{fault['file']} {fault['function']}: {fault['wrong'].strip()}: {found or 'NOT CAUGHT'}", flush=True)
    uncaught = [f for f in faults if not f.get("goal") and not f.get("tests")]
    if not args.where:
        RESULTS.write_text(json.dumps(faults, indent=1) + "\n")
    print(f"{sum(1 for f in faults if f.get('tests' if args.tests else 'goal'))} of {len(faults)} faults are caught by {'a test' if args.tests else 'a proof'}")
    return 1 if uncaught else 0


if __name__ == "__main__":
    sys.exit(main())
