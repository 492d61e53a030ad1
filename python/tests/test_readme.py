"""The README's example of a guard.

Would notice: a guard that lets an option through which the function does not compute, so that a right kernel fails.
"""

import re
from pathlib import Path

import attncheck

README = Path(__file__).resolve().parents[1] / "README.md"
GUARD = re.compile(r"^def my_attention\(.*?^    \.\.\.$", re.M | re.S)
SMALL = attncheck.Supports(head_sizes=(8, 16), keys_most=64, q_len_most=64, strided=False)


def bottom_right(q, k, v, is_causal, sm_scale):
    """A right kernel that knows one diagonal, and takes each other one for it."""
    return attncheck.attention(
        q, k, v, causal="bottom-right" if is_causal is not None else None, scale=sm_scale, variant="fast"
    )


def test_the_guard_keeps_out_what_the_kernel_does_not_compute():
    source = GUARD.search(README.read_text())[0]
    body = "    return bottom_right(q, k, v, is_causal, sm_scale)"
    scope = {"bottom_right": bottom_right}
    exec(source.removesuffix("    ...") + body, scope)
    names = {"causal": "is_causal", "scale": "sm_scale"}
    report = attncheck.check(scope["my_attention"], dtypes=["float32"], supports=SMALL, options=names)
    assert report.ok, str(report)
    assert report.to_json()["types"]["f32"]["passed"] > 50
    unjudged = {(one["option"], one["level"]) for one in report.never_judged}
    assert {("causal", "top-left"), ("causal", "offset")} <= unjudged
    assert ("causal", "bottom-right") not in unjudged
