#!/usr/bin/env python3
"""Proves ref/ with Frama-C WP, function by function, and reports.

usage: proofs/wp/prove.py [--jobs N] [--check [--drawn N] | --confirm] [UNIT ...]

Every goal that is not proved is named. Without --check all units are proved, and the results are written to proofs/results/wp.json
and, as a table, to proofs/README.md. With it, prove.py proves each unit that has changed since the results were written, and N others
that it draws at random, and compares what it finds with the results. Which prover took a goal that is not for the first is kept in
proofs/results/provers.json: the next time it is asked at once. With --confirm every goal that a solver has proved is given to the solvers of
the other kind (Z3 or cvc5), and to CVC4 if they do not prove it, unless that was done and its unit has not changed;
proofs/results/confirmed.json says which goals only one solver proves. Exit status 0 if every function has a contract, every goal is proved or of
a function listed in proofs/wp/unproved.json, and (--check) the committed results are those of this run."""

import argparse
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import time

from unit import (GHOST, PROVERS, ROOT, UNPROVED, WP, attempts, chosen, fingerprint, frama_c, functions, meaning, model_of, own_lemmas, run_unit,
                  unproved, versions)

RESULTS = ROOT / "proofs/results/wp.json"
CONFIRMED = ROOT / "proofs/results/confirmed.json"
README = ROOT / "proofs/README.md"
# trusted: contracts without a proof, assumed by all the others (proofs/TRUST.md says what they assume)
TRUSTED = {"ref/elementary.c"}
# second opinions: what each is called, whose goals it is about, who gives it. CVC4 is of the same kind as cvc5, which was made from it, but it
# is another program. It gets the goals of cvc5 that Z3 does not prove
OPINIONS = [("other kind", "CVC", "z3"), ("other kind", "Z3", "cvc5,cvc5macros,cvc5max,cvc5ind,cvc4"), ("CVC4", "CVC", "cvc4")]

# anything at the beginning of a line that has a body in braces after one in parentheses
ANY_DEFINITION = re.compile(r"^[A-Za-z_][^;{}#]*\)\s*\{", re.M)


def has_contract(name, texts):
    """An ACSL contract stands right before a declaration or definition of name (in ghost code between /@ and @/)."""
    contract = re.compile(r"/\*?@(?:(?!\*/).)*\b(?:assigns|ensures)\b(?:(?!\*/).)*(?:\*|@)/\s*[A-Za-z_][\w ]*[ *]+" + name + r"\(", re.S)
    return any(contract.search(t) for t in texts)


def solvers():
    """The versions of all solvers, with that of the one that only confirms."""
    said = subprocess.run(["cvc4", "--version"], capture_output=True, text=True, check=True).stdout
    return {**versions(), "cvc4": said.splitlines()[0]}


def without_contract():
    headers = [p.read_text() for p in (ROOT / "ref").rglob("*.h")]
    missing = []
    for path in sorted((ROOT / "ref").rglob("*.[ch]")):
        for name in functions(path):
            if not has_contract(name, headers + [path.read_text()]):
                missing.append(f"{path.relative_to(ROOT)}: {name}")
    return missing


def annotated():
    """The files that have annotations: of ref/, and the units of proofs/wp."""
    return sorted([*(ROOT / "ref").rglob("*.[ch]"), *WP.glob("*.c")])


def taken_for_granted():
    """What a proof would rest on, and nothing would show: a lemma that no unit proves, an axiom where proofs/trust.py does not look, an assumption
    in code, a definition that is not read as a function."""
    proved = {lemma for unit in WP.glob("*.c") for lemma in own_lemmas(unit)}
    found = []
    for path in annotated():
        name, text = path.relative_to(ROOT), meaning(path)
        found += [f"{name}: no unit of proofs/wp proves the lemma {lemma}" for lemma in re.findall(r"\blemma\s+(\w+)", text) if lemma not in proved]
        found += [f"{name}: 'admit' takes a statement without proof"] if re.search(r"\badmit\b", text) else []
        if path.suffix == ".c" and path.parent != WP and re.search(r"\baxiom\s", text):
            found.append(f"{name}: an axiom, which belongs into ref/logic")
        defined, read = len(ANY_DEFINITION.findall(GHOST.sub("", text))), len(functions(path, ghost=False))
        if defined != read:
            found.append(f"{name}: it defines {defined} functions, and unit.py sees {read} of them: write them as the others are written")
    return found


def not_by_the_first(units):
    """What known_provers reads, of {unit: {function: {goal: prover}}}."""
    found = {}
    for unit, functions_of in sorted(units.items()):
        first = attempts(unit)[0][0].split(",")[0]
        for function, goals in sorted(functions_of.items()):
            others = {goal: prover for goal, prover in sorted(goals.items()) if prover and prover != "Qed" and prover.lower() != first}
            if others:
                found.setdefault(unit, {})[function] = others
    return found


def summary(units):
    """{file: {function: {"goals": n, "proved": n, "provers": {...}}}}"""
    result = {}
    for unit, goals in sorted(units.items()):
        for function, found in sorted(goals.items()):
            if not found:
                continue
            provers = {}
            for prover in found.values():
                if prover:
                    provers[prover] = provers.get(prover, 0) + 1
            result.setdefault(unit, {})[function] = {"goals": len(found), "proved": sum(1 for p in found.values() if p),
                                                     "provers": dict(sorted(provers.items()))}
    return result


def totals(units):
    """{of what: {"goals": n, "proved": n}}: of the functions of ref/, and of the theory. (A unit of proofs/ proves the functions of the headers.)"""
    found = {of: {"goals": 0, "proved": 0} for of in ("functions of ref/", "the theory")}
    for unit, functions_of in units.items():
        for function, r in functions_of.items():
            of = found["functions of ref/" if unit.startswith("ref/") or function.startswith("ref_") else "the theory"]
            of["goals"] += r["goals"]
            of["proved"] += r["proved"]
    return found


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *("|" + "".join(f" {cell} |" if cell != "" else " |" for cell in row) for row in rows)])


def goals_table(data):
    rows = [(unit, "lemmas" if function == "lemma" else function, r["goals"], r["proved"], ", ".join(f"{p} {n}" for p, n in r["provers"].items()))
            for unit, found in data["units"].items() for function, r in found.items()]
    totals = [(of, "", r["goals"], r["proved"], "") for of, r in data["totals"].items()]
    return table(["file", "function", "goals", "proved", "by"], rows + totals)


def write(data, units):
    RESULTS.parent.mkdir(exist_ok=True)
    PROVERS.write_text(json.dumps(not_by_the_first(units), indent=1) + "\n")
    RESULTS.write_text(json.dumps(data, indent=1) + "\n")
    text = README.read_text()
    begin, end = "<!-- table: written by make prove -->\n", "<!-- end -->"
    head, rest = text.split(begin)
    README.write_text(head + begin + goals_table(data) + "\n" + end + rest.split(end)[1])


def counts(units):
    return {u: {f: (r["goals"], r["proved"]) for f, r in fs.items()} for u, fs in units.items()}


def wanted(paths, recorded, drawn):
    """Of the units, those that have changed since the results were written, and as many of the others as are to be drawn."""
    same = [p for p in paths if recorded.get("of", {}).get(str(p.relative_to(ROOT))) == fingerprint(p)]
    again = random.sample(same, min(drawn, len(same)))
    print(f"{len(same)} of {len(paths)} units are as when the results were written; {len(again)} of these are drawn to be proved again, if build/wp does not keep their proof", flush=True)
    return [p for p in paths if p not in same or p in again]


def prove_all(paths, jobs, bad):
    """What is found of each unit, and the number of smoke tests; what is wrong is added to bad."""
    units, smoked, begun = {}, 0, time.monotonic()
    # a unit waits for its provers to start or to end much of its time: twice as many units as cores keep these busy
    with concurrent.futures.ThreadPoolExecutor(2 * jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run_unit, path) for path in paths]):
            unit, goals, smoke, problem = done.result()
            units[unit] = goals
            smoked += len(smoke)
            bad += [f"smoke test failed, contradictory hypotheses: {unit}: {name}" for name, passed in smoke if not passed]
            proved = sum(1 for g in goals.values() for p in g.values() if p)
            print(f"{unit}: {proved} of {sum(len(g) for g in goals.values())}, {time.monotonic() - begun:.0f} s", flush=True)
            if problem:
                bad.append(f"{unit}: {problem}")
    return units, smoked


def second_opinion(path):
    """(unit, goals that a solver has proved, how many of them others prove: {"other kind": n, "CVC4": n}, the rest: {function: {goal: prover}})"""
    unit, goals, _, _ = run_unit(path)
    asked = {(f, g): prover for f, found in goals.items() for g, prover in found.items() if prover not in (None, "Qed")}
    alone, by = dict(asked), {}
    for opinion, mine, others in OPINIONS:
        names = sorted({g if f == "lemma" else f for (f, g), prover in alone.items() if prover.startswith(mine)})
        found, _, problem = frama_c(unit, chosen(unit, names), model_of(path), others, "10") if names else ({}, [], None)
        if problem:
            raise SystemExit(f"{unit}: {problem}")
        again = [(f, g) for (f, g), prover in alone.items() if prover.startswith(mine) and found.get(f, {}).get(g)]
        by[opinion] = by.get(opinion, 0) + len(again)
        for at in again:
            del alone[at]
    rest = {}
    for (f, g), prover in alone.items():
        rest.setdefault(f, {})[g] = prover
    return unit, len(asked), by, rest


def confirm(paths, every, jobs):
    """Asks for second opinions on those of the paths that have changed since they were last asked for, and writes what they are, unit by unit. What is
    known of the other units stays."""
    known = json.loads(CONFIRMED.read_text()) if CONFIRMED.exists() else {}
    known = known["units"] if known.get("versions") == solvers() else {}
    marks = {str(p.relative_to(ROOT)): fingerprint(p) for p in every}
    found = {unit: known[unit] for unit, mark in marks.items() if known.get(unit, {}).get("of") == mark}
    asked = [p for p in paths if str(p.relative_to(ROOT)) not in found]
    print(f"{len(paths) - len(asked)} of {len(paths)} units are as when they were confirmed", flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(second_opinion, p) for p in asked]):
            unit, count, by, alone = done.result()
            found[unit] = {"of": marks[unit], "asked": count, "by": by, "alone": alone}
            print(f"{unit}: {sum(by.values())} of {count} confirmed", flush=True)
            CONFIRMED.write_text(json.dumps({"versions": solvers(), "units": dict(sorted(found.items()))}, indent=1) + "\n")
    print(f"{sum(sum(u['by'].values()) for u in found.values())} of {sum(u['asked'] for u in found.values())} goals are proved by two solvers")


def judge_open(units, bad):
    """Names each goal that is not proved; those that are not listed are added to bad."""
    for unit, goals in sorted(units.items()):
        listed = unproved().get(unit, {})
        for function, found in goals.items():
            left = [goal for goal, prover in found.items() if prover is None]
            if function in listed:
                print(f"unproved, and listed: {unit}: {function}: {len(left)} of {len(found)} goals: {listed[function]}")
            for goal in left if function not in listed else []:
                if function == "lemma" and goal in listed:
                    print(f"unproved, and listed: {unit}: lemma {goal}: {listed[goal]}")
                    continue
                print(f"unproved: {unit}: {function}: {goal}")
                bad.append(f"not proved and not listed: {unit}: {function}: {goal}")
        bad += [f"listed as unproved, but not there: {unit}: {f}" for f in listed if f not in goals and f not in goals.get("lemma", {})]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--drawn", type=int, default=4)
    parser.add_argument("--confirm", action="store_true")
    parser.add_argument("units", nargs="*")
    args = parser.parse_args()
    every = sorted(WP.glob("*.c")) + [p for p in sorted((ROOT / "ref").rglob("*.c")) if str(p.relative_to(ROOT)) not in TRUSTED]
    paths = [ROOT / u for u in args.units] or every
    bad = [f"no contract: {f}" for f in without_contract()] + taken_for_granted()
    recorded = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"units": {}}
    before = counts(recorded["units"])
    if args.check and not args.units:
        paths = wanted(paths, recorded, args.drawn)
    # the longest first, so that both cores are busy to the end: those with the most goals, when they were last counted
    paths.sort(key=lambda p: -sum(goals for goals, _ in before.get(str(p.relative_to(ROOT)), {}).values()))
    if args.confirm:
        confirm(paths, every, args.jobs)
        return 0
    units, smoked = prove_all(paths, args.jobs, bad)
    judge_open(units, bad)
    found = summary(units)
    if args.check and not args.units:
        stale = [u for u, fs in counts(found).items() if before.get(u) != fs] + sorted(before.keys() - {str(p.relative_to(ROOT)) for p in every})
        if stale:
            bad.append(f"proofs/results/wp.json is stale, run make prove: {', '.join(stale)}")
    elif not args.units:
        marks = {} if bad else {str(p.relative_to(ROOT)): fingerprint(p) for p in sorted(every)}
        write({"versions": versions(), "smoke_tests": smoked, "of": marks, "totals": totals(found), "units": found}, units)
    for b in bad:
        print(b, file=sys.stderr)
    print(f"{smoked} smoke tests against contradictory hypotheses run")
    for of, r in totals(found).items():
        print(f"{of}: {r['proved']} of {r['goals']} goals proved")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
