#!/usr/bin/env python3
"""Writes the generated parts of proofs/TRUST.md: what stands behind each function of ref/, and every axiom.

usage: proofs/trust.py [--check]

From proofs/results/mutants.json, which make prove-mutants writes, proofs/results/tests.json is written: for every function the test programs that
fail with one of its faults. With --check nothing is written. Exit status 1 if a function has no fault that was tried, if the faults were
tried with other tests than those that are there, or (--check) if a file would change."""

import json
import pathlib
import re
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent / folder) for folder in ("wp", "mutants")]
from mutants import RESULTS as MUTANTS
from mutants import tests_rest_on
from prove import RESULTS, TRUSTED
from unit import HEADERS, ROOT, functions

TRUST = ROOT / "proofs/TRUST.md"
TESTS = ROOT / "proofs/results/tests.json"
# a statement ends at the semicolon before the next declaration; others end its quantifiers
AXIOM = re.compile(r"\baxiom (?P<name>\w+)(?:\{[\w,]+\})?: (?P<text>.*?);(?=(?:\s|//[^\n]*)*(?:axiom|axiomatic|logic|predicate|lemma|type|\}|\*/))", re.S)


def sources():
    return sorted(p for p in (ROOT / "ref").rglob("*.[ch]") if functions(p, ghost=False))


def tests_by_function(faults):
    """{file: {function: [program]}}: the programs that fail with a fault of it; None for a function without a fault."""
    found = {str(p.relative_to(ROOT)): dict.fromkeys(sorted(functions(p, ghost=False))) for p in sources()}
    for fault in faults:
        programs = found.get(fault["file"], {})
        if fault["function"] in programs:
            programs[fault["function"]] = sorted({*(programs[fault["function"]] or []), *fault["tests"]})
    return found


def exact(file, function, results):
    if file in TRUSTED:
        return "assumed"
    for unit in (file, HEADERS):
        r = results["units"].get(unit, {}).get(function)
        if r:
            return f"proved ({r['goals']})" if r["proved"] == r["goals"] else f"**open**: {r['proved']} of {r['goals']} goals"
    return "**open**"


def function_table(results, tests):
    lines = ["| file | function | exact arithmetic | tested by |", "|---|---|---|---|"]
    for file, functions in tests.items():
        for function, programs in functions.items():
            lines.append(f"| {file} | {function} | {exact(file, function, results)} | {', '.join(programs or []) or 'the proof alone'} |")
    return "\n".join(lines)


def axiom_table():
    lines = ["| file | axiom | says |", "|---|---|---|"]
    for path in sorted((ROOT / "ref/logic").glob("*.h")):
        for m in AXIOM.finditer(path.read_text()):
            text = " ".join(re.sub(r"//.*", "", m["text"]).split()).replace("|", "\\|")
            lines.append(f"| {path.name} | {m['name']} | `{text}` |")
    return "\n".join(lines)


def unnoticed_table(faults):
    """The faults that leave every goal proved; what has no contract proved, or was not tried on the proofs yet, says so."""
    lines = ["| file | function | the wrong line | goals | tests that fail |", "|---|---|---|---|---|"]
    for fault in faults:
        if not fault.get("goal"):
            goals = "the contract is assumed" if fault["file"] in TRUSTED else "all proved" if "goal" in fault else "not tried yet"
            wrong = fault["wrong"].strip().replace("|", "\\|")
            lines.append(f"| {fault['file']} | {fault['function']} | `{wrong}` | {goals} | {', '.join(fault['tests']) or 'none'} |")
    return "\n".join(lines)


def between(text, name, new):
    begin, end = f"<!-- {name}: generated -->\n", f"<!-- end of {name} -->"
    head, rest = text.split(begin)
    return head + begin + new + "\n" + end + rest.split(end)[1]


def main():
    check = "--check" in sys.argv[1:]
    faults = json.loads(MUTANTS.read_text())
    tests = tests_by_function(faults)
    bad = [f"{file}: {f} has no fault in {MUTANTS.relative_to(ROOT)}: add one to proofs/mutants/faults.txt, and run make prove-mutants"
           for file, functions in tests.items() for f, programs in functions.items() if programs is None]
    if any(fault["of"]["tests"] != tests_rest_on() for fault in faults):
        bad.append(f"{MUTANTS.relative_to(ROOT)} is of other tests: run proofs/mutants/mutants.py --tests")
    text = between(TRUST.read_text(), "functions", function_table(json.loads(RESULTS.read_text()), tests))
    text = between(text, "unnoticed", unnoticed_table(faults))
    wanted = {TESTS: json.dumps(tests, indent=1) + "\n", TRUST: between(text, "axioms", axiom_table())}
    for path, content in wanted.items():
        if not check:
            path.write_text(content)
        elif not path.exists() or path.read_text() != content:
            bad.append(f"{path.relative_to(ROOT)} is stale: run proofs/trust.py")
    for b in bad:
        print(b, file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
