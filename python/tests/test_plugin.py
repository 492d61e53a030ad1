"""The pytest plugin and Case.

Would notice: an id that is not the case, a seed that workers do not share, a wrong kernel
that passes as a test.
"""

import numpy as np
import pytest
from plain import attention

import attncheck

pytest_plugins = ["pytester"]

KERNEL = """
import attncheck, numpy as np, pytest

def kernel(q, k, v, *, mask=None, scale=None):
    return attncheck.attention(q, k, v, mask=mask, scale={scale}, variant="fast")

SMALL = attncheck.Supports(head_sizes=(8,), keys_most=16, q_len_most=16, top_left=False, bottom_right=False,
                           offset=False, window=False, bias=False, kv_len=False, sink=False, softcap=False)

@attncheck.cases(dtypes=["float32", "float16"], supports=SMALL, most=12)
def test_cases(case):
    case.assert_close(kernel(case.q, case.k, case.v, **case.options))

def test_whole(attncheck_check):
    attncheck_check(kernel, dtypes=["float32"], supports=SMALL)
"""


def test_right_ones_pass(pytester):
    pytester.makepyfile(KERNEL.format(scale="scale"))
    result = pytester.runpytest_subprocess("-q", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=25)


def test_what_is_not_implemented_is_skipped(pytester):
    """As in `check`; in another test NotImplementedError is a failure."""
    refuses = KERNEL.replace(
        "scale=None):", "scale=None):\n    if q.shape[2] > 4: raise NotImplementedError('queries')"
    )
    refuses += "\ndef test_other():\n    raise NotImplementedError('elsewhere')\n"
    pytester.makepyfile(refuses.format(scale="scale"))
    result = pytester.runpytest_subprocess("-q", "-rs", "-p", "no:cacheprovider")
    found = result.parseoutcomes()
    assert found["failed"] == 1 and found["skipped"] > 0 and found["passed"] + found["skipped"] == 25
    result.stdout.fnmatch_lines(["*not implemented: queries*"])


def test_wrong_ones_fail_and_repeat(pytester):
    pytester.makepyfile(KERNEL.format(scale="0.1"))
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "--attncheck-seed=5")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["attncheck: suite quick, seed 5", "*repeat: attncheck.Case('dtype=f32 *", "*fail: *cases*"]
    )


def test_workers_share_a_random_seed(pytester):
    pytest.importorskip("xdist")
    pytester.makepyfile(KERNEL.format(scale="scale"))
    result = pytester.runpytest_subprocess("-q", "-n", "2", "-p", "no:cacheprovider", "--attncheck-seed=random")
    result.assert_outcomes(passed=25)


@pytest.mark.parametrize("option", ["--attncheck-seed=x", "--attncheck-suite=tiny"])
def test_bad_options_are_refused(pytester, option):
    pytester.makepyfile("def test_nothing(): pass")
    assert pytester.runpytest_subprocess(option).ret == pytest.ExitCode.USAGE_ERROR


def test_an_argument_is_needed(pytester):
    pytester.makepyfile("import attncheck\n@attncheck.cases(most=1)\ndef test_it(): pass")
    result = pytester.runpytest_subprocess("-q")
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*needs an argument named case*"])


@pytest.mark.parametrize("layout", ["BHSD", "BSHD"])
def test_a_case_by_itself(layout):
    case = attncheck.Case(
        "dtype=f32 batch=2 q_heads=4 kv_heads=2 q_len=3 keys=5 d_k=8 d_v=6 mask=random", layout=layout
    )
    assert set(case.options) == {"mask"}
    q, k, v = ((x.swapaxes(1, 2) if layout == "BSHD" else x) for x in (case.q, case.k, case.v))
    assert q.shape == (2, 4, 3, 8) and v.shape == (2, 2, 5, 6)
    out = attention(q, k, v, mask=case.options["mask"])
    out = out.swapaxes(1, 2) if layout == "BSHD" else out
    case.assert_close(out)
    with pytest.raises(AssertionError, match="repeat: attncheck.Case"):
        case.assert_close(out + np.float32(0.01), explain=0)
    with pytest.raises(attncheck.ProblemError, match="out: expected shape"):
        case.assert_close(out[..., :1])


def test_a_case_that_is_none():
    with pytest.raises(ValueError, match="keys"):
        attncheck.Case("keys=-1")
