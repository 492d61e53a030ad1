"""What nobody proves must not get in unseen: a lemma without a unit, an axiom in no table, an assumption in code."""

import json
import pathlib
import shutil
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "proofs" / folder) for folder in ("", "wp", "mutants")]

import mutants  # noqa: E402
import prove  # noqa: E402
import trust  # noqa: E402
import unit  # noqa: E402

NEVER_TRUE = r"\forall double *p, integer j; p[j] == p[0];"


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The sources of the proofs, in a place where they may be changed."""
    for folder in ("ref", "include", "proofs/wp", "proofs/mutants", "proofs/results"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for module in (prove, trust, unit):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    for module in (prove, unit):
        monkeypatch.setattr(module, "WP", tmp_path / "proofs/wp")
    monkeypatch.setattr(trust, "MUTANTS", tmp_path / "proofs/results/mutants.json")
    monkeypatch.setattr(mutants, "FAULTS", tmp_path / "proofs/mutants/faults.txt")
    return tmp_path


def change(path, old, new):
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


INCLUDE = '#include "ref/dot.h"\n'


@pytest.mark.parametrize(
    ("added", "said"),
    [
        (f"/*@ lemma first_of_all{{L}}: {NEVER_TRUE} */\n", "no unit of proofs/wp proves the lemma first_of_all"),
        (f"/*@ axiomatic First {{ axiom  first_of_all{{L}}: {NEVER_TRUE} }} */\n", "an axiom"),
        ("static void f(void) {\n  //@ admit \\false;\n}\n", "admit"),
        ("__attribute__((unused)) static int unseen(const double *p) { return p[7] > 0; }\n", "unit.py sees"),
    ],
)
def test_nothing_is_taken_for_granted(copy, added, said):
    assert prove.taken_for_granted() == []
    change(copy / "ref/dot.c", INCLUDE, INCLUDE + added)
    assert any(said in line and "dot.c" in line for line in prove.taken_for_granted())


def test_a_lemma_in_a_new_header(copy):
    (copy / "ref/logic/first.h").write_text(f"/*@ lemma first_of_all{{L}}: {NEVER_TRUE} */\n")
    change(copy / "ref/dot.c", INCLUDE, INCLUDE + '#include "ref/logic/first.h"\n')
    assert len(prove.taken_for_granted()) == 1


@pytest.mark.parametrize("head", ["axiom  odd{L}:", "axiom odd :", "axiom odd{K, L}:\n"])
def test_every_axiom_is_listed(copy, head):
    before = dict.fromkeys(name for _, name, _ in trust.statements(trust.AXIOM))
    change(
        copy / "ref/logic/view.h", "      axiom fvec_at{L}:", f"      {head} {NEVER_TRUE}\n      axiom fvec_at{{L}}:"
    )
    assert {name for _, name, _ in trust.statements(trust.AXIOM)} - before.keys() == {"odd"}
    assert trust.unread_axioms() == 0


def test_definitions_that_rest_on_themselves(copy):
    before = len(trust.recursive())
    header = copy / "ref/logic/sum.h"
    header.write_text(header.read_text() + "/*@ logic integer grows(integer n) = grows(n) + 1; */\n")
    assert before > 0
    assert len(trust.recursive()) == before + 1
    assert "grows" in {name for _, name, _ in trust.recursive()}


def test_what_stands_behind_a_function(copy, monkeypatch):
    monkeypatch.setattr(trust, "is_new", lambda *_: False)
    faults = json.loads(mutants.RESULTS.read_text())
    tests = trust.tests_by_function(faults)
    other = "is of other faults"
    assert not any(other in line for line in trust.what_is_wrong_with(faults, tests))
    (copy / "proofs/mutants/faults.txt").write_text("")
    assert any(other in line for line in trust.what_is_wrong_with(faults, tests))
    alone = [f | {"goal": None, "tests": []} if f["function"] == "layer_parts_of" else f for f in faults]
    said = [
        line for line in trust.what_is_wrong_with(alone, trust.tests_by_function(alone)) if "layer_parts_of" in line
    ]
    assert sum("layer_parts_of" in line for line in said) == 1


def test_no_solver_confirms_itself(monkeypatch):
    """A goal of Z3's goes to cvc5 and CVC4; one of cvc5's to Z3, then to CVC4, whose answers are counted apart."""
    goals = {
        "f": {"simplified": "Qed", "both": "CVC5", "cousin": "CVC5ind", "mine": "CVC5"},
        "g": {"z": "Z3", "zz": "Z3"},
    }
    proves = {"z3": {"both", "z", "zz"}, "cvc5": {"z", "both", "mine"}, "cvc4": {"cousin", "both"}}

    def asked(_unit, _options, _model, provers, _limit):
        able = set().union(*(proves.get(p, set()) for p in provers.split(",")))
        return {f: {g: "some" if g in able else None for g in found} for f, found in goals.items()}, [], None

    monkeypatch.setattr(prove, "run_unit", lambda _: ("ref/dot.c", goals, [], None))
    monkeypatch.setattr(prove, "frama_c", asked)
    unit, count, by, alone = prove.second_opinion(prove.ROOT / "ref/dot.c")
    assert (unit, count) == ("ref/dot.c", 5)
    assert by == {"other kind": 2, "CVC4": 1}
    assert alone == {"f": {"mine": "CVC5"}, "g": {"zz": "Z3"}}
