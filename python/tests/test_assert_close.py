"""assert_close: what passes, what fails, and what it says."""

import warnings

import numpy as np
import pytest
from plain import attention, operands

import attncheck


def test_right_ones_pass_whatever_their_size():
    for size in (1e-6, 1.0, 1e6):
        q, k, v = operands(keys=300)
        v = (v * np.float32(size)).astype(np.float32)
        attncheck.assert_close(attention(q, k, v), q, k, v)


def test_the_message_says_where_and_what():
    q, k, v = operands(queries=16, keys=16, d_k=8)
    wrong = attncheck.attention(q, k, v, causal="top-left", variant="fast")
    with pytest.raises(AssertionError) as error:
        attncheck.assert_close(wrong, q, k, v)
    text = str(error.value)
    assert "of 256 elements are beyond their bounds" in text
    assert "expected" in text and "found" in text and "bound" in text
    assert "########" in text  # the error map
    assert "what: " in text
    assert "q (1, 2, 16, 8), k (1, 2, 16, 8), out float32" in text


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_fails(value):
    q, k, v = operands()
    out = attncheck.attention(q, k, v, variant="fast")
    out[0, 1, 2, 3] = value
    with pytest.raises(AssertionError, match=r"out at \[0,1,2,3\]"):
        attncheck.assert_close(out, q, k, v, explain=0)


def test_zeros_fail_where_loose_tolerances_pass():
    q, k, v = operands(keys=4096)
    v = (v * np.float32(1e-3)).astype(np.float32)
    zeros = np.zeros((1, 2, 5, 8), np.float32)
    np.testing.assert_allclose(zeros, attncheck.attention(q, k, v), rtol=1e-2, atol=1e-2)
    with pytest.raises(AssertionError):
        attncheck.assert_close(zeros, q, k, v, explain=0)


def test_half_precision_passes_where_tight_tolerances_fail():
    q, k, v = operands(keys=64, dtype=np.float16)
    v = (v + 30).astype(np.float16)
    out = attention(q, k, v)
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(out, attncheck.attention(q, k, v), rtol=0, atol=1e-3)
    attncheck.assert_close(out, q, k, v)


def test_lse_and_weights_are_judged():
    q, k, v = operands()
    found = attncheck.attention(q, k, v, variant="blocked", return_lse=True, return_weights=True)
    attncheck.assert_close(found.out, q, k, v, lse=found.lse, weights=found.weights)
    with pytest.raises(AssertionError, match=r"lse at"):
        attncheck.assert_close(found.out, q, k, v, lse=found.lse * np.float32(1.4427), explain=0)
    with pytest.raises(AssertionError, match=r"weights at"):
        attncheck.assert_close(found.out, q, k, v, weights=found.weights * np.float32(1.01), explain=0)


def test_conventions():
    q, k, v = operands()
    mask = np.ones((5, 7), bool)
    mask[2] = False
    out = attncheck.attention(q, k, v, mask=mask, variant="fast")
    out[:, :, 2] = np.nan
    with pytest.warns(attncheck.ConventionWarning, match="empty-row-nan") as warned:
        attncheck.assert_close(out, q, k, v, mask=mask)
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        attncheck.assert_close(out, q, k, v, mask=mask, accept="empty-row-nan")
        attncheck.assert_close(out, q, k, v, mask=mask, accept="all")
    assert attncheck.conventions()["empty-row-nan"].startswith("NaN in rows")
    with pytest.raises(AssertionError):
        attncheck.assert_close(out, q, k, v, mask=mask, refuse="all", explain=0)
    wrong = attncheck.attention(q, k, v, causal="top-left", variant="fast")
    with pytest.raises(AssertionError, match="causal-top-left"):
        attncheck.assert_close(wrong, q, k, v, causal="bottom-right", explain=0)
    attncheck.assert_close(wrong, q, k, v, causal="bottom-right", accept=["causal-top-left"])
    with pytest.raises(ValueError, match="accept: 'no-such' is not a convention; expected all, or some of causal-top"):
        attncheck.assert_close(wrong, q, k, v, accept="no-such")
    with pytest.raises(ValueError, match="explain: expected seconds, 0 or more, found -1"):
        attncheck.assert_close(wrong, q, k, v, explain=-1)


def test_why_there_is_no_cause():
    q, k, v = (x[:, :1] for x in operands())
    wrong = attncheck.attention(q, k, v, variant="fast")
    wrong[0, 0, 1] += 1
    with pytest.raises(AssertionError, match="what: not known: one wrong row is too few to tell the causes apart"):
        attncheck.assert_close(wrong, q, k, v)
    wrong[...] = np.arange(8)
    with pytest.raises(AssertionError, match="what: not known: the search ran out of time"):
        attncheck.assert_close(wrong, q, k, v, explain=1e-9)


def test_shapes_that_do_not_fit():
    q, k, v = operands()
    with pytest.raises(attncheck.ProblemError, match=r"out: expected shape \(1, 2, 5, 8\), found \(1, 2, 5, 7\)"):
        attncheck.assert_close(np.zeros((1, 2, 5, 7), np.float32), q, k, v)
    with pytest.raises(TypeError, match="out: expected float64"):
        attncheck.assert_close(np.zeros((1, 2, 5, 8), np.int32), q, k, v)


def test_rows_that_are_filled_alike_repeat_no_row():
    q, k, v = operands()
    mask = np.ones((5, 7), bool)
    mask[3] = False
    out = attncheck.attention(q, k, v, mask=mask, variant="fast")
    out[:, :, 3] = 7
    with pytest.raises(AssertionError) as error:
        attncheck.assert_close(out, q, k, v, mask=mask)
    assert "another row" not in str(error.value)


def test_an_answer_that_can_hardly_be_judged_is_named():
    case = attncheck.Case("dtype=f32 q_len=16 keys=16 d_k=96 d_v=64 fill=low seed=1082479418")
    with pytest.warns(attncheck.VagueWarning, match="only as means"):
        case.assert_close(attncheck.attention(case.q, case.k, case.v, variant="blocked"))
