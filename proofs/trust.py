#!/usr/bin/env python3
"""Writes the generated parts of proofs/TRUST.md: what stands behind each function of ref/, and every axiom.

usage: proofs/trust.py [--check]

From proofs/results/mutants.json, which make prove-mutants writes, proofs/results/tests.json is written: for every function the test programs that
fail with one of its faults. With --check nothing is written. Exit status 1 if a function has no fault that was tried, if the faults that were tried are not those of faults.txt
or were tried with other tests, if nothing notices any fault of a function, if an axiom cannot be read, or (--check) if a file would change."""

import json
import pathlib
import re
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent / folder) for folder in ("wp", "mutants")]
from mutants import RESULTS as MUTANTS
from mutants import identity, is_new, read_faults, tests_rest_on
from prove import CONFIRMED, RESULTS, TRUSTED, annotated, table
from unit import HEADERS, ROOT, fingerprint, functions, meaning

TRUST = ROOT / "proofs/TRUST.md"
TESTS = ROOT / "proofs/results/tests.json"
# a statement ends at the semicolon before the next declaration; others end its quantifiers
NEXT = r"(?=(?:\s|//[^\n]*)*(?:axiom|axiomatic|logic|predicate|lemma|type|\}|\*/))"
AXIOM = re.compile(r"\baxiom\s+(?P<name>\w+)\s*(?:\{[\w,\s]+\})?\s*:\s(?P<text>.*?);" + NEXT, re.S)
WORD = re.compile(r"\baxiom\s")
# a definition of a function that may rest on itself
LOGIC = re.compile(r"\blogic\s+\w+\s+(?P<name>\w+)\s*(?:\{[\w,\s]+\})?\([^)]*\)\s*=\s*(?P<text>.*?);" + NEXT, re.S)


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
    return table(["file", "function", "exact arithmetic", "tested by"],
                 [(file, function, exact(file, function, results), ", ".join(programs or []) or "the proof alone")
                  for file, of in tests.items() for function, programs in of.items()])


def statements(pattern):
    """(file, name, text) of what a pattern finds in the annotations of ref/ and of the units of lemmas."""
    for path in annotated():
        for m in pattern.finditer(meaning(path)):
            yield path.relative_to(ROOT), m["name"], " ".join(re.sub(r"//.*", "", m["text"]).split())


def statement_table(what, found):
    return table(["file", what, "says"], [(str(file), name, f"`{text}`".replace("|", "\\|")) for file, name, text in found])


def recursive():
    """The definitions that rest on themselves: one without an end would be a contradiction."""
    return [(file, name, text) for file, name, text in statements(LOGIC) if re.search(rf"\b{name}\b", text)]


def unread_axioms():
    """How many axioms are not in the table."""
    words = sum(len(WORD.findall(meaning(p))) for p in annotated())
    return words - len(list(statements(AXIOM)))


def what_is_wrong_with(faults, tests):
    """What keeps the column "tested by" from being true."""
    where = MUTANTS.relative_to(ROOT)
    for file, of in tests.items():
        for function, programs in of.items():
            if programs is None:
                yield f"{file}: {function} has no fault in {where}: add one to proofs/mutants/faults.txt, and run make prove-mutants"
            elif not programs and not any(f.get("goal") and not is_new(f, f, "goal") for f in faults if (f["file"], f["function"]) == (file, function)):
                yield f"{file}: {function}: neither a goal nor a test is known to notice a fault: run make prove-mutants"
    if {identity(f) for f in faults} != {identity(f) for f in read_faults()}:
        yield f"{where} is of other faults than proofs/mutants/faults.txt: run make prove-mutants"
    if any(fault["of"]["tests"] != tests_rest_on() for fault in faults):
        yield f"{where} is of other tests: run proofs/mutants/mutants.py --tests"
    if unread := unread_axioms():
        yield f"{unread} axioms are written so that they cannot be read here"


def unnoticed_table(faults):
    """The faults that leave every goal proved; what has no contract proved, or was not tried on the proofs yet, says so."""
    rows = []
    for fault in faults:
        if not fault.get("goal"):
            goals = "the contract is assumed" if fault["file"] in TRUSTED else "all proved" if "goal" in fault else "not tried yet"
            wrong = fault["wrong"].strip().replace("|", "\\|")
            rows.append((fault["file"], fault["function"], f"`{wrong}`", goals, ", ".join(fault["tests"]) or "none"))
    return table(["file", "function", "the wrong line", "goals", "tests that fail"], rows)


def second_opinions():
    """What other solvers prove of the goals that a solver proved, and which goals rest on one alone; of the units that are as they were then."""
    known = json.loads(CONFIRMED.read_text())["units"] if CONFIRMED.exists() else {}
    units = {unit: said for unit, said in known.items() if (ROOT / unit).exists() and said["of"] == fingerprint(ROOT / unit)}
    if not units:
        return "No such run was made with the proofs as they are."
    asked = sum(said["asked"] for said in units.values())
    other, same = (sum(said["by"].get(kind, 0) for said in units.values()) for kind in ("other kind", "CVC4"))
    alone = [(unit, function, goal, prover) for unit, said in units.items() for function, goals in said["alone"].items() for goal, prover in goals.items()]
    return (f"In the {len(units)} units that have not changed since, solvers proved {asked} goals. Solvers of both kinds prove {other} of these; "
            f"cvc5 and CVC4, but not Z3, prove {same}; one solver alone proves {len(alone)}:\n\n"
            + table(["file", "function", "goal that one solver alone proves", "solver"], alone))


def between(text, name, new):
    begin, end = f"<!-- {name}: generated -->\n", f"<!-- end of {name} -->"
    head, rest = text.split(begin)
    return head + begin + new + "\n" + end + rest.split(end)[1]


def main():
    check = "--check" in sys.argv[1:]
    faults = json.loads(MUTANTS.read_text())
    tests = tests_by_function(faults)
    bad = [*what_is_wrong_with(faults, tests)]
    text = between(TRUST.read_text(), "functions", function_table(json.loads(RESULTS.read_text()), tests))
    text = between(text, "solvers", second_opinions())
    text = between(text, "unnoticed", unnoticed_table(faults))
    text = between(text, "axioms", statement_table("axiom", statements(AXIOM)))
    wanted = {TESTS: json.dumps(tests, indent=1) + "\n", TRUST: between(text, "recursive", statement_table("definition", recursive()))}
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
