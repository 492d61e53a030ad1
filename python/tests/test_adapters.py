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
