#!/usr/bin/env python3
"""Writes the generated parts of proofs/TRUST.md: what stands behind each function of ref/, and every axiom.

usage: proofs/trust.py [--check] [COVERAGE.json ...]

Each COVERAGE.json is gcovr's JSON report of one test program of the reference, test_NAME.json; from them proofs/results/tests.json is written: by which
programs every function is run. Without them that file is taken as it is. With --check nothing is written. Exit status 1 if a function
is run by no test, or (--check) if a file would change."""

import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "wp"))
from prove import RESULTS, TRUSTED
from unit import HEADERS, ROOT, functions

TRUST = ROOT / "proofs/TRUST.md"
TESTS = ROOT / "proofs/results/tests.json"
# a statement ends at the semicolon before the next declaration; others end its quantifiers
AXIOM = re.compile(r"\baxiom (?P<name>\w+)(?:\{[\w,]+\})?: (?P<text>.*?);(?=(?:\s|//[^\n]*)*(?:axiom|axiomatic|logic|predicate|lemma|type|\}|\*/))", re.S)


def sources():
    return sorted(p for p in (ROOT / "ref").rglob("*.[ch]") if functions(p, ghost=False))


def spans(path):
    """{function: (first line, last line)} of a file's definitions."""
    text = path.read_text()
    starts = sorted((at, name) for name, at in functions(path, ghost=False).items())
    ends = [at for at, _ in starts[1:]] + [len(text)]
    return {name: (text.count("\n", 0, at) + 1, text.count("\n", 0, end) + 1) for (at, name), end in zip(starts, ends)}


def programs_by_function(reports):
    """{file: {function: [program]}}: the programs that execute a line of it."""
    found = {str(p.relative_to(ROOT)): {f: [] for f in functions(p, ghost=False)} for p in sources()}
    for report in reports:
        for file in json.loads(report.read_text())["files"]:
            if file["file"] not in found:
                continue
            run = {line["line_number"] for line in file["lines"] if line["count"] > 0}
            for function, (first, last) in spans(ROOT / file["file"]).items():
                if any(first <= line < last for line in run):
                    found[file["file"]][function].append(report.stem.removeprefix("test_"))
    return {file: {f: sorted(p) for f, p in sorted(functions.items())} for file, functions in sorted(found.items())}


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
            lines.append(f"| {file} | {function} | {exact(file, function, results)} | {', '.join(programs)} |")
    return "\n".join(lines)


def axiom_table():
    lines = ["| file | axiom | says |", "|---|---|---|"]
    for path in sorted((ROOT / "ref/logic").glob("*.h")):
        for m in AXIOM.finditer(path.read_text()):
            text = " ".join(re.sub(r"//.*", "", m["text"]).split()).replace("|", "\\|")
            lines.append(f"| {path.name} | {m['name']} | `{text}` |")
    return "\n".join(lines)


def between(text, name, new):
    begin, end = f"<!-- {name}: generated -->\n", f"<!-- end of {name} -->"
    head, rest = text.split(begin)
    return head + begin + new + "\n" + end + rest.split(end)[1]


def main():
    check = "--check" in sys.argv[1:]
    reports = [pathlib.Path(a) for a in sys.argv[1:] if a != "--check"]
    tests = programs_by_function(reports) if reports else json.loads(TESTS.read_text())
    bad = [f"{file}: {f} is run by no test" for file, functions in tests.items() for f, programs in functions.items() if not programs]
    text = between(TRUST.read_text(), "functions", function_table(json.loads(RESULTS.read_text()), tests))
    wanted = {TESTS: json.dumps(tests, indent=1) + "\n", TRUST: between(text, "axioms", axiom_table())}
    for path, content in wanted.items():
        if not check:
            path.write_text(content)
        elif not path.exists() or path.read_text() != content:
            bad.append(f"{path.relative_to(ROOT)} is stale: run make coverage, then proofs/trust.py build/coverage/*.json")
    for b in bad:
        print(b, file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
