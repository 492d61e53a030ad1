"""isolate=True: a crash or a hang of the callable is a finding. Would notice: one that ends or stops the judge."""

import subprocess
import sys
import time

import kernels
import pytest

import attncheck

SMALL = attncheck.Supports(head_sizes=(8,), keys_most=16, q_len_most=16, strided=False)


def small(fn, **options):
    return attncheck.check(fn, dtypes=["float32"], supports=SMALL, isolate=True, **options)


def test_right_ones_pass():
    report = small(kernels.right)
    assert report.ok, str(report)


def test_crashes_are_told():
    report = small(kernels.crashes, case="dtype=f32 q_len=4 keys=4 d_k=8 d_v=8")
    assert not report.ok and "SIGSEGV" in str(report)


def test_hangs_are_ended():
    begun = time.monotonic()
    report = small(kernels.hangs, case="dtype=f32 q_len=4 keys=4 d_k=8 d_v=8", timeout=0.5)
    assert not report.ok and "hung" in str(report)
    assert time.monotonic() - begun < 30


def test_a_message_without_an_end_is_ended():
    begun = time.monotonic()
    report = small(kernels.writes_to_the_line, case="dtype=f32 q_len=4 keys=4 d_k=8 d_v=8", timeout=0.5)
    assert not report.ok and "hung" in str(report)
    assert time.monotonic() - begun < 30


def test_exceptions_have_their_traceback():
    report = small(kernels.raises, case="dtype=f32 q_len=4 keys=4 d_k=8 d_v=8")
    assert not report.ok and "RuntimeError: out of registers" in str(report)
    assert 'raise RuntimeError("out of registers")' in next(iter(report.errors.values()))


def test_what_cannot_be_sent_is_refused():
    with pytest.raises(ValueError, match="cannot be sent"):
        small(lambda q, k, v: q)


def test_what_cannot_be_imported_is_refused():
    script = "import attncheck\nattncheck.check(lambda q, k, v: q, isolate=True)"
    named = "import attncheck\ndef fn(q, k, v): return q\nattncheck.check(fn, isolate=True)"
    for text, says in ((script, "cannot be sent"), (named, "expected a function of a module")):
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60)
        last = done.stderr.splitlines()[-1]
        assert last.startswith("ValueError: isolate: ") and says in last
