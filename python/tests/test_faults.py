"""Faults written in Python: each is found, and the report says what was computed instead.

Would notice: a fault that passes; a report that names another cause; a right kernel of the same steps that fails.
"""

import pytest
import stepwise

import attncheck

SIZES = attncheck.Supports(head_sizes=(8, 16, 40), keys_most=80, q_len_most=40)


def all_options(kernel):
    """The kernel as a function that names its options, which is how check knows them."""
    run = kernel()

    def attention(q, k, v, *, causal=None, window=None, diagonal=None, mask=None, bias=None, kv_len=None, scale=None,
                  softcap=None, sinks=None):  # fmt: skip
        return run(q, k, v, causal=causal, window=window, diagonal=diagonal, mask=mask, bias=bias, kv_len=kv_len,
                   scale=scale, softcap=softcap, sinks=sinks)  # fmt: skip

    return attention


def causes(report):
    found = report.to_json()["xray"] or {"causes": []}
    return [cause["name"] for cause in found["causes"]]


def test_the_right_ones_pass():
    report = attncheck.check(
        all_options(stepwise.Kernel), dtypes=["float32"], supports=SIZES, returns=("out", "lse"), refuse="empty-row-nan"
    )
    assert report.ok, str(report)
    assert attncheck.check(stepwise.plain(stepwise.Kernel), dtypes=["float32"], supports=SIZES).ok


@pytest.mark.parametrize("name", stepwise.FAULTS)
def test_a_fault_of_the_zoo(name):
    kernel, cause = stepwise.FAULTS[name]
    report = attncheck.check(all_options(kernel), dtypes=["float32"], supports=SIZES, returns=("out", "lse"))
    assert not report.ok
    assert causes(report)[:1] == [cause], str(report)


@pytest.mark.parametrize("kernel", stepwise.PLAIN, ids=lambda kernel: kernel.__name__)
def test_a_textbook_bug_of_a_plain_kernel(kernel):
    report = attncheck.check(stepwise.plain(kernel), dtypes=["float32"], supports=SIZES)
    assert not report.ok
    assert causes(report)[:1] == [stepwise.PLAIN[kernel]], str(report)
