"""Kernels behind their own interfaces.

Would notice: an adapter that gives a right kernel another problem, or one through
which a fault of addressing is not seen.
"""

import functools

import kernels
import pytest

import attncheck
from attncheck import adapters

SMALL = attncheck.Supports(head_sizes=(8, 16), keys_most=40, q_len_most=40, strided=False, top_left=False, offset=False)


def small(fn, **options):
    return attncheck.check(fn, dtypes=["float32"], supports=SMALL, timeout=60, **options)


def with_fault(kernel, fault):
    made = functools.partial(kernel, fault=fault)
    made.__name__ = kernel.__name__
    return made


def test_packed():
    report = small(adapters.packed(kernels.varlen))
    assert report.ok, str(report)
    judged = report.to_json()["judged"]
    assert judged["kv_len"]["ragged"] > 50 and judged["causal"]["bottom-right"] > 50


@pytest.mark.parametrize("fault", ["one key too many", "one length"])
def test_packed_faults_are_seen(fault):
    assert not small(adapters.packed(with_fault(kernels.varlen, fault))).ok


@pytest.mark.parametrize("order", ["NHD", "HND"])
@pytest.mark.parametrize("page_size", [16, 256])
def test_paged(order, page_size):
    report = small(adapters.paged(kernels.paged_kernel(order), page_size=page_size, order=order))
    assert report.ok, str(report)
    assert report.to_json()["judged"]["kv_len"]["ragged"] > 50


@pytest.mark.parametrize("fault", ["table of batch 0", "length of the longest", "one too far"])
def test_paged_faults_are_seen(fault):
    report = small(adapters.paged(kernels.paged_kernel("NHD", fault), page_size=16))
    assert not report.ok


def test_append():
    report = small(adapters.append(kernels.appending))
    assert report.ok, str(report)
    assert not small(adapters.append(with_fault(kernels.appending, "a key behind"))).ok
    assert not small(adapters.append(with_fault(kernels.appending, "not the new ones"))).ok


def test_bad_pages():
    with pytest.raises(ValueError, match="NHD or HND"):
        adapters.paged(kernels.varlen, order="DHN")
    with pytest.raises(ValueError, match="page_size"):
        adapters.paged(kernels.varlen, page_size=0)


def ordinary(kernel, *given):
    """The kernel with options that are ordinary parameters, as those of FlashAttention are, and which it ignores."""
    names = ", ".join(given)
    made = {}
    exec(f"def ignores({names}, causal=None, kv_len=None): return kernel({names})", {"kernel": kernel}, made)
    return made["ignores"]


@pytest.mark.parametrize(
    "adapter, kernel, given",
    [
        (adapters.packed, kernels.varlen, "q k v cu_q cu_k max_q max_k"),
        (adapters.paged, kernels.paged_kernel("NHD"), "q k v table lens"),
        (adapters.append, kernels.appending, "q k_cache v_cache k v length"),
    ],
)
def test_options_that_are_ordinary_parameters_are_asked(adapter, kernel, given):
    report = small(adapter(ordinary(kernel, *given.split())))
    assert not report.ok
    assert all(failure["case"].count("causal") for failure in report.failures)


def test_packed_outputs_have_three_axes():
    def flat(*operands, **options):
        out = kernels.varlen(*operands, **options)
        return out.reshape(out.shape[0], -1)

    report = small(adapters.packed(flat), case="dtype=f32 q_heads=2 kv_heads=2 q_len=3 keys=5 d_k=8 d_v=8")
    assert not report.ok and "out: expected shape (3, 2, 8), found " in str(report)
