"""The README's examples of a guard and of a test of cases.

Would notice: a guard that lets an option through which the function does not compute, so that a right kernel fails.
"""

import re
from pathlib import Path

import attncheck
from attncheck._case import recipes

README = Path(__file__).resolve().parents[1] / "README.md"
TEST = re.compile(r"^@attncheck.cases\(.*?(?=^$)", re.M | re.S)
GUARD = re.compile(r"^def my_attention\(.*?^    \.\.\.$", re.M | re.S)
SMALL = attncheck.Supports(head_sizes=(8, 16), keys_most=64, q_len_most=64, strided=False)


def bottom_right(q, k, v, is_causal, sm_scale):
    """A right kernel that knows one diagonal, and takes each other one for it."""
    return attncheck.attention(
        q, k, v, causal="bottom-right" if is_causal is not None else None, scale=sm_scale, variant="fast"
    )


def guarded():
    """The README's my_attention, with a body; in the scope in which it was made."""
    source = GUARD.search(README.read_text())[0]
    body = "    return bottom_right(q, k, v, is_causal, sm_scale)"
    scope = {"bottom_right": bottom_right, "attncheck": attncheck}
    exec(source.removesuffix("    ...") + body, scope)
    return scope


def test_the_guard_keeps_out_what_the_kernel_does_not_compute():
    scope = guarded()
    names = {"causal": "is_causal", "scale": "sm_scale"}
    report = attncheck.check(scope["my_attention"], dtypes=["float32"], supports=SMALL, options=names)
    assert report.ok, str(report)
    assert report.to_json()["types"]["f32"]["passed"] > 50
    unjudged = {(one["option"], one["level"]) for one in report.never_judged}
    assert {("causal", "top-left"), ("causal", "offset")} <= unjudged
    assert ("causal", "bottom-right") not in unjudged


def test_the_test_of_cases_runs():
    """Each case passes, or is skipped by the guard; both occur."""
    scope = guarded()
    exec(TEST.search(README.read_text())[0], scope)
    wanted = next(mark for mark in scope["test_mine"].pytestmark if mark.name == "attncheck_cases").kwargs
    passed = skipped = 0
    for recipe in recipes("float32", wanted["supports"], "quick", 1)[: wanted["most"]]:
        try:
            scope["test_mine"](attncheck.Case(recipe, **wanted["how"]))
            passed += 1
        except NotImplementedError:
            skipped += 1
    assert passed > 20 and skipped > 20
